//! What the handlers share: the store, the engines, and what was answered.

use std::{
    num::NonZeroU8,
    sync::{
        self, Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{SystemTime, UNIX_EPOCH},
};

use krog_chess::{Evaluate, Limit};
use krog_importer::Services;
use krog_store::{Desk, Store};
use tokio::{sync::watch, task};

use crate::{
    answers::Answers,
    crew::{Crew, Lending},
    engines::{Asker, Client, Engines, QueueSettings, Urgency},
    problem::Refusal,
    tasks::Tasks,
};

/// How the service answers.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The collection that is asked unless told.
    pub collection: String,
    /// How long a position is searched unless told.
    pub limit: Limit,
    /// How many positions a search may take, whatever a request asks for.
    pub most_nodes: u64,
    /// How many lines are searched.
    pub lines: NonZeroU8,
    /// The queue before the engines.
    pub queue: QueueSettings,
    /// Whether others search for the service.
    pub lending: Lending,
    /// Whether engines that nobody uses look at popular positions.
    pub use_idle: bool,
}

/// What a service answers from.
pub struct Sources {
    /// Counted games, reviews and jobs.
    pub store: Option<Arc<dyn Store>>,
    /// Who evaluates.
    pub engine: Option<Box<dyn Evaluate>>,
    /// Where games of players are fetched.
    pub services: Services,
}

/// The service: cheap to clone, one and the same.
#[derive(Clone)]
pub struct Service(Arc<Inner>);

/// A service that may be gone.
#[derive(Clone)]
pub(crate) struct Weak(sync::Weak<Inner>);

impl Weak {
    pub(crate) fn upgrade(&self) -> Option<Service> {
        self.0.upgrade().map(Service)
    }
}

struct Inner {
    store: Option<Arc<dyn Store>>,
    engines: Option<Arc<Engines>>,
    answers: Answers,
    tasks: Tasks,
    crew: Crew,
    services: Services,
    settings: Settings,
    stopping: watch::Sender<bool>,
}

impl Service {
    /// A service over a store and an engine, as far as there are any. Jobs are
    /// worked on from now on.
    pub fn new(sources: Sources, settings: Settings) -> Service {
        let Sources {
            store,
            engine,
            services,
        } = sources;
        let engines =
            engine.map(|engine| Arc::new(Engines::new(engine, settings.queue, store.clone())));
        let service = Service(Arc::new(Inner {
            store,
            engines,
            answers: Answers::default(),
            tasks: Tasks::default(),
            crew: Crew::default(),
            services,
            settings,
            stopping: watch::Sender::new(false),
        }));
        service.0.tasks.start(&service);
        service
    }

    pub(crate) fn downgrade(&self) -> Weak {
        Weak(Arc::downgrade(&self.0))
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.0.settings
    }

    pub(crate) fn answers(&self) -> &Answers {
        &self.0.answers
    }

    pub(crate) fn tasks(&self) -> &Tasks {
        &self.0.tasks
    }

    pub(crate) fn crew(&self) -> &Crew {
        &self.0.crew
    }

    pub(crate) fn services(&self) -> &Services {
        &self.0.services
    }

    pub(crate) fn engines(&self) -> Option<&Arc<Engines>> {
        self.0.engines.as_ref()
    }

    pub(crate) fn store(&self) -> Option<&Arc<dyn Store>> {
        self.0.store.as_ref()
    }

    /// The store, which a request cannot do without.
    pub(crate) fn need_store(&self) -> Result<&Arc<dyn Store>, Refusal> {
        let refusal = || Refusal::unavailable("found no store, expected the service to have one");
        self.store().ok_or_else(refusal)
    }

    /// The desk of the store.
    pub(crate) fn desk(&self) -> Result<&dyn Desk, Refusal> {
        Ok(self.need_store()?.desk())
    }

    /// The engines as a client sees them, if there are any.
    pub(crate) fn asker(&self, client: &Client) -> Option<Asker> {
        Some(self.engines()?.asked_by(client.clone()))
    }

    /// Does work that blocks, for a client. If the client goes away, the work is
    /// told.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        client: &Client,
        work: impl FnOnce(Service) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let service = self.clone();
        let _guard = Leaving(client.gone.clone());
        let done = task::spawn_blocking(move || work(service)).await;
        done.unwrap_or_else(|_| Err(Refusal::internal("the work broke off")))
    }

    /// Tells everybody that the service is about to stop.
    pub(crate) fn stop(&self) {
        self.0.stopping.send_replace(true);
    }

    pub(crate) fn is_stopping(&self) -> bool {
        *self.0.stopping.borrow()
    }

    /// Ready when the service is about to stop.
    pub(crate) async fn stopping(&self) {
        let mut told = self.0.stopping.subscribe();
        let _the_service_holds_it = told.wait_for(|told| *told).await;
    }

    /// Ends jobs and searches; what was not finished waits for the next start.
    pub async fn shut_down(&self) {
        self.stop();
        self.0.tasks.tell();
        if let Some(engines) = self.engines() {
            engines.close();
        }
        let service = self.clone();
        let _ends = task::spawn_blocking(move || service.0.tasks.stop()).await;
    }
}

/// Tells the work when nobody waits for it any more.
struct Leaving(Arc<AtomicBool>);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A client of this process itself.
pub(crate) fn own_client(name: &str) -> Client {
    Client::new(name, Urgency::Batch)
}

/// Seconds since 1970.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
    })
}
