//! Slow queries of readers are interrupted, and nothing else waits for them.

use std::time::Duration;

use axum::body::Body;
use foundfirst::{
    http::{pages::render::Representation, proxies::Peer, render_budget::RenderLimits},
    storage::Engine,
};
use http::Request;
use sea_orm::{ConnectionTrait, TransactionTrait};
use serde_json::{Value, json};

use super::site::{ADMIN, READER, TestDatabase, TestSite, bearer, on_both_engines, on_one_engine};

on_both_engines![
    a_query_over_its_time_is_answered_503,
    a_page_that_nobody_has_time_to_render_is_answered_503,
    searches_in_plenty_leave_the_rest_of_the_site_alone,
    readiness_is_told_in_time_to_everybody_who_asks,
];
on_one_engine![
    pages_beyond_a_networks_budget_are_refused_and_cached_ones_are_not,
    pages_that_are_not_cached_take_the_budget_too,
    work_on_the_site_takes_no_budget_unless_without_rights,
    filters_that_find_nothing_fill_no_cache,
    drawings_are_refused_while_as_many_as_may_are_made,
];

/// Replaces the table behind every list of posts with one that never returns its first row.
async fn with_endless_lists(site: &TestSite) {
    let endless = match site.app.database.engine() {
        Engine::Sqlite => {
            "WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers) SELECT max(i) FROM numbers"
        }
        Engine::Postgres => "SELECT count(*) FROM pg_sleep(60)",
    };
    for statement in [
        "ALTER TABLE blog_posts_lists RENAME TO stored_lists".to_owned(),
        format!("CREATE VIEW blog_posts_lists AS SELECT * FROM stored_lists WHERE ({endless}) > 0"),
    ] {
        site.app.database.writer().execute_unprepared(&statement).await.unwrap();
    }
}

async fn a_query_over_its_time_is_answered_503(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.staff().await.publish("one").await;
    with_endless_lists(&site).await;
    for address in ["/blog", "/api/posts"] {
        let Ok(answer) = tokio::time::timeout(Duration::from_secs(30), site.get(address)).await else {
            panic!("the query of {address} was not stopped")
        };
        assert_eq!((answer.status, answer.header("retry-after")), (503, "5"), "{address}");
        assert!(!answer.text().contains("interrupt") && !answer.text().contains("timeout"), "the cause is for the log");
    }
    assert_eq!(site.app.cache.stats().entries, 0);
    assert!(site.get("/readyz").await.ok(200)["database"].as_bool().unwrap());
}

async fn a_page_that_nobody_has_time_to_render_is_answered_503(database: TestDatabase) {
    let site = TestSite::with(database, |_, options| options.renderer.queue = 0).await;
    // The only worker renders one of them meanwhile.
    let (one, two, three) = tokio::join!(site.get("/"), site.get("/services"), site.get("/about"));
    let refused: Vec<_> = [one, two, three].into_iter().filter(|answer| answer.status == 503).collect();
    assert!(!refused.is_empty());
    for answer in refused {
        assert_eq!((answer.header("retry-after"), answer.header("cache-control")), ("5", "no-store"));
    }
}

async fn readiness_is_told_in_time_to_everybody_who_asks(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let mut held = Vec::new();
    while let Ok(transaction) =
        tokio::time::timeout(Duration::from_millis(300), site.app.database.reader().begin()).await
    {
        held.push(transaction.unwrap());
    }
    let ask = || site.get("/readyz");
    // Far less than the eight or ten seconds for which requests wait for a connection.
    let all = async { tokio::join!(ask(), ask(), ask()) };
    let Ok((first, second, third)) = tokio::time::timeout(Duration::from_secs(6), all).await else {
        panic!("a probe waited for the one before it")
    };
    for answer in [first, second, third] {
        assert_eq!(answer.ok(503)["database"], false);
    }
}

async fn searches_in_plenty_leave_the_rest_of_the_site_alone(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.account(ADMIN, true).await;
    // Searches that take as long as the test.
    let mut searches = Vec::new();
    while let Ok(permit) = site.app.database.begin_search().await {
        searches.push((permit, site.app.database.reader().begin().await.unwrap()));
    }
    for address in ["/blog?search=logs", "/api/posts?search=logs"] {
        let refused = site.get(address).await;
        assert_eq!((refused.status, refused.header("retry-after")), (503, "5"), "{address}");
    }
    site.sign_in(ADMIN).await;
    site.get("/readyz").await.ok(200);
    assert_eq!(site.get("/blog").await.status, 200);
    let message = json!({"data": {"type": "newsletter", "email": "ann@example.org"}});
    site.post("/api/functions/send-contact-email", &message).await.ok(200);
    drop(searches);
    for address in ["/blog?search=logs", "/api/posts?search=logs"] {
        assert_eq!(site.call("GET", address, &[], &Value::Null).await.status, 200, "{address}");
    }
}

fn limits(burst: u32) -> RenderLimits {
    RenderLimits { burst, drawings: 1, drawing_wait: Duration::from_millis(50), ..RenderLimits::for_workers(1) }
}

async fn pages_beyond_a_networks_budget_are_refused_and_cached_ones_are_not(database: TestDatabase) {
    let site = TestSite::with(database, |_, overrides| overrides.render_limits = Some(limits(4))).await;
    let from = async |network: u8, address: &str, representation: Representation| {
        let mut request = Request::get(address).body(Body::empty()).unwrap();
        request.extensions_mut().insert(Peer([198, 51, network, 1].into()));
        request.extensions_mut().insert(representation);
        site.send(request).await
    };
    for address in ["/", "/about", "/seo", "/services"] {
        assert_eq!(from(1, address, Representation::Html).await.status, 200, "{address}");
    }
    let refused = from(1, "/privacy", Representation::Html).await;
    assert_eq!(
        (refused.status, refused.header("retry-after"), refused.header("cache-control")),
        (429, "1", "no-store")
    );
    assert!(refused.text().starts_with("Your network has requested too many pages"), "{}", refused.text());
    assert_eq!(from(1, "/privacy", Representation::Data).await.failure().1, "too_many_requests");
    assert_eq!(from(1, "/seo", Representation::Html).await.status, 200, "it is in the cache");
    assert_eq!(from(2, "/privacy", Representation::Html).await.status, 200);
    site.advance(1);
    assert_eq!(from(1, "/contact", Representation::Html).await.status, 200);
}

/// Builds a request from a network, with a form if there are fields.
fn request_from(network: u8, address: &str, bearer: &str, fields: Option<&str>) -> Request<Body> {
    let request = if fields.is_some() { Request::post(address) } else { Request::get(address) };
    let request = request.header("content-type", "application/x-www-form-urlencoded").header("authorization", bearer);
    let mut request = request.body(Body::from(fields.unwrap_or_default().to_owned())).unwrap();
    request.extensions_mut().insert(Peer([198, 51, network, 1].into()));
    request
}

async fn pages_that_are_not_cached_take_the_budget_too(database: TestDatabase) {
    let site = TestSite::with(database, |_, overrides| overrides.render_limits = Some(limits(1))).await;
    let long = format!("/blog?page={}", "1".repeat(600));
    for (network, (address, fields, status)) in (1..).zip([
        (long.as_str(), None, 404),
        ("/auth", None, 200),
        ("/bookings/unknown", None, 404),
        ("/preview/unknown", None, 404),
        ("/newsletter/confirm?token=unknown", None, 404),
        ("/contact", Some("type=contact"), 422),
        ("/auth", Some("mode=login&email=x"), 422),
    ]) {
        let answer = site.send(request_from(network, address, "", fields)).await;
        assert_eq!(answer.status, status, "{address}");
        let refused = site.send(request_from(network, address, "", fields)).await;
        assert_eq!((refused.status, refused.header("retry-after")), (429, "1"), "{address}");
    }
}

async fn work_on_the_site_takes_no_budget_unless_without_rights(database: TestDatabase) {
    let site = TestSite::with(database, |_, overrides| overrides.render_limits = Some(limits(1))).await;
    let staff = site.staff().await;
    for address in ["/admin", "/admin/blog", "/blog-post-manager", "/admin/account", "/admin/nothing"] {
        let answer = site.send(request_from(1, address, &staff.bearer, None)).await;
        assert!(matches!(answer.status, 200 | 303 | 404), "{address} {}", answer.status);
    }
    site.account(READER, false).await;
    let reader = bearer(&site.sign_in(READER).await);
    assert_eq!(site.send(request_from(1, "/admin", &reader, None)).await.status, 403);
    assert_eq!(site.send(request_from(1, "/admin", &reader, None)).await.status, 429);
}

async fn filters_that_find_nothing_fill_no_cache(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.staff().await.publish("one").await;
    let typed = "x".repeat(600);
    for name in ["tag", "section", "search"] {
        let page = site.get(&format!("/blog?{name}={typed}")).await;
        assert_eq!(page.status, 200);
        assert!(page.text().contains(&typed[..100]) && !page.text().contains(&typed[..101]), "{name}");
    }
    assert_eq!(site.app.cache.stats().entries, 0);
    for address in ["/blog?section=About", "/blog?tag=SEO", "/blog?search=title"] {
        site.get(address).await;
    }
    assert_eq!(site.app.cache.stats().entries, 3);
}

async fn drawings_are_refused_while_as_many_as_may_are_made(database: TestDatabase) {
    let site = TestSite::with(database, |_, overrides| overrides.render_limits = Some(limits(1_000))).await;
    let held = site.app.pages.budget.draw().await.unwrap();
    for address in ["/images/og-default.png", "/sitemap.xml", "/favicon.ico"] {
        let refused = site.get(address).await;
        assert_eq!((refused.status, refused.header("retry-after")), (503, "5"), "{address}");
    }
    drop(held);
    for address in ["/images/og-default.png", "/sitemap.xml", "/favicon.ico"] {
        assert_eq!(site.get(address).await.status, 200, "{address}");
    }
    let _held = site.app.pages.budget.draw().await.unwrap();
    assert_eq!(site.get("/sitemap.xml").await.status, 200, "it is in the cache");
}
