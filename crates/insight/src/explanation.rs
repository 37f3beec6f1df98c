//! The whole answer about a move: proved claims, the most decisive first.

use std::collections::BTreeMap;

use krog_chess::{Bitboard, Chess, Color, Curve, EngineLine, Line, Move, Value, WinChance};
use krog_text::Bilingual;

use crate::{
    claim::{Claim, Court, Polarity, Source},
    counsel::{Counsel, Memory},
    effect,
    gain::{self, Advice},
    principle::{self, Finding},
    render,
    reply::{self, Contrast},
    scene::Scene,
};

/// The most claims that are shown about a move.
pub const HANDFUL: usize = 6;

/// What engines say, where they were asked.
#[derive(Clone, Copy, Default, Debug)]
pub struct Given<'a> {
    /// Lines from the position before the move, best first.
    pub before: &'a [EngineLine],
    /// Lines from the position after the move, best first.
    pub after: &'a [EngineLine],
    /// The reply that somebody points out.
    pub hint: Option<Move>,
    /// An engine to ask about the moves that follow, for gains that lie deep.
    pub counsel: Option<Counsel<'a>>,
}

impl Given<'_> {
    /// The winning chances that a move gave away, from 0 to 1.
    fn loss(&self, mover: Color) -> f64 {
        let chance = |lines: &[EngineLine]| {
            let value = lines.first()?.score.pov(mover);
            Some(WinChance::of(value, Curve::LICHESS).get())
        };
        match (chance(self.before), chance(self.after)) {
            (Some(before), Some(after)) => before - after,
            _ => 0.0,
        }
    }

    /// Whether a move made things worse.
    fn is_slip(&self, mover: Color) -> bool {
        let mated = |lines: &[EngineLine]| {
            let value = lines.first().map(|line| line.score.pov(mover));
            matches!(value, Some(Value::MatedIn(_)))
        };
        let newly = !self.before.is_empty() && !mated(self.before) && mated(self.after);
        newly || self.loss(mover) >= SLIP
    }
}

/// The loss of winning chances from which a move is looked into, beside one that
/// gets its side mated.
const SLIP: f64 = 0.04;

/// What a move does, why it is good or bad, each sentence proved.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The move.
    pub scene: Scene,
    /// The claims worth showing, the most decisive first.
    pub claims: Vec<Claim>,
    /// What the principles say.
    pub principles: Vec<Finding>,
    /// The move an engine prefers, and what it does, where it is another one.
    pub better: Option<Better>,
    /// How many proposals the checker turned down, by id.
    pub rejected: BTreeMap<&'static str, u64>,
}

/// A better move and the claims about it.
#[derive(Clone, Debug)]
pub struct Better {
    /// The move.
    pub scene: Scene,
    /// What it does.
    pub claims: Vec<Claim>,
}

impl Explanation {
    /// The claim that refutes the move: what the reply wins.
    pub fn refutation(&self) -> Option<&Claim> {
        self.claims
            .iter()
            .find(|claim| claim.polarity == Polarity::Against && !claim.lines.is_empty())
    }

    /// What the better move wins and this one does not.
    pub fn missed(&self) -> Option<&Claim> {
        let claims = &self.better.as_ref()?.claims;
        claims.iter().find(|claim| {
            let given_up = claim.gain.is_some_and(|gain| gain < 0);
            claim.polarity == Polarity::For && !claim.lines.is_empty() && !given_up
        })
    }

    /// The norms of the move as one formula: it is permitted, and which
    /// principles it follows or breaks.
    pub fn formula(&self) -> String {
        let mut parts = vec![format!("P({})", self.scene.san())];
        for finding in &self.principles {
            let code = finding.principle.code;
            let norm = finding.principle.norm.letter();
            if finding.satisfied {
                parts.push(format!("{norm}({code})"));
            } else if finding.is_violated() {
                parts.push(format!("¬{norm}({code})"));
            }
        }
        parts.join(" ∧ ")
    }

    /// The claims as sentences.
    pub fn text(&self) -> Bilingual {
        render::sentences(&self.scene.san(), &self.claims)
    }
}

/// Explains a move; gives it back when it is not legal.
pub fn explain(position: &Chess, m: Move, given: Given<'_>) -> Result<Explanation, Move> {
    let scene = Scene::new(position, m)?;
    let mut court = Court::default();
    // Only what went wrong is worth an engine's further time.
    let counsel = given.counsel.filter(|_| given.is_slip(scene.mover()));
    let memory = counsel.map(Memory::of);
    let counsel = memory.as_ref();
    let advice = Advice {
        lines: given.after,
        hint: given.hint,
        counsel,
    };
    let principles = judge(&scene, advice, &mut court);
    let refuted = rests_on_lines(court.claims(), Polarity::Against);
    // What is refuted needs no deep reason why another move was better.
    let counsel = counsel.filter(|_| !refuted);
    let mut better = given
        .before
        .first()
        .and_then(|line| better(position, m, line, counsel));
    if let Some(better) = better.as_mut().filter(|_| !refuted) {
        contrast(&scene, better, given, &mut court);
        let advice = Advice { counsel, ..advice };
        assets(&scene, better, (given, advice), &mut court);
    }
    let (claims, rejected) = court.close();
    Ok(Explanation {
        claims: select(claims, scene.mover()),
        scene,
        principles,
        better,
        rejected,
    })
}

fn judge(scene: &Scene, advice: Advice<'_>, court: &mut Court) -> Vec<Finding> {
    if !gain::wins(scene, advice, court) {
        gain::loses(scene, advice, court);
    }
    effect::detect(scene, court);
    let principles = principle::judge(scene, court);
    if court.claims().is_empty() {
        effect::quiet(scene, court);
    }
    principles
}

/// What the reply threatens that the better move would have ruled out, where
/// nothing is lost for sure.
fn contrast(scene: &Scene, better: &Better, given: Given<'_>, court: &mut Court) {
    let nth = |lines: &[EngineLine], n: usize| lines.first()?.line.moves().get(n).copied();
    // What is the best reply to either move is no reason to prefer one.
    let reply = nth(given.after, 0).filter(|reply| nth(given.before, 1) != Some(*reply));
    if let Some(reply) = reply.filter(|_| given.is_slip(scene.mover())) {
        let better = better.scene.m();
        let contrast = Contrast { reply, better };
        if !reply::threatens(scene, contrast, court) {
            reply::passes_up(scene, contrast, court);
        }
    }
}

/// Whether some claim for or against a move rests on lines.
fn rests_on_lines(claims: &[Claim], polarity: Polarity) -> bool {
    let mut claims = claims.iter();
    claims.any(|claim| claim.polarity == polarity && !claim.lines.is_empty())
}

/// What lasts and is no material, where nothing else is proved: what the move
/// gives the opponent and the better one does not, or the other way about.
fn assets(
    scene: &Scene,
    better: &mut Better,
    (given, advice): (Given<'_>, Advice<'_>),
    court: &mut Court,
) {
    let (Some(before), Some(after)) = (given.before.first(), given.after.first()) else {
        return;
    };
    let me = scene.mover();
    if rests_on_lines(court.claims(), Polarity::Against)
        || rests_on_lines(&better.claims, Polarity::For)
        || gain::assets(scene, advice, (!me, before), court)
    {
        return;
    }
    let mut own = Court::default();
    let rest = [continuation(&better.scene, before)];
    let advice = Advice {
        lines: &rest,
        ..advice
    };
    gain::assets(&better.scene, advice, (me, after), &mut own);
    better.claims.splice(0..0, own.close().0);
    better.claims.truncate(HANDFUL);
}

/// An engine's line without its first move, which is the scene's.
fn continuation(scene: &Scene, line: &EngineLine) -> EngineLine {
    let mut rest = Line::at(scene.after().clone());
    for m in line.line.moves().iter().skip(1) {
        // What an engine's line holds is legal where it stands.
        let _ = rest.push(*m);
    }
    EngineLine {
        line: rest,
        ..line.clone()
    }
}

fn better(
    position: &Chess,
    m: Move,
    line: &EngineLine,
    counsel: Option<&Memory<'_>>,
) -> Option<Better> {
    let best = line
        .line
        .moves()
        .first()
        .copied()
        .filter(|best| *best != m)?;
    let scene = Scene::new(position, best).ok()?;
    let after = [continuation(&scene, line)];
    let mut court = Court::default();
    let advice = Advice {
        lines: &after,
        hint: None,
        counsel,
    };
    judge(&scene, advice, &mut court);
    if court.claims().iter().all(|claim| claim.lines.is_empty()) {
        gain::holds(&scene, advice, &mut court);
    }
    let claims = select(court.close().0, scene.mover());
    Some(Better { scene, claims })
}

/// The side whose men a claim is about, for telling repetitions.
fn topic(claim: &Claim, mover: Color) -> Option<Color> {
    match claim.id {
        "attacks" | "threatens" | "attacks_both" | "takes" | "trades" | "uncovers"
        | "holds_to_king" | "lines_up" | "attacks_pinned" | "check" | "discovered_check" => {
            Some(!mover)
        }
        "guards" | "protects" | "parries" | "escapes" | "exposes" | "leaves_hanging" | "offers" => {
            Some(mover)
        }
        _ => None,
    }
}

/// The claims to show: the weightiest, none that only repeats what is said.
fn select(mut claims: Vec<Claim>, mover: Color) -> Vec<Claim> {
    claims.sort_by_key(|claim| -claim.weight);
    let lost = claims.iter().any(|claim| {
        claim.gain.is_some_and(|gain| gain < 0) || claim.id.starts_with("allows_mate")
    });
    let won = claims
        .iter()
        .any(|claim| claim.gain.is_some_and(|gain| gain > 0));
    let mated = claims.first().is_some_and(|claim| claim.weight == 1000);
    let decided = claims
        .first()
        .is_some_and(|claim| claim.weight > 900 && claim.polarity == Polarity::For);
    let mut said = [Bitboard::EMPTY; 2];
    let mut kept: Vec<Claim> = Vec::new();
    for claim in claims {
        let moot = match claim.id {
            "exposes" | "leaves_hanging" | "offers" | "gives_for" => lost || won || decided,
            _ if decided && kept.len() >= 3 => true,
            "takes" | "trades" if kept.iter().any(|kept| kept.id == "gives_back") => true,
            "takes" | "trades" => won || kept.iter().any(|kept| kept.id == "takes_checker"),
            "allows_back_rank_mate" => kept.iter().any(|kept| kept.id == "allows_mate"),
            "neglects_development" => kept.iter().any(|kept| kept.id == "moves_twice"),
            "moves_twice" => kept.iter().any(|kept| kept.id == "neglects_development"),
            "attacks" | "guards" if kept.len() >= 3 => true,
            "promotes" => kept.iter().any(|kept| kept.id.ends_with("romotion")),
            _ => mated && claim.weight < 1000,
        };
        let about: Vec<(usize, Bitboard)> = [Color::White, Color::Black]
            .into_iter()
            .map(|color| {
                let men = claim
                    .witnesses
                    .iter()
                    .filter(|w| w.role != "mover" && w.role != "man")
                    .filter(|w| w.piece.is_some_and(|piece| piece.color == color))
                    .map(|w| w.square)
                    .collect();
                (usize::from(color.is_white()), men)
            })
            .collect();
        let repeats = topic(&claim, mover).is_some_and(|side| {
            let (place, men) = about[usize::from(side.is_black())];
            !men.is_empty() && (men & !said[place]).is_empty()
        });
        if moot || repeats {
            continue;
        }
        for (place, men) in about {
            said[place] |= men;
        }
        kept.push(claim);
        if kept.len() == HANDFUL {
            break;
        }
    }
    kept
}

/// The sum that the claims' tactics count in the combined score: a mate 100, a
/// proved gain a fifth of its centipawns up to 100, a hold on a man 40 where
/// its king stands behind and 25 where another does, a draw held 50; the
/// opponent's negative.
pub fn tactical_score(claims: &[Claim]) -> i32 {
    claims
        .iter()
        .map(|claim| {
            let size = match (claim.id, claim.gain) {
                (_, Some(gain)) => (gain.abs() / 5).min(100),
                ("holds_to_king", _) => 40,
                ("lines_up", _) => 25,
                _ if claim.source == Source::Tactic("equality") => 50,
                _ if matches!(claim.source, Source::Tactic(_)) => 100,
                _ => 0,
            };
            match claim.polarity {
                Polarity::For => size,
                Polarity::Against => -size,
            }
        })
        .sum()
}
