//! A fixed piece of work: the same positions to the same depth. The number of
//! nodes is the signature of search's behaviour, the time tells its speed.

use std::{ops::ControlFlow, time::Duration};

use krog_chess::{Chess, Line, fen};

use crate::search::{Clock, Engine, Limits, Options, Question, Signals};

/// What the work took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Positions entered.
    pub nodes: u64,
    /// Time on the clock that was handed in.
    pub elapsed: Duration,
}

impl Outcome {
    /// Nodes per second.
    pub fn speed(self) -> u64 {
        let millis = self.elapsed.as_millis().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000 / millis).unwrap_or(u64::MAX)
    }
}

/// The depth of the signature: it takes about as many nodes as Stockfish's own
/// bench does.
pub const DEPTH: u32 = 15;

/// Openings by their moves: from well-known lines.
const OPENINGS: &[&str] = &[
    "",
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6 f4 Qb6",
    "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7",
    "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6",
    "e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3 Ne7 Qg4 O-O",
    "c4 e5 Nc3 Nf6 g3 d5 cxd5 Nxd5 Bg2 Nb6 Nf3 Nc6 O-O Be7",
    "e4 e5 f4 exf4 Nf3 g5 h4 g4 Ne5 Nf6 Bc4 d5 exd5 Bd6",
    "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5 Ng3 Bg6 h4 h6 Nf3 Nd7",
    "d4 Nf6 c4 c5 d5 b5 cxb5 a6 bxa6 Bxa6 Nc3 d6 e4 Bxf1",
];

/// Middlegames and endings: perft positions of the Chess Programming Wiki,
/// famous studies, and plain endings.
const POSITIONS: &[&str] = &[
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/8/7p/3KNN1k/2p4p/8/3P2p1/8 w - - 0 1",
    "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
    "2r3k1/pp3ppp/4p3/3pP3/1P1P4/P4N2/5PPP/2R3K1 w - - 0 1",
    "r1b2rk1/2q1bppp/p2ppn2/1p6/3BPP2/2N2B2/PPPQ2PP/R4RK1 w - - 0 1",
    "3r1rk1/pb1nqppp/1p2p3/2pp4/3P4/1PNBPN2/P1Q2PPP/2RR2K1 w - - 0 1",
    "6k1/5pp1/7p/1p6/1P2q3/6P1/4QP1P/6K1 w - - 0 1",
    "8/5k2/3p2p1/1p1P2P1/1P1K4/8/8/8 w - - 0 1",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

/// Searches all positions to a depth, one after the other as in a game: what was
/// remembered stays, as in Stockfish's own bench. A word from outside ends it.
pub fn run(options: Options, depth: u32, clock: &dyn Clock, signals: &Signals) -> Outcome {
    let mut engine = Engine::new(options);
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let start = clock.now();
    let mut nodes = 0;
    for game in games().take_while(|_| !signals.is_stopped()) {
        let question = Question {
            game: &game,
            limits: &limits,
            lines: 1,
        };
        let report = engine.search(question, clock, signals, &mut |_| ControlFlow::Continue(()));
        nodes += report.nodes;
    }
    Outcome {
        nodes,
        elapsed: clock.now().saturating_sub(start),
    }
}

fn games() -> impl Iterator<Item = Line> {
    let opening = |moves: &&str| {
        Line::parse(Chess::default(), moves).expect("the openings are checked by a test")
    };
    let position = |text: &&str| Line::at(fen::parse(text).expect("checked by a test"));
    OPENINGS
        .iter()
        .map(opening)
        .chain(POSITIONS.iter().map(position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::NoClock;

    /// The signature at a depth that most of search has a say in (at six plies the
    /// table hardly has). It changes with every change of behaviour; write the new
    /// figure into the commit that means to change it.
    #[test]
    fn behaviour_has_not_changed() {
        let outcome = run(Options::default(), 10, &NoClock, &Signals::default());
        assert_eq!(outcome.nodes, 375_546);
    }
}
