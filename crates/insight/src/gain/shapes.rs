//! The names of gains: what on the board makes a move win.

use krog_chess::{
    Board, Line, Move, Position as _, Role, Square,
    attacks::{slides, xrays_from},
    shakmaty::attacks,
    worth,
};

use crate::{
    claim::{Proposal, Source},
    danger::{in_bad_spot, is_hanging},
    scene::Scene,
};

/// What the man that moved, and the lines that it opened, attack: prices.
pub(super) fn hit(scene: &Scene) -> Vec<i32> {
    let after = scene.board_after();
    let price = |square: Square| after.role_at(square).and_then(worth::centipawns);
    let direct = (after.attacks_from(scene.to()) & after.by_color(!scene.mover())).into_iter();
    let opened = discoveries(scene).into_iter().map(|(_, target)| target);
    let behind = lined_up(scene).into_iter().map(|(_, rear)| rear);
    direct
        .chain(opened)
        .chain(behind)
        .filter_map(price)
        .collect()
}

/// The proposal for a proved gain, under the name that its shape has.
pub(super) fn name(scene: &Scene, gain: i32, proof: &str, lines: &[Line]) -> Proposal {
    let at_once = [
        taken_free as fn(&Scene, i32, &str) -> Option<Proposal>,
        promotion,
    ];
    let later = [
        fork as fn(&Scene, &str) -> Option<(Proposal, Vec<Square>)>,
        discovered,
        skewer_or_pin,
        defender,
        trapped,
    ];
    let named = || {
        later
            .into_iter()
            .filter_map(|shape| shape(scene, proof))
            .find(|(_, targets)| {
                targets.is_empty() || lines.iter().all(|line| falls(line, targets))
            })
            .map(|(proposal, _)| proposal)
    };
    at_once
        .into_iter()
        .find_map(|shape| shape(scene, gain, proof))
        .or_else(named)
        .or_else(|| exchange(scene, gain, proof))
        .unwrap_or_else(|| Proposal::new("wins_material", Source::Tactic("advantage"), proof))
}

/// Whether the judging side takes one of the men that stood on `targets` after
/// its first move, wherever they went, or mates.
fn falls(line: &Line, targets: &[Square]) -> bool {
    let mut targets = targets.to_vec();
    let winner = line.start().turn();
    for (position, m) in line.steps().skip(1) {
        if position.turn() == winner {
            let taken = match m {
                Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
                _ => m.to(),
            };
            if m.is_capture() && targets.contains(&taken) {
                return true;
            }
        } else {
            for target in &mut targets {
                if m.from() == Some(*target) {
                    *target = m.to();
                }
            }
        }
    }
    line.end().is_checkmate()
}

fn tactic(id: &'static str, facts: &str, proof: &str) -> Proposal {
    Proposal::new(id, Source::Tactic(id), format!("{facts} ∧ {proof}"))
}

/// Takes a piece that nobody guards.
fn taken_free(scene: &Scene, gain: i32, proof: &str) -> Option<Proposal> {
    let (role, square) = scene.victim()?;
    let board = scene.board();
    let free =
        role != Role::Pawn && worth::centipawns(role) == Some(gain) && is_hanging(board, square);
    free.then(|| {
        tactic("hangingPiece", &format!("hanging({square})"), proof).man("man", board, square)
    })
}

fn promotion(scene: &Scene, _: i32, proof: &str) -> Option<Proposal> {
    let role = scene.m().promotion()?;
    let id = if role == Role::Queen {
        "promotion"
    } else {
        "underPromotion"
    };
    let facts = "promotes(move)";
    Some(
        tactic(id, facts, proof)
            .word("role", crate::claim::Word::Role(role))
            .squares("square", scene.board_after(), [scene.to()]),
    )
}

/// The men that the moved one attacks to some purpose.
pub(crate) fn forked(scene: &Scene) -> Vec<Square> {
    let after = scene.board_after();
    let moved = scene.moved();
    if moved.role == Role::King {
        return Vec::new();
    }
    let enemy = after.by_color(!scene.mover());
    let hits_back = after.attacks_to(scene.to(), !scene.mover(), after.occupied());
    (after.attacks_from(scene.to()) & enemy)
        .into_iter()
        .filter(|target| {
            let role = after.role_at(*target).unwrap_or(Role::Pawn);
            worth::dearer(role, moved.role)
                || role != Role::Pawn && is_hanging(after, *target) && !hits_back.contains(*target)
        })
        .collect()
}

fn fork(scene: &Scene, proof: &str) -> Option<(Proposal, Vec<Square>)> {
    let targets = forked(scene);
    let after = scene.board_after();
    if targets.len() < 2 || in_bad_spot(after, scene.to()) {
        return None;
    }
    let to = scene.to();
    let facts: Vec<String> = targets.iter().map(|t| format!("PA({to}, {t})")).collect();
    let facts = format!("(({}) after move)", facts.join(" ∧ "));
    let proposal = tactic("fork", &facts, proof).man("man", after, to).men(
        "targets",
        after,
        targets.iter().copied(),
    );
    Some((proposal, targets))
}

/// Sliders of the mover that attack an enemy man only since the move has left
/// the line: slider and target, the dearest target first.
pub(crate) fn discoveries(scene: &Scene) -> Vec<(Square, Square)> {
    let (board, after) = (scene.board(), scene.board_after());
    let me = scene.mover();
    let sliders = (after.by_color(me) & after.sliders()).without(scene.to());
    let enemy = after.by_color(!me);
    let mut found: Vec<(Square, Square)> = sliders
        .into_iter()
        .filter(|slider| board.color_at(*slider) == Some(me))
        .flat_map(|slider| {
            let fresh = after.attacks_from(slider) & enemy & !board.attacks_from(slider);
            fresh
                .into_iter()
                .filter(move |target| attacks::between(slider, *target).contains(scene.from()))
                .map(move |target| (slider, target))
        })
        .collect();
    let dear = |target: Square| after.role_at(target).map(worth::centipawns);
    found.sort_by_key(|(_, target)| match dear(*target) {
        Some(None) => i32::MIN,
        Some(Some(price)) => -price,
        None => 0,
    });
    found
}

fn discovered(scene: &Scene, proof: &str) -> Option<(Proposal, Vec<Square>)> {
    let after = scene.board_after();
    let (slider, target) = discoveries(scene)
        .into_iter()
        .find(|(_, target)| after.role_at(*target) != Some(Role::Pawn))?;
    let facts = format!("¬PA({slider}, {target}) ∧ (PA({slider}, {target}) after move)");
    let proposal = tactic("discoveredAttack", &facts, proof)
        .man("slider", after, slider)
        .man("target", after, target);
    // What the man in front attacks may fall as well.
    let mut targets: Vec<Square> = (after.attacks_from(scene.to())
        & after.by_color(!scene.mover()))
    .into_iter()
    .collect();
    targets.push(target);
    Some((proposal, targets))
}

/// Pairs of enemy men that the moved slider has on one line: the one in front
/// and the one behind.
pub(crate) fn lined_up(scene: &Scene) -> Vec<(Square, Square)> {
    let after = scene.board_after();
    let enemy = after.by_color(!scene.mover());
    if !slides(scene.moved().role) {
        return Vec::new();
    }
    xrays_from(after, scene.to())
        .filter(|ray| enemy.contains(ray.through))
        .filter_map(|ray| Some((ray.through, ray.behind(after)?)))
        .filter(|(_, rear)| enemy.contains(*rear))
        .filter(|(front, rear)| !stood_before(scene, *front, *rear))
        .collect()
}

/// Whether the moved slider had the two men on a line before, too.
fn stood_before(scene: &Scene, front: Square, rear: Square) -> bool {
    xrays_from(scene.board(), scene.from())
        .any(|ray| ray.through == front && ray.behind(scene.board()) == Some(rear))
}

/// What is said of two men on a line from the moved slider.
pub(crate) fn line_facts(to: Square, front: Square, rear: Square) -> String {
    format!(
        "((PA({to}, {front}) ∧ {front} ∈ between({to}, {rear}) ∧ PC({front}, {rear})) after move)"
    )
}

fn skewer_or_pin(scene: &Scene, proof: &str) -> Option<(Proposal, Vec<Square>)> {
    let after = scene.board_after();
    let to = scene.to();
    let role = |square: Square| after.role_at(square).unwrap_or(Role::Pawn);
    let worthy = |square: Square| role(square) != Role::Pawn;
    let (front, rear) = lined_up(scene)
        .into_iter()
        .find(|(front, rear)| worthy(*front) && worthy(*rear) && role(*front) != role(*rear))?;
    let id = if worth::dearer(role(front), role(rear)) {
        "skewer"
    } else if worth::dearer(role(rear), role(front)) {
        "pin"
    } else {
        return None;
    };
    let proposal = tactic(id, &line_facts(to, front, rear), proof)
        .man("man", after, to)
        .man("front", after, front)
        .man("rear", after, rear);
    Some((proposal, vec![front, rear]))
}

/// Takes the only guard of a man that is attacked.
fn defender(scene: &Scene, proof: &str) -> Option<(Proposal, Vec<Square>)> {
    let (_, square) = scene.victim()?;
    let (board, after) = (scene.board(), scene.board_after());
    let me = scene.mover();
    let guarded = board.attacks_from(square) & board.by_color(!me);
    let left = guarded.into_iter().find(|target| {
        let attacked = !after.attacks_to(*target, me, after.occupied()).is_empty();
        let alone = after.attacks_to(*target, !me, after.occupied()).is_empty();
        attacked
            && alone
            && board
                .role_at(*target)
                .is_some_and(|r| r != Role::King && r != Role::Pawn)
    })?;
    let facts = format!("PA({square}, {left}) ∧ ¬hanging({left}) ∧ (hanging({left}) after move)");
    let proposal = tactic("capturingDefender", &facts, proof)
        .man("guard", board, square)
        .man("man", board, left);
    // The guard itself has fallen; that is enough.
    Some((proposal, Vec::new()))
}

/// Attacks a piece that has no safe square.
fn trapped(scene: &Scene, proof: &str) -> Option<(Proposal, Vec<Square>)> {
    let after = scene.board_after();
    let me = scene.mover();
    let pieces = after.by_color(!me) & !after.pawns() & !after.kings();
    let caught = pieces.into_iter().find(|square| {
        crate::danger::is_trapped(scene.after(), *square)
            && (after.attacks_from(scene.to()).contains(*square)
                || !attacked_before(scene.board(), *square, me))
    })?;
    let facts = format!(
        "((risk({caught}) > 0 ∧ (∀m ∈ moves: from(m) = {caught} → (risk(to(m)) > 0 after m))) after move)"
    );
    let proposal = tactic("trappedPiece", &facts, proof).man("man", after, caught);
    Some((proposal, vec![caught]))
}

fn attacked_before(board: &Board, square: Square, by: krog_chess::Color) -> bool {
    board.color_at(square).is_some() && !board.attacks_to(square, by, board.occupied()).is_empty()
}

/// Takes with gain by a plain exchange.
fn exchange(scene: &Scene, gain: i32, proof: &str) -> Option<Proposal> {
    let (role, square) = scene.victim()?;
    let board = scene.board();
    let whole = worth::centipawns(role) == Some(gain);
    let id = if whole { "wins_man" } else { "wins_exchange" };
    let facts = format!("takes(move) ∧ {square} ∈ pieces(opponent)");
    let proposal = Proposal::new(
        id,
        Source::Tactic("advantage"),
        format!("{facts} ∧ {proof}"),
    );
    Some(proposal.man("man", board, square))
}
