//! Endings that `krog uci` plays, with real Syzygy tables and without, judged by python-chess,
//! which reads the same files by code of its own. The tables of up to four men come
//! with the source package of that library.

use super::{Measure, Size, seed};
use crate::{
    figure::{Bar, Figure},
    krog,
    python::Python,
};

pub(super) const TABLES: Measure = Measure {
    name: "tables",
    claim: "With Syzygy tables won endings are won against the longest defence, and no end is given away.",
    bar: Bar::All,
    full: 400,
    quick: 16,
    run: |endings, size| run("with", 400, endings, size),
};

pub(super) const ENDINGS: Measure = Measure {
    name: "endings",
    claim: "Without tables the same is true of nearly all endings of three and four men, at 5,000 nodes a move.",
    bar: Bar::Shares {
        full: 97.0,
        sample: 85.0,
    },
    full: 400,
    quick: 16,
    run: |endings, size| run("without", 5_000, endings, size),
};

const SEED: u64 = 1;

fn run(way: &str, nodes: u64, endings: usize, size: Size) -> Figure {
    let asked = Python::ready().and_then(|python| {
        let tables = python.source()?.join("data/syzygy/regular");
        let program = match size {
            Size::Full => krog::program()?.to_path_buf(),
            Size::Quick => krog::beside()?,
        };
        let words = [
            program.display().to_string(),
            tables.display().to_string(),
            way.to_owned(),
            endings.to_string(),
            seed(SEED)?.to_string(),
            nodes.to_string(),
        ];
        Ok((python, words.join("\t")))
    });
    let (python, words) = match asked {
        Ok(asked) => asked,
        Err(reason) => return Figure::skipped(reason),
    };
    let mut figure = Figure::default();
    match python.run("tables.py", &words) {
        Ok(told) => {
            for line in told.lines() {
                figure.judge(line == "ok", || line.to_owned());
            }
        }
        Err(reason) => figure.judge(false, || reason),
    }
    figure
}
