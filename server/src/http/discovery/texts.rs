//! Text files: robots.txt, security.txt, llms.txt and the web manifest.

use std::fmt::Write as _;

use chrono::{DateTime, Days, NaiveTime, Utc};
use serde_json::json;

use crate::{
    colours::{GREEN_900, PAPER_50},
    posts::{service::PostSummary, views::post_url},
    site::Site,
    text::{plain_title, single_line},
};

/// Returns robots.txt, which allows everything except the pages for staff and the API. Rules match prefixes: the one
/// for `/auth` would also forbid the pages of authors, and redirects that a former site had at `/author/`. A longer
/// rule allows these. It comes first, for crawlers that use the first rule that matches.
pub(super) fn robots(public_url: &str) -> String {
    format!(
        "User-agent: *\nAllow: /author\nDisallow: /admin\nDisallow: /auth\nDisallow: /api\n\n\
         Sitemap: {public_url}/sitemap.xml\n"
    )
}

/// Returns security.txt (RFC 9116). It expires within a year, as the RFC recommends, and at midnight, so that the
/// file stays the same for a day.
pub(super) fn security(contact: &str, public_url: &str, now: DateTime<Utc>) -> String {
    let today = now.date_naive();
    let expires = today.checked_add_days(Days::new(365)).unwrap_or(today).and_time(NaiveTime::MIN).and_utc();
    format!(
        "Contact: mailto:{contact}\nExpires: {}\nPreferred-Languages: en\n\
         Canonical: {public_url}/.well-known/security.txt\n",
        expires.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
    )
}

/// Returns the web app manifest.
pub(super) fn manifest(site: &Site) -> String {
    let icon = |src: &str, sizes: &str, kind: &str| json!({"src": src, "sizes": sizes, "type": kind});
    let (name, description) = (single_line(&site.name), single_line(&site.strapline));
    let manifest = json!({
        "name": name,
        "short_name": name,
        "description": if description.is_empty() { &name } else { &description },
        "lang": "en-GB",
        "start_url": "/",
        "display": "browser",
        "background_color": PAPER_50,
        "theme_color": GREEN_900,
        "icons": [
            icon("/icon-192.png", "192x192", "image/png"),
            icon("/icon-512.png", "512x512", "image/png"),
            {"src": "/favicon-maskable.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "maskable"},
        ],
    });
    manifest.to_string()
}

/// Returns a description of the site and its best pages in Markdown (llmstxt.org).
pub(super) fn llms(site: &Site, public_url: &str, posts: &[PostSummary]) -> String {
    let name = single_line(&site.name);
    let strapline = single_line(&site.strapline);
    let quote = if strapline.is_empty() { String::new() } else { format!("> {strapline}\n\n") };
    let mut out = format!(
        "# {name}\n\n{quote}{name} is a UK search consultancy founded in {}. Its blog, The Crawl Log, explains how \
         search engines crawl, index and rank.\n\n## Pages\n\n",
        site.founding_year
    );
    for (path, title, about) in [
        (
            "/services",
            "Services",
            "what the consultancy does, a calculator for what search traffic is worth, and common questions",
        ),
        ("/seo", "SEO", "how the SEO work is done step by step, twelve terms explained, and the plans"),
        ("/about", "About", "the company's story, its founder, and a tool that builds an SEO plan"),
        ("/contact", "Contact", "send a message or book a free discovery call"),
        ("/blog", "The Crawl Log", "every article, by category"),
    ] {
        let _ = writeln!(out, "- [{title}]({public_url}{path}): {about}");
    }
    if !posts.is_empty() {
        out.push_str("\n## Articles\n\n");
    }
    for post in posts {
        let title = plain_title(&post.title).replace(['[', ']'], "");
        let _ = write!(out, "- [{}]({public_url}{})", single_line(&title), post_url(&post.slug));
        let summary = single_line(&post.summary);
        out.push_str(if summary.is_empty() { "" } else { ": " });
        out.push_str(&summary);
        out.push('\n');
    }
    let _ = write!(
        out,
        "\n## Optional\n\n- [Feed]({public_url}/feed.xml): the latest articles as RSS\n\
         - [Sitemap]({public_url}/sitemap.xml): every page\n"
    );
    out
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::*;

    #[test]
    fn another_brand_is_named_everywhere_and_says_nothing_of_the_demo() {
        let site = Site::parse("site.toml", "name = \"Acme \\\"Search\\\"\"").unwrap();
        let manifest: serde_json::Value = serde_json::from_str(&manifest(&site)).unwrap();
        assert_eq!((&manifest["name"], &manifest["description"]), (&json!("Acme \"Search\""), &manifest["name"]));
        assert_eq!(manifest["icons"].as_array().unwrap().len(), 3);
        let llms = llms(&site, "https://acme.test", &[]);
        assert!(llms.starts_with("# Acme \"Search\"\n\nAcme "), "{llms}");
    }

    #[test]
    fn security_txt_expires_within_a_year_of_whenever_it_is_read() {
        let now = Utc.with_ymd_and_hms(2027, 3, 4, 15, 16, 17).unwrap();
        let text = security("owner@site.test", "https://site.test", now);
        assert!(text.contains("Contact: mailto:owner@site.test\n"));
        assert!(text.contains("Expires: 2028-03-03T00:00:00Z\n"), "{text}");
        assert!(text.contains("Canonical: https://site.test/.well-known/security.txt\n"));
    }
}
