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
    /// Requesting an account.
    Signup,
    /// Confirming a sign-up or an invitation with an emailed link.
    Confirm,
    /// Requesting a password reset link.
    Reset,
    /// Setting a new password.
    UpdatePassword,
}

/// The result of a form that was just submitted without JavaScript.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuthNotice {
    /// An account was requested.
    SignedUp,
    /// The account was created.
    Confirmed,
    /// A password reset link was requested.
    ResetSent,
    /// A new password was set.
    PasswordUpdated,
}

/// Props of the sign-in page.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct AuthProps {
    /// The mode of the page.
    pub mode: AuthMode,
    /// The result of the form that was just submitted. Null if there was none.
    #[schema(required = true)]
    pub notice: Option<AuthNotice>,
    /// Token of the emailed link. Null unless it is valid.
    #[schema(required = true)]
    pub token: Option<String>,
    /// Whether the link is an invitation, which requires setting a password.
    pub is_invitation: bool,
    /// URL to return to after sign-in. Null for the default page.
    #[schema(required = true)]
    pub next: Option<String>,
    /// Email address to show in the form: the submitted one after a failed attempt, or that of the account to confirm.
    pub email: String,
    /// Why the last attempt failed. Null if there was none.
    #[schema(required = true)]
    pub message: Option<String>,
    /// Messages for invalid fields, by field name.
    pub errors: std::collections::BTreeMap<String, String>,
    /// Seconds to wait before the next attempt. Null if there is no need to wait.
    #[schema(required = true)]
    pub retry_after: Option<u64>,
    /// The second step of a sign-in with a correct password. Null in the first step.
    #[schema(required = true)]
    pub second_step: Option<SecondStep>,
}

/// The second step of a sign-in with a correct password.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SecondStep {
    /// Replaces email address and password in the second step.
    pub challenge: String,
    /// Second factors that the account has.
    pub factors: Vec<Factor>,
}

/// The signed-in user.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Me {
    /// Email address of the account.
    pub email: String,
    /// Role of the account.
    pub role: Role,
    /// Sections of the admin area that the account can open, in the order of the navigation bar.
    pub sections: Vec<AdminSection>,
}

/// A section of the admin area.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminSection {
    /// Path of the page, or of the first page in the section.
    pub href: &'static str,
    /// Label in the navigation bar.
    pub label: &'static str,
    /// Pages of the section. Empty if there is only one.
    pub pages: Vec<AdminLink>,
}

/// A page in a section with several pages.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminLink {
    /// Path of the page.
    pub href: &'static str,
    /// Label of the link.
    pub label: &'static str,
}
