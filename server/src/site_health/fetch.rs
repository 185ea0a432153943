//! How a crawl fetches its pages.

use url::Url;

/// Fetches addresses of a site, sends no cookies and follows no redirects.
pub trait Fetch: Clone + Send + Sync + 'static {
    /// Fetches an address. Fails with the reason when no complete response arrives in time.
    fn get(&self, url: &Url) -> impl Future<Output = Result<Fetched, String>> + Send;
}

/// What a crawl reads from a response.
#[derive(Debug)]
pub struct Fetched {
    /// The status code.
    pub status: u16,
    /// `Content-Type`; empty when the response has none.
    pub content_type: String,
    /// `Location`, if the response has one.
    pub location: Option<String>,
    /// Whether the response sets a cookie.
    pub sets_cookie: bool,
    /// The text of pages, robots.txt and sitemaps. Empty for anything else.
    pub text: String,
}

impl Fetched {
    /// Returns whether the status is one of success (2xx).
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Returns whether the status is that of a redirect (3xx).
    pub fn is_redirect(&self) -> bool {
        (300..400).contains(&self.status)
    }

    /// Returns whether the response is a page.
    pub fn is_html(&self) -> bool {
        self.content_type.starts_with("text/html")
    }

    /// Returns whether the response is text that a crawl reads.
    pub fn is_text(&self) -> bool {
        ["text/html", "text/plain", "text/xml", "application/xml"]
            .iter()
            .any(|kind| self.content_type.starts_with(kind))
    }
}
