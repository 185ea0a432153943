//! The plain texts: robots.txt, security.txt, llms.txt.

use std::fmt::Write as _;

use chrono::{DateTime, Days, NaiveTime, Utc};

use crate::{
    posts::{
        service::PostSummary,
        views::{plain_title, post_url},
    },
    site::Site,
};

/// Everybody may read everything but what is for staff and programs.
pub(super) fn robots(public_url: &str) -> String {
    format!(
        "User-agent: *\nAllow: /\nDisallow: /admin\nDisallow: /auth\nDisallow: /api\n\n\
         Sitemap: {public_url}/sitemap.xml\n"
    )
}

/// Whom to tell of a weakness (RFC 9116). It expires at the end of a year from today: the standard asks for less than
/// a year, and a whole day keeps the file the same for as long.
pub(super) fn security(contact: &str, public_url: &str, now: DateTime<Utc>) -> String {
    let today = now.date_naive();
    let expires = today.checked_add_days(Days::new(365)).unwrap_or(today).and_time(NaiveTime::MIN).and_utc();
    format!(
        "Contact: mailto:{contact}\nExpires: {}\nPreferred-Languages: en\n\
         Canonical: {public_url}/.well-known/security.txt\n",
        expires.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
    )
}

/// What the site is and what is worth reading, in Markdown (llmstxt.org).
pub(super) fn llms(site: &Site, public_url: &str, posts: &[PostSummary]) -> String {
    let name = line(&site.name);
    let mut out = format!(
        "# {name}\n\n> {}\n\n{name} is a UK search consultancy founded in {}. Its blog, The Crawl Log, explains how \
         search engines crawl, index and rank.\n\n## Pages\n\n",
        line(&site.strapline),
        site.founding_year
    );
    for (path, title, about) in [
        (
            "/services",
            "Services",
            "what the consultancy does, a calculator for what search traffic is worth, questions and answers",
        ),
        ("/seo", "SEO", "how the SEO work is done step by step, twelve terms explained, the plans"),
        ("/about", "About", "the company's story, its founder and a builder for a plan of one's own"),
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
        let _ = write!(out, "- [{}]({public_url}{})", line(&title), post_url(&post.slug));
        let summary = line(&post.summary);
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

/// A text on one line.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::*;

    #[test]
    fn security_txt_expires_within_a_year_of_whenever_it_is_read() {
        let now = Utc.with_ymd_and_hms(2027, 3, 4, 15, 16, 17).unwrap();
        let text = security("owner@site.test", "https://site.test", now);
        assert!(text.contains("Contact: mailto:owner@site.test\n"));
        assert!(text.contains("Expires: 2028-03-03T00:00:00Z\n"), "{text}");
        assert!(text.contains("Canonical: https://site.test/.well-known/security.txt\n"));
    }
}
