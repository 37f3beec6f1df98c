//! What every crate's manifest says: a description, and the lints, version,
//! edition and licence of the workspace. Reads lines, not TOML: manifests here
//! are written in one style.

use super::Finding;
use super::tree::TextFile;

/// What is inherited from the workspace: the table and the key.
const INHERITED: &[(&str, &str)] = &[
    ("package", "version"),
    ("package", "edition"),
    ("package", "license"),
    ("lints", ""),
];

/// What a crate's manifest leaves out.
pub fn manifests(file: &TextFile) -> Vec<Finding> {
    let is_crate = file.path.starts_with("crates/") && file.path.ends_with("/Cargo.toml");
    if !is_crate {
        return Vec::new();
    }
    let settings = settings(&file.text);
    let mut findings = Vec::new();
    let mut expect = |holds: bool, found: &str, expected: &str| {
        if !holds {
            findings.push(Finding::new(&file.path, 1, found, expected));
        }
    };
    for (table, key) in INHERITED {
        let name = format!("{table}.{key}");
        let name = name.trim_end_matches('.');
        let inherited = |(setting, value): &(String, &str)| {
            (*setting == format!("{name}.workspace") && *value == "true")
                || (setting == name && value.replace(' ', "") == "{workspace=true}")
        };
        expect(
            settings.iter().any(inherited),
            &format!("{name} of its own or none"),
            "that of the workspace",
        );
    }
    let described = |(setting, value): &(String, &str)| {
        setting == "package.description" && value.trim_matches('"').trim() != ""
    };
    expect(
        settings.iter().any(described),
        "no package.description",
        "one line on what the crate is for",
    );
    findings
}

/// The settings of a manifest as full names and values as written.
fn settings(text: &str) -> Vec<(String, &str)> {
    let mut table = String::new();
    let mut settings = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            table = format!("{}.", name.trim_matches(['[', ']']));
        } else if line.starts_with('#') {
            // a comment
        } else if let Some((key, value)) = line.split_once('=') {
            settings.push((format!("{table}{}", key.trim()), value.trim()));
        }
    }
    settings
}

#[cfg(test)]
mod tests {
    use super::super::check_findings;
    use super::*;

    const WHOLE: &str = "[package]\nname = \"krog-a\"\ndescription = \"A crate\"\n\
        version.workspace = true\nedition.workspace = true\n\
        license = { workspace = true }\n\n[lints]\nworkspace = true\n";

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let file = TextFile {
            path: "crates/a/Cargo.toml".to_owned(),
            text: text.to_owned(),
        };
        check_findings(&manifests(&file), expected);
    }

    #[track_caller]
    fn check_changed(from: &str, to: &str, expected: &str) {
        let changed = WHOLE.replace(from, to);
        assert_ne!(changed, WHOLE);
        check(&changed, &[&format!("crates/a/Cargo.toml:1: {expected}")]);
    }

    #[test]
    fn a_whole_manifest_is_fine() {
        check(WHOLE, &[]);
        check(
            &format!(
                "lints.workspace = true\n{}",
                WHOLE.replace("[lints]", "[other]")
            ),
            &[],
        );
    }

    #[test]
    fn what_is_left_out_is_named() {
        let own = "of its own or none, expected that of the workspace";
        check_changed(
            "version.workspace = true",
            "version = \"1\"",
            &format!("package.version {own}"),
        );
        check_changed("edition.workspace", "#", &format!("package.edition {own}"));
        check_changed(
            "{ workspace = true }",
            "\"MIT\"",
            &format!("package.license {own}"),
        );
        check_changed("[lints]", "[lints.rust]", &format!("lints {own}"));
        let description = "no package.description, expected one line on what the crate is for";
        check_changed("A crate", "", description);
        check_changed("description = \"A crate\"\n", "", description);
    }

    #[test]
    fn only_crates_are_asked() {
        let root = TextFile {
            path: "Cargo.toml".to_owned(),
            text: String::new(),
        };
        check_findings(&manifests(&root), &[]);
    }
}
