//! The statements of the ClickHouse store against a server of today: tests run
//! them on the one that Debian has, which is of 2018.

use krog_store::ClickHouse;

use super::{Measure, Size};
use crate::{
    figure::{Bar, Figure},
    python::Python,
};

pub(super) const MEASURE: Measure = Measure {
    name: "dialect",
    claim: "A ClickHouse of today understands every statement that shards are sent.",
    bar: Bar::All,
    full: 1,
    quick: 0,
    run,
};

fn run(_: usize, size: Size) -> Figure {
    if size == Size::Quick {
        return Figure::skipped("the server as a library takes 900 MB: full runs only");
    }
    let statements = ClickHouse::statements("krog");
    let text = statements.join("\n---\n");
    let python = Python::with_clickhouse();
    let answers = match python.and_then(|python| python.run("dialect.py", &text)) {
        Ok(answers) => answers,
        Err(reason) => return Figure::skipped(reason),
    };
    let mut answers = answers.lines();
    let mut figure = Figure::default();
    for statement in &statements {
        let answer = answers.next().unwrap_or("no answer");
        figure.judge(answer == "ok", || format!("{statement}: {answer}"));
    }
    figure
}
