//! One finished answer, ready to be sent in every encoding without further work.

use std::hash::{DefaultHasher, Hasher};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::SystemTime;

use bytes::Bytes;
use http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode};

use super::compress::{Encoding, best, fast, negotiate};

/// Shorter bodies are sent as they are: the encoding's own bytes would eat the gain.
const MIN_COMPRESSED: usize = 256;
/// What the headers of all variants take, in bytes.
const OVERHEAD: u64 = 8 * 1024;

/// A body in one encoding, with all its headers.
#[derive(Debug)]
struct Variant {
    headers: HeaderMap,
    body: Bytes,
}

/// An encoding as it was first asked for, and as [`CachedPage::upgrade`] has improved it.
#[derive(Debug, Default)]
struct Slot {
    fast: OnceLock<Variant>,
    best: OnceLock<Variant>,
}

/// An answer with its variants. A hit clones one header map and one `Bytes`.
#[derive(Debug)]
pub struct CachedPage {
    status: StatusCode,
    identity: Variant,
    gzip: Slot,
    zstd: Slot,
    brotli: Slot,
    not_modified: HeaderMap,
    etag: Box<str>,
    compressible: bool,
    valid_until: Option<SystemTime>,
    hits: AtomicU32,
}

impl CachedPage {
    /// Prepares an answer. `headers` are those of every variant (content type, caching, security); `Content-Length`,
    /// `Content-Encoding`, `ETag` and `Vary: Accept-Encoding` are added here. A body that comes with a
    /// `Content-Encoding` or with a content type that is not text is never compressed. After `valid_until` the cache
    /// takes the page for absent.
    pub fn new(status: StatusCode, mut headers: HeaderMap, body: Bytes, valid_until: Option<SystemTime>) -> Self {
        let compressible = body.len() >= MIN_COMPRESSED && !headers.contains_key(CONTENT_ENCODING) && is_text(&headers);
        if compressible {
            vary_by_encoding(&mut headers);
        }
        let etag = format!("W/\"{:016x}\"", hash(&body));
        if let Ok(value) = HeaderValue::try_from(etag.as_str()) {
            headers.insert(ETAG, value);
        }
        let mut not_modified = headers.clone();
        not_modified.remove(CONTENT_TYPE);
        not_modified.remove(CONTENT_ENCODING);
        headers.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
        Self {
            status,
            identity: Variant { headers, body },
            gzip: Slot::default(),
            zstd: Slot::default(),
            brotli: Slot::default(),
            not_modified,
            etag: etag.into(),
            compressible,
            valid_until,
            hits: AtomicU32::new(0),
        }
    }

    /// Answers one request: negotiates the encoding, honours `If-None-Match`, leaves the body out for HEAD.
    pub fn respond(&self, method: &Method, request_headers: &HeaderMap) -> Response<Bytes> {
        // The count ranks pages; one lost between two threads does not matter, and this is cheaper than adding.
        self.hits.store(self.hits.load(Ordering::Relaxed).saturating_add(1), Ordering::Relaxed);
        if self.status.is_success() && self.is_known(request_headers) {
            return answer(StatusCode::NOT_MODIFIED, self.not_modified.clone(), Bytes::new());
        }
        let accepted = request_headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        let variant = self.variant(negotiate(accepted));
        let body = if *method == Method::HEAD { Bytes::new() } else { variant.body.clone() };
        answer(self.status, variant.headers.clone(), body)
    }

    /// Compresses Brotli, and whatever else was asked for so far, as far as the formats go. Takes tens of milliseconds
    /// of CPU: call it off the async threads.
    pub fn upgrade(&self) {
        if !self.compressible {
            return;
        }
        for encoding in [Encoding::Brotli, Encoding::Zstd, Encoding::Gzip] {
            let Some(slot) = self.slot(encoding) else {
                continue;
            };
            if encoding == Encoding::Brotli || slot.fast.get().is_some() {
                slot.best.get_or_init(|| self.encode(encoding, best));
            }
        }
    }

    /// Status of the answer.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The body before any compression.
    pub fn body(&self) -> &Bytes {
        &self.identity.body
    }

    /// Times this page was sent, about.
    pub fn hits(&self) -> u32 {
        self.hits.load(Ordering::Relaxed)
    }

    /// Whether the page may still be sent at that time.
    pub fn is_valid(&self, now: SystemTime) -> bool {
        self.valid_until.is_none_or(|until| now < until)
    }

    /// Bytes set aside for this page in the cache: body and headers, and room for the compressed variants to come.
    /// Constant, since a cache cannot follow a weight that changes. The variants of a page of HTML take about 1.1
    /// times its size together.
    pub fn weight(&self) -> u64 {
        let body = u64::try_from(self.identity.body.len()).unwrap_or(u64::MAX);
        let variants = if self.compressible { body.saturating_mul(3) / 2 } else { 0 };
        OVERHEAD.saturating_add(body).saturating_add(variants)
    }

    fn variant(&self, encoding: Encoding) -> &Variant {
        match self.slot(encoding) {
            Some(slot) if self.compressible => {
                slot.best.get().unwrap_or_else(|| slot.fast.get_or_init(|| self.encode(encoding, fast)))
            }
            _ => &self.identity,
        }
    }

    fn slot(&self, encoding: Encoding) -> Option<&Slot> {
        match encoding {
            Encoding::Identity => None,
            Encoding::Gzip => Some(&self.gzip),
            Encoding::Zstd => Some(&self.zstd),
            Encoding::Brotli => Some(&self.brotli),
        }
    }

    fn encode(&self, encoding: Encoding, compress: fn(Encoding, &[u8]) -> Bytes) -> Variant {
        let body = compress(encoding, &self.identity.body);
        let mut headers = self.identity.headers.clone();
        headers.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
        if let Some(value) = encoding.header() {
            headers.insert(CONTENT_ENCODING, value);
        }
        Variant { headers, body }
    }

    /// Weak comparison with every tag the client names (RFC 9110, 13.1.2). The tags made here hold no comma.
    fn is_known(&self, request_headers: &HeaderMap) -> bool {
        let own = opaque(&self.etag);
        request_headers
            .get_all(IF_NONE_MATCH)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|list| list.split(','))
            .any(|tag| tag.trim() == "*" || opaque(tag) == own)
    }
}

fn opaque(tag: &str) -> &str {
    let tag = tag.trim();
    tag.strip_prefix("W/").unwrap_or(tag)
}

fn answer(status: StatusCode, headers: HeaderMap, body: Bytes) -> Response<Bytes> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}

/// The same on every replica that runs the same build: the hasher's keys are constant.
fn hash(body: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(body);
    hasher.finish()
}

fn is_text(headers: &HeaderMap) -> bool {
    let Some(value) = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()) else {
        return false;
    };
    let essence = value.split(';').next().unwrap_or_default().trim();
    essence.starts_with("text/")
        || essence.ends_with("+json")
        || essence.ends_with("+xml")
        || matches!(essence, "application/json" | "application/xml" | "application/javascript")
}

fn vary_by_encoding(headers: &mut HeaderMap) {
    let known = headers
        .get_all(VARY)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|list| list.split(','))
        .any(|name| name.trim() == "*" || name.trim().eq_ignore_ascii_case("accept-encoding"));
    if !known {
        headers.append(VARY, HeaderValue::from_static("Accept-Encoding"));
    }
}

#[cfg(test)]
#[path = "tests/cached_page.rs"]
mod tests;
