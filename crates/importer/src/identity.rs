//! Which game is which: the same game has the same identity wherever and
//! whenever it is imported.

use krog_chess::{
    Chess, Move, PackedMove, PositionKey,
    pgn::{MainLine, Start},
};
use krog_stats::GameId;
use xxhash_rust::xxh3::xxh3_128;

/// The tags that tell games apart which no server numbered.
const TAGS: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Pages of Lichess whose names are as long as the number of a game.
const NO_GAMES: [&str; 3] = ["analysis", "training", "practice"];

/// Stands between the parts of what is hashed; no tag holds it.
const BORDER: u8 = 0x1f;

/// The identity of a game: the hash of its number at Lichess or Chess.com, or,
/// where it has none, of its tags and moves.
pub fn identity(game: &MainLine<'_>) -> GameId {
    let text = match source_id(game) {
        Some(text) => text.into_bytes(),
        None => description(game),
    };
    GameId(xxh3_128(&text))
}

/// What the server that the game was played on calls it.
fn source_id(game: &MainLine<'_>) -> Option<String> {
    let lichess = game.tag("Site").and_then(lichess_id);
    lichess.or_else(|| game.tag("Link").and_then(chesscom_id))
}

pub(crate) fn lichess_id(site: &str) -> Option<String> {
    let path = site
        .strip_prefix("https://")
        .or_else(|| site.strip_prefix("http://"))
        .unwrap_or(site)
        .strip_prefix("lichess.org/")?;
    let path = path.split(['#', '?']).next().unwrap_or(path);
    let (name, seat) = path.split_once('/').unwrap_or((path, ""));
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let of_game = matches!(seat, "" | "white" | "black");
    // Twelve letters are a game as one of its players sees it.
    let long_enough = matches!(name.len(), 8 | 12);
    (plain && of_game && long_enough && !NO_GAMES.contains(&name))
        .then(|| format!("lichess:{}", &name[..8]))
}

fn chesscom_id(link: &str) -> Option<String> {
    let (_, path) = link.split_once("chess.com/game/")?;
    let (kind, number) = path.split_once('/')?;
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then(|| format!("chesscom:{kind}/{}", &number[..digits]))
}

/// Tags as people write them, without what differs from file to file, and the
/// moves by what they do.
fn description(game: &MainLine<'_>) -> Vec<u8> {
    let mut text = Vec::with_capacity(160 + 2 * game.steps.len());
    for name in TAGS {
        let value = game.tag(name).unwrap_or_default();
        let mut words = value.split_whitespace();
        if let Some(first) = words.next().filter(|_| value != "?" && value != "-") {
            push_lower(&mut text, first);
            for word in words {
                text.push(b' ');
                push_lower(&mut text, word);
            }
        }
        text.push(BORDER);
    }
    if let Start::At(start) = game.start {
        push_start(&mut text, start);
    }
    text.push(BORDER);
    for (_, m) in game.steps {
        push_move(&mut text, *m);
    }
    text
}

fn push_lower(text: &mut Vec<u8>, word: &str) {
    if word.is_ascii() {
        text.extend(word.bytes().map(|byte| byte.to_ascii_lowercase()));
    } else {
        text.extend_from_slice(word.to_lowercase().as_bytes());
    }
}

fn push_start(text: &mut Vec<u8>, start: &Chess) {
    text.extend_from_slice(&PositionKey::of(start).0.to_be_bytes());
}

fn push_move(text: &mut Vec<u8>, m: Move) {
    text.extend_from_slice(&PackedMove::of(m).bits().to_be_bytes());
}

#[cfg(test)]
mod tests {
    use krog_chess::pgn;

    use super::*;

    fn of(text: &str) -> GameId {
        let mut found = None;
        pgn::main_lines(text.as_bytes(), 1, |_, game| {
            found = Some(identity(&game.expect("a game")));
        });
        found.expect("one game")
    }

    #[track_caller]
    fn check_same(one: &str, other: &str) {
        assert_eq!(of(one), of(other), "{one} and {other}");
    }

    #[track_caller]
    fn check_different(one: &str, other: &str) {
        assert_ne!(of(one), of(other), "{one} and {other}");
    }

    #[test]
    fn a_number_is_enough() {
        check_same(
            "[Site \"https://lichess.org/00D1rVfw\"]\n\n1. e4 *\n",
            "[Site \"lichess.org/00D1rVfwXyZw/black#12\"]\n[White \"a\"]\n\n1. e4 e5 *\n",
        );
        check_same(
            "[Link \"https://www.chess.com/game/live/123456\"]\n\n1. e4 *\n",
            "[Site \"Chess.com\"]\n[Link \"https://www.chess.com/game/live/123456?move=2\"]\n\n1. e4 *\n",
        );
        check_different(
            "[Site \"https://lichess.org/analysis\"]\n\n1. e4 *\n",
            "[Site \"https://lichess.org/analysis\"]\n\n1. d4 *\n",
        );
        check_different(
            "[Site \"https://lichess.org/study/abcdefgh/12345678\"]\n\n1. e4 *\n",
            "[Site \"https://lichess.org/study/abcdefgh/12345678\"]\n\n1. d4 *\n",
        );
    }

    #[test]
    fn writing_does_not_matter_and_content_does() {
        let game = "[Event \"Oslo\"]\n[White \"Ås,  Per\"]\n\n1. e4 e5 2. O-O *\n";
        let game = game.replace(" 2. O-O", "");
        check_same(
            &game,
            "[White \"ås, per \"]\n[Event \"OSLO\"]\n[Round \"?\"]\n\n1. e2e4 {!} e7e5 *\n",
        );
        check_different(
            &game,
            "[Event \"Oslo\"]\n[White \"Ås, Per\"]\n\n1. e4 e6 *\n",
        );
        check_different(
            &game,
            "[Event \"Oslo\"]\n[White \"Ås, Pål\"]\n\n1. e4 e5 *\n",
        );
        check_different(
            &game,
            "[Event \"Oslo\"]\n[Site \"Ås, Per\"]\n\n1. e4 e5 *\n",
        );
        check_different(
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n",
            "[FEN \"3k4/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n",
        );
    }
}
