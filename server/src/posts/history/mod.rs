//! The history of posts: what each save changed, and the post before it.

pub(super) mod store;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use self::store::{RevisionRecord, RevisionSummary};
use super::domain::{FORM_ORDER, PostInput};

/// A field that was changed by a save.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FieldChange {
    /// Name of the field in `PostInput`.
    pub field: String,
    /// Number of words before the save. Null except for title, summary and content.
    #[schema(required = true)]
    pub words_before: Option<u32>,
    /// Number of words after the save. Null except for title, summary and content.
    #[schema(required = true)]
    pub words_after: Option<u32>,
}

/// A version of a post as the history compares it.
#[derive(Debug, Clone, Copy)]
pub struct Version<'a> {
    /// Its fields.
    pub post: &'a PostInput,
    /// Words of its content's text.
    pub content_words: u32,
}

/// Returns the fields in which two versions differ, in the order of the form.
pub fn changes(before: Version<'_>, after: Version<'_>) -> serde_json::Result<Vec<FieldChange>> {
    let (old, new) = (serde_json::to_value(before.post)?, serde_json::to_value(after.post)?);
    let fields = new.as_object().into_iter().flatten();
    let mut changed: Vec<&str> =
        fields.filter(|(name, value)| old.get(*name) != Some(*value)).map(|(name, _)| name.as_str()).collect();
    changed.sort_by_key(|name| FORM_ORDER.iter().position(|field| field == name).unwrap_or(FORM_ORDER.len()));
    let counted = |name| match name {
        "title" => Some((words(&before.post.title), words(&after.post.title))),
        "summary" => Some((words(&before.post.summary), words(&after.post.summary))),
        "content" => Some((before.content_words, after.content_words)),
        _ => None,
    };
    Ok(changed.into_iter().map(|name| change(name, counted(name))).collect())
}

fn change(field: &str, words: Option<(u32, u32)>) -> FieldChange {
    let (words_before, words_after) = words.unzip();
    FieldChange { field: field.to_owned(), words_before, words_after }
}

fn words(text: &str) -> u32 {
    u32::try_from(text.split_whitespace().count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(before: &PostInput, after: &PostInput) -> Vec<FieldChange> {
        changes(Version { post: before, content_words: 3 }, Version { post: after, content_words: 5 }).unwrap()
    }

    #[test]
    fn a_version_differs_in_nothing_from_itself() {
        let post = PostInput { title: "A".into(), ..PostInput::default() };
        assert_eq!(found(&post, &post), []);
    }

    #[test]
    fn texts_are_counted_and_the_rest_is_named() {
        let before = PostInput { title: "One two".into(), content: "<p>a</p>".into(), ..PostInput::default() };
        let after = PostInput {
            title: "One".into(),
            content: "<p>b</p>".into(),
            tags: vec!["x".into()],
            ..PostInput::default()
        };
        let expected = [change("title", Some((2, 1))), change("tags", None), change("content", Some((3, 5)))];
        assert_eq!(found(&before, &after), expected);
    }

    /// Fields that are added to posts later must be compared too.
    #[test]
    fn no_field_is_left_out() {
        let before = serde_json::to_value(PostInput::default()).unwrap();
        for field in before.as_object().unwrap().keys() {
            let mut after = before.clone();
            after[field] = match &before[field] {
                serde_json::Value::Bool(_) => true.into(),
                serde_json::Value::Array(_) => vec!["x"].into(),
                _ => "x".into(),
            };
            let after: PostInput = serde_json::from_value(after).unwrap();
            let fields: Vec<String> = found(&PostInput::default(), &after).into_iter().map(|one| one.field).collect();
            assert_eq!(fields, [field.as_str()]);
        }
    }
}
