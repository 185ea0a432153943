//! The database: connecting, migrating, transactions. Stores of features build on this; nothing else does.

pub mod content_state;
pub mod content_version;
pub mod entities;
mod error;
pub mod keyset;
pub mod migrations;
pub mod search;
#[cfg(test)]
pub mod testing;
#[cfg(test)]
mod tests;

use std::{
    path::Path,
    time::{Duration, Instant},
};

use sea_orm::{
    AccessMode, ConnectOptions, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, SqliteTransactionMode,
    TransactionOptions, TransactionTrait,
    sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};

pub use self::error::{StorageError, StorageErrorKind, UniqueConstraint};
use crate::config::DatabaseUrl;

/// Connections to the database: on SQLite a single one that writes and several that only read, so that nobody who
/// reads waits for a write; on PostgreSQL one pool for both.
#[derive(Debug, Clone)]
pub struct Database {
    reader: DatabaseConnection,
    writer: DatabaseConnection,
    engine: Engine,
}

/// Which engine answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// The embedded file.
    Sqlite,
    /// A server.
    Postgres,
}

/// How long a write waits for another one before it gives up.
const BUSY: Duration = Duration::from_secs(10);

/// How soon a locked file is opened again.
const LOCK_RETRY: Duration = Duration::from_millis(50);

/// How many statements read at once on SQLite: as many as render pages on a small machine, and each costs a cache.
const READERS: u32 = 3;

impl Database {
    /// Opens the database and applies the migrations that it lacks. A SQLite file is made when absent.
    pub async fn open(url: &DatabaseUrl) -> Result<Self, StorageError> {
        let database = Self::connect(url, true).await?;
        migrations::apply(&database)
            .await
            .map_err(|error| StorageError::during(error, &format!("{url} cannot be prepared")))?;
        Ok(database)
    }

    /// Opens the database with the tables that it has, be they an older program's. A SQLite file must be there.
    pub async fn open_unchanged(url: &DatabaseUrl) -> Result<Self, StorageError> {
        Self::connect(url, false).await
    }

    /// Opens the database; a SQLite file that is absent is made when `create` says so.
    async fn connect(url: &DatabaseUrl, create: bool) -> Result<Self, StorageError> {
        let opened = match url {
            DatabaseUrl::Sqlite(path) => sqlite_when_free(path, create).await,
            DatabaseUrl::Postgres(url) => postgres(url).await,
        };
        opened.map_err(|error| StorageError::during(error, &format!("{url} cannot be opened")))
    }

    /// For statements that only read. On SQLite its connections refuse to write.
    pub fn reader(&self) -> &DatabaseConnection {
        &self.reader
    }

    /// For single statements that write. On SQLite there is one such connection: statements wait for each other, and
    /// for an open [`Database::begin_write`].
    pub fn writer(&self) -> &DatabaseConnection {
        &self.writer
    }

    /// Which engine answers.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Starts a transaction that is going to write. On SQLite it takes the write lock at once, so that a
    /// transaction which has read never has to give way half-way through.
    pub async fn begin_write(&self) -> Result<DatabaseTransaction, DbErr> {
        self.writer
            .begin_with_options(TransactionOptions {
                access_mode: (self.engine == Engine::Postgres).then_some(AccessMode::ReadWrite),
                sqlite_transaction_mode: (self.engine == Engine::Sqlite).then_some(SqliteTransactionMode::Immediate),
                ..TransactionOptions::default()
            })
            .await
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), StorageError> {
        self.reader.execute_unprepared("SELECT 1").await?;
        Ok(())
    }

    /// Closes every connection; SQLite's write-ahead log is folded into the file.
    pub async fn close(self) {
        // The writer last: only it can fold the log into the file.
        for connection in [self.reader, self.writer] {
            if let Err(error) = connection.close().await {
                tracing::warn!(%error, "the database did not close cleanly");
            }
        }
    }
}

async fn postgres(url: &url::Url) -> Result<Database, DbErr> {
    let mut options = ConnectOptions::new(url.as_str());
    options
        .max_connections(10)
        .connect_timeout(Duration::from_secs(8))
        .acquire_timeout(Duration::from_secs(8))
        .sqlx_logging(false);
    let connection = sea_orm::Database::connect(options).await?;
    Ok(Database { reader: connection.clone(), writer: connection, engine: Engine::Postgres })
}

/// Opens a file, again while it is locked: changing a new file to write-ahead logging fails at once, whatever the busy
/// timeout, while another program does the same.
async fn sqlite_when_free(path: &Path, create: bool) -> Result<Database, DbErr> {
    let begun = Instant::now();
    loop {
        match sqlite(path, create).await {
            Err(error) if StorageErrorKind::of(&error) == StorageErrorKind::Busy && begun.elapsed() < BUSY => {
                tokio::time::sleep(LOCK_RETRY).await;
            }
            opened => return opened,
        }
    }
}

async fn sqlite(path: &Path, create: bool) -> Result<Database, DbErr> {
    if let Some(parent) = path.parent().filter(|parent| create && !parent.as_os_str().is_empty()) {
        std::fs::create_dir_all(parent).map_err(|error| DbErr::Custom(format!("{}: {error}", parent.display())))?;
    }
    // The writer first: it makes the file, and puts it into the mode in which reading and writing go on side by side.
    let writer = sqlite_pool(
        1,
        sqlite_options(path)
            .create_if_missing(create)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .optimize_on_close(true, None),
    )
    .await?;
    let reader = sqlite_pool(READERS, sqlite_options(path).read_only(true)).await?;
    Ok(Database { reader, writer, engine: Engine::Sqlite })
}

fn sqlite_options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        .busy_timeout(BUSY)
        // Each connection has its own cache and sorts within as much again: 1 MB. The system keeps the file's pages
        // once for all of them.
        .pragma("cache_size", "-1000")
}

async fn sqlite_pool(connections: u32, sqlite: SqliteConnectOptions) -> Result<DatabaseConnection, DbErr> {
    let mut options = ConnectOptions::new("sqlite::memory:");
    options
        .max_connections(connections)
        .acquire_timeout(BUSY)
        .sqlx_logging(false)
        .map_sqlx_sqlite_opts(move |_| sqlite.clone());
    sea_orm::Database::connect(options).await
}
