//! The sessions of one account, for its owner.

use super::{
    AccountStore, ColumnTrait, DateTime, EntityTrait, Expr, QueryFilter, QueryOrder, StorageError, Utc, Uuid, json,
    record_own, sessions, tokens::ended,
};
use crate::audit::{Action, Stamp};

/// A session as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnSession {
    /// UUIDv7.
    pub id: Uuid,
    /// When it was opened.
    pub created_at: DateTime<Utc>,
    /// When it was last used, give or take a minute.
    pub last_used_at: DateTime<Utc>,
    /// The IP address it was opened from; empty when not recorded.
    pub ip: String,
    /// The User-Agent it was opened with.
    pub agent: String,
}

impl AccountStore {
    /// Returns the account's unexpired sessions, last used first.
    pub async fn sessions_of(&self, user: Uuid, now: DateTime<Utc>) -> Result<Vec<OwnSession>, StorageError> {
        let rows = sessions::Entity::find()
            .filter(sessions::Column::UserId.eq(user))
            .filter(ended(now).not())
            .order_by_desc(sessions::Column::UpdatedAt)
            .order_by_desc(sessions::Column::Id)
            .all(self.database.reader())
            .await?;
        Ok(rows
            .into_iter()
            .map(|row| OwnSession {
                id: row.id,
                created_at: row.created_at,
                last_used_at: row.updated_at,
                ip: row.ip,
                agent: row.agent,
            })
            .collect())
    }

    /// Ends one session of the account. Returns false when it has no such session.
    pub async fn end_one(&self, user: Uuid, session: Uuid, by: impl Into<Stamp>) -> Result<bool, StorageError> {
        Ok(self.end(user, sessions::Column::Id.eq(session), by.into()).await? > 0)
    }

    /// Ends all sessions of the account except `kept`.
    pub async fn end_all(&self, user: Uuid, kept: Option<Uuid>, by: impl Into<Stamp>) -> Result<(), StorageError> {
        let all = kept.map_or_else(|| Expr::value(true), |kept| sessions::Column::Id.ne(kept));
        self.end(user, all, by.into()).await?;
        Ok(())
    }

    /// Ends some sessions of the account. Returns their number.
    async fn end(&self, user: Uuid, which: Expr, by: Stamp) -> Result<u64, StorageError> {
        let transaction = self.database.begin_write().await?;
        let ended = sessions::Entity::delete_many()
            .filter(sessions::Column::UserId.eq(user))
            .filter(which)
            .exec(&transaction)
            .await?;
        if ended.rows_affected > 0 {
            let entry = (Action::SessionsEnded, json!({ "sessions": ended.rows_affected }));
            record_own(&transaction, user, &by, [entry]).await?;
        }
        transaction.commit().await?;
        Ok(ended.rows_affected)
    }
}
