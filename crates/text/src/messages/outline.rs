//! What a message file uses: for each message its variables, the messages and
//! terms it refers to, the functions it calls and the keys it selects by. The
//! file has been parsed by Fluent before, so this reads it with an easy mind:
//! it knows where strings, placeables and variants are, and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use crate::Language;

/// What the message files of one language use.
#[derive(Debug)]
pub(super) struct Outline {
    pub(super) language: Language,
    /// Messages by id; terms too, with their hyphen.
    pub(super) entries: BTreeMap<String, Entry>,
}

/// What one message or term uses.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    /// The line on which it begins, from one.
    pub(super) line: usize,
    pub(super) variables: BTreeSet<String>,
    /// The attributes it has.
    pub(super) attributes: BTreeSet<String>,
    /// The messages and terms it refers to; terms with their hyphen, attributes
    /// after a full stop.
    pub(super) references: BTreeSet<String>,
    pub(super) functions: BTreeSet<String>,
    pub(super) options: Vec<OptionUse>,
    /// Names by which a variable selects without a function.
    pub(super) selectors: Vec<(String, String)>,
}

/// An option in a call of a function, as written.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct OptionUse {
    pub(super) function: String,
    pub(super) option: String,
    pub(super) value: String,
}

/// A place in a message file.
struct Reader<'s> {
    source: &'s str,
    at: usize,
}

impl Outline {
    pub(super) fn new(language: Language) -> Outline {
        Outline {
            language,
            entries: BTreeMap::new(),
        }
    }

    /// Adds the messages of a file that Fluent could parse.
    pub(super) fn read(&mut self, source: &str) {
        let mut reader = Reader { source, at: 0 };
        while let Some(first) = reader.peek() {
            if first.is_ascii_alphabetic() || first == '-' {
                let mut entry = Entry {
                    line: source[..reader.at].matches('\n').count() + 1,
                    ..Entry::default()
                };
                let id = reader.identifier();
                reader.pattern(&mut entry);
                self.entries.entry(id.to_owned()).or_insert(entry);
            } else {
                reader.skip_line();
            }
        }
    }

    /// The messages, without the terms.
    pub(super) fn messages(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.entries
            .iter()
            .filter(|(id, _)| !id.starts_with('-'))
            .map(|(id, entry)| (id.as_str(), entry))
    }

    /// The variables of each message, with those of the messages it refers to.
    /// The variables of terms are set by the message file, not by the caller.
    pub(super) fn variables(&self) -> BTreeMap<String, BTreeSet<String>> {
        self.messages()
            .map(|(id, _)| (id.to_owned(), self.variables_of(id)))
            .collect()
    }

    /// Whether what a reference names is there.
    pub(super) fn has(&self, reference: &str) -> bool {
        match reference.split_once('.') {
            None => self.entries.contains_key(reference),
            Some((id, attribute)) => self
                .entries
                .get(id)
                .is_some_and(|entry| entry.attributes.contains(attribute)),
        }
    }

    /// Whether a message or a term comes back to itself through its references.
    pub(super) fn is_cyclic(&self, id: &str) -> bool {
        let entry = &self.entries[id];
        let references = entry.references.iter().map(|reference| stem(reference));
        self.reachable(references, |_| true).contains(id)
    }

    fn variables_of(&self, id: &str) -> BTreeSet<String> {
        self.reachable([id], |id| !id.starts_with('-'))
            .into_iter()
            .filter_map(|id| self.entries.get(id))
            .flat_map(|entry| entry.variables.iter().cloned())
            .collect()
    }

    /// All that is reached by references from some ids, these included.
    fn reachable<'a>(
        &'a self,
        from: impl IntoIterator<Item = &'a str>,
        follow: impl Fn(&str) -> bool,
    ) -> BTreeSet<&'a str> {
        let mut seen = BTreeSet::new();
        let mut open: Vec<&str> = from.into_iter().collect();
        while let Some(id) = open.pop() {
            if follow(id) && seen.insert(id) {
                let references = self.entries.get(id).map(|entry| &entry.references);
                open.extend(references.into_iter().flatten().map(|r| stem(r)));
            }
        }
        seen
    }
}

impl<'s> Reader<'s> {
    /// Reads the text and the attributes of a message, up to the next one.
    fn pattern(&mut self, entry: &mut Entry) {
        while let Some(c) = self.next() {
            match c {
                '{' => self.placeable(entry),
                '\n' if self.peek().is_some_and(begins_entry) => return,
                '\n' => {
                    self.take_while(|c| c == ' ');
                    if self.peek() == Some('.') {
                        self.next();
                        entry.attributes.insert(self.identifier().to_owned());
                    }
                }
                _ => {}
            }
        }
    }

    /// Reads an expression after its opening brace.
    fn placeable(&mut self, entry: &mut Entry) {
        let mut calls: Vec<&str> = Vec::new();
        let mut selector = None;
        while let Some(c) = self.peek() {
            match c {
                '"' => {
                    self.literal();
                }
                _ if self.rest().starts_with("->") => {
                    self.at += 2;
                    return self.variants(selector, entry);
                }
                c if c.is_ascii_alphabetic() || self.at_term() => {
                    let name = self.identifier();
                    self.use_of(name, &mut calls, entry);
                }
                '$' => {
                    self.next();
                    let name = self.identifier();
                    entry.variables.insert(name.to_owned());
                    if calls.is_empty() {
                        selector = Some(name);
                    }
                }
                '{' => {
                    self.next();
                    self.placeable(entry);
                }
                '}' => {
                    self.next();
                    return;
                }
                ')' => {
                    self.next();
                    calls.pop();
                }
                _ => {
                    self.next();
                }
            }
        }
    }

    /// Notes what a name in an expression is: a call, an option or a reference.
    fn use_of(&mut self, name: &'s str, calls: &mut Vec<&'s str>, entry: &mut Entry) {
        let is_term = name.starts_with('-');
        let mut reference = name.to_owned();
        if self.peek() == Some('.') {
            self.next();
            reference = format!("{name}.{}", self.identifier());
        }
        self.skip_blank();
        match self.peek() {
            Some('(') => {
                self.next();
                calls.push(name);
                let used = if is_term {
                    &mut entry.references
                } else {
                    &mut entry.functions
                };
                used.insert(reference);
            }
            Some(':') => {
                self.next();
                self.skip_blank();
                let value = self.literal();
                if let Some(function) = calls.last().filter(|call| !call.starts_with('-')) {
                    entry.options.push(OptionUse {
                        function: (*function).to_owned(),
                        option: name.to_owned(),
                        value: value.to_owned(),
                    });
                }
            }
            _ => {
                entry.references.insert(reference);
            }
        }
    }

    /// Reads the variants of a selection up to its closing brace. Keys stand at
    /// the start of a line; a bracket elsewhere is text.
    fn variants(&mut self, selector: Option<&str>, entry: &mut Entry) {
        let mut line_start = true;
        while let Some(c) = self.next() {
            match c {
                '}' => return,
                '{' => self.placeable(entry),
                '[' if line_start => {
                    let key = self.take_while(|c| c != ']').trim();
                    if let Some(variable) = selector.filter(|_| !selects_numbers(key)) {
                        entry.selectors.push((variable.to_owned(), key.to_owned()));
                    }
                }
                _ => {}
            }
            line_start = c == '\n' || (line_start && matches!(c, ' ' | '*' | '\r'));
        }
    }

    /// Reads a string or a number; a string is given without its quotes, as written.
    fn literal(&mut self) -> &'s str {
        if self.peek() != Some('"') {
            return self.take_while(|c| c.is_ascii_digit() || c == '.');
        }
        self.next();
        let start = self.at;
        while let Some(c) = self.next() {
            match c {
                '\\' => {
                    self.next();
                }
                '"' => return &self.source[start..self.at - 1],
                _ => {}
            }
        }
        &self.source[start..]
    }

    /// Reads an identifier, with its hyphen if it is a term's.
    fn identifier(&mut self) -> &'s str {
        self.take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
    }

    fn at_term(&self) -> bool {
        let mut chars = self.rest().chars();
        chars.next() == Some('-') && chars.next().is_some_and(|c| c.is_ascii_alphabetic())
    }

    fn skip_blank(&mut self) {
        self.take_while(|c| matches!(c, ' ' | '\n' | '\r'));
    }

    fn skip_line(&mut self) {
        self.take_while(|c| c != '\n');
        self.next();
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'s str {
        let rest = self.rest();
        let taken = rest.find(|c| !accept(c)).unwrap_or(rest.len());
        self.at += taken;
        &rest[..taken]
    }

    fn rest(&self) -> &'s str {
        &self.source[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }
}

/// The message or the term of a reference, without the attribute.
fn stem(reference: &str) -> &str {
    reference.split('.').next().unwrap_or(reference)
}

/// Whether a line that begins so begins a message, a term or a comment.
fn begins_entry(first: char) -> bool {
    first.is_ascii_alphabetic() || matches!(first, '-' | '#')
}

/// Whether a key is one that a number can have: a number or a plural category.
fn selects_numbers(key: &str) -> bool {
    matches!(key, "zero" | "one" | "two" | "few" | "many" | "other") || key.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads one message and compares what it uses, written as a line of words.
    #[track_caller]
    fn check(source: &str, expected: &str) {
        if let Err((_, errors)) = fluent_bundle::FluentResource::try_new(source.to_owned()) {
            panic!("the row is no message file: {errors:?}");
        }
        let mut outline = Outline::new(Language::English);
        outline.read(source);
        let mut words: Vec<String> = Vec::new();
        for (id, entry) in &outline.entries {
            words.push(format!("{id}@{}", entry.line));
            words.extend(entry.variables.iter().map(|name| format!("${name}")));
            words.extend(entry.references.iter().map(|name| format!("&{name}")));
            words.extend(entry.functions.iter().map(|name| format!("{name}()")));
            words.extend(entry.options.iter().map(|o| {
                let OptionUse {
                    function,
                    option,
                    value,
                } = o;
                format!("{function}({option}:{value})")
            }));
            words.extend(
                entry
                    .selectors
                    .iter()
                    .map(|(name, key)| format!("${name}[{key}]")),
            );
        }
        assert_eq!(words.join(" "), expected);
    }

    #[test]
    fn variables_stand_in_placeables_only() {
        check("a = costs $5 and { $n } \"{ $m }\"", "a@1 $m $n");
        check("a = { \"$n { and \\\" $m\" } b", "a@1");
        check("a =\n    first { $n }\n    second { $m }", "a@1 $m $n");
        check("a = x\n    .title = { $n }", "a@1 $n");
        check("a = { { $n } } and { $m }", "a@1 $m $n");
    }

    #[test]
    fn comments_and_blank_lines_belong_to_no_message() {
        check(
            "# about { $x }\n\na = { $n }\n\n# more { $y }\nb = c\n",
            "a@3 $n b@6",
        );
        check("a = x\r\nb = { $n }\r\n", "a@1 b@2 $n");
    }

    #[test]
    fn calls_have_options_and_may_be_nested() {
        check(
            "a = { PIECE($p, $n, form: \"definite\") } { NUMBER(NUMBER($x), decimals: 2) }",
            "a@1 $n $p $x NUMBER() PIECE() PIECE(form:definite) NUMBER(decimals:2)",
        );
        check(
            "a = { PIECE ( $p , form : \"bare\" ) }",
            "a@1 $p PIECE() PIECE(form:bare)",
        );
    }

    #[test]
    fn references_name_messages_and_terms() {
        check(
            "a = { b } { c.title } { -d } { -d(case: \"x\") } { 1 } { -1 }\n-d = { $case }",
            "-d@2 $case a@1 &-d &b &c.title",
        );
    }

    #[test]
    fn selections_are_read_through_all_their_variants() {
        check(
            "a = { $n ->\n    [one] a \"piece { $p }\n   *[other] [x] { $q ->\n    [0] no\n   *[few] y { $r }\n }\n } end { $s }",
            "a@1 $n $p $q $r $s",
        );
        check(
            "a = { $n ->\n[white] x\n*[black] y\n}\nb = c",
            "a@1 $n $n[white] $n[black] b@5",
        );
        check(
            "a = { KEY($s) ->\n [white] x\n *[black] y\n }",
            "a@1 $s KEY()",
        );
        check(
            "a = { -t.gender ->\n [x] x\n *[y] y\n }\n-t = t",
            "-t@5 a@1 &-t.gender",
        );
    }

    #[test]
    fn variables_are_found_through_references() {
        let mut outline = Outline::new(Language::English);
        outline.read("a = { b } { -t }\nb = { $n } { a }\n-t = { $local }");
        let variables = outline.variables();
        assert_eq!(variables.len(), 2);
        assert!(variables["a"].iter().eq(["n"]));
        assert!(variables["b"].iter().eq(["n"]));
    }

    #[test]
    fn references_are_known_by_name_and_attribute() {
        let mut outline = Outline::new(Language::English);
        outline.read("a = x .y\n    more\n    .title = { a }\n-t = t\n    .gender = neuter");
        for (reference, expected) in [
            ("a", true),
            ("a.title", true),
            ("a.y", false),
            ("-t", true),
            ("-t.gender", true),
            ("-t.title", false),
            ("b", false),
            ("b.title", false),
        ] {
            assert_eq!(outline.has(reference), expected, "{reference}");
        }
    }

    #[test]
    fn circles_are_found_through_messages_and_terms() {
        let mut outline = Outline::new(Language::English);
        outline.read("a = { b }\nb = { -t }\n-t = { a }\nc = { a }\nd = { d }\ne = e");
        for (id, expected) in [
            ("a", true),
            ("b", true),
            ("-t", true),
            ("c", false),
            ("d", true),
            ("e", false),
        ] {
            assert_eq!(outline.is_cyclic(id), expected, "{id}");
        }
    }
}
