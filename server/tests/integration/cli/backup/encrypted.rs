//! Backups that are encrypted with age.

use std::{
    fs,
    io::{Read, Write},
    path::Path,
};

use age::{Decryptor, Encryptor, Identity, Recipient, secrecy::ExposeSecret, x25519};

use super::{run, version, whole_site};
use crate::{
    cli::program::{Place, argument},
    testing::TestDatabase,
};
use whole_site::{PICTURE, everything, fill};

const BACKUP: &str = "site.tar.zst.age";

/// Makes a key, writes its file as `age-keygen` does, and returns the public half.
fn key(place: &Place, name: &str) -> String {
    let identity = x25519::Identity::generate();
    let public = identity.to_public().to_string();
    let text = format!("# created: 2026-11-25\n# public key: {public}\n{}\n", identity.to_string().expose_secret());
    place.write(name, &text);
    public
}

fn encrypt(bytes: &[u8], recipient: &str) -> Vec<u8> {
    let recipient: x25519::Recipient = recipient.parse().unwrap();
    let encryptor = Encryptor::with_recipients(std::iter::once(&recipient as &dyn Recipient)).unwrap();
    let mut encrypted = Vec::new();
    let mut writer = encryptor.wrap_output(&mut encrypted).unwrap();
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap();
    encrypted
}

fn decrypt(file: &Path, key: &Path) -> Vec<u8> {
    let text = fs::read_to_string(key).unwrap();
    let identity: x25519::Identity = text.lines().last().unwrap().parse().unwrap();
    let encrypted = fs::read(file).unwrap();
    let decryptor = Decryptor::new(encrypted.as_slice()).unwrap();
    let mut bytes = Vec::new();
    decryptor.decrypt(std::iter::once(&identity as &dyn Identity)).unwrap().read_to_end(&mut bytes).unwrap();
    bytes
}

async fn comes_back(from: TestDatabase, to: TestDatabase) {
    let (here, there) = (Place::new(), Place::new());
    fill(&here, &from).await;
    let before = everything(&from).await;
    let recipients = format!("{}, {}", key(&here, "one.key"), key(&here, "two.key"));
    let backup = run(&here, &from, &["backup", BACKUP, "--backup-recipients", &recipients]);
    assert!(backup.ok().contains(", encrypted\n"));
    let file = here.path(BACKUP);
    let encrypted = fs::read(&file).unwrap();
    assert!(encrypted.starts_with(b"age-encryption.org/v1\n"));
    // A file that was decrypted independently is the backup itself.
    assert!(decrypt(&file, &here.path("one.key")).starts_with(&[0x28, 0xb5, 0x2f, 0xfd]));

    for name in ["two.key", "one.key"] {
        let key = here.path(name);
        let arguments = ["restore", argument(&file), "--identity", argument(&key), "--force"];
        run(&there, &to, &arguments).ok();
        assert_eq!(everything(&to).await, before, "{name}");
        assert_eq!(fs::read(there.path("data/media").join(PICTURE)).unwrap(), [0, 159, 146, 150, 10]);
    }
}

#[tokio::test]
async fn an_encrypted_backup_comes_back_on_sqlite() {
    comes_back(TestDatabase::empty_sqlite(), TestDatabase::empty_sqlite()).await;
}

#[tokio::test]
async fn an_encrypted_backup_comes_back_on_postgres() {
    comes_back(TestDatabase::postgres().await, TestDatabase::postgres().await).await;
}

/// Every failure to open an encrypted backup is reported in one line, and changes nothing.
#[tokio::test]
async fn what_cannot_be_decrypted_changes_nothing() {
    let (here, from, to) = (Place::new(), TestDatabase::empty_sqlite(), TestDatabase::empty_sqlite());
    fill(&here, &from).await;
    let recipient = key(&here, "right.key");
    key(&here, "other.key");
    run(&here, &from, &["backup", BACKUP, "--backup-recipients", &recipient]).ok();
    here.write("empty.key", "# nothing\n");
    here.write("secret.txt", "hunter2\n");
    let whole = fs::read(here.path(BACKUP)).unwrap();
    let mut flipped = whole.clone();
    let last = flipped.len() - 20;
    flipped[last] ^= 1;
    let mut header = whole.clone();
    let code = header.windows(4).position(|bytes| bytes == b"--- ").unwrap() + 4;
    header[code] = if header[code] == b'A' { b'B' } else { b'A' };
    for (name, bytes) in [
        ("cut.age", &whole[..whole.len() - 1]),
        ("start.age", &whole[..60]),
        ("longer.age", &[&whole[..], b"more"].concat()),
        ("flipped.age", &flipped),
        ("header.age", &header),
        ("text.age", &encrypt(b"CREATE TABLE users (id INTEGER);", &recipient)),
    ] {
        fs::write(here.path(name), bytes).unwrap();
    }

    let there = Place::new();
    run(&there, &to, &["demo"]).ok();
    let before = (everything(&to).await, version(&to).await);
    for (file, key, text) in [
        (BACKUP, None, " is encrypted: pass the file with the secret key as --identity FILE"),
        (BACKUP, Some("other.key"), " is encrypted to keys other than those in "),
        (BACKUP, Some("empty.key"), "empty.key: it contains no age secret key"),
        (BACKUP, Some("secret.txt"), "secret.txt: "),
        (BACKUP, Some("missing.key"), "missing.key: No such file"),
        ("cut.age", Some("right.key"), " is damaged or incomplete: "),
        ("start.age", Some("right.key"), " is damaged or incomplete: "),
        ("longer.age", Some("right.key"), " is damaged or incomplete: "),
        ("flipped.age", Some("right.key"), " is damaged or incomplete: "),
        ("header.age", Some("right.key"), " is damaged or incomplete: "),
        ("text.age", Some("right.key"), " is damaged or incomplete: "),
    ] {
        let (file, key) = (here.path(file), key.map(|name| here.path(name)));
        let mut arguments = vec!["restore", argument(&file), "--force"];
        if let Some(key) = &key {
            arguments.extend(["--identity", argument(key)]);
        }
        let refused = run(&there, &to, &arguments);
        assert!(refused.failure().contains(text), "{file:?} {key:?}: {}", refused.failure());
        assert!(!refused.failure().contains("hunter2"));
        assert_eq!((everything(&to).await, version(&to).await), before, "{file:?} {key:?}");
        let left = fs::read_dir(there.path("data/media/images")).map_or(0, Iterator::count);
        assert_eq!(left, 0, "{file:?}");
    }
}

/// An invalid key in the environment must not lead to an unencrypted backup.
#[tokio::test]
async fn no_backup_is_made_when_the_keys_are_wrong() {
    let (place, from) = (Place::new(), TestDatabase::empty_sqlite());
    fill(&place, &from).await;
    for value in ["", "age1nonsense", "AGE-SECRET-KEY-1HUNTER2"] {
        let refused =
            place.run_with("FOUNDFIRST_BACKUP_RECIPIENTS", value, &["backup", BACKUP, "--database-url", &from.text]);
        assert!(refused.failure().starts_with("FOUNDFIRST_BACKUP_RECIPIENTS: "), "{}", refused.failure());
        assert!(!refused.failure().contains("HUNTER2"));
        assert!(!place.path(BACKUP).exists());
    }
}
