//! Moves posts into the trash and out of it.

#[cfg(test)]
mod tests;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect, SelectExt,
};
use serde_json::json;
use uuid::Uuid;

use crate::{
    audit::{Action, NewEntry, Object, Stamp, store::ContentChange},
    posts::{
        domain::{PostState, ValidPost},
        store::{
            PostRecord, PostStore, WriteError, index,
            read::{records, visible},
            trashed::placeholder,
            write::{delete, listed_at, outline},
        },
    },
    redirects::addresses,
    storage::{
        StorageError,
        entities::{
            blog_posts,
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

    /// Takes a post out of the trash. `before` is the post as it was read, `draft` what it is restored with. Fails with
    /// `EditConflict` when it was changed since.
    pub async fn restore(
        &self,
        before: &PostRecord,
        draft: &ValidPost,
        by: impl Into<Stamp>,
    ) -> Result<i64, WriteError> {
        let change = ContentChange::begin(&self.database, by).await?;
        let entry = restore(&change.transaction, before, draft, change.now()).await?;
        Ok(change.commit(&[entry]).await?)
    }

    /// Returns the ids of posts that were moved to the trash before a moment, the oldest first.
    pub async fn trashed_before(&self, moment: DateTime<Utc>) -> Result<Vec<Uuid>, StorageError> {
        let old = Entity::find().select_only().column(Column::BlogPostId).filter(Column::TrashedAt.lt(moment));
        Ok(old.order_by_asc(Column::TrashedAt).into_tuple().all(self.database.reader()).await?)
    }

    /// Deletes a post that was moved to the trash before a moment, as [`PostStore::delete`] does. Returns `None` when
    /// it has left the trash since.
    pub async fn delete_trashed_before(
        &self,
        moment: DateTime<Utc>,
        id: Uuid,
        by: impl Into<Stamp>,
    ) -> Result<Option<i64>, WriteError> {
        let change = ContentChange::begin(&self.database, by).await?;
        let expired = Entity::find_by_id(id).filter(Column::TrashedAt.lt(moment));
        if !expired.exists(&change.transaction).await? {
            return Ok(None);
        }
        let entry = delete(&change.transaction, id, change.now()).await?;
        Ok(Some(change.commit(&[entry]).await?))
    }
}

/// Moves a post into the trash within a transaction. Returns the entry of the audit log.
pub(in crate::posts) async fn trash(
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
    if before.summary.state(now) == PostState::Live {
        // Redirects at its address ended when the post appeared there.
        addresses::hold(transaction, id, &before.summary.slug, true).await?;
    }
    set_address(transaction, id, placeholder(id), false).await?;
    index::delete(transaction, id).await?;
    Ok(NewEntry::new(Action::PostTrashed, Object::thing("post", id)).before(&outline(&before)))
}

/// Takes a post out of the trash within a transaction. Returns the entry of the audit log.
pub(in crate::posts) async fn restore(
    transaction: &DatabaseTransaction,
    before: &PostRecord,
    draft: &ValidPost,
    now: DateTime<Utc>,
) -> Result<NewEntry, WriteError> {
    let (id, old) = (before.summary.id, before.summary.slug.as_str());
    if Entity::delete_by_id(id).exec(transaction).await?.rows_affected == 0 {
        return Err(WriteError::NotFound);
    }
    // Renaming a category or an author changes posts in the trash too: lists and search would get the old name.
    let unchanged = blog_posts::Entity::find_by_id(id).filter(blog_posts::Column::Version.eq(before.version));
    if !unchanged.exists(transaction).await? {
        return Err(WriteError::EditConflict);
    }
    set_address(transaction, id, draft.slug.as_str().to_owned(), draft.published).await?;
    let listed_at = listed_at(draft, before.summary.created_at);
    addresses::restore(transaction, id, draft.slug.as_str(), draft.published && listed_at <= now).await?;
    if draft.published && old != draft.slug.as_str() {
        let at_old = blog_posts::Entity::find().filter(blog_posts::Column::Slug.eq(old));
        // Unless readers find another post at the former address. One that is there may be published later or never, so
        // readers are redirected until then.
        if !at_old.filter(visible(now)).exists(transaction).await? {
            addresses::rename(transaction, id, (old, draft.slug.as_str()), now).await?;
        }
    }
    index::write(transaction, id, draft, listed_at).await?;
    let said = json!({ "title": before.post.title, "slug": draft.slug.as_str(), "published": draft.published });
    Ok(NewEntry::new(Action::PostRestored, Object::thing("post", id)).after(&said))
}

async fn set_address(connection: &impl ConnectionTrait, id: Uuid, slug: String, published: bool) -> Result<(), DbErr> {
    let row = blog_posts::ActiveModel { slug: Set(slug), published: Set(published), ..Default::default() };
    blog_posts::Entity::update_many().set(row).filter(blog_posts::Column::Id.eq(id)).exec(connection).await?;
    Ok(())
}
