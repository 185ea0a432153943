//! What backups and restores leave that are interrupted or fail.

use std::{fs, time::Duration};

use serde_json::Value;

use super::{pack, unpack};
use crate::cli::program::{Place, argument};

#[test]
fn what_interrupted_backups_left_is_removed_by_the_next_one_of_the_kind() {
    let place = Place::new();
    place.run(&["demo"]).ok();
    fs::create_dir(place.path("backups")).unwrap();
    let path = |name: &str| place.path(&format!("backups/{name}"));
    let left = |name: &str, hours: u64| {
        let file = fs::File::create(path(name)).unwrap();
        let made = file.metadata().unwrap().modified().unwrap();
        file.set_modified(made - Duration::from_hours(hours)).unwrap();
        file
    };
    let kept = ["2026-11-22.tar.zst", "site.tar.zst.part", "2026-11-25.tar.part", "x2026-11-25.tar.zst.part"];
    for name in kept {
        drop(left(name, 30));
    }
    drop(left("2026-11-23.tar.zst.part", 30));
    drop(left("2026-11-9.tar.zst.part", 2));
    // One was just begun, one is locked but makes no progress, and one is this backup's own.
    drop(left("2026-11-24.tar.zst.part", 0));
    let running = left("2026-11-25.tar.zst.part", 30);
    running.lock().unwrap();
    drop(left("2026-11-26.tar.zst.part", 0));
    let out = place.run(&["backup", "backups/2026-11-26.tar.zst"]).ok();
    let mut removed: Vec<&str> = out.lines().filter(|line| line.starts_with("removed  ")).collect();
    removed.sort_unstable();
    assert_eq!(
        removed,
        [
            "removed  backups/2026-11-23.tar.zst.part: left by an interrupted backup",
            "removed  backups/2026-11-9.tar.zst.part: left by an interrupted backup",
        ]
    );
    let mut names: Vec<String> = fs::read_dir(place.path("backups"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let mut expected =
        [&kept[..], &["2026-11-24.tar.zst.part", "2026-11-25.tar.zst.part", "2026-11-26.tar.zst"]].concat();
    expected.sort_unstable();
    assert_eq!(names, expected);

    let twice = place.run(&["backup", "backups/2026-11-25.tar.zst"]);
    let reason = "backups/2026-11-25.tar.zst.part: another process is writing this backup";
    assert_eq!(twice.failure(), reason);
    assert!(path("2026-11-25.tar.zst.part").exists());
    drop(running);
    place.run(&["backup", "backups/2026-11-25.tar.zst"]).ok();
    assert!(!path("2026-11-25.tar.zst.part").exists());
}

#[test]
fn a_backup_that_cannot_be_written_fails_and_leaves_nothing() {
    let place = Place::new();
    place.run(&["demo"]).ok();
    let run = place.run(&["backup", "missing/site.tar.zst"]);
    assert!(run.failure().starts_with("missing/site.tar.zst.part: "), "{}", run.failure());
    fs::create_dir(place.path("taken")).unwrap();
    fs::write(place.path("taken/x"), "").unwrap();
    assert!(place.run(&["backup", "taken"]).failure().starts_with("taken: "));
    assert!(!place.path("taken.part").exists());
}

/// On a full disk, what an interrupted backup left would make every later one fail.
#[test]
fn what_interrupted_backups_left_is_removed_even_if_the_next_one_fails() {
    let place = Place::new();
    place.run(&["demo"]).ok();
    fs::create_dir_all(place.path("2026-11-26.tar.zst/x")).unwrap();
    let left = place.path("2026-11-23.tar.zst.part");
    let file = fs::File::create(&left).unwrap();
    let made = file.metadata().unwrap().modified().unwrap();
    file.set_modified(made - Duration::from_hours(30)).unwrap();
    drop(file);
    let run = place.run(&["backup", "2026-11-26.tar.zst"]);
    assert_eq!(run.out, "removed  ./2026-11-23.tar.zst.part: left by an interrupted backup\n");
    assert!(run.status == 1 && run.err.starts_with("foundfirst: 2026-11-26.tar.zst: "), "{run:?}");
    assert!(!left.exists() && !place.path("2026-11-26.tar.zst.part").exists());
}

#[test]
fn a_site_is_restored_even_if_its_audit_log_cannot_be_written() {
    let (here, there) = (Place::new(), Place::new());
    here.run(&["demo"]).ok();
    here.run(&["backup", "site.tar.zst"]).ok();
    let mut parts = unpack(&here.path("site.tar.zst"));
    // The next entry would have the number of the last one.
    let (_, head) = parts.iter_mut().find(|(path, _)| path.starts_with("tables/audit_head/")).unwrap();
    let mut row: Value = serde_json::from_slice(head).unwrap();
    row[1] = (row[1].as_i64().unwrap() - 1).into();
    *head = format!("{row}\n").into_bytes();
    let file = there.path("changed.tar.zst");
    pack(&file, parts, |_| {});
    let run = there.run(&["restore", argument(&file)]);
    assert!(run.status == 0 && run.out.contains("changed.tar.zst: restored "), "{run:?}");
    assert!(run.err.contains("the restore was not recorded in the audit log"), "{run:?}");
}
