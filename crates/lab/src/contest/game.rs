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
) -> Ended {
    let mut arbiter = Arbiter::new(opening.clone(), pace);
    for (player, color) in players.iter_mut().zip([first_color, !first_color]) {
        if player.new_game().is_err() {
            return arbiter.end(Some(!color), End::Crash);
        }
    }
    loop {
        if let Some(ended) = arbiter.verdict() {
            return ended;
        }
        let turn = arbiter.line.end().turn();
        let player = &mut players[usize::from(turn != first_color)];
        let start = Instant::now();
        match player.ask(&arbiter.line, &arbiter.go()) {
            Ok(reply) => {
                if let Some(ended) = arbiter.take(&reply, start.elapsed()) {
                    return ended;
                }
            }
            Err(_) => return arbiter.end(Some(!turn), End::Crash),
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
        let Some(score) = score else {
            // Who says nothing agrees to nothing.
            (self.favour, self.even) = ((None, 0), 0);
            return None;
        };
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

#[cfg(test)]
mod tests {
    use krog_chess::fen;

    use super::*;

    const QUICK: Pace = Pace::MoveTime(Duration::from_millis(100));

    fn reply(best: &str, score: Option<i32>) -> Reply {
        Reply {
            best: best.to_owned(),
            score,
            mate: None,
        }
    }

    /// Plays moves by the clock's time with a score each; how it ends, if it does.
    fn after(start: &str, pace: Pace, moves: &[(&str, Option<i32>, u64)]) -> Option<Ended> {
        let mut arbiter = Arbiter::new(Line::at(fen::parse(start).unwrap()), pace);
        for (word, score, time) in moves {
            let ended = arbiter.verdict();
            let ended =
                ended.or_else(|| arbiter.take(&reply(word, *score), Duration::from_millis(*time)));
            if ended.is_some() {
                return ended;
            }
        }
        arbiter.verdict()
    }

    #[track_caller]
    fn check(
        start: &str,
        moves: &[(&str, Option<i32>, u64)],
        expected: Option<(Option<Color>, End)>,
    ) {
        let ended = after(start, QUICK, moves);
        assert_eq!(ended.map(|ended| (ended.winner, ended.end)), expected);
    }

    const ROOKS: &str = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1";

    /// Both rooks go there and back so many times, White and Black with these scores.
    fn shuffles(times: usize, scores: [Option<i32>; 2]) -> Vec<(&'static str, Option<i32>, u64)> {
        let words = ["a1b1", "a8b8", "b1a1", "b8a8"];
        let round = words.into_iter().zip(scores.into_iter().cycle());
        let round = round.map(|(word, score)| (word, score, 1));
        let round: Vec<_> = round.collect();
        round.repeat(times)
    }

    #[test]
    fn games_end_by_the_laws() {
        let won = |color| Some((Some(color), End::Mate));
        let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
        check(mate, &[("a1a8", None, 1)], won(Color::White));
        let stale = "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1";
        let draw = |why| Some((None, End::Draw(why)));
        check(stale, &[("c1c7", None, 1)], draw("stalemate"));
        check(ROOKS, &shuffles(1, [None; 2]), None);
        check(ROOKS, &shuffles(2, [None; 2]), draw("threefold repetition"));
        let fifty = "r3k3/8/8/8/8/8/8/R3K3 w - - 99 80";
        check(fifty, &[("a1b1", None, 1)], draw("fifty moves"));
        let taken = "4k3/8/8/8/8/8/1n6/B3K3 w - - 0 1";
        check(taken, &[("a1b2", None, 1)], draw("insufficient material"));
    }

    #[test]
    fn who_breaks_the_rules_loses() {
        let lost = |end| Some((Some(Color::Black), end));
        check(ROOKS, &[("a1a8", None, 1)], None);
        check(ROOKS, &[("a1b3", None, 1)], lost(End::Illegal));
        check(ROOKS, &[("nonsense", None, 1)], lost(End::Illegal));
        check(ROOKS, &[("a1b1", None, 149)], None);
        check(ROOKS, &[("a1b1", None, 151)], lost(End::Time));
        let second = Duration::from_secs(1);
        let clock = Pace::Clock(second, second / 100);
        let slow = [("a1b1", None, 900), ("a8b8", None, 1), ("b1c1", None, 131)];
        assert!(after(ROOKS, clock, &slow[..2]).is_none());
        let ended = after(ROOKS, clock, &slow);
        assert_eq!(ended.map(|ended| ended.end), Some(End::Time));
    }

    #[test]
    fn a_game_is_won_when_both_say_so_for_long_enough() {
        let moves = shuffles(2, [Some(900), Some(-900)]);
        let won = Some((Some(Color::White), End::Adjudicated));
        check(ROOKS, &moves[..5], None);
        check(ROOKS, &moves[..6], won);
        // One of them says nothing, or something else.
        check(ROOKS, &shuffles(2, [Some(900), None])[..7], None);
        check(ROOKS, &shuffles(2, [Some(900), Some(-600)])[..7], None);
    }
}
