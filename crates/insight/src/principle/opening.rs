//! Principles of the opening: centre, development, the king, connected rooks.

use krog_chess::{Bitboard, CastlingSide, Color, Role, Square, attacks::AttackMap};
use krog_logic::formula::Norm;

use super::{Category, Example, Principle, proposal};
use crate::{
    claim::{Proposal, Word},
    scene::Scene,
};

const CENTRE: [Square; 4] = [Square::D4, Square::E4, Square::D5, Square::E5];

pub(super) const CONTROL_CENTER: Principle = Principle {
    code: "control_center",
    category: Category::Opening,
    norm: Norm::Obliged,
    meaning: "the move strengthens the mover's hold on d4, e4, d5 and e5 against the opponent's",
    applies: "¬endgame ∧ ¬(takes(move) ∧ (attacked(arrived, opponent) after move)) \
        ∧ (then(center(self)) > center(self) ∨ then(center(self)) < center(self) \
            ∧ ¬(role(from(move)) = pawn ∧ to(move) ∈ {d4, e4, d5, e5}) ∧ ¬O(move))",
    condition: "then(center(self)) > center(self)",
    weight: 150,
    phase_weights: [150, 100, 50],
    examples: &[
        Example {
            fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            san: "e4",
            follows: true,
        },
        Example {
            fen: "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
            san: "d6",
            follows: true,
        },
        Example {
            fen: "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            san: "Ng1",
            follows: false,
        },
    ],
    detect: control_center,
};

/// How much more of the centre `color` holds than the other side.
fn hold(map: &AttackMap, occupied: impl Fn(Square) -> Option<Color>, color: Color) -> i32 {
    let held = |color: Color| -> i32 {
        let of = |square: &Square| {
            let attackers = i32::try_from(map.attackers(*square, color).count()).unwrap_or(0);
            attackers + 2 * i32::from(occupied(*square) == Some(color))
        };
        CENTRE.iter().map(of).sum()
    };
    held(color) - held(!color)
}

fn control_center(scene: &Scene, follows: bool) -> (i32, Option<Proposal>) {
    let (board, after) = (scene.board(), scene.board_after());
    let (old, new) = (AttackMap::of(board), AttackMap::of(after));
    let me = scene.mover();
    let change = hold(&new, |s| after.color_at(s), me) - hold(&old, |s| board.color_at(s), me);
    let score = 15 * change;
    let to = scene.to();
    if !follows {
        let lost: Vec<Square> = CENTRE
            .into_iter()
            .filter(|s| old.by(me).contains(*s) && !new.by(me).contains(*s))
            .collect();
        if lost.is_empty() {
            return (score, None);
        }
        let facts: Vec<String> = lost
            .iter()
            .map(|s| format!("attacked({s}, self) ∧ (¬attacked({s}, self) after move)"))
            .collect();
        let said = proposal("control_center", "center_lost", false, &facts.join(" ∧ "));
        return (score, Some(said.squares("squares", after, lost)));
    }
    let hits: Vec<Square> = CENTRE
        .into_iter()
        .filter(|s| new.from(to).contains(*s) && !old.from(scene.from()).contains(*s))
        .collect();
    let facts = |hits: &[Square]| -> String {
        let each: Vec<String> = hits.iter().map(|s| format!("PA({to}, {s})")).collect();
        format!("(({}) after move)", each.join(" ∧ "))
    };
    let said = if CENTRE.contains(&to) && scene.role() == Role::Pawn {
        proposal(
            "control_center",
            "center_pawn",
            true,
            &format!("to(move) = {to} ∧ role(from(move)) = pawn"),
        )
        .squares("square", after, [to])
    } else if !hits.is_empty() {
        proposal("control_center", "center_attacks", true, &facts(&hits))
            .witness("mover", after, to)
            .squares("squares", after, hits)
    } else if CENTRE.contains(&to) {
        proposal(
            "control_center",
            "center_piece",
            true,
            &format!("to(move) = {to}"),
        )
        .man("man", after, to)
    } else {
        return (score, None);
    };
    (score, Some(said))
}

pub(super) const DEVELOP_PIECES: Principle = Principle {
    code: "develop_pieces",
    category: Category::Opening,
    norm: Norm::Obliged,
    meaning: "the move brings a bishop or knight from its first square to one where it has two squares or more, the knight not to the edge, or castles",
    applies: "opening ∧ undeveloped(self) ≥ 1 ∧ (then(undeveloped(self)) ≠ undeveloped(self) ∨ castles(move) \
        ∨ undeveloped(self) ≥ 2 ∧ ¬takes(move) ∧ ¬CS(self) ∧ ¬attacked(from(move), opponent) \
        ∧ (¬CS(opponent) after move) ∧ (role(from(move)) = queen ∨ role(from(move)) = rook \
            ∨ role(from(move)) = pawn ∧ (file(from(move)) = 1 ∨ file(from(move)) = 8) \
                ∧ (count(targets(arrived)) = 0 after move)))",
    condition: "castles(move) ∨ then(undeveloped(self)) < undeveloped(self) ∧ then(activity(arrived)) ≥ 2 \
        ∧ ¬(role(from(move)) = knight ∧ (file(to(move)) = 1 ∨ file(to(move)) = 8))",
    weight: 140,
    phase_weights: [140, 60, 10],
    examples: &[
        Example {
            fen: "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
            san: "Nf3",
            follows: true,
        },
        Example {
            fen: "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
            san: "Qf3",
            follows: false,
        },
    ],
    detect: develop,
};

/// The knights and bishops of a side that stand on their first squares.
fn at_home(scene: &Scene, color: Color) -> Vec<Square> {
    let board = scene.board();
    let minors = board.by_color(color) & (board.knights() | board.bishops());
    let first = |square: &Square| {
        let files: &[u32] = match board.role_at(*square) {
            Some(Role::Knight) => &[1, 6],
            _ => &[2, 5],
        };
        square.rank() == color.backrank() && files.contains(&square.file().to_u32())
    };
    minors.into_iter().filter(first).collect()
}

fn develop(scene: &Scene, follows: bool) -> (i32, Option<Proposal>) {
    let (board, after) = (scene.board(), scene.board_after());
    let (from, to) = (scene.from(), scene.to());
    if scene.m().is_castle() {
        return (30, None);
    }
    let home = at_home(scene, scene.mover());
    if home.contains(&from) {
        let fact = format!("(∃p ∈ {{{from}}}: ¬PD(p)) ∧ (PD({to}) after move)");
        let said = proposal("develop_pieces", "develops", follows, &fact);
        let (score, said) = if follows {
            let said = said.word("role", Word::Role(scene.role()));
            (30, said.squares("square", board, [from]))
        } else {
            let said = proposal(
                "develop_pieces",
                "develops_passively",
                false,
                &format!(
                    "((activity({to}) < 2 ∨ role({to}) = knight ∧ (file({to}) = 1 ∨ file({to}) = 8)) after move)"
                ),
            );
            (-10, said.man("man", after, to))
        };
        return (score, Some(said));
    }
    let facts: Vec<String> = home.iter().map(|s| format!("¬PD({s})")).collect();
    if home.len() < 2 || follows {
        return (-10, None);
    }
    let said = proposal(
        "develop_pieces",
        "neglects_development",
        false,
        &facts.join(" ∧ "),
    )
    .man("man", board, from)
    .word(
        "count",
        Word::Number(i32::try_from(home.len()).unwrap_or(2)),
    )
    .men("home", board, home);
    (-20, Some(said))
}

pub(super) const KING_SAFETY: Principle = Principle {
    code: "king_safety",
    category: Category::Opening,
    norm: Norm::Obliged,
    meaning: "the move castles, or keeps the castling rights, the pawns before the king and the way to castle at least as they were",
    applies: "¬endgame ∧ ¬O(move) ∧ (castles(move) ∨ W(self, castle(kingside)) ∧ (¬W(self, castle(kingside)) after move) \
        ∨ W(self, castle(queenside)) ∧ (¬W(self, castle(queenside)) after move) \
        ∨ then(shield(self)) ≠ shield(self) ∨ then(castling_bars(self)) ≠ castling_bars(self))",
    condition: "castles(move) ∨ (W(self, castle(kingside)) → (W(self, castle(kingside)) after move)) \
        ∧ (W(self, castle(queenside)) → (W(self, castle(queenside)) after move)) \
        ∧ then(shield(self)) ≥ shield(self) ∧ then(castling_bars(self)) ≤ castling_bars(self)",
    weight: 160,
    phase_weights: [160, 130, 20],
    examples: &[
        Example {
            fen: "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
            san: "O-O",
            follows: true,
        },
        Example {
            fen: "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
            san: "Ke2",
            follows: false,
        },
    ],
    detect: king_safety,
};

fn king_safety(scene: &Scene, follows: bool) -> (i32, Option<Proposal>) {
    let after = scene.board_after();
    let me = scene.mover();
    let (old, new) = (scene.state_before(), scene.state_after());
    if let Some(side) = scene.m().castling_side() {
        let (id, word) = match side {
            CastlingSide::KingSide => ("castles_short", "kingside"),
            CastlingSide::QueenSide => ("castles_long", "queenside"),
        };
        let said = proposal("king_safety", id, true, &format!("castles(move, {word})")).squares(
            "square",
            after,
            [scene.to()],
        );
        return (50, Some(said));
    }
    let right = |state: &krog_logic::State, side| state.castling_rook(me, side).is_some();
    let kept = |side| right(new, side) || !right(old, side);
    let any = |state| CastlingSide::ALL.into_iter().any(|side| right(state, side));
    if any(old) && !any(new) {
        let said = proposal(
            "king_safety",
            "gives_up_castling",
            false,
            "W(self, castle) ∧ (¬W(self, castle) after move)",
        );
        return (-40, Some(said));
    }
    if let Some(side) = CastlingSide::ALL.into_iter().find(|side| !kept(*side)) {
        let (id, word) = match side {
            CastlingSide::KingSide => ("gives_up_castling_short", "kingside"),
            CastlingSide::QueenSide => ("gives_up_castling_long", "queenside"),
        };
        let fact = format!("W(self, castle({word})) ∧ (¬W(self, castle({word})) after move)");
        return (-15, Some(proposal("king_safety", id, false, &fact)));
    }
    shelter(scene, follows)
}

/// The pawns before the king, and the men between king and rook.
fn shelter(scene: &Scene, follows: bool) -> (i32, Option<Proposal>) {
    let after = scene.board_after();
    let to = scene.to();
    let Some(king) = after.king_of(scene.mover()) else {
        return (0, None);
    };
    if scene.role() == Role::Pawn && !follows {
        let said = proposal(
            "king_safety",
            "loosens_shield",
            false,
            "then(shield(self)) < shield(self)",
        )
        .man("man", after, to)
        .man("king", after, king);
        return (-25, Some(said));
    }
    if scene.role() == Role::King {
        let (id, sign) = if follows {
            ("king_to_shield", '>')
        } else {
            ("king_from_shield", '<')
        };
        let fact = format!("then(shield(self)) {sign} shield(self)");
        let said = proposal("king_safety", id, follows, &fact).squares("square", after, [to]);
        return (if follows { 25 } else { -25 }, Some(said));
    }
    clears(scene, king, follows)
}

/// The square that a man leaves between king and rook.
fn clears(scene: &Scene, king: Square, follows: bool) -> (i32, Option<Proposal>) {
    let (board, after) = (scene.board(), scene.board_after());
    let me = scene.mover();
    let from = scene.from();
    let bars = |scene_board: &krog_chess::Board, side| -> Bitboard {
        scene
            .state_after()
            .castling_rook(me, side)
            .map_or(Bitboard::EMPTY, |rook| {
                krog_chess::shakmaty::attacks::between(king, rook) & scene_board.occupied()
            })
    };
    for side in CastlingSide::ALL {
        let (old, left) = (bars(board, side), bars(after, side));
        if !follows || !old.contains(from) || left.contains(from) || left.count() >= old.count() {
            continue;
        }
        let left: Vec<Square> = left.into_iter().collect();
        let fact = format!(
            "{from} ∈ pieces(self) ∧ then(castling_bars(self)) < castling_bars(self) ∧ (empty({from}) after move)"
        );
        let said = match left.as_slice() {
            [] => proposal("king_safety", "clears_castling", true, &fact).squares(
                "square",
                board,
                [from],
            ),
            [last] => {
                let fact = format!("{fact} ∧ ({last} ∈ pieces(self) after move)");
                proposal("king_safety", "clears_castling_but", true, &fact)
                    .squares("square", board, [from])
                    .man("last", after, *last)
            }
            _ => return (5, None),
        };
        return (15, Some(said));
    }
    (if follows { 5 } else { -10 }, None)
}

pub(super) const DONT_MOVE_PIECE_TWICE: Principle = Principle {
    code: "dont_move_piece_twice",
    category: Category::Opening,
    norm: Norm::Forbidden,
    meaning: "the move goes on with a piece that is out already and stands unattacked, takes nothing and forks nothing, while two minor pieces or more are at home",
    applies: "opening ∧ undeveloped(self) ≥ 1 ∧ role(from(move)) ≠ pawn ∧ role(from(move)) ≠ king",
    condition: "PD(from(move)) ∧ undeveloped(self) ≥ 2 ∧ ¬takes(move) ∧ ¬CS(self) \
        ∧ ¬attacked(from(move), opponent) ∧ ¬forks(move)",
    weight: 80,
    phase_weights: [80, 20, 0],
    examples: &[
        Example {
            fen: "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            san: "Ng5",
            follows: false,
        },
        Example {
            fen: "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            san: "Nxe5",
            follows: true,
        },
    ],
    detect: twice,
};

fn twice(scene: &Scene, follows: bool) -> (i32, Option<Proposal>) {
    let board = scene.board();
    let from = scene.from();
    if follows {
        let fresh = at_home(scene, scene.mover()).contains(&from);
        return (if fresh { 10 } else { 0 }, None);
    }
    let home = at_home(scene, scene.mover());
    let facts: Vec<String> = home.iter().map(|s| format!("¬PD({s})")).collect();
    let said = proposal(
        "dont_move_piece_twice",
        "moves_twice",
        false,
        &format!("PD({from}) ∧ {}", facts.join(" ∧ ")),
    )
    .man("man", board, from)
    .word(
        "count",
        Word::Number(i32::try_from(home.len()).unwrap_or(2)),
    )
    .men("home", board, home);
    (-25, Some(said))
}

pub(super) const CONNECT_ROOKS: Principle = Principle {
    code: "connect_rooks",
    category: Category::Opening,
    norm: Norm::Obliged,
    meaning: "after the move the mover's rooks guard each other on the back rank",
    applies: "¬endgame ∧ (¬connected(self) ∧ (connected(self) after move) \
        ∨ connected(self) ∧ (¬connected(self) after move) ∧ role(from(move)) ≠ rook ∧ ¬takes(move) ∧ ¬CS(self))",
    condition: "connected(self) after move",
    weight: 70,
    phase_weights: [70, 60, 10],
    examples: &[
        Example {
            fen: "r2q1rk1/pppbbppp/2np1n2/4p3/2B1P3/2NPBN2/PPP2PPP/R2Q1RK1 w - - 0 9",
            san: "Qd2",
            follows: true,
        },
        Example {
            fen: "r4rk1/pppqbppp/2np1n2/4p3/2B1P1b1/2NPBN2/PPPQ1PPP/R4RK1 w - - 8 9",
            san: "Qd1",
            follows: false,
        },
    ],
    detect: connect,
};

fn connect(scene: &Scene, follows: bool) -> (i32, Option<Proposal>) {
    let board = if follows {
        scene.board_after()
    } else {
        scene.board()
    };
    let me = scene.mover();
    let rooks: Vec<Square> = (board.rooks() & board.by_color(me) & me.backrank())
        .into_iter()
        .collect();
    let linked = rooks
        .iter()
        .flat_map(|a| rooks.iter().map(move |b| (*a, *b)))
        .find(|(a, b)| a < b && board.attacks_from(*a).contains(*b));
    let Some((a, b)) = linked else {
        return (0, None);
    };
    let (id, fact, score) = if follows {
        ("connects_rooks", format!("(PA({a}, {b}) after move)"), 25)
    } else {
        (
            "disconnects_rooks",
            format!("PA({a}, {b}) ∧ (¬connected(self) after move)"),
            -20,
        )
    };
    let said = proposal("connect_rooks", id, follows, &fact).squares("squares", board, [a, b]);
    (score, Some(said.word("role", Word::Role(Role::Rook))))
}
