//! The teacher: the network that Stockfish 15.1 carries, asked without a search.
//!
//! Stockfish writes its network into a file (`export_net`), and the layers are
//! reckoned here, some thousand times faster than through UCI. The form of the
//! file and of the layers ("`HalfKAv2_hm`", 1,024 cells a side, eight stacks of
//! small layers) is that of Stockfish 15.1's `nnue` folder. Before it teaches it
//! is [held](Teacher::examine) against what Stockfish itself prints.

#![expect(
    clippy::inline_always,
    reason = "it belongs to the copy for processors with wide vectors"
)]

use std::{fs, path::Path};

use krog_chess::{Chess, Color, Piece, Position as _, Role, Square, fen, random};

use multiversion::multiversion;

use crate::rival::Rival;

/// The first word of a file with these layers.
const VERSION: u32 = 0x7af3_2f20;
/// Cells of the wide layer for a side, and pairs of them.
const CELLS: usize = 1_024;
const PAIRS: usize = CELLS / 2;
/// Squares and kinds of men, for each of the king's places.
const MEN: usize = 11 * 64;
const INPUTS: usize = 32 * MEN;
/// Stacks of small layers, chosen by how many men are left.
const STACKS: usize = 8;
/// Outputs of the small layers; the last of the first goes straight to the end.
const FIRST: usize = 16;
const SECOND: usize = 32;
/// Whole numbers to Stockfish's inner unit.
const SCALE: i32 = 16;
/// Stockfish's inner units of a pawn that wins half of the games.
const PAWN: i32 = 361;

/// One of the stacks of small layers.
struct Stack {
    first: ([i32; FIRST], Vec<[i8; CELLS]>),
    second: ([i32; SECOND], Vec<[i8; SECOND]>),
    last: (i32, [i8; SECOND]),
}

/// The network.
pub(super) struct Teacher {
    biases: Box<[i16; CELLS]>,
    weights: Vec<[i16; CELLS]>,
    squares: Vec<[i32; STACKS]>,
    stacks: Vec<Stack>,
}

/// The wide layer of a side, and its sums of men and squares.
struct Side {
    cells: Box<[i16; CELLS]>,
    squares: [i32; STACKS],
}

/// What the network says in inner units, without and with Stockfish's last touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Answer {
    plain: i32,
    touched: i32,
}

impl Teacher {
    /// The network of the Stockfish that is installed.
    pub(super) fn hire() -> Result<Teacher, String> {
        let file = std::env::temp_dir().join(format!("krog-teacher-{}", std::process::id()));
        let mut stockfish = Rival::start(&"stockfish".parse()?)?;
        stockfish.say(&format!("export_net {}", file.display()))?;
        stockfish.ready()?;
        let teacher = Teacher::read(&file);
        fs::remove_file(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let teacher = teacher?;
        teacher.examine(&mut stockfish)?;
        Ok(teacher)
    }

    /// The network in a file.
    fn read(path: &Path) -> Result<Teacher, String> {
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut bytes = Bytes(&bytes);
        let teacher = bytes.network();
        teacher
            .filter(|_| bytes.0.is_empty())
            .ok_or_else(|| "found a network of another form than Stockfish 15.1's".to_owned())
    }

    /// Centipawns for White, as Stockfish would tell them of a position.
    pub(super) fn judge(&self, position: &Chess) -> i32 {
        let value = self.ask(position).touched;
        let scaled = value * (1_076 + 96 * pieces(position) / 5_120) / 1_024 * 195 / 211;
        position.turn().fold_wb(scaled, -scaled) * 100 / PAWN
    }

    /// Holds the layers against what Stockfish prints.
    fn examine(&self, stockfish: &mut Rival) -> Result<(), String> {
        let quiet = random::positions(71).filter(|position| !position.is_check());
        for position in quiet.take(50) {
            let fen = fen::write(&position);
            stockfish.say(&format!("position fen {fen}"))?;
            stockfish.say("eval")?;
            let line = stockfish.hear("NNUE evaluation  ")?;
            stockfish.ready()?;
            let told = line.split_whitespace().nth(2).map(str::parse::<f32>);
            let Some(Ok(told)) = told else {
                return Err(format!("found {line:?}, expected Stockfish's evaluation"));
            };
            let plain = self.ask(&position).plain;
            let white = position.turn().fold_wb(plain, -plain);
            #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
            let here = white as f32 / PAWN as f32;
            if (here - told).abs() > 0.011 {
                return Err(format!("{fen}: reckoned {here}, Stockfish says {told}"));
            }
        }
        Ok(())
    }

    fn ask(&self, position: &Chess) -> Answer {
        ask(self, position)
    }

    #[inline(always)]
    fn side(&self, position: &Chess, view: Color) -> Side {
        let mut side = Side {
            cells: self.biases.clone(),
            squares: [0; STACKS],
        };
        let Some(king) = position.board().king_of(view) else {
            return side;
        };
        for (square, piece) in position.board().clone() {
            let input = input(view, king, square, piece);
            for (cell, weight) in side.cells.iter_mut().zip(&self.weights[input]) {
                *cell = cell.wrapping_add(*weight);
            }
            for (sum, weight) in side.squares.iter_mut().zip(&self.squares[input]) {
                *sum += weight;
            }
        }
        side
    }
}

/// What the network says, in a copy for processors with wide vectors.
#[multiversion(targets("x86_64+avx2"))]
fn ask(teacher: &Teacher, position: &Chess) -> Answer {
    let turn = position.turn();
    let sides = [turn, !turn].map(|view| teacher.side(position, view));
    let men = position.board().occupied().count();
    let stack = (men - 1) / 4;
    let squares = (sides[0].squares[stack] - sides[1].squares[stack]) / 2;
    let layers = teacher.stacks[stack].answer(&sides);
    let delta = 24 - pieces(position) / 9_560;
    Answer {
        plain: (squares + layers) / SCALE,
        touched: ((1_024 - delta) * squares + (1_024 + delta) * layers) / (1_024 * SCALE),
    }
}

/// What the pieces of both sides are worth together.
fn pieces(position: &Chess) -> i32 {
    let worth = |role: Role| {
        let count = position.board().by_role(role).count();
        worth(role) * i32::try_from(count).unwrap_or(0)
    };
    Role::ALL.into_iter().map(worth).sum()
}

/// Stockfish's middlegame worth of a piece; pawns do not count.
fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn | Role::King => 0,
        Role::Knight => 781,
        Role::Bishop => 825,
        Role::Rook => 1_276,
        Role::Queen => 2_538,
    }
}

/// The input of a man as a side sees it, turned so that its king stands on the
/// right half.
fn input(view: Color, king: Square, square: Square, piece: Piece) -> usize {
    let left = king.to_usize() & 0b100 == 0;
    let turn = view.fold_wb(0, 0b11_1000) ^ if left { 0b111 } else { 0 };
    let king = king.to_usize() ^ turn;
    let place = (7 - king / 8) * 4 + 7 - king % 8;
    let sort = match piece.role {
        Role::King => 10,
        role => 2 * (role as usize - 1) + usize::from(piece.color != view),
    };
    place * MEN + sort * 64 + (square.to_usize() ^ turn)
}

impl Stack {
    #[inline(always)]
    fn answer(&self, sides: &[Side; 2]) -> i32 {
        let mut wide = [0; CELLS];
        for (side, out) in sides.iter().zip(wide.chunks_mut(PAIRS)) {
            let (left, right) = side.cells.split_at(PAIRS);
            for ((out, left), right) in out.iter_mut().zip(left).zip(right) {
                *out = (*left).clamp(0, 127) * (*right).clamp(0, 127) / 128;
            }
        }
        let mut first = self.first.0;
        for (sum, row) in first.iter_mut().zip(&self.first.1) {
            let products = wide.iter().zip(row);
            *sum += products
                .map(|(cell, weight)| i32::from(*cell) * i32::from(*weight))
                .sum::<i32>();
        }
        let mut middle = [0; SECOND];
        for (index, sum) in first[..FIRST - 1].iter().enumerate() {
            let square = i64::from(*sum) * i64::from(*sum);
            middle[index] = i32::try_from((square >> 19).min(127)).unwrap_or(127);
            middle[FIRST - 1 + index] = (sum >> 6).clamp(0, 127);
        }
        let mut sum = self.last.0;
        let rows = self.second.0.iter().zip(&self.second.1);
        for ((bias, row), weight) in rows.zip(&self.last.1) {
            let inner: i32 = middle
                .iter()
                .zip(row)
                .map(|(cell, weight)| cell * i32::from(*weight))
                .sum();
            sum += ((bias + inner) >> 6).clamp(0, 127) * i32::from(*weight);
        }
        sum + first[FIRST - 1] * (600 * SCALE) / (127 * 64)
    }
}

/// What is left of a file.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn network(&mut self) -> Option<Teacher> {
        if self.word()? != VERSION {
            return None;
        }
        self.word()?;
        let words = usize::try_from(self.word()?).ok()?;
        self.take(words)?;
        self.word()?;
        let biases = Box::new(self.halves()?);
        let weights = (0..INPUTS)
            .map(|_| self.halves())
            .collect::<Option<Vec<_>>>()?;
        let squares = (0..INPUTS)
            .map(|_| self.wholes())
            .collect::<Option<Vec<_>>>()?;
        let stacks = (0..STACKS)
            .map(|_| self.stack())
            .collect::<Option<Vec<_>>>()?;
        Some(Teacher {
            biases,
            weights,
            squares,
            stacks,
        })
    }

    fn stack(&mut self) -> Option<Stack> {
        self.word()?;
        let first = self.wholes()?;
        let first_rows = (0..FIRST)
            .map(|_| self.bytes())
            .collect::<Option<Vec<_>>>()?;
        let second = self.wholes()?;
        let second_rows = (0..SECOND)
            .map(|_| self.bytes())
            .collect::<Option<Vec<_>>>()?;
        let [last] = self.wholes()?;
        Some(Stack {
            first: (first, first_rows),
            second: (second, second_rows),
            last: (last, self.bytes()?),
        })
    }

    fn take(&mut self, count: usize) -> Option<&[u8]> {
        let (taken, left) = self.0.split_at_checked(count)?;
        self.0 = left;
        Some(taken)
    }

    fn word(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    fn wholes<const N: usize>(&mut self) -> Option<[i32; N]> {
        let (parts, _) = self.take(4 * N)?.as_chunks();
        let mut parts = parts.iter();
        Some([(); N].map(|()| i32::from_le_bytes(*parts.next().unwrap_or(&[0; 4]))))
    }

    fn halves<const N: usize>(&mut self) -> Option<[i16; N]> {
        let (parts, _) = self.take(2 * N)?.as_chunks();
        let mut parts = parts.iter();
        Some([(); N].map(|()| i16::from_le_bytes(*parts.next().unwrap_or(&[0; 2]))))
    }

    fn bytes<const N: usize>(&mut self) -> Option<[i8; N]> {
        let mut parts = self.take(N)?.iter();
        Some([(); N].map(|()| parts.next().map_or(0, |byte| byte.cast_signed())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rival;

    /// `cargo xtask test` installs Stockfish; [`Teacher::hire`] examines.
    #[test]
    fn the_layers_say_what_stockfish_says() {
        if rival::stockfish().is_some() {
            let teacher = Teacher::hire().unwrap();
            let start = teacher.judge(&Chess::default());
            assert!((0..100).contains(&start), "{start}");
        }
    }

    #[test]
    fn every_man_has_an_input_of_its_own() {
        for king in Square::ALL {
            let mut inputs = Vec::new();
            for square in Square::ALL {
                for role in Role::ALL {
                    for color in Color::ALL {
                        inputs.push(input(Color::White, king, square, Piece { color, role }));
                    }
                }
            }
            inputs.sort_unstable();
            inputs.dedup();
            // Kings of both colours share theirs.
            assert_eq!(inputs.len(), MEN, "{king}");
            assert!(inputs[MEN - 1] < INPUTS);
        }
    }

    #[test]
    fn a_file_of_another_form_is_refused() {
        assert!(Bytes(&[0; 64]).network().is_none());
        assert!(Bytes(&VERSION.to_le_bytes()).network().is_none());
    }
}
