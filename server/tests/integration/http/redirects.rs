//! `/api/admin/redirects` and `/api/admin/missed-addresses`, and the responses at these addresses.

use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};

use super::site::{ADMIN, Answer, READER, Staff, TestDatabase, TestSite, bearer, each, id, on_both_engines};

on_both_engines![
    only_administrators_have_access,
    a_redirect_works_at_once_and_ends_at_once,
    one_hop_is_enough,
    one_hop_leads_to_a_renamed_category,
    a_long_address_is_redirected,
    a_page_is_never_hidden,
    wrong_addresses_are_refused_by_name,
    a_renamed_post_is_listed_and_its_redirect_deleted,
    redirects_follow_a_renamed_post,
    a_draft_takes_no_address_before_it_is_published,
    a_draft_at_the_source_of_a_redirect_to_it_makes_no_circle,
    a_scheduled_post_takes_its_address_when_it_appears,
    a_post_that_is_deleted_for_good_leaves_no_earlier_redirect,
    a_former_address_that_leads_nowhere_can_be_redirected,
    an_address_in_other_capitals_leads_to_the_page,
    an_address_says_which_redirect_ends,
    missed_addresses_are_counted,
    an_address_is_missed_until_its_post_appears,
    readers_never_write,
];

const LIST: &str = "/api/admin/redirects";

async fn make(staff: &Staff<'_>, source: &str, target: &str) -> Answer {
    staff.call("POST", LIST, &json!({ "source": source, "target": target })).await
}

/// Returns the status and the target of a path.
async fn hop(site: &TestSite, path: &str) -> (u16, String) {
    let answer = site.get(path).await;
    (answer.status, answer.header("location").to_owned())
}

fn to(target: &str) -> (u16, String) {
    (301, target.to_owned())
}

async fn only_administrators_have_access(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.account(READER, false).await;
    let reader = bearer(&site.sign_in(READER).await);
    for (method, path) in [
        ("GET", LIST),
        ("POST", LIST),
        ("PUT", "/api/admin/redirects/post:a"),
        ("DELETE", "/api/admin/redirects/post:a"),
        ("GET", "/api/admin/missed-addresses"),
        ("DELETE", "/api/admin/missed-addresses/1"),
        ("GET", "/api/admin/post-address?slug=a"),
    ] {
        assert_eq!(site.call(method, path, &[], &Value::Null).await.status, 401, "{method} {path}");
        let headers = [("authorization", reader.as_str())];
        assert_eq!(site.call(method, path, &headers, &Value::Null).await.status, 403, "{method} {path}");
    }
}

async fn a_redirect_works_at_once_and_ends_at_once(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    assert_eq!(site.get("/old-page").await.status, 404);
    let made = make(&staff, "https://foundfirst.test/Old-Page/?x=1", "/seo#faq").await.ok(201);
    assert_eq!(
        (&made["source"], &made["target"], &made["kind"]),
        (&json!("/old-page"), &json!("/seo#faq"), &json!("by_hand"))
    );
    for path in ["/old-page", "/OLD-page", "/old-page/"] {
        assert_eq!(hop(&site, path).await, to("/seo#faq"), "{path}");
    }
    let data = site.data("/old-page", &[]).await.ok(200);
    assert_eq!(data["redirect"], "/seo#faq");
    let one = format!("{LIST}/{}", id(&made));
    let changed = staff.call("PUT", &one, &json!({ "source": "/old", "target": "https://other.test/a" })).await.ok(200);
    assert_eq!(changed["hits"], 4);
    assert_eq!(hop(&site, "/old?utm_source=x").await, to("https://other.test/a?utm_source=x"));
    assert_eq!(site.get("/old-page").await.status, 404);
    assert_eq!(staff.call("DELETE", &one, &Value::Null).await.status, 204);
    assert_eq!(site.get("/old").await.status, 404);
    assert_eq!(staff.call("DELETE", &one, &Value::Null).await.failure().0, 404);
    assert_eq!(staff.call("PUT", &one, &json!({ "source": "/old", "target": "/" })).await.failure().0, 404);
    let recorded = staff.get(&format!("/api/admin/audit?object={}", id(&made))).await.ok(200);
    assert_eq!(each(&recorded["entries"], "action"), ["redirect.deleted", "redirect.changed", "redirect.created"]);
}

async fn one_hop_is_enough(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    make(&staff, "/b", "/c").await.ok(201);
    assert_eq!(make(&staff, "/a", "/b").await.ok(201)["target"], "/c");
    make(&staff, "/c", "/about").await.ok(201);
    for path in ["/a", "/b", "/c"] {
        assert_eq!(hop(&site, path).await, to("/about"), "{path}");
    }
    for own in ["/D/", "https://FoundFirst.test:443/d"] {
        let circle = make(&staff, "/d", own).await;
        assert_eq!(circle.field("target"), "This redirect would lead back to its own source", "{own}");
    }
    let taken = make(&staff, "/a", "/x").await.failure();
    assert_eq!((taken.0, taken.1.as_str()), (409, "source_taken"));
    let found = staff.get(&format!("{LIST}?search=/B")).await.ok(200);
    assert_eq!(each(&found["redirects"], "source"), ["/b"]);
}

async fn one_hop_leads_to_a_renamed_category(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    staff.create(json!({ "title": "One", "slug": "one", "tags": ["Log files"], "published": true })).await;
    make(&staff, "/logs", "/blog?tag=log%20files").await.ok(201);
    assert_eq!(hop(&site, "/logs").await, to("/blog?tag=Log%20files"), "only one spelling is indexed");
    let listed = staff.get("/api/admin/categories").await.ok(200);
    let mut category =
        listed["categories"].as_array().unwrap().iter().find(|it| it["name"] == "Log files").unwrap().clone();
    category["name"] = json!("Server logs");
    staff.call("PUT", &format!("/api/admin/categories/{}", id(&category)), &category).await.ok(200);
    for path in ["/logs", "/logs/?utm_source=x", "/blog/?tag=Log%20files", "/blog/?tag=server%20logs"] {
        assert_eq!(hop(&site, path).await, to("/blog?tag=Server%20logs"), "{path}");
    }
    assert_eq!(site.data("/logs", &[]).await.ok(200)["redirect"], "/blog?tag=Server%20logs");
    make(&staff, "/about-logs", "/about?tag=Log%20files").await.ok(201);
    assert_eq!(hop(&site, "/about-logs").await, to("/about?tag=Log%20files"), "only the blog has categories");
}

async fn a_long_address_is_redirected(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let made = make(&staff, &format!("/{}", "\u{436}".repeat(90)), "/seo").await.ok(201);
    let path = made["source"].as_str().unwrap();
    assert!(path.len() > 512, "the cache keeps no such address");
    assert_eq!(hop(&site, path).await, to("/seo"));
    assert_eq!(site.data(path, &[]).await.ok(200)["redirect"], "/seo");
    assert_eq!(site.get(&format!("{path}x")).await.status, 404);
}

async fn a_page_is_never_hidden(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    staff.publish("one").await;
    for page in ["/", "/about", "/blog", "/blog/one"] {
        assert_eq!(make(&staff, page, "/seo").await.field("source"), "There is a page at this address", "{page}");
    }
    staff.call("POST", "/api/admin/authors", &json!({"name": "Zoë Hale"})).await.ok(201);
    assert_eq!(make(&staff, "/authors/Zoe-Hale", "/seo").await.field("source"), "There is a page at this address");
    make(&staff, "/authors/nobody", "/seo").await.ok(201);
    for own in ["/feed.xml", "/healthz", "/blog-post-manager", "/favicon.ico", "/placeholder.svg"] {
        let refused = make(&staff, own, "/seo").await.field("source");
        assert_eq!(refused, "This address is used by the website itself", "{own}");
    }
    let old_picture = "/images/old.jpg";
    make(&staff, old_picture, "/about").await.ok(201);
    assert_eq!(hop(&site, old_picture).await, to("/about"));
    // A new post takes its address over from a redirect.
    make(&staff, "/blog/two", "/seo").await.ok(201);
    assert_eq!(hop(&site, "/blog/two").await, to("/seo"));
    staff.publish("two").await;
    assert_eq!(site.get("/blog/two").await.status, 200);
    assert_eq!(each(&staff.get(LIST).await.ok(200)["redirects"], "source"), [old_picture, "/authors/nobody"]);
}

async fn wrong_addresses_are_refused_by_name(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let both = make(&staff, "old", "http://a.test").await;
    assert_eq!(both.field("source"), "Enter a path on this site, such as /old-page");
    assert!(both.field("target").starts_with("Enter a path on this site, such as /blog, or"));
    assert_eq!(make(&staff, "/api/x", "/").await.field("source"), "This address is used by the website itself");
}

async fn a_renamed_post_is_listed_and_its_redirect_deleted(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    rename(&staff, &staff.publish("one").await, "two").await;
    assert_eq!(hop(&site, "/blog/one").await, to("/blog/two"));
    let list = staff.get(LIST).await.ok(200);
    let row = &list["redirects"][0];
    assert_eq!((&list["total"], &row["kind"], &row["hits"]), (&json!(1), &json!("renamed_post"), &json!(1)));
    assert_eq!((&row["source"], &row["target"]), (&json!("/blog/one"), &json!("/blog/two")));
    for (search, total) in [("/blog", 1), ("blog/one", 1), ("/BLOG/Two", 1), ("/blog/three", 0), ("two/blog", 0)] {
        let found = staff.get(&format!("{LIST}?search={search}")).await.ok(200);
        assert_eq!(found["total"], total, "{search}");
    }
    assert_eq!(make(&staff, "/blog/one", "/seo").await.failure().1, "source_taken");
    assert_eq!(make(&staff, "/x", "/blog/one").await.ok(201)["target"], "/blog/two");
    let address = format!("{LIST}/{}", row["id"].as_str().unwrap());
    let change = json!({ "source": "/y", "target": "/seo" });
    assert_eq!(staff.call("PUT", &address, &change).await.failure().0, 422);
    assert_eq!(staff.call("DELETE", &address, &Value::Null).await.status, 204);
    assert_eq!(site.get("/blog/one").await.status, 404);
    for unknown in ["post:one", "post:%00", "post:", "%00"] {
        let answer = staff.call("DELETE", &format!("{LIST}/{unknown}"), &Value::Null).await;
        assert_eq!(answer.failure().0, 404, "{unknown}");
    }
}

async fn an_address_says_which_redirect_ends(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let leads = async |slug: &str| {
        let answer = staff.get(&format!("/api/admin/post-address?slug={slug}")).await.ok(200);
        answer["redirects_to"].as_str().map(str::to_owned)
    };
    make(&staff, "/blog/by-hand", "/seo#faq").await.ok(201);
    let post = staff.publish("one").await;
    rename(&staff, &post, "two").await;
    assert_eq!(leads("by-hand").await.as_deref(), Some("/seo#faq"));
    assert_eq!(leads("one").await.as_deref(), Some("/blog/two"));
    for free in ["two", "three", "", "%00"] {
        assert_eq!(leads(free).await, None, "{free}");
    }
    staff.call("DELETE", &format!("/api/admin/posts/{}", id(&post)), &Value::Null).await;
    assert_eq!(leads("one").await, None, "nothing is lost where the redirect leads nowhere");
}

async fn redirects_follow_a_renamed_post(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let post = staff.publish("one").await;
    make(&staff, "/old", "/blog/one").await.ok(201);
    make(&staff, "/prices", "/blog/one?a=1#prices").await.ok(201);
    make(&staff, "/blog/two", "/blog/one").await.ok(201);
    rename(&staff, &post, "two").await;
    assert_eq!(hop(&site, "/old").await, to("/blog/two"));
    assert_eq!(hop(&site, "/prices").await, to("/blog/two?a=1#prices"), "query and fragment stay");
    assert_eq!(site.get("/blog/two").await.status, 200);
    // The same for targets that are redirected themselves, whose own query and fragment win.
    for (source, target, found) in [
        ("/x", "/blog/one#faq", "/blog/two#faq"),
        ("/y", "/old?b=2", "/blog/two?b=2"),
        ("/z", "/prices?b=2", "/blog/two?a=1#prices"),
    ] {
        assert_eq!(make(&staff, source, target).await.ok(201)["target"], found, "{source}");
    }
}

async fn a_draft_takes_no_address_before_it_is_published(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let post = staff.publish("one").await;
    rename(&staff, &post, "two").await;
    make(&staff, "/blog/by-hand", "/seo").await.ok(201);
    let draft = async |slug: &str| staff.create(json!({"title": "Draft", "slug": slug, "published": false})).await;
    for (slug, target) in [("one", "/blog/two"), ("by-hand", "/seo")] {
        let path = format!("/blog/{slug}");
        let made = draft(slug).await;
        assert_eq!(hop(&site, &path).await, to(target), "{slug}: a draft is there");
        let made = staff.change(&made, json!({"slug": format!("{slug}-else")})).await.ok(200);
        assert_eq!(hop(&site, &path).await, to(target), "{slug}: the draft has gone elsewhere");
        let made = staff.change(&made, json!({"slug": slug})).await.ok(200);
        let address = format!("/api/admin/posts/{}", id(&made));
        assert_eq!(staff.call("DELETE", &address, &Value::Null).await.status, 204);
        assert_eq!(hop(&site, &path).await, to(target), "{slug}: the draft is in the trash");
        let made = staff.call("POST", &format!("{address}/restore"), &Value::Null).await.ok(200);
        assert_eq!(hop(&site, &path).await, to(target), "{slug}: the draft is back");
        staff.change(&made, json!({"published": true})).await.ok(200);
        assert_eq!(site.get(&path).await.status, 200, "{slug}: the post is published");
    }
    assert_eq!(staff.get(LIST).await.ok(200)["redirects"].as_array().unwrap().len(), 2, "those of the other slugs");
    let made = draft("three").await;
    make(&staff, "/blog/three", "/seo").await.ok(201);
    assert_eq!(hop(&site, "/blog/three").await, to("/seo"), "no reader can see the draft");
    staff.change(&made, json!({"published": true})).await.ok(200);
    assert_eq!(site.get("/blog/three").await.status, 200);
    assert_eq!(make(&staff, "/blog/three", "/seo").await.failure().0, 422, "a page is there");
}

async fn a_draft_at_the_source_of_a_redirect_to_it_makes_no_circle(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let draft = staff.create(json!({"title": "Draft", "slug": "one", "published": false})).await;
    make(&staff, "/blog/two", "/blog/one").await.ok(201);
    let draft = staff.change(&draft, json!({"slug": "two"})).await.ok(200);
    assert_eq!(hop(&site, "/blog/two").await, to("/blog/one"));
    staff.change(&draft, json!({"published": true})).await.ok(200);
    assert_eq!(site.get("/blog/two").await.status, 200);
    assert_eq!(hop(&site, "/blog/one").await, to("/blog/two"));
}

async fn a_post_that_is_deleted_for_good_leaves_no_earlier_redirect(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    make(&staff, "/blog/by-hand", "/seo").await.ok(201);
    let input = json!({"title": "A", "slug": "by-hand", "published": true, "published_date": "2026-11-30"});
    let address = format!("/api/admin/posts/{}?permanent=true", id(&staff.create(input).await));
    site.advance(10 * 24 * 3600);
    let staff = Staff { site: &site, bearer: bearer(&site.sign_in(ADMIN).await) };
    assert_eq!(staff.call("DELETE", &address, &Value::Null).await.status, 204);
    assert_eq!(site.get("/blog/by-hand").await.status, 404);

    let input = json!({"title": "A", "slug": "by-hand", "published": true});
    let address = format!("/api/admin/posts/{}", id(&staff.create(input).await));
    assert_eq!(staff.call("DELETE", &address, &Value::Null).await.status, 204);
    make(&staff, "/blog/by-hand", "/seo").await.ok(201);
    assert_eq!(staff.call("DELETE", &format!("{address}?permanent=true"), &Value::Null).await.status, 204);
    assert_eq!(hop(&site, "/blog/by-hand").await, to("/seo"), "made while the post was in the trash");
}

async fn a_scheduled_post_takes_its_address_when_it_appears(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let former = staff.publish("former").await;
    rename(&staff, &former, "other").await;
    make(&staff, "/blog/by-hand", "/seo").await.ok(201);
    let targets = [("former", "/blog/other"), ("by-hand", "/seo")];
    let schedule = async |slug: &str| {
        let input = json!({"title": slug, "slug": slug, "published": true, "published_date": "2026-11-30"});
        staff.create(input).await
    };
    let made = [schedule("former").await, schedule("by-hand").await];
    for (post, (slug, target)) in made.iter().zip(targets) {
        let (path, address) = (format!("/blog/{slug}"), format!("/api/admin/posts/{}", id(post)));
        assert_eq!(hop(&site, &path).await, to(target), "{slug}: the post is scheduled");
        assert_eq!(staff.call("DELETE", &address, &Value::Null).await.status, 204);
        let post = staff.call("POST", &format!("{address}/restore"), &Value::Null).await.ok(200);
        assert_eq!(hop(&site, &path).await, to(target), "{slug}: the scheduled post was in the trash");
        let draft = staff.change(&post, json!({"published": false})).await.ok(200);
        assert_eq!(hop(&site, &path).await, to(target), "{slug}: the post is a draft again");
        staff.change(&draft, json!({"published": true})).await.ok(200);
    }
    assert_eq!(staff.get(LIST).await.ok(200)["total"], 2);
    site.advance(10 * 24 * 3600);
    let staff = Staff { site: &site, bearer: bearer(&site.sign_in(ADMIN).await) };
    // The former address of a post that has appeared redirects to its new one.
    let post = staff.get(&format!("/api/admin/posts/{}", id(&made[0]))).await.ok(200);
    assert_eq!(site.get("/blog/former").await.status, 200);
    rename(&staff, &post, "newer").await;
    assert_eq!(hop(&site, "/blog/former").await, to("/blog/newer"));
    assert_eq!(site.get("/blog/by-hand").await.status, 200);
    assert_eq!(each(&staff.get(LIST).await.ok(200)["redirects"], "source"), ["/blog/former"]);
    let address = format!("/api/admin/posts/{}", id(&made[1]));
    assert_eq!(staff.call("DELETE", &address, &Value::Null).await.status, 204);
    assert_eq!(site.get("/blog/by-hand").await.status, 404);
}

async fn a_former_address_that_leads_nowhere_can_be_redirected(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let trashed = staff.publish("one").await;
    rename(&staff, &trashed, "two").await;
    let address = format!("/api/admin/posts/{}", id(&trashed));
    assert_eq!(staff.call("DELETE", &address, &Value::Null).await.status, 204);
    let draft = staff.create(json!({"title": "Draft", "slug": "three", "published": false})).await;
    let draft = staff.change(&draft, json!({"slug": "four"})).await.ok(200);
    assert_eq!(staff.get(LIST).await.ok(200)["total"], 0);
    for old in ["/blog/one", "/blog/three"] {
        assert_eq!(site.get(old).await.status, 404, "{old}");
        make(&staff, old, "/seo").await.ok(201);
        assert_eq!(hop(&site, old).await, to("/seo"), "{old}");
    }
    // The redirects that staff have chosen stay.
    staff.call("POST", &format!("{address}/restore"), &Value::Null).await.ok(200);
    staff.change(&draft, json!({"published": true})).await.ok(200);
    for old in ["/blog/one", "/blog/three"] {
        assert_eq!(hop(&site, old).await, to("/seo"), "{old}: the post is live");
    }
    assert_eq!(each(&staff.get(LIST).await.ok(200)["redirects"], "source"), ["/blog/three", "/blog/one"]);
    assert_eq!(make(&staff, "/old", "/blog/one").await.ok(201)["target"], "/seo");
}

async fn an_address_in_other_capitals_leads_to_the_page(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.get("/blog/one").await;
    site.get("/blog/two").await;
    site.get("/blog/none").await;
    site.get("/authors/zoe-hale").await;
    let missed = async || staff.get("/api/admin/missed-addresses").await.ok(200);
    assert_eq!(missed().await["total"], 4);
    rename(&staff, &staff.publish("one").await, "two").await;
    staff.call("POST", "/api/admin/authors", &json!({"name": "Zoë Hale"})).await.ok(201);
    for (path, target) in [
        ("/blog/TWO?page=1", "/blog/two?page=1"),
        ("/blog/Two/", "/blog/two"),
        ("/blog/ONE", "/blog/two"),
        ("/authors/Zoe-Hale?x=1", "/authors/zoe-hale?x=1"),
        ("/authors/Zoe-Hale/", "/authors/zoe-hale"),
        ("/authors/zoe-hale/?x=1", "/authors/zoe-hale?x=1"),
    ] {
        assert_eq!(hop(&site, path).await, to(target), "{path}");
    }
    for none in ["/blog/NONE", "/authors/Nobody", "/authors/nobody/"] {
        assert_eq!(site.get(none).await.status, 404, "{none}");
    }
    let list = missed().await;
    let paths = each(&list["addresses"], "path");
    assert_eq!((paths, &list["total"]), (vec!["/authors/nobody", "/blog/none"], &json!(2)));
}

async fn rename(staff: &Staff<'_>, post: &Value, slug: &str) {
    staff.change(post, json!({ "slug": slug })).await.ok(200);
}

async fn missed_addresses_are_counted(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    for path in ["/old-page?token=secret", "/Old-Page", "/wp-login.php", "/admin/none", "/blog?page=99", "/x.php"] {
        site.get(path).await;
    }
    let get = async |path: &str, headers: &[(&str, &str)]| site.call("GET", path, headers, &Value::Null).await;
    get("/picture", &[("sec-fetch-dest", "image")]).await;
    get("/in-advance", &[("sec-purpose", "prefetch;prerender")]).await;
    site.call("HEAD", "/head", &[], &Value::Null).await;
    site.data("/click", &[]).await;
    let list = staff.get("/api/admin/missed-addresses").await.ok(200);
    assert_eq!((each(&list["addresses"], "path"), &list["addresses"][0]["misses"]), (vec!["/old-page"], &json!(2)));
    let page = staff.get("/admin/redirects").await;
    assert!(page.status == 200 && page.text().contains("/old-page"));
    // A miss that is not written yet is not listed later.
    site.get("/old-page").await;
    make(&staff, "/old-page", "/seo").await.ok(201);
    assert_eq!(staff.get("/api/admin/missed-addresses").await.ok(200)["total"], 0);

    site.get("/other").await;
    let list = staff.get("/api/admin/missed-addresses").await.ok(200);
    let one = format!("/api/admin/missed-addresses/{}", id(&list["addresses"][0]));
    assert_eq!(staff.call("DELETE", &one, &Value::Null).await.status, 204);
    assert_eq!(staff.call("DELETE", &one, &Value::Null).await.failure().0, 404);
}

async fn an_address_is_missed_until_its_post_appears(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    for path in ["/blog/draft", "/blog/soon", "/blog/formerly-soon", "/blog/live"] {
        assert_eq!(site.get(path).await.status, 404, "{path}");
    }
    let missed = async |staff: &Staff<'_>| {
        let list = staff.get("/api/admin/missed-addresses").await.ok(200);
        let mut paths: Vec<String> = each(&list["addresses"], "path").into_iter().map(str::to_owned).collect();
        paths.sort();
        assert_eq!(list["total"], paths.len());
        paths
    };
    staff.publish("live").await;
    staff.create(json!({"title": "Draft", "slug": "draft", "published": false})).await;
    let scheduled =
        json!({"title": "Soon", "slug": "formerly-soon", "published": true, "published_date": "2026-11-30"});
    rename(&staff, &staff.create(scheduled).await, "soon").await;
    assert_eq!(missed(&staff).await, ["/blog/draft", "/blog/formerly-soon", "/blog/soon"]);
    site.advance(10 * 24 * 3600);
    let staff = Staff { site: &site, bearer: bearer(&site.sign_in(ADMIN).await) };
    assert_eq!(missed(&staff).await, ["/blog/draft"]);
    assert_eq!(hop(&site, "/blog/formerly-soon").await, to("/blog/soon"));
}

async fn readers_never_write(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    rename(&staff, &staff.publish("one").await, "two").await;
    make(&staff, "/old", "/seo").await.ok(201);
    let database = &site.app.database;
    let counted = async || {
        let sql = "SELECT (SELECT count(*) FROM missed_addresses) AS misses, \
                   (SELECT count(*) FROM manual_redirects WHERE hits > 0) AS by_hand, \
                   (SELECT count(*) FROM redirects WHERE hits > 0) AS renamed";
        let statement = Statement::from_string(database.reader().get_database_backend(), sql);
        let row = database.reader().query_one_raw(statement).await.unwrap().unwrap();
        ["misses", "by_hand", "renamed"].map(|column| row.try_get::<i64>("", column).unwrap())
    };
    // On SQLite, a write would wait for this one.
    let held = database.begin_write().await.unwrap();
    for (path, status) in [("/none", 404), ("/blog/none", 404), ("/old", 301), ("/blog/one", 301)] {
        assert_eq!(site.get(path).await.status, status, "{path}");
    }
    drop(held);
    assert_eq!(counted().await, [0, 0, 0]);
    site.app.redirects.flush().await.unwrap();
    assert_eq!(counted().await, [2, 1, 1]);
}
