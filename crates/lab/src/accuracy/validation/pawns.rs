//! Illegal steps of pawns.

use krog_chess::{Color, EnPassantMode, Piece, Position as _, Rank, Role, Square};

use super::{
    case::{Case, Kind},
    scene::Scene,
    steps::{Verdict, astray, attempt},
};
use crate::oracle::mailbox::neighbour;

/// What a pawn may want to become where it must not: nothing, or no officer.
const WRONG: [Option<Role>; 3] = [None, Some(Role::King), Some(Role::Pawn)];

pub(super) fn cases(scene: &Scene<'_>) -> Vec<Case> {
    scene
        .pairs()
        .filter(|(_, man, _)| man.role == Role::Pawn)
        .flat_map(|(from, man, to)| Pawn { scene, man, from }.step(to))
        .collect()
}

struct Pawn<'a> {
    scene: &'a Scene<'a>,
    man: Piece,
    from: Square,
}

impl Pawn<'_> {
    fn step(&self, to: Square) -> Vec<Case> {
        let forward = self.forward();
        let single = neighbour(self.from, (0, forward));
        let double = single.and_then(|middle| neighbour(middle, (0, forward)));
        let takes = [-1, 1].map(|side| neighbour(self.from, (side, forward)));
        let mut verdict = Verdict::default();
        let mut emptied = None;
        if single == Some(to) {
            self.push(&mut verdict, "pawn_single", &[to], to);
        } else if double == Some(to) {
            let path: Vec<Square> = single.into_iter().chain([to]).collect();
            self.push(&mut verdict, "pawn_double", &path, to);
            if self.rank() != Rank::Second {
                verdict.shown("pawn_double", "mover", self.from);
            }
        } else if takes.contains(&Some(to)) {
            emptied = self.capture(&mut verdict, to);
        } else {
            return vec![astray(self.scene, self.man, self.from, to)];
        }
        let exposed = self.scene.exposed_by(self.man, self.from, to, emptied);
        verdict.common(self.scene, (self.man, self.from), &exposed);
        self.with_promotions(&verdict, to, emptied.is_some())
    }

    fn forward(&self) -> i32 {
        match self.man.color {
            Color::White => 1,
            Color::Black => -1,
        }
    }

    /// The rank as the pawn's side counts it.
    fn rank(&self) -> Rank {
        match self.man.color {
            Color::White => self.from.rank(),
            Color::Black => self.from.rank().flip_vertical(),
        }
    }

    fn push(&self, verdict: &mut Verdict, law: &'static str, path: &[Square], to: Square) {
        let in_the_way = path.iter().find(|s| self.scene.board.at(**s).is_some());
        if let Some(blocker) = in_the_way {
            verdict.shown(law, "blocker", *blocker);
        }
        self.occupied(verdict, to);
    }

    fn occupied(&self, verdict: &mut Verdict, to: Square) {
        let on_target = self.scene.board.at(to);
        if on_target.is_some_and(|on| on.color == self.man.color) {
            verdict.shown("occupied", "occupant", to);
        }
    }

    /// Gives the square of a pawn that is taken in passing.
    fn capture(&self, verdict: &mut Verdict, to: Square) -> Option<Square> {
        self.occupied(verdict, to);
        if self.scene.board.at(to).is_some() {
            return None;
        }
        let beside = Square::from_coords(to.file(), self.from.rank());
        let enemy_beside = self.scene.board.at(beside) == Some((!self.man.color).pawn());
        let passed = self.scene.position.ep_square(EnPassantMode::Always) == Some(to);
        if !enemy_beside || self.rank() != Rank::Fifth {
            verdict.shown("pawn_capture", "target", to);
            None
        } else if passed && self.man.color == self.scene.turn {
            Some(beside)
        } else {
            verdict.breaks("en_passant");
            verdict.seen.push(("target", beside));
            verdict.named.push(to);
            None
        }
    }

    /// The step with what the pawn should become, and with what it should not.
    fn with_promotions(&self, verdict: &Verdict, to: Square, passing: bool) -> Vec<Case> {
        let last = self.rank() == Rank::Seventh;
        let right = last.then_some(Role::Queen);
        let mut cases = Vec::new();
        if !verdict.laws.is_empty() {
            let kind = kind(verdict, passing, Kind::MoreLaws);
            let attempt = attempt(self.from, to, right);
            cases.push(verdict.clone().case(self.scene, kind, attempt));
        }
        let stray = [Some(Role::Knight)];
        for wrong in if last { &WRONG[..] } else { &stray[..] } {
            let mut verdict = verdict.clone();
            verdict.breaks("promotion");
            let faulty = match (last, wrong) {
                (false, _) => Kind::PromotionStray,
                (true, None) => Kind::PromotionMissing,
                (true, Some(_)) => Kind::PromotionWrong,
            };
            let kind = kind(&verdict, passing, faulty);
            let attempt = attempt(self.from, to, *wrong);
            cases.push(verdict.case(self.scene, kind, attempt));
        }
        cases
    }
}

/// The kind of a step by the laws that it breaks; `faulty` says what is wrong
/// with its promotion.
fn kind(verdict: &Verdict, passing: bool, faulty: Kind) -> Kind {
    let laws: Vec<&str> = verdict.laws.iter().copied().collect();
    let blocked = verdict.seen.iter().any(|(role, _)| *role == "blocker");
    match laws[..] {
        ["promotion"] => faulty,
        ["occupied"] => Kind::OwnMan,
        ["turn"] => Kind::NotYourTurn,
        ["own_king"] if passing => Kind::PassingExposes,
        ["own_king"] => Kind::PinnedMan,
        ["own_king", "promotion"] if faulty == Kind::PromotionWrong => Kind::PromotionExposes,
        ["check_response", "own_king"] => Kind::CheckUnanswered,
        ["en_passant"] => Kind::PassingExpired,
        ["pawn_capture"] => Kind::PawnTakesNothing,
        ["pawn_double"] if !blocked => Kind::PawnNotAtHome,
        ["pawn_single" | "pawn_double"] => Kind::PawnBlocked,
        [_, _] => Kind::TwoLaws,
        _ => Kind::MoreLaws,
    }
}
