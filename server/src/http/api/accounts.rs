//! `/api/auth/…`: sign-up, sign-in, sign-out and new passwords.

use std::sync::Arc;

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, TimeDelta, Utc};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    accounts::{
        AccountService, Role,
        domain::{Caller, User, seconds_until},
        factors::{FirstFactor, SecondFactor},
        service,
    },
    clock::Clock,
    error::AppError,
    http::{
        cookies,
        errors::HttpError,
        extract::{Bearer, CurrentSession, PeekedSession, Scheme, ValidJson},
        scheme::UrlScheme,
    },
    values::or_default,
};

/// How session tokens are delivered and sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Transport {
    /// In the response body. Requests send `Authorization: Bearer`.
    #[default]
    Bearer,
    /// In `HttpOnly` cookies.
    Cookie,
}

/// Credentials of a sign-in: email address and password, or a challenge, plus a second factor if the account has one.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SignInBody {
    /// Email address of the account. Ignored if `challenge` is set.
    #[serde(default, deserialize_with = "or_default")]
    pub email: String,
    /// Password of the account. Ignored if `challenge` is set.
    #[serde(default, deserialize_with = "or_default")]
    pub password: String,
    /// Code from the account's authenticator app.
    pub totp: Option<String>,
    /// Recovery code of the account. Ignored if `totp` is set.
    pub recovery_code: Option<String>,
    /// Challenge from a `second_factor_required` error. Replaces email address and password.
    pub challenge: Option<String>,
    /// How session tokens are delivered and sent. Defaults to `bearer`.
    #[serde(default)]
    pub transport: Transport,
}

impl SignInBody {
    fn steps(&self) -> (FirstFactor<'_>, Option<SecondFactor>) {
        let first = first_factor(&self.email, &self.password, self.challenge.as_deref());
        let second = match (&self.totp, &self.recovery_code) {
            (Some(code), _) => Some(SecondFactor::Totp(code.clone())),
            (None, Some(code)) => Some(SecondFactor::RecoveryCode(code.clone())),
            (None, None) => None,
        };
        (first, second)
    }
}

/// Returns the first step of a sign-in: the challenge when there is one.
pub fn first_factor<'a>(email: &'a str, password: &'a str, challenge: Option<&'a str>) -> FirstFactor<'a> {
    match challenge {
        Some(token) => FirstFactor::Challenge(token),
        None => FirstFactor::Password { email, password },
    }
}

/// Details of the new account.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SignUpBody {
    /// Email address of the account.
    #[serde(default, deserialize_with = "or_default")]
    #[schema(max_length = 254)]
    pub email: String,
    /// Password of the account, 8 to 1,000 characters. Common and easily guessed passwords are rejected.
    #[serde(default, deserialize_with = "or_default")]
    #[schema(min_length = 8, max_length = 1_000)]
    pub password: String,
}

/// Token of a sign-up or an invitation.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ConfirmBody {
    /// Token of the emailed link.
    #[serde(default, deserialize_with = "or_default")]
    pub token: String,
    /// Password to set. Required for an invitation, ignored for a sign-up.
    #[serde(default, deserialize_with = "or_default")]
    pub password: String,
}

/// Account whose password is reset.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ResetPasswordBody {
    /// Email address of the account.
    #[serde(default, deserialize_with = "or_default")]
    #[schema(max_length = 254)]
    pub email: String,
}

/// An empty object.
#[derive(Debug, Serialize, ToSchema)]
pub struct NothingToSay {}

/// A new password, with the token of a reset link if there is one.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UpdatePasswordBody {
    /// New password, 8 to 1,000 characters. Common and easily guessed passwords are rejected.
    #[serde(default, deserialize_with = "or_default")]
    #[schema(min_length = 8, max_length = 1_000)]
    pub password: String,
    /// Token of a password reset link. If omitted, the caller needs a session with a recent sign-in.
    pub token: Option<String>,
}

/// Refresh token to exchange. Can be omitted for cookie sessions.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct RefreshBody {
    /// Refresh token to exchange. If omitted, the token in the cookie is used.
    pub refresh_token: Option<String>,
    /// Seconds since the user was last active, for clients that refresh in the background. Defaults to 0.
    #[serde(default)]
    #[schema(maximum = 4_294_967_295_u32)]
    pub idle_seconds: u32,
}

/// A session. Tokens are omitted for cookie sessions. A session with admin rights ends after an hour without use, and
/// at the latest 12 hours after sign-in.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionView {
    /// Access token, valid until `expires_at`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub access_token: Option<String>,
    /// Refresh token, valid for one exchange within 30 days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refresh_token: Option<String>,
    /// Always `bearer`.
    pub token_type: &'static str,
    /// Seconds until the access token expires.
    pub expires_in: i64,
    /// When the access token expires: after one hour, or earlier if the session ends before.
    pub expires_at: DateTime<Utc>,
    /// The signed-in user.
    pub user: UserView,
}

/// A signed-in user.
#[derive(Debug, Serialize, ToSchema)]
pub struct UserView {
    /// Unique identifier (UUIDv7).
    pub id: Uuid,
    /// Email address of the account.
    pub email: String,
    /// Whether the account has admin rights.
    pub is_admin: bool,
    /// Role in the admin area. Null without admin rights.
    #[schema(required = true)]
    pub role: Option<Role>,
}

/// The session of the request, if any.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionAnswer {
    /// The session. Null if the request has none.
    #[schema(required = true)]
    pub session: Option<SessionView>,
}

impl From<User> for UserView {
    fn from(user: User) -> Self {
        Self { id: user.id, email: user.email, is_admin: user.is_admin, role: user.role }
    }
}

/// Signs in and creates a session.
///
/// If the account has a second factor, a correct password alone fails with `second_factor_required`. Repeat the call
/// with a code, and with either the password or the `challenge` from the error.
#[utoipa::path(post, path = "/api/auth/sign-in", tag = "accounts", request_body = SignInBody,
    responses((status = 200, body = SessionView),
        (status = 401, description = "`invalid_credentials`, `second_factor_required` or `invalid_second_factor`"),
        (status = 429, description = "`locked`")))]
pub async fn sign_in(
    State(accounts): State<AccountService>,
    State(clock): State<Arc<dyn Clock>>,
    caller: Caller,
    Scheme(scheme): Scheme,
    ValidJson(body): ValidJson<SignInBody>,
) -> Result<Response, HttpError> {
    let (first, second) = body.steps();
    let session = accounts.sign_in(first, second, &caller).await?;
    answer(clock.now(), session, body.transport, scheme)
}

/// Sends an email with a link that creates an account.
///
/// The account has no admin rights. If the email address already has an account, the response is the same, and the
/// owner is notified by email. The link is valid for 24 hours.
#[utoipa::path(post, path = "/api/auth/sign-up", tag = "accounts", request_body = SignUpBody,
    responses((status = 202, body = NothingToSay), (status = 429, description = "`too_many_requests`")))]
pub async fn sign_up(
    State(accounts): State<AccountService>,
    caller: Caller,
    ValidJson(body): ValidJson<SignUpBody>,
) -> Result<Response, HttpError> {
    accounts.sign_up(&body.email, &body.password, &caller).await?;
    Ok(no_store((StatusCode::ACCEPTED, Json(NothingToSay {})).into_response()))
}

/// Creates the account of an emailed link.
///
/// The link comes from a sign-up or an invitation. For an invitation, `password` is required; if the email address
/// already has an account, that account gets the invited role and the password.
#[utoipa::path(post, path = "/api/auth/confirm", tag = "accounts", request_body = ConfirmBody,
    responses((status = 204), (status = 429, description = "`too_many_requests`")))]
pub async fn confirm(
    State(accounts): State<AccountService>,
    caller: Caller,
    ValidJson(body): ValidJson<ConfirmBody>,
) -> Result<StatusCode, HttpError> {
    accounts.confirm(&body.token, &body.password, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sends an email with a password reset link.
///
/// The response does not reveal whether the email address has an account. The link is valid for one hour.
#[utoipa::path(post, path = "/api/auth/reset-password", tag = "accounts", request_body = ResetPasswordBody,
    responses((status = 200, body = NothingToSay), (status = 429, description = "`too_many_requests`")))]
pub async fn reset_password(
    State(accounts): State<AccountService>,
    caller: Caller,
    ValidJson(body): ValidJson<ResetPasswordBody>,
) -> Result<Response, HttpError> {
    accounts.request_reset(&body.email, &caller).await?;
    Ok(no_store(Json(NothingToSay {}).into_response()))
}

/// Sets a new password.
///
/// Requires the token of a reset link or a recent sign-in. Ends all other sessions of the account.
#[utoipa::path(post, path = "/api/auth/update-password", tag = "accounts", request_body = UpdatePasswordBody,
    security((), ("bearer" = []), ("cookie" = [])),
    responses((status = 204), (status = 429, description = "`too_many_requests`")))]
pub async fn update_password(
    State(accounts): State<AccountService>,
    caller: Caller,
    session: Option<CurrentSession>,
    ValidJson(body): ValidJson<UpdatePasswordBody>,
) -> Result<StatusCode, HttpError> {
    let session = session.map(|CurrentSession(session)| session);
    accounts.update_password(&body.password, body.token.as_deref(), session.as_ref(), &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Exchanges a refresh token for new tokens.
///
/// The old tokens become invalid. Using a refresh token twice ends the session.
#[utoipa::path(post, path = "/api/auth/refresh", tag = "accounts", request_body = RefreshBody,
    responses((status = 200, body = SessionView), (status = 401)))]
pub async fn refresh(
    State(accounts): State<AccountService>,
    State(clock): State<Arc<dyn Clock>>,
    headers: HeaderMap,
    Scheme(scheme): Scheme,
    body: Option<ValidJson<RefreshBody>>,
) -> Result<Response, HttpError> {
    let RefreshBody { refresh_token, idle_seconds } = body.map(|ValidJson(body)| body).unwrap_or_default();
    let (token, transport) = match (refresh_token, cookies::read(&headers, &cookies::REFRESH, scheme)) {
        (Some(token), _) => (token, Transport::Bearer),
        (None, Some(token)) => (token.to_owned(), Transport::Cookie),
        (None, None) => return Err(AppError::AuthenticationRequired.into()),
    };
    let session = accounts.refresh(&token, TimeDelta::seconds(idle_seconds.into())).await?;
    answer(clock.now(), session, transport, scheme)
}

/// Ends the session of the request.
///
/// Does nothing if there is no session.
#[utoipa::path(post, path = "/api/auth/sign-out", tag = "accounts", responses((status = 204)))]
pub async fn sign_out(
    State(accounts): State<AccountService>,
    headers: HeaderMap,
    Scheme(scheme): Scheme,
    Bearer(bearer): Bearer,
    caller: Caller,
) -> Result<Response, HttpError> {
    let tokens: Vec<&str> = [
        bearer.as_deref(),
        cookies::read(&headers, &cookies::ACCESS, scheme),
        cookies::read(&headers, &cookies::REFRESH, scheme),
    ]
    .into_iter()
    .flatten()
    .collect();
    accounts.sign_out(&tokens, &caller).await?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    if cookies::read(&headers, &cookies::ACCESS, scheme).is_some()
        || cookies::read(&headers, &cookies::REFRESH, scheme).is_some()
    {
        set_cookies(&mut response, cookies::clear(scheme)?);
    }
    Ok(response)
}

/// Returns the session of the request, or null.
///
/// Does not count as use of the session.
#[utoipa::path(get, path = "/api/auth/session", tag = "accounts", responses((status = 200, body = SessionAnswer)))]
pub async fn session(State(clock): State<Arc<dyn Clock>>, PeekedSession(session): PeekedSession) -> Response {
    let now = clock.now();
    let session = session.map(|session| SessionView {
        access_token: None,
        refresh_token: None,
        token_type: "bearer",
        expires_in: seconds_until(session.access_expires_at, now),
        expires_at: session.access_expires_at,
        user: session.user.into(),
    });
    no_store(Json(SessionAnswer { session }).into_response())
}

/// Returns the response with a new session.
pub fn answer(
    now: DateTime<Utc>,
    session: service::Session,
    transport: Transport,
    scheme: UrlScheme,
) -> Result<Response, HttpError> {
    let cookies = match transport {
        Transport::Cookie => Some(cookies::set(&session, now, scheme)?),
        Transport::Bearer => None,
    };
    let in_body = transport == Transport::Bearer;
    let view = SessionView {
        access_token: in_body.then(|| session.access_token.clone()),
        refresh_token: in_body.then(|| session.refresh_token.clone()),
        token_type: "bearer",
        expires_in: seconds_until(session.access_expires_at, now),
        expires_at: session.access_expires_at,
        user: session.user.into(),
    };
    let mut response = Json(view).into_response();
    if let Some(cookies) = cookies {
        set_cookies(&mut response, cookies);
    }
    Ok(no_store(response))
}

/// Adds the cookies to a response.
pub fn set_cookies(response: &mut Response, cookies: [HeaderValue; 2]) {
    for cookie in cookies {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
}

/// Forbids caches from storing a response.
pub fn no_store(mut response: Response) -> Response {
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
