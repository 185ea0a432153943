//! `/api/admin/settings`: the settings of the site that can be changed without its file.

use axum::{Json, extract::State};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    http::{
        errors::HttpError,
        extract::{Administrator, PathText, ValidJson, path_id},
    },
    settings::{SettingsService, SiteSettings, service::StoredSettings},
};

/// Settings, and the version that holds them.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VersionedSettings {
    /// The settings.
    pub settings: SiteSettings,
    /// Number of the version, from 1; 0 when the file's settings were never changed.
    #[schema(minimum = 0)]
    pub version: i64,
}

/// A saved version.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SettingsVersion {
    /// Its number, from 1.
    pub version: i64,
    /// When it was saved.
    pub created_at: DateTime<Utc>,
}

impl From<StoredSettings> for VersionedSettings {
    fn from(StoredSettings { settings, version }: StoredSettings) -> Self {
        Self { settings, version }
    }
}

/// Returns the settings that hold now.
#[utoipa::path(get, path = "/api/admin/settings", tag = "admin", responses((status = 200, body = VersionedSettings)))]
pub async fn get(
    _administrator: Administrator,
    State(settings): State<SettingsService>,
) -> Result<Json<VersionedSettings>, HttpError> {
    Ok(Json(settings.get().await?.into()))
}

/// Changes the settings, made of `version`. They hold at once, on every page and in every email that is written from
/// then on, whose sender stays that of `site.toml`. The reminder of a call is written when it is booked or moved.
#[utoipa::path(put, path = "/api/admin/settings", tag = "admin", request_body = VersionedSettings,
    responses((status = 200, body = VersionedSettings), (status = 409, description = "edit_conflict")))]
pub async fn update(
    Administrator { actor, .. }: Administrator,
    State(settings): State<SettingsService>,
    ValidJson(body): ValidJson<VersionedSettings>,
) -> Result<Json<VersionedSettings>, HttpError> {
    Ok(Json(settings.save(body.settings, body.version, &actor).await?.into()))
}

/// Lists the saved versions, newest first.
#[utoipa::path(get, path = "/api/admin/settings/versions", tag = "admin",
    responses((status = 200, body = [SettingsVersion])))]
pub async fn versions(
    _administrator: Administrator,
    State(settings): State<SettingsService>,
) -> Result<Json<Vec<SettingsVersion>>, HttpError> {
    let versions = settings.versions().await?.into_iter();
    Ok(Json(versions.map(|(version, created_at)| SettingsVersion { version, created_at }).collect()))
}

/// Returns the settings of an earlier version.
#[utoipa::path(get, path = "/api/admin/settings/versions/{version}", tag = "admin", params(("version" = i64, Path)),
    responses((status = 200, body = VersionedSettings)))]
pub async fn version(
    _administrator: Administrator,
    State(settings): State<SettingsService>,
    PathText(version): PathText,
) -> Result<Json<VersionedSettings>, HttpError> {
    let version = path_id(&version, "Could not find the requested version")?;
    Ok(Json(settings.version(version).await?.into()))
}
