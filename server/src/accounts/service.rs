//! Signs in and out: passwords, tokens, the lock after failed attempts.

mod factors;
mod hashing;
mod passwords;
mod pending_attempts;
mod privacy;
mod recent_sign_in;
mod sessions;
mod sign_in;
mod sign_ups;
mod staff;

use std::sync::Arc;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

pub use self::{
    factors::{FactorOverview, NewPasskey},
    sign_in::PasskeyRequest,
    staff::StaffOverview,
};
use self::{
    hashing::{Hashing, hash, verify},
    pending_attempts::{PendingAttempt, PendingAttempts},
};
use super::{
    domain::{ACCESS_LIFETIME, Caller, REFRESH_LIFETIME, RESET_LIFETIME, User},
    factors::{CHALLENGE_LIFETIME, Factor, Factors, FirstFactor, SecondFactor},
    password::{Password, PasswordRules},
    recovery_code::read_code,
    relying_party::RelyingParty,
    store::{
        AccountStore, CreateUserError, SessionTokens,
        attempts::{AttemptKey, Opened, Reservation},
        challenges::{FirstProof, NewChallenge, Proof},
    },
};
use crate::{
    audit::Actor,
    clock::Clock,
    config::breached_passwords::BreachedPasswords,
    email_address::EmailAddress,
    error::AppError,
    limits::{LimitRules, Limiter, Network, wait_seconds},
    mail::Outbox,
    site::CurrentSite,
    storage::{Database, StorageError},
    token::{TokenHash, new_token, random},
};

/// Signs people in and out.
#[derive(Clone)]
pub struct AccountService {
    store: AccountStore,
    clock: Arc<dyn Clock>,
    hashing: Hashing,
    /// The hash that is verified for an unknown account, so that it takes as long as for a known one.
    decoy: Arc<str>,
    /// Limits sign-ups and reset links by address and network.
    limiter: Arc<Limiter>,
    /// Limits sign-in attempts by network, and by account within each network.
    sign_ins: Arc<Limiter>,
    pending: PendingAttempts,
    mailer: Mailer,
    /// Passwords that are refused, when the operator has a list of them.
    breached: Option<BreachedPasswords>,
    /// The site as passkeys know it.
    relying_party: RelyingParty,
}

/// Dependencies for sending emails.
#[derive(Clone)]
pub struct Mailer {
    /// Stores emails until they are delivered.
    pub outbox: Outbox,
    /// The site as it is now: its name and contact address are the sender's.
    pub site: CurrentSite,
    /// Public address without a trailing slash.
    pub public_url: String,
}

/// Generous for people, and too low to flood a mailbox.
const LIMITS: LimitRules = LimitRules { window: TimeDelta::minutes(15), per_subject: 5, per_network: 30 };

/// More attempts than an office needs, and too few to try one password on many accounts. A single account is locked
/// long before: `per_subject` bounds the queries of a flood on a locked account, which the network's limit leaves out.
const SIGN_IN_LIMITS: LimitRules = LimitRules { window: TimeDelta::minutes(15), per_subject: 200, per_network: 200 };

/// A new session with its tokens.
#[derive(Debug, Clone)]
pub struct Session {
    /// Its owner.
    pub user: User,
    /// Authenticates requests for an hour.
    pub access_token: String,
    /// Exchanged once for a new pair.
    pub refresh_token: String,
    /// When the access token expires.
    pub access_expires_at: DateTime<Utc>,
    /// When the refresh token expires.
    pub refresh_expires_at: DateTime<Utc>,
}

/// The session of a valid access token.
#[derive(Debug, Clone)]
pub struct CurrentSession {
    /// UUIDv7.
    pub id: Uuid,
    /// Its owner.
    pub user: User,
    /// When the access token expires.
    pub access_expires_at: DateTime<Utc>,
    /// When its owner last entered a password or a second factor.
    pub authenticated_at: DateTime<Utc>,
}

impl AccountService {
    /// Returns a service on `database`. Fails when the operating system has no random bytes.
    pub fn new(
        database: Database,
        clock: Arc<dyn Clock>,
        mailer: Mailer,
        breached: Option<BreachedPasswords>,
    ) -> Result<Self, AppError> {
        let decoy = hash("a password that nobody has")?;
        let relying_party = RelyingParty::new(&mailer.public_url, &mailer.site.get().name)?;
        Ok(Self {
            store: AccountStore::new(database),
            clock,
            hashing: Hashing::default(),
            decoy: decoy.into(),
            limiter: Arc::new(Limiter::new(LIMITS)),
            sign_ins: Arc::new(Limiter::new(SIGN_IN_LIMITS)),
            pending: PendingAttempts::default(),
            mailer,
            breached,
            relying_party,
        })
    }

    /// Creates an account.
    pub async fn create_user(
        &self,
        email: &EmailAddress,
        password: &Password,
        is_admin: bool,
        by: &Actor,
    ) -> Result<User, CreateUserError> {
        let password = password.clone();
        let hashed = self.hashing.run(move || hash(password.expose())).await?;
        self.store.create_user(email, hashed, is_admin, by.at(self.clock.now())).await
    }

    /// Grants admin rights and ends the account's sessions. Returns false when no account has the address.
    pub async fn grant(&self, email: &EmailAddress, by: &Actor) -> Result<bool, StorageError> {
        self.store.grant(email, by.at(self.clock.now())).await
    }

    /// Revokes admin rights and withdraws an invitation. Returns false when the address has neither.
    pub async fn revoke(&self, email: &EmailAddress, by: &Actor) -> Result<bool, StorageError> {
        self.store.revoke(email, by.at(self.clock.now())).await
    }

    /// Returns all accounts with admin rights.
    pub async fn admins(&self) -> Result<Vec<User>, StorageError> {
        self.store.admins().await
    }

    /// Ends the session that one of the tokens belongs to. Unknown tokens are not an error.
    pub async fn sign_out(&self, tokens: &[&str], caller: &Caller) -> Result<(), AppError> {
        let hashes: Vec<TokenHash> = tokens.iter().map(|token| TokenHash::of(token)).collect();
        if !hashes.is_empty() {
            self.store.end_session(&hashes, self.clock.now(), caller.ip).await?;
        }
        Ok(())
    }

    /// Deletes expired sessions, links, sign-ups, invitations and failure counts.
    pub async fn sweep(&self) -> Result<(), StorageError> {
        self.store.sweep(self.clock.now()).await
    }

    /// Returns a random password of 20 characters, for the demo administrator.
    pub fn random_password() -> Result<String, AppError> {
        Ok(URL_SAFE_NO_PAD.encode(random::<15>()?))
    }

    fn new_tokens(now: DateTime<Utc>) -> Result<(SessionTokens, String, String), AppError> {
        let (access, refresh) = (new_token()?, new_token()?);
        let tokens = SessionTokens {
            access_hash: TokenHash::of(&access),
            access_expires_at: now + ACCESS_LIFETIME,
            refresh_hash: TokenHash::of(&refresh),
            refresh_expires_at: now + REFRESH_LIFETIME,
        };
        Ok((tokens, access, refresh))
    }
}

fn session(user: User, access_token: String, refresh_token: String, tokens: &SessionTokens) -> Session {
    Session {
        user,
        access_token,
        refresh_token,
        access_expires_at: tokens.access_expires_at,
        refresh_expires_at: tokens.refresh_expires_at,
    }
}

fn missing_credentials(email: &str, password: &str) -> AppError {
    const MESSAGE: &str = "Email and password are required";
    let blank = [("email", email.is_empty()), ("password", password.is_empty())];
    AppError::Invalid {
        message: MESSAGE.to_owned(),
        fields: blank
            .iter()
            .filter(|(_, blank)| *blank)
            .map(|(name, _)| ((*name).to_owned(), MESSAGE.to_owned()))
            .collect(),
    }
}

fn too_many(retry_after: u64) -> AppError {
    let message = format!("Please wait {retry_after} seconds before trying again.");
    AppError::TooManyRequests { message, retry_after }
}

fn locked(until: DateTime<Utc>, now: DateTime<Utc>) -> AppError {
    AppError::Locked { retry_after: wait_seconds(until - now) }
}
