//! `/api/account/sessions` and `/api/auth/reauthenticate`: the sessions of the caller's account.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, Utc};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    accounts::{AccountService, Caller, OwnSession, device, factors::SecondFactor},
    http::{
        api::accounts::{first_factor, no_store, set_cookies},
        cookies,
        errors::HttpError,
        extract::{CurrentSession, PathText, RecentSession, Scheme, ValidJson, ValidQuery, path_id},
    },
};

/// A session of the caller's account.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OwnSessionView {
    /// Unique identifier (UUIDv7).
    pub id: Uuid,
    /// When the session was created.
    pub created_at: DateTime<Utc>,
    /// When the session was last used, to the minute.
    pub last_used_at: DateTime<Utc>,
    /// IP address at sign-in. Empty if not recorded.
    pub ip: String,
    /// Browser and operating system, such as "Firefox on Windows".
    pub device: String,
    /// Whether this is the session of the request.
    pub is_current: bool,
}

/// The sessions of the caller's account.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnSessions {
    /// The sessions, last used first.
    pub sessions: Vec<OwnSessionView>,
}

/// Which sessions to end.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct EndSessionsQuery {
    /// Whether to end the session of the request too. Defaults to false.
    pub everywhere: bool,
}

/// Credentials: password or challenge, plus a second factor if the account has one.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReauthenticateBody {
    /// Password of the caller's account. Ignored if `challenge` is set.
    #[serde(default)]
    pub password: String,
    /// Challenge from a `second_factor_required` error. Replaces the password.
    pub challenge: Option<String>,
    /// Code from the account's authenticator app.
    pub totp: Option<String>,
    /// Recovery code of the account. Ignored if `totp` is set.
    pub recovery_code: Option<String>,
    /// The browser's `PublicKeyCredential`, as JSON, for the options from `/api/auth/passkey/begin`. Ignored if `totp`
    /// or `recovery_code` is set.
    pub credential: Option<Value>,
}

impl OwnSessionView {
    /// Returns the view of a session for its owner, who is signed in with the session `current`.
    pub fn new(session: OwnSession, current: Uuid) -> Self {
        Self {
            is_current: session.id == current,
            id: session.id,
            created_at: session.created_at,
            last_used_at: session.last_used_at,
            ip: session.ip,
            device: device(&session.agent),
        }
    }
}

/// Returns the sessions of the caller's account.
#[utoipa::path(get, path = "/api/account/sessions", tag = "accounts", responses((status = 200, body = OwnSessions)))]
pub async fn list(
    State(accounts): State<AccountService>,
    CurrentSession(session): CurrentSession,
) -> Result<Response, HttpError> {
    let found = accounts.own_sessions(&session).await?;
    let sessions = found.into_iter().map(|own| OwnSessionView::new(own, session.id)).collect();
    Ok(no_store(Json(OwnSessions { sessions }).into_response()))
}

/// Ends all other sessions of the caller's account.
///
/// With `everywhere=true`, ends the session of the request too.
#[utoipa::path(delete, path = "/api/account/sessions", tag = "accounts", params(EndSessionsQuery),
    responses((status = 204)))]
pub async fn end_all(
    State(accounts): State<AccountService>,
    CurrentSession(session): CurrentSession,
    Scheme(scheme): Scheme,
    caller: Caller,
    ValidQuery(query): ValidQuery<EndSessionsQuery>,
) -> Result<Response, HttpError> {
    accounts.end_own_sessions(&session, query.everywhere, &caller).await?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    if query.everywhere {
        set_cookies(&mut response, cookies::clear(scheme)?);
    }
    Ok(response)
}

/// Ends a session of the caller's account.
#[utoipa::path(delete, path = "/api/account/sessions/{id}", tag = "accounts",
    params(("id" = Uuid, Path, description = "The session's id")), responses((status = 204)))]
pub async fn end_one(
    State(accounts): State<AccountService>,
    CurrentSession(session): CurrentSession,
    caller: Caller,
    PathText(id): PathText,
) -> Result<StatusCode, HttpError> {
    accounts.end_own_session(&session, path_id(&id, "Could not find the requested session")?, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Confirms the caller's identity.
///
/// Takes the same factors as a sign-in. For ten minutes, the session counts as a recent sign-in, as sensitive calls
/// require.
#[utoipa::path(post, path = "/api/auth/reauthenticate", tag = "accounts", request_body = ReauthenticateBody,
    security(("bearer" = []), ("cookie" = [])),
    responses((status = 204),
        (status = 401, description = "`authentication_required`, `invalid_credentials`, `second_factor_required` or \
            `invalid_second_factor`"),
        (status = 429, description = "`locked`")))]
pub async fn reauthenticate(
    State(accounts): State<AccountService>,
    CurrentSession(session): CurrentSession,
    caller: Caller,
    ValidJson(body): ValidJson<ReauthenticateBody>,
) -> Result<StatusCode, HttpError> {
    let ReauthenticateBody { password, challenge, totp, recovery_code, credential } = body;
    let first = first_factor("", &password, challenge.as_deref());
    let second = match (totp, recovery_code, credential) {
        (Some(code), ..) => Some(SecondFactor::Totp(code)),
        (None, Some(code), _) => Some(SecondFactor::RecoveryCode(code)),
        (None, None, Some(credential)) => Some(SecondFactor::Passkey(credential)),
        (None, None, None) => None,
    };
    accounts.reauthenticate(&session, first, second, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Checks whether the session has a recent sign-in.
///
/// For use before a download, which can't ask for credentials.
#[utoipa::path(get, path = "/api/auth/reauthenticate", tag = "accounts", security(("bearer" = []), ("cookie" = [])),
    responses((status = 204), (status = 403, description = "`reauthentication_required`")))]
pub async fn is_recent(_recent: RecentSession) -> StatusCode {
    StatusCode::NO_CONTENT
}
