//! Comments and the commands inside them: `[%eval 0.23]`, `[%clk 1:01:27]`, …

use std::{fmt, time::Duration};

use shakmaty::Square;

use crate::game::{Command, Comment, Paint};

impl Comment {
    /// Reads the inside of a comment. Runs of white space count as one space,
    /// as programs wrap lines anywhere.
    pub(super) fn parse(text: &str) -> Comment {
        let mut comment = Comment::default();
        let mut rest = text;
        while let Some((words, command, tail)) = next_command(rest) {
            append_words(&mut comment.text, words);
            comment.commands.push(command);
            rest = tail;
        }
        append_words(&mut comment.text, rest);
        comment
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.commands.is_empty()
    }
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, command) in self.commands.iter().enumerate() {
            let space = if index > 0 { " " } else { "" };
            write!(f, "{space}{command}")?;
        }
        let space = if self.commands.is_empty() || self.text.is_empty() {
            ""
        } else {
            " "
        };
        write!(f, "{space}{}", self.text)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Eval(score, None) => write!(f, "[%eval {score}]"),
            Command::Eval(score, Some(depth)) => write!(f, "[%eval {score},{depth}]"),
            Command::Clock(time) => write!(f, "[%clk {}]", Clock(*time)),
            Command::Elapsed(time) => write!(f, "[%emt {}]", Clock(*time)),
            Command::Squares(squares) => {
                let marks = squares
                    .iter()
                    .map(|(paint, square)| format!("{}{square}", paint.letter()));
                write!(f, "[%csl {}]", marks.collect::<Vec<_>>().join(","))
            }
            Command::Arrows(arrows) => {
                let marks = arrows
                    .iter()
                    .map(|(paint, from, to)| format!("{}{from}{to}", paint.letter()));
                write!(f, "[%cal {}]", marks.collect::<Vec<_>>().join(","))
            }
            Command::Other { name, value } if value.is_empty() => write!(f, "[%{name}]"),
            Command::Other { name, value } => write!(f, "[%{name} {value}]"),
        }
    }
}

impl Paint {
    const fn letter(self) -> char {
        match self {
            Paint::Green => 'G',
            Paint::Red => 'R',
            Paint::Yellow => 'Y',
            Paint::Blue => 'B',
        }
    }

    const fn from_letter(letter: u8) -> Option<Paint> {
        match letter {
            b'G' => Some(Paint::Green),
            b'R' => Some(Paint::Red),
            b'Y' => Some(Paint::Yellow),
            b'B' => Some(Paint::Blue),
            _ => None,
        }
    }
}

fn append_words(text: &mut String, words: &str) {
    for word in words.split_whitespace() {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
}

/// The words before the next command, the command, and what follows it.
fn next_command(text: &str) -> Option<(&str, Command, &str)> {
    let start = text.find("[%")?;
    let length = text[start..].find(']')?;
    let inside = &text[start + 2..start + length];
    let (name, value) = inside
        .split_once(char::is_whitespace)
        .unwrap_or((inside, ""));
    let value: Vec<&str> = value.split_whitespace().collect();
    let value = value.join(" ");
    let command = known(name, &value).unwrap_or_else(|| Command::Other {
        name: name.to_owned(),
        value,
    });
    Some((&text[..start], command, &text[start + length + 1..]))
}

/// A command that krog understands, unless writing it would lose something.
fn known(name: &str, value: &str) -> Option<Command> {
    match name {
        "eval" => {
            let (score, depth) = match value.split_once(',') {
                Some((score, depth)) => (score, Some(depth.trim().parse().ok()?)),
                None => (value, None),
            };
            Some(Command::Eval(score.parse().ok()?, depth))
        }
        "clk" => parse_clock(value).map(Command::Clock),
        "emt" => parse_clock(value).map(Command::Elapsed),
        "csl" => marks(value, |paint, squares| match squares {
            [square] => Some((paint, *square)),
            _ => None,
        })
        .map(Command::Squares),
        "cal" => marks(value, |paint, squares| match squares {
            [from, to] => Some((paint, *from, *to)),
            _ => None,
        })
        .map(Command::Arrows),
        _ => None,
    }
}

fn marks<T>(value: &str, mark: impl Fn(Paint, &[Square]) -> Option<T>) -> Option<Vec<T>> {
    let read = |item: &str| {
        let (letter, squares) = item.trim().as_bytes().split_first()?;
        let squares: Option<Vec<Square>> = squares
            .chunks(2)
            .map(|name| Square::from_ascii(name).ok())
            .collect();
        mark(Paint::from_letter(*letter)?, &squares?)
    };
    value.split(',').map(read).collect()
}

/// `H:MM:SS`, `MM:SS`, with or without fractions of a second.
fn parse_clock(value: &str) -> Option<Duration> {
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    let mut seconds: u64 = 0;
    let parts: Vec<&str> = whole.split(':').collect();
    if !(2..=3).contains(&parts.len()) {
        return None;
    }
    for part in parts {
        let number: u64 = part.parse().ok()?;
        seconds = seconds.checked_mul(60)?.checked_add(number)?;
    }
    let is_fraction = fraction.len() <= 3 && fraction.bytes().all(|byte| byte.is_ascii_digit());
    let millis = is_fraction
        .then(|| format!("{fraction:0<3}").parse().ok())
        .flatten()?;
    Some(Duration::from_secs(seconds) + Duration::from_millis(millis))
}

/// A time as PGN writes it: hours, minutes, seconds, and thousandths if any.
struct Clock(Duration);

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        write!(f, "{hours}:{minutes:02}:{:02}", seconds % 60)?;
        match self.0.subsec_millis() {
            0 => Ok(()),
            millis => write!(f, ".{}", format!("{millis:03}").trim_end_matches('0')),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, written: &str) {
        let comment = Comment::parse(text);
        assert_eq!(comment.to_string(), written, "{text:?}");
        assert_eq!(Comment::parse(written), comment);
    }

    #[test]
    fn commands_are_understood_and_written_first() {
        check("[%eval 0.23] [%clk 1:01:27]", "[%eval 0.23] [%clk 1:01:27]");
        check(
            " good\n move [%eval #-4,20] here ",
            "[%eval #-4,20] good move here",
        );
        check("[%clk 5:07.5]", "[%clk 0:05:07.5]");
        check("[%emt 0:00:05]", "[%emt 0:00:05]");
        check(
            "[%csl Gd4, Rf7][%cal Ge2e4,Bd1h5]",
            "[%csl Gd4,Rf7] [%cal Ge2e4,Bd1h5]",
        );
    }

    #[test]
    fn what_is_not_understood_is_kept() {
        check("[%mdl 16]", "[%mdl 16]");
        check("[%eval good]", "[%eval good]");
        check("[%csl Xd4]", "[%csl Xd4]");
        check("[%cal Ge2]", "[%cal Ge2]");
        check("[%clk 5]", "[%clk 5]");
        check("a [% b", "a [% b");
        check("[%]", "[%]");
    }
}
