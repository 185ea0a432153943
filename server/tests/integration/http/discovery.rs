//! Resources for machines: sitemap, robots.txt, feed, llms.txt, security.txt.

use serde_json::{Value, json};

use super::site::{TestDatabase, TestSite, on_both_engines, on_one_engine};

on_both_engines![
    every_file_is_of_its_type_and_is_not_sent_again,
    the_sitemap_lists_the_indexable_pages_and_no_other,
    the_feed_holds_the_latest_posts_as_they_read,
    texts_name_what_there_is,
    a_post_has_its_picture_in_every_shape,
    a_scheduled_post_appears_everywhere_at_its_moment,
    a_page_with_posts_is_dated_by_those_that_it_shows,
    files_follow_a_change_at_once,
    without_a_database_files_fail_and_are_never_empty,
];

on_one_engine![every_page_has_its_picture, card_and_manifest_are_of_the_brand, icons_are_of_the_brand,];

const FILES: [(&str, &str); 7] = [
    ("/site.webmanifest", "application/manifest+json"),
    ("/images/og-default.png", "image/png"),
    ("/sitemap.xml", "application/xml; charset=utf-8"),
    ("/feed.xml", "application/rss+xml; charset=utf-8"),
    ("/robots.txt", "text/plain; charset=utf-8"),
    ("/llms.txt", "text/plain; charset=utf-8"),
    ("/.well-known/security.txt", "text/plain; charset=utf-8"),
];

/// Returns the text of each occurrence of an element.
fn all<'a>(xml: &'a str, name: &str) -> Vec<&'a str> {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    xml.split(&open).skip(1).map(|rest| rest.split_once(&close).unwrap().0).collect()
}

async fn every_file_is_of_its_type_and_is_not_sent_again(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.staff().await.publish("one").await;
    for (address, content_type) in FILES {
        let first = site.get(address).await;
        assert_eq!((first.status, first.header("content-type")), (200, content_type), "{address}");
        assert_eq!(first.header("cache-control"), "public, max-age=0, must-revalidate");
        let again = [("if-none-match", first.header("etag"))];
        let again = site.call("GET", address, &again, &Value::Null).await;
        assert_eq!((again.status, again.body.len()), (304, 0), "{address}");
        let head = site.call("HEAD", address, &[], &Value::Null).await;
        assert_eq!((head.status, head.body.len(), head.header("etag")), (200, 0, first.header("etag")));
        assert_eq!(site.get(&format!("{address}?utm_source=x")).await.body, first.body);
        assert_eq!(site.post(address, &Value::Null).await.status, 405);
    }
    for address in ["/sitemap-1.xml", "/sitemap-x.xml", "/sitemap-1", "/sitemap-0.xml"] {
        assert_eq!(site.get(address).await.status, 404, "{address}: one file holds everything");
    }
}

async fn the_sitemap_lists_the_indexable_pages_and_no_other(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let empty = site.get("/sitemap.xml").await;
    assert!(!empty.text().contains("/blog"), "a list without posts is not indexed");
    let staff = site.staff().await;
    for number in 0..13 {
        let slug = format!("local-{number}");
        staff.create(json!({"title": slug, "slug": slug, "published": true, "tags": ["Analytics & Data"]})).await;
    }
    let paged = "<p>One</p><!-- pagebreak --><p>Two</p>";
    for (slug, fields) in [
        ("paged", json!({"content": paged})),
        ("syndicated", json!({"content": paged, "canonical_url": "https://elsewhere.test/original"})),
        ("own", json!({"canonical_url": "https://FoundFirst.test/blog/Own/?utm_source=x"})),
        ("draft", json!({"published": false})),
        ("later", json!({"published_date": "2026-11-21T09:40:00Z"})),
    ] {
        let mut post = json!({"title": format!("Title of {slug}"), "slug": slug, "published": true});
        for (key, value) in fields.as_object().unwrap() {
            post[key] = value.clone();
        }
        staff.create(post).await;
    }
    let map = site.get("/sitemap.xml").await;
    let addresses: Vec<String> = all(map.text(), "loc").iter().map(|loc| loc.replace("&amp;", "&")).collect();
    let paths: Vec<&str> =
        addresses.iter().map(|address| address.strip_prefix("https://foundfirst.test").unwrap()).collect();
    for path in &paths {
        let page = site.get(path).await;
        assert_eq!(page.status, 200, "{path}");
        let html = page.text();
        assert!(html.contains("<meta name=\"robots\" content=\"max-image-preview:large\">"), "{path} may be listed");
        let canonical = format!("rel=\"canonical\" href=\"https://foundfirst.test{}\"", path.replace('&', "&amp;"));
        assert!(html.contains(&canonical), "{path} is canonical");
    }
    for listed in [
        "/",
        "/about",
        "/services",
        "/seo",
        "/contact",
        "/privacy",
        "/blog",
        "/blog?page=2",
        "/blog?tag=Analytics%20%26%20Data",
        "/blog?tag=Analytics%20%26%20Data&page=2",
        "/blog/local-0",
        "/blog/own",
        "/blog/paged",
        "/blog/paged?page=2",
    ] {
        assert_eq!(paths.iter().filter(|path| **path == listed).count(), 1, "{listed} once in {paths:?}");
    }
    assert_eq!(paths.len(), 14 + 12, "and twelve more posts, but nothing else: {paths:?}");
    // Like its first page, later pages of a syndicated post are left out.
    assert!(site.get("/blog/syndicated?page=2").await.text().contains("content=\"noindex, follow\""));
    let posts = map.text().split("<url>").filter(|url| url.contains("/blog"));
    assert!(posts.clone().count() > 0);
    for url in posts {
        assert!(url.contains("<lastmod>2026-11-21T09:30:00Z</lastmod>"), "{url}");
    }
}

async fn the_feed_holds_the_latest_posts_as_they_read(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    for number in 0..52 {
        let date = format!("2026-09-01T00:{number:02}:00Z");
        let slug = format!("old-{number}");
        staff.create(json!({"title": slug, "slug": slug, "published": true, "published_date": date})).await;
    }
    let made = staff
        .create(json!({
            "title": "What ==log files== know & <say>",
            "slug": "logs",
            "summary": "Read <b>them</b> & \"learn\"",
            "author": "Ada \"Ace\" O'Byte",
            "tags": ["Analytics & Data"],
            "published": true,
            "published_date": "2026-10-02T08:05:09Z",
        }))
        .await;
    let feed = site.get("/feed.xml").await;
    let xml = feed.text();
    let items: Vec<&str> = all(xml, "item");
    assert_eq!(items.len(), 50);
    assert!(
        xml.contains(
            "<atom:link href=\"https://foundfirst.test/feed.xml\" rel=\"self\" type=\"application/rss+xml\"/>"
        )
    );
    let newest = items[0];
    assert_eq!(all(newest, "title"), ["What log files know &amp; &lt;say&gt;"]);
    assert_eq!(all(newest, "link"), ["https://foundfirst.test/blog/logs"]);
    assert_eq!(all(newest, "pubDate"), ["Fri, 02 Oct 2026 08:05:09 +0000"]);
    assert_eq!(all(newest, "category"), ["Analytics &amp; Data"]);
    let description = "Read &amp;lt;b&amp;gt;them&amp;lt;/b&amp;gt; &amp;amp; &amp;quot;learn&amp;quot;";
    assert_eq!(all(newest, "description"), [description]);
    // Renaming a post does not make it a new item for feed readers.
    let id = newest.split_once("isPermaLink=\"false\">").unwrap().1.split_once('<').unwrap().0.to_owned();
    staff.change(&made, json!({"slug": "log-files"})).await.ok(200);
    let again = site.get("/feed.xml").await;
    assert!(again.text().contains(&id) && again.text().contains("/blog/log-files<"));
    for address in ["/blog", "/blog/log-files"] {
        let link = "<link rel=\"alternate\" href=\"https://foundfirst.test/feed.xml\"";
        assert!(site.get(address).await.text().contains(link), "{address} names the feed");
    }
}

async fn texts_name_what_there_is(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let post = json!({"title": "On [==links==]", "slug": "links", "summary": "Two\nlines", "published": true});
    staff.create(post).await;
    let robots = site.get("/robots.txt").await;
    // The addresses of authors' pages begin like that of the sign-in page.
    let rules = "User-agent: *\nAllow: /author\nDisallow: /admin\nDisallow: /auth\nDisallow: /api\n\n";
    assert_eq!(robots.text(), format!("{rules}Sitemap: https://foundfirst.test/sitemap.xml\n"));
    let llms = site.get("/llms.txt").await;
    assert!(llms.text().starts_with("# Found First\n\n> "));
    assert!(llms.text().contains("\n- [On links](https://foundfirst.test/blog/links): Two lines\n"), "{}", llms.text());
    for address in llms.text().split("](https://foundfirst.test").skip(1).map(|rest| rest.split_once(')').unwrap().0) {
        assert_eq!(site.get(address).await.status, 200, "{address}");
    }
    let security = site.get("/.well-known/security.txt").await;
    assert!(security.text().contains("\nExpires: 2027-11-21T00:00:00Z\n"), "{}", security.text());
    site.advance(86_400);
    let tomorrow = site.get("/.well-known/security.txt").await;
    assert!(tomorrow.text().contains("\nExpires: 2027-11-22T00:00:00Z\n"), "it never runs out");
}

async fn a_post_has_its_picture_in_every_shape(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let made = staff.publish("one").await;
    staff.create(json!({"title": "Draft", "slug": "draft"})).await;
    let html = site.get("/blog/one").await.text().to_owned();
    for (shape, width, height) in [("social", 1200, 630), ("16x9", 1200, 675), ("4x3", 1200, 900), ("1x1", 1200, 1200)]
    {
        let address = format!("/cards/{shape}/one.png");
        let card = site.get(&address).await;
        assert_eq!((card.status, card.header("content-type")), (200, "image/png"), "{shape}");
        let edge = |at: usize| u32::from_be_bytes(card.body[at..at + 4].try_into().unwrap());
        assert_eq!((edge(16), edge(20)), (width, height), "{shape}");
        assert!(html.contains(&format!("https://foundfirst.test{address}")), "the post names {address}");
        let again = [("if-none-match", card.header("etag"))];
        assert_eq!(site.call("GET", &address, &again, &Value::Null).await.status, 304);
    }
    let before = site.get("/cards/social/one.png").await.body;
    let renamed = staff.change(&made, json!({"title": "Another title", "slug": "two"})).await.ok(200);
    let moved = site.get("/cards/social/one.png").await;
    assert_eq!(moved.header("location"), "/cards/social/two.png");
    assert_eq!(moved.header("cross-origin-resource-policy"), "cross-origin");
    assert_ne!(site.get("/cards/social/two.png").await.body, before, "it says the new title");
    staff.change(&renamed, json!({"published": false})).await.ok(200);
    for gone in ["social/two.png", "social/draft.png", "social/none.png", "2x1/two.png", "social/two", "social/%FF.png"]
    {
        assert_eq!(site.get(&format!("/cards/{gone}")).await.status, 404, "{gone}");
    }
}

async fn a_scheduled_post_appears_everywhere_at_its_moment(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let post = json!({
        "title": "Title of later", "slug": "later", "published": true, "featured": true, "section_tags": ["SEO"],
        "tags": ["Local SEO"], "published_date": "2026-11-21T09:40:00Z"
    });
    staff.create(post).await;
    let places = [
        "/",
        "/about",
        "/services",
        "/seo",
        "/blog",
        "/blog?tag=Local%20SEO",
        "/blog?search=later&latest=true",
        "/feed.xml",
        "/llms.txt",
        "/sitemap.xml",
        "/api/posts",
    ];
    let shown = async || {
        let mut count = 0;
        for place in places {
            count += usize::from(site.get(place).await.text().contains("/blog/later"));
        }
        (count, site.get("/blog/later").await.status)
    };
    assert_eq!(shown().await, (0, 404));
    site.advance(599);
    assert_eq!(shown().await, (0, 404));
    site.advance(1);
    assert_eq!(shown().await, (places.len(), 200));
}

async fn a_page_with_posts_is_dated_by_those_that_it_shows(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let old = staff.publish("old").await;
    for slug in ["a", "b", "c", "d"] {
        site.advance(60);
        staff.publish(slug).await;
    }
    let dates = async || {
        let map = site.get("/sitemap.xml").await.text().to_owned();
        let date = |path: &str| {
            let place = format!("<loc>https://foundfirst.test{path}</loc>");
            let (_, rest) = map.split_once(&place).unwrap_or_else(|| panic!("{path} is not in {map}"));
            rest.strip_prefix("<lastmod>").map(|rest| rest.split('<').next().unwrap_or_default().to_owned())
        };
        ["/", "/about", "/services", "/blog"].map(date)
    };
    let before = dates().await;
    assert_eq!(before[1], None, "no post is featured");
    site.advance(60);
    staff.change(&old, json!({"title": "Another title"})).await.ok(200);
    let after = dates().await;
    assert_eq!(before[..3], after[..3]);
    assert_ne!(before[3], after[3]);
}

async fn files_follow_a_change_at_once(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let made = staff.publish("one").await;
    let dated = |map: &str| map.split("<url>").find(|url| url.contains("/blog/one<")).unwrap_or_default().to_owned();
    let before = dated(site.get("/sitemap.xml").await.text());
    assert!(before.contains("<lastmod>2026-11-21T09:30:00Z<"), "{before}");
    site.advance(60);
    let made = staff.change(&made, json!({})).await.ok(200);
    assert_eq!(dated(site.get("/sitemap.xml").await.text()), before, "nothing has changed");
    let changed = staff.change(&made, json!({"title": "Another title"})).await.ok(200);
    assert!(dated(site.get("/sitemap.xml").await.text()).contains("<lastmod>2026-11-21T09:31:00Z<"));
    assert!(site.get("/feed.xml").await.text().contains("Another title"));
    staff.change(&changed, json!({"published": false})).await.ok(200);
    for address in ["/sitemap.xml", "/feed.xml", "/llms.txt"] {
        assert!(!site.get(address).await.text().contains("/blog/one"), "{address}");
    }
}

async fn without_a_database_files_fail_and_are_never_empty(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.app.database.clone().close().await;
    for address in ["/sitemap.xml", "/feed.xml", "/llms.txt"] {
        let answer = site.get(address).await;
        assert_eq!((answer.status, answer.header("cache-control")), (503, "no-store"), "{address}");
        assert_eq!(answer.header("retry-after"), "5");
    }
    for address in ["/robots.txt", "/.well-known/security.txt"] {
        assert_eq!(site.get(address).await.status, 200, "{address} needs no database");
    }
}

async fn every_page_has_its_picture(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let mut cards = std::collections::HashSet::new();
    for page in ["", "about", "services", "seo", "contact", "blog", "privacy"] {
        let address = format!("/cards/page/{}.png", if page.is_empty() { "home" } else { page });
        let html = site.get(&format!("/{page}")).await;
        assert!(html.text().contains(&format!("https://foundfirst.test{address}")), "/{page} names {address}");
        let card = site.get(&address).await;
        assert_eq!((card.status, card.header("content-type")), (200, "image/png"), "{address}");
        assert!(cards.insert(card.body), "{address} is like another");
    }
    for unknown in ["none.png", "about"] {
        assert_eq!(site.get(&format!("/cards/page/{unknown}")).await.status, 404, "{unknown}");
    }
}

async fn card_and_manifest_are_of_the_brand(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let acme = TestSite::with(TestDatabase::sqlite().await, |config, _| {
        config.site = foundfirst::site::Site::parse("site.toml", "name = \"Acme Search\"").unwrap().into();
    })
    .await;
    assert_eq!(site.get("/site.webmanifest").await.parsed()["short_name"], "Found First");
    assert_eq!(acme.get("/site.webmanifest").await.parsed()["short_name"], "Acme Search");
    let cards = [site.get("/images/og-default.png").await.body, acme.get("/images/og-default.png").await.body];
    assert_ne!(cards[0], cards[1], "the brand is in the image");
    for card in cards {
        let picture = image::load_from_memory(&card).unwrap();
        assert_eq!((picture.width(), picture.height()), (1200, 630));
    }
}

async fn icons_are_of_the_brand(database: TestDatabase) {
    let acme = TestSite::with(database, |config, _| {
        config.site = foundfirst::site::Site::parse("site.toml", "name = \"Acme Search\"").unwrap().into();
    })
    .await;
    let site = TestSite::new(TestDatabase::sqlite().await).await;
    for (address, content_type) in [
        ("/favicon.svg", "image/svg+xml"),
        ("/favicon-32.png", "image/png"),
        ("/favicon.ico", "image/x-icon"),
        ("/apple-touch-icon.png", "image/png"),
        ("/icon-192.png", "image/png"),
        ("/icon-512.png", "image/png"),
        ("/favicon-maskable.svg", "image/svg+xml"),
    ] {
        let own = acme.get(address).await;
        assert_eq!((own.status, own.header("content-type")), (200, content_type), "{address}");
        // The SVG icons of the built-in brand are built files, which this server does not have.
        let file = content_type == "image/svg+xml";
        assert_eq!(site.get(address).await.status, if file { 404 } else { 200 }, "{address}");
    }
}
