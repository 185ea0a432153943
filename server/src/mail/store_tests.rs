//! Tests of the outbox's store, each on both engines.

use chrono::{TimeDelta, TimeZone};
use sea_orm::{DbBackend, TransactionTrait};

use super::*;
use crate::storage::testing::{TestDatabase, on_both_engines};

on_both_engines![
    mail_is_leased_in_the_order_of_its_arrival,
    a_lease_runs_out_and_not_before,
    what_failed_waits_for_its_next_try,
    what_was_given_up_is_kept_and_not_tried,
    mail_of_a_transaction_that_fails_does_not_exist,
    no_two_deliver_the_same_mail,
    mail_on_its_way_is_never_forgotten,
    mail_for_later_waits_and_is_then_as_new,
];

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap()
}

fn seconds(number: i64) -> TimeDelta {
    TimeDelta::seconds(number)
}

fn mail(to: &str) -> NewMail {
    NewMail {
        kind: "test",
        to: to.into(),
        subject: "Ünïcode & \"quotes\"".into(),
        text: "Text".into(),
        html: "<p>HTML</p>".into(),
        headers: vec![("Reply-To".into(), "x@example.org".into())],
        calendar: None,
        due: None,
    }
}

struct Fixture {
    store: OutboxStore,
    database: Database,
    _database: TestDatabase,
}

impl Fixture {
    async fn new(database: TestDatabase) -> Self {
        let open = database.open().await;
        Self { store: OutboxStore::new(open.clone()), database: open, _database: database }
    }

    async fn add(&self, to: &str, at: DateTime<Utc>) {
        enqueue(self.database.reader(), Cause::Other, vec![mail(to)], at).await.unwrap();
    }

    async fn lease(&self, at: DateTime<Utc>) -> Option<LeasedMail> {
        self.store.lease(at, at + seconds(60)).await.unwrap()
    }

    async fn counts(&self) -> (u64, u64, u64) {
        let OutboxCounts { queued, sent, failed } = self.store.counts().await.unwrap();
        (queued, sent, failed)
    }
}

#[test]
fn what_staff_see_of_a_mail_is_read_without_its_text() {
    let sql = records(outbox::Entity::find()).into_statement(DbBackend::Sqlite).sql;
    assert!(sql.contains("subject"), "{sql}");
    for long in ["body", "headers", "calendar"] {
        assert!(!sql.contains(long), "{sql}");
    }
}

async fn mail_is_leased_in_the_order_of_its_arrival(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.add("b@example.org", now()).await;
    fixture.add("a@example.org", now() - seconds(1)).await;
    let first = fixture.lease(now()).await.unwrap();
    let NewMail { to, subject, text, html, headers, .. } = mail("a@example.org");
    assert_eq!((&first.to, &first.subject, &first.text, &first.html), (&to, &subject, &text, &html));
    assert_eq!((&first.headers, first.attempts, first.created_at), (&headers, 1, now() - seconds(1)));
    assert_eq!(fixture.lease(now()).await.unwrap().to, "b@example.org");
    assert_eq!(fixture.lease(now()).await, None);
    assert_eq!(fixture.counts().await, (2, 0, 0));
    fixture.store.sent(first.id, now()).await.unwrap();
    assert_eq!(fixture.counts().await, (1, 1, 0));
}

async fn a_lease_runs_out_and_not_before(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.add("a@example.org", now()).await;
    let first = fixture.lease(now()).await.unwrap();
    assert_eq!(fixture.lease(now() + seconds(59)).await, None);
    let again = fixture.lease(now() + seconds(60)).await.unwrap();
    assert_eq!((again.id, again.attempts), (first.id, 2));
}

async fn what_failed_waits_for_its_next_try(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.add("a@example.org", now()).await;
    let id = fixture.lease(now()).await.unwrap().id;
    fixture.store.not_sent(id, "refused", Some(now() + seconds(10))).await.unwrap();
    assert_eq!(fixture.lease(now() + seconds(9)).await, None);
    assert_eq!(fixture.lease(now() + seconds(10)).await.unwrap().attempts, 2);
}

async fn what_was_given_up_is_kept_and_not_tried(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.add("a@example.org", now()).await;
    let id = fixture.lease(now()).await.unwrap().id;
    fixture.store.not_sent(id, "no such person", None).await.unwrap();
    assert_eq!(fixture.lease(now() + TimeDelta::days(9)).await, None);
    assert_eq!(fixture.counts().await, (0, 0, 1));
}

async fn mail_of_a_transaction_that_fails_does_not_exist(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let transaction = fixture.database.reader().begin().await.unwrap();
    enqueue(&transaction, Cause::Other, vec![mail("a@example.org")], now()).await.unwrap();
    transaction.rollback().await.unwrap();
    assert_eq!(fixture.counts().await, (0, 0, 0));
}

async fn no_two_deliver_the_same_mail(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for _ in 0..12 {
        fixture.add("a@example.org", now()).await;
    }
    let workers = (0..4).map(|_| {
        let store = fixture.store.clone();
        tokio::spawn(async move {
            let mut ids = Vec::new();
            // A row that another one has locked is skipped: an empty look does not mean an empty outbox.
            for _ in 0..12 {
                ids.extend(store.lease(now(), now() + seconds(60)).await.unwrap().map(|mail| mail.id));
            }
            ids
        })
    });
    let mut ids = Vec::new();
    for worker in workers.collect::<Vec<_>>() {
        ids.extend(worker.await.unwrap());
    }
    assert_eq!(ids.len(), 12);
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 12, "each by one of them");
}

async fn mail_on_its_way_is_never_forgotten(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for _ in 0..3 {
        fixture.add("a@example.org", now()).await;
    }
    let id = fixture.lease(now()).await.unwrap().id;
    fixture.store.sent(id, now()).await.unwrap();
    let id = fixture.lease(now()).await.unwrap().id;
    fixture.store.not_sent(id, "x", None).await.unwrap();
    fixture.store.forget(now()).await.unwrap();
    assert_eq!(fixture.counts().await, (1, 1, 1));
    fixture.store.forget(now() + seconds(1)).await.unwrap();
    assert_eq!(fixture.counts().await, (1, 0, 0));
}

async fn mail_for_later_waits_and_is_then_as_new(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let later = now() + TimeDelta::days(9);
    let calendar = Some("BEGIN:VCALENDAR".to_owned());
    let mail = NewMail { due: Some(later), calendar: calendar.clone(), ..mail("a@example.org") };
    enqueue(fixture.database.reader(), Cause::Other, vec![mail], now()).await.unwrap();
    assert_eq!(fixture.lease(later - seconds(1)).await, None);
    let leased = fixture.lease(later).await.unwrap();
    assert_eq!((leased.created_at, leased.calendar), (later, calendar), "three days of tries begin now");
}
