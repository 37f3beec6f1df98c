//! Counting the positions that lie a number of plies ahead.

use super::{Board, Moves, Mv};

/// How many lines of so many plies there are; fewer once `stop` says so.
pub(crate) fn perft(board: &Board, depth: u32, stop: &dyn Fn() -> bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Moves::new();
    board.captures(&mut moves);
    board.quiets(&mut moves);
    let legal = moves.iter().filter(|m| board.is_legal(*m));
    match depth {
        1 => legal.count() as u64,
        // Asking at each of the last plies would cost more than counting.
        2 | 3 => legal.map(|m| perft(&board.after(m), depth - 1, stop)).sum(),
        _ => legal
            .take_while(|_| !stop())
            .map(|m| perft(&board.after(m), depth - 1, stop))
            .sum(),
    }
}

/// The count below each move; at no depth there is nothing below any.
pub(crate) fn divide(board: &Board, depth: u32, stop: &dyn Fn() -> bool) -> Vec<(Mv, u64)> {
    let Some(left) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let below = |m: Mv| (m, perft(&board.after(m), left, stop));
    board.legal_moves().into_iter().map(below).collect()
}

#[cfg(test)]
mod tests {
    use krog_chess::{Chess, Position as _, fen, random, see};

    use super::*;

    #[track_caller]
    fn check(text: &str, depth: u32, expected: u64) {
        let position = fen::parse(text).expect("test positions are legal");
        assert_eq!(
            perft(&Board::from(&position), depth, &|| false),
            expected,
            "{text}"
        );
    }

    /// The counts of the Chess Programming Wiki.
    #[test]
    fn published_counts_come_out() {
        check("startpos", 4, 197_281);
        check(
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            3,
            97_862,
        );
        check("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238);
        check(
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            3,
            9_467,
        );
        check(
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            3,
            62_379,
        );
    }

    fn sorted(mut moves: Vec<u16>) -> Vec<u16> {
        moves.sort_unstable();
        moves
    }

    fn expected(position: &Chess) -> Vec<u16> {
        let moves = position.legal_moves();
        sorted(moves.into_iter().map(|m| Mv::pack(m).0).collect())
    }

    #[test]
    fn moves_and_boards_are_those_of_the_rules_library() {
        for position in random::positions(11).take(3_000) {
            let board = Board::from(&position);
            let moves = board.legal_moves();
            let found = sorted(moves.iter().map(|m| m.0).collect());
            assert_eq!(found, expected(&position), "{}", fen::write(&position));
            for m in moves {
                let mut after = position.clone();
                after.play_unchecked(m.unpack(&position).unwrap());
                let next = board.after(m);
                let fresh = Board::from(&after);
                assert_eq!(next.checkers(), after.checkers());
                assert_eq!(board.gives_check(m), after.is_check());
                assert_eq!(
                    (next.pawn_key, next.placement),
                    (fresh.pawn_key, fresh.placement)
                );
                assert_eq!((next.phase, next.pinned), (fresh.phase, fresh.pinned));
                if next.ep == fresh.ep {
                    assert_eq!(next.key, fresh.key, "{}", fen::write(&after));
                }
            }
        }
    }

    #[test]
    fn only_moves_that_could_be_generated_are_taken_from_a_table() {
        let boards: Vec<Chess> = random::positions(12).take(400).collect();
        let moves: Vec<Mv> = boards
            .iter()
            .flat_map(|position| Board::from(position).legal_moves())
            .collect();
        for position in &boards {
            let board = Board::from(position);
            let legal = board.legal_moves();
            for m in moves.iter().step_by(7) {
                let found = board.is_pseudo_legal(*m) && board.is_legal(*m);
                assert_eq!(
                    found,
                    legal.contains(m),
                    "{m:?} in {}",
                    fen::write(position)
                );
            }
            assert!(legal.iter().all(|m| board.is_pseudo_legal(*m)));
        }
    }

    /// The fast count does not look at pins, so it may differ where there are any.
    #[test]
    fn exchanges_without_pins_agree_with_the_full_count() {
        let (mut agreed, mut all) = (0, 0);
        for position in random::positions(13).take(3_000) {
            let board = Board::from(&position);
            let pins = board.pinned_men(board.turn) | board.pinned_men(!board.turn);
            if pins.any() || board.in_check() {
                continue;
            }
            for m in board.legal_moves() {
                let exact = see::value(&position, m.unpack(&position).unwrap());
                agreed += usize::from(board.keeps(m, exact) && !board.keeps(m, exact + 1));
                all += 1;
            }
        }
        assert!(agreed * 100 >= all * 96, "{agreed} of {all}");
    }
}
