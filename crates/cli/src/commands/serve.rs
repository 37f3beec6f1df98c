//! `krog serve`: the API and the page.

use std::sync::Arc;

use anyhow::Context as _;
use krog_analyst::Choice;
use krog_chess::Evaluate;
use krog_server::{QueueSettings, Service, Settings, Sources};
use krog_store::Store;
use tokio::net::TcpListener;

use super::analyze;
use crate::{
    args::ServeArgs,
    outcome::{Failure, Outcome},
};

pub(super) fn run(args: &ServeArgs) -> Result<Outcome, Failure> {
    let store: Arc<dyn Store> = args.store.serve()?.into();
    let engines = args.engine.for_service();
    let engine: Option<Box<dyn Evaluate>> = match analyze::open(&args.engine, &engines) {
        Ok(analyst) => Some(Box::new(analyst)),
        // Without an engine the service still has much to say.
        Err(failure) if args.engine.engine == Choice::Auto => {
            eprintln!("krog: no engine: {failure}");
            None
        }
        Err(failure) => return Err(failure),
    };
    let settings = Settings {
        collection: args.collection.clone(),
        limit: args.engine.limit(),
        most_nodes: args.max_nodes,
        lines: args.engine.multipv,
        queue: QueueSettings {
            engines: engines.engines,
            most_waiting: args.queue,
        },
    };
    let sources = Sources {
        store: Some(store),
        engine,
        services: args.services.open()?,
    };
    let runtime = tokio::runtime::Runtime::new().context("the runtime cannot start")?;
    runtime.block_on(serve(args, sources, settings))?;
    Ok(Outcome::Yes)
}

async fn serve(args: &ServeArgs, sources: Sources, settings: Settings) -> anyhow::Result<()> {
    let bind = args.bind;
    let listener = TcpListener::bind(bind)
        .await
        .with_context(|| format!("cannot listen on {bind}"))?;
    let address = listener.local_addr().context("the socket has no address")?;
    let service = Service::new(sources, settings);
    eprintln!("krog is listening on http://{address} (Ctrl-C stops it)");
    krog_server::serve(listener, service, stop_signal()).await?;
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
