//! Scores inside search: one number from the point of view of the side to
//! move, in which mates are far from all centipawns. They become a [`Value`]
//! before they leave.

use krog_chess::Value;

/// Beyond every score.
pub(super) const INFINITE: i32 = 32_000;
/// Mate on the board; one less for each ply on the way.
pub(super) const MATE: i32 = 31_000;
/// The deepest line.
pub(super) const MAX_PLY: usize = 128;
/// At least this is a mate that search has seen.
pub(super) const MATE_FOUND: i32 = MATE - 2 * PLIES;
/// A win that tables know, less the plies to it.
pub(super) const TABLE_WIN: i32 = 28_000;
/// At least this is a win known from tables or a mate.
pub(super) const DECIDED: i32 = TABLE_WIN - 2 * PLIES;
/// No evaluation goes further.
pub(super) const MOST_CENTIPAWNS: i32 = 20_000;

const PLIES: i32 = 128;
/// Half-moves without a capture or a pawn's move after which a game is drawn.
const FIFTY_MOVES: i32 = 100;

/// Being mated after so many plies.
pub(super) const fn mated_in(ply: i32) -> i32 {
    ply - MATE
}

/// Mating after so many plies.
pub(super) const fn mate_in(ply: i32) -> i32 {
    MATE - ply
}

/// A score for the table, where mates count from the position and not from
/// the root.
pub(super) const fn to_table(score: i32, ply: i32) -> i32 {
    match score {
        DECIDED.. => score + ply,
        _ if score <= -DECIDED => score - ply,
        _ => score,
    }
}

/// A score from the table, counted from the root again. A mate that comes after fifty
/// moves from here on is only a win: the table does not know how many have been made.
pub(super) fn from_table(score: i32, ply: i32, halfmoves: u8) -> i32 {
    let late = MATE - score.abs() + i32::from(halfmoves) > FIFTY_MOVES;
    match score {
        MATE_FOUND.. if late => DECIDED,
        _ if score <= -MATE_FOUND && late => -DECIDED,
        DECIDED.. => score - ply,
        _ if score <= -DECIDED => score + ply,
        _ => score,
    }
}

/// What the side to move sees.
pub(super) fn to_value(score: i32) -> Value {
    let moves = |plies: i32| u16::try_from((plies + 1) / 2).unwrap_or(u16::MAX);
    if score >= MATE_FOUND {
        Value::MateIn(moves(MATE - score))
    } else if score <= -MATE_FOUND {
        Value::MatedIn(moves(MATE + score))
    } else {
        Value::Cp(score.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_from_where_one_stands() {
        for ply in 0..100 {
            for score in [mate_in(7), mated_in(8), 37, -512, 0] {
                assert_eq!(from_table(to_table(score, ply), ply, 0), score);
            }
        }
        // A mate five plies from here is seven plies from a root two plies up.
        assert_eq!(from_table(to_table(mate_in(5), 0), 2, 0), mate_in(7));
        // It comes with the last move that counts, or a move too late.
        assert_eq!(from_table(mate_in(5), 0, 95), mate_in(5));
        assert_eq!(from_table(mate_in(5), 0, 96), DECIDED);
        assert_eq!(from_table(mated_in(6), 0, 95), -DECIDED);
    }

    #[test]
    fn values_count_moves() {
        assert_eq!(to_value(mate_in(1)), Value::MateIn(1));
        assert_eq!(to_value(mate_in(3)), Value::MateIn(2));
        assert_eq!(to_value(mated_in(0)), Value::MatedIn(0));
        assert_eq!(to_value(mated_in(2)), Value::MatedIn(1));
        assert_eq!(to_value(-37), Value::Cp(-37));
    }
}
