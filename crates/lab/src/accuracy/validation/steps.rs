//! Illegal steps of kings and officers, and of nobody at all.

use std::collections::BTreeSet;

use krog_chess::{File, Piece, Role, Square, random::Dice};
use krog_logic::validate::Attempt;

use super::{
    case::{Case, Kind},
    scene::{self, Scene},
};

/// What is wrong with a step, as far as it is known.
#[derive(Clone, Default)]
pub(super) struct Verdict {
    pub(super) laws: BTreeSet<&'static str>,
    pub(super) seen: Vec<(&'static str, Square)>,
    pub(super) named: Vec<Square>,
}

impl Verdict {
    /// The law is broken, which nobody in particular shows.
    pub(super) fn breaks(&mut self, law: &'static str) {
        self.laws.insert(law);
    }

    /// The law is broken, and the man on a square shows it.
    pub(super) fn shown(&mut self, law: &'static str, role: &'static str, square: Square) {
        self.laws.insert(law);
        self.seen.push((role, square));
        self.named.push(square);
    }

    /// The laws about turn and king, which ask the same of every man.
    pub(super) fn common(
        &mut self,
        scene: &Scene<'_>,
        (man, from): (Piece, Square),
        exposed: &BTreeSet<Square>,
    ) {
        if man.color != scene.turn {
            self.shown("turn", "mover", from);
        }
        if exposed.is_empty() {
            return;
        }
        self.breaks("own_king");
        if !scene.checkers(man.color).is_empty() {
            self.breaks("check_response");
        }
        // Of several attackers any may be told.
        if let Some(attacker) = scene::only(exposed) {
            self.shown("own_king", "attacker", attacker);
        }
    }

    pub(super) fn case(self, scene: &Scene<'_>, kind: Kind, attempt: Attempt) -> Case {
        Case {
            kind,
            position: scene.position.clone(),
            attempt,
            laws: self.laws,
            seen: self.seen,
            named: self.named,
        }
    }
}

pub(super) fn cases(scene: &Scene<'_>) -> Vec<Case> {
    scene
        .pairs()
        .filter(|(_, man, _)| man.role != Role::Pawn)
        .filter(|(from, man, to)| !may_mean_castling(scene, *man, *from, *to))
        .flat_map(|(from, man, to)| step(scene, man, from, to))
        .collect()
}

/// A square without a man, from which somebody wants to move.
pub(super) fn from_nowhere(scene: &Scene<'_>, dice: &mut Dice) -> Option<Case> {
    let from = Square::ALL[dice.below(64)];
    let to = Square::ALL[dice.below(64)];
    let mut verdict = Verdict::default();
    verdict.shown("turn", "mover", from);
    let empty = scene.board.at(from).is_none();
    empty.then(|| verdict.case(scene, Kind::EmptySquare, attempt(from, to, None)))
}

pub(super) fn attempt(from: Square, to: Square, promotion: Option<Role>) -> Attempt {
    Attempt::Step {
        from,
        to,
        promotion,
    }
}

/// A man that does not move that way: nothing else is then asked but whose turn it is.
pub(super) fn astray(scene: &Scene<'_>, man: Piece, from: Square, to: Square) -> Case {
    let mut verdict = Verdict::default();
    verdict.shown(scene::movement(man.role), "mover", from);
    let kind = if man.color == scene.turn {
        Kind::WrongGeometry
    } else {
        verdict.breaks("turn");
        Kind::WrongGeometryOutOfTurn
    };
    verdict.case(scene, kind, attempt(from, to, None))
}

fn step(scene: &Scene<'_>, man: Piece, from: Square, to: Square) -> Vec<Case> {
    if !scene::moves_like(man, from, to) {
        return vec![astray(scene, man, from, to)];
    }
    let mut verdict = Verdict::default();
    if let Some(blocker) = scene.blocker(from, to).filter(|_| slides(man)) {
        verdict.shown(scene::movement(man.role), "blocker", blocker);
    }
    if scene.board.at(to).is_some_and(|on| on.color == man.color) {
        verdict.shown("occupied", "occupant", to);
    }
    let exposed = scene.exposed_by(man, from, to, None);
    verdict.common(scene, (man, from), &exposed);
    let mut cases = Vec::new();
    let mut stray = verdict.clone();
    stray.breaks("promotion");
    let kind = kind(&stray.laws, man);
    cases.push(stray.case(scene, kind, attempt(from, to, Some(Role::Queen))));
    if !verdict.laws.is_empty() {
        let kind = self::kind(&verdict.laws, man);
        cases.push(verdict.case(scene, kind, attempt(from, to, None)));
    }
    cases
}

fn slides(man: Piece) -> bool {
    matches!(man.role, Role::Bishop | Role::Rook | Role::Queen)
}

/// The kind of a step by the laws that it breaks.
fn kind(laws: &BTreeSet<&'static str>, man: Piece) -> Kind {
    let laws: Vec<&str> = laws.iter().copied().collect();
    match laws[..] {
        ["occupied"] => Kind::OwnMan,
        ["turn"] => Kind::NotYourTurn,
        ["promotion"] => Kind::PromotionStray,
        ["own_king"] if man.role == Role::King => Kind::KingIntoCheck,
        ["own_king"] => Kind::PinnedMan,
        ["check_response", "own_king"] => Kind::CheckUnanswered,
        [_] => Kind::BlockedPath,
        [_, _] => Kind::TwoLaws,
        _ => Kind::MoreLaws,
    }
}

/// A king's step along its first rank onto an own rook, or two squares from
/// the e-file, is a wish to castle.
fn may_mean_castling(scene: &Scene<'_>, man: Piece, from: Square, to: Square) -> bool {
    let home = from.rank() == man.color.backrank() && to.rank() == from.rank();
    let onto_rook = scene.board.at(to) == Some(man.color.rook());
    let two_squares = from.file() == File::E && from.distance(to) == 2;
    man.role == Role::King && home && (onto_rook || two_squares)
}
