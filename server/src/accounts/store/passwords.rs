//! New passwords. Each is one transaction, including its emails.

use super::{
    AccountStore, ColumnTrait, DateTime, EmailAddress, EntityTrait, Expr, QueryFilter, Set, StorageError, TokenHash,
    User, Utc, Uuid, account_of,
    attempts::{clear_attempts, lock_account},
    factors::delete_challenges,
    password_resets as resets, sessions, user, users,
};
use crate::{
    accounts::emails,
    audit::{Action, NewEntry, Object, Stamp, store::record},
    email_address::address_key,
    mail::{
        NewMail,
        store::{Cause, drop_undelivered, enqueue},
    },
};

/// What authorises a new password.
#[derive(Debug, Clone, Copy)]
pub enum Setter<'a> {
    /// The token of an emailed link. `session` is kept when it is of the same account.
    Token { hash: &'a TokenHash, session: Option<Uuid> },
    /// A session of the account, which is kept.
    Session { user: Uuid, session: Uuid },
}

impl AccountStore {
    /// Stores a reset token and enqueues its email. An address without an account costs the same work and gets
    /// neither. Returns whether there is an email.
    pub async fn request_reset(
        &self,
        email: &EmailAddress,
        hash: &TokenHash,
        expires_at: DateTime<Utc>,
        mail: NewMail,
        now: DateTime<Utc>,
    ) -> Result<bool, StorageError> {
        let transaction = self.database.begin_write().await?;
        let owner = account_of(&email.key()).one(&transaction).await?;
        resets::Entity::insert(resets::ActiveModel {
            token_hash: Set(hash.to_vec()),
            user_id: Set(owner.as_ref().map(|owner| owner.id)),
            expires_at: Set(expires_at),
            created_at: Set(now),
        })
        .exec_without_returning(&transaction)
        .await?;
        let is_known = owner.is_some();
        if let Some(owner) = owner {
            // As the owner wrote the address at sign-up.
            enqueue(&transaction, Cause::Other, vec![NewMail { to: owner.email, ..mail }], now).await?;
        }
        transaction.commit().await?;
        Ok(is_known)
    }

    /// Returns the account whose password a token can set.
    pub async fn reset_owner(&self, hash: &TokenHash, now: DateTime<Utc>) -> Result<Option<User>, StorageError> {
        let found = resets::Entity::find_by_id(hash.to_vec())
            .filter(resets::Column::ExpiresAt.gt(now))
            .one(self.database.reader())
            .await?;
        let Some(id) = found.and_then(|row| row.user_id) else { return Ok(None) };
        let owner = users::Entity::find_by_id(id).one(self.database.reader()).await?;
        Ok(owner.map(user))
    }

    /// Sets a new password, ends every other session and every lock of the account, and invalidates every reset link.
    /// Returns None when the token is unknown, used or expired, or the session has ended.
    pub async fn set_password(
        &self,
        setter: Setter<'_>,
        password_hash: String,
        mail: impl FnOnce(&str) -> NewMail,
        by: impl Into<Stamp>,
    ) -> Result<Option<User>, StorageError> {
        let by = by.into();
        let now = by.at;
        let transaction = self.database.begin_write().await?;
        let (id, kept) = match setter {
            Setter::Session { user, session } => {
                // Another change of the password may have ended the session while this one was hashed.
                lock_account(&transaction, user).await?;
                let open = sessions::Entity::find_by_id(session).filter(sessions::Column::UserId.eq(user));
                (open.one(&transaction).await?.map(|_| user), Some(session))
            }
            Setter::Token { hash, session } => {
                let row = resets::Entity::find_by_id(hash.to_vec())
                    .filter(resets::Column::ExpiresAt.gt(now))
                    .one(&transaction)
                    .await?;
                // Of two concurrent uses of a token, only one deletes it.
                let used = resets::Entity::delete_by_id(hash.to_vec()).exec(&transaction).await?;
                (row.filter(|_| used.rows_affected == 1).and_then(|row| row.user_id), session)
            }
        };
        let Some(id) = id else { return Ok(None) };
        let Some(owner) = users::Entity::find_by_id(id).one(&transaction).await?.map(user) else { return Ok(None) };
        users::Entity::update_many()
            .col_expr(users::Column::PasswordHash, Expr::value(password_hash))
            .col_expr(users::Column::UpdatedAt, Expr::value(now))
            .filter(users::Column::Id.eq(id))
            .exec(&transaction)
            .await?;
        resets::Entity::delete_many().filter(resets::Column::UserId.eq(id)).exec(&transaction).await?;
        delete_challenges(&transaction, id).await?;
        clear_attempts(&transaction, &address_key(&owner.email)).await?;
        drop_undelivered(&transaction, &owner.email, emails::RESET).await?;
        let mut others = sessions::Entity::delete_many().filter(sessions::Column::UserId.eq(id));
        if let Some(kept) = kept {
            others = others.filter(sessions::Column::Id.ne(kept));
        }
        others.exec(&transaction).await?;
        enqueue(&transaction, Cause::Other, vec![mail(&owner.email)], now).await?;
        let entry = NewEntry::new(Action::PasswordChanged, Object::account(Some(id), &owner.email));
        record(&transaction, &by, &[entry]).await?;
        transaction.commit().await?;
        Ok(Some(owner))
    }
}

#[cfg(test)]
mod tests;
