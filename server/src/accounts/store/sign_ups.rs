//! Sign-ups and invitations: accounts that do not exist before their address is confirmed. Each step is one
//! transaction, including its emails.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbErr, QueryOrder, QuerySelect};

use super::{
    AccountStore, ColumnTrait, DateTime, EmailAddress, EntityTrait, OnConflict, QueryFilter, Set, StorageError,
    TokenHash, Utc, account_of, attempts::clear_attempts, created, delete_sessions, factors::delete_factors,
    invitations, new_user, password_resets, pending_sign_ups as sign_ups, role_field, role_of, users,
};
use crate::{
    accounts::{
        domain::{PendingAccount, PendingKind, Role},
        emails,
    },
    audit::{Action, NewEntry, Object, Stamp, store::record},
    mail::{
        NewMail,
        store::{Cause, drop_undelivered, enqueue},
    },
};

/// Maximum number of sign-ups of an address that wait for their links. More than the limit of the service lets an
/// address send in its window, so that nobody can make the owner's link void at once.
const MOST_PENDING: usize = 20;

/// A sign-up that is to be confirmed.
pub struct SignUp<'a> {
    pub email: &'a EmailAddress,
    pub password_hash: String,
    /// The hash of the link's token.
    pub token: TokenHash,
    pub expires_at: DateTime<Utc>,
    /// The email with the link.
    pub confirmation: NewMail,
    /// The email for the owner of an existing account with the address.
    pub known: NewMail,
}

/// An invitation that is to be accepted.
pub struct Invitation<'a> {
    pub email: &'a EmailAddress,
    pub role: Role,
    /// The hash of the link's token.
    pub token: TokenHash,
    pub expires_at: DateTime<Utc>,
    /// The email with the link.
    pub mail: NewMail,
}

impl AccountStore {
    /// Stores a sign-up beside earlier ones with the address, and enqueues its email. An address that has an
    /// account costs the same work, but its owner gets the other email: nobody is sent that token.
    pub async fn sign_up(&self, sign_up: SignUp<'_>, now: DateTime<Utc>) -> Result<(), StorageError> {
        let SignUp { email, password_hash, token, expires_at, confirmation, known } = sign_up;
        let transaction = self.database.begin_write().await?;
        let row = sign_ups::ActiveModel {
            token_hash: Set(token.to_vec()),
            email_key: Set(email.key()),
            email: Set(email.as_str().to_owned()),
            password_hash: Set(password_hash),
            expires_at: Set(expires_at),
            created_at: Set(now),
        };
        sign_ups::Entity::insert(row).exec_without_returning(&transaction).await?;
        drop_oldest(&transaction, email).await?;
        let mail = if account_of(&email.key()).one(&transaction).await?.is_some() { known } else { confirmation };
        enqueue(&transaction, Cause::Other, vec![mail], now).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Stores an invitation in place of an earlier one of the address, and enqueues its email. Returns false when the
    /// address has an account with admin rights.
    pub async fn invite(&self, invitation: Invitation<'_>, by: impl Into<Stamp>) -> Result<bool, StorageError> {
        let by = by.into();
        let now = by.at;
        let Invitation { email, role, token, expires_at, mail } = invitation;
        let transaction = self.database.begin_write().await?;
        let owner = account_of(&email.key()).one(&transaction).await?;
        if owner.is_some_and(|owner| owner.is_admin) {
            return Ok(false);
        }
        let earlier = invitations::Entity::find_by_id(email.key()).one(&transaction).await?;
        let row = invitations::ActiveModel {
            email_key: Set(email.key()),
            email: Set(email.as_str().to_owned()),
            role: Set(role.as_str().to_owned()),
            token_hash: Set(token.to_vec()),
            expires_at: Set(expires_at),
            created_at: Set(now),
        };
        let newest = OnConflict::column(invitations::Column::EmailKey)
            .update_columns([
                invitations::Column::Email,
                invitations::Column::Role,
                invitations::Column::TokenHash,
                invitations::Column::ExpiresAt,
                invitations::Column::CreatedAt,
            ])
            .to_owned();
        invitations::Entity::insert(row).on_conflict(newest).exec_without_returning(&transaction).await?;
        let mut entry = NewEntry::new(Action::AccountInvited, Object::account(None, email.as_str()));
        if let Some(earlier) = earlier {
            // Its link no longer works.
            drop_undelivered(&transaction, &earlier.email, emails::INVITATION).await?;
            entry = entry.before(&role_field(Some(&earlier.role)));
        }
        enqueue(&transaction, Cause::Other, vec![mail], now).await?;
        record(&transaction, &by, &[entry.after(&role_field(Some(role.as_str())))]).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Returns what a link's token can confirm.
    pub async fn pending(&self, token: &TokenHash, now: DateTime<Utc>) -> Result<Option<PendingAccount>, StorageError> {
        let reader = self.database.reader();
        if let Some(row) = open_sign_up(reader, token, now).await? {
            return Ok(Some(PendingAccount { email: row.email, kind: PendingKind::SignUp }));
        }
        let invited = open_invitation(reader, token, now).await?;
        Ok(invited.map(|row| PendingAccount { email: row.email, kind: PendingKind::Invitation }))
    }

    /// Returns what is pending for an address without an account: an invitation, or else a sign-up.
    pub async fn pending_of(
        &self,
        email: &EmailAddress,
        now: DateTime<Utc>,
    ) -> Result<Option<PendingKind>, StorageError> {
        let reader = self.database.reader();
        let invited = invitations::Entity::find_by_id(email.key())
            .filter(invitations::Column::ExpiresAt.gt(now))
            .one(reader)
            .await?;
        if invited.is_some() {
            return Ok(Some(PendingKind::Invitation));
        }
        let signed_up = sign_ups::Entity::find()
            .filter(sign_ups::Column::EmailKey.eq(email.key()))
            .filter(sign_ups::Column::ExpiresAt.gt(now))
            .one(reader)
            .await?;
        Ok(signed_up.map(|_| PendingKind::SignUp))
    }

    /// Creates the account of a sign-up, without rights. Returns false when the token is unknown, used or expired, or
    /// the address has an account by now, which stays as it is.
    pub async fn confirm_sign_up(&self, token: &TokenHash, by: impl Into<Stamp>) -> Result<bool, StorageError> {
        let by = by.into();
        let now = by.at;
        let transaction = self.database.begin_write().await?;
        let Some(row) = open_sign_up(&transaction, token, now).await? else { return Ok(false) };
        // Of two concurrent uses of a token, only one deletes it.
        let used = sign_ups::Entity::delete_many()
            .filter(sign_ups::Column::TokenHash.eq(token.to_vec()))
            .exec(&transaction)
            .await?;
        if used.rows_affected == 0 {
            return Ok(false);
        }
        // The other links are void: the address has an account.
        delete_sign_ups(&transaction, &row.email_key).await?;
        drop_undelivered(&transaction, &row.email, emails::CONFIRMATION).await?;
        let key = row.email_key.clone();
        let account = new_user(row.email.clone(), row.email_key, row.password_hash, None, now);
        let entry = created(*account.id.as_ref(), &row.email, None);
        let made = users::Entity::insert(account)
            .on_conflict(OnConflict::column(users::Column::EmailKey).do_nothing().to_owned())
            .exec_without_returning(&transaction)
            .await?;
        if made > 0 {
            clear_attempts(&transaction, &key).await?;
            record(&transaction, &by, &[entry]).await?;
        }
        transaction.commit().await?;
        Ok(made > 0)
    }

    /// Creates the account of an invitation. If the address has an account by now, that account gets the password and,
    /// unless its rights are already greater, the role. It loses its sessions, links and second factors, which may be a
    /// stranger's, and gets the emails that `told` returns for its address and whether it had second factors. Returns
    /// false when the token is unknown, used or expired.
    pub async fn accept_invitation(
        &self,
        token: &TokenHash,
        password_hash: String,
        told: impl FnOnce(&str, bool) -> Vec<NewMail>,
        by: impl Into<Stamp>,
    ) -> Result<bool, StorageError> {
        let by = by.into();
        let now = by.at;
        let transaction = self.database.begin_write().await?;
        let Some(row) = open_invitation(&transaction, token, now).await? else { return Ok(false) };
        // Of two concurrent uses of a token, only one deletes it.
        let used = invitations::Entity::delete_many()
            .filter(invitations::Column::TokenHash.eq(token.to_vec()))
            .exec(&transaction)
            .await?;
        if used.rows_affected == 0 {
            return Ok(false);
        }
        delete_sign_ups(&transaction, &row.email_key).await?;
        for kind in [emails::INVITATION, emails::CONFIRMATION] {
            drop_undelivered(&transaction, &row.email, kind).await?;
        }
        let key = row.email_key.clone();
        let held = account_of(&key).lock_exclusive().one(&transaction);
        let held = held.await?;
        let role = match held.as_ref().and_then(role_of) {
            Some(Role::Administrator) => Role::Administrator,
            _ => row.role.parse().map_err(StorageError::other)?,
        };
        let replaced = OnConflict::column(users::Column::EmailKey)
            .update_columns([
                users::Column::PasswordHash,
                users::Column::IsAdmin,
                users::Column::Role,
                users::Column::UpdatedAt,
            ])
            .to_owned();
        users::Entity::insert(new_user(row.email, row.email_key, password_hash, Some(role), now))
            .on_conflict(replaced)
            .exec_without_returning(&transaction)
            .await?;
        clear_attempts(&transaction, &key).await?;
        let owner = account_of(&key).one(&transaction).await?;
        if let Some(owner) = owner {
            let had_factors = delete_factors(&transaction, owner.id).await?;
            delete_sessions(&transaction, owner.id).await?;
            password_resets::Entity::delete_many()
                .filter(password_resets::Column::UserId.eq(owner.id))
                .exec(&transaction)
                .await?;
            let entries = match held {
                Some(before) => {
                    drop_undelivered(&transaction, &before.email, emails::RESET).await?;
                    enqueue(&transaction, Cause::Other, told(&before.email, had_factors), now).await?;
                    taken_over(&before, role, had_factors)
                }
                None => vec![created(owner.id, &owner.email, Some(role))],
            };
            record(&transaction, &by, &entries).await?;
        }
        transaction.commit().await?;
        Ok(true)
    }
}

/// Returns the entries of an account that an invitation takes over.
fn taken_over(before: &users::Model, role: Role, had_factors: bool) -> Vec<NewEntry> {
    let entry = |action| NewEntry::new(action, Object::account(Some(before.id), &before.email));
    let granted = match role_of(before) {
        Some(held) if held == role => None,
        Some(_) => Some(Action::RoleChanged),
        None => Some(Action::RoleGranted),
    };
    let fields = (role_field(before.role.as_deref()), role_field(Some(role.as_str())));
    let granted = granted.map(|action| entry(action).changed(&fields.0, &fields.1));
    let reset = had_factors.then(|| entry(Action::FactorsReset));
    granted.into_iter().chain([entry(Action::PasswordChanged)]).chain(reset).collect()
}

/// Deletes the oldest sign-ups of an address beyond [`MOST_PENDING`].
async fn drop_oldest(transaction: &DatabaseTransaction, email: &EmailAddress) -> Result<(), DbErr> {
    let of_address = sign_ups::Entity::find().filter(sign_ups::Column::EmailKey.eq(email.key()));
    // The hash of the token breaks ties: of sign-ups of the same age, any may be deleted.
    let newest_first = of_address.order_by_desc(sign_ups::Column::CreatedAt).order_by_desc(sign_ups::Column::TokenHash);
    let beyond: Vec<Vec<u8>> = newest_first
        .select_only()
        .column(sign_ups::Column::TokenHash)
        .into_tuple()
        .all(transaction)
        .await?
        .into_iter()
        .skip(MOST_PENDING)
        .collect();
    if beyond.is_empty() {
        return Ok(());
    }
    sign_ups::Entity::delete_many().filter(sign_ups::Column::TokenHash.is_in(beyond)).exec(transaction).await?;
    Ok(())
}

/// Deletes the invitation of an address, and its email unless that was delivered. Returns the invitation.
pub(super) async fn delete_invitation(
    transaction: &DatabaseTransaction,
    email: &EmailAddress,
) -> Result<Option<invitations::Model>, DbErr> {
    let Some(row) = invitations::Entity::find_by_id(email.key()).one(transaction).await? else { return Ok(None) };
    let deleted = invitations::Entity::delete_by_id(email.key()).exec(transaction).await?;
    drop_undelivered(transaction, &row.email, emails::INVITATION).await?;
    Ok((deleted.rows_affected > 0).then_some(row))
}

/// Deletes the sign-ups of an address.
pub(super) async fn delete_sign_ups(transaction: &DatabaseTransaction, email_key: &str) -> Result<(), DbErr> {
    sign_ups::Entity::delete_many().filter(sign_ups::Column::EmailKey.eq(email_key)).exec(transaction).await?;
    Ok(())
}

async fn open_sign_up(
    connection: &impl ConnectionTrait,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<sign_ups::Model>, DbErr> {
    sign_ups::Entity::find()
        .filter(sign_ups::Column::TokenHash.eq(token.to_vec()))
        .filter(sign_ups::Column::ExpiresAt.gt(now))
        .one(connection)
        .await
}

async fn open_invitation(
    connection: &impl ConnectionTrait,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<invitations::Model>, DbErr> {
    invitations::Entity::find()
        .filter(invitations::Column::TokenHash.eq(token.to_vec()))
        .filter(invitations::Column::ExpiresAt.gt(now))
        .one(connection)
        .await
}

#[cfg(test)]
mod tests;
