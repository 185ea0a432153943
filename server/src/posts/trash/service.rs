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

/// Maximum number of attempts to restore a post: each fails when its category or author is renamed meanwhile.
const TRIES: usize = 10;

impl PostService {
    /// Moves a post into the trash.
    pub async fn trash(&self, id: Uuid, by: &Actor) -> Result<(), AppError> {
        let content_version = self.store.trash(id, by.at(self.clock.now())).await?;
        self.changed(content_version).await;
        Ok(())
    }

    /// Takes a post out of the trash with the state that it had. If another post now has its slug, it gets the next
    /// free one. Fails with `EditConflict` when it is changed during every attempt.
    pub async fn restore(&self, id: Uuid, by: &Actor) -> Result<PostRecord, AppError> {
        for _ in 0..TRIES {
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
        Err(PostWriteError::EditConflict.into())
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use chrono_tz::Tz;
    use sea_orm::ConnectionTrait;

    use super::*;
    use crate::{
        clock::ManualClock,
        posts::testing::{now, post},
        storage::{
            content_state::{ContentState, Versions},
            testing::TestDatabase,
        },
    };

    #[tokio::test]
    async fn a_post_that_changes_during_every_attempt_is_not_restored() {
        let file = TestDatabase::sqlite().await;
        let database = file.open().await;
        let (clock, content) = (Arc::new(ManualClock::new(now())), ContentState::new(Versions::default()));
        let posts = PostService::new(database.clone(), clock, content, Tz::UTC, String::new());
        let by = Actor::command_line();
        let id = posts.create(post("gone"), &by).await.unwrap().summary.id;
        posts.trash(id, &by).await.unwrap();
        // As if its category were renamed between reading and writing, each time.
        let change = "CREATE TRIGGER change AFTER DELETE ON trashed_posts BEGIN \
                      UPDATE blog_posts SET version = version + 1 WHERE id = OLD.blog_post_id; END";
        database.writer().execute_unprepared(change).await.unwrap();
        let error = posts.restore(id, &by).await.unwrap_err();
        assert_eq!(error.code(), "edit_conflict");
        assert!(posts.get(id).await.unwrap().summary.trashed_at.is_some());
        database.writer().execute_unprepared("DROP TRIGGER change").await.unwrap();
        assert!(posts.restore(id, &by).await.unwrap().summary.trashed_at.is_none());
    }
}
