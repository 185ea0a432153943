//! Changes to what pages show.

use chrono::{DateTime, Utc};
use sea_orm::{DatabaseTransaction, DbErr};

use super::record;
use crate::{
    audit::domain::{NewEntry, Stamp},
    storage::{Database, content_version},
};

/// A transaction that changes what pages show: it raises the content version first, and appends to the audit log last.
/// It is rolled back when dropped before its commit.
#[derive(Debug)]
pub struct ContentChange {
    /// The transaction.
    pub transaction: DatabaseTransaction,
    content_version: i64,
    stamp: Stamp,
}

impl ContentChange {
    /// Begins a change. The row of the content version serves as a lock: on PostgreSQL too, one change of content
    /// follows another, so that none deadlock over tags, slugs or addresses.
    pub async fn begin(database: &Database, by: impl Into<Stamp>) -> Result<Self, DbErr> {
        let transaction = database.begin_write().await?;
        let content_version = content_version::raise(&transaction).await?;
        Ok(Self { transaction, content_version, stamp: by.into() })
    }

    /// Returns the time of the change.
    pub fn now(&self) -> DateTime<Utc> {
        self.stamp.at
    }

    /// Appends `entries` to the audit log, and commits. Returns the new content version.
    pub async fn commit(self, entries: &[NewEntry]) -> Result<i64, DbErr> {
        record(&self.transaction, &self.stamp, entries).await?;
        self.transaction.commit().await?;
        Ok(self.content_version)
    }
}
