//! Addresses of a site whose canonical origin may differ from the one at which it is reached: behind a proxy, or before
//! it moves.

use percent_encoding::percent_decode_str;
use url::{Origin, Url};

/// The origin at which a site is reached, and its canonical origin.
#[derive(Debug, Clone)]
pub(super) struct Addresses {
    reached: Url,
    public: Url,
}

impl Addresses {
    /// Returns the addresses of a site that is reached at `reached` and whose start page has `canonical` as its
    /// canonical address, if it has one.
    pub(super) fn new(reached: &Url, canonical: Option<&str>) -> Self {
        let named = canonical.and_then(|address| Url::parse(address).ok()).filter(Url::has_host);
        Self { public: named.unwrap_or_else(|| reached.clone()), reached: reached.clone() }
    }

    /// Resolves a reference in the page at `base`. Returns the address at the canonical origin, and the fragment. None
    /// for other sites, and for anything but web pages.
    pub(super) fn resolve(&self, base: &str, reference: &str) -> Option<(String, Option<String>)> {
        let mut url = Url::parse(base).ok()?.join(reference).ok()?;
        let fragment = url.fragment().map(|id| percent_decode_str(id).decode_utf8_lossy().into_owned());
        url.set_fragment(None);
        Some((self.public(url)?, fragment))
    }

    /// Returns an address at the canonical origin. None for other sites.
    fn public(&self, url: Url) -> Option<String> {
        if url.origin() == self.public.origin() {
            Some(url.into())
        } else if url.origin() == self.reached.origin() {
            Some(moved(&url, &self.public))
        } else {
            None
        }
    }

    /// Returns the address at which a page of the site is reached. None for other sites.
    pub(super) fn reached(&self, address: &str) -> Option<Url> {
        let url = Url::parse(&self.public(Url::parse(address).ok()?)?).ok()?;
        Url::parse(&moved(&url, &self.reached)).ok()
    }

    /// Returns the address of a path at the canonical origin.
    pub(super) fn of_path(&self, path: &str) -> String {
        format!("{}{path}", origin(&self.public))
    }
}

/// Replaces the origin of an address with that of another.
fn moved(url: &Url, to: &Url) -> String {
    let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
    format!("{}{}{query}", origin(to), url.path())
}

fn origin(url: &Url) -> String {
    match url.origin() {
        origin @ Origin::Tuple(..) => origin.ascii_serialization(),
        Origin::Opaque(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_that_the_site_calls_itself() {
        let reached = Url::parse("http://127.0.0.1:8080/").unwrap();
        let site = Addresses::new(&reached, Some("https://site.test/"));
        let resolve = |reference: &str| site.resolve("https://site.test/blog/one?page=2", reference);
        for (reference, address, fragment) in [
            ("two", "https://site.test/blog/two", None),
            ("/seo#f%20aq", "https://site.test/seo", Some("f aq")),
            ("?page=3", "https://site.test/blog/one?page=3", None),
            ("#x", "https://site.test/blog/one?page=2", Some("x")),
            ("http://127.0.0.1:8080/about?a=b", "https://site.test/about?a=b", None),
        ] {
            let expected = Some((address.to_owned(), fragment.map(str::to_owned)));
            assert_eq!(resolve(reference), expected, "{reference}");
        }
        for elsewhere in ["https://other.test/", "mailto:a@site.test", "http://site.test/", "http://["] {
            assert_eq!(resolve(elsewhere), None, "{elsewhere}");
        }
        assert_eq!(site.reached("https://site.test/a?b").unwrap().as_str(), "http://127.0.0.1:8080/a?b");
        assert_eq!(site.reached("https://other.test/a"), None);
        assert_eq!(Addresses::new(&reached, None).of_path("/robots.txt"), "http://127.0.0.1:8080/robots.txt");
    }
}
