//! Laws: labels do not know colours, and a greater loss is never labelled better.

use krog_chess::{Line, mirror, random};

use super::{tests::mirrored, *};
use crate::{PROFILES, Switches, profile::LADDER};

fn value(dice: &mut random::Dice) -> Value {
    let small = u16::try_from(1 + dice.below(9)).expect("small");
    match dice.below(6) {
        0 => Value::MateIn(small),
        1 => Value::MatedIn(small),
        _ => Value::Cp(i32::try_from(dice.below(2_400)).expect("small") - 1_200),
    }
}

fn some_lines(dice: &mut random::Dice, position: &Chess) -> Vec<EngineLine> {
    let moves = position.legal_moves();
    (0..dice.below(4))
        .map(|_| {
            let mut line = Line::at(position.clone());
            if let Some(m) = dice.pick(&moves) {
                line.push(*m).expect("legal");
            }
            EngineLine {
                score: Score::seen_by(Color::White, value(dice)),
                depth: 9,
                nodes: None,
                line,
            }
        })
        .collect()
}

#[test]
fn labels_are_the_same_in_the_mirror() {
    let mut dice = random::Dice::new(11);
    let mut seen = std::collections::BTreeMap::new();
    for position in random::positions(12).take(700) {
        let Some(played) = dice.pick(&position.legal_moves()).copied() else {
            continue;
        };
        if position == Chess::default() {
            continue;
        }
        let mut next = position.clone();
        next.play_unchecked(played);
        let [before, gift] = [(), ()].map(|()| some_lines(&mut dice, &position));
        let after = some_lines(&mut dice, &next);
        let turned = mirror::position(&position);
        let [before_, gift_, after_] = [&before, &gift, &after].map(|lines| mirrored(lines));
        for profile in PROFILES.iter() {
            let here = judge(
                profile,
                &moment(&position, played, [&before, &gift, &after]),
            );
            let there = moment(&turned, mirror::mv(played), [&before_, &gift_, &after_]);
            let there = judge(profile, &there);
            assert_eq!(
                here.label,
                there.label,
                "{}",
                krog_chess::fen::write(&position)
            );
            assert_eq!(here.centipawns, there.centipawns);
            let near = |a: Option<f64>, b: Option<f64>| match (a, b) {
                (Some(a), Some(b)) => (a - b).abs() < 1e-9,
                (a, b) => a == b,
            };
            assert!(near(here.loss, there.loss) && near(here.accuracy, there.accuracy));
            *seen.entry(here.label.map(Label::code)).or_insert(0) += 1;
        }
    }
    // Every label but theory has come up.
    assert!(seen.len() >= 11, "{seen:?}");
}

fn moment<'a>(position: &'a Chess, played: Move, lines: [&'a [EngineLine]; 3]) -> Moment<'a> {
    let [before, gift, after] = lines;
    Moment {
        position,
        played,
        before,
        after,
        previous: Some(Previous {
            before: gift,
            ..Previous::default()
        }),
        book: false,
    }
}

#[test]
fn a_greater_loss_is_never_labelled_better() {
    let off = Switches {
        theory: false,
        critical: false,
        brilliant: false,
    };
    let mut dice = random::Dice::new(13);
    let mut tried = 0;
    for position in random::positions(14).take(60) {
        let legal = position.legal_moves();
        if legal.len() < 2 || position == Chess::default() {
            continue;
        }
        let (played, other) = (legal[0], legal[1]);
        let mut next = position.clone();
        next.play_unchecked(played);
        if settled(&next).is_some() {
            continue;
        }
        let best = i32::try_from(dice.below(1_600)).expect("small") - 800;
        let mover = position.turn();
        let line = |m: Option<Move>, start: &Chess, cp: i32| {
            let mut line = Line::at(start.clone());
            m.map(|m| line.push(m));
            EngineLine {
                score: Score::seen_by(mover, Value::Cp(cp)),
                depth: 9,
                nodes: None,
                line,
            }
        };
        let before = [line(Some(other), &position, best)];
        for profile in PROFILES.iter().map(|profile| profile.clone().with(off)) {
            let rungs = (0..40).map(|step| {
                let after = [line(None, &next, best - step * 20)];
                let label = judge(&profile, &moment(&position, played, [&before, &[], &after]));
                let label = label.label.expect("there is something to judge by");
                LADDER
                    .iter()
                    .position(|rung| *rung == label)
                    .expect("on the ladder")
            });
            let rungs: Vec<usize> = rungs.collect();
            assert!(rungs.is_sorted(), "{}: {rungs:?}", profile.id);
            tried += 1;
        }
    }
    assert!(tried > 200, "{tried}");
}
