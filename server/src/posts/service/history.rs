//! The history of a post.

use uuid::Uuid;

use super::{PostService, Slice};
use crate::{
    error::AppError,
    posts::history::{RevisionRecord, RevisionSummary},
};

impl PostService {
    /// Returns a page of a post's revisions, newest first.
    pub async fn revisions(&self, id: Uuid, page: u64, per_page: u64) -> Result<Slice<RevisionSummary>, AppError> {
        let offset = page.saturating_sub(1).saturating_mul(per_page);
        let slice = self.revisions.page(id, offset, per_page).await?;
        if slice.total == 0 {
            self.must_exist(id).await?;
        }
        Ok(slice)
    }

    /// Returns one revision of a post.
    pub async fn revision(&self, id: Uuid, revision: Uuid) -> Result<RevisionRecord, AppError> {
        let found = self.revisions.get(id, revision).await?;
        found.ok_or(AppError::NotFound("Could not find the requested version"))
    }
}
