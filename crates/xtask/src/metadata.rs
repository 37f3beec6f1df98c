//! What cargo knows of the workspace, as far as it is needed here: where it
//! builds, who the members are and what each depends on.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::workspace::Workspace;

/// The part of `cargo metadata` that is used here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// Where cargo builds.
    pub target_directory: PathBuf,
    /// The members of the workspace.
    pub members: Vec<Member>,
}

/// A crate of the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The name of the package.
    pub name: String,
    /// Its manifest, from the root of the workspace, with forward slashes.
    pub manifest: String,
    /// All that it depends on, of every kind, optional or not, for any target.
    pub dependencies: Vec<Dependency>,
}

/// One entry of a dependency table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// The name of the package, whatever the crate calls it.
    pub name: String,
    /// For the crate, its tests or its build script.
    pub kind: Kind,
    /// Where it comes from.
    pub origin: Origin,
}

/// What a dependency is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The crate itself.
    Normal,
    /// Its tests, examples and benches.
    Dev,
    /// Its build script.
    Build,
}

/// Where a dependency comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A registry or a repository.
    Elsewhere,
    /// A folder of the workspace; its manifest from the root.
    Inside(String),
    /// A folder that is not below the root.
    Outside(String),
}

impl Metadata {
    /// Asks cargo.
    pub fn load(workspace: &Workspace) -> Result<Self> {
        let call = workspace.cargo(["metadata", "--format-version", "1", "--no-deps"]);
        Self::parse(&call.output()?)
    }

    /// Reads the output of `cargo metadata --format-version 1 --no-deps`.
    pub fn parse(json: &[u8]) -> Result<Self> {
        let value: Value =
            serde_json::from_slice(json).context("`cargo metadata` did not answer with JSON")?;
        let root = PathBuf::from(text(&value, "workspace_root")?);
        let members = list(&value, "packages")?
            .iter()
            .map(|package| Member::parse(package, &root))
            .collect::<Result<_>>()?;
        Ok(Self {
            target_directory: PathBuf::from(text(&value, "target_directory")?),
            members,
        })
    }
}

impl Member {
    fn parse(package: &Value, root: &Path) -> Result<Self> {
        let name = text(package, "name")?.to_owned();
        let manifest = Path::new(text(package, "manifest_path")?);
        let dependencies = list(package, "dependencies")?
            .iter()
            .map(|dependency| Dependency::parse(dependency, root))
            .collect::<Result<_>>()
            .with_context(|| format!("in the dependencies of {name}"))?;
        Ok(Self {
            manifest: below(manifest, root).unwrap_or_else(|| manifest.display().to_string()),
            name,
            dependencies,
        })
    }
}

impl Dependency {
    fn parse(value: &Value, root: &Path) -> Result<Self> {
        let kind = match value["kind"].as_str() {
            None => Kind::Normal,
            Some("dev") => Kind::Dev,
            Some("build") => Kind::Build,
            Some(other) => {
                bail!("found a dependency of kind `{other}`, expected dev or build or none")
            }
        };
        let origin = match value["path"].as_str() {
            None => Origin::Elsewhere,
            Some(folder) => match below(Path::new(folder), root) {
                Some(folder) => Origin::Inside(format!("{folder}/Cargo.toml")),
                None => Origin::Outside(folder.to_owned()),
            },
        };
        let name = text(value, "name")?.to_owned();
        Ok(Self { name, kind, origin })
    }
}

fn below(path: &Path, root: &Path) -> Option<String> {
    let relative = path.strip_prefix(root).ok()?;
    Some(relative.to_string_lossy().replace('\\', "/"))
}

fn text<'a>(value: &'a Value, field: &str) -> Result<&'a str> {
    value[field]
        .as_str()
        .with_context(|| format!("no text `{field}` in the output of `cargo metadata`"))
}

fn list<'a>(value: &'a Value, field: &str) -> Result<&'a Vec<Value>> {
    value[field]
        .as_array()
        .with_context(|| format!("no list `{field}` in the output of `cargo metadata`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(dependency: &str, name: &str, kind: Kind, origin: Origin) {
        let json = format!(
            r#"{{"workspace_root": "/p", "target_directory": "/p/target", "packages": [
                {{"name": "krog-a", "manifest_path": "/p/crates/a/Cargo.toml",
                  "dependencies": [{dependency}]}}]}}"#
        );
        let expected = Metadata {
            target_directory: PathBuf::from("/p/target"),
            members: vec![Member {
                name: "krog-a".to_owned(),
                manifest: "crates/a/Cargo.toml".to_owned(),
                dependencies: vec![Dependency {
                    name: name.to_owned(),
                    kind,
                    origin,
                }],
            }],
        };
        let found = Metadata::parse(json.as_bytes()).expect("the row is well formed");
        assert_eq!(found, expected);
    }

    #[test]
    fn dependencies_keep_their_kind_and_origin() {
        check(
            r#"{"name": "anyhow", "kind": null, "path": null}"#,
            "anyhow",
            Kind::Normal,
            Origin::Elsewhere,
        );
        check(
            r#"{"name": "krog-b", "kind": "dev", "path": "/p/crates/b", "rename": "c"}"#,
            "krog-b",
            Kind::Dev,
            Origin::Inside("crates/b/Cargo.toml".to_owned()),
        );
        check(
            r#"{"name": "krog-b", "kind": "build", "path": "/q/b", "optional": true}"#,
            "krog-b",
            Kind::Build,
            Origin::Outside("/q/b".to_owned()),
        );
    }

    #[test]
    fn a_field_that_is_missing_is_named() {
        let error = Metadata::parse(b"{}").expect_err("the root is missing");
        assert_eq!(
            error.to_string(),
            "no text `workspace_root` in the output of `cargo metadata`"
        );
    }
}
