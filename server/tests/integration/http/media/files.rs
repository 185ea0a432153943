//! Tests of files only, which do not need both engines.

use super::{Cursor, ImageFormat, Staff, TestDatabase, TestSite, json, png, svg};

#[tokio::test]
async fn each_context_has_its_limit_to_the_byte() {
    let site = TestSite::new(TestDatabase::sqlite().await).await;
    let staff = site.staff().await;
    for (context, limit, message) in
        [("gallery", 5_242_880, "File too large (max 5MB)"), ("post", 2_097_152, "File size exceeds 2MB limit")]
    {
        for over in [1, 3 << 20] {
            let answer = upload_svg_of(&staff, context, limit + over).await;
            assert_eq!(answer.failure(), (413, "too_large".into(), message.into()), "{context} {over}");
        }
        assert_eq!(upload_svg_of(&staff, context, limit).await.status, 201, "{context}");
    }
    assert_eq!(staff.get("/api/admin/media").await.ok(200)["total"], 2);
}

/// Uploads an SVG image of this many bytes, most of them a comment.
async fn upload_svg_of(staff: &Staff<'_>, context: &str, bytes: usize) -> super::Answer {
    let empty = svg("<!---->");
    let file = svg(&format!("<!--{}-->", "x".repeat(bytes - empty.len())));
    assert_eq!(file.len(), bytes);
    super::upload(staff, "a.svg", file.as_bytes(), Some(context)).await
}

#[tokio::test]
async fn the_context_may_follow_the_file() {
    let site = TestSite::new(TestDatabase::sqlite().await).await;
    let staff = site.staff().await;
    let file = svg(&format!("<!--{}-->", "x".repeat(3 << 20)));
    let parts = [("file", Some("a.svg"), file.as_bytes()), ("context", None, b"post")];
    assert_eq!(super::send(&staff, &parts).await.failure().2, "File size exceeds 2MB limit");
}

#[tokio::test]
async fn a_form_without_a_file_is_refused() {
    let site = TestSite::new(TestDatabase::sqlite().await).await;
    let staff = site.staff().await;
    let file: &[u8] = b"x";
    for parts in [&[("context", None, &b"gallery"[..])][..], &[("file", Some(""), b"")], &[]] {
        assert_eq!(super::send(&staff, parts).await.field("file"), "No file selected");
    }
    let empty = super::upload(&staff, "a.png", b"", None).await;
    assert_eq!(empty.field("file"), "This file is empty");
    let other = super::upload(&staff, "a.png", file, Some("elsewhere")).await;
    assert_eq!(other.field("context"), "context is either gallery or post");
    let image = png(2, 2);
    let two = [("file", Some("a.png"), &image[..]), ("file", Some("b.png"), &image[..])];
    assert_eq!(super::send(&staff, &two).await.field("file"), "Please upload one file at a time");
    let json = staff.call("POST", "/api/admin/media", &json!({"file": "x"})).await;
    assert_eq!(json.failure().0, 415);
    assert_eq!(staff.get("/api/admin/media").await.ok(200)["total"], 0);
}

#[tokio::test]
async fn a_file_is_what_it_holds_whatever_it_is_called() {
    let site = TestSite::new(TestDatabase::sqlite().await).await;
    let staff = site.staff().await;
    let media = super::upload(&staff, "photo.jpg", &png(20, 10), None).await.ok(201);
    assert_eq!((&media["mime_type"], &media["file_name"]), (&json!("image/png"), &json!("photo.jpg")));
    assert_eq!(media["url"].as_str().unwrap().rsplit_once('.').unwrap().1, "png", "{media}");
    let script = super::upload(&staff, "innocent.png", b"<script>alert(1)</script>", None).await;
    let message = "File type not supported. Please upload JPG, PNG, GIF, WEBP, or SVG";
    assert_eq!(script.failure(), (415, "unsupported_media_type".into(), message.into()));
}

#[tokio::test]
async fn hostile_files_are_refused_and_leave_nothing() {
    let site = TestSite::new(TestDatabase::sqlite().await).await;
    let staff = site.staff().await;
    let whole = png(300, 200);
    let damaged = "This image is damaged or incomplete";
    for (name, file, message) in [
        ("cut.png", whole[..whole.len() / 2].to_vec(), damaged),
        (
            "flipped.png",
            whole.iter().enumerate().map(|(at, byte)| if at == 60 { !byte } else { *byte }).collect(),
            damaged,
        ),
        ("cut.svg", b"<svg><g>".to_vec(), damaged),
        ("entities.svg", b"<!DOCTYPE svg [<!ENTITY a 'b'>]><svg>&a;</svg>".to_vec(), damaged),
        ("cut.avif", b"\0\0\0\x1cftypavif\0\0\0\0".to_vec(), damaged),
    ] {
        assert_eq!(super::upload(&staff, name, &file, None).await.field("file"), message, "{name}");
    }
    assert_eq!(staff.get("/api/admin/media").await.ok(200)["total"], 0);
    assert_eq!(site.media_files(), 0, "files were left");
}

#[tokio::test]
async fn a_drawing_is_cleaned_and_can_do_nothing() {
    let site = TestSite::new(TestDatabase::sqlite().await).await;
    let staff = site.staff().await;
    let file = svg("<script>alert(1)</script><rect onload=\"alert(1)\" width=\"4\"/>");
    let media = super::upload(&staff, "logo.svg", file.as_bytes(), None).await.ok(201);
    assert_eq!((&media["width"], &media["height"], &media["variants"]), (&json!(40), &json!(30), &json!([])));
    let served = site.get(media["url"].as_str().unwrap()).await;
    assert_eq!(served.header("content-type"), "image/svg+xml");
    assert!(served.header("content-security-policy").contains("sandbox"));
    assert!(!served.header("content-security-policy").contains("script-src"));
    assert!(served.text().contains("<rect width=\"4\">") && !served.text().contains("alert"), "{}", served.text());
}

#[tokio::test]
async fn an_upload_with_another_body_is_malformed() {
    let site = TestSite::new(TestDatabase::sqlite().await).await;
    let staff = site.staff().await;
    let mut bytes = Cursor::new(Vec::new());
    super::halves(4, 4).write_to(&mut bytes, ImageFormat::Png).unwrap();
    let cut = super::form(&[("file", Some("a.png"), bytes.get_ref())]);
    let cut = &cut[..cut.len() - 20];
    let answer = super::send_body(&staff, cut.to_vec()).await;
    assert_eq!(answer.failure().1, "malformed_form");
}
