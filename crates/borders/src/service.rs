//! A service for the laws of the server: the builtin engine at a tiny limit and
//! no store, so that nothing an input asks for can last.

use std::{
    num::{NonZeroU8, NonZeroUsize},
    sync::LazyLock,
};

use axum::Router;
use krog_analyst::{Choice, Options, open};
use krog_chess::Limit;
use krog_importer::{Services, ServicesSettings};
use krog_server::{Lending, QueueSettings, Service, Settings, Sources, app};
use tokio::runtime::{Builder, Runtime};

/// How many positions a search may take.
const NODES: u64 = 40;

/// A service, its router and the runtime they live in.
pub(crate) struct Running {
    pub(crate) runtime: Runtime,
    pub(crate) service: Service,
    pub(crate) router: Router,
}

impl Running {
    fn start() -> Running {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime can be made");
        let guard = runtime.enter();
        let settings = krog_analyst::Settings {
            options: Options {
                hash: 1,
                ..Options::default()
            },
            ..krog_analyst::Settings::default()
        };
        let engine = open(&Choice::Builtin, &settings).expect("the builtin engine is there");
        let services = Services::new(&ServicesSettings::default()).expect("addresses as usual");
        let service = Service::new(
            Sources {
                store: None,
                engine: Some(Box::new(engine)),
                services,
            },
            Settings {
                collection: "main".to_owned(),
                limit: Limit::nodes(NODES),
                most_nodes: NODES,
                lines: NonZeroU8::MIN,
                queue: QueueSettings {
                    engines: NonZeroUsize::MIN,
                    most_waiting: 64,
                },
                lending: Lending::default(),
                use_idle: false,
            },
        );
        let router = app(&service);
        drop(guard);
        Running {
            runtime,
            service,
            router,
        }
    }
}

/// The service of this process.
pub(crate) static RUNNING: LazyLock<Running> = LazyLock::new(Running::start);
