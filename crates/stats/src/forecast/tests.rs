//! Laws of the forecast: symmetry, order, and what counted games do to it.

use krog_chess::Value;

use super::*;

const SCORES: [i32; 9] = [-900, -250, -60, -10, 0, 15, 80, 300, 1_200];

/// Situations over a grid of all that is looked at.
fn situations() -> Vec<Situation> {
    let mut all = Vec::new();
    for cp in SCORES {
        for (white, black) in [(1200, 1500), (1900, 1900), (2400, 2300), (2750, 2700)] {
            for (ply, phase) in [(8, 24), (40, 16), (120, 4)] {
                for turn in Color::ALL {
                    for pool in [None, Some(Pool::Board), Some(Pool::Online)] {
                        all.push(Situation {
                            score: Score::seen_by(Color::White, Value::Cp(cp)),
                            ratings: Some(ByColor { white, black }),
                            pool,
                            ply,
                            phase,
                            turn,
                        });
                    }
                }
            }
        }
    }
    all
}

fn with_value(situation: &Situation, value: Value) -> Situation {
    let score = Score::seen_by(Color::White, value);
    Situation {
        score,
        ..*situation
    }
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn shares_add_up_and_none_is_certain() {
    for situation in situations() {
        let Shares { white, draw, black } = of(&situation);
        assert!(near(white + draw + black, 1.0));
        assert!(
            [white, draw, black]
                .iter()
                .all(|share| (1e-5..1.0).contains(share))
        );
    }
}

#[test]
fn swapping_the_colours_swaps_win_and_loss() {
    for situation in situations() {
        let (own, other) = (of(&situation), of(&situation.mirrored()));
        assert!(near(own.white, other.black), "{situation:?}");
        assert!(near(own.draw, other.draw), "{situation:?}");
    }
}

#[test]
fn a_better_score_promises_more() {
    for situation in situations() {
        let expected = |cp: i32| of(&with_value(&situation, Value::Cp(cp))).chance(Color::White);
        for pair in SCORES.windows(2) {
            assert!(
                expected(pair[0]) < expected(pair[1]),
                "{pair:?} in {situation:?}"
            );
        }
    }
}

#[test]
fn a_mate_is_nearly_certain() {
    for situation in situations() {
        let mates = of(&with_value(&situation, Value::MateIn(3)));
        let ahead = of(&with_value(&situation, Value::Cp(1_500)));
        assert!(mates.chance(Color::White) >= ahead.chance(Color::White));
        let certain = mates.chance(Color::White).get();
        assert!(certain < 1.0);
        let ratings = situation.ratings.unwrap_or_default();
        if ratings.white >= ratings.black && situation.ply > 20 {
            assert!(certain > 0.9, "{certain} in {situation:?}");
        }
    }
}

#[test]
fn a_higher_rating_promises_more() {
    for situation in situations()
        .iter()
        .filter(|it| it.score.pov(Color::White) == Value::Cp(0))
    {
        let expected = |white: u16| {
            let ratings = Some(ByColor {
                white,
                black: 2_000,
            });
            of(&situation.rated(ratings)).chance(Color::White)
        };
        for pair in [1_700, 1_850, 2_000, 2_150, 2_300].windows(2) {
            assert!(
                expected(pair[0]) < expected(pair[1]),
                "{pair:?} in {situation:?}"
            );
        }
    }
}

#[test]
fn few_games_move_little_and_many_decide() {
    for situation in situations() {
        let own = of(&situation);
        let games = |count: u64| Tally {
            white: count / 5,
            draws: count / 5,
            black: 3 * count / 5,
            ..Tally::default()
        };
        let none = with_games(&situation, &games(0), Color::White);
        assert!(near(own.white, none.white) && near(own.draw, none.draw));
        let few = with_games(&situation, &games(5), Color::White);
        assert!((few.black - own.black).abs() < 0.02, "{situation:?}");
        let many = with_games(&situation, &games(30_000), Color::White);
        assert!((many.black - 0.6).abs() < 0.06, "{situation:?}");
        assert!((many.white - 0.2).abs() < 0.08, "{situation:?}");
    }
}

/// Games of stronger players say what they were expected to say: nothing new.
#[test]
fn games_are_judged_by_their_own_ratings() {
    let level = Score::seen_by(Color::White, Value::Cp(0));
    let start = Situation::new(&Chess::default(), level).played(Some(Pool::Board));
    let ratings = |white, black| Some(ByColor { white, black });
    let unequal = of(&start.rated(ratings(2_600, 2_300)));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "small counts"
    )]
    let count = |share: f64| (share * 30_000.0) as u64;
    let (white, draws, black) = (
        count(unequal.white),
        count(unequal.draw),
        count(unequal.black),
    );
    let games = white + draws + black;
    let tally = Tally {
        white,
        draws,
        black,
        mover_ratings: 2_600 * games,
        opponent_ratings: 2_300 * games,
    };
    let equal = start.rated(ratings(2_400, 2_400));
    let moved = with_games(&equal, &tally, Color::White);
    assert!((moved.white - of(&equal).white).abs() < 0.01, "{moved:?}");
}
