//! `/media/images/…`: serves uploaded files.

use std::ops::Range;

use axum::{
    body::Body,
    extract::State,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use pictures::Kind;

use crate::{
    error::AppError,
    http::{errors::HttpError, extract::PathText},
    media::{MediaService, avif_path, file_url},
};

/// An image changes under its name only when a damaged one is restored. A deleted one disappears from caches within an
/// hour.
const LIFETIME: HeaderValue = HeaderValue::from_static("public, max-age=3600");
/// The AVIF version of a variant has the variant's address. Some shared caches disregard `Vary`, and would hand it to
/// browsers that cannot show it.
const AVIF_LIFETIME: HeaderValue = HeaderValue::from_static("private, max-age=3600");
const VARY: HeaderValue = HeaderValue::from_static("Accept");
/// A replaced file may be replaced again.
const REDIRECT_LIFETIME: &str = "public, max-age=60";
/// Maximum length of a file name in a directory, in bytes. A longer name is an error there rather than an absent file.
const LONGEST_NAME: usize = 255;
/// A drawing that is opened directly runs nothing, loads nothing and has an opaque origin.
const DRAWING_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox");

/// Responds with a file or a range of it. Browsers that accept AVIF get the AVIF version of a variant, once it is
/// encoded. A former file of an image redirects to the current one.
pub async fn image(
    method: Method,
    State(media): State<MediaService>,
    PathText(name): PathText,
    request: HeaderMap,
) -> Result<Response, HttpError> {
    if name.len() > LONGEST_NAME {
        return Ok(missing());
    }
    let path = format!("images/{name}");
    let Some(kind) = Kind::of_path(&path) else { return Ok(missing()) };
    let avif = avif_path(&path);
    let is_negotiated = avif.is_some();
    if let Some(avif) = avif.filter(|_| accepts_avif(&request)) {
        let answer = FileAnswer { method: &method, request: &request, kind: Kind::Avif, lifetime: AVIF_LIFETIME };
        // On an error, the variant itself is tried.
        if let Ok(Some(mut response)) = answer.of(&media, &avif).await {
            response.headers_mut().insert(header::VARY, VARY);
            return Ok(response);
        }
    }
    let answer = FileAnswer { method: &method, request: &request, kind, lifetime: LIFETIME };
    let Some(mut response) = answer.of(&media, &path).await? else { return moved(&media, &path).await };
    if is_negotiated {
        response.headers_mut().insert(header::VARY, VARY);
    }
    Ok(response)
}

/// What a request asks of a file, and how its response is cached.
struct FileAnswer<'a> {
    method: &'a Method,
    request: &'a HeaderMap,
    kind: Kind,
    lifetime: HeaderValue,
}

impl FileAnswer<'_> {
    /// Responds with the file at a path or a range of it. None when there is no such file.
    async fn of(&self, media: &MediaService, path: &str) -> Result<Option<Response>, HttpError> {
        let name = path.trim_start_matches("images/");
        let text = |key| self.request.get(key).and_then(|value: &HeaderValue| value.to_str().ok());
        // A tag without the name is of another file. Then the length, for which a bucket has to be asked first, is not
        // compared.
        let tags = text(header::IF_NONE_MATCH).filter(|tags| tags.contains(name) || tags.contains('*'));
        let if_range = text(header::IF_RANGE);
        let may_be_same = if_range.is_none_or(|tag| tag.contains(name));
        // HTTP defines ranges for GET alone.
        let range = text(header::RANGE).filter(|_| may_be_same && self.method == Method::GET);
        if self.method == Method::GET && tags.is_none() && range.is_none() {
            let Some(reading) = media.read(path).await? else { return Ok(None) };
            let headers = self.headers(&etag(name, reading.remaining()));
            return Ok(Some((headers, Body::new(reading)).into_response()));
        }
        let Some(kept) = media.file(path).await? else { return Ok(None) };
        let length = kept.length;
        let etag = etag(name, length);
        let mut headers = self.headers(&etag);
        if tags.is_some_and(|tags| matches_etag(tags, &etag)) {
            return Ok(Some((StatusCode::NOT_MODIFIED, headers).into_response()));
        }
        let range = range.filter(|_| if_range.is_none_or(|tag| tag == etag));
        let (status, part) = match range.map(|range| requested_range(range, length)) {
            None | Some(RequestedRange::Whole) => (StatusCode::OK, 0..length),
            Some(RequestedRange::Bytes(part)) => (StatusCode::PARTIAL_CONTENT, part),
            Some(RequestedRange::Nothing) => {
                headers.remove(header::CONTENT_TYPE);
                // Otherwise a shared cache might answer requests for the whole file with it.
                headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
                headers.insert(header::CONTENT_RANGE, number_header(&format!("bytes */{length}")));
                return Ok(Some((StatusCode::RANGE_NOT_SATISFIABLE, headers).into_response()));
            }
        };
        if status == StatusCode::PARTIAL_CONTENT {
            let range = format!("bytes {}-{}/{length}", part.start, part.end.saturating_sub(1));
            headers.insert(header::CONTENT_RANGE, number_header(&range));
        }
        if self.method == Method::HEAD {
            headers.insert(header::CONTENT_LENGTH, HeaderValue::from(part.end.saturating_sub(part.start)));
            return Ok(Some((status, headers).into_response()));
        }
        let reading = kept
            .read(part.start, part.end)
            .await
            .map_err(|error| AppError::unavailable(format!("media store: {error}")))?;
        Ok(Some((status, headers, Body::new(reading)).into_response()))
    }

    fn headers(&self, etag: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind.mime_type()));
        headers.insert(header::CACHE_CONTROL, self.lifetime.clone());
        headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
        if let Ok(etag) = HeaderValue::from_str(etag) {
            headers.insert(header::ETAG, etag);
        }
        if self.kind == Kind::Svg {
            headers.insert(header::CONTENT_SECURITY_POLICY, DRAWING_POLICY);
        }
        headers
    }
}

/// Returns the tag of a file. With its length, a file that was cut short has another one once it is restored.
fn etag(name: &str, length: u64) -> String {
    format!("\"{name}-{length}\"")
}

/// Returns whether a request accepts AVIF explicitly, as those of browsers for images do.
fn accepts_avif(request: &HeaderMap) -> bool {
    let types = request.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    types.flat_map(|value| value.split(',')).any(|value| {
        let mut parts = value.split(';').map(str::trim);
        let is_avif = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(Kind::Avif.mime_type()));
        let is_refused = |weight: &str| weight.parse::<f32>().is_ok_and(|weight| weight <= 0.0);
        is_avif && !parts.any(|part| part.strip_prefix("q=").is_some_and(is_refused))
    })
}

/// Redirects from a former file to the one that has replaced it.
async fn moved(media: &MediaService, path: &str) -> Result<Response, HttpError> {
    let Some(successor) = media.successor(path).await.map_err(AppError::from)? else { return Ok(missing()) };
    let headers = [(header::CACHE_CONTROL, REDIRECT_LIFETIME), (header::LOCATION, &file_url(&successor))];
    Ok((StatusCode::FOUND, headers).into_response())
}

fn missing() -> Response {
    let headers = [(header::CACHE_CONTROL, "no-store"), (header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    (StatusCode::NOT_FOUND, headers, "There is no such image.\n").into_response()
}

/// Digits and a few punctuation marks are always a valid header value.
fn number_header(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static("bytes */0"))
}

fn matches_etag(tags: &str, own: &str) -> bool {
    tags.split(',').map(str::trim).any(|tag| tag == "*" || tag.trim_start_matches("W/") == own)
}

/// The range of a `Range` header.
#[derive(Debug, PartialEq, Eq)]
enum RequestedRange {
    /// All of the file: several ranges, another unit, or an invalid header.
    Whole,
    /// These bytes.
    Bytes(Range<u64>),
    /// Bytes beyond the end.
    Nothing,
}

fn requested_range(range: &str, length: u64) -> RequestedRange {
    let Some((first, last)) = range.strip_prefix("bytes=").and_then(|range| range.trim().split_once('-')) else {
        return RequestedRange::Whole;
    };
    let number = |text: &str| text.trim().parse::<u64>().ok();
    match (number(first), number(last)) {
        (Some(first), _) if first >= length && (last.is_empty() || number(last).is_some()) => RequestedRange::Nothing,
        (Some(first), None) if last.is_empty() => RequestedRange::Bytes(first..length),
        (Some(first), Some(last)) if first <= last => RequestedRange::Bytes(first..last.saturating_add(1).min(length)),
        (None, Some(0)) if first.is_empty() => RequestedRange::Nothing,
        (None, Some(count)) if first.is_empty() => RequestedRange::Bytes(length.saturating_sub(count)..length),
        _ => RequestedRange::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn avif_is_sent_to_those_that_name_it() {
        for (accept, expected) in [
            ("image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", true),
            ("image/webp, Image/AVIF ; q=0.5", true),
            ("image/avif;q=0, image/webp", false),
            ("image/*", false),
            ("*/*", false),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT, HeaderValue::from_static(accept))]);
            assert_eq!(accepts_avif(&headers), expected, "{accept}");
        }
        assert!(!accepts_avif(&HeaderMap::new()));
    }

    #[test]
    fn a_range_is_read_as_http_says() {
        for (range, part) in [
            ("bytes=0-3", RequestedRange::Bytes(0..4)),
            ("bytes=4-", RequestedRange::Bytes(4..10)),
            ("bytes=-3", RequestedRange::Bytes(7..10)),
            ("bytes=-30", RequestedRange::Bytes(0..10)),
            ("bytes=4-400", RequestedRange::Bytes(4..10)),
            ("bytes=10-", RequestedRange::Nothing),
            ("bytes=-0", RequestedRange::Nothing),
            ("bytes=5-4", RequestedRange::Whole),
            ("bytes=0-1,4-5", RequestedRange::Whole),
            ("lines=0-1", RequestedRange::Whole),
            ("bytes=a-b", RequestedRange::Whole),
        ] {
            assert_eq!(requested_range(range, 10), part, "{range}");
        }
    }
}
