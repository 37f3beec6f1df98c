//! Settings: a flag comes before a variable, a variable before the file, the file
//! before the default, for every option of `krog serve`.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::{
    collections::BTreeSet,
    fs,
    path::PathBuf,
    process::{Command, Output},
};

/// Three values of each option, as TOML writes them. An option without a row
/// fails the test below.
const ROWS: &[(&str, [&str; 3])] = &[
    (
        "bind",
        ["\"127.0.0.1:1\"", "\"127.0.0.1:2\"", "\"127.0.0.1:3\""],
    ),
    ("db", ["\"a\"", "\"b\"", "\"c\""]),
    ("in", ["\"a\"", "\"b\"", "\"c\""]),
    ("engine", ["\"builtin\"", "\"stockfish\"", "\"hybrid\""]),
    ("depth", ["1", "2", "3"]),
    ("nodes", ["1", "2", "3"]),
    ("movetime", ["1", "2", "3"]),
    ("multipv", ["1", "3", "4"]),
    ("threads", ["1", "2", "3"]),
    (
        "cloud-url",
        ["\"https://a\"", "\"https://b\"", "\"https://c\""],
    ),
    ("lichess-token", ["\"lip_a\"", "\"lip_b\"", "\"lip_c\""]),
    (
        "contact",
        [
            "\"a@example.org\"",
            "\"b@example.org\"",
            "\"c@example.org\"",
        ],
    ),
    (
        "lichess-url",
        [
            "\"https://a.example\"",
            "\"https://b.example\"",
            "\"https://c.example\"",
        ],
    ),
    (
        "chesscom-url",
        [
            "\"https://a.example\"",
            "\"https://b.example\"",
            "\"https://c.example\"",
        ],
    ),
    ("max-nodes", ["1000", "2000", "3000"]),
    ("queue", ["1", "2", "3"]),
    ("idle", ["\"analyze\"", "\"rest\"", "\"analyze\""]),
    ("workers", ["\"also\"", "\"only\"", "\"off\""]),
    ("lease", ["5", "6", "7"]),
    ("api-keys", ["\"a\"", "\"b\"", "\"c\""]),
    ("rate", ["1", "2", "3"]),
    ("burst", ["1", "2", "3"]),
    (
        "trusted-proxy",
        [
            "[\"10.0.0.1\"]",
            "[\"10.0.0.2\", \"fd00::/8\"]",
            "[\"10.0.0.3\"]",
        ],
    ),
    (
        "proxy-header",
        ["\"forwarded\"", "\"x-forwarded-for\"", "\"forwarded\""],
    ),
    (
        "allow-origin",
        [
            "[\"https://a.example\"]",
            "[\"https://b.example\", \"https://d.example\"]",
            "[\"https://c.example\"]",
        ],
    ),
    ("connections", ["1", "2", "3"]),
    ("log", ["\"json\"", "\"off\"", "\"text\""]),
    ("log-level", ["\"warn\"", "\"error\"", "\"debug\""]),
];

/// Options whose value is never shown.
const SECRETS: [&str; 2] = ["db", "lichess-token"];

fn folder() -> PathBuf {
    let path = std::env::temp_dir().join(format!("krog-config-{}", std::process::id()));
    fs::create_dir_all(&path).unwrap();
    path
}

fn krog(args: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_krog"));
    for (name, _) in std::env::vars() {
        if name.starts_with("KROG_") {
            command.env_remove(name);
        }
    }
    command
        .args(args)
        .envs(variables.iter().copied())
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .output()
        .unwrap()
}

/// A value as a flag or a variable takes it.
fn plain(value: &str) -> String {
    value.replace(['"', '[', ']', ' '], "")
}

/// What `krog config` says about an option.
fn told(name: &str, args: &[&str], variables: &[(&str, &str)]) -> String {
    let args: Vec<&str> = ["config"].iter().chain(args).copied().collect();
    let output = krog(&args, variables);
    let text = String::from_utf8(output.stdout).unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    let own = |line: &&str| {
        line.starts_with(&format!("{name} = ")) || line.starts_with(&format!("# {name} is "))
    };
    let line = text.lines().find(own);
    line.unwrap_or_else(|| panic!("{name}: {text}{error}"))
        .to_owned()
}

fn expected(name: &str, value: &str, source: &str) -> String {
    if SECRETS.contains(&name) {
        format!("# {name} is set ({source})")
    } else {
        format!("{name} = {value} # {source}")
    }
}

#[test]
fn every_option_obeys_flag_then_environment_then_file_then_default() {
    let file = folder().join("all.toml");
    let lines: Vec<String> = ROWS
        .iter()
        .map(|(name, values)| format!("{name} = {}", values[0]))
        .collect();
    fs::write(&file, lines.join("\n")).unwrap();
    let file = file.to_str().unwrap();
    let reference = String::from_utf8(krog(&["config", "--reference"], &[]).stdout).unwrap();
    let documented: BTreeSet<&str> = reference
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        .collect();
    let rows: BTreeSet<&str> = ROWS.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        documented, rows,
        "an option has no row here, or a row no option"
    );
    for (name, [in_file, in_environment, as_flag]) in ROWS {
        let variable = format!("KROG_{}", name.to_uppercase().replace('-', "_"));
        let environment = plain(in_environment);
        let flag = format!("--{name}={}", plain(as_flag));
        let environment: &[(&str, &str)] = &[(&variable, &environment)];
        let by_default = told(name, &[], &[]);
        assert!(
            by_default.ends_with("# default") || by_default.ends_with("is not set"),
            "{by_default}"
        );
        assert_eq!(
            told(name, &["--config", file], &[]),
            expected(name, in_file, "file")
        );
        assert_eq!(
            told(name, &["--config", file], environment),
            expected(name, in_environment, "environment")
        );
        assert_eq!(
            told(name, &["--config", file, &flag], environment),
            expected(name, as_flag, "command line")
        );
        assert!(
            reference.contains(&format!("| `{name}` | `{variable}` |")),
            "{variable}"
        );
    }
    let by_variable = told("rate", &[], &[("KROG_CONFIG", file)]);
    assert_eq!(by_variable, "rate = 1 # file");
}

#[test]
fn what_is_wrong_with_a_file_is_told_without_its_secrets() {
    let file = folder().join("wrong.toml");
    let path = file.to_str().unwrap();
    for (text, message) in [
        ("ratte = 1", "found \"ratte\", expected some of bind"),
        ("rate = 1.5", "rate: expected a text, a number"),
        ("rate = { a = 1 }", "rate: expected a text, a number"),
        ("rate = 1\nlichess-token = lip_secret", "line 2"),
        ("rate = \"many\"", "--rate"),
    ] {
        fs::write(&file, text).unwrap();
        let output = krog(&["config", "--config", path], &[]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}: {error}");
        assert!(error.contains(message), "{text}: {error}");
        assert!(!error.contains("lip_secret"), "{error}");
    }
    let output = krog(&["serve", "--config", "/none/krog.toml"], &[]);
    assert_eq!(output.status.code(), Some(2));
    // The user's own file may be missing.
    assert!(krog(&["config"], &[]).status.success());
}

#[test]
fn the_committed_reference_is_current() {
    let place = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/configuration.md");
    let output = krog(&["config", "--reference"], &[]);
    let text = String::from_utf8(output.stdout).unwrap();
    if std::env::var_os("KROG_WRITE").is_some() {
        fs::write(place, &text).unwrap();
    }
    let kept = fs::read_to_string(place).unwrap_or_default();
    assert!(
        kept == text,
        "docs/configuration.md is not current: KROG_WRITE=1 cargo test -p krog-cli --test config writes it"
    );
}
