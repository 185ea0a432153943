//! The database: connections, migrations, transactions. Only the features' stores use it.

pub mod content_state;
pub mod content_version;
pub mod entities;
mod error;
pub mod json;
pub mod keyset;
pub mod migrations;
pub mod reader_search;
pub mod search;
mod search_permits;
#[cfg(test)]
pub mod testing;
#[cfg(test)]
pub(crate) mod tests;

use std::{
    path::Path,
    time::{Duration, Instant},
};

use sea_orm::{
    AccessMode, ConnectOptions, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, RuntimeErr,
    SqliteTransactionMode, TransactionOptions, TransactionTrait,
    sqlx::{
        self, Connection, PgConnection,
        sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
    },
};

use self::search_permits::SearchPermits;
pub use self::{
    error::{StorageError, StorageErrorKind, UniqueConstraint},
    search_permits::SearchPermit,
};
use crate::config::DatabaseUrl;

/// Database connections. On SQLite one connection writes and the others only read, so that readers never wait for a
/// write.
#[derive(Debug, Clone)]
pub struct Database {
    reader: DatabaseConnection,
    /// Like `reader`, without the time limit.
    long_reader: DatabaseConnection,
    writer: DatabaseConnection,
    searches: SearchPermits,
    engine: Engine,
    migrations_applied: usize,
}

/// The database engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// An embedded file.
    Sqlite,
    /// A server.
    Postgres,
}

/// How long a write waits for the write lock before it fails.
const BUSY: Duration = Duration::from_secs(10);

/// How long a PostgreSQL server may take to accept a connection.
const CONNECT: Duration = Duration::from_secs(8);

/// Pause before the next attempt to open a locked file or to connect to a server that is not up.
const RETRY: Duration = Duration::from_millis(50);

/// Number of SQLite connections for reading: more than the pages that a small machine renders at once, because searches
/// may take half of them. Each has its own cache.
const SQLITE_READERS: u32 = 4;

/// Number of SQLite connections for long reads, opened on first use.
const SQLITE_LONG_READERS: u32 = 2;

/// Number of PostgreSQL connections for reading. One of them listens for new content versions.
const POSTGRES_READERS: u32 = 7;

/// Number of PostgreSQL connections for writing and for long reads.
const POSTGRES_WRITERS: u32 = 5;

/// How long a statement of [`Database::reader`] may take. An uncached search among 100,000 posts takes a hundredth
/// of it (docs/performance.md).
const READ_LIMIT: Duration = Duration::from_secs(2);

/// Number of SQLite's virtual machine instructions between two checks of the time limit: about a hundred rows of a
/// scan.
const INSTRUCTIONS: i32 = 1000;

impl Database {
    /// Opens the database and applies missing migrations. A SQLite file is created when absent. Fails when a newer
    /// version of the program has migrated the database.
    pub async fn open(url: &DatabaseUrl) -> Result<Self, StorageError> {
        Self::open_with_limit(url, READ_LIMIT).await
    }

    /// Opens the database like [`Database::open`] with another time limit for readers.
    async fn open_with_limit(url: &DatabaseUrl, read_limit: Duration) -> Result<Self, StorageError> {
        let mut database = Self::connect_with_limit(url, true, read_limit).await?;
        database.missing_migrations().await?;
        database.migrations_applied = migrations::apply(&database)
            .await
            .map_err(|error| StorageError::during(error, &format!("{url} cannot be prepared")))?;
        Ok(database)
    }

    /// Opens the database without migrating it. A SQLite file must exist. Fails when a newer version of the program has
    /// migrated the database.
    pub async fn open_unchanged(url: &DatabaseUrl) -> Result<Self, StorageError> {
        let database = Self::connect(url, false).await?;
        database.missing_migrations().await?;
        Ok(database)
    }

    /// Returns how many migrations were applied when the database was opened.
    pub fn migrations_applied(&self) -> usize {
        self.migrations_applied
    }

    /// Returns how many migrations the database lacks. Fails when a newer version of the program has migrated it.
    pub async fn missing_migrations(&self) -> Result<usize, StorageError> {
        let transaction = self.long_reader.begin().await?;
        migrations::missing(&transaction).await
    }

    /// Opens the database. `create` creates an absent SQLite file.
    async fn connect(url: &DatabaseUrl, create: bool) -> Result<Self, StorageError> {
        Self::connect_with_limit(url, create, READ_LIMIT).await
    }

    async fn connect_with_limit(url: &DatabaseUrl, create: bool, read_limit: Duration) -> Result<Self, StorageError> {
        let opened = match url {
            // Boxed, as they are far larger than the futures around them.
            DatabaseUrl::Sqlite(path) => Box::pin(sqlite_when_free(path, create, read_limit)).await,
            DatabaseUrl::Postgres(url) => Box::pin(postgres(url, read_limit)).await,
        };
        opened.map_err(|error| StorageError::during(error, &format!("{url} cannot be opened")))
    }

    /// Returns the connection for short statements that only read. A statement that takes longer than two seconds is
    /// interrupted and fails with [`StorageErrorKind::TimedOut`]. On SQLite the connection refuses to write.
    pub fn reader(&self) -> &DatabaseConnection {
        &self.reader
    }

    /// Returns the connection for statements that only read and have no time limit: exports, backups, and queries of
    /// staff that scan a whole table. On SQLite the connection refuses to write.
    pub fn long_reader(&self) -> &DatabaseConnection {
        &self.long_reader
    }

    /// Waits for the permit of a reader's search. There are fewer permits than connections for readers, so that
    /// everything else finds a free one. Fails with [`StorageErrorKind::Busy`] when no permit is returned within a
    /// second.
    pub async fn begin_search(&self) -> Result<SearchPermit, StorageError> {
        self.searches.acquire().await
    }

    /// Returns the connection for single statements that write. On SQLite there is only one: statements wait for each
    /// other and for an open [`Database::begin_write`].
    pub fn writer(&self) -> &DatabaseConnection {
        &self.writer
    }

    /// Returns the engine.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Begins a transaction that will write. On SQLite it takes the write lock at once, so that it cannot fail
    /// between its first read and its first write.
    pub async fn begin_write(&self) -> Result<DatabaseTransaction, DbErr> {
        self.writer
            .begin_with_options(TransactionOptions {
                access_mode: (self.engine == Engine::Postgres).then_some(AccessMode::ReadWrite),
                sqlite_transaction_mode: (self.engine == Engine::Sqlite).then_some(SqliteTransactionMode::Immediate),
                ..TransactionOptions::default()
            })
            .await
    }

    /// Checks that the database responds.
    pub async fn ping(&self) -> Result<(), StorageError> {
        self.reader.execute_unprepared("SELECT 1").await?;
        Ok(())
    }

    /// Fails when nothing can be written: the file, its disk or the server is read-only. Writes nothing.
    pub async fn check_writable(&self) -> Result<(), StorageError> {
        let transaction = self.begin_write().await?;
        // SQLite can begin to write a file that is read-only, and refuses only the first statement.
        transaction.execute_unprepared("DELETE FROM content_version WHERE 1 = 0").await?;
        transaction.rollback().await?;
        Ok(())
    }

    /// Fails with the reason when the database cannot be migrated. Changes nothing.
    pub async fn check_migratable(&self) -> Result<(), StorageError> {
        let transaction = self.begin_write().await?;
        transaction.execute_unprepared("CREATE TABLE foundfirst_check (id INTEGER)").await?;
        transaction.rollback().await?;
        Ok(())
    }

    /// Closes every connection. SQLite's write-ahead log is merged into the file.
    pub async fn close(self) {
        // The writer last: only it can merge the log into the file.
        for connection in [self.reader, self.long_reader, self.writer] {
            if let Err(error) = connection.close().await {
                tracing::warn!(%error, "the database did not close cleanly");
            }
        }
    }
}

async fn postgres(url: &url::Url, read_limit: Duration) -> Result<Database, DbErr> {
    let pool = async |connections: u32, limit: Option<Duration>| {
        let mut options = ConnectOptions::new(url.as_str());
        options.max_connections(connections).connect_timeout(CONNECT).acquire_timeout(CONNECT).sqlx_logging(false);
        if let Some(limit) = limit {
            options.statement_timeout(limit);
        }
        sea_orm::Database::connect(options).await
    };
    postgres_when_up(url).await.map_err(|error| DbErr::Conn(RuntimeErr::SqlxError(error.into())))?;
    let writer = pool(POSTGRES_WRITERS, None).await?;
    Ok(Database {
        reader: pool(POSTGRES_READERS, Some(read_limit)).await?,
        long_reader: writer.clone(),
        writer,
        searches: SearchPermits::new(POSTGRES_READERS / 2),
        engine: Engine::Postgres,
        migrations_applied: 0,
    })
}

/// Waits until a server accepts a connection. Fails with the reason, where a pool would only report a timeout.
async fn postgres_when_up(url: &url::Url) -> Result<(), sqlx::Error> {
    let begun = Instant::now();
    loop {
        let left = CONNECT.saturating_sub(begun.elapsed());
        let Ok(connected) = tokio::time::timeout(left, PgConnection::connect(url.as_str())).await else {
            let silent = std::io::Error::new(std::io::ErrorKind::TimedOut, "the server does not respond");
            return Err(silent.into());
        };
        match connected {
            Ok(connection) => return connection.close().await,
            Err(error) if is_passing(&error) && begun.elapsed() + RETRY < CONNECT => tokio::time::sleep(RETRY).await,
            Err(error) => return Err(error),
        }
    }
}

/// Returns whether an error may be temporary: the server is starting, or all its connections are in use.
fn is_passing(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(error) => error.kind() == std::io::ErrorKind::ConnectionRefused,
        sqlx::Error::Database(error) => error.is_transient_in_connect_phase(),
        _ => false,
    }
}

/// Opens a file, and retries while it is locked: while another process switches a new file to write-ahead logging,
/// doing the same fails immediately, whatever the busy timeout.
async fn sqlite_when_free(path: &Path, create: bool, read_limit: Duration) -> Result<Database, DbErr> {
    let begun = Instant::now();
    loop {
        match sqlite(path, create, read_limit).await {
            Err(error) if StorageErrorKind::of(&error) == StorageErrorKind::Busy && begun.elapsed() < BUSY => {
                tokio::time::sleep(RETRY).await;
            }
            opened => return opened,
        }
    }
}

async fn sqlite(path: &Path, create: bool, read_limit: Duration) -> Result<Database, DbErr> {
    if let Some(parent) = path.parent().filter(|parent| create && !parent.as_os_str().is_empty()) {
        std::fs::create_dir_all(parent).map_err(|error| DbErr::Custom(format!("{}: {error}", parent.display())))?;
    }
    // The writer first: it creates the file and switches it to write-ahead logging.
    let writer = sqlite_pool(
        1,
        sqlite_options(path)
            .create_if_missing(create)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .optimize_on_close(true, None),
        |options| {
            options.map_sqlx_sqlite_pool_opts(only_settled);
        },
    )
    .await?;
    let read_only = sqlite_options(path).read_only(true);
    let reader = sqlite_pool(SQLITE_READERS, read_only.clone(), |options| {
        options.map_sqlx_sqlite_pool_opts(move |pool| interrupted_after(read_limit, pool));
    });
    let long_reader = sqlite_pool(SQLITE_LONG_READERS, read_only, |options| {
        options.connect_lazy(true).map_sqlx_sqlite_pool_opts(only_settled);
    });
    Ok(Database {
        reader: reader.await?,
        long_reader: long_reader.await?,
        writer,
        searches: SearchPermits::new(SQLITE_READERS / 2),
        engine: Engine::Sqlite,
        migrations_applied: 0,
    })
}

fn sqlite_options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        .busy_timeout(BUSY)
        // 1 MB, for each connection's cache and again for its sorting. The system's page cache is shared by all.
        .pragma("cache_size", "-1000")
}

async fn sqlite_pool(
    connections: u32,
    sqlite: SqliteConnectOptions,
    configure: impl FnOnce(&mut ConnectOptions),
) -> Result<DatabaseConnection, DbErr> {
    let mut options = ConnectOptions::new("sqlite::memory:");
    options
        .max_connections(connections)
        .acquire_timeout(BUSY)
        .sqlx_logging(false)
        .map_sqlx_sqlite_opts(move |_| sqlite.clone());
    configure(&mut options);
    sea_orm::Database::connect(options).await
}

/// Closes connections that still count a transaction when they are taken from the pool. SQLite rolls back a transaction
/// whose `COMMIT` finds a full disk. sqlx then fails to roll it back and counts it for ever: it would begin the next
/// one as a savepoint, and after the disk has been full again would only release savepoints and commit nothing.
fn only_settled(options: SqlitePoolOptions) -> SqlitePoolOptions {
    options.before_acquire(|connection, _| Box::pin(async { Ok(!connection.is_in_transaction()) }))
}

/// Interrupts a connection that was taken from the pool more than `limit` ago. Outside transactions, that limits a
/// single statement.
fn interrupted_after(limit: Duration, options: SqlitePoolOptions) -> SqlitePoolOptions {
    async fn restart(connection: &mut SqliteConnection, limit: Duration) -> Result<(), sqlx::Error> {
        let begun = Instant::now();
        connection.lock_handle().await?.set_progress_handler(INSTRUCTIONS, move || begun.elapsed() < limit);
        Ok(())
    }
    options
        // A file cannot disconnect, and `before_acquire` fails when the connection's thread is gone.
        .test_before_acquire(false)
        .after_connect(move |connection, _| Box::pin(restart(connection, limit)))
        .before_acquire(move |connection, _| {
            Box::pin(async move { restart(connection, limit).await.map(|()| !connection.is_in_transaction()) })
        })
}
