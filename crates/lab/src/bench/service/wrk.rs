//! `wrk`, the program that asks: 32 connections for some seconds.

use std::process::{Command, Stdio};

/// What a run of the program found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Run {
    /// Microseconds from one answer to the next.
    pub(super) micros: f64,
    /// What the slowest of a hundred took, in milliseconds.
    pub(super) p99: f64,
}

/// Whether the program is there; how to get it if not.
pub(super) fn find() -> Result<(), String> {
    let asked = Command::new("wrk")
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match asked {
        Ok(_) => Ok(()),
        Err(_) => Err("wrk is not installed; `cargo xtask setup` installs it".to_owned()),
    }
}

/// Asks for a path as often as it can.
pub(super) fn run(address: &str, path: &str) -> Result<Run, String> {
    let output = Command::new("wrk")
        .args(["-t", "1", "-c", "32", "-d", "4s", "--latency"])
        .arg(format!("http://{address}{path}"))
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("wrk: {error}"))?;
    let told = String::from_utf8_lossy(&output.stdout);
    read(&told).ok_or_else(|| format!("wrk: found {told:?}"))
}

/// What the program told. Errors of any kind make a run worth nothing.
fn read(told: &str) -> Option<Run> {
    let value = |name: &str| {
        let mut lines = told.lines().map(str::trim);
        lines
            .find_map(|line| line.strip_prefix(name))
            .map(str::trim)
    };
    if told.contains("Non-2xx") || told.contains("Socket errors") {
        return None;
    }
    let a_second: f64 = value("Requests/sec:")?.parse().ok()?;
    Some(Run {
        micros: 1e6 / a_second,
        p99: milliseconds(value("99%")?)?,
    })
}

/// A time as it is written there: `512.00us`, `2.41ms`, `1.02s`.
fn milliseconds(text: &str) -> Option<f64> {
    let units = [("us", 1e-3), ("ms", 1.0), ("s", 1e3), ("m", 6e4)];
    let (number, factor) = units
        .iter()
        .find_map(|(unit, factor)| Some((text.strip_suffix(unit)?, factor)))?;
    Some(number.parse::<f64>().ok()? * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_words_are_understood() {
        let told = "  Latency Distribution\n     50%  497.00us\n     99%    2.41ms\n  1000 requests in 4.00s\nRequests/sec:  20000.00\n";
        let run = read(told).unwrap();
        assert!((run.micros - 50.0).abs() < 1e-9 && (run.p99 - 2.41).abs() < 1e-9);
        assert_eq!(read(&format!("{told}Non-2xx or 3xx responses: 3\n")), None);
        for (text, expected) in [("500.00us", 0.5), ("1.50s", 1_500.0), ("1.00m", 60_000.0)] {
            assert!(
                (milliseconds(text).unwrap() - expected).abs() < 1e-9,
                "{text}"
            );
        }
    }
}
