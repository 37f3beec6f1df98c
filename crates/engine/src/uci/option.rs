//! The options of the protocol: one list, from which they are told and by which
//! values are read.

/// What an option changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Which {
    Hash,
    Threads,
    MultiPv,
    Ponder,
    Chess960,
    ShowWdl,
    SyzygyPath,
    Without,
    ClearHash,
}

/// What values an option takes.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// A number from 1 on.
    Number {
        usual: usize,
        most: usize,
    },
    Check,
    Text,
    Button,
}

/// A value that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value<'a> {
    Number(usize),
    Check(bool),
    /// Empty where nothing is set.
    Text(&'a str),
    Pressed,
}

/// An option.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) which: Which,
    name: &'static str,
    kind: Kind,
}

/// Mebibytes of the table to begin with.
pub(super) const USUAL_HASH: usize = 64;

/// How an empty text is written.
const EMPTY: &str = "<empty>";

const fn choice(which: Which, name: &'static str, kind: Kind) -> Choice {
    Choice { which, name, kind }
}

const fn number(usual: usize, most: usize) -> Kind {
    Kind::Number { usual, most }
}

/// Every option.
pub(super) const ALL: &[Choice] = &[
    choice(Which::Hash, "Hash", number(USUAL_HASH, 4_096)),
    choice(Which::Threads, "Threads", number(1, 256)),
    choice(Which::MultiPv, "MultiPV", number(1, 218)),
    choice(Which::Ponder, "Ponder", Kind::Check),
    choice(Which::Chess960, "UCI_Chess960", Kind::Check),
    choice(Which::ShowWdl, "UCI_ShowWDL", Kind::Check),
    choice(Which::SyzygyPath, "SyzygyPath", Kind::Text),
    choice(Which::Without, "Without", Kind::Text),
    choice(Which::ClearHash, "Clear Hash", Kind::Button),
];

/// What an assignment means.
pub(super) fn read<'a>(name: &str, value: &'a str) -> Result<(Which, Value<'a>), String> {
    let known = ALL
        .iter()
        .find(|choice| choice.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| format!("there is no option {name:?}"))?;
    Ok((known.which, known.value(value)?))
}

impl Choice {
    /// How the protocol tells it.
    pub(super) fn line(self) -> String {
        let kind = match self.kind {
            Kind::Number { usual, most } => format!("spin default {usual} min 1 max {most}"),
            Kind::Check => "check default false".to_owned(),
            Kind::Text => format!("string default {EMPTY}"),
            Kind::Button => "button".to_owned(),
        };
        format!("option name {} type {kind}\n", self.name)
    }

    fn value(self, text: &str) -> Result<Value<'_>, String> {
        let wrong =
            |expected: &str| format!("option {}: found {text:?}, expected {expected}", self.name);
        match self.kind {
            Kind::Number { most, .. } => match text.parse::<usize>() {
                Ok(number) => Ok(Value::Number(number.clamp(1, most))),
                Err(_) => Err(wrong("a number")),
            },
            Kind::Check => match text.to_ascii_lowercase().parse() {
                Ok(on) => Ok(Value::Check(on)),
                Err(_) => Err(wrong("true or false")),
            },
            Kind::Text => Ok(Value::Text(if text == EMPTY { "" } else { text })),
            Kind::Button => Ok(Value::Pressed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, value: &str, expected: Result<(Which, Value<'_>), &str>) {
        let expected = expected.map_err(str::to_owned);
        assert_eq!(read(name, value), expected, "{name} {value}");
    }

    #[test]
    fn values_are_read_by_the_kind_of_the_option() {
        check("hash", "32", Ok((Which::Hash, Value::Number(32))));
        check("Hash", "0", Ok((Which::Hash, Value::Number(1))));
        check("Hash", "99999", Ok((Which::Hash, Value::Number(4_096))));
        check("PONDER", "TRUE", Ok((Which::Ponder, Value::Check(true))));
        check(
            "SyzygyPath",
            EMPTY,
            Ok((Which::SyzygyPath, Value::Text(""))),
        );
        check("clear hash", "", Ok((Which::ClearHash, Value::Pressed)));
        check(
            "Threads",
            "many",
            Err("option Threads: found \"many\", expected a number"),
        );
        check(
            "Ponder",
            "yes",
            Err("option Ponder: found \"yes\", expected true or false"),
        );
        check("Style", "risky", Err("there is no option \"Style\""));
    }

    #[test]
    fn every_option_is_told_and_understood() {
        for choice in ALL {
            assert!(choice.line().starts_with("option name "));
            let value = match choice.kind {
                Kind::Number { usual, .. } => usual.to_string(),
                Kind::Check => "false".to_owned(),
                Kind::Text => EMPTY.to_owned(),
                Kind::Button => String::new(),
            };
            let read = read(choice.name, &value).map(|(which, _)| which);
            assert_eq!(read, Ok(choice.which));
        }
    }
}
