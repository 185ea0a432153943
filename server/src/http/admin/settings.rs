//! `/api/admin/settings`: the settings of the site that can be changed without its file.

use axum::{Json, extract::State};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::{
        errors::HttpError,
        extract::{Administrator, PathText, ValidJson, path_id},
    },
    settings::{SettingsService, service::StoredSettings},
};

/// A saved version of the settings.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SettingsVersion {
    /// Version number, from 1.
    pub version: i64,
    /// When the version was saved.
    pub created_at: DateTime<Utc>,
}

/// Returns the current settings of the site.
#[utoipa::path(get, path = "/api/admin/settings", tag = "admin", responses((status = 200, body = StoredSettings)))]
pub async fn get(
    _administrator: Administrator,
    State(settings): State<SettingsService>,
) -> Result<Json<StoredSettings>, HttpError> {
    Ok(Json(settings.get().await?))
}

/// Updates the settings of the site.
///
/// `version` must be the current version. Changes take effect immediately on all pages and in new emails. The sender
/// address of emails stays as set in `site.toml`, and reminders of calls that are already booked do not change.
#[utoipa::path(put, path = "/api/admin/settings", tag = "admin", request_body = StoredSettings,
    responses((status = 200, body = StoredSettings), (status = 409, description = "`edit_conflict`")))]
pub async fn update(
    Administrator { actor, .. }: Administrator,
    State(settings): State<SettingsService>,
    ValidJson(body): ValidJson<StoredSettings>,
) -> Result<Json<StoredSettings>, HttpError> {
    Ok(Json(settings.save(body.settings, body.version, &actor).await?))
}

/// Returns the saved versions of the settings, newest first.
///
/// The newest 50 are kept.
#[utoipa::path(get, path = "/api/admin/settings/versions", tag = "admin",
    responses((status = 200, body = [SettingsVersion])))]
pub async fn versions(
    _administrator: Administrator,
    State(settings): State<SettingsService>,
) -> Result<Json<Vec<SettingsVersion>>, HttpError> {
    let versions = settings.versions().await?.into_iter();
    Ok(Json(versions.map(|(version, created_at)| SettingsVersion { version, created_at }).collect()))
}

/// Returns a saved version of the settings, or those of `site.toml` as version 0.
#[utoipa::path(get, path = "/api/admin/settings/versions/{version}", tag = "admin",
    params(("version" = i64, Path, description = "The version number")),
    responses((status = 200, body = StoredSettings)))]
pub async fn version(
    _administrator: Administrator,
    State(settings): State<SettingsService>,
    PathText(version): PathText,
) -> Result<Json<StoredSettings>, HttpError> {
    let version = path_id(&version, "Could not find the requested version")?;
    Ok(Json(settings.version(version).await?))
}
