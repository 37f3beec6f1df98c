//! Ctrl-C: the first asks for an end that keeps what is done, the second ends
//! at once.

use std::{
    process,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

/// What a shell expects of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Whether Ctrl-C was pressed.
#[derive(Clone, Default)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on. Where that is not possible, Ctrl-C does what it does
    /// without us.
    pub(crate) fn listen() -> Interrupt {
        let interrupt = Interrupt::default();
        let flag = interrupt.clone();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        if let Ok(runtime) = runtime {
            thread::spawn(move || {
                runtime.block_on(async {
                    while tokio::signal::ctrl_c().await.is_ok() {
                        if flag.0.swap(true, Ordering::Relaxed) {
                            process::exit(INTERRUPTED);
                        }
                    }
                });
            });
        }
        interrupt
    }

    /// Whether the work should end.
    pub(crate) fn is_on(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
