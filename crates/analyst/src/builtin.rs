//! The place of krog's own engine among the analysts. Everything else asks for
//! it here, by the same door as any other engine.

use crate::{open::OpenError, pool::Engine, uci::Options};

/// Whether this version has an engine of its own.
pub const HAS_BUILTIN: bool = false;

/// Starts one instance of krog's own engine.
pub(crate) fn start(_options: Options) -> Result<Box<dyn Engine>, OpenError> {
    Err(OpenError::NoBuiltin)
}
