//! Changes many posts at once.

use std::collections::HashMap;

use uuid::Uuid;

use super::store::PostChange;
use crate::{
    audit::Actor,
    error::AppError,
    posts::{
        PostService,
        domain::{FieldErrors, category_key},
        service::{PostRecord, PostWriteError},
    },
};

/// What is done to each of many posts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BulkAction {
    /// Publishes it.
    Publish,
    /// Unpublishes it.
    Unpublish,
    /// Adds a category.
    Tag(String),
    /// Moves it into the trash.
    Trash,
    /// Takes it out of the trash.
    Restore,
    /// Removes it for good.
    Delete,
}

/// The posts in the requested order, each with the reason why it was not changed, or with its slug if it was restored at
/// another than before.
pub type BulkResults = Vec<(Uuid, Result<Option<String>, String>)>;

/// What is to be done to one post.
enum Step {
    /// Nothing: it is already in the requested state.
    Nothing,
    Change(PostChange),
    Failed(String),
}

impl PostService {
    /// Makes the same change to many posts, in the name of `editor`, as the call for a single post does. Of two that
    /// are restored with the same slug, the second fails. A post that fails does not affect the others.
    pub async fn change_many(
        &self,
        ids: &[Uuid],
        action: &BulkAction,
        editor: Uuid,
        by: &Actor,
    ) -> Result<BulkResults, AppError> {
        let mut steps = Vec::with_capacity(ids.len());
        match action {
            BulkAction::Trash => steps.extend(ids.iter().map(|id| Step::Change(PostChange::Trash(*id)))),
            BulkAction::Delete => steps.extend(ids.iter().map(|id| Step::Change(PostChange::Delete(*id)))),
            _ => {
                let found = self.store.by_ids(ids).await?;
                let mut found: HashMap<Uuid, PostRecord> =
                    found.into_iter().map(|post| (post.summary.id, post)).collect();
                for id in ids {
                    steps.push(self.step(found.remove(id), action).await?);
                }
            }
        }
        let (mut changes, mut moved, mut results) = (Vec::new(), Vec::new(), Vec::new());
        for step in steps {
            results.push(match step {
                Step::Nothing => Some(Ok(None)),
                Step::Failed(message) => Some(Err(message)),
                Step::Change(change) => {
                    moved.push(other_slug(&change));
                    changes.push(change);
                    None
                }
            });
        }
        let mut written = Vec::new();
        if !changes.is_empty() {
            let done = self.store.change_all(&changes, editor, by.at(self.clock.now())).await?;
            if let Some(content_version) = done.content_version {
                self.changed(content_version).await;
            }
            written = done.results;
        }
        let mut written = written.into_iter().zip(moved).map(|(result, slug)| result.map(|()| slug).map_err(message));
        let results = results.into_iter().map(|result| result.or_else(|| written.next()).unwrap_or(Ok(None)));
        Ok(ids.iter().copied().zip(results).collect())
    }

    /// Returns what is to be done to a post as it was read.
    async fn step(&self, found: Option<PostRecord>, action: &BulkAction) -> Result<Step, AppError> {
        let in_trash = *action == BulkAction::Restore;
        let Some(before) = found.filter(|post| post.summary.trashed_at.is_some() == in_trash) else {
            return Ok(Step::Failed(message(PostWriteError::NotFound)));
        };
        let mut input = before.post.clone();
        match action {
            BulkAction::Publish => input.published = true,
            BulkAction::Unpublish => input.published = false,
            BulkAction::Tag(tag) if input.tags.iter().all(|own| category_key(own) != category_key(tag)) => {
                input.tags.push(tag.clone());
            }
            _ => {}
        }
        if input == before.post && !in_trash {
            return Ok(Step::Nothing);
        }
        let checked = self.validate(vec![input]).await?.pop();
        let draft = match checked.ok_or_else(|| AppError::internal("an input went missing"))? {
            Ok(draft) => draft,
            Err(FieldErrors(fields)) => {
                return Ok(Step::Failed(fields.into_values().collect::<Vec<_>>().join("; ")));
            }
        };
        let before = Box::new(before);
        if in_trash {
            let draft = self.with_free_slug(draft).await?;
            return Ok(Step::Change(PostChange::Restore { before, draft: Box::new(draft) }));
        }
        let draft = Box::new(self.settled(self.stamped(draft, Some(&before)), Some(&before.post)));
        Ok(Step::Change(PostChange::Update { before, draft }))
    }
}

/// Returns the slug of a post that is restored at another than before, as that one is taken.
fn other_slug(change: &PostChange) -> Option<String> {
    match change {
        PostChange::Restore { before, draft } if draft.slug.as_str() != before.summary.slug => {
            Some(draft.slug.as_str().to_owned())
        }
        _ => None,
    }
}

/// Returns why a post was not changed, in words for staff.
fn message(error: PostWriteError) -> String {
    AppError::from(error).to_string()
}
