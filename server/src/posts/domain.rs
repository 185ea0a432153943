//! What a post is: its fields, their rules and the messages for those who break them.

mod check;
mod date;
#[cfg(test)]
mod tests;
mod values;

use std::{collections::BTreeMap, fmt};

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use rich_text::SanitizedContent;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use self::check::Check;

pub(in crate::posts) use check::single_line;

pub use rich_text::slugify;
pub use values::{CATEGORIES, ImageUrl, PublicUrl, SECTION_TAGS, SectionTag, Slug, ValueError};

/// Author of a post that names none.
pub const DEFAULT_AUTHOR: &str = "Admin";

/// Characters of content above which the editor is warned.
pub const CONTENT_WARNING: usize = 1_000_000;

/// Most characters of content.
pub const CONTENT_LIMIT: usize = 5_000_000;

const WORDS_PER_MINUTE: u32 = 200;

/// Ids that the page around a post uses, which no heading gets.
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

const TITLE_AND_SLUG: &str = "Title and slug are required";

/// A heading within a post's content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Heading {
    /// 2 to 6.
    pub level: u8,
    /// The element's id, unique within the post.
    pub id: String,
    /// Plain text.
    pub text: String,
    /// The page that it is on, from 1.
    pub page: u32,
}

impl From<rich_text::Heading> for Heading {
    fn from(rich_text::Heading { level, id, text, page }: rich_text::Heading) -> Self {
        Self { level, id, text, page }
    }
}

/// A post as an editor sends it. Every key may be absent or null; keys that are not known are ignored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "the editor's form has five independent switches")]
pub struct PostInput {
    /// At most 300 characters. Required.
    #[serde(deserialize_with = "or_default")]
    pub title: String,
    /// Lower-case letters, digits and hyphens, at most 200. Required.
    #[serde(deserialize_with = "or_default")]
    pub slug: String,
    /// HTML, at most 5,000,000 characters. It is sanitised.
    #[serde(deserialize_with = "or_default")]
    pub content: String,
    /// At most 2,000 characters.
    #[serde(deserialize_with = "or_default")]
    pub summary: String,
    /// Empty: "Admin".
    #[serde(deserialize_with = "or_default")]
    pub author: String,
    /// At most 5,000 characters.
    #[serde(deserialize_with = "or_default")]
    pub author_bio: String,
    /// At most 50 of at most 64 characters.
    #[serde(deserialize_with = "or_default")]
    pub tags: Vec<String>,
    /// Any of the ten section tags.
    #[serde(deserialize_with = "or_default")]
    pub section_tags: Vec<String>,
    /// Whether visitors see it.
    #[serde(deserialize_with = "or_default")]
    pub published: bool,
    /// Whether it stands before others.
    #[serde(deserialize_with = "or_default")]
    pub featured: bool,
    /// Whether it is marked as trending.
    #[serde(deserialize_with = "or_default")]
    pub trending: bool,
    /// Whether it belongs to The Crawl Log.
    #[serde(deserialize_with = "or_default")]
    pub crawl_log: bool,
    /// Whether it belongs to Inside the Index.
    #[serde(deserialize_with = "or_default")]
    pub inside_the_index: bool,
    /// RFC 3339, or `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM[:SS]` in the site's time zone.
    pub published_date: Option<String>,
    /// `http(s)` address or path from the site's root. Empty: none.
    pub featured_image: Option<String>,
    /// `http(s)` address or path from the site's root. Empty: none.
    pub thumbnail_image: Option<String>,
    /// At most 300 characters.
    #[serde(deserialize_with = "or_default")]
    pub meta_title: String,
    /// At most 2,000 characters.
    #[serde(deserialize_with = "or_default")]
    pub meta_description: String,
    /// Full `http(s)` address. Empty: the post's own.
    pub canonical_url: Option<String>,
    /// JSON-LD as text.
    #[serde(deserialize_with = "or_default")]
    pub schema: String,
    /// The version that an update was made from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
}

fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(deserializer: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// A post that keeps every rule, with what is read off its content.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "the editor's form has five independent switches")]
pub struct ValidPost {
    /// One line, never empty.
    pub title: String,
    /// The last part of its address.
    pub slug: Slug,
    /// Safe HTML.
    pub content: String,
    /// The content's text.
    pub text: String,
    /// Words of the text.
    pub word_count: u32,
    /// The content's headings, of all pages.
    pub headings: Vec<Heading>,
    /// Plain text, may have lines.
    pub summary: String,
    /// One line, never empty.
    pub author: String,
    /// Plain text, may have lines.
    pub author_bio: String,
    /// In the editor's order; no two differ by capitals only.
    pub tags: Vec<String>,
    /// In the editor's order.
    pub section_tags: Vec<SectionTag>,
    /// Whether visitors see it.
    pub published: bool,
    /// Whether it stands before others.
    pub featured: bool,
    /// Whether it is marked as trending.
    pub trending: bool,
    /// Whether it belongs to The Crawl Log.
    pub crawl_log: bool,
    /// Whether it belongs to Inside the Index.
    pub inside_the_index: bool,
    /// To the microsecond.
    pub published_date: Option<DateTime<Utc>>,
    /// The large picture.
    pub featured_image: Option<ImageUrl>,
    /// The picture of cards.
    pub thumbnail_image: Option<ImageUrl>,
    /// Empty: the title serves.
    pub meta_title: String,
    /// Empty: the summary serves.
    pub meta_description: String,
    /// None: the post's own address.
    pub canonical_url: Option<PublicUrl>,
    /// JSON-LD as text: an object or array. Empty: none.
    pub schema: String,
}

/// Something that an editor should know of a post that was accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Warning {
    /// The field concerned.
    pub field: String,
    /// Text for people.
    pub message: String,
}

/// The rules that a post breaks: field to message. Never empty.
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

impl ValidPost {
    /// Checks and cleans a post. Dates without a zone are taken as `zone`'s.
    pub fn from_input(input: PostInput, zone: Tz) -> Result<(Self, Vec<Warning>), FieldErrors> {
        let mut check = Check::default();
        let title = check.line("title", "Title", &input.title, 300);
        let slug = check.slug(&input.slug);
        check.required(&[("title", title.is_empty()), ("slug", input.slug.trim().is_empty())]);
        let warnings = check.content(&input.content);
        let author = check.line("author", "Author", &input.author, 200);
        let draft = Self {
            title,
            content: String::new(),
            text: String::new(),
            word_count: 0,
            headings: Vec::new(),
            summary: check.text("summary", "Summary", &input.summary, 2_000),
            author: if author.is_empty() { DEFAULT_AUTHOR.to_owned() } else { author },
            author_bio: check.text("author_bio", "Author bio", &input.author_bio, 5_000),
            tags: check.tags(input.tags),
            section_tags: check.section_tags(&input.section_tags),
            published: input.published,
            featured: input.featured,
            trending: input.trending,
            crawl_log: input.crawl_log,
            inside_the_index: input.inside_the_index,
            published_date: check
                .optional("published_date", input.published_date.as_deref(), |text| date::parse(text, zone)),
            featured_image: check.optional("featured_image", input.featured_image.as_deref(), ImageUrl::parse),
            thumbnail_image: check.optional("thumbnail_image", input.thumbnail_image.as_deref(), ImageUrl::parse),
            meta_title: check.line("meta_title", "Page title", &input.meta_title, 300),
            meta_description: check.line("meta_description", "Meta description", &input.meta_description, 2_000),
            canonical_url: check.optional("canonical_url", input.canonical_url.as_deref(), PublicUrl::parse),
            schema: check.schema(&input.schema),
            slug: match slug {
                Some(slug) if check.errors.is_empty() => slug,
                _ => return Err(FieldErrors(check.errors)),
            },
        };
        // The dear step comes last: a post that is refused is not worth it.
        let SanitizedContent { html, headings, text, word_count } = rich_text::sanitize(&input.content, &PAGE_IDS);
        let headings = headings.into_iter().map(Heading::from).collect();
        Ok((Self { content: html, headings, text, word_count, ..draft }, warnings))
    }

    /// Fills what a new post leaves empty: the title serves as meta title, the summary as meta description, the
    /// thumbnail as featured image.
    #[must_use]
    pub fn with_create_defaults(mut self) -> Self {
        if self.meta_title.is_empty() {
            self.meta_title.clone_from(&self.title);
        }
        if self.meta_description.is_empty() {
            self.meta_description = single_line(&self.summary);
        }
        if self.featured_image.is_none() {
            self.featured_image.clone_from(&self.thumbnail_image);
        }
        self
    }
}

/// The label of a post: its meta title where that says something else than the title, else its first tag, else
/// "SEO".
pub fn label(meta_title: &str, title: &str, tags: &[String]) -> String {
    let own = Some(meta_title.trim()).filter(|label| !label.is_empty() && *label != title.trim());
    own.or_else(|| tags.first().map(String::as_str)).unwrap_or("SEO").to_owned()
}

/// The public category of a post: the first of its tags that is one, else its label if that is one, else
/// "Technical SEO".
pub fn category(tags: &[String], label: &str) -> &'static str {
    let [first, ..] = CATEGORIES;
    tags.iter()
        .map(String::as_str)
        .chain([label])
        .find_map(|name| CATEGORIES.into_iter().find(|category| category.eq_ignore_ascii_case(name.trim())))
        .unwrap_or(first)
}

/// Minutes that reading takes: 200 words a minute, rounded up, at least 1.
pub fn reading_minutes(words: u32) -> u32 {
    words.div_ceil(WORDS_PER_MINUTE).max(1)
}
