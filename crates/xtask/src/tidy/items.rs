//! What the rules ask of a Rust source: its functions, the paths it names, and
//! what is left of it without its tests. Works on tokens, by matching brackets.

use super::tokens::{Kind, Token};

/// A function with a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The line of its `fn`.
    pub first_line: usize,
    /// The line of its closing brace.
    pub last_line: usize,
}

/// A path such as `std::fs::read`, with imports spelled out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path<'a> {
    /// Its parts.
    pub parts: Vec<&'a str>,
    /// The line of its last part.
    pub line: usize,
}

/// All functions with a body, also those inside others.
pub fn functions(tokens: &[Token<'_>]) -> Vec<Function> {
    let mut functions = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if !token.is("fn") {
            continue;
        }
        // In a macro the name may be a variable.
        let mut name = tokens[index + 1..].iter().skip_while(|t| t.is("$"));
        let Some(name) = name.next().filter(|name| name.kind == Kind::Word) else {
            continue; // the type of a function
        };
        let end = end_of_item(tokens, index);
        if tokens[end].is("}") {
            functions.push(Function {
                name: name.text.to_owned(),
                first_line: token.line,
                last_line: tokens[end].line,
            });
        }
    }
    functions
}

/// The tokens that are not part of an item under `#[cfg(test)]`.
pub fn without_tests<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if starts_with(
            &tokens[at..],
            &["#", "!", "[", "cfg", "(", "test", ")", "]"],
        ) {
            return Vec::new();
        }
        if is_test_attribute(&tokens[at..]) {
            at = end_of_item(tokens, end_of_attributes(tokens, at)) + 1;
        } else {
            kept.push(tokens[at]);
            at += 1;
        }
    }
    kept
}

/// All paths of the source. `use std::{fs, io::Read}` names `std::fs` and
/// `std::io::Read`.
pub fn paths<'a>(tokens: &[Token<'a>]) -> Vec<Path<'a>> {
    let mut paths = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at].is("use") {
            at = imports(tokens, at + 1, &[], &mut paths);
        } else if tokens[at].kind == Kind::Word {
            let (parts, line, end) = plain_path(tokens, at);
            paths.push(Path { parts, line });
            at = end;
        } else {
            at += 1;
        }
    }
    paths
}

/// Whether the tokens start with these words and marks.
pub fn starts_with(tokens: &[Token<'_>], expected: &[&str]) -> bool {
    tokens.len() >= expected.len() && tokens.iter().zip(expected).all(|(t, e)| t.is(e))
}

/// The index after the bracket that closes the one at `open`.
pub fn after_brackets(tokens: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate().skip(open) {
        if token.kind != Kind::Mark {
            continue;
        }
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    tokens.len()
}

fn is_test_attribute(tokens: &[Token<'_>]) -> bool {
    starts_with(tokens, &["#", "[", "cfg", "(", "test", ")", "]"])
        || starts_with(tokens, &["#", "[", "cfg", "(", "all", "(", "test"])
}

fn end_of_attributes(tokens: &[Token<'_>], mut at: usize) -> usize {
    while starts_with(&tokens[at..], &["#", "["]) {
        at = after_brackets(tokens, at + 1);
    }
    at
}

/// The index of the semicolon or closing brace that ends the item starting at
/// `start`. An import ends at its semicolon, whatever braces it has.
fn end_of_item(tokens: &[Token<'_>], start: usize) -> usize {
    let last = tokens.len().saturating_sub(1);
    let braces_are_inside = ends_at_semicolon(tokens, start);
    let mut at = start;
    while at <= last {
        let token = tokens[at];
        if token.is(";") {
            return at;
        } else if token.is("{") && !braces_are_inside {
            return after_brackets(tokens, at) - 1;
        } else if ["(", "[", "{"].iter().any(|open| token.is(open)) {
            at = after_brackets(tokens, at);
        } else {
            at += 1;
        }
    }
    last
}

fn ends_at_semicolon(tokens: &[Token<'_>], start: usize) -> bool {
    let mut at = start;
    if tokens.get(at).is_some_and(|token| token.is("pub")) {
        at += 1;
        if tokens.get(at).is_some_and(|token| token.is("(")) {
            at = after_brackets(tokens, at);
        }
    }
    let is = |at: usize, words: &[&str]| {
        let token = tokens.get(at);
        token.is_some_and(|token| words.iter().any(|word| token.is(word)))
    };
    let is_function = is(at, &["const"]) && is(at + 1, &["fn", "async", "unsafe", "extern"]);
    is(at, &["use", "const", "static", "let", "type"]) && !is_function
}

fn plain_path<'a>(tokens: &[Token<'a>], start: usize) -> (Vec<&'a str>, usize, usize) {
    let mut parts = vec![tokens[start].text];
    let mut at = start + 1;
    while starts_with(&tokens[at..], &[":", ":"])
        && tokens.get(at + 2).is_some_and(|t| t.kind == Kind::Word)
    {
        parts.push(tokens[at + 2].text);
        at += 3;
    }
    (parts, tokens[at - 1].line, at)
}

/// Collects the paths of one import tree from `at`; the index after it.
fn imports<'a>(
    tokens: &[Token<'a>],
    mut at: usize,
    before: &[&'a str],
    paths: &mut Vec<Path<'a>>,
) -> usize {
    let mut parts = before.to_vec();
    while let Some(token) = tokens.get(at) {
        if token.is("{") {
            let end = after_brackets(tokens, at) - 1;
            at += 1;
            while at < end {
                at = imports(&tokens[..end], at, &parts, paths);
            }
            return end + 1;
        }
        if token.is(",") || token.is(";") || token.is("as") {
            break;
        }
        if token.kind == Kind::Word || token.is("*") {
            parts.push(token.text);
        }
        at += 1;
    }
    if parts.len() > before.len() {
        let line = tokens[at - 1].line;
        paths.push(Path { parts, line });
    }
    // Past a new name, to the mark that ends the import.
    let rest = tokens[at..].iter();
    let end = rest.take_while(|t| !t.is(",") && !t.is(";")).count();
    at + end + 1
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;

    #[track_caller]
    fn check_functions(source: &str, expected: &[(&str, usize, usize)]) {
        let found = functions(&tokens(source));
        let found: Vec<_> = found
            .iter()
            .map(|f| (f.name.as_str(), f.first_line, f.last_line))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_function_runs_to_its_closing_brace() {
        check_functions("fn a() {}\nfn b() {\n}\n", &[("a", 1, 1), ("b", 2, 3)]);
        check_functions("impl A {\n    fn a() {\n    }\n}", &[("a", 2, 3)]);
        check_functions(
            "fn a() {\n    fn b() {\n    }\n}",
            &[("a", 1, 4), ("b", 2, 3)],
        );
        check_functions("pub const fn a() {\n}", &[("a", 1, 2)]);
        check_functions("fn a<const N: usize>() -> *const u8 {\n}", &[("a", 1, 2)]);
        check_functions(
            "macro_rules! m { ($n:ident) => { fn $n() {\n} } }",
            &[("n", 1, 2)],
        );
    }

    #[test]
    fn a_signature_of_many_lines_counts() {
        check_functions(
            "fn a<T>(\n    b: [u8; 3],\n) -> T\nwhere\n    T: B,\n{\n}",
            &[("a", 1, 7)],
        );
    }

    #[test]
    fn declarations_and_types_are_no_functions() {
        check_functions(
            "trait A {\n    fn a(&self) -> [u8; 2];\n    fn b() {}\n}",
            &[("b", 3, 3)],
        );
        check_functions("struct A { run: fn(u8) -> u8 }", &[]);
    }

    #[test]
    fn strings_comments_and_characters_do_not_end_a_function() {
        check_functions("fn a() {\n    b(\"}\");\n}", &[("a", 1, 3)]);
        check_functions("fn a() {\n    r#\"\n}\nfn b() {\n\"#\n}", &[("a", 1, 6)]);
        check_functions("fn a() {\n    // }\n    /*\n}\n*/\n}", &[("a", 1, 6)]);
        check_functions("fn a<'b>() {\n    '}'\n}", &[("a", 1, 3)]);
        check_functions("/// fn a() {\n// fn b() {}\nfn c() {}", &[("c", 3, 3)]);
    }

    #[track_caller]
    fn check_without_tests(source: &str, expected: &str) {
        let kept = without_tests(&tokens(source));
        let kept: Vec<_> = kept.iter().map(|token| token.text).collect();
        assert_eq!(kept.join(" "), expected);
    }

    #[test]
    fn items_under_cfg_test_are_left_out() {
        check_without_tests("a; #[cfg(test)] mod tests { b { } } c", "a ; c");
        check_without_tests(
            "#[cfg(test)]\n#[track_caller]\nfn a() -> [u8; 1] { b } c",
            "c",
        );
        check_without_tests("#[cfg(test)] mod tests; a", "a");
        check_without_tests("#[cfg(test)] use a::{b, c}; d", "d");
        check_without_tests("#[cfg(test)] const A: B = B { c: 1 }; d", "d");
        check_without_tests("#[cfg(test)] pub(crate) const fn a() { b } c", "c");
        check_without_tests("#[cfg(all(test, unix))] mod tests { b } c", "c");
        check_without_tests("#![cfg(test)] a", "");
        check_without_tests("#[cfg(unix)] mod a;", "# [ cfg ( unix ) ] mod a ;");
    }

    #[track_caller]
    fn check_paths(source: &str, expected: &[(&str, usize)]) {
        let found = paths(&tokens(source));
        let found: Vec<_> = found.iter().map(|p| (p.parts.join("::"), p.line)).collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(p, l)| ((*p).to_owned(), *l))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn paths_are_whole() {
        check_paths("std::fs::read(a)", &[("std::fs::read", 1), ("a", 1)]);
        check_paths("\"std::fs\" // std::fs", &[]);
    }

    #[test]
    fn imports_are_spelled_out() {
        check_paths("use std::fs;", &[("std::fs", 1)]);
        check_paths("use ::std::fs::*; a", &[("std::fs::*", 1), ("a", 1)]);
        check_paths(
            "pub use std::{\n    fs as files,\n    io::{self, Read},\n}; a",
            &[
                ("pub", 1),
                ("std::fs", 2),
                ("std::io::self", 3),
                ("std::io::Read", 3),
                ("a", 4),
            ],
        );
    }
}
