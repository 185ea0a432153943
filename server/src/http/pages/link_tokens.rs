//! Tokens of emailed links. A browser that opens such a link is redirected to the page's address without the token,
//! which is kept in a cookie for that page. The token is then in neither the address bar nor the history, and no script
//! can read it from the address. The page's forms send it. Programs, and browsers without cookies, get the page at the
//! link's own address.

use axum::{
    extract::{FromRef, FromRequestParts, Request},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, Method, header, request::Parts};
use std::convert::Infallible;

use super::{
    PageError,
    key::{DATA_PREFIX, parameter},
    render::Representation,
};
use crate::{
    config::SiteUrl,
    http::{cookies, errors::HttpError, extract::Scheme, proxies::TrustedProxies, scheme::UrlScheme},
};

/// The query parameter of emailed links.
const TOKEN: &str = "token";
/// The query parameter of the second request, which tests whether the browser keeps cookies.
const ASKED: &str = "cookie";
/// More characters than any token has.
const LONGEST: usize = 128;

/// The token of the link that led to the page, or an empty text.
#[derive(Debug, Clone)]
pub struct LinkToken(pub String);

impl<S: Sync> FromRequestParts<S> for LinkToken
where
    TrustedProxies: FromRef<S>,
    SiteUrl: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let token = parameter(parts.uri.query(), TOKEN);
        if !token.is_empty() {
            return Ok(Self(token));
        }
        let Scheme(scheme) = <Scheme as FromRequestParts<S>>::from_request_parts(parts, state).await?;
        Ok(Self(cookies::read(&parts.headers, &cookies::LINK, scheme).unwrap_or_default().to_owned()))
    }
}

/// Middleware of the pages that emailed links open.
pub async fn exchange(Scheme(scheme): Scheme, request: Request, next: Next) -> Response {
    match exchanged(&request, scheme) {
        Ok(None) => next.run(request).await,
        Ok(Some(response)) => response,
        Err(error) => PageError::from(error).into_response(),
    }
}

/// Returns the redirect that removes the token from the address, if there is one.
fn exchanged(request: &Request, scheme: UrlScheme) -> Result<Option<Response>, HttpError> {
    let (path, query) = (request.uri().path(), request.uri().query());
    let token = parameter(query, TOKEN);
    // Anything else is not a token and must not get into a header.
    let is_token =
        token.len() <= LONGEST && token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if token.is_empty() || !is_token || !is_navigation(request) {
        return Ok(None);
    }
    let rest = without_token(query.unwrap_or_default());
    if cookies::read(request.headers(), &cookies::LINK, scheme) == Some(&token) {
        let to = if rest.is_empty() { path.to_owned() } else { format!("{path}?{rest}") };
        return Ok(Some(PageError::see_other(to).into_response()));
    }
    if !parameter(query, ASKED).is_empty() {
        return Ok(None);
    }
    let and = if rest.is_empty() { "" } else { "&" };
    let again = format!("{path}?{rest}{and}{TOKEN}={token}&{ASKED}=asked");
    let mut response = PageError::see_other(again).into_response();
    // In-app navigation back to the page requests its data.
    for prefix in ["", DATA_PREFIX] {
        let cookie = cookies::set_link(&token, &format!("{prefix}{path}"), scheme)?;
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(Some(response))
}

/// Returns whether a browser opens the address as a document. Other clients have no address bar and may not keep
/// cookies.
fn is_navigation(request: &Request) -> bool {
    let is = |headers: &HeaderMap, name: &str, value: &str| headers.get(name).is_some_and(|found| found == value);
    let is_data = request.extensions().get() == Some(&Representation::Data);
    request.method() == Method::GET && !is_data && is(request.headers(), "sec-fetch-dest", "document")
}

/// Returns a query without the parameters of this module.
fn without_token(query: &str) -> String {
    let kept = query.split('&').filter(|pair| {
        let name = pair.split_once('=').map_or(*pair, |(name, _)| name);
        !pair.is_empty() && name != TOKEN && name != ASKED
    });
    kept.collect::<Vec<_>>().join("&")
}
