//! `/api/admin/posts/{id}/drafts`: an editor's own unsaved work.

use axum::{Json, extract::State};
use chrono::{DateTime, Utc};
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    http::{
        admin::posts::post_id,
        errors::{ErrorBody, HttpError},
        extract::{Admin, PathText, PathTexts, ValidJson},
    },
    posts::{
        PostService,
        domain::PostInput,
        service::{Autosave, AutosaveOwner},
    },
};

/// What stands for the id of a post that has not been made yet.
const NEW: &str = "new";

/// What an editor has not saved of a post.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnsavedPosts {
    /// The newest first.
    pub drafts: Vec<Autosave>,
}

/// That a draft was kept.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeptDraft {
    /// The key under which it was kept.
    pub key: Uuid,
    /// When.
    pub updated_at: DateTime<Utc>,
}

/// What you have not saved of a post, or with "new" for its id of posts that have not been made yet. Nobody else sees
/// it. Drafts are erased after 30 days.
#[utoipa::path(get, path = "/api/admin/posts/{id}/drafts", tag = "admin", params(("id" = String, Path, description = "A post's id, or \"new\"")),
    security(("bearer" = []), ("cookie" = [])),
    responses((status = 200, body = UnsavedPosts), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn list(
    admin: Admin,
    State(posts): State<PostService>,
    PathText(id): PathText,
) -> Result<Json<UnsavedPosts>, HttpError> {
    Ok(Json(UnsavedPosts { drafts: posts.autosaves(owner(&admin, &id)?).await? }))
}

/// Keeps unsaved work under a key of your own making; what was kept under it before is replaced. The post itself is
/// not touched. Of each post the newest 20 are kept.
#[utoipa::path(put, path = "/api/admin/posts/{id}/drafts/{key}", tag = "admin",
    params(("id" = String, Path, description = "A post's id, or \"new\""), ("key" = Uuid, Path)), request_body = PostInput,
    security(("bearer" = []), ("cookie" = [])),
    responses((status = 200, body = KeptDraft), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn save(
    admin: Admin,
    State(posts): State<PostService>,
    PathTexts(id, key): PathTexts,
    ValidJson(post): ValidJson<PostInput>,
) -> Result<Json<KeptDraft>, HttpError> {
    let kept = posts.save_autosave(owner(&admin, &id)?, draft_key(&key)?, post).await?;
    Ok(Json(KeptDraft { key: kept.key, updated_at: kept.updated_at }))
}

/// Forgets a draft; one that is not there is no failure.
#[utoipa::path(delete, path = "/api/admin/posts/{id}/drafts/{key}", tag = "admin",
    params(("id" = String, Path, description = "A post's id, or \"new\""), ("key" = Uuid, Path)), security(("bearer" = []), ("cookie" = [])),
    responses((status = 204), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn delete(
    admin: Admin,
    State(posts): State<PostService>,
    PathTexts(id, key): PathTexts,
) -> Result<StatusCode, HttpError> {
    posts.delete_autosave(owner(&admin, &id)?, draft_key(&key)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn owner(Admin(session): &Admin, id: &str) -> Result<AutosaveOwner, HttpError> {
    let post = if id == NEW { None } else { Some(post_id(id)?) };
    Ok(AutosaveOwner { user: session.user.id, post })
}

fn draft_key(text: &str) -> Result<Uuid, HttpError> {
    text.parse().map_err(|_| HttpError::not_found("A draft's key is a UUID"))
}
