//! Images that only unsaved work or earlier versions contain.

use super::{TestDatabase, TestSite, Value, id, json, on_both_engines, png, replace, upload};

on_both_engines![
    a_draft_keeps_its_images,
    a_preview_link_keeps_its_images_while_it_works,
    earlier_versions_are_counted,
];

/// JSON-LD with an image, as written by programs that put a backslash before each slash.
fn escaped_schema(url: &str) -> String {
    format!("{{\"@type\":\"Article\",\"image\":\"{}\"}}", url.replace('/', "\\/"))
}

async fn a_draft_keeps_its_images(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let draft = "/api/admin/posts/new/drafts/019ab000-0000-4000-8000-000000000001";
    let media = upload(&staff, "a.png", &png(600, 4), None).await.ok(201);
    let (one, url) = (format!("/api/admin/media/{}", id(&media)), media["url"].as_str().unwrap());
    let contents = [
        json!({"content": format!("<p>Half a <img src=\"{url}\" alt=\"y\">")}),
        json!({"thumbnail_image": &media["variants"][0]["url"]}),
        json!({"schema": escaped_schema(url)}),
    ];
    // The second time by the former addresses.
    for name in ["b.png", "c.png"] {
        for content in &contents {
            staff.call("PUT", draft, content).await.ok(200);
            let uses = staff.get(&format!("{one}/uses")).await.ok(200);
            assert_eq!(
                uses,
                json!({"posts": [], "authors": [], "drafts": 1, "previews": 0, "versions": 0}),
                "{content}"
            );
            let refused = staff.call("DELETE", &one, &Value::Null).await;
            let message = "This image is used in an unsaved draft".to_owned();
            assert_eq!(refused.failure(), (409, "in_use".into(), message), "{content}");
            assert_eq!(refused.json()["error"]["fields"]["used_in"], "an unsaved draft");
        }
        // Of another post; each tab has its own.
        let other = draft.replace("0001", "0002");
        staff.call("PUT", &other, &contents[0]).await.ok(200);
        let refused = staff.call("DELETE", &one, &Value::Null).await;
        assert_eq!(refused.json()["error"]["fields"]["used_in"], "2 unsaved drafts");
        assert_eq!(staff.call("DELETE", &other, &Value::Null).await.status, 204);
        replace(&staff, &media, name, &png(4, 4)).await.ok(200);
    }
    staff.call("PUT", draft, &json!({"content": "<p>images</p>"})).await.ok(200);
    assert_eq!(staff.call("DELETE", &one, &Value::Null).await.status, 204);
    assert_eq!(site.media_files(), 0);
}

async fn a_preview_link_keeps_its_images_while_it_works(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(4, 4), None).await.ok(201);
    let (one, url) = (format!("/api/admin/media/{}", id(&media)), media["url"].as_str().unwrap());
    let post = staff.create(json!({"title": "Saved", "slug": "saved"})).await;
    let preview = format!("/api/admin/posts/{}/preview", id(&post));
    let typed = json!({"title": "Typed", "slug": "saved", "featured_image": url, "schema": escaped_schema(url)});
    let json_without_body = [("authorization", staff.bearer.as_str()), ("content-type", "application/json")];
    assert_eq!(site.call("POST", &preview, &json_without_body, &Value::Null).await.status, 201);
    staff.call("POST", &preview, &typed).await.ok(201);
    let uses = staff.get(&format!("{one}/uses")).await.ok(200);
    assert_eq!(uses, json!({"posts": [], "authors": [], "drafts": 0, "previews": 1, "versions": 0}));
    let refused = staff.call("DELETE", &one, &Value::Null).await;
    assert_eq!(refused.failure(), (409, "in_use".into(), "This image is used in a preview link".into()));
    assert_eq!(refused.json()["error"]["fields"]["used_in"], "a preview link");
    assert_eq!(staff.call("DELETE", &preview, &Value::Null).await.status, 204);
    assert_eq!(staff.call("DELETE", &one, &Value::Null).await.status, 204);
}

async fn earlier_versions_are_counted(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(4, 4), None).await.ok(201);
    let (one, url) = (format!("/api/admin/media/{}", id(&media)), media["url"].as_str().unwrap());
    let post = staff.create(json!({"title": "Saved", "slug": "saved", "featured_image": url})).await;
    let versions = async || staff.get(&format!("{one}/uses")).await.ok(200)["versions"].clone();
    assert_eq!(versions().await, 0, "it is in the post itself");
    let post = staff.change(&post, json!({"featured_image": null})).await.ok(200);
    staff.change(&post, json!({"title": "Saved again"})).await.ok(200);
    assert_eq!(versions().await, 1);
    replace(&staff, &media, "b.png", &png(4, 4)).await.ok(200);
    assert_eq!(versions().await, 1, "by its former address");
    assert_eq!(staff.call("DELETE", &one, &Value::Null).await.status, 204);
}
