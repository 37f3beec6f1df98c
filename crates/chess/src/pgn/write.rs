//! Writes a game as PGN in export format: tags, then movetext in lines of at
//! most 80 columns.

use shakmaty::{Chess, Position as _, san::SanPlus};

use crate::game::{Comment, Game, NodeId, Notes, ROOT, Step};

const WIDTH: usize = 80;

/// The PGN of a game; reading it gives the game again.
///
/// ```
/// use krog_chess::pgn;
///
/// let text = "[White \"A\"]\n[Result \"*\"]\n\n1. e4 $1 { best by test } ( 1. d4 d5 ) 1... e5 *\n";
/// let reading = pgn::games(text.as_bytes()).next().expect("one game")?;
/// assert_eq!(pgn::write(&reading.game), text);
/// # Ok::<(), pgn::PgnError>(())
/// ```
pub fn write(game: &Game) -> String {
    let mut text = String::new();
    for (name, value) in game.tags.iter() {
        let value = value
            .replace('\\', "\\\\")
            .replace('"', "\\\"")
            .replace(['\n', '\r'], " ");
        text.extend(["[", name, " \"", &value, "\"]\n"]);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let mut writer = Writer {
        game,
        text,
        column: 0,
    };
    writer.movetext();
    writer.word(&game.outcome.to_string());
    writer.text.push('\n');
    writer.text
}

/// What remains to be written, the next thing last.
enum Task {
    /// A step and, after its variations, what follows it.
    Step {
        node: NodeId,
        before: Chess,
        numbered: bool,
    },
    Close,
}

struct Writer<'a> {
    game: &'a Game,
    text: String,
    column: usize,
}

impl Writer<'_> {
    fn movetext(&mut self) {
        let game = self.game;
        if let Some(notes) = game.notes(ROOT) {
            self.comments(&notes.after);
        }
        let mut tasks = Vec::new();
        if let Some(node) = game.children(ROOT).next() {
            let before = game.start().clone();
            tasks.push(Task::Step {
                node,
                before,
                numbered: true,
            });
        }
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close => self.word(")"),
                Task::Step {
                    node,
                    before,
                    numbered,
                } => self.step(&mut tasks, node, &before, numbered),
            }
        }
    }

    fn step(&mut self, tasks: &mut Vec<Task>, node: NodeId, before: &Chess, numbered: bool) {
        let game = self.game;
        let parent = game.parent(node).expect("only the root has no parent");
        let is_main = game.children(parent).next() == Some(node);
        if !is_main {
            self.word("(");
        }
        let notes = game.notes(node);
        if let Some(notes) = notes {
            self.comments(&notes.before);
        }
        self.san(
            node,
            before,
            numbered || notes.is_some_and(|notes| !notes.before.is_empty()),
        );
        if let Some(notes) = notes {
            self.notes(notes);
        }
        let siblings: Vec<NodeId> = if is_main {
            game.children(parent).skip(1).collect()
        } else {
            Vec::new()
        };
        let after = game.step(node).and_then(|step| step.play(before));
        if let (Some(next), Some(after)) = (game.children(node).next(), after) {
            let interrupted = notes.is_some_and(|notes| !notes.after.is_empty());
            tasks.push(Task::Step {
                node: next,
                before: after,
                numbered: interrupted || !siblings.is_empty(),
            });
        }
        for sibling in siblings.into_iter().rev() {
            tasks.push(Task::Close);
            tasks.push(Task::Step {
                node: sibling,
                before: before.clone(),
                numbered: true,
            });
        }
    }

    fn san(&mut self, node: NodeId, before: &Chess, numbered: bool) {
        let number = before.fullmoves();
        if before.turn().is_white() {
            self.word(&format!("{number}."));
        } else if numbered {
            self.word(&format!("{number}..."));
        }
        match self.game.step(node) {
            Some(Step::Move(m)) => self.word(&SanPlus::from_move(before.clone(), m).to_string()),
            Some(Step::Pass) | None => self.word("--"),
        }
    }

    fn notes(&mut self, notes: &Notes) {
        for nag in &notes.nags {
            self.word(&format!("${nag}"));
        }
        self.comments(&notes.after);
    }

    fn comments(&mut self, comments: &[Comment]) {
        for comment in comments {
            let text = comment.to_string();
            if text.contains('}') {
                // Only a comment to the end of the line can hold a brace.
                self.word(";");
                self.text.push_str(&text.replace(['\n', '\r'], " "));
                self.text.push('\n');
                self.column = 0;
            } else {
                self.word("{");
                text.split_whitespace().for_each(|word| self.word(word));
                self.word("}");
            }
        }
    }

    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        // At the start of a line these would begin an escape or a tag.
        let may_start_line = !word.starts_with(['%', '[']);
        if self.column > 0 && self.column + 1 + length > WIDTH && may_start_line {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += length;
    }
}
