//! Engines for the rows: plain searches of material that also like some places.

use std::{num::NonZeroU8, ops::ControlFlow};

use krog_chess::{
    Chess, Color, EngineLine, Evaluate, EvaluateError, Limit, Line, Move, Position as _, Role,
    Score, Square, Value, mirror, worth,
};

/// Plies that are searched in full; captures go on.
const DEPTH: u8 = 2;

/// A side that is mated in so many plies is worth less than any material.
const MATE: i32 = 100_000;

/// An engine that counts men.
pub(crate) struct Counter;

impl Evaluate for Counter {
    fn name(&self) -> String {
        "a counter of men".to_owned()
    }

    fn evaluate(
        &self,
        game: &Line,
        _: Limit,
        count: NonZeroU8,
        _: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        let position = game.end();
        let mut lines: Vec<(i32, Vec<Move>)> = position
            .legal_moves()
            .into_iter()
            .map(|m| {
                let mut next = position.clone();
                next.play_unchecked(m);
                let (value, rest) = search(&next, -MATE * 2, MATE * 2, DEPTH - 1);
                (-value, std::iter::once(m).chain(rest).collect())
            })
            .collect();
        lines.sort_by_key(|(value, _)| -value);
        lines.truncate(usize::from(count.get()));
        let told = lines.into_iter().map(|(value, moves)| {
            let mut line = Line::at(position.clone());
            for m in moves {
                line.push(m).unwrap();
            }
            EngineLine {
                score: Score::seen_by(position.turn(), told(value)),
                depth: u32::from(DEPTH),
                nodes: None,
                line,
            }
        });
        Ok(told.collect())
    }
}

fn told(value: i32) -> Value {
    let moves = |plies: i32| u16::try_from((plies.max(1) + 1) / 2).unwrap();
    match value {
        value if value > MATE / 2 => Value::MateIn(moves(MATE - value)),
        value if value < -MATE / 2 => Value::MatedIn(moves(MATE + value)),
        value => Value::Cp(value),
    }
}

fn balance(position: &Chess) -> i32 {
    let board = position.board();
    Role::ALL
        .into_iter()
        .filter_map(|role| {
            let count = |color| (board.by_role(role) & board.by_color(color)).count();
            let side = position.turn();
            let more = i32::try_from(count(side)).unwrap() - i32::try_from(count(!side)).unwrap();
            Some(worth::centipawns(role)? * more)
        })
        .sum()
}

/// The value for the side to move, and the moves that lead to it.
fn search(position: &Chess, mut best: i32, limit: i32, depth: u8) -> (i32, Vec<Move>) {
    let legal = position.legal_moves();
    if legal.is_empty() {
        return (if position.is_check() { -MATE } else { 0 }, Vec::new());
    }
    let calm = depth == 0 && !position.is_check();
    let mut line = Vec::new();
    if calm {
        best = best.max(balance(position));
    }
    let mut moves: Vec<Move> = legal
        .into_iter()
        .filter(|m| !calm || m.is_capture() || m.is_promotion())
        .collect();
    moves.sort_by_key(|m| !m.is_capture());
    for m in moves {
        if best >= limit {
            break;
        }
        let mut next = position.clone();
        next.play_unchecked(m);
        let (value, rest) = search(&next, -limit, -best, depth.saturating_sub(1));
        // A mate further away is worth a little less.
        let value = -value - (-value).signum() * i32::from(value.abs() > MATE / 2);
        if value > best {
            best = value;
            line = std::iter::once(m).chain(rest).collect();
        }
    }
    (best, line)
}

/// An engine that counts men and tells something else of what it found.
pub(crate) struct Altered {
    name: &'static str,
    alter: fn(&mut Vec<EngineLine>),
}

/// It was stopped while it thought: it names its best move twice.
pub(crate) const HASTY: Altered = Altered {
    name: "a counter of men in a hurry",
    alter: |lines| {
        lines.insert(0, lines[0].clone());
        lines.pop();
    },
};

/// Everything looks level to it.
pub(crate) const LEVEL: Altered = Altered {
    name: "all is level",
    alter: |lines| {
        for line in lines {
            line.score = Score::seen_by(Color::White, Value::Cp(0));
        }
    },
};

impl Evaluate for Altered {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn evaluate(
        &self,
        game: &Line,
        limit: Limit,
        count: NonZeroU8,
        watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        let mut lines = Counter.evaluate(game, limit, count, watch)?;
        (self.alter)(&mut lines);
        Ok(lines)
    }
}

/// An engine that counts men and likes some places.
pub(crate) struct Judge {
    name: &'static str,
    places: fn(&Chess, Color) -> i32,
}

/// It likes passed pawns that are far, and queens before kings that cannot castle.
pub(crate) const PLAIN: Judge = Judge {
    name: "a judge of men, passed pawns and castling",
    places,
};

/// It likes kings that come forward and rooks on the seventh rank as well.
pub(crate) const KEEN: Judge = Judge {
    name: "a judge of men and places",
    places: |position, side| places(position, side) + reach(position, side),
};

impl Evaluate for Judge {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn evaluate(
        &self,
        game: &Line,
        _: Limit,
        count: NonZeroU8,
        _: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        Ok(judged(game.end(), count, self.places))
    }
}

/// The best moves by their men and places after one reply.
fn judged(position: &Chess, count: NonZeroU8, places: fn(&Chess, Color) -> i32) -> Vec<EngineLine> {
    let me = position.turn();
    let mut lines: Vec<(i32, Move)> = position
        .legal_moves()
        .into_iter()
        .map(|m| {
            let mut next = position.clone();
            next.play_unchecked(m);
            let (value, _) = search(&next, -MATE * 2, MATE * 2, DEPTH - 1);
            (places(&next, me) - places(&next, !me) - value, m)
        })
        .collect();
    lines.sort_by_key(|(value, _)| -value);
    lines.truncate(usize::from(count.get()));
    let told = lines.into_iter().map(|(value, m)| {
        let mut line = Line::at(position.clone());
        line.push(m).unwrap();
        EngineLine {
            score: Score::seen_by(me, told(value)),
            depth: u32::from(DEPTH),
            nodes: None,
            line,
        }
    });
    told.collect()
}

/// What the places of a side's men are worth.
fn places(position: &Chess, side: Color) -> i32 {
    let board = position.board();
    let pawns = |color: Color| (board.pawns() & board.by_color(color)).into_iter();
    let rank = |square: Square| i32::from(u8::from(side.relative_rank(square.rank())));
    let king = board.king_of(!side).unwrap();
    let is_passed = |pawn: &Square| {
        pawns(!side)
            .all(|other| other.file().distance(pawn.file()) > 1 || rank(other) <= rank(*pawn))
    };
    let passers = pawns(side).filter(is_passed).map(|pawn| {
        let near = i32::try_from(king.distance(pawn)).unwrap();
        40 * rank(pawn) + 10 * near
    });
    let queens = board.queens() & board.by_color(side);
    let stranded = queens.any() && !position.castles().has_color(!side);
    passers.sum::<i32>() + 250 * i32::from(stranded)
}

/// What a rook on the seventh rank and a king that comes forward are worth.
fn reach(position: &Chess, side: Color) -> i32 {
    let board = position.board();
    let rank = |square: Square| i32::from(u8::from(side.relative_rank(square.rank())));
    let mut rooks = (board.rooks() & board.by_color(side)).into_iter();
    let seventh = rooks.any(|rook| rank(rook) == 6);
    200 * i32::from(seventh) + 20 * rank(board.king_of(side).unwrap())
}

/// An engine that looks into the mirror.
pub(crate) struct Mirrored<'a>(pub(crate) &'a dyn Evaluate);

impl Evaluate for Mirrored<'_> {
    fn name(&self) -> String {
        format!("{} in the mirror", self.0.name())
    }

    fn evaluate(
        &self,
        game: &Line,
        limit: Limit,
        count: NonZeroU8,
        watch: &mut dyn FnMut(&[EngineLine]) -> ControlFlow<()>,
    ) -> Result<Vec<EngineLine>, EvaluateError> {
        let game = Line::at(mirror::position(game.end()));
        let lines = self.0.evaluate(&game, limit, count, watch)?;
        Ok(lines.iter().map(flipped).collect())
    }
}

/// An engine's line with the colours swapped.
pub(crate) fn flipped(told: &EngineLine) -> EngineLine {
    let side = told.line.start().turn();
    let mut line = Line::at(mirror::position(told.line.start()));
    for m in told.line.moves() {
        line.push(mirror::mv(*m)).unwrap();
    }
    EngineLine {
        score: Score::seen_by(!side, told.score.pov(side)),
        line,
        ..told.clone()
    }
}
