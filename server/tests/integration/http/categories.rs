//! Categories: their pages, the addresses of former names, and the calls for staff.

use serde_json::{Value, json};

use super::site::{READER, Staff, TestDatabase, TestSite, bearer, each, id, on_both_engines, sign_in_before};

on_both_engines![
    a_renamed_category_is_renamed_everywhere_and_its_address_leads_on,
    an_earlier_version_of_a_post_has_the_current_names,
    a_former_name_that_is_in_use_again_redirects_nowhere,
    a_category_of_drafts_is_not_named,
    a_description_makes_a_page_of_its_own,
    categories_of_the_menus_keep_their_names,
    a_merge_is_recorded,
    only_staff_change_categories,
];

const CATEGORIES: &str = "/api/admin/categories";

async fn post(staff: &Staff<'_>, slug: &str, tag: &str) {
    staff.create(json!({"title": format!("Title of {slug}"), "slug": slug, "tags": [tag], "published": true})).await;
}

/// Returns the category with a name from the list.
async fn category(staff: &Staff<'_>, name: &str) -> Value {
    let listed = staff.get(CATEGORIES).await.ok(200);
    let found = listed["categories"].as_array().unwrap().iter().find(|category| category["name"] == name);
    found.unwrap_or_else(|| panic!("no category {name}")).clone()
}

async fn a_renamed_category_is_renamed_everywhere_and_its_address_leads_on(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    post(&staff, "one", "Log files").await;
    assert!(site.get("/blog?tag=Log%20files").await.text().contains("href=\"/blog/one\""));
    let mut found = category(&staff, "Log files").await;
    assert_eq!((&found["posts"], &found["is_fixed"]), (&json!(1), &json!(false)));
    assert_eq!(found["url"], "/blog?tag=Log%20files");
    found["name"] = json!("Logs & servers");
    let changed = staff.call("PUT", &format!("{CATEGORIES}/{}", id(&found)), &found).await.ok(200);
    assert_eq!((&changed["version"], &changed["posts"]), (&json!(2), &json!(1)));
    assert!(site.get("/blog?tag=Logs%20%26%20servers").await.text().contains("href=\"/blog/one\""));
    let old = site.get("/blog?tag=LOG%20files").await;
    assert_eq!((old.status, old.header("location")), (301, "/blog?tag=Logs%20%26%20servers"));
    assert_eq!(site.get("/api/posts?search=servers").await.ok(200)["total"], 1);
    for unknown in ["Unknown", "%00"] {
        assert_eq!(site.get(&format!("/blog?tag={unknown}")).await.status, 200, "{unknown}");
    }
    let log = staff.get("/api/admin/audit?object=category").await.ok(200);
    assert_eq!(log["entries"][0]["after"], json!({"name": "Logs & servers", "renamed_posts": 1}));
}

async fn an_earlier_version_of_a_post_has_the_current_names(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let tags = json!(["Log files", "Speed", "Server logs"]);
    // A category without posts is deleted.
    staff.create(json!({"title": "Other", "slug": "other", "tags": tags, "published": true})).await;
    let made = staff.create(json!({"title": "One", "slug": "one", "tags": tags, "published": true})).await;
    staff.change(&made, json!({"title": "Two", "tags": ["Speed"]})).await.ok(200);
    let mut logs = category(&staff, "Log files").await;
    logs["name"] = json!("Log analysis");
    let logs = staff.call("PUT", &format!("{CATEGORIES}/{}", id(&logs)), &logs).await.ok(200);
    let merged = category(&staff, "Server logs").await;
    let merge = json!({"into": logs["id"], "version": merged["version"]});
    staff.call("POST", &format!("{CATEGORIES}/{}/merge", id(&merged)), &merge).await.ok(200);
    let address = format!("/api/admin/posts/{}/revisions", id(&made));
    let list = staff.get(&address).await.ok(200);
    let earlier = staff.get(&format!("{address}/{}", id(&list["revisions"][0]))).await.ok(200);
    assert_eq!(earlier["post"]["tags"], json!(["Log analysis", "Speed"]));
}

async fn a_former_name_that_is_in_use_again_redirects_nowhere(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    post(&staff, "one", "Logs").await;
    let mut old = category(&staff, "Logs").await;
    old["name"] = json!("Server logs");
    let old = staff.call("PUT", &format!("{CATEGORIES}/{}", id(&old)), &old).await.ok(200);
    post(&staff, "two", "Logs").await;
    let narrowed = ["/blog?tag=Logs&search=zzz", "/blog?tag=Logs&featured=true"];
    for address in narrowed {
        let page = site.get(address).await;
        assert_eq!(page.status, 200, "{address} leads to {}", page.header("location"));
        assert!(!page.text().contains("href=\"/blog/two\""), "{address}");
    }
    let merge = json!({"into": category(&staff, "Logs").await["id"], "version": old["version"]});
    staff.call("POST", &format!("{CATEGORIES}/{}/merge", id(&old)), &merge).await.ok(200);
    for address in narrowed {
        assert_eq!(site.get(address).await.status, 200, "{address}");
    }
    let moved = site.get("/blog?tag=Server%20logs&search=zzz").await;
    assert_eq!((moved.status, moved.header("location")), (301, "/blog?tag=Logs&search=zzz"));
}

async fn a_category_of_drafts_is_not_named(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let input = json!({"title": "Draft", "slug": "draft", "tags": ["Project X"], "published": false});
    let draft = staff.create(input).await;
    let mut found = category(&staff, "Project X").await;
    found["name"] = json!("Project Nightjar");
    staff.call("PUT", &format!("{CATEGORIES}/{}", id(&found)), &found).await.ok(200);
    for guess in ["project%20nightjar", "Project%20X"] {
        let address = format!("/blog?tag={guess}");
        assert_eq!(site.get(&address).await.status, 200, "{guess}");
    }
    let draft = staff.get(&format!("/api/admin/posts/{}", id(&draft))).await.ok(200);
    staff.change(&draft, json!({"published": true})).await.ok(200);
    for guess in ["project%20nightjar", "Project%20X"] {
        let moved = site.get(&format!("/blog?tag={guess}")).await;
        assert_eq!(moved.header("location"), "/blog?tag=Project%20Nightjar", "{guess}");
    }
}

async fn a_description_makes_a_page_of_its_own(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.app.categories.add_fixed().await.unwrap();
    let staff = site.staff().await;
    for (name, slug) in [("Log files", "one"), ("Local SEO", "two")] {
        post(&staff, slug, name).await;
        let mut found = category(&staff, name).await;
        found["description"] = json!(format!("All about {name}, told by those who read it."));
        staff.call("PUT", &format!("{CATEGORIES}/{}", id(&found)), &found).await.ok(200);
        let address = found["url"].as_str().unwrap();
        let page = site.get(address).await;
        for text in [
            format!("All about {name}, told by those who read it."),
            format!("name=\"description\" content=\"All about {name}"),
            format!("rel=\"canonical\" href=\"https://foundfirst.test{address}\""),
        ] {
            assert!(page.text().contains(&text), "{name}: {text}");
        }
        assert!(page.text().contains("<meta name=\"robots\" content=\"max-image-preview:large\">"), "{name}");
        let map = site.get("/sitemap.xml").await;
        assert!(map.text().contains(&format!("<loc>https://foundfirst.test{address}</loc>")), "{name}");
    }
    let others = site.get("/blog?tag=log%20FILES").await;
    assert_eq!((others.status, others.header("location")), (301, "/blog?tag=Log%20files"), "one spelling is indexed");
    let from_mail = site.get("/blog?utm_source=mail&tag=log%20FILES&page=2").await;
    let kept = "/blog?tag=Log%20files&page=2&utm_source=mail";
    assert_eq!((from_mail.status, from_mail.header("location")), (301, kept));
    let searched = site.get("/blog?tag=Log%20files&search=one").await;
    assert!(!searched.text().contains("told by those"), "a search within it is not the category's page");
}

async fn categories_of_the_menus_keep_their_names(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.app.categories.add_fixed().await.unwrap();
    let staff = site.staff().await;
    let mut fixed = category(&staff, "Local SEO").await;
    assert_eq!((&fixed["posts"], &fixed["is_fixed"]), (&json!(0), &json!(true)));
    let address = format!("{CATEGORIES}/{}", id(&fixed));
    let other = category(&staff, "Mobile SEO").await;
    let merge = json!({"into": other["id"], "version": fixed["version"]});
    let refused = staff.call("POST", &format!("{address}/merge"), &merge).await;
    assert_eq!(refused.field("into"), "The site's menus link to this category, so it can't be merged");
    fixed["name"] = json!("Local search");
    let refused = staff.call("PUT", &address, &fixed).await;
    assert_eq!(refused.field("name"), "The site's menus link to this category, so it can't be renamed");
}

async fn a_merge_is_recorded(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.app.categories.add_fixed().await.unwrap();
    let staff = site.staff().await;
    post(&staff, "one", "Log files").await;
    let (old, into) = (category(&staff, "Log files").await, category(&staff, "Technical SEO").await);
    let address = format!("{CATEGORIES}/{}/merge", id(&old));
    let itself = staff.call("POST", &address, &json!({"into": old["id"], "version": old["version"]})).await;
    assert_eq!(itself.field("into"), "Choose another category");
    let merged = staff.call("POST", &address, &json!({"into": into["id"], "version": old["version"]})).await.ok(200);
    assert_eq!((&merged["name"], &merged["posts"]), (&json!("Technical SEO"), &json!(1)));
    let moved = site.get("/blog?tag=Log%20files").await;
    assert_eq!((moved.status, moved.header("location")), (301, "/blog?tag=Technical%20SEO"));
    let log = staff.get("/api/admin/audit?object=category").await.ok(200);
    assert_eq!(each(&log["entries"], "action"), ["category.merged"]);
    assert_eq!(log["entries"][0]["after"], json!({"into": "Technical SEO", "posts": 1}));
    let again = staff.call("POST", &address, &json!({"into": into["id"], "version": old["version"]})).await;
    assert_eq!(again.failure().0, 404);
}

async fn only_staff_change_categories(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.account(READER, false).await;
    let reader = bearer(&site.sign_in(READER).await);
    let one = format!("{CATEGORIES}/0191e0c0-0000-7000-8000-000000000001");
    let merge = format!("{one}/merge");
    for (method, address, body) in [
        ("GET", CATEGORIES, Value::Null),
        ("PUT", one.as_str(), json!({"name": "x", "version": 1})),
        ("POST", merge.as_str(), json!({"into": "0191e0c0-0000-7000-8000-000000000002", "version": 1})),
    ] {
        assert_eq!(site.call(method, address, &[], &body).await.failure().0, 401, "{method} {address}");
        let reads = site.call(method, address, &[("authorization", &reader)], &body).await.failure();
        assert_eq!((reads.0, reads.1.as_str()), (403, "not_admin"), "{method} {address}");
    }
    let page = site.get("/admin/categories").await;
    assert_eq!((page.status, page.header("location")), (303, sign_in_before("/admin/categories").as_str()));
    let staff = site.staff().await;
    assert_eq!(staff.get("/admin/categories").await.status, 200);
}
