//! Tests of the audit log, each on both engines.

use std::collections::BTreeSet;

use chrono::{TimeDelta, TimeZone};
use sea_orm::ConnectionTrait;
use serde_json::json;
use tokio::task::JoinSet;

use super::*;
use crate::{
    audit::domain::Action,
    email_address::EmailAddress,
    storage::{
        Engine,
        testing::{TestDatabase, on_both_engines},
    },
};

on_both_engines![
    entries_are_listed_with_the_newest_first,
    entries_are_filtered,
    an_entry_belongs_to_the_transaction_of_what_it_records,
    entries_are_never_changed_deleted_or_replaced,
    verification_names_the_first_entry_that_was_changed,
    verification_finds_missing_entries,
    concurrent_writers_make_one_chain,
    a_reader_does_not_wait_for_a_writer,
    a_person_is_erased_and_the_chain_stays_whole,
    both_forms_of_a_domain_are_one_person,
    a_forged_name_breaks_the_chain,
    old_names_are_erased,
];

const ANNA: &str = "anna@example.org";

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap()
}

fn anna() -> Actor {
    Actor::account("Anna@Example.org", [192, 0, 2, 7].into())
}

fn visitor() -> Actor {
    Actor::visitor([198, 51, 100, 9].into())
}

fn created(number: u128) -> NewEntry {
    NewEntry::new(Action::PostCreated, Object::thing("post", Uuid::from_u128(number)))
        .after(&json!({ "slug": format!("post-{number}") }))
}

fn failed(email: &str) -> NewEntry {
    NewEntry::new(Action::SignInFailed, Object::account(None, email))
}

struct Log {
    store: AuditStore,
    database: Database,
    test: TestDatabase,
}

impl Log {
    async fn new(test: TestDatabase) -> Self {
        let database = test.open().await;
        Self { store: AuditStore::new(database.clone()), database, test }
    }

    async fn add(&self, actor: &Actor, minutes: i64, entry: NewEntry) {
        self.store.record(&actor.at(now() + TimeDelta::minutes(minutes)), entry).await.unwrap();
    }

    /// Five entries of Anna.
    async fn five(test: TestDatabase) -> Self {
        let log = Self::new(test).await;
        for number in 1..=5 {
            log.add(&anna(), number, created(number.unsigned_abs().into())).await;
        }
        log
    }

    async fn found(&self, filter: AuditFilter) -> Vec<i64> {
        let list = self.store.list(&filter, 0, 100).await.unwrap();
        assert_eq!(self.store.count(&filter).await.unwrap(), list.len() as u64);
        list.into_iter().map(|entry| entry.number).collect()
    }

    /// Runs a statement as the owner of the database could: without the triggers.
    async fn tamper(&self, statement: &str) {
        let connection = self.database.writer();
        let (before, after) = match self.database.engine() {
            Engine::Postgres => {
                ("ALTER TABLE audit_entries DISABLE TRIGGER USER", "ALTER TABLE audit_entries ENABLE TRIGGER USER")
            }
            Engine::Sqlite => (
                "DROP TRIGGER IF EXISTS audit_entries_are_not_changed; DROP TRIGGER IF EXISTS audit_entries_are_not_deleted",
                "SELECT 1",
            ),
        };
        for statement in [before, statement, after] {
            connection.execute_unprepared(statement).await.unwrap();
        }
    }

    async fn broken(&self) -> Option<Broken> {
        match self.store.verify().await.unwrap() {
            Verification::Intact { .. } => None,
            Verification::Broken(broken) => Some(broken),
        }
    }
}

async fn entries_are_listed_with_the_newest_first(test: TestDatabase) {
    let log = Log::new(test).await;
    assert_eq!(log.store.verify().await.unwrap(), Verification::Intact { entries: 0, hash: chain::START.to_vec() });
    log.add(&Actor::command_line(), 0, NewEntry::new(Action::RoleGranted, Object::account(None, ANNA))).await;
    log.add(&anna(), 1, created(1)).await;
    log.add(&visitor(), 2, failed("Anna@example.org")).await;
    let entries = log.store.list(&AuditFilter::default(), 0, 100).await.unwrap();
    let texts: Vec<_> = entries
        .iter()
        .map(|entry| (entry.actor.as_deref(), entry.action.as_str(), entry.object.as_str(), entry.address.as_deref()))
        .collect();
    assert_eq!(
        texts,
        [
            (None, "account.sign_in_failed", "account anna@example.org", Some("198.51.100.0/24")),
            (Some(ANNA), "post.created", "post 00000000-0000-0000-0000-000000000001", Some("192.0.2.0/24")),
            (Some("command line"), "account.role_granted", "account anna@example.org", None),
        ]
    );
    assert_eq!((&entries[1].before, &entries[1].after), (&None, &Some(json!({ "slug": "post-1" }))));
    assert_eq!(log.store.list(&AuditFilter::default(), 2, 1).await.unwrap(), entries[2..]);
    assert_eq!(log.store.batch(&AuditFilter::default(), Some(3), 1).await.unwrap(), entries[1..2]);
    assert!(matches!(log.store.verify().await.unwrap(), Verification::Intact { entries: 3, .. }));
}

async fn entries_are_filtered(test: TestDatabase) {
    let log = Log::new(test).await;
    log.add(&anna(), 1, created(1)).await;
    log.add(&visitor(), 2, failed(ANNA)).await;
    log.add(&Actor::command_line(), 3, created(0xabc)).await;
    log.add(&visitor(), 4, NewEntry::new(Action::BackupMade, Object::named("backup", "Site-2026.tar.zst"))).await;
    let address = Object::thing("missed address", Uuid::from_u128(0xdef));
    log.add(&visitor(), 5, NewEntry::new(Action::MissedAddressForgotten, address)).await;
    log.add(&visitor(), 6, NewEntry::new(Action::BackupMade, Object::named("backup", "Our old site.tar"))).await;
    let with = |change: fn(&mut AuditFilter)| {
        let mut filter = AuditFilter::default();
        change(&mut filter);
        filter
    };
    for (filter, found) in [
        (with(|filter| filter.actor = " ANNA@ ".into()), vec![1]),
        (with(|filter| filter.actor = "command line".into()), vec![3]),
        (with(|filter| filter.actor = "%".into()), vec![]),
        (with(|filter| filter.action = "post.created".into()), vec![3, 1]),
        (with(|filter| filter.action = "post".into()), vec![3, 1]),
        (with(|filter| filter.action = "pos".into()), vec![]),
        (with(|filter| filter.action = "\0".into()), vec![]),
        (with(|filter| filter.object = "post".into()), vec![3, 1]),
        (with(|filter| filter.object = "abc".into()), vec![3]),
        (with(|filter| filter.object = "post 00000000-0000-0000-0000-000000000abc".into()), vec![3]),
        (with(|filter| filter.object = "account anna@example.org".into()), vec![2]),
        (with(|filter| filter.object = "image abc".into()), vec![]),
        (with(|filter| filter.object = "backup Site-2026".into()), vec![4]),
        (with(|filter| filter.object = "SITE-2026.tar".into()), vec![4]),
        (with(|filter| filter.object = "missed address".into()), vec![5]),
        (with(|filter| filter.object = "missed address 00000000-0000-0000-0000-000000000def".into()), vec![5]),
        (with(|filter| filter.object = "missed address abc".into()), vec![]),
        (with(|filter| filter.object = "backup our old site".into()), vec![6]),
        (with(|filter| filter.object = "old site".into()), vec![6]),
        (with(|filter| filter.since = Some(now() + TimeDelta::minutes(2))), vec![6, 5, 4, 3, 2]),
        (with(|filter| filter.until = Some(now() + TimeDelta::minutes(2))), vec![1]),
    ] {
        assert_eq!(log.found(filter.clone()).await, found, "{filter:?}");
    }
}

async fn an_entry_belongs_to_the_transaction_of_what_it_records(test: TestDatabase) {
    let log = Log::five(test).await;
    let transaction = log.database.begin_write().await.unwrap();
    record(&transaction, &now().into(), &[created(6), created(7)]).await.unwrap();
    transaction.rollback().await.unwrap();
    assert_eq!(log.found(AuditFilter::default()).await, [5, 4, 3, 2, 1]);
    let transaction = log.database.begin_write().await.unwrap();
    record(&transaction, &now().into(), &[created(6), created(7)]).await.unwrap();
    transaction.commit().await.unwrap();
    assert_eq!(log.found(AuditFilter::default()).await, [7, 6, 5, 4, 3, 2, 1]);
    assert_eq!(log.broken().await, None);
}

async fn entries_are_never_changed_deleted_or_replaced(test: TestDatabase) {
    let log = Log::five(test).await;
    let mut statements = vec![
        "DELETE FROM audit_entries WHERE number = 5",
        "UPDATE audit_entries SET action = 'post.deleted' WHERE number = 5",
        "UPDATE audit_entries SET object_id = NULL WHERE number = 5",
        "UPDATE audit_entries SET new_values = NULL WHERE number = 5",
        "UPDATE audit_entries SET actor = 'bob@example.org' WHERE number = 5",
        "UPDATE audit_entries SET actor = NULL WHERE number = 5",
        "UPDATE audit_entries SET at = '2020-01-01T00:00:00+00:00' WHERE number = 5",
        "INSERT INTO audit_entries SELECT * FROM audit_entries WHERE number = 5",
    ];
    statements.extend(match log.database.engine() {
        Engine::Sqlite => ["INSERT OR REPLACE INTO audit_entries SELECT * FROM audit_entries WHERE number = 5"],
        Engine::Postgres => ["TRUNCATE audit_entries"],
    });
    for statement in statements {
        let refused = log.database.writer().execute_unprepared(statement).await;
        assert!(refused.is_err(), "{statement}");
    }
    assert_eq!(log.found(AuditFilter::default()).await, [5, 4, 3, 2, 1]);
}

async fn verification_names_the_first_entry_that_was_changed(test: TestDatabase) {
    let log = Log::five(test).await;
    log.tamper("UPDATE audit_entries SET new_values = '{}' WHERE number >= 3").await;
    let Some(Broken::Changed { number: 3, id, at }) = log.broken().await else { panic!("{:?}", log.broken().await) };
    let third = &log.store.list(&AuditFilter::default(), 2, 1).await.unwrap()[0];
    assert_eq!((id, at), (third.id, now() + TimeDelta::minutes(3)));
}

async fn verification_finds_missing_entries(test: TestDatabase) {
    let log = Log::five(test).await;
    log.tamper("DELETE FROM audit_entries WHERE number = 5").await;
    assert_eq!(log.broken().await, Some(Broken::Missing(5)));
    log.database.writer().execute_unprepared("UPDATE audit_head SET number = 4").await.unwrap();
    assert_eq!(log.broken().await, Some(Broken::End(4)), "the recorded end is another entry's");
    log.tamper("DELETE FROM audit_entries WHERE number = 2").await;
    assert_eq!(log.broken().await, Some(Broken::Missing(2)));
    log.tamper("DELETE FROM audit_entries WHERE number > 1").await;
    log.database.writer().execute_unprepared("DELETE FROM audit_head").await.unwrap();
    assert_eq!(log.broken().await, Some(Broken::End(1)), "the recorded end is gone");
}

async fn concurrent_writers_make_one_chain(test: TestDatabase) {
    let log = Log::new(test).await;
    let mut writers = JoinSet::new();
    for number in 0..40_u128 {
        // Every twentieth writer has its own connections, like another process.
        let database = if number % 20 == 0 { log.test.open().await } else { log.database.clone() };
        writers.spawn(async move {
            let transaction = database.begin_write().await.unwrap();
            record(&transaction, &now().into(), &[created(number)]).await.unwrap();
            transaction.commit().await.unwrap();
        });
    }
    while let Some(written) = writers.join_next().await {
        written.unwrap();
    }
    assert!(matches!(log.store.verify().await.unwrap(), Verification::Intact { entries: 40, .. }));
    let slugs: BTreeSet<String> = log
        .store
        .list(&AuditFilter::default(), 0, 100)
        .await
        .unwrap()
        .into_iter()
        .map(|entry| entry.after.unwrap()["slug"].to_string())
        .collect();
    assert_eq!(slugs.len(), 40);
}

async fn a_reader_does_not_wait_for_a_writer(test: TestDatabase) {
    let log = Log::five(test).await;
    let transaction = log.database.begin_write().await.unwrap();
    record(&transaction, &now().into(), &[created(6)]).await.unwrap();
    assert_eq!(log.found(AuditFilter::default()).await, [5, 4, 3, 2, 1]);
    assert!(matches!(log.store.verify().await.unwrap(), Verification::Intact { entries: 5, .. }));
    transaction.commit().await.unwrap();
}

async fn a_person_is_erased_and_the_chain_stays_whole(test: TestDatabase) {
    let log = Log::five(test).await;
    log.add(&visitor(), 6, failed("Anna@Example.org")).await;
    log.add(&Actor::account("bob@example.org", [192, 0, 2, 9].into()), 7, failed(ANNA)).await;
    log.add(&visitor(), 8, failed("carol@example.org")).await;
    let booking = Uuid::from_u128(9);
    let moved = NewEntry::new(Action::BookingMoved, Object::thing("booking", booking));
    log.add(&visitor(), 9, moved).await;
    let person = EmailAddress::parse(ANNA).unwrap();
    assert_eq!(log.store.naming(&person).await.unwrap().len(), 7);
    // Anna's five as the actor, two visitors' networks, and her name as the object of two.
    assert_eq!(log.store.erase(&person, &[booking.to_string()]).await.unwrap(), 9);
    assert_eq!(log.store.naming(&person).await.unwrap(), []);
    let entries = log.store.list(&AuditFilter::default(), 0, 100).await.unwrap();
    let texts: Vec<_> = entries
        .iter()
        .map(|entry| (entry.actor.as_deref(), entry.object.as_str(), entry.address.as_deref()))
        .take(5)
        .collect();
    assert_eq!(
        texts,
        [
            (None, "booking 00000000-0000-0000-0000-000000000009", None),
            (None, "account carol@example.org", Some("198.51.100.0/24")),
            (Some("bob@example.org"), "account", Some("192.0.2.0/24")),
            (None, "account", None),
            (Some("erased"), "post 00000000-0000-0000-0000-000000000005", None),
        ]
    );
    assert!(matches!(log.store.verify().await.unwrap(), Verification::Intact { entries: 9, .. }));
    assert_eq!(log.store.erase(&person, &[]).await.unwrap(), 0);
}

async fn both_forms_of_a_domain_are_one_person(test: TestDatabase) {
    let log = Log::new(test).await;
    let forms = ["Anna@m\u{fc}ller.example", "anna@xn--mller-kva.example"];
    // As an earlier version recorded it.
    let old = Object { name: Some(forms[0].to_lowercase()), ..Object::account(None, forms[0]) };
    log.add(&visitor(), 1, NewEntry::new(Action::SignInFailed, old)).await;
    for (minutes, form) in (2..).zip(forms) {
        log.add(&Actor::account(form, [192, 0, 2, 7].into()), minutes, failed(form)).await;
    }
    let found = log.found(AuditFilter { object: forms[0].into(), ..AuditFilter::default() }).await;
    assert_eq!(found, [3, 2, 1], "staff find the address as they write it");
    for form in forms {
        let person = EmailAddress::parse(form).unwrap();
        assert_eq!(log.store.naming(&person).await.unwrap().len(), 3, "{form}");
    }
    let person = EmailAddress::parse(forms[1]).unwrap();
    // Two names and networks of Anna, a visitor's network, and her name as the object of three.
    assert_eq!(log.store.erase(&person, &[]).await.unwrap(), 6);
    assert_eq!(log.store.naming(&person).await.unwrap(), []);
    assert!(matches!(log.store.verify().await.unwrap(), Verification::Intact { entries: 3, .. }));
}

async fn a_forged_name_breaks_the_chain(test: TestDatabase) {
    let log = Log::five(test).await;
    log.tamper("UPDATE audit_entries SET actor = 'bob@example.org' WHERE number = 2").await;
    assert!(matches!(log.broken().await, Some(Broken::Changed { number: 2, .. })));
}

async fn old_names_are_erased(test: TestDatabase) {
    let log = Log::five(test).await;
    assert_eq!(log.store.forget(now() + TimeDelta::minutes(3)).await.unwrap(), 2);
    let actors: Vec<_> = log.store.list(&AuditFilter::default(), 0, 100).await.unwrap();
    let actors: Vec<_> = actors.iter().map(|entry| entry.actor.as_deref().unwrap()).collect();
    assert_eq!(actors, [ANNA, ANNA, ANNA, "erased", "erased"]);
    assert_eq!(log.broken().await, None);
}
