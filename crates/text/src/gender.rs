//! Grammatical gender, as far as Norwegian numbers and adjectives need it.
//! English words have none and count as common.

/// The gender of a Norwegian noun. Feminine nouns are written as common ones
/// ("dronningen"), which bokmål permits throughout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Gender {
    /// "en springer", "hvit springer".
    #[default]
    Common,
    /// "et tårn", "hvitt tårn".
    Neuter,
}

impl Gender {
    /// The names in message files, in the order of the variants.
    pub const NAMES: [&str; 2] = ["common", "neuter"];

    /// The name in message files.
    ///
    /// ```
    /// assert_eq!(krog_text::Gender::Neuter.name(), "neuter");
    /// ```
    pub const fn name(self) -> &'static str {
        Gender::NAMES[self as usize]
    }

    /// The gender of that name.
    pub fn from_name(name: &str) -> Option<Gender> {
        [Gender::Common, Gender::Neuter]
            .into_iter()
            .find(|gender| gender.name() == name)
    }
}
