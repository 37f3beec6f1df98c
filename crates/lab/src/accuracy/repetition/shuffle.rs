//! Games in which the men go back and forth, with rights lost on the way and
//! captures in passing that are legal, forbidden by a pin, or not there.

use krog_chess::{
    Chess, EnPassantMode, Line, Move, Position as _, PositionKey, Role, fen, random::Dice,
};
use std::collections::HashMap;

/// The longest game, in plies.
const LONGEST: usize = 110;

/// Starts with room to shuffle. Those with a comment have a double step at
/// hand after which a capture in passing is as the comment says.
const STARTS: [&str; 14] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pppppppp/2n2n2/8/8/2N2N2/PPPPPPPP/R3K2R w KQkq - 4 3",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "1n2k1n1/8/8/8/8/8/8/1N2K1N1 w - - 90 80",
    "4k3/8/8/8/8/8/4P3/4K2R w K - 140 90",
    // Legal.
    "rn2k1nr/pppp1ppp/8/4P3/8/8/PPP2PPP/RN2K1NR b KQkq - 0 5",
    "1n2k1n1/3p4/8/4P3/8/8/8/1N2K1N1 b - - 0 1",
    "r3k2r/8/8/8/3p4/8/4P3/R3K2R w KQkq - 3 9",
    // Forbidden: both pawns leave the king's rank at once.
    "1n2k1n1/3p4/8/K3P2r/8/8/8/1N4N1 b - - 0 1",
    "1n4n1/8/8/8/k2p3R/8/4P3/1N2K1N1 w - - 0 1",
    // Forbidden: the capturing pawn is pinned along its file or a diagonal.
    "1n2r1k1/3p4/8/4P3/8/8/8/1N2K1N1 b - - 0 1",
    "1n4k1/3p2b1/8/4P3/8/2K5/8/1N4N1 b - - 0 1",
    // Not there: no pawn beside.
    "1n2k1n1/3p4/8/7P/8/8/8/1N2K1N1 b - - 0 1",
    // Given with the start.
    "1n2k1n1/8/8/3pP3/8/8/8/1N2K1N1 w - d6 0 2",
];

/// The game of a seed.
pub(super) fn game(seed: u64) -> Line {
    let mut dice = Dice::new(seed + 70_000);
    let start = STARTS[usize::try_from(seed).unwrap_or(0) % STARTS.len()];
    let start = fen::parse(start).expect("the starts are read by a test");
    let mut line = Line::at(start);
    for _ in 0..LONGEST {
        let Some(m) = next(&line, &mut dice) else {
            break;
        };
        if line.push(m).is_err() {
            break;
        }
    }
    line
}

/// Mostly back to where the man came from; otherwise a quiet step, rarely a
/// double step, castling or anything.
fn next(line: &Line, dice: &mut Dice) -> Option<Move> {
    let position = line.end();
    let moves: Vec<Move> = position.legal_moves().into_iter().collect();
    let played = line.moves();
    let chance = dice.below(100);
    let double = |m: &&Move| is_double(**m);
    if chance < 8 || played.len() < 2 && chance < 60 {
        let doubles: Vec<&Move> = moves.iter().filter(double).collect();
        if let Some(m) = dice.pick(&doubles) {
            return Some(**m);
        }
    }
    if chance < 80 {
        let own = played.iter().rev().nth(1);
        let back = own.and_then(|last| {
            moves
                .iter()
                .find(|m| m.from() == Some(last.to()) && Some(m.to()) == last.from())
        });
        if let Some(m) = back {
            return Some(*m);
        }
    }
    if chance < 97 {
        let quiet: Vec<&Move> = moves.iter().filter(|m| shuffles(**m)).collect();
        if let Some(m) = dice.pick(&quiet) {
            return Some(**m);
        }
    }
    dice.pick(&moves).copied()
}

fn is_double(m: Move) -> bool {
    m.role() == Role::Pawn && m.from().is_some_and(|from| from.distance(m.to()) == 2)
}

/// Knights, kings and rooks to and fro.
fn shuffles(m: Move) -> bool {
    matches!(m.role(), Role::Knight | Role::King | Role::Rook) && !m.is_capture()
}

/// How many games there are, and what occurs in them.
pub(super) fn census(lines: &[Line]) -> String {
    let mut repeated = 0;
    let (mut legal, mut pinned) = (0, 0);
    for line in lines {
        let mut times: HashMap<PositionKey, u32> = HashMap::new();
        let mut most = 0;
        for position in positions(line) {
            let count = times.entry(PositionKey::of(&position)).or_default();
            *count += 1;
            most = most.max(*count);
            let passing = |mode| position.ep_square(mode).is_some();
            legal += u32::from(passing(EnPassantMode::Legal));
            pinned +=
                u32::from(passing(EnPassantMode::PseudoLegal) && !passing(EnPassantMode::Legal));
        }
        repeated += u32::from(most >= 3);
    }
    format!(
        "{} games, {repeated} with a threefold repetition; positions with a capture in passing: {legal} legal, {pinned} not",
        lines.len()
    )
}

fn positions(line: &Line) -> impl Iterator<Item = Chess> + '_ {
    let before = line.steps().map(|(position, _)| position);
    before.chain(std::iter::once(line.end().clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_repeat_and_meet_captures_in_passing() {
        let lines: Vec<Line> = (0..STARTS.len() as u64).map(game).collect();
        assert!(lines.iter().all(|line| !line.moves().is_empty()));
        let pinned = lines.iter().flat_map(positions).any(|position| {
            position.ep_square(EnPassantMode::PseudoLegal).is_some()
                && position.ep_square(EnPassantMode::Legal)
                    != position.ep_square(EnPassantMode::PseudoLegal)
        });
        assert!(pinned);
    }
}
