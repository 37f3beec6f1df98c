//! `krog puzzles`: themes of puzzles in Lichess's CSV format.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, Write},
};

use anyhow::{Context as _, anyhow, bail};
use krog_chess::{Line, fen};
use krog_insight::{Solution, tag};

use crate::outcome::{Failure, Outcome};

/// Where the columns stand that are needed.
struct Columns {
    id: usize,
    fen: usize,
    moves: usize,
}

/// Prints `PuzzleId,Themes` for every puzzle of a file. A row that cannot be
/// read is told and left out; the others follow.
pub(super) fn tag_file(path: &str) -> Result<Outcome, Failure> {
    let blame = |error| Failure::input("FILE", error);
    let reader: Box<dyn BufRead> = match path {
        "-" => Box::new(BufReader::new(io::stdin())),
        _ => Box::new(BufReader::new(
            File::open(path)
                .with_context(|| path.to_owned())
                .map_err(blame)?,
        )),
    };
    let mut lines = reader.lines();
    let header = lines
        .next()
        .transpose()
        .context("the file cannot be read")?;
    let columns = columns(header.as_deref().unwrap_or_default()).map_err(blame)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let mut all_read = true;
    let mut write = |row: &str| match writeln!(out, "{row}") {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::PipeClosed),
        written => Ok(written.context("the answer cannot be written")?),
    };
    write("PuzzleId,Themes")?;
    for (number, line) in (2..).zip(lines) {
        let line = line.context("the file cannot be read")?;
        match themes(&line, &columns) {
            Ok(row) => write(&row)?,
            Err(error) => {
                all_read = false;
                eprintln!("krog: {path}, line {number}: {error:#}");
            }
        }
    }
    Ok(if all_read { Outcome::Yes } else { Outcome::No })
}

fn columns(header: &str) -> anyhow::Result<Columns> {
    let names = fields(header.trim_start_matches('\u{feff}'));
    let place = |name: &str| {
        names
            .iter()
            .position(|column| column == name)
            .ok_or_else(|| {
                anyhow!(
                    "found no column {name:?} in the first line, expected PuzzleId, FEN and Moves"
                )
            })
    };
    Ok(Columns {
        id: place("PuzzleId")?,
        fen: place("FEN")?,
        moves: place("Moves")?,
    })
}

fn themes(row: &str, columns: &Columns) -> anyhow::Result<String> {
    let fields = fields(row);
    let field = |index: usize| {
        fields.get(index).ok_or_else(|| {
            anyhow!(
                "found {} fields, expected at least {}",
                fields.len(),
                index + 1
            )
        })
    };
    let start = fen::parse(field(columns.fen)?).context("FEN")?;
    let line = Line::parse(start, field(columns.moves)?).context("Moves")?;
    let Some(solution) = Solution::new(&line) else {
        bail!("found {} moves, expected at least two", line.moves().len());
    };
    let ids: Vec<&str> = tag(&solution).iter().map(|theme| theme.id).collect();
    Ok(format!("{},{}", field(columns.id)?, ids.join(" ")))
}

/// The fields of a CSV row; quotation marks hold commas, doubled ones stand for
/// themselves.
fn fields(row: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut chars = row.trim_end_matches('\r').chars().peekable();
    while let Some(ch) = chars.next() {
        let field = fields.last_mut().expect("there is always a field");
        match ch {
            '"' if quoted && chars.peek() == Some(&'"') => {
                field.push('"');
                chars.next();
            }
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            _ => field.push(ch),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotation_marks_hold_commas() {
        assert_eq!(fields("a,b,c"), ["a", "b", "c"]);
        assert_eq!(
            fields("\"a,b\",\"say \"\"c\"\"\",\r"),
            ["a,b", "say \"c\"", ""]
        );
        assert_eq!(fields(""), [""]);
    }
}
