//! A text in both languages.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A text in every language krog speaks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Bilingual {
    /// English.
    pub en: String,
    /// Norwegian.
    pub no: String,
}

impl From<krog_text::Bilingual> for Bilingual {
    fn from(text: krog_text::Bilingual) -> Bilingual {
        let krog_text::Bilingual { en, no } = text;
        Bilingual { en, no }
    }
}
