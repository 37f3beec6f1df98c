//! Which moves are legal, and which laws the others break.

#![allow(clippy::unwrap_used)] // what cannot be unwrapped here has failed the test

use krog_chess::{
    Chess, Move, Position as _, Role, Square, fen,
    notation::Written,
    random::{self, Dice},
};
use krog_logic::{
    Env, Formula, State, Trace, Vocabulary,
    validate::{self, Attempt, Validation},
};
use krog_text::Language;

/// The verdict on a written move, in the reading that breaks the fewest laws.
#[track_caller]
fn judge(fen: &str, text: &str) -> Validation {
    let state = State::of(&fen::parse(fen).unwrap());
    let attempt = Attempt::read(&state, &Written::parse(text).unwrap())[0];
    validate::judge(&state, attempt)
}

/// The laws broken, and the squares of blockers, occupants, attackers, targets.
#[track_caller]
fn check(fen: &str, text: &str, laws: &str, squares: &str, english: &str) {
    let validation = judge(fen, text);
    let broken: Vec<&str> = validation.broken().iter().map(|law| law.id).collect();
    assert_eq!(broken.join(" "), laws, "{text} in {fen}");
    let mut seen: Vec<String> = validation
        .unmet()
        .flat_map(|condition| &condition.witnesses)
        .filter(|witness| witness.role != "mover")
        .map(|witness| format!("{}:{}", witness.role, witness.square))
        .collect();
    seen.sort();
    seen.dedup();
    assert_eq!(seen.join(" "), squares, "{text} in {fen}");
    assert_eq!(
        validation.explanation().get(Language::English),
        english,
        "{text} in {fen}"
    );
}

#[test]
fn misdirected_men_are_told() {
    for (text, laws, squares, english) in [
        (
            "c1c4",
            "bishop_movement",
            "",
            "The bishop on c1 does not move to c4.",
        ),
        (
            "Nd4",
            "knight_movement",
            "",
            "The knight on b1 does not move to d4.",
        ),
        (
            "e2e5",
            "pawn_movement",
            "",
            "The pawn on e2 does not move to e5.",
        ),
        (
            "e2d3",
            "pawn_capture",
            "target:d3",
            "The pawn on e2 has nothing to take on d3.",
        ),
    ] {
        check("startpos", text, laws, squares, english);
    }
}

#[test]
fn blocked_men_are_told() {
    let knight = "4k3/8/8/8/8/4N3/4P3/4K3 w - - 0 1";
    let pawn = "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1";
    for (fen, text, laws, squares, english) in [
        (
            "startpos",
            "Be3",
            "bishop_movement",
            "blocker:d2",
            "The bishop on c1 is blocked by the pawn on d2.",
        ),
        (
            "startpos",
            "a1a3",
            "rook_movement",
            "blocker:a2",
            "The rook on a1 is blocked by the pawn on a2.",
        ),
        (
            "startpos",
            "Ra1-a2",
            "occupied",
            "occupant:a2",
            "a2 is occupied by White's own pawn.",
        ),
        (
            knight,
            "e4",
            "pawn_double",
            "blocker:e3",
            "The pawn on e2 is blocked by the knight on e3.",
        ),
        (
            knight,
            "e3",
            "pawn_single occupied",
            "blocker:e3 occupant:e3",
            "The pawn on e2 is blocked by the knight on e3. e3 is occupied by White's own knight.",
        ),
        (
            pawn,
            "e5",
            "pawn_double",
            "",
            "The pawn on e3 is not on its first square, so it goes only one square forward.",
        ),
    ] {
        check(fen, text, laws, squares, english);
    }
}

#[test]
fn turn_and_empty_squares_are_told() {
    check(
        "startpos",
        "e7e5",
        "turn",
        "",
        "The pawn on e7 is not White's, whose turn it is.",
    );
    check("startpos", "e4e5", "turn", "", "No piece stands on e4.");
}

#[test]
fn the_own_king_is_guarded() {
    // Pinned by the rook.
    check(
        "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
        "Nc3",
        "own_king",
        "attacker:e8",
        "Afterwards the rook on e8 attacks White's king.",
    );
    check(
        "3r2k1/8/8/8/8/8/8/4K3 w - - 0 1",
        "Kd2",
        "own_king",
        "attacker:d8",
        "Afterwards the rook on d8 attacks White's king.",
    );
    // In check, and the move does not help.
    check(
        "4r1k1/8/8/8/8/8/P7/4K3 w - - 0 1",
        "a3",
        "check_response own_king",
        "attacker:e8",
        "The check from the rook on e8 is not answered. Afterwards the rook on e8 attacks White's king.",
    );
    // Blocked, onto an own man, and exposing the king: all three.
    check(
        "4r1k1/8/8/8/8/8/4R1NP/4K3 w - - 0 1",
        "e2h2",
        "rook_movement occupied own_king",
        "attacker:e8 blocker:g2 occupant:h2",
        "The rook on e2 is blocked by the knight on g2. h2 is occupied by White's own pawn. Afterwards the rook on e8 attacks White's king.",
    );
}

#[test]
fn a_check_that_goes_on_is_told_from_a_new_one() {
    // The rook's check is answered, but the king steps into the bishop's.
    check(
        "4r1k1/8/8/8/6b1/8/8/4K3 w - - 0 1",
        "Kd1",
        "check_response own_king",
        "attacker:g4",
        "The king is still in check, now from the bishop on g4. Afterwards the bishop on g4 attacks White's king.",
    );
    // A stray promotion does not hide the check that a king walks into.
    check(
        "4k3/8/8/4p3/8/4K3/8/8 w - - 0 1",
        "e3d4q",
        "promotion own_king",
        "attacker:e5",
        "Only a pawn that reaches the last rank is promoted. Afterwards the pawn on e5 attacks White's king.",
    );
}

#[test]
fn the_man_that_is_meant_is_judged() {
    check(
        "startpos",
        "Bc4",
        "bishop_movement",
        "blocker:e2",
        "The bishop on f1 is blocked by the pawn on e2.",
    );
    check(
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "d4",
        "pawn_movement",
        "",
        "The pawn on e2 does not move to d4.",
    );
    // A king's step onto its own rook castles only if that rook may.
    check(
        "4k3/8/8/8/8/8/8/3RK3 w - - 0 1",
        "e1d1",
        "occupied",
        "occupant:d1",
        "d1 is occupied by White's own rook.",
    );
}

#[test]
fn castling_on_the_spot_looks_at_what_the_rook_uncovers() {
    check(
        "Qrk5/8/8/8/8/K7/8/R2Q4 b q - 0 1",
        "O-O-O",
        "castling own_king",
        "attacker:a8 target:c8",
        "The king would land on c8, which the queen on a8 attacks. Afterwards the queen on a8 attacks Black's king.",
    );
    // Here the rook shields the king in the end.
    check(
        "rk2Q3/8/6K1/8/7p/8/8/8 b q - 0 1",
        "O-O-O",
        "castling",
        "attacker:e8 target:c8",
        "The king is in check from the queen on e8. The king would land on c8, which the queen on e8 attacks.",
    );
}

#[test]
fn castling_names_everything_that_is_wrong() {
    let castle = |rights: &str, extra: &str| format!("{extra} w {rights} - 0 1");
    let free = castle("KQ", "4k3/8/8/8/8/8/8/R3K2R");
    assert!(judge(&free, "O-O").is_valid());
    assert!(judge(&free, "e1c1").is_valid());
    check(
        &castle("Q", "4k3/8/8/8/8/8/8/R3K2R"),
        "O-O",
        "castling",
        "",
        "The right to castle on this side is lost, or there is no rook for it.",
    );
    check(
        &castle("KQ", "4r1k1/8/8/8/8/8/8/R3K2R"),
        "O-O",
        "castling",
        "attacker:e8",
        "The king is in check from the rook on e8.",
    );
    check(
        &castle("KQ", "5rk1/8/8/8/8/8/8/R3K2R"),
        "O-O",
        "castling",
        "attacker:f8 target:f1",
        "The king would cross f1, which the rook on f8 attacks.",
    );
    check(
        &castle("KQ", "6r1/2k5/8/8/8/8/8/R3K2R"),
        "e1g1",
        "castling own_king",
        "attacker:g8 target:g1",
        "The king would land on g1, which the rook on g8 attacks. Afterwards the rook on g8 attacks White's king.",
    );
    check(
        &castle("KQ", "4k3/8/8/8/8/8/8/RN2K2R"),
        "O-O-O",
        "castling",
        "blocker:b1",
        "The knight on b1 stands in the way of castling.",
    );
}

#[test]
fn pawns_take_in_passing_at_once_and_must_promote() {
    let fresh = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert!(judge(fresh, "exd6").is_valid());
    check(
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        "exd6",
        "en_passant",
        "target:d5",
        "The pawn beside e5 did not pass d6 with the last move, so it cannot be taken in passing.",
    );
    let promote = "8/4P3/8/8/8/8/k7/7K w - - 0 1";
    assert!(judge(promote, "e8=N").is_valid());
    check(
        promote,
        "e8",
        "promotion",
        "",
        "The pawn reaches the last rank and must become a queen, rook, bishop or knight.",
    );
    check(
        promote,
        "e7e8k",
        "promotion",
        "",
        "A pawn cannot become a king.",
    );
    check(
        "startpos",
        "e2e4q",
        "promotion",
        "",
        "Only a pawn that reaches the last rank is promoted.",
    );
}

#[test]
fn norwegian_reads_as_norwegian() {
    let texts = [
        (
            "startpos",
            "Be3",
            "Løperen på c1 er sperret av bonden på d2.",
        ),
        ("startpos", "Ra2", "På a2 står allerede Hvits bonde."),
        (
            "startpos",
            "e7e5",
            "Bonden på e7 tilhører ikke Hvit, som er i trekket.",
        ),
        (
            "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
            "Nc3",
            "Etterpå angriper tårnet på e8 Hvits konge.",
        ),
    ];
    for (fen, text, norwegian) in texts {
        let explanation = judge(fen, text).explanation();
        assert_eq!(explanation.get(Language::Norwegian), norwegian);
    }
}

/// Any from, to and promotion, with a bias towards squares where men stand.
fn random_attempt(dice: &mut Dice, position: &Chess) -> Attempt {
    let men: Vec<Square> = position.board().occupied().into_iter().collect();
    let from = *dice.pick(&men).unwrap();
    let promotion = [
        None,
        None,
        None,
        Some(Role::Queen),
        Some(Role::Knight),
        Some(Role::King),
    ];
    Attempt::Step {
        from,
        to: Square::ALL[dice.below(64)],
        promotion: promotion[dice.below(promotion.len())],
    }
}

#[test]
fn verdicts_agree_with_the_rules_library_and_prove_themselves() {
    let mut dice = Dice::new(31);
    for position in random::positions(32).take(400) {
        let state = State::of(&position);
        let trace = Trace::of_position(&position);
        let env = Env::at(&trace, 0).unwrap();
        let legal: Vec<Move> = position.legal_moves().into_iter().collect();
        let mut attempts: Vec<Attempt> = legal.iter().filter_map(|m| Attempt::of(*m)).collect();
        attempts.extend((0..50).map(|_| random_attempt(&mut dice, &position)));
        for attempt in attempts {
            let validation = validate::judge(&state, attempt);
            let is_legal = legal
                .iter()
                .any(|m| Attempt::of(*m) == Some(validation.attempt));
            let place = format!("{} in {}", attempt.text(), fen::write(&position));
            assert_eq!(validation.is_valid(), is_legal, "{place}");
            let text = validation.formula();
            let formula = Formula::parse(&text, Vocabulary::base());
            let formula = formula.unwrap_or_else(|error| panic!("{place}: {error}"));
            assert!(formula.holds(&env), "{place}: {text}");
            for condition in &validation.conditions {
                let formula = Formula::parse(&condition.formula, Vocabulary::base()).unwrap();
                assert_eq!(
                    formula.holds(&env),
                    condition.met,
                    "{place}: {}",
                    condition.formula
                );
            }
        }
    }
}
