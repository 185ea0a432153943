//! Delivers the mail in the outbox: immediately, and after a transient failure again with increasing pauses for up to
//! three days.

use std::{
    future::pending,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use lettre::message::Mailbox;
use tokio::{
    sync::{Mutex, Notify, watch},
    task::JoinSet,
};
use uuid::Uuid;

use super::{
    message,
    store::{Delivered, LeasedMail, MailRecord, OutboxCounts, OutboxStore},
    transport::Transport,
};
use crate::{
    audit::Actor,
    clock::Clock,
    dkim::Signer,
    storage::{Database, StorageError},
};

const MIN_PAUSE: TimeDelta = TimeDelta::seconds(10);
/// Pauses after the first failed attempts.
const PAUSES: [TimeDelta; 8] = [
    MIN_PAUSE,
    TimeDelta::seconds(30),
    TimeDelta::minutes(2),
    TimeDelta::minutes(10),
    TimeDelta::minutes(30),
    TimeDelta::hours(1),
    TimeDelta::hours(2),
    TimeDelta::hours(4),
];
/// The pause after every further attempt.
const LONGEST_PAUSE: TimeDelta = TimeDelta::hours(6);
/// How long the records of delivered and failed emails are stored.
pub const MAIL_RETENTION: TimeDelta = TimeDelta::days(30);
/// An email that is not delivered within this time fails.
pub const GIVE_UP_AFTER: TimeDelta = TimeDelta::days(3);
/// The error of an attempt that was cut short because the program was stopped.
const STOPPED: &str = "the program was stopped during the attempt";
/// The error of an email that has expired.
const EXPIRED: &str = "it expired before it could be sent";
/// Longer than any attempt takes: an expired lease belongs to a process that has ended.
const LEASE: TimeDelta = TimeDelta::minutes(2);
/// The time limit of a single attempt.
const TRY_TIMEOUT: Duration = Duration::from_secs(90);
/// The longest pause while the mail server is down. After each pause, one email is tried.
const MAX_PROBE_PAUSE: Duration = Duration::from_secs(10);
/// How often the outbox is read without a notification.
const POLL_INTERVAL: Duration = Duration::from_secs(5);
/// The longest pause before the delivery task is restarted after a panic.
const MAX_RESTART_PAUSE: Duration = Duration::from_mins(1);

/// The outbox and its delivery. Cheap to clone.
#[derive(Clone)]
pub struct Outbox(Arc<Inner>);

struct Inner {
    store: OutboxStore,
    transport: Transport,
    signer: Option<Arc<Signer>>,
    from: Mailbox,
    host: String,
    clock: Arc<dyn Clock>,
    new_mail: Notify,
    /// Notified when staff retry an email: skips the pause for a server that is down.
    retry_now: Notify,
    /// Whether the delivery task has panicked and has not read the outbox since.
    failed: AtomicBool,
}

/// The state of the delivery task. It survives a panic, since a delivery that is not recorded would be repeated.
#[derive(Default)]
struct Worker {
    /// The email that the mail server has accepted and that is not recorded yet.
    delivered: Option<Delivered>,
    /// Number of consecutive attempts that found the mail server down.
    outages: u32,
    /// Number of consecutive panics before the task had read the outbox.
    panics: u32,
}

/// The result of polling the outbox once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PollResult {
    /// Nothing is due.
    Empty,
    /// An email was tried.
    Tried,
    /// An email was tried and failed, and the next would fail too.
    Down,
}

impl Outbox {
    /// Returns an outbox in `database`. A `signer` signs its emails with DKIM; `host` makes message ids globally
    /// unique.
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
            new_mail: Notify::new(),
            retry_now: Notify::new(),
            failed: AtomicBool::new(false),
        }))
    }

    /// Signals that there is new mail, which is then delivered immediately.
    pub fn wake(&self) {
        self.0.new_mail.notify_one();
    }

    /// Returns the number of emails in each state.
    pub async fn counts(&self) -> Result<OutboxCounts, StorageError> {
        self.0.store.counts(self.0.clock.now()).await
    }

    /// Tries a queued or failed email immediately. One to the company goes to its current address, `company`. Returns its
    /// state, or None when there is no such email.
    pub async fn retry(&self, id: Uuid, company: &str, by: &Actor) -> Result<Option<MailRecord>, StorageError> {
        let mail = self.0.store.retry(id, company, by.at(self.0.clock.now())).await?;
        self.wake();
        self.0.retry_now.notify_one();
        Ok(mail)
    }

    /// Returns the emails to an address.
    pub async fn to(&self, email_key: &str) -> Result<Vec<MailRecord>, StorageError> {
        self.0.store.to(email_key).await
    }

    /// Deletes the emails to an address, delivered or not.
    pub async fn erase_to(&self, email_key: &str) -> Result<u64, StorageError> {
        let ids = self.0.store.to(email_key).await?.into_iter().map(|mail| mail.id).collect();
        self.0.store.erase(ids).await
    }

    /// Deletes the emails of one kind to an address, delivered or not.
    pub async fn erase_kind(&self, email_key: &str, kind: &str) -> Result<u64, StorageError> {
        let mails = self.0.store.to(email_key).await?.into_iter().filter(|mail| mail.kind == kind);
        self.0.store.erase(mails.map(|mail| mail.id).collect()).await
    }

    /// Deletes the files of emails that were written instead of sent: those to an address, those that reply to it,
    /// and those with one of `ids`. Returns the number of files.
    pub async fn erase_files(&self, email_key: &str, ids: &[Uuid]) -> Result<u64, StorageError> {
        self.0.transport.erase(email_key, ids).await.map_err(StorageError::other)
    }

    /// Deletes mail older than `age` that was delivered or has failed, and the text of mail that failed and has expired.
    pub async fn forget(&self, age: TimeDelta) -> Result<(), StorageError> {
        let now = self.0.clock.now();
        self.0.store.forget(now - age, now).await
    }

    /// Returns false from a panic of the delivery task until the restarted task has looked at the outbox; true before
    /// the first start.
    pub fn is_healthy(&self) -> bool {
        !self.0.failed.load(Ordering::Relaxed)
    }

    /// Delivers until `stop` becomes true. The current attempt then has `grace` to finish; otherwise it is given up,
    /// and the next process repeats it immediately. After a panic the task is restarted, with a pause that grows while
    /// it makes no progress.
    pub async fn run(&self, mut stop: watch::Receiver<bool>, grace: Duration) {
        let worker = Arc::new(Mutex::new(Worker::default()));
        loop {
            // Aborted when this future is dropped, unlike a spawned task.
            let mut task = JoinSet::new();
            let (outbox, worker_of_task, stop_of_task) = (self.clone(), worker.clone(), stop.clone());
            task.spawn(async move {
                outbox.deliver_all(&mut *worker_of_task.lock().await, stop_of_task, grace).await;
            });
            let Some(Err(error)) = task.join_next().await else { break };
            self.0.failed.store(true, Ordering::Relaxed);
            let mut worker = worker.lock().await;
            worker.panics = worker.panics.saturating_add(1);
            let pause = restart_after(worker.panics);
            tracing::error!(%error, ?pause, "mail delivery panicked; restarting it");
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                _ = stop.wait_for(|stop| *stop) => break,
            }
        }
        self.0.transport.close_idle().await;
        let delivered = worker.lock().await.delivered.take();
        if let Some(delivered) = delivered
            && let Err(error) = self.0.store.record_delivery(delivered).await
        {
            tracing::error!(id = %delivered.id, %error, "email delivered but not recorded: it will be sent again");
        }
    }

    /// Delivers until `stop` becomes true, and for at most `grace` after that.
    async fn deliver_all(&self, worker: &mut Worker, mut stop: watch::Receiver<bool>, grace: Duration) {
        let Inner { transport, new_mail, retry_now, failed, .. } = &*self.0;
        let mut stopped = stop.clone();
        let mut over = pin!(async move {
            if stopped.wait_for(|stop| *stop).await.is_err() {
                pending::<()>().await;
            }
            tokio::time::sleep(grace).await;
        });
        while !*stop.borrow() {
            let outcome = self.deliver_one(worker, over.as_mut()).await;
            worker.panics = 0;
            failed.store(false, Ordering::Relaxed);
            let pause = match outcome {
                Ok(PollResult::Tried) => continue,
                // Servers may limit connections, so none is kept open during a pause.
                Ok(PollResult::Empty) => {
                    transport.close_idle().await;
                    POLL_INTERVAL
                }
                // Other emails do not use up attempts until the server is back, and do not all reach it at once.
                Ok(PollResult::Down) => probe_after(worker.outages),
                Err(error) => {
                    tracing::warn!(%error, "the outbox cannot be read");
                    POLL_INTERVAL
                }
            };
            // A single failure may be due to that email alone, so new mail is still tried at once.
            let up = worker.outages < 2;
            tokio::select! {
                () = new_mail.notified(), if up => {}
                () = retry_now.notified() => {}
                () = tokio::time::sleep(pause) => {}
                changed = stop.changed() => if changed.is_err() { break },
            }
        }
    }

    /// Tries every due email once. Returns the number of attempts.
    pub async fn deliver_due(&self) -> Result<usize, StorageError> {
        let (mut worker, mut tries) = (Worker::default(), 0);
        while self.deliver_one(&mut worker, pending()).await? != PollResult::Empty {
            tries += 1;
        }
        self.0.transport.close_idle().await;
        Ok(tries)
    }

    /// Tries the email that has waited longest. Records the delivery of the previous one first: while that fails
    /// nothing else is sent, because a delivery that is not recorded is repeated. Gives up an attempt that is still
    /// running when `over` resolves.
    async fn deliver_one(
        &self,
        worker: &mut Worker,
        over: impl Future<Output = ()>,
    ) -> Result<PollResult, StorageError> {
        let Inner { store, clock, .. } = &*self.0;
        let now = clock.now();
        let leased = store.lease(worker.delivered, now, now + LEASE).await?;
        worker.delivered = None;
        let Some(mut mail) = leased else { return Ok(PollResult::Empty) };
        let id = mail.id;
        if mail.expires_at.is_some_and(|expires_at| expires_at <= now) {
            store.record_failure(&mail, EXPIRED, None).await?;
            tracing::warn!(%id, kind = mail.kind, "email not sent: {EXPIRED}");
            return Ok(PollResult::Tried);
        }
        let sent = tokio::select! {
            // A finished attempt comes first: what the mail server has accepted must not be sent again.
            biased;
            sent = tokio::time::timeout(TRY_TIMEOUT, self.send(&mail)) => sent,
            () = over => {
                store.record_failure(&mail, STOPPED, Some(clock.now())).await?;
                tracing::warn!(%id, kind = mail.kind, "email not delivered yet: {STOPPED}");
                return Ok(PollResult::Tried);
            }
        };
        let outcome = sent.unwrap_or_else(|_| {
            let reason = "the mail server took too long".to_owned();
            Err(Unsent { reason, permanent: false, is_down: true })
        });
        match outcome {
            Ok(()) => {
                // `now` is the time of the attempt, since nothing that can panic may come between acceptance and this
                // line.
                worker.delivered = Some(Delivered { id, at: now });
                worker.outages = 0;
                tracing::info!(%id, kind = mail.kind, attempts = mail.attempts, "email delivered");
                Ok(PollResult::Tried)
            }
            Err(Unsent { reason, permanent, is_down }) => {
                worker.outages = if is_down { worker.outages.saturating_add(1) } else { 0 };
                let again = if permanent {
                    None
                } else if worker.outages > 1 {
                    // The email is not to blame: it is tried with the others once the server is back. These attempts do
                    // not count, or a single refusal after that would delay the email by hours.
                    mail.attempts = 0;
                    try_after(&mail, MIN_PAUSE, clock.now())
                } else {
                    next_try(&mail, clock.now())
                };
                store.record_failure(&mail, &reason, again).await?;
                if let Some(again) = again {
                    tracing::warn!(%id, kind = mail.kind, reason, %again, "email not delivered yet");
                } else {
                    tracing::error!(%id, kind = mail.kind, reason, "email given up");
                }
                Ok(if is_down { PollResult::Down } else { PollResult::Tried })
            }
        }
    }

    async fn send(&self, mail: &LeasedMail) -> Result<(), Unsent> {
        let Inner { transport, signer, from, host, clock, .. } = &*self.0;
        let unsent = |reason: String, permanent, is_down| Unsent { reason, permanent, is_down };
        let message = message::build(mail, from, host).map_err(|error| unsent(error.to_string(), true, false))?;
        let name = format!("{}-{}-{}", mail.created_at.format("%Y%m%dT%H%M%SZ"), mail.kind, mail.id);
        let mut bytes = message.formatted();
        if let Some(signer) = signer {
            let signed = signer.sign(&bytes, clock.now().timestamp());
            bytes = signed.map_err(|error| unsent(error.to_string(), false, false))?;
        }
        let sent = transport.send(&name, message.envelope(), &bytes).await;
        sent.map_err(|error| unsent(error.to_string(), error.is_permanent(), error.is_down()))
    }
}

/// A failed attempt.
struct Unsent {
    reason: String,
    /// Every further attempt of this email would fail too.
    permanent: bool,
    /// Every other email would fail too for now.
    is_down: bool,
}

/// Returns the pause after `panics` consecutive panics: none after the first, then 1 second, doubled up to a minute.
fn restart_after(panics: u32) -> Duration {
    match panics.checked_sub(2) {
        None => Duration::ZERO,
        Some(power) => Duration::from_secs(1 << power.min(6)).min(MAX_RESTART_PAUSE),
    }
}

/// Returns the pause after `outages` consecutive outages: none after the first, which a single email may have caused.
fn probe_after(outages: u32) -> Duration {
    match outages.checked_sub(2) {
        None => Duration::ZERO,
        Some(power) => Duration::from_secs(1 << power.min(4)).min(MAX_PROBE_PAUSE),
    }
}

/// Returns when an email is tried again after a failed attempt; None when it has expired.
fn next_try(mail: &LeasedMail, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let index = usize::try_from(mail.attempts.saturating_sub(1)).unwrap_or(usize::MAX);
    try_after(mail, PAUSES.get(index).copied().unwrap_or(LONGEST_PAUSE), now)
}

/// Returns when an email is tried again after a pause; None when it will have expired by then.
fn try_after(mail: &LeasedMail, pause: TimeDelta, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let end = mail.created_at + GIVE_UP_AFTER;
    let again = (now + pause).min(end);
    // The last attempt is at the very end, even when the pause before it would be longer.
    (now < end && mail.expires_at.is_none_or(|expires_at| again < expires_at)).then_some(again)
}

#[cfg(test)]
mod tests;
