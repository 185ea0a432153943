//! Props of the sign-in page and of the account page.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    accounts::{
        Role,
        factors::{Factor, OwnPasskey},
        service::FactorOverview,
    },
    http::api::sessions::OwnSessionView,
};

pages! {
    "auth" => AuthProps,
    "admin/account" => AdminAccountProps,
}

/// The mode of the sign-in page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuthMode {
    /// Signing in.
    #[default]
    Login,
    /// Asking for an account.
    Signup,
    /// Following the emailed link that creates the account.
    Confirm,
    /// Requesting a link that sets a new password.
    Reset,
    /// Setting a new password.
    UpdatePassword,
}

/// What a plain form did just before: the page says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuthNotice {
    /// An account was asked for.
    SignedUp,
    /// The account was created.
    Confirmed,
    /// A link was requested.
    ResetSent,
    /// A new password was set.
    PasswordUpdated,
}

/// The sign-in page.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct AuthProps {
    /// The mode.
    pub mode: AuthMode,
    /// What a plain form did just before.
    #[schema(required = true)]
    pub notice: Option<AuthNotice>,
    /// The token of an emailed link that can still be used.
    #[schema(required = true)]
    pub token: Option<String>,
    /// Whether the link is an invitation: its account gets a password here.
    pub is_invitation: bool,
    /// The page for which the user signs in, when it is not the usual one.
    #[schema(required = true)]
    pub next: Option<String>,
    /// The typed address, kept after a failed attempt; with a link that creates an account, the account's.
    pub email: String,
    /// Why the last attempt failed.
    #[schema(required = true)]
    pub message: Option<String>,
    /// A message for each field.
    pub errors: std::collections::BTreeMap<String, String>,
    /// Seconds until the next attempt is accepted.
    #[schema(required = true)]
    pub retry_after: Option<u64>,
    /// The second step of a sign-in whose password was right.
    #[schema(required = true)]
    pub second_step: Option<SecondStep>,
}

/// The second step of a sign-in whose password was right.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SecondStep {
    /// Stands for address and password.
    pub challenge: String,
    /// The factors that the account has.
    pub factors: Vec<Factor>,
}

/// The signed-in user.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Me {
    /// The account's address.
    pub email: String,
    /// What it may do: the admin area shows only that.
    pub role: Role,
}

/// The account page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminAccountProps {
    /// The signed-in user.
    pub me: Me,
    /// The account's sessions, the current one first.
    pub sessions: Vec<SessionRow>,
    /// What it signs in with besides the password.
    pub second_factor: SecondFactorProps,
}

/// The second factors of the account page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SecondFactorProps {
    /// Whether the site requires one of staff.
    pub is_required: bool,
    /// Whether there is an authenticator app.
    pub has_totp: bool,
    /// Oldest first.
    pub passkeys: Vec<PasskeyRow>,
    /// Whether the site can have passkeys: not when it is reached by an IP address.
    pub has_passkeys: bool,
    /// Number of unused recovery codes.
    pub recovery_codes: usize,
}

/// A row of the account's passkeys.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PasskeyRow {
    /// UUIDv7.
    pub id: Uuid,
    /// As its owner called it.
    pub name: String,
    /// When it was added, formatted.
    pub created_text: String,
    /// When it last signed in, formatted; null before the first time.
    #[schema(required = true)]
    pub last_used_text: Option<String>,
}

impl SecondFactorProps {
    /// Returns the factors with times formatted by `text`.
    pub fn new(overview: FactorOverview, text: impl Fn(DateTime<Utc>) -> String) -> Self {
        let FactorOverview { factors, passkeys, has_passkeys, is_required } = overview;
        let row = |passkey: OwnPasskey| PasskeyRow {
            id: passkey.id,
            name: passkey.name,
            created_text: text(passkey.created_at),
            last_used_text: passkey.last_used_at.map(&text),
        };
        Self {
            is_required,
            has_totp: factors.has_totp,
            passkeys: passkeys.into_iter().map(row).collect(),
            has_passkeys,
            recovery_codes: factors.recovery_codes,
        }
    }
}

/// A row of the account's sessions.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SessionRow {
    /// The session.
    #[serde(flatten)]
    pub session: OwnSessionView,
    /// When it was opened, formatted.
    pub created_text: String,
    /// When it was last used, formatted.
    pub last_used_text: String,
}
