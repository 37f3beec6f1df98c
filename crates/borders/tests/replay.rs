//! The inputs kept for the fuzz targets, tried on the laws without a fuzzer.

use std::{fs, path::Path};

use krog_borders::BORDERS;

/// Every border has a few dozen inputs at the most, and some at least.
const SOME: std::ops::RangeInclusive<usize> = 10..=80;

#[test]
fn every_kept_input_keeps_its_law() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    for border in BORDERS {
        let folder = root.join("corpus").join(border.name);
        let mut inputs: Vec<_> = fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
            .map(|entry| entry.expect("a folder that can be read").path())
            .collect();
        inputs.sort();
        assert!(
            SOME.contains(&inputs.len()),
            "{}: {}",
            border.name,
            inputs.len()
        );
        for input in inputs {
            // Told before, so that the last line names the one that breaks a law.
            eprintln!("{}", input.display());
            (border.law)(&fs::read(&input).expect("a file that can be read"));
        }
    }
}

#[test]
fn every_border_has_its_fuzz_target() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("the manifest is there");
    let listed: Vec<&str> = manifest
        .lines()
        .skip_while(|line| *line != "[[bin]]")
        .filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))
        .collect();
    let expected: Vec<&str> = BORDERS.iter().map(|border| border.name).collect();
    assert_eq!(listed, expected);
    for border in BORDERS {
        let target = root
            .join("fuzz_targets")
            .join(format!("{}.rs", border.name));
        let text = fs::read_to_string(&target).expect("a target of the manifest");
        let call = format!("krog_borders::{}::law(bytes)", border.name);
        assert!(text.contains(&call), "{}", target.display());
    }
}
