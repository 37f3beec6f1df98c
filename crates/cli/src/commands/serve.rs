//! `krog serve`: the API and the page.

use std::net::SocketAddr;

use anyhow::Context as _;
use tokio::net::TcpListener;

use crate::outcome::{Failure, Outcome};

pub(super) fn run(bind: SocketAddr) -> Result<Outcome, Failure> {
    let runtime = tokio::runtime::Runtime::new().context("the runtime cannot start")?;
    runtime.block_on(serve(bind))?;
    Ok(Outcome::Yes)
}

async fn serve(bind: SocketAddr) -> anyhow::Result<()> {
    let listener = TcpListener::bind(bind)
        .await
        .with_context(|| format!("cannot listen on {bind}"))?;
    let address = listener.local_addr().context("the socket has no address")?;
    eprintln!("krog is listening on http://{address} (Ctrl-C stops it)");
    krog_server::serve(listener, stop_signal()).await?;
    Ok(())
}

/// Ready on Ctrl-C and on the signal that service managers send.
async fn stop_signal() {
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
    let _ = interrupt.await; // without a handler the signal itself ends the process
}
