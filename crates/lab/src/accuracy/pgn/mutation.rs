//! Damage done to good files, the same damage for the same dice.

use krog_chess::random::Dice;

/// A game with everything that PGN knows, for the damage to meet all of it.
const ANNOTATED: &str = r#"[Event "Club, \"open\""]
[Site "Tromsø"]
[Date "2024.02.29"]
[Round "1.2"]
[White "Nordmann, Kari"]
[Black "Müller, José"]
[Result "1-0"]
[ECO "C50"]
[Annotator "a \\ b"]

{ Before the first move [%csl Ge4,Rd5] } 1. e4! $14 { [%eval 0.23,18] [%clk 1:01:27.5] best by
test } ( 1. d4?! d5 ( 1... Nf6 2. c4 { Indian } ( 2. Nf3 ) 2... g6 ) 2. c4 ) ( { or } 1. c4 $5 )
1... e5 2. Nf3 Nc6 ; to the end of the line } here
3. Bc4 ( 3. Bb5 a6 4. -- axb5 ) 3... Bc5 {[%cal Gc4f7,Bf3g5] [%mdl 16]} 4. O-O!? Nf6?? { [%eval #-4] }
% an escaped line
5. d3 d6 6. a3 0-0 7. Nc3 $146 1-0
"#;

const FROM_POSITION: &str = r#"[Event "Endgame"]
[SetUp "1"]
[FEN "4k3/P7/8/8/8/8/7p/4K3 w - - 0 40"]
[Result "1/2-1/2"]

40. a8=Q+ Kd7 41. Qa7+ (41. Qh8 h1=N) 41... Ke6 42. Qf2 1/2-1/2
"#;

const CHESS960: &str = r#"[Event "Freestyle"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "rk1r4/pppppppp/8/8/8/8/PPPPPPPP/RK1R4 w DAda - 0 1"]
[Result "*"]

1. O-O e5 2. Rfe1 (2. a4 O-O) 2... O-O 3. Rab1 *
"#;

/// What gets inserted: the bytes that mean something, and some that mean nothing.
const INSERTS: [&[u8]; 26] = [
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"{",
    b"}",
    b"(",
    b")",
    b"\"",
    b"\\",
    b"%",
    b";",
    b"[",
    b"]",
    b"\n\n",
    b"\n%",
    b"$",
    b"$999",
    b"1-0",
    b"*",
    b"--",
    b"[%",
    b"[Event \"",
    b"\xe9\xf8",
    b"\r",
    b"1. ",
    b"e4 ",
];

/// The good files that damage starts from.
pub(super) fn seeds(samples: Vec<(String, Vec<u8>)>) -> Vec<Vec<u8>> {
    let own = [ANNOTATED, FROM_POSITION, CHESS960].map(|text| text.as_bytes().to_vec());
    // The annotated ones stand in often, for the samples hold nothing but moves.
    let often = std::iter::repeat_n(own, 1 + samples.len() / 4).flatten();
    samples
        .into_iter()
        .map(|(_, bytes)| bytes)
        .chain(often)
        .collect()
}

/// A file of a few games with some damage.
pub(super) fn file(seeds: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..=dice.below(4) {
        bytes.extend(dice.pick(seeds).into_iter().flatten());
        bytes.push(b'\n');
    }
    for _ in 0..=dice.below(12) {
        damage(&mut bytes, dice);
    }
    bytes
}

/// Damages bytes in one way.
pub(super) fn damage(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let place = dice.below(bytes.len() + 1);
    let end = (place + dice.below(200)).min(bytes.len());
    match dice.below(13) {
        0 | 1 => {
            if let Some(byte) = bytes.get_mut(place) {
                *byte ^= 1 << dice.below(8);
            }
        }
        2 => drop(bytes.drain(place..end)),
        3 => {
            let copy = bytes[place..end].to_vec();
            bytes.splice(place..place, copy);
        }
        4 if dice.below(4) == 0 => bytes.truncate(place),
        5 => {
            let block: Vec<u8> = bytes.drain(place..end).collect();
            let elsewhere = dice.below(bytes.len() + 1);
            bytes.splice(elsewhere..elsewhere, block);
        }
        6 if dice.below(4) == 0 => *bytes = line_endings(bytes, b"\r\n"),
        7 if dice.below(8) == 0 => *bytes = line_endings(bytes, b"\r"),
        8 if dice.below(4) == 0 => *bytes = without_blank_lines(bytes),
        9 => {
            // Latin-1: a letter becomes one of the upper half.
            if let Some(byte) = bytes.get_mut(place) {
                *byte |= 0x80;
            }
        }
        _ => {
            let insert = INSERTS[dice.below(INSERTS.len())];
            let times = 1 + dice.below(3);
            bytes.splice(place..place, insert.repeat(times));
        }
    }
}

fn line_endings(bytes: &[u8], ending: &[u8]) -> Vec<u8> {
    let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    lines.join(ending)
}

fn without_blank_lines(bytes: &[u8]) -> Vec<u8> {
    let lines = bytes.split(|byte| *byte == b'\n');
    let lines: Vec<&[u8]> = lines.filter(|line| !line.trim_ascii().is_empty()).collect();
    lines.join(&b"\n"[..])
}

#[cfg(test)]
mod tests {
    use krog_chess::pgn;

    use super::*;

    #[test]
    fn the_seeds_are_good_games() {
        for text in [ANNOTATED, FROM_POSITION, CHESS960] {
            let readings: Vec<_> = pgn::games(text.as_bytes()).collect();
            let issues: Vec<_> = readings
                .iter()
                .map(|r| r.as_ref().map(|r| &r.issues))
                .collect();
            assert!(
                matches!(issues[..], [Ok(issues)] if issues.is_empty()),
                "{issues:?}"
            );
        }
    }

    #[test]
    fn the_same_dice_do_the_same_damage() {
        let seeds = seeds(Vec::new());
        let twice = [1, 1].map(|seed| file(&seeds, &mut Dice::new(seed)));
        assert_eq!(twice[0], twice[1]);
    }
}
