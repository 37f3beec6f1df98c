//! Positions that need no engine: the game is over.

use krog_chess::{
    Chess, Color, EngineLine, KnownOutcome, Line, Outcome, Position as _, Score, Value,
};

/// What a finished position is worth: mate on the board, stalemate, or too
/// little material to mate. `None` while there is something to search.
pub fn settled(position: &Chess) -> Option<EngineLine> {
    let score = match position.outcome() {
        Outcome::Known(KnownOutcome::Decisive { winner }) => {
            Score::seen_by(winner, Value::MateIn(0))
        }
        Outcome::Known(KnownOutcome::Draw) => Score::seen_by(Color::White, Value::Cp(0)),
        Outcome::Unknown => return None,
    };
    Some(EngineLine {
        score,
        depth: 0,
        nodes: None,
        line: Line::at(position.clone()),
    })
}

#[cfg(test)]
mod tests {
    use krog_chess::fen;

    use super::*;

    #[track_caller]
    fn check(fen: &str, expected: Option<&str>) {
        let position = fen::parse(fen).expect("a legal position");
        let found = settled(&position).map(|line| line.score.to_string());
        assert_eq!(found.as_deref(), expected, "{fen}");
    }

    #[test]
    fn only_finished_positions_are_settled() {
        check("startpos", None);
        check("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Some("#0"));
        check("6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1", Some("#-0"));
        check("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some("0.00"));
        check("8/8/8/4k3/8/4K3/8/8 w - - 0 1", Some("0.00"));
        check("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", None);
    }
}
