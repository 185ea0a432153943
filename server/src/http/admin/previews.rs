//! `/api/admin/posts/{id}/preview`: links that show a post before it is published.

use axum::{Json, extract::State};
use chrono::{DateTime, Utc};
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    config::SiteUrl,
    http::{
        admin::posts::NO_POST,
        errors::HttpError,
        extract::{Admin, PathText, ValidJson, path_id},
    },
    posts::{UnsavedService, domain::PostInput, unsaved::PreviewLink},
};

/// A preview link to a post.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PostPreview {
    /// Absolute URL of the preview. Anyone with the link can view the post.
    pub url: String,
    /// When the link expires, unless it is revoked before.
    pub expires_at: DateTime<Utc>,
}

/// Creates a preview link to a post, published or not.
///
/// The preview shows the post in the request body. Without a body, it shows the post as saved. The link expires after 7
/// days, or once there are 20 newer links of the same kind. Posts in the trash can't be previewed.
#[utoipa::path(post, path = "/api/admin/posts/{id}/preview", tag = "admin",
    params(("id" = Uuid, Path, description = "The post's id")),
    request_body = Option<PostInput>, responses((status = 201, body = PostPreview)))]
pub async fn create(
    _admin: Admin,
    State(unsaved): State<UnsavedService>,
    State(site): State<SiteUrl>,
    PathText(id): PathText,
    typed: Option<ValidJson<PostInput>>,
) -> Result<(StatusCode, Json<PostPreview>), HttpError> {
    let typed = typed.map(|ValidJson(typed)| typed);
    let PreviewLink { token, expires_at } = unsaved.create_preview(path_id(&id, NO_POST)?, typed).await?;
    let url = format!("{}/preview/{token}", site.as_str());
    Ok((StatusCode::CREATED, Json(PostPreview { url, expires_at })))
}

/// Revokes all preview links to a post.
#[utoipa::path(delete, path = "/api/admin/posts/{id}/preview", tag = "admin",
    params(("id" = Uuid, Path, description = "The post's id")),
    responses((status = 204)))]
pub async fn end(
    _admin: Admin,
    State(unsaved): State<UnsavedService>,
    PathText(id): PathText,
) -> Result<StatusCode, HttpError> {
    unsaved.end_previews(path_id(&id, NO_POST)?).await?;
    Ok(StatusCode::NO_CONTENT)
}
