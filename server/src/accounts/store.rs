//! Stores accounts and sessions.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter, QueryOrder, Select,
    sea_query::{Expr, OnConflict},
};
use serde_json::{Value, json};
use uuid::Uuid;

use self::{sign_ups::delete_invitation, tokens::ended};
use super::domain::{Caller, FAILURE_MEMORY, Role, STAFF_IDLE, STAFF_SESSION, User};
use crate::{
    audit::{Action, Actor, NewEntry, Object, Stamp, store::record as record_entry},
    email_address::EmailAddress,
    error::AppError,
    storage::{
        Database, StorageError, UniqueConstraint,
        entities::{
            invitations, passkey_registrations, password_resets, pending_sign_ups, sessions, sign_in_attempts,
            sign_in_challenges, users,
        },
    },
    token::TokenHash,
};

pub mod attempts;
pub mod challenges;
pub mod factors;
pub mod own_sessions;
pub mod passkeys;
pub mod passwords;
pub mod privacy;
pub mod sign_ups;
pub mod staff;
pub mod tokens;

/// Reads and writes accounts and sessions.
#[derive(Debug, Clone)]
pub struct AccountStore {
    database: Database,
}

/// A session as stored.
#[derive(Debug, Clone)]
pub struct SessionRecord {
    pub id: Uuid,
    pub user: User,
    pub access_expires_at: DateTime<Utc>,
    pub refresh_expires_at: DateTime<Utc>,
    pub authenticated_at: DateTime<Utc>,
    pub last_used_at: DateTime<Utc>,
}

/// Hashes and expiry of a session's new tokens.
#[derive(Debug, Clone, Copy)]
pub struct SessionTokens {
    pub access_hash: TokenHash,
    pub access_expires_at: DateTime<Utc>,
    pub refresh_hash: TokenHash,
    pub refresh_expires_at: DateTime<Utc>,
}

/// Why no account was created.
#[derive(Debug, thiserror::Error)]
pub enum CreateUserError {
    /// Another account has the address.
    #[error("an account with this email address already exists")]
    Exists,
    /// The password was not hashed.
    #[error(transparent)]
    Hashing(#[from] AppError),
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl AccountStore {
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Creates an account. If it has admin rights, the invitation of its address is deleted.
    pub async fn create_user(
        &self,
        email: &EmailAddress,
        password_hash: String,
        is_admin: bool,
        by: impl Into<Stamp>,
    ) -> Result<User, CreateUserError> {
        let by = by.into();
        let role = is_admin.then_some(Role::Administrator);
        let row = new_user(email.as_str().to_owned(), email.key(), password_hash, role, by.at);
        let transaction = self.database.begin_write().await.map_err(StorageError::from)?;
        let invitation =
            if is_admin { delete_invitation(&transaction, email).await.map_err(StorageError::from)? } else { None };
        let made = users::Entity::insert(row).exec_with_returning(&transaction).await;
        let row = match made.map_err(StorageError::from) {
            Ok(row) => row,
            Err(error) if error.violates(UniqueConstraint::AccountEmail) => return Err(CreateUserError::Exists),
            Err(error) => return Err(error.into()),
        };
        let mut entries: Vec<NewEntry> = invitation.iter().map(withdrawn).collect();
        entries.push(created(row.id, &row.email, role));
        record_entry(&transaction, &by, &entries).await.map_err(StorageError::from)?;
        transaction.commit().await.map_err(StorageError::from)?;
        Ok(user(row))
    }

    /// Returns the account with an address, and its password hash.
    pub async fn user_with_hash(&self, email: &EmailAddress) -> Result<Option<(User, String)>, StorageError> {
        let row = account_of(&email.key()).one(self.database.reader()).await?;
        Ok(row.map(|row| {
            let hash = row.password_hash.clone();
            (user(row), hash)
        }))
    }

    pub async fn admins(&self) -> Result<Vec<User>, StorageError> {
        let rows = users::Entity::find()
            .filter(Expr::col(users::Column::IsAdmin))
            .order_by_asc(users::Column::EmailKey)
            .all(self.database.reader())
            .await?;
        Ok(rows.into_iter().map(user).collect())
    }

    /// Grants admin rights and ends every session of the account, as an earlier one may be a stranger's. Deletes its
    /// invitation, whose role may be lower. Returns false when no account has the address.
    pub async fn grant(&self, email: &EmailAddress, by: impl Into<Stamp>) -> Result<bool, StorageError> {
        let by = by.into();
        let transaction = self.database.begin_write().await?;
        let owner = account_of(&email.key()).one(&transaction).await?;
        let Some(owner) = owner else { return Ok(false) };
        let invitation = delete_invitation(&transaction, email).await?;
        let mut entries: Vec<NewEntry> = invitation.iter().map(withdrawn).collect();
        set_role(&transaction, email, Some(Role::Administrator), by.at).await?;
        delete_sessions(&transaction, owner.id).await?;
        let entry = NewEntry::new(Action::RoleGranted, Object::account(Some(owner.id), &owner.email));
        let role = Some(Role::Administrator.as_str());
        entries.push(entry.changed(&role_field(owner.role.as_deref()), &role_field(role)));
        record_entry(&transaction, &by, &entries).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Revokes admin rights, and withdraws an invitation. Sessions continue without the rights. Returns false when the
    /// address has neither.
    pub async fn revoke(&self, email: &EmailAddress, by: impl Into<Stamp>) -> Result<bool, StorageError> {
        let by = by.into();
        let transaction = self.database.begin_write().await?;
        let owner = account_of(&email.key()).one(&transaction).await?;
        let invitation = delete_invitation(&transaction, email).await?;
        let mut entries: Vec<NewEntry> = invitation.iter().map(withdrawn).collect();
        if let Some(owner) = owner.filter(|owner| owner.is_admin) {
            set_role(&transaction, email, None, by.at).await?;
            let entry = NewEntry::new(Action::RoleRevoked, Object::account(Some(owner.id), &owner.email));
            entries.push(entry.changed(&role_field(owner.role.as_deref()), &role_field(None)));
        }
        if entries.is_empty() {
            return Ok(false);
        }
        record_entry(&transaction, &by, &entries).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Ends the session that one of the tokens belongs to, for a request from a network.
    pub async fn end_session(&self, hashes: &[TokenHash], at: DateTime<Utc>, ip: IpAddr) -> Result<(), StorageError> {
        let hashes: Vec<Vec<u8>> = hashes.iter().map(|hash| hash.to_vec()).collect();
        let is_one = Condition::any()
            .add(sessions::Column::AccessHash.is_in(hashes.clone()))
            .add(sessions::Column::RefreshHash.is_in(hashes));
        let found = || sessions::Entity::find().filter(is_one.clone());
        // Without a lock: made-up tokens must not keep others from writing.
        if found().one(self.database.reader()).await?.is_none() {
            return Ok(());
        }
        let transaction = self.database.begin_write().await?;
        let Some(session) = found().one(&transaction).await? else { return Ok(()) };
        let owner = users::Entity::find_by_id(session.user_id).one(&transaction).await?;
        sessions::Entity::delete_many().filter(is_one).exec(&transaction).await?;
        if let Some(owner) = owner {
            let entry = NewEntry::new(Action::SignedOut, Object::account(Some(owner.id), &owner.email));
            record_entry(&transaction, &Actor::account(&owner.email, ip).at(at), &[entry]).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Deletes what has expired: sessions, links, sign-ups, invitations, unfinished second factors and failure counts.
    pub async fn sweep(&self, now: DateTime<Utc>) -> Result<(), StorageError> {
        sessions::Entity::delete_many().filter(ended(now)).exec(self.database.writer()).await?;
        password_resets::Entity::delete_many()
            .filter(password_resets::Column::ExpiresAt.lte(now))
            .exec(self.database.writer())
            .await?;
        pending_sign_ups::Entity::delete_many()
            .filter(pending_sign_ups::Column::ExpiresAt.lte(now))
            .exec(self.database.writer())
            .await?;
        invitations::Entity::delete_many()
            .filter(invitations::Column::ExpiresAt.lte(now))
            .exec(self.database.writer())
            .await?;
        sign_in_challenges::Entity::delete_many()
            .filter(sign_in_challenges::Column::ExpiresAt.lte(now))
            .exec(self.database.writer())
            .await?;
        passkey_registrations::Entity::delete_many()
            .filter(passkey_registrations::Column::ExpiresAt.lte(now))
            .exec(self.database.writer())
            .await?;
        sign_in_attempts::Entity::delete_many()
            .filter(sign_in_attempts::Column::UpdatedAt.lte(now - FAILURE_MEMORY))
            .exec(self.database.writer())
            .await?;
        Ok(())
    }
}

/// Returns whether a session has ended before its tokens expire: with admin rights it ends unused for an hour, or
/// twelve hours after its sign-in.
fn is_over(session: &sessions::Model, is_admin: bool, now: DateTime<Utc>) -> bool {
    is_admin && (now >= session.updated_at + STAFF_IDLE || now >= session.created_at + STAFF_SESSION)
}

/// Returns the row of a new account.
fn new_user(
    email: String,
    email_key: String,
    password_hash: String,
    role: Option<Role>,
    now: DateTime<Utc>,
) -> users::ActiveModel {
    users::ActiveModel {
        id: Set(Uuid::now_v7()),
        email: Set(email),
        email_key: Set(email_key),
        password_hash: Set(password_hash),
        is_admin: Set(role.is_some()),
        role: Set(role.map(|role| role.as_str().to_owned())),
        created_at: Set(now),
        updated_at: Set(now),
        last_sign_in_at: Set(None),
    }
}

/// Returns the entry of a new account.
fn created(id: Uuid, email: &str, role: Option<Role>) -> NewEntry {
    NewEntry::new(Action::AccountCreated, Object::account(Some(id), email)).after(&role_field(role.map(Role::as_str)))
}

/// Returns the entry of an invitation that is withdrawn.
fn withdrawn(invitation: &invitations::Model) -> NewEntry {
    NewEntry::new(Action::InvitationWithdrawn, Object::account(None, &invitation.email))
        .changed(&role_field(Some(&invitation.role)), &role_field(None))
}

fn role_field(role: Option<&str>) -> Value {
    json!({ "role": role })
}

/// Selects the account with an address, by its key.
fn account_of(email_key: &str) -> Select<users::Entity> {
    users::Entity::find().filter(users::Column::EmailKey.eq(email_key))
}

/// Ends the sessions of an account. Returns their number.
async fn delete_sessions(transaction: &DatabaseTransaction, id: Uuid) -> Result<u64, DbErr> {
    let deleted = sessions::Entity::delete_many().filter(sessions::Column::UserId.eq(id)).exec(transaction).await?;
    Ok(deleted.rows_affected)
}

/// Sets role and rights of the account with an address.
async fn set_role(
    connection: &impl ConnectionTrait,
    email: &EmailAddress,
    role: Option<Role>,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    users::Entity::update_many()
        .col_expr(users::Column::IsAdmin, Expr::value(role.is_some()))
        .col_expr(users::Column::Role, Expr::value(role.map(Role::as_str)))
        .col_expr(users::Column::UpdatedAt, Expr::value(now))
        .filter(users::Column::EmailKey.eq(email.key()))
        .exec(connection)
        .await?;
    Ok(())
}

fn user(row: users::Model) -> User {
    User { role: role_of(&row), id: row.id, email: row.email, is_admin: row.is_admin, created_at: row.created_at }
}

/// Returns the role of an account. Rights without a role count as those of an editor, the lesser role.
fn role_of(row: &users::Model) -> Option<Role> {
    let named = row.role.as_deref().and_then(|role| role.parse().ok());
    row.is_admin.then(|| named.unwrap_or(Role::Editor))
}

fn record(session: &sessions::Model, user: User) -> SessionRecord {
    let sessions::Model { id, access_expires_at, refresh_expires_at, authenticated_at, updated_at, .. } = *session;
    SessionRecord { id, user, access_expires_at, refresh_expires_at, authenticated_at, last_used_at: updated_at }
}

/// Opens a session of an account, whose last sign-in this is.
async fn insert_session(
    connection: &impl ConnectionTrait,
    user: Uuid,
    tokens: SessionTokens,
    caller: &Caller,
    now: DateTime<Utc>,
) -> Result<Uuid, StorageError> {
    let id = Uuid::now_v7();
    sessions::Entity::insert(sessions::ActiveModel {
        id: Set(id),
        user_id: Set(user),
        access_hash: Set(tokens.access_hash.to_vec()),
        access_expires_at: Set(tokens.access_expires_at),
        refresh_hash: Set(tokens.refresh_hash.to_vec()),
        refresh_expires_at: Set(tokens.refresh_expires_at),
        created_at: Set(now),
        updated_at: Set(now),
        ip: Set(caller.ip.to_string()),
        agent: Set(caller.agent.clone()),
        authenticated_at: Set(now),
    })
    .exec_without_returning(connection)
    .await?;
    users::Entity::update_many()
        .col_expr(users::Column::LastSignInAt, Expr::value(now))
        .filter(users::Column::Id.eq(user))
        .exec(connection)
        .await?;
    Ok(id)
}

/// Records what the owner or an operator did to an account, with the fields of each.
async fn record_own(
    transaction: &DatabaseTransaction,
    user: Uuid,
    by: &Stamp,
    done: impl IntoIterator<Item = (Action, Value)>,
) -> Result<(), DbErr> {
    let Some(owner) = users::Entity::find_by_id(user).one(transaction).await? else { return Ok(()) };
    let entry = |(action, fields): (Action, Value)| {
        let entry = NewEntry::new(action, Object::account(Some(owner.id), &owner.email));
        if fields.as_object().is_some_and(|fields| !fields.is_empty()) { entry.after(&fields) } else { entry }
    };
    let entries: Vec<NewEntry> = done.into_iter().map(entry).collect();
    record_entry(transaction, by, &entries).await
}

#[cfg(test)]
mod tests;
