//! Responses while the database is unavailable.

use axum::body::Body;
use http::Request;
use serde_json::{Value, json};

use super::site::{TestDatabase, TestSite, bearer, on_both_engines};

on_both_engines![
    pages_say_that_the_site_cannot_answer,
    calls_fail_as_json_and_show_no_cause,
    cached_pages_are_still_served,
    readiness_names_the_part_that_is_missing,
];

async fn broken(database: TestDatabase) -> TestSite {
    let site = TestSite::new(database).await;
    site.app.database.clone().close().await;
    site
}

async fn pages_say_that_the_site_cannot_answer(database: TestDatabase) {
    let site = broken(database).await;
    for address in ["/", "/about", "/services", "/seo", "/blog", "/blog/x", "/?sent=contact", "/blog?sent=newsletter"] {
        let answer = site.get(address).await;
        assert_eq!((answer.status, answer.header("retry-after")), (503, "5"), "{address}");
        assert_eq!(answer.header("cache-control"), "no-store");
        assert!(answer.text().contains("is temporarily unavailable"), "{address}");
        assert!(!answer.text().to_lowercase().contains("pool"), "the cause is for the log");
        let data = site.data(address, &[]).await.ok(503);
        assert_eq!((&data["component"], &data["props"]["status"]), (&json!("error"), &json!(503)));
    }
    for address in ["/contact", "/auth", "/nothing"] {
        assert_ne!(site.get(address).await.status, 503, "{address} needs no database");
    }
    let cookie = [("cookie", "__Host-ff_access=x")];
    for address in ["/admin", "/admin/blog", "/auth"] {
        let answer = site.call("GET", address, &cookie, &Value::Null).await;
        assert_eq!((answer.status, answer.header("content-type")), (503, "text/html; charset=utf-8"), "{address}");
        assert_eq!(site.data(address, &cookie).await.ok(503)["component"], "error", "{address}");
    }
    assert_eq!(site.submit("/auth", "email=a%40b.test&password=secret").await.status, 503);
    let form = Request::post("/auth").header("content-type", "application/x-www-form-urlencoded");
    let form = form.header(cookie[0].0, cookie[0].1).body(Body::from("mode=update_password&password=secret")).unwrap();
    let answer = site.send(form).await;
    assert_eq!((answer.status, answer.header("content-type")), (503, "text/html; charset=utf-8"));
    assert_eq!(site.app.cache.stats().entries, 2, "contact and not-found; no failure is kept");
}

async fn calls_fail_as_json_and_show_no_cause(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.account(super::site::ADMIN, true).await;
    let token = bearer(&site.sign_in(super::site::ADMIN).await);
    site.app.database.clone().close().await;
    let credentials = json!({"email": "a@b.test", "password": "x"});
    let post = json!({"title": "T", "slug": "t"});
    let refresh = json!({"refresh_token": "x"});
    let message = json!({"data": {"type": "newsletter", "email": "a@b.test"}});
    for (method, address, body) in [
        ("GET", "/api/posts", &Value::Null),
        ("GET", "/api/posts/x", &Value::Null),
        ("GET", "/api/tags", &Value::Null),
        ("POST", "/api/functions/send-contact-email", &message),
        ("POST", "/api/auth/sign-in", &credentials),
        ("POST", "/api/auth/refresh", &refresh),
        ("POST", "/api/auth/sign-out", &Value::Null),
        ("GET", "/api/auth/session", &Value::Null),
        ("GET", "/api/admin/posts", &Value::Null),
        ("POST", "/api/admin/posts", &post),
        ("POST", "/api/admin/posts/import", &post),
    ] {
        let answer = site.call(method, address, &[("authorization", &token)], body).await;
        let (status, code, message) = answer.failure();
        assert_eq!((status, code.as_str()), (503, "unavailable"), "{method} {address}");
        assert_eq!(message, "The site is temporarily unavailable. Please try again shortly.");
        assert_eq!((answer.header("retry-after"), answer.header("cache-control")), ("5", "no-store"));
    }
}

async fn cached_pages_are_still_served(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.staff().await.publish("one").await;
    let addresses = [
        "/",
        "/about",
        "/services",
        "/seo",
        "/contact",
        "/blog",
        "/blog?tag=Local%20SEO&page=1",
        "/blog?search=one",
        "/blog/one",
        "/sitemap.xml",
        "/feed.xml",
        "/robots.txt",
        "/llms.txt",
    ];
    let mut before = Vec::new();
    for address in addresses {
        before.push((site.get(address).await, site.data(address, &[]).await));
    }
    // A page that queried the closed database would fail.
    site.app.database.clone().close().await;
    for (address, (document, data)) in addresses.iter().zip(before) {
        let (after, after_data) = (site.get(address).await, site.data(address, &[]).await);
        assert_eq!((after.status, after.header("etag")), (200, document.header("etag")), "{address}");
        assert_eq!((after_data.status, after_data.body), (200, data.body), "{address} as data");
    }
}

async fn readiness_names_the_part_that_is_missing(database: TestDatabase) {
    let site = broken(database).await;
    let ready = site.get("/readyz").await.ok(503);
    assert_eq!(ready, json!({"ready": false, "database": false, "media": true, "renderer": true, "mail": true}));
    assert_eq!(site.get("/healthz").await.status, 200);
}
