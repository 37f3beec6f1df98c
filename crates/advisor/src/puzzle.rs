//! Practice: a mistake becomes a puzzle, to be played better.
//!
//! A puzzle is written as Lichess writes them: the position before the opponent's
//! last move, that move, and the solution. Every sound answer is accepted; where
//! almost anything is sound there is nothing to find, and no puzzle.

use krog_chess::{
    Chess, Game, Line, Move, Outcome, Position as _, PositionKey, fen,
    game::{ROOT, Step},
    notation::{self, Form},
    pgn,
};
use krog_insight::{Solution, Theme, tag};

use crate::{combine::is_sound, review::Reviewed, session::Findings};

/// With more sound answers than this there is nothing to find.
const MOST_ANSWERS: usize = 3;

/// The header of Lichess's CSV format, and the answers that are accepted.
pub const HEADER: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags,Answers";

/// A position in which something is to be found.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The opponent's move, then the solution.
    pub line: Line,
    /// Every sound answer, the solution's first.
    pub answers: Vec<Move>,
    /// What it is about.
    pub themes: Vec<&'static Theme>,
    /// Where the game can be found.
    pub site: Option<String>,
}

impl Puzzle {
    /// The puzzle of a mistake: the opponent's move before it, the move as it was
    /// reviewed, and what the sources say of all moves there.
    pub fn of_mistake(
        before: &Chess,
        last: Move,
        mistake: &Reviewed,
        findings: &Findings,
    ) -> Option<Puzzle> {
        let position = &mistake.judged.position;
        let turn = position.turn();
        let best = findings.lines.first()?;
        let top = *best.line.moves().first()?;
        let value = best.score.pov(turn);
        let legal = position.legal_moves();
        let mut answers: Vec<Move> = legal
            .iter()
            .zip(&findings.values)
            .filter(|(_, valued)| valued.is_some_and(|v| is_sound(value, v.score.pov(turn))))
            .map(|(m, _)| *m)
            .collect();
        let is_puzzle = answers.len() <= MOST_ANSWERS
            && answers.len() < legal.len()
            && !answers.contains(&mistake.judged.played);
        if !is_puzzle {
            return None;
        }
        answers.sort_by_key(|m| *m != top);
        let mut line = Line::at(before.clone());
        line.push(last).ok()?;
        for m in solution(mistake, top, &best.line) {
            line.push(m).ok()?;
        }
        let themes = Solution::new(&line).map_or_else(Vec::new, |solution| tag(&solution));
        Some(Puzzle {
            line,
            answers,
            themes,
            site: None,
        })
    }

    /// A name that depends on the puzzle alone.
    pub fn id(&self) -> String {
        const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        let mut rest = PositionKey::of(&self.position()).0;
        let digit = |_| {
            let place = usize::try_from(rest % 62).unwrap_or(0);
            rest /= 62;
            char::from(DIGITS[place])
        };
        (0..8).map(digit).collect()
    }

    /// The position to be solved.
    pub fn position(&self) -> Chess {
        let mut steps = self.line.steps();
        let next = steps.nth(1).map(|(position, _)| position);
        next.unwrap_or_else(|| self.line.end().clone())
    }

    /// The puzzle as a row of Lichess's CSV format. Nobody has played it, so its
    /// rating is that of a beginning.
    pub fn csv(&self) -> String {
        let moves: Vec<String> = self
            .line
            .steps()
            .map(|(position, m)| notation::write(&position, m, Form::Uci))
            .collect();
        let position = self.position();
        let answers: Vec<String> = self
            .answers
            .iter()
            .map(|m| notation::write(&position, *m, Form::Uci))
            .collect();
        let themes: Vec<&str> = self.themes.iter().map(|theme| theme.id).collect();
        let site = self
            .site
            .clone()
            .unwrap_or_default()
            .replace(['"', ','], "");
        [
            self.id(),
            fen::write(self.line.start()),
            moves.join(" "),
            "1500,500,0,0".to_owned(),
            themes.join(" "),
            site,
            String::new(),
            answers.join(" "),
        ]
        .join(",")
    }

    /// The puzzle as a game: the solution, other answers as variations.
    pub fn pgn(&self) -> String {
        let start = self.line.start();
        let mut game = Game::new(start.clone());
        let themes: Vec<&str> = self.themes.iter().map(|theme| theme.id).collect();
        game.tags.set("Event", format!("krog puzzle {}", self.id()));
        if let Some(site) = &self.site {
            game.tags.set("Site", site.as_str());
        }
        game.tags.set("Result", "*");
        game.tags.set("SetUp", "1");
        game.tags.set("FEN", fen::write(start));
        if start.castles().mode() == krog_chess::CastlingMode::Chess960 {
            game.tags.set("Variant", "Chess960");
        }
        game.tags.set("Themes", themes.join(" "));
        game.outcome = Outcome::Unknown;
        let mut place = ROOT;
        let mut first = None;
        for (index, (before, m)) in self.line.steps().enumerate() {
            let Some((next, _)) = game.add(place, &before, Step::Move(m)) else {
                break;
            };
            if index == 0 {
                first = Some(next);
            }
            place = next;
        }
        if let Some(first) = first {
            let position = self.position();
            for answer in self.answers.iter().skip(1) {
                game.add(first, &position, Step::Move(*answer));
            }
        }
        pgn::write(&game)
    }
}

/// The moves to be found: a proved line of the best move where there is one, else
/// that move alone. It ends with a move of the solver.
fn solution(mistake: &Reviewed, top: Move, best: &Line) -> Vec<Move> {
    let proved = mistake.explanation.missed().and_then(|claim| {
        let mut lines = claim.lines.iter();
        lines.find(|line| line.moves().first() == Some(&top))
    });
    let mut moves: Vec<Move> = match proved {
        Some(line) => line.moves().to_vec(),
        None => best.moves().iter().take(1).copied().collect(),
    };
    if moves.len().is_multiple_of(2) {
        moves.pop();
    }
    moves
}

#[cfg(test)]
mod tests {
    use krog_chess::EngineLine;

    use super::*;
    use crate::{
        Profile,
        review::{Setting, explain_move, judge_line},
        session::Valued,
    };

    fn line(start: &Chess, score: &str, moves: &str) -> EngineLine {
        EngineLine {
            score: score.parse().expect("a score"),
            depth: 12,
            nodes: None,
            line: Line::parse(start.clone(), moves).expect("legal"),
        }
    }

    /// White could have taken a rook with a fork and did not; `rest` is what the
    /// moves are worth that are not named.
    fn puzzle(named: &[(&str, &str)], rest: &str) -> Option<Puzzle> {
        let before = fen::parse("r2k4/8/8/1N6/8/8/6PP/6K1 b - - 0 1").expect("legal");
        let game = Line::parse(before.clone(), "Ke8 h3").expect("legal");
        let (position, _) = game.steps().nth(1).expect("two moves");
        let mut next = position.clone();
        next.play_unchecked(game.moves()[1]);
        let lines = vec![line(&position, "5.00", "Nc7+ Kd7 Nxa8")];
        let found = [
            vec![line(&before, "0.00", "")],
            lines.clone(),
            vec![line(&next, "0.00", "")],
        ];
        let profile = Profile::get("wintr").expect("built in");
        let judged = judge_line(profile, &game, &found, Setting::default()).pop()?;
        let mistake = Reviewed {
            explanation: explain_move(&judged, None),
            judged,
        };
        let values = position.legal_moves().into_iter().map(|m| {
            let san = notation::write(&position, m, Form::San);
            let text = named.iter().find(|(name, _)| *name == san);
            Some(Valued {
                score: text
                    .map_or(rest, |(_, text)| text)
                    .parse()
                    .expect("a score"),
                depth: 12,
            })
        });
        let findings = Findings {
            values: values.collect(),
            lines,
            ..Findings::default()
        };
        Puzzle::of_mistake(&before, game.moves()[0], &mistake, &findings)
    }

    #[test]
    fn a_missed_fork_becomes_a_puzzle() {
        let found = puzzle(&[("Nc7+", "5.00")], "0.00").expect("one answer");
        assert_eq!(found.answers.len(), 1);
        assert!(
            found.themes.iter().any(|theme| theme.id == "fork"),
            "{:?}",
            found.themes
        );
        let row = found.csv();
        assert!(row.contains(",d8e8 b5c7"), "{row}");
        assert_eq!(row.split(',').count(), HEADER.split(',').count());
        assert!(found.pgn().contains("1... Ke8 2. Nc7+"), "{}", found.pgn());
        assert!(found.line.moves().len().is_multiple_of(2));
    }

    #[test]
    fn every_sound_answer_is_accepted_and_too_many_make_no_puzzle() {
        let two = puzzle(&[("Nc7+", "5.00"), ("Nd6+", "4.90")], "0.00").expect("two answers");
        assert_eq!(two.answers.len(), 2);
        assert!(two.pgn().contains("( 2. Nd6+"), "{}", two.pgn());
        assert!(puzzle(&[], "4.90").is_none());
        // What was played is no mistake.
        assert!(puzzle(&[("Nc7+", "5.00"), ("h3", "5.00")], "0.00").is_none());
    }
}
