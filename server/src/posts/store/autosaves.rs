//! Autosaves: unsaved work of editors. Nothing here touches a post or the content version.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select, SelectExt,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{PostStore, WriteError};
use crate::{
    posts::domain::PostInput,
    storage::{
        StorageError,
        entities::{
            blog_post_drafts::{ActiveModel, Column, Entity, Model},
            blog_posts,
        },
        json::{from_json, to_json},
    },
};

/// Autosaves that are kept for each editor and post, the newest ones: one for each tab that was closed without saving.
pub(super) const MAX_AUTOSAVES: u64 = 20;

/// Unsaved work on a post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = UnsavedPost)]
pub struct Autosave {
    /// The key that it is saved under.
    pub key: Uuid,
    /// When it was last saved.
    pub updated_at: DateTime<Utc>,
    /// As it was sent: nothing of it was checked or cleaned. `version` is the one that it was made from.
    pub post: PostInput,
}

/// The editor and the post of autosaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AutosaveOwner {
    /// The editor.
    pub user: Uuid,
    /// The post; `None` for one that has not been created yet.
    pub post: Option<Uuid>,
}

impl AutosaveOwner {
    fn owns(self) -> Expr {
        let of_post = self.post.map_or(Column::BlogPostId.is_null(), |post| Column::BlogPostId.eq(post));
        Column::UserId.eq(self.user).and(of_post)
    }

    fn autosaves(self) -> Select<Entity> {
        Entity::find().filter(self.owns()).order_by_desc(Column::UpdatedAt).order_by_desc(Column::Key)
    }
}

impl PostStore {
    /// Returns the autosaves of an owner, newest first.
    pub async fn autosaves(&self, owner: AutosaveOwner) -> Result<Vec<Autosave>, StorageError> {
        let rows = owner.autosaves().all(self.database.reader()).await?;
        let read = |row: Model| Ok(Autosave { key: row.key, updated_at: row.updated_at, post: from_json(&row.post)? });
        rows.into_iter().map(read).collect()
    }

    /// Inserts or replaces the autosave with this key, and deletes the oldest of the owner. Fails with `NotFound` when the
    /// post was deleted.
    pub async fn save_autosave(&self, owner: AutosaveOwner, draft: &Autosave) -> Result<(), WriteError> {
        let transaction = self.database.begin_write().await?;
        let row = ActiveModel {
            user_id: Set(owner.user),
            key: Set(draft.key),
            blog_post_id: Set(owner.post),
            updated_at: Set(draft.updated_at),
            post: Set(to_json(&draft.post)?),
        };
        let mut replace = OnConflict::columns([Column::UserId, Column::Key]);
        replace.update_columns([Column::BlogPostId, Column::UpdatedAt, Column::Post]);
        let written = Entity::insert(row).on_conflict(replace).exec_without_returning(&transaction).await;
        written.map_err(|error| match error.sql_err() {
            // The post was deleted while it was being written on.
            Some(sea_orm::SqlErr::ForeignKeyConstraintViolation(_)) => WriteError::NotFound,
            _ => WriteError::Storage(error.into()),
        })?;
        let oldest = owner.autosaves().select_only().column(Column::Key).offset(MAX_AUTOSAVES).limit(MAX_AUTOSAVES);
        Entity::delete_many()
            .filter(owner.owns())
            .filter(Column::Key.in_subquery(oldest.into_query()))
            .exec(&transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Deletes an autosave, if there is one.
    pub async fn delete_autosave(&self, owner: AutosaveOwner, key: Uuid) -> Result<(), StorageError> {
        Entity::delete_by_id((owner.user, key)).filter(owner.owns()).exec(self.database.writer()).await?;
        Ok(())
    }

    /// Deletes the autosaves from before `moment`, and returns how many.
    pub async fn delete_autosaves_before(&self, moment: DateTime<Utc>) -> Result<u64, StorageError> {
        let expired = Entity::delete_many().filter(Column::UpdatedAt.lt(moment));
        Ok(expired.exec(self.database.writer()).await?.rows_affected)
    }

    /// Whether there is such a post.
    pub async fn must_exist(&self, post: Uuid) -> Result<(), WriteError> {
        let found = blog_posts::Entity::find_by_id(post).exists(self.database.reader()).await?;
        if found { Ok(()) } else { Err(WriteError::NotFound) }
    }
}
