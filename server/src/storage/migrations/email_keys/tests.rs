//! Tests of the migration, each on both engines.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{ActiveModelTrait, ConnectionTrait, EntityTrait, QueryOrder};
use sea_orm_migration::MigratorTrait;
use uuid::Uuid;

use super::super::{EMAIL_KEYS, Migrator, TABLE};
use crate::storage::{
    Database,
    entities::{invitations, newsletter_subscribers, pending_sign_ups, sign_in_attempts, users},
    testing::{TestDatabase, on_both_engines},
};

on_both_engines![
    keys_get_their_domain_in_ascii,
    of_two_accounts_the_one_with_rights_or_the_older_gets_the_key,
    no_subscription_is_lost,
];

fn at(day: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000, 0).unwrap() + TimeDelta::days(day)
}

/// Applies the migration to rows that an earlier version could have written.
async fn migrate(database: &Database) {
    let forget = format!("DELETE FROM {TABLE} WHERE version = '{EMAIL_KEYS}'");
    database.writer().execute_unprepared(&forget).await.unwrap();
    Migrator::up(database.writer(), None).await.unwrap();
}

async fn add_account(database: &Database, email_key: &str, is_admin: bool, day: i64) {
    let row = users::Model {
        id: Uuid::now_v7(),
        email: email_key.to_owned(),
        email_key: email_key.to_owned(),
        password_hash: "hash".to_owned(),
        is_admin,
        role: is_admin.then(|| "administrator".to_owned()),
        created_at: at(day),
        updated_at: at(day),
        last_sign_in_at: None,
    };
    let row = users::ActiveModel::from(row).reset_all();
    users::Entity::insert(row).exec_without_returning(database.writer()).await.unwrap();
}

async fn add_subscriber(database: &Database, email_key: &str) {
    let row = newsletter_subscribers::Model {
        id: Uuid::now_v7(),
        email: email_key.to_owned(),
        email_key: email_key.to_owned(),
        state: "confirmed".to_owned(),
        source_page: String::new(),
        consent: String::new(),
        search_text: String::new(),
        asked_at: at(0),
        confirmed_at: None,
        unsubscribed_at: None,
        created_at: at(0),
        updated_at: at(0),
    };
    let row = newsletter_subscribers::ActiveModel::from(row).reset_all();
    newsletter_subscribers::Entity::insert(row).exec_without_returning(database.writer()).await.unwrap();
}

async fn add_invitation(database: &Database, email_key: &str, token: u8) {
    let row = invitations::Model {
        email_key: email_key.to_owned(),
        email: email_key.to_owned(),
        role: "editor".to_owned(),
        token_hash: vec![token; 32],
        expires_at: at(7),
        created_at: at(0),
    };
    let row = invitations::ActiveModel::from(row).reset_all();
    invitations::Entity::insert(row).exec_without_returning(database.writer()).await.unwrap();
}

async fn add_sign_up(database: &Database, email_key: &str, token: u8) {
    let row = pending_sign_ups::Model {
        token_hash: vec![token; 32],
        email_key: email_key.to_owned(),
        email: email_key.to_owned(),
        password_hash: "hash".to_owned(),
        expires_at: at(1),
        created_at: at(0),
    };
    let row = pending_sign_ups::ActiveModel::from(row).reset_all();
    pending_sign_ups::Entity::insert(row).exec_without_returning(database.writer()).await.unwrap();
}

async fn add_attempts(database: &Database, email_key: &str) {
    let row = sign_in_attempts::Model {
        email_key: email_key.to_owned(),
        network: String::new(),
        failures: 5,
        blocked_until: None,
        updated_at: at(0),
    };
    let row = sign_in_attempts::ActiveModel::from(row).reset_all();
    sign_in_attempts::Entity::insert(row).exec_without_returning(database.writer()).await.unwrap();
}

/// Returns the address and the key of each account, oldest first.
async fn accounts(database: &Database) -> Vec<(String, String)> {
    let rows = users::Entity::find().order_by_asc(users::Column::CreatedAt).all(database.reader()).await.unwrap();
    rows.into_iter().map(|row| (row.email, row.email_key)).collect()
}

async fn keys_get_their_domain_in_ascii(file: TestDatabase) {
    let database = file.open().await;
    // More than one batch.
    for number in 0..201 {
        add_subscriber(&database, &format!("jo{number}@m\u{fc}ller.example")).await;
    }
    add_account(&database, "anna@example.org", false, 0).await;
    add_account(&database, "jo@m\u{fc}ller.example", true, 1).await;
    add_invitation(&database, "jo@m\u{fc}ller.example", 1).await;
    add_invitation(&database, "ben@m\u{fc}ller.example", 2).await;
    add_invitation(&database, "ben@xn--mller-kva.example", 3).await;
    add_sign_up(&database, "jo@m\u{fc}ller.example", 1).await;
    add_sign_up(&database, "jo@xn--mller-kva.example", 2).await;
    add_attempts(&database, "jo@m\u{fc}ller.example").await;
    add_attempts(&database, "jo@xn--mller-kva.example").await;
    migrate(&database).await;
    let expected = [("anna@example.org", "anna@example.org"), ("jo@m\u{fc}ller.example", "jo@xn--mller-kva.example")];
    assert_eq!(accounts(&database).await, expected.map(|(email, key)| (email.to_owned(), key.to_owned())));
    let rows = newsletter_subscribers::Entity::find().all(database.reader()).await.unwrap();
    assert_eq!(rows.len(), 201);
    assert!(rows.iter().all(|row| row.email_key.ends_with("@xn--mller-kva.example")));
    let rows = invitations::Entity::find().order_by_asc(invitations::Column::TokenHash).all(database.reader()).await;
    let found: Vec<_> = rows.unwrap().into_iter().map(|row| (row.email_key, row.token_hash[0])).collect();
    assert_eq!(found, [("jo@xn--mller-kva.example".to_owned(), 1), ("ben@xn--mller-kva.example".to_owned(), 3)]);
    let rows = pending_sign_ups::Entity::find().all(database.reader()).await.unwrap();
    let found: Vec<_> = rows.iter().map(|row| row.email_key.as_str()).collect();
    assert_eq!(found, ["jo@xn--mller-kva.example"; 2]);
    let rows = sign_in_attempts::Entity::find().all(database.reader()).await.unwrap();
    let found: Vec<_> = rows.iter().map(|row| row.email_key.as_str()).collect();
    assert_eq!(found, ["jo@xn--mller-kva.example"]);
}

async fn of_two_accounts_the_one_with_rights_or_the_older_gets_the_key(file: TestDatabase) {
    let (typed, ascii) = ("m\u{fc}ller.example", "xn--mller-kva.example");
    // Domain and rights of the older account and of the younger, and which of them gets the key.
    let cases = [
        ("anna", (ascii, false), (typed, true), 1),
        ("ben", (typed, false), (ascii, true), 1),
        ("carl", (typed, false), (ascii, false), 0),
        ("dora", (ascii, true), (typed, true), 0),
    ];
    let database = file.open().await;
    for (name, older, younger, _) in cases {
        for (day, (domain, is_admin)) in (0..).zip([older, younger]) {
            add_account(&database, &format!("{name}@{domain}"), is_admin, day).await;
        }
    }
    migrate(&database).await;
    let accounts = accounts(&database).await;
    for (name, older, younger, kept) in cases {
        for (number, (domain, _)) in [older, younger].into_iter().enumerate() {
            let email = format!("{name}@{domain}");
            let key = format!("{name}@{}", if number == kept { ascii } else { typed });
            assert!(accounts.contains(&(email.clone(), key.clone())), "{email} has not {key}: {accounts:?}");
        }
    }
}

async fn no_subscription_is_lost(file: TestDatabase) {
    let database = file.open().await;
    let emails = ["jo@m\u{fc}ller.example", "jo@xn--mller-kva.example"];
    for email in emails {
        add_subscriber(&database, email).await;
    }
    migrate(&database).await;
    let rows = newsletter_subscribers::Entity::find().all(database.reader()).await.unwrap();
    let mut found: Vec<_> = rows.iter().map(|row| row.email_key.as_str()).collect();
    found.sort_unstable();
    assert_eq!(found, emails);
}
