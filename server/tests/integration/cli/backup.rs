//! `foundfirst backup` and `foundfirst restore`, from each engine into each, through real files.

mod encrypted;
mod foreign_tables;
mod interrupted;
mod meanwhile;
mod whole_site;

use std::{
    fmt::Write,
    fs,
    io::Read,
    os::unix::fs::PermissionsExt,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
};

use crate::{
    buckets::TestBucket,
    cli::{
        program::{Place, Run, argument},
        serving::wait_until,
    },
    testing::TestDatabase,
};
use foundfirst::{
    config::DatabaseUrl,
    storage::{
        Database, content_version,
        entities::{enquiries, outbox, sessions, users},
        migrations,
    },
};
use sea_orm::{ActiveValue::NotSet, ConnectionTrait, EntityTrait, IntoActiveModel};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use whole_site::{LOST, PICTURE, SMALLER, add, administrator, enquiry, everything, fill, mail};

fn run(place: &Place, database: &TestDatabase, arguments: &[&str]) -> Run {
    place.run(&[arguments, &["--database-url", &database.text]].concat())
}

async fn version(database: &TestDatabase) -> i64 {
    let open = database.open().await;
    content_version::read(open.reader()).await.unwrap()
}

async fn comes_back_whole(from: TestDatabase, to: TestDatabase) {
    let (here, there) = (Place::new(), Place::new());
    fill(&here, &from).await;
    let before = everything(&from).await;
    let posts = before.iter().filter(|row| row.starts_with("blog_posts Model")).count();
    let out = run(&here, &from, &["backup", "site.tar.zst"]).ok();
    let counts = format!("{posts} posts, 1 users, 2 enquiries, 1 bookings, ");
    assert!(posts > 1 && out.starts_with(&format!("site.tar.zst: {counts}")), "{out}");
    assert!(out.contains(", 2 media files, "), "{out}");
    assert!(out.contains(&format!("missing  {LOST}: ")), "{out}");
    assert!(out.ends_with("If an image was replaced or deleted during the backup, make the backup again.\n"), "{out}");
    let file = here.path("site.tar.zst");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600, "only its owner can read it");
    assert!(!here.path("site.tar.zst.part").exists());
    let parts = unpack(&file);
    let (_, manifest) = parts.iter().find(|(path, _)| path == "manifest.json").unwrap();
    let manifest: Value = serde_json::from_slice(manifest).unwrap();
    for table in manifest["tables"].as_array().unwrap() {
        assert!(table["rows"].as_u64() > Some(0), "{} has no rows to test with", table["name"]);
    }
    assert_eq!(everything(&from).await, before, "a backup changes nothing");

    let least = version(&from).await.max(version(&to).await);
    let out = run(&there, &to, &["restore", argument(&file)]).ok();
    assert!(out.contains(&format!(": restored {counts}")), "{out}");
    assert_eq!(everything(&to).await, before);
    assert!(version(&to).await > least, "what was cached of either is older");
    for path in [PICTURE, SMALLER] {
        let content = |place: &Place| fs::read(place.path("data/media").join(path)).unwrap();
        assert_eq!(content(&there), content(&here));
    }
    let export = |place: &Place, database| run(place, database, &["posts", "export"]).ok();
    assert_eq!(export(&there, &to), export(&here, &from));
    let open = to.open().await;
    assert_eq!(sessions::Entity::find().all(open.reader()).await.unwrap(), [], "sessions end");
    open.close().await;

    // Existing content is replaced only with --force.
    run(&there, &to, &["admin", "revoke", "admin@foundfirst.example"]).ok();
    let changed = everything(&to).await;
    let refused = run(&there, &to, &["restore", argument(&file)]);
    assert_eq!(refused.failure(), "the database already has content; --force replaces all of it");
    assert_eq!(everything(&to).await, changed);
    fs::write(there.path("data/media").join(PICTURE), "spoiled").unwrap();
    run(&there, &to, &["restore", argument(&file), "--force"]).ok();
    assert_eq!(everything(&to).await, before);
    assert_eq!(fs::read(there.path("data/media").join(PICTURE)).unwrap(), [0, 159, 146, 150, 10]);
}

#[test]
fn a_backup_comes_back_after_a_first_start_but_not_over_work() {
    let (here, there) = (Place::new(), Place::new());
    here.run(&["demo"]).ok();
    let file = here.path("site.tar.zst");
    here.run(&["backup", argument(&file)]).ok();
    // The server adds categories and authors, and counts missed addresses.
    let server = there.serve(&[]);
    assert_eq!(server.status("/about-us"), 404);
    server.stop();
    there.run(&["restore", argument(&file)]).ok();
    assert_eq!(there.run(&["posts", "export"]).ok(), here.run(&["posts", "export"]).ok());

    let worked = Place::new();
    worked.serve(&[]).stop();
    worked.run_fed("long enough\n", &["admin", "create", "owner@example.org", "--password-stdin"]).ok();
    worked.run(&["admin", "delete", "owner@example.org"]).ok();
    let refused = worked.run(&["restore", argument(&file)]);
    assert_eq!(refused.failure(), "the database already has content; --force replaces all of it");
}

#[tokio::test]
async fn sqlite_comes_back_on_sqlite() {
    comes_back_whole(TestDatabase::empty_sqlite(), TestDatabase::empty_sqlite()).await;
}

#[tokio::test]
async fn sqlite_comes_back_on_postgres() {
    comes_back_whole(TestDatabase::empty_sqlite(), TestDatabase::postgres().await).await;
}

#[tokio::test]
async fn postgres_comes_back_on_postgres() {
    comes_back_whole(TestDatabase::postgres().await, TestDatabase::postgres().await).await;
}

#[tokio::test]
async fn postgres_comes_back_on_sqlite() {
    comes_back_whole(TestDatabase::postgres().await, TestDatabase::empty_sqlite()).await;
}

/// A wrong data directory in a cron job must not produce an empty backup.
#[test]
fn an_empty_database_is_not_backed_up() {
    let place = Place::new();
    let kept = || {
        ["site.tar.zst", "site.tar.zst.part", "absent.sqlite3"].map(|name| place.path(name).exists()).contains(&true)
    };
    let refused = place.run(&["backup", "site.tar.zst", "--database-url", "sqlite:absent.sqlite3"]);
    let failure = refused.failure();
    assert!(failure.contains("absent.sqlite3 cannot be opened"), "{failure}");
    assert!(!kept());
    fs::write(place.path("empty.sqlite3"), "").unwrap();
    let refused = place.run(&["backup", "site.tar.zst", "--database-url", "sqlite:empty.sqlite3"]);
    assert_eq!(refused.failure(), "the database is empty: there is nothing to back up");
    assert!(!kept());
}

/// Files in a bucket are in the backup, and are restored into the bucket of the target site.
#[tokio::test]
async fn pictures_move_between_a_directory_and_a_bucket() {
    let (here, bucket) = (Place::new(), TestBucket::start());
    let from = TestDatabase::empty_sqlite();
    fill(&here, &from).await;
    run(&here, &from, &["backup", "site.tar.zst"]).ok();
    let endpoint = format!("http://{}", bucket.address);
    let run_there = |database: &TestDatabase, arguments: &[&str]| {
        let mut command = here.command(arguments);
        command.env("FOUNDFIRST_MEDIA_URL", "s3://pictures/site").env("AWS_ENDPOINT_URL", &endpoint);
        command.env("AWS_ACCESS_KEY_ID", "id").env("AWS_SECRET_ACCESS_KEY", "secret");
        Run::of(command.env("FOUNDFIRST_DATABASE_URL", &database.text).output().unwrap()).ok()
    };
    let to = TestDatabase::empty_sqlite();
    run_there(&to, &["restore", "site.tar.zst"]);
    let kept = bucket.root().join(PICTURE);
    assert_eq!(fs::read(kept).unwrap(), [0, 159, 146, 150, 10]);
    let out = run_there(&to, &["backup", "again.tar.zst"]);
    assert!(out.contains(", 2 media files, "), "{out}");
    let media = |file: &str| {
        let mut parts = unpack(&here.path(file));
        parts.retain(|(path, _)| path.starts_with("media/"));
        parts
    };
    assert_eq!(media("again.tar.zst"), media("site.tar.zst"));
}

/// An enquiry and its email are written together: a backup has both or neither.
async fn is_of_one_moment(from: TestDatabase) {
    let place = Place::new();
    let open = from.open().await;
    let pair = async |open: &Database| {
        let transaction = open.begin_write().await.unwrap();
        let id = Uuid::now_v7();
        add(&transaction, enquiry(id)).await;
        add(&transaction, mail(Uuid::now_v7(), Some(id))).await;
        transaction.commit().await.unwrap();
    };
    for _ in 0..500 {
        pair(&open).await;
    }
    let (stop, written) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
    let writer = tokio::spawn({
        let (open, stop, written) = (open.clone(), stop.clone(), written.clone());
        async move {
            while !stop.load(Ordering::Relaxed) {
                pair(&open).await;
                written.fetch_add(1, Ordering::Relaxed);
            }
        }
    });
    // On a busy machine nothing may be written while the backup is made. It is then made again.
    for attempt in 1.. {
        assert!(attempt <= 100, "nothing can be written during a backup");
        let before = written.load(Ordering::Relaxed);
        let mut command = place.command(&["backup", "site.tar.zst", "--database-url", &from.text]);
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let meanwhile = written.load(Ordering::Relaxed) - before;
        assert!(!writer.is_finished(), "the writer failed");
        if meanwhile > 10 {
            break;
        }
        fs::remove_file(place.path("site.tar.zst")).unwrap();
    }
    stop.store(true, Ordering::Relaxed);
    writer.await.unwrap();
    open.close().await;

    let to = TestDatabase::empty_sqlite();
    run(&place, &to, &["restore", "site.tar.zst"]).ok();
    let open = to.open().await;
    let mut sent: Vec<Uuid> =
        enquiries::Entity::find().all(open.reader()).await.unwrap().iter().map(|row| row.id).collect();
    let mails = outbox::Entity::find().all(open.reader()).await.unwrap();
    let mut caused: Vec<Uuid> = mails.iter().filter_map(|row| row.enquiry_id).collect();
    sent.sort();
    caused.sort();
    assert!(sent.len() >= 500);
    assert_eq!(sent, caused);
    open.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_a_busy_sqlite_is_of_one_moment() {
    is_of_one_moment(TestDatabase::empty_sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_a_busy_postgres_is_of_one_moment() {
    is_of_one_moment(TestDatabase::postgres().await).await;
}

/// Returns path and content of each entry.
fn unpack(file: &Path) -> Vec<(String, Vec<u8>)> {
    let mut archive = tar::Archive::new(zstd::Decoder::new(fs::File::open(file).unwrap()).unwrap());
    let entries = archive.entries().unwrap().map(|entry| {
        let mut entry = entry.unwrap();
        let path = entry.path().unwrap().to_str().unwrap().to_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        (path, bytes)
    });
    entries.collect()
}

/// Writes a backup of these entries, with a manifest that matches them until `change` edits it.
fn pack(file: &Path, mut parts: Vec<(String, Vec<u8>)>, change: impl FnOnce(&mut Value)) {
    let (_, manifest) = parts.pop().unwrap();
    let mut manifest: Value = serde_json::from_slice(&manifest).unwrap();
    let entries = parts.iter().map(|(path, bytes)| {
        let sha256 = Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        });
        json!({"path": path, "bytes": bytes.len(), "sha256": sha256})
    });
    manifest["entries"] = entries.collect();
    change(&mut manifest);
    parts.push(("manifest.json".into(), serde_json::to_vec(&manifest).unwrap()));
    let mut archive = tar::Builder::new(zstd::Encoder::new(fs::File::create(file).unwrap(), 1).unwrap());
    for (path, bytes) in parts {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        archive.append_data(&mut header, path, bytes.as_slice()).unwrap();
    }
    archive.into_inner().unwrap().finish().unwrap();
}

/// Damages a backup in every way. Returns each file with the expected error.
fn worse(good: &Path, place: &Place) -> Vec<(String, &'static str)> {
    let bytes = fs::read(good).unwrap();
    let parts = || unpack(good);
    let mut cases: Vec<(&str, &str)> = Vec::new();
    let file = |name: &str| place.path(name);
    for (name, part) in [("half", bytes.len() / 2), ("nearly", bytes.len() - 1), ("start", 20)] {
        fs::write(file(name), &bytes[..part]).unwrap();
        cases.push((name, " is damaged or incomplete: "));
    }
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 3] ^= 1;
    fs::write(file("flipped"), flipped).unwrap();
    cases.push(("flipped", " is damaged or incomplete: "));
    fs::write(file("longer"), [&bytes[..], b"more"].concat()).unwrap();
    cases.push(("longer", " is damaged or incomplete: "));
    for (name, text) in [("empty", &b""[..]), ("text", b"CREATE TABLE users (id INTEGER);")] {
        fs::write(file(name), text).unwrap();
        cases.push((name, " is not a backup of foundfirst"));
    }
    fs::write(file("zstd"), zstd::encode_all(&b""[..], 1).unwrap()).unwrap();
    cases.push(("zstd", " is not a backup of foundfirst"));
    pack(&file("other"), parts(), |manifest| manifest["product"] = "something".into());
    cases.push(("other", " is not a backup of foundfirst"));
    pack(&file("format"), parts(), |manifest| manifest["format"] = 2.into());
    cases.push(("format", " was made by a newer foundfirst (0.1.0): its format is 2, "));
    pack(&file("schema"), parts(), |manifest| {
        manifest["migrations"].as_array_mut().unwrap().push("9999_future".into());
    });
    cases.push(("schema", " was made by a newer foundfirst (0.1.0): its database is at 9999_future"));
    // Everything else matches the manifest.
    pack(&file("sum"), parts(), |manifest| manifest["entries"][0]["sha256"] = "00".into());
    cases.push(("sum", " is damaged or incomplete: its contents do not match its manifest"));
    pack(&file("lacking"), parts(), |manifest| {
        manifest["entries"].as_array_mut().unwrap().pop();
    });
    cases.push(("lacking", " is damaged or incomplete: its contents do not match"));
    pack(&file("count"), parts(), |manifest| manifest["tables"][0]["rows"] = 9_999.into());
    cases.push(("count", " is damaged or incomplete: its rows do not match its manifest"));
    pack(&file("column"), parts(), |manifest| {
        let tables = manifest["tables"].as_array_mut().unwrap();
        let users = tables.iter_mut().find(|table| table["name"] == "users").unwrap();
        users["columns"][0] = "id\") SELECT 1 --".into();
    });
    cases.push(("column", " is damaged or incomplete: tables/users/000001.jsonl does not match this version's tables"));
    let mut outside = parts();
    outside.insert(0, ("media/images/.hidden".into(), b"x".to_vec()));
    pack(&file("outside"), outside, |_| {});
    cases.push(("outside", "media store: not the path of a stored file"));
    // A row that violates a constraint, after valid rows and files.
    let mut broken = parts();
    let users = broken.iter_mut().find(|(path, _)| path.starts_with("tables/users/")).unwrap();
    users.1.extend_from_within(..);
    broken.rotate_right(1);
    let manifest = broken.remove(0);
    broken.sort_by_key(|(path, _)| path.starts_with("tables/"));
    broken.push(manifest);
    pack(&file("broken"), broken, |_| {});
    cases.push(("broken", ""));
    cases.into_iter().map(|(name, text)| (argument(&file(name)).to_owned(), text)).collect()
}

async fn changes_nothing(to: TestDatabase) {
    let here = Place::new();
    let from = TestDatabase::empty_sqlite();
    fill(&here, &from).await;
    run(&here, &from, &["backup", "site.tar.zst"]).ok();
    let there = Place::new();
    run(&there, &to, &["demo"]).ok();
    let before = (everything(&to).await, version(&to).await);
    for (file, text) in worse(&here.path("site.tar.zst"), &here) {
        let refused = run(&there, &to, &["restore", &file, "--force"]);
        assert!(refused.failure().contains(text), "{file}: {}", refused.failure());
        assert_eq!((everything(&to).await, version(&to).await), before, "{file}");
        let left = fs::read_dir(there.path("data/media/images")).map_or(0, Iterator::count);
        assert_eq!(left, 0, "{file}");
    }
    let missing = run(&there, &to, &["restore", "missing.tar.zst"]);
    assert!(missing.failure().starts_with("missing.tar.zst: No such file"), "{}", missing.failure());
}

#[tokio::test]
async fn what_is_no_whole_backup_changes_nothing_on_sqlite() {
    changes_nothing(TestDatabase::empty_sqlite()).await;
}

#[tokio::test]
async fn what_is_no_whole_backup_changes_nothing_on_postgres() {
    changes_nothing(TestDatabase::postgres().await).await;
}

/// A backup from before later migrations is restored and then migrated.
fn an_older_one_is_brought_up_to_date(to: &TestDatabase) {
    let place = Place::new();
    let from = TestDatabase::empty_sqlite();
    run(&place, &from, &["demo"]).ok();
    run(&place, &from, &["backup", "new.tar.zst"]).ok();
    let mut parts = unpack(&place.path("new.tar.zst"));
    parts.retain(|(path, _)| path.starts_with("tables/users/") || path == "manifest.json");
    // The last columns were added by later migrations.
    for (_, bytes) in parts.iter_mut().filter(|(path, _)| path.starts_with("tables/users/")) {
        let mut row: Value = serde_json::from_slice(bytes).unwrap();
        let row_values = row.as_array_mut().unwrap();
        assert_eq!((row_values.pop(), row_values.pop()), (Some(Value::Null), Some("administrator".into())));
        *bytes = format!("{row}\n").into_bytes();
    }
    pack(&place.path("old.tar.zst"), parts, |manifest| {
        manifest["migrations"].as_array_mut().unwrap().truncate(2);
        let tables = manifest["tables"].as_array_mut().unwrap();
        tables.retain(|table| table["name"] == "users");
        let columns = tables[0]["columns"].as_array_mut().unwrap();
        assert_eq!((columns.pop(), columns.pop()), (Some("last_sign_in_at".into()), Some("role".into())));
    });
    let out = run(&place, to, &["restore", "old.tar.zst"]).ok();
    assert!(out.contains("restored 0 posts, 1 users, "), "{out}");
    assert_eq!(run(&place, to, &["admin", "list"]).ok(), "admin@foundfirst.example administrator\n");
    place.write("post.json", r#"{"title": "Title", "slug": "slug"}"#);
    run(&place, to, &["posts", "import", "post.json"]).ok();
}

#[test]
fn an_older_backup_is_brought_up_to_date_on_sqlite() {
    an_older_one_is_brought_up_to_date(&TestDatabase::empty_sqlite());
}

#[tokio::test]
async fn an_older_backup_is_brought_up_to_date_on_postgres() {
    an_older_one_is_brought_up_to_date(&TestDatabase::postgres().await);
}

/// A backup before an update can be made by either version. The tables of the older version stay as they are.
async fn an_older_database_is_kept_as_it_is(from: TestDatabase, to: &TestDatabase) {
    let place = Place::new();
    if let DatabaseUrl::Sqlite(file) = &from.url {
        fs::write(file, "").unwrap();
    }
    let open = Database::open_unchanged(&from.url).await.unwrap();
    let transaction = open.begin_write().await.unwrap();
    migrations::up(&transaction, Some(2)).await.unwrap();
    // The columns were added by later migrations.
    let row = administrator("ann@example.org").into_active_model();
    let row = users::ActiveModel { role: NotSet, last_sign_in_at: NotSet, ..row };
    users::Entity::insert(row).exec_without_returning(&transaction).await.unwrap();
    transaction.commit().await.unwrap();
    run(&place, &from, &["backup", "old.tar.zst"]).ok();
    let transaction = open.begin_write().await.unwrap();
    assert_eq!(migrations::applied(&transaction).await.unwrap(), ["0001_content", "0002_accounts"]);
    transaction.rollback().await.unwrap();
    let out = run(&place, to, &["restore", "old.tar.zst"]).ok();
    assert!(out.contains("restored 0 posts, 1 users, "), "{out}");
    assert_eq!(run(&place, to, &["admin", "list"]).ok(), "ann@example.org administrator\n");

    // Tables of a newer version may contain data that must not be in a backup.
    let future = "INSERT INTO schema_migrations (version, applied_at) VALUES ('9999_future', 0)";
    open.writer().execute_unprepared(future).await.unwrap();
    let newer = "the database was prepared by a newer foundfirst: it is at 9999_future. Start that version, or restore \
                 the backup made before the update.";
    for command in [
        &["backup", "new.tar.zst"][..],
        &["check"],
        &["serve", "--listen", "127.0.0.1:0"],
        &["admin", "list"],
        &["posts", "export"],
        &["demo"],
        &["restore", "old.tar.zst", "--force"],
    ] {
        assert_eq!(run(&place, &from, command).failure(), newer, "{command:?}");
    }
    assert!(!place.path("new.tar.zst").exists());
    open.close().await;
}

#[tokio::test]
async fn an_older_database_is_kept_as_it_is_on_sqlite() {
    an_older_database_is_kept_as_it_is(TestDatabase::empty_sqlite(), &TestDatabase::empty_sqlite()).await;
}

#[tokio::test]
async fn an_older_database_is_kept_as_it_is_on_postgres() {
    an_older_database_is_kept_as_it_is(TestDatabase::empty_postgres().await, &TestDatabase::empty_sqlite()).await;
}

/// A running site shows the restored content, and search finds it.
fn shows_on_a_running_site(database: &TestDatabase) {
    let place = Place::new();
    let server = place.serve(&["--database-url", &database.text]);
    place.write("post.json", r#"{"title": "From the backup", "slug": "kept"}"#);
    run(&place, database, &["posts", "import", "post.json"]).ok();
    run(&place, database, &["backup", "site.tar.zst"]).ok();
    place.write("later.json", r#"{"title": "Written later", "slug": "later"}"#);
    run(&place, database, &["posts", "import", "later.json"]).ok();
    wait_until("the import shows", || server.get("/blog").1.contains("Written later"));
    run(&place, database, &["restore", "site.tar.zst", "--force"]).ok();
    wait_until("the restored site shows", || {
        let (_, page) = server.get("/blog");
        page.contains("From the backup") && !page.contains("Written later")
    });
    assert_eq!((server.status("/blog/kept"), server.status("/blog/later")), (200, 404));
    assert!(server.get("/api/posts?search=backup").1.contains("From the backup"));
    assert_eq!(server.status("/readyz"), 200);
}

#[test]
fn a_restored_site_shows_at_once_on_sqlite() {
    shows_on_a_running_site(&TestDatabase::empty_sqlite());
}

#[tokio::test]
async fn a_restored_site_shows_at_once_on_postgres() {
    shows_on_a_running_site(&TestDatabase::postgres().await);
}
