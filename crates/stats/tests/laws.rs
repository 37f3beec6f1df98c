//! The laws of counting and of the model, tried on random games.

use krog_chess::{ByColor, Color, KnownOutcome, WinChance, random::Dice};
use krog_stats::{
    Band, Cell, Counter, Filter, GameId, LICHESS, Played, SOURCE, Tally,
    model::{self, Shares},
};
use proptest::prelude::*;

fn played() -> impl Strategy<Value = Played> {
    let ratings = proptest::option::weighted(0.8, (0u16..3200, 0u16..3200));
    (any::<bool>(), 0..3, ratings, 0u128..40).prop_map(|(white, result, ratings, game)| Played {
        mover: Color::from_white(white),
        outcome: match result {
            0 => KnownOutcome::Draw,
            side => KnownOutcome::Decisive {
                winner: Color::from_white(side == 1),
            },
        },
        ratings: ratings.map(|(white, black)| ByColor { white, black }),
        game: GameId(game),
    })
}

fn games() -> impl Strategy<Value = Vec<Played>> {
    proptest::collection::vec(played(), 0..60)
}

fn count(games: &[Played]) -> Counter {
    let counters: Vec<Counter> = games.iter().map(Counter::new_single).collect();
    counters.iter().sum()
}

fn merged(a: &Counter, b: &Counter) -> Counter {
    let mut sum = a.clone();
    sum.merge(b);
    sum
}

/// The same game with the colours swapped.
fn mirrored(played: &Played) -> Played {
    Played {
        mover: !played.mover,
        outcome: match played.outcome {
            KnownOutcome::Decisive { winner } => KnownOutcome::Decisive { winner: !winner },
            KnownOutcome::Draw => KnownOutcome::Draw,
        },
        ratings: played.ratings.map(|ratings| ByColor {
            white: ratings.black,
            black: ratings.white,
        }),
        ..*played
    }
}

#[track_caller]
fn check_same(a: Option<f64>, b: Option<f64>) {
    let same = match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() < 1e-9,
        (a, b) => a == b,
    };
    assert!(same, "{a:?} and {b:?}");
}

proptest! {
    #[test]
    fn counters_are_a_commutative_monoid(a in games(), b in games(), c in games()) {
        let [a, b, c] = [a, b, c].map(|games| count(&games));
        prop_assert_eq!(&merged(&a, &Counter::default()), &a);
        prop_assert_eq!(merged(&a, &b), merged(&b, &a));
        prop_assert_eq!(merged(&merged(&a, &b), &c), merged(&a, &merged(&b, &c)));
    }

    #[test]
    fn sums_too_large_to_hold_keep_the_laws(counts in proptest::array::uniform3(any::<u64>())) {
        let tally = |white| Tally { white, opponent_ratings: white, ..Tally::default() };
        let [a, b, c] = counts.map(|n| Counter::from_cells([(Cell::Unrated, tally(n))], None));
        prop_assert_eq!(merged(&merged(&a, &b), &c), merged(&a, &merged(&b, &c)));
    }

    #[test]
    fn order_and_split_change_nothing(games in games(), at in 0usize..60, seed in any::<u64>()) {
        let whole = count(&games);
        let (left, right) = games.split_at(at.min(games.len()));
        prop_assert_eq!(&merged(&count(right), &count(left)), &whole);
        let mut shuffled = games.clone();
        let mut dice = Dice::new(seed);
        shuffled.sort_by_cached_key(|_| dice.roll());
        prop_assert_eq!(count(&shuffled), whole);
    }

    #[test]
    fn every_game_is_counted_once(games in games()) {
        let counter = count(&games);
        prop_assert_eq!(counter.total().games(), games.len() as u64);
        let unrated = games.iter().filter(|game| game.ratings.is_none()).count();
        prop_assert_eq!(counter.cell(Cell::Unrated).games(), unrated as u64);
        prop_assert_eq!(counter.example().is_some(), !games.is_empty());
        let stored = counter.cells().map(|(cell, tally)| (cell, *tally));
        prop_assert_eq!(&Counter::from_cells(stored, counter.example()), &counter);
    }

    #[test]
    fn the_example_is_the_strongest_game(games in games()) {
        let counter = count(&games);
        let strength = |played: &Played| {
            (played.ratings.map(|r| u32::from(r.white) + u32::from(r.black)), played.game)
        };
        let example = counter.example().map(|example| (example.ratings, example.game));
        prop_assert_eq!(example, games.iter().map(strength).max());
    }

    #[test]
    fn groups_add_up_to_the_rated_games(games in games()) {
        let counter = count(&games);
        for grouping in [SOURCE, LICHESS] {
            let tallies: Vec<Tally> =
                grouping.groups().map(|group| Filter::from(group).of(&counter)).collect();
            prop_assert_eq!(tallies.iter().sum::<Tally>(), counter.rated());
        }
        prop_assert_eq!(Filter::ALL.of(&counter), counter.total());
    }

    #[test]
    fn colours_can_be_swapped(games in games(), rating in 0u16..3200) {
        let mirror: Vec<Played> = games.iter().map(mirrored).collect();
        let (counter, mirror) = (count(&games), count(&mirror));
        for side in Color::ALL {
            let (tally, other) = (counter.rated(), mirror.rated());
            check_same(
                model::expected_score(&tally, side).map(WinChance::get),
                model::expected_score(&other, !side).map(WinChance::get),
            );
            check_same(model::performance(&tally, side), model::performance(&other, !side));
            check_same(
                model::win_probability(&counter, rating, side).map(|p| p.chance.get()),
                model::win_probability(&mirror, rating, !side).map(|p| p.chance.get()),
            );
        }
    }

    #[test]
    fn both_sides_share_one_point(games in games(), rating in 0u16..3200) {
        let counter = count(&games);
        let tally = counter.total();
        let sum = Color::ALL.map(|side| model::adjusted_rate(&tally, side).get());
        check_same(Some(sum[0] + sum[1]), Some(1.0));
        for shares in [
            Shares::of(&tally),
            model::weighted_shares(&counter, rating, model::statistical_weight),
        ].into_iter().flatten() {
            check_same(Some(shares.white + shares.draw + shares.black), Some(1.0));
            let sum = Color::ALL.map(|side| shares.chance(side).get());
            check_same(Some(sum[0] + sum[1]), Some(1.0));
        }
    }

    #[test]
    fn a_win_more_never_lowers_a_side(
        (white, draws, black) in (0u64..500, 0u64..500, 0u64..500),
        rating in 800u64..2800,
    ) {
        let opponents = rating * (white + draws + black);
        let tally = Tally { white, draws, black, opponent_ratings: opponents, mover_ratings: 0 };
        let better = Tally { white: white + 1, opponent_ratings: opponents + rating, ..tally };
        let side = Color::White;
        prop_assert!(model::adjusted_rate(&better, side) > model::adjusted_rate(&tally, side));
        if let Some(before) = model::expected_score(&tally, side) {
            let after = model::expected_score(&better, side).expect("there are games");
            prop_assert!(after.get() >= before.get() - 1e-12);
            let performances = [tally, better].map(|t| model::performance(&t, side));
            prop_assert!(performances[1].expect("games") >= performances[0].expect("games") - 1e-9);
        }
    }

    #[test]
    fn more_games_draw_the_rate_towards_what_was_seen(
        (white, draws, black) in (0u64..50, 0u64..50, 1u64..50),
        times in 2u64..20,
    ) {
        let tally = Tally { white, draws, black, ..Tally::default() };
        let more = Tally {
            white: white * times,
            draws: draws * times,
            black: black * times,
            ..Tally::default()
        };
        let seen = model::expected_score(&tally, Color::White).expect("games").get();
        let off = |t: &Tally| (model::adjusted_rate(t, Color::White).get() - seen).abs();
        prop_assert!(off(&more) <= off(&tally) + 1e-12);
        prop_assert!((model::adjusted_rate(&tally, Color::White).get() - 0.5).abs()
            <= (seen - 0.5).abs() + 1e-12);
    }

    #[test]
    fn nearer_bands_weigh_more(rating in 0u16..3200) {
        let mut bands: Vec<Band> = Band::all().collect();
        let distance = |band: &Band| (band.midpoint() - f64::from(rating)).abs();
        bands.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        let weights: Vec<f64> = bands.iter().map(|band| model::proximity(rating, *band)).collect();
        prop_assert!(weights.is_sorted_by(|near, far| near >= far));
        prop_assert!(weights.iter().all(|weight| (0.0..=1.0).contains(weight)));
    }

    #[test]
    fn one_band_alone_decides_at_any_rating(rating in 0u16..3200, at in 0u16..3200) {
        let tally = Tally { white: 6, draws: 3, black: 1, ..Tally::default() };
        let counter = Counter::from_cells([(Cell::Rated(Band::of_rating(at)), tally)], None);
        let shares = model::weighted_shares(&counter, rating, model::statistical_weight);
        check_same(shares.map(|shares| shares.white), Some(0.6));
    }
}

#[test]
fn a_band_is_believed_from_fifty_games_on() {
    #[track_caller]
    fn check(games: u64, expected: Option<&str>) {
        let tally = Tally {
            draws: games,
            ..Tally::default()
        };
        let counter = Counter::from_cells([(Cell::Rated(Band::of_rating(1500)), tally)], None);
        let probability = model::win_probability(&counter, 1300, Color::White);
        let band = probability.and_then(|p| p.band).map(|band| band.name);
        assert_eq!(band, expected, "{games} games");
    }
    check(0, None);
    check(49, None);
    check(50, Some("Intermediate"));
}

#[test]
fn no_games_have_no_chances() {
    let none = Counter::default();
    assert_eq!(model::win_probability(&none, 1500, Color::White), None);
    assert_eq!(model::weighted_shares(&none, 1500, |_| 1.0), None);
    assert_eq!(model::performance(&none.total(), Color::White), None);
    assert!((model::adjusted_rate(&none.total(), Color::Black).get() - 0.5).abs() < 1e-12);
}
