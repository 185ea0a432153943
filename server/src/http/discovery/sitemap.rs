//! The sitemap: every indexable URL, and when its content last changed.

use std::fmt::Write as _;

use chrono::{DateTime, SecondsFormat, Utc};

use super::xml::element;
use crate::{
    authors::{AuthorService, domain::author_url},
    http::{api::posts::PER_PAGE, pages::public::TEASERS},
    posts::{
        PostService,
        categories::{CategoryService, domain::category_url},
        domain::CATEGORIES,
        service::{ListFilter, ListStats, PostSummary},
        views::post_url,
    },
    storage::StorageError,
};

/// Maximum number of URLs in one file: half of what the protocol allows, so that the page cache can store each file.
pub(super) const MAX_URLS: usize = 25_000;

/// The site's pages, except posts.
pub const PUBLIC_PAGES: [&str; 7] = ["/", "/about", "/services", "/seo", "/contact", "/privacy", "/blog"];

/// Pages without posts. When they changed is unknown, so they have no date.
const UNDATED_PAGES: [&str; 2] = ["/contact", "/privacy"];

/// An indexable page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// Path and query.
    pub address: String,
    /// When its content last changed, if known.
    pub changed_at: Option<DateTime<Utc>>,
}

/// Returns every page whose head makes it indexable and canonical.
pub(super) async fn entries(
    posts: &PostService,
    authors: &AuthorService,
    categories: &CategoryService,
) -> Result<Vec<Entry>, StorageError> {
    let all = posts.stats(&ListFilter::default()).await?;
    let steady = UNDATED_PAGES.map(|address| Entry { address: address.to_owned(), changed_at: None });
    let mut entries = Vec::new();
    for (path, teaser) in TEASERS {
        let changed_at = teaser.posts(posts).await?.iter().map(PostSummary::changed_at).max();
        entries.push(Entry { address: path.to_owned(), changed_at });
    }
    entries.extend(steady);
    // A list without posts is not indexed.
    if all.total > 0 {
        entries.extend(listing("/blog", &all));
    }
    let described = categories.described().await?.into_iter().filter(|category| !category.is_fixed());
    for category in CATEGORIES.map(str::to_owned).into_iter().chain(described.map(|category| category.name)) {
        let filter = ListFilter { tag: Some(category.clone()), ..ListFilter::default() };
        let extent = posts.stats(&filter).await?;
        // The page of an empty category has no posts to index.
        if extent.total > 0 {
            entries.extend(listing(&category_url(&category), &extent));
        }
    }
    for author in authors.all().await? {
        let filter = ListFilter { author: Some(author.name), ..ListFilter::default() };
        let extent = posts.stats(&filter).await?;
        // An author without posts has a page that is not indexed.
        if extent.total > 0 {
            let changed_at = extent.changed_at.max(Some(author.updated_at));
            entries.extend(listing(&author_url(&author.slug), &ListStats { changed_at, ..extent }));
        }
    }
    for post in posts.canonical().await? {
        let url = post_url(&post.slug);
        let further = (2..=post.pages).map(|page| format!("{url}?page={page}"));
        let changed_at = Some(post.changed_at());
        entries.extend(std::iter::once(url.clone()).chain(further).map(|address| Entry { address, changed_at }));
    }
    Ok(entries)
}

/// Returns the pages of a listing. A new post changes all of them.
fn listing(address: &str, extent: &ListStats) -> impl Iterator<Item = Entry> {
    let pages = extent.total.div_ceil(u64::from(PER_PAGE)).max(1);
    let separator = if address.contains('?') { '&' } else { '?' };
    let further = (2..=pages).map(move |page| format!("{address}{separator}page={page}"));
    let changed_at = extent.changed_at;
    std::iter::once(address.to_owned())
        .chain(further.collect::<Vec<_>>())
        .map(move |address| Entry { address, changed_at })
}

/// Returns `/sitemap.xml`: the URLs, or an index of files with at most `most` each.
pub(super) fn root(public_url: &str, entries: &[Entry], most: usize) -> String {
    if entries.len() <= most {
        return urls(public_url, entries);
    }
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for (number, part) in (1..).zip(entries.chunks(most)) {
        let changed_at = part.iter().filter_map(|entry| entry.changed_at).max();
        located(&mut out, "sitemap", &format!("{public_url}/sitemap-{number}.xml"), changed_at);
    }
    out.push_str("</sitemapindex>\n");
    out
}

/// Returns file `number`, from 1, of a sitemap with an index.
pub(super) fn part(public_url: &str, entries: &[Entry], most: usize, number: usize) -> Option<String> {
    let part = entries.chunks(most).nth(number.checked_sub(1)?)?;
    (entries.len() > most).then(|| urls(public_url, part))
}

fn urls(public_url: &str, entries: &[Entry]) -> String {
    let mut out = String::with_capacity(200 + entries.len() * 160);
    out.push_str(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for entry in entries {
        located(&mut out, "url", &format!("{public_url}{}", entry.address), entry.changed_at);
    }
    out.push_str("</urlset>\n");
    out
}

fn located(out: &mut String, name: &str, address: &str, changed_at: Option<DateTime<Utc>>) {
    let _ = write!(out, "<{name}>");
    element(out, "loc", address);
    if let Some(at) = changed_at {
        element(out, "lastmod", &at.to_rfc3339_opts(SecondsFormat::Secs, true));
    }
    let _ = writeln!(out, "</{name}>");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(count: usize) -> Vec<Entry> {
        let at = DateTime::from_timestamp(1_800_000_000, 0);
        (0..count).map(|number| Entry { address: format!("/blog/{number}"), changed_at: at }).collect()
    }

    #[test]
    fn every_page_is_a_public_one() {
        let mut listed: Vec<&str> = [&UNDATED_PAGES[..], &["/blog"]].concat();
        listed.extend(TEASERS.map(|(path, _)| path));
        let mut public = PUBLIC_PAGES.to_vec();
        listed.sort_unstable();
        public.sort_unstable();
        assert_eq!(listed, public);
    }

    #[test]
    fn one_file_contains_as_many_urls_as_the_protocol_allows() {
        let whole = root("https://site.test", &entries(3), 3);
        assert_eq!(whole.matches("<url>").count(), 3);
        assert!(
            whole.contains("<loc>https://site.test/blog/2</loc><lastmod>2027-01-15T08:00:00Z</lastmod>"),
            "{whole}"
        );
        assert_eq!(part("https://site.test", &entries(3), 3, 1), None, "it has no parts");
    }

    #[test]
    fn too_many_urls_become_an_index_of_files() {
        let index = root("https://site.test", &entries(7), 3);
        assert_eq!(index.matches("<sitemap>").count(), 3);
        assert!(index.contains("<loc>https://site.test/sitemap-3.xml</loc>"), "{index}");
        let parts: Vec<String> =
            (1..=3).map(|number| part("https://site.test", &entries(7), 3, number).unwrap()).collect();
        assert_eq!(parts.iter().map(|part| part.matches("<url>").count()).collect::<Vec<_>>(), [3, 3, 1]);
        assert!(parts[2].contains("/blog/6<"));
        for number in [0, 4] {
            assert_eq!(part("https://site.test", &entries(7), 3, number), None, "{number}");
        }
    }

    #[test]
    fn an_ampersand_in_an_address_is_one_in_xml_too() {
        let extent = ListStats { total: 13, changed_at: None };
        let category = category_url("Analytics & Data");
        let pages: Vec<Entry> = listing(&category, &extent).collect();
        let map = urls("https://site.test", &pages);
        assert!(map.contains("<loc>https://site.test/blog?tag=Analytics%20%26%20Data</loc></url>"), "{map}");
        assert!(map.contains("Data&amp;page=2</loc>"), "{map}");
    }
}
