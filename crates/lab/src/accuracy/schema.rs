//! The description of the API held against a live server by Schemathesis, which
//! makes up requests from the description alone, good ones and bad ones.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Command, Stdio},
};

use super::{Measure, Size};
use crate::{
    figure::{Bar, FAILURES_TOLD, Figure},
    folder::Folder,
    python::Python,
    served::Served,
};

pub(super) const MEASURE: Measure = Measure {
    name: "schema",
    claim: "Whatever is asked, the service answers as its description says, and names what is wrong.",
    bar: Bar::All,
    full: 5_000,
    quick: 0,
    run,
};

/// The examiner, in the release whose options are used here.
const PACKAGES: [&str; 1] = ["schemathesis==4.32.5"];

/// What is held against each answer; the last is ours, in `python/schema_checks.py`.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
    response_schema_conformance,problem_names_its_part";

/// Requests made up for each operation, beside those that cover its parameters.
const EXAMPLES: &str = "200";

/// Games that are there before the first question.
const GAMES: [&str; 2] = [
    r#"{"moves": ["e4", "e5", "Nf3", "Nc6", "Bb5"], "result": "1-0", "whiteElo": 1900, "blackElo": 1850}"#,
    r#"{"moves": ["d4", "d5", "c4", "e6"], "result": "1/2-1/2", "whiteElo": 2400, "blackElo": 2350}"#,
];

fn run(cases: usize, size: Size) -> Figure {
    if size == Size::Quick {
        return Figure::skipped("it takes minutes: only a full run asks so much");
    }
    examine(cases as u64).unwrap_or_else(Figure::skipped)
}

fn examine(least: u64) -> Result<Figure, String> {
    let python = Python::with("lab-schemathesis", &PACKAGES)?;
    let folder = Folder::new("schema")?;
    let limits = ["--nodes", "300", "--max-nodes", "300", "--log", "off"];
    let served = Served::start(&folder.0.join("store"), &limits)?;
    for game in GAMES {
        served.post("/api/v1/game/record", game)?;
    }
    let seen = folder.0.join("seen.json");
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("python");
    let description = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let output = Command::new(python.program("schemathesis"))
        .arg("run")
        .arg(description)
        .args(["--url", &format!("http://{}", served.address)])
        .args(["--phases", "examples,coverage,fuzzing"])
        .args(["--checks", CHECKS, "--max-examples", EXAMPLES])
        .args(["--seed", "1", "--workers", "1", "--no-shrink"])
        .args(["--continue-on-failure", "--suppress-health-check", "all"])
        .args(["--request-timeout", "60", "--warnings", "off"])
        .env("SCHEMATHESIS_HOOKS", "schema_checks")
        .env("PYTHONPATH", scripts)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("KROG_SCHEMA_SEEN", &seen)
        .env("NO_COLOR", "1")
        // It leaves folders where it runs.
        .current_dir(&folder.0)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("schemathesis: {error}"))?;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let seen = fs::read_to_string(&seen).map_err(|_| last(&told, &output.stderr))?;
    let seen: BTreeMap<String, u64> =
        serde_json::from_str(&seen).map_err(|error| error.to_string())?;
    let answers: u64 = seen.values().sum();
    let failures: Vec<String> = failures(&told);
    let mut figure = Figure {
        cases: answers,
        agreed: answers.saturating_sub(failures.len() as u64),
        ..Figure::default()
    };
    figure.failures = failures.into_iter().take(FAILURES_TOLD).collect();
    if !output.status.success() && figure.failures.is_empty() {
        figure.judge(false, || last(&told, &output.stderr));
    }
    figure.judge(answers >= least, || {
        format!("{answers} answers, expected at least {least}")
    });
    let by_status: Vec<String> = seen.iter().map(|(s, n)| format!("{n} × {s}")).collect();
    figure.remark(by_status.join(", "));
    // It still works after all that.
    served.get("/api/v1/explorer")?;
    Ok(figure)
}

/// The failures that the report tells, each under a numbered line with what
/// was sent.
fn failures(report: &str) -> Vec<String> {
    let lines: Vec<&str> = report.lines().collect();
    let heads = lines.iter().enumerate();
    let heads = heads.filter(|(_, line)| line.trim_start().starts_with("- "));
    heads
        .map(|(index, line)| {
            let request = lines[index..].iter().find(|line| line.contains("curl "));
            let request = request.map_or("", |line| line.trim());
            format!("{}: {request}", line.trim())
        })
        .collect()
}

fn last(report: &str, stderr: &[u8]) -> String {
    let stderr = String::from_utf8_lossy(stderr);
    let lines = report.lines().chain(stderr.lines());
    let last = lines.rev().find(|line| !line.trim().is_empty());
    format!("schemathesis: {}", last.unwrap_or("failed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_told_with_their_requests() {
        let report = "_____ GET /rules _____\n1. Test Case ID: Xy\n\n- Undocumented HTTP status code\n\n    Received: 418\n\nReproduce with:\n\n    curl -X GET http://localhost/rules\n";
        assert_eq!(
            failures(report),
            ["- Undocumented HTTP status code: curl -X GET http://localhost/rules"]
        );
    }
}
