//! The trash: posts that were deleted and can be restored.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect,
};
use uuid::Uuid;

use super::{
    PostRecord, PostStore, WriteError, index, manual_redirects,
    read::records,
    trashed::placeholder,
    write::{listed_at, outline},
};
use crate::{
    audit::{Action, NewEntry, Object, Stamp, store::ContentChange},
    posts::domain::ValidPost,
    storage::{
        StorageError,
        entities::{
            blog_posts, blog_posts_lists, blog_posts_search, post_previews, redirects,
            trashed_posts::{ActiveModel, Column, Entity},
        },
    },
};

impl PostStore {
    /// Moves a post into the trash: it leaves every list, and its slug is free.
    pub async fn trash(&self, id: Uuid, by: impl Into<Stamp>) -> Result<i64, WriteError> {
        let change = ContentChange::begin(&self.database, by).await?;
        let entry = trash(&change.transaction, id, change.now()).await?;
        Ok(change.commit(&[entry]).await?)
    }

    /// Takes a post out of the trash, as `before` was read and `draft` was made of it.
    pub async fn restore(
        &self,
        before: &PostRecord,
        draft: &ValidPost,
        by: impl Into<Stamp>,
    ) -> Result<i64, WriteError> {
        let change = ContentChange::begin(&self.database, by).await?;
        let entry = restore(&change.transaction, before, draft).await?;
        Ok(change.commit(&[entry]).await?)
    }

    /// Returns the ids of posts that came into the trash before a moment, the oldest first.
    pub async fn trashed_before(&self, moment: DateTime<Utc>) -> Result<Vec<Uuid>, StorageError> {
        let old = Entity::find().select_only().column(Column::BlogPostId).filter(Column::TrashedAt.lt(moment));
        Ok(old.order_by_asc(Column::TrashedAt).into_tuple().all(self.database.reader()).await?)
    }

    /// Returns how many posts are in the trash.
    pub(super) async fn trashed(&self) -> Result<u64, StorageError> {
        Ok(Entity::find().count(self.database.reader()).await?)
    }
}

/// Moves a post into the trash within a transaction. Returns the entry of the audit log.
pub(super) async fn trash(
    transaction: &DatabaseTransaction,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<NewEntry, WriteError> {
    let before = records(transaction, blog_posts::Entity::find_by_id(id)).await?.pop();
    let before = before.filter(|post| post.summary.trashed_at.is_none()).ok_or(WriteError::NotFound)?;
    let row = ActiveModel {
        blog_post_id: Set(id),
        slug: Set(before.summary.slug.clone()),
        published: Set(before.summary.published),
        trashed_at: Set(now),
    };
    Entity::insert(row).exec_without_returning(transaction).await?;
    set_place(transaction, id, placeholder(id), false).await?;
    let of_lists = blog_posts_lists::Column::BlogPostId.eq(id);
    blog_posts_lists::Entity::delete_many().filter(of_lists).exec(transaction).await?;
    let of_search = blog_posts_search::Column::BlogPostId.eq(id);
    blog_posts_search::Entity::delete_many().filter(of_search).exec(transaction).await?;
    let of_links = post_previews::Column::BlogPostId.eq(id);
    post_previews::Entity::delete_many().filter(of_links).exec(transaction).await?;
    Ok(NewEntry::new(Action::PostTrashed, Object::thing("post", id)).before(&outline(&before)))
}

/// Takes a post out of the trash within a transaction. Returns the entry of the audit log.
pub(super) async fn restore(
    transaction: &DatabaseTransaction,
    before: &PostRecord,
    draft: &ValidPost,
) -> Result<NewEntry, WriteError> {
    let id = before.summary.id;
    if Entity::delete_by_id(id).exec(transaction).await?.rows_affected == 0 {
        return Err(WriteError::NotFound);
    }
    set_place(transaction, id, draft.slug.as_str().to_owned(), draft.published).await?;
    redirects::Entity::delete_by_id(draft.slug.as_str()).exec(transaction).await?;
    manual_redirects::give_way(transaction, draft.slug.as_str()).await?;
    // Redirects to its former addresses that were made meanwhile.
    let former = redirects::Entity::find().filter(redirects::Column::BlogPostId.eq(id)).all(transaction).await?;
    for former in former {
        manual_redirects::follow(transaction, &former.slug, draft.slug.as_str()).await?;
    }
    index::write(transaction, id, draft, listed_at(draft, before.summary.created_at)).await?;
    Ok(NewEntry::new(Action::PostRestored, Object::thing("post", id)).after(&outline(before)))
}

async fn set_place(connection: &impl ConnectionTrait, id: Uuid, slug: String, published: bool) -> Result<(), DbErr> {
    let row = blog_posts::ActiveModel { slug: Set(slug), published: Set(published), ..Default::default() };
    blog_posts::Entity::update_many().set(row).filter(blog_posts::Column::Id.eq(id)).exec(connection).await?;
    Ok(())
}
