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

/// Body of begin: the challenge of a sign-in whose password was right, or address and password.
#[derive(Debug, Deserialize, ToSchema)]
pub struct BeginPasskeySignInBody {
    /// Stands for address and password.
    pub challenge: Option<String>,
    /// The account's address.
    #[serde(default)]
    pub email: String,
    /// Its password.
    #[serde(default)]
    pub password: String,
}

/// What the browser is asked.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasskeySignInRequest {
    /// For finish.
    pub challenge: String,
    /// The argument of `navigator.credentials.get`, its bytes in base64url.
    pub options: Value,
}

/// Body of finish.
#[derive(Debug, Deserialize, ToSchema)]
pub struct FinishPasskeySignInBody {
    /// As answered by begin.
    #[serde(default)]
    pub challenge: String,
    /// The browser's `PublicKeyCredential` as JSON.
    #[serde(default)]
    pub credential: Value,
    /// How tokens are transported.
    #[serde(default)]
    pub transport: Transport,
}

/// Begins the second step of a sign-in with a passkey.
#[utoipa::path(post, path = "/api/auth/passkey/begin", tag = "accounts", request_body = BeginPasskeySignInBody,
    responses((status = 200, body = PasskeySignInRequest), (status = 401),
        (status = 409, description = "passkeys_unavailable"), (status = 429, description = "locked")))]
pub async fn begin(
    State(accounts): State<AccountService>,
    caller: Caller,
    ValidJson(body): ValidJson<BeginPasskeySignInBody>,
) -> Result<Response, HttpError> {
    let first = first_factor(&body.email, &body.password, body.challenge.as_deref());
    let PasskeyRequest { challenge, options } = accounts.begin_passkey_sign_in(first, &caller).await?;
    Ok(no_store(Json(PasskeySignInRequest { challenge, options }).into_response()))
}

/// Opens a session with the browser's answer.
#[utoipa::path(post, path = "/api/auth/passkey/finish", tag = "accounts", request_body = FinishPasskeySignInBody,
    responses((status = 200, body = SessionView), (status = 401, description = "invalid_second_factor"), (status = 409),
        (status = 429, description = "locked")))]
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
