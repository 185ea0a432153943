//! The database: connections, migrations, transactions. Only the features' stores use it.

pub mod content_state;
pub mod content_version;
pub mod entities;
mod error;
pub mod json;
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

/// Database connections. On SQLite one writes and several only read, so that readers never wait for a write; on
/// PostgreSQL one pool serves both.
#[derive(Debug, Clone)]
pub struct Database {
    reader: DatabaseConnection,
    writer: DatabaseConnection,
    engine: Engine,
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

/// Pause before a locked file is opened again.
const LOCK_RETRY: Duration = Duration::from_millis(50);

/// Number of SQLite connections for reading: as many as pages are rendered at once on a small machine. Each has its
/// own cache.
const READERS: u32 = 3;

impl Database {
    /// Opens the database and applies missing migrations. A SQLite file is created when absent.
    pub async fn open(url: &DatabaseUrl) -> Result<Self, StorageError> {
        let database = Self::connect(url, true).await?;
        migrations::apply(&database)
            .await
            .map_err(|error| StorageError::during(error, &format!("{url} cannot be prepared")))?;
        Ok(database)
    }

    /// Opens the database without migrating it, whatever version it has. A SQLite file must exist.
    pub async fn open_unchanged(url: &DatabaseUrl) -> Result<Self, StorageError> {
        Self::connect(url, false).await
    }

    /// Opens the database. `create` creates an absent SQLite file.
    async fn connect(url: &DatabaseUrl, create: bool) -> Result<Self, StorageError> {
        let opened = match url {
            DatabaseUrl::Sqlite(path) => sqlite_when_free(path, create).await,
            DatabaseUrl::Postgres(url) => postgres(url).await,
        };
        opened.map_err(|error| StorageError::during(error, &format!("{url} cannot be opened")))
    }

    /// Returns the connection for statements that only read. On SQLite it refuses to write.
    pub fn reader(&self) -> &DatabaseConnection {
        &self.reader
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

    /// Checks that the database answers.
    pub async fn ping(&self) -> Result<(), StorageError> {
        self.reader.execute_unprepared("SELECT 1").await?;
        Ok(())
    }

    /// Closes every connection. SQLite's write-ahead log is merged into the file.
    pub async fn close(self) {
        // The writer last: only it can merge the log into the file.
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

/// Opens a file, and tries again while it is locked: switching a new file to write-ahead logging fails at once,
/// whatever the busy timeout, while another process does the same.
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
    // The writer first: it creates the file and switches it to write-ahead logging.
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
        // 1 MB, for each connection's cache and again for its sorting. The system's page cache is shared by all.
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
