//! The rules for text that is being written.

mod reading;
mod search;
#[cfg(test)]
mod tests;

use crate::{check::Check, document::Document};

/// A draft as readers and search engines would get it.
#[derive(Debug, Clone, Copy)]
pub struct Draft<'a> {
    /// The title for search engines.
    pub title: &'a str,
    /// The page's own heading, its `<h1>`.
    pub heading: &'a str,
    /// The description for search engines.
    pub description: &'a str,
    /// The site's address, without a slash at its end: `https://site.example`.
    pub site: &'a str,
    /// The page's path: `/blog/crawl-budget`.
    pub path: &'a str,
    /// The phrase by which people should find the page; empty when none has been chosen yet.
    pub keyphrase: &'a str,
    /// The text, without the page around it.
    pub body: &'a Document,
    /// How many headings of the text precede each of its pages, in order. Every page has the draft's own heading too.
    pub page_starts: &'a [usize],
}

/// Applies the rules to a draft. Returns the checks in the order: title, description and address, headings, text,
/// keyphrase, links, images. Never fails, and takes about linear time.
pub fn check_draft(draft: &Draft) -> Vec<Check> {
    let mut checks = search::checks(draft);
    checks.extend(reading::checks(draft));
    checks.extend(search::keyphrase(draft));
    checks.extend(search::links_and_images(draft));
    checks
}
