//! A post's content: any HTML in, safe and well-formed HTML out, with what is read off it.
//!
//! Three steps: `tidy` makes the input well-nested and bounded, the sanitiser takes out what is not allowed,
//! `finish` adds anchors and loading hints and reads off headings and text.

mod elements;
mod finish;
mod ids;
mod shown;
#[cfg(test)]
mod tests;
mod tidy;
mod tokens;

use super::domain::Heading;
use crate::media::Pictures;

/// What divides the pages of a post, in prepared HTML.
pub const PAGE_BREAK: &str = "<!-- pagebreak -->";

/// Content made safe, and what is read off it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prepared {
    /// Safe HTML. Its pages, divided by [`PAGE_BREAK`], are well-formed each by itself and none is empty.
    pub html: String,
    /// The headings that have a text, in order.
    pub headings: Vec<Heading>,
    /// The text, every run of white space one space.
    pub text: String,
    /// Words of the text.
    pub word_count: u32,
}

/// Makes content safe. Whatever it is given, it neither fails nor takes more than about linear time; given its own
/// HTML, it changes nothing.
///
/// Headings get unique ids, links to other hosts `rel="noopener"`, every image of a page but the first
/// `loading="lazy"`. `<h1>` becomes `<h2>`. Page breaks within a list, table or quote move to its end.
pub fn prepare(html: &str) -> Prepared {
    let bounded = tidy::tidy(html, tidy::Source::Outside);
    let safe = elements::sanitise(&bounded);
    // What lost its address is no link or image any more.
    let safe = tidy::tidy(&safe, tidy::Source::Sanitised);
    finish::finish(&safe)
}

/// The pages of prepared HTML: at least one.
pub fn split_pages(html: &str) -> Vec<String> {
    html.split(PAGE_BREAK).map(|page| page.trim().to_owned()).collect()
}

/// One page of prepared HTML as readers get it: code with its parts marked, tables and code that the keyboard can
/// scroll, the library's pictures with their sizes and smaller forms.
pub fn shown(html: &str, pictures: &Pictures) -> String {
    shown::shown(html, pictures)
}

/// The addresses of the pictures of prepared HTML.
pub fn picture_addresses(html: &str) -> impl Iterator<Item = &str> {
    shown::picture::addresses(html)
}

/// How many pages prepared HTML has: at least one.
pub fn page_count(html: &str) -> usize {
    html.matches(PAGE_BREAK).count() + 1
}

/// One page of prepared HTML, counted from 1. None if there is no such page.
pub fn page_html(html: &str, page: u32) -> Option<&str> {
    let index = usize::try_from(page).ok()?.checked_sub(1)?;
    html.split(PAGE_BREAK).nth(index).map(str::trim)
}
