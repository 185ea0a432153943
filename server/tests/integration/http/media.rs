//! `/api/admin/media` and `/media/images`: the media library.

use std::{io::Cursor, time::Duration};

use axum::body::Body;
use foundfirst::{
    audit::{Actor, store::ContentChange},
    storage::entities::blog_posts,
};
use http::{Request, header};
use image::{ImageFormat, Rgb, RgbImage};
use sea_orm::{EntityTrait, sea_query::Expr};
use serde_json::{Value, json};

use super::site::{Answer, READER, Staff, TestDatabase, TestSite, bearer, each, id, on_both_engines};

on_both_engines![
    only_administrators_have_access,
    an_upload_becomes_a_record_and_files,
    the_list_shows_the_newest_first_and_is_searched,
    the_text_of_an_image_is_changed,
    images_are_uploaded_into_folders_and_moved,
    an_image_has_a_focal_point_inside_it,
    an_image_in_use_is_removed_only_by_force,
    a_save_that_is_not_committed_yet_keeps_its_image,
    a_portrait_is_in_use_by_its_former_addresses_too,
    an_image_that_is_removed_is_gone,
    a_replaced_file_is_shown_under_its_former_addresses,
    an_image_is_in_use_by_its_former_addresses_too,
    a_replacement_is_recorded,
];

mod avif;
mod files;
mod stores;
mod uses;

const BOUNDARY: &str = "a-boundary-of-parts";

fn halves(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| if x < width / 2 { Rgb([255, 0, 0]) } else { Rgb([0, 0, 255]) })
}

pub fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    halves(width, height).write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

fn svg(inner: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"30\">{inner}</svg>")
}

/// A part of a form: name, file name if it is a file, content.
type Part<'a> = (&'a str, Option<&'a str>, &'a [u8]);

fn form(parts: &[Part<'_>]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, file_name, content) in parts {
        let file = file_name.map(|name| format!("; filename=\"{name}\"")).unwrap_or_default();
        let head = format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"{file}\r\n\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
    body
}

async fn send(staff: &Staff<'_>, parts: &[Part<'_>]) -> Answer {
    send_body(staff, form(parts)).await
}

async fn send_body(staff: &Staff<'_>, body: Vec<u8>) -> Answer {
    send_to(staff, "POST", "/api/admin/media", body).await
}

async fn send_to(staff: &Staff<'_>, method: &str, address: &str, body: Vec<u8>) -> Answer {
    let request = Request::builder()
        .method(method)
        .uri(address)
        .header(header::AUTHORIZATION, &staff.bearer)
        .header(header::CONTENT_TYPE, format!("multipart/form-data; boundary={BOUNDARY}"));
    staff.site.send(request.body(Body::from(body)).unwrap()).await
}

pub async fn upload(staff: &Staff<'_>, name: &str, file: &[u8], context: Option<&str>) -> Answer {
    let mut parts = vec![];
    if let Some(context) = context {
        parts.push(("context", None, context.as_bytes()));
    }
    parts.push(("file", Some(name), file));
    send(staff, &parts).await
}

/// Replaces the file of an image.
pub async fn replace(staff: &Staff<'_>, media: &Value, name: &str, file: &[u8]) -> Answer {
    let address = format!("/api/admin/media/{}/file", id(media));
    send_to(staff, "PUT", &address, form(&[("file", Some(name), file)])).await
}

async fn only_administrators_have_access(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(4, 4), None).await.ok(201);
    site.account(READER, false).await;
    let reader = bearer(&site.sign_in(READER).await);
    let one = format!("/api/admin/media/{}", id(&media));
    let uses = format!("{one}/uses");
    let file = format!("{one}/file");
    let change = json!({"alt_text": "x"});
    for (method, address, body) in [
        ("GET", "/api/admin/media", &Value::Null),
        ("POST", "/api/admin/media", &Value::Null),
        ("PATCH", &one, &change),
        ("GET", &uses, &Value::Null),
        ("PUT", &file, &Value::Null),
        ("DELETE", &one, &Value::Null),
    ] {
        let stranger = site.call(method, address, &[], body).await;
        let expected = (401, "authentication_required".into(), "Authentication required".into());
        assert_eq!(stranger.failure(), expected, "{method} {address}");
        let answer = site.call(method, address, &[("authorization", &reader)], body).await;
        assert_eq!(answer.failure().1, "not_admin", "{method} {address}");
    }
    assert_eq!(staff.get("/api/admin/media").await.ok(200)["media"][0], media, "nothing was changed");
}

async fn an_upload_becomes_a_record_and_files(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let media = upload(&staff, "Team photo.png", &png(1000, 500), Some("post")).await.ok(201);
    assert_eq!(media["file_name"], "Team photo.png");
    assert_eq!(media["alt_text"], "Team photo");
    assert_eq!((&media["width"], &media["height"]), (&json!(1000), &json!(500)));
    assert_eq!(media["created_at"], "2026-11-21T09:30:00Z");
    let path = media["file_path"].as_str().unwrap();
    let (timestamp, random) = path.strip_prefix("images/").unwrap().split_once('-').unwrap();
    assert_eq!(timestamp, site.app.clock.now().timestamp_millis().to_string());
    assert_eq!(random.strip_suffix(".png").map(str::len), Some(16), "{path}");
    assert_eq!(media["url"], format!("/media/{path}"));
    let widths: Vec<u64> = media["variants"].as_array().unwrap().iter().map(|v| v["width"].as_u64().unwrap()).collect();
    assert_eq!(widths, [320, 400, 480, 640, 768, 960]);
    for variant in media["variants"].as_array().unwrap() {
        let served = site.get(variant["url"].as_str().unwrap()).await;
        assert_eq!((served.status, served.header("content-type")), (200, "image/webp"));
    }
    let served = site.get(media["url"].as_str().unwrap()).await;
    assert_eq!(media["size"], served.body.len());
}

async fn the_list_shows_the_newest_first_and_is_searched(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let empty = staff.get("/api/admin/media").await.ok(200);
    assert_eq!(empty, json!({"media": [], "page": 1, "per_page": 24, "total": 0, "pages": 1, "folders": []}));
    for number in 0..25 {
        upload(&staff, &format!("chart {number}.svg"), svg("").as_bytes(), None).await.ok(201);
        site.advance(1);
    }
    let first = staff.get("/api/admin/media").await.ok(200);
    assert_eq!((&first["total"], &first["pages"]), (&json!(25), &json!(2)));
    assert_eq!(each(&first["media"], "alt_text")[..2], ["chart 24", "chart 23"]);
    let second = staff.get("/api/admin/media?page=2").await.ok(200);
    assert_eq!(each(&second["media"], "alt_text"), ["chart 0"]);
    let found = staff.get("/api/admin/media?search=CHART+7").await.ok(200);
    assert_eq!(each(&found["media"], "file_name"), ["chart 7.svg"]);
    assert_eq!(staff.get("/api/admin/media?page=0").await.field("page"), "Page numbers start at 1");
}

async fn the_text_of_an_image_is_changed(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(4, 4), None).await.ok(201);
    let one = format!("/api/admin/media/{}", id(&media));
    let changed = staff.call("PATCH", &one, &json!({"alt_text": " A chart\n of clicks "})).await.ok(200);
    assert_eq!(changed["alt_text"], "A chart of clicks");
    let long = staff.call("PATCH", &one, &json!({"alt_text": "x".repeat(501)})).await;
    assert_eq!(long.field("alt_text"), "Alt text must be at most 500 characters");
    for unknown in ["/api/admin/media/x", "/api/admin/media/01890000-0000-7000-8000-000000000000"] {
        assert_eq!(staff.call("PATCH", unknown, &json!({"alt_text": "x"})).await.failure().0, 404);
        assert_eq!(staff.call("DELETE", unknown, &Value::Null).await.failure().0, 404);
        assert_eq!(staff.get(&format!("{unknown}/uses")).await.failure().0, 404);
    }
}

async fn an_image_in_use_is_removed_only_by_force(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(600, 4), None).await.ok(201);
    let one = format!("/api/admin/media/{}", id(&media));
    assert_eq!(
        staff.get(&format!("{one}/uses")).await.ok(200),
        json!({"posts": [], "authors": [], "drafts": 0, "previews": 0, "versions": 0})
    );
    let url = media["url"].as_str().unwrap();
    let small = media["variants"][0]["url"].as_str().unwrap();
    for (title, fields) in [
        ("A hero", json!({"featured_image": url})),
        ("B thumbnail", json!({"thumbnail_image": small})),
        ("C ==content==", json!({"content": format!("<p>x</p><img src=\"{url}\" alt=\"y\">")})),
        ("D none", json!({"content": "<p>images</p>"})),
        ("E schema", json!({"schema": format!("{{\"@type\":\"Article\",\"image\":\"{url}\"}}")})),
        ("F escaped", json!({"schema": format!("{{\"image\":\"{}\"}}", url.replace('/', "\\/"))})),
    ] {
        let mut input = fields;
        input["title"] = json!(title);
        input["slug"] = json!(title.to_lowercase().replace(' ', "-").replace("==", ""));
        staff.create(input).await;
    }
    let uses = staff.get(&format!("{one}/uses")).await.ok(200);
    assert_eq!(each(&uses["posts"], "title"), ["A hero", "B thumbnail", "C content", "E schema", "F escaped"]);
    staff.call("DELETE", &format!("/api/admin/posts/{}", id(&uses["posts"][1])), &Value::Null).await;
    let uses = staff.get(&format!("{one}/uses")).await.ok(200);
    let in_trash: Vec<&Value> = uses["posts"].as_array().unwrap().iter().map(|post| &post["in_trash"]).collect();
    assert_eq!(in_trash, [false, true, false, false, false]);
    let refused = staff.call("DELETE", &one, &Value::Null).await;
    assert_eq!(refused.failure(), (409, "in_use".into(), "This image is used in a post".into()));
    let named = &refused.json()["error"]["fields"]["used_in"];
    assert_eq!(named, "“A hero”, “B thumbnail” (in the trash), “C content”, “E schema”, “F escaped”");
    staff.call("POST", "/api/admin/authors", &json!({"name": "Ann", "portrait": small})).await.ok(201);
    let refused = staff.call("DELETE", &one, &Value::Null).await;
    let named = &refused.json()["error"]["fields"]["used_in"];
    assert_eq!(
        named,
        "“A hero”, “B thumbnail” (in the trash), “C content”, “E schema”, “F escaped”, the portrait of Ann"
    );
    assert_eq!(site.get(url).await.status, 200);
    assert_eq!(staff.call("DELETE", &format!("{one}?force=true"), &Value::Null).await.status, 204);
    assert_eq!((site.get(url).await.status, site.get(small).await.status), (404, 404));
}

async fn a_save_that_is_not_committed_yet_keeps_its_image(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(8, 4), None).await.ok(201);
    let one = format!("/api/admin/media/{}", id(&media));
    staff.create(json!({"title": "Saved late", "slug": "late"})).await;
    let now = site.app.clock.now();
    let save = ContentChange::begin(&site.app.database, Actor::program().at(now)).await.unwrap();
    blog_posts::Entity::update_many()
        .col_expr(blog_posts::Column::FeaturedImage, Expr::value(media["url"].as_str().unwrap()))
        .col_expr(blog_posts::Column::UpdatedAt, Expr::value(now))
        .exec(&save.transaction)
        .await
        .unwrap();
    let committed = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        save.commit(&[]).await.unwrap();
    };
    let (refused, ()) = tokio::join!(staff.call("DELETE", &one, &Value::Null), committed);
    assert_eq!(refused.failure(), (409, "in_use".into(), "This image is used in a post".into()));
    assert_eq!(refused.json()["error"]["fields"]["used_in"], "“Saved late”");
    assert_eq!(site.get(media["url"].as_str().unwrap()).await.status, 200);
    assert_eq!(staff.call("DELETE", &format!("{one}?force=true"), &Value::Null).await.status, 204);
}

async fn a_portrait_is_in_use_by_its_former_addresses_too(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(600, 4), None).await.ok(201);
    let one = format!("/api/admin/media/{}", id(&media));
    for (name, portrait) in [("Bea", &media["url"]), ("Ann", &media["url"]), ("Cy", &json!("/images/x.png"))] {
        staff.call("POST", "/api/admin/authors", &json!({"name": name, "portrait": portrait})).await.ok(201);
    }
    let expected = json!({"posts": [], "authors": ["Ann", "Bea"], "drafts": 0, "previews": 0, "versions": 0});
    assert_eq!(staff.get(&format!("{one}/uses")).await.ok(200), expected);
    replace(&staff, &media, "b.png", &png(600, 4)).await.ok(200);
    assert_eq!(staff.get(&format!("{one}/uses")).await.ok(200), expected);
    let refused = staff.call("DELETE", &one, &Value::Null).await;
    assert_eq!(refused.failure(), (409, "in_use".into(), "This image is the portrait of an author".into()));
    assert_eq!(refused.json()["error"]["fields"]["used_in"], "the portrait of Ann, the portrait of Bea");
}

async fn an_image_that_is_removed_is_gone(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(600, 4), None).await.ok(201);
    let one = format!("/api/admin/media/{}", id(&media));
    assert_eq!(staff.call("DELETE", &one, &Value::Null).await.status, 204);
    assert_eq!(staff.call("DELETE", &one, &Value::Null).await.failure().0, 404);
    assert_eq!(staff.get("/api/admin/media").await.ok(200)["total"], 0);
    assert_eq!(site.media_files(), 0);
}

async fn a_replaced_file_is_shown_under_its_former_addresses(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(600, 4), None).await.ok(201);
    let one = format!("/api/admin/media/{}", id(&media));
    staff.call("PATCH", &one, &json!({"alt_text": "A chart"})).await.ok(200);
    site.advance(60);
    let replaced = replace(&staff, &media, "b.svg", svg("<rect/>").as_bytes()).await.ok(200);
    for (field, value) in [
        ("id", &media["id"]),
        ("created_at", &media["created_at"]),
        ("alt_text", &json!("A chart")),
        ("file_name", &json!("b.svg")),
        ("mime_type", &json!("image/svg+xml")),
        ("width", &json!(40)),
        ("variants", &json!([])),
    ] {
        assert_eq!(&replaced[field], value, "{field}");
    }
    let (url, former) = (replaced["url"].as_str().unwrap(), media["url"].as_str().unwrap());
    assert_ne!(url, former);
    assert_eq!(site.get(url).await.header("content-type"), "image/svg+xml");
    let small = media["variants"][0]["url"].as_str().unwrap();
    for (method, address, headers) in [
        ("GET", former, &[][..]),
        ("GET", small, &[]),
        ("HEAD", former, &[]),
        ("GET", former, &[("if-none-match", "*")]),
        ("GET", former, &[("range", "bytes=0-3")]),
        ("GET", &former.replace(".png", ".jpg"), &[]),
    ] {
        let answer = site.call(method, address, headers, &Value::Null).await;
        assert_eq!((answer.status, answer.header("location")), (302, url), "{method} {address} {headers:?}");
        assert_eq!(answer.header("cache-control"), "public, max-age=60");
    }
    // Variants redirect to those of the new file, and every former file to the latest one.
    let last = replace(&staff, &media, "c.png", &png(450, 4)).await.ok(200);
    let (variants, own) = (&last["variants"], last["url"].as_str().unwrap());
    assert_eq!(site.get(small).await.header("location"), variants[0]["url"].as_str().unwrap());
    assert_eq!(site.get(&small.replace("-320", "-480")).await.header("location"), own);
    assert_eq!((site.get(former).await.header("location"), site.get(url).await.header("location")), (own, own));
    assert_eq!(site.get(&former.replace(".png", "0.png")).await.status, 404);
    assert_eq!(staff.call("DELETE", &one, &Value::Null).await.status, 204);
    for gone in [former, small, url, own] {
        assert_eq!(site.get(gone).await.status, 404, "{gone}");
    }
    assert_eq!(site.media_files(), 0);
}

async fn an_image_is_in_use_by_its_former_addresses_too(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(600, 4), None).await.ok(201);
    let url = media["url"].as_str().unwrap();
    let small = media["variants"][0]["url"].as_str().unwrap();
    let second = replace(&staff, &media, "b.png", &png(4, 4)).await.ok(200);
    replace(&staff, &media, "c.png", &png(4, 4)).await.ok(200);
    for (title, fields) in [
        ("A hero", json!({"featured_image": url})),
        ("B thumbnail", json!({"thumbnail_image": small})),
        ("C content", json!({"content": format!("<img src=\"{}\" alt=\"y\">", second["url"].as_str().unwrap())})),
        ("D none", json!({"content": "<p>images</p>"})),
        ("E schema", json!({"schema": format!("{{\"@type\":\"Article\",\"image\":\"{url}\"}}")})),
        ("F escaped", json!({"schema": format!("{{\"image\":\"{}\"}}", url.replace('/', "\\/"))})),
    ] {
        let mut input = fields;
        input["title"] = json!(title);
        input["slug"] = json!(title.to_lowercase().replace(' ', "-"));
        staff.create(input).await;
    }
    let one = format!("/api/admin/media/{}", id(&media));
    let uses = staff.get(&format!("{one}/uses")).await.ok(200);
    assert_eq!(each(&uses["posts"], "title"), ["A hero", "B thumbnail", "C content", "E schema", "F escaped"]);
    assert_eq!(staff.call("DELETE", &one, &Value::Null).await.failure().1, "in_use");
}

async fn a_replacement_is_recorded(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(4, 4), None).await.ok(201);
    let replaced = replace(&staff, &media, "b.png", &png(5, 4)).await.ok(200);
    let log = staff.get("/api/admin/audit?action=image.replaced").await.ok(200);
    let [entry] = &log["entries"].as_array().unwrap()[..] else { panic!("{log:#}") };
    for (state, image) in [("before", &media), ("after", &replaced)] {
        for field in ["file_name", "file_path", "width"] {
            assert_eq!(entry[state][field], image[field], "{state} {field}");
        }
        assert_eq!(entry[state].get("mime_type"), None, "what stays is not recorded");
    }
}

async fn images_are_uploaded_into_folders_and_moved(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let file = png(4, 4);
    let parts = |folder: &'static str| [("file", Some("a.png"), &file[..]), ("folder", None, folder.as_bytes())];
    let media = send(&staff, &parts(" Team photos ")).await.ok(201);
    assert_eq!(media["folder"], "Team photos");
    let other = upload(&staff, "b.png", &file, None).await.ok(201);
    assert_eq!(other["folder"], "");
    let folders = json!([{"name": "Team photos", "count": 1}]);
    let all = staff.get("/api/admin/media").await.ok(200);
    assert_eq!((&all["total"], &all["folders"]), (&json!(2), &folders));
    for (folder, total) in [("Team+photos", 1), ("+Team+photos+", 1), ("Team", 0), ("", 2), ("%00", 0)] {
        let found = staff.get(&format!("/api/admin/media?folder={folder}")).await.ok(200);
        assert_eq!((&found["total"], &found["folders"]), (&json!(total), &folders), "{folder}");
    }
    let page = site.data("/admin/media?folder=Team+photos", &[("authorization", &staff.bearer)]).await.ok(200);
    assert_eq!((&page["props"]["folder"], &page["props"]["list"]["total"]), (&json!("Team photos"), &json!(1)));

    let one = format!("/api/admin/media/{}", id(&other));
    let moved = staff.call("PATCH", &one, &json!({"folder": " Charts "})).await.ok(200);
    assert_eq!((&moved["folder"], &moved["alt_text"]), (&json!("Charts"), &json!("b")));
    let described = staff.call("PATCH", &one, &json!({"alt_text": "A chart"})).await.ok(200);
    assert_eq!((&described["folder"], &described["alt_text"]), (&json!("Charts"), &json!("A chart")));
    let refused = staff.call("PATCH", &one, &json!({"alt": "A chart"})).await;
    assert_eq!(refused.field("alt_text"), "Send alt_text, folder or focal_point");
    let log = staff.get("/api/admin/audit?action=image.changed").await.ok(200);
    let entries = log["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 2, "{log:#}");
    assert_eq!((&entries[1]["before"], &entries[1]["after"]), (&json!({"folder": ""}), &json!({"folder": "Charts"})));
    let replaced = replace(&staff, &other, "c.png", &file).await.ok(200);
    assert_eq!(replaced["folder"], "Charts");
    for (folder, message) in [
        ("x".repeat(61), "Folder must be at most 60 characters"),
        ("a\0b".to_owned(), "Folder contains a character that cannot be stored"),
        ("a\tb".to_owned(), "Folder contains a character that cannot be stored"),
    ] {
        let refused = staff.call("PATCH", &one, &json!({"folder": folder, "alt_text": "y"})).await;
        assert_eq!(refused.field("folder"), message);
    }
    let refused = send(&staff, &parts("a\nb")).await;
    assert_eq!(refused.field("folder"), "Folder contains a character that cannot be stored");
    let after = staff.get("/api/admin/media?folder=Charts").await.ok(200);
    assert_eq!((each(&after["media"], "alt_text"), after["total"].as_u64()), (vec!["A chart"], Some(1)));
    assert_eq!(site.media_files(), 2);
    staff.call("PATCH", &one, &json!({"folder": ""})).await.ok(200);
    assert_eq!(staff.get("/api/admin/media").await.ok(200)["folders"], folders);
}

async fn an_image_has_a_focal_point_inside_it(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(4, 4), None).await.ok(201);
    let (middle, point) = (json!({"x": 50, "y": 50}), json!({"x": 0, "y": 100}));
    assert_eq!(media["focal_point"], middle);
    let one = format!("/api/admin/media/{}", id(&media));
    let changed = staff.call("PATCH", &one, &json!({"focal_point": point})).await.ok(200);
    assert_eq!((&changed["focal_point"], &changed["alt_text"]), (&point, &media["alt_text"]));
    let changed = staff.call("PATCH", &one, &json!({"alt_text": "A chart"})).await.ok(200);
    assert_eq!(changed["focal_point"], point);
    for (x, y) in [(-1, 50), (50, 101), (i16::MAX, 0)] {
        let refused = staff.call("PATCH", &one, &json!({"focal_point": {"x": x, "y": y}, "alt_text": "y"})).await;
        assert_eq!(refused.field("focal_point"), "The focal point must be between 0 and 100 per cent");
    }
    for point in [json!({"x": 5}), json!({"x": 5.5, "y": 5}), json!("middle")] {
        staff.call("PATCH", &one, &json!({"focal_point": point})).await.ok(422);
    }
    let list = staff.get("/api/admin/media").await.ok(200);
    assert_eq!((&list["media"][0]["focal_point"], &list["media"][0]["alt_text"]), (&point, &json!("A chart")));
    let log = staff.get("/api/admin/audit?action=image.changed").await.ok(200);
    let entry = &log["entries"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&entry["before"], &entry["after"]),
        (&json!({"focus_x": 50, "focus_y": 50}), &json!({"focus_x": 0, "focus_y": 100}))
    );
    // Replacing the file resets the focal point.
    let replaced = replace(&staff, &media, "b.png", &png(5, 4)).await.ok(200);
    assert_eq!((&replaced["focal_point"], &replaced["alt_text"]), (&middle, &json!("A chart")));
}
