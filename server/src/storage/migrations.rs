//! Applies `server/migrations/`: hand-written SQL, one file an engine, in the order of their numbers.
//! A migration that has been released is never edited; a new one follows it.

use sea_orm::{ConnectionTrait, DbErr, TransactionTrait};
use sea_orm_migration::{MigrationName, MigrationTrait, MigratorTrait, SchemaManager, async_trait};

use super::{Database, Engine};

struct SqlMigration {
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

macro_rules! migrations {
    ($($name:literal),* $(,)?) => {
        fn all() -> Vec<Box<dyn MigrationTrait>> {
            vec![$(Box::new(SqlMigration {
                name: $name,
                sqlite: include_str!(concat!("../../migrations/", $name, ".sqlite.sql")),
                postgres: include_str!(concat!("../../migrations/", $name, ".postgres.sql")),
            })),*]
        }
    };
}

migrations!["0001_content", "0002_accounts", "0003_enquiries"];

impl MigrationName for SqlMigration {
    fn name(&self) -> &str {
        self.name
    }
}

#[async_trait::async_trait]
impl MigrationTrait for SqlMigration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let sql = match manager.get_database_backend() {
            sea_orm::DbBackend::Postgres => self.postgres,
            _ => self.sqlite,
        };
        manager.get_connection().execute_unprepared(sql).await.map(|_| ())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        all()
    }

    fn migration_table_name() -> sea_orm::DynIden {
        sea_orm::sea_query::IntoIden::into_iden("schema_migrations")
    }
}

/// Any number: replicas that start together agree on it and migrate one after another.
const LOCK: i64 = 0x666f_756e_6466_6972;

/// Applies what is missing. Several processes may start at once: one migrates, the others wait.
pub(super) async fn apply(database: &Database) -> Result<(), DbErr> {
    match database.engine() {
        Engine::Postgres => {
            // The lock lives as long as this transaction, whatever happens to the process.
            let guard = database.reader().begin().await?;
            guard.execute_unprepared(&format!("SELECT pg_advisory_xact_lock({LOCK})")).await?;
            Migrator::up(database.reader(), None).await?;
            guard.commit().await
        }
        Engine::Sqlite => {
            let transaction = database.begin_write().await?;
            Migrator::up(&transaction, None).await?;
            transaction.commit().await
        }
    }
}
