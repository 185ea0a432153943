//! Prepared responses: as a response for hyper, and as HTTP/1.1 bytes for the fast path.

use std::{borrow::Cow, sync::OnceLock};

use bytes::Bytes;
use http::{
    HeaderMap, Method, Response, StatusCode,
    header::{ACCEPT_ENCODING, IF_NONE_MATCH},
};

/// The request headers that select a variant of a response.
#[derive(Debug, Clone, Default)]
pub struct Negotiation<'a> {
    /// The value of `Accept-Encoding`.
    pub encodings: Option<&'a str>,
    /// The tags of `If-None-Match`.
    pub known: Option<Cow<'a, str>>,
}

impl<'a> Negotiation<'a> {
    /// Reads the headers of a request.
    pub fn of(headers: &'a HeaderMap) -> Self {
        let mut tags = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let known =
            tags.next().map(|first| tags.fold(Cow::Borrowed(first), |all, more| Cow::Owned(format!("{all},{more}"))));
        Self { encodings: headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()), known }
    }

    /// Returns whether the client has the version with this `etag`, by the weak comparison of RFC 9110, 13.1.2. Tags
    /// must not contain commas.
    pub fn knows(&self, etag: &str) -> bool {
        let own = opaque(etag);
        self.known.as_deref().is_some_and(|tags| tags.split(',').any(|tag| tag.trim() == "*" || opaque(tag) == own))
    }
}

fn opaque(tag: &str) -> &str {
    let tag = tag.trim();
    tag.strip_prefix("W/").unwrap_or(tag)
}

/// A response with all its headers.
#[derive(Debug)]
pub struct PreparedResponse {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
    head: OnceLock<Bytes>,
}

impl PreparedResponse {
    /// Returns a prepared response. `headers` contain the length of the body and no date.
    pub fn new(status: StatusCode, headers: HeaderMap, body: Bytes) -> Self {
        Self { status, headers, body, head: OnceLock::new() }
    }

    /// Returns the headers, without the date.
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Returns the body.
    pub fn body(&self) -> &Bytes {
        &self.body
    }

    /// Returns the response to a GET, or without the body to a HEAD.
    pub fn response(&self, method: &Method) -> Response<Bytes> {
        let mut response = Response::new(if *method == Method::HEAD { Bytes::new() } else { self.body.clone() });
        *response.status_mut() = self.status;
        *response.headers_mut() = self.headers.clone();
        response
    }

    /// Returns status line and headers in HTTP/1.1. The caller adds the date, an empty line and the body.
    pub fn head(&self) -> &Bytes {
        self.head.get_or_init(|| {
            let mut head = format!("HTTP/1.1 {}\r\n", self.status).into_bytes();
            for (name, value) in &self.headers {
                for part in [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"] {
                    head.extend_from_slice(part);
                }
            }
            head.into()
        })
    }
}
