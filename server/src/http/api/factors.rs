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

/// Secret for setting up an authenticator app.
#[derive(Debug, Serialize, ToSchema)]
pub struct TotpSetupView {
    /// Secret in base32, for manual entry.
    pub secret: String,
    /// `otpauth://` URL of the secret.
    pub url: String,
    /// QR code of the URL, as an SVG document.
    pub qr_svg: String,
}

/// Code that confirms the setup.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ConfirmTotpBody {
    /// Current code from the authenticator app.
    #[serde(default)]
    pub code: String,
}

/// Recovery codes of an account that has just set up a second factor.
#[derive(Debug, Serialize, ToSchema)]
pub struct FirstRecoveryCodes {
    /// The recovery codes, which are returned only once. Null if the account already has some.
    #[schema(required = true)]
    pub recovery_codes: Option<Vec<String>>,
}

/// New recovery codes.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewRecoveryCodes {
    /// The recovery codes, which are returned only once.
    pub recovery_codes: Vec<String>,
}

/// Number of unused recovery codes.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecoveryCodesLeft {
    /// Number of unused recovery codes.
    pub left: usize,
}

/// A passkey of the caller's account.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasskeyView {
    /// Unique identifier (UUIDv7).
    pub id: Uuid,
    /// Name chosen by the owner.
    pub name: String,
    /// When the passkey was added.
    pub created_at: DateTime<Utc>,
    /// When the passkey was last used to sign in. Null if never.
    #[schema(required = true)]
    pub last_used_at: Option<DateTime<Utc>>,
}

/// The passkeys of the caller's account.
#[derive(Debug, Serialize, ToSchema)]
pub struct Passkeys {
    /// The passkeys, oldest first.
    pub passkeys: Vec<PasskeyView>,
}

/// Options for creating a passkey in the browser.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasskeyOptions {
    /// Argument for `navigator.credentials.create`. Binary values are base64url-encoded.
    pub options: Value,
}

/// A passkey created by the browser.
#[derive(Debug, Deserialize, ToSchema)]
pub struct FinishPasskeyBody {
    /// Name for the passkey, 1 to 60 characters.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    /// The browser's `PublicKeyCredential`, as JSON.
    #[serde(default)]
    pub credential: Value,
}

/// A passkey that was added.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddedPasskeyView {
    /// Unique identifier of the passkey.
    pub id: Uuid,
    /// The recovery codes, which are returned only once. Null if the account already has some.
    #[schema(required = true)]
    pub recovery_codes: Option<Vec<String>>,
}

impl From<OwnPasskey> for PasskeyView {
    fn from(passkey: OwnPasskey) -> Self {
        let OwnPasskey { id, name, created_at, last_used_at } = passkey;
        Self { id, name, created_at, last_used_at }
    }
}

/// Starts the setup of an authenticator app.
///
/// Replaces a setup that has not been confirmed. Fails with `totp_set_up` if the account already has an authenticator
/// app. Requires a recent sign-in.
#[utoipa::path(post, path = "/api/account/totp", tag = "accounts",
    responses((status = 201, body = TotpSetupView), (status = 403, description = "`reauthentication_required`"),
        (status = 409, description = "`totp_set_up`")))]
pub async fn begin_totp(
    State(accounts): State<AccountService>,
    RecentSession(session): RecentSession,
) -> Result<Response, HttpError> {
    let TotpSetup { secret, url, qr_svg } = accounts.begin_totp(&session).await?;
    Ok(no_store((StatusCode::CREATED, Json(TotpSetupView { secret, url, qr_svg })).into_response()))
}

/// Confirms the setup of an authenticator app.
///
/// From then on, signing in requires a second factor. Requires a recent sign-in.
#[utoipa::path(post, path = "/api/account/totp/confirm", tag = "accounts", request_body = ConfirmTotpBody,
    responses((status = 200, body = FirstRecoveryCodes), (status = 403, description = "`reauthentication_required`"),
        (status = 409, description = "`no_totp`")))]
pub async fn confirm_totp(
    State(accounts): State<AccountService>,
    RecentSession(session): RecentSession,
    caller: Caller,
    ValidJson(body): ValidJson<ConfirmTotpBody>,
) -> Result<Response, HttpError> {
    let recovery_codes = accounts.confirm_totp(&session, &body.code, &caller).await?;
    Ok(no_store(Json(FirstRecoveryCodes { recovery_codes }).into_response()))
}

/// Removes the authenticator app, or a setup that has not been confirmed.
///
/// Requires a recent sign-in.
#[utoipa::path(delete, path = "/api/account/totp", tag = "accounts",
    responses((status = 204), (status = 403, description = "`reauthentication_required`"), (status = 404)))]
pub async fn remove_totp(
    State(accounts): State<AccountService>,
    RecentSession(session): RecentSession,
    caller: Caller,
) -> Result<StatusCode, HttpError> {
    accounts.remove_totp(&session, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the number of unused recovery codes.
#[utoipa::path(get, path = "/api/account/recovery-codes", tag = "accounts",
    responses((status = 200, body = RecoveryCodesLeft)))]
pub async fn recovery_codes(
    State(accounts): State<AccountService>,
    CurrentSession(session): CurrentSession,
) -> Result<Json<RecoveryCodesLeft>, HttpError> {
    let overview = accounts.factor_overview(&session).await?;
    Ok(Json(RecoveryCodesLeft { left: overview.factors.recovery_codes }))
}

/// Creates ten new recovery codes.
///
/// Earlier codes no longer work. Requires a recent sign-in.
#[utoipa::path(post, path = "/api/account/recovery-codes", tag = "accounts",
    responses((status = 201, body = NewRecoveryCodes), (status = 403, description = "`reauthentication_required`"),
        (status = 409, description = "`no_second_factor`")))]
pub async fn new_recovery_codes(
    State(accounts): State<AccountService>,
    RecentSession(session): RecentSession,
    caller: Caller,
) -> Result<Response, HttpError> {
    let recovery_codes = accounts.new_recovery_codes(&session, &caller).await?;
    Ok(no_store((StatusCode::CREATED, Json(NewRecoveryCodes { recovery_codes })).into_response()))
}

/// Returns the passkeys of the caller's account.
#[utoipa::path(get, path = "/api/account/passkeys", tag = "accounts", responses((status = 200, body = Passkeys)))]
pub async fn passkeys(
    State(accounts): State<AccountService>,
    CurrentSession(session): CurrentSession,
) -> Result<Json<Passkeys>, HttpError> {
    let overview = accounts.factor_overview(&session).await?;
    Ok(Json(Passkeys { passkeys: overview.passkeys.into_iter().map(PasskeyView::from).collect() }))
}

/// Starts the creation of a passkey.
///
/// Complete it within five minutes. Requires a recent sign-in.
#[utoipa::path(post, path = "/api/account/passkeys/begin", tag = "accounts",
    responses((status = 200, body = PasskeyOptions), (status = 403, description = "`reauthentication_required`"),
        (status = 409, description = "`passkeys_unavailable`")))]
pub async fn begin_passkey(
    State(accounts): State<AccountService>,
    RecentSession(session): RecentSession,
) -> Result<Response, HttpError> {
    let options = accounts.begin_passkey(&session).await?;
    Ok(no_store(Json(PasskeyOptions { options }).into_response()))
}

/// Adds a passkey that the browser has created.
///
/// From then on, signing in requires a second factor. Requires a recent sign-in.
#[utoipa::path(post, path = "/api/account/passkeys/finish", tag = "accounts", request_body = FinishPasskeyBody,
    responses((status = 201, body = AddedPasskeyView), (status = 403, description = "`reauthentication_required`"),
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
///
/// Requires a recent sign-in.
#[utoipa::path(delete, path = "/api/account/passkeys/{id}", tag = "accounts",
    params(("id" = Uuid, Path, description = "The passkey's id")),
    responses((status = 204), (status = 403, description = "`reauthentication_required`")))]
pub async fn remove_passkey(
    State(accounts): State<AccountService>,
    RecentSession(session): RecentSession,
    caller: Caller,
    PathText(id): PathText,
) -> Result<StatusCode, HttpError> {
    accounts.remove_passkey(&session, path_id(&id, "Could not find the requested passkey")?, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}
