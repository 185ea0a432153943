//! Checks the fields of a post one by one and collects the broken rules.

use std::{
    collections::{BTreeMap, HashSet},
    fmt::Display,
};

use super::{
    CONTENT_LIMIT, CONTENT_WARNING, FieldErrors, Slug, TITLE_AND_SLUG, Warning, category_key, category_name,
    values::SectionTag,
};
use crate::text::single_line;

const INVALID_SCHEMA: &str = "Schema markup must be valid JSON-LD";
/// Maximum number of characters in a category.
pub(in crate::posts) const TAG_LENGTH: usize = 64;
/// Maximum number of categories per post.
const TAG_COUNT: usize = 50;

/// Collects broken rules while fields are cleaned.
#[derive(Default)]
pub(super) struct Check {
    /// Field to message.
    pub(super) errors: BTreeMap<String, String>,
}

impl Check {
    pub(super) fn fail(&mut self, field: &str, message: impl Into<String>) {
        self.errors.entry(field.to_owned()).or_insert_with(|| message.into());
    }

    pub(super) fn required(&mut self, fields: &[(&str, bool)]) {
        for (field, _) in fields.iter().filter(|(_, missing)| *missing) {
            self.errors.insert((*field).to_owned(), TITLE_AND_SLUG.to_owned());
        }
    }

    pub(super) fn length(&mut self, field: &str, name: &str, text: &str, most: usize) {
        if text.chars().count() > most {
            self.fail(field, format!("{name} must be at most {} characters", thousands(most)));
        }
    }

    pub(super) fn line(&mut self, field: &str, name: &str, text: &str, most: usize) -> String {
        let line = single_line(text);
        self.length(field, name, &line, most);
        line
    }

    pub(super) fn text(&mut self, field: &str, name: &str, text: &str, most: usize) -> String {
        let text: String = text.trim().chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
        self.length(field, name, &text, most);
        text
    }

    pub(super) fn slug(&mut self, text: &str) -> Option<Slug> {
        Slug::parse(text.trim()).map_err(|error| self.fail("slug", error.to_string())).ok()
    }

    pub(super) fn optional<T, E: Display>(
        &mut self,
        field: &str,
        text: Option<&str>,
        parse: impl FnOnce(&str) -> Result<Option<T>, E>,
    ) -> Option<T> {
        parse(text.unwrap_or("")).map_err(|error| self.fail(field, error.to_string())).ok().flatten()
    }

    pub(super) fn content(&mut self, html: &str) -> Vec<Warning> {
        let characters = html.chars().count();
        if characters > CONTENT_LIMIT {
            self.fail("content", format!("Content must be at most {} characters", thousands(CONTENT_LIMIT)));
        }
        let mut warnings = Vec::new();
        if characters > CONTENT_WARNING {
            warnings.push(Warning {
                field: "content".to_owned(),
                message: format!("Content is over {} characters: the page will be slow", thousands(CONTENT_WARNING)),
            });
        }
        warnings
    }

    pub(super) fn tags(&mut self, given: Vec<String>) -> Vec<String> {
        let mut seen = HashSet::new();
        let tags: Vec<String> = given
            .into_iter()
            .map(|tag| category_name(&tag))
            .filter(|tag| !tag.is_empty() && seen.insert(category_key(tag)))
            .collect();
        if tags.len() > TAG_COUNT {
            self.fail("tags", format!("A post can have at most {TAG_COUNT} categories"));
        }
        for tag in &tags {
            self.length("tags", "A category", tag, TAG_LENGTH);
        }
        tags
    }

    pub(super) fn section_tags(&mut self, given: &[String]) -> Vec<SectionTag> {
        let mut tags = Vec::new();
        for name in given.iter().map(|name| name.trim()).filter(|name| !name.is_empty()) {
            match SectionTag::parse(name) {
                Ok(tag) if tags.contains(&tag) => {}
                Ok(tag) => tags.push(tag),
                Err(error) => self.fail("section_tags", error.to_string()),
            }
        }
        tags
    }

    pub(super) fn schema(&mut self, text: &str) -> String {
        let text = text.trim();
        self.length("schema", "Schema markup", text, 100_000);
        if !text.is_empty() && !is_json_ld(text) {
            self.fail("schema", INVALID_SCHEMA);
        }
        text.to_owned()
    }
}

/// Fails when content is too long to be saved.
pub(in crate::posts) fn check_content(html: &str) -> Result<(), FieldErrors> {
    let mut check = Check::default();
    check.content(html);
    if check.errors.is_empty() { Ok(()) } else { Err(FieldErrors(check.errors)) }
}

/// Returns whether text has the form of JSON-LD: an object, or an array of objects.
fn is_json_ld(text: &str) -> bool {
    match serde_json::from_str(text) {
        Ok(serde_json::Value::Object(_)) => true,
        Ok(serde_json::Value::Array(nodes)) => nodes.iter().all(serde_json::Value::is_object),
        _ => false,
    }
}

/// Formats a number with commas between thousands: 5,000.
fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
