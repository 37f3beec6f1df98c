//! One game between two engines, with an arbiter.

use std::{
    fmt::Write as _,
    time::{Duration, Instant},
};

use krog_chess::{
    Chess, Color, Line, Position as _, PositionKey,
    shakmaty::{CastlingMode, uci::UciMove},
};

use super::request::Pace;
use crate::rival::{Reply, Rival};

/// Centipawns by which both agree that a game is won.
const WON: i32 = 700;
/// Plies in a row for which they must agree.
const WON_PLIES: u32 = 6;
/// Centipawns within which both agree that a game is drawn, and for how long.
const DRAWN: i32 = 8;
const DRAWN_PLIES: u32 = 12;
/// No draw is agreed before this ply.
const FIRST_DRAW: usize = 80;
/// The longest game.
const LONGEST: usize = 500;
/// What a clock is late by without a loss: the way between processes.
const GRACE: Duration = Duration::from_millis(20);
/// The same for a move with a time of its own, which no clock makes up for: a machine
/// that others use takes a core away for so long.
const MOVE_GRACE: Duration = Duration::from_millis(50);

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    Mate,
    Draw(&'static str),
    Adjudicated,
    Illegal,
    Time,
    Crash,
}

/// A finished game.
#[derive(Clone, Debug)]
pub(super) struct Ended {
    pub(super) line: Line,
    pub(super) winner: Option<Color>,
    pub(super) end: End,
}

/// Plays one game; the first player has `first_color`.
pub(super) fn play(
    players: &mut [Rival; 2],
    first_color: Color,
    opening: &Line,
    pace: Pace,
) -> Result<Ended, String> {
    for player in players.iter_mut() {
        player.new_game()?;
    }
    let mut arbiter = Arbiter::new(opening.clone(), pace);
    loop {
        if let Some(ended) = arbiter.verdict() {
            return Ok(ended);
        }
        let turn = arbiter.line.end().turn();
        let player = &mut players[usize::from(turn != first_color)];
        let start = Instant::now();
        match player.ask(&arbiter.line, &arbiter.go()) {
            Ok(reply) => {
                if let Some(ended) = arbiter.take(&reply, start.elapsed()) {
                    return Ok(ended);
                }
            }
            Err(_) => return Ok(arbiter.end(Some(!turn), End::Crash)),
        }
    }
}

struct Arbiter {
    line: Line,
    keys: Vec<PositionKey>,
    pace: Pace,
    clocks: [Duration; 2],
    /// Whom the scores favour and for how many plies; how long they are even.
    favour: (Option<Color>, u32),
    even: u32,
}

impl Arbiter {
    fn new(line: Line, pace: Pace) -> Arbiter {
        let keys = line
            .steps()
            .map(|(before, _)| PositionKey::of(&before))
            .collect();
        let base = match pace {
            Pace::Clock(base, _) => base,
            _ => Duration::ZERO,
        };
        Arbiter {
            line,
            keys,
            pace,
            clocks: [base; 2],
            favour: (None, 0),
            even: 0,
        }
    }

    fn go(&self) -> String {
        match self.pace {
            Pace::Nodes(nodes) => format!("nodes {nodes}"),
            Pace::MoveTime(time) => format!("movetime {}", time.as_millis()),
            Pace::Clock(_, increment) => {
                let [white, black] = self.clocks.map(|clock| clock.as_millis());
                let increment = increment.as_millis();
                format!("wtime {white} btime {black} winc {increment} binc {increment}")
            }
        }
    }

    /// The end of the game by the laws, if it has come.
    fn verdict(&mut self) -> Option<Ended> {
        let position: &Chess = self.line.end();
        let key = PositionKey::of(position);
        let seen = self.keys.iter().filter(|known| **known == key).count();
        self.keys.push(key);
        let draw = if position.legal_moves().is_empty() {
            if position.is_check() {
                return Some(self.end(Some(!position.turn()), End::Mate));
            }
            "stalemate"
        } else if seen >= 2 {
            "threefold repetition"
        } else if position.halfmoves() >= 100 {
            "fifty moves"
        } else if position.is_insufficient_material() {
            "insufficient material"
        } else if self.line.moves().len() >= LONGEST {
            "too long"
        } else {
            return None;
        };
        Some(self.end(None, End::Draw(draw)))
    }

    /// Plays a reply; the end if it was illegal, late, or both agree.
    fn take(&mut self, reply: &Reply, time: Duration) -> Option<Ended> {
        let turn = self.line.end().turn();
        if self.is_late(turn, time) {
            return Some(self.end(Some(!turn), End::Time));
        }
        let m = reply
            .best
            .parse()
            .ok()
            .and_then(|uci: UciMove| uci.to_move(self.line.end()).ok());
        if m.is_none_or(|m| self.line.push(m).is_err()) {
            return Some(self.end(Some(!turn), End::Illegal));
        }
        self.adjudicate(turn, reply.score)
    }

    fn is_late(&mut self, turn: Color, time: Duration) -> bool {
        match self.pace {
            Pace::Nodes(_) => false,
            Pace::MoveTime(limit) => time > limit + MOVE_GRACE,
            Pace::Clock(_, increment) => {
                let clock = &mut self.clocks[usize::from(turn.is_black())];
                if time > *clock + GRACE {
                    return true;
                }
                *clock = clock.saturating_sub(time) + increment;
                false
            }
        }
    }

    fn adjudicate(&mut self, turn: Color, score: Option<i32>) -> Option<Ended> {
        let score = score?;
        let side = match score {
            WON.. => Some(turn),
            _ if score <= -WON => Some(!turn),
            _ => None,
        };
        self.favour = if side.is_some() && side == self.favour.0 {
            (side, self.favour.1 + 1)
        } else {
            (side, u32::from(side.is_some()))
        };
        self.even = if score.abs() <= DRAWN {
            self.even + 1
        } else {
            0
        };
        if self.favour.1 >= WON_PLIES {
            return Some(self.end(self.favour.0, End::Adjudicated));
        }
        let late = self.line.moves().len() >= FIRST_DRAW;
        (late && self.even >= DRAWN_PLIES).then(|| self.end(None, End::Adjudicated))
    }

    fn end(&self, winner: Option<Color>, end: End) -> Ended {
        Ended {
            line: self.line.clone(),
            winner,
            end,
        }
    }
}

impl Ended {
    /// The points of the player of a colour.
    pub(super) fn points(&self, color: Color) -> f64 {
        match self.winner {
            Some(winner) if winner == color => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    }

    /// Whether somebody lost by breaking the rules of the match.
    pub(super) fn is_fault(&self) -> bool {
        matches!(self.end, End::Illegal | End::Time | End::Crash)
    }

    pub(super) fn pgn(&self, names: &[String; 2], first: Color, round: usize) -> String {
        let [white, black] = match first {
            Color::White => [&names[0], &names[1]],
            Color::Black => [&names[1], &names[0]],
        };
        let result = match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        };
        let end = match self.end {
            End::Mate => "mate",
            End::Draw(reason) => reason,
            End::Adjudicated => "adjudication",
            End::Illegal => "rules infraction",
            End::Time => "time forfeit",
            End::Crash => "abandoned",
        };
        let mut text = String::new();
        // Writing into a string cannot fail.
        let _ = writeln!(
            text,
            "[Event \"krog match\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"{round}\"]\n\
             [White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\
             [Termination \"{end}\"]\n\n{} {result}\n",
            self.line
        );
        debug_assert_eq!(self.line.start().castles().mode(), CastlingMode::Standard);
        text
    }
}
