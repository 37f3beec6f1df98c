//! Every message exists in every language, with the same attributes and the
//! same variables. Reads Fluent files line by line: enough for what is compared,
//! no judge of their syntax. Terms belong to one language and are not compared.

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use super::tree::TextFile;

/// The languages; the first is the one that the others are held to.
pub const LANGUAGES: &[&str] = &["en", "no"];

/// The messages of one file by name.
type Messages<'a> = BTreeMap<&'a str, Message<'a>>;

#[derive(Debug, Default)]
struct Message<'a> {
    line: usize,
    is_empty: bool,
    attributes: BTreeSet<&'a str>,
    variables: BTreeSet<&'a str>,
}

/// What the message files of the tree lack or have too much.
pub fn messages(files: &[TextFile]) -> Vec<Finding> {
    let fluent = files.iter().filter(|file| file.has_extension("ftl"));
    let mut findings = Vec::new();
    for file in fluent {
        let Some(language) = language(&file.path) else {
            let expected = format!("a language ({}) in its path", LANGUAGES.join(", "));
            findings.push(Finding::new(&file.path, 1, "a file of messages", expected));
            continue;
        };
        let (_, repeated) = parse(file);
        findings.extend(repeated);
        for other in LANGUAGES.iter().filter(|other| **other != language) {
            let path = counterpart(&file.path, language, other);
            match files.iter().find(|file| file.path == path) {
                // Each pair is compared once, from the first language.
                Some(other) if language == LANGUAGES[0] => findings.extend(compare(file, other)),
                Some(_) => {}
                None => {
                    let expected = format!("{path} beside it");
                    findings.push(Finding::new(&file.path, 1, "a file of messages", expected));
                }
            }
        }
    }
    findings
}

/// The language that a part of the path names: `en.ftl`, `en/a.ftl`, `a.en.ftl`.
fn language(path: &str) -> Option<&'static str> {
    let parts = || path.split(['/', '.']);
    let named = |language: &&&str| parts().any(|part| part == **language);
    LANGUAGES.iter().find(named).copied()
}

fn counterpart(path: &str, language: &str, other: &str) -> String {
    let rename = |part: &str| {
        if part == language {
            other.to_owned()
        } else {
            part.to_owned()
        }
    };
    let folder = |folder: &str| folder.split('.').map(rename).collect::<Vec<_>>().join(".");
    path.split('/').map(folder).collect::<Vec<_>>().join("/")
}

fn compare(model: &TextFile, other: &TextFile) -> Vec<Finding> {
    let (expected, _) = parse(model);
    let (found, _) = parse(other);
    let mut findings = Vec::new();
    for (name, message) in &expected {
        let Some(twin) = found.get(name) else {
            let found = format!("no message `{name}`");
            let expected = format!("it as in {}", model.path);
            findings.push(Finding::new(&other.path, 1, found, expected));
            continue;
        };
        for (what, found, expected) in [
            ("attributes", &twin.attributes, &message.attributes),
            ("variables", &twin.variables, &message.variables),
        ] {
            if found != expected {
                findings.push(Finding::new(
                    &other.path,
                    twin.line,
                    format!("message `{name}` with {what} {}", list(found)),
                    format!("{} as in {}", list(expected), model.path),
                ));
            }
        }
    }
    let extra = found
        .iter()
        .filter(|(name, _)| !expected.contains_key(*name));
    findings.extend(extra.map(|(name, message)| {
        let found = format!("message `{name}`");
        let expected = format!("it also in {}", model.path);
        Finding::new(&other.path, message.line, found, expected)
    }));
    findings
}

fn list(names: &BTreeSet<&str>) -> String {
    if names.is_empty() {
        return "(none)".to_owned();
    }
    let names: Vec<_> = names.iter().copied().collect();
    format!("({})", names.join(", "))
}

/// The messages of a file, with findings about names that come twice and
/// messages that say nothing.
fn parse(file: &TextFile) -> (Messages<'_>, Vec<Finding>) {
    let mut messages = Messages::new();
    let mut findings = Vec::new();
    let mut current = None;
    for (index, line) in file.text.lines().enumerate() {
        let line_number = index + 1;
        if line.starts_with('#') {
            current = None;
        } else if let Some((name, value)) = definition(line) {
            // A term ends a message and starts none.
            current = (!name.starts_with('-')).then_some(name);
            let is_empty = value.is_empty();
            if current.is_some() && messages.contains_key(name) {
                let found = format!("message `{name}` a second time");
                findings.push(Finding::new(&file.path, line_number, found, "it once"));
            }
            if let Some(name) = current {
                let message: &mut Message<'_> = messages.entry(name).or_default();
                message.line = line_number;
                message.is_empty = is_empty;
                message.variables.extend(variables(value));
            }
        } else if let Some(message) = current.and_then(|name| messages.get_mut(name)) {
            message.is_empty &= line.trim().is_empty();
            message.variables.extend(variables(line));
            let attribute = line.trim_start().strip_prefix('.').and_then(definition);
            message.attributes.extend(attribute.map(|(name, _)| name));
        }
    }
    let empty = messages.iter().filter(|(_, message)| message.is_empty);
    findings.extend(empty.map(|(name, message)| {
        let found = format!("message `{name}` without text");
        Finding::new(&file.path, message.line, found, "a text or an attribute")
    }));
    (messages, findings)
}

/// The name and the value of `name = value` at the start of a line.
fn definition(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once('=')?;
    let name = name.trim_end();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    (!name.is_empty() && name.chars().all(is_part)).then_some((name, value.trim()))
}

fn variables(text: &str) -> impl Iterator<Item = &str> {
    text.split('$').skip(1).filter_map(|rest| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let starts_like_a_name = rest.starts_with(|c: char| c.is_ascii_alphabetic());
        starts_like_a_name.then_some(&rest[..end])
    })
}

#[cfg(test)]
mod tests {
    use super::super::check_findings;
    use super::*;

    fn file(path: &str, text: &str) -> TextFile {
        TextFile {
            path: path.to_owned(),
            text: text.to_owned(),
        }
    }

    #[track_caller]
    fn check(english: &str, norwegian: &str, expected: &[&str]) {
        let files = [file("m/en.ftl", english), file("m/no.ftl", norwegian)];
        check_findings(&messages(&files), expected);
    }

    #[test]
    fn the_same_messages_are_fine() {
        check("", "", &[]);
        check("a = Hi { $name }\n", "a =\n    Hei { $name }\n", &[]);
        check("a =\n    .b = B\n", "a =\n    .b = B\n", &[]);
        check("# c = C\na = A\n", "a = A\n-term = T { $case }\n", &[]);
        check(
            "a = { $n ->\n    [one] one = 1\n   *[other] { $n } of { $all }\n}\n",
            "a = { $n } av { $all }\n",
            &[],
        );
    }

    #[test]
    fn a_message_in_one_language_only_is_found() {
        check(
            "a = A\n",
            "",
            &["m/no.ftl:1: no message `a`, expected it as in m/en.ftl"],
        );
        check(
            "",
            "\na = A\n",
            &["m/no.ftl:2: message `a`, expected it also in m/en.ftl"],
        );
    }

    #[test]
    fn attributes_and_variables_are_the_same() {
        check(
            "a = A\n    .b = B\n",
            "a = A\n",
            &["m/no.ftl:1: message `a` with attributes (none), expected (b) as in m/en.ftl"],
        );
        check(
            "a = { $from } { $to }\n",
            "a = { $from } { $too }\n",
            &["m/no.ftl:1: message `a` with variables (from, too), \
               expected (from, to) as in m/en.ftl"],
        );
    }

    #[test]
    fn a_message_has_one_text() {
        check(
            "a = A\na = B\n",
            "a = A\n",
            &["m/en.ftl:2: message `a` a second time, expected it once"],
        );
        check(
            "a = A\n",
            "a =\n\n",
            &["m/no.ftl:1: message `a` without text, expected a text or an attribute"],
        );
    }

    #[test]
    fn every_file_has_a_twin() {
        let alone = [file("crates/a/messages/en/b.ftl", "")];
        check_findings(
            &messages(&alone),
            &["crates/a/messages/en/b.ftl:1: a file of messages, \
               expected crates/a/messages/no/b.ftl beside it"],
        );
        let norwegian = [file("a.no.ftl", "")];
        check_findings(
            &messages(&norwegian),
            &["a.no.ftl:1: a file of messages, expected a.en.ftl beside it"],
        );
        let nameless = [file("a.ftl", "")];
        check_findings(
            &messages(&nameless),
            &["a.ftl:1: a file of messages, expected a language (en, no) in its path"],
        );
    }
}
