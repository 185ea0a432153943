//! Tests of delivery: what is tried, when, and for how long.

use std::{path::Path, sync::atomic::AtomicU32, time::Instant};

use chrono::TimeZone;
use uuid::Uuid;

use super::*;
use crate::{
    mail::{
        NewMail,
        store::{Cause, enqueue},
    },
    storage::testing::TestDatabase,
};

/// How long an attempt may take when the outbox is stopped.
const GRACE: Duration = Duration::from_mins(1);

fn created() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap()
}

fn tried(attempts: u32) -> LeasedMail {
    LeasedMail {
        id: Uuid::nil(),
        kind: "test".into(),
        to: "a@example.org".into(),
        subject: "S".into(),
        text: "T".into(),
        html: "H".into(),
        headers: vec![],
        calendar: None,
        attempts,
        leased_until: created(),
        created_at: created(),
        expires_at: None,
    }
}

#[test]
fn pauses_grow_and_tries_end_after_three_days() {
    let mut now = created();
    let mut attempts = 1;
    let mut pauses = Vec::new();
    while let Some(again) = next_try(&tried(attempts), now) {
        pauses.push((again - now).num_seconds());
        now = again;
        attempts += 1;
    }
    assert_eq!(pauses[..10], [10, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 21_600]);
    assert!(pauses[..pauses.len() - 1].is_sorted(), "{pauses:?}");
    assert_eq!(now - created(), GIVE_UP_AFTER, "the last attempt is at the very end");
}

#[test]
fn what_is_of_no_use_any_more_is_not_tried_again() {
    let expires_at = created() + TimeDelta::minutes(15);
    let mail = LeasedMail { expires_at: Some(expires_at), ..tried(4) };
    assert_eq!(next_try(&mail, created()), Some(created() + TimeDelta::minutes(10)));
    assert_eq!(next_try(&mail, created() + TimeDelta::minutes(10)), None, "ten minutes later it would be too late");
}

#[test]
fn the_pause_of_an_outage_ends_no_mail_whose_own_pause_would_be_too_long() {
    let expires_at = created() + TimeDelta::hours(1);
    let (mail, now) = (LeasedMail { expires_at: Some(expires_at), ..tried(6) }, created() + TimeDelta::minutes(1));
    assert_eq!(next_try(&mail, now), None);
    assert_eq!(try_after(&mail, MIN_PAUSE, now), Some(now + MIN_PAUSE));
    assert_eq!(try_after(&mail, MIN_PAUSE, expires_at - MIN_PAUSE), None, "it would be too late");
}

#[test]
fn pauses_during_an_outage_grow_to_a_limit() {
    let pauses: Vec<u64> = (1..9).map(|outages| probe_after(outages).as_secs()).collect();
    assert_eq!(pauses, [0, 1, 2, 4, 8, 10, 10, 10]);
    assert_eq!(probe_after(u32::MAX), MAX_PROBE_PAUSE);
}

#[test]
fn pauses_between_restarts_grow_to_a_limit() {
    let pauses: Vec<u64> = (1..11).map(|panics| restart_after(panics).as_secs()).collect();
    assert_eq!(pauses, [0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
    assert_eq!(restart_after(u32::MAX), MAX_RESTART_PAUSE);
}

/// A clock that panics a given number of times.
#[derive(Default)]
struct FaultyClock {
    panics: AtomicU32,
}

impl Clock for FaultyClock {
    fn now(&self) -> DateTime<Utc> {
        let left = self.panics.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        assert!(left.is_err(), "the clock is broken");
        created()
    }
}

async fn faulty_outbox(database: &TestDatabase, directory: &Path, clock: Arc<FaultyClock>) -> Outbox {
    let database = database.open().await;
    enqueue(database.writer(), Cause::Other, vec![NewMail::short("test", "a@example.org")], created()).await.unwrap();
    let from = "hello@foundfirst.example".parse().unwrap();
    let files = Transport::files(directory.to_owned());
    Outbox::new(database, files, None, Mailbox::new(None, from), "foundfirst.example", clock)
}

async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let begun = Instant::now();
    while !is_so().await {
        assert!(begun.elapsed() < Duration::from_mins(1), "{what}");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn delivery_goes_on_after_a_panic_and_repeats_nothing() {
    let (database, directory) = (TestDatabase::sqlite().await, tempfile::tempdir().unwrap());
    let clock = Arc::new(FaultyClock::default());
    let outbox = faulty_outbox(&database, directory.path(), clock.clone()).await;
    let (stop, stopped) = watch::channel(false);
    let task = tokio::spawn({
        let outbox = outbox.clone();
        async move { outbox.run(stopped, GRACE).await }
    });
    let files = || std::fs::read_dir(directory.path()).unwrap().count();
    until("the first email is delivered", async || files() == 1).await;
    // The first email is delivered, but may not be recorded yet: the panic must not lose that.
    clock.panics.store(1, Ordering::SeqCst);
    let more = vec![NewMail::short("test", "b@example.org")];
    enqueue(database.open().await.writer(), Cause::Other, more, created()).await.unwrap();
    outbox.wake();
    // Counted without the outbox's clock, whose panic is meant for the worker.
    let store = OutboxStore::new(database.open().await);
    until("the second email is delivered", async || store.counts(created()).await.unwrap().sent == 2).await;
    assert!(outbox.is_healthy());
    assert_eq!((files(), clock.panics.load(Ordering::SeqCst)), (2, 0));
    stop.send(true).unwrap();
    task.await.unwrap();
}

#[tokio::test]
async fn delivery_that_panics_always_is_reported_until_it_recovers_and_can_be_stopped() {
    let (database, directory) = (TestDatabase::sqlite().await, tempfile::tempdir().unwrap());
    let clock = Arc::new(FaultyClock::default());
    let outbox = faulty_outbox(&database, directory.path(), clock.clone()).await;
    assert!(outbox.is_healthy(), "not started yet");
    for stopped_early in [true, false] {
        clock.panics.store(u32::MAX, Ordering::SeqCst);
        let (stop, stopped) = watch::channel(false);
        let task = tokio::spawn({
            let outbox = outbox.clone();
            async move { outbox.run(stopped, GRACE).await }
        });
        until("it is started twice", async || clock.panics.load(Ordering::SeqCst) < u32::MAX - 1).await;
        until("it is reported", async || !outbox.is_healthy()).await;
        if !stopped_early {
            clock.panics.store(0, Ordering::SeqCst);
            until("it recovers", async || outbox.is_healthy()).await;
            until("the email is delivered", async || outbox.counts().await.unwrap().sent == 1).await;
        }
        stop.send(true).unwrap();
        task.await.unwrap();
    }
}
