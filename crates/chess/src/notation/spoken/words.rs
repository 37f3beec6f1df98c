//! The words of a spoken move, besides pieces, files and numbers.

use krog_text::{Language, piece, square};
use shakmaty::{CastlingSide, File, Rank, Role};

/// What a word contributes to a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Piece(Role),
    File(File),
    Rank(Rank),
    Takes,
    To,
    From,
    On,
    Castles,
    Side(CastlingSide),
    Promotes,
    /// `passant`; the `en` before it is a filling word.
    EnPassant,
    Check,
    Mate,
    /// Articles and the like, which say nothing.
    Filling,
}

/// A few understood words, for the message about one that is not.
pub(super) const fn examples(language: Language) -> &'static str {
    match language {
        Language::English => "takes, to, from, castle, promotes, check",
        Language::Norwegian => "slår, til, fra, rokade, forfremmes, sjakk",
    }
}

/// Looks a word in lower case up. Digits and number words are ranks.
pub(super) fn look_up(language: Language, word: &str) -> Option<Word> {
    let spelled = |word: &str| {
        // Without a Norwegian keyboard: taarn, loeper, slaar.
        let word = word
            .replace("aa", "å")
            .replace("oe", "ø")
            .replace("ae", "æ");
        find(language, &word)
    };
    find(language, word).or_else(|| {
        (language == Language::Norwegian)
            .then(|| spelled(word))
            .flatten()
    })
}

fn find(language: Language, word: &str) -> Option<Word> {
    marker(language, word)
        .or_else(|| piece::named(language, word).map(Word::Piece))
        .or_else(|| square::file_named(language, word).map(Word::File))
        .or_else(|| square::rank_named(language, word).map(Word::Rank))
}

fn marker(language: Language, word: &str) -> Option<Word> {
    match language {
        Language::English => english(word),
        Language::Norwegian => norwegian(word),
    }
}

fn english(word: &str) -> Option<Word> {
    Some(match word {
        "takes" | "take" | "taking" | "captures" | "capture" | "capturing" | "x" => Word::Takes,
        "to" | "goes" | "onto" => Word::To,
        "from" => Word::From,
        "on" | "at" => Word::On,
        "castle" | "castles" | "castling" => Word::Castles,
        "kingside" | "short" => Word::Side(CastlingSide::KingSide),
        "queenside" | "long" => Word::Side(CastlingSide::QueenSide),
        "promotes" | "promote" | "promoting" | "promotion" | "becomes" | "becoming" | "equals"
        | "=" => Word::Promotes,
        "passant" => Word::EnPassant,
        "check" => Word::Check,
        "mate" | "checkmate" => Word::Mate,
        "the" | "an" | "and" | "with" | "en" | "file" | "rank" | "side" | "square" | "move"
        | "moves" | "is" | "in" => Word::Filling,
        _ => return None,
    })
}

fn norwegian(word: &str) -> Option<Word> {
    Some(match word {
        "slår" | "slå" | "tar" | "ta" | "x" => Word::Takes,
        "til" | "går" => Word::To,
        "fra" => Word::From,
        "på" => Word::On,
        "rokade" | "rokaden" | "roker" | "rokerer" | "rokere" => Word::Castles,
        "kort" | "korte" | "kongesiden" | "kongefløyen" => Word::Side(CastlingSide::KingSide),
        "lang" | "langt" | "lange" | "dronningsiden" | "dronningfløyen" | "damefløyen" => {
            Word::Side(CastlingSide::QueenSide)
        }
        "forfremmes" | "forfremmer" | "forfremme" | "forvandles" | "forvandling" | "blir" | "=" => {
            Word::Promotes
        }
        "passant" => Word::EnPassant,
        "sjakk" => Word::Check,
        "matt" | "sjakkmatt" => Word::Mate,
        "og" | "den" | "det" | "med" | "et" | "ei" | "linjen" | "linja" | "linje" | "rad"
        | "raden" | "rada" | "siden" | "side" | "feltet" | "ruten" | "flytter" | "i" => {
            Word::Filling
        }
        _ => return None,
    })
}
