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
    posts::{PostService, bulk::BulkAction, domain::category_name},
};

/// Maximum number of posts per call.
const MAX_POSTS: usize = 100;

/// The action to perform on each post.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BulkActionName {
    /// Publishes the posts. A post without a publish date that is not live gets the current time.
    Publish,
    /// Turns the posts into drafts.
    Unpublish,
    /// Adds the category in `tag`.
    Tag,
    /// Moves the posts to the trash.
    Trash,
    /// Restores the posts from the trash.
    Restore,
    /// Deletes the posts permanently.
    Delete,
}

/// An action on several posts.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct BulkRequest {
    /// Ids of the posts, 1 to 100. Duplicates are ignored.
    #[schema(min_items = 1, max_items = 100)]
    pub ids: Vec<Uuid>,
    /// The action to perform on each post.
    pub action: BulkActionName,
    /// Name of the category to add. Required for the action `tag`, ignored otherwise.
    #[serde(default)]
    pub tag: Option<String>,
}

/// The result of a bulk action.
#[derive(Debug, Serialize, ToSchema)]
pub struct BulkReport {
    /// Ids of the posts for which the action succeeded, or was not needed.
    pub done: Vec<Uuid>,
    /// The posts for which the action failed. They are unchanged.
    pub failed: Vec<BulkFailure>,
    /// The restored posts whose slug another post uses, with their new slugs. Omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<MovedPost>,
}

/// A post that was restored at another slug.
#[derive(Debug, Serialize, ToSchema)]
pub struct MovedPost {
    /// Id of the post.
    pub id: Uuid,
    /// Its new slug.
    pub slug: String,
}

/// A post for which a bulk action failed.
#[derive(Debug, Serialize, ToSchema)]
pub struct BulkFailure {
    /// Id of the post.
    pub id: Uuid,
    /// Why the action failed, as text for people.
    pub message: String,
}

/// Performs an action on up to 100 posts.
///
/// Publishes, unpublishes, tags, trashes, restores or permanently deletes posts. A failure of one post does not affect
/// the others; the response lists both.
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
        BulkActionName::Tag => match tag.as_deref().map(category_name).filter(|tag| !tag.is_empty()) {
            None => return Err(HttpError::invalid("tag", "Enter a category")),
            Some(tag) => BulkAction::Tag(tag),
        },
        BulkActionName::Trash => BulkAction::Trash,
        BulkActionName::Restore => BulkAction::Restore,
        BulkActionName::Delete => BulkAction::Delete,
    };
    let mut report = BulkReport { done: Vec::new(), failed: Vec::new(), moved: Vec::new() };
    for (id, result) in posts.change_many(&ids, &action, session.user.id, &actor).await? {
        match result {
            Ok(slug) => {
                report.done.push(id);
                report.moved.extend(slug.map(|slug| MovedPost { id, slug }));
            }
            Err(message) => report.failed.push(BulkFailure { id, message }),
        }
    }
    Ok(Json(report))
}
