//! How forecasts are judged: log-loss and Brier score, intervals by drawing
//! games anew, and how often what was promised came.

use krog_chess::random::Dice;

use crate::{
    figure::Figure,
    results::sample::{FOLDS, Sample},
};

/// The chances of White, a draw and Black.
pub(super) type Chances = [f64; 3];

/// How often games are drawn anew for an interval.
const DRAWS: usize = 1_000;
const SEED: u64 = 15;
/// Points of a reliability curve, each of as many samples.
const POINTS: usize = 10;

/// A model and its losses, game by game.
pub(super) struct Trial {
    name: String,
    games: Vec<Losses>,
}

/// The sums over the samples of a game.
#[derive(Clone, Copy, Default)]
struct Losses {
    fold: usize,
    count: f64,
    log: f64,
    brier: f64,
}

/// A point of a reliability curve.
#[derive(Clone, Copy)]
pub(super) struct Point {
    /// Which result: 0 White wins, 1 a draw, 2 Black wins.
    pub(super) result: usize,
    pub(super) promised: f64,
    pub(super) came: f64,
}

impl Trial {
    /// The losses of forecasts for samples, which come game by game.
    pub(super) fn new(name: &str, samples: &[Sample], found: &[Chances]) -> Trial {
        let mut games: Vec<Losses> = Vec::new();
        let mut last = None;
        for (sample, chances) in samples.iter().zip(found) {
            if last != Some(sample.game) {
                games.push(Losses {
                    fold: sample.fold,
                    ..Losses::default()
                });
                last = Some(sample.game);
            }
            let squares = chances.iter().enumerate().map(|(result, chance)| {
                let came = f64::from(u8::from(result == sample.outcome));
                (chance - came).powi(2)
            });
            if let Some(losses) = games.last_mut() {
                losses.count += 1.0;
                losses.log -= chances[sample.outcome].max(1e-12).ln();
                losses.brier += squares.sum::<f64>();
            }
        }
        Trial {
            name: name.to_owned(),
            games,
        }
    }

    /// Name, log-loss and Brier score, and the log-loss of the luckiest and the
    /// unluckiest fold: a figure of one split says little.
    pub(super) fn told(&self) -> String {
        let (log, brier) = (self.log_loss(), self.mean(|it| it.brier));
        let (name, games) = (&self.name, self.games.len());
        let folds = (0..FOLDS).map(|fold| {
            let own = self.games.iter().filter(|it| it.fold == fold);
            let sums = own.fold((0.0, 0.0), |sum, it| (sum.0 + it.log, sum.1 + it.count));
            sums.0 / sums.1
        });
        let (least, most) = folds.fold((f64::INFINITY, 0.0_f64), |(least, most), loss| {
            (least.min(loss), most.max(loss))
        });
        format!(
            "{name}: log-loss {log:.4} (by fold {least:.4} to {most:.4}), Brier {brier:.4} \
             on {games} games"
        )
    }

    pub(super) fn log_loss(&self) -> f64 {
        self.mean(|it| it.log)
    }

    /// Judges that both losses are lower than another's, surely.
    pub(super) fn beats(&self, figure: &mut Figure, other: &Trial) {
        self.stands_beside(figure, other);
        let (_, least, _) = self.gain(other);
        let (_, brier, _) = self.difference(other, |it| it.brier);
        figure.judge(least > 0.0 && brier > 0.0, || {
            format!(
                "not surely better than {}: {least:.4}, {brier:.4}",
                other.name
            )
        });
    }

    /// Tells how much worse another is.
    pub(super) fn stands_beside(&self, figure: &mut Figure, other: &Trial) {
        let (gain, least, most) = self.gain(other);
        figure.remark(format!(
            "  {}; worse by {gain:.4} ({least:.4} to {most:.4})",
            other.told()
        ));
    }

    /// How much lower the log-loss is than another's, with the 95 % interval.
    pub(super) fn gain(&self, other: &Trial) -> (f64, f64, f64) {
        self.difference(other, |it| it.log)
    }

    fn difference(&self, other: &Trial, loss: fn(&Losses) -> f64) -> (f64, f64, f64) {
        let pairs = self.games.iter().zip(&other.games);
        let parts: Vec<(f64, f64)> = pairs
            .map(|(own, other)| (loss(other) - loss(own), own.count))
            .collect();
        let mean = |sums: (f64, f64)| sums.0 / sums.1;
        let add = |sum: (f64, f64), part: &(f64, f64)| (sum.0 + part.0, sum.1 + part.1);
        let mut dice = Dice::new(SEED);
        let mut drawn: Vec<f64> = (0..DRAWS)
            .map(|_| {
                let games = (0..parts.len()).filter_map(|_| dice.pick(&parts));
                mean(games.fold((0.0, 0.0), add))
            })
            .collect();
        drawn.sort_by(f64::total_cmp);
        let whole = mean(parts.iter().fold((0.0, 0.0), add));
        (whole, drawn[DRAWS / 40], drawn[DRAWS - 1 - DRAWS / 40])
    }

    fn mean(&self, loss: fn(&Losses) -> f64) -> f64 {
        let count: f64 = self.games.iter().map(|it| it.count).sum();
        self.games.iter().map(loss).sum::<f64>() / count
    }
}

/// The points of the three curves, each of a tenth of the samples.
pub(super) fn reliability(samples: &[Sample], found: &[Chances]) -> Vec<Point> {
    let mut points = Vec::new();
    for result in 0..3 {
        let cases = samples.iter().zip(found);
        let mut cases: Vec<(f64, bool)> = cases
            .map(|(sample, chances)| (chances[result], sample.outcome == result))
            .collect();
        cases.sort_by(|a, b| a.0.total_cmp(&b.0));
        let size = cases.len().div_ceil(POINTS).max(1);
        points.extend(cases.chunks(size).map(|part| Point {
            result,
            promised: mean(part.iter().map(|case| case.0)),
            came: share(part.iter().map(|case| case.1)),
        }));
    }
    points
}

/// The greatest distance from the diagonal, in percentage points.
pub(super) fn worst(points: &[Point]) -> f64 {
    let off = points
        .iter()
        .map(|point| 100.0 * (point.came - point.promised).abs());
    off.fold(0.0, f64::max)
}

/// How many of them are so.
pub(super) fn share(cases: impl Iterator<Item = bool>) -> f64 {
    mean(cases.map(|case| f64::from(u8::from(case))))
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), number| {
        (sum + number, count + 1.0)
    });
    if count > 0.0 { sum / count } else { 0.0 }
}
