//! Stores posts. Rows of the ORM stay here; services get the records below.

mod admin_list;
pub(super) mod index;
mod lists;
pub(super) mod read;
mod search;
mod sitemap;
#[cfg(test)]
mod tests;
pub(super) mod trashed;
pub(super) mod write;

pub use sitemap::{CanonicalPost, ListStats};
pub use write::NewPost;

use chrono::{DateTime, Utc};
use sea_orm::{DbErr, DerivePartialModel};
use uuid::Uuid;

use super::domain::{
    Heading, PostInput, PostState,
    lists::{AdminFilter, ListFilter, Slice, SortKey, StateCounts, StatusFilter},
};
use super::history::Version;
use crate::storage::{Database, StorageError, UniqueConstraint, entities::blog_posts};

/// Reads and writes posts.
#[derive(Debug, Clone)]
pub struct PostStore {
    pub(super) database: Database,
}

/// A post without its content, for lists.
#[derive(Debug, Clone, PartialEq, Eq, DerivePartialModel)]
#[sea_orm(entity = "blog_posts::Entity")]
#[expect(missing_docs, reason = "the fields are columns, which the migration describes")]
pub struct PostSummary {
    pub id: Uuid,
    pub title: String,
    pub slug: String,
    pub summary: String,
    pub author: String,
    pub label: String,
    pub word_count: i32,
    pub published: bool,
    pub trending: bool,
    pub featured_at: Option<DateTime<Utc>>,
    /// The publish date, else the creation date.
    pub listed_at: DateTime<Utc>,
    pub featured_image: Option<String>,
    pub thumbnail_image: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// When it was deleted. Only staff see posts in the trash; `slug` and `published` are as they were.
    #[sea_orm(skip)]
    pub trashed_at: Option<DateTime<Utc>>,
    /// In the editor's order.
    #[sea_orm(skip)]
    pub tags: Vec<String>,
    /// In the editor's order.
    #[sea_orm(skip)]
    pub section_tags: Vec<String>,
}

impl PostSummary {
    /// Returns its state.
    pub fn state(&self, now: DateTime<Utc>) -> PostState {
        if self.trashed_at.is_some() {
            PostState::Trash
        } else if !self.published {
            PostState::Draft
        } else if self.listed_at > now {
            PostState::Scheduled
        } else {
            PostState::Live
        }
    }
}

/// A whole post as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostRecord {
    /// The fields that lists show.
    pub summary: PostSummary,
    /// Its fields as stored, without a version: what an export writes and an import takes back.
    pub post: PostInput,
    /// The headings of its content, of all pages.
    pub headings: Vec<Heading>,
    /// Grows with every save.
    pub version: i64,
}

impl PostRecord {
    /// Returns the part of the post that the history compares.
    fn as_version(&self) -> Version<'_> {
        Version { post: &self.post, content_words: self.summary.word_count.unsigned_abs() }
    }
}

/// A slice of the admin list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdminSlice {
    /// The posts, and how many were counted.
    pub posts: Slice<PostSummary>,
    /// Whether a search finds more than were counted.
    pub more: bool,
}

/// A tag and how many visible posts carry it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are columns, which the migration describes")]
pub struct TagCount {
    pub id: Uuid,
    pub name: String,
    pub count: u64,
}

/// Title and slug of a post.
#[derive(Debug, Clone, PartialEq, Eq, DerivePartialModel)]
#[sea_orm(entity = "blog_posts::Entity")]
#[expect(missing_docs, reason = "the fields are columns, which the migration describes")]
pub struct PostLink {
    pub title: String,
    pub slug: String,
}

/// Why a post was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Another post has the slug.
    #[error("This URL slug is already in use")]
    SlugTaken,
    /// No post has the id.
    #[error("no such post")]
    NotFound,
    /// The post was changed since the version that the change was made from.
    #[error("the post was changed in the meantime")]
    EditConflict,
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<DbErr> for WriteError {
    fn from(error: DbErr) -> Self {
        let error = StorageError::from(error);
        if error.violates(UniqueConstraint::PostSlug) { Self::SlugTaken } else { Self::Storage(error) }
    }
}

impl PostStore {
    /// Returns a store in `database`.
    pub fn new(database: Database) -> Self {
        Self { database }
    }
}
