//! An evaluation as a table for people.

use std::fmt::Write as _;

use krog_text::Language;

use super::{Evaluation, Row};
use crate::Tapered;

impl Evaluation {
    /// One line per term: its name, White's and Black's part in middlegame and
    /// endgame, and what remains of both, in centipawns.
    pub fn table(&self, language: Language) -> String {
        let title = |row: &Row| row.term.title().get(language).to_owned();
        let widths = self.rows.iter().map(|row| title(row).chars().count());
        let width = widths.max().unwrap_or(0);
        let (white, black) = match language {
            Language::English => ("White", "Black"),
            Language::Norwegian => ("Hvit", "Svart"),
        };
        let mut text = format!("{:width$} {white:>13} {black:>13}\n", "");
        let _ = writeln!(
            text,
            "{:width$} {:>6} {:>6} {:>6} {:>6} {:>6}",
            "", "mg", "eg", "mg", "eg", "cp"
        );
        for row in &self.rows {
            // Writing into a string cannot fail.
            let _ = writeln!(
                text,
                "{:width$} {} {} {:>6}",
                title(row),
                pair(row.white),
                pair(row.black),
                row.tapered
            );
        }
        text
    }
}

fn pair(part: Tapered) -> String {
    format!("{:>6} {:>6}", part.mg, part.eg)
}
