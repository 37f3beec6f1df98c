//! Ctrl-C, and the signal that service managers send: the first asks for an end that keeps what is done, the second ends
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
                    loop {
                        stop_signal().await;
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

/// Ready on Ctrl-C and on the signal that service managers send.
pub(crate) async fn stop_signal() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    // Without a handler the signal itself ends the process.
    if interrupt.await.is_err() {
        std::future::pending::<()>().await;
    }
}
