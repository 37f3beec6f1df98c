//! Many `WebSocket`s: some that ask for one analysis after the other, most that
//! say nothing.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::{SinkExt as _, StreamExt as _};
use krog_chess::{fen, random};
use tokio::{
    net::{TcpSocket, TcpStream},
    runtime::Runtime,
};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};

use super::Cost;
use crate::served::Served;

/// How many say nothing, and how many ask.
const SILENT: usize = 500;
const ACTIVE: usize = 50;

/// A client may have so many; others come from other addresses of this machine.
const EACH: usize = 10;

/// What memory may grow by, in MiB.
const GROWTH: f64 = 64.0;

type Socket = WebSocketStream<TcpStream>;

/// A socket, as the client of this number.
async fn connect(address: SocketAddr, number: usize) -> Result<Socket, String> {
    let failed = |error: std::io::Error| error.to_string();
    let client = 2 + u8::try_from(number / EACH).map_err(|error| error.to_string())?;
    let from = IpAddr::V4(Ipv4Addr::new(127, 0, 0, client));
    let socket = TcpSocket::new_v4().map_err(failed)?;
    socket.bind(SocketAddr::new(from, 0)).map_err(failed)?;
    let stream = socket.connect(address).await.map_err(failed)?;
    let url = format!("ws://{address}/api/v1/analysis");
    let (socket, _) = client_async(url, stream)
        .await
        .map_err(|error| error.to_string())?;
    Ok(socket)
}

/// Asks about one position after the other until it is over.
async fn ask(
    mut socket: Socket,
    seed: u64,
    nodes: u64,
    over: Arc<AtomicBool>,
    done: Arc<AtomicU64>,
) {
    for position in random::positions(seed) {
        let fen = fen::write(&position);
        let question =
            format!(r#"{{"type": "analyze", "fen": "{fen}", "options": {{"nodes": {nodes}}}}}"#);
        if socket.send(Message::text(question)).await.is_err() {
            return;
        }
        loop {
            if over.load(Ordering::Relaxed) {
                return;
            }
            let heard = tokio::time::timeout(Duration::from_millis(200), socket.next()).await;
            match heard {
                Ok(Some(Ok(Message::Text(text)))) if text.contains("analysis_complete") => {
                    done.fetch_add(1, Ordering::Relaxed);
                    break;
                }
                Ok(Some(Ok(Message::Text(text)))) if text.contains("\"error\"") => break,
                Ok(Some(Ok(_))) | Err(_) => {}
                Ok(Some(Err(_)) | None) => return,
            }
        }
    }
}

/// Clients that keep the engines at work.
pub(super) struct Searching {
    runtime: Runtime,
    over: Arc<AtomicBool>,
}

impl Searching {
    pub(super) fn start(served: &Served, clients: usize) -> Result<Searching, String> {
        let address = served.address.parse().map_err(|_| "no address")?;
        let runtime = Runtime::new().map_err(|error| error.to_string())?;
        let over = Arc::new(AtomicBool::new(false));
        for number in 0..clients {
            let socket = runtime.block_on(connect(address, number))?;
            let over = over.clone();
            runtime.spawn(ask(socket, number as u64, 5_000_000, over, Arc::default()));
        }
        Ok(Searching { runtime, over })
    }

    pub(super) fn end(self) {
        self.over.store(true, Ordering::Relaxed);
        self.runtime.shutdown_timeout(Duration::from_secs(2));
    }
}

/// By how much the memory of the server grows while all are open.
pub(super) fn grow(served: &Served, seconds: u64) -> Result<[Cost; 1], String> {
    let address = served.address.parse().map_err(|_| "no address")?;
    let memory = || served.memory().ok_or("the system does not tell memory");
    let before = memory()?;
    let runtime = Runtime::new().map_err(|error| error.to_string())?;
    let (over, done) = (Arc::<AtomicBool>::default(), Arc::<AtomicU64>::default());
    let mut silent = Vec::new();
    for number in 0..SILENT + ACTIVE {
        let socket = runtime.block_on(connect(address, number))?;
        if number < ACTIVE {
            let (over, done) = (over.clone(), done.clone());
            runtime.spawn(ask(socket, number as u64, 20_000, over, done));
        } else {
            // A client answers pings whether it asks or not.
            silent.push(runtime.spawn(listen(socket, over.clone())));
        }
    }
    let mut most = before;
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(seconds) {
        most = most.max(memory()?);
        std::thread::sleep(Duration::from_millis(250));
    }
    let left = silent.iter().filter(|task| task.is_finished()).count();
    over.store(true, Ordering::Relaxed);
    runtime.shutdown_timeout(Duration::from_secs(2));
    if left > 0 {
        return Err(format!("{left} of {SILENT} silent sockets were closed"));
    }
    if done.load(Ordering::Relaxed) == 0 {
        return Err("no analysis was finished".to_owned());
    }
    #[expect(clippy::cast_precision_loss, reason = "bytes stay far below 2^52")]
    let mebibytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    Ok([Cost {
        of: Some("memory that 550 WebSockets take"),
        figure: mebibytes(most - before),
        peer: None,
        bar: Some(GROWTH),
        unit: "MiB",
    }])
}

/// Says nothing, and ends when all is over or the server closes.
async fn listen(mut socket: Socket, over: Arc<AtomicBool>) {
    while !over.load(Ordering::Relaxed) {
        let heard = tokio::time::timeout(Duration::from_secs(1), socket.next()).await;
        if matches!(heard, Ok(None | Some(Err(_)))) {
            return;
        }
    }
}
