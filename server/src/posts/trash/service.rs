//! Deletes and restores posts.

use uuid::Uuid;

use crate::{
    audit::Actor,
    error::AppError,
    posts::{
        PostService,
        domain::TRASH_LIFE,
        service::{PostRecord, PostWriteError},
    },
    storage::StorageError,
};

impl PostService {
    /// Moves a post into the trash.
    pub async fn trash(&self, id: Uuid, by: &Actor) -> Result<(), AppError> {
        let content_version = self.store.trash(id, by.at(self.clock.now())).await?;
        self.changed(content_version).await;
        Ok(())
    }

    /// Takes a post out of the trash with the state that it had. When another post has its slug by now, it gets the
    /// next free one.
    pub async fn restore(&self, id: Uuid, by: &Actor) -> Result<PostRecord, AppError> {
        loop {
            let before = self.get(id).await?;
            if before.summary.trashed_at.is_none() {
                return Err(PostWriteError::NotFound.into());
            }
            let draft = self.with_free_slug(self.validate_one(before.post.clone()).await?).await?;
            match self.store.restore(&before, &draft, by.at(self.clock.now())).await {
                // Its category or author got another name meanwhile.
                Err(PostWriteError::EditConflict) => {}
                written => {
                    self.changed(written?).await;
                    return self.get(id).await;
                }
            }
        }
    }

    /// Removes a post for good, from the trash or from its lists.
    pub async fn delete(&self, id: Uuid, by: &Actor) -> Result<(), AppError> {
        let content_version = self.store.delete(id, by.at(self.clock.now())).await?;
        self.changed(content_version).await;
        Ok(())
    }

    /// Removes what has been in the trash for longer than [`TRASH_LIFE`].
    pub async fn empty_trash(&self) -> Result<(), StorageError> {
        let now = self.clock.now();
        let moment = now - TRASH_LIFE;
        for id in self.store.trashed_before(moment).await? {
            match self.store.delete_trashed_before(moment, id, Actor::program().at(now)).await {
                Ok(Some(_)) => tracing::info!(post = %id, "expired post deleted from the trash"),
                Err(PostWriteError::Storage(error)) => return Err(error),
                // It was restored meanwhile, or another process was first.
                Ok(None) | Err(_) => {}
            }
        }
        Ok(())
    }
}
