//! AVIF versions of images, which are encoded after the upload and sent to browsers that accept them.

use foundfirst::{error::AppError, http::listener};
use tokio::{net::TcpListener, sync::oneshot};

use super::{
    stores::{Store, on_both_stores},
    *,
};
use crate::http::site::files_in;

on_both_stores![
    browsers_that_accept_avif_get_it_once_it_is_encoded,
    a_version_that_saves_little_is_not_kept,
    files_that_are_replaced_meanwhile_leave_no_versions,
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

async fn get(site: &TestSite, url: &Value, headers: &[(&str, &str)]) -> Answer {
    site.call("GET", url.as_str().unwrap(), headers, &Value::Null).await
}

async fn browsers_that_accept_avif_get_it_once_it_is_encoded(store: Store) {
    let site = &store.site;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &photograph(500, 300), None).await.ok(201);
    let small = &media["variants"][0]["url"];
    let webp = get(site, small, &[BROWSER]).await;
    assert_eq!((webp.status, webp.header("content-type"), webp.header("vary")), (200, "image/webp", "Accept"));

    assert!(site.app.media.encode_next().await.unwrap());
    assert!(!site.app.media.encode_next().await.unwrap(), "it is encoded once");
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
    assert!(!site.app.media.encode_next().await.unwrap());
    assert_eq!(staff.call("DELETE", &one, &Value::Null).await.status, 204);
    assert_eq!(files_in(&store.root), 0);
}

async fn a_version_that_saves_little_is_not_kept(store: Store) {
    let site = &store.site;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(400, 2), None).await.ok(201);
    upload(&staff, "too-small.png", &photograph(300, 200), None).await.ok(201);
    assert!(site.app.media.encode_next().await.unwrap());
    assert!(!site.app.media.encode_next().await.unwrap(), "an image without variants has no versions");
    assert_eq!(get(site, &media["variants"][0]["url"], &[BROWSER]).await.header("content-type"), "image/webp");
    assert_eq!(files_in(&store.root), 4);
}

async fn files_that_are_replaced_meanwhile_leave_no_versions(store: Store) {
    let site = &store.site;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &photograph(700, 300), None).await.ok(201);
    let tiny = png(20, 10);
    let (encoded, replaced) = tokio::join!(site.app.media.encode_next(), replace(&staff, &media, "b.png", &tiny));
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
        if let Some(bytes) = file {
            site.app.media.restore_file(path, bytes).await.unwrap();
        }
        assert!(site.app.media.encode_next().await.unwrap());
        assert!(!site.app.media.encode_next().await.unwrap());
        assert_eq!(get(site, &media["variants"][0]["url"], &[BROWSER]).await.header("content-type"), "image/webp");
    }
}

async fn what_an_interrupted_attempt_left_is_replaced(store: Store) {
    let site = &store.site;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &photograph(400, 300), None).await.ok(201);
    let url = media["variants"][0]["url"].as_str().unwrap();
    let left = url.strip_prefix("/media/").unwrap().replace(".webp", ".avif");
    site.app.media.restore_file(&left, b"half").await.unwrap();
    assert!(site.app.media.encode_next().await.unwrap());
    let avif = get(site, &media["variants"][0]["url"], &[BROWSER]).await;
    assert_eq!(pictures::prepare(&avif.body).unwrap().size, Some((320, 240)));
}

#[tokio::test]
async fn a_store_that_does_not_respond_is_asked_again() {
    // A bucket that has lost its files responds that they do not exist.
    let store = Store::directory().await;
    let staff = store.site.staff().await;
    upload(&staff, "a.png", &photograph(400, 300), None).await.ok(201);
    store.spoil();
    for _ in 0..2 {
        let outcome = store.site.app.media.encode_next().await;
        assert!(matches!(outcome, Err(AppError::Unavailable(_))), "{outcome:?}");
    }
}

#[tokio::test]
async fn an_upload_is_encoded_by_itself() {
    let site = TestSite::new(TestDatabase::sqlite().await).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let stopped = async {
        let _ = stopped.await;
    };
    let serving = tokio::spawn(listener::serve(site.app.clone(), listener, stopped));
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &photograph(400, 300), None).await.ok(201);
    let mut kind = String::new();
    for _ in 0..300 {
        kind = get(&site, &media["variants"][1]["url"], &[BROWSER]).await.header("content-type").to_owned();
        if kind == "image/avif" {
            break;
        }
        // The server's task is woken by the upload.
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(kind, "image/avif");
    stop.send(()).unwrap();
    serving.await.unwrap().unwrap();
}
