//! Changes many posts in one transaction.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, TransactionTrait};
use uuid::Uuid;

use crate::{
    audit::{Stamp, store::ContentChange},
    posts::{
        domain::ValidPost,
        store::{
            PostRecord, PostStore, WriteError,
            read::records,
            write::{delete, update},
        },
        trash::store::{restore, trash},
    },
    storage::{StorageError, entities::blog_posts},
};

/// A change of one post.
#[derive(Debug)]
pub enum PostChange {
    /// Replaces its fields.
    Update {
        /// The post as it was read.
        before: Box<PostRecord>,
        /// Its new fields.
        draft: Box<ValidPost>,
    },
    /// Moves it into the trash.
    Trash(Uuid),
    /// Takes it out of the trash.
    Restore {
        /// The post as it was read.
        before: Box<PostRecord>,
        /// The fields that it is restored with.
        draft: Box<ValidPost>,
    },
    /// Removes it for good.
    Delete(Uuid),
}

/// The results of a list of changes.
#[derive(Debug)]
pub struct Changes {
    /// The result of each change, in the order given.
    pub results: Vec<Result<(), WriteError>>,
    /// The new content version; None when nothing was changed.
    pub content_version: Option<i64>,
}

impl PostStore {
    /// Makes changes in one transaction, in the name of `editor`. A change that fails does not affect the others.
    pub async fn change_all(
        &self,
        changes: &[PostChange],
        editor: Uuid,
        by: impl Into<Stamp>,
    ) -> Result<Changes, StorageError> {
        let whole = ContentChange::begin(&self.database, by).await?;
        let (mut results, mut entries) = (Vec::with_capacity(changes.len()), Vec::new());
        for change in changes {
            let part = whole.transaction.begin().await?;
            let result = match change {
                PostChange::Update { before, draft } => {
                    update(&part, before, draft, editor, whole.now()).await.map(|(_, entry)| entry)
                }
                PostChange::Trash(id) => trash(&part, *id, whole.now()).await,
                PostChange::Restore { before, draft } => restore(&part, before, draft, whole.now()).await,
                PostChange::Delete(id) => delete(&part, *id, whole.now()).await,
            };
            match result {
                Ok(entry) => {
                    part.commit().await?;
                    entries.push(entry);
                    results.push(Ok(()));
                }
                Err(WriteError::Storage(error)) => return Err(error),
                Err(error) => {
                    part.rollback().await?;
                    results.push(Err(error));
                }
            }
        }
        if entries.is_empty() {
            return Ok(Changes { results, content_version: None });
        }
        Ok(Changes { results, content_version: Some(whole.commit(&entries).await?) })
    }

    /// Returns the posts that exist, whatever their state.
    pub async fn by_ids(&self, ids: &[Uuid]) -> Result<Vec<PostRecord>, StorageError> {
        let select = blog_posts::Entity::find().filter(blog_posts::Column::Id.is_in(ids.iter().copied()));
        Ok(records(self.database.reader(), select).await?)
    }
}
