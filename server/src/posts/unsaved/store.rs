//! Stores autosaves and links to previews. Nothing here touches a post or the content version.

#[cfg(test)]
mod tests;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use uuid::Uuid;

use super::domain::{Autosave, AutosaveOwner, MAX_AUTOSAVES, MAX_PREVIEWS, Preview};
use crate::{
    posts::store::WriteError,
    storage::{
        Database, StorageError,
        entities::{
            blog_post_drafts::{ActiveModel, Column, Entity, Model},
            post_previews,
        },
        json::{from_json, to_json},
    },
    token::TokenHash,
};

/// Reads and writes unsaved work.
#[derive(Debug, Clone)]
pub(super) struct UnsavedStore {
    database: Database,
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

impl UnsavedStore {
    /// Returns a store in `database`.
    pub(super) fn new(database: Database) -> Self {
        Self { database }
    }

    /// Returns the autosaves of an owner, newest first.
    pub(super) async fn autosaves(&self, owner: AutosaveOwner) -> Result<Vec<Autosave>, StorageError> {
        let rows = owner.autosaves().all(self.database.reader()).await?;
        let read = |row: Model| Ok(Autosave { key: row.key, updated_at: row.updated_at, post: from_json(&row.post)? });
        rows.into_iter().map(read).collect()
    }

    /// Inserts or replaces the autosave with this key, and deletes the oldest of the owner. Fails with `NotFound` when
    /// the post was deleted.
    pub(super) async fn save(&self, owner: AutosaveOwner, draft: &Autosave) -> Result<(), WriteError> {
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
        written.map_err(of_missing_post)?;
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
    pub(super) async fn delete(&self, owner: AutosaveOwner, key: Uuid) -> Result<(), StorageError> {
        Entity::delete_by_id((owner.user, key)).filter(owner.owns()).exec(self.database.writer()).await?;
        Ok(())
    }

    /// Deletes the autosaves from before `moment`, and returns how many.
    pub(super) async fn delete_before(&self, moment: DateTime<Utc>) -> Result<u64, StorageError> {
        let expired = Entity::delete_many().filter(Column::UpdatedAt.lt(moment));
        Ok(expired.exec(self.database.writer()).await?.rows_affected)
    }

    /// Stores a link until it expires, and deletes the oldest of its kind to the post. Fails with `NotFound` when the post was
    /// deleted.
    pub(super) async fn add_preview(&self, hash: TokenHash, preview: &Preview) -> Result<(), WriteError> {
        use post_previews::{ActiveModel, Column, Entity};
        let transaction = self.database.begin_write().await?;
        let row = ActiveModel {
            token_hash: Set(hash.to_vec()),
            blog_post_id: Set(preview.post),
            post: Set(preview.typed.as_ref().map(to_json).transpose()?),
            expires_at: Set(preview.expires_at),
        };
        let added = Entity::insert(row).exec_without_returning(&transaction).await;
        added.map_err(of_missing_post)?;
        // Previewing unsaved text must not end a link that was passed on.
        let kind = if preview.typed.is_some() { Column::Post.is_not_null() } else { Column::Post.is_null() };
        let others = Column::BlogPostId.eq(preview.post).and(Column::TokenHash.ne(hash.to_vec())).and(kind);
        let newest_first = Entity::find().filter(others).order_by_desc(Column::ExpiresAt);
        // SQLite takes an offset only after a limit.
        let oldest = newest_first.select_only().column(Column::TokenHash).offset(MAX_PREVIEWS - 1).limit(MAX_PREVIEWS);
        Entity::delete_many().filter(Column::TokenHash.in_subquery(oldest.into_query())).exec(&transaction).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Returns what a link shows at `now`.
    pub(super) async fn preview(&self, hash: TokenHash, now: DateTime<Utc>) -> Result<Option<Preview>, StorageError> {
        let found = post_previews::Entity::find_by_id(hash.to_vec()).filter(post_previews::Column::ExpiresAt.gt(now));
        let Some(row) = found.one(self.database.reader()).await? else { return Ok(None) };
        let typed = row.post.as_deref().map(from_json).transpose()?;
        Ok(Some(Preview { post: row.blog_post_id, typed, expires_at: row.expires_at }))
    }

    /// Ends every link to a post.
    pub(super) async fn delete_previews(&self, post: Uuid) -> Result<(), StorageError> {
        let of_post = post_previews::Column::BlogPostId.eq(post);
        post_previews::Entity::delete_many().filter(of_post).exec(self.database.writer()).await?;
        Ok(())
    }

    /// Removes links that have expired.
    pub(super) async fn delete_previews_before(&self, now: DateTime<Utc>) -> Result<(), StorageError> {
        let expired = post_previews::Column::ExpiresAt.lte(now);
        post_previews::Entity::delete_many().filter(expired).exec(self.database.writer()).await?;
        Ok(())
    }
}

/// Distinguishes a post that was deleted while it was being edited from other failures.
fn of_missing_post(error: DbErr) -> WriteError {
    match error.sql_err() {
        Some(sea_orm::SqlErr::ForeignKeyConstraintViolation(_)) => WriteError::NotFound,
        _ => WriteError::Storage(error.into()),
    }
}
