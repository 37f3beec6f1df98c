//! A game: tags, a start position, and a tree of moves with their notes.
//!
//! The first child of a node is the main line, the others are variations. The
//! tree holds moves, not positions: positions come from walking it.

use std::time::Duration;

use shakmaty::{Chess, EnPassantMode, Move, Outcome, Position as _, Square};

use crate::{line::Line, score::Score};

/// A whole game with everything its PGN says. Equal games have the same tree,
/// in whatever order it was built.
#[derive(Clone, Debug)]
pub struct Game {
    /// The tag pairs, in the order of the file.
    pub tags: Tags,
    /// How the movetext ends.
    pub outcome: Outcome,
    start: Chess,
    nodes: Vec<Node>,
}

/// The root of every game: the position before the first move.
pub const ROOT: NodeId = NodeId(0);

/// A place in the tree of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

/// One step of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A move.
    Move(Move),
    /// A pass (`--`), as annotators write it to show a threat.
    Pass,
}

impl Step {
    /// The position after this step, if the step is legal there.
    pub fn play(self, position: &Chess) -> Option<Chess> {
        match self {
            Step::Move(m) => position.clone().play(m).ok(),
            Step::Pass => pass(position),
        }
    }
}

/// The position after the side to move passes: `None` when it is in check.
fn pass(position: &Chess) -> Option<Chess> {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    setup.ep_square = None;
    setup.halfmoves = setup.halfmoves.saturating_add(1);
    if setup.turn.is_black() {
        setup.fullmoves = setup.fullmoves.saturating_add(1);
    }
    setup.swap_turn();
    setup.position(position.castles().mode()).ok()
}

/// What stands in the tree for one step; children are linked so that a
/// node stays small.
#[derive(Clone, Debug)]
struct Node {
    parent: Option<NodeId>,
    step: Step,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    notes: Option<Box<Notes>>,
}

/// What an annotator or a server adds to a move.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Notes {
    /// Comments that stand before the move.
    pub before: Vec<Comment>,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, and so on.
    pub nags: Vec<u8>,
    /// Comments that stand after the move.
    pub after: Vec<Comment>,
}

/// A comment: words, and commands in brackets such as `[%clk 0:05:00]`.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Comment {
    /// The words, without the commands.
    pub text: String,
    /// The commands, in the order of the file.
    pub commands: Vec<Command>,
}

/// A command inside a comment. What krog does not understand is kept as it is.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// `[%eval 0.23]`, `[%eval #-4,20]`: a score and, if told, its depth.
    Eval(Score, Option<u32>),
    /// `[%clk 1:01:27]`: time left on the clock.
    Clock(Duration),
    /// `[%emt 0:00:05]`: time spent on the move.
    Elapsed(Duration),
    /// `[%csl Gd4,Rf7]`: coloured squares.
    Squares(Vec<(Paint, Square)>),
    /// `[%cal Ge2e4]`: coloured arrows.
    Arrows(Vec<(Paint, Square, Square)>),
    /// Any other, or one with a value that cannot be read.
    Other {
        /// The word after the percent sign.
        name: String,
        /// What follows it.
        value: String,
    },
}

/// The colour of a square or an arrow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Paint {
    /// `G`
    Green,
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `B`
    Blue,
}

/// The tag pairs of a game, in order. Names are unique; the first one stands.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(tag, _)| tag == name)
            .map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in its place if it exists, else at the end.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.0.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => *old = value.into(),
            None => self.0.push((name.to_owned(), value.into())),
        }
    }

    /// The pairs of name and value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

impl Game {
    /// A game without moves from `start`.
    pub fn new(start: Chess) -> Game {
        let root = Node {
            parent: None,
            step: Step::Pass,
            first_child: None,
            last_child: None,
            next_sibling: None,
            notes: None,
        };
        Game {
            tags: Tags::default(),
            outcome: Outcome::Unknown,
            start,
            nodes: vec![root],
        }
    }

    /// The position before the first move.
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// The number of steps in the whole tree.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether there is no step at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends a step below `parent`, after its other children. `None` when the
    /// step is not legal in `before`, which must be the position at `parent`.
    pub fn add(&mut self, parent: NodeId, before: &Chess, step: Step) -> Option<(NodeId, Chess)> {
        let after = step.play(before)?;
        Some((self.push_legal(parent, step), after))
    }

    /// Appends a step that is known to be legal below `parent`.
    pub(crate) fn push_legal(&mut self, parent: NodeId, step: Step) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("a game has fewer than 2³² steps"));
        self.nodes.push(Node {
            parent: Some(parent),
            step,
            first_child: None,
            last_child: None,
            next_sibling: None,
            notes: None,
        });
        match self.node_mut(parent).last_child.replace(id) {
            Some(sibling) => self.node_mut(sibling).next_sibling = Some(id),
            None => self.node_mut(parent).first_child = Some(id),
        }
        id
    }

    /// The continuations at a node: the main line first, then variations.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(id).first_child, |child| {
            self.node(*child).next_sibling
        })
    }

    /// The node before this one; `None` at the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The step that leads to a node; `None` at the root.
    pub fn step(&self, id: NodeId) -> Option<Step> {
        self.parent(id).map(|_| self.node(id).step)
    }

    /// What is noted at a node. At the root: comments before the first move.
    pub fn notes(&self, id: NodeId) -> Option<&Notes> {
        self.node(id).notes.as_deref()
    }

    /// The notes at a node, to add to.
    pub fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        self.node_mut(id).notes.get_or_insert_default()
    }

    /// The nodes of the main line, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(ROOT).first_child, |id| self.node(*id).first_child)
    }

    /// The moves of the main line; it ends before the first pass.
    pub fn line(&self) -> Line {
        let mut line = Line::at(self.start.clone());
        for id in self.main_line() {
            let Step::Move(m) = self.node(id).step else {
                break;
            };
            line.push(m).expect("the steps of a game are legal");
        }
        line
    }

    /// The position at a node.
    pub fn position(&self, id: NodeId) -> Chess {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(id), |id| self.parent(*id)).collect();
        path.pop();
        path.iter().rev().fold(self.start.clone(), |position, id| {
            self.node(*id)
                .step
                .play(&position)
                .expect("the steps of a game are legal")
        })
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        let mut pairs = vec![(ROOT, ROOT)];
        while let Some((a, b)) = pairs.pop() {
            let same = self.step(a) == other.step(b)
                && self.notes(a) == other.notes(b)
                && self.children(a).count() == other.children(b).count();
            if !same {
                return false;
            }
            pairs.extend(self.children(a).zip(other.children(b)));
        }
        self.tags == other.tags && self.outcome == other.outcome && self.start == other.start
    }
}

impl Notes {
    /// The engine's score in the comments after the move, with its depth.
    pub fn eval(&self) -> Option<(Score, Option<u32>)> {
        self.commands().find_map(|command| match command {
            Command::Eval(score, depth) => Some((*score, *depth)),
            _ => None,
        })
    }

    /// The time left on the clock after the move.
    pub fn clock(&self) -> Option<Duration> {
        self.commands().find_map(|command| match command {
            Command::Clock(time) => Some(*time),
            _ => None,
        })
    }

    fn commands(&self) -> impl Iterator<Item = &Command> {
        self.after.iter().flat_map(|comment| &comment.commands)
    }
}
