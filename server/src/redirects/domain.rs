//! The rules of addresses: what may be redirected and where to, and which missed addresses are listed.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use serde::Serialize;
use url::{Position, Url};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::values::Slug;

/// Maximum number of characters in a source or target.
pub const ADDRESS_LENGTH: usize = 500;

/// Maximum number of missed addresses that are kept.
pub const MISSED_LIMIT: u64 = 1000;

/// Characters that are escaped in a path.
const PATH: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'`').add(b'{').add(b'}').add(b'?').add(b'#').add(b'%');

/// Prefixes of the program's own addresses.
const OWN: [&str; 20] = [
    "/api",
    "/admin",
    "/auth",
    "/_data",
    "/assets",
    "/media",
    "/cards",
    "/preview",
    "/bookings",
    "/newsletter",
    "/.well-known",
    "/blog-post-manager",
    "/healthz",
    "/readyz",
    "/robots.txt",
    "/sitemap.xml",
    "/feed.xml",
    "/llms.txt",
    "/site.webmanifest",
    "/images/og-default.png",
];

/// The message for a source that is an address of the program.
pub const OWN_ADDRESS: &str = "This address is used by the website itself";

/// How a redirect was created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RedirectKind {
    /// Created by staff.
    ByHand,
    /// Created when the slug of a post changed.
    RenamedPost,
}

/// The id of a redirect: a UUID, or `post:` and the former slug of a renamed post.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum RedirectId {
    /// Created by staff.
    ByHand(Uuid),
    /// The former slug.
    RenamedPost(String),
}

impl RedirectId {
    /// Parses an id.
    pub fn parse(text: &str) -> Option<Self> {
        match text.strip_prefix("post:") {
            Some(slug) => Slug::parse(slug).ok().map(|slug| Self::RenamedPost(slug.into())),
            None => text.parse().ok().map(Self::ByHand),
        }
    }
}

/// A redirect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RedirectRecord {
    /// Unique identifier: a UUID, or `post:` followed by the former slug of a renamed post.
    pub id: String,
    /// How the redirect was created.
    pub kind: RedirectKind,
    /// Path that is redirected.
    pub source: String,
    /// Destination: a path on this site, or an absolute `https` URL.
    pub target: String,
    /// Number of times the redirect was followed.
    pub hits: i64,
    /// When the redirect was last followed. Null if never.
    #[schema(required = true)]
    pub last_hit_at: Option<DateTime<Utc>>,
}

/// A requested URL that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MissedAddress {
    /// Unique identifier (UUIDv7).
    pub id: Uuid,
    /// Path of the URL, without the query.
    pub path: String,
    /// Number of requests.
    pub misses: i64,
    /// When the URL was last requested.
    pub last_seen_at: DateTime<Utc>,
}

/// The target of a redirect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// A path of this site with query and fragment, or an https address.
    pub address: String,
    /// The normalised path on this site; empty for an address elsewhere.
    pub path: String,
}

impl Target {
    /// Parses a target. The error is a sentence for people.
    pub fn parse(text: &str, origin: &str) -> Result<Self, &'static str> {
        const WRONG: &str = "Enter a path on this site, such as /blog, or an address that starts with https://";
        let text = without_origin(text.trim(), origin);
        if text.chars().count() > ADDRESS_LENGTH {
            return Err("Addresses have at most 500 characters");
        }
        if text.contains(['\\', '"', '<', '>']) || text.chars().any(|c| c.is_control() || c.is_whitespace()) {
            return Err(WRONG);
        }
        if text.starts_with('/') {
            let path = text.split(['?', '#']).next().unwrap_or_default();
            let path = normalise(path).ok_or(WRONG)?;
            let rest = text.find(['?', '#']).and_then(|at| text.get(at..)).unwrap_or_default();
            let encoded = utf8_percent_encode(rest, CONTROLS);
            return Ok(Self { address: format!("{path}{encoded}"), path });
        }
        let url = Url::parse(&text).map_err(|_| WRONG)?;
        if url.scheme() != "https" || url.host_str().is_none() || !url.username().is_empty() || url.password().is_some()
        {
            return Err(WRONG);
        }
        Ok(Self { address: url.into(), path: String::new() })
    }
}

/// Parses the path that is redirected. The error is a sentence for people.
pub fn parse_source(text: &str, origin: &str) -> Result<String, &'static str> {
    const WRONG: &str = "Enter a path on this site, such as /old-page";
    let text = without_origin(text.trim(), origin);
    if text.chars().count() > ADDRESS_LENGTH {
        return Err("Addresses have at most 500 characters");
    }
    let path = normalise(text.split(['?', '#']).next().unwrap_or_default()).ok_or(WRONG)?;
    if is_own(&path) { Err(OWN_ADDRESS) } else { Ok(path) }
}

/// Returns the path in its normal form: lower case, escaped, no slash at the end. None when the text is not a path.
pub fn normalise(path: &str) -> Option<String> {
    let decoded = percent_decode_str(path).decode_utf8().ok()?.to_lowercase();
    let faulty = |c: char| c.is_control() || c == '\\';
    if !decoded.starts_with('/') || decoded.contains("//") || decoded.contains(faulty) {
        return None;
    }
    if decoded.split('/').any(|segment| matches!(segment, "." | "..")) {
        return None;
    }
    let trimmed = decoded.trim_end_matches('/');
    if trimmed.is_empty() {
        return Some("/".to_owned());
    }
    Some(utf8_percent_encode(trimmed, PATH).to_string())
}

/// Returns whether a missed path is listed for staff: not an address of the program, without a secret, and not a probe
/// for weaknesses. The path must be normalised.
pub fn is_worth_keeping(path: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "/-_.~".contains(c);
    if path.len() > 200 || path == "/" || is_own(path) || !path.chars().all(plain) {
        return false;
    }
    let probing = |segment: &str| {
        let extension = segment.rsplit_once('.').map(|(_, extension)| extension);
        segment.starts_with(['.', '_', '~'])
            || segment.starts_with("wp-")
            || extension.is_some_and(|extension| !matches!(extension, "html" | "htm" | "pdf"))
            || matches!(segment, "cgi-bin" | "phpmyadmin" | "actuator" | "vendor" | "wordpress" | "xmlrpc" | "console")
    };
    !path.split('/').any(|segment| probing(segment) || may_be_secret(segment))
}

/// Tokens are long, or mix letters and digits: titles of pages are words with hyphens between them.
fn may_be_secret(segment: &str) -> bool {
    segment.contains('@')
        || segment.split(['-', '_', '.', '~']).any(|word| {
            let mixed = word.contains(|c: char| c.is_ascii_digit()) && word.contains(|c: char| c.is_ascii_lowercase());
            word.len() > 24 || (word.len() >= 8 && mixed)
        })
}

fn is_own(path: &str) -> bool {
    OWN.iter().any(|own| path.strip_prefix(own).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// Returns the path of an address on this site, in whatever spelling of its host; another text as it is.
fn without_origin<'a>(text: &'a str, origin: &str) -> Cow<'a, str> {
    match (Url::parse(text), Url::parse(origin)) {
        (Ok(url), Ok(own)) if url.origin() == own.origin() => Cow::Owned(url[Position::BeforePath..].to_owned()),
        _ => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: &str = "https://site.test";

    #[test]
    fn a_source_has_one_spelling() {
        for text in
            ["/Old-Page", " /old-page/ ", "/old-page?utm=1#top", "https://Site.test:443/OLD-page", "/old%2Dpage"]
        {
            assert_eq!(parse_source(text, ORIGIN), Ok("/old-page".to_owned()), "{text}");
        }
        assert_eq!(parse_source("/Caf\u{c9}", ORIGIN), parse_source("/caf%C3%A9", ORIGIN));
    }

    #[test]
    fn what_is_no_path_is_refused() {
        for text in ["", "old", "//evil.test", "/a//b", "/a/../b", "https://other.test/a", "/a\\b", "/%00", "/%ff"] {
            assert!(parse_source(text, ORIGIN).is_err(), "{text}");
        }
        for own in ["/api/x", "/admin", "/Admin/blog", "/auth", "/preview/x", "/media/images/a.png", "/robots.txt"] {
            assert_eq!(parse_source(own, ORIGIN), Err(OWN_ADDRESS), "{own}");
        }
        assert!(parse_source(&format!("/{}", "a".repeat(ADDRESS_LENGTH)), ORIGIN).is_err());
        assert!(parse_source("/administration", ORIGIN).is_ok());
    }

    #[test]
    fn a_target_is_a_path_or_an_https_address() {
        let target = |text: &str| Target::parse(text, ORIGIN).map(|target| (target.address, target.path));
        for own in ["https://site.test", "https://Site.test:443", "HTTPS://site.test"] {
            let address = format!("{own}/Blog?tag=SEO");
            assert_eq!(target(&address), Ok(("/blog?tag=SEO".into(), "/blog".into())), "{address}");
        }
        assert_eq!(target("/seo/#faq"), Ok(("/seo#faq".into(), "/seo".into())));
        assert_eq!(target("https://other.test/A"), Ok(("https://other.test/A".into(), String::new())));
        let wrong = ["", "blog", "http://a.test", "javascript:alert(1)", "//a.test", "/\\a.test", "https://u:p@a.test"];
        for text in wrong {
            assert!(target(text).is_err(), "{text}");
        }
    }

    #[test]
    fn only_addresses_of_pages_are_kept_as_missed() {
        for path in ["/old-page", "/blog/log-files-2024", "/guide.html", "/services/technical-seo"] {
            assert!(is_worth_keeping(path), "{path}");
        }
        for path in [
            "/",
            "/api/posts",
            "/admin/x",
            "/auth/reset",
            "/preview/abc",
            "/bookings/abc",
            "/index.php",
            "/a.php/b",
            "/.env",
            "/.git/config",
            "/wp-login",
            "/wp-admin/setup",
            "/blog/018f0000-0000-7000-8000-00000000000a",
            "/x/dgvzdcb0b2tlbibvzibtb3jlihrleh",
            "/x/a1b2c3d4e5",
            "/backup.zip",
            "/a%20b",
        ] {
            assert!(!is_worth_keeping(path), "{path}");
        }
    }
}
