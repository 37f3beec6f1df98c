//! What a move does and prevents: attacks, guards, threats made and parried,
//! lines opened and closed, exchanges.

mod lines;
mod threats;

use krog_chess::{Position as _, Role, Square, see, worth};

use crate::{
    claim::{Court, Proposal, Source, Word},
    scene::Scene,
};

/// Claims everything that the move does.
pub(crate) fn detect(scene: &Scene, court: &mut Court) {
    forced(scene, court);
    checks(scene, court);
    captures(scene, court);
    endings(scene, court);
    threats::detect(scene, court);
    lines::detect(scene, court);
    contacts(scene, court);
}

/// Claims that the move is quiet, for when there is nothing else to say.
pub(crate) fn quiet(scene: &Scene, court: &mut Court) {
    let formula = "¬takes(move) ∧ ((quiet ∧ (loot = 0 after pass)) after move)";
    let proposal = if scene.says(formula) {
        effect("quiet", formula)
    } else {
        effect("plain", "¬takes(move) ∧ (¬CS(opponent) after move)")
    };
    court.hear(scene, proposal.weight(1));
}

fn effect(id: &'static str, formula: impl Into<String>) -> Proposal {
    Proposal::new(id, Source::Effect, formula)
}

/// The only legal move, and answers to check.
fn forced(scene: &Scene, court: &mut Court) {
    if scene.before().legal_moves().len() == 1 {
        court.hear(scene, effect("only_move", "O(move)").weight(90));
    }
    if !scene.before().is_check() {
        return;
    }
    let board = scene.board();
    let checker = scene.before().checkers().first();
    let Some(checker) = checker else { return };
    let (from, to) = (scene.from(), scene.to());
    let met = "CS(self) ∧ (¬CS(self) after move)";
    let said = match scene.victim() {
        Some((_, square)) if square == checker => {
            let formula = format!(
                "{met} ∧ PA({checker}, king(self)) ∧ takes(move) ∧ victim(move) = {checker}"
            );
            effect("takes_checker", formula)
        }
        _ if scene.role() == Role::King => {
            let formula = format!("{met} ∧ PA({checker}, king(self)) ∧ role({from}) = king");
            effect("king_evades", formula)
        }
        _ => {
            let formula = format!("{met} ∧ {to} ∈ between({checker}, king(self))");
            effect("blocks_check", formula)
        }
    };
    court.hear(scene, said.weight(70).man("checker", board, checker));
}

fn checks(scene: &Scene, court: &mut Court) {
    let after = scene.board_after();
    let checkers = scene.after().checkers();
    let Some(king) = after.king_of(!scene.mover()) else {
        return;
    };
    if checkers.is_empty() || scene.after().is_checkmate() {
        return;
    }
    let revealed = checkers.into_iter().find(|checker| *checker != scene.to());
    let castled = scene.m().is_castle();
    let said = match revealed {
        _ if checkers.count() > 1 => {
            let facts: Vec<String> = checkers
                .into_iter()
                .map(|checker| format!("PA({checker}, {king})"))
                .collect();
            effect("doubleCheck", format!("({}) after move", facts.join(" ∧ ")))
                .weight(220)
                .men("checkers", after, checkers)
        }
        Some(checker) if !castled => {
            let formula = format!("¬PA({checker}, {king}) ∧ (PA({checker}, {king}) after move)");
            effect("discovered_check", formula)
                .weight(120)
                .man("checker", after, checker)
        }
        _ => effect("check", "CS(opponent) after move").weight(60),
    };
    court.hear(scene, said.man("king", after, king));
}

/// What is taken, and what it costs.
fn captures(scene: &Scene, court: &mut Court) {
    let board = scene.board();
    let value = see::value(scene.before(), scene.m());
    let mover = scene.role();
    if let Some((role, square)) = scene.victim() {
        let formula =
            format!("takes(move) ∧ {square} ∈ pieces(opponent) ∧ exchange(move) = {value}");
        let even = worth::centipawns(role) == worth::centipawns(mover) && value == 0;
        let said = if even {
            effect("trades", formula).weight(55)
        } else if value >= 0 {
            effect("takes", formula).weight(58)
        } else {
            effect("gives_for", formula)
                .against()
                .weight(110)
                .word("own", Word::Role(mover))
        };
        court.hear(scene, said.man("man", board, square));
    } else if value < 0 && mover != Role::King {
        let to = scene.to();
        let formula = format!("exchange(move) = {value} ∧ (risk({to}) > 0 after move)");
        let said = effect("offers", formula).against().weight(115 - value / 10);
        court.hear(scene, said.man("man", scene.board_after(), to));
    }
    if scene.m().is_en_passant() {
        court.hear(
            scene,
            effect("enPassant", "P(en_passant) ∧ takes(move)").weight(56),
        );
    }
    if let Some(role) = scene.m().promotion() {
        let said = effect("promotes", "promotes(move)").weight(230);
        let said = said.word("role", Word::Role(role));
        court.hear(
            scene,
            said.squares("square", scene.board_after(), [scene.to()]),
        );
    }
}

fn endings(scene: &Scene, court: &mut Court) {
    if scene.after().is_stalemate() {
        let said = effect("stalemate", "GT(stalemate) after move").weight(900);
        let behind = scene.balance(scene.mover()) < 0;
        court.hear(scene, if behind { said } else { said.against() });
    } else if scene.after().is_insufficient_material() {
        let formula = "GT(insufficient_material) after move";
        court.hear(scene, effect("dead_position", formula).weight(500));
    }
}

/// New contacts of the man that moved: enemies it attacks, friends it guards.
fn contacts(scene: &Scene, court: &mut Court) {
    let (board, after) = (scene.board(), scene.board_after());
    let (from, to) = (scene.from(), scene.to());
    let me = scene.mover();
    let threatened = threats::threatened(scene);
    let fresh = |square: &Square| {
        !board.attacks_from(from).contains(*square) && !threatened.contains(*square)
    };
    let reach = after.attacks_from(to);
    let attacked: Vec<Square> = (reach & after.by_color(!me) & !after.kings())
        .into_iter()
        .filter(fresh)
        .collect();
    for (id, weight, squares) in [("attacks", 32, attacked), ("guards", 26, guarded(scene))] {
        if squares.is_empty() {
            continue;
        }
        let facts: Vec<String> = squares
            .iter()
            .map(|s| format!("¬PA({from}, {s}) ∧ (PA({to}, {s}) after move)"))
            .collect();
        let said = effect(id, facts.join(" ∧ ")).weight(weight);
        court.hear(
            scene,
            said.witness("mover", after, to)
                .men("targets", after, squares),
        );
    }
}

/// The own men that the moved one guards anew and that the enemy attacks.
fn guarded(scene: &Scene) -> Vec<Square> {
    let (board, after) = (scene.board(), scene.board_after());
    let me = scene.mover();
    (after.attacks_from(scene.to()) & after.by_color(me) & !after.kings())
        .into_iter()
        .filter(|square| !board.attacks_from(scene.from()).contains(*square))
        .filter(|square| !after.attacks_to(*square, !me, after.occupied()).is_empty())
        .collect()
}
