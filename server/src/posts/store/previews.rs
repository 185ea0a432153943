//! Links that show a post before it is published.

use chrono::{DateTime, Utc};
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter};
use uuid::Uuid;

use super::{PostStore, WriteError};
use crate::{
    posts::domain::PostInput,
    storage::{
        StorageError,
        entities::post_previews::{ActiveModel, Column, Entity},
        json::{from_json, to_json},
    },
};

/// SHA-256 of a link's token.
pub type PreviewHash = [u8; 32];

/// What a link shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// The post.
    pub post: Uuid,
    /// What the editor had typed; `None` for the post as saved.
    pub typed: Option<PostInput>,
    /// When the link ends.
    pub expires_at: DateTime<Utc>,
}

impl PostStore {
    /// Keeps a link until it expires.
    pub async fn add_preview(&self, hash: PreviewHash, preview: &Preview) -> Result<(), WriteError> {
        self.must_exist(preview.post).await?;
        let row = ActiveModel {
            token_hash: Set(hash.to_vec()),
            blog_post_id: Set(preview.post),
            post: Set(preview.typed.as_ref().map(to_json).transpose()?),
            expires_at: Set(preview.expires_at),
        };
        Entity::insert(row).exec_without_returning(self.database.writer()).await?;
        Ok(())
    }

    /// Returns what a link shows at `now`.
    pub async fn preview(&self, hash: PreviewHash, now: DateTime<Utc>) -> Result<Option<Preview>, StorageError> {
        let found = Entity::find_by_id(hash.to_vec()).filter(Column::ExpiresAt.gt(now));
        let Some(row) = found.one(self.database.reader()).await? else { return Ok(None) };
        let typed = row.post.as_deref().map(from_json).transpose()?;
        Ok(Some(Preview { post: row.blog_post_id, typed, expires_at: row.expires_at }))
    }

    /// Ends every link to a post.
    pub async fn delete_previews(&self, post: Uuid) -> Result<(), WriteError> {
        self.must_exist(post).await?;
        Entity::delete_many().filter(Column::BlogPostId.eq(post)).exec(self.database.writer()).await?;
        Ok(())
    }

    /// Removes links that have expired.
    pub async fn delete_previews_before(&self, now: DateTime<Utc>) -> Result<(), StorageError> {
        Entity::delete_many().filter(Column::ExpiresAt.lte(now)).exec(self.database.writer()).await?;
        Ok(())
    }
}
