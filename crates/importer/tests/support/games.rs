//! Games as Lichess and Chess.com give them out, after their documentation.

#![allow(dead_code, unreachable_pub)] // shared by several test programs
#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use krog_chess::{Chess, Line, Position as _, random::Dice};
use serde_json::{Value, json};

use super::fake::{Reply, Request};

/// A game at Lichess.
#[derive(Clone, Debug)]
pub struct LichessGame {
    pub id: String,
    pub created: i64,
    pub status: &'static str,
    pub rated: bool,
    pub pgn: String,
    variant: &'static str,
}

/// Random moves, few enough that games meet.
fn moves(number: usize) -> String {
    let mut dice = Dice::new(number as u64);
    let mut line = Line::at(Chess::default());
    for _ in 0..10 + dice.below(20) {
        let moves = line.end().legal_moves();
        let Some(m) = dice.pick(&moves[..moves.len().min(3)]).copied() else {
            break;
        };
        line.push(m).unwrap();
    }
    line.to_string()
}

impl LichessGame {
    /// Game of a number: mostly rated chess, some casual, some variants, some
    /// aborted; the thousandth was created together with the one before it.
    pub fn new(number: usize) -> LichessGame {
        let id = format!("Ab{number:06}");
        let step = number - usize::from(number > 0 && number.is_multiple_of(1_000));
        let created = 1_700_000_000_000 + 60_000 * i64::try_from(step).unwrap();
        let rated = number % 11 != 3;
        let variant = if number % 13 == 5 {
            "Crazyhouse"
        } else {
            "Standard"
        };
        let status = if number % 17 == 4 {
            "aborted"
        } else {
            "resign"
        };
        LichessGame {
            pgn: lichess_pgn(&id, number, rated, variant, status),
            id,
            created,
            status,
            rated,
            variant,
        }
    }

    /// The same game before its end.
    pub fn under_way(number: usize) -> LichessGame {
        let game = LichessGame::new(number);
        LichessGame {
            pgn: lichess_pgn(&game.id, number, true, "Standard", "started"),
            status: "started",
            rated: true,
            variant: "Standard",
            ..game
        }
    }

    pub fn json(&self) -> Value {
        json!({
            "id": self.id, "rated": self.rated, "variant": self.variant.to_lowercase(),
            "speed": "blitz", "perf": "blitz", "createdAt": self.created,
            "lastMoveAt": self.created + 300_000, "status": self.status, "source": "pool",
            "players": {"white": {"user": {"name": "Ola", "id": "ola"}, "rating": 1500},
                        "black": {"user": {"name": "Kari", "id": "kari"}, "rating": 1600}},
            "clock": {"initial": 180, "increment": 2, "totalTime": 260}, "pgn": self.pgn,
        })
    }
}

fn lichess_pgn(id: &str, number: usize, rated: bool, variant: &str, status: &str) -> String {
    let mode = if rated { "rated" } else { "casual" };
    let result = match (status, number % 3) {
        ("aborted" | "started", _) => "*",
        (_, 0) => "1-0",
        (_, 1) => "0-1",
        _ => "1/2-1/2",
    };
    let (white, black) = (1_200 + number % 900, 1_300 + number % 700);
    format!(
        "[Event \"{mode} blitz game\"]\n[Site \"https://lichess.org/{id}\"]\n[Date \"2023.11.14\"]\n\
         [White \"Ola\"]\n[Black \"Kari\"]\n[Result \"{result}\"]\n[GameId \"{id}\"]\n\
         [UTCDate \"2023.11.14\"]\n[UTCTime \"22:13:20\"]\n[WhiteElo \"{white}\"]\n\
         [BlackElo \"{black}\"]\n[Variant \"{variant}\"]\n[TimeControl \"180+2\"]\n\
         [Termination \"Normal\"]\n\n{} {result}\n\n\n",
        moves(number)
    )
}

/// What Lichess answers, if it has these games of the user `ola`.
pub fn lichess(games: &[LichessGame], request: &Request) -> Reply {
    let asks = |id: &str| request.body.split(',').any(|asked| asked == id);
    let mut found: Vec<&LichessGame> = match (&*request.method, &*request.path) {
        ("POST", "/api/games/export/_ids") => games.iter().filter(|game| asks(&game.id)).collect(),
        ("GET", "/api/games/user/Ola") => {
            let since = request.number("since").unwrap_or(i64::MIN);
            let until = request.number("until").unwrap_or(i64::MAX);
            let ongoing = request.query.get("ongoing").is_some_and(|on| on == "true");
            let inside = |game: &&LichessGame| {
                (since..=until).contains(&game.created) && (ongoing || game.status != "started")
            };
            games.iter().filter(inside).collect()
        }
        ("GET", path) => {
            let id = path.strip_prefix("/game/export/");
            let game = games.iter().find(|game| Some(&*game.id) == id);
            return game.map_or_else(
                || Reply::status(404),
                |game| Reply::ok(game.json().to_string()),
            );
        }
        _ => return Reply::status(404),
    };
    found.sort_by_key(|game| game.created);
    if request
        .query
        .get("sort")
        .is_none_or(|sort| sort != "dateAsc")
    {
        found.reverse();
    }
    let most = request.number("max").unwrap_or(i64::MAX);
    found.truncate(usize::try_from(most).unwrap());
    let lines = found.iter().map(|game| format!("{}\n", game.json()));
    // The service keeps the line alive with empty ones.
    Reply::ok(format!("\n{}", lines.collect::<String>()))
}

/// A game at Chess.com.
pub fn chesscom_game(number: usize, rules: &str, rated: bool) -> Value {
    let address = format!("https://www.chess.com/game/live/{}", 900_000 + number);
    let result = ["1-0", "0-1", "1/2-1/2"][number % 3];
    let pgn = format!(
        "[Event \"Live Chess\"]\n[Site \"Chess.com\"]\n[Date \"2024.01.05\"]\n[Round \"-\"]\n\
         [White \"Erik\"]\n[Black \"Kari\"]\n[Result \"{result}\"]\n[ECO \"A00\"]\n\
         [UTCDate \"2024.01.05\"]\n[WhiteElo \"{}\"]\n[BlackElo \"1600\"]\n\
         [TimeControl \"600\"]\n[Link \"{address}\"]\n\n{} {result}\n",
        1_200 + number % 900,
        moves(number)
    );
    json!({
        "url": address, "pgn": pgn, "time_control": "600", "end_time": 1_704_450_000 + number,
        "rated": rated, "tcn": "mC", "uuid": format!("0b5c-{number:08x}-11ee"),
        "initial_setup": "", "fen": "", "time_class": "rapid", "rules": rules,
        "white": {"rating": 1500, "result": "win", "username": "Erik", "uuid": "x"},
        "black": {"rating": 1600, "result": "resigned", "username": "Kari", "uuid": "y"},
        "eco": "https://www.chess.com/openings/X",
    })
}

/// A month as Chess.com gives it.
pub fn month(games: &[Value]) -> String {
    json!({ "games": games }).to_string()
}

/// The list of months. Where they are said to lie does not matter.
pub fn archives(months: &[&str]) -> String {
    let at = |month: &&str| format!("http://169.254.169.254/pub/player/erik/games/{month}");
    json!({ "archives": months.iter().map(at).collect::<Vec<_>>() }).to_string()
}
