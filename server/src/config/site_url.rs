//! The public URL of the site.

use std::{fmt, sync::Arc};

/// Scheme and host of the site, without a trailing slash. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteUrl(Arc<str>);

impl SiteUrl {
    /// Returns the URL without trailing slashes.
    pub fn new(url: &str) -> Self {
        Self(url.trim_end_matches('/').into())
    }

    /// Returns the whole URL.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns host and port: "foundfirst.example".
    pub fn host(&self) -> &str {
        self.0.split_once("://").map_or(&*self.0, |(_, host)| host)
    }

    /// Returns whether visitors reach the site over https.
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }
}

impl fmt::Display for SiteUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_taken_apart() {
        let url = SiteUrl::new("https://foundfirst.example:8443/");
        assert_eq!(url.as_str(), "https://foundfirst.example:8443");
        assert_eq!(url.host(), "foundfirst.example:8443");
        assert!(url.is_https());
        assert!(!SiteUrl::new("http://127.0.0.1:8080").is_https());
    }
}
