//! What is asked of the campaign: how many faults, by which seed, where.

use super::{ALL, Scenario};

/// A campaign as the command line describes it.
#[derive(Clone, Debug)]
pub struct Request {
    /// How many faults in all.
    pub faults: usize,
    /// What chooses them.
    pub seed: u64,
    /// Who suffers them.
    pub scenarios: Vec<Scenario>,
}

/// Unless told.
const FAULTS: usize = 500;
const SEED: u64 = 1;

impl Request {
    /// Reads `[--faults N] [--seed S] [scenario…]`.
    pub fn read(words: &[&str]) -> Result<Request, String> {
        let mut request = Request {
            faults: FAULTS,
            seed: SEED,
            scenarios: Vec::new(),
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut number = || {
                let found = words.next().copied().unwrap_or("nothing");
                let number = found.parse::<u64>();
                number.map_err(|_| format!("found {found} after {word}, expected a number"))
            };
            match *word {
                "--faults" => {
                    let faults = usize::try_from(number()?);
                    request.faults = faults.map_err(|error| error.to_string())?;
                }
                "--seed" => request.seed = number()?,
                name => {
                    let found = ALL.iter().find(|one| one.name == name);
                    let names: Vec<&str> = ALL.iter().map(|one| one.name).collect();
                    let names = names.join(", ");
                    let unknown = || format!("found {name:?}, expected one of {names}");
                    request.scenarios.push(*found.ok_or_else(unknown)?);
                }
            }
        }
        if request.scenarios.is_empty() {
            request.scenarios = ALL.to_vec();
        }
        Ok(request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_read_and_what_is_not_understood_is_named() {
        let request = Request::read(&["--seed", "3", "disk", "--faults", "9"]).expect("read");
        assert_eq!((request.seed, request.faults), (3, 9));
        assert_eq!(request.scenarios.len(), 1);
        assert!(Request::read(&["--seed"]).is_err_and(|error| error.contains("nothing")));
        assert!(Request::read(&["flood"]).is_err_and(|error| error.contains("flood")));
    }
}
