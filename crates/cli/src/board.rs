//! A board in the terminal, with squares marked.

use krog_chess::{Bitboard, Board, File, Rank, Square};

/// Draws a board from White's side: capital letters are White's, squares in
/// brackets are marked.
pub(crate) fn draw(board: &Board, marked: Bitboard) -> String {
    let mut lines: Vec<String> = Rank::ALL
        .into_iter()
        .rev()
        .map(|rank| {
            let cells: String = File::ALL
                .into_iter()
                .map(|file| cell(board, Square::from_coords(file, rank), marked))
                .collect();
            format!("{} {cells}", rank.char())
        })
        .collect();
    lines.push("   a  b  c  d  e  f  g  h".to_owned());
    let trimmed: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    trimmed.join("\n")
}

fn cell(board: &Board, square: Square, marked: Bitboard) -> String {
    let man = board.piece_at(square).map_or('.', krog_chess::Piece::char);
    if marked.contains(square) {
        format!("[{man}]")
    } else {
        format!(" {man} ")
    }
}
