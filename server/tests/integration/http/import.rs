//! `POST /api/admin/posts/import`

use std::time::Duration;

use axum::body::Body;
use http::Request;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use super::site::{Answer, Staff, TestDatabase, TestSite, each, on_both_engines, on_one_engine};

on_both_engines![
    an_import_reports_on_each_post,
    one_object_is_a_file_of_one_post,
    a_file_without_posts_is_refused,
    an_imported_post_is_public_at_once,
    a_check_tells_what_an_import_would_and_makes_nothing,
    a_file_that_is_broken_at_its_end_imports_nothing,
    a_file_beyond_its_limits_is_refused,
    an_import_is_finished_when_its_client_goes_away,
    a_check_finds_a_slug_that_is_repeated_far_apart,
    an_import_needs_no_directory_made_before,
];

on_one_engine![an_import_that_stops_half_way_says_what_it_has_created];

/// Sends bytes as the body of an import.
async fn send(staff: &Staff<'_>, kind: &str, body: Vec<u8>) -> Answer {
    let request = Request::post("/api/admin/posts/import").header("authorization", &staff.bearer);
    staff.site.send(request.header("content-type", kind).body(Body::from(body)).unwrap()).await
}

async fn an_import_reports_on_each_post(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    staff.publish("taken").await;
    let file = json!([
        {"title": "Good", "slug": "good", "excerpt": "E", "categories": ["Home"], "date": "2026-11-01"},
        {"title": "Taken", "slug": "taken"},
        {"title": "Wrong tags", "slug": "x", "tags": 7},
        "not a post",
        {"title": "Twice", "slug": "good"},
        {"title": "Bad picture", "slug": "y", "image": "data:image/png;base64,AAAA"},
        {"title": "Also good", "slug": "also-good", "published": false, "section_tags": ["Cooking", "Home"]},
    ]);
    let report = staff.call("POST", "/api/admin/posts/import", &file).await.ok(200);
    assert_eq!(each(&report["created"], "slug"), ["good", "also-good"]);
    assert_eq!((&report["created"][0]["index"], &report["created"][1]["index"]), (&json!(0), &json!(6)));
    assert_eq!(report["created"][0]["title"], "Good");
    assert_eq!(report["created"][0]["warnings"], json!([]));
    assert_eq!(report["created"][1]["warnings"], json!(["Unknown section tags left out: Cooking"]));
    let failed = report["failed"].as_array().unwrap();
    let indexes: Vec<u64> = failed.iter().map(|post| post["index"].as_u64().unwrap()).collect();
    assert_eq!(indexes, [1, 2, 3, 4, 5]);
    assert_eq!(each(&report["failed"], "title"), ["Taken", "Wrong tags", "", "Twice", "Bad picture"]);
    let messages = each(&report["failed"], "message");
    assert_eq!((messages[0], messages[3]), ("This URL slug is already in use", "This URL slug is already in use"));
    assert_eq!(messages[1], "\"tags\" must be a list of strings");
    assert_eq!(messages[2], "A post must be a JSON object");
    assert!(messages[4].starts_with("Invalid image URL"), "{messages:?}");
    assert_eq!(staff.get("/api/admin/posts").await.ok(200)["total"], 3);
}

async fn one_object_is_a_file_of_one_post(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let report = staff.call("POST", "/api/admin/posts/import", &json!({"title": "Only One!"})).await.ok(200);
    let slug = report["created"][0]["slug"].as_str().unwrap();
    assert_eq!(slug, format!("only-one-{}", super::site::start().timestamp_millis()));
    assert_eq!(report["failed"], json!([]));
    let found = site.get(&format!("/api/posts/{slug}")).await.ok(200);
    assert_eq!((&found["author"], &found["published_date"]), (&json!("Admin"), &json!("2026-11-21T09:30:00Z")));
    let again = staff.call("POST", "/api/admin/posts/import", &json!({"title": "Only One!"})).await.ok(200);
    assert_eq!(each(&again["created"], "slug"), [format!("{slug}-2")], "the slug of the same moment is taken");
}

async fn a_file_without_posts_is_refused(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    for file in [json!("text"), json!(7), json!(true)] {
        let failure = staff.call("POST", "/api/admin/posts/import", &file).await.failure();
        assert_eq!(failure, (422, "invalid".into(), "The file must contain one post or a list of posts".into()));
    }
    let empty = staff.call("POST", "/api/admin/posts/import", &json!([])).await.ok(200);
    assert_eq!(empty, json!({"created": [], "failed": []}));
}

async fn an_imported_post_is_public_at_once(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    assert_eq!(site.get("/blog/fresh").await.status, 404);
    assert!(!site.get("/blog").await.text().contains("Fresh import"));
    staff.call("POST", "/api/admin/posts/import", &json!({"title": "Fresh import", "slug": "fresh"})).await.ok(200);
    assert_eq!(site.get("/blog/fresh").await.status, 200);
    assert!(site.get("/blog").await.text().contains("Fresh import"));
}

async fn a_check_tells_what_an_import_would_and_makes_nothing(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    staff.publish("taken").await;
    let file = json!([
        {"title": "Good", "slug": "good", "section_tags": ["News", "Home"]},
        {"title": "Taken", "slug": "taken"},
        {"title": "Twice", "slug": "good"},
        {"title": "Bad picture", "slug": "y", "image": "data:image/png;base64,AAAA"},
        7,
        {"title": "Later", "slug": "later", "date": "2027-01-15"},
        {"title": "Later draft", "slug": "later-draft", "date": "2027-01-15", "published": false},
    ]);
    let check = staff.call("POST", "/api/admin/posts/import/check", &file).await.ok(200);
    let warnings = ["Unknown section tags left out: News"];
    let ready = json!([
        {"index": 0, "title": "Good", "is_scheduled": false, "warnings": warnings},
        {"index": 5, "title": "Later", "is_scheduled": true, "warnings": []},
        {"index": 6, "title": "Later draft", "is_scheduled": false, "warnings": []},
    ]);
    assert_eq!(check["ready"], ready);
    assert_eq!(staff.get("/api/admin/posts").await.ok(200)["total"], 1);
    let report = staff.call("POST", "/api/admin/posts/import", &file).await.ok(200);
    assert_eq!(check["failed"], report["failed"]);
    assert_eq!(each(&report["failed"], "message")[0], "This URL slug is already in use");
    let wrong = staff.call("POST", "/api/admin/posts/import/check", &json!("text")).await;
    assert_eq!(wrong.status, 422);
    assert_eq!(site.call("POST", "/api/admin/posts/import/check", &[], &file).await.status, 401);
}

async fn a_file_that_is_broken_at_its_end_imports_nothing(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let posts: Vec<String> = (0..450).map(|number| json!({"title": format!("Post {number}")}).to_string()).collect();
    let whole = format!("[{}]", posts.join(",\n"));
    let broken = format!("[{},\n{{\"title\": ]", posts.join(",\n"));
    let answer = send(&staff, "application/json", broken.into_bytes()).await;
    let message = "The body is not valid JSON: expected value at line 451 column 11";
    assert_eq!(answer.failure(), (400, "malformed_json".into(), message.into()));
    assert_eq!(staff.get("/api/admin/posts").await.ok(200)["total"], 0);
    // Three batches.
    let report = send(&staff, "application/json", whole.into_bytes()).await.ok(200);
    let indexes: Vec<u64> =
        report["created"].as_array().unwrap().iter().map(|post| post["index"].as_u64().unwrap()).collect();
    assert_eq!(indexes, (0..450).collect::<Vec<_>>());
}

async fn a_file_beyond_its_limits_is_refused(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    assert_eq!(send(&staff, "text/plain", b"[]".to_vec()).await.status, 415);
    let too_large = (413, "too_large".to_owned(), "The request is too large".to_owned());
    assert_eq!(send(&staff, "application/json", vec![b' '; (96 << 20) + 1]).await.failure(), too_large);
    assert_eq!(
        send(&staff, "application/json", format!("[{}0]", "0,".repeat(100_000)).into_bytes()).await.failure(),
        too_large
    );
}

async fn an_import_is_finished_when_its_client_goes_away(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let posts: Vec<Value> = (0..450).map(|number| json!({"title": format!("Post {number}")})).collect();
    let posts = serde_json::to_vec(&posts).unwrap();
    let total = async || staff.get("/api/admin/posts").await.ok(200)["total"].as_u64().unwrap();
    {
        let mut sending = std::pin::pin!(send(&staff, "application/json", posts));
        // Dropped as soon as the first batch is written.
        while total().await == 0 {
            let _ = tokio::time::timeout(Duration::from_millis(1), &mut sending).await;
        }
    }
    for _ in 0..1_000 {
        if total().await == 450 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{} of 450 posts were imported", total().await);
}

async fn an_import_that_stops_half_way_says_what_it_has_created(database: TestDatabase) {
    let engine = database.open().await;
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let full = "CREATE TRIGGER full BEFORE INSERT ON blog_posts WHEN NEW.slug = 'p-200' \
        BEGIN SELECT RAISE(ABORT, 'disk full'); END";
    engine.writer().execute_unprepared(full).await.unwrap();
    let mut posts: Vec<Value> =
        (0..202).map(|number| json!({"title": "A", "slug": format!("p-{number}"), "content": "<p>a</p>"})).collect();
    posts[201]["tags"] = json!(7);
    let report = staff.call("POST", "/api/admin/posts/import", &json!(posts)).await.ok(200);
    assert_eq!(report["created"].as_array().unwrap().len(), 200);
    let [rejected, stopped] = &report["failed"].as_array().unwrap()[..] else { panic!("{}", report["failed"]) };
    assert_eq!((&rejected["index"], &stopped["index"]), (&json!(201), &json!(200)));
    assert!(stopped["message"].as_str().unwrap().starts_with("The import stopped before this post"));
    // Without anything created, the fault is the answer.
    let rest = staff.call("POST", "/api/admin/posts/import", &json!(posts[200..])).await;
    assert!(rest.status >= 500, "{}", rest.status);
}

async fn a_check_finds_a_slug_that_is_repeated_far_apart(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let mut posts: Vec<Value> =
        (0..450).map(|number| json!({"title": "A post", "slug": format!("post-{number}")})).collect();
    posts[449] = posts[0].clone();
    let check = staff.call("POST", "/api/admin/posts/import/check", &json!(posts)).await.ok(200);
    assert_eq!(check["ready"].as_array().unwrap().len(), 449);
    assert_eq!((&check["failed"][0]["index"], each(&check["failed"], "message").len()), (&json!(449), 1));
}

async fn an_import_needs_no_directory_made_before(database: TestDatabase) {
    let site = TestSite::with(database, |config, _| config.data_dir = config.data_dir.join("not-there/yet")).await;
    let staff = site.staff().await;
    let report = staff.call("POST", "/api/admin/posts/import", &json!({"title": "First"})).await.ok(200);
    assert_eq!(each(&report["created"], "title"), ["First"]);
}
