//! Tests of new passwords in the store, each on both engines.

use chrono::TimeDelta;
use sea_orm::{EntityTrait, QueryOrder};

use super::{
    super::{
        Caller, insert_session,
        tests::{address, now, tokens},
    },
    *,
};
use crate::storage::{
    entities::outbox,
    testing::{TestDatabase, on_both_engines},
};

on_both_engines![
    a_link_sets_a_password_once,
    a_link_runs_out,
    a_link_for_nobody_opens_nothing_and_sends_nothing,
    a_new_password_voids_every_link_and_ends_every_other_session,
    a_session_that_has_ended_sets_no_password,
    of_two_with_the_same_link_one_sets_the_password,
    sweeping_deletes_old_links,
];

struct Fixture {
    store: AccountStore,
    user: User,
    _database: TestDatabase,
}

impl Fixture {
    async fn new(database: TestDatabase) -> Self {
        let store = AccountStore::new(database.open().await);
        let user = store.create_user(&address("Anna@Example.org"), "hash".into(), true, now()).await.unwrap();
        Self { store, user, _database: database }
    }

    async fn ask(&self, email: &str, number: u8) -> bool {
        let expires = now() + TimeDelta::hours(1);
        let mail = NewMail::short("reset", email);
        self.store.request_reset(&address(email), &TokenHash::numbered(number), expires, mail, now()).await.unwrap()
    }

    async fn set(&self, setter: Setter<'_>, hash: &str, at: DateTime<Utc>) -> bool {
        let mail = |email: &str| NewMail::short("changed", email);
        self.store.set_password(setter, hash.to_owned(), mail, at).await.unwrap().is_some()
    }

    async fn open(&self, user: Uuid, number: u8, at: DateTime<Utc>) -> Uuid {
        let caller = Caller { ip: [192, 0, 2, number].into(), agent: format!("program/{number}") };
        insert_session(self.store.database.writer(), user, tokens(number, at), &caller, at).await.unwrap()
    }

    async fn sessions(&self, user: Uuid) -> Vec<Uuid> {
        self.store.sessions_of(user, now()).await.unwrap().into_iter().map(|session| session.id).collect()
    }

    async fn hash(&self) -> String {
        self.store.user_with_hash(&address("anna@example.org")).await.unwrap().unwrap().1
    }

    /// Returns kind and recipient of each email in the outbox.
    async fn mails(&self) -> Vec<(String, String)> {
        let rows = outbox::Entity::find().order_by_asc(outbox::Column::Id).all(self.store.database.reader()).await;
        rows.unwrap().into_iter().map(|row| (row.kind, row.recipient)).collect()
    }
}

fn link(number: u8) -> TokenHash {
    TokenHash::numbered(number)
}

async fn a_link_sets_a_password_once(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    assert!(fixture.ask("anna@EXAMPLE.org", 1).await);
    // As the owner wrote the address at sign-up.
    assert_eq!(fixture.mails().await, [("reset".to_owned(), "Anna@Example.org".to_owned())]);
    assert_eq!(fixture.store.reset_owner(&link(1), now()).await.unwrap(), Some(fixture.user.clone()));
    let setter = Setter::Token { hash: &link(1), session: None };
    assert!(fixture.set(setter, "second", now()).await);
    assert_eq!(fixture.hash().await, "second");
    assert!(!fixture.set(setter, "third", now()).await);
    assert_eq!(fixture.hash().await, "second");
    assert_eq!(fixture.store.reset_owner(&link(1), now()).await.unwrap(), None);
    assert_eq!(fixture.mails().await.last().unwrap().0, "changed");
}

async fn a_link_runs_out(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.ask("anna@example.org", 1).await;
    fixture.ask("anna@example.org", 2).await;
    let end = now() + TimeDelta::hours(1);
    assert_eq!(fixture.store.reset_owner(&link(1), end).await.unwrap(), None);
    assert!(!fixture.set(Setter::Token { hash: &link(1), session: None }, "late", end).await);
    let in_time = end - TimeDelta::seconds(1);
    assert!(fixture.set(Setter::Token { hash: &link(2), session: None }, "in time", in_time).await);
    assert_eq!(fixture.hash().await, "in time");
}

async fn a_link_for_nobody_opens_nothing_and_sends_nothing(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    assert!(!fixture.ask("nobody@example.org", 1).await);
    assert_eq!(fixture.store.reset_owner(&link(1), now()).await.unwrap(), None);
    assert!(!fixture.set(Setter::Token { hash: &link(1), session: None }, "x", now()).await);
    assert!(!fixture.set(Setter::Token { hash: &link(9), session: None }, "x", now()).await);
    assert!(fixture.mails().await.is_empty());
}

async fn a_new_password_voids_every_link_and_ends_every_other_session(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let bob = fixture.store.create_user(&address("bob@example.org"), "hash".into(), false, now()).await.unwrap();
    let (kept, _other) = (fixture.open(fixture.user.id, 1, now()).await, fixture.open(fixture.user.id, 2, now()).await);
    let bobs = fixture.open(bob.id, 3, now()).await;
    fixture.ask("anna@example.org", 1).await;
    assert!(fixture.set(Setter::Session { user: fixture.user.id, session: kept }, "second", now()).await);
    assert_eq!(fixture.sessions(fixture.user.id).await, [kept]);
    assert_eq!(fixture.store.reset_owner(&link(1), now()).await.unwrap(), None);

    fixture.ask("anna@example.org", 2).await;
    assert!(fixture.set(Setter::Token { hash: &link(2), session: None }, "third", now()).await);
    assert!(fixture.sessions(fixture.user.id).await.is_empty());
    assert_eq!(fixture.sessions(bob.id).await, [bobs], "somebody else's goes on");
}

async fn a_session_that_has_ended_sets_no_password(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let ended = fixture.open(fixture.user.id, 1, now()).await;
    fixture.ask("anna@example.org", 1).await;
    assert!(fixture.set(Setter::Token { hash: &link(1), session: None }, "second", now()).await);
    assert!(!fixture.set(Setter::Session { user: fixture.user.id, session: ended }, "third", now()).await);
    assert_eq!(fixture.hash().await, "second");
}

async fn of_two_with_the_same_link_one_sets_the_password(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.ask("anna@example.org", 1).await;
    let hash = link(1);
    let setter = Setter::Token { hash: &hash, session: None };
    let (one, other) = tokio::join!(fixture.set(setter, "one", now()), fixture.set(setter, "other", now()));
    assert!(one != other, "{one} {other}");
    assert_eq!(fixture.hash().await, if one { "one" } else { "other" });
}

async fn sweeping_deletes_old_links(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.ask("anna@example.org", 1).await;
    fixture.store.sweep(now() + TimeDelta::minutes(59)).await.unwrap();
    assert!(fixture.store.reset_owner(&link(1), now()).await.unwrap().is_some());
    fixture.store.sweep(now() + TimeDelta::hours(1)).await.unwrap();
    assert_eq!(fixture.store.reset_owner(&link(1), now()).await.unwrap(), None);
}
