//! Extractors: what a handler needs of a request stands in its signature, authorisation included.

use std::{convert::Infallible, net::IpAddr};

use axum::{
    body::Bytes,
    extract::{FromRequest, FromRequestParts, OptionalFromRequest, OptionalFromRequestParts, Request},
};
use http::{HeaderMap, header, request::Parts};
use serde::de::DeserializeOwned;

use crate::{
    accounts::{Caller, cookies, service},
    app::App,
    error::{AppError, Fields},
    security,
};

/// The session of the request. As `Option` it is no error when there is none.
#[derive(Debug, Clone)]
pub struct CurrentSession(pub service::CurrentSession);

/// A session with admin rights.
#[derive(Debug, Clone)]
pub struct Admin(pub service::CurrentSession);

/// The token of an `Authorization: Bearer` header.
#[derive(Debug, Clone)]
pub struct Bearer(pub Option<String>);

/// The address the request came from, seen through trusted proxies.
#[derive(Debug, Clone, Copy)]
pub struct ClientIp(pub IpAddr);

/// The scheme that the visitor used, seen through trusted proxies.
#[derive(Debug, Clone, Copy)]
pub struct Scheme(pub UrlScheme);

/// http or https.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UrlScheme {
    /// Plain.
    Http,
    /// Encrypted.
    Https,
}

impl UrlScheme {
    /// Whether it is https.
    pub fn is_secure(self) -> bool {
        self == Self::Https
    }
}

/// A JSON body that fits its type. Otherwise the answer is 415, 413, 400 or 422.
#[derive(Debug, Clone)]
pub struct ValidJson<T>(pub T);

/// The one parameter of a call's path. Bytes that are no text name nothing: 404.
#[derive(Debug, Clone)]
pub struct PathText(pub String);

/// A query string that fits its type. Otherwise the answer is 422 and names the parameter.
#[derive(Debug, Clone)]
pub struct ValidQuery<T>(pub T);

/// The address of the connection's other end, put into each request by the server.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub IpAddr);

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim()).filter(|token| !token.is_empty())
}

async fn current(parts: &Parts, app: &App) -> Result<Option<CurrentSession>, AppError> {
    let Some(token) = bearer(&parts.headers).or_else(|| cookies::read(&parts.headers, cookies::ACCESS)) else {
        return Ok(None);
    };
    Ok(app.accounts.session(token).await?.map(CurrentSession))
}

impl FromRequestParts<App> for CurrentSession {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, AppError> {
        current(parts, app).await?.ok_or(AppError::AuthenticationRequired)
    }
}

impl OptionalFromRequestParts<App> for CurrentSession {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, AppError> {
        current(parts, app).await
    }
}

impl FromRequestParts<App> for Admin {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, AppError> {
        let CurrentSession(session) = current(parts, app).await?.ok_or(AppError::AuthenticationRequired)?;
        if session.user.is_admin { Ok(Self(session)) } else { Err(AppError::NotAdmin) }
    }
}

impl<S: Sync> FromRequestParts<S> for Bearer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(bearer(&parts.headers).map(str::to_owned)))
    }
}

impl FromRequestParts<App> for ClientIp {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<Peer>().map_or(IpAddr::from([127, 0, 0, 1]), |peer| peer.0);
        Ok(Self(security::client_ip(peer, &parts.headers, &app.config.trusted_proxies)))
    }
}

/// What is kept of a program's name for itself, in characters.
const LONGEST_AGENT: usize = 300;

impl FromRequestParts<App> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let ClientIp(ip) = ClientIp::from_request_parts(parts, app).await?;
        let agent = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        Ok(Self { ip, agent: agent.chars().take(LONGEST_AGENT).collect() })
    }
}

impl FromRequestParts<App> for Scheme {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<Peer>().map(|peer| peer.0);
        let trusted = peer.is_some_and(|peer| app.config.trusted_proxies.iter().any(|net| net.contains(&peer)));
        let forwarded =
            parts.headers.get("x-forwarded-proto").filter(|_| trusted).and_then(|value| value.to_str().ok());
        let secure = match forwarded {
            Some(scheme) => scheme.trim().eq_ignore_ascii_case("https"),
            None => app.public_url.starts_with("https://"),
        };
        Ok(Self(if secure { UrlScheme::Https } else { UrlScheme::Http }))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PathText {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, AppError> {
        let path = <axum::extract::Path<String> as FromRequestParts<S>>::from_request_parts(parts, state).await;
        path.map(|axum::extract::Path(text)| Self(text)).map_err(|_| AppError::NotFound("There is no such address"))
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for ValidJson<T> {
    type Rejection = AppError;

    async fn from_request(request: Request, state: &S) -> Result<Self, AppError> {
        if !is_json(request.headers()) {
            return Err(AppError::UnsupportedMediaType("application/json"));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            if rejection.status() == http::StatusCode::PAYLOAD_TOO_LARGE {
                AppError::TooLarge
            } else {
                AppError::BadRequest { code: "unreadable_body", message: "The body could not be read".to_owned() }
            }
        })?;
        parse_json(&bytes).map(Self)
    }
}

impl<T: DeserializeOwned, S: Send + Sync> OptionalFromRequest<S> for ValidJson<T> {
    type Rejection = AppError;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, AppError> {
        if request.headers().contains_key(header::CONTENT_TYPE) {
            <Self as FromRequest<S>>::from_request(request, state).await.map(Some)
        } else {
            Ok(None)
        }
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).is_some_and(|value| {
        let kind = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
    })
}

fn parse_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, AppError> {
    let mut input = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut input).map_err(|error| {
        let path = error.path().to_string();
        let inner = error.into_inner();
        if inner.is_data() {
            let field = if path == "." { "body".to_owned() } else { path };
            let message = without_position(&inner.to_string());
            AppError::Invalid { fields: Fields::from([(field, message.clone())]), message }
        } else {
            malformed(&inner)
        }
    })?;
    input.end().map_err(|error| malformed(&error))?;
    Ok(value)
}

fn malformed(error: &serde_json::Error) -> AppError {
    AppError::BadRequest { code: "malformed_json", message: format!("The body is not valid JSON: {error}") }
}

fn without_position(message: &str) -> String {
    message.rsplit_once(" at line ").map_or(message, |(text, _)| text).to_owned()
}

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for ValidQuery<T> {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, AppError> {
        let axum::extract::Query(query) = axum::extract::Query::<T>::try_from_uri(&parts.uri).map_err(|rejection| {
            let text = rejection.to_string();
            let text = text.strip_prefix("Failed to deserialize query string: ").unwrap_or(&text);
            let (field, message) = text.split_once(": ").unwrap_or(("query", text));
            AppError::Invalid {
                fields: Fields::from([(field.to_owned(), message.to_owned())]),
                message: message.to_owned(),
            }
        })?;
        Ok(Self(query))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct Body {
        #[expect(dead_code, reason = "only its type matters")]
        count: u8,
    }

    #[test]
    fn malformed_json_is_a_bad_request_and_a_wrong_type_names_its_field() {
        let broken = parse_json::<Body>(b"{\"count\": ").unwrap_err();
        assert_eq!((broken.status().as_u16(), broken.code()), (400, "malformed_json"));
        let trailing = parse_json::<Body>(b"{\"count\": 1} x").unwrap_err();
        assert_eq!(trailing.code(), "malformed_json");
        let AppError::Invalid { fields, .. } = parse_json::<Body>(b"{\"count\": \"x\"}").unwrap_err() else { panic!() };
        assert!(fields["count"].starts_with("invalid type"), "{fields:?}");
    }

    #[test]
    fn a_bearer_token_is_read_whatever_the_capitals() {
        let mut headers = HeaderMap::new();
        headers.insert(header::AUTHORIZATION, "bEaReR abc".parse().unwrap());
        assert_eq!(bearer(&headers), Some("abc"));
        headers.insert(header::AUTHORIZATION, "Basic abc".parse().unwrap());
        assert_eq!(bearer(&headers), None);
    }
}
