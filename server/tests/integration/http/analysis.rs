//! `/api/admin/analysis`: the SEO rules for drafts.

use serde_json::{Value, json};

use super::site::{READER, TestDatabase, TestSite, bearer, id, on_both_engines};

on_both_engines![
    a_draft_is_analysed_as_readers_would_get_it,
    other_posts_and_links_are_looked_up,
    an_unfinished_draft_is_analysed_and_nothing_is_saved,
    only_staff_analyse_and_what_is_too_long_is_refused,
];

/// Returns the check with this id.
fn check<'a>(analysis: &'a Value, id: &str) -> &'a Value {
    let checks = analysis["checks"].as_array().unwrap();
    checks.iter().find(|check| check["id"] == id).unwrap_or_else(|| panic!("{id} in {analysis}"))
}

fn level<'a>(analysis: &'a Value, id: &str) -> &'a str {
    check(analysis, id)["level"].as_str().unwrap()
}

async fn a_draft_is_analysed_as_readers_would_get_it(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let draft = json!({"title": "How to read your ==crawl budget== in a log file", "slug": "crawl-budget",
        "summary": "Crawl budget is what a search engine reads in a day. Learn to read it in your log files, and to spend \
                    it on what counts for readers.",
        "content": "<h1>Crawl budget</h1><p>Crawl budget is read here.<script>x</script></p><h4>Deep</h4><img src=\"/a.png\">",
        "keyphrase": "Crawl budgets"});
    let analysis = staff.call("POST", "/api/admin/analysis", &draft).await.ok(200);
    assert!((0..=100).contains(&analysis["score"].as_i64().unwrap()), "{analysis}");
    // The marks of the title are not counted, and the summary serves as the description.
    assert_eq!(check(&analysis, "title_length")["value"], "43 characters");
    assert_eq!(check(&analysis, "title_width")["threshold"], "200–561 px");
    assert_eq!(level(&analysis, "description_length"), "good");
    // Saving turns an h1 into an h2.
    assert_eq!(level(&analysis, "h1"), "good");
    assert_eq!(check(&analysis, "heading_order")["value"], "1: h2 → h4");
    assert_eq!(check(&analysis, "images_alt")["value"], "1: /a.png");
    for id in ["keyphrase_title", "keyphrase_slug", "keyphrase_description", "keyphrase_first_paragraph"] {
        assert_eq!(level(&analysis, id), "good", "{id}");
    }
    // Without any, it is the beginning of the text.
    let bare = json!({"title": "T", "content": format!("<p>{}</p>", "Nineteen characters ".repeat(7))});
    let bare = staff.call("POST", "/api/admin/analysis", &bare).await.ok(200);
    assert_eq!(check(&bare, "description_length")["value"], "139 characters");
    // Each page has the title as its h1.
    let paged = json!({"title": "T", "content": "<h2>a</h2><p>b</p><!--pagebreak--><h3>c</h3><h4>d</h4>"});
    let paged = staff.call("POST", "/api/admin/analysis", &paged).await.ok(200);
    assert_eq!(check(&paged, "heading_order")["value"], "1: h1 → h3");
    assert_eq!(check(&analysis, "text_length")["advice"], "Write more: answer the questions that readers have.");
}

async fn other_posts_and_links_are_looked_up(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let first = staff.publish("first").await;
    staff.create(json!({"title": "Hidden", "slug": "hidden"})).await;
    assert_eq!(staff.change(&first, json!({"slug": "renamed"})).await.status, 200);
    let content = "<p><a href=\"/blog/renamed\">a</a><a href=\"/blog/first\">b</a><a href=\"/blog/hidden\">c</a>\
        <a href=\"/blog/gone?page=2\">d</a><a href=\"/seo#faq\">e</a><a href=\"/nowhere\">f</a><a href=\"#none\">g</a>\
        <a href=\"#part\">h</a><a href=\"#main\">i</a><a href=\"/feed.xml\">j</a><a href=\"/blog/mine\">k</a></p>\
        <h2 id=\"part\">Part</h2>";
    let title = first["title"].as_str().unwrap();
    let mut draft = json!({"title": title.to_uppercase(), "slug": "renamed", "content": content, "keyphrase": title.to_lowercase()});
    let analysis = staff.call("POST", "/api/admin/analysis", &draft).await.ok(200);
    for id in ["unique_title", "unique_slug", "unique_keyphrase"] {
        assert_eq!(check(&analysis, id)["value"], "1: /blog/renamed", "{id}");
    }
    let broken = check(&analysis, "broken_links")["value"].as_str().unwrap();
    assert_eq!(broken, "5: /blog/hidden, /blog/gone?page=2, /nowhere and 2 more", "#none and /blog/mine");
    let all = json!(["/blog/hidden", "/blog/gone?page=2", "/nowhere", "#none", "/blog/mine"]);
    assert_eq!(analysis["broken_links"], all);
    // A post is not compared with itself.
    draft["id"] = json!(id(&first));
    let analysis = staff.call("POST", "/api/admin/analysis", &draft).await.ok(200);
    for id in ["unique_title", "unique_slug", "unique_keyphrase"] {
        assert_eq!((level(&analysis, id), &check(&analysis, id)["value"]), ("good", &json!("0")), "{id}");
    }
    let redirect = json!({"source": "/old-page", "target": "/about"});
    staff.call("POST", "/api/admin/redirects", &redirect).await.ok(201);
    let redirect = json!({"source": "/blog/old-post", "target": "/about"});
    staff.call("POST", "/api/admin/redirects", &redirect).await.ok(201);
    let led = "<a href=\"/about/\">a</a><a href=\"/blog/\">b</a><a href=\"/Old-Page\">c</a><a href=\"/blog/old-post#x\">d</a>\
        <a href=\"/blog/renamed/\">e</a><a href=\"/other-page\">f</a>";
    let analysis = staff.call("POST", "/api/admin/analysis", &json!({"title": "T", "content": led})).await.ok(200);
    assert_eq!(analysis["broken_links"], json!(["/other-page"]));
    draft["slug"] = json!("mine");
    let analysis = staff.call("POST", "/api/admin/analysis", &draft).await.ok(200);
    assert!(
        check(&analysis, "broken_links")["value"].as_str().unwrap().starts_with("4: "),
        "a link to itself is sound"
    );
}

async fn an_unfinished_draft_is_analysed_and_nothing_is_saved(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let unfinished = json!({"title": "\u{0}", "slug": "Not A Slug", "section_tags": ["Cooking"], "schema": "{",
        "featured_image": "data:x", "published_date": "soon", "content": "<p>\u{0}<b", "keyphrase": "'\u{0}%_"});
    for draft in [json!({}), unfinished, json!({"title": null, "id": null})] {
        let analysis = staff.call("POST", "/api/admin/analysis", &draft).await.ok(200);
        assert_eq!(level(&analysis, "title_length"), "bad", "{draft}");
    }
    assert_eq!(staff.get("/api/admin/posts").await.ok(200)["total"], 0);
}

async fn only_staff_analyse_and_what_is_too_long_is_refused(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.account(READER, false).await;
    let reader = bearer(&site.sign_in(READER).await);
    assert_eq!(site.post("/api/admin/analysis", &json!({})).await.failure().0, 401);
    let answer = site.call("POST", "/api/admin/analysis", &[("authorization", &reader)], &json!({})).await;
    assert_eq!(answer.failure().0, 403);
    let long = json!({"keyphrase": "x".repeat(101)});
    let answer = staff.call("POST", "/api/admin/analysis", &long).await;
    assert_eq!(answer.field("keyphrase"), "Keyphrase must be at most 100 characters");
    let long = json!({"content": "x".repeat(5_000_001)});
    let answer = staff.call("POST", "/api/admin/analysis", &long).await;
    assert_eq!(answer.field("content"), "Content must be at most 5,000,000 characters");
    assert_eq!(staff.call("POST", "/api/admin/analysis", &json!({"id": "x"})).await.status, 422);
}
