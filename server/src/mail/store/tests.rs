//! Tests of the outbox's store, each on both engines.

use chrono::{TimeDelta, TimeZone};
use sea_orm::DbBackend;

use super::*;
use crate::storage::testing::{TestDatabase, on_both_engines};

on_both_engines![
    mail_is_leased_in_the_order_of_its_arrival,
    a_lease_runs_out_and_not_before,
    failed_mail_waits_for_its_next_try,
    mail_that_was_given_up_is_stored_and_not_tried,
    the_text_of_mail_that_cannot_be_sent_is_deleted,
    mail_that_staff_send_again_has_its_whole_time_again,
    mail_that_has_expired_is_not_sent_again,
    mail_to_the_company_is_sent_again_to_its_current_address,
    mail_of_a_transaction_that_fails_does_not_exist,
    concurrent_workers_never_lease_the_same_mail,
    queued_mail_is_never_deleted,
    mail_for_later_waits_until_it_is_due,
    a_delivery_is_recorded_with_the_next_lease,
    a_late_failure_leaves_the_next_try_alone,
    a_late_failure_leaves_a_try_after_an_outage_alone,
    an_email_that_an_outage_has_kept_back_starts_anew_and_counts_as_due,
    mails_of_more_causes_than_a_statement_takes_are_found,
    a_delivered_mail_has_no_text_any_more,
    mail_whose_link_was_used_is_dropped,
];

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap()
}

const COMPANY: &str = "hello@foundfirst.test";

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
        expires_at: None,
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
        enqueue(self.database.writer(), Cause::Other, vec![mail(to)], at).await.unwrap();
    }

    async fn lease(&self, at: DateTime<Utc>) -> Option<LeasedMail> {
        self.store.lease(None, at, at + seconds(60)).await.unwrap()
    }

    async fn retry(&self, id: Uuid, at: DateTime<Utc>) -> MailRecord {
        self.store.retry(id, COMPANY, at).await.unwrap().unwrap()
    }

    async fn counts(&self) -> (u64, u64, u64) {
        let OutboxCounts { queued, sent, failed, .. } = self.store.counts(now()).await.unwrap();
        (queued, sent, failed)
    }
}

#[test]
fn the_view_for_staff_is_read_without_the_text() {
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
    fixture.store.record_delivery(Delivered { id: first.id, at: now() }).await.unwrap();
    assert_eq!(fixture.counts().await, (1, 1, 0));
}

async fn a_delivered_mail_has_no_text_any_more(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.add("a@example.org", now()).await;
    let id = fixture.lease(now()).await.unwrap().id;
    let row = async || outbox::Entity::find_by_id(id).one(fixture.database.reader()).await.unwrap().unwrap();
    assert_eq!((row().await.text_body.as_str(), row().await.headers == "[]"), ("Text", false));
    fixture.store.record_delivery(Delivered { id, at: now() }).await.unwrap();
    let outbox::Model { text_body, html_body, headers, calendar, subject, .. } = row().await;
    assert_eq!((text_body.as_str(), html_body.as_str(), headers.as_str(), calendar), ("", "", "[]", None));
    assert!(!subject.is_empty(), "staff still see what it was");
}

async fn mail_whose_link_was_used_is_dropped(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for (to, kind) in [("a@example.org", "test"), ("b@example.org", "test"), ("a@example.org", "other")] {
        let mail = NewMail { kind, ..mail(to) };
        enqueue(fixture.database.writer(), Cause::Other, vec![mail], now()).await.unwrap();
    }
    let sent = fixture.lease(now()).await.unwrap().id;
    fixture.store.record_delivery(Delivered { id: sent, at: now() }).await.unwrap();
    fixture.add("a@example.org", now()).await;
    assert_eq!(fixture.counts().await, (3, 1, 0));
    drop_undelivered(fixture.database.writer(), "a@example.org", "test").await.unwrap();
    assert_eq!(fixture.counts().await, (2, 1, 0), "another's, another kind and what was delivered stay");
}

async fn a_lease_runs_out_and_not_before(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.add("a@example.org", now()).await;
    let first = fixture.lease(now()).await.unwrap();
    assert_eq!(fixture.lease(now() + seconds(59)).await, None);
    let again = fixture.lease(now() + seconds(60)).await.unwrap();
    assert_eq!((again.id, again.attempts), (first.id, 2));
}

async fn failed_mail_waits_for_its_next_try(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.add("a@example.org", now()).await;
    let mail = fixture.lease(now()).await.unwrap();
    fixture.store.record_failure(&mail, "refused", Some(now() + seconds(10))).await.unwrap();
    assert_eq!(fixture.lease(now() + seconds(9)).await, None);
    assert_eq!(fixture.lease(now() + seconds(10)).await.unwrap().attempts, 2);
}

async fn mail_that_was_given_up_is_stored_and_not_tried(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.add("a@example.org", now()).await;
    let mail = fixture.lease(now()).await.unwrap();
    fixture.store.record_failure(&mail, "no such person", None).await.unwrap();
    assert_eq!(fixture.lease(now() + TimeDelta::days(9)).await, None);
    assert_eq!(fixture.counts().await, (0, 0, 1));
}

async fn the_text_of_mail_that_cannot_be_sent_is_deleted(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.add("a@example.org", now()).await;
    let mail = fixture.lease(now()).await.unwrap();
    fixture.store.record_failure(&mail, "later", Some(now())).await.unwrap();
    let mail = fixture.lease(now()).await.unwrap();
    assert_eq!(mail.text, "Text");
    fixture.store.record_failure(&mail, "no such person", None).await.unwrap();
    let row = outbox::Entity::find_by_id(mail.id).one(fixture.database.reader()).await.unwrap().unwrap();
    assert_eq!((row.text_body.as_str(), row.html_body.as_str(), row.headers.as_str()), ("", "", "[]"));
    fixture.retry(mail.id, now()).await;
    assert_eq!(fixture.counts().await, (0, 0, 1), "there is nothing to send");
}

async fn mail_that_staff_send_again_has_its_whole_time_again(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.add("a@example.org", now()).await;
    let mail = fixture.lease(now()).await.unwrap();
    fixture.store.record_failure(&mail, "later", Some(now())).await.unwrap();
    let later = now() + TimeDelta::days(10);
    fixture.retry(mail.id, later).await;
    assert_eq!(fixture.lease(later).await.unwrap().created_at, now(), "it was not given up");
    let given_up = outbox::Entity::update_many()
        .col_expr(outbox::Column::State, Expr::value(FAILED))
        .col_expr(outbox::Column::LeasedUntil, Expr::value(None::<DateTime<Utc>>));
    given_up.exec(fixture.database.writer()).await.unwrap();
    fixture.retry(mail.id, later).await;
    let again = fixture.lease(later).await.unwrap();
    assert_eq!((again.created_at, again.attempts), (later, 1), "the pauses start with the shortest too");
}

async fn mail_that_has_expired_is_not_sent_again(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let end = now() + seconds(60);
    let reminder = NewMail { expires_at: Some(end), ..mail("a@example.org") };
    let transaction = fixture.database.begin_write().await.unwrap();
    enqueue(&transaction, Cause::Other, vec![reminder], now()).await.unwrap();
    transaction.commit().await.unwrap();
    let leased = fixture.lease(now()).await.unwrap();
    let given_up = outbox::Entity::update_many()
        .col_expr(outbox::Column::State, Expr::value(FAILED))
        .col_expr(outbox::Column::LeasedUntil, Expr::value(None::<DateTime<Utc>>));
    given_up.exec(fixture.database.writer()).await.unwrap();
    assert_eq!(fixture.retry(leased.id, end).await.state, MailState::Failed);
    assert_eq!(fixture.retry(leased.id, end - seconds(1)).await.state, MailState::Queued);
    let text = async || outbox::Entity::find().one(fixture.database.reader()).await.unwrap().unwrap().text_body;
    fixture.store.forget(now(), end).await.unwrap();
    assert_ne!(text().await, "", "it is tried once more");
    outbox::Entity::update_many()
        .col_expr(outbox::Column::State, Expr::value(FAILED))
        .exec(fixture.database.writer())
        .await
        .unwrap();
    fixture.store.forget(now(), end - seconds(1)).await.unwrap();
    assert_ne!(text().await, "", "it can be sent again");
    fixture.store.forget(now(), end).await.unwrap();
    assert_eq!(text().await, "");
}

async fn mail_to_the_company_is_sent_again_to_its_current_address(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let end = now() + seconds(60);
    let to_company = NewMail { kind: "company-booking", expires_at: Some(end), ..mail("former@example.org") };
    enqueue(fixture.database.writer(), Cause::Other, vec![to_company], now()).await.unwrap();
    let id = fixture.lease(now()).await.unwrap().id;
    assert_eq!(fixture.retry(id, end).await.recipient, "former@example.org", "it has expired and is not sent again");
    assert_eq!(fixture.retry(id, now()).await.recipient, COMPANY);

    fixture.add("visitor@example.org", now()).await;
    let id = fixture.lease(now()).await.unwrap().id;
    assert_eq!(fixture.retry(id, now()).await.recipient, "visitor@example.org");
}

async fn mail_of_a_transaction_that_fails_does_not_exist(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let transaction = fixture.database.begin_write().await.unwrap();
    enqueue(&transaction, Cause::Other, vec![mail("a@example.org")], now()).await.unwrap();
    transaction.rollback().await.unwrap();
    assert_eq!(fixture.counts().await, (0, 0, 0));
}

async fn concurrent_workers_never_lease_the_same_mail(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for _ in 0..12 {
        fixture.add("a@example.org", now()).await;
    }
    let workers = (0..4).map(|_| {
        let store = fixture.store.clone();
        tokio::spawn(async move {
            let mut ids = Vec::new();
            // A row that another process has locked is skipped: an empty result does not mean an empty outbox.
            for _ in 0..12 {
                ids.extend(store.lease(None, now(), now() + seconds(60)).await.unwrap().map(|mail| mail.id));
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

async fn queued_mail_is_never_deleted(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for _ in 0..3 {
        fixture.add("a@example.org", now()).await;
    }
    let id = fixture.lease(now()).await.unwrap().id;
    fixture.store.record_delivery(Delivered { id, at: now() }).await.unwrap();
    let mail = fixture.lease(now()).await.unwrap();
    fixture.store.record_failure(&mail, "x", None).await.unwrap();
    fixture.store.forget(now(), now()).await.unwrap();
    assert_eq!(fixture.counts().await, (1, 1, 1));
    fixture.store.forget(now() + seconds(1), now()).await.unwrap();
    assert_eq!(fixture.counts().await, (1, 0, 0));
}

async fn mail_for_later_waits_until_it_is_due(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let later = now() + TimeDelta::days(9);
    let calendar = Some("BEGIN:VCALENDAR".to_owned());
    let mail = NewMail { due: Some(later), calendar: calendar.clone(), ..mail("a@example.org") };
    enqueue(fixture.database.writer(), Cause::Other, vec![mail], now()).await.unwrap();
    assert_eq!(fixture.lease(later - seconds(1)).await, None);
    for (at, due) in [(later - seconds(1), 0), (later, 1)] {
        let counts = fixture.store.counts(at).await.unwrap();
        assert_eq!((counts.queued, counts.due), (1, due));
    }
    let leased = fixture.lease(later).await.unwrap();
    assert_eq!((leased.created_at, leased.calendar), (later, calendar), "three days of attempts begin now");
}

async fn a_delivery_is_recorded_with_the_next_lease(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for to in ["a@example.org", "b@example.org"] {
        fixture.add(to, now()).await;
    }
    let first = fixture.lease(now()).await.unwrap();
    let delivered = Some(Delivered { id: first.id, at: now() + seconds(1) });
    let second = fixture.store.lease(delivered, now() + seconds(1), now() + seconds(61)).await.unwrap().unwrap();
    assert_eq!(fixture.counts().await, (1, 1, 0));
    let delivered = Some(Delivered { id: second.id, at: now() + seconds(2) });
    assert_eq!(fixture.store.lease(delivered, now() + seconds(2), now() + seconds(62)).await.unwrap(), None);
    assert_eq!(fixture.counts().await, (0, 2, 0), "even when there is no next email");
    let sent = fixture.store.to("a@example.org").await.unwrap();
    assert_eq!((sent[0].state, sent[0].sent_at), (MailState::Sent, Some(now() + seconds(1))));
}

async fn a_late_failure_leaves_the_next_try_alone(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.add("a@example.org", now()).await;
    let slow = fixture.lease(now()).await.unwrap();
    let quick = fixture.lease(now() + seconds(60)).await.unwrap();
    assert_eq!(slow.id, quick.id);
    fixture.store.record_failure(&slow, "slow", Some(now() + seconds(61))).await.unwrap();
    assert_eq!(fixture.lease(now() + seconds(61)).await, None, "the second process still has it");
    fixture.store.record_delivery(Delivered { id: quick.id, at: now() + seconds(62) }).await.unwrap();
    fixture.store.record_failure(&slow, "slow", None).await.unwrap();
    assert_eq!(fixture.counts().await, (0, 1, 0));
}

async fn a_late_failure_leaves_a_try_after_an_outage_alone(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.add("a@example.org", now()).await;
    let slow = fixture.lease(now()).await.unwrap();
    let mut quick = fixture.lease(now() + seconds(60)).await.unwrap();
    quick.attempts = 0;
    fixture.store.record_failure(&quick, "down", Some(now() + seconds(61))).await.unwrap();
    fixture.store.record_failure(&slow, "slow", None).await.unwrap();
    assert_eq!(fixture.counts().await, (1, 0, 0), "its lease ended long ago");
    let next = fixture.lease(now() + seconds(61)).await.unwrap();
    assert_eq!(next.attempts, slow.attempts, "the number of attempts does not distinguish them");
    fixture.store.record_failure(&slow, "slow", None).await.unwrap();
    assert_eq!(fixture.counts().await, (1, 0, 0), "another process has it");
    fixture.store.record_failure(&next, "no such person", None).await.unwrap();
    assert_eq!(fixture.counts().await, (0, 0, 1));
}

async fn an_email_that_an_outage_has_kept_back_starts_anew_and_counts_as_due(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.add("a@example.org", now()).await;
    for round in 0..9 {
        let mut mail = fixture.lease(now() + seconds(10 * round)).await.unwrap();
        assert_eq!(mail.attempts, 1);
        mail.attempts = 0;
        fixture.store.record_failure(&mail, "down", Some(now() + seconds(10 * (round + 1)))).await.unwrap();
    }
    assert_eq!(fixture.store.counts(now()).await.unwrap().due, 1);
    let staff_see = fixture.store.to("a@example.org").await.unwrap();
    assert_eq!((staff_see[0].state, staff_see[0].attempts), (MailState::Queued, 1), "it was tried");
}

async fn mails_of_more_causes_than_a_statement_takes_are_found(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.add("a@example.org", now()).await;
    let id = fixture.store.to("A@example.org".to_lowercase().as_str()).await.unwrap()[0].id;
    let mut ids: Vec<Uuid> = (0..70_000).map(|_| Uuid::now_v7()).collect();
    assert_eq!(of_enquiries(fixture.database.reader(), ids.clone()).await.unwrap(), []);
    ids.push(id);
    assert_eq!(fixture.store.erase(ids).await.unwrap(), 1);
}
