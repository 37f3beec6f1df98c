//! A multinomial logit with the draw as its zero point, fitted by Newton's
//! method: the same rows give the same weights on every machine.

use crate::parallel;

/// Steps smaller than this end the fit.
const SMALL: f64 = 1e-6;
/// Newton's method needs far fewer.
const MOST_STEPS: usize = 30;
/// Rows are summed in pieces of this many, whatever the machine.
const PIECE: usize = 4_096;

/// A case: what the logits of the two decisive results are made of, and the
/// result: 0 White wins, 1 a draw, 2 Black wins.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) white: Vec<f64>,
    pub(crate) black: Vec<f64>,
    pub(crate) outcome: usize,
}

impl Row {
    /// A row whose two logits have weights of their own for the same numbers.
    pub(crate) fn apart(numbers: &[f64], outcome: usize) -> Row {
        let zeros = vec![0.0; numbers.len()];
        Row {
            white: [numbers, &zeros].concat(),
            black: [&zeros, numbers].concat(),
            outcome,
        }
    }

    /// The chances of the three results.
    pub(crate) fn chances(&self, weights: &[f64]) -> [f64; 3] {
        let logits = [dot(&self.white, weights), 0.0, dot(&self.black, weights)];
        let most = logits.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let parts = logits.map(|logit| (logit - most).exp());
        let total: f64 = parts.iter().sum();
        parts.map(|part| part / total)
    }
}

/// The weights under which the rows are most likely, held near zero by a ridge.
pub(crate) fn fit(rows: &[Row], ridge: f64) -> Vec<f64> {
    let width = rows.first().map_or(0, |row| row.white.len());
    let mut weights = vec![0.0; width];
    for _ in 0..MOST_STEPS {
        let pieces: Vec<&[Row]> = rows.chunks(PIECE).collect();
        let sums = parallel::map(pieces, |piece| Sums::of(piece, &weights));
        let mut sums = sums.iter().fold(Sums::new(width), Sums::plus);
        for (index, weight) in weights.iter().enumerate() {
            sums.gradient[index] += ridge * weight;
            sums.curvature[index * width + index] += ridge;
        }
        let step = solve(sums.curvature, sums.gradient);
        for (weight, step) in weights.iter_mut().zip(&step) {
            *weight -= step;
        }
        if step.iter().all(|step| step.abs() < SMALL) {
            break;
        }
    }
    weights
}

/// The mean log-loss of rows.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
pub(crate) fn loss(rows: &[Row], weights: &[f64]) -> f64 {
    let losses = rows
        .iter()
        .map(|row| -row.chances(weights)[row.outcome].ln());
    losses.sum::<f64>() / rows.len().max(1) as f64
}

/// The slope and the curvature of the loss.
struct Sums {
    gradient: Vec<f64>,
    curvature: Vec<f64>,
}

impl Sums {
    fn new(width: usize) -> Sums {
        Sums {
            gradient: vec![0.0; width],
            curvature: vec![0.0; width * width],
        }
    }

    fn of(rows: &[Row], weights: &[f64]) -> Sums {
        let width = weights.len();
        let mut sums = Sums::new(width);
        for row in rows {
            let [white, _, black] = row.chances(weights);
            let over =
                |chance: f64, result: usize| chance - f64::from(u8::from(row.outcome == result));
            let (slope_white, slope_black) = (over(white, 0), over(black, 2));
            for index in 0..width {
                let (a, b) = (row.white[index], row.black[index]);
                sums.gradient[index] += slope_white * a + slope_black * b;
                // How the two chances change with this weight.
                let own = white * (1.0 - white) * a - white * black * b;
                let other = black * (1.0 - black) * b - white * black * a;
                let line = &mut sums.curvature[index * width..=index * width + index];
                let columns = row.white.iter().zip(&row.black);
                for (sum, (a, b)) in line.iter_mut().zip(columns) {
                    *sum += own * a + other * b;
                }
            }
        }
        sums
    }

    fn plus(mut self, other: &Sums) -> Sums {
        let add = |to: &mut [f64], from: &[f64]| {
            for (to, from) in to.iter_mut().zip(from) {
                *to += from;
            }
        };
        add(&mut self.gradient, &other.gradient);
        add(&mut self.curvature, &other.curvature);
        self
    }
}

/// Solves a symmetric positive system, of which the lower half is given, by
/// Cholesky's method.
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Vec<f64> {
    let width = right.len();
    for row in 0..width {
        for column in 0..=row {
            let (a, b) = (row * width, column * width);
            let done: f64 = (0..column).map(|k| matrix[a + k] * matrix[b + k]).sum();
            let rest = matrix[a + column] - done;
            matrix[a + column] = if row == column {
                rest.max(f64::MIN_POSITIVE).sqrt()
            } else {
                rest / matrix[b + column]
            };
        }
    }
    for row in 0..width {
        let done: f64 = (0..row).map(|k| matrix[row * width + k] * right[k]).sum();
        right[row] = (right[row] - done) / matrix[row * width + row];
    }
    for row in (0..width).rev() {
        let done: f64 = (row + 1..width)
            .map(|k| matrix[k * width + row] * right[k])
            .sum();
        right[row] = (right[row] - done) / matrix[row * width + row];
    }
    right
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use krog_chess::random::Dice;

    use super::*;

    #[test]
    fn a_constant_fits_the_shares() {
        let outcomes = [0, 0, 0, 0, 0, 1, 1, 1, 2, 2];
        let rows: Vec<Row> = outcomes.iter().map(|o| Row::apart(&[1.0], *o)).collect();
        let weights = fit(&rows, 0.0);
        let [white, draw, black] = rows[0].chances(&weights);
        assert!((white - 0.5).abs() < 1e-6 && (draw - 0.3).abs() < 1e-6);
        assert!((black - 0.2).abs() < 1e-6);
    }

    /// The weights from which results are drawn are found again.
    #[test]
    fn the_fit_finds_what_made_the_results() {
        let truth = [0.4, 1.5, -0.3, -0.8];
        let mut dice = Dice::new(1);
        let mut chance = || f64::from(u32::try_from(dice.below(1_000_000)).unwrap()) / 1e6;
        let rows: Vec<Row> = (0..20_000)
            .map(|_| {
                let mut row = Row::apart(&[1.0, 4.0 * chance() - 2.0], 0);
                let [white, draw, _] = row.chances(&truth);
                let rolled = chance();
                row.outcome = usize::from(rolled > white) + usize::from(rolled > white + draw);
                row
            })
            .collect();
        for (found, truth) in fit(&rows, 0.0).iter().zip(truth) {
            assert!((found - truth).abs() < 0.08, "{found} for {truth}");
        }
    }
}
