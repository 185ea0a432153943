//! Rows on their way out and in: one moment's view of the database, and the transaction that replaces what it holds.

use sea_orm::{
    AccessMode, ConnectionTrait, DatabaseTransaction, DbErr, IsolationLevel, Statement, TransactionOptions,
    TransactionTrait,
};

use super::{
    archive::Table,
    schema::{self, TableSchema, quoted},
};
use crate::{
    media::kept_files,
    storage::{Database, Engine, content_version, migrations},
};

/// So many rows are in memory at once. The longest are posts, of a megabyte at most.
const ROWS: u32 = 64;

/// The database as it is at one moment, whatever is written meanwhile.
pub struct Snapshot {
    transaction: DatabaseTransaction,
    engine: Engine,
    /// The migrations that it has had.
    pub migrations: Vec<String>,
    /// Of the content at that moment.
    pub content_version: i64,
    /// The tables, in the order in which they can be filled.
    pub schemas: Vec<TableSchema>,
    /// How many rows they have.
    pub rows: u64,
}

impl Snapshot {
    /// Takes it. None where there is nothing of ours.
    pub async fn take(database: &Database) -> Result<Option<Self>, DbErr> {
        let engine = database.engine();
        let postgres = engine == Engine::Postgres;
        let options = TransactionOptions {
            isolation_level: postgres.then_some(IsolationLevel::RepeatableRead),
            access_mode: postgres.then_some(AccessMode::ReadOnly),
            ..TransactionOptions::default()
        };
        let transaction = database.reader().begin_with_options(options).await?;
        // The first look fixes the moment.
        let migrations = migrations::applied(&transaction).await?;
        if migrations.is_empty() {
            return Ok(None);
        }
        let content_version = content_version::read(&transaction).await?;
        let schemas = schema::read(&transaction, engine).await?;
        let mut rows = 0;
        for shape in &schemas {
            rows += count(&transaction, &shape.name).await?;
        }
        // A new database takes the place of one that is not there.
        Ok((rows > 0).then_some(Self { transaction, engine, migrations, content_version, schemas, rows }))
    }

    /// The table's rows as JSON arrays, some at a time, to `take`.
    pub async fn each<E: From<DbErr>>(
        &self,
        shape: &TableSchema,
        mut take: impl FnMut(Vec<String>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (line, table) = (shape.line(self.engine)?, quoted(&shape.name));
        let backend = self.transaction.get_database_backend();
        if self.engine == Engine::Postgres {
            let cursor = format!("DECLARE backup NO SCROLL CURSOR FOR SELECT {line} FROM {table}");
            self.transaction.execute_unprepared(&cursor).await?;
        }
        let mut last = 0_i64;
        loop {
            let lines: Vec<String> = match self.engine {
                Engine::Postgres => {
                    let fetch = Statement::from_string(backend, format!("FETCH {ROWS} FROM backup"));
                    let rows = self.transaction.query_all_raw(fetch).await?;
                    rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?
                }
                Engine::Sqlite => {
                    let next = format!("SELECT {line}, rowid FROM {table} WHERE rowid > ? ORDER BY rowid LIMIT {ROWS}");
                    let next = Statement::from_sql_and_values(backend, next, [last.into()]);
                    let rows = self.transaction.query_all_raw(next).await?;
                    if let Some(row) = rows.last() {
                        last = row.try_get_by_index(1)?;
                    }
                    rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?
                }
            };
            if lines.is_empty() {
                break;
            }
            take(lines)?;
        }
        if self.engine == Engine::Postgres {
            self.transaction.execute_unprepared("CLOSE backup").await?;
        }
        Ok(())
    }

    /// The files that the media library names.
    pub async fn files(&self) -> Result<Vec<String>, DbErr> {
        kept_files(&self.transaction).await
    }
}

/// The transaction that replaces everything. Dropped without [`Restoration::finish`], nothing has happened.
pub struct Restoration {
    transaction: DatabaseTransaction,
    engine: Engine,
    content_version: i64,
}

impl Restoration {
    /// Begins it. Others who would write wait.
    pub async fn begin(database: &Database) -> Result<Self, DbErr> {
        let transaction = database.begin_write().await?;
        migrations::lock(&transaction, database.engine()).await?;
        let content_version = content_version::read(&transaction).await?;
        Ok(Self { transaction, engine: database.engine(), content_version })
    }

    /// Whether there is anything that would be lost.
    pub async fn is_empty(&self) -> Result<bool, DbErr> {
        for shape in schema::read(&self.transaction, self.engine).await? {
            if count(&self.transaction, &shape.name).await? > 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Removes every table, and makes them anew as they were after the first `known` migrations. The tables.
    pub async fn clear(&self, known: usize) -> Result<Vec<TableSchema>, DbErr> {
        let tables = match self.engine {
            Engine::Sqlite => {
                let query = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual'";
                let query = Statement::from_string(self.transaction.get_database_backend(), query);
                let rows = self.transaction.query_all_raw(query).await?;
                rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<Vec<String>, _>>()?
            }
            Engine::Postgres => Vec::new(),
        };
        // A table that refers to another is emptied before it.
        let others = schema::all(&self.transaction, self.engine).await?.into_iter().rev().map(|shape| shape.name);
        for table in tables.into_iter().chain(others) {
            self.transaction.execute_unprepared(&format!("DROP TABLE {}", quoted(&table))).await?;
        }
        migrations::up(&self.transaction, Some(known)).await?;
        schema::read(&self.transaction, self.engine).await
    }

    /// Adds rows, one JSON array a line. Returns how many.
    pub async fn fill(&self, insertion: &str, lines: &str) -> Result<u64, DbErr> {
        let rows = format!("[{}]", lines.trim_end().replace('\n', ","));
        let backend = self.transaction.get_database_backend();
        let statement = Statement::from_sql_and_values(backend, insertion, [rows.into()]);
        Ok(self.transaction.execute_raw(statement).await?.rows_affected())
    }

    /// The statement that adds rows of a table as the backup has it; None when the table has other columns.
    pub fn insertion(&self, schemas: &[TableSchema], table: &Table) -> Option<String> {
        schemas.iter().find(|shape| shape.name == table.name)?.insertion(self.engine, &table.columns)
    }

    /// Brings the tables to their present form, and lets everything be seen: pages that were cached of either site
    /// are older than what there is now.
    pub async fn finish(self, content_version: i64) -> Result<(), DbErr> {
        migrations::up(&self.transaction, None).await?;
        content_version::raise_above(&self.transaction, content_version.max(self.content_version)).await?;
        self.transaction.commit().await
    }
}

async fn count(connection: &impl ConnectionTrait, table: &str) -> Result<u64, DbErr> {
    let query = format!("SELECT count(*) FROM {}", quoted(table));
    let query = Statement::from_string(connection.get_database_backend(), query);
    let row = connection.query_one_raw(query).await?.ok_or_else(|| DbErr::RecordNotFound(table.to_owned()))?;
    Ok(row.try_get_by_index::<i64>(0)?.unsigned_abs())
}
