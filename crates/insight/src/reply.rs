//! What the reply to a bad move threatens, and would not have threatened after
//! the better move; or what the better move would have taken, and the reply
//! saves.
//!
//! A threat is never called a gain: the claim says what the reply would win if
//! the mover passed, and that after the better move the same reply has no such
//! threat, is not to be had, or only loses the man that moves. Nor is a capture
//! that was passed up: the claim says what its exchange would have brought, and
//! that no exchange brings as much after the reply.

use krog_chess::{
    Chess, Move, Position as _, Square,
    notation::{self, Form},
    see,
};

use crate::{
    claim::{Court, Proposal, Source, Word},
    scene::Scene,
    tree::gives_mate,
};

/// The least threat that is worth telling, in centipawns: a piece, or what two
/// pawns and more make up for.
const LEAST: i32 = 200;

/// The reply that an engine expects, and the move that it would have played.
#[derive(Clone, Copy)]
pub(crate) struct Contrast {
    pub(crate) reply: Move,
    pub(crate) better: Move,
}

/// Claims what the reply threatens. Whether it threatens anything. A reply that
/// takes something is in the middle of an exchange, of which trees speak.
pub(crate) fn threatens(scene: &Scene, contrast: Contrast, court: &mut Court) -> bool {
    if contrast.reply.is_capture() {
        return false;
    }
    let Some(passed) = passed_after(scene.after(), contrast.reply) else {
        return false;
    };
    let mut other = scene.before().clone();
    if !other.is_legal(contrast.better) {
        return false;
    }
    other.play_unchecked(contrast.better);
    let possible = other.is_legal(contrast.reply) && see::value(&other, contrast.reply) >= 0;
    let other = passed_after(&other, contrast.reply).filter(|_| possible);
    // A check leaves no pass to compare with.
    if possible && other.is_none() {
        return false;
    }
    mate(scene, contrast, (&passed, other.as_ref()), court)
        || material(scene, contrast, (&passed, other.as_ref()), court)
}

/// Claims that the better move takes a man with gain, and that after the reply
/// nothing of that worth can be taken any more. Whether it is so.
pub(crate) fn passes_up(scene: &Scene, contrast: Contrast, court: &mut Court) -> bool {
    let Contrast { reply, better } = contrast;
    let before = scene.before();
    if !better.is_capture() || better.is_en_passant() || !before.is_legal(better) {
        return false;
    }
    let worth = see::value(before, better);
    let mut there = scene.after().clone();
    if worth < LEAST || see::value(before, scene.m()) >= worth || !there.is_legal(reply) {
        return false;
    }
    there.play_unchecked(reply);
    if loot(&there) >= worth {
        return false;
    }
    let uci = |position: &Chess, m: Move| notation::write(position, m, Form::Uci);
    let (taken, told) = (uci(before, better), uci(scene.after(), reply));
    let formula = format!(
        "victim({taken}) = {} ∧ exchange({taken}) = {worth} ∧ exchange(move) < {worth} \
         ∧ ((loot < {worth} after {told}) after move)",
        better.to()
    );
    let proposal = told_of(
        scene,
        contrast,
        Proposal::new("passes_up", Source::Effect, formula),
    )
    .weight(280 + worth / 10)
    .man("man", scene.board(), better.to());
    court.hear(scene, proposal)
}

/// The position after a move and a pass; none after a check.
fn passed_after(position: &Chess, m: Move) -> Option<Chess> {
    if !position.is_legal(m) {
        return None;
    }
    let mut next = position.clone();
    next.play_unchecked(m);
    (!next.is_check()).then(|| next.swap_turn().ok()).flatten()
}

fn mate(
    scene: &Scene,
    contrast: Contrast,
    (passed, other): (&Chess, Option<&Chess>),
    court: &mut Court,
) -> bool {
    let mates = |position: &Chess| {
        let moves = position.legal_moves();
        moves.into_iter().find(|m| gives_mate(position, *m))
    };
    let Some(m) = mates(passed) else {
        return false;
    };
    if mates(scene.after()).is_some() || other.is_some_and(|other| mates(other).is_some()) {
        return false;
    }
    let uci = notation::write(passed, m, Form::Uci);
    let threat = format!("(checkmate(self) after {uci}) after pass");
    let proposal = proposal(
        scene,
        contrast,
        ("allows_mate_threat", 360),
        &threat,
        ("mates", "¬mates"),
    )
    .word("mate", Word::Moves(notation::write(passed, m, Form::San)));
    court.hear(scene, proposal)
}

fn material(
    scene: &Scene,
    contrast: Contrast,
    (passed, other): (&Chess, Option<&Chess>),
    court: &mut Court,
) -> bool {
    let most = loot(passed);
    let known = loot(scene.after()).max(other.map_or(0, loot));
    if most < LEAST || known >= most {
        return false;
    }
    let mut targets: Vec<Square> = passed
        .legal_moves()
        .into_iter()
        .filter(|m| m.is_capture() && !m.is_en_passant() && !m.is_promotion())
        .filter(|m| see::value(passed, *m) == most)
        .map(Move::to)
        .collect();
    targets.sort_unstable();
    targets.dedup();
    if targets.is_empty() {
        return false;
    }
    let facts: Vec<String> = targets
        .iter()
        .map(|square| format!("risk({square}) = {most}"))
        .collect();
    let calm = format!("loot < {most}");
    let proposal = proposal(
        scene,
        contrast,
        ("allows_threat", 300 + most / 10),
        &facts.join(" ∧ "),
        (&format!("loot ≥ {most}"), &calm),
    );
    let mut there = scene.after().clone();
    there.play_unchecked(contrast.reply);
    court.hear(scene, proposal.men("targets", there.board(), targets))
}

/// A proposal that the reply has a threat, which is new with it and which does
/// not work after the better move.
fn proposal(
    scene: &Scene,
    contrast: Contrast,
    (id, weight): (&'static str, i32),
    threat: &str,
    (known, calm): (&str, &str),
) -> Proposal {
    let reply = notation::write(scene.after(), contrast.reply, Form::Uci);
    let better = notation::write(scene.before(), contrast.better, Form::Uci);
    let formula = format!(
        "(({threat}) after {reply}) after move ∧ (¬({known}) after move) \
         ∧ ((F({reply}) ∨ exchange({reply}) < 0 ∨ ((({calm}) after pass) after {reply})) \
         after {better})"
    );
    told_of(scene, contrast, Proposal::new(id, Source::Effect, formula)).weight(weight)
}

/// A proposal against the move that names the reply and the better move.
fn told_of(scene: &Scene, contrast: Contrast, proposal: Proposal) -> Proposal {
    let mut line = krog_chess::Line::at(scene.before().clone());
    // Both moves were found legal where they stand.
    let _ = line.push(scene.m());
    let _ = line.push(contrast.reply);
    let san = |position: &Chess, m: Move| Word::Moves(notation::write(position, m, Form::San));
    proposal
        .against()
        .word("reply", san(scene.after(), contrast.reply))
        .word("better", san(scene.before(), contrast.better))
        .lines(vec![line])
}

/// What the side to move wins at most by one exchange or promotion.
fn loot(position: &Chess) -> i32 {
    position
        .legal_moves()
        .into_iter()
        .filter(|m| m.is_capture() || m.is_promotion())
        .map(|m| see::value(position, m))
        .fold(0, i32::max)
}
