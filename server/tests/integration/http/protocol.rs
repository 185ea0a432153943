//! Rules of every call: methods, media types, limits, origin, security headers, the format of errors.

use axum::body::Body;
use http::Request;
use serde_json::{Value, json};

use super::site::{ADMIN, Answer, PASSWORD, TestDatabase, TestSite, on_both_engines, on_one_engine};

on_both_engines![
    failures_have_one_form,
    a_body_over_its_limit_is_refused,
    every_response_has_the_security_headers,
    api_responses_are_not_cacheable,
    readiness_lists_every_part,
    readiness_is_probed_once_a_second,
];

on_one_engine![
    an_unknown_call_is_a_json_404,
    a_wrong_method_is_a_405_that_names_the_right_ones,
    a_body_must_be_json_and_say_so,
    cross_site_requests_cannot_change_anything,
    a_list_is_not_an_object,
    only_https_sites_send_hsts,
    an_https_answer_earns_what_mozilla_observatory_counts,
    only_images_may_be_embedded_by_other_sites,
    a_redirect_repeats_no_backslash,
    readiness_names_an_undeclared_proxy,
    every_answer_has_a_request_id,
    the_description_of_the_api_is_served,
];

const SIGN_IN: &str = "/api/auth/sign-in";

impl TestSite {
    async fn raw(&self, address: &str, content_type: Option<&str>, body: impl Into<Body>) -> Answer {
        let mut request = Request::builder().method("POST").uri(address);
        if let Some(content_type) = content_type {
            request = request.header("content-type", content_type);
        }
        self.send(request.body(body.into()).unwrap()).await
    }
}

/// The exact bodies of errors, which programs parse. Both engines share one snapshot.
async fn failures_have_one_form(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    staff.publish("taken").await;
    let taken = json!({"title": "T", "slug": "taken"});
    let mut failures = serde_json::Map::new();
    let mut note = |name: &str, answer: &Answer| {
        let body = answer.json();
        assert_eq!(answer.header("cache-control"), "no-store");
        failures.insert(format!("{} {name}", answer.status), body);
    };
    note("malformed", &site.raw(SIGN_IN, Some("application/json"), "{\"email\": ").await);
    note("no session", &site.get("/api/admin/posts").await);
    note("cross site", &site.call("POST", SIGN_IN, &[("sec-fetch-site", "cross-site")], &json!({})).await);
    note("unknown call", &site.get("/api/nothing").await);
    note("wrong method", &site.call("DELETE", "/api/posts", &[], &Value::Null).await);
    note("slug taken", &staff.call("POST", "/api/admin/posts", &taken).await);
    note("too large", &site.raw(SIGN_IN, Some("application/json"), vec![b' '; 70_000]).await);
    note("not json", &site.raw(SIGN_IN, Some("text/plain"), "{}").await);
    note("missing fields", &staff.call("POST", "/api/admin/posts", &json!({})).await);
    note("wrong parameter", &site.get("/api/posts?page=x").await);
    for _ in 0..4 {
        site.post(SIGN_IN, &json!({"email": "a@b.test", "password": "x"})).await;
    }
    note("locked", &site.post(SIGN_IN, &json!({"email": "a@b.test", "password": "x"})).await);
    insta::with_settings!({ snapshot_path => "snapshots", prepend_module_to_snapshot => false }, {
        insta::assert_json_snapshot!("failures", Value::Object(failures));
    });
}

async fn an_unknown_call_is_a_json_404(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for address in ["/api/nothing", "/api/posts/a/b", "/api/", "/api", "/api/posts/", "/api/admin"] {
        for method in ["GET", "POST"] {
            let answer = site.call(method, address, &[], &Value::Null).await;
            assert_eq!((answer.failure().0, answer.failure().1), (404, "not_found".into()), "{method} {address}");
        }
    }
}

async fn a_wrong_method_is_a_405_that_names_the_right_ones(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for (method, address, allowed) in [
        ("POST", "/api/posts", vec!["GET", "HEAD"]),
        ("PATCH", "/api/posts/x", vec!["GET", "HEAD"]),
        ("DELETE", "/api/tags", vec!["GET", "HEAD"]),
        ("GET", SIGN_IN, vec!["POST"]),
        ("PUT", "/api/auth/sign-out", vec!["POST"]),
        ("POST", "/api/auth/session", vec!["GET", "HEAD"]),
        ("DELETE", "/api/admin/posts", vec!["GET", "HEAD", "POST"]),
        ("PATCH", "/api/admin/posts/x", vec!["DELETE", "GET", "HEAD", "PUT"]),
        ("PUT", "/api/admin/posts/import", vec!["POST"]),
    ] {
        let answer = site.call(method, address, &[], &Value::Null).await;
        assert_eq!((answer.failure().0, answer.failure().1), (405, "method_not_allowed".into()), "{method} {address}");
        let mut found: Vec<&str> = answer.header("allow").split(',').map(str::trim).collect();
        found.sort_unstable();
        assert_eq!(found, allowed, "{method} {address}");
    }
    let page = site.call("DELETE", "/about", &[], &Value::Null).await;
    assert_eq!((page.status, page.header("allow").contains("GET")), (405, true));
}

async fn a_body_must_be_json_and_say_so(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for content_type in
        [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("multipart/form-data")]
    {
        let failure = site.raw(SIGN_IN, content_type, "{}").await.failure();
        assert_eq!(
            failure,
            (415, "unsupported_media_type".into(), "This endpoint accepts only application/json".into())
        );
    }
    for content_type in ["application/json", "Application/JSON; charset=utf-8", "application/vnd.x+json"] {
        assert_eq!(site.raw(SIGN_IN, Some(content_type), "{}").await.failure().1, "invalid");
    }
    let json = Some("application/json");
    for body in ["", "{", "{\"email\": }", "{} {}", "\u{feff}{}", "nonsense", "{\"email\": \"\u{1}\"}"] {
        let failure = site.raw(SIGN_IN, json, body.to_owned()).await.failure();
        assert_eq!((failure.0, failure.1.as_str()), (400, "malformed_json"), "{body:?}");
    }
    assert_eq!(site.raw(SIGN_IN, json, [&b"{\"email\":\""[..], &[0xff], b"\"}"].concat()).await.failure().0, 400);
    assert_eq!(site.raw(SIGN_IN, json, "{\"x\":".repeat(10_000)).await.failure().0, 400);
    for body in ["[]", "7", "null", "\"x\""] {
        assert_eq!(site.raw(SIGN_IN, json, body).await.failure().0, 422, "{body}");
    }
    assert!(site.raw(SIGN_IN, json, "{\"email\": 7}").await.field("email").starts_with("invalid type"));
}

async fn a_body_over_its_limit_is_refused(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let large = json!({"email": "x".repeat(70_000), "password": "x"});
    let expected = (413, "too_large".to_owned(), "The request is too large".to_owned());
    assert_eq!(site.post(SIGN_IN, &large).await.failure(), expected);
    assert_eq!(site.post("/api/auth/refresh", &large).await.failure(), expected);
    // A post may be larger, with up to 5,000,000 characters of content. Longer content breaks a rule of the field.
    let with_content = |length: usize| json!({"title": "T", "slug": "t", "content": "x".repeat(length)});
    let answer = staff.call("POST", "/api/admin/posts", &with_content(5_000_001)).await;
    assert_eq!(answer.field("content"), "Content must be at most 5,000,000 characters");
    let answer = staff.call("POST", "/api/admin/posts", &with_content(26_000_000)).await;
    assert_eq!(answer.failure(), expected);
    let made = staff.create(with_content(1_000_000)).await;
    assert_eq!(made["content"].as_str().unwrap().len(), 1_000_000);
}

async fn cross_site_requests_cannot_change_anything(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let body = json!({"email": "", "password": ""});
    for headers in [
        vec![("sec-fetch-site", "cross-site")],
        vec![("sec-fetch-site", "same-site")],
        vec![("origin", "https://evil.test"), ("host", "foundfirst.test")],
        vec![("origin", "null"), ("host", "foundfirst.test")],
    ] {
        let answer = site.call("POST", SIGN_IN, &headers, &body).await;
        assert_eq!((answer.failure().0, answer.failure().1), (403, "cross_site".into()), "{headers:?}");
        assert_eq!(site.call("GET", "/api/posts", &headers, &Value::Null).await.status, 200, "reading is free");
        assert_eq!(site.call("POST", "/auth", &headers, &body).await.status, 403);
    }
    for headers in [
        vec![("sec-fetch-site", "same-origin")],
        vec![("sec-fetch-site", "none")],
        vec![("origin", "https://foundfirst.test"), ("host", "foundfirst.test")],
        vec![("origin", "https://foundfirst.test"), ("host", "127.0.0.1:8080")],
        vec![],
    ] {
        assert_eq!(site.call("POST", SIGN_IN, &headers, &body).await.failure().0, 422, "{headers:?}");
    }
}

async fn every_response_has_the_security_headers(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let answers = [
        site.get("/").await,
        site.get("/").await,
        site.data("/", &[]).await,
        site.get("/nothing").await,
        site.get("/about/").await,
        site.get("/auth").await,
        site.get("/admin").await,
        site.get("/blog?page=x").await,
        site.get("/api/posts").await,
        site.get("/api/nothing").await,
        site.call("DELETE", "/", &[], &Value::Null).await,
        site.call("POST", SIGN_IN, &[("sec-fetch-site", "cross-site")], &json!({})).await,
        site.get("/healthz").await,
        site.get("/media/images/missing.png").await,
        site.get("/cards/social/missing.png").await,
    ];
    for answer in answers {
        let policy = answer.header("content-security-policy");
        for rule in ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"] {
            assert!(policy.contains(rule), "{} {policy}", answer.status);
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("x-frame-options"), "DENY");
        // Addresses of private pages may contain a token.
        let is_private = answer.header("cache-control") == "private, no-store";
        let referrer = if is_private { "same-origin" } else { "strict-origin-when-cross-origin" };
        assert_eq!(answer.header("referrer-policy"), referrer);
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin");
        assert!(answer.header("permissions-policy").contains("camera=()"));
        assert!(answer.header("strict-transport-security").starts_with("max-age="));
    }
}

async fn api_responses_are_not_cacheable(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    for address in ["/api/posts", "/api/tags", "/api/auth/session", "/api/availability", "/healthz", "/readyz"] {
        assert_eq!(site.get(address).await.header("cache-control"), "no-store", "{address}");
    }
    for address in ["/api/admin/posts", "/api/admin/media", "/api/admin/enquiries", "/api/admin/subscribers?format=csv"]
    {
        let answer = staff.get(address).await;
        assert_eq!((answer.status, answer.header("cache-control")), (200, "no-store"), "{address}");
    }
}

async fn a_list_is_not_an_object(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for (call, body) in [
        (SIGN_IN, json!(["a@b.test", "password"])),
        ("/api/bookings", json!([])),
        ("/api/functions/send-contact-email", json!({"data": ["contact", "Ann", "ann@example.org", "Hello"]})),
    ] {
        let answer = site.post(call, &body).await;
        assert_eq!((answer.failure().0, answer.failure().1), (422, "invalid".into()), "{call}");
    }
}

/// Counts as Mozilla Observatory does: 100 points, less what is missing, plus bonuses. The test names what is not
/// earned: joining the preload list of HSTS is up to the owner, and the site's own scripts need no integrity hashes.
async fn an_https_answer_earns_what_mozilla_observatory_counts(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.account(ADMIN, true).await;
    let page = site.get("/").await;
    let policy = page.header("content-security-policy");
    let max_age = page.header("strict-transport-security").strip_prefix("max-age=").unwrap_or_default();
    let max_age: u64 = max_age.split(';').next().unwrap_or_default().parse().unwrap_or_default();
    let needed = [
        ("a policy without unsafe-inline", policy.contains("script-src 'self'") && !policy.contains("unsafe")),
        ("HSTS for six months", max_age >= 15_768_000),
        ("nosniff", page.header("x-content-type-options") == "nosniff"),
        ("no cookie for visitors", page.cookies().is_empty()),
        ("no CORS for everybody", page.header("access-control-allow-origin").is_empty()),
    ];
    let missing: Vec<&str> = needed.into_iter().filter(|(_, is_met)| !is_met).map(|(name, _)| name).collect();
    assert!(missing.is_empty(), "missing: {missing:?}");
    let private = ["no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"];
    let earned: u32 = [
        (10, policy.contains("default-src 'none'")),
        (5, policy.contains("frame-ancestors 'none'")),
        (5, private.contains(&page.header("referrer-policy"))),
        (10, page.header("cross-origin-resource-policy") == "same-origin"),
    ]
    .into_iter()
    .map(|(points, is_met)| if is_met { points } else { 0 })
    .sum();
    assert!(100 + earned >= 125, "{}", 100 + earned);
    // The cookies of a sign-in.
    let body = json!({"email": ADMIN, "password": PASSWORD, "transport": "cookie"});
    let cookies = site.post(SIGN_IN, &body).await;
    assert!(!cookies.cookies().is_empty());
    for cookie in cookies.cookies() {
        for attribute in ["Secure", "HttpOnly", "SameSite="] {
            assert!(cookie.contains(attribute), "{attribute}: {cookie}");
        }
    }
}

async fn only_https_sites_send_hsts(database: TestDatabase) {
    let site = TestSite::at(database, "http://127.0.0.1:8080").await;
    for address in ["/", "/api/posts", "/nothing"] {
        assert_eq!(site.get(address).await.header("strict-transport-security"), "", "{address}");
    }
}

/// Scripts, styles and images of the front end are covered by the tests of connections.
async fn only_images_may_be_embedded_by_other_sites(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    staff.publish("one").await;
    for address in ["/images/og-default.png", "/cards/social/one.png"] {
        let answer = site.get(address).await;
        assert_eq!((answer.status, answer.header("cross-origin-resource-policy")), (200, "cross-origin"), "{address}");
        let known = [("if-none-match", answer.header("etag"))];
        let answer = site.call("GET", address, &known, &Value::Null).await;
        assert_eq!((answer.status, answer.header("cross-origin-resource-policy")), (304, "cross-origin"), "{address}");
    }
    for address in ["/feed.xml", "/sitemap.xml", "/site.webmanifest", "/api/posts", "/blog/one"] {
        let answer = site.get(address).await;
        assert_eq!((answer.status, answer.header("cross-origin-resource-policy")), (200, "same-origin"), "{address}");
    }
}

async fn a_redirect_repeats_no_backslash(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for (address, location) in [
        ("/\\evil.example/", "/%5Cevil.example"),
        ("/\\\\evil.example/", "/%5C%5Cevil.example"),
        ("/about/?next=\\\\evil.example", "/about?next=%5C%5Cevil.example"),
        ("/about/?a=b", "/about?a=b"),
    ] {
        let answer = site.get(address).await;
        assert_eq!((answer.status, answer.header("location")), (301, location), "{address}");
        assert_eq!(site.data(address, &[]).await.ok(200)["redirect"], location, "{address}");
    }
}

async fn readiness_names_an_undeclared_proxy(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let undeclared = async || site.get("/readyz").await.ok(200)["undeclared_proxy"].clone();
    let forwarded = [("x-forwarded-for", "203.0.113.9")];
    site.call_from([10, 0, 0, 1], SIGN_IN, &forwarded, &json!({})).await;
    site.call_from([198, 51, 100, 7], SIGN_IN, &[], &json!({})).await;
    assert_eq!(undeclared().await, Value::Null, "a declared proxy, and a visitor without one");
    for ip in [7, 8] {
        site.call_from([192, 0, 2, ip], SIGN_IN, &forwarded, &json!({})).await;
        assert_eq!(undeclared().await, "192.0.2.7");
    }
    for header in ["forwarded", "x-real-ip"] {
        let site = TestSite::new(TestDatabase::sqlite().await).await;
        site.call_from([192, 0, 2, 7], SIGN_IN, &[(header, "for=203.0.113.9")], &json!({})).await;
        assert_eq!(site.get("/readyz").await.ok(200)["undeclared_proxy"], "192.0.2.7", "{header}");
    }
}

async fn every_answer_has_a_request_id(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let ids = [site.get("/").await, site.get("/api/x").await].map(|answer| answer.header("x-request-id").to_owned());
    assert!(ids.iter().all(|id| id.len() == 36) && ids[0] != ids[1], "{ids:?}");
}

async fn readiness_lists_every_part(database: TestDatabase) {
    let site = TestSite::new(database).await;
    assert_eq!(site.get("/healthz").await.text(), "ok\n");
    let ready = site.get("/readyz").await.ok(200);
    assert_eq!(ready, json!({"ready": true, "database": true, "media": true, "renderer": true, "mail": true}));
}

async fn readiness_is_probed_once_a_second(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.get("/readyz").await.ok(200);
    site.app.database.clone().close().await;
    site.get("/readyz").await.ok(200);
    site.advance(1);
    site.get("/readyz").await.ok(503);
}

async fn the_description_of_the_api_is_served(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let description = site.get("/api/openapi.json").await.ok(200);
    assert!(description["openapi"].as_str().unwrap().starts_with("3.1"));
    // The tests' site is on https.
    assert_eq!(description["components"]["securitySchemes"]["cookie"]["name"], "__Host-ff_access");
    for address in ["/api/posts", "/api/posts/{slug}", "/api/tags", "/api/auth/sign-in", "/api/admin/posts/import"] {
        assert!(description["paths"].get(address).is_some(), "{address}");
    }
    let docs = site.get("/api/docs").await;
    assert_eq!((docs.status, docs.header("location")), (303, "/api/openapi.json"));
}
