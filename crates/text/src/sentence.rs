//! How a phrase becomes the beginning of a sentence.

/// Makes the first letter a capital, unless the first word holds a digit.
///
/// Squares and moves ("e4", "exd5", "a8=Q") must keep their case, and they
/// cannot be told from words in general; but every one of them that begins with a
/// small letter holds a digit, and no ordinary word does.
///
/// ```
/// use krog_text::capitalize;
///
/// assert_eq!(capitalize("åpner e-linjen"), "Åpner e-linjen");
/// assert_eq!(capitalize("e4 is attacked twice"), "e4 is attacked twice");
/// ```
pub fn capitalize(text: &str) -> String {
    let word = text.split_whitespace().next().unwrap_or_default();
    let mut rest = text.chars();
    match rest.next() {
        Some(first) if !word.contains(char::is_numeric) => {
            first.to_uppercase().chain(rest).collect()
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(capitalize(text), expected);
    }

    #[test]
    fn ordinary_first_words_get_a_capital() {
        check("develops the knight", "Develops the knight");
        check("åpner linjen mot e4", "Åpner linjen mot e4");
        check("White is better", "White is better");
        check("a", "A");
    }

    #[test]
    fn squares_and_moves_keep_their_case() {
        check("e4 is weak", "e4 is weak");
        check("exd5 opens the file", "exd5 opens the file");
        check("bxa8=Q wins", "bxa8=Q wins");
        check("Nf3 develops", "Nf3 develops");
    }

    #[test]
    fn what_has_no_first_letter_is_left_alone() {
        check("", "");
        check(" a", " a");
        check("58 % for White", "58 % for White");
        check("“quiet”", "“quiet”");
    }
}
