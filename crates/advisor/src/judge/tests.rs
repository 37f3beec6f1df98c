//! Rows: the thresholds and mates of the sources, their examples, and what
//! users of peers complained about.

use krog_chess::{Line, fen, mirror, notation};

use super::*;

/// A quiet position; nothing hangs, nobody is in check.
pub(super) const QUIET: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";

/// Lines of `score moves`, as White sees them, from a position.
fn lines(position: &Chess, texts: &[&str]) -> Vec<EngineLine> {
    texts
        .iter()
        .map(|text| {
            let (score, moves) = text.split_once(' ').unwrap_or((text, ""));
            EngineLine {
                score: score.parse().expect("a score"),
                depth: 20,
                nodes: None,
                line: Line::parse(position.clone(), moves).expect("legal moves"),
            }
        })
        .collect()
}

/// The label of a move, in the position and in its mirror.
#[track_caller]
pub(super) fn told(
    profile: &str,
    text: &str,
    san: &str,
    before: &[&str],
    after: &[&str],
) -> Option<Label> {
    let position = fen::parse(text).expect("a legal position");
    let played = notation::read(&position, san).expect("a legal move");
    let mut next = position.clone();
    next.play_unchecked(played);
    let (before, after) = (lines(&position, before), lines(&next, after));
    let profile = Profile::get(profile).expect("built in");
    let moment = Moment {
        position: &position,
        played,
        before: &before,
        after: &after,
        previous: None,
        book: false,
    };
    let label = judge(profile, &moment).label;
    let turned = mirror::position(&position);
    let (before, after) = (mirrored(&before), mirrored(&after));
    let other = Moment {
        position: &turned,
        played: mirror::mv(played),
        before: &before,
        after: &after,
        ..moment
    };
    assert_eq!(
        judge(profile, &other).label,
        label,
        "in the mirror of {text}"
    );
    label
}

/// The lines of the mirrored position.
pub(super) fn mirrored(lines: &[EngineLine]) -> Vec<EngineLine> {
    lines
        .iter()
        .map(|line| {
            let mut turned = Line::at(mirror::position(line.line.start()));
            for m in line.line.moves() {
                turned.push(mirror::mv(*m)).expect("legal in the mirror");
            }
            EngineLine {
                score: line.score.mirrored(),
                line: turned,
                ..line.clone()
            }
        })
        .collect()
}

/// A move that is not the engine's, by the scores before and after it.
#[track_caller]
fn step(profile: &str, before: &str, after: &str, expected: Label) {
    let best = format!("{before} Nf3");
    let found = told(profile, QUIET, "a3", &[&best], &[after]);
    assert_eq!(found, Some(expected), "{profile}: {before} to {after}");
}

/// Source 001: from an equal position its edges lie at 11.4, 51.6, 92.2, 139.9
/// and 269.8 centipawns.
#[test]
fn wintr_has_the_edges_of_its_source() {
    use Label::{Best, Blunder, Excellent, Good, Inaccuracy, Mistake};
    for (after, label) in [
        ("0.50", Best),
        ("0.00", Best),
        ("-0.11", Best),
        ("-0.12", Excellent),
        ("-0.51", Excellent),
        ("-0.52", Good),
        ("-0.92", Good),
        ("-0.93", Inaccuracy),
        ("-1.39", Inaccuracy),
        ("-1.40", Mistake),
        ("-2.69", Mistake),
        ("-2.70", Blunder),
        ("-9.00", Blunder),
    ] {
        step("wintr", "0.00", after, label);
    }
}

/// The library's edges from an equal position: 10.9, 38.1, 76.6, 110.1, 230.1.
#[test]
fn wintr_lib_has_the_edges_of_its_source() {
    use Label::{Best, Blunder, Excellent, Good, Inaccuracy, Mistake};
    for (after, label) in [
        ("-0.10", Best),
        ("-0.11", Excellent),
        ("-0.38", Excellent),
        ("-0.39", Good),
        ("-0.76", Good),
        ("-0.77", Inaccuracy),
        ("-1.10", Inaccuracy),
        ("-1.11", Mistake),
        ("-2.30", Mistake),
        ("-2.31", Blunder),
    ] {
        step("wintr-lib", "0.00", after, label);
    }
}

/// Source 001's table of mates, as far as it has no holes.
#[test]
fn wintr_judges_mates_as_its_source() {
    use Label::{Best, Blunder, Excellent, Good, Inaccuracy, Mistake};
    for (before, after, label) in [
        // From a mate to a mate against the mover: three moves are close.
        ("#3", "#-3", Blunder),
        ("#3", "#-4", Mistake),
        // From a mate to centipawns.
        ("#3", "8.00", Excellent),
        ("#3", "7.99", Good),
        ("#3", "4.00", Good),
        ("#3", "3.99", Inaccuracy),
        ("#3", "2.00", Inaccuracy),
        ("#3", "1.99", Mistake),
        ("#3", "0.00", Mistake),
        ("#3", "-0.01", Blunder),
        // From centipawns to a mate.
        ("1.00", "#9", Best),
        ("1.00", "#-2", Blunder),
        ("1.00", "#-3", Mistake),
        ("1.00", "#-5", Mistake),
        ("1.00", "#-6", Inaccuracy),
        // A mate kept by the winner, one move nearer.
        ("#5", "#4", Best),
        ("#5", "#1", Best),
        // A mate suffered: held off as long as it can be, or sooner.
        ("#-5", "#-5", Best),
        ("#-5", "#-7", Best),
        ("#-5", "#-4", Excellent),
        ("#-5", "#-3", Good),
        ("#-9", "#-3", Good),
        ("#-9", "#-2", Inaccuracy),
    ] {
        step("wintr", before, after, label);
    }
}

/// Where the sources leave holes, each closed for a reason.
#[test]
fn holes_are_closed_in_every_profile_but_lichess() {
    use Label::{Best, Blunder, Excellent, Mistake};
    for profile in ["wintr", "wintr-lib", "dual", "dual-lenient", "krog"] {
        // Source 001 says okay, for it subtracts signs: who was mated and now
        // mates has turned the game.
        step(profile, "#-3", "#4", Best);
        // Source 001 says blunder while behind: who escapes a mate lost nothing.
        step(profile, "#-3", "-6.00", Best);
        step(profile, "#-1", "-0.10", Best);
        // Source 001 says excellent, okay or inaccuracy, by the delay: a mate
        // that is kept wins all the same.
        step(profile, "#3", "#2", Best);
        step(profile, "#3", "#3", Excellent);
        step(profile, "#3", "#30", Excellent);
        // A mate that is suffered anyway is nobody's blunder.
        let found = told(profile, QUIET, "a3", &["#-7 Nf3"], &["#-1"]);
        assert!(!matches!(found, Some(Blunder | Mistake)), "{profile}");
        // Source 003 says blunder: the game is won, so at worst a miss.
        for after in ["3.00", "5.00", "9.00", "30.00"] {
            let found = told(profile, QUIET, "a3", &["#3 Nf3"], &[after]);
            assert!(
                !matches!(found, Some(Blunder | Mistake)),
                "{profile} {after}"
            );
        }
    }
    step("dual", "#3", "3.00", Label::Miss);
    step("wintr-lib", "#3", "3.00", Label::Miss);
}

/// Source 003's examples, its own two tables, and its mates.
#[test]
fn dual_reproduces_the_examples_of_its_source() {
    use Label::{Best, Blunder, Excellent, Good, Inaccuracy, Miss, Mistake};
    for (best, played, label) in [
        ("2.00", "1.70", Good),
        ("1.00", "0.30", Inaccuracy),
        ("0.50", "-0.50", Mistake),
        // Its brilliant: the move played beats the best one by a pawn, which is
        // noise of the search.
        ("-1.80", "-0.30", Best),
        ("-1.60", "-0.50", Best),
        // The edges in centipawns, where chances would be milder.
        ("0.00", "-0.09", Best),
        ("0.00", "-0.10", Excellent),
        ("0.00", "-0.24", Excellent),
        ("0.00", "-0.25", Good),
        ("0.00", "-0.49", Good),
        ("0.00", "-0.50", Inaccuracy),
        ("0.00", "-0.99", Inaccuracy),
        ("0.00", "-1.00", Mistake),
        ("9.00", "6.01", Mistake),
        ("9.00", "6.00", Blunder),
        ("0.00", "-2.99", Mistake),
        ("0.00", "-3.00", Blunder),
        // Mates.
        ("#3", "-0.01", Blunder),
        ("#3", "#-4", Blunder),
        ("#3", "0.00", Miss),
        ("#3", "2.99", Miss),
        ("1.00", "#-8", Blunder),
        ("-10.00", "#-8", Best),
    ] {
        step("dual", best, played, label);
    }
    for (best, played, label) in [
        ("2.00", "1.70", Excellent),
        ("0.50", "-0.50", Good),
        ("9.00", "6.00", Good),
        ("6.00", "5.00", Excellent),
        // In chances a blunder from an equal position begins at 346.6.
        ("0.00", "-3.46", Mistake),
        ("0.00", "-3.47", Blunder),
    ] {
        step("dual-lenient", best, played, label);
    }
}

/// Lichess: 5, 10 and 15 points of winning chances, and its mates.
#[test]
fn lichess_is_kept_to_the_letter() {
    use Label::{Best, Blunder, Good, Inaccuracy, Mistake};
    for (before, after, label) in [
        ("0.00", "0.00", Good),
        ("0.00", "-0.54", Good),
        ("0.00", "-0.55", Inaccuracy),
        ("0.00", "-1.10", Inaccuracy),
        ("0.00", "-1.11", Mistake),
        ("0.00", "-1.68", Mistake),
        ("0.00", "-1.69", Blunder),
        ("20.00", "10.00", Good),
        ("1.00", "#-9", Blunder),
        ("-7.00", "#-9", Blunder),
        ("-7.01", "#-9", Mistake),
        ("-9.99", "#-9", Mistake),
        ("-10.00", "#-9", Inaccuracy),
        ("#3", "7.00", Blunder),
        ("#3", "7.01", Mistake),
        ("#3", "9.99", Mistake),
        ("#3", "10.00", Inaccuracy),
        ("#3", "#-9", Blunder),
        ("#3", "#20", Good),
        ("#-3", "-9.00", Good),
    ] {
        step("lichess", before, after, label);
    }
    let top = told("lichess", QUIET, "Nf3", &["0.00 Nf3"], &["-0.30"]);
    assert_eq!(top, Some(Best));
    let judged = told("lichess", QUIET, "Nf3", &["0.00 Nf3"], &["-1.00"]);
    assert_eq!(judged, Some(Inaccuracy));
    // The start counts 15 centipawns, whatever an engine says.
    for (before, after, label) in [("3.00", "-0.39", Good), ("-3.00", "-0.40", Inaccuracy)] {
        let position = Chess::default();
        let played = notation::read(&position, "f3").expect("legal");
        let mut next = position.clone();
        next.play_unchecked(played);
        let moment = Moment {
            position: &position,
            played,
            before: &lines(&position, &[before]),
            after: &lines(&next, &[after]),
            previous: None,
            book: false,
        };
        let profile = Profile::get("lichess").expect("built in");
        assert_eq!(judge(profile, &moment).label, Some(label), "{after}");
    }
}

/// A real sacrifice: Bxh7+ where the king can take and Ng5+ follows.
const GREEK: &str = "rnbq1rk1/pppnbppp/4p3/3pP3/3P4/2NB1N2/PPP2PPP/R1BQK2R w KQ - 0 8";

#[test]
fn a_sound_sacrifice_is_brilliant() {
    let before = ["2.00 Bxh7+ Kxh7 Ng5+", "0.40 O-O"];
    for profile in ["wintr", "wintr-lib", "dual", "dual-lenient"] {
        let found = told(profile, GREEK, "Bxh7+", &before, &["2.00 Kxh7 Ng5+"]);
        assert_eq!(found, Some(Label::Brilliant), "{profile}");
        // Not when the game is won anyway, nor when it is no good.
        let won = ["9.00 Bxh7+", "8.00 O-O"];
        let found = told(profile, GREEK, "Bxh7+", &won, &["9.00"]);
        assert_eq!(found, Some(Label::Best), "{profile}");
        let found = told(profile, GREEK, "Bxh7+", &["0.40 O-O"], &["-3.00"]);
        assert_eq!(found, Some(Label::Blunder), "{profile}");
    }
    for profile in ["lichess", "krog"] {
        let found = told(profile, GREEK, "Bxh7+", &before, &["2.00 Kxh7 Ng5+"]);
        assert_eq!(found, Some(Label::Best), "{profile}");
    }
}

#[test]
fn the_only_move_is_critical() {
    // Black threatens mate on the back rank; only one move holds.
    let text = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1";
    let only = ["1.20 h3", "-1.00 Rf1"];
    assert_eq!(
        told("wintr", text, "h3", &only, &["1.20"]),
        Some(Label::Critical)
    );
    let two = ["1.20 h3", "0.95 Rf1"];
    assert_eq!(
        told("wintr", text, "h3", &two, &["1.20"]),
        Some(Label::Best)
    );
    // The successor of source 001 tells it of the losing side, too.
    let lost = ["-2.00 h3", "-6.00 Rf1"];
    assert_eq!(
        told("wintr", text, "h3", &lost, &["-2.00"]),
        Some(Label::Best)
    );
    let found = told("wintr-lib", text, "h3", &lost, &["-2.00"]);
    assert_eq!(found, Some(Label::Critical));
    // What hangs is there for the taking.
    let text = "6k1/5ppp/8/3n4/8/8/5PPP/3R2K1 w - - 0 1";
    let takes = ["5.00 Rxd5", "1.00 h3"];
    for profile in ["wintr", "wintr-lib"] {
        assert_eq!(
            told(profile, text, "Rxd5", &takes, &["5.00"]),
            Some(Label::Best)
        );
    }
}

/// The complaints of users of peers, as rows.
#[test]
fn complaints_about_peers_do_not_apply() {
    // A bishop that cannot be taken, for the queen would fall, is no sacrifice.
    let text = "5rk1/4Qpp1/1pq4p/3p4/3P4/1P3N2/rB3PPP/3R2K1 w - - 0 21";
    for profile in ["wintr", "wintr-lib"] {
        let before = ["1.10 Rc1", "0.90 Ba1"];
        let found = told(profile, text, "Rc1", &before, &["1.12"]);
        assert_eq!(found, Some(Label::Best), "{profile}");
    }
    // A promotion is not brilliant, with a queen or with less.
    let text = "3r2k1/4P3/8/8/8/8/8/4R1K1 w - - 0 1";
    for san in ["e8=Q+", "exd8=Q+", "exd8=R+"] {
        let best = format!("5.00 {san}");
        let found = told("wintr", text, san, &[&best, "0.00 Kf2"], &["5.00"]);
        assert_ne!(found, Some(Label::Brilliant), "{san}");
    }
    // A longer mate is no blunder, in any profile, nor one that was there.
    for profile in crate::PROFILES.iter() {
        for (before, after) in [("#1", "#9"), ("#-9", "#-1"), ("#4", "#5")] {
            let best = format!("{before} Nf3");
            let found = told(&profile.id, QUIET, "a3", &[&best], &[after]);
            let fine = !found.is_some_and(Label::is_fault) || found == Some(Label::Inaccuracy);
            assert!(fine, "{}: {before} to {after}: {found:?}", profile.id);
        }
    }
}

#[test]
fn taking_back_is_neither_critical_nor_brilliant() {
    // Black has just taken a knight on c3; White takes back.
    let text = "rnbqk2r/pppp1ppp/5n2/4p3/4P3/P1b2N2/1PPP1PPP/R1BQKB1R w KQkq - 0 5";
    let position = fen::parse(text).expect("legal");
    let before = lines(&position, &["0.30 bxc3", "-3.00 dxc3"]);
    let played = notation::read(&position, "bxc3").expect("legal");
    let last = Move::Normal {
        role: krog_chess::Role::Bishop,
        from: krog_chess::Square::B4,
        capture: Some(krog_chess::Role::Knight),
        to: krog_chess::Square::C3,
        promotion: None,
    };
    let mut next = position.clone();
    next.play_unchecked(played);
    let after = lines(&next, &["0.30"]);
    for profile in crate::PROFILES.iter() {
        let moment = Moment {
            position: &position,
            played,
            before: &before,
            after: &after,
            previous: Some(Previous {
                played: Some(last),
                ..Previous::default()
            }),
            book: false,
        };
        assert_eq!(
            judge(profile, &moment).label,
            Some(Label::Best),
            "{}",
            profile.id
        );
    }
}

#[test]
fn theory_is_told_and_its_losses_are_kept() {
    let position = fen::parse(QUIET).expect("legal");
    let played = notation::read(&position, "f4").expect("legal");
    let mut next = position.clone();
    next.play_unchecked(played);
    let moment = Moment {
        position: &position,
        played,
        before: &lines(&position, &["0.30 Nf3"]),
        after: &lines(&next, &["-0.60"]),
        previous: None,
        book: true,
    };
    let profile = Profile::get("wintr").expect("built in");
    let verdict = judge(profile, &moment);
    assert_eq!(verdict.label, Some(Label::Book));
    assert!(verdict.loss.is_some_and(|loss| loss > 0.07), "{verdict:?}");
    assert_eq!(verdict.centipawns, Some(90));
    let plain = Moment {
        book: false,
        ..moment
    };
    assert_eq!(judge(profile, &plain).label, Some(Label::Good));
}

#[test]
fn gifts_given_back_are_misses() {
    let position = fen::parse(QUIET).expect("legal");
    let played = notation::read(&position, "a3").expect("legal");
    let mut next = position.clone();
    next.play_unchecked(played);
    let check = |before: &str, now: &str, after: &str, expected: Label| {
        let moment = Moment {
            position: &position,
            played,
            before: &lines(&position, &[&format!("{now} Nf3")]),
            after: &lines(&next, &[after]),
            previous: Some(Previous {
                before: &lines(&Chess::default(), &[before]),
                ..Previous::default()
            }),
            book: false,
        };
        let profile = Profile::get("wintr-lib").expect("built in");
        assert_eq!(
            judge(profile, &moment).label,
            Some(expected),
            "{before} {now} {after}"
        );
    };
    check("0.00", "2.00", "0.00", Label::Miss);
    check("0.00", "2.00", "1.50", Label::Good);
    // More than the gift is lost: a blunder of its own.
    check("0.00", "2.00", "-2.00", Label::Blunder);
    check("0.00", "1.00", "0.00", Label::Inaccuracy);
}
