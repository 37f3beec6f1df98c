//! Themes of puzzles against the tags that Lichess gave them.

use std::collections::BTreeMap;

use krog_chess::{Line, fen};
use krog_insight::{Solution, THEMES, tag};

use super::{Measure, Size};
use crate::{
    figure::{Bar, Figure},
    shared,
};

const FILES: [&str; 2] = ["puzzles/stratified.csv", "puzzles/uniform.csv"];

/// Themes of looser definitions, for which less agreement is asked.
const LOOSE: &[&str] = &[
    "quietMove",
    "defensiveMove",
    "advancedPawn",
    "exposedKing",
    "kingsideAttack",
    "queensideAttack",
    "attackingF2F7",
    "underPromotion",
];

/// Below so many examples a theme is judged by its errors.
const FEW: u32 = 60;
const FEW_ERRORS: u32 = 2;

pub(super) const MEASURE: Measure = Measure {
    name: "tactics",
    claim: "Puzzles get the themes that Lichess tagged them with (F1 of 0.97, of 0.90 for loose themes).",
    bar: Bar::All,
    full: usize::MAX,
    quick: 4_000,
    run,
};

/// How often a theme was found rightly, wrongly, and not.
#[derive(Clone, Copy, Default, Debug)]
struct Score {
    right: u32,
    wrong: u32,
    missed: u32,
}

impl Score {
    fn f1(self) -> f64 {
        let errors = self.wrong + self.missed;
        2.0 * f64::from(self.right) / f64::from((2 * self.right + errors).max(1))
    }

    fn passes(self, theme: &str) -> bool {
        let bar = if LOOSE.contains(&theme) { 0.90 } else { 0.97 };
        let few = self.right + self.missed < FEW && self.wrong + self.missed <= FEW_ERRORS;
        few || self.f1() >= bar
    }
}

fn run(items: usize, _: Size) -> Figure {
    let mut figure = Figure::default();
    let mut scores: BTreeMap<&str, Score> = BTreeMap::new();
    for file in FILES {
        let text = match shared::text(file) {
            Ok(text) => text,
            Err(reason) => return Figure::skipped(reason),
        };
        for row in text.lines().skip(1).take(items) {
            match examine(row) {
                Ok((found, expected)) => count(&mut scores, &found, &expected),
                Err(error) => figure.judge(false, || format!("{row}: {error}")),
            }
        }
    }
    for (theme, score) in scores {
        let Score {
            right,
            wrong,
            missed,
        } = score;
        let text = format!(
            "{theme:<18} right {right:>5}  wrong {wrong:>4}  missed {missed:>4}  F1 {:.4}",
            score.f1()
        );
        figure.judge(score.passes(theme), || text.clone());
        figure.remark(text);
    }
    figure
}

/// The themes found in a puzzle, and those it is tagged with.
fn examine(row: &str) -> Result<(Vec<&'static str>, Vec<&str>), String> {
    let fields: Vec<&str> = row.split(',').collect();
    let [_, fen, moves, _, _, _, _, themes, ..] = fields[..] else {
        return Err(format!(
            "found {} fields, expected at least 8",
            fields.len()
        ));
    };
    let start = fen::parse(fen).map_err(|error| error.to_string())?;
    let line = Line::parse(start, moves).map_err(|error| error.to_string())?;
    let solution = Solution::new(&line).ok_or("found fewer than two moves")?;
    let found = tag(&solution).iter().map(|theme| theme.id).collect();
    Ok((found, themes.split(' ').collect()))
}

fn count(scores: &mut BTreeMap<&str, Score>, found: &[&str], expected: &[&str]) {
    for theme in THEMES {
        let score = scores.entry(theme.id).or_default();
        match (found.contains(&theme.id), expected.contains(&theme.id)) {
            (true, true) => score.right += 1,
            (true, false) => score.wrong += 1,
            (false, true) => score.missed += 1,
            (false, false) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_is_read_with_its_tags() {
        let row = "x,r5k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1,a8a2 d1d8,1,2,3,4,mate mateIn1,url,";
        let (found, expected) = examine(row).expect("the row is whole");
        assert!(found.contains(&"backRankMate"));
        assert_eq!(expected, ["mate", "mateIn1"]);
        assert!(examine("x,y").is_err());
    }

    #[test]
    fn a_rare_theme_may_err_twice() {
        let score = |right, wrong| Score {
            right,
            wrong,
            missed: 0,
        };
        assert!(score(16, 2).passes("bodenMate"));
        assert!(!score(16, 3).passes("bodenMate"));
        assert!(score(970, 50).passes("fork"));
        assert!(!score(900, 90).passes("fork"));
        assert!(score(900, 90).passes("quietMove"));
    }
}
