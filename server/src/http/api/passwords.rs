//! `/api/account/password`: sets a new password, given the current one.

use axum::extract::State;
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    accounts::{AccountService, Caller},
    http::{
        errors::HttpError,
        extract::{CurrentSession, ValidJson},
    },
};

/// The current and the new password.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChangePasswordBody {
    /// Current password.
    #[serde(default)]
    pub current_password: String,
    /// New password, 8 to 1,000 characters. Common and easily guessed passwords are rejected.
    #[serde(default)]
    #[schema(min_length = 8, max_length = 1_000)]
    pub password: String,
}

/// Changes the password of the caller's account.
///
/// Requires the current password. Ends all other sessions of the account.
#[utoipa::path(put, path = "/api/account/password", tag = "accounts", request_body = ChangePasswordBody,
    responses((status = 204), (status = 429, description = "`locked` or `too_many_requests`")))]
pub async fn change(
    State(accounts): State<AccountService>,
    CurrentSession(session): CurrentSession,
    caller: Caller,
    ValidJson(body): ValidJson<ChangePasswordBody>,
) -> Result<StatusCode, HttpError> {
    accounts.change_password(&session, &body.current_password, &body.password, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}
