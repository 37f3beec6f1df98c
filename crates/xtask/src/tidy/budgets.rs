//! How long things may be: files, functions and the documents that are read
//! first. Lines are counted as written, comments and tests included.

use super::Finding;
use super::items::functions;
use super::tokens::tokens;
use super::tree::TextFile;

/// The most lines of a source file.
pub const FILE: usize = 500;

/// The most lines of a function, from its `fn` to its closing brace.
pub const FUNCTION: usize = 60;

/// Source files by the ending of their names.
const SOURCES: &[&str] = &["rs", "ts", "svelte"];

/// Documents at the root, with the most lines of each.
const DOCUMENTS: &[(&str, usize)] = &[("README.md", 170), ("ARCHITECTURE.md", 250)];

/// Files longer than their budget.
pub fn file_length(file: &TextFile) -> Vec<Finding> {
    let Some(limit) = limit(file) else {
        return Vec::new();
    };
    let size = file.text.lines().count();
    let finding = || Finding {
        size: Some(size),
        ..Finding::new(
            &file.path,
            1,
            format!("{size} lines"),
            format!("at most {limit}"),
        )
    };
    (size > limit).then(finding).into_iter().collect()
}

/// Functions longer than their budget.
pub fn function_length(file: &TextFile) -> Vec<Finding> {
    if !file.is_rust() {
        return Vec::new();
    }
    let long = functions(&tokens(&file.text))
        .into_iter()
        .map(|function| {
            let size = function.last_line - function.first_line + 1;
            (function, size)
        })
        .filter(|(_, size)| *size > FUNCTION);
    long.map(|(function, size)| Finding {
        size: Some(size),
        item: function.name.clone(),
        ..Finding::new(
            &file.path,
            function.first_line,
            format!("function `{}` of {size} lines", function.name),
            format!("at most {FUNCTION}"),
        )
    })
    .collect()
}

fn limit(file: &TextFile) -> Option<usize> {
    let document = DOCUMENTS.iter().find(|(path, _)| *path == file.path);
    match document {
        Some((_, limit)) => Some(*limit),
        None => SOURCES
            .iter()
            .any(|ending| file.has_extension(ending))
            .then_some(FILE),
    }
}

#[cfg(test)]
mod tests {
    use super::super::check_findings;
    use super::*;

    fn file(path: &str, text: String) -> TextFile {
        TextFile {
            path: path.to_owned(),
            text,
        }
    }

    #[track_caller]
    fn check_file(path: &str, lines: usize, expected: &[&str]) {
        check_findings(&file_length(&file(path, "a\n".repeat(lines))), expected);
    }

    #[test]
    fn files_stay_within_their_budget() {
        check_file("a.rs", 500, &[]);
        check_file("a.rs", 501, &["a.rs:1: 501 lines, expected at most 500"]);
        check_file(
            "web/a.ts",
            501,
            &["web/a.ts:1: 501 lines, expected at most 500"],
        );
        check_file(
            "web/A.svelte",
            501,
            &["web/A.svelte:1: 501 lines, expected at most 500"],
        );
        check_file("openings.tsv", 9000, &[]);
    }

    #[test]
    fn documents_at_the_root_stay_short() {
        check_file("README.md", 170, &[]);
        check_file(
            "README.md",
            171,
            &["README.md:1: 171 lines, expected at most 170"],
        );
        check_file(
            "ARCHITECTURE.md",
            251,
            &["ARCHITECTURE.md:1: 251 lines, expected at most 250"],
        );
        check_file("docs/README.md", 171, &[]);
    }

    #[track_caller]
    fn check_function(lines: usize, expected: &[&str]) {
        let body = "    b();\n".repeat(lines - 2);
        let text = format!("//! c\n\nfn a() {{\n{body}}}\n");
        check_findings(&function_length(&file("a.rs", text)), expected);
    }

    #[test]
    fn functions_stay_within_their_budget() {
        check_function(60, &[]);
        check_function(
            61,
            &["a.rs:3: function `a` of 61 lines, expected at most 60"],
        );
    }
}
