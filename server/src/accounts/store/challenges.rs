//! Sign-ins between password and second factor, and the sessions that they end in.

use std::sync::Arc;

use sea_orm::{DatabaseTransaction, DbErr, SelectExt};

use super::{
    AccountStore, Caller, ColumnTrait, DateTime, EntityTrait, Expr, OnConflict, QueryFilter, SessionTokens, Set,
    StorageError, TokenHash, User, Utc, Uuid,
    attempts::{AttemptKey, Opened, blocked_until, lock_account, refund, renew, succeed},
    user, users,
};
use crate::storage::entities::{
    passkeys, recovery_codes as codes, sign_in_challenges as challenges, totp_secrets as totp,
};

/// A sign-in that waits for its second factor.
#[derive(Debug, Clone)]
pub struct NewChallenge {
    /// The hash of its token.
    pub token: TokenHash,
    /// The hash that the password was checked against; `None` when the challenge is already stored.
    pub password_hash: Option<Arc<str>>,
    /// The state that verifies the response of a passkey.
    pub passkey_state: Option<String>,
    pub expires_at: DateTime<Utc>,
}

/// What a second factor proved. It is used up as the session opens.
#[derive(Debug, Clone)]
pub enum Proof {
    /// A code of the authenticator app.
    Totp { step: i64 },
    /// A recovery code.
    RecoveryCode { id: Uuid },
    /// A passkey, with its new counter.
    Passkey { id: Uuid, credential: String },
}

/// What was right in the first step of a sign-in.
#[derive(Debug, Clone)]
pub enum FirstProof {
    /// The password; the hash that it was checked against.
    Password(Arc<str>),
    /// The challenge that stood for the password.
    Challenge(TokenHash),
}

impl AccountStore {
    /// Stores a sign-in that waits for its second factor, or the new state of its passkey request. Its reserved attempt
    /// counts neither as failed nor as successful. Returns the reason when it was not stored, else `None`.
    pub async fn ask_second_factor(
        &self,
        key: &AttemptKey,
        user: Uuid,
        challenge: NewChallenge,
        now: DateTime<Utc>,
    ) -> Result<Option<Opened>, StorageError> {
        let transaction = self.database.begin_write().await?;
        if let Some(until) = blocked_until(&transaction, key, now).await? {
            return Ok(Some(Opened::Locked(until)));
        }
        let owner = lock_account(&transaction, user).await?;
        let holds = match &challenge.password_hash {
            Some(hash) => owner.is_some_and(|owner| owner.password_hash == **hash),
            None => challenges::Entity::find_by_id(challenge.token.to_vec()).exists(&transaction).await?,
        };
        if !holds {
            return Ok(Some(Opened::Outdated));
        }
        refund(&transaction, key).await?;
        let row = challenges::ActiveModel {
            token_hash: Set(challenge.token.to_vec()),
            user_id: Set(user),
            passkey_state: Set(challenge.passkey_state),
            expires_at: Set(challenge.expires_at),
            created_at: Set(now),
        };
        let again = OnConflict::column(challenges::Column::TokenHash)
            .update_column(challenges::Column::PasskeyState)
            .to_owned();
        challenges::Entity::insert(row).on_conflict(again).exec_without_returning(&transaction).await?;
        transaction.commit().await?;
        Ok(None)
    }

    /// Returns the account of a sign-in that waits for its second factor.
    pub async fn challenged(&self, token: &TokenHash, now: DateTime<Utc>) -> Result<Option<User>, StorageError> {
        let found = challenges::Entity::find_by_id(token.to_vec())
            .filter(challenges::Column::ExpiresAt.gt(now))
            .one(self.database.reader())
            .await?;
        let Some(row) = found else { return Ok(None) };
        let owner = users::Entity::find_by_id(row.user_id).one(self.database.reader()).await?;
        Ok(owner.map(user))
    }

    /// Removes and returns the state of a passkey request, so that it is answered only once.
    pub async fn take_passkey_state(&self, token: &TokenHash) -> Result<Option<String>, StorageError> {
        let transaction = self.database.begin_write().await?;
        let row = challenges::Entity::find_by_id(token.to_vec()).one(&transaction).await?;
        let cleared = challenges::Entity::update_many()
            .col_expr(challenges::Column::PasskeyState, Expr::value(None::<String>))
            .filter(challenges::Column::TokenHash.eq(token.to_vec()))
            .filter(challenges::Column::PasskeyState.is_not_null())
            .exec(&transaction)
            .await?;
        transaction.commit().await?;
        Ok(row.filter(|_| cleared.rows_affected == 1).and_then(|row| row.passkey_state))
    }

    /// Opens a session for an attempt whose second factor was right, uses up the proof and the challenge, and clears
    /// the count of the attempt's account and network.
    pub async fn open_proven_session(
        &self,
        key: &AttemptKey,
        user: Uuid,
        shown: (&Proof, &FirstProof),
        tokens: SessionTokens,
        caller: &Caller,
        now: DateTime<Utc>,
    ) -> Result<Opened, StorageError> {
        let transaction = self.database.begin_write().await?;
        if let Some(refused) = spend(&transaction, key, user, shown, now).await? {
            return Ok(refused);
        }
        let session = succeed(&transaction, key, user, tokens, caller, now).await?;
        transaction.commit().await?;
        Ok(Opened::Session(session))
    }

    /// Records that the owner of a session has just entered the right second factor, uses up the proof and the
    /// challenge, and clears the count of the attempt's account and network.
    pub async fn renew_proven(
        &self,
        key: &AttemptKey,
        (session, user): (Uuid, Uuid),
        shown: (&Proof, &FirstProof),
        now: DateTime<Utc>,
    ) -> Result<Opened, StorageError> {
        let transaction = self.database.begin_write().await?;
        if let Some(refused) = spend(&transaction, key, user, shown, now).await? {
            return Ok(refused);
        }
        renew(&transaction, key, session, now).await?;
        transaction.commit().await?;
        Ok(Opened::Session(session))
    }
}

/// Uses up a proof and the challenge that stood for the password. Returns why it cannot, such as that the password was
/// changed meanwhile; None when it can.
async fn spend(
    transaction: &DatabaseTransaction,
    key: &AttemptKey,
    user: Uuid,
    (proof, first): (&Proof, &FirstProof),
    now: DateTime<Utc>,
) -> Result<Option<Opened>, StorageError> {
    if let Some(until) = blocked_until(transaction, key, now).await? {
        return Ok(Some(Opened::Locked(until)));
    }
    let owner = lock_account(transaction, user).await?;
    let holds = match first {
        FirstProof::Password(hash) => owner.is_some_and(|owner| owner.password_hash == **hash),
        FirstProof::Challenge(token) => {
            challenges::Entity::delete_by_id(token.to_vec()).exec(transaction).await?.rows_affected == 1
        }
    };
    if !holds {
        return Ok(Some(Opened::Outdated));
    }
    Ok((!use_up(transaction, user, proof, now).await?).then_some(Opened::Outdated))
}

/// Uses up a proof. Returns false when it was used before: of two concurrent uses, one succeeds.
async fn use_up(
    transaction: &DatabaseTransaction,
    user: Uuid,
    proof: &Proof,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let rows = match proof {
        Proof::Totp { step } => {
            totp::Entity::update_many()
                .col_expr(totp::Column::LastStep, Expr::value(*step))
                .filter(totp::Column::UserId.eq(user))
                .filter(totp::Column::ConfirmedAt.is_not_null())
                .filter(totp::Column::LastStep.lt(*step))
                .exec(transaction)
                .await?
                .rows_affected
        }
        Proof::RecoveryCode { id } => {
            codes::Entity::delete_by_id(*id)
                .filter(codes::Column::UserId.eq(user))
                .exec(transaction)
                .await?
                .rows_affected
        }
        Proof::Passkey { id, credential } => {
            passkeys::Entity::update_many()
                .col_expr(passkeys::Column::Credential, Expr::value(credential.as_str()))
                .col_expr(passkeys::Column::LastUsedAt, Expr::value(now))
                .filter(passkeys::Column::Id.eq(*id))
                .filter(passkeys::Column::UserId.eq(user))
                .exec(transaction)
                .await?
                .rows_affected
        }
    };
    Ok(rows == 1)
}
