//! The UCI protocol, the engine's side: reads commands from whatever it is
//! handed, searches on a thread of its own, and writes the answers.
//!
//! Nothing that comes in ends the loop but `quit` and the end of the input:
//! what is not understood is answered with an `info string` or left alone, as
//! the protocol wants. At the end of the input a search with a limit of its own
//! is still finished.

mod command;
mod option;
mod print;
mod session;

use std::{
    io::{self, BufRead, Read as _, Write},
    sync::Arc,
    thread,
};

use crate::search::{Clock, Tablebase};
use session::{Flow, Session};

/// Opens endgame tables in the folders that a text names.
pub type OpenTables<'a> = dyn Fn(&str) -> Result<Arc<dyn Tablebase>, String> + Sync + 'a;

/// What the loop needs from the world besides input and output.
pub struct Outside<'a> {
    /// The time.
    pub clock: &'a dyn Clock,
    /// Opens endgame tables in these folders, divided as the system divides paths.
    pub open_tables: &'a OpenTables<'a>,
}

impl std::fmt::Debug for Outside<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outside").finish_non_exhaustive()
    }
}

/// The longest line that is listened to, in bytes: a game of 200,000 moves.
const LONGEST: u64 = 1 << 20;

/// Serves one user until `quit` or the end of the input.
pub fn serve(
    mut input: impl BufRead,
    output: impl Write + Send,
    outside: &Outside<'_>,
) -> io::Result<()> {
    let session = Session::new(output, outside);
    thread::scope(|scope| {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
            if read == 0 {
                session.finish();
                return Ok(());
            }
            let obeyed = if bytes.len() as u64 == LONGEST && !bytes.ends_with(b"\n") {
                input.skip_until(b'\n')?;
                session.refuse(&format!("found a line of more than {LONGEST} bytes"))
            } else {
                session.obey(scope, String::from_utf8_lossy(&bytes).trim())
            };
            match obeyed {
                Ok(Flow::On) => {}
                Ok(Flow::Quit) => return Ok(()),
                Err(error) => {
                    session.halt();
                    return Err(error);
                }
            }
        }
    })
}

#[cfg(test)]
mod tests;
