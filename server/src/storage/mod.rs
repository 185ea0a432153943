//! The database: connecting, migrating, transactions. Stores of features build on this; nothing else does.

pub mod content_state;
pub mod content_version;
pub mod entities;
pub mod migrations;
pub mod search;
#[cfg(test)]
pub mod testing;

use std::{path::Path, time::Duration};

use sea_orm::{
    AccessMode, ConnectOptions, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, SqliteTransactionMode,
    TransactionOptions, TransactionTrait,
    sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};

use crate::{config::DatabaseUrl, error::AppError};

/// A pool of connections to the database.
#[derive(Debug, Clone)]
pub struct Database {
    connection: DatabaseConnection,
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

/// The database could not be opened, or a statement failed.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StorageError(String);

impl From<DbErr> for StorageError {
    fn from(error: DbErr) -> Self {
        Self(error.to_string())
    }
}

impl From<StorageError> for AppError {
    fn from(error: StorageError) -> Self {
        Self::unavailable(error)
    }
}

/// How long a write waits for another one before it gives up.
const BUSY: Duration = Duration::from_secs(10);

impl Database {
    /// Opens the database and applies the migrations that it lacks. A SQLite file is made when absent.
    pub async fn open(url: &DatabaseUrl) -> Result<Self, StorageError> {
        let database = Self::connect(url, true).await?;
        migrations::apply(&database)
            .await
            .map_err(|error| StorageError(format!("{url} cannot be prepared: {}", one_line(&error.to_string()))))?;
        Ok(database)
    }

    /// Opens the database with the tables that it has, be they an older program's. A SQLite file must be there.
    pub async fn open_unchanged(url: &DatabaseUrl) -> Result<Self, StorageError> {
        Self::connect(url, false).await
    }

    /// Opens the database; a SQLite file that is absent is made when `create` says so.
    async fn connect(url: &DatabaseUrl, create: bool) -> Result<Self, StorageError> {
        let opened = match url {
            DatabaseUrl::Sqlite(path) => sqlite(path, create).await,
            DatabaseUrl::Postgres(url) => postgres(url).await,
        };
        opened.map_err(|error| StorageError(format!("{url} cannot be opened: {}", one_line(&error.to_string()))))
    }

    /// The pool, for reading.
    pub fn reader(&self) -> &DatabaseConnection {
        &self.connection
    }

    /// Which engine answers.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Starts a transaction that is going to write. On SQLite it takes the write lock at once, so that a
    /// transaction which has read never has to give way half-way through.
    pub async fn begin_write(&self) -> Result<DatabaseTransaction, DbErr> {
        self.connection
            .begin_with_options(TransactionOptions {
                access_mode: (self.engine == Engine::Postgres).then_some(AccessMode::ReadWrite),
                sqlite_transaction_mode: (self.engine == Engine::Sqlite).then_some(SqliteTransactionMode::Immediate),
                ..TransactionOptions::default()
            })
            .await
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), StorageError> {
        self.connection.execute_unprepared("SELECT 1").await?;
        Ok(())
    }

    /// Closes every connection; SQLite's write-ahead log is folded into the file.
    pub async fn close(self) {
        if let Err(error) = self.connection.close().await {
            tracing::warn!(%error, "the database did not close cleanly");
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
    Ok(Database { connection, engine: Engine::Postgres })
}

async fn sqlite(path: &Path, create: bool) -> Result<Database, DbErr> {
    if let Some(parent) = path.parent().filter(|parent| create && !parent.as_os_str().is_empty()) {
        std::fs::create_dir_all(parent).map_err(|error| DbErr::Custom(format!("{}: {error}", parent.display())))?;
    }
    let file = path.to_owned();
    let mut options = ConnectOptions::new("sqlite::memory:");
    options.max_connections(3).acquire_timeout(BUSY).sqlx_logging(false).map_sqlx_sqlite_opts(move |_| {
        SqliteConnectOptions::new()
            .filename(&file)
            .create_if_missing(create)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(BUSY)
            // Each connection has a cache of its own and sorts within as much again: 1 MB. The system keeps the file's
            // pages once for all of them.
            .pragma("cache_size", "-1000")
            .optimize_on_close(true, None)
    });
    let connection = sea_orm::Database::connect(options).await?;
    Ok(Database { connection, engine: Engine::Sqlite })
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl StorageError {
    /// A failure beside the database that a store reports as its own.
    pub fn other(error: &impl std::fmt::Display) -> Self {
        Self(error.to_string())
    }
}
