//! `/api/account/…`: the second factors of the caller's account.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, Utc};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    accounts::{AccountService, Caller, TotpSetup, factors::OwnPasskey, service::NewPasskey},
    http::{
        api::accounts::no_store,
        errors::HttpError,
        extract::{CurrentSession, PathText, RecentSession, ValidJson, path_id},
    },
};

/// What sets up an authenticator app.
#[derive(Debug, Serialize, ToSchema)]
pub struct TotpSetupView {
    /// The secret in base32, to type in.
    pub secret: String,
    /// The `otpauth://` URL.
    pub url: String,
    /// The URL as a QR code, an SVG document.
    pub qr_svg: String,
}

/// Body of confirm.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ConfirmTotpBody {
    /// A code of the app.
    #[serde(default)]
    pub code: String,
}

/// Recovery codes that came with a first factor.
#[derive(Debug, Serialize, ToSchema)]
pub struct FirstRecoveryCodes {
    /// Shown once; null when the account has some already.
    #[schema(required = true)]
    pub recovery_codes: Option<Vec<String>>,
}

/// New recovery codes.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewRecoveryCodes {
    /// Shown once.
    pub recovery_codes: Vec<String>,
}

/// How many recovery codes are left.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecoveryCodesLeft {
    /// Number of unused codes.
    pub left: usize,
}

/// A passkey of the caller's account.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasskeyView {
    /// UUIDv7.
    pub id: Uuid,
    /// As its owner called it.
    pub name: String,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// When it last signed in; null before the first time.
    #[schema(required = true)]
    pub last_used_at: Option<DateTime<Utc>>,
}

/// The passkeys of the caller's account.
#[derive(Debug, Serialize, ToSchema)]
pub struct Passkeys {
    /// Oldest first.
    pub passkeys: Vec<PasskeyView>,
}

/// What the browser is asked.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasskeyOptions {
    /// The argument of `navigator.credentials.create`, its bytes in base64url.
    pub options: Value,
}

/// Body of finish.
#[derive(Debug, Deserialize, ToSchema)]
pub struct FinishPasskeyBody {
    /// What its owner calls it.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    /// The browser's `PublicKeyCredential` as JSON.
    #[serde(default)]
    pub credential: Value,
}

/// A passkey that was added.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddedPasskeyView {
    /// Its id.
    pub id: Uuid,
    /// Shown once; null when the account has some already.
    #[schema(required = true)]
    pub recovery_codes: Option<Vec<String>>,
}

impl From<OwnPasskey> for PasskeyView {
    fn from(passkey: OwnPasskey) -> Self {
        let OwnPasskey { id, name, created_at, last_used_at } = passkey;
        Self { id, name, created_at, last_used_at }
    }
}

/// Begins to set up an authenticator app, in place of one that is not confirmed.
#[utoipa::path(post, path = "/api/account/totp", tag = "accounts",
    responses((status = 201, body = TotpSetupView), (status = 403, description = "reauthentication_required"),
        (status = 409, description = "totp_set_up")))]
pub async fn begin_totp(
    State(accounts): State<AccountService>,
    RecentSession(session): RecentSession,
) -> Result<Response, HttpError> {
    let TotpSetup { secret, url, qr_svg } = accounts.begin_totp(&session).await?;
    Ok(no_store((StatusCode::CREATED, Json(TotpSetupView { secret, url, qr_svg })).into_response()))
}

/// Confirms the authenticator app by one of its codes. From then on signing in asks for one.
#[utoipa::path(post, path = "/api/account/totp/confirm", tag = "accounts", request_body = ConfirmTotpBody,
    responses((status = 200, body = FirstRecoveryCodes), (status = 403, description = "reauthentication_required"),
        (status = 409, description = "no_totp")))]
pub async fn confirm_totp(
    State(accounts): State<AccountService>,
    RecentSession(session): RecentSession,
    caller: Caller,
    ValidJson(body): ValidJson<ConfirmTotpBody>,
) -> Result<Response, HttpError> {
    let recovery_codes = accounts.confirm_totp(&session, &body.code, &caller).await?;
    Ok(no_store(Json(FirstRecoveryCodes { recovery_codes }).into_response()))
}

/// Removes the authenticator app.
#[utoipa::path(delete, path = "/api/account/totp", tag = "accounts",
    responses((status = 204), (status = 403, description = "reauthentication_required"), (status = 404)))]
pub async fn remove_totp(
    State(accounts): State<AccountService>,
    RecentSession(session): RecentSession,
    caller: Caller,
) -> Result<StatusCode, HttpError> {
    accounts.remove_totp(&session, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns how many recovery codes are left.
#[utoipa::path(get, path = "/api/account/recovery-codes", tag = "accounts",
    responses((status = 200, body = RecoveryCodesLeft)))]
pub async fn recovery_codes(
    State(accounts): State<AccountService>,
    CurrentSession(session): CurrentSession,
) -> Result<Json<RecoveryCodesLeft>, HttpError> {
    let overview = accounts.factor_overview(&session).await?;
    Ok(Json(RecoveryCodesLeft { left: overview.factors.recovery_codes }))
}

/// Makes ten new recovery codes. Earlier ones no longer work.
#[utoipa::path(post, path = "/api/account/recovery-codes", tag = "accounts",
    responses((status = 201, body = NewRecoveryCodes), (status = 403, description = "reauthentication_required"),
        (status = 409, description = "no_second_factor")))]
pub async fn new_recovery_codes(
    State(accounts): State<AccountService>,
    RecentSession(session): RecentSession,
    caller: Caller,
) -> Result<Response, HttpError> {
    let recovery_codes = accounts.new_recovery_codes(&session, &caller).await?;
    Ok(no_store((StatusCode::CREATED, Json(NewRecoveryCodes { recovery_codes })).into_response()))
}

/// Lists the passkeys of the caller's account.
#[utoipa::path(get, path = "/api/account/passkeys", tag = "accounts", responses((status = 200, body = Passkeys)))]
pub async fn passkeys(
    State(accounts): State<AccountService>,
    CurrentSession(session): CurrentSession,
) -> Result<Json<Passkeys>, HttpError> {
    let overview = accounts.factor_overview(&session).await?;
    Ok(Json(Passkeys { passkeys: overview.passkeys.into_iter().map(PasskeyView::from).collect() }))
}

/// Begins to add a passkey.
#[utoipa::path(post, path = "/api/account/passkeys/begin", tag = "accounts",
    responses((status = 200, body = PasskeyOptions), (status = 403, description = "reauthentication_required"),
        (status = 409, description = "passkeys_unavailable")))]
pub async fn begin_passkey(
    State(accounts): State<AccountService>,
    RecentSession(session): RecentSession,
) -> Result<Response, HttpError> {
    let options = accounts.begin_passkey(&session).await?;
    Ok(no_store(Json(PasskeyOptions { options }).into_response()))
}

/// Adds the passkey of the browser's answer. From then on signing in asks for a second factor.
#[utoipa::path(post, path = "/api/account/passkeys/finish", tag = "accounts", request_body = FinishPasskeyBody,
    responses((status = 201, body = AddedPasskeyView), (status = 403, description = "reauthentication_required"),
        (status = 409)))]
pub async fn finish_passkey(
    State(accounts): State<AccountService>,
    RecentSession(session): RecentSession,
    caller: Caller,
    ValidJson(body): ValidJson<FinishPasskeyBody>,
) -> Result<Response, HttpError> {
    let NewPasskey { id, recovery_codes } =
        accounts.finish_passkey(&session, &body.name, body.credential, &caller).await?;
    Ok(no_store((StatusCode::CREATED, Json(AddedPasskeyView { id, recovery_codes })).into_response()))
}

/// Removes a passkey.
#[utoipa::path(delete, path = "/api/account/passkeys/{id}", tag = "accounts",
    params(("id" = Uuid, Path, description = "The passkey's id")),
    responses((status = 204), (status = 403, description = "reauthentication_required")))]
pub async fn remove_passkey(
    State(accounts): State<AccountService>,
    RecentSession(session): RecentSession,
    caller: Caller,
    PathText(id): PathText,
) -> Result<StatusCode, HttpError> {
    accounts.remove_passkey(&session, path_id(&id, "You have no such passkey")?, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}
