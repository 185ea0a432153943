//! What is kept beside a post: what it said before, and what an editor has not saved yet.

use chrono::TimeDelta;
use uuid::Uuid;

use super::{DraftOwner, DraftRecord, Paged, PostService, PostWriteError, RevisionRecord, RevisionSummary};
use crate::{error::AppError, posts::domain::PostInput, storage::StorageError};

/// How long a draft waits for its editor.
const DRAFT_LIFE: TimeDelta = TimeDelta::days(30);

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

    /// What an editor has not saved, newest first.
    pub async fn unsaved(&self, owner: DraftOwner) -> Result<Vec<DraftRecord>, AppError> {
        let drafts = self.store.drafts(owner).await?;
        if let (true, Some(post)) = (drafts.is_empty(), owner.post) {
            self.store.must_exist(post).await?;
        }
        Ok(drafts)
    }

    /// Keeps what an editor has not saved, as it is: rules are for posts.
    pub async fn keep_draft(
        &self,
        owner: DraftOwner,
        key: Uuid,
        post: PostInput,
    ) -> Result<DraftRecord, PostWriteError> {
        let draft = DraftRecord { key, updated_at: self.clock.now(), post };
        self.store.keep_draft(owner, &draft).await?;
        Ok(draft)
    }

    /// Lets go of a draft, if there is one.
    pub async fn forget_draft(&self, owner: DraftOwner, key: Uuid) -> Result<(), StorageError> {
        self.store.forget_draft(owner, key).await
    }

    /// Removes drafts that nobody came back to.
    pub async fn sweep(&self) -> Result<(), StorageError> {
        let gone = self.store.forget_drafts_before(self.clock.now() - DRAFT_LIFE).await?;
        if gone > 0 {
            tracing::info!(gone, "old drafts forgotten");
        }
        Ok(())
    }
}
