//! AVIF versions of images, which are encoded after the upload and sent to browsers that accept them.

use foundfirst::error::AppError;

use super::{
    stores::{Store, on_both_stores},
    *,
};
use crate::http::site::files_in;

on_both_stores![
    browsers_that_accept_avif_get_it_once_it_is_encoded,
    a_version_that_saves_little_is_not_kept,
    an_image_that_goes_meanwhile_leaves_no_versions,
    what_cannot_be_encoded_is_not_tried_again,
    what_an_interrupted_attempt_left_is_replaced,
];

/// What Chromium sends with a request for an image.
const BROWSER: (&str, &str) = ("accept", "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8");

/// An image with edges and gradients, as photographs have.
fn photograph(width: u32, height: u32) -> Vec<u8> {
    let image = RgbImage::from_fn(width, height, |x, y| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 60 and 180")]
        let wave = |at: u32, length: f64| (f64::from(at) / length).sin().mul_add(60.0, 120.0) as u8;
        Rgb([wave(x + y, 9.0), wave(x * 2 + y, 23.0), wave(x + y * 3, 41.0)])
    });
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// Does what the background task does until there is nothing left, one image a call.
async fn encode_next(site: &TestSite) -> bool {
    site.app.media.encode_next(&mut Vec::new()).await.unwrap()
}

async fn get(site: &TestSite, url: &Value, headers: &[(&str, &str)]) -> Answer {
    site.call("GET", url.as_str().unwrap(), headers, &Value::Null).await
}

/// Returns the path of the AVIF version of an image's smallest variant.
fn avif_path(media: &Value) -> String {
    let url = media["variants"][0]["url"].as_str().unwrap();
    url.strip_prefix("/media/").unwrap().replace(".webp", ".avif")
}

async fn browsers_that_accept_avif_get_it_once_it_is_encoded(store: Store) {
    let site = &store.site;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &photograph(500, 300), None).await.ok(201);
    let small = &media["variants"][0]["url"];
    let webp = get(site, small, &[BROWSER]).await;
    assert_eq!((webp.status, webp.header("content-type"), webp.header("vary")), (200, "image/webp", "Accept"));

    assert!(encode_next(site).await);
    assert!(!encode_next(site).await, "it is encoded once");
    // The image, three variants and their AVIF versions.
    assert_eq!(files_in(&store.root), 7);
    let avif = get(site, small, &[BROWSER]).await;
    assert_eq!((avif.status, avif.header("content-type"), avif.header("vary")), (200, "image/avif", "Accept"));
    assert_eq!(avif.header("cache-control"), "private, max-age=3600", "shared caches may disregard Vary");
    assert_eq!(pictures::prepare(&avif.body).unwrap().size, Some((320, 192)));
    assert!(avif.body.len() * 100 <= webp.body.len() * 85);
    let known = get(site, small, &[BROWSER, ("if-none-match", avif.header("etag"))]).await;
    assert_eq!((known.status, known.header("vary")), (304, "Accept"));
    let part = get(site, small, &[BROWSER, ("range", "bytes=4-11")]).await;
    assert_eq!((part.status, &part.body[..]), (206, &b"ftypavif"[..]));

    let other = get(site, small, &[("accept", "image/webp,*/*")]).await;
    assert_eq!((other.header("content-type"), other.header("cache-control")), ("image/webp", "public, max-age=3600"));
    assert!(other.body == webp.body && other.header("etag") != avif.header("etag"));
    let whole = get(site, &media["url"], &[BROWSER]).await;
    assert_eq!((whole.header("content-type"), whole.header("vary")), ("image/png", ""));
    assert_eq!(staff.get("/api/admin/media").await.ok(200)["media"][0], media, "the library lists variants for all");

    let one = format!("/api/admin/media/{}", id(&media));
    assert_eq!(staff.call("PATCH", &one, &json!({"alt_text": "A chart"})).await.status, 200);
    assert_eq!(get(site, small, &[BROWSER]).await.header("content-type"), "image/avif");
    assert!(!encode_next(site).await);
    assert_eq!(staff.call("DELETE", &one, &Value::Null).await.status, 204);
    assert_eq!(files_in(&store.root), 0);
}

async fn a_version_that_saves_little_is_not_kept(store: Store) {
    let site = &store.site;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(400, 2), None).await.ok(201);
    upload(&staff, "too-small.png", &photograph(300, 200), None).await.ok(201);
    assert!(encode_next(site).await);
    assert!(!encode_next(site).await, "an image without variants has no versions");
    assert_eq!(get(site, &media["variants"][0]["url"], &[BROWSER]).await.header("content-type"), "image/webp");
    assert_eq!(files_in(&store.root), 4);
}

async fn an_image_that_goes_meanwhile_leaves_no_versions(store: Store) {
    let site = &store.site;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &photograph(500, 300), None).await.ok(201);
    // As if it was deleted or replaced while it was encoded.
    let trigger = "CREATE TRIGGER gone BEFORE UPDATE OF avif_encoded ON media BEGIN SELECT RAISE(IGNORE); END";
    sea_orm::ConnectionTrait::execute_unprepared(site.app.database.writer(), trigger).await.unwrap();
    assert!(encode_next(site).await);
    assert_eq!(files_in(&store.root), 4, "the image and its three variants");
    sea_orm::ConnectionTrait::execute_unprepared(site.app.database.writer(), "DROP TRIGGER gone").await.unwrap();
    // As if it was deleted while its versions were written.
    site.app.media.restore_file(&avif_path(&media), b"version").await.unwrap();
    let one = format!("/api/admin/media/{}", id(&media));
    assert_eq!(staff.call("DELETE", &one, &Value::Null).await.status, 204);
    assert_eq!(files_in(&store.root), 0);

    let media = upload(&staff, "b.png", &photograph(700, 300), None).await.ok(201);
    let tiny = png(20, 10);
    let mut failed = Vec::new();
    let (encoded, replaced) =
        tokio::join!(site.app.media.encode_next(&mut failed), replace(&staff, &media, "c.png", &tiny));
    assert!(encoded.unwrap());
    replaced.ok(200);
    assert_eq!(files_in(&store.root), 1);
}

async fn what_cannot_be_encoded_is_not_tried_again(store: Store) {
    let site = &store.site;
    let staff = site.staff().await;
    for file in [None, Some(b"not an image")] {
        let media = upload(&staff, "a.png", &photograph(400, 300), None).await.ok(201);
        let path = media["file_path"].as_str().unwrap();
        site.app.media.discard_file(path).await;
        site.app.media.restore_file(&avif_path(&media), b"of an earlier attempt").await.unwrap();
        if let Some(bytes) = file {
            site.app.media.restore_file(path, bytes).await.unwrap();
        }
        assert!(encode_next(site).await);
        assert!(!encode_next(site).await);
        assert_eq!(get(site, &media["variants"][0]["url"], &[BROWSER]).await.header("content-type"), "image/webp");
    }
}

async fn what_an_interrupted_attempt_left_is_replaced(store: Store) {
    let site = &store.site;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &photograph(400, 300), None).await.ok(201);
    site.app.media.restore_file(&avif_path(&media), b"half").await.unwrap();
    assert!(encode_next(site).await);
    let avif = get(site, &media["variants"][0]["url"], &[BROWSER]).await;
    assert_eq!(pictures::prepare(&avif.body).unwrap().size, Some((320, 240)));
}

#[tokio::test]
async fn a_store_that_does_not_respond_is_asked_again() {
    // A bucket that has lost its files responds that they do not exist.
    let store = Store::directory().await;
    let staff = store.site.staff().await;
    upload(&staff, "a.png", &photograph(400, 300), None).await.ok(201);
    let (media, mut failed) = (&store.site.app.media, Vec::new());
    store.spoil();
    assert!(matches!(media.encode_next(&mut failed).await, Err(AppError::Unavailable(_))));
    assert!(!media.encode_next(&mut failed).await.unwrap(), "the image is left for later");
    assert!(matches!(media.encode_next(&mut Vec::new()).await, Err(AppError::Unavailable(_))));
}

#[tokio::test]
async fn an_upload_is_encoded_by_itself() {
    let site = TestSite::new(TestDatabase::sqlite().await).await;
    site.while_serving(async {
        let staff = site.staff().await;
        let media = upload(&staff, "a.png", &photograph(400, 300), None).await.ok(201);
        let mut kind = None;
        for _ in 0..300 {
            let image = get(&site, &media["variants"][1]["url"], &[BROWSER]).await;
            kind = Some(pictures::prepare(&image.body).unwrap().kind);
            if kind == Some(pictures::Kind::Avif) {
                break;
            }
            // The server's task is woken by the upload.
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        assert_eq!(kind, Some(pictures::Kind::Avif));
    })
    .await;
}
