//! Tests of the staff's list, each on both engines.

use chrono::TimeDelta;

use super::*;
use crate::{
    bookings::{
        Slot,
        domain::{BookingLimits, Visitor},
        store::{Booked, Change, Key, NewBooking},
    },
    email_address::EmailAddress,
    enquiries::Verdict,
    limits::Network,
    mail::NewMail,
    storage::testing::{TestDatabase, on_both_engines},
    token::TokenHash,
};

on_both_engines![
    upcoming_calls_come_first_and_others_latest_first,
    a_list_is_filtered_searched_and_sliced,
    a_call_carries_its_own_mails,
    batches_are_the_list_without_its_mails,
    bookings_of_an_address_are_found_and_deleted,
    staff_cancel_by_id_except_spam,
];

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn now() -> DateTime<Utc> {
    at("2026-11-25T12:00:00Z")
}

/// Returns a store with four calls on the 25th, of which the one at 15:00 is cancelled, and one that is spam.
async fn filled(database: &TestDatabase) -> BookingStore {
    let store = BookingStore::new(database.open().await);
    for (number, time, name) in
        [(1, "10:00", "Anna"), (2, "11:00", "Bob 50%"), (3, "14:00", "Carla"), (4, "15:00", "Dan"), (5, "13:00", "Eve")]
    {
        book(&store, number, time, name, Verdict::Genuine).await;
    }
    book(&store, 6, "13:00", "Robot", Verdict::Spam).await;
    let mails = |_: &_| vec![NewMail::short("x", "Dan@example.org")];
    let change = store.cancel(Key::Link(&TokenHash::numbered(4)), mails, now()).await.unwrap();
    assert!(matches!(change, Change::Made(..)));
    store
}

async fn book(store: &BookingStore, number: u8, time: &str, name: &str, verdict: Verdict) {
    let start = at(&format!("2026-11-25T{time}:00Z"));
    let visitor = Visitor {
        name: name.into(),
        email: EmailAddress::parse(&format!("Visitor{number}@Example.org")).unwrap(),
        website: "example.org".into(),
        message: format!("Über number {number}"),
    };
    let mail = NewMail::short("x", format!("{name}@example.org"));
    let slot = Slot { start, end: start + TimeDelta::minutes(20) };
    let new = NewBooking {
        id: Uuid::now_v7(),
        slot,
        visitor: &visitor,
        verdict,
        is_doubtful: false,
        token: TokenHash::numbered(number),
        network: Network::of([127, 0, 0, number].into()),
        confirmation: TokenHash::numbered(0),
    };
    let limits = BookingLimits { per_network: 100, ..BookingLimits::default() };
    let made = store.book(&new, TimeDelta::minutes(10), &limits, |_| vec![mail], now()).await.unwrap();
    assert!(matches!(made, Booked::Made { .. }));
}

async fn names(store: &BookingStore, filter: &BookingFilter) -> Vec<String> {
    let records = store.list(filter, now(), 0, 100).await.unwrap();
    assert_eq!(store.count(filter, now()).await.unwrap(), records.len() as u64);
    records.into_iter().map(|record| record.name).collect()
}

async fn upcoming_calls_come_first_and_others_latest_first(database: TestDatabase) {
    let store = filled(&database).await;
    let all = store.list(&BookingFilter::default(), now(), 0, 100).await.unwrap();
    let seen: Vec<_> = all.iter().map(|record| (record.name.as_str(), record.status)).collect();
    let expected = [
        ("Eve", BookingState::Upcoming),
        ("Carla", BookingState::Upcoming),
        ("Dan", BookingState::Cancelled),
        ("Robot", BookingState::Spam),
        ("Bob 50%", BookingState::Past),
        ("Anna", BookingState::Past),
    ];
    assert_eq!(seen, expected);
    assert_eq!((all[2].changes, all[0].changes), (1, 0));
    // A call that begins now is no longer upcoming.
    let begun = store.list(&BookingFilter::default(), at("2026-11-25T13:00:00Z"), 0, 1).await.unwrap();
    assert_eq!(begun[0].name, "Carla");
}

async fn a_list_is_filtered_searched_and_sliced(database: TestDatabase) {
    let store = filled(&database).await;
    let state = |state| BookingFilter { state: Some(state), ..BookingFilter::default() };
    assert_eq!(names(&store, &state(BookingState::Upcoming)).await, ["Eve", "Carla"]);
    assert_eq!(names(&store, &state(BookingState::Past)).await, ["Bob 50%", "Anna"]);
    assert_eq!(names(&store, &state(BookingState::Cancelled)).await, ["Dan"]);
    assert_eq!(names(&store, &state(BookingState::Spam)).await, ["Robot"]);
    let search = |text: &str| BookingFilter { search: text.into(), ..BookingFilter::default() };
    for (text, count) in
        [("ANNA", 1), ("visitor3@", 1), ("example.ORG", 6), ("number 2", 1), ("%", 1), ("\0", 0), ("ÜBER NUMBER 2", 1)]
    {
        assert_eq!(names(&store, &search(text)).await.len(), count, "{text}");
    }
    let second = store.list(&BookingFilter::default(), now(), 1, 2).await.unwrap();
    assert_eq!(second.iter().map(|record| record.name.as_str()).collect::<Vec<_>>(), ["Carla", "Dan"]);
}

async fn a_call_carries_its_own_mails(database: TestDatabase) {
    let store = filled(&database).await;
    for record in store.list(&BookingFilter::default(), now(), 0, 100).await.unwrap() {
        let to: Vec<_> = record.mails.iter().map(|mail| mail.recipient.clone()).collect();
        assert_eq!(to, [format!("{}@example.org", record.name)]);
    }
}

async fn batches_are_the_list_without_its_mails(database: TestDatabase) {
    let store = filled(&database).await;
    for search in ["", "example.org", "Carla", "nobody"] {
        let filter = BookingFilter { search: search.into(), ..BookingFilter::default() };
        let mut listed = store.list(&filter, now(), 0, 100).await.unwrap();
        for record in &mut listed {
            record.mails.clear();
        }
        for limit in [1, 2, 4, 10] {
            let mut batches: Vec<BookingRecord> = Vec::new();
            loop {
                let batch = store.batch(&filter, batches.last(), now(), limit).await.unwrap();
                assert!(batch.len() as u64 <= limit);
                if batch.is_empty() {
                    break;
                }
                batches.extend(batch);
            }
            assert_eq!(batches, listed, "{search}, {limit} at a time");
        }
    }
}

async fn bookings_of_an_address_are_found_and_deleted(database: TestDatabase) {
    let store = filled(&database).await;
    let found = store.booked_by("visitor5@example.org", now()).await.unwrap();
    let [eve] = &found[..] else { panic!("{found:?}") };
    assert_eq!((eve.name.as_str(), eve.status, eve.mails.len()), ("Eve", BookingState::Upcoming, 1));
    let version = async || content_version::read_all(store.database.reader()).await.unwrap().availability;
    let before = version().await;
    assert_eq!(store.erase_booked_by("nobody@example.org").await.unwrap(), None);
    assert_eq!(version().await, before, "no page is rendered again");
    assert_eq!(store.erase_booked_by("visitor5@example.org").await.unwrap(), Some((1, before + 1)));
    assert_eq!(store.booked_by("visitor5@example.org", now()).await.unwrap(), []);
    assert_eq!(store.count(&BookingFilter::default(), now()).await.unwrap(), 5);
}

async fn staff_cancel_by_id_except_spam(database: TestDatabase) {
    let store = filled(&database).await;
    let all = store.list(&BookingFilter::default(), now(), 0, 100).await.unwrap();
    let cancel = async |name: &str| {
        let id = all.iter().find(|record| record.name == name).unwrap().id;
        store.cancel(Key::Id(id), |_| vec![], now()).await.unwrap()
    };
    assert!(matches!(cancel("Eve").await, Change::Made(..)));
    assert_eq!(cancel("Eve").await, Change::Cancelled);
    assert_eq!(cancel("Anna").await, Change::Past);
    assert_eq!(cancel("Robot").await, Change::Unknown);
    assert_eq!(store.cancel(Key::Id(Uuid::nil()), |_| vec![], now()).await.unwrap(), Change::Unknown);
}
