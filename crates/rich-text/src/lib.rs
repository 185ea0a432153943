#![doc = include_str!("../README.md")]

mod annotate;
mod elements;
mod highlight;
mod ids;
mod normalise;
mod parse;
mod render;
mod tree;
mod video;

pub use ids::{fold_letters, slugify};
pub use render::{Picture, picture_addresses, player_origins, render_html, render_page};
pub use video::Player;

/// Separates the pages of an article.
pub const PAGE_BREAK: &str = "<!-- pagebreak -->";

/// A heading of an article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// 2 to 6.
    pub level: u8,
    /// The element's id, unique within the article.
    pub id: String,
    /// Plain text without notes, never empty.
    pub text: String,
    /// The page that it is on, from 1.
    pub page: u32,
}

/// An article: safe HTML and what is extracted from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SanitizedContent {
    /// Safe HTML. Its pages, divided by [`PAGE_BREAK`], are each well-formed, and none is empty.
    pub html: String,
    /// The headings that have text, in order.
    pub headings: Vec<Heading>,
    /// The text, every run of white space one space. The notes are at its end.
    pub text: String,
    /// Words of the text.
    pub word_count: u32,
}

/// Returns any HTML as an article. Never fails, and takes about linear time. The HTML of an article is returned
/// unchanged.
///
/// Headings get unique ids, none of them one of `reserved_ids`, which the page around the article uses. Links to other
/// hosts get `rel="noopener"`, every image of a page but the first `loading="lazy"`. `<h1>` becomes `<h2>`. Page breaks
/// (`<!--pagebreak-->`, `<!--nextpage-->`) within a list, table or quote move to its end.
pub fn sanitize(html: &str, reserved_ids: &[&str]) -> SanitizedContent {
    annotate::annotate(normalise::normalise(html), reserved_ids)
}

/// Returns the pages of an article's HTML: at least one.
pub fn split_pages(html: &str) -> Vec<String> {
    html.split(PAGE_BREAK).map(|page| page.trim().to_owned()).collect()
}

/// Returns how many pages an article's HTML has: at least one.
pub fn page_count(html: &str) -> usize {
    html.matches(PAGE_BREAK).count() + 1
}

/// Returns one page of an article's HTML, counted from 1, `None` if there is no such page.
pub fn page_html(html: &str, page: u32) -> Option<&str> {
    let index = usize::try_from(page).ok()?.checked_sub(1)?;
    html.split(PAGE_BREAK).nth(index).map(str::trim)
}
