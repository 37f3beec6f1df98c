//! Two ClickHouse servers for one test program, in folders of their own, on ports
//! of this machine that were free, and gone when the program is. Their catalogs
//! lie in the PostgreSQL server of the tests.

#![allow(dead_code, unreachable_pub)] // shared by several test programs

use std::{
    fs,
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Mutex, OnceLock,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use super::cluster::{Cluster, new_folder, watchman};

/// How many there are.
pub const MANY: usize = 2;

/// Where the package puts the server.
const PROGRAMS: [&str; 2] = ["/usr/sbin/clickhouse-server", "/usr/bin/clickhouse-server"];

/// Servers that belong together.
#[derive(Debug)]
pub struct Shards {
    servers: Vec<Server>,
    catalogs: &'static Cluster,
    /// Removes the folder of all.
    _watchman: Child,
}

/// One of them.
#[derive(Debug)]
struct Server {
    folder: PathBuf,
    http: u16,
    running: Mutex<Option<(Child, Child)>>,
}

impl Shards {
    /// The servers that the tests of this program share.
    pub fn shared() -> &'static Shards {
        static SHARED: OnceLock<Shards> = OnceLock::new();
        SHARED.get_or_init(|| Shards::start(Cluster::shared()))
    }

    /// Starts servers of their own.
    pub fn start(catalogs: &'static Cluster) -> Shards {
        let folder = new_folder("ch");
        let ports = free_ports(MANY * 2);
        let (http, native) = ports.split_at(MANY);
        let servers = http.iter().enumerate().map(|(number, http)| {
            let folder = folder.join(number.to_string());
            fs::create_dir_all(&folder).expect("a folder");
            let settings = settings(&folder, *http, native[number], native);
            fs::write(folder.join("config.xml"), settings).expect("written");
            fs::write(folder.join("users.xml"), USERS).expect("written");
            Server {
                folder,
                http: *http,
                running: Mutex::default(),
            }
        });
        let shards = Shards {
            servers: servers.collect(),
            catalogs,
            _watchman: watchman(Command::new("sh"), r#"rm -rf "$0""#, &[&folder]),
        };
        for server in &shards.servers {
            server.start();
        }
        for server in &shards.servers {
            server.wait();
        }
        shards
    }

    /// Kills a server, as the end of its machine would.
    pub fn kill(&self, number: usize) {
        let mut running = self.servers[number].running.lock().expect("no panic");
        if let Some((mut server, watchman)) = running.take() {
            server.kill().expect("ours");
            server.wait().expect("ours");
            end(watchman);
        }
    }

    /// Starts a server again.
    pub fn restart(&self, number: usize) {
        self.servers[number].start();
        self.servers[number].wait();
    }

    /// The address of a store that is not there yet.
    pub fn store(&self) -> String {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let database = format!("krog_{}", NEXT.fetch_add(1, Ordering::Relaxed));
        self.at(&database, &self.catalogs.database())
    }

    /// The address of a store with a catalog.
    pub fn at(&self, database: &str, catalog: &str) -> String {
        let hosts = self
            .servers
            .iter()
            .map(|server| format!("127.0.0.1:{}", server.http));
        let hosts = hosts.collect::<Vec<_>>().join(",");
        format!("clickhouse://{hosts}/{database}?catalog={catalog}")
    }

    /// What a server says.
    pub fn ask(&self, number: usize, sql: &str) -> String {
        let server = &self.servers[number];
        let answer = server.ask(sql).expect("the server answers");
        let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
        assert!(head.contains(" 200 "), "{sql}: {body}");
        body.trim_end().to_owned()
    }
}

impl Drop for Shards {
    fn drop(&mut self) {
        for number in 0..self.servers.len() {
            self.kill(number);
        }
    }
}

impl Server {
    fn start(&self) {
        let program = PROGRAMS.iter().find(|path| Path::new(path).is_file());
        let program =
            program.expect("found no ClickHouse server: `cargo xtask setup` installs one");
        let log = fs::File::create(self.folder.join("out")).expect("a file");
        let server = Command::new(program)
            .arg("--config-file=config.xml")
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("a file"))
            .stderr(log)
            .spawn()
            .expect("the server starts");
        let id = server.id().to_string();
        let watchman = watchman(Command::new("sh"), r#"kill -9 "$0""#, &[Path::new(&id)]);
        *self.running.lock().expect("no panic") = Some((server, watchman));
    }

    fn wait(&self) {
        let start = Instant::now();
        while self.ask("SELECT 1").is_none() {
            if start.elapsed() > Duration::from_mins(2) {
                let log = fs::read_to_string(self.folder.join("err")).unwrap_or_default();
                panic!("the server does not answer: {log}");
            }
            thread::sleep(Duration::from_millis(50));
        }
    }

    fn ask(&self, sql: &str) -> Option<String> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.http)).ok()?;
        let length = sql.len();
        write!(
            stream,
            "POST / HTTP/1.0\r\nContent-Length: {length}\r\n\r\n{sql}"
        )
        .ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok()?;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        (!answer.is_empty()).then_some(answer)
    }
}

/// Lets a watchman go whose server is gone: its number may be another's by now.
fn end(mut watchman: Child) {
    watchman.kill().expect("ours");
    watchman.wait().expect("ours");
}

/// Ports that nobody listens on. Somebody might before the servers do; then these
/// do not start.
fn free_ports(many: usize) -> Vec<u16> {
    let listeners: Vec<TcpListener> = (0..many)
        .map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port"))
        .collect();
    let port = |listener: &TcpListener| listener.local_addr().expect("bound").port();
    listeners.iter().map(port).collect()
}

const USERS: &str = "<yandex><profiles><default/></profiles><quotas><default/></quotas>
<users><default><password></password><networks><ip>127.0.0.1</ip></networks>
<profile>default</profile><quota>default</quota></default></users></yandex>";

fn settings(folder: &Path, http: u16, native: u16, all: &[u16]) -> String {
    let folder = folder.display();
    let shard = |port: &u16| {
        format!("<shard><replica><host>127.0.0.1</host><port>{port}</port></replica></shard>")
    };
    let shards: String = all.iter().map(shard).collect();
    format!(
        "<yandex><logger><level>error</level><log>{folder}/log</log>
<errorlog>{folder}/err</errorlog></logger>
<http_port>{http}</http_port><tcp_port>{native}</tcp_port><listen_host>127.0.0.1</listen_host>
<path>{folder}/data/</path><tmp_path>{folder}/tmp/</tmp_path>
<user_files_path>{folder}/files/</user_files_path><users_config>users.xml</users_config>
<default_profile>default</default_profile><default_database>default</default_database>
<mark_cache_size>268435456</mark_cache_size>
<remote_servers><krog>{shards}</krog></remote_servers></yandex>"
    )
}
