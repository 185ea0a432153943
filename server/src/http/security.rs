//! Security headers, and the guard against cross-site requests.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use sha2::{Digest, Sha256};

use crate::{
    config::SiteUrl,
    http::{errors::HttpError, proxies::ProxyWatch},
};

/// Scripts, styles, fonts and calls come from the site itself; images may come from other sites, as editors choose.
/// Only these Trusted Types policies may turn text into markup, scripts or workers (see
/// `web/src/lib/trusted-types.ts`): the site's own, and the one with which the editor's library parses pasted content.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: https:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
    form-action 'self'; frame-ancestors 'none'; base-uri 'none'; \
    require-trusted-types-for 'script'; trusted-types foundfirst foundfirst-data \
    foundfirst-worker foundfirst-editor ProseMirrorClipboard; report-uri /api/csp-reports; report-to csp";

/// The policy of fonts and bitmaps, which run nothing and load nothing. It is short, as it precedes every file.
const FILE_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";

/// Vite's development server runs on another port and adds styles inline.
pub const DEVELOPMENT_POLICY: &str = "default-src * 'unsafe-inline' data: ws:";

/// Returns the policy of a document whose `<style>` element contains exactly `style`.
pub fn policy_with_style(style: &str) -> String {
    let hash = STANDARD.encode(Sha256::digest(style));
    CONTENT_SECURITY_POLICY.replacen("style-src 'self'", &format!("style-src 'self' 'sha256-{hash}'"), 1)
}

/// Returns a policy, or else the common one, extended by frames from some origins.
pub fn with_frames(policy: Option<&HeaderValue>, origins: &[String]) -> Option<HeaderValue> {
    let policy = policy.and_then(|policy| policy.to_str().ok()).unwrap_or(CONTENT_SECURITY_POLICY);
    HeaderValue::try_from(format!("{policy}; frame-src {}", origins.join(" "))).ok()
}

/// The path prefix of images, which may have former addresses.
const IMAGES: [&str; 2] = ["/media/images/", "/cards/"];

const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

const HEADERS: [(HeaderName, HeaderValue); 7] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_SECURITY_POLICY)),
    (HeaderName::from_static("reporting-endpoints"), HeaderValue::from_static("csp=\"/api/csp-reports\"")),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()"),
    ),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
];

/// Adds the security headers. Other sites may embed images and nothing else; browsers require this header on a redirect
/// to an image too. `https` adds `Strict-Transport-Security`.
pub fn protect(headers: &mut HeaderMap, https: bool) {
    let begins = |name: HeaderName, with: &str| {
        headers.get(name).is_some_and(|value| value.as_bytes().starts_with(with.as_bytes()))
    };
    let is_image = begins(header::CONTENT_TYPE, "image/");
    let is_bitmap = is_image && !begins(header::CONTENT_TYPE, "image/svg");
    let is_file = is_bitmap || begins(header::CONTENT_TYPE, "font/");
    let is_embeddable = is_image || IMAGES.iter().any(|images| begins(header::LOCATION, images));
    if is_file {
        headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(FILE_POLICY));
    }
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(value);
    }
    let embedding = if is_embeddable { "cross-origin" } else { "same-origin" };
    headers.entry(CROSS_ORIGIN_RESOURCE_POLICY).or_insert(HeaderValue::from_static(embedding));
    if https {
        headers
            .entry(header::STRICT_TRANSPORT_SECURITY)
            .or_insert(HeaderValue::from_static("max-age=63072000; includeSubDomains"));
    }
}

/// Middleware that adds the security headers to every response of the router.
pub async fn protect_answers(State(url): State<SiteUrl>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    protect(response.headers_mut(), url.is_https());
    response
}

/// Middleware: requests that change something must come from the site's own pages or from a program.
pub async fn same_site_only(State(proxies): State<ProxyWatch>, request: Request, next: Next) -> Response {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS | Method::TRACE);
    if safe || is_same_site(request.headers(), &proxies) {
        next.run(request).await
    } else {
        HttpError::CrossSite.into_response()
    }
}

/// Browsers send the origin with such requests; programs that do not send it have no visitor's cookies. A proxy may
/// pass on another host than visitors use, so the origin of the public URL is accepted whatever the host.
fn is_same_site(headers: &HeaderMap, proxies: &ProxyWatch) -> bool {
    let is_public = proxies.is_public_origin(headers);
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text("sec-fetch-site") {
        return matches!(site, "same-origin" | "none");
    }
    match (text("origin"), text("host")) {
        (None, _) => true,
        _ if is_public => true,
        (Some(origin), Some(host)) => origin.split_once("://").is_some_and(|(_, from)| from.eq_ignore_ascii_case(host)),
        (Some(_), None) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::proxies::TrustedProxies;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn cross_site_requests_are_refused() {
        let trusted = TrustedProxies(Vec::new().into());
        let proxies = ProxyWatch::new(trusted, SiteUrl::new("https://foundfirst.example"));
        let is_same_site = |pairs: &[(&'static str, &'static str)]| is_same_site(&headers(pairs), &proxies);
        let own = ("origin", "https://foundfirst.example");
        assert!(!is_same_site(&[("sec-fetch-site", "cross-site")]));
        assert!(!is_same_site(&[("sec-fetch-site", "same-site")]));
        assert!(!is_same_site(&[("sec-fetch-site", "cross-site"), own]));
        assert!(!is_same_site(&[("origin", "https://evil.example"), ("host", "foundfirst.example")]));
        assert!(!is_same_site(&[("origin", "http://foundfirst.example"), ("host", "127.0.0.1:8080")]));
        assert!(!is_same_site(&[("origin", "null"), ("host", "foundfirst.example")]));
        assert!(is_same_site(&[own, ("host", "foundfirst.example")]));
        assert!(is_same_site(&[own, ("host", "127.0.0.1:8080")]));
        assert!(is_same_site(&[("origin", "http://localhost:8080"), ("host", "localhost:8080")]));
        assert!(is_same_site(&[("sec-fetch-site", "same-origin")]));
        assert!(is_same_site(&[]));
    }

    #[test]
    fn the_policy_allows_no_inline_code_or_style() {
        assert!(!CONTENT_SECURITY_POLICY.contains("unsafe"));
        assert!(!CONTENT_SECURITY_POLICY.contains('\n'));
    }

    #[test]
    fn fonts_and_bitmaps_have_a_short_policy() {
        let policy = |content_type: &'static str| {
            let mut headers = headers(&[("content-type", content_type)]);
            protect(&mut headers, false);
            headers.remove(header::CONTENT_SECURITY_POLICY).map(|policy| policy.to_str().unwrap().to_owned())
        };
        for file in ["font/woff2", "image/png", "image/avif", "image/x-icon"] {
            assert_eq!(policy(file).as_deref(), Some(FILE_POLICY), "{file}");
        }
        // A worker's policy is that of its script, and a drawing has styles.
        for other in ["text/javascript; charset=utf-8", "text/html; charset=utf-8", "image/svg+xml"] {
            assert_eq!(policy(other).as_deref(), Some(CONTENT_SECURITY_POLICY), "{other}");
        }
    }

    #[test]
    fn a_document_with_styles_allows_these_by_their_hash() {
        let policy = policy_with_style("a{color:red}");
        // The output of `printf 'a{color:red}' | openssl dgst -sha256 -binary | base64`.
        assert!(
            policy.contains("style-src 'self' 'sha256-6hWWMOcF+mJesSJGYhmK2lkIIEw9Xc5XKGLPVzh8yxs='; img-src"),
            "{policy}"
        );
    }
}
