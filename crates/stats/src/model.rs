//! From counts to chances: expected score, win probability by rating, the
//! adjusted rate of rare moves, weighting by rating, performance. A function
//! that has no games to speak of answers with an absence, never with a guess.
//!
//! Formulas are the source's (§7.3); a draw counts one half everywhere, so
//! that the two sides' chances add up to one.

use krog_chess::{Color, WinChance};

use crate::{
    band::Band,
    counter::{Counter, Tally},
    filter::Filter,
    group::{Group, SOURCE},
};

/// How many games a band needs before it is believed alone.
pub const ENOUGH_GAMES: u64 = 50;

/// The chance of a move nobody has played.
pub const PRIOR: f64 = 0.5;

/// How many games the prior is worth.
pub const PRIOR_STRENGTH: f64 = 10.0;

/// How far, in rating points, games tell about a player: the standard
/// deviation of the weights.
pub const SIGMA: f64 = 200.0;

/// How games end: three shares that add up to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shares {
    /// White wins.
    pub white: f64,
    /// Draws.
    pub draw: f64,
    /// Black wins.
    pub black: f64,
}

impl Shares {
    /// The shares of some games; none if there are no games.
    pub fn of(tally: &Tally) -> Option<Shares> {
        let [white, draws, black] = [tally.white, tally.draws, tally.black].map(real);
        Shares::normalised(white, draws, black)
    }

    fn normalised(white: f64, draws: f64, black: f64) -> Option<Shares> {
        let total = white + draws + black;
        (total > 0.0).then(|| Shares {
            white: white / total,
            draw: draws / total,
            black: black / total,
        })
    }

    /// The expected score of a side.
    pub fn chance(self, side: Color) -> WinChance {
        let won = side.fold_wb(self.white, self.black);
        let expected = won + self.draw / 2.0;
        WinChance::new(expected.clamp(0.0, 1.0)).expect("shares lie within 0 and 1")
    }
}

/// The expected score of a side: its wins and half the draws, of all games.
///
/// ```
/// use krog_chess::Color;
/// use krog_stats::{Tally, model};
///
/// let tally = Tally { white: 50, draws: 30, black: 20, ..Tally::default() };
/// let chance = model::expected_score(&tally, Color::White).expect("there are games");
/// assert_eq!(chance.get(), 0.65);
/// assert_eq!(model::expected_score(&Tally::default(), Color::White), None);
/// ```
pub fn expected_score(tally: &Tally, side: Color) -> Option<WinChance> {
    Shares::of(tally).map(|shares| shares.chance(side))
}

/// The expected score, drawn towards one half when there are few games: as if
/// [`PRIOR_STRENGTH`] games more had been played with the score [`PRIOR`].
///
/// ```
/// use krog_chess::Color;
/// use krog_stats::{Tally, model};
///
/// // Two wins of two: (0.5 × 10 + 1.0 × 2) / (10 + 2).
/// let tally = Tally { black: 2, ..Tally::default() };
/// let rate = model::adjusted_rate(&tally, Color::Black).get();
/// assert!((rate - 7.0 / 12.0).abs() < 1e-12);
/// ```
pub fn adjusted_rate(tally: &Tally, side: Color) -> WinChance {
    let games = real(tally.games());
    let observed = expected_score(tally, side).map_or(PRIOR, WinChance::get);
    let rate = (PRIOR * PRIOR_STRENGTH + observed * games) / (PRIOR_STRENGTH + games);
    WinChance::new(rate.clamp(0.0, 1.0)).expect("a mean of chances is a chance")
}

/// A chance, and the games it was taken from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Probability {
    /// The expected score.
    pub chance: WinChance,
    /// How many games there are.
    pub games: u64,
    /// The band they are from; none if all games were taken.
    pub band: Option<Group>,
}

/// The chance of a player of some rating: that of the source's band of the
/// rating if it has [`ENOUGH_GAMES`], else that of all games.
///
/// ```
/// use krog_chess::Color;
/// use krog_stats::{Band, Cell, Counter, Tally, model};
///
/// let strong = Tally { white: 30, draws: 20, black: 10, ..Tally::default() };
/// let weak = Tally { white: 10, draws: 0, black: 30, ..Tally::default() };
/// let counter = Counter::from_cells(
///     [
///         (Cell::Rated(Band::of_rating(2300)), strong),
///         (Cell::Rated(Band::of_rating(900)), weak),
///     ],
///     None,
/// );
/// let master = model::win_probability(&counter, 2250, Color::White).expect("there are games");
/// assert_eq!((master.games, master.band.map(|band| band.name)), (60, Some("Master")));
/// assert!((master.chance.get() - 40.0 / 60.0).abs() < 1e-12);
/// // Forty games are not enough, so all hundred are taken.
/// let casual = model::win_probability(&counter, 950, Color::White).expect("there are games");
/// assert_eq!((casual.games, casual.band), (100, None));
/// assert!((casual.chance.get() - 0.5).abs() < 1e-12);
/// ```
pub fn win_probability(counter: &Counter, rating: u16, side: Color) -> Option<Probability> {
    let group = SOURCE.of_rating(rating);
    let near = Filter::from(group).of(counter);
    let (tally, band) = if near.games() >= ENOUGH_GAMES {
        (near, Some(group))
    } else {
        (counter.total(), None)
    };
    Some(Probability {
        chance: expected_score(&tally, side)?,
        games: tally.games(),
        band,
    })
}

/// How much games of a band tell about a player: a bell curve around the
/// player's rating, at the middle of the band.
///
/// ```
/// use krog_stats::{Band, model};
///
/// assert_eq!(model::proximity(1500, Band::of_rating(1500)), 1.0);
/// // One standard deviation away.
/// let weight = model::proximity(1500, Band::of_rating(1700));
/// assert!((weight - (-0.5_f64).exp()).abs() < 1e-12);
/// ```
pub fn proximity(rating: u16, band: Band) -> f64 {
    let distance = (f64::from(rating) - band.midpoint()) / SIGMA;
    (-distance * distance / 2.0).exp()
}

/// How games end near a rating: every band counts by its [`proximity`] and by
/// how much its games are trusted. Unrated games have no place in it.
///
/// ```
/// use krog_stats::{Band, Cell, Counter, Tally, model};
///
/// let won = Tally { white: 100, ..Tally::default() };
/// let lost = Tally { black: 100, ..Tally::default() };
/// let at = |rating| Cell::Rated(Band::of_rating(rating));
/// let counter = Counter::from_cells([(at(1500), won), (at(1700), lost)], None);
/// let shares = model::weighted_shares(&counter, 1500, model::statistical_weight);
/// // 100 games of weight 1 against 100 of weight e^(−1/2).
/// let expected = 1.0 / (1.0 + (-0.5_f64).exp());
/// assert!((shares.expect("there are games").white - expected).abs() < 1e-12);
/// ```
pub fn weighted_shares(
    counter: &Counter,
    rating: u16,
    statistical_weight: impl Fn(Band) -> f64,
) -> Option<Shares> {
    // A common factor changes nothing, and keeps far bands from vanishing
    // when they are the only ones with games.
    let weight = |band: Band| proximity(rating, band) * statistical_weight(band);
    let played = counter.bands().filter(|(_, tally)| tally.games() > 0);
    let greatest = played.map(|(band, _)| weight(band)).fold(0.0, f64::max);
    let sum = |count: fn(&Tally) -> u64| {
        let bands = counter.bands();
        let parts = bands.map(|(band, tally)| weight(band) / greatest * real(count(tally)));
        parts.sum::<f64>()
    };
    if greatest > 0.0 {
        Shares::normalised(sum(|t| t.white), sum(|t| t.draws), sum(|t| t.black))
    } else {
        None
    }
}

/// How much the source trusts the games of a band.
pub fn statistical_weight(band: Band) -> f64 {
    SOURCE.of_rating(band.floor()).statistical_weight
}

/// The rating at which a side's score against its opponents would be expected:
/// their mean rating + 400·log10(s/(1−s)), where s is kept half a point away
/// from all and nothing. `tally` must hold rated games only, and `mover` be the
/// side whose move was counted.
///
/// ```
/// use krog_chess::Color;
/// use krog_stats::{Tally, model};
///
/// let tally = Tally {
///     white: 3, draws: 0, black: 1,
///     mover_ratings: 4 * 1500, opponent_ratings: 4 * 1600,
/// };
/// // Three of four: 1600 + 400·log10(3).
/// let performance = model::performance(&tally, Color::White).expect("there are games");
/// assert_eq!(performance.round(), 1791.0);
/// // Ten of ten counts as 9½ of ten: 400·log10(19) above the opponents.
/// let tally = Tally { black: 10, opponent_ratings: 16_000, ..Tally::default() };
/// let performance = model::performance(&tally, Color::Black).expect("there are games");
/// assert_eq!(performance.round(), 2112.0);
/// ```
pub fn performance(tally: &Tally, mover: Color) -> Option<f64> {
    let games = real(tally.games());
    let nearest = 1.0 / (2.0 * games);
    let score = expected_score(tally, mover)?.get();
    let score = score.clamp(nearest, 1.0 - nearest);
    let opponents = real(tally.opponent_ratings) / games;
    Some(opponents + 400.0 * (score / (1.0 - score)).log10())
}

/// A count as a real number.
#[allow(clippy::cast_precision_loss)] // exact up to 2⁵³ games
fn real(count: u64) -> f64 {
    count as f64
}
