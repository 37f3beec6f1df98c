//! Moments as text.

use std::time::{SystemTime, UNIX_EPOCH};

/// A moment in ISO 8601, UTC, to the second.
///
/// ```
/// use std::time::{Duration, UNIX_EPOCH};
///
/// let leap_day = UNIX_EPOCH + Duration::from_secs(951_782_400);
/// assert_eq!(krog_wire::iso8601(leap_day), "2000-02-29T00:00:00Z");
/// ```
pub fn iso8601(moment: SystemTime) -> String {
    let seconds = moment.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(days);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// The date of a day counted from 1970-01-01, by walking years and months.
fn civil(mut days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[track_caller]
    fn check(seconds: u64, expected: &str) {
        assert_eq!(iso8601(UNIX_EPOCH + Duration::from_secs(seconds)), expected);
    }

    #[test]
    fn moments_are_written_in_utc() {
        check(0, "1970-01-01T00:00:00Z");
        check(86_399, "1970-01-01T23:59:59Z");
        check(1_709_164_800, "2024-02-29T00:00:00Z");
        check(1_735_689_599, "2024-12-31T23:59:59Z");
        check(4_107_542_400, "2100-03-01T00:00:00Z");
    }
}
