//! Autosaves and links to previews.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::posts::domain::PostInput;

/// Autosaves that are kept for each editor and post, the newest ones: one for each tab that was closed without saving.
pub const MAX_AUTOSAVES: u64 = 20;

/// How long an autosave is kept after its last change.
pub const AUTOSAVE_LIFE: TimeDelta = TimeDelta::days(30);

/// How long a link to a preview works.
pub const PREVIEW_LIFE: TimeDelta = TimeDelta::days(7);

/// Links to previews that work for each post, the newest ones of each kind: to the post as it is stored, and to unsaved
/// text, which holds a whole post.
pub const MAX_PREVIEWS: u64 = 20;

/// Unsaved work on a post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = UnsavedPost)]
pub struct Autosave {
    /// The key that it is saved under.
    pub key: Uuid,
    /// When it was last saved.
    pub updated_at: DateTime<Utc>,
    /// As it was sent: nothing of it was checked or cleaned. `version` is the one that it was made from.
    pub post: PostInput,
}

/// The editor and the post of autosaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AutosaveOwner {
    /// The editor.
    pub user: Uuid,
    /// The post; `None` for one that has not been created yet.
    pub post: Option<Uuid>,
}

/// What a preview link shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// The post.
    pub post: Uuid,
    /// What the editor had typed; `None` for the post as saved.
    pub typed: Option<PostInput>,
    /// When the link ends.
    pub expires_at: DateTime<Utc>,
}

/// A preview link, which shows a post before it is published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviewLink {
    /// The secret in its address.
    pub token: String,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
}
