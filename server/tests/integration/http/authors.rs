//! Authors: their pages, what posts show of them, and the calls for staff.

use serde_json::{Value, json};

use super::site::{READER, TestDatabase, TestSite, bearer, each, id, on_both_engines, sign_in_before};

on_both_engines![
    a_page_shows_the_author_and_the_posts,
    a_page_is_missing_or_not_indexed_without_reason_to_be,
    posts_take_what_they_show_from_their_author,
    a_renamed_author_is_renamed_everywhere,
    an_earlier_version_of_a_post_has_the_current_name,
    a_changed_slug_leaves_a_redirect,
    only_staff_change_authors,
    a_change_is_refused_with_its_reason,
];

const AUTHORS: &str = "/api/admin/authors";

fn author(name: &str) -> Value {
    json!({
        "name": name, "job_title": "Search Analyst", "bio": "Reads logs for a living.",
        "portrait": "/images/authors/one.svg", "years_of_experience": 8,
        "links": [{"label": "Profile", "url": "https://profiles.example/one"}],
    })
}

fn post(slug: &str, author: &str) -> Value {
    json!({"title": format!("Title of {slug}"), "slug": slug, "author": author, "published": true})
}

async fn a_page_shows_the_author_and_the_posts(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let made = staff.call("POST", AUTHORS, &author("Zoë Hale")).await.ok(201);
    assert_eq!((&made["slug"], &made["url"]), (&json!("zoe-hale"), &json!("/authors/zoe-hale")));
    for number in 0..13 {
        staff.create(post(&format!("post-{number}"), "ZOË HALE")).await;
    }
    let page = site.get("/authors/zoe-hale").await;
    let html = page.text();
    assert_eq!(page.status, 200);
    for text in [
        "Search Analyst",
        "Reads logs for a living.",
        "src=\"/images/authors/one.svg\"",
        "href=\"https://profiles.example/one\"",
        "13 articles",
        "href=\"/blog/post-12\"",
        "href=\"/authors/zoe-hale?page=2\"",
        "rel=\"canonical\" href=\"https://foundfirst.test/authors/zoe-hale\"",
        "\"ProfilePage\"",
        "\"jobTitle\":\"Search Analyst\"",
        "\"sameAs\":[\"https://profiles.example/one\"]",
    ] {
        assert!(html.contains(text), "{text}");
    }
    assert_eq!(html.matches("<h1").count(), 1);
    assert!(html.contains("<meta name=\"robots\" content=\"max-image-preview:large\">"));
    let second = site.get("/authors/zoe-hale?page=2").await;
    assert_eq!(second.status, 200);
    assert!(second.text().contains("href=\"https://foundfirst.test/authors/zoe-hale?page=2\""));
    assert!(second.text().contains("href=\"/blog/post-0\""));
    let map = site.get("/sitemap.xml").await;
    let listed =
        |path: &str| map.text().contains(&format!("<loc>https://foundfirst.test{path}</loc><lastmod>2026-11-21T"));
    assert!(listed("/authors/zoe-hale") && listed("/authors/zoe-hale?page=2"), "{}", map.text());
}

async fn a_page_is_missing_or_not_indexed_without_reason_to_be(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    staff.call("POST", AUTHORS, &author("Zoë Hale")).await.ok(201);
    staff.create(json!({"title": "Draft", "slug": "draft", "author": "Zoë Hale", "published": false})).await;
    let page = site.get("/authors/zoe-hale").await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("content=\"noindex, follow\"") && !page.text().contains("/blog/draft"));
    assert!(!site.get("/sitemap.xml").await.text().contains("/authors/"));
    for missing in ["/authors/nobody", "/authors/%00", "/authors/zoe-hale?page=2", "/authors/zoe-hale?page=x"] {
        assert_eq!(site.get(missing).await.status, 404, "{missing}");
    }
}

async fn posts_take_what_they_show_from_their_author(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    staff.create(post("one", "zoë hale")).await;
    let mut own = post("own", "Zoë Hale");
    own["author_bio"] = json!("Written for this post.");
    staff.create(own).await;
    assert!(!site.get("/blog/one").await.text().contains("/authors/"), "a guest has no page");
    let made = staff.call("POST", AUTHORS, &author("Zoë Hale")).await.ok(201);
    let one = site.get("/api/posts/one").await.ok(200);
    assert_eq!(one["author_avatar"], "/images/authors/one.svg");
    assert_eq!(one["author_bio"], "Reads logs for a living.");
    assert_eq!(site.get("/api/posts/own").await.ok(200)["author_bio"], "Written for this post.");
    let html = site.get("/blog/one").await;
    assert_eq!(html.text().matches("href=\"/authors/zoe-hale\"").count(), 2, "in header and footer");
    assert!(html.text().contains("\"url\":\"https://foundfirst.test/authors/zoe-hale\""));
    assert_eq!(staff.call("DELETE", &format!("{AUTHORS}/{}", id(&made)), &Value::Null).await.status, 204);
    assert!(!site.get("/blog/one").await.text().contains("/authors/"));
    assert_eq!(site.get("/api/posts/one").await.ok(200)["author"], "zoë hale");
    assert_eq!(site.get("/authors/zoe-hale").await.status, 404);
}

async fn a_renamed_author_is_renamed_everywhere(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let mut made = staff.call("POST", AUTHORS, &author("Zoë Hale")).await.ok(201);
    staff.create(post("one", "Zoë Hale")).await;
    assert!(site.get("/blog/one").await.text().contains("Zoë Hale"));
    made["name"] = json!("Zoë Lloyd");
    let changed = staff.call("PUT", &format!("{AUTHORS}/{}", id(&made)), &made).await.ok(200);
    assert_eq!((&changed["version"], &changed["posts"]), (&json!(2), &json!(1)));
    assert!(site.get("/blog/one").await.text().contains("Zoë Lloyd"));
    assert_eq!(site.get("/api/posts?search=lloyd").await.ok(200)["total"], 1);
    assert!(site.get("/authors/zoe-hale").await.text().contains("href=\"/blog/one\""));
    let log = staff.get("/api/admin/audit?object=author").await.ok(200);
    assert_eq!(each(&log["entries"], "action"), ["author.changed", "author.created"]);
    assert_eq!(log["entries"][0]["after"], json!({"name": "Zoë Lloyd", "renamed_posts": 1}));
}

async fn an_earlier_version_of_a_post_has_the_current_name(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let mut person = staff.call("POST", AUTHORS, &author("Ann Lee")).await.ok(201);
    let address = format!("{AUTHORS}/{}", id(&person));
    let made = staff.create(post("one", "ANN LEE")).await;
    staff.change(&made, json!({"title": "Another title"})).await.ok(200);
    let revisions = format!("/api/admin/posts/{}/revisions", id(&made));
    let list = staff.get(&revisions).await.ok(200);
    let revision = format!("{revisions}/{}", id(&list["revisions"][0]));
    for name in ["Ann Smith", "Ann Smith-Lee"] {
        person["name"] = json!(name);
        person = staff.call("PUT", &address, &person).await.ok(200);
        assert_eq!(staff.get(&revision).await.ok(200)["post"]["author"], name);
    }
    let mut other = author("Ann Lee");
    other["slug"] = json!("another");
    staff.call("POST", AUTHORS, &other).await.ok(201);
    assert_eq!(staff.get(&revision).await.ok(200)["post"]["author"], "ANN LEE", "another author has that name now");
}

async fn a_changed_slug_leaves_a_redirect(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let redirect = json!({"source": "/authors/zoe-lloyd", "target": "/about"});
    staff.call("POST", "/api/admin/redirects", &redirect).await.ok(201);
    let redirect = json!({"source": "/team/zoe", "target": "/authors/zoe-hale"});
    staff.call("POST", "/api/admin/redirects", &redirect).await.ok(201);
    let mut author = staff.call("POST", AUTHORS, &author("Zoë Hale")).await.ok(201);
    let address = format!("{AUTHORS}/{}", id(&author));
    for (old, new) in [("zoe-hale", "zoe-lloyd"), ("zoe-lloyd", "zoe-hale")] {
        author["slug"] = json!(new);
        author = staff.call("PUT", &address, &author).await.ok(200);
        assert_eq!(site.get(&format!("/authors/{new}")).await.status, 200, "{new}");
        for led in [format!("/authors/{old}"), "/team/zoe".to_owned()] {
            let moved = site.get(&led).await;
            assert_eq!((moved.status, moved.header("location")), (301, format!("/authors/{new}").as_str()), "{led}");
        }
    }
    let listed = staff.get("/api/admin/redirects?search=authors").await.ok(200);
    assert_eq!(each(&listed["redirects"], "source"), ["/authors/zoe-lloyd", "/team/zoe"]);
    let second = staff.call("POST", AUTHORS, &json!({"name": "Zoë Lloyd"})).await.ok(201);
    assert_eq!(second["slug"], "zoe-lloyd");
    assert_eq!(site.get("/authors/zoe-lloyd").await.status, 200);
    assert_eq!(staff.get("/api/admin/redirects").await.ok(200)["total"], 1, "the author took the address");
}

async fn only_staff_change_authors(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.account(READER, false).await;
    let reader = bearer(&site.sign_in(READER).await);
    let one = format!("{AUTHORS}/0191e0c0-0000-7000-8000-000000000001");
    for (method, address) in [("GET", AUTHORS), ("POST", AUTHORS), ("GET", &one), ("PUT", &one), ("DELETE", &one)] {
        let body = if matches!(method, "POST" | "PUT") { author("Zoë Hale") } else { Value::Null };
        let nobody = site.call(method, address, &[], &body).await.failure();
        assert_eq!((nobody.0, nobody.1.as_str()), (401, "authentication_required"), "{method} {address}");
        let reads = site.call(method, address, &[("authorization", &reader)], &body).await.failure();
        assert_eq!((reads.0, reads.1.as_str()), (403, "not_admin"), "{method} {address}");
    }
    let page = site.get("/admin/authors").await;
    assert_eq!((page.status, page.header("location")), (303, sign_in_before("/admin/authors").as_str()));
}

async fn a_change_is_refused_with_its_reason(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let made = staff.call("POST", AUTHORS, &author("Zoë Hale")).await.ok(201);
    let address = format!("{AUTHORS}/{}", id(&made));
    let again = staff.call("POST", AUTHORS, &author("ZOË HALE")).await;
    assert_eq!(again.status, 409, "{}", again.text());
    let mut same_name = author("zoë hale");
    same_name["slug"] = json!("other");
    let taken = staff.call("POST", AUTHORS, &same_name).await;
    assert_eq!(taken.failure().1, "name_taken");
    assert_eq!(taken.json()["error"]["fields"]["name"], "Another author has this name");
    let mut same_slug = author("Other");
    same_slug["slug"] = json!("zoe-hale");
    let taken = staff.call("POST", AUTHORS, &same_slug).await;
    assert_eq!(taken.failure().1, "slug_taken");
    assert!(taken.json()["error"]["fields"]["slug"].is_string());
    let wrong = staff.call("POST", AUTHORS, &json!({"name": "", "portrait": "data:image/png;base64,x"})).await;
    assert_eq!(wrong.field("name"), "Name is required");
    assert!(wrong.field("portrait").starts_with("Invalid image URL"));
    staff.call("PUT", &address, &made).await.ok(200);
    assert_eq!(staff.call("PUT", &address, &made).await.failure().1, "edit_conflict");
    assert_eq!(staff.call("PUT", &address, &author("Zoë Hale")).await.field("version"), "Missing author version");
    assert_eq!(staff.get(&format!("{AUTHORS}/nonsense")).await.failure().0, 404);
    let listed = staff.get(AUTHORS).await.ok(200);
    assert_eq!(each(&listed["authors"], "name"), ["Zoë Hale"]);
    assert_eq!(staff.get("/admin/authors").await.status, 200);
}
