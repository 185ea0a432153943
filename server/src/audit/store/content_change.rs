//! Changes of what pages show.

use chrono::{DateTime, Utc};
use sea_orm::{DatabaseTransaction, DbErr};

use super::record;
use crate::{
    audit::domain::{NewEntry, Stamp},
    storage::{Database, content_version},
};

/// A transaction that changes what pages show: it raises the content version first, and records what was done last.
/// Dropped before its commit, it changes nothing.
#[derive(Debug)]
pub struct ContentChange {
    /// The transaction.
    pub transaction: DatabaseTransaction,
    content_version: i64,
    stamp: Stamp,
}

impl ContentChange {
    /// Begins a change. The row of the version is the lock that lets one change of content follow another on PostgreSQL
    /// too, so that none waits for another in a circle over tags, slugs or addresses.
    pub async fn begin(database: &Database, by: impl Into<Stamp>) -> Result<Self, DbErr> {
        let transaction = database.begin_write().await?;
        let content_version = content_version::raise(&transaction).await?;
        Ok(Self { transaction, content_version, stamp: by.into() })
    }

    /// Returns the moment of the change.
    pub fn now(&self) -> DateTime<Utc> {
        self.stamp.at
    }

    /// Records what was done, and commits. Returns the content version from then on.
    pub async fn commit(self, entries: &[NewEntry]) -> Result<i64, DbErr> {
        record(&self.transaction, &self.stamp, entries).await?;
        self.transaction.commit().await?;
        Ok(self.content_version)
    }
}
