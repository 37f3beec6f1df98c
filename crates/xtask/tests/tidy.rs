//! Runs every tidy rule over the real tree, one test per rule. A failure lists
//! every finding as `path:line: what was found, expected what`.

use std::sync::LazyLock;

use krog_xtask::metadata::Metadata;
use krog_xtask::tidy::exemptions::EXEMPTIONS;
use krog_xtask::tidy::tree::{self, TextFile};
use krog_xtask::tidy::{
    Finding, Rule, budgets, dependencies, derivation, machine_paths, manifests, messages, names,
    placeholders, preambles, purity, report, serde_homes, settle,
};
use krog_xtask::workspace::Workspace;

static WORKSPACE: LazyLock<Workspace> =
    LazyLock::new(|| Workspace::find().expect("this crate lies in its workspace"));

static FILES: LazyLock<Vec<TextFile>> =
    LazyLock::new(|| tree::read(&WORKSPACE.root).expect("the tree can be read"));

#[track_caller]
fn check(rule: Rule, findings: Vec<Finding>) {
    let remaining = settle(rule, findings, EXEMPTIONS);
    assert!(remaining.is_empty(), "\n{}\n", report(&remaining));
}

#[track_caller]
fn check_files(rule: Rule, scan: fn(&TextFile) -> Vec<Finding>) {
    check(rule, FILES.iter().flat_map(scan).collect());
}

#[test]
fn the_tree_is_seen() {
    let this = FILES
        .iter()
        .any(|file| file.path == "crates/xtask/tests/tidy.rs");
    assert!(this, "found {} files, but not this one", FILES.len());
}

#[test]
fn crates_depend_on_what_the_table_allows() {
    let metadata = Metadata::load(&WORKSPACE).expect("cargo knows its workspace");
    check(Rule::Dependencies, dependencies::dependencies(&metadata));
}

#[test]
fn pure_crates_do_no_io_and_read_no_clock() {
    check_files(Rule::Purity, purity::purity);
}

#[test]
fn logic_derives_legality() {
    check_files(Rule::Derivation, derivation::derivation);
}

#[test]
fn files_stay_within_their_budget() {
    check_files(Rule::FileLength, budgets::file_length);
}

#[test]
fn functions_stay_within_their_budget() {
    check_files(Rule::FunctionLength, budgets::function_length);
}

#[test]
fn files_have_names_of_their_own() {
    check_files(Rule::Names, names::names);
}

#[test]
fn serde_stays_at_home() {
    check_files(Rule::SerdeHomes, serde_homes::serde_homes);
}

#[test]
fn nothing_is_left_for_later() {
    check_files(Rule::Placeholders, placeholders::placeholders);
}

#[test]
fn every_message_exists_in_every_language() {
    check(Rule::Messages, messages::messages(&FILES));
}

#[test]
fn no_path_of_one_machine_is_named() {
    check_files(Rule::MachinePaths, machine_paths::machine_paths);
}

#[test]
fn manifests_inherit_from_the_workspace() {
    check_files(Rule::Manifests, manifests::manifests);
}

#[test]
fn every_file_opens_with_what_it_is_for() {
    check_files(Rule::Preambles, preambles::preambles);
}
