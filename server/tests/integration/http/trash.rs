//! The trash of posts, their states, and preview links.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::site::{ADMIN, TestDatabase, TestSite, bearer, each, id, on_both_engines};

on_both_engines![
    a_deleted_post_can_be_restored,
    the_former_address_of_a_restored_post_leads_to_it,
    the_former_address_of_a_restored_post_leads_to_it_until_a_scheduled_one_appears,
    a_post_is_removed_for_good,
    the_trash_is_emptied_after_thirty_days,
    a_post_tells_its_state,
    the_first_publishing_dates_a_post,
    a_link_shows_a_draft_as_it_was_typed,
];

fn address(post: &Value) -> String {
    format!("/api/admin/posts/{}", id(post))
}

async fn a_deleted_post_can_be_restored(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let made = staff.publish("one").await;
    let address = address(&made);
    let removed = staff.call("DELETE", &address, &Value::Null).await;
    assert_eq!((removed.status, removed.body.len()), (204, 0));
    assert_eq!(site.get("/api/posts/one").await.status, 404);
    assert_eq!(site.get("/blog/one").await.status, 404);
    let trashed = staff.get(&address).await.ok(200);
    assert_eq!((&trashed["state"], &trashed["slug"]), (&json!("trash"), &json!("one")));
    assert_eq!(staff.get("/api/admin/posts").await.ok(200)["total"], 0);
    let trash = staff.get("/api/admin/posts?status=trash").await.ok(200);
    assert_eq!((each(&trash["posts"], "slug"), &trash["counts"]["trash"]), (vec!["one"], &json!(1)));
    assert_eq!(trash["posts"][0]["state_text"], "21 Dec 2026, 09:30");
    assert_eq!(staff.call("PUT", &address, &made).await.failure().0, 404);
    assert_eq!(staff.call("DELETE", &address, &Value::Null).await.failure().0, 404);
    assert_eq!(staff.get(&format!("/admin/blog/edit/{}", id(&made))).await.status, 404);

    let restored = staff.call("POST", &format!("{address}/restore"), &Value::Null).await.ok(200);
    assert_eq!(restored, made);
    assert_eq!(site.get("/blog/one").await.status, 200);
    assert_eq!(staff.call("POST", &format!("{address}/restore"), &Value::Null).await.failure().0, 404);

    staff.call("DELETE", &address, &Value::Null).await;
    staff.publish("one").await;
    let restored = staff.call("POST", &format!("{address}/restore"), &Value::Null).await.ok(200);
    assert_eq!((&restored["slug"], &restored["title"]), (&json!("one-2"), &made["title"]), "another post has it now");
    assert_eq!(restored["canonical_url"], "https://foundfirst.test/blog/one-2");
    assert_eq!(site.get("/blog/one-2").await.status, 200);
    let log = staff.get("/api/admin/audit?action=post.restored").await.ok(200);
    assert_eq!(log["entries"][0]["after"]["slug"], "one-2");
}

async fn the_former_address_of_a_restored_post_leads_to_it(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    for in_bulk in [false, true] {
        let slug = if in_bulk { "two" } else { "one" };
        let made = staff.publish(slug).await;
        staff.call("DELETE", &address(&made), &Value::Null).await;
        let draft = staff.create(json!({"title": "Draft", "slug": slug})).await;
        if in_bulk {
            let all = json!({"action": "restore", "ids": [made["id"]]});
            staff.call("POST", "/api/admin/posts/bulk", &all).await.ok(200);
        } else {
            staff.call("POST", &format!("{}/restore", address(&made)), &Value::Null).await.ok(200);
        }
        let moved = site.get(&format!("/blog/{slug}")).await;
        assert_eq!((moved.status, moved.header("location")), (301, format!("/blog/{slug}-2").as_str()));
        assert_eq!(site.get(&format!("/api/posts/{slug}")).await.ok(200)["title"], made["title"]);
        staff.change(&draft, json!({"published": true})).await.ok(200);
        assert_eq!(site.get(&format!("/api/posts/{slug}")).await.ok(200)["title"], "Draft");
    }
}

async fn the_former_address_of_a_restored_post_leads_to_it_until_a_scheduled_one_appears(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let made = staff.publish("one").await;
    staff.call("DELETE", &address(&made), &Value::Null).await;
    staff.create(json!({"title": "Scheduled", "slug": "one", "published": true, "published_date": "2026-11-30"})).await;
    staff.call("POST", &format!("{}/restore", address(&made)), &Value::Null).await.ok(200);
    let moved = site.get("/blog/one").await;
    assert_eq!((moved.status, moved.header("location")), (301, "/blog/one-2"));
    site.advance(TimeDelta::days(10).num_seconds());
    assert_eq!(site.get("/blog/one").await.status, 200);
    assert_eq!(site.get("/api/posts/one").await.ok(200)["title"], "Scheduled");
}

async fn a_post_is_removed_for_good(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    for trashed_before in [false, true] {
        let address = address(&staff.publish("one").await);
        if trashed_before {
            staff.call("DELETE", &address, &Value::Null).await;
        }
        let permanent = format!("{address}?permanent=true");
        assert_eq!(staff.call("DELETE", &permanent, &Value::Null).await.status, 204);
        assert_eq!(staff.get(&address).await.failure().0, 404);
        assert_eq!(staff.call("DELETE", &permanent, &Value::Null).await.failure().0, 404);
    }
    let log = staff.get("/api/admin/audit?object=post").await.ok(200);
    let actions: Vec<_> =
        each(&log["entries"], "action").into_iter().filter(|action| *action != "post.created").collect();
    assert_eq!(actions, ["post.deleted", "post.trashed", "post.deleted"]);
}

async fn the_trash_is_emptied_after_thirty_days(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let address = address(&staff.publish("one").await);
    staff.call("DELETE", &address, &Value::Null).await;
    // Sessions do not last that long.
    let get = async |address: &str| {
        let bearer = bearer(&site.sign_in(ADMIN).await);
        site.call("GET", address, &[("authorization", &bearer)], &Value::Null).await
    };
    for (days, status) in [(29, 200), (2, 404)] {
        site.advance(days * TimeDelta::days(1).num_seconds());
        site.app.posts.empty_trash().await.unwrap();
        assert_eq!(get(&address).await.status, status);
    }
    let log = get("/api/admin/audit?action=post.deleted").await.ok(200);
    assert_eq!(log["entries"][0]["actor"], "program");
}

async fn a_post_tells_its_state(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let post = |slug: &str, more: Value| {
        let mut post = json!({"title": "T", "slug": slug});
        post.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        post
    };
    staff.create(post("draft", json!({}))).await;
    staff.create(post("live", json!({"published": true}))).await;
    let soon = json!({"published": true, "published_date": "2027-01-15T09:00"});
    let scheduled = staff.create(post("soon", soon)).await;
    assert_eq!(scheduled["state"], "scheduled");
    for (status, slugs) in [
        ("draft", vec!["draft"]),
        ("live", vec!["live"]),
        ("scheduled", vec!["soon"]),
        ("published", vec!["live", "soon"]),
        ("trash", vec![]),
        ("all", vec!["draft", "live", "soon"]),
    ] {
        let found = staff.get(&format!("/api/admin/posts?status={status}")).await.ok(200);
        let mut found: Vec<_> = each(&found["posts"], "slug").into_iter().map(str::to_owned).collect();
        found.sort();
        assert_eq!(found, slugs, "{status}");
    }
    let list = staff.get("/api/admin/posts?status=scheduled").await.ok(200);
    assert_eq!(list["counts"], json!({"draft": 1, "scheduled": 1, "live": 1, "trash": 0}));
    assert_eq!(
        (&list["posts"][0]["state"], &list["posts"][0]["state_text"]),
        (&json!("scheduled"), &json!("15 Jan 2027, 09:00"))
    );
}

async fn the_first_publishing_dates_a_post(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let draft = staff.create(json!({"title": "T", "slug": "t"})).await;
    assert_eq!(draft["published_date"], Value::Null);
    site.advance(60);
    let published = staff.change(&draft, json!({"published": true})).await.ok(200);
    assert_eq!(published["published_date"], "2026-11-21T09:31:00Z");
    site.advance(60);
    let back = staff.change(&published, json!({"published": false})).await.ok(200);
    let again = staff.change(&back, json!({"published": true})).await.ok(200);
    assert_eq!(again["published_date"], "2026-11-21T09:31:00Z");
    // A live post whose date is removed keeps it.
    let undated = staff.change(&again, json!({"published_date": null})).await.ok(200);
    assert_eq!(undated["published_date"], "2026-11-21T09:31:00Z");
    assert_eq!(
        staff.create(json!({"title": "N", "slug": "n", "published": true})).await["published_date"],
        "2026-11-21T09:32:00Z"
    );
}

async fn a_link_shows_a_draft_as_it_was_typed(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let draft = staff
        .create(json!({"title": "Saved", "slug": "draft", "content": "<p>One</p><!-- pagebreak --><p>Two</p>"}))
        .await;
    let address = format!("{}/preview", address(&draft));
    let path = |link: &Value| link["url"].as_str().unwrap().trim_start_matches("https://foundfirst.test").to_owned();
    let saved = path(&staff.call("POST", &address, &Value::Null).await.ok(201));
    let json_without_body = [("authorization", staff.bearer.as_str()), ("content-type", "application/json")];
    assert_eq!(site.call("POST", &address, &json_without_body, &Value::Null).await.status, 201);
    let typed = json!({"title": "Typed", "slug": "draft", "content": "<p>New<script>x</script></p>"});
    let link = staff.call("POST", &address, &typed).await.ok(201);
    assert_eq!(link["expires_at"], "2026-11-28T09:30:00Z");
    let typed = path(&link);

    let page = site.get(&saved).await;
    assert_eq!((page.status, page.header("cache-control")), (200, "private, no-store"));
    assert_eq!(page.header("referrer-policy"), "same-origin");
    let html = page.text();
    for part in ["noindex", "<p>One</p>", "28 Nov 2026, 09:30", &format!("{saved}?page=2")] {
        assert!(html.contains(part), "{part}");
    }
    assert!(!html.contains("rel=\"canonical\""));
    assert!(site.get(&format!("{saved}?page=2")).await.text().contains("<p>Two</p>"));
    let page = site.get(&typed).await;
    let html = page.text();
    assert!(html.contains("<p>New</p>") && html.contains("Typed") && !html.contains("<p>One</p>"));
    assert_eq!(site.get("/blog/draft").await.status, 404);

    let broken = staff.call("POST", &address, &json!({"title": "", "slug": "x"})).await.failure();
    assert_eq!(broken.0, 422);
    assert_eq!(site.get("/preview/nonsense").await.status, 404);
    assert_eq!(staff.call("DELETE", &address, &Value::Null).await.status, 204);
    for link in [&saved, &typed] {
        assert_eq!(site.get(link).await.status, 404);
    }
    let last = path(&staff.call("POST", &address, &Value::Null).await.ok(201));
    let post = format!("/api/admin/posts/{}", id(&draft));
    staff.call("DELETE", &post, &Value::Null).await;
    let gone = site.get(&last).await;
    assert_eq!(gone.status, 404, "the post is in the trash");
    assert!(!gone.text().contains("Could not find the requested post"), "a message for staff");
    staff.call("POST", &format!("{post}/restore"), &Value::Null).await.ok(200);
    assert_eq!(site.get(&last).await.status, 200, "restored, it is as before");
    site.advance(TimeDelta::days(7).num_seconds());
    assert_eq!(site.get(&last).await.status, 404);
}
