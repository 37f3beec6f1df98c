//! Answers in the words of the protocol.

use std::fmt::Write as _;

use krog_chess::{
    CastlingMode, Chess, Color, EngineLine, Line, Move, Position as _, PositionKey, Value, fen,
    shakmaty::uci::UciMove,
};

use crate::search::Report;

/// How answers are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    pub(super) chess960: bool,
    pub(super) wdl: bool,
}

/// The `info` lines of a report.
pub(super) fn info(report: &Report, manner: Manner) -> String {
    let millis = report.elapsed.as_millis();
    let speed = u128::from(report.nodes) * 1_000 / millis.max(1);
    let mut text = String::new();
    for (number, line) in (1..).zip(&report.lines) {
        let turn = line.line.start().turn();
        let value = line.score.pov(turn);
        // Writing into a string cannot fail.
        let _ = write!(
            text,
            "info depth {} seldepth {} multipv {number} score {}",
            line.depth,
            report.deepest.max(line.depth),
            score(value)
        );
        if manner.wdl {
            let [win, draw, loss] = chances(value);
            let _ = write!(text, " wdl {win} {draw} {loss}");
        }
        let _ = write!(
            text,
            " nodes {} nps {speed} hashfull {} tbhits {} time {millis}",
            report.nodes, report.fullness, report.table_hits
        );
        let moves = moves(line, manner);
        if !moves.is_empty() {
            let _ = write!(text, " pv {moves}");
        }
        text.push('\n');
    }
    text
}

/// The last word of a search.
pub(super) fn best_move(report: &Report, manner: Manner) -> String {
    let Some(line) = report.lines.first() else {
        return "bestmove (none)\n".to_owned();
    };
    let words = moves(line, manner);
    let mut words = words.split_whitespace();
    match (words.next(), words.next()) {
        (Some(best), Some(reply)) => format!("bestmove {best} ponder {reply}\n"),
        (Some(best), None) => format!("bestmove {best}\n"),
        _ => "bestmove (none)\n".to_owned(),
    }
}

fn moves(line: &EngineLine, manner: Manner) -> String {
    let mode = mode(line.line.start(), manner);
    let words = line
        .line
        .moves()
        .iter()
        .map(|m| UciMove::from_move(*m, mode).to_string());
    words.collect::<Vec<_>>().join(" ")
}

/// A move as the protocol writes it.
pub(super) fn written(position: &Chess, m: Move, manner: Manner) -> String {
    UciMove::from_move(m, mode(position, manner)).to_string()
}

fn mode(position: &Chess, manner: Manner) -> CastlingMode {
    CastlingMode::from_chess960(manner.chess960 || position.castles().mode().is_chess960())
}

fn score(value: Value) -> String {
    match value {
        Value::Cp(cp) => format!("cp {cp}"),
        Value::MateIn(moves) => format!("mate {moves}"),
        Value::MatedIn(0) => "mate 0".to_owned(),
        Value::MatedIn(moves) => format!("mate -{moves}"),
    }
}

/// Win, draw and loss in thousandths, roughly: two logistic curves around half a
/// pawn more than a pawn. Programs want some such figures; chances that hold are
/// those of `krog predict`, which knows both ratings.
fn chances(value: Value) -> [u32; 3] {
    const EVEN: f64 = 150.0;
    const SLOPE: f64 = 70.0;
    let win = |cp: f64| 1_000.0 / (1.0 + ((EVEN - cp) / SLOPE).exp());
    match value {
        Value::MateIn(_) => [1_000, 0, 0],
        Value::MatedIn(_) => [0, 0, 1_000],
        Value::Cp(cp) => {
            let cp = f64::from(cp.clamp(-4_000, 4_000));
            let (win, loss) = (thousandths(win(cp)), thousandths(win(-cp)));
            [win, 1_000 - win - loss, loss]
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 0 and 1000"
)]
fn thousandths(number: f64) -> u32 {
    number as u32
}

/// The board for people, with FEN and key.
pub(super) fn board(game: &Line) -> String {
    let position = game.end();
    let mut text = String::new();
    for rank in (0..8u32).rev() {
        let _ = write!(text, "{} ", rank + 1);
        for file in 0..8u32 {
            let square = krog_chess::Square::new(rank * 8 + file);
            let man = position.board().piece_at(square);
            let _ = write!(text, " {}", man.map_or('.', krog_chess::Piece::char));
        }
        text.push('\n');
    }
    text.push_str("   a b c d e f g h\n");
    let checkers: Vec<String> = position
        .checkers()
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    let _ = writeln!(text, "Fen: {}", fen::write(position));
    let _ = writeln!(text, "Key: {}", PositionKey::of(position));
    let _ = writeln!(text, "Checkers: {}", checkers.join(" "));
    let side = match position.turn() {
        Color::White => "white",
        Color::Black => "black",
    };
    let _ = writeln!(text, "To move: {side}");
    text
}
