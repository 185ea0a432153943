//! `/admin/account`: how the user signs in.

use std::sync::Arc;

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    super::{Page, PageResult, props::Me},
    Staff,
};
use crate::{
    accounts::{AccountService, factors::OwnPasskey, service::FactorOverview},
    dates::date_time_text,
    http::api::sessions::OwnSessionView,
    site::Site,
};

/// Props of the account page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminAccountProps {
    /// The signed-in user.
    pub me: Me,
    /// Sessions of the account: the current one first, then the last used.
    pub sessions: Vec<SessionRow>,
    /// Second factors of the account.
    pub second_factor: SecondFactorProps,
}

/// The second factors of an account.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SecondFactorProps {
    /// Whether the site requires staff to have a second factor.
    pub is_required: bool,
    /// Whether an authenticator app is set up.
    pub has_totp: bool,
    /// The passkeys, oldest first.
    pub passkeys: Vec<PasskeyRow>,
    /// Whether the site supports passkeys, which need a host name rather than an IP address.
    pub has_passkeys: bool,
    /// Number of unused recovery codes.
    pub recovery_codes: usize,
}

/// A passkey of the account.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PasskeyRow {
    /// Unique identifier (UUIDv7).
    pub id: Uuid,
    /// Name chosen by the owner.
    pub name: String,
    /// When the passkey was added, formatted for display.
    pub created_text: String,
    /// When the passkey was last used to sign in, formatted for display. Null if never.
    #[schema(required = true)]
    pub last_used_text: Option<String>,
}

/// A session of the account, with formatted times.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SessionRow {
    /// The session.
    #[serde(flatten)]
    pub session: OwnSessionView,
    /// `created_at`, formatted for display.
    pub created_text: String,
    /// `last_used_at`, formatted for display.
    pub last_used_text: String,
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

/// `/admin/account`
pub async fn show(staff: Staff, State(site): State<Arc<Site>>, State(accounts): State<AccountService>) -> PageResult {
    let zone = site.time_zone;
    let text = |at: DateTime<Utc>| date_time_text(at, zone);
    let found = accounts.own_sessions(&staff.0).await?;
    let mut sessions: Vec<SessionRow> = found
        .into_iter()
        .map(|session| SessionRow {
            created_text: text(session.created_at),
            last_used_text: text(session.last_used_at),
            session: OwnSessionView::new(session, staff.0.id),
        })
        .collect();
    sessions.sort_by_key(|row| !row.session.is_current);
    let overview = accounts.factor_overview(&staff.0).await?;
    Page::new(&AdminAccountProps { me: staff.me(), sessions, second_factor: SecondFactorProps::new(overview, text) })
}
