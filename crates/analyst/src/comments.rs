//! The analyst that only reads: the `[%eval]` comments already in a game.

use std::{collections::HashMap, num::NonZeroU8, ops::ControlFlow};

use krog_chess::{
    Chess, EngineLine, Evaluate, EvaluateError, Game, Limit, Line, Move,
    game::{NodeId, Notes, ROOT, Step},
};

use crate::settled::settled;

/// The name in reports.
pub(crate) const NAME: &str = "comments of the game";

/// The evaluations that a game carries, its variations included.
///
/// ```
/// use std::{num::NonZeroU8, ops::ControlFlow};
/// use krog_analyst::Comments;
/// use krog_chess::{Evaluate as _, Limit, pgn};
///
/// let text = "1. e4 {[%eval 0.33]} e5 {[%eval 0.25,18]} *";
/// let game = pgn::games(text.as_bytes()).next().expect("one game")?.game;
/// let lines = Comments::of(&game).evaluate(&game.line(), Limit::depth(1), NonZeroU8::MIN, &mut |_| {
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!((lines[0].score.to_string(), lines[0].depth), ("0.25".to_owned(), 18));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Comments {
    start: Chess,
    /// By the moves that lead to a position: the same position may be judged
    /// differently when it comes up again.
    found: HashMap<Vec<Move>, EngineLine>,
}

impl Comments {
    /// Reads the comments of a game.
    pub fn of(game: &Game) -> Comments {
        let mut comments = Comments {
            start: game.start().clone(),
            found: HashMap::new(),
        };
        let mut open = vec![(ROOT, Line::at(game.start().clone()))];
        while let Some((id, line)) = open.pop() {
            comments.note(game, id, &line);
            // What is put down last is taken up first: the main line.
            let children: Vec<NodeId> = game.children(id).collect();
            for child in children.into_iter().rev() {
                // What follows a pass was never on the board.
                let Some(Step::Move(m)) = game.step(child) else {
                    continue;
                };
                let mut next = line.clone();
                next.push(m).expect("the steps of a game are legal");
                open.push((child, next));
            }
        }
        comments
    }

    /// How many positions are evaluated.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether the game carries no evaluation at all.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// What is known about the position at the end of a line.
    pub(crate) fn about(&self, line: &Line) -> Option<EngineLine> {
        let told = self.found.get(line.moves());
        let told = told.filter(|_| *line.start() == self.start).cloned();
        told.or_else(|| settled(line.end()))
    }

    fn note(&mut self, game: &Game, id: NodeId, line: &Line) {
        if let Some((score, depth)) = game.notes(id).and_then(Notes::eval) {
            let told = EngineLine {
                score,
                depth: depth.unwrap_or(0),
                nodes: None,
                line: Line::at(line.end().clone()),
            };
            // Of two variations with the same moves the first one counts.
            self.found.entry(line.moves().to_vec()).or_insert(told);
        }
    }
}

impl Evaluate for Comments {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    /// One line at most, and no limit plays a part: it is all there.
    fn evaluate(
        &self,
        game: &Line,
        _limit: Limit,
        _count: NonZeroU8,
        _watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        match self.about(game) {
            Some(line) => Ok(vec![line]),
            None => Err(EvaluateError::Unknown { name: self.name() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use krog_chess::pgn;

    use super::*;

    /// What the comments of a game say at the end of a line.
    #[track_caller]
    fn check(text: &str, moves: &str, expected: Option<&str>) {
        let reading = pgn::games(text.as_bytes()).next().expect("one game");
        let game = reading.expect("a readable game").game;
        let line = Line::parse(game.start().clone(), moves).expect("legal moves");
        let about = Comments::of(&game).about(&line);
        let found = about.map(|found| format!("{} {}", found.score, found.depth));
        assert_eq!(found.as_deref(), expected, "{moves:?} of {text}");
    }

    const GAME: &str = "1. e4 {[%eval 0.33]} ({[%eval 9.99]} 1. e4 {[%eval 1.00]}) (1. d4 {[%eval 0.2,20]} d5) \
        1... f5 {[%eval #-4]} 2. Nf3 -- 3. Nc3 {[%eval 5.0]} *";

    #[test]
    fn a_comment_speaks_of_the_position_after_its_move() {
        check(GAME, "", None);
        check(GAME, "e4", Some("0.33 0"));
        check(GAME, "e4 f5", Some("#-4 0"));
        check(GAME, "e4 f5 Nf3", None);
        check(GAME, "d4", Some("0.20 20"));
        check(GAME, "d4 d5", None);
        check(GAME, "c4", None);
    }

    #[test]
    fn a_position_that_comes_back_is_judged_anew() {
        let text = "1. Nf3 {[%eval 0.1]} Nf6 2. Ng1 Ng8 {[%eval 0.2]} 3. Nf3 {[%eval 0.3]} *";
        check(text, "Nf3", Some("0.10 0"));
        check(text, "Nf3 Nf6 Ng1 Ng8 Nf3", Some("0.30 0"));
    }

    #[test]
    fn mate_on_the_board_needs_no_comment() {
        check("1. f3 e5 2. g4 Qh4# 0-1", "f3 e5 g4 Qh4", Some("#-0 0"));
    }
}
