//! Authenticator apps and recovery codes. Each change is one transaction, including its email.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, ExprTrait, PaginatorTrait};

use super::{
    AccountStore, ColumnTrait, DateTime, EmailAddress, EntityTrait, Expr, OnConflict, QueryFilter, Set, StorageError,
    User, Utc, Uuid, account_of, attempts::lock_account, delete_sessions, json, record_own, user,
};
use crate::{
    accounts::{factors::Factors, totp::TotpSecret},
    audit::{Action, Stamp},
    mail::{
        NewMail,
        store::{Cause, enqueue},
    },
    storage::entities::{passkeys, recovery_codes as codes, sign_in_challenges as challenges, totp_secrets as totp},
};

/// The name of an authenticator app in the audit log.
const APP: &str = "authenticator app";

/// An account's authenticator app.
#[derive(Debug, Clone)]
pub struct StoredTotp {
    pub secret: TotpSecret,
    pub is_confirmed: bool,
    /// The step of the last accepted code.
    pub last_step: i64,
}

/// An unused recovery code.
#[derive(Debug, Clone)]
pub struct StoredCode {
    pub id: Uuid,
    /// Argon2id, PHC string.
    pub hash: String,
}

impl AccountStore {
    /// Returns the second factors of an account.
    pub async fn factors(&self, user: Uuid) -> Result<Factors, StorageError> {
        Ok(factors_of(self.database.reader(), user).await?)
    }

    /// Returns the account's authenticator app, even when it is still being set up.
    pub async fn totp(&self, user: Uuid) -> Result<Option<StoredTotp>, StorageError> {
        let Some(row) = totp::Entity::find_by_id(user).one(self.database.reader()).await? else { return Ok(None) };
        let secret = TotpSecret::try_from(row.secret)
            .map_err(|bytes| StorageError::other(format!("a TOTP secret of {} bytes", bytes.len())))?;
        Ok(Some(StoredTotp { secret, is_confirmed: row.confirmed_at.is_some(), last_step: row.last_step }))
    }

    /// Stores the secret of an authenticator app that is being set up, in place of an unconfirmed one. Returns false
    /// when the account has a confirmed one.
    pub async fn begin_totp(&self, user: Uuid, secret: &TotpSecret, now: DateTime<Utc>) -> Result<bool, StorageError> {
        let row = totp::ActiveModel {
            user_id: Set(user),
            secret: Set(secret.expose().to_vec()),
            confirmed_at: Set(None),
            last_step: Set(0),
            created_at: Set(now),
        };
        let unconfirmed = OnConflict::column(totp::Column::UserId)
            .update_columns([totp::Column::Secret, totp::Column::LastStep, totp::Column::CreatedAt])
            .action_and_where(Expr::col((totp::Entity, totp::Column::ConfirmedAt)).is_null())
            .to_owned();
        let stored =
            totp::Entity::insert(row).on_conflict(unconfirmed).exec_without_returning(self.database.writer()).await?;
        Ok(stored > 0)
    }

    /// Confirms the authenticator app whose secret made the first code, with that code's step, and stores recovery
    /// codes unless the account has some. Returns whether they were stored; None when no app with that secret is
    /// waiting.
    pub async fn confirm_totp(
        &self,
        user: Uuid,
        (secret, step): (&TotpSecret, i64),
        code_hashes: Vec<String>,
        mail: NewMail,
        by: impl Into<Stamp>,
    ) -> Result<Option<bool>, StorageError> {
        let by = by.into();
        let now = by.at;
        let transaction = self.database.begin_write().await?;
        lock_account(&transaction, user).await?;
        let confirmed = totp::Entity::update_many()
            .col_expr(totp::Column::ConfirmedAt, Expr::value(now))
            .col_expr(totp::Column::LastStep, Expr::value(step))
            .filter(totp::Column::UserId.eq(user))
            .filter(totp::Column::ConfirmedAt.is_null())
            // Set-up may have begun again while the recovery codes were hashed.
            .filter(totp::Column::Secret.eq(secret.expose().to_vec()))
            .exec(&transaction)
            .await?;
        if confirmed.rows_affected == 0 {
            return Ok(None);
        }
        let stored = first_codes(&transaction, user, code_hashes, now).await?;
        enqueue(&transaction, Cause::Other, vec![mail], now).await?;
        let codes = stored.then(|| (Action::RecoveryCodesMade, json!({})));
        let added = (Action::FactorAdded, json!({ "factor": APP }));
        record_own(&transaction, user, &by, [added].into_iter().chain(codes)).await?;
        transaction.commit().await?;
        Ok(Some(stored))
    }

    /// Removes the authenticator app, and the recovery codes if it was the last factor, or the secret of an app that was
    /// not confirmed, which is no change to tell of. Returns false when there is neither.
    pub async fn remove_totp(&self, user: Uuid, mail: NewMail, by: impl Into<Stamp>) -> Result<bool, StorageError> {
        let by = by.into();
        let transaction = self.database.begin_write().await?;
        lock_account(&transaction, user).await?;
        let Some(app) = totp::Entity::find_by_id(user).one(&transaction).await? else {
            return Ok(false);
        };
        totp::Entity::delete_by_id(user).exec(&transaction).await?;
        if app.confirmed_at.is_some() {
            after_removal(&transaction, user).await?;
            enqueue(&transaction, Cause::Other, vec![mail], by.at).await?;
            record_own(&transaction, user, &by, [(Action::FactorRemoved, json!({ "factor": APP }))]).await?;
        }
        transaction.commit().await?;
        Ok(true)
    }

    /// Returns the account's unused recovery codes.
    pub async fn recovery_codes(&self, user: Uuid) -> Result<Vec<StoredCode>, StorageError> {
        let rows = codes::Entity::find().filter(codes::Column::UserId.eq(user)).all(self.database.reader()).await?;
        Ok(rows.into_iter().map(|row| StoredCode { id: row.id, hash: row.code_hash }).collect())
    }

    /// Replaces the account's recovery codes. Returns false when it has no second factor.
    pub async fn replace_recovery_codes(
        &self,
        user: Uuid,
        code_hashes: Vec<String>,
        mail: NewMail,
        by: impl Into<Stamp>,
    ) -> Result<bool, StorageError> {
        let by = by.into();
        let now = by.at;
        let transaction = self.database.begin_write().await?;
        lock_account(&transaction, user).await?;
        if !factors_of(&transaction, user).await?.are_set_up() {
            return Ok(false);
        }
        codes::Entity::delete_many().filter(codes::Column::UserId.eq(user)).exec(&transaction).await?;
        insert_codes(&transaction, user, code_hashes, now).await?;
        enqueue(&transaction, Cause::Other, vec![mail], now).await?;
        record_own(&transaction, user, &by, [(Action::RecoveryCodesMade, json!({}))]).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Removes every second factor of the account with an address and ends its sessions. Returns the account, or None
    /// when there is none.
    pub async fn reset_factors(
        &self,
        email: &EmailAddress,
        mail: impl FnOnce(&str) -> NewMail,
        by: impl Into<Stamp>,
    ) -> Result<Option<User>, StorageError> {
        let by = by.into();
        let transaction = self.database.begin_write().await?;
        let owner = account_of(&email.key()).one(&transaction).await?;
        let Some(owner) = owner.map(user) else { return Ok(None) };
        delete_factors(&transaction, owner.id).await?;
        delete_sessions(&transaction, owner.id).await?;
        enqueue(&transaction, Cause::Other, vec![mail(&owner.email)], by.at).await?;
        record_own(&transaction, owner.id, &by, [(Action::FactorsReset, json!({}))]).await?;
        transaction.commit().await?;
        Ok(Some(owner))
    }
}

/// Returns the second factors of an account.
pub(super) async fn factors_of(connection: &impl ConnectionTrait, user: Uuid) -> Result<Factors, DbErr> {
    let app = totp::Entity::find_by_id(user).filter(totp::Column::ConfirmedAt.is_not_null()).count(connection).await?;
    let keys = passkeys::Entity::find().filter(passkeys::Column::UserId.eq(user)).count(connection).await?;
    let codes = codes::Entity::find().filter(codes::Column::UserId.eq(user)).count(connection).await?;
    let size = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
    Ok(Factors { has_totp: app > 0, passkeys: size(keys), recovery_codes: size(codes) })
}

/// Stores recovery codes unless the account has some. Returns whether they were stored.
pub(super) async fn first_codes(
    transaction: &DatabaseTransaction,
    user: Uuid,
    code_hashes: Vec<String>,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    if code_hashes.is_empty() || factors_of(transaction, user).await?.recovery_codes > 0 {
        return Ok(false);
    }
    insert_codes(transaction, user, code_hashes, now).await?;
    Ok(true)
}

async fn insert_codes(
    transaction: &DatabaseTransaction,
    user: Uuid,
    code_hashes: Vec<String>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let rows = code_hashes.into_iter().map(|hash| codes::ActiveModel {
        id: Set(Uuid::now_v7()),
        user_id: Set(user),
        code_hash: Set(hash),
        created_at: Set(now),
    });
    codes::Entity::insert_many(rows).exec_without_returning(transaction).await?;
    Ok(())
}

/// Deletes the recovery codes of an account whose last factor was removed: there is nothing to recover.
pub(super) async fn after_removal(transaction: &DatabaseTransaction, user: Uuid) -> Result<(), DbErr> {
    if !factors_of(transaction, user).await?.are_set_up() {
        codes::Entity::delete_many().filter(codes::Column::UserId.eq(user)).exec(transaction).await?;
    }
    Ok(())
}

/// Deletes every second factor of an account, and sign-ins that wait for one. Returns whether there was any.
pub(super) async fn delete_factors(transaction: &DatabaseTransaction, user: Uuid) -> Result<bool, DbErr> {
    let app = totp::Entity::delete_by_id(user).exec(transaction).await?;
    codes::Entity::delete_many().filter(codes::Column::UserId.eq(user)).exec(transaction).await?;
    let keys = passkeys::Entity::delete_many().filter(passkeys::Column::UserId.eq(user)).exec(transaction).await?;
    delete_challenges(transaction, user).await?;
    Ok(app.rows_affected + keys.rows_affected > 0)
}

/// Deletes the sign-ins of an account that wait for a second factor.
pub(super) async fn delete_challenges(transaction: &DatabaseTransaction, user: Uuid) -> Result<(), DbErr> {
    challenges::Entity::delete_many().filter(challenges::Column::UserId.eq(user)).exec(transaction).await?;
    Ok(())
}

#[cfg(test)]
mod tests;
