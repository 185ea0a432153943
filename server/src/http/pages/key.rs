//! The cache key of a page: its path and the query parameters that pages use, in canonical order. Tracking parameters
//! and the order of parameters do not create a second copy.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::{
    enquiries::EnquiryType,
    storage::{content_state::Versions, search},
};

/// The prefix of the path under which in-app navigation requests a page's data.
pub const DATA_PREFIX: &str = "/_data";

/// The query parameter after an accepted form.
pub const SENT: &str = "sent";

/// Returns the query parameters that change the page at a path, in canonical order. Page functions read no others.
fn parameters(path: &str) -> &'static [&'static str] {
    let path = path.strip_prefix(DATA_PREFIX).unwrap_or(path);
    match path {
        "/blog" => &["tag", "section", "trending", "latest", "featured", "search", "page", SENT],
        "/contact" => &["tab", SENT],
        "/" | "/about" | "/services" | "/seo" => &[SENT],
        _ if path.starts_with("/blog/") => &["page", SENT],
        _ if path.starts_with("/authors/") => &["page"],
        _ => &[],
    }
}

/// Returns the versions that the page with a key depends on: only the booking form shows free times.
pub fn versions_of(key: &str, present: Versions) -> Versions {
    let page = key.strip_prefix(DATA_PREFIX).unwrap_or(key);
    if page.starts_with("/contact?tab=schedule") { present } else { Versions { availability: 0, ..present } }
}

/// Longer keys are not cached: such URLs are not shared.
const LONGEST: usize = 512;

/// Characters to escape in a query value.
pub const VALUE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// Returns the key of a path and its query; None when it is too long to cache.
pub fn page_key<'a>(path: &'a str, query: Option<&str>) -> Option<Cow<'a, str>> {
    let key = match query {
        None | Some("") => Cow::Borrowed(path),
        Some(query) => match canonical_query(path, query) {
            query if query.is_empty() => Cow::Borrowed(path),
            query => Cow::Owned(format!("{path}?{query}")),
        },
    };
    (key.len() <= LONGEST).then_some(key)
}

/// Returns the parameters that the page at a path uses, in canonical order and form. Empty ones and `page=1` are
/// omitted.
fn canonical_query(path: &str, query: &str) -> String {
    let mut parts = Vec::new();
    for name in parameters(path) {
        let value = if matches!(*name, "tag" | "section" | "search") {
            filter_text(Some(query), name)
        } else {
            parameter(Some(query), name)
        };
        let value = value.as_str();
        // Switches have a single meaningful value; others are ignored.
        let says = match *name {
            "trending" | "latest" | "featured" => value == "true",
            "tab" => value == "schedule",
            SENT => EnquiryType::parse(value).is_some(),
            "page" => !value.is_empty() && value != "1",
            _ => !value.is_empty(),
        };
        if says {
            parts.push(format!("{name}={}", utf8_percent_encode(value, VALUE)));
        }
    }
    parts.join("&")
}

/// Returns the first value of a query parameter; empty when absent. Pages parse their parameters with it, so that a
/// page and its key always agree.
pub fn parameter(query: Option<&str>, name: &str) -> String {
    let mut pairs = query.unwrap_or_default().split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| decoded(value)).unwrap_or_default()
}

/// Returns text of the listing's filter, trimmed and cut like a search term. No category is longer.
pub fn filter_text(query: Option<&str>, name: &str) -> String {
    search::cut(&parameter(query, name)).to_owned()
}

/// Parses a page number: 1 when empty, None when it is not a number from 1 in canonical form.
pub fn page_number(text: &str) -> Option<u32> {
    if text.is_empty() {
        return Some(1);
    }
    text.parse().ok().filter(|page: &u32| *page > 0 && page.to_string() == text)
}

fn decoded(value: &str) -> String {
    percent_decode_str(&value.replace('+', " ")).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_parameters_make_no_second_key() {
        assert_eq!(page_key("/blog", Some("utm_source=x&fbclid=1")).unwrap(), "/blog");
        assert_eq!(page_key("/blog", None).unwrap(), "/blog");
        assert_eq!(page_key("/blog", Some("")).unwrap(), "/blog");
    }

    #[test]
    fn a_parameter_of_another_page_makes_no_second_key() {
        let all = "tag=a&section=b&trending=true&latest=true&search=c&page=2&tab=schedule&sent=contact&utm_source=x";
        for (path, query) in [
            ("/", "sent=contact"),
            ("/_data/about", "sent=contact"),
            ("/privacy", ""),
            ("/contact", "tab=schedule&sent=contact"),
            ("/blog", "tag=a&section=b&trending=true&latest=true&search=c&page=2&sent=contact"),
            ("/_data/blog", "tag=a&section=b&trending=true&latest=true&search=c&page=2&sent=contact"),
            ("/blog/post", "page=2&sent=contact"),
            ("/_data/blog/post", "page=2&sent=contact"),
            ("/authors/one", "page=2"),
            ("/sitemap.xml", ""),
            ("/nothing", ""),
        ] {
            assert_eq!(canonical_query(path, all), query, "{path}");
        }
    }

    #[test]
    fn order_and_spelling_do_not_matter() {
        let one = page_key("/blog", Some("page=2&tag=Analytics+%26+Data")).unwrap();
        let two = page_key("/blog", Some("tag=Analytics%20%26%20Data&x=y&page=2")).unwrap();
        assert_eq!(one, two);
        assert_eq!(one, "/blog?tag=Analytics%20%26%20Data&page=2");
    }

    #[test]
    fn the_first_page_is_the_listing_itself() {
        assert_eq!(page_key("/blog", Some("page=1&search=")).unwrap(), "/blog");
    }

    #[test]
    fn of_a_repeated_parameter_the_first_counts_in_the_key_and_on_the_page() {
        let query = "tag=a&tag=b";
        assert_eq!(canonical_query("/blog", query), "tag=a");
        assert_eq!(parameter(Some(query), "tag"), "a");
        assert_eq!(parameter(Some(query), "page"), "");
        assert_eq!(parameter(None, "tag"), "");
    }

    #[test]
    fn a_switch_with_another_value_makes_no_second_key() {
        assert_eq!(canonical_query("/blog", "trending=yes&latest=1&sent=pigeon"), "");
        assert_eq!(canonical_query("/contact", "sent=quiz-lead&tab=schedule"), "tab=schedule&sent=quiz-lead");
        assert_eq!(canonical_query("/contact", "tab=x"), "");
        assert_eq!(canonical_query("/blog", "trending=true&search=+logs+"), "trending=true&search=logs");
    }

    #[test]
    fn a_long_url_is_not_cached() {
        assert_eq!(page_key("/blog", Some(&format!("page={}", "1".repeat(600)))), None);
    }

    #[test]
    fn what_is_not_searched_for_makes_no_second_key() {
        for name in ["tag", "section", "search"] {
            let key = page_key("/blog", Some(&format!("{name}=++{}", "x".repeat(600)))).unwrap();
            assert_eq!(key, format!("/blog?{name}={}", "x".repeat(100)));
        }
    }

    #[test]
    fn pages_are_counted_from_one() {
        assert_eq!(page_number(""), Some(1));
        assert_eq!(page_number("3"), Some(3));
        for wrong in ["0", "-1", "x", "1.5", "99999999999", "02", "+2", " 2", "\u{662}"] {
            assert_eq!(page_number(wrong), None, "{wrong}");
        }
    }
}
