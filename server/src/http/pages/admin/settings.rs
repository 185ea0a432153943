//! `/admin/settings`: the settings that administrators change.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    super::{Page, PageResult, props::Me},
    Administrator,
};
use crate::{
    dates::date_time_text,
    settings::{SettingsService, service::StoredSettings},
    site::Site,
};

/// Props of the settings page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminSettingsProps {
    /// The signed-in user.
    pub me: Me,
    /// The current settings.
    pub current: StoredSettings,
    /// The saved versions, newest first.
    pub versions: Vec<SettingsVersionRow>,
}

/// A saved version of the settings.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SettingsVersionRow {
    /// Version number, from 1.
    pub version: i64,
    /// When the version was saved, formatted for display.
    pub created_text: String,
}

/// `/admin/settings`
pub async fn show(
    Administrator(staff): Administrator,
    State(settings): State<SettingsService>,
    State(site): State<Arc<Site>>,
) -> PageResult {
    let versions = settings
        .versions()
        .await?
        .into_iter()
        .map(|(version, at)| SettingsVersionRow { version, created_text: date_time_text(at, site.time_zone) });
    let current = settings.get().await?;
    Page::new(&AdminSettingsProps { me: staff.me(), current, versions: versions.collect() })
}
