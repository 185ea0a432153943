//! The public URL of the site.

use std::{fmt, net::IpAddr, sync::Arc};

use crate::site::Site;

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

    /// Returns the host that pages and images show: the brand's domain while the site is only reached from the same
    /// machine, else [`Self::host`]. Links and structured data always name the real one.
    pub fn shown_host<'a>(&'a self, site: &'a Site) -> &'a str {
        site.domain.as_deref().filter(|_| self.is_loopback()).unwrap_or(self.host())
    }

    /// Returns whether the host is this machine: `localhost`, 127.0.0.0/8 or `[::1]`.
    fn is_loopback(&self) -> bool {
        let name = host_of(&self.0);
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        address.map_or(name == "localhost" || name.ends_with(".localhost"), |address| address.is_loopback())
    }

    /// Returns whether visitors reach the site over https.
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }
}

/// Returns the host of a URL without its port: `foundfirst.example`, `[::1]`.
pub fn host_of(url: &str) -> &str {
    let host = url.split_once("://").map_or(url, |(_, host)| host);
    // Not a colon of an IPv6 address.
    host.rsplit_once(':').filter(|_| !host.ends_with(']')).map_or(host, |(name, _)| name)
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
        for (url, host) in [
            ("https://foundfirst.example:8443", "foundfirst.example"),
            ("https://foundfirst.example", "foundfirst.example"),
            ("http://[2001:db8::1]:8080", "[2001:db8::1]"),
            ("http://[::1]", "[::1]"),
        ] {
            assert_eq!(host_of(url), host, "{url}");
        }
    }

    #[test]
    fn the_brands_domain_is_shown_while_the_address_is_this_machines() {
        let site = Site { domain: Some("brand.example".into()), ..Site::default() };
        for own in [
            "http://127.0.0.1:8080",
            "http://localhost",
            "http://app.localhost:3000",
            "http://[::1]:80",
            "http://[::1]",
        ] {
            assert_eq!(SiteUrl::new(own).shown_host(&site), "brand.example", "{own}");
        }
        let without = Site { domain: None, ..Site::default() };
        for (url, host) in [("https://real.test", "real.test"), ("http://192.0.2.1:80", "192.0.2.1:80")] {
            assert_eq!(SiteUrl::new(url).shown_host(&site), host);
            assert_eq!(SiteUrl::new(url).shown_host(&without), host);
        }
        assert_eq!(SiteUrl::new("http://localhost:1").shown_host(&without), "localhost:1");
    }
}
