//! Anchors of headings.

use std::collections::{HashMap, HashSet};

use crate::posts::domain::slugify;

/// Longest anchor made from a heading, in bytes.
const MAX_ANCHOR: usize = 80;

/// Ids that the page around a post uses.
const PAGE_IDS: [&str; 13] = [
    "root",
    "page-data",
    "route-announcer",
    "main",
    "article",
    "newsletter",
    "newsletter-email",
    "newsletter-error",
    "related-title",
    "content",
    "blog-posts",
    "contact-form",
    "cta-section",
];

/// Whether a text can be a heading's id: what [`slugify`] makes, at most 200 bytes.
pub(super) fn is_anchor(id: &str) -> bool {
    (1..=200).contains(&id.len())
        && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !PAGE_IDS.contains(&id)
}

/// Gives every heading of a post an id of its own.
#[derive(Debug, Default)]
pub(super) struct Ids {
    /// Ids that the editor gave, which no other heading may get.
    reserved: HashSet<String>,
    used: HashSet<String>,
    /// The number to try next for a base.
    next: HashMap<String, usize>,
}

impl Ids {
    /// Keeps an editor's own id from being made for another heading.
    pub(super) fn reserve(&mut self, id: &str) {
        if is_anchor(id) {
            self.reserved.insert(id.to_owned());
        }
    }

    /// The id of a heading: the editor's own if it is valid and the first of its name, else one made from the
    /// text.
    pub(super) fn assign(&mut self, given: Option<&str>, text: &str) -> String {
        if let Some(id) = given.filter(|id| is_anchor(id))
            && self.used.insert(id.to_owned())
        {
            return id.to_owned();
        }
        let base =
            Some(slugify(text, MAX_ANCHOR)).filter(|base| !base.is_empty()).unwrap_or_else(|| "section".to_owned());
        loop {
            let number = self.next.entry(base.clone()).or_insert(1);
            let id = if *number == 1 { base.clone() } else { format!("{base}-{number}") };
            *number += 1;
            if is_anchor(&id) && !self.reserved.contains(&id) && self.used.insert(id.clone()) {
                return id;
            }
        }
    }
}
