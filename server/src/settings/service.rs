//! Reads and changes the settings of the site.

use std::sync::Arc;

use chrono::{DateTime, Datelike, Utc};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;
use utoipa::ToSchema;

use super::{
    domain::SiteSettings,
    store::{SavedSettings, SettingsChange, SettingsStore},
};
use crate::{
    audit::Actor,
    clock::Clock,
    error::{AppError, Fields},
    site::{CurrentSite, Site},
    storage::{Database, StorageError, content_state::ContentState},
};

/// Reads and changes the settings of the site.
#[derive(Clone)]
pub struct SettingsService {
    store: SettingsStore,
    /// The contents of `site.toml`.
    file: Arc<Site>,
    current: CurrentSite,
    clock: Arc<dyn Clock>,
    content: ContentState,
    /// Serialises reading or saving the newest version and applying it: otherwise an older version, read before a
    /// change, could be applied after it. Version numbers cannot decide that: restoring a backup may lower them.
    apply_lock: Arc<Mutex<()>>,
}

/// The site's settings, with their version number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = VersionedSettings)]
pub struct StoredSettings {
    /// The settings.
    pub settings: SiteSettings,
    /// Version number, from 1; 0 if the settings of `site.toml` have never been changed. On update, the version that
    /// was edited.
    #[schema(minimum = 0)]
    pub version: i64,
}

impl SettingsService {
    /// Returns a service that keeps `current` up to date.
    pub fn new(
        database: Database,
        file: Arc<Site>,
        current: CurrentSite,
        clock: Arc<dyn Clock>,
        content: ContentState,
    ) -> Self {
        Self { store: SettingsStore::new(database), file, current, clock, content, apply_lock: Arc::default() }
    }

    /// Returns the current settings.
    pub async fn get(&self) -> Result<StoredSettings, StorageError> {
        let Some(saved) = self.store.newest().await? else { return Ok(self.of_file(0)) };
        let version = saved.version;
        Ok(self.merged(saved).unwrap_or_else(|| self.of_file(version)))
    }

    /// Returns the number and time of every kept version, newest first.
    pub async fn versions(&self) -> Result<Vec<(i64, DateTime<Utc>)>, StorageError> {
        self.store.versions().await
    }

    /// Returns the settings of an earlier version, or those of the file as version 0.
    pub async fn version(&self, version: i64) -> Result<StoredSettings, AppError> {
        if version == 0 {
            return Ok(self.of_file(0));
        }
        let saved = self.store.version(version).await?.and_then(|saved| self.merged(saved));
        saved.ok_or(AppError::NotFound("Could not find the requested version"))
    }

    /// Saves settings that were edited from `version`. They take effect at once.
    pub async fn save(&self, settings: SiteSettings, version: i64, by: &Actor) -> Result<StoredSettings, AppError> {
        let now = self.clock.now();
        let settings = settings.trimmed();
        settings.check(&self.file, now.with_timezone(&self.file.time_zone).year())?;
        let _applying = self.apply_lock.lock().await;
        let before = self.get().await?;
        if settings == before.settings && version == before.version {
            return Ok(before);
        }
        let change = SettingsChange {
            version,
            changed: &settings.differing(&SiteSettings::of(&self.file)),
            before: &before.settings,
            after: &settings,
        };
        let versions = self.store.save(&change, by.at(now)).await?.ok_or_else(|| AppError::Conflict {
            code: "edit_conflict",
            message: "Somebody else has changed these settings since you opened them",
            fields: Fields::new(),
        })?;
        self.current.set(settings.clone().applied_to(&self.file));
        self.content.advance(versions.content);
        self.content.advance_availability(versions.availability);
        tracing::info!(version = version + 1, "settings changed");
        Ok(StoredSettings { settings, version: version + 1 })
    }

    /// Applies the newest settings, whether this process or another saved them.
    pub async fn refresh(&self) -> Result<(), StorageError> {
        let _applying = self.apply_lock.lock().await;
        let site = self.get().await?.settings.applied_to(&self.file);
        if site != *self.current.get() {
            self.current.set(site);
            self.content.count_reload();
        }
        Ok(())
    }

    /// Returns the settings of `site.toml`, under the number of a version.
    fn of_file(&self, version: i64) -> StoredSettings {
        StoredSettings { settings: SiteSettings::of(&self.file), version }
    }

    /// Applies a saved version to the settings of the file. None when the result breaks the rules, for example after an
    /// update of the program; the file's settings are then used.
    fn merged(&self, saved: SavedSettings) -> Option<StoredSettings> {
        let merged = SiteSettings::merged(&SiteSettings::of(&self.file), saved.changed)
            .filter(|settings| settings.clone().applied_to(&self.file).faults().is_empty());
        if merged.is_none() {
            tracing::warn!(version = saved.version, "the saved settings are invalid; using those of site.toml");
        }
        merged.map(|settings| StoredSettings { settings, version: saved.version })
    }
}
