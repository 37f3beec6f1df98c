//! What the message files of two languages must have in common, and what each
//! must hold to. It looks at outlines only and finds every problem, not the first.

use super::{
    function::{FUNCTIONS, Values},
    outline::{Entry, OptionUse, Outline},
    problem::Problem,
};

/// Everything that is wrong within each outline and between the two.
pub(super) fn problems(one: &Outline, other: &Outline) -> Vec<Problem> {
    let mut problems = Vec::new();
    for outline in [one, other] {
        for (id, entry) in &outline.entries {
            references(outline, id, entry, &mut problems);
            calls(outline, id, entry, &mut problems);
            selectors(outline, id, entry, &mut problems);
        }
    }
    missing(one, other, &mut problems);
    missing(other, one, &mut problems);
    problems
}

/// What `outline` has and `lacking` lacks.
fn missing(outline: &Outline, lacking: &Outline, problems: &mut Vec<Problem>) {
    let language = lacking.language;
    let there = lacking.variables();
    for (id, variables) in outline.variables() {
        match there.get(&id) {
            None => problems.push(Problem::MissingMessage { language, id }),
            Some(there) => problems.extend(variables.difference(there).map(|variable| {
                Problem::MissingVariable {
                    language,
                    id: id.clone(),
                    variable: variable.clone(),
                }
            })),
        }
    }
}

fn references(outline: &Outline, id: &str, entry: &Entry, problems: &mut Vec<Problem>) {
    let unknown = entry
        .references
        .iter()
        .filter(|reference| !outline.has(reference));
    problems.extend(unknown.map(|reference| Problem::UnknownReference {
        language: outline.language,
        line: entry.line,
        id: id.to_owned(),
        found: reference.clone(),
    }));
    if outline.is_cyclic(id) {
        problems.push(Problem::Circle {
            language: outline.language,
            line: entry.line,
            id: id.to_owned(),
        });
    }
}

fn calls(outline: &Outline, id: &str, entry: &Entry, problems: &mut Vec<Problem>) {
    let known = |name: &str| FUNCTIONS.iter().any(|function| function.name == name);
    let unknown = entry.functions.iter().filter(|name| !known(name));
    problems.extend(unknown.map(|name| Problem::UnknownFunction {
        language: outline.language,
        line: entry.line,
        id: id.to_owned(),
        found: name.clone(),
        expected: quoted(FUNCTIONS.iter().map(|function| function.name)),
    }));
    for used in &entry.options {
        if let Err(expected) = option(used) {
            problems.push(Problem::UnknownOption {
                language: outline.language,
                line: entry.line,
                id: id.to_owned(),
                function: used.function.clone(),
                found: format!("{}: {}", used.option, used.value),
                expected,
            });
        }
    }
}

/// Checks one option of a call; the error is what was expected.
fn option(used: &OptionUse) -> Result<(), String> {
    let Some(function) = FUNCTIONS.iter().find(|f| f.name == used.function) else {
        return Ok(()); // reported as a function
    };
    let Some((_, values)) = function
        .options
        .iter()
        .find(|(name, _)| *name == used.option)
    else {
        return Err(match function.options {
            [] => "no option".to_owned(),
            options => format!("one of {}", quoted(options.iter().map(|(name, _)| *name))),
        });
    };
    match values {
        Values::Names(names) if names.contains(&used.value.as_str()) => Ok(()),
        Values::Names(names) => Err(format!("one of {}", quoted(names.iter().copied()))),
        Values::Number if used.value.parse::<u8>().is_ok() => Ok(()),
        Values::Number => Err("a whole number below 256".to_owned()),
    }
}

fn selectors(outline: &Outline, id: &str, entry: &Entry, problems: &mut Vec<Problem>) {
    problems.extend(
        entry
            .selectors
            .iter()
            .map(|(variable, key)| Problem::Selector {
                language: outline.language,
                line: entry.line,
                id: id.to_owned(),
                variable: variable.clone(),
                key: key.clone(),
            }),
    );
}

fn quoted<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests;
