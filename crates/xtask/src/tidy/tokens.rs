//! Rust source as words and marks, so that no rule is fooled by a comment or a
//! string. It is not a parser and accepts what a compiler would not.

/// The smallest part of a source that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// What kind of thing it is.
    pub kind: Kind,
    /// How it is written.
    pub text: &'a str,
    /// The line it starts on, from 1.
    pub line: usize,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An identifier, a keyword or a number.
    Word,
    /// A punctuation mark, one character.
    Mark,
    /// A string, a character or a lifetime.
    Literal,
}

impl Token<'_> {
    /// Whether this is the given word or mark.
    pub fn is(&self, text: &str) -> bool {
        self.kind != Kind::Literal && self.text == text
    }
}

/// The tokens of a Rust source, without comments and white space.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = next(rest, first);
        let (lexeme, after) = rest.split_at(length);
        if let Some(kind) = kind {
            tokens.push(Token {
                kind,
                text: lexeme,
                line,
            });
        }
        line += lexeme.matches('\n').count();
        rest = after;
    }
    tokens
}

/// The kind of what comes next, none for comments and white space, and its
/// length in bytes.
fn next(rest: &str, first: char) -> (Option<Kind>, usize) {
    if first.is_whitespace() {
        (None, first.len_utf8())
    } else if rest.starts_with("//") {
        (None, rest.find('\n').unwrap_or(rest.len()))
    } else if rest.starts_with("/*") {
        (None, block_comment(rest))
    } else if let Some(length) = string(rest) {
        (Some(Kind::Literal), length)
    } else if first == '\'' {
        (Some(Kind::Literal), character_or_lifetime(rest))
    } else if is_word(first) {
        (Some(Kind::Word), word(rest))
    } else {
        (Some(Kind::Mark), first.len_utf8())
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn word(rest: &str) -> usize {
    rest.find(|c| !is_word(c)).unwrap_or(rest.len())
}

/// Block comments nest.
fn block_comment(rest: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < rest.len() {
        let here = &rest.as_bytes()[at..];
        if here.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if here.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    rest.len()
}

/// The length of a string that starts here, with its prefix.
fn string(rest: &str) -> Option<usize> {
    let quote = rest.find('"')?;
    let hashes = rest[..quote].trim_end_matches('#');
    match (hashes, quote - hashes.len()) {
        ("" | "b" | "c", 0) => Some(quote + until_unescaped(&rest[quote..], b'"')),
        ("r" | "br" | "cr", count) => {
            let end = format!("\"{}", "#".repeat(count));
            let content = quote + 1;
            let length = rest[content..].find(&end).map(|at| at + end.len());
            Some(content + length.unwrap_or(rest.len() - content))
        }
        _ => None,
    }
}

/// `'a'` and `'\n'` are characters, `'a` is a lifetime.
fn character_or_lifetime(rest: &str) -> usize {
    let mut characters = rest.chars().skip(1);
    match (characters.next(), characters.next()) {
        (Some('\\'), _) => until_unescaped(rest, b'\''),
        (Some(c), Some('\'')) => c.len_utf8() + 2,
        _ => 1 + word(&rest[1..]),
    }
}

/// The length up to and with the next quote that no backslash precedes, where
/// the text starts with the opening quote.
fn until_unescaped(rest: &str, quote: u8) -> usize {
    let bytes = rest.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, expected: &[&str]) {
        let found: Vec<_> = tokens(source).iter().map(|token| token.text).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn words_and_marks_are_told_apart() {
        check("let x_1 = 0u8;", &["let", "x_1", "=", "0u8", ";"]);
        check("a::b", &["a", ":", ":", "b"]);
        check("blåbær()", &["blåbær", "(", ")"]);
    }

    #[test]
    fn comments_are_passed_by() {
        check("a // b {\nc", &["a", "c"]);
        check("a /* b /* c */ } */ d", &["a", "d"]);
        check("a // no line after", &["a"]);
        check("a /* no end", &["a"]);
        check("a / b", &["a", "/", "b"]);
    }

    #[test]
    fn strings_are_one_token() {
        check(
            r#"f("} // \" {", b)"#,
            &["f", "(", r#""} // \" {""#, ",", "b", ")"],
        );
        check(r##"r#"a " }"# b"##, &[r##"r#"a " }"#"##, "b"]);
        check(r#"br"\" b"#, &[r#"br"\""#, "b"]);
        check(r#"b"}" c"{""#, &[r#"b"}""#, r#"c"{""#]);
        check("\"two\nlines\" a", &["\"two\nlines\"", "a"]);
        check("\"no end", &["\"no end"]);
    }

    #[test]
    fn characters_are_not_lifetimes() {
        check(
            "'{' 'a '\\'' '\\u{7d}' b'}'",
            &["'{'", "'a", "'\\''", "'\\u{7d}'", "b", "'}'"],
        );
        check("&'static str", &["&", "'static", "str"]);
        check("'♔'", &["'♔'"]);
    }

    #[test]
    fn raw_identifiers_are_not_strings() {
        check("r#type == \"\"", &["r", "#", "type", "=", "=", "\"\""]);
    }

    #[test]
    fn lines_are_counted_through_comments_and_strings() {
        let lines: Vec<_> = tokens("a\n/* \n */ b \"\n\" c")
            .iter()
            .map(|t| t.line)
            .collect();
        assert_eq!(lines, [1, 3, 3, 4]);
    }
}
