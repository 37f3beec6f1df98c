//! Why a formula holds or fails: a tree with the decisive parts and witnesses.

use crate::{
    check::{argument_values, elements, instances, states_of, states_where},
    env::Env,
    formula::{Action, Connective, Formula, Quantified, Tense, Term, Until},
    sort::Value,
    vocabulary::{Body, Entry},
    witness::Witness,
};

/// How deep definitions are opened up.
const DEEPEST: usize = 12;

/// A formula's verdict, what it rests on, and the verdicts on its parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The formula as text.
    pub formula: String,
    /// Whether it holds.
    pub holds: bool,
    /// The ply of the trace it was judged at.
    pub ply: usize,
    /// The state of the trace that decides it, where a tense looks for one.
    pub decided_at: Option<usize>,
    /// Whether it speaks of a state that an action would lead to, beside the trace.
    pub hypothetical: bool,
    /// The men it rests on.
    pub witnesses: Vec<Witness>,
    /// The parts that decide it.
    pub parts: Vec<Proof>,
}

impl Formula {
    /// Judges the formula and tells why.
    ///
    /// ```
    /// use krog_chess::fen;
    /// use krog_logic::{Env, Formula, Trace, Vocabulary};
    ///
    /// let position = fen::parse("6k1/8/8/8/4n3/8/3B4/6K1 w - - 0 1")?;
    /// let trace = Trace::of_position(&position);
    /// let formula = Formula::parse("∃p ∈ pieces(self, bishop): attacked(p, opponent)", Vocabulary::base())?;
    /// let proof = formula.prove(&Env::at(&trace, 0).expect("a first state"));
    /// assert!(proof.holds);
    /// assert_eq!(proof.evidence()[0].square.to_string(), "d2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prove(&self, env: &Env<'_>) -> Proof {
        prove(self, env, &mut Vec::new(), 0)
    }
}

impl Proof {
    /// The witnesses that stand on the trace, each once; what would stand
    /// elsewhere after an action is not among them.
    pub fn evidence(&self) -> Vec<Witness> {
        let mut found = self.witnesses.clone();
        for part in self.parts.iter().filter(|part| !part.hypothetical) {
            for witness in part.evidence() {
                if !found.contains(&witness) {
                    found.push(witness);
                }
            }
        }
        found
    }

    /// The ply that decides a statement about time: where `G` is first broken
    /// or `F` first fulfilled.
    pub fn decisive_ply(&self) -> Option<usize> {
        self.decided_at.or_else(|| {
            let parts = self.parts.iter().filter(|part| !part.hypothetical);
            parts
                .map(Proof::decisive_ply)
                .find(Option::is_some)
                .flatten()
        })
    }
}

fn prove(formula: &Formula, env: &Env<'_>, slots: &mut Vec<Value>, depth: usize) -> Proof {
    let holds = formula.holds_with(env, slots);
    let mut proof = Proof {
        formula: formula.to_string(),
        holds,
        ply: env.plies(),
        decided_at: None,
        hypothetical: env.is_hypothetical(),
        witnesses: Vec::new(),
        parts: Vec::new(),
    };
    if depth >= DEEPEST {
        return proof;
    }
    match formula {
        Formula::Not(inside) => proof.parts.push(prove(inside, env, slots, depth + 1)),
        Formula::Binary(connective, ..) => {
            let mut operands = Vec::new();
            flatten(formula, *connective, &mut operands);
            for operand in operands {
                proof.parts.push(prove(operand, env, slots, depth + 1));
            }
        }
        Formula::Quantified(quantified) => decide(&mut proof, quantified, env, slots, depth),
        Formula::Play(_, entry) => {
            if let Body::Principle { applies, condition } = &entry.body {
                let part = |part| prove(part, env, &mut Vec::new(), depth + 1);
                proof.parts.extend([applies, condition].map(part));
            }
        }
        Formula::After(state, action) => {
            proof
                .parts
                .extend(branch((state, action), holds, env, slots, depth));
        }
        Formula::Temporal(tense, bound, state) => {
            let lasting = matches!(tense, Tense::Always | Tense::Historically);
            let decisive = states_where(*tense, *bound, state, env)
                .find(|env| state.holds_with(env, slots) != lasting);
            if let Some(env) = decisive {
                proof.decided_at = Some(env.plies()).filter(|_| !env.is_hypothetical());
                proof.parts.push(prove(state, &env, slots, depth + 1));
            }
        }
        Formula::Until(until, bound, left, right) => {
            settle(
                &mut proof,
                (*until, *bound),
                (left, right),
                (env, slots),
                depth,
            );
        }
        Formula::Atom(entry, arguments) => atom(&mut proof, entry, arguments, (env, slots), depth),
        _ => {}
    }
    proof
}

/// Looks at the state after an action: the one that decides, of several.
fn branch(
    (state, action): (&Formula, &Action),
    holds: bool,
    env: &Env<'_>,
    slots: &mut Vec<Value>,
    depth: usize,
) -> Option<Proof> {
    if *action == Action::Pass {
        return Some(prove(state, &env.after_pass()?, slots, depth + 1));
    }
    let moves = instances(action, env, slots);
    let decisive = moves
        .into_iter()
        .find(|m| state.holds_with(&env.after(*m), slots) == holds)?;
    Some(prove(state, &env.after(decisive), slots, depth + 1))
}

/// Finds the state that decides U, R or S, and the side that decides it there.
fn settle(
    proof: &mut Proof,
    (until, bound): (Until, Option<u32>),
    (left, right): (&Formula, &Formula),
    (env, slots): (&Env<'_>, &mut Vec<Value>),
    depth: usize,
) {
    let tense = match until {
        Until::Until | Until::Release => Tense::Finally,
        Until::Since => Tense::Once,
    };
    // φ R ψ is settled where ψ fails or φ holds, the others the other way round.
    let released = until == Until::Release;
    for env in states_of(tense, bound, env) {
        let decider = if right.holds_with(&env, slots) != released {
            right
        } else if left.holds_with(&env, slots) == released {
            left
        } else {
            continue;
        };
        proof.decided_at = Some(env.plies()).filter(|_| !env.is_hypothetical());
        proof.parts.push(prove(decider, &env, slots, depth + 1));
        return;
    }
}

/// Finds what decides a quantifier: a counterexample of ∀, an example of ∃.
fn decide(
    proof: &mut Proof,
    quantified: &Quantified,
    env: &Env<'_>,
    slots: &mut Vec<Value>,
    depth: usize,
) {
    if proof.holds == quantified.every {
        return;
    }
    let Some(set) = quantified.domain.value(env, slots) else {
        return;
    };
    for element in elements(set, env) {
        let seen = witness(env, &quantified.variable, &element);
        slots.push(element);
        let decides = quantified.body.holds_with(env, slots) != quantified.every;
        if decides {
            proof.witnesses.extend(seen);
            proof
                .parts
                .push(prove(&quantified.body, env, slots, depth + 1));
        }
        slots.pop();
        if decides {
            return;
        }
    }
}

fn atom(
    proof: &mut Proof,
    entry: &Entry,
    arguments: &[Term],
    (env, slots): (&Env<'_>, &[Value]),
    depth: usize,
) {
    let Some(mut values) = argument_values(entry, arguments, env, slots) else {
        return;
    };
    for (value, param) in values.iter().zip(entry.params) {
        proof.witnesses.extend(witness(env, param.name, value));
    }
    if let Body::Defined(formula) = &entry.body {
        proof
            .parts
            .push(prove(formula, env, &mut values, depth + 1));
    }
}

/// The operands of a chain of the same connective.
fn flatten<'f>(formula: &'f Formula, chain: Connective, operands: &mut Vec<&'f Formula>) {
    match formula {
        Formula::Binary(connective, left, right)
            if *connective == chain && matches!(chain, Connective::And | Connective::Or) =>
        {
            flatten(left, chain, operands);
            flatten(right, chain, operands);
        }
        Formula::Binary(connective, left, right) if *connective == chain && operands.is_empty() => {
            operands.extend([left.as_ref(), right.as_ref()]);
        }
        _ => operands.push(formula),
    }
}

fn witness(env: &Env<'_>, role: &str, value: &Value) -> Option<Witness> {
    let square = match value {
        Value::Square(square) => *square,
        Value::Piece(man) => man.square,
        Value::Move(m) => m.to(),
        _ => return None,
    };
    Some(Witness::on(env.state(), role.to_owned(), square))
}
