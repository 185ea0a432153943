//! Tests of when a site is checked, each on both engines.

use std::collections::HashMap;

use chrono::TimeZone;
use sea_orm::ConnectionTrait;

use super::*;
use crate::{
    clock::ManualClock,
    site_health::{Fetched, domain::FindingLevel},
    storage::{
        content_state::Versions,
        testing::{TestDatabase, on_both_engines},
    },
};

on_both_engines![
    a_change_is_checked_when_it_has_settled,
    checks_keep_their_distance,
    staff_wait_for_nothing_but_the_check_that_runs,
    a_replica_does_not_check_what_another_has,
    a_scheduled_post_is_a_change,
    a_restart_remembers_what_was_not_checked,
    what_is_wrong_is_kept,
    a_failure_is_told_and_ends_the_check,
    a_check_that_cannot_be_stored_is_repeated,
    a_clock_that_was_ahead_holds_up_no_check,
];

const FAST: Pace = Pace { most: 100, at_once: 1, pause: Duration::ZERO };

/// The pages of a site by path; all others are missing.
#[derive(Clone, Default)]
struct Pages(Arc<HashMap<&'static str, &'static str>>);

impl Fetch for Pages {
    async fn get(&self, url: &Url) -> Result<Fetched, String> {
        let page = self.0.get(url.path());
        let status = if page.is_some() { 200 } else { 404 };
        let text = page.copied().unwrap_or_default().to_owned();
        Ok(Fetched { status, content_type: "text/html".into(), location: None, sets_cookie: false, text })
    }
}

fn pages(pages: &[(&'static str, &'static str)]) -> Pages {
    Pages(Arc::new(pages.iter().copied().collect()))
}

fn start() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 25, 9, 0, 0).unwrap()
}

struct Fixture {
    clock: ManualClock,
    content: ContentState,
    database: TestDatabase,
    health: SiteHealthService,
}

impl Fixture {
    async fn new(database: TestDatabase) -> Self {
        let clock = ManualClock::new(start());
        let content = ContentState::new(Versions { content: 5, ..Versions::default() });
        let health = replica(&database, &clock, &content).await;
        Self { clock, content, database, health }
    }

    async fn replica(&self) -> SiteHealthService {
        replica(&self.database, &self.clock, &self.content).await
    }

    fn advance(&self, seconds: i64) {
        self.clock.advance(TimeDelta::seconds(seconds));
    }

    /// Returns whether a check is due, and runs it.
    async fn checks(&self) -> bool {
        match self.health.due().await.unwrap() {
            Some(check) => {
                self.health.run(check, pages(&[("/", "<h1>Home</h1>")]), FAST).await.unwrap();
                true
            }
            None => false,
        }
    }
}

async fn replica(database: &TestDatabase, clock: &ManualClock, content: &ContentState) -> SiteHealthService {
    let database = database.open().await;
    SiteHealthService::new(database, Arc::new(clock.clone()), content.clone(), "https://s.test".to_owned())
}

async fn a_change_is_checked_when_it_has_settled(database: TestDatabase) {
    let site = Fixture::new(database).await;
    assert!(!site.checks().await, "nothing has changed");
    site.health.changed();
    site.advance(50);
    assert!(!site.checks().await);
    site.health.changed();
    site.advance(59);
    assert!(!site.checks().await, "it changed again");
    site.advance(1);
    assert!(site.checks().await);
    site.advance(3_600);
    assert!(!site.checks().await, "it was checked");
}

async fn checks_keep_their_distance(database: TestDatabase) {
    let site = Fixture::new(database).await;
    site.health.changed();
    site.advance(60);
    assert!(site.checks().await);
    site.health.changed();
    site.advance(599);
    assert!(!site.checks().await);
    site.advance(1);
    assert!(site.checks().await);
}

async fn staff_wait_for_nothing_but_the_check_that_runs(database: TestDatabase) {
    let site = Fixture::new(database).await;
    for _ in 0..2 {
        site.health.ask().await.unwrap();
        assert!(site.health.overview().await.unwrap().is_running);
        tokio::time::timeout(Duration::from_secs(5), site.health.asked()).await.unwrap();
        assert!(site.checks().await);
        assert!(!site.health.overview().await.unwrap().is_running);
    }
    site.health.ask().await.unwrap();
    site.health.ask().await.unwrap();
    assert!(site.checks().await);
    assert!(!site.checks().await, "one check answers both");
}

async fn a_replica_does_not_check_what_another_has(database: TestDatabase) {
    let site = Fixture::new(database).await;
    let other = site.replica().await;
    site.health.changed();
    other.changed();
    site.advance(60);
    let running = site.health.due().await.unwrap();
    assert!(running.is_some());
    other.ask().await.unwrap();
    assert!(other.due().await.unwrap().is_none(), "one at a time");
    site.advance(3_600);
    assert!(other.due().await.unwrap().is_none(), "it was checked");
    other.changed();
    site.advance(60);
    assert!(other.due().await.unwrap().is_some(), "the first has died: its lease is over");
    site.health.run(running.unwrap(), pages(&[("/", "<h1>Late</h1>")]), FAST).await.unwrap();
    assert!(site.health.overview().await.unwrap().newest.is_none(), "late results are not kept");
}

async fn a_scheduled_post_is_a_change(database: TestDatabase) {
    let site = Fixture::new(database).await;
    site.content.set_next_publication(Some(start() + TimeDelta::seconds(30)));
    assert!(!site.checks().await);
    site.content.set_next_publication(None);
    site.advance(30);
    assert!(!site.checks().await);
    site.advance(60);
    assert!(site.checks().await);
}

async fn a_restart_remembers_what_was_not_checked(database: TestDatabase) {
    let site = Fixture::new(database).await;
    let restarted = async || {
        let health = site.replica().await;
        health.resume().await.unwrap();
        site.advance(600);
        health.due().await.unwrap().is_some()
    };
    assert!(!restarted().await, "a new site waits for its first change");
    site.health.ask().await.unwrap();
    assert!(site.checks().await);
    assert!(!restarted().await);
    site.content.advance(6);
    assert!(restarted().await);
    site.advance(3_600);
    site.health.ask().await.unwrap();
    assert!(site.checks().await && !restarted().await);
    site.health.ask().await.unwrap();
    assert!(site.health.due().await.unwrap().is_some());
    assert!(restarted().await, "the process ended within the check");
}

async fn what_is_wrong_is_kept(database: TestDatabase) {
    let site = Fixture::new(database).await;
    site.health.ask().await.unwrap();
    let check = site.health.due().await.unwrap().unwrap();
    let home = r#"<h1>Home</h1><a href="/gone">gone</a><img src="/gone.png">"#;
    site.health.run(check, pages(&[("/", home)]), FAST).await.unwrap();
    let overview = site.health.overview().await.unwrap();
    let newest = overview.newest.unwrap();
    assert_eq!(overview.trend, std::slice::from_ref(&newest.summary));
    assert_eq!((newest.summary.addresses, newest.summary.pages, newest.summary.complete), (3, 1, true));
    for (kind, value) in
        [("broken_links", "1: https://s.test/gone (404)"), ("broken_images", "1: https://s.test/gone.png (404)")]
    {
        let broken = newest.findings.iter().find(|finding| finding.kind == kind).unwrap();
        assert_eq!((broken.address.as_str(), broken.level), ("https://s.test/", FindingLevel::Bad), "{kind}");
        assert_eq!(broken.value, value);
    }
    assert!(newest.findings.iter().any(|finding| finding.kind == "images_alt"));
}

async fn a_failure_is_told_and_ends_the_check(database: TestDatabase) {
    let site = Fixture::new(database).await;
    site.health.ask().await.unwrap();
    let check = site.health.due().await.unwrap().unwrap();
    site.health.run(check, Pages::default(), FAST).await.unwrap();
    let overview = site.health.overview().await.unwrap();
    assert_eq!(
        (overview.failure.as_str(), overview.is_running),
        ("https://s.test/ responds with 404, and not with a page", false)
    );
    assert!(overview.newest.is_none());
    site.health.ask().await.unwrap();
    assert!(site.checks().await);
    assert_eq!(site.health.overview().await.unwrap().failure, "");
}

async fn a_check_that_cannot_be_stored_is_repeated(database: TestDatabase) {
    let site = Fixture::new(database).await;
    site.health.ask().await.unwrap();
    let check = site.health.due().await.unwrap().unwrap();
    let connection = site.database.open().await;
    let rename = async |from: &str, to: &str| {
        let sql = format!("ALTER TABLE {from} RENAME TO {to}");
        connection.writer().execute_unprepared(&sql).await.unwrap();
    };
    rename("site_checks", "away").await;
    assert!(site.health.run(check, pages(&[("/", "<h1>Home</h1>")]), FAST).await.is_err());
    rename("away", "site_checks").await;
    site.advance(900);
    assert!(site.checks().await);
    assert!(site.health.overview().await.unwrap().newest.is_some());
}

/// Checks go on once the clock is right again, and their results come after those of a date that has yet to come.
async fn a_clock_that_was_ahead_holds_up_no_check(database: TestDatabase) {
    let site = Fixture::new(database).await;
    let year = 365 * 86_400;
    site.advance(year);
    site.health.ask().await.unwrap();
    assert!(site.checks().await);
    site.health.ask().await.unwrap();
    assert!(site.health.due().await.unwrap().is_some(), "one that does not end");
    site.advance(-year);
    assert!(!site.health.overview().await.unwrap().is_running);
    site.health.changed();
    site.advance(60);
    assert!(site.checks().await);
    let checked = start() + TimeDelta::seconds(60);
    let dates = async || {
        let overview = site.health.overview().await.unwrap();
        assert_eq!(overview.newest.unwrap().summary, *overview.trend.last().unwrap());
        overview.trend.iter().map(|check| check.checked_at).collect::<Vec<_>>()
    };
    assert_eq!(dates().await, [start() + TimeDelta::seconds(year), checked]);
    site.advance(600);
    site.health.changed();
    site.advance(60);
    assert!(site.checks().await);
    assert_eq!(dates().await.last(), Some(&(checked + TimeDelta::seconds(660))));
    assert!(!site.checks().await, "it was checked");
}
