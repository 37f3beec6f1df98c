//! A network between two programs that can be cut, slowed and stopped: a listener
//! on a port of its own that hands on what it hears to a server elsewhere.

use std::{
    io::{self, Read, Write},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    os::unix::net::UnixStream,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

/// How often a connection looks whether the network has changed.
const GLANCE: Duration = Duration::from_millis(20);

/// How the network is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Weather {
    /// Everything goes through.
    Fair,
    /// Every connection is cut, and new ones, too.
    Cut,
    /// Requests arrive, but the connection is cut when an answer comes.
    Deaf,
    /// Everything takes so much longer.
    Slow(Duration),
    /// Nothing goes through, and nobody is told.
    Still,
}

/// Where the server is.
#[derive(Clone, Debug)]
pub(super) enum Behind {
    Port(String),
    Socket(PathBuf),
}

/// The network before one server; gone with the process.
pub(super) struct Proxy {
    /// The host and port to be asked instead of the server's.
    pub(super) address: String,
    state: Arc<State>,
}

struct State {
    weather: Mutex<Weather>,
    behind: Mutex<Behind>,
}

impl State {
    fn weather(&self) -> Weather {
        *lock(&self.weather)
    }
}

impl Proxy {
    /// A fair network before a server.
    pub(super) fn before(behind: Behind) -> io::Result<Proxy> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address: SocketAddr = listener.local_addr()?;
        let state = Arc::new(State {
            weather: Mutex::new(Weather::Fair),
            behind: Mutex::new(behind),
        });
        let own = Arc::clone(&state);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let state = Arc::clone(&own);
                thread::spawn(move || {
                    let _ends_with_either = connect(&state, client);
                });
            }
        });
        Ok(Proxy {
            address: address.to_string(),
            state,
        })
    }

    /// Changes the weather.
    pub(super) fn set(&self, weather: Weather) {
        *lock(&self.state.weather) = weather;
    }

    /// Stands before another server from now on.
    pub(super) fn aim(&self, behind: Behind) {
        *lock(&self.state.behind) = behind;
    }
}

/// One connection to its end.
fn connect(state: &Arc<State>, client: TcpStream) -> io::Result<()> {
    while state.weather() == Weather::Still {
        thread::sleep(GLANCE);
    }
    if state.weather() == Weather::Cut {
        return Ok(());
    }
    let behind = lock(&state.behind).clone();
    match behind {
        Behind::Port(address) => join(state, client, TcpStream::connect(address)?),
        Behind::Socket(path) => join(state, client, UnixStream::connect(path)?),
    }
}

fn join<S: Stream>(state: &Arc<State>, client: TcpStream, server: S) -> io::Result<()> {
    let (mut asks, mut hears) = (client.copy()?, server.copy()?);
    let own = Arc::clone(state);
    let there = thread::spawn(move || pump(&own, &mut asks, &mut hears, false));
    let (mut answers, mut listens) = (server, client);
    pump(state, &mut answers, &mut listens, true);
    let _ended = there.join();
    Ok(())
}

/// Hands on what one end says until either is gone, then closes both.
fn pump(state: &State, from: &mut impl Stream, to: &mut impl Stream, answers: bool) {
    let _then_it_blocks = from.look_up(GLANCE);
    let mut buffer = [0; 16 << 10];
    loop {
        if state.weather() == Weather::Cut {
            break;
        }
        let count = match from.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if is_a_pause(&error) => continue,
            Err(_) => break,
        };
        let mut weather = state.weather();
        while weather == Weather::Still {
            thread::sleep(GLANCE);
            weather = state.weather();
        }
        match weather {
            Weather::Cut => break,
            Weather::Deaf if answers => break,
            Weather::Slow(time) => thread::sleep(time),
            Weather::Fair | Weather::Deaf | Weather::Still => {}
        }
        if to.write_all(&buffer[..count]).is_err() {
            break;
        }
    }
    from.close();
    to.close();
}

fn is_a_pause(error: &io::Error) -> bool {
    let kind = error.kind();
    kind == io::ErrorKind::WouldBlock || kind == io::ErrorKind::TimedOut
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An end of a connection, of either kind.
trait Stream: Read + Write + Send + Sized + 'static {
    fn copy(&self) -> io::Result<Self>;
    fn look_up(&self, after: Duration) -> io::Result<()>;
    fn close(&self);
}

macro_rules! stream {
    ($stream:ty) => {
        impl Stream for $stream {
            fn copy(&self) -> io::Result<Self> {
                self.try_clone()
            }

            fn look_up(&self, after: Duration) -> io::Result<()> {
                self.set_read_timeout(Some(after))
            }

            fn close(&self) {
                let _may_be_closed = self.shutdown(Shutdown::Both);
            }
        }
    };
}

stream!(TcpStream);
stream!(UnixStream);

#[cfg(test)]
mod tests {
    use super::*;

    /// A server that says back what it hears, and a network before it.
    fn echo() -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("bound").to_string();
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                thread::spawn(move || {
                    let mut from = client.try_clone().expect("a copy");
                    let _until_it_ends = io::copy(&mut from, &mut &client);
                });
            }
        });
        Proxy::before(Behind::Port(address)).expect("a port")
    }

    /// What comes back of a word.
    fn heard(client: &mut TcpStream) -> String {
        let mut word = [0; 4];
        let talk = client
            .write_all(b"word")
            .and_then(|()| client.read_exact(&mut word));
        talk.map_or_else(
            |_| String::new(),
            |()| String::from_utf8_lossy(&word).into(),
        )
    }

    #[test]
    fn what_is_cut_comes_back_and_an_answer_may_be_lost() {
        let proxy = echo();
        let call = || TcpStream::connect(&proxy.address).expect("somebody listens");
        let mut client = call();
        assert_eq!(heard(&mut client), "word");
        proxy.set(Weather::Cut);
        assert_eq!(heard(&mut client), "");
        assert_eq!(heard(&mut call()), "");
        proxy.set(Weather::Deaf);
        assert_eq!(heard(&mut call()), "");
        proxy.set(Weather::Slow(Duration::from_millis(1)));
        assert_eq!(heard(&mut call()), "word");
        proxy.set(Weather::Fair);
        assert_eq!(heard(&mut call()), "word");
    }
}
