//! Lines of moves that share their beginnings, as a tree.
//!
//! A statement about what a side can force rests on lines: its own choice, and
//! an answer to what the other side may do. The checker walks them here and
//! asks the rules whether a reply is missing.

use krog_chess::{Line, Move};

/// Lines that go on from one state.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Tree {
    branches: Vec<(Move, Tree)>,
}

impl Tree {
    /// The tree of lines that begin in the same position.
    pub(crate) fn of(lines: &[Line]) -> Tree {
        let mut root = Tree::default();
        for line in lines {
            let mut tree = &mut root;
            for m in line.moves() {
                let place = tree.branches.iter().position(|(known, _)| known == m);
                let place = place.unwrap_or_else(|| {
                    tree.branches.push((*m, Tree::default()));
                    tree.branches.len() - 1
                });
                tree = &mut tree.branches[place].1;
            }
        }
        root
    }

    /// What follows a move, if the lines have it.
    pub(crate) fn child(&self, m: Move) -> Option<&Tree> {
        let found = self.branches.iter().find(|(known, _)| *known == m);
        found.map(|(_, tree)| tree)
    }

    /// The moves that the lines go on with; none where they end.
    pub(crate) fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.branches.iter().map(|(m, _)| *m)
    }
}
