//! Input that nobody wants: a broken game costs itself, a broken stream its
//! end, and memory stays bounded whatever comes.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use std::{
    env, fs,
    io::{self, Read as _, Write as _},
    num::NonZero,
    path::PathBuf,
};

use krog_importer::{Choice, Origin, Progress, Report, Settings, Skip, import};
use krog_store::{Embedded, MAIN, Store as _};

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = env::temp_dir().join(format!("krog-bad-{name}-{}", std::process::id()));
        let _not_there = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    /// Imports a file of these bytes into a new store.
    fn import(&self, name: &str, bytes: &[u8]) -> Report {
        let file = self.0.join(name);
        fs::write(&file, bytes).unwrap();
        let root = self.0.join(format!("{name}.store"));
        let store = Embedded::create(&root).unwrap();
        let settings = Settings {
            collection: MAIN.to_owned(),
            choice: Choice::default(),
            max_ply: None,
            keep_games: true,
            memory: 16 << 20,
            threads: NonZero::new(2).unwrap(),
        };
        let report = import(
            &store,
            &[Origin::Path(file)],
            &settings,
            &Progress::default(),
        )
        .unwrap();
        assert!(store.verify().unwrap().findings.is_empty());
        assert_eq!(store.collections().unwrap()[0].games, report.imported);
        report
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _stays = fs::remove_dir_all(&self.0);
    }
}

fn game(number: usize) -> String {
    format!("[Event \"{number}\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n")
}

fn games(count: usize) -> String {
    (0..count).map(game).collect()
}

/// Imported games, and skips by reason, of a text.
#[track_caller]
fn check(name: &str, bytes: &[u8], imported: u64, skips: &[(Skip, u64)]) -> Report {
    let report = Scratch::new(name).import("games.pgn", bytes);
    let found: Vec<(Skip, u64)> = report
        .skipped
        .iter()
        .map(|(skip, count)| (*skip, *count))
        .collect();
    assert_eq!(
        (report.imported, &found[..]),
        (imported, skips),
        "{:?}",
        report.examples
    );
    report
}

#[test]
fn one_broken_game_in_two_hundred_costs_itself() {
    let wounds = [
        ("illegal", "1. e4 e5 2. Ke3 Nc6 1-0", Skip::IllegalMove),
        (
            "comment",
            "1. e4 {never closed 2. Nf3 1-0",
            Skip::Unfinished,
        ),
        ("variation", "1. e4 (1. d4 d5 2. Nf3 1-0", Skip::Unfinished),
        ("pass", "1. e4 -- 2. d4 1-0", Skip::NullMove),
        ("nothing", "1-0", Skip::NoMoves),
        ("result", "1. e4 e5 *", Skip::NoResult),
    ];
    for (name, moves, skip) in wounds {
        let broken = format!("[Event \"x\"]\n\n{moves}\n\n");
        let text = games(100) + &broken + &(100..199).map(game).collect::<String>();
        let report = check(name, text.as_bytes(), 199, &[(skip, 1)]);
        let example = &report.examples[&skip][0];
        assert!(example.file.ends_with("games.pgn"));
        // Five lines for each of the hundred games before it, and its own tags.
        assert!((501..=503).contains(&example.line), "{example:?}");
    }
}

#[test]
fn other_games_and_starts_are_told_apart() {
    let text = "[Event \"a\"]\n[Variant \"Atomic\"]\n\n1. e4 1-0\n\n\
        [Event \"b\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 1-0\n\n\
        [Event \"c\"]\n[Variant \"From Position\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 1-0\n\n\
        [Event \"d\"]\n[Variant \"Chess960\"]\n[FEN \"nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1\"]\n\n1. Nb3 Nb6 1-0\n";
    check(
        "variants",
        text.as_bytes(),
        2,
        &[(Skip::Variant, 1), (Skip::StartPosition, 1)],
    );
}

#[test]
fn nul_bytes_and_wide_text_end_in_a_message() {
    let mut text = games(3).into_bytes();
    text.extend_from_slice(&[0; 5_000]);
    text.extend_from_slice(game(7).as_bytes());
    let report = Scratch::new("nul").import("games.pgn", &text);
    assert!(report.imported >= 3, "{report:?}");
    let wide: Vec<u8> = games(2).encode_utf16().flat_map(u16::to_le_bytes).collect();
    let wide = [b"\xff\xfe".to_vec(), wide].concat();
    let report = Scratch::new("utf16").import("games.pgn", &wide);
    assert_eq!(report.imported, 0);
    assert!(
        report.broken[0].ends_with("found UTF-16 text, expected UTF-8 or Latin-1"),
        "{:?}",
        report.broken
    );
}

#[test]
fn a_million_nested_variations_cost_their_game() {
    let nested = format!(
        "[Event \"deep\"]\n\n1. e4 {} 1-0\n\n",
        "(".repeat(1_000_000)
    );
    let text = game(1) + &nested + &game(2);
    check("nested", text.as_bytes(), 2, &[(Skip::Unfinished, 1)]);
    let closed = format!(
        "[Event \"deep\"]\n\n1. e4 {}{} e5 1-0\n\n",
        "(1. d4 ".repeat(300_000),
        ")".repeat(300_000)
    );
    let text = game(1) + &closed + &game(2);
    // What is nested too deeply is left out; the main line is whole.
    check("closed", text.as_bytes(), 3, &[]);
}

fn packed(name: &str, bytes: &[u8]) -> Vec<u8> {
    match name {
        "gz" => {
            let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            out.write_all(bytes).unwrap();
            out.finish().unwrap()
        }
        "bz2" => {
            let mut out = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            out.write_all(bytes).unwrap();
            out.finish().unwrap()
        }
        "zst" => zstd::encode_all(bytes, 1).unwrap(),
        _ => {
            let mut out = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
            let options = zip::write::SimpleFileOptions::default()
                .compression_method(zip::CompressionMethod::Deflated);
            out.start_file("games.pgn", options).unwrap();
            out.write_all(bytes).unwrap();
            out.finish().unwrap().into_inner()
        }
    }
}

#[test]
fn packed_files_are_known_by_their_bytes() {
    let text = games(2_000);
    for name in ["gz", "bz2", "zst", "zip"] {
        // The name says nothing.
        let report = Scratch::new(name).import("games.txt", &packed(name, text.as_bytes()));
        assert_eq!(
            (report.imported, report.broken.len()),
            (2_000, 0),
            "{name}: {:?}",
            report.broken
        );
    }
}

#[test]
fn truncated_archives_keep_what_could_be_read() {
    // Random names, so that the archive is not much smaller than the text.
    let random = |number: u64| {
        let name = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let other = name.rotate_left(17);
        format!("[Event \"{name:x}\"]\n[White \"{other:x}\"]\n\n1. e4 e5 1-0\n\n")
    };
    let text = (0..60_000).map(random).collect::<Vec<_>>().concat();
    for name in ["gz", "bz2", "zst"] {
        let whole = packed(name, text.as_bytes());
        let report =
            Scratch::new(&format!("cut-{name}")).import("games.pgn", &whole[..whole.len() / 2]);
        assert_eq!(report.broken.len(), 1, "{name}");
        assert!(
            (1..60_000).contains(&report.imported),
            "{name}: {}",
            report.imported
        );
        assert_eq!(report.skips(), 0, "{name}: {:?}", report.examples);
    }
    let whole = packed("zip", text.as_bytes());
    let report = Scratch::new("cut-zip").import("games.pgn", &whole[..whole.len() / 2]);
    assert_eq!(
        (report.imported, report.broken.len()),
        (0, 1),
        "{:?}",
        report.broken
    );
}

#[test]
fn archive_bombs_are_ended() {
    // A gigabyte of nothing in a few kilobytes or a megabyte.
    let zeros = || io::repeat(b' ').take(300 << 20);
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    io::copy(&mut zeros(), &mut gz).unwrap();
    let mut zst = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
    io::copy(&mut zeros(), &mut zst).unwrap();
    for (name, bytes) in [("gz", gz.finish().unwrap()), ("zst", zst.finish().unwrap())] {
        let report = Scratch::new(&format!("bomb-{name}")).import("games.pgn", &bytes);
        assert_eq!(report.imported, 0);
        assert!(
            report.broken[0].contains("times its size"),
            "{name}: {:?}",
            report.broken
        );
    }
}
