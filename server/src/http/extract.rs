//! Extractors: a handler's signature states what it needs from a request, including authorisation.

mod json;
mod session;

use std::{convert::Infallible, fs::File, net::IpAddr, path::Path, str::FromStr};

use axum::extract::{FromRef, FromRequestParts};
use http::{header, request::Parts};
use serde::de::DeserializeOwned;

pub use self::{
    json::{JsonFile, ValidJson, object},
    session::{Admin, Administrator, Bearer, CurrentSession, PeekedSession, RecentSession, refuse},
};
use crate::{
    accounts::Caller,
    config::SiteUrl,
    error::AppError,
    http::{
        errors::HttpError,
        proxies::{Peer, TrustedProxies},
        scheme::UrlScheme,
    },
};

/// The client's IP address, seen through trusted proxies.
#[derive(Debug, Clone, Copy)]
pub struct ClientIp(pub IpAddr);

/// The scheme that the client used, seen through trusted proxies.
#[derive(Debug, Clone, Copy)]
pub struct Scheme(pub UrlScheme);

/// The only parameter of a call's path. Fails with 404 when it is not UTF-8.
#[derive(Debug, Clone)]
pub struct PathText(pub String);

/// The two parameters of a call's path. Fails with 404 when one is not UTF-8.
#[derive(Debug, Clone)]
pub struct PathTexts(pub String, pub String);

/// Returns an unnamed file in the data directory for the bytes of a request. The system's directory for temporary files
/// is often in memory. The data directory is created when it is missing, since a site may keep its database, images and
/// mail elsewhere.
pub fn unnamed_file(data_dir: &Path) -> Result<File, HttpError> {
    let made = std::fs::create_dir_all(data_dir).and_then(|()| tempfile::tempfile_in(data_dir));
    made.map_err(|error| not_stored(&error))
}

/// Returns the error of a request whose bytes could not be written into a file.
pub fn not_stored(error: &std::io::Error) -> HttpError {
    AppError::unavailable(format!("a file could not be stored: {error}")).into()
}

/// Parses an id in a path. Fails with 404 and the message `missing` when it is malformed, since nothing has that id.
pub fn path_id<T: FromStr>(text: &str, missing: &'static str) -> Result<T, HttpError> {
    text.parse().map_err(|_| HttpError::not_found(missing))
}

/// Returns the requested page number; 1 when the query has none. Fails with 422 for page 0.
pub fn page_number(page: Option<u32>) -> Result<u64, HttpError> {
    match page {
        Some(0) => Err(HttpError::invalid("page", "Page numbers start at 1")),
        page => Ok(page.unwrap_or(1).into()),
    }
}

/// A query string that parses as its type. Fails with 422 and the name of the parameter otherwise.
#[derive(Debug, Clone)]
pub struct ValidQuery<T>(pub T);

impl<S: Sync> FromRequestParts<S> for ClientIp
where
    TrustedProxies: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<Peer>().map_or(IpAddr::from([127, 0, 0, 1]), |peer| peer.0);
        Ok(Self(TrustedProxies::from_ref(state).client_ip(peer, &parts.headers)))
    }
}

/// Maximum number of characters of a User-Agent that are stored.
const MAX_AGENT: usize = 300;

impl<S: Sync> FromRequestParts<S> for Caller
where
    TrustedProxies: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let ClientIp(ip) = <ClientIp as FromRequestParts<S>>::from_request_parts(parts, state).await?;
        let agent = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        Ok(Self { ip, agent: agent.chars().take(MAX_AGENT).collect() })
    }
}

impl<S: Sync> FromRequestParts<S> for Scheme
where
    TrustedProxies: FromRef<S>,
    SiteUrl: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<Peer>().map(|peer| peer.0);
        let trusted = peer.is_some_and(|peer| TrustedProxies::from_ref(state).contains(peer));
        let forwarded =
            parts.headers.get("x-forwarded-proto").filter(|_| trusted).and_then(|value| value.to_str().ok());
        let secure = match forwarded {
            // Of a list, the first is what the visitor used.
            Some(list) => list.split(',').next().is_some_and(|scheme| scheme.trim().eq_ignore_ascii_case("https")),
            None => SiteUrl::from_ref(state).is_https(),
        };
        Ok(Self(if secure { UrlScheme::Https } else { UrlScheme::Http }))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PathText {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        let path = <axum::extract::Path<String> as FromRequestParts<S>>::from_request_parts(parts, state).await;
        path.map(|axum::extract::Path(text)| Self(text)).map_err(|_| HttpError::not_found("This path does not exist"))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PathTexts {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        let path =
            <axum::extract::Path<(String, String)> as FromRequestParts<S>>::from_request_parts(parts, state).await;
        path.map(|axum::extract::Path((one, two))| Self(one, two))
            .map_err(|_| HttpError::not_found("This path does not exist"))
    }
}

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for ValidQuery<T> {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, HttpError> {
        let axum::extract::Query(query) = axum::extract::Query::<T>::try_from_uri(&parts.uri).map_err(|rejection| {
            let text = rejection.to_string();
            let text = text.strip_prefix("Failed to deserialize query string: ").unwrap_or(&text);
            let (field, reason) = text.split_once(": ").unwrap_or(("query", text));
            HttpError::invalid(field, public_reason(reason))
        })?;
        one_spelling(parts.uri.query().unwrap_or_default())?;
        Ok(Self(query))
    }
}

/// Fails when a number is not in canonical form: `2`, but not `02` or `+2`.
fn one_spelling(query: &str) -> Result<(), HttpError> {
    for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
        let is_number = matches!(name.as_ref(), "page" | "per_page" | "days");
        if is_number && value.parse::<u64>().is_ok_and(|number| number.to_string() != value) {
            return Err(HttpError::invalid(&name, "Must be a whole number without a sign or leading zeros"));
        }
    }
    Ok(())
}

/// Returns the message for a parameter that cannot be parsed, worded for people rather than by Rust.
fn public_reason(reason: &str) -> &str {
    match reason {
        "invalid digit found in string" | "cannot parse integer from empty string" => "Must be a whole number",
        "number too large to fit in target type" => "This number is too large",
        "provided string was not `true` or `false`" => "Must be true or false",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Default, Deserialize)]
    #[serde(default)]
    struct Query {
        page: Option<u32>,
        trending: bool,
    }

    #[tokio::test]
    async fn a_parameter_that_does_not_fit_is_named_in_words_for_people() {
        for (query, field, message) in [
            ("page=x", "page", "Must be a whole number"),
            ("page=-1", "page", "Must be a whole number"),
            ("page=", "page", "Must be a whole number"),
            ("page=4294967296", "page", "This number is too large"),
            ("page=02", "page", "Must be a whole number without a sign or leading zeros"),
            ("page=%2B2", "page", "Must be a whole number without a sign or leading zeros"),
            ("p%61ge=02", "page", "Must be a whole number without a sign or leading zeros"),
            ("trending=1", "trending", "Must be true or false"),
        ] {
            let (mut parts, ()) = http::Request::get(format!("/?{query}")).body(()).unwrap().into_parts();
            let Err(error) = ValidQuery::<Query>::from_request_parts(&mut parts, &()).await else { panic!("{query}") };
            assert_eq!((error.code(), error.fields()[field].as_str()), ("invalid", message), "{query}");
        }
    }
}
