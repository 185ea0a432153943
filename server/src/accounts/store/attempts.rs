//! Counts sign-in attempts: each is reserved before its password is checked, so that parallel guesses all count.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ColumnTrait, DatabaseTransaction, EntityTrait, ExprTrait, QueryFilter, QuerySelect,
    sea_query::{CaseStatement, Expr, LockType, OnConflict},
};
use serde_json::json;
use uuid::Uuid;

use super::{AccountStore, SessionTokens, account_of, insert_session};
use crate::{
    accounts::domain::{Caller, FAILURE_MEMORY, LONGEST_PACE_WAIT, PACE, PACED_FROM, lock_seconds},
    audit::{Action, Actor, NewEntry, Object, store::record},
    limits::Network,
    storage::{
        StorageError,
        entities::{
            sessions,
            sign_in_attempts::{ActiveModel, Column, Entity, Model},
            users,
        },
    },
};

/// The `network` of the row that counts an account's attempts from all networks.
const EVERYWHERE: &str = "";

/// What an attempt is counted by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AttemptKey {
    /// The email address's key.
    pub email_key: String,
    /// The client's network.
    pub network: Network,
}

/// Whether a password may be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reservation {
    /// After this pause, which is zero unless the account is attacked from many networks.
    Granted(TimeDelta),
    /// No attempt before this time.
    Refused(DateTime<Utc>),
}

/// The outcome of opening a session.
#[derive(Debug, PartialEq, Eq)]
pub enum Opened {
    /// The session's id.
    Session(Uuid),
    /// A lock has begun since the attempt was reserved; it ends then.
    Locked(DateTime<Utc>),
    /// Meanwhile the code or the sign-in was used, or the password was changed.
    Outdated,
}

impl AccountStore {
    /// Counts an attempt as failed, unless its account is locked for its network. Above [`PACED_FROM`] failures of one
    /// account from all networks, those without a session of that account get one attempt per [`PACE`].
    pub async fn reserve_attempt(&self, key: &AttemptKey, now: DateTime<Utc>) -> Result<Reservation, StorageError> {
        let network = key.network.to_string();
        let transaction = self.database.begin_write().await?;
        if let Some(until) = blocked_until(&transaction, key, now).await? {
            return Ok(Reservation::Refused(until));
        }
        // Always in this order, so that two attempts on one account never deadlock.
        let account = count(&transaction, &key.email_key, EVERYWHERE, now).await?;
        let mut pause = TimeDelta::zero();
        if account.failures > PACED_FROM && !has_session_from(&transaction, key).await? {
            let turn = account.blocked_until.map_or(now, |next| Ord::max(next, now));
            pause = turn - now;
            if pause > LONGEST_PACE_WAIT {
                return Ok(Reservation::Refused(turn));
            }
            block(&transaction, &key.email_key, EVERYWHERE, turn + PACE).await?;
        }
        count(&transaction, &key.email_key, &network, now).await?;
        transaction.commit().await?;
        Ok(Reservation::Granted(pause))
    }

    /// Locks the account for the network once enough attempts have failed. Returns the end of the lock. `pending` of the
    /// counted attempts may still succeed.
    pub async fn fail_attempt(
        &self,
        key: &AttemptKey,
        pending: u32,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, StorageError> {
        let network = key.network.to_string();
        let transaction = self.database.begin_write().await?;
        let row = Entity::find_by_id((key.email_key.clone(), network.clone())).one(&transaction).await?;
        let failures = row.map_or(0, |row| row.failures.unsigned_abs()).saturating_sub(pending);
        let seconds = lock_seconds(failures);
        let mut until = None;
        if seconds > 0 {
            let end = now + TimeDelta::seconds(seconds.cast_signed());
            block(&transaction, &key.email_key, &network, end).await?;
            // Later than `end` when a concurrent attempt has failed after this one.
            until = blocked_until(&transaction, key, now).await?;
        }
        // The entry has the address only, so that it does not reveal whether such an account exists.
        let account = || Object::account(None, &key.email_key);
        let mut entries = vec![NewEntry::new(Action::SignInFailed, account())];
        if let Some(until) = until {
            let lock = json!({ "failures": failures, "until": until });
            entries.push(NewEntry::new(Action::AccountLocked, account()).after(&lock));
        }
        record(&transaction, &Actor::in_network(key.network).at(now), &entries).await?;
        transaction.commit().await?;
        Ok(until)
    }

    /// Opens a session for an attempt with the right password and clears the count of its account and network. Refuses
    /// when the account's hash is no longer the one that the password was checked against.
    pub async fn open_session(
        &self,
        key: &AttemptKey,
        (user, password_hash): (Uuid, &str),
        tokens: SessionTokens,
        caller: &Caller,
        now: DateTime<Utc>,
    ) -> Result<Opened, StorageError> {
        let transaction = self.database.begin_write().await?;
        if let Some(until) = blocked_until(&transaction, key, now).await? {
            return Ok(Opened::Locked(until));
        }
        let owner = lock_account(&transaction, user).await?;
        if owner.is_none_or(|owner| owner.password_hash != password_hash) {
            return Ok(Opened::Outdated);
        }
        let session = succeed(&transaction, key, user, tokens, caller, now).await?;
        transaction.commit().await?;
        Ok(Opened::Session(session))
    }

    /// Records that the owner of a session has just entered the right password, and clears the count of its account and
    /// network. Returns the end of the lock instead when one has begun since the attempt was reserved.
    pub async fn renew_authentication(
        &self,
        key: &AttemptKey,
        session: Uuid,
        now: DateTime<Utc>,
    ) -> Result<Result<(), DateTime<Utc>>, StorageError> {
        let transaction = self.database.begin_write().await?;
        if let Some(until) = blocked_until(&transaction, key, now).await? {
            return Ok(Err(until));
        }
        renew(&transaction, key, session, now).await?;
        transaction.commit().await?;
        Ok(Ok(()))
    }

    /// Takes back an attempt whose password was right but opens nothing. Returns the end of the lock instead when one
    /// has begun since the attempt was reserved.
    pub async fn forgive_attempt(
        &self,
        key: &AttemptKey,
        now: DateTime<Utc>,
    ) -> Result<Result<(), DateTime<Utc>>, StorageError> {
        let transaction = self.database.begin_write().await?;
        if let Some(until) = blocked_until(&transaction, key, now).await? {
            return Ok(Err(until));
        }
        refund(&transaction, key).await?;
        transaction.commit().await?;
        Ok(Ok(()))
    }
}

/// Deletes the counts of all attempts on an account after its password was changed: earlier guesses say nothing about
/// the new one.
pub(super) async fn clear_attempts(transaction: &DatabaseTransaction, email_key: &str) -> Result<(), StorageError> {
    Entity::delete_many().filter(Column::EmailKey.eq(email_key)).exec(transaction).await?;
    Ok(())
}

/// Returns an account and locks its row until the transaction ends: a change of the password ends all sessions, and
/// must not miss one that is opened concurrently. Locked before the counts of attempts, so that two sign-ins do not
/// deadlock.
pub(super) async fn lock_account(
    transaction: &DatabaseTransaction,
    user: Uuid,
) -> Result<Option<users::Model>, StorageError> {
    Ok(users::Entity::find_by_id(user).lock(LockType::NoKeyUpdate).one(transaction).await?)
}

/// Opens a session and clears the count of the attempt's account and network.
pub(super) async fn succeed(
    transaction: &DatabaseTransaction,
    key: &AttemptKey,
    user: Uuid,
    tokens: SessionTokens,
    caller: &Caller,
    now: DateTime<Utc>,
) -> Result<Uuid, StorageError> {
    clear_count(transaction, key).await?;
    let session = insert_session(transaction, user, tokens, caller, now).await?;
    let entry = NewEntry::new(Action::SignedIn, Object::account(Some(user), &key.email_key));
    record(transaction, &caller.account(&key.email_key).at(now), &[entry]).await?;
    Ok(session)
}

/// Makes the sign-in of a session recent, and clears the count of the attempt's account and network.
pub(super) async fn renew(
    transaction: &DatabaseTransaction,
    key: &AttemptKey,
    session: Uuid,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    clear_count(transaction, key).await?;
    sessions::Entity::update_many()
        .col_expr(sessions::Column::AuthenticatedAt, Expr::value(now))
        .filter(sessions::Column::Id.eq(session))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Takes back a reserved attempt that has neither failed nor succeeded. What was counted before it stays.
pub(super) async fn refund(transaction: &DatabaseTransaction, key: &AttemptKey) -> Result<(), StorageError> {
    uncount(transaction, &key.email_key, EVERYWHERE).await?;
    uncount(transaction, &key.email_key, &key.network.to_string()).await
}

async fn uncount(transaction: &DatabaseTransaction, email_key: &str, network: &str) -> Result<(), StorageError> {
    Entity::update_many()
        .col_expr(Column::Failures, Expr::col(Column::Failures).sub(1))
        .filter(Column::EmailKey.eq(email_key))
        .filter(Column::Network.eq(network))
        .filter(Column::Failures.gt(0))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Returns the end of the account's lock for a network, if it is locked.
pub(super) async fn blocked_until(
    transaction: &DatabaseTransaction,
    key: &AttemptKey,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, StorageError> {
    let row = Entity::find_by_id((key.email_key.clone(), key.network.to_string())).one(transaction).await?;
    Ok(row.and_then(|row| row.blocked_until).filter(|until| *until > now))
}

/// Clears the count of an account and network after a success, and subtracts the attempt from the account's count of
/// failures from all networks.
async fn clear_count(transaction: &DatabaseTransaction, key: &AttemptKey) -> Result<(), StorageError> {
    uncount(transaction, &key.email_key, EVERYWHERE).await?;
    Entity::delete_by_id((key.email_key.clone(), key.network.to_string())).exec(transaction).await?;
    Ok(())
}

/// Counts an attempt. The upsert counts and locks the row at once: concurrent attempts are all counted.
async fn count(
    transaction: &DatabaseTransaction,
    email_key: &str,
    network: &str,
    now: DateTime<Utc>,
) -> Result<Model, StorageError> {
    let is_recent = Expr::col((Entity, Column::UpdatedAt)).gt(now - FAILURE_MEMORY);
    let counted = CaseStatement::new().case(is_recent, Expr::col((Entity, Column::Failures)).add(1)).finally(1);
    let first = Model {
        email_key: email_key.to_owned(),
        network: network.to_owned(),
        failures: 1,
        blocked_until: None,
        updated_at: now,
    };
    let row = Entity::insert(ActiveModel::from(first))
        .on_conflict(
            OnConflict::columns([Column::EmailKey, Column::Network])
                .value(Column::Failures, counted)
                .value(Column::UpdatedAt, Expr::value(now))
                .to_owned(),
        )
        .exec_with_returning(transaction)
        .await?;
    Ok(row)
}

/// Blocks attempts until a time, unless they are blocked for longer.
async fn block(
    transaction: &DatabaseTransaction,
    email_key: &str,
    network: &str,
    until: DateTime<Utc>,
) -> Result<(), StorageError> {
    Entity::update_many()
        .col_expr(Column::BlockedUntil, Expr::value(until))
        .filter(Column::EmailKey.eq(email_key))
        .filter(Column::Network.eq(network))
        .filter(Column::BlockedUntil.is_null().or(Column::BlockedUntil.lt(until)))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Returns whether the account has a session that was opened from the network.
async fn has_session_from(transaction: &DatabaseTransaction, key: &AttemptKey) -> Result<bool, StorageError> {
    let Some(user) = account_of(&key.email_key).one(transaction).await? else {
        return Ok(false);
    };
    let addresses: Vec<String> = sessions::Entity::find()
        .select_only()
        .column(sessions::Column::Ip)
        .filter(sessions::Column::UserId.eq(user.id))
        .into_tuple()
        .all(transaction)
        .await?;
    Ok(addresses.iter().filter_map(|ip| ip.parse().ok()).any(|ip| Network::of(ip) == key.network))
}
