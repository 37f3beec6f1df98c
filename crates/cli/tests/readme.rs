//! The commands in the README are run and must print what it shows, so that
//! they cannot rot.

use std::{fs, path::Path, process::Command};

/// A command line of the README and the output it promises.
#[derive(Debug)]
struct Example {
    words: Vec<String>,
    output: String,
}

#[test]
fn the_readme_shows_what_krog_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = fs::read_to_string(root.join("README.md")).expect("the README exists");
    let examples = examples(&readme);
    assert!(examples.len() >= 3, "found only {}", examples.len());
    for example in examples {
        let output = Command::new(env!("CARGO_BIN_EXE_krog"))
            .args(&example.words[1..])
            .current_dir(&root)
            .env_remove("KROG_LANG")
            .env_remove("KROG_FORMAT")
            .output()
            .expect("krog runs");
        let printed = String::from_utf8(output.stdout).expect("krog prints UTF-8")
            + &String::from_utf8(output.stderr).expect("krog prints UTF-8");
        assert_eq!(printed, example.output, "{:?}", example.words);
    }
}

/// The examples in blocks marked `console`: lines `$ krog …` and what follows.
fn examples(readme: &str) -> Vec<Example> {
    let blocks = readme.split("```console\n").skip(1);
    let texts = blocks.filter_map(|block| block.split("```").next());
    let mut examples: Vec<Example> = Vec::new();
    for text in texts {
        let mut open = false;
        for line in text.lines() {
            if let Some(command) = line.strip_prefix("$ ") {
                open = command.starts_with("krog ");
                if open {
                    examples.push(Example {
                        words: words(command),
                        output: String::new(),
                    });
                }
            } else if let Some(example) = examples.last_mut().filter(|_| open) {
                example.output += line;
                example.output += "\n";
            }
        }
    }
    examples
}

/// The words of a command line; quotation marks hold words together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in command.split(['"', '\'']).enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}
