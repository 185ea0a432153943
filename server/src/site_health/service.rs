//! Decides when the site is checked, and stores the results.

#[cfg(test)]
mod tests;

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::Notify;
use url::Url;
use uuid::Uuid;

use super::{
    Fetch,
    crawl::{Pace, crawl},
    domain::{CheckSummary, SiteCheck},
    report::Report,
    store::{Lease, SiteHealthStore},
};
use crate::{
    clock::Clock,
    error::AppError,
    storage::{Database, StorageError, content_state::ContentState},
};

/// How long content must have stayed unchanged before it is checked.
const SETTLED: TimeDelta = TimeDelta::minutes(1);
/// The minimum time between the starts of two automatic checks.
const INTERVAL: TimeDelta = TimeDelta::minutes(10);
/// How long a lease lasts after it was renewed. The lease of a process that has died then expires.
const LEASE: TimeDelta = TimeDelta::minutes(2);
/// How often the lease of a running check is renewed.
const RENEWAL: Duration = Duration::from_secs(30);

/// Visitors come first: one page at a time with a pause before each, and at most about 30 MB for the pages that were
/// read.
pub const PACE: Pace = Pace { most: 2_000, at_once: 1, pause: Duration::from_millis(20) };

/// Checks the site and keeps the results. Of several processes on one database, only one checks at a time.
#[derive(Clone)]
pub struct SiteHealthService {
    store: SiteHealthStore,
    clock: Arc<dyn Clock>,
    content: ContentState,
    origin: String,
    plan: Arc<Plan>,
}

/// The state of the next check in this process.
#[derive(Default)]
struct Plan {
    next: Mutex<Next>,
    asked: Notify,
}

#[derive(Default)]
struct Next {
    /// Whether staff have requested a check from this process.
    asked: Option<RunningCheck>,
    /// When pages last changed, unless they were checked since.
    changed_at: Option<DateTime<Utc>>,
    /// When the next scheduled post is published.
    scheduled: Option<DateTime<Utc>>,
}

/// The right to check the site.
#[derive(Debug)]
pub struct RunningCheck(Uuid);

/// The state of the site's health, for staff.
#[derive(Debug)]
pub struct SiteHealthOverview {
    /// Whether a check is running.
    pub is_running: bool,
    /// Why the last check failed; empty when it did not.
    pub failure: String,
    /// The newest check.
    pub newest: Option<SiteCheck>,
    /// The counts of the newest 90 checks, oldest first.
    pub trend: Vec<CheckSummary>,
}

impl SiteHealthService {
    /// Returns a service on `database`, for a site at `origin`.
    pub fn new(database: Database, clock: Arc<dyn Clock>, content: ContentState, origin: String) -> Self {
        Self { store: SiteHealthStore::new(database), clock, content, origin, plan: Arc::default() }
    }

    /// Returns the newest check, the earlier ones and whether one is running.
    pub async fn overview(&self) -> Result<SiteHealthOverview, StorageError> {
        let now = self.clock.now();
        let lease = self.store.lease(now).await?;
        let is_running = lease.as_ref().is_some_and(|lease| lease.leased_until > now);
        let failure = lease.map(|lease| lease.failure).unwrap_or_default();
        let checks = self.store.checks().await?;
        let trend = checks.iter().map(|check| check.summary.clone()).collect();
        Ok(SiteHealthOverview { is_running, failure, trend, newest: checks.into_iter().last() })
    }

    /// Makes this process check the site at once, unless a check is running.
    pub async fn ask(&self) -> Result<(), StorageError> {
        if let Some(check) = self.begin(self.clock.now()).await? {
            self.next(|next| next.asked = Some(check));
            self.plan.asked.notify_one();
        }
        Ok(())
    }

    /// Resolves when staff have requested a check.
    pub async fn asked(&self) {
        self.plan.asked.notified().await;
    }

    /// Records that pages have changed.
    pub fn changed(&self) {
        let now = self.clock.now();
        self.next(|next| next.changed_at = Some(now));
    }

    /// Records what was not checked before this process started: what changed after the last check, or everything if
    /// that did not finish. A site that was never checked waits for its first change.
    pub async fn resume(&self) -> Result<(), StorageError> {
        let Some(lease) = self.store.lease(self.clock.now()).await? else { return Ok(()) };
        let checks = self.store.checks().await?;
        let has_ended = checks.last().is_some_and(|check| check.summary.checked_at >= lease.begun_at);
        if lease.content_version < self.content.version() || !(has_ended || lease.has_failed()) {
            self.changed();
        }
        Ok(())
    }

    /// Returns the check that is due: one requested by staff, or one after changes that no process has checked yet.
    pub async fn due(&self) -> Result<Option<RunningCheck>, StorageError> {
        let now = self.clock.now();
        let (asked, changed_at) = self.next(|next| {
            let published = next.scheduled.filter(|at| *at <= now);
            next.changed_at = published.max(next.changed_at);
            next.scheduled = self.content.next_publication();
            (next.asked.take(), next.changed_at)
        });
        if asked.is_some() {
            return Ok(asked);
        }
        let Some(changed_at) = changed_at.filter(|at| *at + SETTLED <= now) else { return Ok(None) };
        let checked = self.store.lease(now).await?.is_some_and(|lease| lease.begun_at > changed_at);
        let check = if checked { None } else { self.begin(now - INTERVAL).await? };
        if checked || check.is_some() {
            self.next(|next| next.changed_at = next.changed_at.filter(|at| *at > changed_at));
        }
        Ok(check)
    }

    /// Crawls the site and keeps what was found. The pages come from `fetcher`.
    pub async fn run(&self, check: RunningCheck, fetcher: impl Fetch, pace: Pace) -> Result<(), AppError> {
        let RunningCheck(token) = check;
        let crawled = tokio::select! {
            crawled = self.crawl(fetcher, pace) => crawled,
            () = self.keep(token) => {
                tracing::warn!("another process is checking the site");
                return Ok(());
            }
        };
        let stored = match crawled {
            Ok(report) => self.store.save(token, &SiteCheck::new(report, self.clock.now())).await,
            Err(reason) => {
                tracing::warn!(%reason, "the site could not be checked");
                self.store.fail(token, self.clock.now(), &reason).await
            }
        };
        if stored.is_err() {
            // Nobody has seen what was found, so the site is checked again.
            self.changed();
        }
        stored.map(drop).map_err(AppError::from)
    }

    async fn crawl(&self, fetcher: impl Fetch, pace: Pace) -> Result<Report, String> {
        let root = Url::parse(&self.origin).and_then(|url| url.join("/")).map_err(|error| error.to_string())?;
        let crawl = crawl(fetcher, &root, pace).await.map_err(|error| error.to_string())?;
        tokio::task::spawn_blocking(|| Report::new(crawl)).await.map_err(|error| error.to_string())
    }

    /// Renews a lease until another check has taken it.
    async fn keep(&self, token: Uuid) {
        loop {
            tokio::time::sleep(RENEWAL).await;
            match self.store.renew(token, self.clock.now() + LEASE).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => tracing::debug!(%error, "could not renew the lease of a site check"),
            }
        }
    }

    /// Starts a check, unless one is running or the last one started after `begun_before`.
    async fn begin(&self, begun_before: DateTime<Utc>) -> Result<Option<RunningCheck>, StorageError> {
        let (token, begun_at) = (Uuid::now_v7(), self.clock.now());
        let lease = Lease {
            token,
            begun_at,
            leased_until: begun_at + LEASE,
            content_version: self.content.version(),
            failure: String::new(),
        };
        Ok(self.store.take(&lease, begun_before).await?.then_some(RunningCheck(token)))
    }

    fn next<T>(&self, change: impl FnOnce(&mut Next) -> T) -> T {
        change(&mut self.plan.next.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
