//! The `setup` task: finds the outside programs that tests use, installs the
//! missing ones where it may, and says what to install where it may not. A
//! program that stays missing is no failure here; its tests say so themselves.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use crate::call::Call;
use crate::needs::{Machine, NEEDS, Need};

/// Installs what is missing when it may, and prints what was found where.
pub(super) fn setup() -> Result<u8> {
    let machine = Machine::this();
    let missing = missing_packages(&machine);
    if !missing.is_empty() {
        if machine.on_path("apt-get").is_some() && is_root() {
            install(&missing)?;
        }
        let still_missing = missing_packages(&machine);
        if !still_missing.is_empty() {
            eprintln!("{}", advice(&still_missing));
        }
    }
    let found: Vec<_> = NEEDS
        .iter()
        .map(|need| (need, need.find(&machine)))
        .collect();
    print!("{}", table(&found));
    Ok(0)
}

fn missing_packages(machine: &Machine) -> Vec<&'static str> {
    let missing = NEEDS.iter().filter(|need| need.find(machine).is_none());
    missing.map(|need| need.debian_package).collect()
}

/// Asks apt for the packages. Its exit codes are not looked at: an update may
/// fail in one list of many, and what counts is whether the programs are there
/// afterwards.
fn install(packages: &[&str]) -> Result<()> {
    let apt = |arguments: &[&str]| {
        // Another apt may be at work on a machine that has just started.
        let patience = ["-o", "DPkg::Lock::Timeout=120"];
        let arguments = patience.iter().chain(arguments).copied();
        let call = Call::new("apt-get", arguments, Path::new("/"))
            .with("DEBIAN_FRONTEND", "noninteractive");
        eprintln!("{call}");
        call.run_on_stderr()
    };
    apt(&["update"])?;
    let mut arguments = vec!["install", "-y", "--no-install-recommends"];
    arguments.extend(packages);
    apt(&arguments)?;
    Ok(())
}

/// Asked of `id`, since the standard library does not know.
fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn advice(packages: &[&str]) -> String {
    format!(
        "not all that tests use is installed; to install it:\n\n    sudo apt-get install {}\n",
        packages.join(" ")
    )
}

/// What is needed, where it was found, and why it is needed.
fn table(found: &[(&Need, Option<PathBuf>)]) -> String {
    let rows: Vec<_> = found
        .iter()
        .map(|(need, path)| {
            let place = path.as_ref().map(|path| path.display().to_string());
            (need, place.unwrap_or_else(|| "missing".to_owned()))
        })
        .collect();
    let names = rows.iter().map(|(need, _)| need.name.len()).max();
    let places = rows.iter().map(|(_, place)| place.len()).max();
    let (names, places) = (names.unwrap_or(0), places.unwrap_or(0));
    rows.iter().fold(String::new(), |mut text, (need, place)| {
        let Need { name, why, .. } = need;
        // Writing into a string cannot fail.
        let _ = writeln!(text, "{name:names$}  {place:places$}  {why}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_is_a_command_to_copy() {
        let text = advice(&["postgresql", "stockfish"]);
        assert!(text.contains("\n    sudo apt-get install postgresql stockfish\n"));
    }

    #[test]
    fn the_table_says_where_and_why() {
        let found: Vec<_> = NEEDS
            .iter()
            .filter(|need| matches!(need.name, "PostgreSQL server" | "Stockfish"))
            .zip([None, Some(PathBuf::from("/usr/games/stockfish"))])
            .collect();
        let expected = "\
            PostgreSQL server  missing               the PostgreSQL store is tested on a server of its own\n\
            Stockfish          /usr/games/stockfish  outside engines are tested with one\n";
        assert_eq!(table(&found), expected);
    }
}
