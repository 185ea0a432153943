//! `/api/admin/posts`: editing posts.

use foundfirst::audit::Actor;
use serde_json::{Value, json};

use super::site::{ADMIN, READER, TestDatabase, TestSite, bearer, each, id, on_both_engines};

on_both_engines![
    only_administrators_have_access,
    rights_that_are_revoked_end_at_once,
    a_post_is_made_and_read_back,
    invalid_input_is_refused_with_its_field,
    content_is_cleaned_before_it_is_stored,
    a_slug_in_use_is_a_conflict,
    an_update_replaces_what_the_post_says,
    an_update_names_the_version_it_was_made_from,
    defaults_follow_a_change_of_title_summary_or_slug,
    a_former_default_that_the_editor_types_is_kept,
    an_unknown_id_is_not_found,
    the_list_shows_ten_rows_of_any_state,
    the_list_is_searched_filtered_and_sorted,
];

async fn only_administrators_have_access(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let made = staff.publish("one").await;
    site.account(READER, false).await;
    let reader = bearer(&site.sign_in(READER).await);
    let one = format!("/api/admin/posts/{}", id(&made));
    let input = json!({"title": "T", "slug": "t"});
    let calls = [
        ("GET", "/api/admin/posts", &Value::Null),
        ("POST", "/api/admin/posts", &input),
        ("GET", &one, &Value::Null),
        ("PUT", &one, &input),
        ("DELETE", &one, &Value::Null),
        ("POST", "/api/admin/posts/import", &input),
    ];
    for (method, address, body) in calls {
        for headers in
            [vec![], vec![("authorization", "Bearer nonsense")], vec![("cookie", "__Host-ff_access=nonsense")]]
        {
            let answer = site.call(method, address, &headers, body).await;
            let expected = (401, "authentication_required".into(), "Authentication required".into());
            assert_eq!(answer.failure(), expected, "{method} {address} {headers:?}");
            assert_eq!(answer.header("www-authenticate"), "Bearer");
        }
        let answer = site.call(method, address, &[("authorization", &reader)], body).await;
        assert_eq!(answer.failure().0, 403, "{method} {address}");
        assert_eq!(answer.failure().1, "not_admin");
    }
    assert_eq!(staff.get("/api/admin/posts").await.ok(200)["total"], 1, "nothing was changed");
}

async fn rights_that_are_revoked_end_at_once(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let email = foundfirst::email_address::EmailAddress::parse(ADMIN).unwrap();
    site.app.accounts.revoke(&email, &Actor::command_line()).await.unwrap();
    assert_eq!(staff.get("/api/admin/posts").await.failure().1, "not_admin");
}

async fn a_post_is_made_and_read_back(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let input = json!({"title": " A  title\nof two lines ", "slug": "a-title", "content": "<p>Text</p>",
        "summary": "Summary", "author": "Rowan Hale", "author_bio": "Bio", "tags": ["b", " a ", "B", ""],
        "section_tags": ["seo", "Home"], "published": true, "featured": true, "trending": true, "crawl_log": true,
        "inside_the_index": true, "published_date": "2026-11-25T09:30", "featured_image": "/f.png",
        "thumbnail_image": "https://img.test/t.png", "meta_title": "Meta", "meta_description": "Description",
        "canonical_url": "https://elsewhere.test/", "schema": "[{\"@type\":\"Thing\"}]", "unknown_key": 1});
    let made = staff.create(input).await;
    let mut expected = json!({"title": "A title of two lines", "slug": "a-title", "content": "<p>Text</p>",
        "summary": "Summary", "author": "Rowan Hale", "author_bio": "Bio", "tags": ["b", "a"],
        "section_tags": ["SEO", "Home"], "published": true, "featured": true, "trending": true, "crawl_log": true,
        "inside_the_index": true, "published_date": "2026-11-25T09:30:00Z", "featured_image": "/f.png",
        "thumbnail_image": "https://img.test/t.png", "meta_title": "Meta", "meta_description": "Description",
        "canonical_url": "https://elsewhere.test/", "schema": "[{\"@type\":\"Thing\"}]", "version": 1,
        "state": "scheduled", "created_at": "2026-11-21T09:30:00Z", "updated_at": "2026-11-21T09:30:00Z"});
    expected["id"] = made["id"].clone();
    assert_eq!(made, expected);
    assert_eq!(staff.get(&format!("/api/admin/posts/{}", id(&made))).await.ok(200), made);
}

async fn invalid_input_is_refused_with_its_field(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let with = |key: &str, value: Value| {
        let mut input = json!({"title": "T", "slug": "t"});
        input[key] = value;
        input
    };
    for (input, field, message) in [
        (with("title", json!(" ")), "title", "Title and slug are required"),
        (with("slug", json!("")), "slug", "Title and slug are required"),
        (with("slug", json!("Not A Slug")), "slug", "Slug must be lowercase"),
        (with("slug", json!("x".repeat(201))), "slug", "at most 200"),
        (with("section_tags", json!(["Cooking"])), "section_tags", "Unknown section tag \"Cooking\""),
        (with("thumbnail_image", json!("data:image/png;base64,AAAA")), "thumbnail_image", "Invalid image URL"),
        (with("featured_image", json!("javascript:alert(1)")), "featured_image", "Invalid image URL"),
        (with("canonical_url", json!("/relative")), "canonical_url", "Canonical URL must be a full URL"),
        (with("canonical_url", json!("javascript:alert(1)")), "canonical_url", "Canonical URL must be a full URL"),
        (with("schema", json!("{not json")), "schema", "valid JSON-LD"),
        (with("published_date", json!("soon")), "published_date", "Publish date must be a date"),
        (with("tags", json!("not a list")), "tags", "invalid type"),
        (with("title", json!(7)), "title", "invalid type"),
    ] {
        let answer = staff.call("POST", "/api/admin/posts", &input).await;
        let text = answer.field(field);
        assert!(text.contains(message), "{field}: {text}");
        assert_eq!(answer.failure().1, "invalid");
    }
    let both = staff.call("POST", "/api/admin/posts", &json!({"slug": "Bad Slug", "schema": "["})).await;
    assert_eq!(both.failure().2, "Title and slug are required");
    let fields = both.json()["error"]["fields"].as_object().unwrap().len();
    assert_eq!(fields, 3, "every broken rule is told at once: {}", both.text());
    assert_eq!(staff.get("/api/admin/posts").await.ok(200)["total"], 0);
}

async fn content_is_cleaned_before_it_is_stored(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let content = "<p onclick=\"steal()\">Text<script>steal()</script></p><img src=x onerror=steal()>\
        <a href=\"javascript:steal()\">link</a><iframe src=\"https://evil.test\"></iframe><p style=\"color:red\">end</p>\u{0}";
    let input = json!({"title": "T <script>steal()</script>", "slug": "t", "published": true, "content": content});
    let made = staff.create(input).await;
    let stored = made["content"].as_str().unwrap();
    for bad in ["script", "steal", "onclick", "onerror", "javascript", "iframe", "style", "\u{0}"] {
        assert!(!stored.contains(bad), "{bad} in {stored}");
    }
    assert!(stored.contains("Text") && stored.contains("end"), "{stored}");
    let video =
        json!({"title": "V", "slug": "v", "content": "<iframe src=\"https://www.youtube.com/embed/x\"></iframe>"});
    let stored = staff.create(video).await["content"].as_str().unwrap().to_owned();
    assert!(stored.contains("<figure class=\"video\"><a href=\"https://www.youtube.com/watch?v=x\""), "{stored}");
    let page = site.get("/blog/t").await;
    assert!(!page.text().contains("steal()</script>"), "neither the body nor the data lets a script through");
}

async fn a_slug_in_use_is_a_conflict(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    staff.publish("taken").await;
    let other = staff.publish("other").await;
    let expected = (409, "slug_taken".to_owned(), "This URL slug is already in use".to_owned());
    let again = staff.call("POST", "/api/admin/posts", &json!({"title": "T", "slug": "taken"})).await;
    assert_eq!(again.failure(), expected);
    assert_eq!(again.json()["error"]["fields"]["slug"], "This URL slug is already in use");
    assert_eq!(staff.change(&other, json!({"slug": "taken"})).await.failure(), expected);
}

async fn an_update_replaces_what_the_post_says(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let made = staff.create(json!({"title": "First", "slug": "first", "tags": ["a"], "trending": true})).await;
    site.advance(60);
    let input = json!({"title": "Second", "slug": "second", "version": 1});
    let changed = staff.call("PUT", &format!("/api/admin/posts/{}", id(&made)), &input).await.ok(200);
    assert_eq!((&changed["title"], &changed["slug"]), (&json!("Second"), &json!("second")));
    assert_eq!((&changed["tags"], &changed["trending"]), (&json!([]), &json!(false)));
    assert_eq!((&changed["id"], &changed["version"]), (&made["id"], &json!(2)));
    assert_eq!(changed["created_at"], made["created_at"]);
    assert_eq!(changed["updated_at"], "2026-11-21T09:31:00Z");
    let missing = staff.change(&changed, json!({"title": ""})).await;
    assert_eq!(missing.field("title"), "Post title is required");
}

async fn an_update_names_the_version_it_was_made_from(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let made = staff.publish("one").await;
    staff.change(&made, json!({"title": "Changed"})).await.ok(200);
    let stale = staff.change(&made, json!({"title": "Lost"})).await;
    assert_eq!((stale.failure().0, stale.failure().1), (409, "edit_conflict".into()));
    let without = staff.change(&made, json!({"version": null})).await;
    assert_eq!(without.field("version"), "Missing post version");
    let kept = staff.get(&format!("/api/admin/posts/{}", id(&made))).await.ok(200);
    assert_eq!(kept["title"], "Changed");
}

async fn a_former_default_that_the_editor_types_is_kept(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let made = staff.create(json!({"title": "One", "slug": "one", "summary": "First"})).await;
    let typed = json!({"title": "Two", "summary": "Second", "meta_title": "One", "meta_description": "First",
        "canonical_url": null});
    let kept = staff.change(&made, typed).await.ok(200);
    assert_eq!((&kept["meta_title"], &kept["meta_description"]), (&json!("One"), &json!("First")));
}

async fn defaults_follow_a_change_of_title_summary_or_slug(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let made = staff.create(json!({"title": "One", "slug": "one", "summary": "First", "published": true})).await;
    assert_eq!((&made["meta_title"], &made["meta_description"]), (&json!("One"), &json!("First")));
    assert_eq!(made["canonical_url"], "https://foundfirst.test/blog/one");
    // A client sends back all fields, including defaults.
    let fields = json!({"title": "Two", "slug": "two", "summary": "Second"});
    let changed = staff.change(&made, fields).await.ok(200);
    assert_eq!((&changed["meta_title"], &changed["meta_description"]), (&json!("Two"), &json!("Second")));
    assert_eq!(changed["canonical_url"], "https://foundfirst.test/blog/two");
    let own = json!({"meta_title": "Mine", "meta_description": "Own", "canonical_url": "https://foundfirst.test/x"});
    let own = staff.change(&changed, own).await.ok(200);
    let kept = staff.change(&own, json!({"title": "Three", "slug": "three", "summary": "Third"})).await.ok(200);
    assert_eq!((&kept["meta_title"], &kept["meta_description"]), (&json!("Mine"), &json!("Own")));
    assert_eq!(kept["canonical_url"], "https://foundfirst.test/x");
    let cleared = json!({"meta_title": "", "meta_description": "", "canonical_url": ""});
    let cleared = staff.change(&kept, cleared).await.ok(200);
    assert_eq!((&cleared["meta_title"], &cleared["meta_description"]), (&json!("Three"), &json!("Third")));
    assert_eq!(cleared["canonical_url"], "https://foundfirst.test/blog/three");
    // A description has no line breaks.
    let lines = staff.create(json!({"title": "Lines", "slug": "lines", "summary": "First line.\nSecond line."})).await;
    let lines = staff.change(&lines, json!({"summary": "First line.\nThird line."})).await.ok(200);
    let lines = staff.change(&lines, json!({"summary": "Other."})).await.ok(200);
    assert_eq!(lines["meta_description"], "Other.");
    // Titles for search results have no marks.
    staff.create(json!({"title": "What ==INP== is", "slug": "inp", "published": true})).await;
    let shown = site.get("/api/posts/inp").await.ok(200);
    assert_eq!((&shown["title"], &shown["meta_title"]), (&json!("What ==INP== is"), &json!("What INP is")));
    // Without a summary, readers see the beginning of the text, while the editor gets an empty field.
    let content = "<h2>Logs</h2><p>Servers &amp; their <em>logs</em>.</p>";
    let bare = staff.create(json!({"title": "Bare", "slug": "bare", "content": content, "published": true})).await;
    assert_eq!(bare["meta_description"], "");
    assert_eq!(site.get("/api/posts/bare").await.ok(200)["meta_description"], "Servers & their logs.");
    let page = site.get("/blog/bare").await;
    assert!(
        page.text().contains("<meta name=\"description\" content=\"Servers &amp; their logs.\""),
        "{}",
        page.text()
    );
}

async fn an_unknown_id_is_not_found(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let input = json!({"title": "T", "slug": "t", "version": 1});
    for id in ["019ab000-0000-7000-8000-000000000000", "7", "nonsense", "%00", "%FF"] {
        let address = format!("/api/admin/posts/{id}");
        for (method, body) in [("GET", &Value::Null), ("PUT", &input), ("DELETE", &Value::Null)] {
            let failure = staff.call(method, &address, body).await.failure();
            assert_eq!((failure.0, failure.1.as_str()), (404, "not_found"), "{method} {id}");
        }
    }
}

async fn the_list_shows_ten_rows_of_any_state(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    for number in 0..11 {
        staff.create(json!({"title": "T", "slug": format!("p{number}"), "published": number % 2 == 0})).await;
        site.advance(1);
    }
    let first = staff.get("/api/admin/posts").await.ok(200);
    assert_eq!((&first["total"], &first["pages"], &first["per_page"]), (&json!(11), &json!(2), &json!(10)));
    assert_eq!(each(&first["posts"], "slug")[..3], ["p10", "p9", "p8"]);
    assert_eq!(each(&staff.get("/api/admin/posts?page=2").await.ok(200)["posts"], "slug"), ["p0"]);
    assert_eq!(first["posts"][1]["published_text"], Value::Null, "a draft without a date");
    let mut row = first["posts"][0].clone();
    row["id"] = Value::Null;
    assert_eq!(
        row,
        json!({"id": null, "title": "T", "slug": "p10", "summary": "", "author": "Admin", "published": true,
            "state": "live", "state_text": null, "category": "SEO", "tags": [],
            "cover": {"ground": "technical-seo", "pattern": 4, "before": "", "marked": "T", "after": ""}, "featured": false, "trending": false, "thumbnail_image": null, "published_date": "2026-11-21T09:30:10Z",
            "published_text": "21 Nov 2026", "created_at": "2026-11-21T09:30:10Z", "created_text": "21 Nov 2026",
            "updated_at": "2026-11-21T09:30:10Z", "updated_text": "21 Nov 2026"})
    );
}

async fn the_list_is_searched_filtered_and_sorted(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    for (title, author, published) in [("banana", "Zoe", true), ("Apple", "anna", false), ("cherry", "Bob", true)] {
        let slug = title.to_lowercase();
        staff.create(json!({"title": title, "slug": slug, "author": author, "published": published})).await;
        site.advance(1);
    }
    for (query, expected) in [
        ("", vec!["cherry", "apple", "banana"]),
        ("?dir=asc", vec!["banana", "apple", "cherry"]),
        ("?sort=title&dir=asc", vec!["apple", "banana", "cherry"]),
        ("?sort=author&dir=asc", vec!["apple", "cherry", "banana"]),
        ("?sort=status&dir=asc", vec!["apple", "banana", "cherry"]),
        ("?sort=created_at&dir=desc", vec!["cherry", "apple", "banana"]),
        ("?sort=published_date&dir=asc", vec!["banana", "apple", "cherry"]),
        ("?sort=updated_at", vec!["cherry", "apple", "banana"]),
        ("?search=an&status=&sort=&dir=", vec!["banana"]),
        ("?status=draft", vec!["apple"]),
        ("?status=published&sort=title", vec!["cherry", "banana"]),
        ("?status=all&search=AN", vec!["banana"]),
        ("?search=%00", vec![]),
    ] {
        let list = staff.get(&format!("/api/admin/posts{query}")).await.ok(200);
        assert_eq!(each(&list["posts"], "slug"), expected, "{query}");
    }
    for (query, field) in
        [("sort=size", "sort"), ("dir=up", "dir"), ("status=gone", "status"), ("page=0", "page"), ("page=01", "page")]
    {
        let answer = staff.get(&format!("/api/admin/posts?{query}")).await;
        assert!(!answer.field(field).is_empty(), "{query}");
    }
}
