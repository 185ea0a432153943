//! A complete response that can be sent in every encoding without further work.

use std::hash::{DefaultHasher, Hasher};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::SystemTime;

use bytes::Bytes;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, VARY};
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode};

use super::compress::{Encoding, best, fast, negotiate};
use crate::http::prepared::{Negotiation, PreparedResponse};

/// Shorter bodies are not compressed: the encoding's overhead would cancel the gain.
const MIN_COMPRESSED: usize = 256;
/// How often a page is sent before it is compressed to the best level.
const WORTH_COMPRESSING: u32 = 3;
/// Size of the headers of all variants, in bytes.
const OVERHEAD: u64 = 8 * 1024;

/// A variant in one encoding, as first requested and as improved by [`CachedPage::upgrade`].
#[derive(Debug, Default)]
struct Slot {
    fast: OnceLock<PreparedResponse>,
    best: OnceLock<PreparedResponse>,
}

/// A response with its variants.
#[derive(Debug)]
pub struct CachedPage {
    status: StatusCode,
    identity: PreparedResponse,
    gzip: Slot,
    zstd: Slot,
    brotli: Slot,
    not_modified: PreparedResponse,
    etag: Box<str>,
    compressible: bool,
    valid_until: Option<SystemTime>,
    hits: AtomicU32,
    /// Whether it is compressed to the best level, or is about to be.
    is_upgraded: AtomicBool,
}

impl CachedPage {
    /// Prepares a response. `headers` are those of every variant (content type, caching, security); `Content-Length`,
    /// `Content-Encoding`, `ETag` and `Vary: Accept-Encoding` are added here. A body with a `Content-Encoding` or a
    /// content type other than text is never compressed. After `valid_until` the cache treats the page as absent.
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
            identity: PreparedResponse::new(status, headers, body),
            gzip: Slot::default(),
            zstd: Slot::default(),
            brotli: Slot::default(),
            not_modified: PreparedResponse::new(StatusCode::NOT_MODIFIED, not_modified, Bytes::new()),
            etag: etag.into(),
            compressible,
            valid_until,
            hits: AtomicU32::new(0),
            is_upgraded: AtomicBool::new(false),
        }
    }

    /// Returns the response to a request.
    pub fn respond(&self, method: &Method, request_headers: &HeaderMap) -> Response<Bytes> {
        self.prepared(&Negotiation::of(request_headers)).response(method)
    }

    /// Returns the variant for a request, after content negotiation and `If-None-Match`.
    pub fn prepared(&self, negotiation: &Negotiation) -> &PreparedResponse {
        // The count ranks pages and shows which are worth compressing. A lost update does not matter, and this is
        // cheaper than an atomic addition.
        self.hits.store(self.hits.load(Ordering::Relaxed).saturating_add(1), Ordering::Relaxed);
        if self.status.is_success() && negotiation.knows(&self.etag) {
            return &self.not_modified;
        }
        self.variant(negotiate(negotiation.encodings))
    }

    /// Returns whether the page was sent so often that it is worth compressing to the best level, and nothing has begun
    /// to. A caller that gets true must queue the page or call [`Self::release_upgrade`].
    pub fn claim_upgrade(&self) -> bool {
        self.hits() >= WORTH_COMPRESSING
            && !self.is_upgraded.load(Ordering::Relaxed)
            && !self.is_upgraded.swap(true, Ordering::Relaxed)
    }

    /// Leaves the better compression to a later request.
    pub fn release_upgrade(&self) {
        self.is_upgraded.store(false, Ordering::Relaxed);
    }

    /// Compresses Brotli, and other encodings that were requested so far, to the best level. Takes tens of
    /// milliseconds of CPU time: call it off the async threads.
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

    /// Returns the status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// Returns the uncompressed body.
    pub fn body(&self) -> &Bytes {
        self.identity.body()
    }

    /// Returns approximately how often the page was sent.
    pub fn hits(&self) -> u32 {
        self.hits.load(Ordering::Relaxed)
    }

    /// Returns whether the page may still be sent at `now`.
    pub fn is_valid(&self, now: SystemTime) -> bool {
        self.valid_until.is_none_or(|until| now < until)
    }

    /// Returns the weight of this page in the cache, in bytes: body, headers, and room for variants that are
    /// compressed later. Constant, since the cache cannot follow a changing weight. The variants of an HTML page
    /// together take about 1.1 times its size.
    pub fn weight(&self) -> u64 {
        let body = u64::try_from(self.identity.body().len()).unwrap_or(u64::MAX);
        let variants = if self.compressible { body.saturating_mul(3) / 2 } else { 0 };
        OVERHEAD.saturating_add(body).saturating_add(variants)
    }

    fn variant(&self, encoding: Encoding) -> &PreparedResponse {
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

    fn encode(&self, encoding: Encoding, compress: fn(Encoding, &[u8]) -> Bytes) -> PreparedResponse {
        let body = compress(encoding, self.identity.body());
        let mut headers = self.identity.headers().clone();
        headers.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
        if let Some(value) = encoding.header() {
            headers.insert(CONTENT_ENCODING, value);
        }
        PreparedResponse::new(self.status, headers, body)
    }
}

/// The hasher's keys are constant, so all replicas of a build give a body the same tag.
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
mod tests;
