//! What is stored beside a post: its revisions and autosaves.

use chrono::TimeDelta;
use uuid::Uuid;

use super::{Autosave, AutosaveOwner, Paged, PostService, PostWriteError, RevisionRecord, RevisionSummary};
use crate::{error::AppError, posts::domain::PostInput, storage::StorageError};

/// How long an autosave is kept after its last change.
const AUTOSAVE_LIFE: TimeDelta = TimeDelta::days(30);

impl PostService {
    /// A page of what a post said before, newest first.
    pub async fn revisions(&self, id: Uuid, page: u64, per_page: u64) -> Result<Paged<RevisionSummary>, AppError> {
        let offset = page.saturating_sub(1).saturating_mul(per_page);
        let slice = self.store.revisions(id, offset, per_page).await?;
        if slice.total == 0 {
            self.store.must_exist(id).await?;
        }
        Ok(Paged::new(slice, page, per_page))
    }

    /// One version that a post once was.
    pub async fn revision(&self, id: Uuid, revision: Uuid) -> Result<RevisionRecord, AppError> {
        let found = self.store.revision(id, revision).await?;
        found.ok_or(AppError::NotFound("Could not find the requested version"))
    }

    /// Returns the autosaves of an owner, newest first.
    pub async fn autosaves(&self, owner: AutosaveOwner) -> Result<Vec<Autosave>, AppError> {
        let drafts = self.store.autosaves(owner).await?;
        if let (true, Some(post)) = (drafts.is_empty(), owner.post) {
            self.store.must_exist(post).await?;
        }
        Ok(drafts)
    }

    /// Stores unsaved work as it is, unchecked.
    pub async fn save_autosave(
        &self,
        owner: AutosaveOwner,
        key: Uuid,
        post: PostInput,
    ) -> Result<Autosave, PostWriteError> {
        let draft = Autosave { key, updated_at: self.clock.now(), post };
        self.store.save_autosave(owner, &draft).await?;
        Ok(draft)
    }

    /// Deletes an autosave, if there is one.
    pub async fn delete_autosave(&self, owner: AutosaveOwner, key: Uuid) -> Result<(), StorageError> {
        self.store.delete_autosave(owner, key).await
    }

    /// Deletes autosaves and links to drafts that have expired, and posts that have been in the trash for too long.
    pub async fn sweep(&self) -> Result<(), StorageError> {
        let gone = self.store.delete_autosaves_before(self.clock.now() - AUTOSAVE_LIFE).await?;
        if gone > 0 {
            tracing::info!(gone, "expired autosaves deleted");
        }
        self.store.delete_previews_before(self.clock.now()).await?;
        self.empty_trash().await
    }
}
