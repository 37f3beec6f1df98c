//! Tactical principles: forks, pins, the back rank.

use krog_chess::{Bitboard, Board, Square, shakmaty::attacks};
use krog_logic::formula::Norm;

use super::{Category, Example, Principle, proposal};
use crate::{claim::Proposal, danger, scene::Scene};

pub(super) const FORK_CHECK: Principle = Principle {
    code: "fork_check",
    category: Category::Tactical,
    norm: Norm::Permitted,
    meaning: "the move forks: the man that moved cannot be taken with gain and wins one of two men by exchange",
    applies: "∃m ∈ moves: forks(m)",
    condition: "forks(move)",
    weight: 200,
    phase_weights: [200, 200, 200],
    examples: &[
        Example {
            fen: "r1b1k2r/pppp1ppp/8/3N4/8/8/PPP2PPP/R1B1K2R w KQkq - 0 12",
            san: "Nxc7+",
            follows: true,
        },
        Example {
            fen: "r1b1k2r/pppp1ppp/8/3N4/8/8/PPP2PPP/R1B1K2R w KQkq - 0 12",
            san: "O-O",
            follows: false,
        },
    ],
    detect: |_, follows| (if follows { 50 } else { 0 }, None),
};

pub(super) const PIN_EXPLOIT: Principle = Principle {
    code: "pin_exploit",
    category: Category::Tactical,
    norm: Norm::Permitted,
    meaning: "the move takes a man that is pinned to its king with gain, or threatens to win it",
    applies: "∃p ∈ pieces(opponent): absolute_pin(p)",
    condition: "∃p ∈ pieces(opponent): absolute_pin(p) \
        ∧ (p = to(move) ∧ exchange(move) > 0 ∨ p ≠ to(move) ∧ then(risk(p)) > risk(p))",
    weight: 180,
    phase_weights: [180, 180, 180],
    examples: &[
        Example {
            fen: "4k3/4n3/8/8/8/8/3P4/3RRK2 w - - 0 1",
            san: "Re2",
            follows: false,
        },
        Example {
            fen: "4k3/5p2/4n3/8/3P4/8/8/4RK2 w - - 0 1",
            san: "d5",
            follows: true,
        },
    ],
    detect: pin_exploit,
};

fn pin_exploit(scene: &Scene, follows: bool) -> (i32, Option<Proposal>) {
    if !follows {
        return (0, None);
    }
    let board = scene.board();
    let to = scene.to();
    let pinned: Vec<Square> = danger::absolutely_pinned(board, !scene.mover())
        .map(|(square, _)| square)
        .filter(|square| *square != to)
        .collect();
    let said = pinned.into_iter().find_map(|square| {
        let attacks = scene.board_after().attacks_from(to).contains(square)
            && !board.attacks_from(scene.from()).contains(square);
        attacks.then(|| {
            let fact = format!(
                "absolute_pin({square}) ∧ ((PA({to}, {square}) ∧ risk({square}) > 0) after move)"
            );
            proposal("pin_exploit", "attacks_pinned", true, &fact)
                .man("man", board, square)
                .witness("mover", scene.board_after(), to)
        })
    });
    (40, said)
}

pub(super) const BACK_RANK: Principle = Principle {
    code: "back_rank",
    category: Category::Tactical,
    norm: Norm::Obliged,
    meaning: "after the move no mate on the back rank is possible at once",
    applies: "back_rank_mate(self) ∨ (back_rank_mate(self) after move) \
        ∨ ¬opening ∧ walled_in(self) ∧ role(from(move)) = pawn ∧ (¬walled_in(self) after move)",
    condition: "¬back_rank_mate(self) after move",
    weight: 170,
    phase_weights: [100, 170, 170],
    examples: &[
        Example {
            fen: "3r2k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 30",
            san: "h3",
            follows: true,
        },
        Example {
            fen: "3r2k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 30",
            san: "Ra7",
            follows: false,
        },
    ],
    detect: back_rank,
};

fn back_rank(scene: &Scene, follows: bool) -> (i32, Option<Proposal>) {
    let after = scene.board_after();
    let me = scene.mover();
    let Some(king) = after.king_of(me) else {
        return (0, None);
    };
    let danger = |ply: usize| scene.says_at(ply, &format!("back_rank_mate({me})"));
    if !follows {
        let said = proposal(
            "back_rank",
            "allows_back_rank_mate",
            false,
            "(back_rank_mate(self) after move)",
        )
        .man("king", after, king);
        return (-100, Some(said));
    }
    if danger(0) {
        let said = proposal(
            "back_rank",
            "stops_back_rank_mate",
            true,
            "back_rank_mate(self) ∧ (¬back_rank_mate(self) after move)",
        )
        .man("king", after, king);
        return (60, Some(said));
    }
    let free = |board: &Board, square: Square| {
        board.piece_at(square).is_none()
            && board.attacks_to(square, !me, board.occupied()).is_empty()
    };
    let front = attacks::king_attacks(king) & !Bitboard::from(me.backrank());
    let luft = front
        .into_iter()
        .find(|square| free(after, *square) && !free(scene.board(), *square));
    let said = luft.map(|square| {
        let fact = format!(
            "walled_in(self) ∧ ((empty({square}) ∧ ¬attacked({square}, opponent)) after move)"
        );
        proposal("back_rank", "makes_luft", true, &fact)
            .man("king", after, king)
            .squares("square", after, [square])
    });
    (20, said)
}
