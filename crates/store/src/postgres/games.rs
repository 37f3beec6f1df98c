//! Games as rows: who played, what is told in their tags, and where the rest is
//! kept.

use std::borrow::Cow;

use krog_chess::KnownOutcome;
use krog_stats::CountedGame;

use super::copy::Rows;
use crate::{contract::Load, kept::Opened};

pub(super) const COPY: &str = "COPY games (collection, identity, batch, block, place,
    white_player, black_player, white_elo, black_elo, time_control, variant, eco,
    opening_name, result, termination, played_at) FROM STDIN (FORMAT binary)";

const COLUMNS: i16 = 16;

/// The new games of a load, whose kept games are closed.
pub(super) fn rows(load: &Load, fresh: &[bool], collection: i16, batch: i64) -> Vec<u8> {
    let mut rows = Rows::new();
    let mut open: Option<(u32, Opened)> = None;
    for (number, game) in load.batch.games().iter().enumerate() {
        if !fresh[number] {
            continue;
        }
        let kept = load.kept.as_ref().map(|kept| {
            let (block, place) = kept.places()[number];
            if open.as_ref().is_none_or(|(known, _)| *known != block) {
                let opened = Opened::of(&kept.blocks()[block as usize]);
                open = Some((block, opened.expect("packed a moment ago")));
            }
            let tags = open.as_ref().and_then(|(_, opened)| opened.tags(place));
            (block, place, tags.expect("packed a moment ago"))
        });
        rows.row(COLUMNS)
            .value(&collection.to_be_bytes())
            .value(&game.id.0.to_be_bytes())
            .value(&batch.to_be_bytes());
        put(&mut rows, game, kept.as_ref());
    }
    rows.end()
}

/// The block of a kept game, its place there, and its tags.
type Kept<'a> = (u32, u16, Vec<(&'a str, &'a str)>);

/// What is told of a game itself.
fn put(rows: &mut Rows, game: &CountedGame, kept: Option<&Kept<'_>>) {
    let int = |number: i32| number.to_be_bytes();
    let block = kept.map(|(block, ..)| int(i32::try_from(*block).expect("few blocks")));
    let place = kept.map(|(_, place, _)| int(i32::from(*place)));
    let text = |name: &str| {
        let (.., tags) = kept?;
        let (_, value) = tags.iter().find(|(known, _)| *known == name)?;
        plain(value)
    };
    let rating = |white: bool| {
        let ratings = game.ratings?;
        Some(int(i32::from(if white {
            ratings.white
        } else {
            ratings.black
        })))
    };
    let day = text("UTCDate").or_else(|| text("Date"));
    let played = day.and_then(|day| moment(&day, text("UTCTime").as_deref()));
    let texts = |rows: &mut Rows, names: &[&str]| {
        for name in names {
            rows.option(text(name).as_deref().map(str::as_bytes));
        }
    };
    rows.option(block.as_ref().map(<[u8; 4]>::as_slice))
        .option(place.as_ref().map(<[u8; 4]>::as_slice));
    texts(rows, &["White", "Black"]);
    rows.option(rating(true).as_ref().map(<[u8; 4]>::as_slice))
        .option(rating(false).as_ref().map(<[u8; 4]>::as_slice));
    texts(rows, &["TimeControl"]);
    rows.value(text("Variant").as_deref().unwrap_or("standard").as_bytes());
    texts(rows, &["ECO", "Opening"]);
    rows.value(result(game.outcome).as_bytes());
    texts(rows, &["Termination"]);
    let played = played.map(i64::to_be_bytes);
    rows.option(played.as_ref().map(<[u8; 8]>::as_slice));
}

fn result(outcome: KnownOutcome) -> &'static str {
    match outcome {
        KnownOutcome::Draw => "1/2-1/2",
        KnownOutcome::Decisive { winner } => winner.fold_wb("1-0", "0-1"),
    }
}

/// A tag's value as the database can hold it; none if it says nothing.
fn plain(value: &str) -> Option<Cow<'_, str>> {
    let value = if value.contains('\0') {
        Cow::Owned(value.replace('\0', ""))
    } else {
        Cow::Borrowed(value)
    };
    (!matches!(value.trim(), "" | "?" | "-")).then_some(value)
}

/// A day and a time of it, in microseconds since the year 2000, which is how
/// the server has it; none if there is no such day.
fn moment(day: &str, time: Option<&str>) -> Option<i64> {
    let mut parts = day.split('.').map(str::parse::<i64>);
    let mut part = || parts.next()?.ok();
    let (year, month, day) = (part()?, part()?, part()?);
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=9999).contains(&year) || !(1..=length).contains(&day) {
        return None;
    }
    let seconds = time.and_then(clock).unwrap_or(0);
    Some((days(year, month, day) * 86_400 + seconds) * 1_000_000)
}

fn clock(time: &str) -> Option<i64> {
    let mut parts = time.split(':').map(str::parse::<i64>);
    let mut part = |most: i64| parts.next()?.ok().filter(|part| (0..=most).contains(part));
    Some(part(23)? * 3_600 + part(59)? * 60 + part(59)?)
}

/// Days since the first of January 2000. Years begin in March here, so that the
/// leap day is the last of its year.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    // The first of March 2000 is day 60.
    let of_march_2000 = 2000 * 365 + 500 - 20 + 5;
    year * 365 + leaps + (153 * month + 2) / 5 + day - 1 - of_march_2000 + 60
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(day: &str, time: Option<&str>, expected: Option<i64>) {
        let found = moment(day, time).map(|moment| moment / 1_000_000);
        assert_eq!(found, expected, "{day}");
    }

    #[test]
    fn moments_are_those_of_the_server() {
        check("2000.01.01", None, Some(0));
        check("2000.01.01", Some("00:00:59"), Some(59));
        check("1999.12.31", Some("23:59:59"), Some(-1));
        check("2000.03.01", None, Some(60 * 86_400));
        check("2024.02.29", Some("12:00:00"), Some(762_523_200));
        check("2023.02.29", None, None);
        check("2024.13.01", None, None);
        check("????.??.??", None, None);
        check("2024.05", None, None);
        check("99999999999999999999.01.01", None, None);
        check("2000.01.02", Some("25:00:00"), Some(86_400));
    }
}
