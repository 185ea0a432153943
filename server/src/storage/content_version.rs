//! The number that every cached page is tied to. Whoever changes content raises it in the same transaction.

use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, ExprTrait, QueryFilter, sea_query::Expr};

use super::entities::content_version;

/// Reads the number.
pub async fn read(connection: &impl ConnectionTrait) -> Result<i64, DbErr> {
    content_version::Entity::find_by_id(1)
        .one(connection)
        .await?
        .map(|row| row.version)
        .ok_or_else(|| DbErr::RecordNotFound("content_version".to_owned()))
}

/// Adds one and tells replicas on PostgreSQL, who hear of it when the transaction commits.
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

/// Makes it greater than `least`, whatever it was, and tells replicas.
pub async fn raise_above(connection: &impl ConnectionTrait, least: i64) -> Result<i64, DbErr> {
    content_version::Entity::update_many()
        .col_expr(content_version::Column::Version, Expr::value(least))
        .filter(content_version::Column::Id.eq(1))
        .filter(content_version::Column::Version.lt(least))
        .exec(connection)
        .await?;
    raise(connection).await
}

/// The PostgreSQL channel on which a new version is announced.
pub const CHANNEL: &str = "foundfirst_content";
