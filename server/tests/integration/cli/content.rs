//! Administrators, demo content, import and export.

use std::{
    fs::File,
    os::unix::fs::PermissionsExt,
    process::{Command, Stdio},
};

use chrono::TimeDelta;
use foundfirst::{
    clock::{Clock, SystemClock},
    config::DatabaseUrl,
    storage::Database,
};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::{
    cli::program::{Place, Run, argument},
    testing::TestDatabase,
};

#[test]
fn the_demo_fills_an_empty_database_once() {
    let place = Place::new();
    let out = place.run(&["demo"]).ok();
    assert!(out.starts_with("Demo content: "), "{out}");
    assert!(out.contains("admin@foundfirst.example") && out.contains("http://127.0.0.1:8080/auth"), "{out}");
    let password = out.lines().find_map(|line| line.trim().strip_prefix("password")).unwrap().trim();
    assert_eq!(password.len(), 20);
    assert_eq!(place.run(&["admin", "list"]).ok(), "admin@foundfirst.example administrator\n");
    let posts: Vec<Value> = serde_json::from_str(&place.run(&["posts", "export"]).ok()).unwrap();
    assert!(out.contains(&format!("{} articles", posts.len())) && !posts.is_empty(), "{out}");
    assert!(posts.iter().all(|post| post["published"] == true));

    let again = place.run(&["demo"]);
    assert_eq!(again.failure(), "the database already has content; the demo is for an empty one");
    assert_eq!(place.run(&["demo", "--if-empty"]).ok(), "");
}

#[test]
fn the_demo_does_not_mix_with_what_is_there() {
    let place = Place::new();
    place.run_fed("long enough\n", &["admin", "create", "owner@example.org", "--password-stdin"]).ok();
    assert!(place.run(&["demo"]).failure().contains("already has content"));
    assert_eq!(place.run(&["posts", "export"]).ok(), "[]\n");
}

#[test]
fn a_list_that_cannot_be_printed_is_no_success() {
    let place = Place::new();
    place.run_fed("correct horse\n", &["admin", "create", "zoe@example.org", "--password-stdin"]).ok();
    let full = File::options().write(true).open("/dev/full").unwrap();
    let run = Run::of(
        place
            .command(&["admin", "list"])
            .stdout(full)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
            .wait_with_output()
            .unwrap(),
    );
    assert!(run.failure().starts_with("standard output: "), "{}", run.err);
}

#[test]
fn administrators_are_made_listed_granted_and_revoked() {
    let place = Place::new();
    let create = |email: &str, password: &str| place.run_fed(password, &["admin", "create", email, "--password-stdin"]);
    assert_eq!(create("Zoe@Example.org", "correct horse\n").ok(), "Zoe@Example.org is an administrator\n");
    assert_eq!(create("anna@example.org", "correct horse\r\n").ok(), "anna@example.org is an administrator\n");
    assert_eq!(place.run(&["admin", "list"]).ok(), "anna@example.org administrator\nZoe@Example.org administrator\n");
    let twice = create("zoe@example.org", "correct horse\n");
    assert_eq!(twice.failure(), "zoe@example.org: an account with this email address already exists");
    assert!(create("new@example.org", "short\n").failure().contains("at least 8 characters"));
    assert!(create("new@example.org", "FoundFirst2026\n").failure().contains("too easy to guess"), "the site's name");
    assert_eq!(create("nobody", "correct horse\n").failure(), "\"nobody\" is not an email address");

    let revoked = place.run(&["admin", "revoke", "ZOE@example.org"]).ok();
    assert_eq!(revoked, "ZOE@example.org no longer has admin rights\n");
    assert_eq!(place.run(&["admin", "list"]).ok(), "anna@example.org administrator\n");
    let granted = place.run(&["admin", "grant", "zoe@example.org"]).ok();
    assert_eq!(granted, "zoe@example.org is an administrator; its earlier sessions have ended\n");
    assert_eq!(place.run(&["admin", "list"]).ok(), "anna@example.org administrator\nZoe@Example.org administrator\n");
    let nobody = place.run(&["admin", "revoke", "who@example.org"]);
    assert_eq!(nobody.failure(), "who@example.org has neither admin rights nor an invitation");
}

#[test]
fn rights_are_not_granted_to_an_address_that_nobody_confirmed() {
    let place = Place::new();
    let grant = |email: &str| place.run(&["admin", "grant", email]);
    let unknown = "who@example.org has no confirmed account; `admin invite` sends an invitation";
    assert_eq!(grant("who@example.org").failure(), unknown);
    let server = place.serve(&[]);
    let body = r#"{"email": "who@example.org", "password": "correct horse battery"}"#;
    assert_eq!(server.post("/api/auth/sign-up", body), 202);
    let waits = "who@example.org has no confirmed account: its sign-up has yet to be confirmed by email";
    assert_eq!(grant("who@example.org").failure(), waits);
    assert_eq!(place.run(&["admin", "list"]).ok(), "");
}

#[test]
fn lost_second_factors_are_reset() {
    let place = Place::new();
    place.run_fed("correct horse\n", &["admin", "create", "zoe@example.org", "--password-stdin"]).ok();
    let reset = |email: &str| place.run(&["admin", "reset-factors", email]);
    let done = "ZOE@example.org now signs in with the password alone; its sessions have ended\n";
    assert_eq!(reset("ZOE@example.org").ok(), done);
    assert_eq!(reset("who@example.org").failure(), "no account has the address who@example.org");
    assert_eq!(reset("nobody").failure(), "\"nobody\" is not an email address");
}

#[test]
fn staff_are_invited() {
    let place = Place::new();
    let invite = |arguments: &[&str]| place.run(&[&["admin", "invite"], arguments].concat());
    let invited = "anna@example.org is invited as administrator; the link in the email is valid for seven days\n";
    assert_eq!(invite(&["anna@example.org"]).ok(), invited);
    let invited = "eve@example.org is invited as editor; the link in the email is valid for seven days\n";
    assert_eq!(invite(&["eve@example.org", "--role", "editor"]).ok(), invited);
    let wrong = invite(&["eve@example.org", "--role", "king"]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.err.contains("a role must be administrator or editor"), "{}", wrong.err);
    let waits = "eve@example.org has no confirmed account: its invitation has not been accepted";
    assert_eq!(place.run(&["admin", "grant", "eve@example.org"]).failure(), waits);
    let until = (SystemClock.now() + TimeDelta::days(7)).format("%Y-%m-%d");
    let open = format!(
        "anna@example.org administrator (invited until {until})\neve@example.org editor (invited until {until})\n"
    );
    assert_eq!(place.run(&["admin", "list"]).ok(), open);
    place.run(&["admin", "revoke", "eve@example.org"]).ok();
    let open = format!("anna@example.org administrator (invited until {until})\n");
    assert_eq!(place.run(&["admin", "list"]).ok(), open);
    let none = place.run(&["admin", "grant", "eve@example.org"]);
    assert_eq!(none.failure(), "eve@example.org has no confirmed account; `admin invite` sends an invitation");

    place.run_fed("correct horse\n", &["admin", "create", "zoe@example.org", "--password-stdin"]).ok();
    let known = invite(&["Zoe@example.org"]);
    assert_eq!(known.failure(), "Zoe@example.org already has admin rights");
}

#[test]
fn an_import_says_of_each_post_what_became_of_it() {
    let place = Place::new();
    let mixed = json!([
        {"title": "Good", "slug": "good"},
        {"title": "Bad section", "slug": "bad", "section_tags": ["Cooking"]},
        {"title": "Second", "slug": "second"},
        7,
    ]);
    place.write("mixed.json", &mixed.to_string());
    place.write("broken.json", "[\n  {\"title\": \"a\",}\n]");
    place.write("last.json", "\u{feff}{\"title\": \"Last\", \"slug\": \"last\"}");
    let run = place.run(&["posts", "import", "mixed.json", "broken.json", "missing.json", "last.json"]);
    assert_eq!(run.status, 1);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[..2], ["created  /blog/good  Good", "created  /blog/bad  Bad section"]);
    assert_eq!(lines[2], "warning  mixed.json[1] Bad section: Unknown section tags left out: Cooking");
    assert_eq!(lines[3], "created  /blog/second  Second");
    assert_eq!(lines[4], "failed   mixed.json[3] : A post must be a JSON object");
    assert_eq!(lines[5], "mixed.json: 3 created, 1 failed");
    assert_eq!(lines[6..], ["created  /blog/last  Last", "last.json: 1 created, 0 failed"]);
    let errors: Vec<&str> = run.err.lines().collect();
    assert_eq!(errors[0], "failed   broken.json: Invalid JSON at line 2, column 17: trailing comma");
    assert!(errors[1].starts_with("failed   missing.json: "), "{}", errors[1]);
    assert_eq!(errors.len(), 2, "{errors:?}");

    let again = place.run(&["posts", "import", "last.json"]);
    assert_eq!(again.status, 1);
    assert!(again.out.starts_with("failed   last.json[0] Last: This URL slug is already in use\n"), "{}", again.out);
}

/// An export has no limit, so an import of its file has none either.
#[test]
fn an_import_takes_more_posts_than_the_api() {
    let place = Place::new();
    place.write("many.json", &format!("[{}0]", "0,".repeat(100_000)));
    let run = place.run(&["posts", "import", "many.json"]);
    assert!(run.out.ends_with("many.json: 0 created, 100001 failed\n"), "{:.200} {}", run.out, run.err);
}

#[test]
fn an_import_before_the_first_start_keeps_the_names_of_the_menus() {
    let place = Place::new();
    place.write("post.json", r#"{"title": "A post", "slug": "a-post", "tags": ["local seo"]}"#);
    place.run(&["posts", "import", "post.json"]).ok();
    let posts: Value = serde_json::from_str(&place.run(&["posts", "export"]).ok()).unwrap();
    assert_eq!(posts[0]["tags"], json!(["Local SEO"]));
}

#[tokio::test]
async fn an_export_imported_elsewhere_exports_the_same() {
    let place = Place::new();
    place.run(&["demo"]).ok();
    let special = json!([
        {"title": "No date — “ünïcode” 🚀", "slug": "no-date", "published": false, "published_date": null,
         "content": "<p>a &amp; b</p><!-- pagebreak --><h2>c</h2>", "tags": ["Z", "a"], "section_tags": ["Home", "SEO"],
         "featured": true, "trending": true, "crawl_log": true, "inside_the_index": true, "author": "X",
         "author_bio": "B", "featured_image": "/f.png", "thumbnail_image": "/t.png", "meta_title": "M",
         "meta_description": "D", "canonical_url": "https://elsewhere.test/", "schema": {"@type": "Thing"}},
        {"title": "Scheduled", "slug": "scheduled", "published_date": "2999-01-01T00:00:00.000001Z"},
    ]);
    place.write("special.json", &special.to_string());
    place.run(&["posts", "import", "special.json"]).ok();
    assert_eq!(place.run(&["posts", "export", "first.json"]).ok(), "");
    let first = place.read("first.json");
    let posts: Vec<Value> = serde_json::from_str(&first).unwrap();
    let undated = posts.iter().find(|post| post["slug"] == "no-date").unwrap();
    assert_eq!((&undated["published_date"], &undated["tags"]), (&Value::Null, &json!(["Z", "a"])));

    let postgres = TestDatabase::postgres().await;
    let (other, file) = (Place::new(), place.path("first.json"));
    for database in ["sqlite://other.sqlite3", &postgres.text] {
        let import = ["posts", "import", argument(&file), "--database-url", database];
        let report = other.run(&import).ok();
        assert!(report.ends_with(&format!("{} created, 0 failed\n", posts.len())), "{report}");
        let second = other.run(&["posts", "export", "--database-url", database]).ok();
        assert_eq!(second, first, "{database}");
    }
}

#[test]
fn an_export_goes_into_the_file_of_a_link_and_into_a_pipe() {
    let place = Place::new();
    place.write("there.json", "");
    std::os::unix::fs::symlink("there.json", place.path("link.json")).unwrap();
    let readable = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(place.path("there.json"), readable.clone()).unwrap();
    place.run(&["posts", "export", "link.json"]).ok();
    assert_eq!(place.read("there.json"), "[]\n");
    let mode = std::fs::symlink_metadata(place.path("there.json")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, readable.mode(), "who could read it still can");
    let pipe = place.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read_to_string(pipe).unwrap()
    });
    place.run(&["posts", "export", "pipe"]).ok();
    assert_eq!(reader.join().unwrap(), "[]\n");
}

#[tokio::test]
async fn an_export_that_cannot_be_written_fails() {
    let place = Place::new();
    let run = place.run(&["posts", "export", "missing/out.json"]);
    assert!(run.failure().starts_with("missing/out.json: "), "{}", run.failure());

    place.write("posts.json", r#"[{"title": "One", "slug": "one"}, {"title": "Two", "slug": "two"}]"#);
    place.run(&["posts", "import", "posts.json"]).ok();
    place.run(&["posts", "export", "posts.json"]).ok();
    let whole = place.read("posts.json");
    let url = DatabaseUrl::Sqlite(place.path("data/foundfirst.sqlite3"));
    let database = Database::open(&url).await.unwrap();
    let unreadable = "UPDATE blog_posts SET updated_at = 'never' WHERE slug = 'two'";
    database.writer().execute_unprepared(unreadable).await.unwrap();
    database.close().await;
    let run = place.run(&["posts", "export", "posts.json"]);
    assert!(run.failure().starts_with("posts.json: "), "{}", run.failure());
    assert_eq!(place.read("posts.json"), whole, "the earlier export stays");
    let files = std::fs::read_dir(place.path("")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut files: Vec<String> = files.map(|name| name.into_string().unwrap()).collect();
    files.sort();
    assert_eq!(files, ["data", "posts.json"]);
}
