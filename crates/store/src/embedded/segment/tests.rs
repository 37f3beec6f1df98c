//! Laws of segments: what is written is found, merged or not, and what is
//! changed on disk is noticed.

use std::collections::BTreeMap;

use krog_chess::{
    ByColor, Chess, Color, KnownOutcome, Move, Position as _, PositionKey, random::Dice,
};
use krog_stats::{Batch, CountedGame};

use super::*;
use crate::embedded::disk::Disk;

type Expected = BTreeMap<(u64, StepBits), Counter>;

/// Random games; few positions, so that many are shared.
fn games(range: std::ops::Range<u32>, seed: u64) -> Vec<(CountedGame, Vec<(PositionKey, Move)>)> {
    let game = |number: u32| {
        let mut dice = Dice::new(seed ^ (u64::from(number) << 8));
        let mut position = Chess::default();
        let mut steps = Vec::new();
        for _ in 0..dice.below(40) {
            let moves = position.legal_moves();
            let narrow = &moves[..moves.len().min(2)];
            let Some(m) = dice.pick(narrow).copied() else {
                break;
            };
            steps.push((PositionKey::of(&position), m));
            position.play_unchecked(m);
        }
        let mut rating = || u16::try_from(700 + dice.below(2_000)).expect("a rating");
        let ratings = ByColor {
            white: rating(),
            black: rating(),
        };
        let outcome = match dice.below(3) {
            0 => KnownOutcome::Draw,
            side => KnownOutcome::Decisive {
                winner: Color::from_white(side == 1),
            },
        };
        let ratings = (dice.below(5) > 0).then_some(ratings);
        // Identities in no order.
        let id = GameId(u128::from(number.wrapping_mul(0x9e37_79b9)));
        (
            CountedGame {
                id,
                outcome,
                ratings,
            },
            steps,
        )
    };
    range.map(game).collect()
}

fn count(expected: &mut Expected, games: &[(CountedGame, Vec<(PositionKey, Move)>)]) {
    for (game, steps) in games {
        let mut seen = std::collections::BTreeSet::new();
        let mut mover = Color::White;
        for (key, m) in steps {
            let step = StepBits::new(*m, mover);
            if seen.insert((key.0, step)) {
                let counter = expected.entry((key.0, step)).or_default();
                counter.merge(&game.counter(mover));
            }
            mover = !mover;
        }
    }
}

fn write(path: &Path, games: &[(CountedGame, Vec<(PositionKey, Move)>)]) -> Segment {
    let mut batch = Batch::default();
    for (game, steps) in games {
        batch.add(*game, Color::White, steps);
    }
    batch.sort();
    let mut order: Vec<usize> = (0..games.len()).collect();
    order.sort_by_key(|index| games[*index].0.id);
    let mut places = vec![0; games.len()];
    for (place, index) in (0..).zip(&order) {
        places[*index] = place;
    }
    let facts: Vec<CountedGame> = order.iter().map(|index| games[*index].0).collect();
    let rows: Vec<Row> = facts
        .iter()
        .map(|game| Row {
            game: *game,
            kept: None,
        })
        .collect();
    let mut writer = Writer::new(Disk::default().draft(path).expect("a file")).expect("written");
    write_batch(&mut writer, &batch, &places, &facts).expect("written");
    let (draft, extent) = writer.finish(&rows).expect("written");
    draft.keep().expect("kept");
    let segment = Segment::open(path).expect("whole");
    assert_eq!(segment.extent(), extent);
    segment
}

fn found(segment: &Segment, key: u64) -> Moves {
    let mut moves = Moves::new();
    segment.find(PositionKey(key), &mut moves).expect("whole");
    moves
}

#[track_caller]
fn check(segment: &Segment, expected: &Expected) {
    let mut by_key: BTreeMap<u64, Vec<(StepBits, Counter)>> = BTreeMap::new();
    for ((key, step), counter) in expected {
        by_key
            .entry(*key)
            .or_default()
            .push((*step, counter.clone()));
    }
    for (key, moves) in &by_key {
        assert_eq!(found(segment, *key), *moves);
        for other in [key.wrapping_add(1), key.wrapping_sub(1)] {
            if !by_key.contains_key(&other) {
                assert_eq!(found(segment, other), []);
            }
        }
    }
    let mut cursor = Cursor::new(segment);
    let mut keys = Vec::new();
    while let Some((key, _)) = cursor.advance().expect("whole") {
        keys.push(key);
    }
    assert!(keys.iter().eq(by_key.keys()));
    assert_eq!(segment.extent().positions, by_key.len() as u64);
    assert_eq!(segment.extent().moves, expected.len() as u64);
}

fn folder() -> crate::scratch::Scratch {
    crate::scratch::Scratch::new("segment")
}

#[test]
fn what_is_written_is_found() {
    let folder = folder();
    let games = games(0..400, 1);
    let mut expected = Expected::new();
    count(&mut expected, &games);
    let segment = write(&folder.path().join("a"), &games);
    check(&segment, &expected);
    for (game, _) in &games {
        let row = segment.row_of(game.id).expect("whole");
        assert_eq!(row.map(|row| row.game), Some(*game));
    }
    assert_eq!(segment.row_of(GameId(u128::MAX)).expect("whole"), None);
}

#[test]
fn merged_segments_hold_what_their_parts_held() {
    let folder = folder();
    let mut expected = Expected::new();
    let mut segments = Vec::new();
    for (name, range) in [
        ("a", 0..150),
        ("b", 150..151),
        ("c", 151..400),
        ("d", 400..430),
    ] {
        let games = games(range, 1);
        count(&mut expected, &games);
        segments.push(write(&folder.path().join(name), &games));
    }
    let sources: Vec<&Segment> = segments.iter().collect();
    let path = folder.path().join("merged");
    let draft = Disk::default().draft(&path).expect("a file");
    let (draft, _) = merge(&sources, draft, &Some, &|| true).expect("merged");
    draft.keep().expect("kept");
    check(&Segment::open(&path).expect("whole"), &expected);
}

#[test]
fn every_changed_byte_is_noticed() {
    let folder = folder();
    let path = folder.path().join("a");
    let games = games(0..60, 3);
    write(&path, &games);
    let whole = std::fs::read(&path).expect("there");
    let all = |segment: &Segment| -> Result<(), Damage> {
        let mut cursor = Cursor::new(segment);
        while cursor.advance()?.is_some() {}
        segment.all_rows().try_for_each(|row| row.map(|_| ()))
    };
    for place in (0..whole.len()).step_by(7).chain([whole.len() - 1]) {
        let mut changed = whole.clone();
        changed[place] ^= 0x10;
        std::fs::write(&path, &changed).expect("written");
        let read = Segment::open(&path).and_then(|segment| all(&segment));
        assert!(read.is_err(), "byte {place} of {}", whole.len());
    }
    for length in (0..whole.len()).step_by(97) {
        std::fs::write(&path, &whole[..length]).expect("written");
        assert!(Segment::open(&path).is_err(), "cut to {length}");
    }
}

/// A seal says that nothing has changed since it was set, not that what is
/// sealed makes sense.
#[test]
fn a_block_beyond_the_index_is_no_block() {
    let folder = folder();
    let path = folder.path().join("a");
    write(&path, &games(0..60, 3));
    let whole = std::fs::read(&path).expect("there");
    let trailer = whole.len() - TRAILER;
    let index = whole[trailer..].first_chunk().expect("a number");
    let index = usize::try_from(u64::from_le_bytes(*index)).expect("a place");
    // The number of blocks, the first key, and then how long its block is.
    let mut inside = whole[index..trailer - CHECKSUM].to_vec();
    inside[9..13].copy_from_slice(&u32::MAX.to_le_bytes());
    bytes::seal(&mut inside, 0);
    let changed = [&whole[..index], &inside, &whole[trailer..]].concat();
    std::fs::write(&path, changed).expect("written");
    assert!(matches!(
        Segment::open(&path),
        Err(Damage::Changed { part: "index", .. })
    ));
}
