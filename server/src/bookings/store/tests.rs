//! Tests of the bookings' store, each on both engines.

use super::*;
use crate::{
    email_address::EmailAddress,
    limits::Network,
    mail::store::OutboxStore,
    storage::testing::{TestDatabase, on_both_engines},
};

on_both_engines![
    a_booking_is_stored_with_its_emails_and_raises_the_version_of_free_times,
    of_fifty_concurrent_bookings_one_succeeds,
    a_time_too_near_another_call_is_taken,
    spam_takes_no_time,
    a_doubtful_booking_is_held,
    a_time_that_the_visitor_has_is_not_somebody_else_s,
    a_call_moves_and_its_old_time_is_free_again,
    a_call_moves_to_no_time_that_is_taken,
    a_call_moves_ten_times,
    of_twenty_concurrent_moves_one_succeeds,
    a_cancelled_call_frees_its_time_and_cannot_be_changed,
    a_call_that_has_begun_cannot_be_changed,
    mails_that_wait_or_have_failed_go_with_what_they_say,
    old_calls_are_deleted_with_their_emails,
    an_address_has_three_calls_ahead,
    an_address_has_twenty_bookings_a_day,
    of_twenty_concurrent_bookings_of_an_address_three_succeed,
    a_network_has_five_bookings_a_day_and_the_last_are_held,
    a_held_call_is_booked_by_its_secret,
    a_hold_that_has_ended_is_free_again_and_counts,
    a_held_call_is_cancelled_without_emails,
    limits_leave_nothing_behind_after_a_day,
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

/// Returns a token made of one number.
fn token(number: u8) -> TokenHash {
    TokenHash::numbered(number)
}

/// Books without limits. Returns the new version of the free times; None when the time is taken.
async fn book(store: &BookingStore, number: u8, slot: Slot, verdict: Verdict) -> Option<i64> {
    let limits = BookingLimits { open_per_email: 100, per_network: 100, ..BookingLimits::default() };
    match book_from(store, number, slot, verdict, &visitor(), NETWORK, &limits, now()).await {
        Booked::Made { version, held_until: None } => Some(version),
        Booked::Taken | Booked::Repeated => None,
        other => panic!("{other:?}"),
    }
}

const NETWORK: [u8; 4] = [198, 51, 100, 1];

#[expect(clippy::too_many_arguments, reason = "each test varies others")]
async fn book_from(
    store: &BookingStore,
    number: u8,
    slot: Slot,
    verdict: Verdict,
    visitor: &Visitor,
    from: [u8; 4],
    limits: &BookingLimits,
    now: DateTime<Utc>,
) -> Booked {
    let (token, confirmation) = (token(number), token(100 + number));
    let new = NewBooking {
        id: Uuid::now_v7(),
        slot,
        visitor,
        verdict,
        is_doubtful: visitor.message.contains("doubtful"),
        token,
        network: Network::of(from.into()),
        confirmation,
    };
    let reminder = mail(REMINDER, Some(slot.start - TimeDelta::days(1)));
    let mails = |held: Option<_>| match (verdict, held) {
        (Verdict::Spam, _) => vec![],
        (_, None) => vec![mail("x", None), reminder],
        (_, Some(_)) => vec![mail("held", None)],
    };
    store.book(&new, PAUSE, limits, mails, now).await.unwrap()
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
        self.taken_at(now()).await
    }

    async fn taken_at(&self, now: DateTime<Utc>) -> Vec<Slot> {
        self.store.taken(at("2026-11-25T00:00:00Z"), at("2026-11-26T00:00:00Z"), now).await.unwrap().0
    }

    async fn version(&self) -> i64 {
        content_version::read_all(self.database.reader()).await.unwrap().availability
    }

    /// Makes booking `number` at `time` with the usual limits.
    async fn limited(&self, number: u8, time: &str, email: &str, from: [u8; 4], now: DateTime<Utc>) -> Booked {
        let visitor = Visitor { email: EmailAddress::parse(email).unwrap(), ..visitor() };
        let limits = BookingLimits::default();
        book_from(&self.store, number, slot_at(time), Verdict::Genuine, &visitor, from, &limits, now).await
    }

    async fn confirm(&self, number: u8, secret: u8, now: DateTime<Utc>) -> Change {
        let mails = |_: &Booking| vec![mail("booked", None)];
        self.store.confirm(&token(number), &token(secret), mails, now).await.unwrap()
    }

    async fn queued(&self) -> u64 {
        self.outbox.counts(now()).await.unwrap().queued
    }
}

async fn a_booking_is_stored_with_its_emails_and_raises_the_version_of_free_times(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let before = fixture.version().await;
    let content = content_version::read(fixture.database.reader()).await.unwrap();
    let version = fixture.book(1, "14:00").await.unwrap();
    assert_eq!(content_version::read(fixture.database.reader()).await.unwrap(), content);
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
        held_until: None,
    };
    assert_eq!(booking, expected);
    assert_eq!(fixture.store.by_token(&token(2)).await.unwrap(), None);
    assert_eq!(fixture.taken().await, [slot_at("14:00")]);
    assert_eq!(fixture.store.taken(slot_at("14:00").end, at("2026-12-01T00:00:00Z"), now()).await.unwrap().0, []);
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

async fn a_doubtful_booking_is_held(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let doubtful = Visitor { message: "doubtful".into(), ..visitor() };
    let limits = BookingLimits::default();
    let made = book_from(&fixture.store, 1, slot_at("14:00"), Verdict::Genuine, &doubtful, NETWORK, &limits, now());
    assert!(matches!(made.await, Booked::Made { held_until: Some(_), .. }));
    assert_eq!((fixture.taken().await, fixture.queued().await), (vec![slot_at("14:00")], 1));
}

async fn a_time_that_the_visitor_has_is_not_somebody_else_s(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let book = |number, email| fixture.limited(number, "14:00", email, NETWORK, now());
    assert!(matches!(book(1, "Zoë@müller.example").await, Booked::Made { .. }));
    assert_eq!(book(2, "ZOË@xn--mller-kva.example").await, Booked::Repeated);
    assert_eq!(book(2, "anna@example.org").await, Booked::Taken);
    let elsewhere = fixture.limited(2, "14:00", "zoë@müller.example", network(2), now()).await;
    assert_eq!(elsewhere, Booked::Taken, "nobody learns of others' calls");
    assert_eq!(fixture.limited(2, "14:20", "zoë@müller.example", NETWORK, now()).await, Booked::Taken, "another time");
}

async fn a_call_moves_and_its_old_time_is_free_again(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let version = fixture.book(1, "14:00").await.unwrap();
    let Change::Made(booking, raised) = fixture.reschedule(1, "15:00", now()).await else { panic!() };
    assert_eq!((booking.slot, booking.sequence, raised), (slot_at("15:00"), 1, version + 1));
    assert_eq!(fixture.store.by_token(&token(1)).await.unwrap(), Some(booking));
    assert_eq!(fixture.taken().await, [slot_at("15:00")]);
    assert!(fixture.book(2, "14:00").await.is_some());
    let Change::Made(nearby, _) = fixture.reschedule(1, "15:10", now()).await else { panic!("it overlaps itself") };
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

async fn a_call_moves_ten_times(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.book(1, "14:00").await.unwrap();
    for number in 0..10 {
        let time = if number % 2 == 0 { "15:00" } else { "14:00" };
        assert!(matches!(fixture.reschedule(1, time, now()).await, Change::Made(..)), "move {number}");
    }
    assert_eq!(fixture.reschedule(1, "15:00", now()).await, Change::TooOften);
    assert_eq!(fixture.taken().await, [slot_at("14:00")]);
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

async fn mails_that_wait_or_have_failed_go_with_what_they_say(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.book(1, "14:00").await.unwrap();
    fixture.book(2, "15:00").await.unwrap();
    assert_eq!(fixture.queued().await, 4);
    fixture.reschedule(1, "16:00", now()).await;
    assert_eq!(fixture.queued().await, 4, "the first emails are gone, and a reminder and a notice are queued");
    fixture.cancel(1, now()).await;
    assert_eq!(fixture.queued().await, 3, "both are gone, and a notice is queued");
    let first = fixture.outbox.lease(None, now(), now() + PAUSE).await.unwrap().unwrap();
    fixture.outbox.record_failure(&first, "refused", None).await.unwrap();
    fixture.cancel(2, now()).await;
    let counts = fixture.outbox.counts(now()).await.unwrap();
    assert_eq!((counts.queued, counts.failed), (2, 0), "failed ones cannot be sent again");
}

async fn old_calls_are_deleted_with_their_emails(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.book(1, "14:00").await.unwrap();
    fixture.book(2, "15:00").await.unwrap();
    assert_eq!(fixture.store.forget(slot_at("15:00").start).await.unwrap(), 1);
    assert_eq!((fixture.taken().await, fixture.queued().await), (vec![slot_at("15:00")], 2));
}

fn network(number: u8) -> [u8; 4] {
    [203, 0, number, 1]
}

async fn an_address_has_three_calls_ahead(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for (number, time) in [(1, "09:00"), (2, "10:00"), (3, "11:00")] {
        let made = fixture.limited(number, time, "Zoë@müller.example", network(number), now()).await;
        assert!(matches!(made, Booked::Made { held_until: None, .. }), "{made:?}");
    }
    assert_eq!(fixture.limited(4, "12:00", "ZOË@xn--mller-kva.example", network(4), now()).await, Booked::TooManyOpen);
    assert_eq!(fixture.limited(4, "11:00", "ZOË@xn--mller-kva.example", network(4), now()).await, Booked::Taken);
    let later = slot_at("09:00").start;
    let made = fixture.limited(4, "12:00", "zoë@müller.example", network(4), later).await;
    assert!(matches!(made, Booked::Made { .. }), "one has started: {made:?}");
    fixture.cancel(2, now()).await;
    let made = fixture.limited(5, "13:00", "zoë@müller.example", network(5), later).await;
    assert!(matches!(made, Booked::Made { .. }), "one is cancelled: {made:?}");
    assert_eq!(fixture.limited(6, "15:00", "zoë@müller.example", network(6), later).await, Booked::TooManyOpen);
}

async fn an_address_has_twenty_bookings_a_day(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for number in 1..=20 {
        let at = now() + TimeDelta::minutes(number.into());
        let made = fixture.limited(number, "14:00", "Zoë@example.org", network(number), at).await;
        assert!(matches!(made, Booked::Made { .. }), "{number}: {made:?}");
        fixture.cancel(number, at).await;
    }
    let book = |email, at| fixture.limited(21, "14:00", email, network(21), at);
    let again = now() + TimeDelta::days(1) + TimeDelta::minutes(1);
    assert_eq!(book("ZOË@example.org", now() + TimeDelta::hours(1)).await, Booked::Refused(again));
    assert!(matches!(book("ZOË@example.org", again).await, Booked::Made { .. }));
}

async fn of_twenty_concurrent_bookings_of_an_address_three_succeed(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let tries = (0..20).map(|number: u8| {
        let store = fixture.store.clone();
        tokio::spawn(async move {
            let start = slot_at("00:00").start + TimeDelta::minutes(30) * i32::from(number);
            let slot = Slot { start, end: start + TimeDelta::minutes(20) };
            let limits = BookingLimits::default();
            book_from(&store, number, slot, Verdict::Genuine, &visitor(), network(number), &limits, now()).await
        })
    });
    let mut made = 0;
    for attempt in tries.collect::<Vec<_>>() {
        made += usize::from(matches!(attempt.await.unwrap(), Booked::Made { .. }));
    }
    assert_eq!((made, fixture.taken().await.len()), (3, 3));
}

async fn a_network_has_five_bookings_a_day_and_the_last_are_held(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let book = async |number: u8, now| {
        let (time, email) = (format!("{:02}:00", 8 + number), format!("{number}@example.org"));
        fixture.limited(number, &time, &email, [198, 51, 100, number], now).await
    };
    for number in 1..=5 {
        let made = book(number, now() + TimeDelta::hours(number.into())).await;
        let Booked::Made { held_until, .. } = made else { panic!("{made:?}") };
        assert_eq!(held_until.is_some(), number > 3, "number {number}");
        assert!(number <= 3 || matches!(fixture.confirm(number, 100 + number, now()).await, Change::Made(..)));
    }
    let tonight = now() + TimeDelta::hours(6);
    assert_eq!(book(6, tonight).await, Booked::Refused(now() + TimeDelta::hours(25)));
    let elsewhere = fixture.limited(7, "07:00", "7@example.org", [198, 51, 101, 1], tonight).await;
    assert!(matches!(elsewhere, Booked::Made { held_until: None, .. }), "{elsewhere:?}");
    fixture.cancel(2, now()).await;
    assert!(
        matches!(book(6, tonight).await, Booked::Made { held_until: Some(_), .. }),
        "a cancelled call does not count"
    );
    assert_eq!(book(8, tonight).await, Booked::Refused(now() + TimeDelta::hours(25)));
    assert!(matches!(book(8, now() + TimeDelta::hours(25)).await, Booked::Made { .. }), "the first is a day old");
}

/// Returns a fixture whose fourth booking, at 14:00, is held.
async fn held(database: TestDatabase) -> Fixture {
    let fixture = Fixture::new(database).await;
    for (number, time) in [(1, "09:00"), (2, "10:00"), (3, "11:00")] {
        fixture.limited(number, time, &format!("{number}@example.org"), NETWORK, now()).await;
    }
    let made = fixture.limited(4, "14:00", "4@example.org", NETWORK, now()).await;
    let until = now() + TimeDelta::minutes(10);
    assert!(matches!(made, Booked::Made { held_until, .. } if held_until == Some(until)), "{made:?}");
    fixture
}

async fn a_held_call_is_booked_by_its_secret(database: TestDatabase) {
    let fixture = held(database).await;
    let taken = fixture.taken().await;
    assert!(taken.contains(&slot_at("14:00")));
    let elsewhere = fixture.limited(5, "14:00", "5@example.org", network(5), now()).await;
    assert_eq!(elsewhere, Booked::Taken);
    assert_eq!(fixture.reschedule(4, "15:00", now()).await, Change::Held);
    assert_eq!(fixture.confirm(4, 103, now()).await, Change::Unknown);
    let queued = fixture.queued().await;
    let Change::Made(booking, _) = fixture.confirm(4, 104, now()).await else { panic!() };
    assert_eq!((booking.status, booking.sequence, booking.held_until), (BookingStatus::Booked, 0, None));
    assert_eq!(fixture.queued().await, queued, "the email with the link is replaced by the booking's");
    assert_eq!(fixture.confirm(4, 104, now()).await, Change::Unchanged(booking), "the link may be followed twice");
    assert_eq!(fixture.taken_at(now() + TimeDelta::hours(1)).await, taken);
}

async fn a_hold_that_has_ended_is_free_again_and_counts(database: TestDatabase) {
    let fixture = held(database).await;
    let over = now() + TimeDelta::minutes(10);
    let before = fixture.store.taken(slot_at("13:00").start, slot_at("15:00").start, now()).await.unwrap();
    assert_eq!(before, (vec![slot_at("14:00")], Some(over)));
    assert!(!fixture.taken_at(over).await.contains(&slot_at("14:00")));
    assert_eq!(fixture.confirm(4, 104, over).await, Change::Lapsed);
    assert_eq!(fixture.reschedule(4, "15:00", over).await, Change::Lapsed);
    assert_eq!(fixture.cancel(4, over).await, Change::Lapsed);
    let other = fixture.limited(5, "14:00", "5@example.org", NETWORK, over).await;
    assert!(matches!(other, Booked::Made { held_until: Some(_), .. }), "{other:?}");
    let sixth = fixture.limited(6, "16:00", "6@example.org", NETWORK, over).await;
    assert!(matches!(sixth, Booked::Refused(_)), "{sixth:?}");
    assert_eq!(fixture.confirm(4, 104, over).await, Change::Lapsed);
}

async fn a_held_call_is_cancelled_without_emails(database: TestDatabase) {
    let fixture = held(database).await;
    let queued = fixture.queued().await;
    let Change::Made(booking, _) = fixture.cancel(4, now()).await else { panic!() };
    assert_eq!((booking.status, booking.held_until), (BookingStatus::Cancelled, None));
    assert_eq!(fixture.queued().await, queued - 1, "the email with the link is deleted");
    assert!(!fixture.taken().await.contains(&slot_at("14:00")));
}

async fn limits_leave_nothing_behind_after_a_day(database: TestDatabase) {
    let fixture = held(database).await;
    let rows = async || {
        let rows =
            bookings::Entity::find().order_by_asc(bookings::Column::StartAt).all(fixture.database.reader()).await;
        rows.unwrap().into_iter().map(|row| row.network).collect::<Vec<_>>()
    };
    fixture.store.forget_limits(now() + TimeDelta::hours(23)).await.unwrap();
    assert_eq!(rows().await, ["198.51.100.0/24"; 4]);
    fixture.store.forget_limits(now() + TimeDelta::days(1)).await.unwrap();
    assert_eq!(rows().await, [""; 3], "the hold is gone, and the networks are");
}
