//! `/api/admin/posts/{id}/revisions` and `…/drafts`: the history of a post, and autosaves.

use serde_json::{Value, json};

use super::site::{READER, Staff, TestDatabase, TestSite, bearer, each, id, on_both_engines};

on_both_engines![
    only_administrators_have_access,
    a_saves_history_is_read_back,
    the_history_comes_ten_at_a_time,
    unknown_posts_and_revisions_are_not_found,
    a_draft_is_kept_without_touching_the_live_post,
    a_draft_must_only_fit_its_type,
    a_draft_is_visible_to_its_editor_only,
    a_draft_may_be_as_long_as_a_post,
    drafts_are_swept_after_thirty_days,
];

const KEY: &str = "019ab000-0000-4000-8000-000000000001";
const NOBODY: &str = "019ab000-0000-7000-8000-000000000000";

fn drafts(id: &str) -> String {
    format!("/api/admin/posts/{id}/drafts")
}

fn draft(id: &str) -> String {
    format!("{}/{KEY}", drafts(id))
}

async fn only_administrators_have_access(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let made = staff.publish("one").await;
    let (post, input) = (id(&made), json!({"title": "T"}));
    staff.call("PUT", &draft(post), &input).await.ok(200);
    site.account(READER, false).await;
    let reader = bearer(&site.sign_in(READER).await);
    let history = format!("/api/admin/posts/{post}/revisions");
    let version = format!("{history}/{NOBODY}");
    let calls = [
        ("GET", &history, &Value::Null),
        ("GET", &version, &Value::Null),
        ("GET", &drafts(post), &Value::Null),
        ("PUT", &draft(post), &json!({"title": "Stolen"})),
        ("DELETE", &draft(post), &Value::Null),
        ("PUT", &draft("new"), &input),
    ];
    for (method, address, body) in calls {
        let answer = site.call(method, address, &[], body).await;
        assert_eq!(answer.failure().1, "authentication_required", "{method} {address}");
        let answer = site.call(method, address, &[("authorization", &reader)], body).await;
        assert_eq!(answer.failure().1, "not_admin", "{method} {address}");
    }
    assert_eq!(staff.get(&drafts(post)).await.ok(200)["drafts"][0]["post"]["title"], "T");
}

async fn a_saves_history_is_read_back(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let made = staff
        .create(json!({"title": "First", "slug": "a", "summary": "Short", "content": "<p>one</p>", "tags": ["x"]}))
        .await;
    let address = format!("/api/admin/posts/{}/revisions", id(&made));
    assert_eq!(
        staff.get(&address).await.ok(200),
        json!({"revisions": [], "page": 1, "per_page": 10, "total": 0, "pages": 1})
    );
    site.advance(60);
    staff.change(&made, json!({"title": "The second", "content": "<p>one two</p>"})).await.ok(200);
    let list = staff.get(&address).await.ok(200);
    let [found] = &list["revisions"].as_array().unwrap()[..] else { panic!("{list}") };
    let mut expected = json!({"version": 1, "title": "First", "created_at": "2026-11-21T09:31:00Z", "editor": "admin@foundfirst.test",
        "changes": [{"field": "title", "words_before": 1, "words_after": 2}, {"field": "content", "words_before": 1, "words_after": 2}]});
    expected["id"] = found["id"].clone();
    assert_eq!(found, &expected, "without content");
    let mut whole = staff.get(&format!("{address}/{}", id(found))).await.ok(200);
    let post = whole["post"].take();
    expected["post"] = Value::Null;
    assert_eq!(whole, expected);
    // The form's input at that time, with defaults.
    for (field, value) in made.as_object().unwrap() {
        if !["id", "version", "state", "created_at", "updated_at"].contains(&field.as_str()) {
            assert_eq!(&post[field], value, "{field}");
        }
    }
}

async fn the_history_comes_ten_at_a_time(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let mut post = staff.publish("one").await;
    for number in 0..12 {
        post = staff.change(&post, json!({"title": format!("Title {number}")})).await.ok(200);
    }
    let address = format!("/api/admin/posts/{}/revisions", id(&post));
    let first = staff.get(&address).await.ok(200);
    assert_eq!((&first["total"], &first["pages"]), (&json!(12), &json!(2)));
    assert_eq!(each(&first["revisions"], "title")[..2], ["Title 10", "Title 9"]);
    let second = staff.get(&format!("{address}?page=2")).await.ok(200);
    assert_eq!(each(&second["revisions"], "title"), ["Title 0", "Title of one"]);
    for query in ["page=0", "page=x"] {
        assert!(!staff.get(&format!("{address}?{query}")).await.field("page").is_empty(), "{query}");
    }
}

async fn unknown_posts_and_revisions_are_not_found(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let made = staff.publish("one").await;
    let input = json!({"title": "T"});
    for post in [NOBODY, "7", "%00", "%FF"] {
        for (method, address, body) in [
            ("GET", format!("/api/admin/posts/{post}/revisions"), &Value::Null),
            ("GET", format!("/api/admin/posts/{post}/revisions/{NOBODY}"), &Value::Null),
            ("GET", drafts(post), &Value::Null),
            ("PUT", draft(post), &input),
        ] {
            let failure = staff.call(method, &address, body).await.failure();
            assert_eq!((failure.0, failure.1.as_str()), (404, "not_found"), "{method} {address}");
        }
    }
    for key in ["7", "%00", "%FF"] {
        let address = format!("{}/{key}", drafts(id(&made)));
        assert_eq!(staff.call("PUT", &address, &input).await.failure().0, 404, "{key}");
        assert_eq!(staff.call("DELETE", &address, &Value::Null).await.failure().0, 404, "{key}");
    }
    for revision in [NOBODY, "7", "%FF"] {
        let address = format!("/api/admin/posts/{}/revisions/{revision}", id(&made));
        assert_eq!(staff.get(&address).await.failure().0, 404, "{revision}");
    }
}

async fn a_draft_is_kept_without_touching_the_live_post(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let made = staff.publish("one").await;
    let (post, version) = (id(&made), site.app.content.version());
    assert_eq!(staff.get(&drafts(post)).await.ok(200), json!({"drafts": []}));
    let mut work = made.clone();
    work["title"] = json!("Half a thou");
    staff.call("PUT", &draft(post), &work).await.ok(200);
    site.advance(1);
    work["title"] = json!("Half a thought");
    let kept = staff.call("PUT", &draft(post), &work).await.ok(200);
    assert_eq!(kept, json!({"key": KEY, "updated_at": "2026-11-21T09:30:01Z"}));
    let list = staff.get(&drafts(post)).await.ok(200);
    assert_eq!(list["drafts"].as_array().unwrap().len(), 1);
    let found = &list["drafts"][0];
    assert_eq!((&found["key"], &found["updated_at"]), (&json!(KEY), &kept["updated_at"]));
    assert_eq!((&found["post"]["title"], &found["post"]["version"]), (&json!("Half a thought"), &json!(1)));
    assert_eq!(staff.get(&format!("/api/admin/posts/{post}")).await.ok(200), made);
    assert_eq!(site.app.content.version(), version, "no page is rendered again");
    let gone = staff.call("DELETE", &draft(post), &Value::Null).await;
    assert_eq!((gone.status, gone.body.len()), (204, 0));
    assert_eq!(staff.call("DELETE", &draft(post), &Value::Null).await.status, 204);
    assert_eq!(staff.get(&drafts(post)).await.ok(200), json!({"drafts": []}));
}

async fn a_draft_must_only_fit_its_type(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let work = json!({"title": "", "slug": "Not yet", "content": "<p onclick=\"x()\">\u{0}</p>", "schema": "{half",
        "published_date": "soon"});
    staff.call("PUT", &draft("new"), &work).await.ok(200);
    let list = staff.get(&drafts("new")).await.ok(200);
    for (field, value) in work.as_object().unwrap() {
        assert_eq!(&list["drafts"][0]["post"][field], value, "{field}");
    }
    let wrong = staff.call("PUT", &draft("new"), &json!({"tags": "not a list"})).await;
    assert!(wrong.field("tags").contains("invalid type"));
    let bare = site.call("PUT", &draft("new"), &[("authorization", &staff.bearer)], &Value::Null).await;
    assert_eq!(bare.failure().0, 415);
}

async fn a_draft_is_visible_to_its_editor_only(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let made = staff.publish("one").await;
    let colleague = "colleague@foundfirst.test";
    site.account(colleague, true).await;
    let other = Staff { site: &site, bearer: bearer(&site.sign_in(colleague).await) };
    for post in ["new", id(&made)] {
        staff.call("PUT", &draft(post), &json!({"title": "Mine"})).await.ok(200);
        assert_eq!(other.get(&drafts(post)).await.ok(200), json!({"drafts": []}));
        other.call("PUT", &draft(post), &json!({"title": "Theirs"})).await.ok(200);
        other.call("DELETE", &draft(post), &Value::Null).await;
        assert_eq!(staff.get(&drafts(post)).await.ok(200)["drafts"][0]["post"]["title"], "Mine");
        staff.call("DELETE", &draft(post), &Value::Null).await;
    }
}

async fn a_draft_may_be_as_long_as_a_post(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let long = "x".repeat(5_000_000);
    staff.call("PUT", &draft("new"), &json!({"content": long})).await.ok(200);
    let found = staff.get(&drafts("new")).await.ok(200);
    assert_eq!(found["drafts"][0]["post"]["content"].as_str().unwrap().len(), 5_000_000);
    let monstrous = json!({"content": "x".repeat(25 << 20)});
    assert_eq!(staff.call("PUT", &draft("new"), &monstrous).await.failure().0, 413);
}

async fn drafts_are_swept_after_thirty_days(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    staff.call("PUT", &draft("new"), &json!({"title": "Old"})).await.ok(200);
    site.advance(30 * 24 * 3600);
    site.app.unsaved.sweep().await.unwrap();
    let staff = Staff { site: &site, bearer: bearer(&site.sign_in("admin@foundfirst.test").await) };
    assert_eq!(each(&staff.get(&drafts("new")).await.ok(200)["drafts"], "key"), [KEY]);
    site.advance(1);
    site.app.unsaved.sweep().await.unwrap();
    assert_eq!(staff.get(&drafts("new")).await.ok(200), json!({"drafts": []}));
}
