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

/// The caller's autosaved drafts of a post.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnsavedPosts {
    /// The drafts, newest first.
    pub drafts: Vec<Autosave>,
}

/// Confirmation of a saved draft.
#[derive(Debug, Serialize, ToSchema)]
pub struct SavedDraft {
    /// The draft's key.
    pub key: Uuid,
    /// When the draft was saved.
    pub updated_at: DateTime<Utc>,
}

/// Returns the caller's autosaved drafts of a post.
///
/// With `new` as the id, returns drafts of posts that have not been created yet. Drafts are visible only to the account
/// that saved them, and are deleted 30 days after the last change.
#[utoipa::path(get, path = "/api/admin/posts/{id}/drafts", tag = "admin",
    params(("id" = String, Path, description = "The post's id, or `new`")),
    responses((status = 200, body = UnsavedPosts)))]
pub async fn list(
    admin: Admin,
    State(unsaved): State<UnsavedService>,
    PathText(id): PathText,
) -> Result<Json<UnsavedPosts>, HttpError> {
    Ok(Json(UnsavedPosts { drafts: unsaved.autosaves(owner(&admin, &id)?).await? }))
}

/// Saves an autosaved draft.
///
/// The client generates the key; a draft with the same key is replaced. The draft is not validated, and the post itself
/// does not change. The newest 20 drafts per account and post are kept.
#[utoipa::path(put, path = "/api/admin/posts/{id}/drafts/{key}", tag = "admin",
    params(("id" = String, Path, description = "The post's id, or `new`"),
        ("key" = Uuid, Path, description = "The draft's key")),
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

/// Deletes an autosaved draft.
///
/// Succeeds even if there is no such draft.
#[utoipa::path(delete, path = "/api/admin/posts/{id}/drafts/{key}", tag = "admin",
    params(("id" = String, Path, description = "The post's id, or `new`"),
        ("key" = Uuid, Path, description = "The draft's key")),
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
