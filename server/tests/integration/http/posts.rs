//! `/api/posts` and `/api/tags`: the public API of posts.

use serde_json::{Value, json};

use super::site::{TestDatabase, TestSite, each, id, on_both_engines};

on_both_engines![
    an_empty_blog_has_one_empty_page,
    a_card_has_every_field_of_the_contract,
    a_post_has_every_field_of_the_contract,
    defaults_follow_title_summary_and_address,
    the_label_is_the_meta_title_else_the_first_tag_else_seo,
    a_date_that_is_missing_falls_back_to_the_creation,
    a_live_post_keeps_its_date_when_the_field_is_emptied,
    pages_have_twelve_posts_unless_told,
    filters_of_the_list_reach_the_store,
    invalid_parameters_are_refused_with_their_name,
    drafts_and_scheduled_posts_are_not_there,
    a_renamed_post_answers_under_its_old_slug,
    related_posts_are_at_most_three,
    tags_are_counted,
    nothing_in_an_address_makes_the_database_fail,
];

/// Returns a site with these posts.
async fn site_with(database: TestDatabase, posts: Vec<Value>) -> TestSite {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    for post in posts {
        staff.create(post).await;
    }
    site
}

fn post(slug: &str, more: &Value) -> Value {
    let mut post = json!({"title": format!("Title of {slug}"), "slug": slug, "published": true});
    for (key, value) in more.as_object().unwrap() {
        post[key] = value.clone();
    }
    post
}

async fn an_empty_blog_has_one_empty_page(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let list = site.get("/api/posts").await.ok(200);
    assert_eq!(list, json!({"posts": [], "page": 1, "per_page": 12, "total": 0, "pages": 1}));
    assert_eq!(site.get("/api/tags").await.ok(200), json!([]));
}

async fn a_card_has_every_field_of_the_contract(database: TestDatabase) {
    let given = json!({"summary": "S", "author": "Unknown Person", "tags": ["x", "Local SEO"], "section_tags": ["Home"],
        "featured": true, "trending": true, "published_date": "2026-11-20T10:00:00Z", "thumbnail_image": "/t.webp",
        "content": format!("<p>{}</p>", "word ".repeat(401))});
    let site = site_with(database, vec![post("one", &given)]).await;
    let list = site.get("/api/posts").await.ok(200);
    let mut card = list["posts"][0].clone();
    assert_eq!(card["id"].as_str().unwrap().len(), 36);
    card["id"] = Value::Null;
    assert_eq!(
        card,
        json!({"id": null, "slug": "one", "url": "/blog/one", "title": "Title of one", "summary": "S",
            "label": "x", "author": "Unknown Person", "author_avatar": "/images/avatar-default.svg",
            "thumbnail_image": "/t.webp", "featured": true, "trending": true,
            "published_date": "2026-11-20T10:00:00Z", "date_text": "20 Nov 2026", "reading_time": "3 min",
            "tags": ["x", "Local SEO"], "section_tags": ["Home"], "category": "x",
            "cover": {"ground": "local-seo", "pattern": 3, "before": "Title of ", "marked": "one", "after": ""}})
    );
}

async fn a_post_has_every_field_of_the_contract(database: TestDatabase) {
    let content = "<h2>Why <em>logs</em></h2><p>One</p><!-- pagebreak --><h3>Next</h3><p>Two</p>";
    let given = json!({"content": content, "author": "Admin", "author_bio": "Bio", "featured_image": "/f.webp",
        "meta_title": "Meta", "meta_description": "Description", "canonical_url": "https://elsewhere.test/x",
        "schema": "{\"@type\":\"Article\"}"});
    let site = site_with(database, vec![post("one", &given)]).await;
    let found = site.get("/api/posts/one").await.ok(200);
    assert_eq!(found["headings"][0], json!({"level": 2, "id": "why-logs", "text": "Why logs", "page": 1}));
    assert_eq!((&found["headings"][1]["text"], &found["headings"][1]["page"]), (&json!("Next"), &json!(2)));
    let pages = found["pages"].as_array().unwrap();
    assert_eq!(pages.len(), 2);
    assert!(pages[0].as_str().unwrap().contains("One") && !pages[0].as_str().unwrap().contains("Two"));
    assert!(found["content"].as_str().unwrap().contains("Two"));
    assert_eq!(found["reading_time"], "1 min read");
    assert_eq!((&found["author_bio"], &found["featured_image"]), (&json!("Bio"), &json!("/f.webp")));
    assert_eq!(found["thumbnail_image"], "/f.webp", "the featured image is used if there is no thumbnail");
    assert_eq!((&found["meta_title"], &found["meta_description"]), (&json!("Meta"), &json!("Description")));
    assert_eq!(found["canonical_url"], "https://elsewhere.test/x");
    assert_eq!(found["schema"], "{\"@type\":\"Article\"}");
    assert_eq!((&found["created_at"], &found["updated_at"]), (&json!("2026-11-21T09:30:00Z"), &found["created_at"]));
    assert_eq!(found["related"], json!([]));
    assert!(found.get("version").is_none() && found.get("crawl_log").is_none());
}

async fn defaults_follow_title_summary_and_address(database: TestDatabase) {
    let site = site_with(database, vec![post("plain", &json!({"summary": "The summary"}))]).await;
    let found = site.get("/api/posts/plain").await.ok(200);
    assert_eq!(found["meta_title"], "Title of plain");
    assert_eq!(found["meta_description"], "The summary");
    assert_eq!(found["canonical_url"], "https://foundfirst.test/blog/plain");
    assert_eq!((&found["author"], &found["featured_image"]), (&json!("Admin"), &Value::Null));
    assert_eq!(found["category"], "SEO");
}

async fn the_label_is_the_meta_title_else_the_first_tag_else_seo(database: TestDatabase) {
    let posts = vec![
        post("own", &json!({"meta_title": "Algorithm Updates", "tags": ["first"]})),
        post("same", &json!({"meta_title": "Title of same", "tags": ["first", "second"]})),
        post("tag", &json!({"tags": ["first"]})),
        post("none", &json!({})),
        post("capitals", &json!({"tags": ["FIRST"]})),
    ];
    let site = site_with(database, posts).await;
    for (slug, label) in
        [("own", "Algorithm Updates"), ("same", "first"), ("tag", "first"), ("none", "SEO"), ("capitals", "first")]
    {
        assert_eq!(site.get(&format!("/api/posts/{slug}")).await.ok(200)["label"], label, "{slug}");
    }
}

async fn a_date_that_is_missing_falls_back_to_the_creation(database: TestDatabase) {
    let dated = post("dated", &json!({"published_date": "2026-11-01"}));
    let site = site_with(database, vec![dated, post("undated", &json!({}))]).await;
    let date = async |slug: &str| site.get(&format!("/api/posts/{slug}")).await.ok(200)["published_date"].clone();
    assert_eq!(date("undated").await, "2026-11-21T09:30:00Z");
    assert_eq!(date("dated").await, "2026-11-01T00:00:00Z");
}

async fn a_live_post_keeps_its_date_when_the_field_is_emptied(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let draft = staff.create(json!({"title": "One", "slug": "one", "published": false})).await;
    site.advance(60);
    let live = staff.change(&draft, json!({"published": true})).await.ok(200);
    site.advance(60);
    let emptied = staff.change(&live, json!({"published_date": null, "summary": "S"})).await.ok(200);
    assert_eq!((&emptied["published_date"], &emptied["summary"]), (&json!("2026-11-21T09:31:00Z"), &json!("S")));

    // A scheduled post is published immediately when its date is removed.
    let later = staff.create(post("later", &json!({"published_date": "2026-12-01"}))).await;
    let emptied = staff.change(&later, json!({"published_date": null})).await.ok(200);
    assert_eq!(emptied["published_date"], "2026-11-21T09:32:00Z");

    // The publish date of this post is unknown, so its creation date stays in use.
    let undated = json!([{"title": "Old", "slug": "old", "published": true, "published_date": null}]);
    staff.call("POST", "/api/admin/posts/import", &undated).await.ok(200);
    let listed = staff.get("/api/admin/posts?search=old").await.ok(200);
    let old = staff.get(&format!("/api/admin/posts/{}", id(&listed["posts"][0]))).await.ok(200);
    site.advance(60);
    assert_eq!(staff.change(&old, json!({"summary": "S"})).await.ok(200)["published_date"], Value::Null);
}

async fn pages_have_twelve_posts_unless_told(database: TestDatabase) {
    let posts = (0..14).map(|number| post(&format!("p{number}"), &json!({}))).collect();
    let site = site_with(database, posts).await;
    let first = site.get("/api/posts").await.ok(200);
    assert_eq!(first["posts"].as_array().unwrap().len(), 12);
    assert_eq!((&first["total"], &first["pages"]), (&json!(14), &json!(2)));
    let second = site.get("/api/posts?page=2").await.ok(200);
    assert_eq!(each(&second["posts"], "slug"), ["p1", "p0"]);
    let small = site.get("/api/posts?page=3&per_page=4").await.ok(200);
    assert_eq!(each(&small["posts"], "slug"), ["p5", "p4", "p3", "p2"]);
    assert_eq!((&small["per_page"], &small["pages"], &small["page"]), (&json!(4), &json!(4), &json!(3)));
    let beyond = site.get("/api/posts?page=99").await.ok(200);
    assert_eq!((&beyond["posts"], &beyond["total"]), (&json!([]), &json!(14)));
}

async fn filters_of_the_list_reach_the_store(database: TestDatabase) {
    let posts = vec![
        post("a", &json!({"tags": ["Analytics & Data"], "published_date": "2026-11-01"})),
        post("b", &json!({"section_tags": ["SEO"], "trending": true, "published_date": "2026-11-03"})),
        post("c", &json!({"featured": true, "title": "Ünique", "published_date": "2026-11-02"})),
    ];
    let site = site_with(database, posts).await;
    for (query, expected) in [
        ("", vec!["c", "b", "a"]),
        ("?latest=true", vec!["b", "c", "a"]),
        ("?tag=Analytics%20%26%20Data", vec!["a"]),
        ("?tag=Analytics+%26+Data", vec!["a"]),
        ("?section=SEO", vec!["b"]),
        ("?trending=true", vec!["b"]),
        ("?trending=false", vec!["c", "b", "a"]),
        ("?featured=true", vec!["c"]),
        ("?search=%C3%9Cni", vec!["c"]),
        ("?search=title&trending=true", vec!["b"]),
        ("?search=nothing", vec![]),
        ("?tag=&section=&search=", vec!["c", "b", "a"]),
        ("?section=%20SEO%20", vec!["b"]),
        ("?utm_source=x", vec!["c", "b", "a"]),
    ] {
        let list = site.get(&format!("/api/posts{query}")).await.ok(200);
        assert_eq!(each(&list["posts"], "slug"), expected, "{query}");
        assert_eq!(list["total"], expected.len(), "{query}");
    }
}

async fn invalid_parameters_are_refused_with_their_name(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for (query, field) in [
        ("page=0", "page"),
        ("page=-1", "page"),
        ("page=x", "page"),
        ("page=02", "page"),
        ("page=%2B2", "page"),
        ("per_page=012", "per_page"),
        ("per_page=0", "per_page"),
        ("per_page=51", "per_page"),
        ("trending=maybe", "trending"),
    ] {
        let answer = site.get(&format!("/api/posts?{query}")).await;
        assert!(!answer.field(field).is_empty(), "{query}");
        assert_eq!(answer.failure().1, "invalid");
    }
}

async fn drafts_and_scheduled_posts_are_not_there(database: TestDatabase) {
    let posts = vec![
        post("draft", &json!({"published": false, "tags": ["hidden"]})),
        post("later", &json!({"published_date": "2026-11-22", "tags": ["hidden"]})),
    ];
    let site = site_with(database, posts).await;
    for slug in ["draft", "later", "unknown"] {
        let answer = site.get(&format!("/api/posts/{slug}")).await;
        assert_eq!(answer.failure(), (404, "not_found".into(), "No such post".into()));
    }
    assert_eq!(site.get("/api/posts").await.ok(200)["total"], 0);
    assert_eq!(site.get("/api/tags").await.ok(200), json!([]));
}

async fn a_renamed_post_answers_under_its_old_slug(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let made = staff.publish("old").await;
    staff.change(&made, json!({"slug": "new"})).await.ok(200);
    assert_eq!(site.get("/api/posts/old").await.ok(200)["slug"], "new");
}

async fn related_posts_are_at_most_three(database: TestDatabase) {
    let posts = (0..5).map(|number| post(&format!("p{number}"), &json!({"tags": ["t"], "trending": number == 0})));
    let site = site_with(database, posts.collect()).await;
    let found = site.get("/api/posts/p2").await.ok(200);
    assert_eq!(each(&found["related"], "slug"), ["p0", "p4", "p3"]);
}

async fn tags_are_counted(database: TestDatabase) {
    let posts = vec![post("a", &json!({"tags": ["x", "y"]})), post("b", &json!({"tags": ["X"]}))];
    let site = site_with(database, posts).await;
    let tags = site.get("/api/tags").await.ok(200);
    assert_eq!(each(&tags, "name"), ["x", "y"]);
    assert_eq!((&tags[0]["count"], &tags[1]["count"]), (&json!(2), &json!(1)));
    assert_eq!(tags[0]["id"].as_str().unwrap().len(), 36);
}

async fn nothing_in_an_address_makes_the_database_fail(database: TestDatabase) {
    let site = site_with(database, vec![post("a", &json!({}))]).await;
    for text in ["%00", "%FF", "a%00b", "%F0%9F%9A%80", "%27%3B--", "%25", "%5C", "..%2F..", "%ED%A0%80"] {
        for address in ["search", "tag", "section"].map(|name| format!("/api/posts?{name}={text}")) {
            assert_eq!(site.get(&address).await.ok(200)["posts"], json!([]), "{address}");
        }
        let answer = site.get(&format!("/api/posts/{text}")).await;
        assert_eq!(answer.failure().0, 404, "{text}");
    }
}
