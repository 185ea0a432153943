//! Tests of the newsletter's store, each on both engines.

use chrono::TimeZone;

use super::{super::staff_store::SubscriberFilter, *};
use crate::{
    mail::store::OutboxStore,
    storage::testing::{TestDatabase, on_both_engines},
};

on_both_engines![
    a_request_is_stored_with_its_email_and_confirmed_by_its_link,
    one_address_is_asked_once_in_ten_minutes,
    concurrent_requests_make_one_subscription,
    every_link_that_was_sent_works,
    an_ended_subscription_needs_a_new_confirmation,
    an_address_that_refused_is_left_alone_for_a_day,
    an_unknown_token_belongs_to_no_subscription,
    unconfirmed_subscriptions_are_deleted,
    an_ended_subscription_stays_ended_when_a_new_request_is_not_confirmed,
    an_address_is_found_whatever_its_capitals,
    batches_are_the_list,
];

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap()
}

fn minutes(number: i64) -> TimeDelta {
    TimeDelta::minutes(number)
}

struct Fixture {
    store: NewsletterStore,
    outbox: OutboxStore,
    _database: TestDatabase,
}

impl Fixture {
    async fn new(database: TestDatabase) -> Self {
        let open = database.open().await;
        Self { store: NewsletterStore::new(open.clone()), outbox: OutboxStore::new(open), _database: database }
    }

    async fn subscribe(&self, email: &str, token: u8, at: DateTime<Utc>) -> bool {
        let email = EmailAddress::parse(email).unwrap();
        let mail = NewMail::short("newsletter-confirmation", email.as_str());
        let request = SubscriptionRequest {
            email: &email,
            source_page: "/blog",
            consent: "Yes",
            token: &TokenHash::numbered(token),
        };
        self.store.subscribe(request, mail, at).await.unwrap()
    }

    async fn state(&self, token: u8) -> Option<State> {
        self.store.by_token(&TokenHash::numbered(token)).await.unwrap().map(|subscription| subscription.state)
    }

    async fn queued(&self) -> u64 {
        self.outbox.counts(now()).await.unwrap().queued
    }
}

async fn a_request_is_stored_with_its_email_and_confirmed_by_its_link(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    assert!(fixture.subscribe("Anna@Example.org", 1, now()).await);
    assert_eq!((fixture.state(1).await, fixture.queued().await), (Some(State::Pending), 1));
    let expected = Subscription { email: "Anna@Example.org".into(), state: State::Confirmed };
    for _ in 0..2 {
        assert_eq!(
            fixture.store.confirm(&TokenHash::numbered(1), now() + minutes(1)).await.unwrap(),
            Some(expected.clone())
        );
    }
    assert!(!fixture.subscribe("anna@example.org", 2, now() + minutes(60)).await, "there is nothing to confirm");
    // The link was used, so an email with it no longer needs to be sent.
    assert_eq!((fixture.state(1).await, fixture.queued().await), (Some(State::Confirmed), 0));
}

async fn one_address_is_asked_once_in_ten_minutes(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    assert!(fixture.subscribe("anna@example.org", 1, now()).await);
    assert!(!fixture.subscribe("ANNA@example.org", 2, now() + minutes(9)).await);
    assert!(fixture.subscribe("bob@example.org", 3, now() + minutes(9)).await);
    assert!(fixture.subscribe("anna@example.org", 4, now() + minutes(10)).await);
    assert!(!fixture.subscribe("anna@example.org", 5, now() + minutes(19)).await, "counted from the last email");
    assert_eq!(fixture.queued().await, 3);
}

async fn concurrent_requests_make_one_subscription(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let requests = (0..8).map(|token| fixture.subscribe("anna@example.org", token, now()));
    let mut mails = 0;
    for asked in join_all(requests.collect()).await {
        mails += u64::from(asked);
    }
    assert_eq!((mails, fixture.queued().await), (1, 1));
    // The row now exists, so all of them read it.
    let later = now() + minutes(11);
    let requests = (8..16).map(|token| fixture.subscribe("anna@example.org", token, later));
    let asked = join_all(requests.collect()).await;
    assert_eq!(asked.into_iter().filter(|asked| *asked).count(), 1);
}

/// Polls the futures concurrently.
async fn join_all<F: Future>(futures: Vec<F>) -> Vec<F::Output> {
    let mut running: Vec<_> = futures.into_iter().map(Box::pin).collect();
    let mut results: Vec<Option<F::Output>> = running.iter().map(|_| None).collect();
    std::future::poll_fn(move |context| {
        for (future, result) in running.iter_mut().zip(&mut results) {
            if result.is_none()
                && let std::task::Poll::Ready(value) = future.as_mut().poll(context)
            {
                *result = Some(value);
            }
        }
        if results.iter().all(Option::is_some) {
            std::task::Poll::Ready(results.iter_mut().filter_map(Option::take).collect())
        } else {
            std::task::Poll::Pending
        }
    })
    .await
}

async fn every_link_that_was_sent_works(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.subscribe("anna@example.org", 1, now()).await;
    fixture.subscribe("anna@example.org", 2, now() + minutes(11)).await;
    assert_eq!(
        fixture.store.confirm(&TokenHash::numbered(1), now() + minutes(12)).await.unwrap().unwrap().state,
        State::Confirmed
    );
    let left = fixture.store.unsubscribe(&TokenHash::numbered(2), now() + minutes(13)).await.unwrap().unwrap();
    assert_eq!((left.state, fixture.state(1).await), (State::Unsubscribed, Some(State::Unsubscribed)));
}

async fn an_ended_subscription_needs_a_new_confirmation(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.subscribe("anna@example.org", 1, now()).await;
    fixture.store.confirm(&TokenHash::numbered(1), now()).await.unwrap();
    fixture.store.unsubscribe(&TokenHash::numbered(1), now()).await.unwrap();
    assert_eq!(
        fixture.store.confirm(&TokenHash::numbered(1), now()).await.unwrap().unwrap().state,
        State::Unsubscribed
    );
    assert!(fixture.subscribe("anna@example.org", 2, now() + minutes(1)).await);
    assert_eq!(fixture.state(1).await, Some(State::Pending));
    assert_eq!(fixture.store.confirm(&TokenHash::numbered(2), now()).await.unwrap().unwrap().state, State::Confirmed);
}

async fn an_address_that_refused_is_left_alone_for_a_day(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.subscribe("anna@example.org", 1, now()).await;
    fixture.store.unsubscribe(&TokenHash::numbered(1), now() + minutes(1)).await.unwrap();
    let day = minutes(24 * 60);
    assert!(!fixture.subscribe("anna@example.org", 2, now() + day).await);
    assert_eq!(fixture.state(1).await, Some(State::Unsubscribed));
    assert!(fixture.subscribe("anna@example.org", 3, now() + day + minutes(1)).await);
    // A refusal of this request counts, even if an earlier one was confirmed.
    fixture.store.confirm(&TokenHash::numbered(3), now() + day + minutes(2)).await.unwrap();
    fixture.store.unsubscribe(&TokenHash::numbered(3), now() + day + minutes(3)).await.unwrap();
    assert!(fixture.subscribe("anna@example.org", 4, now() + day + minutes(4)).await);
    fixture.store.unsubscribe(&TokenHash::numbered(4), now() + day + minutes(5)).await.unwrap();
    assert!(!fixture.subscribe("anna@example.org", 5, now() + day + minutes(6)).await);
}

async fn an_unknown_token_belongs_to_no_subscription(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.subscribe("anna@example.org", 1, now()).await;
    for result in [
        fixture.store.by_token(&TokenHash::numbered(2)).await,
        fixture.store.confirm(&TokenHash::numbered(2), now()).await,
        fixture.store.unsubscribe(&TokenHash::numbered(2), now()).await,
    ] {
        assert_eq!(result.unwrap(), None);
    }
    assert_eq!(fixture.state(1).await, Some(State::Pending));
}

async fn unconfirmed_subscriptions_are_deleted(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.subscribe("anna@example.org", 1, now()).await;
    fixture.subscribe("bob@example.org", 2, now()).await;
    fixture.subscribe("carol@example.org", 3, now() + minutes(1)).await;
    fixture.store.confirm(&TokenHash::numbered(2), now()).await.unwrap();
    fixture.store.forget_pending(now() + minutes(1)).await.unwrap();
    let states = (fixture.state(1).await, fixture.state(2).await, fixture.state(3).await);
    assert_eq!(states, (None, Some(State::Confirmed), Some(State::Pending)));
}

async fn an_ended_subscription_stays_ended_when_a_new_request_is_not_confirmed(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.subscribe("anna@example.org", 1, now()).await;
    fixture.store.confirm(&TokenHash::numbered(1), now()).await.unwrap();
    fixture.store.unsubscribe(&TokenHash::numbered(1), now() + minutes(1)).await.unwrap();
    assert!(fixture.subscribe("anna@example.org", 2, now() + minutes(2)).await);
    fixture.store.forget_pending(now() + minutes(2)).await.unwrap();
    assert_eq!(fixture.state(2).await, Some(State::Pending), "it may still be confirmed");
    fixture.store.forget_pending(now() + minutes(3)).await.unwrap();
    assert_eq!(fixture.state(2).await, Some(State::Unsubscribed));
    let kept = fixture.store.by_email(&EmailAddress::parse("anna@example.org").unwrap()).await.unwrap().unwrap();
    assert_eq!(kept.unsubscribed_at, Some(now() + minutes(1)));
}

async fn an_address_is_found_whatever_its_capitals(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.subscribe("Émile@Example.org", 1, now()).await;
    for (search, count) in [("émile@", 1), ("E\u{301}MILE", 1), ("EXAMPLE", 1), ("emile", 0), ("", 1), ("\0", 0)] {
        let filter = SubscriberFilter { search: search.into(), ..SubscriberFilter::default() };
        assert_eq!(fixture.store.count(&filter).await.unwrap(), count, "{search}");
    }
}

async fn batches_are_the_list(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    // Two of them at the same time.
    for (number, minute) in [(1, 0), (2, 1), (3, 1), (4, 2), (5, 3)] {
        fixture.subscribe(&format!("a{number}@example.org"), number, now() + minutes(minute)).await;
    }
    let filter = SubscriberFilter::default();
    let listed = fixture.store.list(&filter, 0, 10).await.unwrap();
    for limit in [1, 2, 10] {
        let mut batches = Vec::new();
        loop {
            let batch = fixture.store.batch(&filter, batches.last(), limit).await.unwrap();
            assert!(batch.len() as u64 <= limit);
            if batch.is_empty() {
                break;
            }
            batches.extend(batch);
        }
        assert_eq!(batches, listed, "{limit} at a time");
    }
}
