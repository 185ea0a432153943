//! The database's side of a backup: a consistent snapshot to read from, and the transaction that replaces all content.

#[cfg(test)]
mod tests;

use sea_orm::{
    AccessMode, ConnectionTrait, DatabaseTransaction, DbErr, IsolationLevel, Statement, TransactionOptions,
    TransactionTrait,
};

use super::{
    archive::Table,
    schema::{self, TableSchema, quoted},
};
use crate::{
    media::stored_files,
    storage::{Database, Engine, content_state::Versions, content_version, migrations},
};

/// Maximum number of rows in a batch.
const BATCH_ROWS: i64 = 64;

/// Maximum number of bytes of text and blobs in a batch, as stored. A batch of a single row may have more: the content
/// of a post is up to 20 MB long.
const BATCH_BYTES: i64 = 8 << 20;

/// A consistent view of the database, unaffected by later writes.
pub struct Snapshot {
    transaction: DatabaseTransaction,
    engine: Engine,
    /// The names of the applied migrations, in order.
    pub migrations: Vec<String>,
    /// The content version at that moment.
    pub content_version: i64,
    /// The tables, each after those that it references.
    pub schemas: Vec<TableSchema>,
    /// Number of rows in all tables.
    pub rows: u64,
}

impl Snapshot {
    /// Takes a snapshot. Returns None when the database holds no rows of the site.
    pub async fn take(database: &Database) -> Result<Option<Self>, DbErr> {
        let engine = database.engine();
        let postgres = engine == Engine::Postgres;
        let options = TransactionOptions {
            isolation_level: postgres.then_some(IsolationLevel::RepeatableRead),
            access_mode: postgres.then_some(AccessMode::ReadOnly),
            ..TransactionOptions::default()
        };
        let transaction = database.long_reader().begin_with_options(options).await?;
        // The first statement fixes the snapshot.
        let migrations = migrations::applied(&transaction).await?;
        if migrations.is_empty() {
            return Ok(None);
        }
        let content_version = content_version::read(&transaction).await?;
        let schemas = schema::read(&transaction, engine).await?;
        let mut rows = 0;
        for schema in &schemas {
            rows += count(&transaction, schema, schema.kept_rows()).await?;
        }
        // A database without rows is probably the wrong one.
        Ok((rows > 0).then_some(Self { transaction, engine, migrations, content_version, schemas, rows }))
    }

    /// Passes the table's rows to `take` as JSON arrays, in batches.
    pub async fn each<E: From<DbErr>>(
        &self,
        schema: &TableSchema,
        mut take: impl FnMut(Vec<String>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (line, table, kept) = (schema.line(self.engine)?, quoted(&schema.name), schema.kept_rows());
        let backend = self.transaction.get_database_backend();
        let limit = self.rows_at_once(schema).await?;
        if self.engine == Engine::Postgres {
            let cursor = format!("DECLARE backup NO SCROLL CURSOR FOR SELECT {line} FROM {table} WHERE {kept}");
            self.transaction.execute_unprepared(&cursor).await?;
        }
        let mut last = 0_i64;
        loop {
            let lines: Vec<String> = match self.engine {
                Engine::Postgres => {
                    let fetch = Statement::from_string(backend, format!("FETCH {limit} FROM backup"));
                    let rows = self.transaction.query_all_raw(fetch).await?;
                    rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?
                }
                Engine::Sqlite => {
                    let next = format!(
                        "SELECT {line}, rowid FROM {table} WHERE rowid > ? AND ({kept}) ORDER BY rowid LIMIT {limit}"
                    );
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

    /// Returns how many of the table's rows fit into a batch even when all are as large as the largest.
    async fn rows_at_once(&self, schema: &TableSchema) -> Result<i64, DbErr> {
        let (size, table, kept) = (schema.size(), quoted(&schema.name), schema.kept_rows());
        let query = format!("SELECT max({size}) FROM {table} WHERE {kept}");
        let query = Statement::from_string(self.transaction.get_database_backend(), query);
        let row = self.transaction.query_one_raw(query).await?;
        let row = row.ok_or_else(|| DbErr::RecordNotFound(schema.name.clone()))?;
        let largest = row.try_get_by_index::<Option<i64>>(0)?.unwrap_or_default();
        Ok((BATCH_BYTES / largest.max(1)).clamp(1, BATCH_ROWS))
    }

    /// Returns the paths of the files that the media library lists.
    pub async fn files(&self) -> Result<Vec<String>, DbErr> {
        stored_files(&self.transaction).await
    }
}

/// The transaction that replaces all content. Dropping it without [`Restoration::finish`] rolls back.
pub struct Restoration {
    transaction: DatabaseTransaction,
    engine: Engine,
    /// The versions before the restoration.
    versions: Versions,
}

impl Restoration {
    /// Begins the transaction. Other writers wait.
    pub async fn begin(database: &Database) -> Result<Self, DbErr> {
        let transaction = database.begin_write().await?;
        migrations::lock(&transaction, database.engine()).await?;
        if database.engine() == Engine::Postgres {
            // A concurrent change raises the version first, and would take the number of the restored content.
            transaction.execute_unprepared("LOCK TABLE content_version IN ACCESS EXCLUSIVE MODE").await?;
        }
        let versions = content_version::read_all(&transaction).await?;
        Ok(Self { transaction, engine: database.engine(), versions })
    }

    /// Returns whether the database holds no rows of the site, except those that a server adds by itself.
    pub async fn is_empty(&self) -> Result<bool, DbErr> {
        is_empty(&self.transaction, self.engine).await
    }

    /// Drops the site's tables and creates them again with the first `known` migrations. Returns the tables.
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
        // In reverse order: a table is dropped before those that it references.
        let others = schema::all(&self.transaction, self.engine).await?.into_iter().rev().map(|schema| schema.name);
        let own = migrations::tables();
        for table in tables.into_iter().filter(|table| own.contains(table.as_str())).chain(others) {
            self.transaction.execute_unprepared(&format!("DROP TABLE {}", quoted(&table))).await?;
        }
        migrations::up(&self.transaction, Some(known)).await?;
        schema::read(&self.transaction, self.engine).await
    }

    /// Inserts rows, one JSON array per line. Returns how many.
    pub async fn fill(&self, insertion: &str, lines: &str) -> Result<u64, DbErr> {
        let rows = format!("[{}]", lines.trim_end().replace('\n', ","));
        let backend = self.transaction.get_database_backend();
        let statement = Statement::from_sql_and_values(backend, insertion, [rows.into()]);
        Ok(self.transaction.execute_raw(statement).await?.rows_affected())
    }

    /// Returns the statement that inserts rows of a backup's table. None when the table has other columns.
    pub fn insertion(&self, schemas: &[TableSchema], table: &Table) -> Option<String> {
        schemas.iter().find(|schema| schema.name == table.name)?.insertion(self.engine, &table.columns)
    }

    /// Applies the remaining migrations and commits. The versions become higher than before, and the content version
    /// also higher than in the backup, so that pages cached from either are stale.
    pub async fn finish(self, content_version: i64) -> Result<(), DbErr> {
        migrations::up(&self.transaction, None).await?;
        let least = Versions { content: content_version.max(self.versions.content), ..self.versions };
        content_version::raise_above(&self.transaction, least).await?;
        self.transaction.commit().await
    }
}

/// Tables that a server fills without anybody's work: at its first start, and by counting missed addresses. Their rows
/// do not count here: every change by staff or the command line is in the audit log, which does.
const FILLED_BY_SERVER: [&str; 5] = ["tags", "authors", "imported_authors", "audit_head", "missed_addresses"];
/// The SQL condition of audit entries that the server did not make itself.
const BY_OTHERS: &str = "actor_kind <> 'program'";

/// Returns whether a database holds no rows of the site, except those that a server adds by itself.
pub async fn is_empty(connection: &impl ConnectionTrait, engine: Engine) -> Result<bool, DbErr> {
    for schema in schema::read(connection, engine).await? {
        let rows = match schema.name.as_str() {
            "audit_entries" => BY_OTHERS,
            name if FILLED_BY_SERVER.contains(&name) => continue,
            _ => schema.kept_rows(),
        };
        if count(connection, &schema, rows).await? > 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the number of a table's rows that meet an SQL condition.
async fn count(connection: &impl ConnectionTrait, schema: &TableSchema, rows: &str) -> Result<u64, DbErr> {
    let query = format!("SELECT count(*) FROM {} WHERE {rows}", quoted(&schema.name));
    let query = Statement::from_string(connection.get_database_backend(), query);
    let row = connection.query_one_raw(query).await?.ok_or_else(|| DbErr::RecordNotFound(schema.name.clone()))?;
    Ok(row.try_get_by_index::<i64>(0)?.unsigned_abs())
}
