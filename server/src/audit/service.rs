//! Records what changes no row, and reads, verifies and blanks entries.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::{
    domain::{Actor, NewEntry},
    store::{AuditFilter, AuditRecord, AuditStore, Verification},
};
use crate::{
    clock::Clock,
    email_address::EmailAddress,
    storage::{Database, StorageError, keyset::BATCH},
};

/// Reads and appends entries of the audit log.
#[derive(Clone)]
pub struct AuditService {
    store: AuditStore,
    clock: Arc<dyn Clock>,
    /// Names and networks are erased after so many months.
    retention_months: u16,
}

impl AuditService {
    /// Returns a service on `database`.
    pub fn new(database: Database, clock: Arc<dyn Clock>, retention_months: u16) -> Self {
        Self { store: AuditStore::new(database), clock, retention_months }
    }

    /// Appends an entry about something that changes no row, such as a download.
    pub async fn record(&self, actor: &Actor, entry: NewEntry) -> Result<(), StorageError> {
        self.store.record(&actor.at(self.clock.now()), entry).await
    }

    /// Returns a page of entries, newest first, and the number on all pages.
    pub async fn list(
        &self,
        filter: &AuditFilter,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<AuditRecord>, u64), StorageError> {
        let offset = page.saturating_sub(1).saturating_mul(per_page);
        Ok((self.store.list(filter, offset, per_page).await?, self.store.count(filter).await?))
    }

    /// Returns the batch of entries after `last`, newest first; empty at the end.
    pub async fn batch(
        &self,
        filter: &AuditFilter,
        last: Option<&AuditRecord>,
    ) -> Result<Vec<AuditRecord>, StorageError> {
        self.store.batch(filter, last.map(|last| last.number), BATCH).await
    }

    /// Walks the whole chain.
    pub async fn verify(&self) -> Result<Verification, StorageError> {
        self.store.verify().await
    }

    /// Returns the entries that name a person, oldest first.
    pub async fn naming(&self, email: &EmailAddress) -> Result<Vec<AuditRecord>, StorageError> {
        self.store.naming(&email.key()).await
    }

    /// Erases a person's name, and the networks of visitors who did something to the person's account or to one of
    /// `objects`. The entries stay. Returns the number of names and networks.
    pub async fn erase(&self, email: &EmailAddress, objects: &[String]) -> Result<u64, StorageError> {
        self.store.erase(&email.key(), objects).await
    }

    /// Erases names and networks that are older than the site's retention period.
    pub async fn sweep(&self) -> Result<(), StorageError> {
        let months = chrono::Months::new(u32::from(self.retention_months));
        let Some(moment) = self.now().checked_sub_months(months) else { return Ok(()) };
        let gone = self.store.forget(moment).await?;
        if gone > 0 {
            tracing::info!(count = gone, "old names in the audit log erased");
        }
        Ok(())
    }

    fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }
}
