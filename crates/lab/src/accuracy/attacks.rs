//! Attack maps, x-rays, batteries, pins and phase against walks over the
//! board, and against themselves in the colour mirror.

use std::collections::BTreeSet;

use krog_chess::{
    Board, Chess, Color, Phase, Position as _, Square,
    attacks::{self, AttackMap},
    fen, mirror, phase, pins, see,
};

use super::{Measure, Size};
use crate::{
    figure::{Bar, Figure},
    oracle::{
        attacks::{self as oracle, Pin, XRay},
        mailbox::Mailbox,
    },
    parallel,
};

pub(super) const MEASURE: Measure = Measure {
    name: "attacks",
    claim: "Attacks, x-rays, batteries, bearing men, pins and phase follow their definitions and are the same for both colours.",
    bar: Bar::All,
    full: 10_000,
    quick: 600,
    run,
};

type Squares = BTreeSet<Square>;

fn run(positions: usize, _: Size) -> Figure {
    parallel::over_random_positions(12, positions, |figure, position| {
        against_definitions(figure, position);
        against_mirror(figure, position);
    })
}

/// What krog says about one colour on a board, in comparable form.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Lines {
    xrays: BTreeSet<XRay>,
    batteries: BTreeSet<(Square, Square)>,
    pins: BTreeSet<Pin>,
}

impl Lines {
    /// As krog finds them, and whether it tells each of them once.
    fn found(board: &Board, color: Color) -> (Lines, bool) {
        let xrays: Vec<XRay> = attacks::xrays(board, color)
            .map(|xray| (xray.slider, xray.through, xray.beyond.into_iter().collect()))
            .collect();
        let batteries: Vec<(Square, Square)> = attacks::batteries(board, color)
            .map(|battery| (battery.front, battery.rear))
            .collect();
        let pins: Vec<Pin> = pins::of(board, color)
            .map(|pin| {
                let absolute = oracle::is_absolute(pin.kind);
                (pin.pinned, pin.pinner, pin.behind, absolute)
            })
            .collect();
        let told = xrays.len() + batteries.len() + pins.len();
        let lines = Lines {
            xrays: xrays.into_iter().collect(),
            batteries: batteries.into_iter().collect(),
            pins: pins.into_iter().collect(),
        };
        let once = told == lines.xrays.len() + lines.batteries.len() + lines.pins.len();
        (lines, once)
    }

    fn expected(board: &Mailbox, color: Color) -> Lines {
        Lines {
            xrays: oracle::xrays(board, color),
            batteries: oracle::batteries(board, color),
            pins: oracle::pins(board, color),
        }
    }

    /// Turned upside down.
    fn flipped(&self) -> Lines {
        let flip = Square::flip_vertical;
        Lines {
            xrays: self
                .xrays
                .iter()
                .map(|(slider, through, beyond)| (flip(*slider), flip(*through), turned(beyond)))
                .collect(),
            batteries: self
                .batteries
                .iter()
                .map(|(front, rear)| (flip(*front), flip(*rear)))
                .collect(),
            pins: self
                .pins
                .iter()
                .map(|(pinned, pinner, behind, absolute)| {
                    (flip(*pinned), flip(*pinner), flip(*behind), *absolute)
                })
                .collect(),
        }
    }
}

fn turned(squares: &Squares) -> Squares {
    squares
        .iter()
        .map(|square| square.flip_vertical())
        .collect()
}

fn against_definitions(figure: &mut Figure, position: &Chess) {
    let board = position.board();
    let walked = Mailbox::of(board);
    let map = AttackMap::of(board);
    let place = |what: &str| format!("{what} in {}", fen::write(position));
    for square in Square::ALL {
        let from: Squares = map.from(square).into_iter().collect();
        figure.compare(&from, &oracle::from(&walked, square), || {
            place(&format!("attacks from {square}"))
        });
        for color in Color::ALL {
            let found: Squares = map.attackers(square, color).into_iter().collect();
            let expected = oracle::attackers(&walked, square, color);
            figure.compare(&found, &expected, || {
                place(&format!("{color} attackers of {square}"))
            });
            let found: Squares = attacks::bearing_on(board, square, color)
                .into_iter()
                .collect();
            let expected = oracle::bearing_on(&walked, square, color);
            figure.compare(&found, &expected, || {
                place(&format!("{color} men bearing on {square}"))
            });
        }
    }
    for color in Color::ALL {
        let by: Squares = map.by(color).into_iter().collect();
        figure.compare(&by, &oracle::by(&walked, color), || {
            place(&format!("squares attacked by {color}"))
        });
        let (found, once) = Lines::found(board, color);
        figure.compare(&found, &Lines::expected(&walked, color), || {
            place(&format!("lines of {color}"))
        });
        figure.judge(once, || place(&format!("a line of {color} told twice")));
    }
    let found = (Phase::of(board), phase::weight(board));
    let expected = (oracle::phase(&walked), oracle::phase_weight(&walked));
    figure.compare(&found, &expected, || place("phase and weight"));
}

fn against_mirror(figure: &mut Figure, position: &Chess) {
    let mirrored = mirror::position(position);
    let place = |what: &str| format!("{what} in the mirror of {}", fen::write(position));
    let (map, mirrored_map) = (
        AttackMap::of(position.board()),
        AttackMap::of(mirrored.board()),
    );
    for square in Square::ALL {
        let found = mirrored_map.from(square.flip_vertical());
        let expected = map.from(square).flip_vertical();
        figure.compare(&found, &expected, || {
            place(&format!("attacks from {square}"))
        });
    }
    for color in Color::ALL {
        let found = mirrored_map.by(!color);
        let expected = map.by(color).flip_vertical();
        figure.compare(&found, &expected, || place("attacked squares"));
        let (found, _) = Lines::found(mirrored.board(), !color);
        let (expected, _) = Lines::found(position.board(), color);
        figure.compare(&found, &expected.flipped(), || place("lines"));
    }
    let of = |board: &Board| (Phase::of(board), phase::weight(board));
    figure.compare(&of(mirrored.board()), &of(position.board()), || {
        place("phase")
    });
    for m in position.legal_moves() {
        let found = see::value(&mirrored, mirror::mv(m));
        figure.compare(&found, &see::value(position, m), || {
            place(&format!("exchange of {m}"))
        });
    }
}
