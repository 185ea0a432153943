//! `POST /api/admin/posts/bulk` and copies of posts.

use serde_json::{Value, json};

use super::site::{Staff, TestDatabase, TestSite, each, id, on_both_engines};

on_both_engines![
    posts_are_published_and_unpublished_together,
    a_category_is_added_once,
    posts_go_to_the_trash_together_and_come_back,
    what_fails_for_one_post_keeps_no_other_out,
    a_change_of_many_raises_the_version_once,
    a_change_of_many_needs_posts_and_an_action,
    a_copy_is_a_draft_with_the_next_free_slug,
    copies_at_the_same_time_have_a_slug_each,
];

const BULK: &str = "/api/admin/posts/bulk";

async fn bulk(staff: &Staff<'_>, posts: &[&Value], action: &str) -> Value {
    let ids: Vec<&str> = posts.iter().map(|post| id(post)).collect();
    staff.call("POST", BULK, &json!({"ids": ids, "action": action, "tag": "Fresh"})).await.ok(200)
}

async fn read(staff: &Staff<'_>, post: &Value) -> Value {
    staff.get(&format!("/api/admin/posts/{}", id(post))).await.ok(200)
}

async fn two_drafts(staff: &Staff<'_>) -> (Value, Value) {
    let draft = |slug: &str| json!({"title": "T", "slug": slug, "tags": ["fresh"], "published": false});
    (staff.create(draft("one")).await, staff.create(draft("two")).await)
}

async fn posts_are_published_and_unpublished_together(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let (one, two) = two_drafts(&staff).await;
    site.advance(60);
    let report = bulk(&staff, &[&one, &two, &one], "publish").await;
    assert_eq!(report, json!({"done": [one["id"], two["id"]], "failed": []}));
    for (post, slug) in [(&one, "one"), (&two, "two")] {
        assert_eq!(site.get(&format!("/blog/{slug}")).await.status, 200);
        assert_eq!(read(&staff, post).await["published_date"], "2026-11-21T09:31:00Z", "the first publishing dates it");
        let history = staff.get(&format!("/api/admin/posts/{}/revisions", id(post))).await.ok(200);
        assert_eq!(history["total"], 1);
    }
    let again = bulk(&staff, &[&one], "publish").await;
    assert_eq!(again["done"], json!([one["id"]]));
    assert_eq!(read(&staff, &one).await["version"], 2, "nothing was left to do");
    bulk(&staff, &[&one], "unpublish").await;
    assert_eq!(site.get("/blog/one").await.status, 404);
    assert_eq!(site.get("/blog/two").await.status, 200);
    let log = staff.get("/api/admin/audit?action=post.changed").await.ok(200);
    assert_eq!(log["entries"].as_array().unwrap().len(), 3);
}

async fn a_category_is_added_once(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let (one, _) = two_drafts(&staff).await;
    let other = staff.create(json!({"title": "T", "slug": "other", "tags": ["a"], "published": true})).await;
    assert_eq!(bulk(&staff, &[&one, &other], "tag").await["failed"], json!([]));
    assert_eq!(read(&staff, &one).await["tags"], json!(["fresh"]));
    assert_eq!(read(&staff, &other).await["tags"], json!(["a", "fresh"]));
    assert_eq!(each(&site.get("/api/posts?tag=Fresh").await.ok(200)["posts"], "slug"), ["other"]);
    let logs = staff.create(json!({"title": "T", "slug": "logs", "tags": ["Log files"]})).await;
    let pasted = json!({"ids": [logs["id"]], "action": "tag", "tag": "Log\u{a0} files"});
    staff.call("POST", BULK, &pasted).await.ok(200);
    assert_eq!(read(&staff, &logs).await["version"], logs["version"], "it has the category");
}

async fn posts_go_to_the_trash_together_and_come_back(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let (one, two) = (staff.publish("one").await, staff.publish("two").await);
    bulk(&staff, &[&one, &two], "trash").await;
    assert_eq!(staff.get("/api/admin/posts").await.ok(200)["counts"]["trash"], 2);
    assert_eq!(site.get("/blog/one").await.status, 404);
    bulk(&staff, &[&one, &two], "restore").await;
    assert_eq!((read(&staff, &one).await, read(&staff, &two).await), (one.clone(), two.clone()));
    assert_eq!(site.get("/blog/two").await.status, 200);
    bulk(&staff, &[&one, &two], "trash").await;
    bulk(&staff, &[&one, &two], "delete").await;
    let list = staff.get("/api/admin/posts?status=trash").await.ok(200);
    assert_eq!((&list["total"], &list["counts"]["trash"]), (&json!(0), &json!(0)));
    let log = staff.get("/api/admin/audit?object=post").await.ok(200);
    let mut actions = each(&log["entries"], "action");
    actions.truncate(8);
    assert_eq!(actions[..2], ["post.deleted"; 2]);
    assert_eq!(actions[2..4], ["post.trashed"; 2]);
    assert_eq!(actions[4..6], ["post.restored"; 2]);
}

async fn what_fails_for_one_post_keeps_no_other_out(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let (one, two) = (staff.publish("one").await, staff.publish("two").await);
    let absent = json!({"id": "019ab000-0000-7000-8000-000000000000"});
    let report = bulk(&staff, &[&one, &absent], "trash").await;
    let message = "Could not find the requested post";
    assert_eq!(report, json!({"done": [one["id"]], "failed": [{"id": absent["id"], "message": message}]}));
    let report = bulk(&staff, &[&one, &two], "unpublish").await;
    assert_eq!((&report["done"], &report["failed"][0]["id"]), (&json!([two["id"]]), &one["id"]));

    bulk(&staff, &[&two], "trash").await;
    let other = staff.publish("one").await;
    bulk(&staff, &[&other], "trash").await;
    let report = bulk(&staff, &[&one, &other, &two], "restore").await;
    let taken = "This URL slug is already in use";
    assert_eq!(report, json!({"done": [one["id"], two["id"]], "failed": [{"id": other["id"], "message": taken}]}));
    assert_eq!(read(&staff, &other).await["state"], "trash");
    assert_eq!(read(&staff, &two).await["state"], "draft");
    let report = bulk(&staff, &[&other], "restore").await;
    let moved = json!([{"id": other["id"], "slug": "one-2"}]);
    assert_eq!(report, json!({"done": [other["id"]], "failed": [], "moved": moved}));
    assert_eq!(read(&staff, &other).await["slug"], "one-2");

    let tags: Vec<String> = (0..50).map(|number| format!("t{number}")).collect();
    let full = staff.create(json!({"title": "T", "slug": "full", "tags": tags})).await;
    let report = bulk(&staff, &[&full], "tag").await;
    assert_eq!(report["failed"][0]["message"], "A post can have at most 50 categories");
}

async fn a_change_of_many_raises_the_version_once(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let (one, two) = two_drafts(&staff).await;
    let version = || site.app.content.version();
    let before = version();
    bulk(&staff, &[&one, &two], "publish").await;
    assert_eq!(version(), before + 1);
    bulk(&staff, &[&one, &two], "restore").await;
    bulk(&staff, &[&one, &two], "publish").await;
    assert_eq!(version(), before + 1, "nothing was changed");
}

async fn a_change_of_many_needs_posts_and_an_action(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let (one, _) = two_drafts(&staff).await;
    let many = vec![id(&one).to_owned(); 101];
    for (ids, action, field) in
        [(vec![], "trash", "ids"), (many, "trash", "ids"), (vec![id(&one).to_owned()], "tag", "tag")]
    {
        let answer = staff.call("POST", BULK, &json!({"ids": ids, "action": action, "tag": " \u{200b}"})).await;
        assert!(!answer.field(field).is_empty());
    }
    assert_eq!(staff.call("POST", BULK, &json!({"ids": [one["id"]], "action": "burn"})).await.status, 422);
    assert_eq!(site.call("POST", BULK, &[], &json!({"ids": [one["id"]], "action": "delete"})).await.status, 401);
    assert_eq!(read(&staff, &one).await["state"], "draft");
}

async fn a_copy_is_a_draft_with_the_next_free_slug(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let original = staff
        .create(json!({"title": "Logs", "slug": "logs", "content": "<p>Text</p>", "tags": ["a"], "featured": true,
            "trending": true, "published_date": "2026-11-01", "meta_title": "For engines"}))
        .await;
    let copy = async |of: &Value| {
        staff.call("POST", &format!("/api/admin/posts/{}/duplicate", id(of)), &Value::Null).await.ok(201)
    };
    let first = copy(&original).await;
    assert_eq!((&first["slug"], &first["title"]), (&json!("logs-copy"), &json!("Logs (copy)")));
    assert_eq!((&first["state"], &first["published_date"]), (&json!("draft"), &Value::Null));
    assert_eq!((&first["featured"], &first["trending"]), (&json!(false), &json!(false)));
    assert_eq!((&first["content"], &first["tags"]), (&original["content"], &json!(["a"])));
    assert_eq!(first["meta_title"], "For engines");
    assert_eq!(first["canonical_url"], "https://foundfirst.test/blog/logs-copy");
    assert_eq!(copy(&original).await["slug"], "logs-copy-2");
    assert_eq!(copy(&first).await["slug"], "logs-copy-3");
    assert_eq!(read(&staff, &original).await, original);
    let log = staff.get("/api/admin/audit?action=post.created").await.ok(200);
    assert_eq!(log["entries"].as_array().unwrap().len(), 4);
    staff.call("DELETE", &format!("/api/admin/posts/{}", id(&original)), &Value::Null).await;
    let trashed = staff.call("POST", &format!("/api/admin/posts/{}/duplicate", id(&original)), &Value::Null).await;
    assert_eq!(trashed.status, 404);
}

async fn copies_at_the_same_time_have_a_slug_each(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let original = staff.publish("logs").await;
    let address = format!("/api/admin/posts/{}/duplicate", id(&original));
    let copy = async || staff.call("POST", &address, &Value::Null).await.ok(201)["slug"].as_str().unwrap().to_owned();
    let mut slugs: [String; 4] = tokio::join!(copy(), copy(), copy(), copy()).into();
    slugs.sort();
    assert_eq!(slugs, ["logs-copy", "logs-copy-2", "logs-copy-3", "logs-copy-4"]);
}
