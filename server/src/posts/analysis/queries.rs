//! Queries about other posts for the analysis of a draft.

use std::collections::HashSet;

use uuid::Uuid;

use crate::{
    posts::{
        PostService,
        service::{PostLink, PostSummary},
    },
    storage::StorageError,
};

/// Maximum number of posts that are listed for a keyphrase.
const FOUND: u64 = 20;

impl PostService {
    /// Returns another post whose heading or page title is one of these, ignoring case.
    pub async fn with_title(&self, titles: &[&str], but: Option<Uuid>) -> Result<Option<PostLink>, StorageError> {
        self.store.with_title(titles, but).await
    }

    /// Returns another post with this slug.
    pub async fn with_slug(&self, slug: &str, but: Option<Uuid>) -> Result<Option<PostLink>, StorageError> {
        self.store.with_slug(slug, but).await
    }

    /// Returns published posts whose title has a phrase, ignoring case.
    pub async fn titled_with(&self, phrase: &str) -> Result<Vec<PostSummary>, StorageError> {
        self.store.titled_with(phrase, self.clock.now(), FOUND).await
    }

    /// Returns the slugs among these that lead readers to a post, directly or by a redirect.
    pub async fn reachable_slugs(&self, slugs: &[String]) -> Result<HashSet<String>, StorageError> {
        self.store.reachable_slugs(slugs, self.clock.now()).await
    }
}
