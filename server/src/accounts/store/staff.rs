//! Staff and invitations, for administrators. Each change is one transaction and ends the sessions of the account
//! concerned.

use std::collections::HashSet;

use sea_orm::{DatabaseTransaction, QuerySelect};

use super::{
    AccountStore, Action, ColumnTrait, DateTime, EmailAddress, EntityTrait, Expr, NewEntry, Object, QueryFilter,
    QueryOrder, Role, Stamp, StorageError, Utc, Uuid, Value, delete_sessions, invitations, json, record_entry,
    role_field, role_of, sessions, sign_ups::delete_invitation, tokens::ended, users, withdrawn,
};
use crate::storage::entities::{passkeys, totp_secrets};

/// An account with admin rights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaffRecord {
    /// UUIDv7.
    pub id: Uuid,
    /// Its address.
    pub email: String,
    /// What it may do.
    pub role: Role,
    /// Whether signing in takes more than the password.
    pub has_second_factor: bool,
    /// When it last signed in; None before the first time.
    pub last_sign_in_at: Option<DateTime<Utc>>,
    /// Number of its sessions.
    pub sessions: usize,
}

/// An invitation that has not been accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationRecord {
    /// The invited address.
    pub email: String,
    /// The role that its account gets.
    pub role: Role,
    /// When it was last mailed.
    pub created_at: DateTime<Utc>,
    /// When its link expires.
    pub expires_at: DateTime<Utc>,
}

/// The outcome of changing the rights of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StaffChange {
    /// It has the rights that were asked for.
    Done,
    /// No account with admin rights has the id.
    Unknown,
    /// The site would be without an administrator.
    LastAdministrator,
}

impl AccountStore {
    /// Returns the accounts with admin rights, by address.
    pub async fn staff(&self, now: DateTime<Utc>) -> Result<Vec<StaffRecord>, StorageError> {
        let reader = self.database.reader();
        let rows = users::Entity::find()
            .filter(Expr::col(users::Column::IsAdmin))
            .order_by_asc(users::Column::EmailKey)
            .all(reader)
            .await?;
        let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
        let open: Vec<Uuid> = sessions::Entity::find()
            .select_only()
            .column(sessions::Column::UserId)
            .filter(sessions::Column::UserId.is_in(ids.clone()))
            .filter(ended(now).not())
            .into_tuple()
            .all(reader)
            .await?;
        let apps: Vec<Uuid> = totp_secrets::Entity::find()
            .select_only()
            .column(totp_secrets::Column::UserId)
            .filter(totp_secrets::Column::ConfirmedAt.is_not_null())
            .into_tuple()
            .all(reader)
            .await?;
        let keys: Vec<Uuid> = passkeys::Entity::find()
            .select_only()
            .column(passkeys::Column::UserId)
            .filter(passkeys::Column::UserId.is_in(ids))
            .into_tuple()
            .all(reader)
            .await?;
        let protected: HashSet<Uuid> = apps.into_iter().chain(keys).collect();
        let records = rows.into_iter().filter_map(|row| {
            let role = role_of(&row)?;
            Some(StaffRecord {
                role,
                has_second_factor: protected.contains(&row.id),
                sessions: open.iter().filter(|owner| **owner == row.id).count(),
                id: row.id,
                email: row.email,
                last_sign_in_at: row.last_sign_in_at,
            })
        });
        Ok(records.collect())
    }

    /// Returns the invitations whose links work, by address.
    pub async fn invitations(&self, now: DateTime<Utc>) -> Result<Vec<InvitationRecord>, StorageError> {
        let rows = invitations::Entity::find()
            .filter(invitations::Column::ExpiresAt.gt(now))
            .order_by_asc(invitations::Column::EmailKey)
            .all(self.database.reader())
            .await?;
        let record = |row: invitations::Model| InvitationRecord {
            role: row.role.parse().unwrap_or(Role::Editor),
            email: row.email,
            created_at: row.created_at,
            expires_at: row.expires_at,
        };
        Ok(rows.into_iter().map(record).collect())
    }

    /// Gives an account another role, or removes its rights when it is None, and ends its sessions. Giving it the role
    /// that it already has changes nothing.
    pub async fn set_staff_role(
        &self,
        id: Uuid,
        role: Option<Role>,
        by: impl Into<Stamp>,
    ) -> Result<StaffChange, StorageError> {
        let by = by.into();
        let transaction = self.database.begin_write().await?;
        let staff = locked_staff(&transaction).await?;
        let Some(row) = staff.iter().find(|row| row.id == id) else { return Ok(StaffChange::Unknown) };
        if role.is_some() && role_of(row) == role {
            return Ok(StaffChange::Done);
        }
        let is_administrator = |row: &&users::Model| role_of(row) == Some(Role::Administrator);
        if is_administrator(&row) && staff.iter().filter(is_administrator).count() == 1 {
            return Ok(StaffChange::LastAdministrator);
        }
        users::Entity::update_many()
            .col_expr(users::Column::IsAdmin, Expr::value(role.is_some()))
            .col_expr(users::Column::Role, Expr::value(role.map(Role::as_str)))
            .col_expr(users::Column::UpdatedAt, Expr::value(by.at))
            .filter(users::Column::Id.eq(id))
            .exec(&transaction)
            .await?;
        delete_sessions(&transaction, id).await?;
        let action = if role.is_some() { Action::RoleChanged } else { Action::RoleRevoked };
        let entry = NewEntry::new(action, Object::account(Some(id), &row.email))
            .changed(&role_field(role_of(row).map(Role::as_str)), &role_field(role.map(Role::as_str)));
        record_entry(&transaction, &by, &[entry]).await?;
        transaction.commit().await?;
        Ok(StaffChange::Done)
    }

    /// Ends every session of an account with admin rights. Returns false when there is no such account.
    pub async fn end_staff_sessions(&self, id: Uuid, by: impl Into<Stamp>) -> Result<bool, StorageError> {
        let by = by.into();
        let transaction = self.database.begin_write().await?;
        let owner = users::Entity::find_by_id(id).filter(Expr::col(users::Column::IsAdmin)).one(&transaction).await?;
        let Some(owner) = owner else { return Ok(false) };
        let count = delete_sessions(&transaction, id).await?;
        let entry = NewEntry::new(Action::SessionsEnded, Object::account(Some(id), &owner.email))
            .before(&sessions_field(count))
            .after(&sessions_field(0));
        record_entry(&transaction, &by, &[entry]).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Withdraws an invitation, whose link then no longer works. Returns false when the address has none.
    pub async fn withdraw_invitation(&self, email: &EmailAddress, by: impl Into<Stamp>) -> Result<bool, StorageError> {
        let by = by.into();
        let transaction = self.database.begin_write().await?;
        let Some(row) = delete_invitation(&transaction, email).await? else { return Ok(false) };
        record_entry(&transaction, &by, &[withdrawn(&row)]).await?;
        transaction.commit().await?;
        Ok(true)
    }
}

/// Returns all staff, with their rows locked until the transaction ends, so that of two administrators who demote each
/// other one remains.
async fn locked_staff(transaction: &DatabaseTransaction) -> Result<Vec<users::Model>, StorageError> {
    let staff = users::Entity::find()
        .filter(Expr::col(users::Column::IsAdmin))
        .order_by_asc(users::Column::Id)
        .lock_exclusive()
        .all(transaction)
        .await?;
    Ok(staff)
}

fn sessions_field(count: u64) -> Value {
    json!({ "sessions": count })
}

#[cfg(test)]
mod tests;
