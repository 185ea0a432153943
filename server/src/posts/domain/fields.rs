//! The fields of a post. A plain field is declared only here: the store, the history, imports, exports and the views
//! use it by its name.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use rich_text::SanitizedContent;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    DEFAULT_AUTHOR, FieldErrors, Heading, ImageUrl, PAGE_IDS, PublicUrl, Slug, Warning,
    check::{Check, TAG_LENGTH},
    date,
    values::SectionTag,
};
use crate::values::or_default;

/// The fields of [`PostInput`] in the order of the form.
pub(in crate::posts) const FORM_ORDER: &[&str] = &[
    "featured_image",
    "thumbnail_image",
    "title",
    "summary",
    "published_date",
    "slug",
    "author",
    "tags",
    "section_tags",
    "content",
    "meta_title",
    "meta_description",
    "schema",
    "canonical_url",
    "author_bio",
    "published",
    "featured",
    "trending",
    "crawl_log",
    "inside_the_index",
];

/// Calls a macro with the fields that have the same name and type in [`PostInput`], [`ValidPost`] and the table: the
/// store copies them without a line for each.
macro_rules! plain_fields {
    ($with:ident) => {
        $with!(
            title,
            summary,
            content,
            author,
            author_bio,
            published,
            trending,
            crawl_log,
            inside_the_index,
            meta_title,
            meta_description
        )
    };
}
pub(in crate::posts) use plain_fields;

/// The fields of a post. All keys may be omitted or null unless required; unknown keys are ignored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct PostInput {
    /// Title, at most 300 characters. Required.
    #[serde(deserialize_with = "or_default")]
    pub title: String,
    /// Last segment of the post's URL: lower-case letters, digits and hyphens, at most 200 characters. Required.
    #[serde(deserialize_with = "or_default")]
    #[schema(extensions(("x-max-length" = json!(Slug::MAX))))]
    pub slug: String,
    /// Content as HTML, at most 5,000,000 characters. Sanitised on save.
    #[serde(deserialize_with = "or_default")]
    pub content: String,
    /// Summary in plain text, at most 2,000 characters.
    #[serde(deserialize_with = "or_default")]
    pub summary: String,
    /// Name of the author, at most 200 characters. Defaults to "Admin".
    #[serde(deserialize_with = "or_default")]
    pub author: String,
    /// Biography of the author in plain text, at most 5,000 characters. If empty, the author's own biography is shown.
    #[serde(deserialize_with = "or_default")]
    pub author_bio: String,
    /// Names of categories, at most 50 of at most 64 characters each. Duplicates that differ only in case are dropped.
    #[serde(deserialize_with = "or_default")]
    #[schema(extensions(("x-max-length" = json!(TAG_LENGTH))))]
    pub tags: Vec<String>,
    /// Sections of the site that show the post. Each must be one of the ten section tags, in any case.
    #[serde(deserialize_with = "or_default")]
    pub section_tags: Vec<String>,
    /// Whether the post is published. With a publish date in the future, it is scheduled. Defaults to false.
    #[serde(deserialize_with = "or_default")]
    pub published: bool,
    /// Whether the post is featured. Defaults to false.
    #[serde(deserialize_with = "or_default")]
    pub featured: bool,
    /// Whether the post is marked as trending. Defaults to false.
    #[serde(deserialize_with = "or_default")]
    pub trending: bool,
    /// Whether the post belongs to The Crawl Log. Defaults to false.
    #[serde(deserialize_with = "or_default")]
    pub crawl_log: bool,
    /// Whether the post belongs to Inside the Index. Defaults to false.
    #[serde(deserialize_with = "or_default")]
    pub inside_the_index: bool,
    /// Publish date: an RFC 3339 timestamp, `YYYY-MM-DDTHH:MM[:SS]` in the site's time zone, or `YYYY-MM-DD`, the first
    /// moment that has this date both there and in UTC. If null or empty, publishing sets it to the current time; a post
    /// that is already live keeps its date.
    pub published_date: Option<String>,
    /// Hero image: an absolute `http(s)` URL or a root-relative path, at most 5,000 characters. Null or empty for none.
    pub featured_image: Option<String>,
    /// Thumbnail in lists: an absolute `http(s)` URL or a root-relative path, at most 5,000 characters. If null or
    /// empty, the hero image is used.
    pub thumbnail_image: Option<String>,
    /// Title for search engines, at most 300 characters. Defaults to the title.
    #[serde(deserialize_with = "or_default")]
    pub meta_title: String,
    /// Description for search engines, at most 2,000 characters. Defaults to the summary.
    #[serde(deserialize_with = "or_default")]
    pub meta_description: String,
    /// Canonical URL: an absolute `http(s)` URL, at most 2,000 characters. Defaults to the post's own URL.
    pub canonical_url: Option<String>,
    /// JSON-LD: an object or an array of objects, as text of at most 100,000 characters. Empty for none.
    #[serde(deserialize_with = "or_default")]
    pub schema: String,
    /// Version of the post that was edited. Required for an update, ignored otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
}

/// A post that meets every rule, with what was derived from its content.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// Plain text; may have line breaks.
    pub summary: String,
    /// One line, never empty.
    pub author: String,
    /// Plain text; may have line breaks.
    pub author_bio: String,
    /// In the editor's order; no two differ only in case.
    pub tags: Vec<String>,
    /// In the editor's order.
    pub section_tags: Vec<SectionTag>,
    /// Whether it is published.
    pub published: bool,
    /// Whether it is featured.
    pub featured: bool,
    /// Whether it is marked as trending.
    pub trending: bool,
    /// Whether it belongs to The Crawl Log.
    pub crawl_log: bool,
    /// Whether it belongs to Inside the Index.
    pub inside_the_index: bool,
    /// To the microsecond.
    pub published_date: Option<DateTime<Utc>>,
    /// The hero image.
    pub featured_image: Option<ImageUrl>,
    /// The image of cards.
    pub thumbnail_image: Option<ImageUrl>,
    /// Empty: the title is used.
    pub meta_title: String,
    /// Empty: the summary is used, or the beginning of the text where there is none.
    pub meta_description: String,
    /// None: the post's own address.
    pub canonical_url: Option<PublicUrl>,
    /// JSON-LD as text: an object or array. Empty: none.
    pub schema: String,
}

/// Further fields of a published post. Empty fields have their defaults.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ArticleFields {
    /// URL of the hero image. Null if there is none.
    #[schema(required = true)]
    pub featured_image: Option<String>,
    /// Title for search engines. Defaults to the title.
    pub meta_title: String,
    /// Description for search engines. Defaults to the summary, or to the beginning of the content.
    pub meta_description: String,
    /// Canonical URL. Defaults to the post's own URL.
    pub canonical_url: String,
    /// The post's custom JSON-LD. Empty if there is none.
    pub schema: String,
}

impl From<PostInput> for ArticleFields {
    fn from(post: PostInput) -> Self {
        Self {
            featured_image: post.featured_image,
            meta_title: post.meta_title,
            meta_description: post.meta_description,
            canonical_url: post.canonical_url.unwrap_or_default(),
            schema: post.schema,
        }
    }
}

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
        // The expensive step comes last: a rejected post does not need it.
        let SanitizedContent { html, headings, text, word_count } = rich_text::sanitize(&input.content, &PAGE_IDS);
        // What is stored must be accepted again, by the next save and by a restoration from the trash.
        let mut check = Check::default();
        check.content(&html);
        if !check.errors.is_empty() {
            return Err(FieldErrors(check.errors));
        }
        let headings = headings.into_iter().map(Heading::from).collect();
        Ok((Self { content: html, headings, text, word_count, ..draft }, warnings))
    }
}
