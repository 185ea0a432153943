//! `/api/admin/posts/bulk`: the same change to many posts.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    http::{
        errors::HttpError,
        extract::{Admin, ValidJson},
    },
    posts::{PostService, bulk::BulkAction},
};

/// Most posts of a call.
const MAX_POSTS: usize = 100;

/// The change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BulkActionName {
    /// Publishes the posts. The first publishing sets the publish date when it is empty.
    Publish,
    /// Makes drafts of them.
    Unpublish,
    /// Adds the category `tag`.
    Tag,
    /// Moves them to the trash.
    Trash,
    /// Takes them out of the trash.
    Restore,
    /// Removes them for good.
    Delete,
}

/// A change of many posts.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct BulkRequest {
    /// The posts.
    #[schema(min_items = 1, max_items = 100)]
    pub ids: Vec<Uuid>,
    /// The change.
    pub action: BulkActionName,
    /// The category to add, for `tag`.
    #[serde(default)]
    pub tag: Option<String>,
}

/// What became of a change of many posts.
#[derive(Debug, Serialize, ToSchema)]
pub struct BulkReport {
    /// The posts that are as asked for.
    pub done: Vec<Uuid>,
    /// The posts that were left as they are.
    pub failed: Vec<BulkFailure>,
}

/// A post that was left as it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct BulkFailure {
    /// The post.
    pub id: Uuid,
    /// Why.
    pub message: String,
}

/// Publishes, unpublishes, tags, deletes or restores up to a hundred posts. A post that cannot be changed does not stop
/// the others.
#[utoipa::path(post, path = "/api/admin/posts/bulk", tag = "admin", request_body = BulkRequest,
    responses((status = 200, body = BulkReport)))]
pub async fn change(
    Admin { session, actor }: Admin,
    State(posts): State<PostService>,
    ValidJson(BulkRequest { mut ids, action, tag }): ValidJson<BulkRequest>,
) -> Result<Json<BulkReport>, HttpError> {
    if ids.is_empty() || ids.len() > MAX_POSTS {
        return Err(HttpError::invalid("ids", "Choose 1 to 100 posts"));
    }
    ids.sort_unstable();
    ids.dedup();
    let action = match action {
        BulkActionName::Publish => BulkAction::Publish,
        BulkActionName::Unpublish => BulkAction::Unpublish,
        BulkActionName::Tag => match tag.as_deref().map(str::trim) {
            None | Some("") => return Err(HttpError::invalid("tag", "Name a category")),
            Some(tag) => BulkAction::Tag(tag.to_owned()),
        },
        BulkActionName::Trash => BulkAction::Trash,
        BulkActionName::Restore => BulkAction::Restore,
        BulkActionName::Delete => BulkAction::Delete,
    };
    let mut report = BulkReport { done: Vec::new(), failed: Vec::new() };
    for (id, result) in posts.change_many(&ids, &action, session.user.id, &actor).await? {
        match result {
            Ok(()) => report.done.push(id),
            Err(message) => report.failed.push(BulkFailure { id, message }),
        }
    }
    Ok(Json(report))
}
