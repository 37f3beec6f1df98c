//! Engines that work side by side.

use krog_chess::Evaluate;

/// An engine with a memory of what it searched before.
pub trait Engine: Evaluate {
    /// Makes the next question independent of all earlier ones.
    fn forget(&self);
}
