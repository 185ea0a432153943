//! The saved versions of the settings.

use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect};
use serde_json::{Map, Value, json};

use super::domain::SiteSettings;
use crate::{
    audit::{Action, NewEntry, Object, Stamp, store::ContentChange},
    storage::{
        Database, StorageError,
        content_state::Versions,
        content_version,
        entities::site_settings::{Column, Entity, Model},
        json::{from_json, to_json},
    },
};

/// Number of versions that are kept.
const KEPT: i64 = 50;

/// A saved version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedSettings {
    /// Its number, from 1.
    pub version: i64,
    /// What differs from the file.
    pub changed: Map<String, Value>,
    /// When it was saved.
    pub created_at: DateTime<Utc>,
}

/// The settings before and after a change.
pub struct SettingsChange<'a> {
    /// The version that was changed; 0 when none was saved yet.
    pub version: i64,
    /// What differs from the file after the change.
    pub changed: &'a Map<String, Value>,
    /// The settings before the change.
    pub before: &'a SiteSettings,
    /// The settings after the change.
    pub after: &'a SiteSettings,
}

/// Reads and saves settings.
#[derive(Debug, Clone)]
pub struct SettingsStore {
    database: Database,
}

impl SettingsStore {
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Returns the newest version.
    pub async fn newest(&self) -> Result<Option<SavedSettings>, StorageError> {
        let row = Entity::find().order_by_desc(Column::Version).one(self.database.reader()).await?;
        row.as_ref().map(saved).transpose()
    }

    /// Returns a version.
    pub async fn version(&self, version: i64) -> Result<Option<SavedSettings>, StorageError> {
        Entity::find_by_id(version).one(self.database.reader()).await?.as_ref().map(saved).transpose()
    }

    /// Returns the number and time of every kept version, newest first.
    pub async fn versions(&self) -> Result<Vec<(i64, DateTime<Utc>)>, StorageError> {
        let rows = Entity::find().select_only().columns([Column::Version, Column::CreatedAt]);
        Ok(rows.order_by_desc(Column::Version).into_tuple().all(self.database.reader()).await?)
    }

    /// Saves a version after `change.version`, and raises the versions of content and free times, since pages show the
    /// settings. Returns None when another version was saved meanwhile.
    pub async fn save(&self, change: &SettingsChange<'_>, by: Stamp) -> Result<Option<Versions>, StorageError> {
        let saving = ContentChange::begin(&self.database, by).await?;
        let transaction = &saving.transaction;
        let availability = content_version::raise_availability(transaction).await?;
        let newest = Entity::find().order_by_desc(Column::Version).one(transaction).await?;
        if newest.map_or(0, |row| row.version) != change.version {
            return Ok(None);
        }
        let version = change.version + 1;
        let row = Model { version, changed: to_json(change.changed)?, created_at: saving.now() };
        Entity::insert(row.into_active_model()).exec_without_returning(transaction).await?;
        Entity::delete_many().filter(Column::Version.lte(version - KEPT)).exec(transaction).await?;
        let entry = NewEntry::new(Action::SettingsChanged, Object::named("settings", "site"));
        let content = saving.commit(&[entry.changed(&json!(change.before), &json!(change.after))]).await?;
        Ok(Some(Versions { content, availability, ..Versions::default() }))
    }
}

fn saved(row: &Model) -> Result<SavedSettings, StorageError> {
    Ok(SavedSettings { version: row.version, changed: from_json(&row.changed)?, created_at: row.created_at })
}
