//! What is in the binary, as a `CycloneDX` bill of materials: the crates that
//! `krog-cli` is built of and the packages that the page is made from, each with
//! version, licence and checksum, and who needs whom.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use crate::workspace::Workspace;

/// The crate that becomes the binary.
const PROGRAM: &str = "krog-cli";

/// The platform of the bill: what other systems need is not in the binary.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

pub(super) fn sbom(workspace: &Workspace) -> Result<u8> {
    let metadata = workspace.cargo([
        "metadata",
        "--format-version",
        "1",
        "--locked",
        "--filter-platform",
        PLATFORM,
    ]);
    let metadata: Value = serde_json::from_slice(&metadata.output()?)
        .context("`cargo metadata` did not answer with JSON")?;
    let lock = read(workspace, "Cargo.lock")?;
    let page = serde_json::from_str(&read(workspace, "web/package-lock.json")?)
        .context("web/package-lock.json is not JSON")?;
    println!("{:#}", bill(&metadata, &checksums(&lock), &page)?);
    Ok(0)
}

fn read(workspace: &Workspace, file: &str) -> Result<String> {
    fs::read_to_string(workspace.root.join(file)).with_context(|| format!("reading {file}"))
}

/// The checksum of every crate that has one, by name and version.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let field = |block: &str, name: &str| {
        let start = format!("{name} = \"");
        let line = block.lines().find_map(|line| line.strip_prefix(&start))?;
        Some(line.trim_end_matches('"').to_owned())
    };
    let blocks = lock.split("[[package]]").skip(1);
    blocks
        .filter_map(|block| {
            let key = (field(block, "name")?, field(block, "version")?);
            Some((key, field(block, "checksum")?))
        })
        .collect()
}

/// The bill of what cargo and npm were told to use.
fn bill(
    metadata: &Value,
    checksums: &BTreeMap<(String, String), String>,
    page: &Value,
) -> Result<Value> {
    let packages: BTreeMap<&str, &Value> = items(&metadata["packages"])
        .filter_map(|package| Some((package["id"].as_str()?, package)))
        .collect();
    let nodes: BTreeMap<&str, &Value> = items(&metadata["resolve"]["nodes"])
        .filter_map(|node| Some((node["id"].as_str()?, node)))
        .collect();
    let (start, program) = packages
        .iter()
        .find(|(_, package)| package["name"] == PROGRAM)
        .with_context(|| format!("no package `{PROGRAM}` in the workspace"))?;
    let mut components = Vec::new();
    let mut dependencies = Vec::new();
    for id in reached(start, &nodes) {
        let package = packages[id];
        let needs: BTreeSet<String> = needed(nodes[id])
            .map(|other| reference(packages[other]))
            .collect();
        dependencies.push(json!({ "ref": reference(package), "dependsOn": needs }));
        if id != *start {
            components.push(component(package, checksums));
        }
    }
    components.extend(page_components(page));
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": {
            "type": "application",
            "bom-ref": reference(program),
            "name": "krog",
            "version": program["version"],
            "licenses": licences(&program["license"]),
        }},
        "components": components,
        "dependencies": dependencies,
    }))
}

/// The packages that are built into the program, by id.
fn reached<'a>(start: &'a str, nodes: &BTreeMap<&'a str, &'a Value>) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::from([start]);
    let mut waiting = vec![start];
    while let Some(id) = waiting.pop() {
        waiting.extend(needed(nodes[id]).filter(|other| seen.insert(other)));
    }
    seen
}

/// What a package needs at work: neither for its tests nor for building it.
fn needed(node: &Value) -> impl Iterator<Item = &str> {
    let normal = |need: &&Value| items(&need["dep_kinds"]).any(|kind| kind["kind"].is_null());
    items(&node["deps"])
        .filter(normal)
        .filter_map(|need| need["pkg"].as_str())
}

fn component(package: &Value, checksums: &BTreeMap<(String, String), String>) -> Value {
    let field = |name: &str| package[name].as_str().unwrap_or_default().to_owned();
    let sum = checksums.get(&(field("name"), field("version")));
    let hashes: Vec<Value> = sum
        .map(|sum| json!({ "alg": "SHA-256", "content": sum }))
        .into_iter()
        .collect();
    json!({
        "type": "library",
        "bom-ref": reference(package),
        "name": package["name"],
        "version": package["version"],
        "purl": reference(package),
        "licenses": licences(&package["license"]),
        "hashes": hashes,
    })
}

fn reference(package: &Value) -> String {
    let field = |name: &str| package[name].as_str().unwrap_or_default();
    format!("pkg:cargo/{}@{}", field("name"), field("version"))
}

fn licences(expression: &Value) -> Value {
    match expression.as_str() {
        // Slashes are the old way to write a choice.
        Some(text) => json!([{ "expression": text.replace('/', " OR ") }]),
        None => json!([]),
    }
}

/// All that the page's build may draw on: which of it a bundler keeps is not told.
fn page_components(lock: &Value) -> Vec<Value> {
    let entries = lock["packages"].as_object().into_iter().flatten();
    entries
        .filter_map(|(path, package)| {
            let name = path.rsplit_once("node_modules/")?.1;
            let version = package["version"].as_str()?;
            let purl = format!("pkg:npm/{}@{version}", name.replace('@', "%40"));
            Some(json!({
                "type": "library",
                "bom-ref": format!("{purl}#{path}"),
                "name": name,
                "version": version,
                "purl": purl,
                "licenses": licences(&package["license"]),
            }))
        })
        .collect()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Value {
        let package = |name: &str, version: &str, licence: &str| json!({ "id": name, "name": name, "version": version, "license": licence });
        let need =
            |name: &str, kind: Value| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        json!({
            "packages": [
                package(PROGRAM, "0.1.0", "GPL-3.0-or-later"),
                package("chess", "1.0.0", "MIT/Apache-2.0"),
                package("prop", "2.0.0", "MIT"),
                package("cc", "3.0.0", "MIT"),
            ],
            "resolve": { "nodes": [
                { "id": PROGRAM, "deps": [need("chess", Value::Null), need("prop", json!("dev"))] },
                { "id": "chess", "deps": [need("cc", json!("build"))] },
                { "id": "prop", "deps": [] },
                { "id": "cc", "deps": [] },
            ]},
        })
    }

    #[test]
    fn the_bill_holds_what_is_built_in_and_no_tools() {
        let lock = "[[package]]\nname = \"chess\"\nversion = \"1.0.0\"\nchecksum = \"abc\"\n";
        let page = json!({ "packages": {
            "": { "version": "0.1.0" },
            "node_modules/@a/board": { "version": "10.1.1", "license": "GPL-3.0-or-later" },
        }});
        let bill = bill(&sample(), &checksums(lock), &page).expect("the sample is whole");
        let names: Vec<&Value> = items(&bill["components"])
            .map(|part| &part["purl"])
            .collect();
        assert_eq!(
            names,
            ["pkg:cargo/chess@1.0.0", "pkg:npm/%40a/board@10.1.1"]
        );
        let chess = &bill["components"][0];
        assert_eq!(chess["hashes"][0]["content"], "abc");
        assert_eq!(chess["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(
            bill["dependencies"][1]["dependsOn"],
            json!(["pkg:cargo/chess@1.0.0"])
        );
    }
}
