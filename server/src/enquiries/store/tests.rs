//! Tests of the enquiries' store, each on both engines.

use chrono::TimeZone;
use sea_orm::PaginatorTrait;

use super::{
    super::domain::{EnquiryInput, check},
    *,
};
use crate::{
    mail::store::OutboxStore,
    storage::testing::{TestDatabase, on_both_engines},
};

on_both_engines![
    a_message_is_stored_with_its_emails,
    the_same_message_within_ten_minutes_is_one,
    a_double_click_is_one_message,
    spam_is_stored,
    old_messages_are_deleted_with_their_emails,
];

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap()
}

fn enquiry(message: &str) -> Enquiry {
    let input = EnquiryInput {
        kind: "quiz-lead".into(),
        name: "Anna Ünïcode".into(),
        email: "Anna@Example.org".into(),
        message: message.into(),
        website: "example.org".into(),
        company: "Example".into(),
        phone: "020".into(),
        report_type: "discovery-call".into(),
        answers: [("step-1".into(), "traffic".into())].into(),
        ..EnquiryInput::default()
    };
    check(&input).unwrap()
}

fn mail() -> NewMail {
    NewMail::short("test", "a@example.org")
}

struct Fixture {
    store: EnquiryStore,
    outbox: OutboxStore,
    database: Database,
    _database: TestDatabase,
}

impl Fixture {
    async fn new(database: TestDatabase) -> Self {
        let open = database.open().await;
        Self {
            store: EnquiryStore::new(open.clone()),
            outbox: OutboxStore::new(open.clone()),
            database: open,
            _database: database,
        }
    }

    async fn save(&self, message: &str, at: DateTime<Utc>) -> Saved {
        self.store.save(&enquiry(message), "/contact", Verdict::Genuine, vec![mail(), mail()], at).await.unwrap()
    }

    async fn rows(&self) -> Vec<enquiries::Model> {
        enquiries::Entity::find().order_by_asc(enquiries::Column::Id).all(self.database.reader()).await.unwrap()
    }

    async fn queued(&self) -> u64 {
        self.outbox.counts(now()).await.unwrap().queued
    }
}

async fn a_message_is_stored_with_its_emails(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let Saved::New(id) = fixture.save("one\ntwo 'three'; --", now()).await else { panic!() };
    let row = fixture.rows().await.remove(0);
    let expected = enquiries::Model {
        id,
        kind: "quiz-lead".into(),
        status: "new".into(),
        name: "Anna Ünïcode".into(),
        email: "Anna@Example.org".into(),
        website: "example.org".into(),
        company: "Example".into(),
        phone: "020".into(),
        message: "one\ntwo 'three'; --".into(),
        report_type: "discovery-call".into(),
        answers: r#"{"step-1":"traffic"}"#.into(),
        source_page: "/contact".into(),
        consent: super::super::EnquiryType::QuizLead.consent().into(),
        note: String::new(),
        search_text: search_text([
            "anna ünïcode",
            "anna@example.org",
            "example",
            "example.org",
            "020",
            "one\ntwo 'three'; --",
        ]),
        fingerprint: enquiry("one\ntwo 'three'; --").fingerprint().to_vec(),
        repeats: 0,
        created_at: now(),
        updated_at: now(),
    };
    assert_eq!(row, expected);
    assert_eq!(fixture.queued().await, 2);
}

async fn the_same_message_within_ten_minutes_is_one(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let Saved::New(id) = fixture.save("x", now()).await else { panic!() };
    assert_eq!(fixture.save("x", now() + TimeDelta::seconds(599)).await, Saved::Repeated(id));
    let row = fixture.rows().await.remove(0);
    assert_eq!((row.repeats, row.updated_at, fixture.queued().await), (1, now() + TimeDelta::seconds(599), 2));
    assert!(matches!(fixture.save("y", now()).await, Saved::New(_)));
    assert!(matches!(fixture.save("x", now() + SAME_WITHIN).await, Saved::New(_)));
    assert_eq!(fixture.rows().await.len(), 3);
}

async fn a_double_click_is_one_message(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let clicks = (0..6).map(|_| {
        let store = fixture.store.clone();
        tokio::spawn(async move { store.save(&enquiry("x"), "", Verdict::Genuine, vec![mail()], now()).await.unwrap() })
    });
    let mut new = 0;
    for click in clicks.collect::<Vec<_>>() {
        new += usize::from(matches!(click.await.unwrap(), Saved::New(_)));
    }
    assert_eq!((new, fixture.rows().await[0].repeats, fixture.queued().await), (1, 5, 1));
}

async fn spam_is_stored(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.store.save(&enquiry("x"), "", Verdict::Spam, vec![], now()).await.unwrap();
    assert_eq!((fixture.rows().await[0].status.as_str(), fixture.queued().await), ("spam", 0));
}

async fn old_messages_are_deleted_with_their_emails(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.save("old", now()).await;
    fixture.save("new", now() + TimeDelta::seconds(1)).await;
    assert_eq!(fixture.store.forget(now() + TimeDelta::seconds(1)).await.unwrap(), 1);
    let count = enquiries::Entity::find().count(fixture.database.reader()).await.unwrap();
    assert_eq!((count, fixture.queued().await), (1, 2));
}
