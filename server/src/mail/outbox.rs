//! Delivers what waits in the outbox: at once, and then with growing pauses for three days.

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use lettre::message::Mailbox;
use tokio::sync::{Notify, watch};
use uuid::Uuid;

use super::{
    dkim::Signer,
    message,
    store::{LeasedMail, MailRecord, OutboxCounts, OutboxStore},
    transport::Transport,
};
use crate::{
    clock::Clock,
    storage::{Database, StorageError},
};

/// Pauses after the first failed tries; after the last of them the pause stays as long.
const PAUSES: [TimeDelta; 9] = [
    TimeDelta::seconds(10),
    TimeDelta::seconds(30),
    TimeDelta::minutes(2),
    TimeDelta::minutes(10),
    TimeDelta::minutes(30),
    TimeDelta::hours(1),
    TimeDelta::hours(2),
    TimeDelta::hours(4),
    TimeDelta::hours(6),
];
/// A mail that cannot be delivered within this time is given up.
pub const GIVE_UP_AFTER: TimeDelta = TimeDelta::days(3);
/// Longer than any try takes: a lease that runs out belongs to a process that is gone.
const LEASE: TimeDelta = TimeDelta::minutes(2);
/// How long one try may take altogether.
const LONGEST_TRY: Duration = Duration::from_secs(90);
/// How often the outbox is looked at when nobody says that there is something new.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// The outbox and its way out. Cheap to clone.
#[derive(Clone)]
pub struct Outbox(Arc<Inner>);

struct Inner {
    store: OutboxStore,
    transport: Transport,
    signer: Option<Arc<Signer>>,
    from: Mailbox,
    host: String,
    clock: Arc<dyn Clock>,
    news: Notify,
}

impl Outbox {
    /// An outbox in `database`; with a `signer` its mail is signed, and `host` makes message ids unique in the world.
    pub fn new(
        database: Database,
        transport: Transport,
        signer: Option<Arc<Signer>>,
        from: Mailbox,
        host: impl Into<String>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let store = OutboxStore::new(database);
        Self(Arc::new(Inner { store, transport, signer, from, host: host.into(), clock, news: Notify::new() }))
    }

    /// Says that there is new mail: it leaves at once.
    pub fn wake(&self) {
        self.0.news.notify_one();
    }

    /// How much mail there is.
    pub async fn counts(&self) -> Result<OutboxCounts, StorageError> {
        self.0.store.counts().await
    }

    /// Has a mail tried at once that waits or was given up; where it stands now, if there is such a mail.
    pub async fn retry(&self, id: Uuid) -> Result<Option<MailRecord>, StorageError> {
        let mail = self.0.store.retry(id, self.0.clock.now()).await?;
        self.wake();
        Ok(mail)
    }

    /// The mails to an address.
    pub async fn to(&self, email_key: &str) -> Result<Vec<MailRecord>, StorageError> {
        self.0.store.to(email_key).await
    }

    /// Forgets the mails to an address, delivered or not.
    pub async fn erase_to(&self, email_key: &str) -> Result<u64, StorageError> {
        let ids = self.0.store.to(email_key).await?.into_iter().map(|mail| mail.id).collect();
        self.0.store.erase(ids).await
    }

    /// Removes the files of mails that were written instead of sent, as far as they are to or from an address, or
    /// are among `ids`. How many.
    pub async fn erase_files(&self, email_key: &str, ids: &[Uuid]) -> Result<u64, StorageError> {
        self.0.transport.erase(email_key, ids).await.map_err(|error| StorageError::other(&error))
    }

    /// Forgets mail of more than `age` ago that was delivered or given up.
    pub async fn forget(&self, age: TimeDelta) -> Result<(), StorageError> {
        self.0.store.forget(self.0.clock.now() - age).await
    }

    /// Delivers until told to stop; what is on its way then is finished first.
    pub async fn run(&self, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            match self.deliver_one().await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => tracing::warn!(%error, "the outbox cannot be read"),
            }
            tokio::select! {
                () = self.0.news.notified() => {}
                () = tokio::time::sleep(LOOK_EVERY) => {}
                changed = stop.changed() => if changed.is_err() { break },
            }
        }
    }

    /// Tries everything that is due once; how many tries that were.
    pub async fn deliver_due(&self) -> Result<usize, StorageError> {
        let mut tries = 0;
        while self.deliver_one().await? {
            tries += 1;
        }
        Ok(tries)
    }

    /// Tries the mail that has waited longest; false when none is due.
    async fn deliver_one(&self) -> Result<bool, StorageError> {
        let Inner { store, clock, .. } = &*self.0;
        let now = clock.now();
        let Some(mail) = store.lease(now, now + LEASE).await? else { return Ok(false) };
        let id = mail.id;
        let outcome = tokio::time::timeout(LONGEST_TRY, self.send(&mail))
            .await
            .unwrap_or_else(|_| Err(Unsent { reason: "the mail server took too long".to_owned(), hopeless: false }));
        match outcome {
            Ok(()) => {
                store.sent(id, clock.now()).await?;
                tracing::info!(%id, kind = mail.kind, attempts = mail.attempts, "mail delivered");
            }
            Err(Unsent { reason, hopeless }) => {
                let again = if hopeless { None } else { next_try(&mail, clock.now()) };
                store.not_sent(id, &reason, again).await?;
                if let Some(again) = again {
                    tracing::warn!(%id, kind = mail.kind, reason, %again, "mail not delivered yet");
                } else {
                    tracing::error!(%id, kind = mail.kind, reason, "mail given up");
                }
            }
        }
        Ok(true)
    }

    async fn send(&self, mail: &LeasedMail) -> Result<(), Unsent> {
        let Inner { transport, signer, from, host, clock, .. } = &*self.0;
        let message =
            message::build(mail, from, host).map_err(|error| Unsent { reason: error.to_string(), hopeless: true })?;
        let name = format!("{}-{}-{}", mail.created_at.format("%Y%m%dT%H%M%SZ"), mail.kind, mail.id);
        let mut bytes = message.formatted();
        if let Some(signer) = signer {
            let signed = signer.sign(&bytes, clock.now().timestamp());
            bytes = signed.map_err(|error| Unsent { reason: error.to_string(), hopeless: false })?;
        }
        let sent = transport.send(&name, message.envelope(), &bytes).await;
        sent.map_err(|error| Unsent { reason: error.to_string(), hopeless: false })
    }
}

/// Why a try failed, and whether another one could do better.
struct Unsent {
    reason: String,
    hopeless: bool,
}

/// When a mail is tried again after its present try failed; None when its time is over.
fn next_try(mail: &LeasedMail, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let index = usize::try_from(mail.attempts.saturating_sub(1)).unwrap_or(usize::MAX);
    let longest = TimeDelta::hours(6);
    let again = now + PAUSES.get(index).copied().unwrap_or(longest);
    let end = mail.created_at + GIVE_UP_AFTER;
    // The last try is at the very end, however long the pause before it would have been.
    if now >= end { None } else { Some(again.min(end)) }
}

#[cfg(test)]
#[path = "outbox_tests.rs"]
mod tests;
