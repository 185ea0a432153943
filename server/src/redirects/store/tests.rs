//! Tests of redirects, each on both engines.

use std::collections::BTreeMap;

use chrono::{TimeDelta, TimeZone};
use proptest::{prelude::*, strategy::ValueTree};

use super::*;
use crate::{
    audit::Actor,
    redirects::counts::Count,
    storage::testing::{TestDatabase, on_both_engines},
};

on_both_engines![
    a_target_that_is_redirected_is_replaced,
    a_source_is_redirected_once,
    counts_are_added_and_the_least_useful_dropped,
    no_order_of_changes_makes_two_hops,
];

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap()
}

fn stamp() -> Stamp {
    Actor::command_line().at(now())
}

/// Returns the target of a normalised path.
fn at(path: &str) -> Target {
    Target { address: path.to_owned(), path: path.to_owned() }
}

async fn make(store: &RedirectStore, source: &str, target: &str) -> Result<RedirectRecord, WriteError> {
    store.write(Uuid::now_v7(), true, source, at(target), &stamp()).await
}

async fn target_of(store: &RedirectStore, path: &str) -> Option<String> {
    store.find(path).await.unwrap().map(|(_, target)| target)
}

async fn a_target_that_is_redirected_is_replaced(database: TestDatabase) {
    let store = RedirectStore::new(database.open().await);
    make(&store, "/b", "/c").await.unwrap();
    assert_eq!(make(&store, "/a", "/b").await.unwrap().target, "/c");
    make(&store, "/c", "/d").await.unwrap();
    for path in ["/a", "/b", "/c"] {
        assert_eq!(target_of(&store, path).await.as_deref(), Some("/d"), "{path}");
    }
    assert!(matches!(make(&store, "/d", "/a").await, Err(WriteError::Circle)));
    assert_eq!(target_of(&store, "/d").await, None);
    assert_eq!(store.list("/D", now(), 1, 10).await.unwrap().1, 3);
}

async fn a_source_is_redirected_once(database: TestDatabase) {
    let store = RedirectStore::new(database.open().await);
    let made = make(&store, "/a", "/b").await.unwrap();
    assert!(matches!(make(&store, "/a", "/c").await, Err(WriteError::Taken)));
    let id: Uuid = made.id.parse().unwrap();
    let changed = store.write(id, false, "/a2", at("/c"), &stamp()).await.unwrap();
    assert_eq!((changed.id, changed.source.as_str(), changed.target.as_str()), (made.id, "/a2", "/c"));
    assert_eq!(target_of(&store, "/a").await, None);
    let absent = store.write(Uuid::now_v7(), false, "/x", at("/c"), &stamp()).await;
    assert!(matches!(absent, Err(WriteError::NotFound)));
    assert!(store.delete(&RedirectId::ByHand(id), &stamp()).await.unwrap());
    assert!(!store.delete(&RedirectId::ByHand(id), &stamp()).await.unwrap());
}

async fn counts_are_added_and_the_least_useful_dropped(database: TestDatabase) {
    let store = RedirectStore::new(database.open().await);
    let made = make(&store, "/a", "/b").await.unwrap();
    let id = RedirectId::parse(&made.id).unwrap();
    let count = |times, days| Count { times, last: now() - TimeDelta::days(days) };
    let oldest = now() - TimeDelta::days(90);
    let mut misses: BTreeMap<String, Count> = (0..999).map(|n| (format!("/often/{n}"), count(2, 1))).collect();
    misses.insert("/old".to_owned(), count(50, 91));
    misses.insert("/most".to_owned(), count(9, 2));
    let batch = Batch { hits: BTreeMap::from([(id.clone(), count(3, 0))]), misses };
    store.add_counts(&batch, oldest).await.unwrap();
    assert_eq!(store.missed(1, now()).await.unwrap().1, 1000);
    let misses = BTreeMap::from([("/most".to_owned(), count(2, 0)), ("/once".to_owned(), count(1, 0))]);
    store.add_counts(&Batch { hits: BTreeMap::from([(id, count(1, 0))]), misses }, oldest).await.unwrap();
    let (found, total) = store.missed(2000, now()).await.unwrap();
    assert_eq!((total, found[0].path.as_str(), found[0].misses, found[0].last_seen_at), (1000, "/most", 11, now()));
    assert!(found.iter().all(|address| address.path != "/once" && address.path != "/old"));
    let listed = store.list("", now(), 1, 10).await.unwrap().0;
    assert_eq!((listed[0].hits, listed[0].last_hit_at), (4, Some(now())));
    // Addresses that are redirected are no longer listed as missed.
    make(&store, "/most", "/b").await.unwrap();
    assert_eq!(store.missed(1, now()).await.unwrap().1, 999);
    // Another process may later write what it counted before.
    let misses = BTreeMap::from([("/most".to_owned(), count(1, 0))]);
    store.add_counts(&Batch { hits: BTreeMap::new(), misses }, oldest).await.unwrap();
    assert_eq!(store.missed(1, now()).await.unwrap().1, 999);
}

/// Changes to redirects among five paths: each creates, moves or deletes one.
fn changes() -> impl Strategy<Value = Vec<(u8, u8, u8)>> {
    proptest::collection::vec((0_u8..3, 0_u8..5, 0_u8..5), 1..12)
}

/// Both lock redirects, in different orders.
#[tokio::test]
async fn counts_wait_for_a_change_of_content() {
    let test = TestDatabase::postgres().await;
    let database = test.open().await;
    let store = RedirectStore::new(database.clone());
    let batch = Batch::default();
    let change = ContentChange::begin(&database, stamp()).await.unwrap();
    let adding = store.add_counts(&batch, now());
    tokio::pin!(adding);
    let waited = tokio::time::timeout(std::time::Duration::from_millis(300), &mut adding).await;
    assert!(waited.is_err(), "the counts did not wait");
    change.commit(&[]).await.unwrap();
    adding.await.unwrap();
}

async fn no_order_of_changes_makes_two_hops(database: TestDatabase) {
    let store = RedirectStore::new(database.open().await);
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for _ in 0..16 {
        for (kind, source, target) in changes().new_tree(&mut runner).unwrap().current() {
            let (source, target) = (format!("/{source}"), format!("/{target}"));
            let held = store.find(&source).await.unwrap();
            match (kind, held) {
                (0, Some((id, _))) => assert!(store.delete(&id, &stamp()).await.unwrap()),
                (1, Some((RedirectId::ByHand(id), _))) => {
                    let moved = store.write(id, false, &target, at(&source), &stamp()).await;
                    assert!(matches!(moved, Ok(_) | Err(WriteError::Taken | WriteError::Circle)));
                }
                _ => {
                    let made = make(&store, &source, &target).await;
                    assert!(matches!(made, Ok(_) | Err(WriteError::Taken | WriteError::Circle)));
                }
            }
            for redirect in store.list("", now(), 1, 10).await.unwrap().0 {
                assert_ne!(redirect.source, redirect.target);
                assert_eq!(target_of(&store, &redirect.target).await, None, "{redirect:?}");
            }
        }
    }
}
