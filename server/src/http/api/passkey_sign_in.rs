//! `/api/auth/passkey/…`: the second step of a sign-in, with a passkey.

use std::sync::Arc;

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::{
    accounts::{
        AccountService,
        domain::Caller,
        factors::{FirstFactor, SecondFactor},
        service::PasskeyRequest,
    },
    clock::Clock,
    http::{
        api::accounts::{SessionView, Transport, answer, first_factor, no_store},
        errors::HttpError,
        extract::{Scheme, ValidJson},
    },
};

/// First step of the sign-in: a challenge, or email address and password.
#[derive(Debug, Deserialize, ToSchema)]
pub struct BeginPasskeySignInBody {
    /// Challenge from a `second_factor_required` error. Replaces email address and password.
    pub challenge: Option<String>,
    /// Email address of the account. Ignored if `challenge` is set.
    #[serde(default)]
    pub email: String,
    /// Password of the account. Ignored if `challenge` is set.
    #[serde(default)]
    pub password: String,
}

/// Options for using a passkey in the browser.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasskeySignInRequest {
    /// Challenge to send to `/api/auth/passkey/finish`.
    pub challenge: String,
    /// Argument for `navigator.credentials.get`. Binary values are base64url-encoded.
    pub options: Value,
}

/// A passkey response from the browser.
#[derive(Debug, Deserialize, ToSchema)]
pub struct FinishPasskeySignInBody {
    /// Challenge returned by `/api/auth/passkey/begin`.
    #[serde(default)]
    pub challenge: String,
    /// The browser's `PublicKeyCredential`, as JSON.
    #[serde(default)]
    pub credential: Value,
    /// How session tokens are delivered and sent. Defaults to `bearer`.
    #[serde(default)]
    pub transport: Transport,
}

/// Starts a sign-in with a passkey as the second factor.
#[utoipa::path(post, path = "/api/auth/passkey/begin", tag = "accounts", request_body = BeginPasskeySignInBody,
    responses((status = 200, body = PasskeySignInRequest), (status = 401),
        (status = 409, description = "`passkeys_unavailable`"), (status = 429, description = "`locked`")))]
pub async fn begin(
    State(accounts): State<AccountService>,
    caller: Caller,
    ValidJson(body): ValidJson<BeginPasskeySignInBody>,
) -> Result<Response, HttpError> {
    let first = first_factor(&body.email, &body.password, body.challenge.as_deref());
    let PasskeyRequest { challenge, options } = accounts.begin_passkey_sign_in(first, &caller).await?;
    Ok(no_store(Json(PasskeySignInRequest { challenge, options }).into_response()))
}

/// Completes a sign-in with a passkey and creates a session.
#[utoipa::path(post, path = "/api/auth/passkey/finish", tag = "accounts", request_body = FinishPasskeySignInBody,
    responses((status = 200, body = SessionView), (status = 401, description = "`invalid_second_factor`"),
        (status = 409), (status = 429, description = "`locked`")))]
pub async fn finish(
    State(accounts): State<AccountService>,
    State(clock): State<Arc<dyn Clock>>,
    caller: Caller,
    Scheme(scheme): Scheme,
    ValidJson(body): ValidJson<FinishPasskeySignInBody>,
) -> Result<Response, HttpError> {
    let second = SecondFactor::Passkey(body.credential);
    let session = accounts.sign_in(FirstFactor::Challenge(&body.challenge), Some(second), &caller).await?;
    answer(clock.now(), session, body.transport, scheme)
}
