//! Rows of names, and the laws that the table of lines obeys.

use std::collections::HashMap;

use krog_chess::fen;

use super::*;

fn line(moves: &str) -> Line {
    Line::parse(Chess::default(), moves).expect("legal moves")
}

#[track_caller]
fn check(moves: &str, expected: &str, ply: usize) {
    let reached = of(&line(moves)).expect("it has a name");
    assert_eq!(reached.opening.to_string(), expected, "{moves}");
    assert_eq!(reached.ply, ply, "{moves}");
}

#[test]
fn openings_have_their_codes() {
    check("e4", "B00 King's Pawn Opening", 1);
    check("e4 e5 Nf3 Nc6 Bb5", "C60 Ruy Lopez", 5);
    check(
        "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6",
        "C68 Ruy Lopez: Exchange Variation",
        7,
    );
    check("e4 e5 Nf3 Nc6 Nc3 Nf6", "C47 Four Knights Game", 6);
    check(
        "e4 e6 d4 d5 Nc3 Bb4",
        "C15 French Defence: Winawer (Nimzowitsch) Variation",
        6,
    );
    check("d4 Nf6 c4 g6 Nc3 d5", "D80 Grünfeld Defence", 6);
    check("d4 d5 c4 c6", "D10 Slav Defence", 4);
    check("d4 Nf6 c4 e6 Nc3 Bb4", "E20 Nimzo-Indian Defence", 6);
    check("c4", "A10 English Opening", 1);
    check("f4", "A02 Bird's Opening", 1);
}

#[test]
fn a_game_is_called_by_the_last_line_it_ended() {
    check(
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 h4 h5",
        "B90 Sicilian Defence: Najdorf",
        10,
    );
    // Every game of chess begins somewhere; this one never gets a name.
    let start = fen::parse("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").expect("legal");
    assert_eq!(of(&Line::at(start)), None);
}

/// Swapping two moves of one side, where that is legal, reaches the same
/// position and so the same name.
#[test]
fn the_order_of_moves_does_not_matter() {
    let mut tried = 0;
    for (opening, moves) in rows() {
        let words: Vec<&str> = moves.split(' ').collect();
        for first in 0..words.len().saturating_sub(2) {
            let mut swapped = words.clone();
            swapped.swap(first, first + 2);
            let Ok(line) = Line::parse(Chess::default(), &swapped.join(" ")) else {
                continue;
            };
            if line.end() == self::line(moves).end() && swapped != words {
                tried += 1;
                assert_eq!(at(line.end()), Some(opening), "{moves}");
                assert_eq!(of(&line).map(|reached| reached.opening), Some(opening));
            }
        }
    }
    assert!(tried > 1_000, "only {tried}");
}

#[test]
fn every_line_is_legal_and_ends_in_a_position_of_its_own() {
    let mut ends: HashMap<PositionKey, &str> = HashMap::new();
    let mut count = 0;
    for (opening, moves) in rows() {
        let code = opening.eco.as_bytes();
        assert!(
            code.len() == 3 && (b'A'..=b'E').contains(&code[0]),
            "{opening}"
        );
        assert!(code[1..].iter().all(u8::is_ascii_digit), "{opening}");
        assert!(!opening.name.is_empty(), "{moves}");
        let end = PositionKey::of(line(moves).end());
        if let Some(other) = ends.insert(end, moves) {
            panic!("{other} and {moves} end in one position");
        }
        count += 1;
    }
    let written = LINES.lines().filter(|row| !row.starts_with('#')).count();
    assert_eq!(count, written, "a row is not understood");
}

#[test]
fn positions_on_the_way_are_named_after_the_line_before_them() {
    assert!(named_positions() >= 3_000, "{}", named_positions());
    let mut ways = 0;
    for (opening, moves) in rows() {
        let line = line(moves);
        for (position, _) in line.steps().skip(1) {
            let Some(entry) = TABLE.get(&PositionKey::of(&position)) else {
                continue;
            };
            if !entry.is_end {
                ways += 1;
                assert_eq!(entry.opening.eco, opening.eco, "{moves}");
            }
        }
    }
    assert!(ways > 1_000, "only {ways}");
}

/// Takes each line out in turn and asks what the others call its last position,
/// if they name it: by an end of their own, or on their way.
#[test]
fn held_back_lines_keep_their_code() {
    let lines = named_lines();
    let mut ends: HashMap<PositionKey, Vec<usize>> = HashMap::new();
    let mut through: HashMap<PositionKey, HashSet<usize>> = HashMap::new();
    for (index, line) in lines.iter().enumerate() {
        ends.entry(line.end()).or_default().push(index);
        for key in &line.keys {
            through.entry(*key).or_default().insert(index);
        }
    }
    let code_at = |key: &PositionKey, held: usize| {
        let known = ends.get(key)?.iter().rfind(|index| **index != held)?;
        Some(lines[*known].opening.eco)
    };
    let on_the_way = |key: PositionKey, held: usize| {
        let mut codes = HashSet::new();
        let mut named = false;
        for index in through[&key].iter().filter(|index| **index != held) {
            let line = &lines[*index];
            codes.insert(line.opening.eco);
            let before = line.keys.iter().take_while(|known| **known != key);
            let last = before.filter_map(|known| code_at(known, held)).last();
            named |= last.is_some();
            codes.extend(last);
        }
        let code = codes.iter().next().copied();
        code.filter(|_| named && codes.len() == 1)
    };
    let (mut found, mut right) = (0, 0);
    for (held, line) in lines.iter().enumerate() {
        let code = code_at(&line.end(), held).or_else(|| on_the_way(line.end(), held));
        found += usize::from(code.is_some());
        right += usize::from(code == Some(line.opening.eco));
    }
    assert!(found > 300, "{found} lines end in a position of others");
    assert!(right * 100 >= found * 97, "{right} of {found}");
}
