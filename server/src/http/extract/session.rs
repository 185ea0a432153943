//! Sessions of requests: the account, its rights, and how recently its owner has signed in.

use std::{convert::Infallible, sync::Arc};

use axum::extract::{FromRef, FromRequestParts, MatchedPath, OptionalFromRequestParts};
use http::{HeaderMap, header, request::Parts};

use super::{ClientIp, Scheme};
use crate::{
    accounts::{AccountService, service},
    audit::{Actor, AuditService, Refusal},
    config::SiteUrl,
    error::AppError,
    http::{cookies, errors::HttpError, proxies::TrustedProxies},
    site::Site,
};

/// The session of the request. With `Option`, its absence is not an error.
#[derive(Debug, Clone)]
pub struct CurrentSession(pub service::CurrentSession);

/// A session with admin rights, an editor's or an administrator's, whose account has a second factor where the site
/// requires one. Enough for what editors do: posts, images, categories, authors and checks of the site.
#[derive(Debug, Clone)]
pub struct Admin {
    /// The session.
    pub session: service::CurrentSession,
    /// Its account and network, for the audit log.
    pub actor: Actor,
}

/// An [`Admin`] whose account is an administrator's. Fails with 403 `not_administrator` for editors.
#[derive(Debug, Clone)]
pub struct Administrator {
    /// The session.
    pub session: service::CurrentSession,
    /// Its account and network, for the audit log.
    pub actor: Actor,
}

/// The session of the request, if any. Unlike the others it does not count as use of the session.
#[derive(Debug, Clone)]
pub struct PeekedSession(pub Option<service::CurrentSession>);

/// A session whose owner has entered a password or a second factor within the last ten minutes. Fails with 403
/// `reauthentication_required` otherwise. It does not check rights: calls for staff take [`Admin`] or [`Administrator`]
/// before it.
#[derive(Debug, Clone)]
pub struct RecentSession(pub service::CurrentSession);

/// The token of an `Authorization: Bearer` header.
#[derive(Debug, Clone)]
pub struct Bearer(pub Option<String>);

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim()).filter(|token| !token.is_empty())
}

/// Returns the access token of the request: the header's, else the cookie's.
async fn access_token<S: Sync>(parts: &mut Parts, state: &S) -> Option<String>
where
    TrustedProxies: FromRef<S>,
    SiteUrl: FromRef<S>,
{
    if let Some(token) = bearer(&parts.headers) {
        return Some(token.to_owned());
    }
    let Ok(Scheme(scheme)) = <Scheme as FromRequestParts<S>>::from_request_parts(parts, state).await;
    cookies::read(&parts.headers, &cookies::ACCESS, scheme).map(str::to_owned)
}

/// Returns the session of the request, which is read once for all extractors.
async fn current<S: Sync>(parts: &mut Parts, state: &S) -> Result<Option<CurrentSession>, HttpError>
where
    AccountService: FromRef<S>,
    TrustedProxies: FromRef<S>,
    SiteUrl: FromRef<S>,
{
    if let Some(session) = parts.extensions.get::<CurrentSession>() {
        return Ok(Some(session.clone()));
    }
    let Some(token) = access_token(parts, state).await else { return Ok(None) };
    let session = AccountService::from_ref(state).session(&token).await?.map(CurrentSession);
    if let Some(session) = &session {
        parts.extensions.insert(session.clone());
    }
    Ok(session)
}

/// Records in the audit log that a request of a session was refused because of `error`, and returns that error.
pub async fn refuse<S: Sync>(
    parts: &mut Parts,
    state: &S,
    session: &service::CurrentSession,
    error: AppError,
) -> AppError
where
    AuditService: FromRef<S>,
    TrustedProxies: FromRef<S>,
{
    let Ok(ClientIp(ip)) = <ClientIp as FromRequestParts<S>>::from_request_parts(parts, state).await;
    let refusal = Refusal {
        email: &session.user.email,
        ip,
        method: parts.method.as_str(),
        route: parts.extensions.get::<MatchedPath>().map_or("none", MatchedPath::as_str),
        reason: error.code(),
    };
    AuditService::from_ref(state).record_refusal(refusal).await;
    error
}

impl<S: Sync> FromRequestParts<S> for CurrentSession
where
    AccountService: FromRef<S>,
    TrustedProxies: FromRef<S>,
    SiteUrl: FromRef<S>,
{
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        current(parts, state).await?.ok_or(AppError::AuthenticationRequired.into())
    }
}

impl<S: Sync> OptionalFromRequestParts<S> for CurrentSession
where
    AccountService: FromRef<S>,
    TrustedProxies: FromRef<S>,
    SiteUrl: FromRef<S>,
{
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Option<Self>, HttpError> {
        current(parts, state).await
    }
}

impl<S: Sync> FromRequestParts<S> for Admin
where
    AccountService: FromRef<S>,
    AuditService: FromRef<S>,
    TrustedProxies: FromRef<S>,
    SiteUrl: FromRef<S>,
{
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        let CurrentSession(session) = <CurrentSession as FromRequestParts<S>>::from_request_parts(parts, state).await?;
        if !session.user.is_admin {
            return Err(refuse(parts, state, &session, AppError::NotAdmin).await.into());
        }
        if AccountService::from_ref(state).lacks_second_factor(&session).await? {
            return Err(refuse(parts, state, &session, AppError::NoSecondFactor).await.into());
        }
        let Ok(ClientIp(ip)) = <ClientIp as FromRequestParts<S>>::from_request_parts(parts, state).await;
        Ok(Self { actor: Actor::account(&session.user.email, ip), session })
    }
}

impl<S: Sync> FromRequestParts<S> for Administrator
where
    AccountService: FromRef<S>,
    AuditService: FromRef<S>,
    TrustedProxies: FromRef<S>,
    SiteUrl: FromRef<S>,
    Arc<Site>: FromRef<S>,
{
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        let Admin { session, actor } = <Admin as FromRequestParts<S>>::from_request_parts(parts, state).await?;
        if session.user.is_administrator() {
            return Ok(Self { session, actor });
        }
        let contact_email = Arc::<Site>::from_ref(state).contact_email.clone();
        Err(refuse(parts, state, &session, AppError::NotAdministrator { contact_email }).await.into())
    }
}

impl<S: Sync> FromRequestParts<S> for PeekedSession
where
    AccountService: FromRef<S>,
    TrustedProxies: FromRef<S>,
    SiteUrl: FromRef<S>,
{
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        let Some(token) = access_token(parts, state).await else { return Ok(Self(None)) };
        Ok(Self(AccountService::from_ref(state).peek_session(&token).await?))
    }
}

impl<S: Sync> FromRequestParts<S> for RecentSession
where
    AccountService: FromRef<S>,
    TrustedProxies: FromRef<S>,
    SiteUrl: FromRef<S>,
{
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        let CurrentSession(session) = <CurrentSession as FromRequestParts<S>>::from_request_parts(parts, state).await?;
        AccountService::from_ref(state).require_recent(&session)?;
        Ok(Self(session))
    }
}

impl<S: Sync> FromRequestParts<S> for Bearer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(bearer(&parts.headers).map(str::to_owned)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bearer_token_is_read_whatever_the_capitals() {
        let mut headers = HeaderMap::new();
        headers.insert(header::AUTHORIZATION, "bEaReR abc".parse().unwrap());
        assert_eq!(bearer(&headers), Some("abc"));
        headers.insert(header::AUTHORIZATION, "Basic abc".parse().unwrap());
        assert_eq!(bearer(&headers), None);
    }
}
