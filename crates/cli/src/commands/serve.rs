//! `krog serve`: the API and the page.

use std::{sync::Arc, time::Duration};

use anyhow::Context as _;
use krog_analyst::Choice;
use krog_chess::Evaluate;
use krog_server::{Door, QueueSettings, Service, Settings, Sources};
use krog_store::Store;

use super::analyze;
use crate::{
    args::{Idle, ServeArgs},
    interrupt::stop_signal,
    logs,
    outcome::{Failure, Outcome},
};

/// How long the end of the process waits for work that is left.
const LAST: Duration = Duration::from_secs(2);

pub(super) fn run(args: &ServeArgs) -> Result<Outcome, Failure> {
    let door = args.door.open(args.bind)?;
    logs::start(args.door.log, args.door.log_level);
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
        lending: args.lending.lending(),
        use_idle: args.idle == Idle::Analyze,
    };
    let sources = Sources {
        store: Some(store),
        engine,
        services: args.services.open()?,
    };
    let runtime = tokio::runtime::Runtime::new().context("the runtime cannot start")?;
    let served = runtime.block_on(serve(args, sources, settings, door));
    // Searches that do not end by themselves do not keep the process.
    runtime.shutdown_timeout(LAST);
    served?;
    Ok(Outcome::Yes)
}

async fn serve(
    args: &ServeArgs,
    sources: Sources,
    settings: Settings,
    door: Door,
) -> anyhow::Result<()> {
    let bind = args.bind;
    let listener = krog_server::bind(bind).with_context(|| format!("cannot listen on {bind}"))?;
    let address = listener.local_addr().context("the socket has no address")?;
    let service = Service::new(sources, settings);
    eprintln!("krog is listening on http://{address} (Ctrl-C stops it)");
    if args.door.is_exposed(address) && args.door.api_keys.is_none() {
        eprintln!("krog: others can read here; nobody can write without --api-keys");
    }
    krog_server::serve_behind(listener, service, door, stop_signal()).await;
    Ok(())
}
