//! The data stored about a person in accounts, and its erasure.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    AccountStore, ColumnTrait, ConnectionTrait, DateTime, EmailAddress, EntityTrait, QueryFilter, QueryOrder, Stamp,
    StorageError, Utc, Uuid, invitations,
    own_sessions::OwnSession,
    pending_sign_ups, record_entry, role_field, sign_in_attempts,
    sign_ups::{delete_invitation, delete_sign_ups},
    users,
};
use crate::{
    accounts::emails,
    audit::{Action, NewEntry, Object},
    mail::store::drop_undelivered,
};

/// The stored account data of a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PersonAccount {
    /// The account. Null if the email address has none.
    #[schema(required = true)]
    pub account: Option<AccountRecord>,
    /// Active sessions of the account.
    pub sessions: Vec<SessionOfPerson>,
    /// Failed sign-in attempts with the email address, by network.
    pub failures: Vec<FailureRecord>,
    /// When the pending sign-up of the email address expires. Null if there is none.
    #[schema(required = true)]
    pub sign_up_expires_at: Option<DateTime<Utc>>,
    /// When the pending invitation of the email address expires. Null if there is none.
    #[schema(required = true)]
    pub invitation_expires_at: Option<DateTime<Utc>>,
}

/// An account, without its password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AccountRecord {
    /// Unique identifier (UUIDv7).
    pub id: Uuid,
    /// Email address of the account.
    pub email: String,
    /// Role in the admin area. Null without admin rights.
    #[schema(required = true)]
    pub role: Option<String>,
    /// When the account was created.
    pub created_at: DateTime<Utc>,
    /// When the password or role was last changed.
    pub updated_at: DateTime<Utc>,
}

/// A session of a person's account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SessionOfPerson {
    /// When the session was created.
    pub created_at: DateTime<Utc>,
    /// When the session was last used, to the minute.
    pub last_used_at: DateTime<Utc>,
    /// IP address at sign-in. Empty if not recorded.
    pub ip: String,
    /// `User-Agent` at sign-in.
    pub agent: String,
}

/// Failed sign-in attempts from one network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FailureRecord {
    /// Network of the attempts. Empty for all networks together.
    pub network: String,
    /// Number of failed attempts.
    pub failures: i32,
    /// When the lock ends. Null if there is none.
    #[schema(required = true)]
    pub blocked_until: Option<DateTime<Utc>>,
    /// When the last attempt was made.
    pub updated_at: DateTime<Utc>,
}

/// The outcome of erasing an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountErasure {
    /// No account has the address; what was counted or pending is erased.
    Absent,
    /// It was deleted with its sessions.
    Deleted,
    /// It has rights and stays.
    Kept,
}

impl AccountStore {
    /// Returns everything stored about a person as the owner of an account.
    pub async fn person(&self, email: &EmailAddress, now: DateTime<Utc>) -> Result<PersonAccount, StorageError> {
        let (reader, key) = (self.database.reader(), email.key());
        let accounts = accounts_of(reader, email).await?;
        let mut sessions = Vec::new();
        for account in &accounts {
            sessions.extend(self.sessions_of(account.id, now).await?);
        }
        let failures = sign_in_attempts::Entity::find()
            .filter(sign_in_attempts::Column::EmailKey.eq(&key))
            .order_by_asc(sign_in_attempts::Column::Network)
            .all(reader)
            .await?;
        let sign_up = pending_sign_ups::Entity::find()
            .filter(pending_sign_ups::Column::EmailKey.eq(&key))
            .order_by_desc(pending_sign_ups::Column::ExpiresAt)
            .one(reader)
            .await?;
        let invitation = invitations::Entity::find_by_id(key).one(reader).await?;
        Ok(PersonAccount {
            account: accounts.into_iter().next().map(AccountRecord::from),
            sessions: sessions.into_iter().map(SessionOfPerson::from).collect(),
            failures: failures.into_iter().map(FailureRecord::from).collect(),
            sign_up_expires_at: sign_up.map(|row| row.expires_at),
            invitation_expires_at: invitation.map(|row| row.expires_at),
        })
    }

    /// Deletes the account with an address, its sessions, drafts and links, and what is pending or counted for the
    /// address. An account with rights stays, with all of this, unless `with_rights` is set: then there has to be an
    /// account.
    pub async fn erase(
        &self,
        email: &EmailAddress,
        with_rights: bool,
        by: impl Into<Stamp>,
    ) -> Result<AccountErasure, StorageError> {
        let (by, key) = (by.into(), email.key());
        let transaction = self.database.begin_write().await?;
        let owners = accounts_of(&transaction, email).await?;
        if !with_rights && owners.iter().any(|owner| owner.is_admin) {
            return Ok(AccountErasure::Kept);
        }
        if with_rights && owners.is_empty() {
            return Ok(AccountErasure::Absent);
        }
        delete_sign_ups(&transaction, &key).await?;
        delete_invitation(&transaction, email).await?;
        sign_in_attempts::Entity::delete_many()
            .filter(sign_in_attempts::Column::EmailKey.eq(&key))
            .exec(&transaction)
            .await?;
        let mut entries = Vec::new();
        for owner in owners {
            drop_undelivered(&transaction, &owner.email, emails::RESET).await?;
            users::Entity::delete_by_id(owner.id).exec(&transaction).await?;
            let entry = NewEntry::new(Action::AccountDeleted, Object::account(Some(owner.id), &key));
            entries.push(entry.before(&role_field(owner.role.as_deref())));
        }
        record_entry(&transaction, &by, &entries).await?;
        transaction.commit().await?;
        Ok(if entries.is_empty() { AccountErasure::Absent } else { AccountErasure::Deleted })
    }
}

/// Returns the accounts with an address: one, or two if they were made with both forms of its domain when these still
/// counted as two addresses. The first is the one that signs in.
async fn accounts_of(
    connection: &impl ConnectionTrait,
    email: &EmailAddress,
) -> Result<Vec<users::Model>, StorageError> {
    let key = email.key();
    let mut found = users::Entity::find().filter(users::Column::EmailKey.is_in(email.keys())).all(connection).await?;
    found.sort_by_key(|account| account.email_key != key);
    Ok(found)
}

impl From<users::Model> for AccountRecord {
    fn from(row: users::Model) -> Self {
        Self { id: row.id, email: row.email, role: row.role, created_at: row.created_at, updated_at: row.updated_at }
    }
}

impl From<OwnSession> for SessionOfPerson {
    fn from(session: OwnSession) -> Self {
        let OwnSession { created_at, last_used_at, ip, agent, .. } = session;
        Self { created_at, last_used_at, ip, agent }
    }
}

impl From<sign_in_attempts::Model> for FailureRecord {
    fn from(row: sign_in_attempts::Model) -> Self {
        Self {
            network: row.network,
            failures: row.failures,
            blocked_until: row.blocked_until,
            updated_at: row.updated_at,
        }
    }
}

#[cfg(test)]
mod tests;
