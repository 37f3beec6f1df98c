//! The course of a sync: what is asked one after the other, and what is read
//! off the answers.

use std::sync::Arc;

use serde_json::Value;

use super::{
    ask::{Ask, Head, Pieces},
    objects::{Objects, Shape},
    trouble::TroubleKind,
};
use crate::{
    blocks::Block,
    report::{Report, Skip, Skipped},
    run::{Progress, Supply},
};

/// Addresses of games that are longer are not told.
const LONGEST_ADDRESS: usize = 100;

/// What is asked one after the other.
pub(super) trait Course: Send {
    /// What to ask next; none at the end.
    fn ask(&mut self) -> Option<Ask>;

    /// Reads an object of the answer.
    fn take(&mut self, object: &Value) -> Found;

    /// The games that were read are in the store; `whole` if the answer was
    /// read to its end. Otherwise the same is asked again.
    fn answered(&mut self, head: &Head, whole: bool);

    /// Whether the course goes on without what was asked for.
    fn excuses(&mut self, _trouble: &TroubleKind) -> bool {
        false
    }

    /// How far it is, to be kept.
    fn mark(&self) -> Option<String> {
        None
    }

    /// What is to be told at the end.
    fn ending(&self) -> Option<TroubleKind> {
        None
    }
}

/// What an object of an answer is.
pub(super) enum Found {
    /// A game.
    Game(Game),
    /// A game that follows other rules.
    Variant { address: String },
    /// Nothing that counts, or nothing new.
    Nothing,
    /// Not what was asked for.
    Garbage(&'static str),
}

/// A game as a service gives it.
pub(super) struct Game {
    pub(super) address: String,
    pub(super) pgn: String,
    /// Whether ratings were at stake, if it is told.
    pub(super) rated: Option<bool>,
}

/// The games of an answer, for those who count them.
pub(super) struct Games<'a> {
    course: &'a mut dyn Course,
    objects: Objects,
    rated_only: bool,
    origin: &'a str,
    progress: &'a Progress,
    skipped: Report,
    trouble: Option<TroubleKind>,
    ended: bool,
}

impl<'a> Games<'a> {
    pub(super) fn new(
        course: &'a mut dyn Course,
        pieces: Pieces,
        shape: Shape,
        rated_only: bool,
        origin: &'a str,
        progress: &'a Progress,
    ) -> Games<'a> {
        Games {
            course,
            objects: Objects::new(pieces, shape),
            rated_only,
            origin,
            progress,
            skipped: Report::default(),
            trouble: None,
            ended: false,
        }
    }

    /// The games that were skipped without being read, and why the answer
    /// ended too early if it did.
    pub(super) fn end(self) -> (Report, Option<TroubleKind>) {
        (self.skipped, self.trouble)
    }

    fn skip(&mut self, skip: Skip, address: &str, message: &str) {
        let file = place(address, self.origin).to_owned();
        self.skipped.processed += 1;
        self.skipped.skip(skip, || Skipped {
            file,
            line: 1,
            message: message.to_owned(),
        });
        self.progress.count_games(1);
    }

    fn game(&mut self, game: Game) -> Option<(Arc<str>, Block)> {
        if self.rated_only && game.rated == Some(false) {
            self.skip(Skip::Unrated, &game.address, "the game is casual");
            return None;
        }
        if game.pgn.trim().is_empty() {
            self.skip(Skip::NoGame, &game.address, "the answer holds no moves");
            return None;
        }
        let name = place(&game.address, self.origin);
        Some((name.into(), Block::of_text(game.pgn.into_bytes())))
    }
}

impl Supply for Games<'_> {
    fn next_block(&mut self) -> Option<(Arc<str>, Block)> {
        while !self.ended {
            let object = match self.objects.next(self.progress) {
                Ok(Some(object)) => object,
                Ok(None) => {
                    self.ended = true;
                    break;
                }
                Err(trouble) => {
                    self.trouble = Some(trouble);
                    self.ended = true;
                    break;
                }
            };
            match self.course.take(&object) {
                Found::Game(game) => {
                    if let Some(block) = self.game(game) {
                        return Some(block);
                    }
                }
                Found::Variant { address } => {
                    self.skip(Skip::Variant, &address, "another game than chess");
                }
                Found::Nothing => {}
                Found::Garbage(expected) => {
                    self.trouble = Some(TroubleKind::Garbage(expected));
                    self.ended = true;
                }
            }
        }
        None
    }
}

/// The address of a game if it can be shown, otherwise where it comes from.
fn place<'a>(address: &'a str, origin: &'a str) -> &'a str {
    let plain = !address.is_empty()
        && address.len() <= LONGEST_ADDRESS
        && address.bytes().all(|byte| byte.is_ascii_graphic());
    if plain { address } else { origin }
}
