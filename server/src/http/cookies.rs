//! The two cookies of a browser session. There are no others, and none before sign-in.

use chrono::{DateTime, Utc};
use http::{HeaderMap, HeaderValue, header};

use crate::{
    accounts::{domain::seconds_until, service::Session},
    error::AppError,
    http::errors::HttpError,
};

/// Name of the access token's cookie.
pub const ACCESS: &str = "ff_access";
/// Name of the refresh token's cookie.
pub const REFRESH: &str = "ff_refresh";

/// Returns the value of a cookie in the request.
pub fn read<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(key, value)| (key == name && !value.is_empty()).then_some(value))
}

/// Returns the `Set-Cookie` values of a new session. `secure` on https.
pub fn set(session: &Session, now: DateTime<Utc>, secure: bool) -> Result<[HeaderValue; 2], HttpError> {
    let age = |until| seconds_until(until, now);
    Ok([
        cookie(ACCESS, &session.access_token, age(session.access_expires_at), secure)?,
        cookie(REFRESH, &session.refresh_token, age(session.refresh_expires_at), secure)?,
    ])
}

/// Returns the `Set-Cookie` values that end a browser's session.
pub fn clear(secure: bool) -> Result<[HeaderValue; 2], HttpError> {
    Ok([cookie(ACCESS, "", 0, secure)?, cookie(REFRESH, "", 0, secure)?])
}

fn cookie(name: &str, value: &str, max_age: i64, secure: bool) -> Result<HeaderValue, HttpError> {
    let secure = if secure { "; Secure" } else { "" };
    HeaderValue::try_from(format!("{name}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}"))
        .map_err(|error| AppError::internal(error).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_static("a=1; ff_access=token; xff_access=no"));
        assert_eq!(read(&headers, ACCESS), Some("token"));
        assert_eq!(read(&headers, REFRESH), None);
    }

    #[test]
    fn cookies_are_closed_to_scripts_and_secure_on_https() {
        let value = cookie(ACCESS, "t", 3600, true).unwrap();
        assert_eq!(value, "ff_access=t; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure");
        assert!(!cookie(ACCESS, "t", 3600, false).unwrap().to_str().unwrap().contains("Secure"));
    }
}
