//! The built-in profiles.

use krog_chess::Curve;

use super::{
    Book, Centipawns, Counts, Critical, Formula, Mates, Miss, Name, Profile, Reference, Sacrifice,
};
use crate::label::Label;

/// Every profile, the default first.
pub(super) fn all() -> Vec<Profile> {
    vec![
        wintr(),
        wintr_lib(),
        dual("dual", Counts::Harsher),
        dual("dual-lenient", Counts::Milder),
        lichess(),
        krog(),
    ]
}

/// Source 001.
fn wintr() -> Profile {
    Profile {
        id: "wintr".into(),
        curve: Curve {
            slope: 0.0035,
            clamp: None,
        },
        start: None,
        reference: Reference::Before,
        loss: [0.01, 0.045, 0.08, 0.12, 0.22],
        centipawns: None,
        mates: Mates::Steps,
        forced: true,
        book: Book::First,
        critical: Some(Critical {
            second: 0.10,
            free: Sacrifice::Safety,
        }),
        brilliant: Some(Sacrifice::Safety),
        miss: None,
        accuracy: Formula::Wintr,
        names: vec![
            (Label::Good, Name::Message("label-okay")),
            (Label::Book, Name::Message("label-theory")),
        ],
    }
}

/// The library that succeeds source 001's program.
fn wintr_lib() -> Profile {
    Profile {
        id: "wintr-lib".into(),
        curve: Curve {
            slope: Curve::LICHESS.slope,
            clamp: None,
        },
        loss: [0.01, 0.035, 0.07, 0.10, 0.20],
        mates: Mates::Chances,
        critical: Some(Critical {
            second: 0.085,
            free: Sacrifice::Exchange,
        }),
        brilliant: Some(Sacrifice::Exchange),
        miss: Some(Miss {
            gift: 0.10,
            from: 0.7,
            to: 1.4,
        }),
        ..wintr()
    }
}

/// Source 003; its examples ask for the harsher label, its prose for the milder.
fn dual(id: &'static str, counts: Counts) -> Profile {
    Profile {
        id: id.into(),
        curve: Curve {
            slope: 0.004,
            clamp: None,
        },
        reference: Reference::AfterBest,
        loss: [0.02, 0.05, 0.10, 0.20, 0.30],
        centipawns: Some(Centipawns {
            edges: [10, 25, 50, 100, 300],
            counts,
        }),
        mates: Mates::Decisive,
        critical: None,
        names: Vec::new(),
        ..wintr()
    }
}

/// Lichess's judgements: <https://github.com/lichess-org/lila>, `Advice.scala`.
/// Best and excellent have no room of their own there.
fn lichess() -> Profile {
    Profile {
        id: "lichess".into(),
        curve: Curve::LICHESS,
        start: Some(15),
        reference: Reference::Before,
        loss: [0.0, 0.0, 0.05, 0.10, 0.15],
        centipawns: None,
        mates: Mates::Lichess,
        forced: false,
        book: Book::Never,
        critical: None,
        brilliant: None,
        miss: None,
        accuracy: Formula::Lichess,
        names: Vec::new(),
    }
}

/// Source 000: the difference of combined scores.
fn krog() -> Profile {
    Profile {
        id: "krog".into(),
        reference: Reference::Blended,
        loss: [0.02, 0.05, 0.10, 0.20, 0.35],
        mates: Mates::Chances,
        forced: false,
        book: Book::Never,
        critical: None,
        brilliant: None,
        names: Vec::new(),
        ..wintr()
    }
}
