//! `/api/admin/posts/{id}/drafts`: autosaves of the editor's unsaved work.

use axum::{Json, extract::State};
use chrono::{DateTime, Utc};
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    http::{
        admin::posts::NO_POST,
        errors::HttpError,
        extract::{Admin, PathText, PathTexts, ValidJson, path_id},
    },
    posts::{
        UnsavedService,
        domain::PostInput,
        unsaved::{Autosave, AutosaveOwner},
    },
};

/// Stands for the id of a post that does not exist yet.
const NEW: &str = "new";

const NOT_A_KEY: &str = "A draft's key is a UUID";

/// The caller's autosaves of a post.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnsavedPosts {
    /// Newest first.
    pub drafts: Vec<Autosave>,
}

/// Confirms that a draft was saved.
#[derive(Debug, Serialize, ToSchema)]
pub struct SavedDraft {
    /// Its key.
    pub key: Uuid,
    /// When it was saved.
    pub updated_at: DateTime<Utc>,
}

/// Returns the caller's unsaved drafts of a post, or with "new" as its id those of posts that do not exist yet.
/// Nobody else sees them. Drafts are deleted after 30 days.
#[utoipa::path(get, path = "/api/admin/posts/{id}/drafts", tag = "admin",
    params(("id" = String, Path, description = "A post's id, or \"new\"")),
    responses((status = 200, body = UnsavedPosts)))]
pub async fn list(
    admin: Admin,
    State(unsaved): State<UnsavedService>,
    PathText(id): PathText,
) -> Result<Json<UnsavedPosts>, HttpError> {
    Ok(Json(UnsavedPosts { drafts: unsaved.autosaves(owner(&admin, &id)?).await? }))
}

/// Saves unsaved work under a key that the client generates, and replaces the draft with the same key. The post
/// itself is not changed. The newest 20 drafts of each post are kept.
#[utoipa::path(put, path = "/api/admin/posts/{id}/drafts/{key}", tag = "admin",
    params(("id" = String, Path, description = "A post's id, or \"new\""), ("key" = Uuid, Path)),
    request_body = PostInput, responses((status = 200, body = SavedDraft)))]
pub async fn save(
    admin: Admin,
    State(unsaved): State<UnsavedService>,
    PathTexts(id, key): PathTexts,
    ValidJson(post): ValidJson<PostInput>,
) -> Result<Json<SavedDraft>, HttpError> {
    let saved = unsaved.save(owner(&admin, &id)?, path_id(&key, NOT_A_KEY)?, post).await?;
    Ok(Json(SavedDraft { key: saved.key, updated_at: saved.updated_at }))
}

/// Deletes a draft. Succeeds when there is none.
#[utoipa::path(delete, path = "/api/admin/posts/{id}/drafts/{key}", tag = "admin",
    params(("id" = String, Path, description = "A post's id, or \"new\""), ("key" = Uuid, Path)),
    responses((status = 204)))]
pub async fn delete(
    admin: Admin,
    State(unsaved): State<UnsavedService>,
    PathTexts(id, key): PathTexts,
) -> Result<StatusCode, HttpError> {
    unsaved.delete(owner(&admin, &id)?, path_id(&key, NOT_A_KEY)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn owner(Admin { session, .. }: &Admin, id: &str) -> Result<AutosaveOwner, HttpError> {
    let post = if id == NEW { None } else { Some(path_id(id, NO_POST)?) };
    Ok(AutosaveOwner { user: session.user.id, post })
}
