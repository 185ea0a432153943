//! The sign-in page and the pages behind it.

use serde_json::{Value, json};

use super::site::{
    ADMIN, Answer, PASSWORD, READER, TestDatabase, TestSite, bearer, id, on_both_engines, sign_in_before,
};

on_both_engines![
    admin_pages_lead_to_sign_in_without_a_session,
    an_account_without_rights_is_told_so,
    staff_see_their_pages,
    the_sign_in_form_works_without_javascript,
    the_sign_in_page_redirects_a_signed_in_user,
    private_responses_are_not_cacheable,
    a_page_number_beyond_the_last_leads_there,
];

const PAGES: [&str; 8] = [
    "/admin",
    "/admin/blog",
    "/admin/blog/new",
    "/admin/blog/edit/019ab000-0000-7000-8000-000000000000",
    "/blog-post-manager",
    "/admin/nothing",
    "/admin/blog?sort=title",
    "/admin/account",
];

async fn admin_pages_lead_to_sign_in_without_a_session(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for address in PAGES {
        let sign_in = sign_in_before(address);
        for headers in [vec![], vec![("cookie", "__Host-ff_access=nonsense")]] {
            let answer = site.call("GET", address, &headers, &Value::Null).await;
            assert_eq!((answer.status, answer.header("location")), (303, sign_in.as_str()), "{address}");
        }
        let data = site.data(address, &[]).await.ok(200);
        assert_eq!(data, json!({"redirect": sign_in, "replace": true}), "{address}");
    }
}

async fn an_account_without_rights_is_told_so(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    staff.create(json!({"title": "Secret draft", "slug": "draft"})).await;
    site.account(READER, false).await;
    let reader = bearer(&site.sign_in(READER).await);
    for address in PAGES {
        let answer = site.call("GET", address, &[("authorization", &reader)], &Value::Null).await;
        assert_eq!(answer.status, 403, "{address}");
        assert!(answer.text().contains(READER) && !answer.text().contains("Secret"), "{address}");
        let data = site.data(address, &[("authorization", &reader)]).await.ok(403);
        assert_eq!((&data["component"], &data["props"]["email"]), (&json!("admin/forbidden"), &json!(READER)));
    }
}

async fn staff_see_their_pages(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let draft = staff.create(json!({"title": "Secret draft", "slug": "draft", "tags": ["t"]})).await;
    let data = async |address: &str| site.data(address, &[("authorization", &staff.bearer)]).await;
    let home = staff.get("/admin").await;
    assert_eq!((home.status, home.header("location")), (303, "/admin/blog"));
    for address in ["/admin/blog", "/blog-post-manager"] {
        let list = data(address).await.ok(200);
        assert_eq!((&list["component"], &list["props"]["path"]), (&json!("admin/posts/list"), &json!(address)));
        assert_eq!(list["props"]["posts"][0]["title"], "Secret draft");
        assert_eq!(list["props"]["me"]["email"], ADMIN);
    }
    let searched = data("/admin/blog?search=nothing&sort=title&dir=asc&status=draft").await.ok(200)["props"].clone();
    assert_eq!((&searched["total"], &searched["sort"], &searched["dir"]), (&json!(0), &json!("title"), &json!("asc")));
    assert_eq!(data("/admin/blog?sort=nonsense").await.ok(200)["props"]["total"], 1);
    let edit = data(&format!("/admin/blog/edit/{}", id(&draft))).await.ok(200);
    assert_eq!((&edit["component"], &edit["props"]["post"]), (&json!("admin/posts/edit"), &draft));
    assert_eq!(data("/admin/blog/new").await.ok(200)["props"]["post"], Value::Null);
    for address in [PAGES[3], "/admin/blog/edit/nonsense"] {
        assert_eq!(data(address).await.ok(404)["props"]["replace_with"], "/admin/blog");
    }
    assert_eq!(staff.get("/admin/nothing").await.status, 404);
}

async fn the_sign_in_form_works_without_javascript(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.account(ADMIN, true).await;
    let answer = site.submit("/auth", "email=admin%40foundfirst.test&password=correct+horse+battery").await;
    assert_eq!((answer.status, answer.header("location")), (303, "/blog-post-manager"));
    let cookies: Vec<&str> = answer.cookies().iter().map(|cookie| cookie.split(';').next().unwrap()).collect();
    assert_eq!(cookies.len(), 2);
    assert_eq!(answer.header("cache-control"), "private, no-store");
    let list = site.call("GET", "/blog-post-manager", &[("cookie", &cookies.join("; "))], &Value::Null).await;
    assert_eq!(list.status, 200);
    let empty = site.submit("/auth", "next=%2Fadmin%2Fmedia").await;
    assert_eq!(empty.status, 422);
    assert!(empty.text().contains("Email and password are required"));
    assert!(empty.text().contains("name=\"next\" value=\"/admin/media\""), "the page is kept");
    let form = "email=admin%40foundfirst.test&password=correct+horse+battery&next=";
    for (next, to) in
        [("%2Fadmin%2Fmedia%3Fpage%3D2", "/admin/media?page=2"), ("%2F%2Fevil.example", "/blog-post-manager")]
    {
        let answer = site.submit("/auth", &format!("{form}{next}")).await;
        assert_eq!((answer.status, answer.header("location")), (303, to));
    }
    assert!(!PASSWORD.is_empty() && !empty.text().contains(PASSWORD));
}

async fn the_sign_in_page_redirects_a_signed_in_user(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let answer = staff.get("/auth").await;
    assert_eq!((answer.status, answer.header("location")), (303, "/blog-post-manager"));
    let answer = staff.get("/auth?next=/admin/media").await;
    assert_eq!((answer.status, answer.header("location")), (303, "/admin/media"));
    assert_eq!(site.get("/auth").await.status, 200);
}

async fn private_responses_are_not_cacheable(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let private = |answer: &Answer| answer.header("cache-control") == "private, no-store";
    for address in PAGES {
        assert!(private(&staff.get(address).await), "{address}");
        assert!(private(&site.get(address).await), "{address}");
        assert!(private(&site.data(address, &[]).await), "data of {address}");
    }
    assert_eq!(site.app.cache.stats().entries, 0);
}

async fn a_page_number_beyond_the_last_leads_there(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    for number in 0..11 {
        staff.create(json!({"title": "T", "slug": format!("p{number}"), "summary": "A & B"})).await;
    }
    for (address, last) in [
        ("/admin/blog?page=99", "/admin/blog?page=2"),
        ("/blog-post-manager?page=3&sort=title", "/blog-post-manager?sort=title&page=2"),
        ("/admin/blog?search=A+%26+B&page=4294967295&status=draft", "/admin/blog?search=A+%26+B&status=draft&page=2"),
        ("/admin/blog?status=trash&page=2", "/admin/blog?status=trash"),
        ("/admin/blog?page=2&search=nothing", "/admin/blog?search=nothing"),
        ("/admin/media?page=2", "/admin/media"),
        ("/admin/enquiries?page=2&status=new", "/admin/enquiries?status=new"),
        ("/admin/bookings?page=2", "/admin/bookings"),
        ("/admin/subscribers?page=2", "/admin/subscribers"),
        ("/admin/audit?page=99", "/admin/audit"),
        ("/admin/redirects?page=2&search=old", "/admin/redirects?search=old"),
    ] {
        let answer = staff.get(address).await;
        assert_eq!((answer.status, answer.header("location")), (303, last), "{address}");
        let data = site.data(address, &[("authorization", &staff.bearer)]).await.ok(200);
        assert_eq!(data, json!({"redirect": last, "replace": true}), "{address}");
        assert_eq!(staff.get(last).await.status, 200, "{last}");
    }
}
