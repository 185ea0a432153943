//! Props of the sign-in page, and who is signed in.

use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::{Role, factors::Factor};

pages! {
    "auth" => AuthProps,
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
    /// What it may do.
    pub role: Role,
    /// The sections of the admin area that it may open, in the order of the bar.
    pub sections: Vec<AdminSection>,
}

/// A section of the admin area.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminSection {
    /// The path of the page, or of the first of its pages.
    pub href: &'static str,
    /// Its name in the bar.
    pub label: &'static str,
    /// The pages of a section that has several.
    pub pages: Vec<AdminLink>,
}

/// A page of a section that has several.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminLink {
    /// The path.
    pub href: &'static str,
    /// The name.
    pub label: &'static str,
}
