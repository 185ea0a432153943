//! A category: the fields, their rules and the messages of broken rules.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{AppError, Fields},
    posts::domain::{CATEGORIES, TAG_LENGTH, category_key, category_name},
    text::single_line,
};

/// Characters that stay unescaped in a query value, as in the front end's links.
const VALUE: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

/// Maximum number of characters in a description.
const DESCRIPTION: usize = 300;

/// Details of a category.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CategoryInput {
    /// Name, at most 64 characters. Required.
    #[schema(max_length = 64)]
    pub name: String,
    /// Plain text shown on the category's page, at most 300 characters. Empty for none.
    #[schema(max_length = 300)]
    pub description: String,
    /// Version of the category that was edited.
    pub version: i64,
}

/// Target of a merge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MergeInput {
    /// Id of the category that the posts move to.
    pub into: Uuid,
    /// Version of the category that is merged and deleted.
    pub version: i64,
}

/// A checked category.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the fields are those of CategoryInput")]
pub struct ValidCategory {
    pub name: String,
    pub description: String,
}

/// A category of posts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Category {
    /// Unique identifier. Does not change when the category is renamed.
    pub id: Uuid,
    /// Name, as shown on posts.
    pub name: String,
    /// Plain text shown on the category's page. Empty if none.
    pub description: String,
    /// Version number, incremented on every change. An update must send the current one.
    pub version: i64,
}

impl Category {
    /// Returns whether the site's menus link to it, in whatever spelling: such a category keeps its name.
    pub fn is_fixed(&self) -> bool {
        let key = category_key(&self.name);
        CATEGORIES.iter().any(|name| category_key(name) == key)
    }
}

/// Returns the root-relative address of a category's list.
pub fn category_url(name: &str) -> String {
    format!("/blog?tag={}", utf8_percent_encode(name, VALUE))
}

impl ValidCategory {
    /// Checks and cleans a category.
    pub fn from_input(input: &CategoryInput) -> Result<Self, AppError> {
        let valid = Self { name: category_name(&input.name), description: single_line(&input.description) };
        let mut fields = Fields::new();
        let mut fail = |field: &str, message: String| {
            fields.insert(field.to_owned(), message);
        };
        if valid.name.is_empty() {
            fail("name", "Name is required".to_owned());
        }
        for (field, label, text, most) in
            [("name", "Name", &valid.name, TAG_LENGTH), ("description", "Description", &valid.description, DESCRIPTION)]
        {
            if text.chars().count() > most {
                fail(field, format!("{label} must be at most {most} characters"));
            }
        }
        match fields.values().next().cloned() {
            Some(message) => Err(AppError::Invalid { message, fields }),
            None => Ok(valid),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_category_of_the_menus_is_known_in_any_spelling() {
        let named =
            |name: &str| Category { id: Uuid::nil(), name: name.into(), description: String::new(), version: 1 };
        assert!(CATEGORIES.iter().all(|name| named(name).is_fixed() && named(&name.to_lowercase()).is_fixed()));
        assert!(!named("Log files").is_fixed());
    }

    #[test]
    fn a_category_needs_a_name_on_one_line() {
        let input = |name: &str| CategoryInput { name: name.into(), ..CategoryInput::default() };
        assert_eq!(ValidCategory::from_input(&input(" Log \n files ")).unwrap().name, "Log files");
        assert_eq!(ValidCategory::from_input(&input("Cafe\u{301}")).unwrap().name, "Café");
        let fields = |input: CategoryInput| ValidCategory::from_input(&input).unwrap_err().fields();
        assert_eq!(fields(input(" ")).get("name").unwrap(), "Name is required");
        let long = CategoryInput { description: "x".repeat(DESCRIPTION + 1), ..input(&"x".repeat(TAG_LENGTH + 1)) };
        assert_eq!(fields(long).keys().collect::<Vec<_>>(), ["description", "name"]);
    }
}
