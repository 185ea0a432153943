//! The cookies: two of a browser session, and one that holds the token of an emailed link for the page it opens. There
//! are no others: public pages set none.

use chrono::{DateTime, Utc};
use http::{HeaderMap, HeaderValue, header};

use crate::{
    accounts::{domain::seconds_until, service::Session},
    error::AppError,
    http::{errors::HttpError, scheme::UrlScheme},
};

/// A cookie: its names, and the path that it is sent to.
#[derive(Debug, Clone, Copy)]
pub struct SiteCookie {
    /// Name on http, where browsers refuse the prefixes of the https name.
    plain: &'static str,
    /// Name on https. The prefix makes browsers accept it over https only, and `__Host-` from this host only.
    secure: &'static str,
    path: &'static str,
}

/// The access token's cookie.
pub const ACCESS: SiteCookie = SiteCookie { plain: "ff_access", secure: "__Host-ff_access", path: "/" };
/// The refresh token's cookie, which is sent only to the calls that exchange or end it.
pub const REFRESH: SiteCookie = SiteCookie { plain: "ff_refresh", secure: "__Secure-ff_refresh", path: "/api/auth" };

/// Holds the token of an emailed link. It is set with the path of the page, so that each page reads only its own.
pub const LINK: SiteCookie = SiteCookie { plain: "ff_link", secure: "__Secure-ff_link", path: "" };
/// How long a link's cookie is kept, in seconds: time to fill in a form and to load the page again. The link itself
/// works longer.
const LINK_AGE: i64 = 60 * 60;

impl SiteCookie {
    /// Returns its name for the scheme that the visitor uses.
    pub const fn name(&self, scheme: UrlScheme) -> &'static str {
        match scheme {
            UrlScheme::Http => self.plain,
            UrlScheme::Https => self.secure,
        }
    }
}

/// Returns the value of a cookie in the request.
pub fn read<'a>(headers: &'a HeaderMap, cookie: &SiteCookie, scheme: UrlScheme) -> Option<&'a str> {
    let name = cookie.name(scheme);
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(key, value)| (key == name && !value.is_empty()).then_some(value))
}

/// Returns the `Set-Cookie` values of a new session.
pub fn set(session: &Session, now: DateTime<Utc>, scheme: UrlScheme) -> Result<[HeaderValue; 2], HttpError> {
    let age = |until| seconds_until(until, now);
    Ok([
        set_cookie(&ACCESS, &session.access_token, age(session.access_expires_at), scheme)?,
        set_cookie(&REFRESH, &session.refresh_token, age(session.refresh_expires_at), scheme)?,
    ])
}

/// Returns the `Set-Cookie` values that end a browser's session.
pub fn clear(scheme: UrlScheme) -> Result<[HeaderValue; 2], HttpError> {
    Ok([set_cookie(&ACCESS, "", 0, scheme)?, set_cookie(&REFRESH, "", 0, scheme)?])
}

/// Returns the `Set-Cookie` value that keeps the token of an emailed link for the page at `path`.
pub fn set_link(token: &str, path: &str, scheme: UrlScheme) -> Result<HeaderValue, HttpError> {
    header_line(LINK.name(scheme), path, token, LINK_AGE, scheme)
}

fn set_cookie(cookie: &SiteCookie, value: &str, max_age: i64, scheme: UrlScheme) -> Result<HeaderValue, HttpError> {
    header_line(cookie.name(scheme), cookie.path, value, max_age, scheme)
}

fn header_line(name: &str, path: &str, value: &str, max_age: i64, scheme: UrlScheme) -> Result<HeaderValue, HttpError> {
    let secure = if scheme.is_secure() { "; Secure" } else { "" };
    HeaderValue::try_from(format!("{name}={value}; Path={path}; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}"))
        .map_err(|error| AppError::internal(error).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        let line = "a=1; ff_access=token; xff_access=no; __Host-ff_access=safe";
        headers.insert(header::COOKIE, HeaderValue::from_static(line));
        assert_eq!(read(&headers, &ACCESS, UrlScheme::Http), Some("token"));
        assert_eq!(read(&headers, &REFRESH, UrlScheme::Http), None);
    }

    #[test]
    fn on_https_only_a_cookie_that_came_over_https_counts() {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_static("ff_access=planted"));
        assert_eq!(read(&headers, &ACCESS, UrlScheme::Https), None);
        headers.append(header::COOKIE, HeaderValue::from_static("__Host-ff_access=token"));
        assert_eq!(read(&headers, &ACCESS, UrlScheme::Https), Some("token"));
    }

    #[test]
    fn cookies_are_closed_to_scripts_and_secure_on_https() {
        let value = |cookie, scheme| set_cookie(cookie, "t", 3600, scheme).unwrap();
        assert_eq!(
            value(&ACCESS, UrlScheme::Https),
            "__Host-ff_access=t; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure"
        );
        assert_eq!(
            value(&REFRESH, UrlScheme::Https),
            "__Secure-ff_refresh=t; Path=/api/auth; Max-Age=3600; HttpOnly; SameSite=Lax; Secure"
        );
        assert_eq!(value(&ACCESS, UrlScheme::Http), "ff_access=t; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax");
    }
}
