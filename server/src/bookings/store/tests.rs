//! Tests of the bookings' store, each on both engines.

use super::*;
use crate::{
    email_address::EmailAddress,
    mail::store::OutboxStore,
    storage::testing::{TestDatabase, on_both_engines},
};

on_both_engines![
    a_booking_is_stored_with_its_emails_and_raises_the_content_version,
    of_fifty_concurrent_bookings_one_succeeds,
    a_time_too_near_another_call_is_taken,
    spam_takes_no_time,
    a_call_moves_and_its_old_time_is_free_again,
    a_call_moves_to_no_time_that_is_taken,
    of_twenty_concurrent_moves_one_succeeds,
    a_cancelled_call_frees_its_time_and_cannot_be_changed,
    a_call_that_has_begun_cannot_be_changed,
    a_reminder_waits_and_goes_with_its_time,
    old_calls_are_deleted_with_their_emails,
];

const PAUSE: TimeDelta = TimeDelta::minutes(10);

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn now() -> DateTime<Utc> {
    at("2026-11-21T09:30:00Z")
}

fn slot_at(time: &str) -> Slot {
    let start = at(&format!("2026-11-25T{time}:00Z"));
    Slot { start, end: start + TimeDelta::minutes(20) }
}

fn mail(kind: &'static str, due: Option<DateTime<Utc>>) -> NewMail {
    NewMail { due, ..NewMail::short(kind, "a@example.org") }
}

fn visitor() -> Visitor {
    Visitor {
        name: "Anna Ünïcode".into(),
        email: EmailAddress::parse("Anna@Example.org").unwrap(),
        website: "example.org".into(),
        message: "one\ntwo 'three'; --".into(),
    }
}

/// A token made of one number.
fn token(number: u8) -> TokenHash {
    [number; 32]
}

async fn book(store: &BookingStore, number: u8, slot: Slot, verdict: Verdict) -> Option<i64> {
    let new = NewBooking { id: Uuid::now_v7(), slot, visitor: &visitor(), verdict, token: token(number) };
    let reminder = mail(REMINDER, Some(slot.start - TimeDelta::days(1)));
    let mails = if verdict == Verdict::Spam { vec![] } else { vec![mail("x", None), reminder] };
    store.book(&new, PAUSE, mails, now()).await.unwrap()
}

struct Fixture {
    store: BookingStore,
    outbox: OutboxStore,
    database: Database,
    _database: TestDatabase,
}

impl Fixture {
    async fn new(database: TestDatabase) -> Self {
        let open = database.open().await;
        let (store, outbox) = (BookingStore::new(open.clone()), OutboxStore::new(open.clone()));
        Self { store, outbox, database: open, _database: database }
    }

    async fn book(&self, number: u8, time: &str) -> Option<i64> {
        book(&self.store, number, slot_at(time), Verdict::Genuine).await
    }

    async fn reschedule(&self, number: u8, time: &str, now: DateTime<Utc>) -> Change {
        let mails = |booking: &Booking| vec![mail("moved", None), mail(REMINDER, Some(booking.slot.start))];
        self.store.reschedule(&token(number), slot_at(time), PAUSE, mails, now).await.unwrap()
    }

    async fn cancel(&self, number: u8, now: DateTime<Utc>) -> Change {
        self.store.cancel(Key::Link(&token(number)), |_| vec![mail("cancelled", None)], now).await.unwrap()
    }

    async fn taken(&self) -> Vec<Slot> {
        self.store.taken(at("2026-11-25T00:00:00Z"), at("2026-11-26T00:00:00Z")).await.unwrap()
    }

    async fn version(&self) -> i64 {
        content_version::read(self.database.reader()).await.unwrap()
    }

    async fn queued(&self) -> u64 {
        self.outbox.counts().await.unwrap().queued
    }
}

async fn a_booking_is_stored_with_its_emails_and_raises_the_content_version(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let before = fixture.version().await;
    let version = fixture.book(1, "14:00").await.unwrap();
    assert_eq!((version, fixture.version().await, fixture.queued().await), (before + 1, before + 1, 2));
    let booking = fixture.store.by_token(&token(1)).await.unwrap().unwrap();
    let expected = Booking {
        id: booking.id,
        status: BookingStatus::Booked,
        slot: slot_at("14:00"),
        name: "Anna Ünïcode".into(),
        email: "Anna@Example.org".into(),
        website: "example.org".into(),
        message: "one\ntwo 'three'; --".into(),
        sequence: 0,
    };
    assert_eq!(booking, expected);
    assert_eq!(fixture.store.by_token(&token(2)).await.unwrap(), None);
    assert_eq!(fixture.taken().await, [slot_at("14:00")]);
    assert_eq!(fixture.store.taken(slot_at("14:00").end, at("2026-12-01T00:00:00Z")).await.unwrap(), []);
}

async fn of_fifty_concurrent_bookings_one_succeeds(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let tries = (0..50).map(|number| {
        let store = fixture.store.clone();
        tokio::spawn(async move { book(&store, number, slot_at("14:00"), Verdict::Genuine).await })
    });
    let mut booked = 0;
    for attempt in tries.collect::<Vec<_>>() {
        booked += usize::from(attempt.await.unwrap().is_some());
    }
    assert_eq!((booked, fixture.taken().await.len(), fixture.queued().await), (1, 1, 2));
}

async fn a_time_too_near_another_call_is_taken(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    assert!(fixture.book(1, "14:00").await.is_some());
    for (number, time) in [(2, "14:00"), (3, "14:29"), (4, "13:31"), (5, "14:10")] {
        assert_eq!(fixture.book(number, time).await, None, "{time}");
    }
    assert!(fixture.book(6, "14:30").await.is_some() && fixture.book(7, "13:30").await.is_some());
}

async fn spam_takes_no_time(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let before = fixture.version().await;
    assert!(book(&fixture.store, 1, slot_at("14:00"), Verdict::Spam).await.is_some());
    assert_eq!((fixture.version().await, fixture.queued().await), (before, 0));
    assert_eq!(fixture.store.by_token(&token(1)).await.unwrap(), None);
    assert!(fixture.book(2, "14:00").await.is_some());
    assert_eq!(fixture.taken().await.len(), 1);
}

async fn a_call_moves_and_its_old_time_is_free_again(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let version = fixture.book(1, "14:00").await.unwrap();
    let Change::Made(booking, raised) = fixture.reschedule(1, "15:00", now()).await else { panic!() };
    assert_eq!((booking.slot, booking.sequence, raised), (slot_at("15:00"), 1, version + 1));
    assert_eq!(fixture.store.by_token(&token(1)).await.unwrap(), Some(booking));
    assert_eq!(fixture.taken().await, [slot_at("15:00")]);
    assert!(fixture.book(2, "14:00").await.is_some());
    let Change::Made(nearby, _) = fixture.reschedule(1, "15:10", now()).await else { panic!("it is its own time") };
    assert_eq!(nearby.sequence, 2);
    assert!(matches!(fixture.reschedule(1, "15:10", now()).await, Change::Unchanged(same) if same == nearby));
    assert_eq!(fixture.reschedule(9, "16:00", now()).await, Change::Unknown);
}

async fn a_call_moves_to_no_time_that_is_taken(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.book(1, "14:00").await.unwrap();
    fixture.book(2, "15:00").await.unwrap();
    let queued = fixture.queued().await;
    assert_eq!(fixture.reschedule(1, "15:00", now()).await, Change::Taken);
    assert_eq!(fixture.reschedule(1, "15:20", now()).await, Change::Taken);
    assert_eq!((fixture.taken().await, fixture.queued().await), (vec![slot_at("14:00"), slot_at("15:00")], queued));
}

async fn of_twenty_concurrent_moves_one_succeeds(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for number in 0..20 {
        let start = slot_at("00:00").start + TimeDelta::minutes(30) * i32::from(number);
        let slot = Slot { start, end: start + TimeDelta::minutes(20) };
        assert!(book(&fixture.store, number, slot, Verdict::Genuine).await.is_some());
    }
    let attempts = (0..20).map(|number| {
        let store = fixture.store.clone();
        tokio::spawn(async move {
            store.reschedule(&token(number), slot_at("18:00"), PAUSE, |_| vec![], now()).await.unwrap()
        })
    });
    let mut moved = 0;
    for ended in attempts.collect::<Vec<_>>() {
        match ended.await.unwrap() {
            Change::Made(..) => moved += 1,
            other => assert_eq!(other, Change::Taken),
        }
    }
    assert_eq!((moved, fixture.taken().await.len()), (1, 20));
}

async fn a_cancelled_call_frees_its_time_and_cannot_be_changed(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let version = fixture.book(1, "14:00").await.unwrap();
    let Change::Made(booking, raised) = fixture.cancel(1, now()).await else { panic!() };
    assert_eq!((booking.status, booking.sequence, raised), (BookingStatus::Cancelled, 1, version + 1));
    assert_eq!(fixture.taken().await, []);
    assert_eq!(fixture.cancel(1, now()).await, Change::Cancelled);
    assert_eq!(fixture.reschedule(1, "15:00", now()).await, Change::Cancelled);
    assert_eq!(fixture.cancel(9, now()).await, Change::Unknown);
    assert!(fixture.book(2, "14:00").await.is_some());
}

async fn a_call_that_has_begun_cannot_be_changed(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.book(1, "14:00").await.unwrap();
    let begun = slot_at("14:00").start;
    assert_eq!(fixture.reschedule(1, "15:00", begun).await, Change::Past);
    assert_eq!(fixture.cancel(1, begun).await, Change::Past);
    assert!(matches!(fixture.cancel(1, begun - TimeDelta::seconds(1)).await, Change::Made(..)));
}

async fn a_reminder_waits_and_goes_with_its_time(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.book(1, "14:00").await.unwrap();
    fixture.book(2, "15:00").await.unwrap();
    assert_eq!(fixture.queued().await, 4);
    fixture.reschedule(1, "16:00", now()).await;
    assert_eq!(fixture.queued().await, 5, "one reminder gone, another and a mail about the change come");
    fixture.cancel(1, now()).await;
    assert_eq!(fixture.queued().await, 5, "a reminder gone, a mail about the end come");
}

async fn old_calls_are_deleted_with_their_emails(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.book(1, "14:00").await.unwrap();
    fixture.book(2, "15:00").await.unwrap();
    assert_eq!(fixture.store.forget(slot_at("15:00").start).await.unwrap(), 1);
    assert_eq!((fixture.taken().await, fixture.queued().await), (vec![slot_at("15:00")], 2));
}
