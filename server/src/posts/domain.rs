//! A post: its fields, their rules and the messages of broken rules.

mod check;
mod date;
mod fields;
pub mod lists;
#[cfg(test)]
mod tests;
mod values;

use std::{collections::BTreeMap, fmt};

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use utoipa::ToSchema;

pub(in crate::posts) use check::{TAG_LENGTH, check_content};
pub(in crate::posts) use fields::{FORM_ORDER, plain_fields};

use crate::text::single_line;

pub use crate::values::{ImageUrl, PublicUrl, Slug};
pub use fields::{ArticleFields, PostInput, ValidPost};
pub use rich_text::slugify;
pub use values::{CATEGORIES, SECTION_TAGS, SectionTag, ValueError};

/// Author of a post without one.
pub const DEFAULT_AUTHOR: &str = "Admin";

/// Number of characters in the content above which the editor is warned.
pub const CONTENT_WARNING: usize = 1_000_000;

/// Maximum number of characters in the content.
pub const CONTENT_LIMIT: usize = 5_000_000;

/// How long a deleted post stays in the trash.
pub const TRASH_LIFE: TimeDelta = TimeDelta::days(30);

const WORDS_PER_MINUTE: u32 = 200;

/// Ids that the page around a post uses, and which headings must not get.
pub(in crate::posts) const PAGE_IDS: [&str; 15] = [
    "root",
    "page-data",
    "route-announcer",
    "main",
    "article",
    "article-end",
    "after-article",
    "newsletter",
    "newsletter-email",
    "newsletter-error",
    "related-title",
    "content",
    "blog-posts",
    "contact-form",
    "cta-section",
];

const TITLE_AND_SLUG: &str = "Title and slug are required";

/// A heading within a post's content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Heading {
    /// Heading level, 2 to 6.
    pub level: u8,
    /// Id of the element, unique within the post.
    pub id: String,
    /// Text of the heading, without markup.
    pub text: String,
    /// Number of the page with the heading, from 1.
    pub page: u32,
}

impl From<rich_text::Heading> for Heading {
    fn from(rich_text::Heading { level, id, text, page }: rich_text::Heading) -> Self {
        Self { level, id, text, page }
    }
}

/// The state of a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PostState {
    /// Not published.
    Draft,
    /// Published, with a publish date in the future.
    Scheduled,
    /// Visible to readers.
    Live,
    /// In the trash.
    Trash,
}

/// A warning about an accepted post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Warning {
    /// Name of the field.
    pub field: String,
    /// Message for people.
    pub message: String,
}

/// The broken rules of a post: field to message. Never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldErrors(pub BTreeMap<String, String>);

impl FieldErrors {
    /// The message for the post as a whole: that of a missing title or slug, else the first.
    pub fn message(&self) -> &str {
        let missing = self.0.values().find(|message| *message == TITLE_AND_SLUG);
        missing.or_else(|| self.0.values().next()).map_or("", String::as_str)
    }
}

impl fmt::Display for FieldErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for FieldErrors {}

/// Returns the label of a post: its meta title if that differs from the title, else its first tag, else "SEO".
pub fn label(meta_title: &str, title: &str, tags: &[String]) -> String {
    let own = Some(meta_title.trim()).filter(|label| !label.is_empty() && *label != title.trim());
    own.or_else(|| tags.first().map(String::as_str)).unwrap_or("SEO").to_owned()
}

/// Returns the key by which categories are compared. It ignores case and how accents are composed.
pub fn category_key(name: &str) -> String {
    name.nfc().collect::<String>().to_lowercase()
}

/// Returns the name of a category as it is stored: on one line, and in normal form.
pub fn category_name(name: &str) -> String {
    single_line(name).nfc().collect()
}

/// Returns the public category of a post: its first tag that is a category, else its label if that is one, else
/// "Technical SEO".
pub fn category(tags: &[String], label: &str) -> &'static str {
    let [first, ..] = CATEGORIES;
    tags.iter()
        .map(String::as_str)
        .chain([label])
        .find_map(|name| CATEGORIES.into_iter().find(|category| category.eq_ignore_ascii_case(name.trim())))
        .unwrap_or(first)
}

/// Returns the reading time in minutes: 200 words a minute, rounded up, at least 1.
pub fn reading_minutes(words: u32) -> u32 {
    words.div_ceil(WORDS_PER_MINUTE).max(1)
}
