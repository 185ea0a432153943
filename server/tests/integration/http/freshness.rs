//! A cached page is never older than the content it shows.

use axum::{Router, body::Body, middleware::from_fn_with_state, routing::get};
use chrono::TimeDelta;
use foundfirst::{
    audit::Actor,
    clock::Clock,
    config::DatabaseUrl,
    http::pages::{Page, key::versions_of, props::PrivacyProps, serve},
    storage::{
        content_state::{ContentState, Versions},
        content_version,
    },
};
use http::Request;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::site::{TestDatabase, TestSite, id, on_both_engines};

on_both_engines![
    a_cached_page_needs_no_render,
    publishing_changes_the_very_next_answer,
    a_change_and_a_removal_show_at_once,
    a_slug_that_was_unknown_is_found_as_soon_as_it_exists,
    a_scheduled_post_appears_when_its_moment_has_come,
    a_page_made_across_a_scheduled_moment_is_not_kept_beyond_it,
    another_process_raises_the_version_through_the_database,
    a_post_that_another_process_schedules_is_not_missed_for_an_own_change,
    a_page_is_made_again_after_an_hour,
];

async fn a_cached_page_needs_no_render(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.get("/blog").await;
    let before = site.app.cache.stats();
    for _ in 0..3 {
        assert_eq!(site.get("/blog").await.status, 200);
    }
    let after = site.app.cache.stats();
    assert_eq!((after.misses, after.hits), (before.misses, before.hits + 3));
}

async fn publishing_changes_the_very_next_answer(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let addresses = ["/", "/blog", "/services"];
    for address in addresses {
        assert!(!site.get(address).await.text().contains("Title of fresh"), "{address}");
    }
    let before = site.get("/blog").await.header("etag").to_owned();
    staff.publish("fresh").await;
    for address in addresses {
        assert!(site.get(address).await.text().contains("Title of fresh"), "{address}");
        assert!(site.data(address, &[]).await.text().contains("Title of fresh"), "{address}");
    }
    let again = site.call("GET", "/blog", &[("if-none-match", &before)], &Value::Null).await;
    assert_eq!(again.status, 200, "the old copy is not confirmed");
}

async fn a_change_and_a_removal_show_at_once(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let made = staff.publish("one").await;
    assert!(site.get("/blog/one").await.text().contains("Title of one"));
    let changed = staff.change(&made, json!({"title": "Another title"})).await.ok(200);
    for address in ["/blog/one", "/blog"] {
        let answer = site.get(address).await;
        assert!(answer.text().contains("Another title") && !answer.text().contains("Title of one"), "{address}");
    }
    let hidden = staff.change(&changed, json!({"published": false})).await.ok(200);
    assert_eq!(site.get("/blog/one").await.status, 404);
    staff.change(&hidden, json!({"published": true})).await.ok(200);
    assert_eq!(site.get("/blog/one").await.status, 200);
    staff.call("DELETE", &format!("/api/admin/posts/{}", id(&made)), &Value::Null).await;
    assert_eq!(site.get("/blog/one").await.status, 404);
    assert!(!site.get("/blog").await.text().contains("Another title"));
}

async fn a_slug_that_was_unknown_is_found_as_soon_as_it_exists(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let made = staff.publish("one").await;
    assert_eq!(site.get("/blog/two").await.status, 404);
    staff.change(&made, json!({"slug": "two"})).await.ok(200);
    assert_eq!(site.get("/blog/two").await.status, 200);
    let moved = site.get("/blog/one").await;
    // Browsers would otherwise keep a permanent redirect for ever.
    let caching = "public, max-age=0, must-revalidate";
    assert_eq!((moved.status, moved.header("cache-control")), (301, caching));
    staff.publish("one").await;
    assert_eq!(site.get("/blog/one").await.status, 200);
}

async fn a_scheduled_post_appears_when_its_moment_has_come(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    for (slug, date) in [("first", "2026-11-21T09:40:00Z"), ("second", "2026-11-21T09:50:00Z")] {
        let post =
            json!({"title": format!("Title of {slug}"), "slug": slug, "published": true, "published_date": date});
        staff.create(post).await;
    }
    let shows = async |slug: &str| {
        let listed = site.get("/blog").await.text().contains(&format!("Title of {slug}"));
        assert_eq!(site.data("/blog", &[]).await.text().contains(&format!("Title of {slug}")), listed);
        assert_eq!(site.get(&format!("/blog/{slug}")).await.status == 200, listed);
        listed
    };
    assert!(!shows("first").await && !shows("second").await);
    site.advance(599);
    assert!(!shows("first").await && !shows("second").await);
    site.advance(1);
    assert!(shows("first").await && !shows("second").await);
    site.advance(600);
    assert!(shows("first").await && shows("second").await);
}

async fn a_page_made_across_a_scheduled_moment_is_not_kept_beyond_it(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let at = "2026-11-21T09:40:00Z";
    staff.create(json!({"title": "Scheduled", "slug": "scheduled", "published": true, "published_date": at})).await;
    for (minutes, kept) in [(5, true), (20, false)] {
        let (app, clock) = (site.app.clone(), site.clock.clone());
        let page = async move || {
            // The content has been read. Now time passes, and the schedule is read again.
            clock.advance(TimeDelta::minutes(minutes));
            app.posts.refresh_schedule().await.unwrap();
            Page::new(&PrivacyProps::new(12))
        };
        let address = format!("/{minutes}");
        let public = from_fn_with_state(site.app.pages.clone(), serve::public);
        let router = Router::new().route(&address, get(page)).layer(public);
        let answer = router.oneshot(Request::get(&address).body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(answer.status(), 200);
        let found =
            site.app.cache.get(versions_of(&address, site.app.content.versions()), &address, site.clock.now().into());
        assert_eq!(found.is_some(), kept, "{minutes} minutes");
    }
}

/// Makes a post called "From elsewhere" as another process does. Returns the content version from then on.
async fn create_elsewhere(site: &TestSite, url: &DatabaseUrl, date: Option<&str>) -> i64 {
    let elsewhere = foundfirst::storage::Database::open(url).await.unwrap();
    let state = ContentState::new(Versions::default());
    let posts = foundfirst::posts::PostService::new(
        elsewhere,
        site.app.clock.clone(),
        state.clone(),
        chrono_tz::Tz::UTC,
        String::new(),
    );
    let input = json!({"title": "From elsewhere", "slug": "elsewhere", "published": true, "published_date": date});
    posts.create(serde_json::from_value(input).unwrap(), &Actor::command_line()).await.unwrap();
    state.version()
}

async fn another_process_raises_the_version_through_the_database(database: TestDatabase) {
    let url = database.url.clone();
    let site = TestSite::new(database).await;
    assert!(!site.get("/blog").await.text().contains("From elsewhere"));
    let version = create_elsewhere(&site, &url, None).await;
    assert!(version > site.app.content.version());
    // What the server does when it is notified of a new version.
    site.app.content.advance(version);
    assert!(site.get("/blog").await.text().contains("From elsewhere"));
}

async fn a_post_that_another_process_schedules_is_not_missed_for_an_own_change(database: TestDatabase) {
    let url = database.url.clone();
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    create_elsewhere(&site, &url, Some("2026-11-21T09:40:00Z")).await;
    // Written before this process has read what the other process wrote.
    staff.call("POST", "/api/admin/authors", &json!({"name": "Zoë Hale"})).await.ok(201);
    let version = content_version::read(site.app.database.reader()).await.unwrap();
    assert_eq!(site.app.content.version(), version);
    assert!(!site.get("/blog").await.text().contains("From elsewhere"));
    site.app.take_version(version).await.unwrap();
    site.advance(600);
    assert!(site.get("/blog").await.text().contains("From elsewhere"));
}

async fn a_page_is_made_again_after_an_hour(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.get("/about").await;
    site.advance(3599);
    site.get("/about").await;
    let misses = site.app.cache.stats().misses;
    site.advance(1);
    site.get("/about").await;
    assert_eq!(site.app.cache.stats().misses, misses + 1, "the year it shows may have changed");
}
