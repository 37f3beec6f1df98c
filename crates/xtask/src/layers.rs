//! Who may use whom: the table of crates, bottom first, and what the pure ones
//! may not touch. The tidy rules hold the workspace to it; a new crate starts
//! with a row here.

/// A crate of the workspace and its place.
#[derive(Debug)]
pub struct Row {
    /// The crate: folder `crates/X`, package `krog-X`.
    pub name: &'static str,
    /// Its layer; none for what stands beside the product.
    pub layer: Option<u8>,
    /// Which crates of ours it may use.
    pub uses: Uses,
}

/// Which crates of ours a crate may use. The crate `text` is open to all but
/// those that may use nothing.
#[derive(Debug)]
pub enum Uses {
    /// None at all.
    Nothing,
    /// These, and `text`.
    These(&'static [&'static str]),
    /// All of lower layers.
    AllBelow,
    /// All that have a layer.
    All,
}

/// The table of crates.
pub const CRATES: &[Row] = &[
    row("text", 0, Uses::Nothing),
    row("chess", 0, Uses::These(&[])),
    row("logic", 1, Uses::These(&["chess"])),
    row("engine", 1, Uses::These(&["chess"])),
    row("stats", 1, Uses::These(&["chess"])),
    row("insight", 2, Uses::These(&["chess", "logic"])),
    row("analyst", 2, Uses::These(&["chess", "engine"])),
    row("store", 2, Uses::These(&["chess", "stats"])),
    row("importer", 3, Uses::These(&["chess", "stats", "store"])),
    row(
        "advisor",
        3,
        Uses::These(&["chess", "logic", "insight", "stats"]),
    ),
    row(
        "wire",
        4,
        Uses::These(&["chess", "logic", "engine", "insight", "stats", "advisor"]),
    ),
    row("server", 5, Uses::AllBelow),
    row("cli", 6, Uses::AllBelow),
    Row {
        name: "borders",
        layer: None,
        uses: Uses::All,
    },
    Row {
        name: "lab",
        layer: None,
        uses: Uses::All,
    },
    Row {
        name: "xtask",
        layer: None,
        uses: Uses::Nothing,
    },
];

/// Crates that do no I/O, start no runtime and read no clock.
pub const PURE: &[&str] = &[
    "text", "chess", "logic", "engine", "stats", "insight", "advisor",
];

/// Outside crates that a pure crate does not use, except in its tests.
pub const IMPURE_CRATES: &[&str] = &["tokio", "axum", "reqwest", "sqlx", "rusqlite"];

/// Crates that may use tokio beyond their tests: async stays at the rim.
pub const ASYNC: &[&str] = &[
    "analyst", "importer", "store", "server", "cli", "borders", "lab",
];

/// The row of a crate, by the name of its folder.
pub fn find(name: &str) -> Option<&'static Row> {
    CRATES.iter().find(|row| row.name == name)
}

impl Row {
    /// Whether this crate may use that one.
    pub fn may_use(&self, other: &Row) -> bool {
        match self.uses {
            Uses::Nothing => false,
            Uses::These(names) => other.name == "text" || names.contains(&other.name),
            Uses::AllBelow => other.layer.is_some() && other.layer < self.layer,
            Uses::All => other.layer.is_some(),
        }
    }
}

const fn row(name: &'static str, layer: u8, uses: Uses) -> Row {
    Row {
        name,
        layer: Some(layer),
        uses,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(user: &str, expected: &[&str]) {
        let user = find(user).expect("a crate of the table");
        let allowed = CRATES.iter().filter(|other| user.may_use(other));
        let allowed: Vec<_> = allowed.map(|other| other.name).collect();
        assert_eq!(allowed, expected, "{}", user.name);
    }

    #[test]
    fn rows_allow_what_the_design_allows() {
        check("text", &[]);
        check("chess", &["text"]);
        check("engine", &["text", "chess"]);
        check("importer", &["text", "chess", "stats", "store"]);
        check("advisor", &["text", "chess", "logic", "stats", "insight"]);
        check(
            "wire",
            &[
                "text", "chess", "logic", "engine", "stats", "insight", "advisor",
            ],
        );
        check("xtask", &[]);
    }

    #[test]
    fn all_below_is_all_of_lower_layers() {
        let below = [
            "text", "chess", "logic", "engine", "stats", "insight", "analyst", "store", "importer",
            "advisor", "wire", "server", "cli",
        ];
        check("server", &below[..11]);
        check("cli", &below[..12]);
        check("lab", &below);
    }

    #[test]
    fn a_row_uses_only_rows_above_it_in_the_table() {
        for (index, user) in CRATES.iter().enumerate() {
            for later in &CRATES[index..] {
                assert!(!user.may_use(later), "{} uses {}", user.name, later.name);
            }
        }
    }

    #[test]
    fn every_named_crate_has_a_row() {
        let listed = CRATES.iter().filter_map(|row| match row.uses {
            Uses::These(names) => Some(names),
            _ => None,
        });
        for name in listed.chain([PURE, ASYNC]).flatten() {
            assert!(find(name).is_some(), "{name} has no row");
        }
    }
}
