//! Tests of the library's store, each on both engines.

use chrono::{TimeDelta, TimeZone};

use super::*;
use crate::storage::{
    content_version,
    testing::{TestDatabase, on_both_engines},
};

on_both_engines![
    a_record_is_read_as_it_was_written,
    the_newest_come_first_a_page_at_a_time,
    a_search_finds_names_and_texts_whatever_the_capitals,
    a_text_is_changed,
    images_are_in_folders,
    a_record_is_removed_once,
    images_are_found_by_the_paths_of_their_files,
    an_image_takes_another_file_and_is_found_by_the_former_one,
    files_that_replace_one_at_once_follow_each_other,
    a_replaced_image_that_is_removed_leaves_no_former_files,
    files_of_deleted_images_are_recorded_until_they_are_removed,
    files_that_an_image_has_again_are_listed,
    each_image_is_encoded_once_the_newest_first,
];

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap()
}

fn record(number: i64, name: &str) -> Media {
    Media {
        id: Uuid::now_v7(),
        file_name: format!("{name}.png"),
        file_path: format!("images/{number}-abc.png"),
        mime_type: "image/png".to_owned(),
        size: 12,
        width: Some(960),
        height: None,
        alt_text: name.to_owned(),
        variants: vec![Variant { width: 480, format: "webp".to_owned(), file_path: "images/x.webp".to_owned() }],
        folder: String::new(),
        focal_point: FocalPoint::MIDDLE,
        created_at: now() + TimeDelta::seconds(number),
    }
}

fn described(alt_text: &str) -> MediaChange {
    MediaChange { alt_text: Some(alt_text.to_owned()), ..MediaChange::default() }
}

async fn a_record_is_read_as_it_was_written(database: TestDatabase) {
    let store = MediaStore::new(database.open().await);
    let media = record(1, "Tall 10% off_er");
    store.insert(&media, now()).await.unwrap();
    assert_eq!(store.find(media.id).await.unwrap(), Some(media));
    assert_eq!(store.find(Uuid::now_v7()).await.unwrap(), None);
}

async fn the_newest_come_first_a_page_at_a_time(database: TestDatabase) {
    let store = MediaStore::new(database.open().await);
    for number in [2, 1, 3] {
        store.insert(&record(number, "a"), now()).await.unwrap();
    }
    let paths = |page: MediaPage| (page.media.into_iter().map(|media| media.file_path).collect::<Vec<_>>(), page.total);
    let first = paths(store.list("", "", 1, 2).await.unwrap());
    assert_eq!(first, (vec!["images/3-abc.png".to_owned(), "images/2-abc.png".to_owned()], 3));
    assert_eq!(paths(store.list("", "", 2, 2).await.unwrap()), (vec!["images/1-abc.png".to_owned()], 3));
    assert_eq!(store.list("", "", 1_000_000, 2).await.unwrap().media, []);
}

async fn a_search_finds_names_and_texts_whatever_the_capitals(database: TestDatabase) {
    let store = MediaStore::new(database.open().await);
    let media = record(1, "Tall 10% off_er");
    store.insert(&media, now()).await.unwrap();
    store.change(media.id, described("A chart of clicks by Émile"), now()).await.unwrap();
    for (search, found) in [
        ("TALL", 1),
        ("10%", 1),
        ("f_e", 1),
        ("o_f", 0),
        ("CHART", 1),
        ("map", 0),
        ("\0", 0),
        (" ", 1),
        ("ÉMILE", 1),
        ("e\u{301}mile", 1),
    ] {
        assert_eq!(store.list(search, "", 1, 10).await.unwrap().total, found, "{search}");
    }
}

async fn a_text_is_changed(database: TestDatabase) {
    let database = database.open().await;
    let store = MediaStore::new(database.clone());
    let media = record(1, "a");
    store.insert(&media, now()).await.unwrap();
    let before = content_version::read(database.reader()).await.unwrap();
    let changed = store.change(media.id, described("b"), now()).await.unwrap();
    assert_eq!(changed, Some((Media { alt_text: "b".to_owned(), ..media }, before + 1)));
    assert_eq!(store.change(Uuid::now_v7(), described("b"), now()).await.unwrap(), None);
}

async fn a_record_is_removed_once(database: TestDatabase) {
    let database = database.open().await;
    let store = MediaStore::new(database.clone());
    let media = record(1, "a");
    store.insert(&media, now()).await.unwrap();
    let before = content_version::read(database.reader()).await.unwrap();
    assert_eq!(store.delete(media.id, now()).await.unwrap(), Some((media.clone(), before + 1)));
    assert_eq!(store.delete(media.id, now()).await.unwrap(), None);
    assert_eq!(content_version::read(database.reader()).await.unwrap(), before + 1);
}

async fn images_are_found_by_the_paths_of_their_files(database: TestDatabase) {
    let store = MediaStore::new(database.open().await);
    for number in [1, 2, 3] {
        store.insert(&record(number, "a"), now()).await.unwrap();
    }
    let found = store.at(&["images/3-abc.png", "images/1-abc.png", "images/x.webp", "'"]).await.unwrap();
    let mut paths: Vec<String> = found.into_iter().map(|media| media.file_path).collect();
    paths.sort();
    assert_eq!(paths, ["images/1-abc.png", "images/3-abc.png"]);
    assert_eq!(store.at(&[]).await.unwrap(), []);
    assert_eq!(store.at(&["images/\0.png", "images/\u{1f}.png"]).await.unwrap(), []);
    assert_eq!(store.at(&vec!["images/1-abc.png"; 100_000]).await.unwrap().len(), 1);
}

async fn an_image_takes_another_file_and_is_found_by_the_former_one(database: TestDatabase) {
    let database = database.open().await;
    let store = MediaStore::new(database.clone());
    let media = Media {
        alt_text: "A chart".to_owned(),
        folder: "Team".to_owned(),
        focal_point: FocalPoint { x: 0, y: 100 },
        ..record(1, "a")
    };
    store.insert(&media, now()).await.unwrap();
    let file = Media { variants: vec![], width: None, size: 99, ..record(2, "ÉMILE") };
    let version = content_version::read(database.reader()).await.unwrap();
    let (before, after, raised) = store.replace(media.id, &file, now()).await.unwrap().unwrap();
    assert_eq!((&before, raised), (&media, version + 1));
    let expected = Media {
        id: media.id,
        alt_text: media.alt_text.clone(),
        folder: "Team".to_owned(),
        created_at: media.created_at,
        ..file.clone()
    };
    assert_eq!(after, expected);
    assert_eq!(store.find(media.id).await.unwrap(), Some(expected.clone()));
    assert_eq!(store.list("émile", "", 1, 10).await.unwrap().total, 1);
    assert_eq!(store.replace(Uuid::now_v7(), &record(3, "b"), now()).await.unwrap(), None);

    let paths = ["images/1-abc.png", "images/1-abc-320.webp", "images/2-abc.png", "images/none.png"];
    let stem = || "images/1-abc".to_owned();
    let found = store.at_former(&paths).await.unwrap();
    assert_eq!(found, [(paths[0], stem(), expected.clone()), (paths[1], stem(), expected)]);
    assert_eq!(store.at_former(&[]).await.unwrap(), []);
    assert_eq!(store.at_former(&["images/\0.png", "images/\u{1f}.png"]).await.unwrap(), []);
    assert_eq!(store.at_former(&vec!["images/1-abc.png"; 100_000]).await.unwrap().len(), 500);

    // An image with the default alt text is named after its new file.
    store.change(media.id, described("ÉMILE"), now()).await.unwrap();
    let (_, after, _) = store.replace(media.id, &record(4, "b"), now()).await.unwrap().unwrap();
    assert_eq!(after.alt_text, "b");
}

async fn files_that_replace_one_at_once_follow_each_other(database: TestDatabase) {
    let store = MediaStore::new(database.open().await);
    let media = record(1, "a");
    store.insert(&media, now()).await.unwrap();
    let files = [record(2, "b"), record(3, "c")];
    let (one, other) =
        tokio::join!(store.replace(media.id, &files[0], now()), store.replace(media.id, &files[1], now()));
    let (one, other) = (one.unwrap().unwrap(), other.unwrap().unwrap());
    let last = store.find(media.id).await.unwrap().unwrap().file_path;
    let mut paths = [one.0.file_path, other.0.file_path, last.clone()];
    paths.sort();
    assert_eq!(paths, ["images/1-abc.png", "images/2-abc.png", "images/3-abc.png"], "each is given back or in use");
    let former = paths.iter().map(String::as_str).filter(|path| *path != last).collect::<Vec<_>>();
    assert_eq!(store.at_former(&former).await.unwrap().len(), 2);
}

async fn a_replaced_image_that_is_removed_leaves_no_former_files(database: TestDatabase) {
    let store = MediaStore::new(database.open().await);
    let media = record(1, "a");
    store.insert(&media, now()).await.unwrap();
    store.replace(media.id, &record(2, "b"), now()).await.unwrap();
    store.delete(media.id, now()).await.unwrap();
    assert_eq!(store.at_former(&["images/1-abc.png"]).await.unwrap(), []);
}

/// Returns an image with a variant.
fn with_variant(number: i64) -> Media {
    let file_path = format!("images/{number}-abc-480.webp");
    Media { variants: vec![Variant { width: 480, format: "webp".to_owned(), file_path }], ..record(number, "a") }
}

async fn files_of_deleted_images_are_recorded_until_they_are_removed(database: TestDatabase) {
    let store = MediaStore::new(database.open().await);
    let media = with_variant(1);
    store.insert(&media, now()).await.unwrap();
    store.replace(media.id, &with_variant(2), now()).await.unwrap();
    let due = now() + TimeDelta::minutes(10);
    store.delete(media.id, due).await.unwrap();
    assert_eq!(store.next_to_remove(due - TimeDelta::seconds(1)).await.unwrap(), None);
    // Removed in any order, each after one that fails.
    let (mut removed, mut failed) = (Vec::new(), Vec::new());
    while let Some(path) = store.next_to_remove(due).await.unwrap() {
        if failed.len() == removed.len() {
            store.postpone_removal(&path, due).await.unwrap();
            failed.push(path);
        } else {
            store.set_removed(&[path.as_str()]).await.unwrap();
            removed.push(path);
        }
    }
    assert_eq!((removed.len(), failed.len()), (1, 2), "the files of the former file alone were due");
    assert!(removed.iter().chain(&failed).all(|path| path.starts_with("images/1-abc")));
    let later = due + TimeDelta::minutes(10);
    store.postpone_removals(due).await.unwrap();
    assert_eq!(store.next_to_remove(later).await.unwrap(), None, "a backup is being restored");
    let mut left = Vec::new();
    while let Some(path) = store.next_to_remove(due + TimeDelta::days(1)).await.unwrap() {
        store.set_removed(&[path.as_str()]).await.unwrap();
        left.push(path);
    }
    let mut all: Vec<String> = removed.into_iter().chain(left).collect();
    all.sort();
    let mut expected = [media.all_paths(), with_variant(2).all_paths()].concat();
    expected.sort();
    assert_eq!(all, expected);
    assert_eq!(all.iter().filter(|path| path.rsplit('.').next() == Some("avif")).count(), 2);
}

async fn files_that_an_image_has_again_are_listed(database: TestDatabase) {
    let store = MediaStore::new(database.open().await);
    let media = with_variant(1);
    let avif = [Variant { width: 480, format: AVIF.to_owned(), file_path: "images/1-abc-480.avif".to_owned() }];
    store.insert(&media, now()).await.unwrap();
    assert!(store.set_avif(&media, &avif).await.unwrap());
    for (path, is_listed) in [
        ("images/1-abc.png", true),
        ("images/1-abc-480.webp", true),
        ("images/1-abc-480.avif", true),
        ("images/2-abc.png", false),
        ("images/1_abc-480.webp", false),
    ] {
        assert_eq!(store.is_listed(path).await.unwrap(), is_listed, "{path}");
    }
}

async fn images_are_in_folders(database: TestDatabase) {
    let store = MediaStore::new(database.open().await);
    for (number, folder) in [(1, "Team"), (2, ""), (3, "élan"), (4, "Team"), (5, "Zoo"), (6, "team")] {
        let media = Media { folder: folder.to_owned(), ..record(number, "a") };
        store.insert(&media, now()).await.unwrap();
    }
    let page = store.list("", "Team", 1, 1).await.unwrap();
    assert_eq!((page.total, page.media[0].file_path.as_str()), (2, "images/4-abc.png"));
    let folders =
        |page: &MediaPage| page.folders.iter().map(|folder| (folder.name.clone(), folder.count)).collect::<Vec<_>>();
    let expected = [("Team", 2), ("team", 1), ("Zoo", 1), ("élan", 1)];
    assert_eq!(folders(&page), expected.map(|(name, count)| (name.to_owned(), count)), "whatever is shown");
    for (search, folder, total) in [("", "", 6), ("a", "Zoo", 1), ("b", "Zoo", 0), ("", "None", 0), ("", "\0", 0)] {
        assert_eq!(store.list(search, folder, 1, 10).await.unwrap().total, total, "{search} {folder:?}");
    }
    let id = page.media[0].id;
    let moved = MediaChange { folder: Some("Zoo".to_owned()), ..MediaChange::default() };
    let (media, _) = store.change(id, moved, now()).await.unwrap().unwrap();
    assert_eq!((media.folder.as_str(), media.alt_text.as_str()), ("Zoo", "a"));
    let (media, _) = store.change(id, described("b"), now()).await.unwrap().unwrap();
    assert_eq!((media.folder.as_str(), media.alt_text.as_str()), ("Zoo", "b"));
    assert_eq!(store.find(id).await.unwrap(), Some(media));
}

async fn each_image_is_encoded_once_the_newest_first(database: TestDatabase) {
    let store = MediaStore::new(database.open().await);
    let [old, new] = [record(1, "old"), record(2, "new")];
    let plain = Media { variants: Vec::new(), ..record(3, "plain") };
    for media in [&old, &new, &plain] {
        store.insert(media, now()).await.unwrap();
    }
    assert_eq!(store.next_to_encode(&[new.id]).await.unwrap().as_ref(), Some(&old));
    let avif = [Variant { width: 480, format: AVIF.to_owned(), file_path: "images/x.avif".to_owned() }];
    for image in [&new, &old] {
        assert_eq!(store.next_to_encode(&[]).await.unwrap().as_ref(), Some(image));
        assert!(store.set_avif(image, &avif).await.unwrap());
        assert_eq!(store.find(image.id).await.unwrap().as_ref(), Some(image), "variants are for every browser");
    }
    assert_eq!(store.next_to_encode(&[]).await.unwrap(), None);
    let files = stored_files(database.open().await.reader()).await.unwrap();
    assert_eq!(files.iter().filter(|path| *path == "images/x.avif").count(), 2, "backups contain them");

    // A new file is encoded anew, whatever the one before had.
    let file = Media { variants: new.variants.clone(), ..record(4, "file") };
    let (_, replaced, _) = store.replace(new.id, &file, now()).await.unwrap().unwrap();
    assert!(!store.set_avif(&new, &avif).await.unwrap(), "its file is no longer this one");
    assert_eq!(store.next_to_encode(&[]).await.unwrap().map(|image| image.id), Some(new.id));
    store.delete(new.id, now()).await.unwrap();
    assert!(!store.set_avif(&replaced, &avif).await.unwrap(), "it was deleted");
}
