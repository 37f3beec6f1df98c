//! Slow implementations of the definitions that `krog-chess` documents, written
//! apart from it: the other side of every comparison. They favour being
//! obviously right over everything else and share no code with what they
//! examine.

pub(crate) mod attacks;
pub(crate) mod exchange;
pub(crate) mod mailbox;
pub(crate) mod mainline;
