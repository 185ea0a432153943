//! Saves unsaved work, and makes links that show it before it is published.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    domain::{AUTOSAVE_LIFE, Autosave, AutosaveOwner, PREVIEW_LIFE, Preview, PreviewLink},
    store::UnsavedStore,
};
use crate::{
    clock::Clock,
    error::AppError,
    posts::{
        PostService,
        domain::{ImageUrl, PostInput, ValidPost, label, plain_fields},
        service::{PostRecord, PostWriteError},
    },
    storage::{Database, StorageError},
    token::{TokenHash, new_token},
};

/// Unsaved work on posts.
#[derive(Clone)]
pub struct UnsavedService {
    store: UnsavedStore,
    posts: PostService,
    clock: Arc<dyn Clock>,
}

impl UnsavedService {
    /// Returns a service on `database`.
    pub fn new(database: Database, posts: PostService, clock: Arc<dyn Clock>) -> Self {
        Self { store: UnsavedStore::new(database), posts, clock }
    }

    /// Returns the autosaves of an owner, newest first.
    pub async fn autosaves(&self, owner: AutosaveOwner) -> Result<Vec<Autosave>, AppError> {
        let drafts = self.store.autosaves(owner).await?;
        if let (true, Some(post)) = (drafts.is_empty(), owner.post) {
            self.posts.must_exist(post).await?;
        }
        Ok(drafts)
    }

    /// Stores unsaved work as it is, unchecked.
    pub async fn save(&self, owner: AutosaveOwner, key: Uuid, post: PostInput) -> Result<Autosave, PostWriteError> {
        let draft = Autosave { key, updated_at: self.clock.now(), post };
        self.store.save(owner, &draft).await?;
        Ok(draft)
    }

    /// Deletes an autosave, if there is one.
    pub async fn delete(&self, owner: AutosaveOwner, key: Uuid) -> Result<(), StorageError> {
        self.store.delete(owner, key).await
    }

    /// Creates a link that shows a post as saved, or as `typed`. Fails when what was typed breaks a rule of posts.
    pub async fn create_preview(&self, id: Uuid, typed: Option<PostInput>) -> Result<PreviewLink, AppError> {
        self.posts.outside_trash(id).await?;
        if let Some(typed) = &typed {
            self.posts.validate_one(typed.clone()).await?;
        }
        let token = new_token()?;
        let expires_at = self.clock.now() + PREVIEW_LIFE;
        self.store.add_preview(TokenHash::of(&token), &Preview { post: id, typed, expires_at }).await?;
        Ok(PreviewLink { token, expires_at })
    }

    /// Returns the post that a link shows, and when the link ends. None when the link has ended, or the post is in the
    /// trash.
    pub async fn preview(&self, token: &str) -> Result<Option<(PostRecord, DateTime<Utc>)>, AppError> {
        let Some(Preview { post, typed, expires_at }) =
            self.store.preview(TokenHash::of(token), self.clock.now()).await?
        else {
            return Ok(None);
        };
        let saved = match self.posts.outside_trash(post).await {
            Err(AppError::NotFound(_)) => return Ok(None),
            saved => saved?,
        };
        let shown = match typed {
            Some(typed) => as_typed(saved, self.posts.validate_one(typed).await?),
            None => saved,
        };
        Ok(Some((shown, expires_at)))
    }

    /// Ends every link to a post.
    pub async fn end_previews(&self, id: Uuid) -> Result<(), AppError> {
        self.posts.must_exist(id).await?;
        Ok(self.store.delete_previews(id).await?)
    }

    /// Deletes autosaves and links that have expired.
    pub async fn sweep(&self) -> Result<(), StorageError> {
        let now = self.clock.now();
        let deleted = self.store.delete_before(now - AUTOSAVE_LIFE).await?;
        if deleted > 0 {
            tracing::info!(deleted, "expired autosaves deleted");
        }
        self.store.delete_previews_before(now).await
    }
}

/// Returns a post as it would be saved.
fn as_typed(mut record: PostRecord, draft: ValidPost) -> PostRecord {
    let PostRecord { summary, post, headings, .. } = &mut record;
    let image = |url: Option<ImageUrl>| url.map(|url| url.as_str().to_owned());
    summary.label = label(&draft.meta_title, &draft.title, &draft.tags);
    summary.word_count = i32::try_from(draft.word_count).unwrap_or(i32::MAX);
    summary.listed_at = draft.published_date.unwrap_or(summary.listed_at);
    summary.section_tags = draft.section_tags.iter().map(|tag| tag.as_str().to_owned()).collect();
    summary.tags.clone_from(&draft.tags);
    summary.title.clone_from(&draft.title);
    summary.summary.clone_from(&draft.summary);
    summary.author.clone_from(&draft.author);
    draft.slug.as_str().clone_into(&mut summary.slug);
    summary.featured_image = image(draft.featured_image);
    summary.thumbnail_image = image(draft.thumbnail_image);
    post.slug.clone_from(&summary.slug);
    post.featured_image.clone_from(&summary.featured_image);
    post.thumbnail_image.clone_from(&summary.thumbnail_image);
    post.canonical_url = draft.canonical_url.map(|url| url.as_str().to_owned());
    post.schema = draft.schema;
    *headings = draft.headings;
    macro_rules! copy {
        ($($field:ident),*) => { $(post.$field = draft.$field;)* };
    }
    plain_fields!(copy);
    record
}
