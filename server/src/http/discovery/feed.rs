//! The latest posts as RSS 2.0.

use std::fmt::Write as _;

use chrono::{DateTime, Utc};

use super::xml::{element, escaped};
use crate::{
    posts::{service::PostSummary, views::post_url},
    text::plain_title,
};

/// Returns the feed of these posts, newest first. It depends on the posts alone, so that its tag changes only with
/// them.
pub(super) fn rss(name: &str, public_url: &str, posts: &[PostSummary]) -> String {
    let mut out = String::with_capacity(1_000 + posts.len() * 1_000);
    out.push_str(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" \
         xmlns:atom=\"http://www.w3.org/2005/Atom\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n<channel>\n",
    );
    element(&mut out, "title", &format!("The Crawl Log | {name}"));
    element(&mut out, "link", &format!("{public_url}/blog"));
    element(&mut out, "description", "How search engines crawl, index and rank, and what changed lately.");
    element(&mut out, "language", "en-gb");
    if let Some(changed) = posts.iter().map(PostSummary::changed_at).max() {
        element(&mut out, "lastBuildDate", &mail_date(changed));
    }
    let own = escaped(&format!("{public_url}/feed.xml"));
    let _ = writeln!(out, "<atom:link href=\"{own}\" rel=\"self\" type=\"application/rss+xml\"/>");
    for post in posts {
        item(&mut out, public_url, post);
    }
    out.push_str("</channel>\n</rss>\n");
    out
}

fn item(out: &mut String, public_url: &str, post: &PostSummary) {
    out.push_str("<item>");
    element(out, "title", &plain_title(&post.title));
    element(out, "link", &format!("{public_url}{}", post_url(&post.slug)));
    // The id is independent of the URL: a renamed post does not appear as new.
    let _ = write!(out, "<guid isPermaLink=\"false\">urn:uuid:{}</guid>", post.id);
    element(out, "pubDate", &mail_date(post.listed_at));
    element(out, "dc:creator", &post.author);
    for tag in &post.tags {
        element(out, "category", tag);
    }
    if !post.summary.is_empty() {
        // Readers treat the description as HTML, so text is escaped once for HTML and once for XML.
        element(out, "description", &escaped(&post.summary));
    }
    out.push_str("</item>\n");
}

/// Formats a date for RSS: `Sat, 21 Nov 2026 09:30:00 +0000`.
fn mail_date(at: DateTime<Utc>) -> String {
    at.format("%a, %d %b %Y %H:%M:%S +0000").to_string()
}
