//! Carries mates from each position of a game to its neighbours.
//!
//! Positions are searched one by one, and a forced mate found in one of them
//! may be missed in the next or the one before. Whoever then compares the two
//! sees a blunder where there is none: "lost a forced mate", "checkmate is now
//! unavoidable". But a mate is a proof, and the move played connects the two
//! positions, so the proof holds for both:
//!
//! - if a line begins with the move played and mates, the rest of that line
//!   mates from the next position;
//! - if the next position is a mate for the mover, the move played and that
//!   line mate from this one.
//!
//! Nothing else is touched, and nothing that has no moves: what comments say
//! stays as it was written.

use krog_chess::{EngineLine, Line, Move, Position as _, Score, Value};

use crate::analysis::Found;

/// Makes what was found about the positions of a game, in its order, agree
/// about mates.
pub fn agree(game: &Line, found: &mut [Found]) {
    if found.len() != game.moves().len() + 1 {
        return;
    }
    for (ply, m) in game.moves().iter().enumerate() {
        if let [here, next] = &mut found[ply..ply + 2] {
            carry_forward(*m, &here.lines, &mut next.lines);
        }
    }
    for (ply, m) in game.moves().iter().enumerate().rev() {
        if let [here, next] = &mut found[ply..ply + 2] {
            carry_back(*m, &mut here.lines, &next.lines);
        }
    }
}

/// A mate by the move played is a mate in the next position.
fn carry_forward(m: Move, here: &[EngineLine], next: &mut Vec<EngineLine>) {
    let line = here
        .iter()
        .find(|line| line.line.moves().first() == Some(&m));
    let (Some(line), Some(best)) = (line, next.first()) else {
        return;
    };
    let mover = line.line.start().turn();
    let (proved, is_known) = match (line.score.pov(mover), best.score.pov(mover)) {
        (Value::MateIn(distance), known) => {
            let proved = Value::MateIn(distance.saturating_sub(1));
            (proved, known >= proved)
        }
        (proved @ Value::MatedIn(_), known) => (proved, known <= proved),
        (Value::Cp(_), _) => return,
    };
    let rest = rest_of(&line.line);
    // Where the game is over, or comments speak, there is no line to replace.
    if is_known || rest.moves().is_empty() || best.line.moves().is_empty() {
        return;
    }
    let count = next.len();
    // A defence that would last longer than the proof allows is disproved.
    next.retain(|other| match proved {
        Value::MateIn(_) => other.score.pov(mover) >= proved,
        _ => true,
    });
    let proof = EngineLine {
        score: Score::seen_by(mover, proved),
        depth: line.depth.saturating_sub(1),
        nodes: line.nodes,
        line: rest,
    };
    put_first(next, proof, count);
}

/// A mate for the mover in the next position is one in this position.
fn carry_back(m: Move, here: &mut Vec<EngineLine>, next: &[EngineLine]) {
    let (Some(best), Some(after)) = (here.first(), next.first()) else {
        return;
    };
    if best.line.moves().is_empty() {
        return;
    }
    let start = best.line.start().clone();
    let mover = start.turn();
    let Value::MateIn(distance) = after.score.pov(mover) else {
        return;
    };
    let proved = Value::MateIn(distance.saturating_add(1));
    if best.score.pov(mover) >= proved {
        return;
    }
    let mut line = Line::at(start);
    for step in [m].iter().chain(after.line.moves()) {
        if line.push(*step).is_err() {
            return;
        }
    }
    let proof = EngineLine {
        score: Score::seen_by(mover, proved),
        depth: after.depth + 1,
        nodes: after.nodes,
        line,
    };
    let count = here.len();
    put_first(here, proof, count);
}

/// The line without its first move.
fn rest_of(line: &Line) -> Line {
    let mut steps = line.steps().skip(1).peekable();
    let start = match steps.peek() {
        Some((position, _)) => position.clone(),
        None => line.end().clone(),
    };
    let mut rest = Line::at(start);
    for (_, m) in steps {
        rest.push(m).expect("the moves of a line are legal");
    }
    rest
}

/// Puts a line before the others, in place of one with the same first move.
fn put_first(lines: &mut Vec<EngineLine>, line: EngineLine, count: usize) {
    let first = line.line.moves().first().copied();
    lines.retain(|other| other.line.moves().first().copied() != first);
    lines.insert(0, line);
    lines.truncate(count);
}

#[cfg(test)]
mod tests {
    use krog_chess::Chess;

    use super::*;

    /// Lines as `score moves`, one position per row.
    #[track_caller]
    fn check(moves: &str, rows: &[&[&str]], expected: &[&[&str]]) {
        let game = Line::parse(Chess::default(), moves).expect("legal moves");
        let mut positions: Vec<Chess> = game.steps().map(|(position, _)| position).collect();
        positions.push(game.end().clone());
        let read = |position: &Chess, row: &str| {
            let (score, moves) = row.split_once(' ').unwrap_or((row, ""));
            EngineLine {
                score: score.parse().expect("a score"),
                depth: 9,
                nodes: None,
                line: Line::parse(position.clone(), moves).expect("legal moves"),
            }
        };
        let mut found: Vec<Found> = positions
            .iter()
            .zip(rows)
            .enumerate()
            .map(|(ply, (position, rows))| Found {
                ply,
                lines: rows.iter().map(|row| read(position, row)).collect(),
                source: "test".into(),
            })
            .collect();
        agree(&game, &mut found);
        let written: Vec<Vec<String>> = found
            .iter()
            .map(|found| {
                let lines = found.lines.iter();
                let text = |l: &EngineLine| format!("{} {}", l.score, l.line);
                lines.map(|l| text(l).trim_end().to_owned()).collect()
            })
            .collect();
        assert_eq!(written, expected);
    }

    /// Fool's mate: after 1. f3 e5 2. g4 there is a mate in one.
    const FOOL: &str = "f3 e5 g4 Qh4";

    #[test]
    fn a_mate_missed_before_the_move_is_carried_back() {
        check(
            FOOL,
            &[
                &["0.30 e4", "0.20 d4"],
                &["-0.80 d5", "-0.70 e5"],
                &["-0.50 e4", "-0.60 d4"],
                &["-9.00 d5", "-8.00 d6"], // misses Qh4
                &["#-0"],
            ],
            &[
                &["0.30 1. e4", "0.20 1. d4"],
                &["-0.80 1... d5", "-0.70 1... e5"],
                &["-0.50 2. e4", "-0.60 2. d4"],
                &["#-1 2... Qh4#", "-9.00 2... d5"],
                &["#-0"],
            ],
        );
    }

    #[test]
    fn a_mate_known_before_the_move_is_not_lost() {
        check(
            FOOL,
            &[
                &["0.30 e4"],
                &["-0.80 d5"],
                &["-0.60 d4", "#-1 g4 Qh4"], // the move played is mated
                &["-9.00 d5", "-8.00 d6"],   // and that is forgotten
                &["#-0"],
            ],
            &[
                &["0.30 1. e4"],
                &["-0.80 1... d5"],
                &["-0.60 2. d4", "#-1 2. g4 Qh4#"],
                &["#-1 2... Qh4#", "-9.00 2... d5"],
                &["#-0"],
            ],
        );
    }

    #[test]
    fn a_defence_does_not_last_longer_than_the_proof() {
        // Black says mate in three by 1... e5; the defender claims five, or more.
        check(
            "f3 e5",
            &[
                &["0.30 e4"],
                &["#-3 e5 g4 Qh4", "-0.70 d5"],
                &["#-5 a3", "0.10 b3", "#-2 g4 Qh4"],
            ],
            &[
                &["0.30 1. e4"],
                &["#-3 1... e5 2. g4 Qh4#", "-0.70 1... d5"],
                &["#-2 2. g4 Qh4#"],
            ],
        );
    }

    #[test]
    fn what_agrees_and_what_has_no_moves_stays() {
        let rows: &[&[&str]] = &[&["0.30"], &["-0.80"], &["-0.50"], &["-9.00"], &["#-0"]];
        check(FOOL, rows, rows);
        check("e4", &[&[], &["#3 e5"]], &[&[], &["#3 1... e5"]]);
        check(
            "e4",
            &[&["#4 e4 e5"], &["#3 e5"]],
            &[&["#4 1. e4 e5"], &["#3 1... e5"]],
        );
    }
}
