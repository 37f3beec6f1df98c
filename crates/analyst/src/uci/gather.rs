//! Collects the lines that belong together: an engine tells its best lines one
//! after another, and only a whole set can be compared.

use krog_chess::{Chess, EngineLine, Line, Position as _, Score};

use super::reply::Info;

/// The lines told so far in one search.
#[derive(Debug)]
pub(super) struct Gather {
    position: Chess,
    wanted: usize,
    /// The set that is being told.
    open: Vec<EngineLine>,
    /// The last set told in full.
    whole: Vec<EngineLine>,
    /// The last line told at each place, for engines that tell no sets.
    latest: Vec<Option<EngineLine>>,
}

impl Gather {
    /// Expects sets of `wanted` lines from a position.
    pub(super) fn new(position: &Chess, wanted: usize) -> Gather {
        Gather {
            position: position.clone(),
            wanted,
            open: Vec::new(),
            whole: Vec::new(),
            latest: vec![None; wanted],
        }
    }

    /// Takes note of an info; whether it completes a set.
    ///
    /// Bounds are ignored, and with them the rest of their set: what stands
    /// behind them was found in an earlier iteration.
    pub(super) fn add(&mut self, info: &Info<'_>) -> bool {
        let place = info.multipv.unwrap_or(1);
        if place == 1 && (info.exact.is_some() || info.is_bound) {
            self.open.clear();
        }
        let Some(line) = self.read(info) else {
            return false;
        };
        if let Some(slot) = place.checked_sub(1).and_then(|at| self.latest.get_mut(at)) {
            *slot = Some(line.clone());
        }
        if place != self.open.len() + 1 || place > self.wanted || repeats(&self.open, &line) {
            return false;
        }
        self.open.push(line);
        if self.open.len() < self.wanted {
            return false;
        }
        self.whole.clone_from(&self.open);
        true
    }

    /// What is known so far: the last whole set, else what there is.
    pub(super) fn known(&self) -> Vec<EngineLine> {
        if !self.whole.is_empty() {
            return self.whole.clone();
        }
        let mut lines = Vec::new();
        for line in self.latest.iter().map_while(Option::as_ref) {
            if !repeats(&lines, line) {
                lines.push(line.clone());
            }
        }
        lines
    }

    /// What is known when the engine has named its best move.
    pub(super) fn finish(&self, best: &str) -> Vec<EngineLine> {
        let mut lines = self.known();
        if let [only] = &mut lines[..]
            && only.line.moves().is_empty()
        {
            only.line = Line::from_uci(self.position.clone(), [best]);
        }
        lines
    }

    /// The line of an info: cut at the first illegal move, `None` when not
    /// even the first one is legal or no exact score is told.
    fn read(&self, info: &Info<'_>) -> Option<EngineLine> {
        let value = info.exact?;
        let words = info.pv.as_deref().unwrap_or_default();
        let line = Line::from_uci(self.position.clone(), words.iter().copied());
        if line.moves().is_empty() && !words.is_empty() {
            return None;
        }
        Some(EngineLine {
            score: Score::seen_by(self.position.turn(), value),
            depth: info.depth.unwrap_or(0),
            nodes: info.nodes,
            line,
        })
    }
}

/// Whether a line begins with the same move as one of the others.
fn repeats(lines: &[EngineLine], line: &EngineLine) -> bool {
    let first = line.line.moves().first();
    lines
        .iter()
        .any(|other| other.line.moves().first() == first)
}

#[cfg(test)]
mod tests {
    use super::super::reply::Reply;
    use super::*;

    /// Gathers infos after 1. e4 and writes what is known.
    #[track_caller]
    fn check(wanted: usize, infos: &[&str], best: &str, expected: &[&str]) {
        let game = Line::parse(Chess::default(), "e4").expect("legal moves");
        let mut gather = Gather::new(game.end(), wanted);
        for text in infos {
            let line = format!("info {text}");
            let Reply::Info(info) = Reply::parse(&line) else {
                panic!("{line} is no info");
            };
            gather.add(&info);
        }
        let written: Vec<String> = gather
            .finish(best)
            .iter()
            .map(|line| format!("{} {} {}", line.depth, line.score, line.line))
            .collect();
        assert_eq!(written, expected);
    }

    #[test]
    fn scores_are_whites() {
        check(
            1,
            &["depth 3 score cp -20 pv e7e5 g1f3"],
            "e7e5",
            &["3 0.20 1... e5 2. Nf3"],
        );
        check(
            1,
            &["depth 3 score mate 2 pv e7e5"],
            "e7e5",
            &["3 #-2 1... e5"],
        );
        check(
            1,
            &["depth 3 score cp -2147483648 pv e7e5"],
            "e7e5",
            &["3 21474836.47 1... e5"],
        );
    }

    #[test]
    fn the_last_whole_set_counts() {
        let infos = [
            "depth 3 multipv 1 score cp -20 pv e7e5",
            "depth 3 multipv 2 score cp -30 pv c7c5",
            "depth 4 multipv 1 score cp -25 pv c7c5",
        ];
        check(2, &infos, "c7c5", &["3 0.20 1... e5", "3 0.30 1... c5"]);
    }

    #[test]
    fn bounds_are_ignored_with_what_follows_them() {
        // Stockfish's last words when its nodes are spent.
        let infos = [
            "depth 12 multipv 1 score cp -30 pv c7c5 g1f3",
            "depth 12 multipv 2 score cp -40 pv e7e5 g1f3",
            "depth 13 multipv 1 score cp -33 upperbound pv c7c5 c2c3",
            "depth 12 multipv 2 score cp -99 pv d7d5",
        ];
        let expected = ["12 0.30 1... c5 2. Nf3", "12 0.40 1... e5 2. Nf3"];
        check(2, &infos, "c7c5", &expected);
        check(1, &["depth 9 score cp 9 lowerbound pv e7e5"], "e7e5", &[]);
    }

    #[test]
    fn lines_are_cut_at_the_first_illegal_move() {
        check(
            1,
            &["depth 3 score cp -20 pv e7e5 g1f3 e1e8 a7a6"],
            "e7e5",
            &["3 0.20 1... e5 2. Nf3"],
        );
        check(1, &["depth 3 score cp -20 pv e2e4"], "e2e4", &[]);
    }

    #[test]
    fn engines_that_tell_less_are_understood() {
        // No second line, no line at all, a set out of order.
        check(
            2,
            &["depth 3 score cp -20 pv e7e5"],
            "e7e5",
            &["3 0.20 1... e5"],
        );
        check(1, &["depth 3 score cp 0"], "e7e6", &["3 0.00 1... e6"]);
        let swapped = [
            "depth 3 multipv 2 score cp -30 pv c7c5",
            "depth 3 multipv 1 score cp -20 pv e7e5",
        ];
        check(2, &swapped, "e7e5", &["3 0.20 1... e5", "3 0.30 1... c5"]);
        let twice = [
            "depth 3 multipv 1 score cp -20 pv e7e5",
            "depth 2 multipv 2 score cp -20 pv e7e5",
        ];
        check(2, &twice, "e7e5", &["3 0.20 1... e5"]);
    }
}
