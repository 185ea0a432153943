//! Work that editors have not saved yet. Nothing here touches a post or the content version.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
    sea_query::OnConflict,
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    PostStore, WriteError,
    revisions::{from_json, to_json},
};
use crate::{
    posts::domain::PostInput,
    storage::{
        StorageError,
        entities::{blog_post_drafts, blog_posts},
    },
};

/// How many drafts of a post an editor may have, the newest ones: as many as tabs that came to an untidy end.
pub(super) const DRAFTS_KEPT: u64 = 20;

/// Unsaved work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = UnsavedPost)]
pub struct DraftRecord {
    /// The key under which it was kept.
    pub key: Uuid,
    /// When it was last kept.
    pub updated_at: DateTime<Utc>,
    /// As it was sent: nothing of it was checked or cleaned. `version` is the one that it was made from.
    pub post: PostInput,
}

/// Whose work on which post; without a post it is on one that has not been made yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DraftOwner {
    /// The editor.
    pub user: Uuid,
    /// The post.
    pub post: Option<Uuid>,
}

impl DraftOwner {
    fn drafts(self) -> Select<blog_post_drafts::Entity> {
        let drafts = blog_post_drafts::Entity::find().filter(blog_post_drafts::Column::UserId.eq(self.user));
        match self.post {
            Some(post) => drafts.filter(blog_post_drafts::Column::BlogPostId.eq(post)),
            None => drafts.filter(blog_post_drafts::Column::BlogPostId.is_null()),
        }
        .order_by_desc(blog_post_drafts::Column::UpdatedAt)
        .order_by_desc(blog_post_drafts::Column::Key)
    }
}

impl PostStore {
    /// What an editor has not saved of a post, newest first.
    pub async fn drafts(&self, owner: DraftOwner) -> Result<Vec<DraftRecord>, StorageError> {
        let rows = owner.drafts().all(self.database.reader()).await?;
        let read = |row: blog_post_drafts::Model| {
            Ok(DraftRecord { key: row.key, updated_at: row.updated_at, post: from_json(&row.post)? })
        };
        rows.into_iter().map(read).collect()
    }

    /// Writes the draft with this key anew, and lets go of the owner's oldest.
    pub async fn keep_draft(&self, owner: DraftOwner, draft: &DraftRecord) -> Result<(), WriteError> {
        use blog_post_drafts::Column;
        let transaction = self.database.begin_write().await?;
        let written = blog_post_drafts::Entity::insert(blog_post_drafts::ActiveModel {
            user_id: Set(owner.user),
            key: Set(draft.key),
            blog_post_id: Set(owner.post),
            updated_at: Set(draft.updated_at),
            post: Set(to_json(&draft.post)?),
        })
        .on_conflict(
            OnConflict::columns([Column::UserId, Column::Key])
                .update_columns([Column::BlogPostId, Column::UpdatedAt, Column::Post])
                .to_owned(),
        )
        .exec_without_returning(&transaction)
        .await;
        written.map_err(|error| match error.sql_err() {
            // The post was deleted while it was being written on.
            Some(sea_orm::SqlErr::ForeignKeyConstraintViolation(_)) => WriteError::NotFound,
            _ => WriteError::Storage(error.into()),
        })?;
        let oldest = owner.drafts().select_only().column(Column::Key).offset(DRAFTS_KEPT).limit(DRAFTS_KEPT);
        blog_post_drafts::Entity::delete_many()
            .filter(Column::UserId.eq(owner.user))
            .filter(Column::Key.in_subquery(oldest.into_query()))
            .exec(&transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Lets go of a draft, if there is one.
    pub async fn forget_draft(&self, owner: DraftOwner, key: Uuid) -> Result<(), StorageError> {
        let drafts = blog_post_drafts::Entity::delete_by_id((owner.user, key));
        let of_post = match owner.post {
            Some(post) => drafts.filter(blog_post_drafts::Column::BlogPostId.eq(post)),
            None => drafts.filter(blog_post_drafts::Column::BlogPostId.is_null()),
        };
        of_post.exec(self.database.writer()).await?;
        Ok(())
    }

    /// Lets go of the drafts that nobody has written on since `moment`; tells how many.
    pub async fn forget_drafts_before(&self, moment: DateTime<Utc>) -> Result<u64, StorageError> {
        let deleted = blog_post_drafts::Entity::delete_many()
            .filter(blog_post_drafts::Column::UpdatedAt.lt(moment))
            .exec(self.database.writer())
            .await?;
        Ok(deleted.rows_affected)
    }

    /// Whether there is such a post.
    pub async fn must_exist(&self, post: Uuid) -> Result<(), WriteError> {
        let found: Option<Uuid> = blog_posts::Entity::find_by_id(post)
            .select_only()
            .column(blog_posts::Column::Id)
            .into_tuple()
            .one(self.database.reader())
            .await
            .map_err(|error: DbErr| WriteError::Storage(error.into()))?;
        found.map(|_| ()).ok_or(WriteError::NotFound)
    }
}
