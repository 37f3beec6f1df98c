//! The same trees grown where they promise most: proof numbers tell for every
//! place how many more must be settled to prove it, or to give it up.
//!
//! See L. V. Allis, "Searching for Solutions in Games and Artificial
//! Intelligence" (1994), chapter 2. A place is settled by an engine's answer.

use krog_chess::{Chess, Line, Move, Position as _};

use super::growth::{Growth, REPLIES, has_stood, near_best};

/// More than any sum of places to settle.
const NEVER: u32 = 1_000_000;

/// Moves of the side in question on one line.
const DEPTH: u8 = 20;

/// Places that are looked at for one tree.
const PLACES: usize = 4_000;

/// What is to be settled at a place that is not yet looked into: where the side
/// moves one answer, where the other side moves two replies, and the side's
/// other moves only when the engine's own has become dear.
const ANSWER: u32 = 1;
const ANSWERS: u32 = 2;
const OTHERS: u32 = 4;

/// A place of the tree.
struct Place {
    /// The move that leads here; none at the root and for the other moves.
    m: Option<Move>,
    position: Chess,
    parent: usize,
    kind: Kind,
    children: Vec<usize>,
    is_open: bool,
    /// How many places must be settled to prove it, and to give it up.
    proof: u32,
    doubt: u32,
    /// Lines that prove it, where no children do.
    ends: Vec<Line>,
    /// Moves of the side until here.
    depth: u8,
}

/// Who chooses at a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The side in question, which the engine told to play this.
    Own(Option<Move>),
    /// The side in question, among what the engine finds nearly as good.
    Others,
    /// The other side.
    Theirs,
}

/// A tree that grows where it promises most.
pub(super) struct Best<'g, 'a> {
    growth: &'g Growth<'a>,
    start: &'g Line,
    places: Vec<Place>,
}

impl<'g, 'a> Best<'g, 'a> {
    /// The lines from the end of `start` on that reach the aim.
    pub(super) fn lines(growth: &'g Growth<'a>, start: &'g Line) -> Option<Vec<Line>> {
        let mut best = Best {
            growth,
            start,
            places: Vec::new(),
        };
        let position = start.end().clone();
        let kind = if position.turn() == growth.side {
            Kind::Own(None)
        } else {
            Kind::Theirs
        };
        best.add(None, position, (0, kind));
        while best.places[0].proof > 0 && best.places[0].doubt > 0 {
            if best.places.len() > PLACES || growth.is_spent() {
                return None;
            }
            let place = best.most_telling();
            best.open(place);
            best.count(place);
        }
        (best.places[0].proof == 0).then(|| best.proof(0))
    }

    fn add(&mut self, m: Option<Move>, position: Chess, (parent, kind): (usize, Kind)) -> usize {
        let depth = match (self.places.get(parent), kind) {
            (None, _) => 0,
            (Some(parent), Kind::Theirs) => parent.depth + 1,
            (Some(parent), _) => parent.depth,
        };
        let proof = match kind {
            Kind::Own(_) => ANSWER,
            Kind::Others => OTHERS,
            Kind::Theirs => ANSWERS,
        };
        self.places.push(Place {
            m,
            position,
            parent,
            kind,
            children: Vec::new(),
            is_open: false,
            proof,
            doubt: 1,
            ends: Vec::new(),
            depth,
        });
        self.places.len() - 1
    }

    /// The place whose settling tells most about the root.
    fn most_telling(&self) -> usize {
        let mut at = 0;
        while self.places[at].is_open {
            let place = &self.places[at];
            let children = place.children.iter().copied();
            let next = match place.kind {
                Kind::Theirs => children.min_by_key(|child| self.places[*child].doubt),
                _ => children.min_by_key(|child| self.places[*child].proof),
            };
            match next {
                Some(next) => at = next,
                None => break,
            }
        }
        at
    }

    /// The line from the start of the tree's line to a place.
    fn line(&self, mut at: usize) -> Line {
        let mut moves = Vec::new();
        while at != 0 {
            moves.extend(self.places[at].m);
            at = self.places[at].parent;
        }
        let mut line = self.start.clone();
        for m in moves.into_iter().rev() {
            // The moves were found legal where they stand.
            let _ = line.push(m);
        }
        line
    }

    fn open(&mut self, at: usize) {
        self.places[at].is_open = true;
        let line = self.line(at);
        let settled = match self.places[at].kind {
            Kind::Theirs => self.replies(at, &line),
            Kind::Own(told) => self.answers(at, &line, told),
            Kind::Others => self.others(at),
        };
        let place = &mut self.places[at];
        match settled {
            Some(ends) if !ends.is_empty() => {
                (place.proof, place.doubt, place.ends) = (0, NEVER, ends);
            }
            Some(_) => {}
            None => (place.proof, place.doubt) = (NEVER, 0),
        }
    }

    /// The other side is to move: its replies become places. The lines that
    /// prove the place at once, if any; nothing where it proves nothing.
    fn replies(&mut self, at: usize, line: &Line) -> Option<Vec<Line>> {
        if self.growth.ends(line) {
            return Some(vec![line.clone()]);
        }
        let position = line.end();
        if self.places[at].depth >= DEPTH || position.legal_moves().is_empty() || has_stood(line) {
            return None;
        }
        let replies = self.growth.replies(position)?;
        if let Some(lines) = self.growth.proved(line) {
            return Some(lines);
        }
        for reply in near_best(&replies, position, 2) {
            let mut moves = reply.line.moves().iter().copied();
            let m = moves.next()?;
            let mut next = position.clone();
            next.play_unchecked(m);
            let child = self.add(Some(m), next, (at, Kind::Own(moves.next())));
            self.places[at].children.push(child);
        }
        Some(Vec::new())
    }

    /// The side is to move: the moves that the engine named become places, and
    /// its other moves one of their own.
    fn answers(&mut self, at: usize, line: &Line, told: Option<Move>) -> Option<Vec<Line>> {
        if let Some(lines) = self.growth.ending(line) {
            return Some(lines);
        }
        for m in self.growth.named(line.end(), told)? {
            self.follow(at, m);
        }
        let others = self.add(None, line.end().clone(), (at, Kind::Others));
        self.places[at].children.push(others);
        Some(Vec::new())
    }

    /// What the engine finds nearly as good becomes places beside this one, which
    /// is given up.
    fn others(&mut self, at: usize) -> Option<Vec<Line>> {
        let (parent, position) = (self.places[at].parent, self.places[at].position.clone());
        let lines = self.growth.ask(&position, REPLIES)?;
        for line in near_best(&lines, &position, 1) {
            let m = line.line.moves().first().copied()?;
            let children = self.places[parent].children.iter();
            if !children
                .clone()
                .any(|child| self.places[*child].m == Some(m))
            {
                self.follow(parent, m);
            }
        }
        None
    }

    fn follow(&mut self, at: usize, m: Move) {
        let mut next = self.places[at].position.clone();
        next.play_unchecked(m);
        let child = self.add(Some(m), next, (at, Kind::Theirs));
        self.places[at].children.push(child);
    }

    /// Counts anew what is to be settled from a place up to the root.
    fn count(&mut self, mut at: usize) {
        loop {
            let place = &self.places[at];
            if !place.children.is_empty() {
                let children = || place.children.iter().map(|child| &self.places[*child]);
                let proofs = children().map(|child| child.proof);
                let doubts = children().map(|child| child.doubt);
                let (proof, doubt) = match place.kind {
                    Kind::Theirs => (proofs.sum(), doubts.min().unwrap_or(0)),
                    _ => (proofs.min().unwrap_or(NEVER), doubts.sum()),
                };
                let place = &mut self.places[at];
                (place.proof, place.doubt) = (u32::min(proof, NEVER), u32::min(doubt, NEVER));
            }
            if at == 0 {
                return;
            }
            at = self.places[at].parent;
        }
    }

    /// The lines of a proved place: every reply, and the shortest answer.
    fn proof(&self, at: usize) -> Vec<Line> {
        let place = &self.places[at];
        if !place.ends.is_empty() {
            return place.ends.clone();
        }
        let proved = place
            .children
            .iter()
            .filter(|child| self.places[**child].proof == 0);
        let parts = proved.map(|child| self.proof(*child));
        match place.kind {
            Kind::Theirs => parts.flatten().collect(),
            _ => parts.min_by_key(Vec::len).unwrap_or_default(),
        }
    }
}
