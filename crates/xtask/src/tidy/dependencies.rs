//! Holds the workspace to the table of crates, for dependencies of every kind,
//! optional or not, and keeps runtimes and databases out of pure crates.

use super::Finding;
use crate::layers::{self, ASYNC, CRATES, IMPURE_CRATES, PURE, Row};
use crate::metadata::{Dependency, Kind, Member, Metadata, Origin};

const PREFIX: &str = "krog-";

/// Where the table is, for findings about its rows.
const TABLE: &str = "crates/xtask/src/layers.rs";

/// Members without a row, rows without a member, and dependencies that the
/// table does not allow.
pub fn dependencies(metadata: &Metadata) -> Vec<Finding> {
    let members = &metadata.members;
    let mut findings: Vec<_> = CRATES
        .iter()
        .filter(|row| !members.iter().any(|member| is(member, row)))
        .map(|row| {
            let found = format!("a row `{}` without a crate", row.name);
            Finding::new(TABLE, 1, found, format!("a member crates/{}", row.name))
        })
        .collect();
    for member in members {
        match CRATES.iter().find(|row| is(member, row)) {
            Some(row) => findings.extend(member_findings(member, row, members)),
            None => findings.push(Finding::new(
                &member.manifest,
                1,
                format!("the crate {}", member.name),
                format!("only crates with a row in {TABLE}, each krog-X in crates/X"),
            )),
        }
    }
    findings
}

fn is(member: &Member, row: &Row) -> bool {
    let name = member.name.strip_prefix(PREFIX);
    name == Some(row.name) && member.manifest == format!("crates/{}/Cargo.toml", row.name)
}

fn member_findings(member: &Member, row: &Row, members: &[Member]) -> Vec<Finding> {
    member
        .dependencies
        .iter()
        .filter_map(|dependency| {
            let expected = objection(dependency, row, members)?;
            let found = format!(
                "a {} on {}",
                match dependency.kind {
                    Kind::Normal => "dependency",
                    Kind::Dev => "dev-dependency",
                    Kind::Build => "build-dependency",
                },
                dependency.name
            );
            Some(Finding::new(&member.manifest, 1, found, expected))
        })
        .collect()
}

/// What was expected instead of this dependency; none when it is as it should be.
fn objection(dependency: &Dependency, row: &Row, members: &[Member]) -> Option<String> {
    match &dependency.origin {
        Origin::Outside(folder) => Some(format!("no path out of the workspace to {folder}")),
        Origin::Inside(manifest) if !members.iter().any(|m| m.manifest == *manifest) => {
            Some(format!("a member of the workspace, {manifest} is none"))
        }
        Origin::Inside(_) => inner_objection(dependency, row),
        Origin::Elsewhere if dependency.name.starts_with(PREFIX) => {
            Some("crates of ours by their path in the workspace".to_owned())
        }
        Origin::Elsewhere => outer_objection(dependency, row),
    }
}

fn inner_objection(dependency: &Dependency, row: &Row) -> Option<String> {
    let used = dependency
        .name
        .strip_prefix(PREFIX)
        .and_then(layers::find)?;
    if row.may_use(used) {
        return None;
    }
    let allowed = CRATES.iter().filter(|other| row.may_use(other));
    let allowed: Vec<_> = allowed.map(|other| other.name).collect();
    Some(if allowed.is_empty() {
        "no crate of ours".to_owned()
    } else {
        format!("of ours only {}", allowed.join(", "))
    })
}

fn outer_objection(dependency: &Dependency, row: &Row) -> Option<String> {
    let name = dependency.name.as_str();
    if dependency.kind == Kind::Dev {
        None // tests may use what they like
    } else if PURE.contains(&row.name) && IMPURE_CRATES.contains(&name) {
        Some("no I/O and no runtime in a pure crate".to_owned())
    } else if name == "tokio" && !ASYNC.contains(&row.name) {
        Some(format!("tokio only in {}", ASYNC.join(", ")))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::super::check_findings;
    use super::*;

    fn member(name: &str) -> Member {
        Member {
            name: format!("krog-{name}"),
            manifest: format!("crates/{name}/Cargo.toml"),
            dependencies: Vec::new(),
        }
    }

    fn workspace() -> Metadata {
        Metadata {
            target_directory: PathBuf::new(),
            members: CRATES.iter().map(|row| member(row.name)).collect(),
        }
    }

    fn inside(name: &str) -> Origin {
        Origin::Inside(format!("crates/{name}/Cargo.toml"))
    }

    /// The findings about one dependency of the crate `user`.
    #[track_caller]
    fn check(user: &str, name: &str, kind: Kind, origin: Origin, expected: &[&str]) {
        let mut metadata = workspace();
        let user = format!("krog-{user}");
        let members = &mut metadata.members;
        let user = members.iter_mut().find(|member| member.name == user);
        user.expect("a crate of the table").dependencies = vec![Dependency {
            name: name.to_owned(),
            kind,
            origin,
        }];
        check_findings(&dependencies(&metadata), expected);
    }

    #[test]
    fn what_the_table_allows_is_fine() {
        check("logic", "krog-chess", Kind::Normal, inside("chess"), &[]);
        check("store", "krog-text", Kind::Dev, inside("text"), &[]);
        check("lab", "krog-server", Kind::Normal, inside("server"), &[]);
        check("store", "tokio", Kind::Normal, Origin::Elsewhere, &[]);
        check("engine", "tokio", Kind::Dev, Origin::Elsewhere, &[]);
        check("xtask", "anyhow", Kind::Normal, Origin::Elsewhere, &[]);
    }

    #[test]
    fn every_kind_of_dependency_is_held_to_the_table() {
        check(
            "chess",
            "krog-logic",
            Kind::Normal,
            inside("logic"),
            &["crates/chess/Cargo.toml:1: a dependency on krog-logic, expected of ours only text"],
        );
        check(
            "engine",
            "krog-stats",
            Kind::Dev,
            inside("stats"),
            &[
                "crates/engine/Cargo.toml:1: a dev-dependency on krog-stats, expected of ours only text, chess",
            ],
        );
        check(
            "xtask",
            "krog-text",
            Kind::Build,
            inside("text"),
            &[
                "crates/xtask/Cargo.toml:1: a build-dependency on krog-text, expected no crate of ours",
            ],
        );
    }

    #[test]
    fn crates_of_ours_are_members_of_the_workspace() {
        check(
            "logic",
            "krog-chess",
            Kind::Normal,
            Origin::Outside("/elsewhere/chess".to_owned()),
            &["crates/logic/Cargo.toml:1: a dependency on krog-chess, \
               expected no path out of the workspace to /elsewhere/chess"],
        );
        check(
            "logic",
            "krog-chess",
            Kind::Normal,
            Origin::Inside("old/chess/Cargo.toml".to_owned()),
            &["crates/logic/Cargo.toml:1: a dependency on krog-chess, \
               expected a member of the workspace, old/chess/Cargo.toml is none"],
        );
        check(
            "logic",
            "krog-chess",
            Kind::Normal,
            Origin::Elsewhere,
            &["crates/logic/Cargo.toml:1: a dependency on krog-chess, \
               expected crates of ours by their path in the workspace"],
        );
    }

    #[test]
    fn runtimes_and_databases_stay_out_of_pure_crates() {
        for name in IMPURE_CRATES {
            let line = format!(
                "crates/advisor/Cargo.toml:1: a dependency on {name}, \
                 expected no I/O and no runtime in a pure crate"
            );
            check("advisor", name, Kind::Normal, Origin::Elsewhere, &[&line]);
        }
        check(
            "wire",
            "tokio",
            Kind::Normal,
            Origin::Elsewhere,
            &["crates/wire/Cargo.toml:1: a dependency on tokio, \
               expected tokio only in analyst, importer, store, server, cli, borders, lab"],
        );
    }

    #[test]
    fn a_crate_without_a_row_fails() {
        let mut metadata = workspace();
        metadata.members.push(member("extra"));
        let expected = "crates/extra/Cargo.toml:1: the crate krog-extra, expected only \
                        crates with a row in crates/xtask/src/layers.rs, each krog-X in crates/X";
        check_findings(&dependencies(&metadata), &[expected]);
    }

    #[test]
    fn a_row_without_a_crate_fails() {
        let mut metadata = workspace();
        metadata.members.retain(|member| member.name != "krog-lab");
        let expected = "crates/xtask/src/layers.rs:1: a row `lab` without a crate, \
                        expected a member crates/lab";
        check_findings(&dependencies(&metadata), &[expected]);
    }
}
