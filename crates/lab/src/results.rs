//! How games end: the samples on which the forecast of `stats` is fitted and
//! measured, the fit, and what is written into its file.

pub(crate) mod logit;
pub(crate) mod sample;
pub(crate) mod scores;

use std::{fmt::Write as _, time::SystemTime};

use krog_stats::forecast::{EVEN, Features};

use logit::Row;
use sample::Sample;

/// Weights are drawn to zero as if by this much evidence against them.
pub(crate) const RIDGE: f64 = 2.0;

/// How many games of Lichess are scored with an engine.
pub(crate) const LICHESS_GAMES: usize = 2_000;

/// Fits the model to all samples; the text of its file.
pub fn fit() -> Result<String, String> {
    let mut samples = sample::masters(usize::MAX)?;
    let masters = samples.len();
    samples.extend(sample::lichess(LICHESS_GAMES)?);
    let rows: Vec<Row> = samples.iter().map(row).collect();
    let weights = logit::fit(&rows, RIDGE);
    let loss = logit::loss(&rows, &weights);
    eprintln!("{} samples, loss {loss:.4}", samples.len());
    let provenance = format!(
        "//! Fitted by `cargo xtask fit` to {masters} positions of master games and {} of\n\
         //! Lichess games, four of each game; log-loss on them {loss:.4}; {}.",
        samples.len() - masters,
        &krog_wire::iso8601(SystemTime::now())[..10],
    );
    Ok(text(&provenance, &weights))
}

/// A sample as the fit sees it.
pub(crate) fn row(sample: &Sample) -> Row {
    let Features { even, odd } = Features::of(&sample.situation);
    Row {
        white: even.iter().chain(&odd).copied().collect(),
        black: even.iter().copied().chain(odd.iter().map(|x| -x)).collect(),
        outcome: sample.outcome,
    }
}

fn text(provenance: &str, weights: &[f64]) -> String {
    let table = |name: &str, length: &str, weights: &[f64]| {
        let mut table = format!("\npub(super) const {name}: [f64; {length}] = [\n");
        for weight in weights {
            // Writing into a string cannot fail.
            let _ = writeln!(table, "    {weight:.4},");
        }
        table + "];\n"
    };
    format!(
        "//! The coefficients of the forecast, in the order of the features; written by a\n\
         //! program.\n//!\n{provenance}\n\nuse super::{{EVEN as EVENS, ODD as ODDS}};\n{}{}",
        table("EVEN", "EVENS", &weights[..EVEN]),
        table("ODD", "ODDS", &weights[EVEN..])
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_holds_every_weight_in_its_order() {
        let weights: Vec<f64> = (0..EVEN + krog_stats::forecast::ODD)
            .map(|number| f64::from(u8::try_from(number).unwrap()))
            .collect();
        let text = text("//! Somehow.", &weights);
        let found = text.lines().filter_map(|line| {
            let number = line.strip_prefix("    ")?.strip_suffix(',')?;
            number.parse::<f64>().ok()
        });
        assert_eq!(found.collect::<Vec<_>>(), weights);
        assert!(text.contains("//! Somehow.\n"));
    }
}
