//! Import files: JSON of one post or of many, as people and other systems write them, and as the export does.

#[cfg(test)]
mod tests;

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Map, Value};

use super::domain::{DEFAULT_AUTHOR, PostInput, SectionTag, Slug, slugify};

/// Why a file holds no posts to import. The texts are those that people see.
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
    /// JSON of another kind.
    #[error("The file must hold one post or a list of posts")]
    Shape,
}

/// The posts of a file, not looked into yet: the one object that it is, or the elements of its array.
pub fn parse_file(json: &str) -> Result<Vec<Value>, ImportFileError> {
    let json = json.strip_prefix('\u{feff}').unwrap_or(json);
    match serde_json::from_str(json) {
        Ok(file) => values(file),
        Err(error) => {
            let (line, column) = (error.line(), error.column());
            let text = error.to_string();
            let reason = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text).to_owned();
            Err(ImportFileError::Json { line, column, reason })
        }
    }
}

/// The posts of parsed JSON: the one object that it is, or the elements of its array.
pub fn values(file: Value) -> Result<Vec<Value>, ImportFileError> {
    match file {
        Value::Array(posts) => Ok(posts),
        post @ Value::Object(_) => Ok(vec![post]),
        _ => Err(ImportFileError::Shape),
    }
}

/// One post of a file, its aliases read and its defaults filled in. `index` is its place in the file, from 0: it
/// keeps the made-up slugs of posts that are imported at the same time apart.
///
/// The error is a text for people that names the key.
pub fn to_input(value: &Value, now: DateTime<Utc>, index: usize) -> Result<PostInput, String> {
    let fields = Fields(value.as_object().ok_or("A post must be a JSON object")?);
    let seo = fields.object("seo")?;
    let suffix = match index {
        0 => now.timestamp_millis().to_string(),
        _ => format!("{}-{index}", now.timestamp_millis()),
    };

    let given_title = fields.text(&["title"])?.unwrap_or_default();
    let slug = match fields.text(&["slug"])?.filter(|slug| !slug.trim().is_empty()) {
        Some(slug) => slug,
        None => made_slug(&given_title, &suffix),
    };
    let title = if given_title.trim().is_empty() {
        format!("Untitled Post {}", now.format("%Y-%m-%d %H:%M:%S"))
    } else {
        given_title
    };
    let author = fields.text(&["author"])?.filter(|author| !author.trim().is_empty());
    // The export writes null for a post without a date, which is not the same as a file that knows no dates.
    let undated = fields.0.get("published_date").is_some_and(Value::is_null);
    let date = fields.text(&["published_date", "publishedDate", "publish_date", "publishDate", "date"])?;
    let date = date.filter(|date| !date.trim().is_empty());
    let featured = fields.flag(&["featured"])?;
    let once_featured =
        ["published_at", "publishedAt"].iter().any(|key| fields.0.get(*key).is_some_and(|at| !at.is_null()));

    let schema = match fields.json_text(&["schema", "schemaMarkup", "schema_markup"])? {
        None => seo.json_text(&["schemaMarkup", "schema_markup", "schema"])?,
        schema => schema,
    };
    Ok(PostInput {
        title,
        slug,
        content: fields.text(&["content"])?.unwrap_or_default(),
        summary: fields.text(&["summary", "excerpt"])?.unwrap_or_default(),
        author: author.unwrap_or_else(|| DEFAULT_AUTHOR.to_owned()),
        author_bio: fields.text(&["author_bio", "authorBio", "bio"])?.unwrap_or_default(),
        tags: fields.list(&["tags"])?,
        section_tags: known_sections(&fields.list(&["section_tags", "sectionTags", "categories"])?)?,
        published: fields.flag(&["published"])?.unwrap_or(true),
        featured: featured.unwrap_or(once_featured),
        trending: fields.flag(&["trending"])?.unwrap_or(false),
        crawl_log: fields.flag(&["crawl_log", "crawlLog"])?.unwrap_or(false),
        inside_the_index: fields.flag(&["inside_the_index", "insideTheIndex"])?.unwrap_or(false),
        published_date: date.or_else(|| (!undated).then(|| now.to_rfc3339_opts(SecondsFormat::AutoSi, true))),
        featured_image: fields.text(&["featured_image", "featuredImage", "hero_image", "heroImage", "image"])?,
        thumbnail_image: fields.text(&["thumbnail_image", "thumbnailImage"])?,
        meta_title: fields.or_seo(&seo, &["meta_title", "metaTitle"], &["pageTitle", "page_title", "metaTitle"])?,
        meta_description: fields.or_seo(
            &seo,
            &["meta_description", "metaDescription"],
            &["metaDescription", "meta_description"],
        )?,
        canonical_url: Some(fields.or_seo(
            &seo,
            &["canonical_url", "canonicalUrl", "canonical"],
            &["canonicalUrl", "canonical_url"],
        )?)
        .filter(|url| !url.is_empty()),
        schema: schema.unwrap_or_default(),
        version: None,
    })
}

fn made_slug(title: &str, suffix: &str) -> String {
    let room = Slug::MAX.saturating_sub(suffix.len() + 1);
    match slugify(title, room).as_str() {
        "" => format!("post-{suffix}"),
        words => format!("{words}-{suffix}"),
    }
}

fn known_sections(names: &[String]) -> Result<Vec<String>, String> {
    let known =
        |name: &String| SectionTag::parse(name).map(|tag| tag.as_str().to_owned()).map_err(|error| error.to_string());
    names.iter().map(known).collect()
}

/// The keys of a post. Of several names for one field the first that is there and not null counts.
struct Fields<'a>(&'a Map<String, Value>);

/// The `seo` object, which may be absent.
struct Seo<'a>(Option<Fields<'a>>);

impl Seo<'_> {
    fn text(&self, keys: &[&str]) -> Result<Option<String>, String> {
        self.0.as_ref().map_or(Ok(None), |fields| fields.text(keys))
    }

    fn json_text(&self, keys: &[&str]) -> Result<Option<String>, String> {
        self.0.as_ref().map_or(Ok(None), |fields| fields.json_text(keys))
    }
}

impl<'a> Fields<'a> {
    fn find<'k>(&self, keys: &[&'k str]) -> Option<(&'k str, &'a Value)> {
        keys.iter().find_map(|key| self.0.get(*key).filter(|value| !value.is_null()).map(|value| (*key, value)))
    }

    fn text(&self, keys: &[&str]) -> Result<Option<String>, String> {
        match self.find(keys) {
            None => Ok(None),
            Some((_, Value::String(text))) => Ok(Some(text.clone())),
            Some((key, _)) => Err(format!("\"{key}\" must be text")),
        }
    }

    fn flag(&self, keys: &[&str]) -> Result<Option<bool>, String> {
        match self.find(keys) {
            None => Ok(None),
            Some((_, Value::Bool(flag))) => Ok(Some(*flag)),
            Some((key, _)) => Err(format!("\"{key}\" must be true or false")),
        }
    }

    /// A list of texts, or one text with commas.
    fn list(&self, keys: &[&str]) -> Result<Vec<String>, String> {
        let Some((key, value)) = self.find(keys) else { return Ok(Vec::new()) };
        let wrong = || format!("\"{key}\" must be a list of texts");
        let texts: Vec<&str> = match value {
            Value::String(text) => text.split(',').collect(),
            Value::Array(items) => {
                items.iter().map(|item| item.as_str().ok_or_else(wrong)).collect::<Result<_, _>>()?
            }
            _ => return Err(wrong()),
        };
        Ok(texts.into_iter().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned).collect())
    }

    /// JSON that is given as such or as text.
    fn json_text(&self, keys: &[&str]) -> Result<Option<String>, String> {
        match self.find(keys) {
            None => Ok(None),
            Some((_, Value::String(text))) => Ok(Some(text.clone()).filter(|text| !text.trim().is_empty())),
            Some((_, json @ (Value::Object(_) | Value::Array(_)))) => Ok(Some(json.to_string())),
            Some((key, _)) => Err(format!("\"{key}\" must be JSON-LD, as an object or as text")),
        }
    }

    fn object(&self, key: &str) -> Result<Seo<'a>, String> {
        match self.find(&[key]) {
            None => Ok(Seo(None)),
            Some((_, Value::Object(map))) => Ok(Seo(Some(Fields(map)))),
            Some(_) => Err(format!("\"{key}\" must be an object")),
        }
    }

    /// A text of the post itself; where that is missing or empty, of its `seo` object.
    fn or_seo(&self, seo: &Seo<'_>, keys: &[&str], seo_keys: &[&str]) -> Result<String, String> {
        match self.text(keys)?.filter(|text| !text.trim().is_empty()) {
            Some(text) => Ok(text),
            None => seo.text(seo_keys).map(Option::unwrap_or_default),
        }
    }
}
