//! Counters as text, a line for each cell. The same games give the same text,
//! whichever store they are in and however they came into it.

use std::io;

use krog_chess::{PackedMove, PositionKey};
use krog_stats::{Counter, StepBits};

/// The names of the columns.
const HEAD: &str =
    "collection\tposition\tmove\tcell\twhite\tdraws\tblack\tmoverRatings\topponentRatings\texample";

/// Writes lines of counters; positions and moves must come in their order.
pub(crate) struct Lines<'a> {
    out: io::BufWriter<&'a mut dyn io::Write>,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(out: &'a mut dyn io::Write) -> io::Result<Lines<'a>> {
        use io::Write as _;
        let mut out = io::BufWriter::with_capacity(1 << 18, out);
        writeln!(out, "{HEAD}")?;
        Ok(Lines { out })
    }

    pub(crate) fn write(
        &mut self,
        collection: &str,
        key: PositionKey,
        step: StepBits,
        counter: &Counter,
    ) -> io::Result<()> {
        use io::Write as _;
        let example = counter.example().map_or(0, |example| example.game.0);
        let m = name(step.packed());
        for (cell, tally) in counter.cells().filter(|(_, tally)| tally.games() > 0) {
            writeln!(
                self.out,
                "{collection}\t{key}\t{m}\t{cell}\t{}\t{}\t{}\t{}\t{}\t{example:032x}",
                tally.white, tally.draws, tally.black, tally.mover_ratings, tally.opponent_ratings,
            )?;
        }
        Ok(())
    }

    pub(crate) fn finish(mut self) -> io::Result<()> {
        use io::Write as _;
        self.out.flush()
    }
}

/// A move without its board, as in UCI; castling is the king taking its rook.
fn name(packed: PackedMove) -> String {
    let (from, to, promotion) = packed.parts();
    let promotion = promotion.map_or_else(String::new, |role| role.char().to_string());
    format!("{from}{to}{promotion}")
}
