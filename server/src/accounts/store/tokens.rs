//! Finds sessions by their tokens, and exchanges the tokens.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, DatabaseTransaction, EntityTrait, QueryFilter, QuerySelect, QueryTrait,
    sea_query::Expr,
};
use uuid::Uuid;

use super::{AccountStore, SessionRecord, SessionTokens, TokenHash, is_over, record, user};
use crate::{
    accounts::domain::{STAFF_IDLE, STAFF_SESSION},
    audit::{self, Action, Actor, NewEntry, Object},
    storage::{
        StorageError,
        entities::{sessions, spent_refresh_tokens, users},
    },
};

/// The outcome of exchanging a refresh token.
#[derive(Debug)]
pub enum Rotation {
    /// The session has new tokens.
    Renewed(SessionRecord),
    /// The token had been exchanged before: its session has been ended.
    Reused,
    /// The token is unknown or expired.
    Unknown,
}

impl AccountStore {
    /// Returns the session of an unexpired access token.
    pub async fn by_access(&self, hash: &TokenHash, now: DateTime<Utc>) -> Result<Option<SessionRecord>, StorageError> {
        let found = sessions::Entity::find()
            .filter(sessions::Column::AccessHash.eq(hash.to_vec()))
            .filter(sessions::Column::AccessExpiresAt.gt(now))
            .one(self.database.reader())
            .await?;
        let Some(session) = found else { return Ok(None) };
        let owner = users::Entity::find_by_id(session.user_id).one(self.database.reader()).await?;
        Ok(owner.filter(|owner| !is_over(&session, owner.is_admin, now)).map(|owner| record(&session, user(owner))))
    }

    /// Records that a session was used.
    pub async fn record_use(&self, session: Uuid, now: DateTime<Utc>) -> Result<(), StorageError> {
        sessions::Entity::update_many()
            .col_expr(sessions::Column::UpdatedAt, Expr::value(now))
            .filter(sessions::Column::Id.eq(session))
            .filter(sessions::Column::UpdatedAt.lt(now))
            .exec(self.database.writer())
            .await?;
        Ok(())
    }

    /// Exchanges a refresh token for `tokens`. A token that was exchanged before ends its session. The session counts
    /// as used `idle` ago.
    pub async fn rotate(
        &self,
        hash: &TokenHash,
        tokens: SessionTokens,
        idle: TimeDelta,
        now: DateTime<Utc>,
    ) -> Result<Rotation, StorageError> {
        // Without a lock: made-up tokens must not keep others from writing.
        if !self.is_known(hash).await? {
            return Ok(Rotation::Unknown);
        }
        let transaction = self.database.begin_write().await?;
        let session = sessions::Entity::find()
            .filter(sessions::Column::RefreshHash.eq(hash.to_vec()))
            .filter(sessions::Column::RefreshExpiresAt.gt(now))
            .one(&transaction)
            .await?;
        let Some(session) = session else { return end_reused(transaction, hash, now).await };
        let owner = users::Entity::find_by_id(session.user_id).one(&transaction).await?;
        let Some(owner) = owner.filter(|owner| !is_over(&session, owner.is_admin, now)) else {
            return Ok(Rotation::Unknown);
        };
        let mut renewed = record(&session, user(owner));
        renewed.last_used_at = Ord::max(now - idle, session.updated_at);
        renewed.refresh_expires_at = tokens.refresh_expires_at;
        renewed.access_expires_at = tokens.access_expires_at;
        if renewed.user.is_admin {
            renewed.access_expires_at = Ord::min(tokens.access_expires_at, session.created_at + STAFF_SESSION);
        }
        // The old hash in the filter lets only one of two concurrent exchanges win.
        let updated = sessions::Entity::update_many()
            .col_expr(sessions::Column::AccessHash, Expr::value(tokens.access_hash.to_vec()))
            .col_expr(sessions::Column::AccessExpiresAt, Expr::value(renewed.access_expires_at))
            .col_expr(sessions::Column::RefreshHash, Expr::value(tokens.refresh_hash.to_vec()))
            .col_expr(sessions::Column::RefreshExpiresAt, Expr::value(renewed.refresh_expires_at))
            .col_expr(sessions::Column::UpdatedAt, Expr::value(renewed.last_used_at))
            .filter(sessions::Column::Id.eq(session.id))
            .filter(sessions::Column::RefreshHash.eq(hash.to_vec()))
            .exec(&transaction)
            .await?;
        if updated.rows_affected != 1 {
            return Ok(Rotation::Unknown);
        }
        spent_refresh_tokens::Entity::insert(spent_refresh_tokens::ActiveModel {
            refresh_hash: Set(hash.to_vec()),
            session_id: Set(session.id),
            spent_at: Set(now),
        })
        .exec_without_returning(&transaction)
        .await?;
        transaction.commit().await?;
        Ok(Rotation::Renewed(renewed))
    }

    /// Returns whether a refresh token is a session's, or was before it was exchanged.
    async fn is_known(&self, hash: &TokenHash) -> Result<bool, StorageError> {
        let reader = self.database.reader();
        let current = sessions::Entity::find().filter(sessions::Column::RefreshHash.eq(hash.to_vec())).one(reader);
        if current.await?.is_some() {
            return Ok(true);
        }
        Ok(spent_refresh_tokens::Entity::find_by_id(hash.to_vec()).one(reader).await?.is_some())
    }
}

/// Ends the session whose spent refresh token was shown again.
async fn end_reused(
    transaction: DatabaseTransaction,
    hash: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Rotation, StorageError> {
    let spent = spent_refresh_tokens::Entity::find_by_id(hash.to_vec()).one(&transaction).await?;
    let Some(spent) = spent else { return Ok(Rotation::Unknown) };
    let session = sessions::Entity::find_by_id(spent.session_id).one(&transaction).await?;
    let Some(session) = session else { return Ok(Rotation::Reused) };
    sessions::Entity::delete_by_id(session.id).exec(&transaction).await?;
    if let Some(owner) = users::Entity::find_by_id(session.user_id).one(&transaction).await? {
        let entry = NewEntry::new(Action::TokenReused, Object::account(Some(owner.id), &owner.email));
        audit::store::record(&transaction, &Actor::unknown().at(now), &[entry]).await?;
    }
    transaction.commit().await?;
    Ok(Rotation::Reused)
}

/// Selects the sessions that have ended: whose refresh token has expired, or that are over as [`is_over`] says.
pub(super) fn ended(now: DateTime<Utc>) -> Condition {
    let staff = users::Entity::find().select_only().column(users::Column::Id).filter(Expr::col(users::Column::IsAdmin));
    let over = Condition::any()
        .add(sessions::Column::UpdatedAt.lte(now - STAFF_IDLE))
        .add(sessions::Column::CreatedAt.lte(now - STAFF_SESSION));
    Condition::any()
        .add(sessions::Column::RefreshExpiresAt.lte(now))
        .add(Condition::all().add(sessions::Column::UserId.in_subquery(staff.into_query())).add(over))
}
