//! The laws that every lesson obeys, and rows of which lesson is found.

mod mention;

use std::collections::{BTreeSet, HashMap};

use krog_chess::{Bitboard, Board, Color, Move, Square, shakmaty::san::San};
use krog_text::Bilingual;

use self::mention::{Mention, Said};
use super::*;

/// All that can be seen along a lesson or a part of it: who has played what,
/// and where the men stood.
#[derive(Clone)]
struct Seen {
    steps: Vec<Step>,
    boards: Vec<Board>,
}

/// A move that was played.
#[derive(Clone)]
struct Step {
    side: Color,
    san: String,
    played: Move,
    /// What the man that moved attacks from where it went.
    attacks: Bitboard,
}

impl Seen {
    /// The position of the lesson, without the moves to it.
    fn at(lesson: &Lesson) -> Seen {
        Seen {
            steps: Vec::new(),
            boards: vec![lesson.position().board().clone()],
        }
    }

    /// The moves to the lesson's position, and the position.
    fn before(lesson: &Lesson) -> Seen {
        let mut seen = Seen::at(lesson);
        for (mut position, played) in lesson.line.steps() {
            let (side, san) = (position.turn(), San::from_move(&position, played));
            position.play_unchecked(played);
            seen.add(side, san, played, position.board());
        }
        seen
    }

    /// Plays a plan from the lesson's position.
    fn plan(lesson: &Lesson, plan: &Plan) -> Seen {
        let mut seen = Seen::at(lesson);
        let mut position = lesson.position().clone();
        for planned in &plan.moves {
            let Some(played) = planned.play(&mut position) else {
                panic!("{}: {planned} is not legal", lesson.opening);
            };
            seen.add(planned.side, planned.san, played, position.board());
            seen.boards.push(position.board().clone());
        }
        seen
    }

    fn add(&mut self, side: Color, san: San, played: Move, after: &Board) {
        self.steps.push(Step {
            side,
            san: san.to_string(),
            played,
            attacks: after.attacks_from(played.to()),
        });
    }

    fn join(&mut self, other: Seen) {
        self.steps.extend(other.steps);
        self.boards.extend(other.boards);
    }

    /// Whether a man has stood on the square, come from it, gone to it, or
    /// attacked it when it moved.
    fn knows(&self, square: Square) -> bool {
        let mut boards = self.boards.iter();
        boards.any(|board| board.occupied().contains(square))
            || self.steps.iter().any(|step| {
                step.played.from() == Some(square)
                    || step.played.to() == square
                    || step.attacks.contains(square)
            })
    }

    fn bears(&self, mention: &Mention) -> bool {
        let mut steps = self.steps.iter();
        match mention {
            Mention::Square(square) => self.knows(*square),
            Mention::Move(side, san) => steps.any(|step| step.side == *side && step.san == *san),
            Mention::Stands(role, square) => {
                let mut boards = self.boards.iter();
                boards.any(|board| board.role_at(*square) == Some(*role))
            }
            Mention::Goes(role, square) => {
                steps.any(|step| step.played.role() == *role && step.played.to() == *square)
            }
        }
    }
}

#[track_caller]
fn check_text(lesson: &Lesson, text: &Bilingual, seen: &Seen) {
    let english = Said::read(&text.en);
    let norwegian = Said::read(&text.no);
    for (said, text) in [(&english, &text.en), (&norwegian, &text.no)] {
        assert_eq!(said.unread, None, "{}: {text}", lesson.opening);
        for mention in &said.mentions {
            assert!(
                seen.bears(mention),
                "{}: {mention:?} in {text:?}",
                lesson.opening
            );
        }
        assert!(text.ends_with('.'), "no sentence: {text}");
        assert!(!text.contains("  "), "{text}");
    }
    let named = |said: &Said| -> BTreeSet<String> {
        let named = said.mentions.iter().filter_map(|mention| match mention {
            Mention::Square(square) => Some(square.to_string()),
            Mention::Move(side, san) => Some(format!("{side} {san}")),
            Mention::Stands(..) | Mention::Goes(..) => None,
        });
        named.collect()
    };
    assert_eq!(
        named(&english),
        named(&norwegian),
        "the languages name other squares: {} {}",
        text.en,
        text.no
    );
    assert_ne!(text.en, text.no);
}

#[test]
fn every_file_can_be_read() {
    for text in FILES {
        if let Err(error) = read::lessons(text) {
            panic!("{error}; the file begins {:?}", text.lines().next());
        }
    }
}

#[test]
fn the_main_openings_have_lessons_each_with_a_position_of_its_own() {
    let mut positions = HashMap::new();
    for lesson in lessons() {
        let key = PositionKey::of(lesson.position());
        if let Some(other) = positions.insert(key, &lesson.opening) {
            panic!("{other} has two lessons");
        }
        assert_eq!(opening::at(lesson.position()), Some(lesson.opening));
        assert_eq!(at(lesson.position()), Some(lesson), "{}", lesson.opening);
        assert_eq!(of(&lesson.line), Some(lesson), "{}", lesson.opening);
    }
    assert!(lessons().len() >= 60, "only {}", lessons().len());
}

#[test]
fn every_lesson_is_complete() {
    for lesson in lessons() {
        let title = lesson.opening;
        let count = (2..=4).contains(&lesson.ideas.len());
        assert!(count, "{title}: {} ideas", lesson.ideas.len());
        for side in Color::ALL {
            let plans = lesson.plans_of(side).count();
            assert!((2..=3).contains(&plans), "{title}: {plans} plans, {side}");
        }
        let codes: BTreeSet<_> = lesson.principles.iter().collect();
        assert_eq!(codes.len(), lesson.principles.len(), "{title}");
        assert!((2..=4).contains(&codes.len()), "{title}: principles");
    }
}

/// A plan names only what its own moves and its opening's board bear out.
#[test]
fn every_plan_can_be_played_and_names_only_what_is_there() {
    for lesson in lessons() {
        for plan in &lesson.plans {
            let own = plan.moves.iter().any(|planned| planned.side == plan.side);
            assert!(own, "{}: a plan without a move", lesson.opening);
            let seen = Seen::plan(lesson, plan);
            check_text(lesson, &plan.text, &seen);
        }
    }
}

/// An idea may name the moves to the position and those of the plans.
#[test]
fn every_idea_names_only_what_is_there() {
    for lesson in lessons() {
        let mut seen = Seen::before(lesson);
        for plan in &lesson.plans {
            seen.join(Seen::plan(lesson, plan));
        }
        for text in lesson.ideas.iter().chain([&lesson.verdict]) {
            check_text(lesson, text, &seen);
        }
    }
}

#[track_caller]
fn check(moves: &str, expected: Option<&str>) {
    let line = Line::parse(Chess::default(), moves).expect("legal moves");
    let found = of(&line).map(|lesson| lesson.opening.to_string());
    assert_eq!(found.as_deref(), expected, "{moves}");
}

#[test]
fn a_game_has_the_deepest_lesson_it_came_to() {
    let berlin = Some("C65 Ruy Lopez: Berlin Defence");
    check("e4 e5 Nf3 Nc6 Bb5", Some("C60 Ruy Lopez"));
    check("e4 e5 Nf3 Nc6 Bb5 h5 h4", Some("C60 Ruy Lopez"));
    check("e4 e5 Nf3 Nf6 Bb5 Nc6", berlin);
    check("e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4", berlin);
    check("a3 a6", None);
    // The English as long as it is called so.
    check("c4 Nf6 h3", Some("A10 English Opening"));
    check("c4 Nf6 d4", None);
}

#[test]
fn a_position_on_a_named_line_has_the_lesson_on_the_way() {
    let line = "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4";
    let line = Line::parse(Chess::default(), line).expect("legal moves");
    let lesson = at(line.end()).expect("the Berlin");
    assert_eq!(lesson.opening.eco, "C65");
}
