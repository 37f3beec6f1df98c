//! Threats: made, parried, evaded, overlooked.
//!
//! A threat is what a side could win by one exchange, or by mate, if it were to
//! move; the language says it with `risk` and `pass`.

use krog_chess::{
    Bitboard, Chess, Move, Position as _, Role, Square,
    notation::{self, Form},
    see,
};

use super::effect;
use crate::{
    claim::{Court, Word},
    scene::Scene,
    tree::gives_mate,
};

/// What the side to move wins by taking on each square.
struct Prey([i32; 64]);

impl Prey {
    fn of(position: &Chess) -> Prey {
        let mut prey = Prey([0; 64]);
        for m in position.legal_moves() {
            if m.is_capture() && !m.is_en_passant() {
                let best = &mut prey.0[m.to().to_usize()];
                *best = (*best).max(see::value(position, m));
            }
        }
        prey
    }

    /// Where nobody may be taken because the side asked about cannot move.
    const NONE: Prey = Prey([0; 64]);

    fn on(&self, square: Square) -> i32 {
        self.0[square.to_usize()]
    }
}

/// What the side that is not to move could take; none in check.
fn prey_of_waiting(position: &Chess) -> Prey {
    let passed = position.clone().swap_turn();
    passed.map_or(Prey::NONE, |passed| Prey::of(&passed))
}

pub(super) fn detect(scene: &Scene, court: &mut Court) {
    threatens(scene, court);
    threatens_mate(scene, court);
    let dangers = prey_of_waiting(scene.before());
    let remaining = Prey::of(scene.after());
    saves(scene, &dangers, &remaining, court);
    exposes(scene, &dangers, &remaining, court);
    stops_mate(scene, court);
}

/// The enemy men that could be taken with gain if the opponent passed.
pub(super) fn threatened(scene: &Scene) -> Bitboard {
    let prey = prey_of_waiting(scene.after());
    let enemy = scene.board_after().by_color(!scene.mover());
    enemy.into_iter().filter(|s| prey.on(*s) > 0).collect()
}

/// Enemy men that can be taken with gain now and could not before.
fn threatens(scene: &Scene, court: &mut Court) {
    let old = Prey::of(scene.before());
    let new = prey_of_waiting(scene.after());
    let board = scene.board_after();
    let fresh: Vec<Square> = board
        .by_color(!scene.mover())
        .into_iter()
        .filter(|square| new.on(*square) > old.on(*square))
        .collect();
    if fresh.is_empty() {
        return;
    }
    let facts: Vec<String> = fresh
        .iter()
        .map(|s| {
            format!(
                "risk({s}) = {} ∧ (risk({s}) = {} after move)",
                old.on(*s),
                new.on(*s)
            )
        })
        .collect();
    let most = fresh.iter().map(|s| new.on(*s)).max().unwrap_or(0);
    let said = effect("threatens", facts.join(" ∧ ")).weight(100 + most / 10);
    court.hear(scene, said.men("targets", board, fresh));
}

fn threatens_mate(scene: &Scene, court: &mut Court) {
    if let Ok(passed) = scene.after().clone().swap_turn() {
        let can = |position: &Chess| mating_move(position);
        if let Some(m) = can(&passed).filter(|_| can(scene.before()).is_none()) {
            let uci = notation::write(&passed, m, Form::Uci);
            let formula =
                format!("((checkmate(opponent) after {uci}) after pass) after move ∧ ¬mates");
            let san = notation::write(&passed, m, Form::San);
            let said = effect("threatens_mate", formula).weight(300);
            court.hear(scene, said.word("mate", Word::Moves(san)));
        }
    }
}

fn mating_move(position: &Chess) -> Option<Move> {
    let moves = position.legal_moves();
    moves.into_iter().find(|m| gives_mate(position, *m))
}

/// A mate that the opponent threatened and no longer has.
fn stops_mate(scene: &Scene, court: &mut Court) {
    let Ok(passed) = scene.before().clone().swap_turn() else {
        return;
    };
    let Some(m) = mating_move(&passed) else {
        return;
    };
    if mating_move(scene.after()).is_some() {
        return;
    }
    let uci = notation::write(&passed, m, Form::Uci);
    let formula = format!("((checkmate(self) after {uci}) after pass) ∧ (¬mates after move)");
    let san = notation::write(&passed, m, Form::San);
    let said = effect("stops_mate", formula).weight(290);
    court.hear(scene, said.word("mate", Word::Moves(san)));
}

/// Own men that could be taken with gain before and cannot be now.
fn saves(scene: &Scene, dangers: &Prey, remaining: &Prey, court: &mut Court) {
    let (from, to) = (scene.from(), scene.to());
    let risk = dangers.on(from);
    if risk > 0 && remaining.on(to) == 0 && scene.role() != Role::King && !scene.m().is_capture() {
        let formula = format!("risk({from}) = {risk} ∧ (risk({to}) = 0 after move)");
        let said = effect("escapes", formula).weight(80 + risk / 10);
        court.hear(scene, said.man("man", scene.board(), from));
    }
    let after = scene.board_after();
    let saved: Vec<Square> = after
        .by_color(scene.mover())
        .into_iter()
        .filter(|s| *s != to && dangers.on(*s) > 0 && remaining.on(*s) == 0)
        .filter(|s| scene.board().piece_at(*s) == after.piece_at(*s))
        .collect();
    if saved.is_empty() {
        return;
    }
    let most = saved.iter().map(|s| dangers.on(*s)).max().unwrap_or(0);
    let guards = saved.iter().all(|s| after.attacks_from(to).contains(*s));
    let facts: Vec<String> = saved
        .iter()
        .map(|s| {
            let guard = if guards {
                format!(" ∧ PA({to}, {s})")
            } else {
                String::new()
            };
            format!(
                "risk({s}) = {} ∧ ((risk({s}) = 0{guard}) after move)",
                dangers.on(*s)
            )
        })
        .collect();
    let id = if guards { "protects" } else { "parries" };
    let said = effect(id, facts.join(" ∧ ")).weight(80 + most / 10);
    court.hear(scene, said.men("targets", after, saved));
}

/// Own men that can be taken with gain now and could not before, the moved one
/// apart.
fn exposes(scene: &Scene, dangers: &Prey, remaining: &Prey, court: &mut Court) {
    let after = scene.board_after();
    let open: Vec<Square> = after
        .by_color(scene.mover())
        .into_iter()
        .filter(|s| *s != scene.to() && remaining.on(*s) > 0)
        .collect();
    let (fresh, old): (Vec<Square>, Vec<Square>) =
        open.into_iter().partition(|s| dangers.on(*s) == 0);
    for (id, squares) in [("exposes", fresh), ("leaves_hanging", old)] {
        if squares.is_empty() || id == "exposes" && scene.before().is_check() {
            continue;
        }
        let facts: Vec<String> = squares
            .iter()
            .map(|s| {
                format!(
                    "risk({s}) = {} ∧ (risk({s}) = {} after move)",
                    dangers.on(*s),
                    remaining.on(*s)
                )
            })
            .collect();
        let most = squares.iter().map(|s| remaining.on(*s)).max().unwrap_or(0);
        let said = effect(id, facts.join(" ∧ "))
            .against()
            .weight(105 + most / 10);
        court.hear(scene, said.men("targets", after, squares));
    }
}
