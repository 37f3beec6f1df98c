//! What a move wins or loses for sure: proof trees turned into claims.
//!
//! The tree gives the gain; the geometry on the board gives it a name: a fork,
//! a skewer, a discovered attack. Without a name it is still a gain. Without a
//! tree nothing is called a win.

mod play;
mod shapes;

pub(crate) use shapes::{discoveries, forked, line_facts, lined_up};

use krog_chess::{Chess, Color, EngineLine, Line, Move, Position as _, Role, Value, see, worth};

use crate::{
    claim::{Court, Proposal, Source, Word},
    counsel::Memory,
    scene::Scene,
    tree::{Goal, Prover, after_captures, gives_mate},
};

/// By how much an engine may see less than a claimed gain, in centipawns.
const TOLERANCE: i32 = 100;

/// The most moves to a mate that a tree is tried for.
const LONGEST_MATE: u16 = 4;

/// The gains that are tried for one move.
const MOST_HOPES: usize = 10;

/// What an engine says about the position after the move, if one was asked.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Advice<'a> {
    /// Its lines from the position after the move, best first.
    pub(crate) lines: &'a [EngineLine],
    /// The reply that somebody points out.
    pub(crate) hint: Option<Move>,
    /// An engine to ask further.
    pub(crate) counsel: Option<&'a Memory<'a>>,
}

impl Advice<'_> {
    /// The value for a side, where an engine was asked.
    pub(crate) fn value(&self, side: Color) -> Option<Value> {
        self.lines.first().map(|line| line.score.pov(side))
    }

    /// How much of a gain the engine, if asked, bears out, in whole pawns.
    fn borne_out(&self, side: Color, before: i32, gain: i32) -> i32 {
        match self.value(side) {
            None | Some(Value::MateIn(_)) => gain,
            Some(Value::Cp(cp)) => gain.min((cp + TOLERANCE - before).max(0) / 100 * 100),
            Some(Value::MatedIn(_)) => 0,
        }
    }

    /// The reply to the move: the one pointed out, or the engine's.
    fn reply(&self) -> Option<Move> {
        let best = self.lines.first();
        self.hint.or_else(|| best?.line.moves().first().copied())
    }

    /// The line to follow after the move: the engine's, unless another reply is
    /// pointed out.
    fn trail(&self, scene: &Scene) -> Option<Line> {
        let told = self.lines.first().map(|line| &line.line);
        let reply = told.and_then(|line| line.moves().first().copied());
        let Some(hint) = self.hint.filter(|hint| reply != Some(*hint)) else {
            return told.cloned();
        };
        let mut line = Line::at(scene.after().clone());
        line.push(hint).ok().map(|()| line)
    }

    /// The gains that the engine's value leaves room for, in whole pawns up to
    /// a queen, the largest first; none without an engine.
    fn gains(&self, side: Color, before: i32) -> Vec<i32> {
        let most = match self.value(side) {
            Some(Value::Cp(cp)) => (cp + TOLERANCE - before).min(900),
            Some(Value::MateIn(_)) => 900,
            None if self.hint.is_some() => 900,
            _ => return Vec::new(),
        };
        (1..=9)
            .rev()
            .map(|pawns| pawns * 100)
            .filter(|gain| *gain <= most)
            .collect()
    }

    fn prover(&self, side: Color) -> Prover {
        if self.lines.is_empty() {
            Prover::new(side)
        } else {
            Prover::deep(side)
        }
    }
}

/// Claims what the move wins: mate, or material. Whether there was something.
pub(crate) fn wins(scene: &Scene, advice: Advice<'_>, court: &mut Court) -> bool {
    if scene.after().is_checkmate() {
        return mate(scene, court);
    }
    forced_mate(scene, advice, court)
        || material(scene, advice, court)
        || play::gains(scene, advice, court, scene.mover())
}

/// Claims that the move holds a draw by perpetual check. Whether it does.
pub(crate) fn holds(scene: &Scene, advice: Advice<'_>, court: &mut Court) -> bool {
    play::draws(scene, advice, court, scene.mover())
}

/// Claims what a side comes to have by the engine's best play that is no
/// material and that another line does not bring it. Whether there is such.
pub(crate) fn assets(
    scene: &Scene,
    advice: Advice<'_>,
    asked: (Color, &EngineLine),
    court: &mut Court,
) -> bool {
    play::assets(scene, advice, asked, court)
}

/// The shapes of mates, the more telling first: theme and word of the language.
const SHAPES: [(&str, &str); 6] = [
    ("smotheredMate", "smothered_mated"),
    ("anastasiaMate", "anastasia_mated"),
    ("arabianMate", "arabian_mated"),
    ("hookMate", "hook_mated"),
    ("dovetailMate", "dovetail_mated"),
    ("backRankMate", "back_rank_mated"),
];

fn mate(scene: &Scene, court: &mut Court) -> bool {
    let after = scene.board_after();
    let Some(king) = after.king_of(!scene.mover()) else {
        return false;
    };
    for (theme, word) in SHAPES {
        let formula = format!("{word}(opponent) after move");
        if !scene.says(&formula) {
            continue;
        }
        let proposal = Proposal::new(theme, Source::Tactic(theme), formula)
            .weight(1000)
            .man("king", after, king);
        return court.hear(scene, proposal);
    }
    let proposal = Proposal::new(
        "mate",
        Source::Tactic("mate"),
        "checkmate(opponent) after move",
    )
    .weight(1000)
    .man("king", after, king);
    court.hear(scene, proposal)
}

fn forced_mate(scene: &Scene, advice: Advice<'_>, court: &mut Court) -> bool {
    let me = scene.mover();
    let moves = match advice.value(me) {
        Some(Value::MateIn(moves)) if moves <= LONGEST_MATE => moves,
        None if threatens_mate(scene.after()) => 1,
        _ => return false,
    };
    let Some(lines) = mating(scene, me, moves) else {
        return false;
    };
    let number = i32::from(moves) + 1;
    let formula = "forces(self, checkmate(opponent)) after move";
    let proposal = Proposal::new("mates_in", Source::Tactic("mate"), formula)
        .weight(950 - number)
        .word("count", Word::Number(number))
        .lines(lines);
    court.hear(scene, proposal)
}

/// Whether the side that has just moved is about to mate: it gives check, or
/// would mate if the other side passed.
fn threatens_mate(after: &Chess) -> bool {
    if after.is_check() {
        return after.legal_moves().len() <= 8;
    }
    let passed = after.clone().swap_turn().ok();
    passed.is_some_and(|passed| {
        passed
            .legal_moves()
            .into_iter()
            .any(|m| gives_mate(&passed, m))
    })
}

/// Lines by which `winner` mates in so many further moves.
fn mating(scene: &Scene, winner: Color, moves: u16) -> Option<Vec<Line>> {
    let line = line_of(scene)?;
    let moves = u8::try_from(moves).ok()?;
    let replies = if winner == scene.mover() {
        moves
    } else {
        moves.checked_sub(1)?
    };
    let mut prover = if moves > 1 {
        Prover::deep(winner)
    } else {
        Prover::new(winner)
    };
    prover.prove(&line, Goal::Mate, replies)
}

fn line_of(scene: &Scene) -> Option<Line> {
    let mut line = Line::at(scene.before().clone());
    line.push(scene.m()).ok()?;
    Some(line)
}

/// The gains worth trying to prove, the largest first.
fn hopes(scene: &Scene) -> Vec<i32> {
    let price = |role: Role| worth::centipawns(role).unwrap_or(0);
    let taken = scene.m().capture().map_or(0, price)
        + scene.m().promotion().map_or(0, |role| price(role) - 100);
    let mut prey = shapes::hit(scene);
    // A man that is taken back costs the taker.
    let costs = [Role::Pawn, Role::Knight, Role::Rook].map(price);
    let traded: Vec<i32> = prey
        .iter()
        .flat_map(|value| costs.map(|cost| value - cost))
        .collect();
    prey.extend(traded);
    if let Ok(passed) = scene.after().clone().swap_turn() {
        prey.extend(spoils(&passed));
    }
    let mut hopes = vec![taken, see::value(scene.before(), scene.m())];
    hopes.extend(prey.iter().map(|value| taken + value));
    hopes.retain(|hope| *hope >= 100);
    hopes.sort_unstable_by(|a, b| b.cmp(a));
    hopes.dedup();
    hopes.truncate(MOST_HOPES);
    hopes
}

/// What the side to move can win by single exchanges.
fn spoils(position: &Chess) -> Vec<i32> {
    let mut spoils: Vec<i32> = position
        .legal_moves()
        .into_iter()
        .filter(|m| m.is_capture() || m.is_promotion())
        .map(|m| see::value(position, m))
        .filter(|value| *value > 0)
        .collect();
    spoils.sort_unstable();
    spoils.dedup();
    spoils
}

fn material(scene: &Scene, advice: Advice<'_>, court: &mut Court) -> bool {
    let me = scene.mover();
    let before = scene.balance(me);
    let Some(line) = line_of(scene) else {
        return false;
    };
    let mut prover = advice.prover(me);
    let mut hopes = hopes(scene);
    let quick = hopes.len();
    hopes.extend(advice.gains(me, before));
    for (index, gain) in hopes.into_iter().enumerate() {
        let gain = advice.borne_out(me, before, gain);
        if gain < 100 {
            continue;
        }
        let goal = Goal::Balance(before + gain);
        let replies = if index < quick { 1 } else { 2 };
        let Some(lines) = prover.prove(&line, goal, replies) else {
            continue;
        };
        let proof = format!(
            "balance(self) = {before} ∧ (forces(self, won(self, {})) after move)",
            before + gain
        );
        let proposal = shapes::name(scene, gain, &proof, &lines)
            .weight(400 + gain / 4)
            .gain(gain)
            .word("gain", Word::Worth(gain))
            .lines(lines);
        return court.hear(scene, proposal);
    }
    false
}

/// Claims what the move loses: the own king, or material. Whether it does.
pub(crate) fn loses(scene: &Scene, advice: Advice<'_>, court: &mut Court) -> bool {
    allows_mate(scene, advice, court)
        || gives_material(scene, advice, court)
        || punished(scene, advice, court)
        || play::gains(scene, advice, court, !scene.mover())
        || play::gives_back(scene, advice, court)
        || play::draws(scene, advice, court, !scene.mover())
}

fn allows_mate(scene: &Scene, advice: Advice<'_>, court: &mut Court) -> bool {
    let enemy = !scene.mover();
    let moves = match advice.value(enemy) {
        Some(Value::MateIn(moves)) if moves <= LONGEST_MATE => moves,
        Some(_) => return false,
        None => 1,
    };
    let after = scene.after();
    if advice.lines.is_empty()
        && !after
            .legal_moves()
            .into_iter()
            .any(|m| gives_mate(after, m))
    {
        return false;
    }
    let Some(lines) = mating(scene, enemy, moves) else {
        return false;
    };
    let reply = reply_of(&lines);
    let number = i32::from(moves);
    let id = if number == 1 {
        "allows_mate"
    } else {
        "allows_mate_in"
    };
    let formula = "forces(opponent, checkmate(self)) after move";
    let proposal = Proposal::new(id, Source::Tactic("mate"), formula)
        .against()
        .weight(940 - number)
        .word("count", Word::Number(number))
        .word("reply", Word::Moves(reply))
        .lines(lines);
    court.hear(scene, proposal)
}

/// The second move of the lines, in SAN.
fn reply_of(lines: &[Line]) -> String {
    let step = lines.first().and_then(|line| line.steps().nth(1));
    step.map_or_else(String::new, |(position, m)| {
        krog_chess::notation::write(&position, m, krog_chess::notation::Form::San)
    })
}

fn gives_material(scene: &Scene, advice: Advice<'_>, court: &mut Court) -> bool {
    let enemy = !scene.mover();
    let before = scene.balance(enemy);
    let now = crate::scene::balance(scene.board_after(), enemy);
    let Some(line) = line_of(scene) else {
        return false;
    };
    let hoped = after_captures(scene.after()) - before;
    let mut losses: Vec<i32> = spoils(scene.after())
        .into_iter()
        .map(|value| now + value - before)
        .chain([hoped])
        .filter(|loss| *loss >= 100 && *loss <= hoped)
        .collect();
    losses.sort_unstable_by(|a, b| b.cmp(a));
    losses.dedup();
    losses.truncate(2);
    let mut prover = Prover::new(enemy);
    for loss in losses {
        let goal = Goal::Balance(before + loss);
        let Some(lines) = prover.prove(&line, goal, 0) else {
            continue;
        };
        // A quiet leaf is proof enough; that it also stands up to every next
        // move makes it worth saying.
        if prover.prove(&line, goal, 1).is_none() {
            continue;
        }
        let borne = advice.borne_out(enemy, before, loss);
        return court.hear(scene, giving(scene, (loss, borne, before), lines));
    }
    false
}

/// The engine's reply wins material, if not by a plain capture.
fn punished(scene: &Scene, advice: Advice<'_>, court: &mut Court) -> bool {
    let enemy = !scene.mover();
    let before = scene.balance(enemy);
    let Some(reply) = advice.reply() else {
        return false;
    };
    let Some(mut line) = line_of(scene) else {
        return false;
    };
    if line.push(reply).is_err() {
        return false;
    }
    let mut prover = Prover::deep(enemy);
    for loss in advice.gains(enemy, before) {
        let goal = Goal::Balance(before + loss);
        let lines = prover
            .prove(&line, goal, 1)
            .or_else(|| prover.prove(&line, goal, 2));
        if let Some(lines) = lines {
            return court.hear(scene, giving(scene, (loss, loss, before), lines));
        }
    }
    false
}

/// The proposal that the move gives material away: so much by the tree, so
/// much of it borne out by the engine. Where that is nothing, it is a sacrifice.
fn giving(scene: &Scene, (loss, borne, before): (i32, i32, i32), lines: Vec<Line>) -> Proposal {
    let sound = borne < 100;
    let stated = if sound { loss } else { borne };
    let proof = format!(
        "balance(opponent) = {before} ∧ (forces(opponent, won(opponent, {})) after move)",
        before + stated
    );
    let reply = lines.first().and_then(|line| line.moves().get(1).copied());
    let after = scene.board_after();
    let taken = reply.filter(|m| m.is_capture()).map(Move::to);
    let whole = taken
        .and_then(|square| worth::centipawns(after.role_at(square)?))
        .is_some_and(|price| price == loss);
    let proof = match taken.filter(|_| whole && !sound) {
        Some(square) => format!("{proof} ∧ X(takes(move) ∧ to(move) = {square})"),
        None => proof,
    };
    let id = match (sound, whole) {
        (true, _) => "sacrifice",
        (false, true) => "loses_man",
        (false, false) => "loses_material",
    };
    let proposal = Proposal::new(
        id,
        Source::Tactic(if sound { "sacrifice" } else { "advantage" }),
        proof,
    )
    .weight(400 + stated / 4)
    .gain(-stated)
    .word("gain", Word::Worth(stated))
    .word("reply", Word::Moves(reply_of(&lines)))
    .lines(lines);
    let proposal = if sound { proposal } else { proposal.against() };
    match taken.filter(|_| whole && !sound) {
        Some(square) => proposal.man("man", after, square),
        None => proposal,
    }
}
