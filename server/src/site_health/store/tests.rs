//! Tests of the store, each on both engines.

use chrono::{TimeDelta, TimeZone};

use super::*;
use crate::{
    site_health::domain::{FindingLevel, KindCount, SiteFinding},
    storage::testing::{TestDatabase, on_both_engines},
};

on_both_engines![
    one_check_runs_at_a_time,
    a_check_keeps_its_findings_until_the_next_one,
    the_newest_checks_are_kept,
    a_check_without_its_lease_changes_nothing,
];

fn minute(number: i64) -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 25, 9, 0, 0).unwrap() + TimeDelta::minutes(number)
}

/// A lease of two minutes.
fn lease(begun_at: DateTime<Utc>) -> Lease {
    Lease {
        token: Uuid::now_v7(),
        begun_at,
        leased_until: begun_at + TimeDelta::minutes(2),
        content_version: 7,
        failure: String::new(),
    }
}

fn found(checked_at: DateTime<Utc>, value: &str) -> SiteCheck {
    let finding = SiteFinding {
        address: "https://s.test/ü".into(),
        kind: "broken_links".into(),
        level: FindingLevel::Bad,
        value: value.into(),
        threshold: "0".into(),
        advice: "Mend it.".into(),
    };
    let kinds = vec![KindCount { kind: "broken_links".into(), errors: 1, warnings: 0 }];
    let (addresses, pages, complete, errors, warnings) = (9, 4, false, 1, 0);
    let summary = CheckSummary { checked_at, addresses, pages, complete, errors, warnings, kinds };
    SiteCheck { summary, findings: vec![finding] }
}

async fn store(database: &TestDatabase) -> SiteHealthStore {
    SiteHealthStore::new(database.open().await)
}

/// Takes the lease and saves a check.
async fn save(store: &SiteHealthStore, check: &SiteCheck) {
    let lease = lease(check.summary.checked_at);
    assert!(store.take(&lease, lease.begun_at).await.unwrap());
    assert!(store.save(lease.token, check).await.unwrap());
}

async fn one_check_runs_at_a_time(database: TestDatabase) {
    let store = store(&database).await;
    assert_eq!(store.lease(minute(0)).await.unwrap(), None);
    let (first, second) = (lease(minute(0)), lease(minute(1)));
    assert!(store.take(&first, minute(0)).await.unwrap());
    assert!(!store.take(&second, minute(1)).await.unwrap(), "it runs");
    assert_eq!(store.lease(minute(1)).await.unwrap(), Some(first.clone()));
    assert!(store.renew(first.token, minute(20)).await.unwrap());
    assert!(!store.take(&lease(minute(19)), minute(19)).await.unwrap(), "it was renewed");
    let later = lease(minute(20));
    assert!(!store.take(&later, minute(-1)).await.unwrap(), "the last one began too late");
    assert!(store.take(&later, minute(0)).await.unwrap());
    assert!(!store.renew(first.token, minute(30)).await.unwrap(), "it is another's");
    assert!(store.fail(later.token, minute(21), "no \0 answer").await.unwrap());
    let ended = Lease { leased_until: minute(21), failure: "no  answer".into(), ..later };
    assert_eq!(store.lease(minute(21)).await.unwrap(), Some(ended));
    assert!(store.take(&lease(minute(21)), minute(21)).await.unwrap());
}

async fn a_check_keeps_its_findings_until_the_next_one(database: TestDatabase) {
    let store = store(&database).await;
    let (first, second) = (found(minute(0), "\0 and \u{2028}"), found(minute(1), "2: /a, /b"));
    save(&store, &first).await;
    assert_eq!(store.checks().await.unwrap(), std::slice::from_ref(&first));
    assert_eq!(store.lease(minute(1)).await.unwrap().unwrap().leased_until, minute(0), "the lease ends");
    save(&store, &second).await;
    let without = SiteCheck { findings: vec![], ..first };
    assert_eq!(store.checks().await.unwrap(), [without, second], "oldest first");
}

async fn the_newest_checks_are_kept(database: TestDatabase) {
    let store = store(&database).await;
    for number in 0..92 {
        save(&store, &found(minute(number), "1")).await;
    }
    let checks = store.checks().await.unwrap();
    assert_eq!(checks.len() as u64, KEPT);
    assert_eq!(checks.first().map(|check| check.summary.checked_at), Some(minute(2)));
    assert_eq!(checks.iter().filter(|check| !check.findings.is_empty()).count(), 1);
}

async fn a_check_without_its_lease_changes_nothing(database: TestDatabase) {
    let store = store(&database).await;
    save(&store, &found(minute(0), "1")).await;
    let before = (store.checks().await.unwrap(), store.lease(minute(1)).await.unwrap());
    let lost = Uuid::now_v7();
    assert!(!store.save(lost, &found(minute(1), "1")).await.unwrap());
    assert!(!store.fail(lost, minute(1), "no answer").await.unwrap());
    assert_eq!((store.checks().await.unwrap(), store.lease(minute(1)).await.unwrap()), before);
}
