//! Errors of the command line and the settings are reported in one line.

use std::{fs, net::TcpListener};

use foundfirst::storage::migrations;
use sea_orm::ConnectionTrait;

use crate::{
    buckets::TestBucket,
    cli::program::{Place, Run, argument},
    http::smtp::{Mood, SmtpServer},
    testing::TestDatabase,
};

#[test]
fn wrong_usage_exits_with_2() {
    let place = Place::new();
    for arguments in [
        vec![],
        vec!["dance"],
        vec!["serve", "--sideways"],
        vec!["posts", "import"],
        vec!["admin"],
        vec!["admin", "create"],
    ] {
        let run = place.run(&arguments);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains("Usage") || run.err.contains("--help"), "{}", run.err);
    }
    assert!(!place.path("data").exists(), "nothing was created");
}

#[test]
fn help_and_version_are_printed() {
    let place = Place::new();
    let help = place.run(&["--help"]).ok();
    for word in ["serve", "demo", "admin", "posts", "check", "FOUNDFIRST_DATABASE_URL", "FOUNDFIRST_LISTEN"] {
        assert!(help.contains(word), "{word} in {help}");
    }
    assert_eq!(place.run(&["--version"]).ok(), concat!("foundfirst ", env!("CARGO_PKG_VERSION"), "\n"));
    assert!(place.run(&["serve", "--help"]).ok().contains("--public-url"));
}

#[test]
fn help_shows_no_secret_of_the_environment() {
    let place = Place::new();
    for name in ["FOUNDFIRST_DATABASE_URL", "FOUNDFIRST_SMTP_URL", "FOUNDFIRST_MEDIA_URL"] {
        let run = place.run_with(name, "smtp://user:hunter2@host", &["--help"]);
        assert!(!run.ok().contains("hunter2"), "{name}");
    }
}

#[test]
fn a_wrong_setting_is_one_line_that_names_it() {
    let place = Place::new();
    for (name, value, start) in [
        ("FOUNDFIRST_LISTEN", "nowhere", "FOUNDFIRST_LISTEN: \"nowhere\" is not an address"),
        ("FOUNDFIRST_PUBLIC_URL", "example.com", "FOUNDFIRST_PUBLIC_URL: "),
        ("FOUNDFIRST_DATABASE_URL", "mysql://u:hunter2@h/d", "FOUNDFIRST_DATABASE_URL: must start with"),
        ("FOUNDFIRST_DATABASE_URL", "postgres://u:hunter2@h:x/d", "FOUNDFIRST_DATABASE_URL: "),
        ("FOUNDFIRST_MEDIA_URL", "s3://a/../b?hunter2", "FOUNDFIRST_MEDIA_URL: must be of the form s3://"),
        ("FOUNDFIRST_SMTP_URL", "mailto:hunter2", "FOUNDFIRST_SMTP_URL: "),
        ("FOUNDFIRST_TRUSTED_PROXIES", "10.0.0.0/99", "FOUNDFIRST_TRUSTED_PROXIES: \"10.0.0.0/99\""),
        ("FOUNDFIRST_SITE", "missing.toml", "missing.toml: "),
        ("FOUNDFIRST_LOG", "=loud", "FOUNDFIRST_LOG: "),
        (
            "FOUNDFIRST_LOG",
            "foundfirst=debug,warning",
            "FOUNDFIRST_LOG: \"warning\" is not a level: error, warn, info, debug or trace",
        ),
        ("FOUNDFIRST_LOG", "", "FOUNDFIRST_LOG: \"\" is not a level: "),
        ("FOUNDFIRST_SITE", "", "FOUNDFIRST_SITE: must not be empty"),
        ("FOUNDFIRST_DATA_DIR", "", "FOUNDFIRST_DATA_DIR: must not be empty"),
        ("FOUNDFIRST_DKIM_KEY_FILE", "", "FOUNDFIRST_DKIM_KEY_FILE: must not be empty"),
        ("FOUNDFIRST_BREACHED_PASSWORDS", "", "FOUNDFIRST_BREACHED_PASSWORDS: must not be empty"),
        ("FOUNDFIRST_LOG_FORMAT", "xml", "FOUNDFIRST_LOG_FORMAT: \"xml\" is neither text nor json"),
    ] {
        for command in ["serve", "check"] {
            let run = place.run_with(name, value, &[command]);
            let line = run.failure();
            assert!(line.starts_with(start), "{line}");
            assert!(!line.contains("hunter2"), "{line}");
        }
    }
}

#[test]
fn a_log_is_chosen_by_levels_and_parts_of_the_program() {
    let place = Place::new();
    for value in ["warn", "INFO", "off", "foundfirst", "foundfirst::http,info", "hyper=trace,debug"] {
        assert_eq!(place.run_with("FOUNDFIRST_LOG", value, &["check"]).status, 0, "{value}");
    }
}

#[test]
fn a_fault_in_site_toml_is_named_by_file_line_and_key() {
    let place = Place::new();
    for (text, expected) in [
        ("name = \"A\"\nnmae = \"B\"\n", "site.toml, line 2: nmae: unknown field `nmae`"),
        ("founding_year = \"long ago\"\n", "site.toml, line 1: founding_year: invalid type"),
        ("\n[bookings.hours]\nmonday = \"9-5\"\n", "site.toml, line 3: bookings.hours.monday: "),
        ("name = \n", "site.toml, line 1: "),
    ] {
        place.write("site.toml", text);
        let run = place.run(&["check"]);
        assert!(run.failure().starts_with(expected), "{}", run.failure());
    }
}

#[test]
fn a_port_in_use_is_named() {
    let place = Place::new();
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = other.local_addr().unwrap().to_string();
    let run = place.run(&["serve", "--listen", &address]);
    assert_eq!(run.failure(), format!("{address} is already in use by another program"));
}

#[test]
fn a_file_that_is_not_a_database_is_named() {
    let place = Place::new();
    fs::create_dir(place.path("data")).unwrap();
    place.write("data/foundfirst.sqlite3", &"this is not a database\n".repeat(100));
    let run = place.run(&["serve", "--listen", "127.0.0.1:0"]);
    assert!(run.failure().starts_with("sqlite file ./data/foundfirst.sqlite3 cannot be"), "{}", run.failure());
    assert!(run.failure().contains("not a database"), "{}", run.failure());
}

#[test]
fn a_data_directory_that_cannot_be_made_is_named() {
    let place = Place::new();
    place.write("data", "a file where the directory should be");
    for command in [vec!["serve", "--listen", "127.0.0.1:0"], vec!["check"], vec!["demo"], vec!["admin", "list"]] {
        let run = place.run(&command);
        assert_eq!(run.failure(), "FOUNDFIRST_DATA_DIR: ./data is not a directory");
    }
}

#[tokio::test]
async fn a_database_that_cannot_be_written_is_named() {
    let place = Place::new();
    assert_eq!(place.run(&["demo"]).status, 0);
    // SQLite cannot write a file that requires a later version for writing. Permissions would not stop root, as which
    // some tests run.
    let file = place.path("data/foundfirst.sqlite3");
    let database = sea_orm::Database::connect(format!("sqlite://{}", file.display())).await.unwrap();
    database.execute_unprepared("PRAGMA wal_checkpoint(TRUNCATE)").await.unwrap();
    database.close().await.unwrap();
    let mut bytes = fs::read(&file).unwrap();
    bytes[18] = 3;
    fs::write(&file, bytes).unwrap();
    for command in [&["check"][..], &["serve", "--listen", "127.0.0.1:0"]] {
        let run = place.run(command);
        let line = run.failure();
        assert!(line.starts_with("database ") && line.contains("readonly database"), "{line}");
    }
}

/// `foundfirst serve` would have to create or migrate it.
#[tokio::test]
async fn a_database_that_cannot_be_created_or_migrated_is_named() {
    let place = Place::new();
    let run = place.run(&["check", "--database-url", "sqlite:///proc/nowhere/site.sqlite3"]);
    assert!(run.failure().contains("/proc cannot be written"), "{}", run.failure());
    assert_eq!(place.run(&["demo"]).status, 0);
    let file = place.path("data/foundfirst.sqlite3");
    let database = sea_orm::Database::connect(format!("sqlite://{}", file.display())).await.unwrap();
    let newest = "DELETE FROM schema_migrations WHERE version = (SELECT max(version) FROM schema_migrations)";
    database.execute_unprepared(newest).await.unwrap();
    database.execute_unprepared("PRAGMA wal_checkpoint(TRUNCATE)").await.unwrap();
    database.close().await.unwrap();
    assert!(place.run(&["check"]).ok().contains("needs 1 migration"));
    let mut bytes = fs::read(&file).unwrap();
    bytes[18] = 3;
    fs::write(&file, bytes).unwrap();
    let run = place.run(&["check"]);
    assert!(run.failure().contains("readonly database"), "{}", run.failure());
}

#[test]
fn a_media_directory_that_cannot_be_made_is_named() {
    let place = Place::new();
    place.write("media", "a file where the directory should be");
    for command in [&["check"][..], &["serve", "--listen", "127.0.0.1:0"]] {
        let run = place.run(&[command, &["--media-url", "media"]].concat());
        assert!(run.failure().starts_with("media store media: "), "{}", run.failure());
    }
}

#[test]
fn a_database_server_that_does_not_answer_is_named_without_its_password() {
    let place = Place::new();
    // Bound and released, so that nothing listens there.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let url = format!("postgres://ff:hunter2@127.0.0.1:{port}/site");
    let run = place.run_with("FOUNDFIRST_DATABASE_URL", &url, &["serve", "--listen", "127.0.0.1:0"]);
    let line = run.failure();
    assert!(line.starts_with(&format!("PostgreSQL at 127.0.0.1:{port}, database site cannot be opened: ")), "{line}");
    assert!(!line.contains("hunter2"), "{line}");
}

#[tokio::test]
async fn check_prints_what_is_in_use() {
    let place = Place::new();
    let out = place.run(&["check", "--public-url", "https://foundfirst.test/", "--listen", "127.0.0.1:8123"]).ok();
    for line in [
        "listen      127.0.0.1:8123",
        "public url  https://foundfirst.test\n",
        "data        ./data",
        "database    sqlite file ./data/foundfirst.sqlite3 (does not exist yet: `foundfirst serve` creates it)\n",
        "media       ./data/media",
        "mail        files in ./data/mail",
        "site        Found First (Europe/London)",
        "renderer    ready",
    ] {
        assert!(out.contains(line), "{line} in {out}");
    }
    assert!(!place.path("data/foundfirst.sqlite3").exists());
    place.run(&["admin", "list"]).ok();
    let out = place.run(&["check"]).ok();
    assert!(out.contains("database    sqlite file ./data/foundfirst.sqlite3 (0 posts)\n"), "{out}");
    let database = TestDatabase::empty_postgres().await;
    let url = database.text.replace("postgres@", "postgres:hunter2@");
    let smtp = "smtps://user:hunter2@mail.test:465";
    let Run { status, out, err } = place.run(&["check", "--database-url", &url, "--smtp-url", smtp]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.contains("database    PostgreSQL in /"), "the directory of its socket: {out}");
    assert!(out.contains(", database test_"), "{out}");
    let needs = format!("(needs {} migrations, which `foundfirst serve` applies)\n", migrations::names().len());
    assert!(out.contains(&needs), "{out}");
    let again = place.run(&["check", "--database-url", &url]).ok();
    assert!(again.contains(&needs), "it was left unchanged: {again}");
    assert!(out.contains("mail        smtps://mail.test (not accepting mail: "), "{out}");
    assert!(!out.contains("hunter2"), "{out}");
}

#[test]
fn check_tries_the_mail_server_and_sends_nothing() {
    let place = Place::new();
    let server = SmtpServer::start(Mood::Willing);
    let out = place.run(&["check", "--smtp-url", &format!("smtp://{}", server.address)]).ok();
    assert!(out.contains("mail        smtp://127.0.0.1 (accepts mail)\n"), "{out}");
    assert_eq!(server.taken().len(), 0);
}

#[test]
fn an_unknown_kind_of_encryption_is_named() {
    let place = Place::new();
    for command in [&["check"][..], &["serve", "--listen", "127.0.0.1:0"]] {
        let run = place.run(&[command, &["--smtp-url", "smtp://mail.test?tls=maybe"]].concat());
        let reason = "FOUNDFIRST_SMTP_URL: tls must be none, opportunistic or required, not \"maybe\"";
        assert_eq!(run.failure(), reason);
    }
}

#[test]
fn flags_come_before_the_environment() {
    let place = Place::new();
    let data = place.path("other");
    let run = place.run_with("FOUNDFIRST_DATA_DIR", "ignored", &["check", "--data-dir", argument(&data)]);
    assert!(run.ok().contains(&format!("data        {}", data.display())));
    assert!(!place.path("ignored").exists());
}

#[test]
fn a_signing_key_is_checked_and_its_record_printed() {
    let place = Place::new();
    place.write("key.pem", include_str!("../../../src/dkim/test_key.pem"));
    let out = place.run_with("FOUNDFIRST_DKIM_KEY_FILE", "key.pem", &["check", "--dkim-selector", "autumn"]).ok();
    assert!(out.contains("dkim        autumn._domainkey.foundfirst.example TXT \"v=DKIM1; k=rsa; p=MII"), "{out}");
    let out = place.run(&["check"]).ok();
    assert!(out.contains("dkim        off: mail is not signed by this site\n"), "{out}");
    place.write("bad.pem", "no key");
    let refused = place.run_with("FOUNDFIRST_DKIM_KEY_FILE", "bad.pem", &["serve", "--listen", "127.0.0.1:0"]);
    let expected = "FOUNDFIRST_DKIM_KEY_FILE: bad.pem: expected a PEM file with an RSA key of 2,048 to 4,096 bits or an Ed25519 key, without a passphrase";
    assert_eq!(refused.failure(), expected);
    let domain = ["check", "--dkim-key-file", "key.pem", "--dkim-domain", "not a domain"];
    assert_eq!(place.run(&domain).failure(), "FOUNDFIRST_DKIM_DOMAIN: \"not a domain\" is not a DNS name");
}

#[test]
fn a_list_of_breached_passwords_is_checked_at_start_and_at_each_choice() {
    const NAME: &str = "FOUNDFIRST_BREACHED_PASSWORDS";
    let place = Place::new();
    // The SHA-1 of "tugboat-lantern-42", among others.
    let list = "0000000000000000000000000000000000000001:9\r\n@:2\r\nFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF:1\r\n";
    place.write("list.txt", &list.replace('@', "F5D5AE4D16FB27C2E5021B81D36649230EF6EEB2"));
    let out = place.run_with(NAME, "list.txt", &["check"]).ok();
    assert!(out.contains("passwords   checked against list.txt\n"), "{out}");
    assert!(place.run(&["check"]).ok().contains("passwords   no list of breached passwords\n"));
    let create = |password: &str| {
        let list = ["--breached-passwords", "list.txt"];
        place.run_fed(password, &[&["admin", "create", "anna@example.org", "--password-stdin"][..], &list].concat())
    };
    let breached = "This password has appeared in a data breach. Please choose another.";
    assert_eq!(create("tugboat-lantern-42\n").failure(), breached);
    assert_eq!(create("tugboat-lantern-43\n").ok(), "anna@example.org is an administrator\n");
    place.write("other.txt", "password\n");
    for (value, reason) in [
        ("missing.txt", "missing.txt: No such file or directory (os error 2)"),
        ("other.txt", "other.txt: expected a list of SHA-1 digests, one per line, in upper-case hexadecimal"),
        ("data", "data: Is a directory (os error 21)"),
    ] {
        for command in ["serve", "check"] {
            assert_eq!(place.run_with(NAME, value, &[command]).failure(), format!("{NAME}: {reason}"));
        }
    }
}

#[test]
fn a_bucket_is_checked_and_one_that_cannot_be_reached_is_named_without_its_secret() {
    let place = Place::new();
    let bucket = TestBucket::start();
    let endpoint = format!("http://{}", bucket.address);
    let run = |command: &[&str], changed: &[(&str, &str)]| {
        let mut command = place.command(command);
        command.env("FOUNDFIRST_MEDIA_URL", "s3://pictures/site").env("AWS_ENDPOINT_URL", &endpoint);
        command.env("AWS_ACCESS_KEY_ID", "id").env("AWS_SECRET_ACCESS_KEY", "secret").envs(changed.iter().copied());
        Run::of(command.output().unwrap())
    };
    let named = format!("s3://pictures/site/ at {}", bucket.address);
    let out = run(&["check"], &[]).ok();
    assert!(out.contains(&format!("media       {named}\n")), "{out}");
    assert_eq!(std::fs::read_dir(bucket.root()).unwrap().count(), 0, "the check leaves nothing behind");
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let nowhere = format!("http://127.0.0.1:{port}");
    for command in [&["check"][..], &["serve", "--listen", "127.0.0.1:0"]] {
        let refused = run(command, &[("AWS_SECRET_ACCESS_KEY", "hunter2")]);
        let expected = format!("media store {named}: the store responded with 403 Forbidden (SignatureDoesNotMatch)");
        assert_eq!(refused.failure(), expected);
        let gone = run(command, &[("AWS_ENDPOINT_URL", &nowhere)]);
        assert!(gone.failure().starts_with("media store s3://pictures/site/ at 127.0.0.1:"), "{gone:?}");
        assert!(gone.failure().contains(": Connection refused"), "{gone:?}");
        let keyless = run(command, &[("AWS_ACCESS_KEY_ID", "")]);
        assert_eq!(keyless.failure(), "AWS_ACCESS_KEY_ID: must be set if FOUNDFIRST_MEDIA_URL is a bucket");
    }
    // It accepts connections and never responds.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", silent.local_addr().unwrap());
    let silenced = run(&["check"], &[("AWS_ENDPOINT_URL", &address)]);
    assert!(silenced.failure().ends_with(": no response within 10 seconds"), "{silenced:?}");
}
