//! Delivers what waits in the outbox: at once, and then with growing pauses for three days.

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use lettre::message::Mailbox;
use tokio::sync::{Notify, watch};
use uuid::Uuid;

use super::{
    dkim::Signer,
    message,
    store::{Delivered, LeasedMail, MailRecord, OutboxCounts, OutboxStore},
    transport::Transport,
};
use crate::{
    clock::Clock,
    storage::{Database, StorageError},
};

const SHORTEST_PAUSE: TimeDelta = TimeDelta::seconds(10);
/// Pauses after the first failed tries; after the last of them the pause stays as long.
const PAUSES: [TimeDelta; 9] = [
    SHORTEST_PAUSE,
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
/// The longest pause while the mail server is down: a mail is tried after each to see whether it is back.
const LONGEST_PROBE: Duration = Duration::from_secs(10);
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
    /// Somebody wants to see a mail leave: no pause for a server that was down.
    hurry: Notify,
}

/// What the one who delivers has in his head.
#[derive(Default)]
struct Worker {
    /// Taken by the mail server, and not noted yet.
    delivered: Option<Delivered>,
    /// How often the mail server was down, one time after the other.
    outages: u32,
}

/// What came of looking at the outbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    /// Nothing is due.
    Empty,
    /// A mail was tried.
    Tried,
    /// A mail was tried, and the next would fare no better.
    Down,
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
        Self(Arc::new(Inner {
            store,
            transport,
            signer,
            from,
            host: host.into(),
            clock,
            news: Notify::new(),
            hurry: Notify::new(),
        }))
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
        self.0.hurry.notify_one();
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
        self.0.transport.erase(email_key, ids).await.map_err(StorageError::other)
    }

    /// Forgets mail of more than `age` ago that was delivered or given up.
    pub async fn forget(&self, age: TimeDelta) -> Result<(), StorageError> {
        self.0.store.forget(self.0.clock.now() - age).await
    }

    /// Delivers until told to stop; what is on its way then is finished first.
    pub async fn run(&self, mut stop: watch::Receiver<bool>) {
        let Inner { store, transport, news, hurry, .. } = &*self.0;
        let mut worker = Worker::default();
        while !*stop.borrow() {
            let pause = match self.deliver_one(&mut worker).await {
                Ok(Look::Tried) => continue,
                // Before a pause: what is said to nobody is only a connection that the server could give to another.
                Ok(Look::Empty) => {
                    transport.rest().await;
                    LOOK_EVERY
                }
                // Mails keep their tries for when it is back, and it is not run down when it comes.
                Ok(Look::Down) => probe_after(worker.outages),
                Err(error) => {
                    tracing::warn!(%error, "the outbox cannot be read");
                    LOOK_EVERY
                }
            };
            // One failure may have been that mail's: the next is welcome.
            let up = worker.outages < 2;
            tokio::select! {
                () = news.notified(), if up => {}
                () = hurry.notified() => {}
                () = tokio::time::sleep(pause) => {}
                changed = stop.changed() => if changed.is_err() { break },
            }
        }
        transport.rest().await;
        if let Some(delivered) = worker.delivered
            && let Err(error) = store.sent(delivered).await
        {
            tracing::error!(id = %delivered.id, %error, "mail delivered, but not noted: it is going to be sent again");
        }
    }

    /// Tries everything that is due once; how many tries that were.
    pub async fn deliver_due(&self) -> Result<usize, StorageError> {
        let (mut worker, mut tries) = (Worker::default(), 0);
        while self.deliver_one(&mut worker).await? != Look::Empty {
            tries += 1;
        }
        self.0.transport.rest().await;
        Ok(tries)
    }

    /// Tries the mail that has waited longest. That the one before it was delivered is noted first: when it cannot be,
    /// nothing else is sent until it can, for a mail that is not noted is sent again.
    async fn deliver_one(&self, worker: &mut Worker) -> Result<Look, StorageError> {
        let Inner { store, clock, .. } = &*self.0;
        let now = clock.now();
        let leased = store.lease(worker.delivered, now, now + LEASE).await?;
        worker.delivered = None;
        let Some(mail) = leased else { return Ok(Look::Empty) };
        let id = mail.id;
        let outcome = tokio::time::timeout(LONGEST_TRY, self.send(&mail)).await.unwrap_or_else(|_| {
            let reason = "the mail server took too long".to_owned();
            Err(Unsent { reason, hopeless: false, is_down: true })
        });
        match outcome {
            Ok(()) => {
                worker.delivered = Some(Delivered { id, at: clock.now() });
                worker.outages = 0;
                tracing::info!(%id, kind = mail.kind, attempts = mail.attempts, "mail delivered");
                Ok(Look::Tried)
            }
            Err(Unsent { reason, hopeless, is_down }) => {
                worker.outages = if is_down { worker.outages.saturating_add(1) } else { 0 };
                let mut again = if hopeless { None } else { next_try(&mail, clock.now()) };
                if worker.outages > 1 {
                    // Not this mail's failure: it need not wait longer than the others when the server is back.
                    again = again.map(|again| again.min(clock.now() + SHORTEST_PAUSE));
                }
                store.not_sent(&mail, &reason, again).await?;
                if let Some(again) = again {
                    tracing::warn!(%id, kind = mail.kind, reason, %again, "mail not delivered yet");
                } else {
                    tracing::error!(%id, kind = mail.kind, reason, "mail given up");
                }
                Ok(if is_down { Look::Down } else { Look::Tried })
            }
        }
    }

    async fn send(&self, mail: &LeasedMail) -> Result<(), Unsent> {
        let Inner { transport, signer, from, host, clock, .. } = &*self.0;
        let unsent = |reason: String, hopeless, is_down| Unsent { reason, hopeless, is_down };
        let message = message::build(mail, from, host).map_err(|error| unsent(error.to_string(), true, false))?;
        let name = format!("{}-{}-{}", mail.created_at.format("%Y%m%dT%H%M%SZ"), mail.kind, mail.id);
        let mut bytes = message.formatted();
        if let Some(signer) = signer {
            let signed = signer.sign(&bytes, clock.now().timestamp());
            bytes = signed.map_err(|error| unsent(error.to_string(), false, false))?;
        }
        let sent = transport.send(&name, message.envelope(), &bytes).await;
        sent.map_err(|error| unsent(error.to_string(), false, error.is_down()))
    }
}

/// Why a try failed, whether another one could do better, and whether another mail could.
struct Unsent {
    reason: String,
    hopeless: bool,
    is_down: bool,
}

/// How long nothing is tried after the mail server was down so often. Not at all after the first time: it may have
/// been that one mail that it could not bear.
fn probe_after(outages: u32) -> Duration {
    match outages.checked_sub(2) {
        None => Duration::ZERO,
        Some(power) => Duration::from_secs(1 << power.min(4)).min(LONGEST_PROBE),
    }
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
