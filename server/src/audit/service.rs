//! Records events that change no row, and reads, verifies and erases entries.

use std::{net::IpAddr, sync::Arc};

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use super::{
    domain::{Action, Actor, NewEntry, Object},
    store::{AuditFilter, AuditRecord, AuditStore, Verification},
};
use crate::{
    clock::Clock,
    detached::briefly,
    email_address::{EmailAddress, address_key},
    limits::{LimitRules, Limiter},
    storage::{Database, StorageError, keyset::BATCH},
};

/// Reads and appends entries of the audit log.
#[derive(Clone)]
pub struct AuditService {
    store: AuditStore,
    clock: Arc<dyn Clock>,
    /// Names and networks are erased after this many months.
    retention_months: u16,
    /// Limits entries about refused requests.
    refusals: Arc<Limiter>,
}

/// One entry a minute for each account, method and route, so that repeated requests do not fill the log, and sixty for
/// each network, since anybody can sign up.
const REFUSALS: LimitRules = LimitRules { window: TimeDelta::minutes(1), per_subject: 1, per_network: 60 };

/// A request that was refused for lack of rights.
#[derive(Debug, Clone, Copy)]
pub struct Refusal<'a> {
    /// The address of the account that is signed in.
    pub email: &'a str,
    /// The client.
    pub ip: IpAddr,
    /// The method.
    pub method: &'a str,
    /// The route that matched, such as `/api/admin/posts/{id}`. Never the path, which may contain a token.
    pub route: &'a str,
    /// The code of the refusal.
    pub reason: &'a str,
}

impl AuditService {
    /// Returns a service on `database`.
    pub fn new(database: Database, clock: Arc<dyn Clock>, retention_months: u16) -> Self {
        Self { store: AuditStore::new(database), clock, retention_months, refusals: Arc::new(Limiter::new(REFUSALS)) }
    }

    /// Appends an entry about something that changes no row, such as a download.
    pub async fn record(&self, actor: &Actor, entry: NewEntry) -> Result<(), StorageError> {
        self.store.record(&actor.at(self.clock.now()), entry).await
    }

    /// Appends an entry about a refused request, within the limits. Never fails, and waits for at most a quarter of a
    /// second: the response does not depend on the entry. An entry that cannot be written is logged.
    pub async fn record_refusal(&self, refusal: Refusal<'_>) {
        let Refusal { email, ip, method, route, reason } = refusal;
        let subject = format!("{} {method} {route}", address_key(email));
        if self.refusals.take(&subject, ip, self.now()).is_err() {
            return;
        }
        let entry = NewEntry::new(Action::AccessRefused, Object::named("route", route))
            .after(&json!({ "method": method, "reason": reason }));
        let (audit, actor) = (self.clone(), Actor::account(email, ip));
        briefly(async move {
            if let Err(error) = audit.record(&actor, entry).await {
                tracing::error!(cause = %error, "a refused request was not recorded in the audit log");
            }
        })
        .await;
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

    /// Verifies the whole chain.
    pub async fn verify(&self) -> Result<Verification, StorageError> {
        self.store.verify().await
    }

    /// Returns the entries that name a person, oldest first.
    pub async fn naming(&self, email: &EmailAddress) -> Result<Vec<AuditRecord>, StorageError> {
        self.store.naming(email).await
    }

    /// Erases a person's name, and the networks of visitors who did something to the person's account or to one of
    /// `objects`. The entries stay. Returns the number of names and networks.
    pub async fn erase(&self, email: &EmailAddress, objects: &[String]) -> Result<u64, StorageError> {
        self.store.erase(email, objects).await
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
