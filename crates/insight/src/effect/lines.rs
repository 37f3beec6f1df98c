//! Lines: opened, closed, taken; men set up on one line; castling barred.

use krog_chess::{CastlingSide, Position as _, Role, Square, attacks::batteries, worth};

use super::effect;
use crate::{
    claim::{Court, Word},
    gain::{discoveries, forked, line_facts, lined_up},
    scene::Scene,
};

/// Squares that a slider must gain or lose for a line to be worth a word.
const WORTH_A_WORD: usize = 3;

pub(super) fn detect(scene: &Scene, court: &mut Court) {
    opens(scene, court);
    shuts_in(scene, court);
    files(scene, court);
    sets_up(scene, court);
    bars_castling(scene, court);
}

/// Squares that the man on a square reaches, its own side's apart.
fn reach(board: &krog_chess::Board, square: Square) -> usize {
    let own = board.color_at(square).map(|color| board.by_color(color));
    own.map_or(0, |own| (board.attacks_from(square) & !own).count())
}

/// Own sliders that see more since the move.
fn opens(scene: &Scene, court: &mut Court) {
    let (board, after) = (scene.board(), scene.board_after());
    let me = scene.mover();
    let sliders = (after.by_color(me) & after.sliders()).without(scene.to());
    let opened: Vec<Square> = sliders
        .into_iter()
        .filter(|square| board.piece_at(*square) == after.piece_at(*square))
        .filter(|square| reach(after, *square) >= reach(board, *square) + WORTH_A_WORD)
        .collect();
    if opened.is_empty() || scene.m().is_castle() {
        return;
    }
    let facts: Vec<String> = opened
        .iter()
        .map(|s| {
            let fresh = after.attacks_from(*s) & !board.attacks_from(*s) & !after.by_color(me);
            let seen: Vec<String> = fresh
                .into_iter()
                .map(|target| format!("¬PA({s}, {target}) ∧ (PA({s}, {target}) after move)"))
                .collect();
            seen.join(" ∧ ")
        })
        .collect();
    let said = effect("opens_line", facts.join(" ∧ ")).weight(34);
    court.hear(scene, said.men("men", after, opened));
}

/// Enemy sliders that see much less since the move.
fn shuts_in(scene: &Scene, court: &mut Court) {
    let (board, after) = (scene.board(), scene.board_after());
    let enemy = after.by_color(!scene.mover()) & after.sliders();
    let shut: Vec<Square> = enemy
        .into_iter()
        .filter(|square| board.piece_at(*square) == after.piece_at(*square))
        .filter(|square| reach(board, *square) >= reach(after, *square) + WORTH_A_WORD)
        .collect();
    if shut.is_empty() {
        return;
    }
    let to = scene.to();
    let facts: Vec<String> = shut
        .iter()
        .map(|s| {
            let lost = board.attacks_from(*s) & !after.attacks_from(*s);
            let seen: Vec<String> = lost
                .into_iter()
                .map(|target| format!("PA({s}, {target}) ∧ (¬PA({s}, {target}) after move)"))
                .collect();
            seen.join(" ∧ ")
        })
        .collect();
    let said = effect("shuts_in", facts.join(" ∧ ")).weight(33);
    court.hear(
        scene,
        said.witness("mover", after, to).men("men", after, shut),
    );
}

/// A rook or queen that takes an open or half-open file.
fn files(scene: &Scene, court: &mut Court) {
    let (from, to) = (scene.from(), scene.to());
    let after = scene.board_after();
    if scene.role() != Role::Rook || from.file() == to.file() {
        return;
    }
    let pawns = after.pawns() & to.file();
    let own = pawns & after.by_color(scene.mover());
    let (id, formula) = if pawns.is_empty() {
        ("open_file", format!("(open_file({to}) after move)"))
    } else if own.is_empty() {
        (
            "half_open_file",
            format!("(half_open_file({to}, self) after move)"),
        )
    } else {
        return;
    };
    let said = effect(id, format!("{formula} ∧ role({from}) = rook")).weight(48);
    court.hear(scene, said.man("man", after, to));
}

/// Two enemy men on one line, two attacked at once, two own men on one line:
/// what they are called once they win something is the business of `gain`.
fn sets_up(scene: &Scene, court: &mut Court) {
    let after = scene.board_after();
    let to = scene.to();
    for (front, rear) in lined_up(scene) {
        let (Some(first), Some(second)) = (after.role_at(front), after.role_at(rear)) else {
            continue;
        };
        let facts = line_facts(to, front, rear);
        let said = if second == Role::King {
            effect(
                "holds_to_king",
                format!("(absolute_pin({front}) after move) ∧ {facts}"),
            )
            .weight(62)
        } else if worth::dearer(second, first) && first != Role::Pawn {
            effect("lines_up", facts).weight(44)
        } else {
            continue;
        };
        court.hear(
            scene,
            said.man("man", after, to)
                .man("front", after, front)
                .man("rear", after, rear),
        );
    }
    let both: Vec<Square> = forked(scene)
        .into_iter()
        .filter(|square| after.role_at(*square) != Some(Role::King))
        .collect();
    if both.len() >= 2 {
        let facts: Vec<String> = both.iter().map(|t| format!("PA({to}, {t})")).collect();
        let said = effect(
            "attacks_both",
            format!("({}) after move", facts.join(" ∧ ")),
        );
        court.hear(
            scene,
            said.weight(90)
                .man("man", after, to)
                .men("targets", after, both),
        );
    }
    for (slider, target) in discoveries(scene) {
        if after
            .role_at(target)
            .is_none_or(|role| matches!(role, Role::King | Role::Pawn))
        {
            continue;
        }
        let formula = format!("¬PA({slider}, {target}) ∧ (PA({slider}, {target}) after move)");
        let said = effect("uncovers", formula).weight(46);
        court.hear(
            scene,
            said.man("slider", after, slider)
                .man("target", after, target),
        );
    }
    battery(scene, court);
}

fn battery(scene: &Scene, court: &mut Court) {
    let (board, after) = (scene.board(), scene.board_after());
    let me = scene.mover();
    let to = scene.to();
    let pair = batteries(after, me)
        .filter(|battery| battery.front == to || battery.rear == to)
        .find(|battery| {
            let (a, b) = (battery.front, battery.rear);
            a.file() == b.file()
                && after.role_at(a) == Some(Role::Rook)
                && after.role_at(b) == Some(Role::Rook)
        });
    let Some(pair) = pair else { return };
    let other = if pair.front == to {
        pair.rear
    } else {
        pair.front
    };
    if board.attacks_from(scene.from()).contains(other) && scene.from().file() == to.file() {
        return;
    }
    let (a, b) = (pair.rear, pair.front);
    let formula = format!(
        "((PA({a}, {b}) ∧ role({a}) = rook ∧ role({b}) = rook ∧ file({a}) = file({b})) after move)"
    );
    let said = effect("doubles_rooks", formula).weight(47);
    court.hear(scene, said.squares("squares", after, [a, b]));
}

fn bars_castling(scene: &Scene, court: &mut Court) {
    let other = !scene.mover();
    for (side, word) in [
        (CastlingSide::KingSide, "kingside"),
        (CastlingSide::QueenSide, "queenside"),
    ] {
        let (old, new) = (scene.state_before(), scene.state_after());
        let may = |state| krog_logic::rules::may_castle(state, other, side).is_some();
        if !may(old) || may(new) || scene.after().is_check() {
            continue;
        }
        let id = if word == "kingside" {
            "bars_castling_short"
        } else {
            "bars_castling_long"
        };
        let formula = format!("CR({word}, opponent) ∧ (¬CR({word}, opponent) after move)");
        court.hear(
            scene,
            effect(id, formula)
                .weight(52)
                .word("side", Word::Side(other)),
        );
    }
}
