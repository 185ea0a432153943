//! Public pages as documents and as data.

use serde_json::{Value, json};

use super::site::{Answer, TestDatabase, TestSite, on_both_engines};

on_both_engines![
    no_heading_takes_an_id_of_the_page_around_it,
    every_public_page_is_a_complete_document,
    an_unknown_address_is_an_honest_404,
    an_unknown_post_is_a_404_that_leads_people_to_the_listing,
    a_slash_too_many_moves_for_good,
    a_slash_too_many_moves_staff_too,
    a_renamed_post_moves_for_good,
    the_old_address_of_a_post_that_is_no_longer_live_does_not_tell_the_new_one,
    in_app_navigation_gets_the_page_as_data,
    a_known_page_is_not_sent_again,
    head_has_the_headers_of_get_and_no_body,
    pages_are_checked_again_before_they_are_used_again,
    tracking_parameters_share_one_cache_entry,
    a_parameter_of_another_page_is_ignored,
    the_listing_ignores_invalid_parameters,
    no_public_address_takes_a_character_to_the_database_that_it_refuses,
    the_listing_is_filtered_and_paged,
    a_post_has_its_pages,
    the_contact_page_opens_the_tab_that_is_asked_for,
    a_local_site_shows_the_brands_domain_and_names_its_real_address,
];

/// Returns the page's props from a document.
fn props(answer: &Answer) -> Value {
    let text = answer.text();
    let data = text.split_once("<script type=\"application/json\"").unwrap().1;
    let data = data.split_once('>').unwrap().1.split_once("</script>").unwrap().0;
    serde_json::from_str::<Value>(data).unwrap()
}

async fn every_public_page_is_a_complete_document(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.staff().await.publish("one").await;
    let pages = [
        ("/", "home"),
        ("/about", "about"),
        ("/services", "services"),
        ("/seo", "seo"),
        ("/contact", "contact"),
        ("/blog", "blog/index"),
        ("/blog/one", "blog/post"),
        ("/auth", "auth"),
    ];
    for (address, component) in pages {
        let answer = site.get(address).await;
        assert_eq!(answer.status, 200, "{address}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        let html = answer.text();
        assert!(html.starts_with("<!DOCTYPE html>") || html.starts_with("<!doctype html>"), "{address}");
        assert!(html.contains("<title>") && html.contains("<h1"), "{address} is rendered");
        assert!(!html.contains(" style="), "{address} has no inline style, which the policy would block");
        let data = props(&answer);
        assert_eq!((&data["component"], &data["url"]), (&json!(component), &json!(address)));
        assert_eq!(data["site"]["public_url"], "https://foundfirst.test");
    }
}

async fn an_unknown_address_is_an_honest_404(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for address in ["/nothing", "/blog/a/b", "/blog%2Fx", "/%00", "/%FF", "/index.php?x=1", "//evil.test", "/_data"] {
        let answer = site.get(address).await;
        assert_eq!(answer.status, 404, "{address}");
        assert_eq!(answer.header("x-robots-tag"), "noindex");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(props(&answer)["component"], "not-found", "{address}");
        assert_eq!(props(&answer)["props"]["replace_with"], Value::Null);
    }
    assert_eq!(site.call("POST", "/nothing", &[], &Value::Null).await.status, 404);
}

async fn an_unknown_post_is_a_404_that_leads_people_to_the_listing(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let draft = json!({"title": "Secret draft", "slug": "draft", "content": "<p>Secret words</p>"});
    staff.create(draft).await;
    let removed = staff.publish("removed").await;
    staff.call("DELETE", &format!("/api/admin/posts/{}", super::site::id(&removed)), &Value::Null).await;
    for slug in ["unknown", "draft", "removed", "%00", "%FF", "UPPER", &"x".repeat(3_000)] {
        let answer = site.get(&format!("/blog/{slug}")).await;
        assert_eq!(answer.status, 404, "{slug}");
        assert_eq!(answer.header("x-robots-tag"), "noindex");
        assert!(!answer.text().contains("Secret"), "nothing of a draft");
        assert_eq!(props(&answer)["props"]["replace_with"], "/blog", "{slug}");
    }
}

async fn a_slash_too_many_moves_for_good(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.staff().await.publish("a").await;
    for (from, to) in [("/about/", "/about"), ("/blog/?tag=x&page=2", "/blog?tag=x&page=2"), ("/blog/a/", "/blog/a")] {
        let answer = site.get(from).await;
        assert_eq!((answer.status, answer.header("location")), (301, to));
    }
    assert_eq!(site.get("/blog/nothing/").await.status, 404, "no redirect to a page that is not there");
    for address in ["//evil.test/", "///evil.test//", "/%5Cevil.test/"] {
        let answer = site.get(address).await;
        let to = answer.header("location");
        assert!(!to.starts_with("//") && !to.starts_with("/\\"), "{address} leads to {to}");
    }
}

async fn a_slash_too_many_moves_staff_too(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    for (from, to) in [("/admin/enquiries/", "/admin/enquiries"), ("/admin/blog/new/?x=1", "/admin/blog/new?x=1")] {
        let answer = staff.get(from).await;
        assert_eq!((answer.status, answer.header("location")), (301, to));
    }
    assert_eq!(staff.get("/admin/none").await.status, 404);
}

async fn a_renamed_post_moves_for_good(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let first = staff.publish("a").await;
    let second = staff.change(&first, json!({"slug": "b"})).await.ok(200);
    staff.change(&second, json!({"slug": "c"})).await.ok(200);
    for (old, present) in [
        ("/blog/a", "/blog/c"),
        ("/blog/b", "/blog/c"),
        ("/blog/a/", "/blog/c"),
        ("/blog/c/", "/blog/c"),
        ("/blog/a?utm_source=x&page=2", "/blog/c?utm_source=x&page=2"),
        ("/blog/a/?utm_source=x", "/blog/c?utm_source=x"),
    ] {
        let answer = site.get(old).await;
        assert_eq!((answer.status, answer.header("location")), (301, present), "{old}");
    }
    let data = site.data("/blog/a", &[]).await.ok(200);
    assert_eq!(data, json!({"redirect": "/blog/c", "replace": true}));
}

async fn the_old_address_of_a_post_that_is_no_longer_live_does_not_tell_the_new_one(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    for (slug, change) in [
        ("draft", json!({"slug": "secret-draft", "published": false})),
        ("scheduled", json!({"slug": "secret-plan", "published_date": "2099-01-01T09:00:00Z"})),
    ] {
        let post = staff.publish(slug).await;
        staff.change(&post, change).await.ok(200);
        for address in [format!("/blog/{slug}"), format!("/blog/{slug}/")] {
            let answer = site.get(&address).await;
            assert_eq!(answer.status, 404, "{address}");
            assert!(!answer.text().contains("secret"), "{address}");
            let data = site.data(&address, &[]).await;
            assert!(!data.ok(404).to_string().contains("secret"), "{address}");
        }
    }
}

async fn in_app_navigation_gets_the_page_as_data(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.staff().await.publish("one").await;
    let answer = site.data("/blog/one?utm_source=x", &[]).await;
    let data = answer.ok(200);
    assert_eq!((&data["component"], &data["url"]), (&json!("blog/post"), &json!("/blog/one")));
    assert_eq!(data["props"]["post"]["title"], "Title of one");
    assert!(data["head"]["title"].as_str().unwrap().contains("Title of one"));
    assert_eq!(data["version"], site.app.assets.version());
    assert!(data.get("site").is_none(), "the browser has that already");
    assert_eq!(answer.header("x-robots-tag"), "noindex");
    assert_ne!(answer.header("etag"), "");
    let missing = site.data("/blog/nothing", &[]).await;
    assert_eq!(missing.ok(404)["props"]["replace_with"], "/blog");
    let moved = site.data("/about/", &[]).await.ok(200);
    assert_eq!(moved, json!({"redirect": "/about", "replace": true}));
}

async fn a_known_page_is_not_sent_again(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let first = site.get("/about").await;
    let tag = first.header("etag");
    let again = site.call("GET", "/about", &[("if-none-match", tag)], &Value::Null).await;
    assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, tag));
    assert_eq!(again.header("cache-control"), first.header("cache-control"));
    let other = site.call("GET", "/about", &[("if-none-match", "\"other\"")], &Value::Null).await;
    assert_eq!(other.status, 200);
    let missing = site.call("GET", "/nothing", &[("if-none-match", "*")], &Value::Null).await;
    assert_eq!(missing.status, 404);
}

async fn head_has_the_headers_of_get_and_no_body(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for (address, status) in [("/about", 200), ("/nothing", 404), ("/api/posts", 200), ("/api/nothing", 404)] {
        let get = site.get(address).await;
        let head = site.call("HEAD", address, &[], &Value::Null).await;
        assert_eq!((head.status, head.body.len()), (status, 0), "{address}");
        for name in ["content-type", "etag", "cache-control", "content-length"] {
            assert_eq!(head.header(name), get.header(name), "{address} {name}");
        }
    }
}

async fn pages_are_checked_again_before_they_are_used_again(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for answer in [site.get("/about").await, site.get("/nothing").await, site.data("/about", &[]).await] {
        assert_eq!(answer.header("cache-control"), "public, max-age=0, must-revalidate");
        assert_eq!(answer.header("vary"), "Accept-Encoding");
        assert!(answer.cookies().is_empty());
    }
    for address in ["/auth", "/admin", "/admin/blog"] {
        let answer = site.get(address).await;
        assert_eq!(answer.header("cache-control"), "private, no-store", "{address}");
        assert_eq!(answer.header("referrer-policy"), "same-origin", "{address}");
        assert_eq!(answer.header("etag"), "");
    }
}

async fn tracking_parameters_share_one_cache_entry(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let plain = site.get("/blog").await;
    let tracked = site.get("/blog?utm_source=x&fbclid=y").await;
    assert_eq!(plain.header("etag"), tracked.header("etag"));
    assert_eq!(site.app.cache.stats().entries, 1);
    assert_eq!(props(&tracked)["url"], "/blog");
    for number in 0..20 {
        site.get(&format!("/nothing-{number}")).await;
    }
    assert_eq!(site.app.cache.stats().entries, 2, "one not-found page serves them all");
}

async fn a_parameter_of_another_page_is_ignored(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for (address, query) in [
        ("/about", "tag=x&page=2&tab=schedule"),
        ("/privacy", "sent=contact&search=x"),
        ("/contact", "page=2&trending=true"),
        ("/sitemap.xml", "sent=contact"),
    ] {
        let entries = site.app.cache.stats().entries;
        let other = site.get(&format!("{address}?{query}")).await;
        let plain = site.get(address).await;
        assert_eq!((other.status, &other.body), (200, &plain.body), "{address}");
        assert_eq!(site.app.cache.stats().entries, entries + 1, "{address}");
    }
}

async fn the_listing_ignores_invalid_parameters(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.staff().await.publish("one").await;
    for query in ["trending=maybe", "tag=", "search=%20", "x=y", "=", "&&", "tag=&tag=", "latest=1&latest=2", "%FF=%FF"]
    {
        let answer = site.get(&format!("/blog?{query}")).await;
        assert_eq!(answer.status, 200, "{query}: {}", answer.text());
        assert_eq!(props(&answer)["props"]["total"], 1, "{query}");
    }
    for query in
        ["page=0", "page=x", "page=-1", "page=2", "page=99999999999999999999", "page=01", "page=%2B1", "page=+1"]
    {
        assert_eq!(site.get(&format!("/blog?{query}")).await.status, 404, "{query}");
    }
    for text in ["%00", "%FF", "%25", "%5C", "'", "%F0%9F%9A%80"] {
        for name in ["search", "tag", "section"] {
            let answer = site.get(&format!("/blog?{name}={text}")).await;
            assert_eq!((answer.status, &props(&answer)["props"]["total"]), (200, &json!(0)), "{name}={text}");
        }
    }
    assert_eq!(site.get(&format!("/blog?search={}", "x".repeat(5_000))).await.status, 200);
}

async fn no_public_address_takes_a_character_to_the_database_that_it_refuses(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for address in [
        "/x%00",
        "/x%00/",
        "/blog/x%00",
        "/blog/x%00/",
        "/blog?tag=x%00&search=x%00",
        "/blog?section=x%00",
        "/blog?sent=x%00",
        "/authors/x%00",
        "/preview/x%00",
        "/bookings/x%00",
        "/bookings/x%00?confirm=x%00",
        "/newsletter/confirm?token=x%00",
        "/newsletter/unsubscribe?token=x%00",
        "/auth?mode=confirm&token=x%00",
        "/auth?mode=update_password&token=x%00",
        "/cards/social/x%00.png",
        "/api/posts/x%00",
        "/api/posts?tag=x%00&section=x%00&search=x%00",
    ] {
        let answer = site.get(address).await;
        assert!(answer.status < 500, "{address}: {}", answer.status);
    }
    for address in ["/media/images/x%00.jpg", "/media/images/x%00-320.jpg", "/media/images/x%1F.jpg"] {
        assert_eq!(site.get(address).await.status, 404, "{address}");
    }
}

async fn the_listing_is_filtered_and_paged(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    for number in 0..14 {
        let tag = if number == 0 { "Analytics & Data" } else { "x" };
        staff.create(json!({"title": "T", "slug": format!("p{number}"), "published": true, "tags": [tag]})).await;
    }
    let first = props(&site.get("/blog").await)["props"].clone();
    assert_eq!((&first["page"], &first["pages"], &first["per_page"]), (&json!(1), &json!(2), &json!(12)));
    let second = props(&site.get("/blog?page=2").await);
    assert_eq!((&second["url"], second["props"]["posts"].as_array().unwrap().len()), (&json!("/blog?page=2"), 2));
    let filtered = props(&site.get("/blog?tag=Analytics+%26+Data&search=t").await)["props"].clone();
    assert_eq!((&filtered["total"], &filtered["filter"]["tag"]), (&json!(1), &json!("Analytics & Data")));
    assert_eq!(filtered["filter"]["search"], "t");
}

async fn a_post_has_its_pages(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let content = "<h2>One</h2><p>First page</p><a href='#two'>a</a><!-- pagebreak --><h2>Two</h2><p>Second page</p>\
                   <a href='#one'>b</a><a href='#two'>c</a>";
    staff.create(json!({"title": "T", "slug": "long", "published": true, "content": content})).await;
    let first = site.get("/blog/long").await;
    assert!(first.text().contains("First page") && !first.text().contains("Second page"));
    let second = site.get("/blog/long?page=2").await;
    assert!(second.text().contains("Second page") && !second.text().contains("First page"));
    assert_eq!(
        (&props(&second)["props"]["post"]["page"], &props(&second)["url"]),
        (&json!(2), &json!("/blog/long?page=2"))
    );
    // Links to a heading on another page lead there.
    let links = |text: &str, href: &str| text.contains(&format!("<a href=\"{href}\">"));
    assert!(links(first.text(), "/blog/long?page=2#two"), "{}", first.text());
    assert!(links(second.text(), "/blog/long#one") && links(second.text(), "#two"), "{}", second.text());
    for query in ["page=3", "page=0", "page=x", "page=02", "page=%2B2"] {
        let missing = site.get(&format!("/blog/long?{query}")).await;
        assert_eq!(missing.status, 404, "{query}");
        assert_eq!(props(&missing)["props"]["replace_with"], "/blog/long");
    }
}

async fn the_contact_page_opens_the_tab_that_is_asked_for(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for (query, tab) in [("", "message"), ("?tab=schedule", "schedule"), ("?tab=nonsense", "message")] {
        assert_eq!(props(&site.get(&format!("/contact{query}")).await)["props"]["tab"], tab, "{query}");
    }
}

async fn no_heading_takes_an_id_of_the_page_around_it(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let titles = ["Article", "Newsletter", "Newsletter e-mail", "Newsletter error", "Related title", "Main", "Root"];
    let content = titles.map(|title| format!("<h2>{title}</h2><p>Words</p>")).concat();
    for (slug, content) in [("a", content.as_str()), ("b", "<p>Other</p>")] {
        let post = json!({"title": slug, "slug": slug, "published": true, "tags": ["SEO"], "content": content});
        staff.create(post).await;
    }
    let page = site.get("/blog/a").await;
    let html = page.text();
    let ids: Vec<&str> =
        html.split(" id=\"").skip(1).filter_map(|rest| rest.split_once('"')).map(|(id, _)| id).collect();
    assert!(titles.len() < ids.len() && ids.contains(&"related-title"), "{ids:?}");
    for id in &ids {
        assert_eq!(ids.iter().filter(|other| other == &id).count(), 1, "{id} in {ids:?}");
    }
}

async fn a_local_site_shows_the_brands_domain_and_names_its_real_address(database: TestDatabase) {
    let local = TestSite::at(database, "http://127.0.0.1:8080").await;
    let page = local.get("/services").await;
    assert!(page.text().contains(">foundfirst.example</a>"), "the result line");
    assert!(page.text().contains("<link rel=\"canonical\" href=\"http://127.0.0.1:8080/services\""));
    assert!(!local.get("/sitemap.xml").await.text().contains("foundfirst.example"));
    let public = TestSite::new(TestDatabase::sqlite().await).await;
    assert!(public.get("/services").await.text().contains(">foundfirst.test</a>"));
    let cards = [local.get("/images/og-default.png").await.body, public.get("/images/og-default.png").await.body];
    assert_ne!(cards[0], cards[1], "the domain is in the image");
}
