//! The version numbers that cached pages depend on. Every change to content raises one of them in its transaction,
//! every change to the free times the other.

use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, ExprTrait, QueryFilter, QuerySelect,
    sea_query::Expr, sqlx::postgres::PgListener,
};

use super::{
    Database, Engine, StorageError,
    content_state::Versions,
    entities::content_version::{Column, Entity},
};

/// Reads the content version. Also works on databases of earlier versions of this program, which backups read.
pub async fn read(connection: &impl ConnectionTrait) -> Result<i64, DbErr> {
    let version = Entity::find_by_id(1).select_only().column(Column::Version).into_tuple().one(connection).await?;
    version.ok_or_else(missing)
}

/// Reads both versions.
pub async fn read_all(connection: &impl ConnectionTrait) -> Result<Versions, DbErr> {
    let row = Entity::find_by_id(1).one(connection).await?.ok_or_else(missing)?;
    Ok(Versions { content: row.version, availability: row.availability, ..Versions::default() })
}

/// Locks the row of the content version until the transaction ends, as [`raise`] does. On PostgreSQL, transactions that
/// change the same rows in different orders would otherwise wait for each other.
pub async fn lock(transaction: &DatabaseTransaction) -> Result<(), DbErr> {
    Entity::find_by_id(1).lock_exclusive().one(transaction).await?;
    Ok(())
}

fn missing() -> DbErr {
    DbErr::RecordNotFound("content_version".to_owned())
}

/// Raises the content version by one. On PostgreSQL, replicas are notified when the transaction commits.
pub async fn raise(connection: &impl ConnectionTrait) -> Result<i64, DbErr> {
    increment(connection, Column::Version).await?;
    let version = read(connection).await?;
    notify(connection, &version.to_string()).await?;
    Ok(version)
}

/// Raises the version of the free times by one, and notifies replicas as [`raise`] does.
pub async fn raise_availability(connection: &impl ConnectionTrait) -> Result<i64, DbErr> {
    increment(connection, Column::Availability).await?;
    let version = read_all(connection).await?.availability;
    notify(connection, &format!("{AVAILABILITY}{version}")).await?;
    Ok(version)
}

async fn increment(connection: &impl ConnectionTrait, column: Column) -> Result<(), DbErr> {
    let raised = Expr::col(column).add(1);
    Entity::update_many().col_expr(column, raised).filter(Column::Id.eq(1)).exec(connection).await?;
    Ok(())
}

async fn notify(connection: &impl ConnectionTrait, payload: &str) -> Result<(), DbErr> {
    if connection.get_database_backend() == sea_orm::DbBackend::Postgres {
        connection.execute_unprepared(&format!("SELECT pg_notify('{CHANNEL}', '{payload}')")).await?;
    }
    Ok(())
}

/// Raises both versions above `least`, and notifies replicas.
pub async fn raise_above(connection: &impl ConnectionTrait, least: Versions) -> Result<(), DbErr> {
    for (column, least) in [(Column::Version, least.content), (Column::Availability, least.availability)] {
        let lower = Entity::update_many().filter(Column::Id.eq(1)).filter(column.lt(least));
        lower.col_expr(column, Expr::value(least)).exec(connection).await?;
    }
    raise(connection).await?;
    raise_availability(connection).await?;
    Ok(())
}

/// The PostgreSQL channel of notifications.
const CHANNEL: &str = "foundfirst_content";
/// The prefix of a payload with the version of the free times. Earlier versions of this program ignore it.
const AVAILABILITY: &str = "availability ";

/// A version announced by a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Announced {
    /// The content version.
    Content(i64),
    /// The version of the free times.
    Availability(i64),
}

impl Announced {
    fn parse(payload: &str) -> Option<Self> {
        match payload.strip_prefix(AVAILABILITY) {
            Some(version) => version.parse().ok().map(Self::Availability),
            None => payload.parse().ok().map(Self::Content),
        }
    }
}

/// Notifications of new versions from PostgreSQL, including those of this process.
pub struct Announcements(PgListener);

impl Announcements {
    /// Listens on a dedicated connection until dropped. None on SQLite, which has no notifications.
    pub async fn listen(database: &Database) -> Result<Option<Self>, StorageError> {
        if database.engine() == Engine::Sqlite {
            return Ok(None);
        }
        let mut listener = PgListener::connect_with(database.reader().get_postgres_connection_pool()).await?;
        listener.listen(CHANNEL).await?;
        Ok(Some(Self(listener)))
    }

    /// Waits for the next version, and reconnects when the connection is lost. Fails when that is not possible, and can
    /// then be called again.
    pub async fn recv(&mut self) -> Result<Announced, StorageError> {
        loop {
            if let Some(version) = Announced::parse(self.0.recv().await?.payload()) {
                return Ok(version);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::storage::testing::{TestDatabase, on_both_engines};

    /// Far longer than a notification takes. Nothing polls here, so only a notification can announce the version.
    const PATIENCE: Duration = Duration::from_secs(10);

    #[tokio::test]
    async fn a_version_is_announced_to_other_processes_once_it_is_committed() {
        let test = TestDatabase::postgres().await;
        let (here, elsewhere) = (test.open().await, test.open().await);
        let mut announcements = Announcements::listen(&here).await.unwrap().unwrap();
        let withdrawn = elsewhere.begin_write().await.unwrap();
        raise(&withdrawn).await.unwrap();
        withdrawn.rollback().await.unwrap();
        let transaction = elsewhere.begin_write().await.unwrap();
        let content = raise(&transaction).await.unwrap();
        let availability = raise_availability(&transaction).await.unwrap();
        transaction.commit().await.unwrap();
        for raised in [Announced::Content(content), Announced::Availability(availability)] {
            let announced = tokio::time::timeout(PATIENCE, announcements.recv()).await.expect("nothing was announced");
            assert_eq!(announced.unwrap(), raised);
        }
    }

    on_both_engines![the_versions_are_raised_apart, the_versions_are_raised_above_others];

    async fn the_versions_are_raised_above_others(test: TestDatabase) {
        let database = test.open().await;
        let before = read_all(database.reader()).await.unwrap();
        let least = Versions { content: before.content - 1, availability: before.availability + 70, ..before };
        raise_above(database.writer(), least).await.unwrap();
        let expected = Versions { content: before.content + 1, availability: before.availability + 71, ..before };
        assert_eq!(read_all(database.reader()).await.unwrap(), expected);
    }

    async fn the_versions_are_raised_apart(test: TestDatabase) {
        let database = test.open().await;
        let before = read_all(database.reader()).await.unwrap();
        assert_eq!(raise_availability(database.writer()).await.unwrap(), before.availability + 1);
        assert_eq!(raise(database.writer()).await.unwrap(), before.content + 1);
        let expected = Versions { content: before.content + 1, availability: before.availability + 1, ..before };
        assert_eq!(read_all(database.reader()).await.unwrap(), expected);
    }

    #[tokio::test]
    async fn sqlite_announces_nothing() {
        let database = TestDatabase::sqlite().await.open().await;
        assert!(Announcements::listen(&database).await.unwrap().is_none());
    }
}
