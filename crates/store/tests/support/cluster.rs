//! A PostgreSQL server for one test program: in a folder of its own, reached by
//! a socket there and by nothing else, and gone when the program is, however it
//! ends. `KROG_TEST_DATABASE_URL` names another one.

#![allow(dead_code, unreachable_pub)] // shared by several test programs

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use sqlx::{Connection as _, PgConnection};

/// A server, by what stands before and behind the name of a database.
#[derive(Debug)]
pub struct Cluster {
    before: String,
    after: String,
    own: Option<Own>,
}

/// A server that was started here.
#[derive(Debug)]
struct Own {
    programs: PathBuf,
    folder: PathBuf,
    /// Stops the server when its standard input is closed, as it is when this
    /// program ends.
    _watchman: Child,
}

impl Cluster {
    /// The server that the tests of this program share.
    pub fn shared() -> &'static Cluster {
        static SHARED: OnceLock<Cluster> = OnceLock::new();
        SHARED.get_or_init(|| match env::var("KROG_TEST_DATABASE_URL") {
            Ok(url) => Cluster::at(&url),
            Err(_) => Cluster::start(&[]),
        })
    }

    fn at(url: &str) -> Cluster {
        let (path, options) = url.split_at(url.find('?').unwrap_or(url.len()));
        let slash = path.rfind('/').expect("a URL with a database");
        Cluster {
            before: path[..=slash].to_owned(),
            after: options.to_owned(),
            own: None,
        }
    }

    /// Starts a server with some settings.
    pub fn start(settings: &[&str]) -> Cluster {
        let folder = new_folder("pg");
        // Who runs the server makes the folder, and may remove it again.
        let programs = programs();
        let script = r#"mkdir "$1" && "$0/initdb" -D "$1/data" -U krog -A trust -E UTF8 --locale=C --no-sync >"$1/log" 2>&1 &&
            printf '%s\n' "listen_addresses = ''" "unix_socket_directories = '$1'" "$2" \
                >>"$1/data/postgresql.conf""#;
        let settings = settings.join("\n");
        let made = as_server("sh")
            .args(["-c", script])
            .arg(&programs)
            .arg(&folder)
            .arg(settings)
            .status();
        assert!(made.expect("a shell").success(), "initdb failed");
        let end = r#""$0/pg_ctl" -D "$1/data" stop -m immediate; rm -rf "$1""#;
        let watchman = watchman(as_server("sh"), end, &[&programs, &folder]);
        let cluster = Cluster {
            before: "postgres://krog@localhost/".to_owned(),
            after: format!("?host={}", folder.display()),
            own: Some(Own {
                programs,
                folder,
                _watchman: watchman,
            }),
        };
        cluster.restart();
        cluster
    }

    /// Starts the server after it was stopped.
    pub fn restart(&self) {
        assert!(self.control(&["start", "-w", "-t", "120"]), "no start");
    }

    /// Waits until the server lets somebody in, as it does not while it recovers.
    pub fn wait(&self) {
        let url = self.url("postgres");
        let start = Instant::now();
        while let Err(error) = block_on(async { PgConnection::connect(&url).await?.close().await })
        {
            assert!(start.elapsed() < Duration::from_mins(2), "{error}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// The socket that it listens at.
    pub fn socket(&self) -> PathBuf {
        let own = self.own.as_ref().expect("a server of our own");
        own.folder.join(".s.PGSQL.5432")
    }

    /// Stops the server at once, as a power cut would.
    pub fn crash(&self) {
        assert!(self.control(&["stop", "-m", "immediate"]), "no stop");
    }

    /// Stops the server as its keeper would, and starts it again.
    pub fn restart_in_order(&self) {
        // One that is recovering from a death may not listen.
        if !self.control(&["stop", "-m", "fast", "-t", "5"]) {
            self.crash();
        }
        self.restart();
    }

    /// Kills a process that serves a client, if there is one: the server then
    /// ends all of them and recovers.
    pub fn kill_backend(&self) {
        let own = self.own.as_ref().expect("a server of our own");
        let folder = own.folder.join("data/postmaster.pid");
        let Ok(text) = fs::read_to_string(folder) else {
            return;
        };
        let server = text.lines().next().unwrap_or_default().to_owned();
        let children = Command::new("pgrep").args(["-P", &server, "-a"]).output();
        let children = children.expect("pgrep runs").stdout;
        let children = String::from_utf8_lossy(&children).into_owned();
        let backend = children.lines().find(|line| line.contains(": krog "));
        if let Some(id) = backend.and_then(|line| line.split(' ').next()) {
            let _gone_already = Command::new("kill").args(["-9", id]).status();
            // Until the server has seen it, it lets others in as if nothing had been.
            let (process, start) = (Path::new("/proc").join(id), Instant::now());
            while process.exists() && start.elapsed() < Duration::from_secs(5) {
                thread::sleep(Duration::from_millis(5));
            }
        }
    }

    fn control(&self, what: &[&str]) -> bool {
        let own = self.own.as_ref().expect("a server of our own");
        let mut command = as_server(own.programs.join("pg_ctl"));
        command
            .arg("-D")
            .arg(own.folder.join("data"))
            .arg("-l")
            .arg(own.folder.join("log"));
        let quiet = command.args(what).stdout(Stdio::null());
        quiet.status().expect("pg_ctl runs").success()
    }

    /// The address of a database.
    pub fn url(&self, database: &str) -> String {
        format!("{}{database}{}", self.before, self.after)
    }

    /// Makes an empty database; gives its address.
    pub fn database(&self) -> String {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("krog_test_{}_{number}", std::process::id());
        for sql in [
            format!("DROP DATABASE IF EXISTS {name}"),
            format!("CREATE DATABASE {name}"),
        ] {
            execute(&self.url("postgres"), &sql);
        }
        self.url(&name)
    }
}

/// The name of a folder for a server, which nobody has.
pub fn new_folder(kind: &str) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    env::temp_dir().join(format!("krog-{kind}-{}-{number}", std::process::id()))
}

/// A shell that does something at the end: when its standard input is closed, as
/// it is when this program is gone, however it ends.
pub fn watchman(mut shell: Command, end: &str, arguments: &[&Path]) -> Child {
    shell
        .args(["-c", &format!("read -r _; {end}")])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell")
}

/// Runs SQL in a database.
pub fn execute(url: &str, sql: &str) {
    let done = block_on(async {
        let mut connection = PgConnection::connect(url).await?;
        let sql = sqlx::AssertSqlSafe(sql.to_owned());
        sqlx::raw_sql(sql).execute(&mut connection).await?;
        connection.close().await
    });
    done.expect("the server does it");
}

/// The rows that some SQL gives, each as one text.
pub fn rows(url: &str, sql: &str) -> Vec<String> {
    let rows: sqlx::Result<Vec<String>> = block_on(async {
        let mut connection = PgConnection::connect(url).await?;
        let sql = sqlx::AssertSqlSafe(sql.to_owned());
        let rows = sqlx::query_scalar(sql).fetch_all(&mut connection).await?;
        connection.close().await?;
        Ok(rows)
    });
    rows.expect("the server answers")
}

fn block_on<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(work)
}

/// The folder of the newest server of this machine.
fn programs() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let newest = versions
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok())
        .filter(|version| *version >= 15)
        .max();
    let version = newest.expect("found no PostgreSQL server: `cargo xtask setup` installs one");
    PathBuf::from(format!("/usr/lib/postgresql/{version}/bin"))
}

/// A program as a user who may run a server, which root may not.
fn as_server(program: impl Into<std::ffi::OsString>) -> Command {
    if is_root() {
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--"]).arg(program.into());
        command.current_dir("/");
        command
    } else {
        Command::new(program.into())
    }
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|id| id.stdout == b"0\n")
}
