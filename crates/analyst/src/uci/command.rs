//! The commands that are sent to an engine.

use std::time::Duration;

use krog_chess::{Chess, EnPassantMode, Limit, Line, Position as _, shakmaty::fen::Fen};

/// The `position` command of a game, with the moves that led there.
pub(super) fn position(game: &Line) -> String {
    let start = game.start();
    let mode = start.castles().mode();
    let mut command = if *start == Chess::default() {
        "position startpos".to_owned()
    } else {
        let fen = Fen::from_position(start, EnPassantMode::Legal);
        format!("position fen {fen}")
    };
    if !game.moves().is_empty() {
        command.push_str(" moves");
    }
    for m in game.moves() {
        command.push(' ');
        command.push_str(&m.to_uci(mode).to_string());
    }
    command
}

/// The `go` command of a limit.
pub(super) fn go(limit: Limit) -> String {
    let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let time = limit.max_time().map(|time| milliseconds(time).max(1));
    [
        ("depth", limit.max_depth().map(u64::from)),
        ("nodes", limit.max_nodes()),
        ("movetime", time),
    ]
    .into_iter()
    .filter_map(|(name, number)| Some(format!(" {name} {}", number?)))
    .fold("go".to_owned(), |command, part| command + &part)
}

#[cfg(test)]
mod tests {
    use krog_chess::fen;

    use super::*;

    #[track_caller]
    fn check(start: &str, moves: &str, expected: &str) {
        let start = fen::parse(start).expect("a legal position");
        let game = Line::parse(start, moves).expect("legal moves");
        assert_eq!(position(&game), expected);
    }

    #[test]
    fn positions_are_sent_with_the_moves_that_led_there() {
        check("startpos", "", "position startpos");
        check(
            "startpos",
            "e4 e5 Nf3",
            "position startpos moves e2e4 e7e5 g1f3",
        );
        let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let expected = format!("position fen {castles} moves e1g1");
        check(castles, "O-O", &expected);
        // In Chess960 the king takes its own rook.
        check(
            "1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1",
            "O-O",
            "position fen 1r2k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1 moves e1h1",
        );
    }

    #[test]
    fn limits_are_sent_together() {
        assert_eq!(go(Limit::nodes(300_000)), "go nodes 300000");
        let limit = Limit::depth(14).and(Limit::time(Duration::from_millis(50)));
        assert_eq!(go(limit), "go depth 14 movetime 50");
    }
}
