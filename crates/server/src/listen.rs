//! Connections: accepted, served, and ended. A client that is slow to speak or
//! to listen is waited for, but not for ever; when there are too many, those
//! that were quiet longest make room.

use std::{
    collections::HashMap,
    future::Future,
    io,
    net::SocketAddr,
    pin::{Pin, pin},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll},
    time::{Duration, Instant},
};

use axum::{Router, body::Body, extract::ConnectInfo};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpSocket, TcpStream},
    sync::watch,
    task::{AbortHandle, JoinSet},
    time::{Sleep, timeout_at},
};
use tower::ServiceExt as _;

use crate::door::Door;

/// The most that is read of a request's head.
const HEAD: usize = 64 << 10;

/// The pause after a failure to accept, which comes when there are no files left.
const PAUSE: Duration = Duration::from_millis(50);

/// How much of an answer the system keeps for a client that does not take it.
/// Left to itself it keeps megabytes, and a thousand such clients use up the
/// memory that all connections share.
const UNREAD: u32 = 128 << 10;

/// How many clients may wait to be accepted.
const WAITING: u32 = 1_024;

/// A listener on an address.
pub fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() {
        TcpSocket::new_v4()?
    } else {
        TcpSocket::new_v6()?
    };
    // A service that starts again finds its address free.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(UNREAD)?;
    socket.bind(address)?;
    socket.listen(WAITING)
}

/// Answers on a listener until `stop` is ready; then waits a little for what is
/// under way.
pub(crate) async fn listen(
    listener: TcpListener,
    app: Router,
    door: &Door,
    stop: impl Future<Output = ()>,
) {
    let mut stop = pin!(stop);
    let (stopping, stopped) = watch::channel(false);
    let slots = Arc::new(Slots::default());
    let mut tasks = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_ended) = tasks.join_next() => continue,
            () = &mut stop => break,
        };
        let Ok((stream, peer)) = accepted else {
            tracing::warn!("a connection cannot be accepted");
            slots.evict(door);
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        if slots.open() >= door.settings().connections.max(1) {
            slots.evict(door);
        }
        let slot = Arc::new(Slot::new(slots.start));
        let guard = slots.hold(slot.clone(), door);
        let served = serve(
            stream,
            peer,
            app.clone(),
            slot,
            door.clone(),
            stopped.clone(),
        );
        let number = guard.number;
        let task = tasks.spawn(async move {
            let _guard = guard;
            served.await;
        });
        slots.can_end(number, task);
    }
    drop(listener);
    let _nobody_listens = stopping.send(true);
    let end = tokio::time::Instant::now() + door.settings().patience.stop;
    while let Ok(Some(_ended)) = timeout_at(end, tasks.join_next()).await {}
    tasks.shutdown().await;
    // WebSockets left their connections; they were told to end as well.
    while door.sockets() > 0 && tokio::time::Instant::now() < end {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Serves a connection until it ends or, when the service stops, its request is
/// answered.
async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    app: Router,
    slot: Arc<Slot>,
    door: Door,
    mut stopped: watch::Receiver<bool>,
) {
    let patience = door.settings().patience;
    let _may_be_closed = stream.set_nodelay(true);
    let io = TokioIo::new(Patient::new(stream, patience.answer));
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(slot.clone());
        app.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.head)
        .max_buf_size(HEAD)
        .serve_connection(io, service)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        _ended = connection.as_mut() => return,
        _told = stopped.wait_for(|stopped| *stopped) => connection.as_mut().graceful_shutdown(),
    }
    let _ended = connection.await;
}

/// What a connection is doing, to tell who can make room.
pub(crate) struct Slot {
    start: Instant,
    /// Since when it waits for its client, in milliseconds; busy when at its most.
    quiet: AtomicU64,
}

impl Slot {
    const BUSY: u64 = u64::MAX;

    fn new(start: Instant) -> Slot {
        let slot = Slot {
            start,
            quiet: AtomicU64::new(0),
        };
        slot.rest();
        slot
    }

    fn rest(&self) {
        let now = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(0);
        self.quiet.store(now, Ordering::Relaxed);
    }

    /// A request came whole; until the guard is dropped the service works on it.
    pub(crate) fn busy(self: &Arc<Self>) -> Busy {
        self.quiet.store(Slot::BUSY, Ordering::Relaxed);
        Busy(self.clone())
    }
}

/// The service works for a connection.
pub(crate) struct Busy(Arc<Slot>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.rest();
    }
}

/// The connections that are open.
struct Slots {
    start: Instant,
    open: Mutex<HashMap<u64, Held>>,
    next: AtomicU64,
}

struct Held {
    slot: Arc<Slot>,
    task: Option<AbortHandle>,
}

impl Default for Slots {
    fn default() -> Slots {
        Slots {
            start: Instant::now(),
            open: Mutex::default(),
            next: AtomicU64::new(0),
        }
    }
}

impl Slots {
    fn table(&self) -> std::sync::MutexGuard<'_, HashMap<u64, Held>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self) -> usize {
        self.table().len()
    }

    fn hold(self: &Arc<Self>, slot: Arc<Slot>, door: &Door) -> Holding {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.table().insert(number, Held { slot, task: None });
        door.metrics().connections.fetch_add(1, Ordering::Relaxed);
        Holding {
            number,
            slots: self.clone(),
            door: door.clone(),
        }
    }

    fn can_end(&self, number: u64, task: AbortHandle) {
        if let Some(held) = self.table().get_mut(&number) {
            held.task = Some(task);
        }
    }

    /// Ends the connection that waited longest for its client.
    fn evict(&self, door: &Door) {
        let mut table = self.table();
        let quiet = |held: &Held| held.slot.quiet.load(Ordering::Relaxed);
        let oldest = table.iter().min_by_key(|(_, held)| quiet(held));
        let oldest = oldest.filter(|(_, held)| quiet(held) != Slot::BUSY);
        if let Some(number) = oldest.map(|(number, _)| *number)
            && let Some(held) = table.remove(&number)
        {
            door.metrics().evicted.fetch_add(1, Ordering::Relaxed);
            if let Some(task) = held.task {
                task.abort();
            }
        }
    }
}

/// A connection's entry in the table, until it ends.
struct Holding {
    number: u64,
    slots: Arc<Slots>,
    door: Door,
}

impl Drop for Holding {
    fn drop(&mut self) {
        self.slots.table().remove(&self.number);
        let connections = &self.door.metrics().connections;
        connections.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A stream that fails when its reader takes nothing for long.
struct Patient {
    stream: TcpStream,
    patience: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn new(stream: TcpStream, patience: Duration) -> Patient {
        Patient {
            stream,
            patience,
            waiting: None,
        }
    }

    /// Passes on what a write said, unless it has said the same for too long.
    fn watch<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let patience = self.patience;
        let waiting = self
            .waiting
            .get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        match waiting.as_mut().poll(context) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
        }
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.watch(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.watch(flushed, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
