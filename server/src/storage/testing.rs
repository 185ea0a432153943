//! Databases for tests: a SQLite file or a PostgreSQL database, fresh for each test.
//!
//! PostgreSQL is a private cluster of the test process: Debian's binaries, a temporary directory, a socket in it and
//! no port. The first test that needs it starts it, and it stops when the process ends, even by a crash. Integration
//! tests include this file by its path; `super` is then their support module.

use std::{
    fs, io,
    os::unix::{
        fs::{MetadataExt, chown},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        LazyLock,
        atomic::{AtomicU32, Ordering},
    },
};

use sea_orm::ConnectionTrait;
use tempfile::TempDir;
use tokio::sync::OnceCell;

use super::{Database, DatabaseUrl};

/// A database for a single test, without content.
#[derive(Debug)]
pub struct TestDatabase {
    /// Its URL.
    pub url: DatabaseUrl,
    /// The same URL as text, as an operator would write it.
    pub text: String,
    _directory: Option<TempDir>,
}

/// Runs each test on both engines, as `sqlite::name` and `postgres::name`. A test is an `async fn name(database:
/// TestDatabase)`; the compiler reports one that is not listed as unused.
macro_rules! on_both_engines {
    ($($name:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $name() {
                super::$name(super::TestDatabase::sqlite().await).await;
            })*
        }

        mod postgres {
            $(#[tokio::test]
            async fn $name() {
                super::$name(super::TestDatabase::postgres().await).await;
            })*
        }
    };
}
pub(crate) use on_both_engines;

impl TestDatabase {
    /// Returns a SQLite file in a temporary directory, copied from a migrated one.
    pub async fn sqlite() -> Self {
        static TEMPLATE: OnceCell<Vec<u8>> = OnceCell::const_new();
        let migrate = async || {
            let database = Self::empty_sqlite();
            database.open().await.close().await;
            fs::read(database.path()).unwrap()
        };
        let template = TEMPLATE.get_or_init(migrate).await;
        let database = Self::empty_sqlite();
        fs::write(database.path(), template).unwrap();
        database
    }

    /// Returns a SQLite file in a temporary directory, which does not exist until it is opened.
    pub fn empty_sqlite() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("test.sqlite3");
        let text = format!("sqlite://{}", path.display());
        Self { url: DatabaseUrl::Sqlite(path), text, _directory: Some(directory) }
    }

    /// Returns a PostgreSQL database, copied from a migrated template.
    pub async fn postgres() -> Self {
        static TEMPLATE: OnceCell<()> = OnceCell::const_new();
        let migrate = async || {
            create("migrated", "template0").await;
            Database::open(&postgres_url("migrated")).await.unwrap().close().await;
        };
        TEMPLATE.get_or_init(migrate).await;
        Self::copied("migrated").await
    }

    /// Returns a PostgreSQL database without any table.
    pub async fn empty_postgres() -> Self {
        Self::copied("template0").await
    }

    /// Opens the database and applies missing migrations.
    pub async fn open(&self) -> Database {
        Database::open(&self.url).await.unwrap()
    }

    fn path(&self) -> &Path {
        let DatabaseUrl::Sqlite(path) = &self.url else { unreachable!("{} is not a SQLite file", self.text) };
        path
    }

    async fn copied(template: &str) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        create(&name, template).await;
        Self { url: postgres_url(&name), text: cluster().url(&name), _directory: None }
    }
}

fn postgres_url(name: &str) -> DatabaseUrl {
    DatabaseUrl::Postgres(url::Url::parse(&cluster().url(name)).unwrap())
}

async fn create(name: &str, template: &str) {
    let connection = sea_orm::Database::connect(cluster().url("postgres")).await.unwrap();
    connection.execute_unprepared(&format!("CREATE DATABASE {name} TEMPLATE {template}")).await.unwrap();
    connection.close().await.unwrap();
}

/// Returns the process's cluster. Panics with the reason when it could not be started.
fn cluster() -> &'static Cluster {
    static CLUSTER: LazyLock<Result<Cluster, String>> = LazyLock::new(Cluster::start);
    CLUSTER.as_ref().unwrap_or_else(|reason| panic!("tests on PostgreSQL need a separate server: {reason}"))
}

pub(super) struct Cluster {
    directory: PathBuf,
    /// Stops the server when its standard input closes, which happens when this process ends.
    _watchdog: Child,
}

/// The user that runs the server, since PostgreSQL refuses to run as root.
#[derive(Clone, Copy)]
pub(super) struct User {
    pub(super) uid: u32,
    pub(super) gid: u32,
}

impl Cluster {
    fn start() -> Result<Self, String> {
        Self::start_with(|_, _| Ok("-c listen_addresses=''".to_owned()))
    }

    /// Starts a server with the additional options that `network` returns for its directory and user.
    pub(super) fn start_with(
        network: impl FnOnce(&Path, Option<User>) -> Result<String, String>,
    ) -> Result<Self, String> {
        let programs = programs()?;
        let user = unprivileged()?;
        let failed = |error: io::Error| error.to_string();
        let directory = tempfile::Builder::new().prefix("foundfirst-postgres-").tempdir().map_err(failed)?;
        if let Some(user) = user {
            chown(directory.path(), Some(user.uid), Some(user.gid)).map_err(failed)?;
        }
        let data = directory.path().join("data");
        run(command(&programs.join("initdb"), user)
            .args([
                "--no-sync",
                "--username=postgres",
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C.UTF-8",
                "--pgdata",
            ])
            .arg(&data))?;
        let network = network(directory.path(), user)?;
        // From here on the watchdog deletes the directory.
        let directory = directory.keep();
        let watchdog = watchdog(&programs.join("pg_ctl"), &data, &directory, user).map_err(failed)?;
        let options = format!(
            "-k {} {network} -c fsync=off -c synchronous_commit=off -c full_page_writes=off \
             -c max_connections=300 -c log_min_messages=fatal -c shared_buffers=32MB",
            directory.display()
        );
        run(command(&programs.join("pg_ctl"), user)
            .args(["start", "--wait", "--silent", "--pgdata"])
            .arg(&data)
            .arg("--log")
            .arg(directory.join("log"))
            .arg("--options")
            .arg(options))
        .map_err(|reason| {
            let log = fs::read_to_string(directory.join("log")).unwrap_or_default();
            format!("{reason}\n{log}")
        })?;
        Ok(Self { directory, _watchdog: watchdog })
    }

    fn url(&self, database: &str) -> String {
        // As a parameter, since a path cannot be the host of a URL.
        let socket = self.directory.display().to_string().replace('/', "%2F");
        format!("postgres://postgres@localhost/{database}?host={socket}")
    }
}

/// Returns the directory of Debian's newest `initdb` and `pg_ctl`.
fn programs() -> Result<PathBuf, String> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    versions
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse::<u32>().ok()?, entry.path().join("bin"))))
        .filter(|(_, programs)| programs.join("initdb").exists())
        .max()
        .map(|(_, programs)| programs)
        .ok_or_else(|| "/usr/lib/postgresql/*/bin/initdb is missing; install Debian's package postgresql".to_owned())
}

/// Returns `postgres` or else `nobody` when this process is root; None keeps the current user.
fn unprivileged() -> Result<Option<User>, String> {
    if fs::metadata("/proc/self").map_err(|error| error.to_string())?.uid() != 0 {
        return Ok(None);
    }
    let users = fs::read_to_string("/etc/passwd").map_err(|error| error.to_string())?;
    let find = |name: &str| {
        let fields: Vec<&str> = users.lines().find(|line| line.split(':').next() == Some(name))?.split(':').collect();
        Some(User { uid: fields.get(2)?.parse().ok()?, gid: fields.get(3)?.parse().ok()? })
    };
    find("postgres")
        .or_else(|| find("nobody"))
        .map(Some)
        .ok_or_else(|| "there is neither a user postgres nor nobody to run it as".to_owned())
}

fn command(program: &Path, user: Option<User>) -> Command {
    let mut command = Command::new(program);
    command.current_dir("/").stdin(Stdio::null());
    if let Some(user) = user {
        command.uid(user.uid).gid(user.gid);
    }
    command
}

fn run(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().display().to_string();
    // `pg_ctl` passes its output on to the server, which would keep a pipe open. Errors are in the log.
    let output = if program.ends_with("pg_ctl") {
        command.stdout(Stdio::null()).stderr(Stdio::null()).output()
    } else {
        command.output()
    };
    let output = output.map_err(|error| format!("{program}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(format!("{program}: {}\n{text}", output.status)) }
}

fn watchdog(pg_ctl: &Path, data: &Path, directory: &Path, user: Option<User>) -> io::Result<Child> {
    command(Path::new("/bin/sh"), user)
        .args(["-c", r#"cat; "$0" stop --mode=immediate --silent --pgdata "$1"; rm -rf "$2""#])
        .args([pg_ctl, data, directory])
        // A separate process group: Ctrl-C reaches the tests, and the watchdog can still clean up.
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
}
