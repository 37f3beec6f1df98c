//! The reliability curve as a picture.

use std::{fmt::Write as _, fs};

use super::judge::Point;
use crate::python;

const FILE: &str = "wdl-reliability.svg";
const SIDE: f64 = 400.0;
const MARGIN: f64 = 40.0;
/// The three results: a word and a colour that most people can tell apart
/// (Okabe and Ito 2008).
const RESULTS: [(&str, &str); 3] = [
    ("White", "#0072b2"),
    ("draw", "#009e73"),
    ("Black", "#d55e00"),
];

/// Writes the picture into the folder of the build; its name.
pub(super) fn write(points: &[Point]) -> Result<String, String> {
    let file = python::build_folder()?.join(FILE);
    fs::write(file, picture(points)).map_err(|error| format!("{FILE}: {error}"))?;
    Ok(FILE.to_owned())
}

fn picture(points: &[Point]) -> String {
    let whole = SIDE + 2.0 * MARGIN;
    let x = |share: f64| MARGIN + share * SIDE;
    let y = |share: f64| MARGIN + (1.0 - share) * SIDE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {whole}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{whole}\" height=\"{whole}\" fill=\"white\"/>\n\
         <path d=\"M{} {} L{} {}\" stroke=\"gray\"/>\n",
        x(0.0),
        y(0.0),
        x(1.0),
        y(1.0)
    );
    for (result, (word, colour)) in RESULTS.into_iter().enumerate() {
        let own: Vec<&Point> = points
            .iter()
            .filter(|point| point.result == result)
            .collect();
        let path: Vec<String> = own
            .iter()
            .map(|point| format!("{:.1},{:.1}", x(point.promised), y(point.came)))
            .collect();
        // Writing into a string cannot fail.
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\"/>",
            path.join(" ")
        );
        for point in own {
            let (x, y) = (x(point.promised), y(point.came));
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>"
            );
        }
        let height = [60.0, 76.0, 92.0][result];
        let _ = writeln!(
            svg,
            "<text x=\"60\" y=\"{height}\" fill=\"{colour}\">{word}</text>"
        );
    }
    let below = whole - 12.0;
    let _ = writeln!(
        svg,
        "<text x=\"{MARGIN}\" y=\"{below}\">promised, 0 to 1; upwards: came</text>"
    );
    svg + "</svg>\n"
}
