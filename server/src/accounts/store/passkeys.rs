//! Passkeys and their registration. Each change is one transaction, including its email.

use sea_orm::{PaginatorTrait, QueryOrder};

use super::{
    AccountStore, ColumnTrait, DateTime, EntityTrait, OnConflict, QueryFilter, Set, StorageError, Utc, Uuid,
    attempts::lock_account,
    factors::{after_removal, first_codes},
    json, record_own,
};
use crate::{
    accounts::{
        factors::{MAX_PASSKEYS, OwnPasskey},
        relying_party::Credential,
    },
    audit::{Action, Stamp},
    mail::{
        NewMail,
        store::{Cause, enqueue},
    },
    storage::{
        UniqueConstraint,
        entities::{passkey_registrations as registrations, passkeys},
    },
};

/// The name of a passkey in the audit log.
const PASSKEY: &str = "passkey";

/// A passkey as stored.
#[derive(Debug, Clone)]
pub struct StoredPasskey {
    pub own: OwnPasskey,
    pub credential_id: Vec<u8>,
    /// JSON of `RelyingParty`.
    pub credential: String,
}

/// The outcome of adding a passkey.
#[derive(Debug, PartialEq, Eq)]
pub enum AddedPasskey {
    /// It was added; `with_codes` says whether recovery codes were stored too.
    Added { id: Uuid, with_codes: bool },
    /// An account already has it.
    Known,
    /// The account already has [`MAX_PASSKEYS`].
    TooMany,
}

impl AccountStore {
    /// Returns the account's passkeys, oldest first.
    pub async fn passkeys(&self, user: Uuid) -> Result<Vec<StoredPasskey>, StorageError> {
        let rows = passkeys::Entity::find()
            .filter(passkeys::Column::UserId.eq(user))
            .order_by_asc(passkeys::Column::Id)
            .all(self.database.reader())
            .await?;
        Ok(rows
            .into_iter()
            .map(|row| StoredPasskey {
                own: OwnPasskey {
                    id: row.id,
                    name: row.name,
                    created_at: row.created_at,
                    last_used_at: row.last_used_at,
                },
                credential_id: row.credential_id,
                credential: row.credential,
            })
            .collect())
    }

    /// Stores the state of a session's passkey registration, in place of an earlier one.
    pub async fn begin_registration(
        &self,
        session: Uuid,
        state: String,
        expires_at: DateTime<Utc>,
    ) -> Result<(), StorageError> {
        let row =
            registrations::ActiveModel { session_id: Set(session), state: Set(state), expires_at: Set(expires_at) };
        let newest = OnConflict::column(registrations::Column::SessionId)
            .update_columns([registrations::Column::State, registrations::Column::ExpiresAt])
            .to_owned();
        registrations::Entity::insert(row).on_conflict(newest).exec_without_returning(self.database.writer()).await?;
        Ok(())
    }

    /// Removes and returns the state of a session's passkey registration, so that it is answered only once.
    pub async fn take_registration(&self, session: Uuid, now: DateTime<Utc>) -> Result<Option<String>, StorageError> {
        let transaction = self.database.begin_write().await?;
        let row = registrations::Entity::find_by_id(session).one(&transaction).await?;
        let taken = registrations::Entity::delete_by_id(session).exec(&transaction).await?;
        transaction.commit().await?;
        Ok(row.filter(|row| taken.rows_affected == 1 && row.expires_at > now).map(|row| row.state))
    }

    /// Adds a passkey, and recovery codes unless the account has some.
    pub async fn add_passkey(
        &self,
        user: Uuid,
        name: String,
        credential: Credential,
        code_hashes: Vec<String>,
        mail: NewMail,
        by: impl Into<Stamp>,
    ) -> Result<AddedPasskey, StorageError> {
        let by = by.into();
        let now = by.at;
        let added = (Action::FactorAdded, json!({ "factor": PASSKEY }));
        let transaction = self.database.begin_write().await?;
        lock_account(&transaction, user).await?;
        let all = passkeys::Entity::find().filter(passkeys::Column::UserId.eq(user)).count(&transaction).await?;
        if all >= MAX_PASSKEYS as u64 {
            return Ok(AddedPasskey::TooMany);
        }
        let id = Uuid::now_v7();
        let row = passkeys::ActiveModel {
            id: Set(id),
            user_id: Set(user),
            name: Set(name),
            credential_id: Set(credential.id),
            credential: Set(credential.json),
            created_at: Set(now),
            last_used_at: Set(None),
        };
        if let Err(error) = passkeys::Entity::insert(row).exec_without_returning(&transaction).await {
            let error = StorageError::from(error);
            return if error.violates(UniqueConstraint::PasskeyCredential) {
                Ok(AddedPasskey::Known)
            } else {
                Err(error)
            };
        }
        let with_codes = first_codes(&transaction, user, code_hashes, now).await?;
        enqueue(&transaction, Cause::Other, vec![mail], now).await?;
        let codes = with_codes.then(|| (Action::RecoveryCodesMade, json!({})));
        record_own(&transaction, user, &by, [added].into_iter().chain(codes)).await?;
        transaction.commit().await?;
        Ok(AddedPasskey::Added { id, with_codes })
    }

    /// Removes a passkey of the account, and the recovery codes if it was the last factor. Returns false when the
    /// account has no such passkey.
    pub async fn remove_passkey(
        &self,
        user: Uuid,
        id: Uuid,
        mail: NewMail,
        by: impl Into<Stamp>,
    ) -> Result<bool, StorageError> {
        let by = by.into();
        let transaction = self.database.begin_write().await?;
        lock_account(&transaction, user).await?;
        let removed =
            passkeys::Entity::delete_by_id(id).filter(passkeys::Column::UserId.eq(user)).exec(&transaction).await?;
        if removed.rows_affected == 0 {
            return Ok(false);
        }
        after_removal(&transaction, user).await?;
        enqueue(&transaction, Cause::Other, vec![mail], by.at).await?;
        record_own(&transaction, user, &by, [(Action::FactorRemoved, json!({ "factor": PASSKEY }))]).await?;
        transaction.commit().await?;
        Ok(true)
    }
}
