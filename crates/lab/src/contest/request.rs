//! What kind of match is wanted, from the command line.

use std::time::Duration;

use crate::rival::Engine;

/// A match.
#[derive(Clone, Debug)]
pub struct Request {
    pub(super) first: Engine,
    pub(super) second: Engine,
    pub(super) games: usize,
    pub(super) pace: Pace,
    pub(super) concurrency: usize,
    pub(super) seed: u64,
    pub(super) pgn: Option<String>,
    /// The two hypotheses in Elo, if the match is to end when one is refuted.
    pub(super) sprt: Option<(f64, f64)>,
}

/// How long a move may take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Pace {
    Nodes(u64),
    MoveTime(Duration),
    /// Time for the game and for each move.
    Clock(Duration, Duration),
}

impl Request {
    /// Reads `A B [--games N] [--nodes N | --movetime MS | --clock S+S]
    /// [--concurrency N] [--seed N] [--pgn FILE] [--sprt ELO0,ELO1]`.
    pub fn read(words: &[&str]) -> Result<Request, String> {
        let [first, second, rest @ ..] = words else {
            return Err("expected two engines".to_owned());
        };
        let mut request = Request {
            first: first.parse()?,
            second: second.parse()?,
            games: 100,
            pace: Pace::Nodes(5_000),
            concurrency: 1,
            seed: 1,
            pgn: None,
            sprt: None,
        };
        for pair in rest.chunks(2) {
            let [option, value] = pair else {
                return Err(format!("{}: expected a value", pair[0]));
            };
            request.set(option, value)?;
        }
        if !request.games.is_multiple_of(2) {
            let found = request.games;
            return Err(format!(
                "--games: found {found}, expected an even number, for each opening is played twice"
            ));
        }
        Ok(request)
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), String> {
        let wrong = || format!("{option}: found {value:?}, expected a number");
        let number = || value.replace('_', "").parse::<u64>().map_err(|_| wrong());
        let size = || number().and_then(|number| usize::try_from(number).map_err(|_| wrong()));
        match option {
            "--games" => self.games = size()?,
            "--concurrency" => self.concurrency = size()?.max(1),
            "--seed" => self.seed = number()?,
            "--nodes" => self.pace = Pace::Nodes(number()?),
            "--movetime" => self.pace = Pace::MoveTime(Duration::from_millis(number()?)),
            "--clock" => self.pace = clock(value).ok_or_else(wrong)?,
            "--pgn" => self.pgn = Some(value.to_owned()),
            "--sprt" => {
                let (low, high) = value.split_once(',').ok_or_else(wrong)?;
                let elo = |text: &str| text.parse::<f64>().map_err(|_| wrong());
                self.sprt = Some((elo(low)?, elo(high)?));
            }
            _ => return Err(format!("unknown option {option:?}")),
        }
        Ok(())
    }
}

/// Reads `1+0.01`: seconds for the game and for each move.
fn clock(text: &str) -> Option<Pace> {
    let (base, increment) = text.split_once('+')?;
    let seconds = |text: &str| Duration::try_from_secs_f64(text.parse().ok()?).ok();
    Some(Pace::Clock(seconds(base)?, seconds(increment)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let words = [
            "krog",
            "stockfish;UCI_Elo=2600",
            "--games",
            "400",
            "--nodes",
            "20_000",
        ];
        let request = Request::read(&words).unwrap();
        assert_eq!((request.games, request.pace), (400, Pace::Nodes(20_000)));
        let clocked = Request::read(&["a", "b", "--clock", "1+0.01", "--sprt", "0,5"]).unwrap();
        let second = Duration::from_secs(1);
        assert_eq!(clocked.pace, Pace::Clock(second, second / 100));
        assert_eq!(clocked.sprt, Some((0.0, 5.0)));
        assert!(Request::read(&["krog"]).is_err());
        assert!(Request::read(&["a", "b", "--games"]).is_err());
        assert!(Request::read(&["a", "b", "--games", "7"]).is_err());
        assert!(Request::read(&["a", "b", "--fast", "1"]).is_err());
    }
}
