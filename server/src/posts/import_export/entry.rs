//! Import files: JSON of one post or many, as written by people, other systems or the export.

mod entries;
mod size;
#[cfg(test)]
mod tests;

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Map, Value};

pub use entries::{Entry, ImportFile};

use crate::{
    error::{self, AppError},
    posts::domain::{DEFAULT_AUTHOR, PostInput, SectionTag, Slug, slugify},
    text::single_line,
};

/// Why a file has no posts to import. The messages are shown to editors.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportFileError {
    /// Not JSON.
    #[error("Invalid JSON at line {line}, column {column}: {reason}")]
    Json {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong there.
        reason: String,
    },
    /// JSON that is neither an object nor an array.
    #[error("The file must contain one post or a list of posts")]
    Shape,
    /// One of its posts is longer than any that could be saved.
    #[error("The post at line {line} is too long")]
    TooLong {
        /// Where it begins, from 1.
        line: usize,
    },
    /// More posts than an import through the API reports on.
    #[error("A file may contain at most {} posts", entries::MAX_POSTS)]
    TooManyPosts,
    /// It cannot be read.
    #[error("{0}")]
    Io(String),
}

impl From<ImportFileError> for AppError {
    fn from(error: ImportFileError) -> Self {
        match error {
            ImportFileError::Io(reason) => Self::internal(reason),
            other => Self::Invalid { message: other.to_string(), fields: error::Fields::new() },
        }
    }
}

/// Other names of fields in import files, and their names within the `seo` object. A field that is not listed has no
/// other name.
const ALIASES: &[(&str, &[&str], &[&str])] = &[
    ("summary", &["excerpt"], &[]),
    ("author_bio", &["authorBio", "bio"], &[]),
    ("section_tags", &["sectionTags", "categories"], &[]),
    ("crawl_log", &["crawlLog"], &[]),
    ("inside_the_index", &["insideTheIndex"], &[]),
    ("published_date", &["publishedDate", "publish_date", "publishDate", "date"], &[]),
    ("featured_image", &["featuredImage", "hero_image", "heroImage", "image"], &[]),
    ("thumbnail_image", &["thumbnailImage"], &[]),
    ("meta_title", &["metaTitle"], &["pageTitle", "page_title", "metaTitle"]),
    ("meta_description", &["metaDescription"], &["metaDescription", "meta_description"]),
    ("canonical_url", &["canonicalUrl", "canonical"], &["canonicalUrl", "canonical_url"]),
    ("schema", &["schemaMarkup", "schema_markup"], &["schemaMarkup", "schema_markup", "schema"]),
];

/// One post of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedInput {
    /// Its fields.
    pub post: PostInput,
    /// What was left out of it, for the editor.
    pub warnings: Vec<String>,
    /// Whether the import generated its slug, because the entry has none.
    pub has_made_slug: bool,
}

/// Returns one post of a file, with its aliases resolved and its defaults filled in. `index` is its position in the
/// file, from 0, which keeps generated slugs of one import apart.
///
/// The error is a message for the editor that contains the key.
pub fn to_input(value: &Value, now: DateTime<Utc>, index: usize) -> Result<ImportedInput, String> {
    let fields = Fields(value.as_object().ok_or("A post must be a JSON object")?);
    let mut post = fields.post(fields.seo()?.as_ref())?;
    let suffix = match index {
        0 => now.timestamp_millis().to_string(),
        _ => format!("{}-{index}", now.timestamp_millis()),
    };
    let has_made_slug = post.slug.trim().is_empty();
    if has_made_slug {
        post.slug = made_slug(&post.title, &suffix);
    }
    if single_line(&post.title).is_empty() {
        post.title = format!("Untitled Post {}", now.format("%Y-%m-%d %H:%M:%S"));
    }
    if single_line(&post.author).is_empty() {
        DEFAULT_AUTHOR.clone_into(&mut post.author);
    }
    let (known, unknown): (Vec<_>, Vec<_>) = post
        .section_tags
        .iter()
        .map(|name| SectionTag::parse(name).map_err(|_| name.as_str()))
        .partition(Result::is_ok);
    let unknown: Vec<&str> = unknown.into_iter().filter_map(Result::err).collect();
    let warnings = match unknown.as_slice() {
        [] => Vec::new(),
        names => vec![format!("Unknown section tags left out: {}", names.join(", "))],
    };
    post.section_tags = known.into_iter().flatten().map(|tag| tag.as_str().to_owned()).collect();
    post.published = !fields.has("published") || post.published;
    post.featured = post.featured
        || !fields.has("featured") && ["published_at", "publishedAt"].into_iter().any(|key| fields.has(key));
    // The export writes null for a post without a date, unlike files in which the key is absent.
    let undated = fields.0.get("published_date").is_some_and(Value::is_null);
    post.published_date = post
        .published_date
        .filter(|date| !date.trim().is_empty())
        .or_else(|| (!undated).then(|| now.to_rfc3339_opts(SecondsFormat::AutoSi, true)));
    Ok(ImportedInput { post, warnings, has_made_slug })
}

fn made_slug(title: &str, suffix: &str) -> String {
    let room = Slug::MAX.saturating_sub(suffix.len() + 1);
    match slugify(title, room).as_str() {
        "" => format!("post-{suffix}"),
        words => format!("{words}-{suffix}"),
    }
}

/// The keys of a post, or of its `seo` object. Of several names for one field, the first with a value counts. Null,
/// empty text and empty lists count as missing.
struct Fields<'a>(&'a Map<String, Value>);

impl<'a> Fields<'a> {
    /// The `seo` object, which may be absent.
    fn seo(&self) -> Result<Option<Fields<'a>>, String> {
        match self.0.get("seo").filter(|seo| !seo.is_null()) {
            None => Ok(None),
            Some(Value::Object(map)) => Ok(Some(Fields(map))),
            Some(_) => Err("\"seo\" must be an object".to_owned()),
        }
    }

    fn has(&self, key: &str) -> bool {
        self.0.get(key).is_some_and(|value| !value.is_null() && !is_blank(value))
    }

    /// Reads every field of a post. Missing fields are looked up in `seo`.
    fn post(&self, seo: Option<&Fields<'_>>) -> Result<PostInput, String> {
        let broken = |error: serde_json::Error| error.to_string();
        let mut post = serde_json::to_value(PostInput::default()).map_err(broken)?;
        for (name, value) in post.as_object_mut().into_iter().flatten() {
            let aliases = ALIASES.iter().find(|(field, ..)| field == name);
            let (others, in_seo) = aliases.map_or((&[][..], &[][..]), |(_, others, in_seo)| (*others, *in_seo));
            let given = match self.read(&[&[name.as_str()], others].concat(), name, value)? {
                None => seo.map_or(Ok(None), |seo| seo.read(in_seo, name, value))?,
                given => given,
            };
            if let Some(given) = given {
                *value = given;
            }
        }
        serde_json::from_value(post).map_err(broken)
    }

    /// Returns the value of the first key that has one, converted to the type of `default`.
    fn read(&self, keys: &[&str], field: &str, default: &Value) -> Result<Option<Value>, String> {
        let is_missing = |value: &Value| match (default, value) {
            (_, Value::Null) => true,
            // An empty string is not missing but invalid: it is neither true nor false.
            (Value::Bool(_), _) => false,
            (Value::Array(_), Value::Array(items)) => items.is_empty(),
            _ => is_blank(value),
        };
        let given = keys.iter().find_map(|key| Some((key, self.0.get(*key).filter(|value| !is_missing(value))?)));
        let Some((key, value)) = given else { return Ok(None) };
        let read = match (default, value) {
            (Value::Bool(_), Value::Bool(flag)) => (*flag).into(),
            (Value::Bool(_), _) => return Err(format!("\"{key}\" must be true or false")),
            (Value::Array(_), _) => list(value).ok_or_else(|| format!("\"{key}\" must be a list of strings"))?.into(),
            (_, Value::String(text)) => text.as_str().into(),
            (_, Value::Object(_) | Value::Array(_)) if field == "schema" => value.to_string().into(),
            _ if field == "schema" => return Err(format!("\"{key}\" must be JSON-LD, as an object or as text")),
            _ => return Err(format!("\"{key}\" must be text")),
        };
        Ok(Some(read))
    }
}

fn is_blank(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.trim().is_empty())
}

/// A list of strings, or one string with commas.
fn list(value: &Value) -> Option<Vec<String>> {
    let texts: Vec<&str> = match value {
        Value::String(text) => text.split(',').collect(),
        Value::Array(items) => items.iter().map(Value::as_str).collect::<Option<_>>()?,
        _ => return None,
    };
    Some(texts.into_iter().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned).collect())
}
