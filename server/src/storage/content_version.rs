//! The version number that cached pages belong to. Changes of content raise it in the same transaction.

use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, ExprTrait, QueryFilter, sea_query::Expr,
    sqlx::postgres::PgListener,
};

use super::{Database, Engine, StorageError, entities::content_version};

/// Reads the version.
pub async fn read(connection: &impl ConnectionTrait) -> Result<i64, DbErr> {
    content_version::Entity::find_by_id(1)
        .one(connection)
        .await?
        .map(|row| row.version)
        .ok_or_else(|| DbErr::RecordNotFound("content_version".to_owned()))
}

/// Raises the version by one. On PostgreSQL, replicas are notified when the transaction commits.
pub async fn raise(connection: &impl ConnectionTrait) -> Result<i64, DbErr> {
    content_version::Entity::update_many()
        .col_expr(content_version::Column::Version, Expr::col(content_version::Column::Version).add(1))
        .filter(content_version::Column::Id.eq(1))
        .exec(connection)
        .await?;
    let version = read(connection).await?;
    if connection.get_database_backend() == sea_orm::DbBackend::Postgres {
        connection.execute_unprepared(&format!("SELECT pg_notify('{CHANNEL}', '{version}')")).await?;
    }
    Ok(version)
}

/// Raises the version above `least`, and notifies replicas.
pub async fn raise_above(connection: &impl ConnectionTrait, least: i64) -> Result<i64, DbErr> {
    content_version::Entity::update_many()
        .col_expr(content_version::Column::Version, Expr::value(least))
        .filter(content_version::Column::Id.eq(1))
        .filter(content_version::Column::Version.lt(least))
        .exec(connection)
        .await?;
    raise(connection).await
}

/// The PostgreSQL channel of notifications.
const CHANNEL: &str = "foundfirst_content";

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

    /// Waits for the next version and reconnects when the connection is lost. Fails when that is not possible; it can
    /// then be called again.
    pub async fn recv(&mut self) -> Result<i64, StorageError> {
        loop {
            if let Ok(version) = self.0.recv().await?.payload().parse() {
                return Ok(version);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::storage::testing::TestDatabase;

    /// Far longer than a notification takes. Nothing here polls, so no poll can stand in for it.
    const PATIENCE: Duration = Duration::from_secs(10);

    #[tokio::test]
    async fn a_version_is_announced_to_other_processes_once_it_is_committed() {
        let test = TestDatabase::postgres().await;
        let (here, elsewhere) = (test.open().await, test.open().await);
        let mut announcements = Announcements::listen(&here).await.unwrap().unwrap();
        let withdrawn = elsewhere.begin_write().await.unwrap();
        raise(&withdrawn).await.unwrap();
        withdrawn.rollback().await.unwrap();
        for least in [0, 70] {
            let transaction = elsewhere.begin_write().await.unwrap();
            let raised = raise_above(&transaction, least).await.unwrap();
            transaction.commit().await.unwrap();
            let announced = tokio::time::timeout(PATIENCE, announcements.recv()).await.expect("nothing was announced");
            assert_eq!(announced.unwrap(), raised);
        }
    }

    #[tokio::test]
    async fn sqlite_announces_nothing() {
        let database = TestDatabase::sqlite().open().await;
        assert!(Announcements::listen(&database).await.unwrap().is_none());
    }
}
