//! Tests for which the media store matters, but not the database engine.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use foundfirst::storage::entities::removed_files;
use sea_orm::{IntoActiveModel, PaginatorTrait};

use super::*;
use crate::{buckets::TestBucket, http::site::files_in};

/// Runs each test with a directory and with a bucket.
macro_rules! on_both_stores {
    ($($name:ident),* $(,)?) => {
        mod directory {
            $(#[tokio::test]
            async fn $name() {
                super::$name(super::Store::directory().await).await;
            })*
        }

        mod bucket {
            $(#[tokio::test]
            async fn $name() {
                super::$name(super::Store::bucket().await).await;
            })*
        }
    };
}

pub(super) use on_both_stores;

on_both_stores![
    a_record_that_cannot_be_written_leaves_no_file,
    a_store_that_cannot_be_written_takes_nothing_and_is_not_ready,
    a_file_is_served_whole_in_part_and_not_again,
    a_replacement_takes_the_place_of_the_files_before,
    a_replacement_that_fails_leaves_the_files_before,
    a_file_that_cannot_be_removed_is_removed_later,
    a_file_that_an_image_has_again_stays,
    a_restored_file_is_not_taken_for_the_damaged_one,
    a_file_is_whole_while_it_is_restored,
];

pub struct Store {
    pub site: TestSite,
    /// The directory that holds the files.
    pub root: std::path::PathBuf,
    bucket: Option<TestBucket>,
}

impl Store {
    pub async fn directory() -> Self {
        let site = TestSite::new(TestDatabase::sqlite().await).await;
        Self { root: site.data.path().join("media"), site, bucket: None }
    }

    pub async fn bucket() -> Self {
        let bucket = TestBucket::start();
        let site = TestSite::with(TestDatabase::sqlite().await, |config, _| config.media = bucket.url()).await;
        Self { site, root: bucket.root(), bucket: Some(bucket) }
    }

    fn forget_requests(&self) {
        self.bucket.as_ref().map(TestBucket::requests);
    }

    /// Checks the methods of the requests since the last call; a directory gets none.
    fn was_asked(&self, methods: &[&str]) {
        if let Some(bucket) = &self.bucket {
            assert_eq!(bucket.requests(), methods);
        }
    }

    /// Puts a file where the directory should be: permissions do not stop root, who runs some tests.
    pub fn spoil(&self) {
        let place = self.bucket.as_ref().map_or(self.root.as_path(), |bucket| bucket.directory.path());
        let _ = std::fs::remove_dir_all(place);
        std::fs::write(place, b"").unwrap();
    }

    /// Makes the removal of a file fail until [`Self::unblock`], by putting a directory in its place.
    fn block(&self, path: &str) {
        let file = self.root.join(path);
        std::fs::rename(&file, file.with_extension("aside")).unwrap();
        std::fs::create_dir(&file).unwrap();
    }

    fn unblock(&self, path: &str) {
        let file = self.root.join(path);
        std::fs::remove_dir(&file).unwrap();
        std::fs::rename(file.with_extension("aside"), &file).unwrap();
    }
}

async fn a_record_that_cannot_be_written_leaves_no_file(store: Store) {
    let site = &store.site;
    let staff = site.staff().await;
    sea_orm::ConnectionTrait::execute_unprepared(
        site.app.database.writer(),
        "CREATE TRIGGER refuse BEFORE INSERT ON media BEGIN SELECT RAISE(ABORT, 'no'); END",
    )
    .await
    .unwrap();
    assert_eq!(upload(&staff, "a.png", &png(600, 10), None).await.failure().0, 503);
    assert_eq!(files_in(&store.root), 0);
    sea_orm::ConnectionTrait::execute_unprepared(site.app.database.writer(), "DROP TRIGGER refuse").await.unwrap();
    let media = upload(&staff, "a.png", &png(600, 10), None).await.ok(201);
    // The image and its three variants.
    assert_eq!(files_in(&store.root), 4);
    let one = format!("/api/admin/media/{}", id(&media));
    assert_eq!(staff.call("DELETE", &one, &Value::Null).await.status, 204);
    assert_eq!(files_in(&store.root), 0);
}

async fn a_store_that_cannot_be_written_takes_nothing_and_is_not_ready(store: Store) {
    let site = &store.site;
    let staff = site.staff().await;
    assert_eq!(site.get("/readyz").await.ok(200)["media"], true);
    store.spoil();
    assert_eq!(upload(&staff, "a.png", &png(2, 2), None).await.failure().0, 503);
    assert_eq!(staff.get("/api/admin/media").await.ok(200)["total"], 0);
    site.advance(1);
    let ready = site.get("/readyz").await;
    assert_eq!((ready.status, &ready.json()["media"]), (503, &json!(false)));
}

async fn a_replacement_takes_the_place_of_the_files_before(store: Store) {
    let staff = store.site.staff().await;
    let media = upload(&staff, "a.png", &png(600, 10), None).await.ok(201);
    // The image and its three variants.
    assert_eq!(files_in(&store.root), 4);
    let first = png(20, 10);
    let second = png(21, 10);
    let (one, other) =
        tokio::join!(replace(&staff, &media, "b.png", &first), replace(&staff, &media, "c.png", &second));
    let (one, other) = (one.ok(200), other.ok(200));
    assert_eq!(files_in(&store.root), 1, "one of both is left");
    let now = staff.get("/api/admin/media").await.ok(200)["media"][0].clone();
    assert!(now == one || now == other, "{now}");
    assert_eq!(store.site.get(now["url"].as_str().unwrap()).await.status, 200);
    for former in [&media, &one, &other].into_iter().filter(|image| image["url"] != now["url"]) {
        let answer = store.site.get(former["url"].as_str().unwrap()).await;
        assert_eq!((answer.status, answer.header("location")), (302, now["url"].as_str().unwrap()), "{former}");
        assert_eq!(answer.header("cross-origin-resource-policy"), "cross-origin", "other sites still show the image");
    }
}

async fn a_replacement_that_fails_leaves_the_files_before(store: Store) {
    let site = &store.site;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(600, 10), None).await.ok(201);
    let large = vec![0; 6_000_000];
    for (file, status) in [(&b"<script>"[..], 415), (b"", 422), (&large, 413)] {
        assert_eq!(replace(&staff, &media, "b.png", file).await.status, status);
    }
    let database = site.app.database.writer();
    let trigger = "CREATE TRIGGER refuse BEFORE UPDATE ON media BEGIN SELECT RAISE(ABORT, 'no'); END";
    sea_orm::ConnectionTrait::execute_unprepared(database, trigger).await.unwrap();
    assert_eq!(replace(&staff, &media, "b.png", &png(2, 2)).await.failure().0, 503);
    assert_eq!(files_in(&store.root), 4);
    sea_orm::ConnectionTrait::execute_unprepared(database, "DROP TRIGGER refuse").await.unwrap();
    assert_eq!(staff.get("/api/admin/media").await.ok(200)["media"][0], media);
    let whole = site.get(media["url"].as_str().unwrap()).await;
    assert!(whole.status == 200 && whole.body == png(600, 10));
    let unknown = json!({"id": "01890000-0000-7000-8000-000000000000"});
    assert_eq!(replace(&staff, &unknown, "b.png", &png(2, 2)).await.failure().0, 404);
    assert_eq!(files_in(&store.root), 4);
}

async fn a_file_that_cannot_be_removed_is_removed_later(store: Store) {
    let site = &store.site;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(600, 10), None).await.ok(201);
    let (path, url) = (media["file_path"].as_str().unwrap(), media["url"].as_str().unwrap());
    store.block(path);
    let replaced = replace(&staff, &media, "b.png", &png(20, 10)).await.ok(200);
    store.unblock(path);
    let remove_left = async || site.app.media.remove_left_files().await;
    remove_left().await.unwrap();
    assert_eq!(site.get(url).await.status, 200, "the next attempt is made after a pause");
    assert_eq!(files_in(&store.root), 2, "nothing but this file and the new one");

    site.advance(600);
    store.block(path);
    remove_left().await.unwrap_err();
    remove_left().await.unwrap();
    store.unblock(path);
    remove_left().await.unwrap();
    assert_eq!(site.get(url).await.status, 200, "another pause follows a failure");
    site.advance(600);
    remove_left().await.unwrap();
    let moved = site.get(url).await;
    assert_eq!((moved.status, moved.header("location")), (302, replaced["url"].as_str().unwrap()));
    assert_eq!(files_in(&store.root), 1);
    assert_eq!(removed_files::Entity::find().count(site.app.database.reader()).await.unwrap(), 0);
}

async fn a_file_that_an_image_has_again_stays(store: Store) {
    let site = &store.site;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(600, 10), None).await.ok(201);
    for url in [&media["url"], &media["variants"][0]["url"]] {
        let path = url.as_str().unwrap().strip_prefix("/media/").unwrap().to_owned();
        let row = removed_files::Model { path, next_attempt_at: site.app.clock.now() }.into_active_model();
        removed_files::Entity::insert(row).exec_without_returning(site.app.database.writer()).await.unwrap();
    }
    site.app.media.remove_left_files().await.unwrap();
    assert_eq!(files_in(&store.root), 4);
    assert_eq!(removed_files::Entity::find().count(site.app.database.reader()).await.unwrap(), 0);
}

#[tokio::test]
async fn what_an_interrupted_deletion_left_is_removed_by_itself() {
    let store = Store::directory().await;
    let site = &store.site;
    let staff = site.staff().await;
    let media = upload(&staff, "a.png", &png(4, 4), None).await.ok(201);
    let (path, url) = (media["file_path"].as_str().unwrap(), media["url"].as_str().unwrap());
    store.block(path);
    let one = format!("/api/admin/media/{}", id(&media));
    assert_eq!(staff.call("DELETE", &one, &Value::Null).await.status, 204);
    store.unblock(path);
    assert_eq!(site.get(url).await.status, 200);
    site.advance(600);
    site.while_serving(async {
        for _ in 0..300 {
            if files_in(&store.root) == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    })
    .await;
    assert_eq!(site.get(url).await.status, 404);
}

async fn a_restored_file_is_not_taken_for_the_damaged_one(store: Store) {
    let site = &store.site;
    let staff = site.staff().await;
    let file = png(20, 10);
    let media = upload(&staff, "a.png", &file, None).await.ok(201);
    let (path, url) = (media["file_path"].as_str().unwrap(), media["url"].as_str().unwrap());
    let get = async |headers: &[(&str, &str)]| site.call("GET", url, headers, &Value::Null).await;
    std::fs::write(store.root.join(path), b"").unwrap();
    let damaged = get(&[]).await;
    assert_eq!((damaged.status, damaged.body.len()), (200, 0));
    let former = damaged.header("etag");
    assert!(!site.app.media.restore_file(path, &file).await.unwrap(), "it was there");
    for headers in [&[("if-none-match", former)][..], &[("range", "bytes=1-3"), ("if-range", former)]] {
        let answer = get(headers).await;
        assert!(answer.status == 200 && answer.body == file, "{headers:?}: {}", answer.status);
        let etag = answer.header("etag");
        assert_eq!(get(&[("if-none-match", etag)]).await.status, 304);
        let part = get(&[("range", "bytes=1-3"), ("if-range", etag)]).await;
        assert_eq!((part.status, part.header("etag")), (206, etag));
    }
}

async fn a_file_is_whole_while_it_is_restored(store: Store) {
    let site = &store.site;
    let staff = site.staff().await;
    let (one, other) = (png(20, 10), png(30, 10));
    let media = upload(&staff, "a.png", &one, None).await.ok(201);
    let path = media["file_path"].as_str().unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let reader = std::thread::spawn({
        let (file, stop, versions) = (store.root.join(path), stop.clone(), [one.clone(), other.clone()]);
        move || {
            while !stop.load(Ordering::Relaxed) {
                let found = std::fs::read(&file).unwrap_or_default();
                assert!(versions.contains(&found), "{} bytes", found.len());
            }
        }
    });
    for bytes in [&other, &one].into_iter().cycle().take(20) {
        assert!(!site.app.media.restore_file(path, bytes).await.unwrap(), "it was there");
    }
    stop.store(true, Ordering::Relaxed);
    reader.join().unwrap();
}

async fn a_file_is_served_whole_in_part_and_not_again(store: Store) {
    let site = &store.site;
    let staff = site.staff().await;
    let file = png(20, 10);
    let media = upload(&staff, "a.png", &file, None).await.ok(201);
    let url = media["url"].as_str().unwrap();
    store.forget_requests();
    let whole = site.get(url).await;
    assert_eq!((whole.status, whole.header("content-type")), (200, "image/png"));
    assert!(whole.body == file);
    assert_eq!(whole.header("cache-control"), "public, max-age=3600");
    assert_eq!(whole.header("x-content-type-options"), "nosniff");
    assert_eq!(whole.header("cross-origin-resource-policy"), "cross-origin");
    assert_eq!(whole.header("accept-ranges"), "bytes");
    let etag = whole.header("etag");
    store.was_asked(&["GET"]);
    let get = async |method: &str, headers: &[(&str, &str)]| site.call(method, url, headers, &Value::Null).await;
    let head = get("HEAD", &[]).await;
    store.was_asked(&["HEAD"]);
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), file.len().to_string());
    let known = get("GET", &[("if-none-match", etag)]).await;
    assert_eq!((known.status, known.body.len()), (304, 0));
    store.was_asked(&["HEAD"]);
    let changed = get("GET", &[("if-none-match", "\"other\"")]).await;
    assert!(changed.status == 200 && changed.body == file);
    store.was_asked(&["GET"]);
    let part = get("GET", &[("range", "bytes=1-3")]).await;
    assert_eq!((part.status, &part.body[..]), (206, &b"PNG"[..]));
    store.was_asked(&["HEAD", "GET"]);
    let head = get("HEAD", &[("range", "bytes=1-3")]).await;
    assert_eq!((head.status, head.body.len()), (200, 0), "a range is for GET alone");
    assert_eq!(head.header("content-length"), file.len().to_string());
    assert_eq!(head.header("content-range"), "");
    store.was_asked(&["HEAD"]);
    assert_eq!(part.header("content-range"), format!("bytes 1-3/{}", file.len()));
    let beyond = get("GET", &[("range", "bytes=99999-")]).await;
    assert_eq!((beyond.status, beyond.header("content-range")), (416, &*format!("bytes */{}", file.len())));
    assert_eq!(beyond.header("cache-control"), "no-store", "a cache would answer others with it");
    let other = get("GET", &[("range", "bytes=1-3"), ("if-range", "\"other\"")]).await;
    assert_eq!((other.status, other.body.len()), (200, file.len()));
    assert_eq!(get("POST", &[]).await.status, 405);
    let long = format!("/media/images/{}.png", "x".repeat(252));
    for unknown in [
        "/media/images/none.png",
        "/media/images/x%00.jpg",
        "/media/images/..%2Fx.png",
        "/media/images/a.html",
        &long,
        "/media/x",
        "/media",
    ] {
        assert_eq!(site.get(unknown).await.status, 404, "{unknown}");
    }
}
