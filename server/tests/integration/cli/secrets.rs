//! What other users of the machine, or anybody who finds a backup, can read; and the audit log on the command line.

use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt,
    path::Path,
};

use foundfirst::storage::entities::outbox;
use sea_orm::{ConnectionTrait, EntityTrait, PaginatorTrait};

use super::program::{Place, argument};

/// Collects the permissions of a directory and of everything below it.
fn modes(path: &Path, found: &mut Vec<(String, u32)>) {
    let metadata = fs::metadata(path).unwrap();
    found.push((path.display().to_string(), metadata.permissions().mode() & 0o777));
    if metadata.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            modes(&entry.unwrap().path(), found);
        }
    }
}

#[test]
fn only_the_user_reads_the_data() {
    let place = Place::new();
    assert_eq!(place.run(&["demo"]).status, 0);
    assert_eq!(place.run(&["admin", "invite", "anna@example.org"]).status, 0);
    assert_eq!(place.run(&["backup", "site.tar.zst"]).status, 0);
    let mut found = Vec::new();
    modes(&place.path("data"), &mut found);
    modes(&place.path("site.tar.zst"), &mut found);
    assert!(found.len() > 2, "{found:?}");
    let open: Vec<_> = found.iter().filter(|(_, mode)| mode & 0o077 != 0).collect();
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn data_of_an_older_version_is_restricted_at_the_next_start() {
    let place = Place::new();
    assert_eq!(place.run(&["demo"]).status, 0);
    fs::create_dir_all(place.path("data/media")).unwrap();
    let mut before = Vec::new();
    modes(&place.path("data"), &mut before);
    for (path, _) in &before {
        let mode = if Path::new(path).is_dir() { 0o755 } else { 0o644 };
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }
    assert_eq!(place.run(&["check"]).status, 0);
    let mut checked = Vec::new();
    modes(&place.path("data/media"), &mut checked);
    assert!(checked.iter().all(|(_, mode)| mode & 0o044 == 0o044), "a check changes nothing: {checked:?}");
    assert_eq!(place.run(&["admin", "list"]).status, 0);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for directory in ["data", "data/media"] {
        assert_eq!(mode(&place.path(directory)), 0o700, "{directory}");
    }
    let database = fs::read_dir(place.path("data")).unwrap().map(|entry| entry.unwrap().path());
    let database: Vec<_> = database.filter(|path| path.display().to_string().contains("sqlite")).collect();
    assert!(!database.is_empty());
    for path in database {
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
}

#[test]
fn a_directory_that_holds_other_things_keeps_its_mode() {
    let place = Place::new();
    fs::create_dir_all(place.path("data/media")).unwrap();
    place.write("data/other.txt", "needed by others");
    fs::set_permissions(place.path("data"), Permissions::from_mode(0o1777)).unwrap();
    fs::set_permissions(place.path("data/media"), Permissions::from_mode(0o755)).unwrap();
    assert_eq!(place.run(&["demo"]).status, 0);
    assert_eq!(place.run(&["admin", "list"]).status, 0);
    let mode = |name: &str| fs::metadata(place.path(name)).unwrap().permissions().mode() & 0o7777;
    assert_eq!(mode("data"), 0o1777);
    assert_eq!((mode("data/foundfirst.sqlite3"), mode("data/media")), (0o600, 0o700));
}

/// Returns the path of the place's database.
fn database(place: &Place) -> String {
    let mut files = fs::read_dir(place.path("data")).unwrap().map(|entry| entry.unwrap().path());
    let file = files.find(|path| path.extension().is_some_and(|ending| ending == "sqlite3")).unwrap();
    format!("sqlite://{}", file.display())
}

/// Adds a queued email.
async fn add_mail(place: &Place, kind: &str) {
    let database = sea_orm::Database::connect(database(place)).await.unwrap();
    let sql = format!(
        "INSERT INTO outbox (id, kind, recipient, subject, text_body, html_body, headers, state, attempts, \
         next_attempt_at, created_at) SELECT randomblob(16), '{kind}', recipient, subject, text_body, html_body, headers, \
         state, attempts, next_attempt_at, created_at FROM outbox LIMIT 1"
    );
    database.execute_unprepared(&sql).await.unwrap();
    database.close().await.unwrap();
}

#[tokio::test]
async fn a_backup_has_no_mail_that_waits_with_a_link() {
    let mails = async |place: &Place| {
        let database = sea_orm::Database::connect(database(place)).await.unwrap();
        let found = outbox::Entity::find().count(&database).await.unwrap();
        database.close().await.unwrap();
        found
    };
    let (place, other) = (Place::new(), Place::new());
    assert_eq!(place.run(&["demo"]).status, 0);
    assert_eq!(place.run(&["admin", "invite", "anna@example.org"]).status, 0);
    for kind in ["newsletter-confirmation", "visitor-booking-held", "visitor-booking", "visitor-booking-moved"] {
        add_mail(&place, kind).await;
    }
    assert_eq!(mails(&place).await, 5);
    assert_eq!(place.run(&["backup", "site.tar.zst"]).status, 0);
    assert!(place.run(&["admin", "audit"]).out.contains("command line  backup.made  backup site.tar.zst"));
    let restored = other.run(&["restore", argument(&place.path("site.tar.zst"))]);
    assert_eq!(restored.status, 0, "{}", restored.err);
    assert_eq!(mails(&other).await, 0);
    let log = other.run(&["admin", "audit"]);
    assert!(log.out.contains("command line  backup.restored  backup site.tar.zst"), "{}", log.out);
    assert_eq!(other.run(&["admin", "audit", "--verify"]).status, 0);
}

#[test]
fn no_token_of_a_link_is_logged() {
    let place = Place::new();
    let server = place.serve(&["--log", "foundfirst=trace"]);
    for path in [
        "/bookings/secret-token",
        "/newsletter/confirm?token=secret-token",
        "/auth?mode=update_password&token=secret-token",
        "/preview/secret-token",
        "/api/bookings/secret-token",
        "/secret-token",
    ] {
        server.get(path);
    }
    let (_, log) = server.stop();
    assert!(log.contains("/bookings/{token}"), "the route is: {log}");
    assert!(!log.contains("secret-token"), "{log}");
}

#[test]
fn the_log_is_listed_and_verified() {
    let place = Place::new();
    let created = place.run_fed("tugboat-lantern-42\n", &["admin", "create", "anna@example.org", "--password-stdin"]);
    assert_eq!(created.status, 0, "{}", created.err);
    assert_eq!(place.run(&["admin", "revoke", "anna@example.org"]).status, 0);
    let log = place.run(&["admin", "audit"]);
    let lines: Vec<&str> = log.out.lines().collect();
    let [revoked, created, count] = lines[..] else { panic!("{}", log.out) };
    assert!(
        revoked.contains("  command line  account.role_revoked  account anna@example.org  before {\"role\":"),
        "{revoked}"
    );
    assert!(created.contains("account.created"), "{created}");
    assert_eq!(count, "2 of 2 entries");
    assert!(!log.out.contains("tugboat"));
    let whole = place.run(&["admin", "audit", "--verify"]);
    assert!(whole.status == 0 && whole.out.starts_with("2 entries, the chain is intact"), "{}{}", whole.out, whole.err);
}

#[tokio::test]
async fn a_log_that_was_changed_is_reported() {
    let place = Place::new();
    assert_eq!(place.run(&["demo"]).status, 0);
    let database = sea_orm::Database::connect(database(&place)).await.unwrap();
    for statement in [
        "DROP TRIGGER audit_entries_are_not_changed",
        "UPDATE audit_entries SET action = 'post.changed' WHERE number = 2",
    ] {
        database.execute_unprepared(statement).await.unwrap();
    }
    database.close().await.unwrap();
    let broken = place.run(&["admin", "audit", "--verify"]);
    assert_eq!(broken.status, 1);
    assert!(broken.err.contains("the audit log was altered: entry 2 ("), "{}", broken.err);
}

#[test]
fn an_account_is_deleted() {
    let place = Place::new();
    let created = place.run_fed("tugboat-lantern-42\n", &["admin", "create", "anna@example.org", "--password-stdin"]);
    assert_eq!(created.status, 0, "{}", created.err);
    let deleted = place.run(&["admin", "delete", "Anna@example.org"]);
    assert_eq!((deleted.status, place.run(&["admin", "list"]).out.as_str()), (0, ""), "{}", deleted.err);
    let again = place.run(&["admin", "delete", "anna@example.org"]);
    assert!(again.status == 1 && again.err.contains("no account has the address anna@example.org"), "{}", again.err);
    assert!(place.run(&["admin", "audit"]).out.contains("account.deleted  account anna@example.org"));
    place.run(&["admin", "invite", "eve@example.org"]);
    assert_eq!(place.run(&["admin", "delete", "eve@example.org"]).status, 1);
    assert!(place.run(&["admin", "list"]).out.contains("eve@example.org administrator (invited until"));
}
