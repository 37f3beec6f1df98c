//! The course of a game as a picture in text: White's chances, move by move.

/// The rows of the picture.
const ROWS: usize = 6;

/// The columns that fit beside the scale.
const COLUMNS: usize = 72;

/// Eighths of a cell, from nothing to full.
const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Draws White's chances, from 0 to 1, one for each half-move; what is not known
/// stays empty. Long games are drawn with several half-moves to a column.
pub(crate) fn draw(chances: &[Option<f64>], first: u32) -> String {
    let group = chances.len().div_ceil(COLUMNS).max(1);
    let columns: Vec<Option<f64>> = chances.chunks(group).map(mean).collect();
    let mut lines: Vec<String> = (0..ROWS)
        .map(|row| {
            let scale = match row {
                0 => "100 % ",
                row if row == ROWS / 2 => " 50 % ",
                _ => "      ",
            };
            let cells: String = columns.iter().map(|chance| cell(*chance, row)).collect();
            format!("{scale}│{}", cells.trim_end())
        })
        .collect();
    lines.push(format!("  0 % └{}", "─".repeat(columns.len())));
    lines.push(format!("       {}", numbers(columns.len(), group, first)));
    lines.join("\n")
}

fn mean(chances: &[Option<f64>]) -> Option<f64> {
    let known: Vec<f64> = chances.iter().copied().flatten().collect();
    let count = u32::try_from(known.len()).ok().filter(|count| *count > 0)?;
    Some(known.iter().sum::<f64>() / f64::from(count))
}

/// How much of a row is filled, in eighths.
fn cell(chance: Option<f64>, row: usize) -> char {
    let Some(chance) = chance else { return ' ' };
    let below = u32::try_from(ROWS - 1 - row).unwrap_or(0);
    let height = chance * f64::from(u32::try_from(ROWS).unwrap_or(0)) - f64::from(below);
    // Even a lost game shows that it was played.
    let least = if below == 0 { 1.0 } else { 0.0 };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped"
    )]
    let eighths = (height.clamp(0.0, 1.0) * 8.0).round().max(least) as usize;
    BLOCKS[eighths.min(8)]
}

/// Move numbers below the columns, every ten moves.
fn numbers(columns: usize, group: usize, first: u32) -> String {
    let mut line = String::new();
    let first = usize::try_from(first).unwrap_or(1);
    let moves = |column: usize| first + column * group / 2;
    for column in 0..columns {
        let tens = moves(column) / 10;
        let number = match column {
            0 => first,
            _ if moves(column - 1) / 10 < tens => tens * 10,
            _ => continue,
        };
        let width = line.chars().count();
        // Two numbers need a gap between them.
        if width == 0 || width < column {
            line += &" ".repeat(column - width);
            line += &number.to_string();
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_fills_its_column_and_a_loss_leaves_a_line() {
        let picture = draw(&[Some(0.5), Some(1.0), None, Some(0.0)], 1);
        let expected = "\
100 % │ █
      │ █
      │ █
 50 % │██
      │██
      │██ ▁
  0 % └────
       1";
        assert_eq!(picture, expected);
    }

    #[test]
    fn long_games_fit_and_are_numbered() {
        let picture = draw(&vec![Some(0.5); 200], 1);
        assert!(
            picture.lines().all(|line| line.chars().count() <= 80),
            "{picture}"
        );
        let last = picture.lines().last().expect("numbers");
        assert!(
            ["10", "30", "90"].iter().all(|n| last.contains(n)),
            "{last}"
        );
        assert!(draw(&[], 1).contains("50 %"));
    }
}
