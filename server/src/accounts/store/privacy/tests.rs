//! Tests of export and erasure, each on both engines.

use chrono::TimeDelta;
use sea_orm::sea_query::Expr;

use super::{
    super::{
        attempts::AttemptKey,
        sign_ups::Invitation,
        tests::{address, now, tokens},
    },
    *,
};
use crate::{
    accounts::domain::{Caller, Role},
    limits::Network,
    mail::NewMail,
    storage::testing::{TestDatabase, on_both_engines},
    token::TokenHash,
};

on_both_engines![
    an_account_is_exported_with_sessions_and_failures,
    an_account_without_rights_is_erased_with_all_that_belongs_to_it,
    an_account_with_rights_is_kept_until_it_is_deleted,
    what_is_pending_is_erased,
    two_accounts_of_a_person_are_erased,
];

const EMAIL: &str = "anna@example.org";

struct Fixture {
    store: AccountStore,
    _database: TestDatabase,
}

impl Fixture {
    /// An account with a session and a failed sign-in.
    async fn new(database: TestDatabase, is_admin: bool) -> Self {
        let store = AccountStore::new(database.open().await);
        let email = address("Anna@Example.org");
        let user = store.create_user(&email, "hash".into(), is_admin, now()).await.unwrap();
        let caller = Caller { ip: [192, 0, 2, 7].into(), agent: "curl/8".into() };
        let key = AttemptKey { email_key: email.key(), network: Network::of(caller.ip) };
        store.open_session(&key, (user.id, "hash"), tokens(1, now()), &caller, now()).await.unwrap();
        store.reserve_attempt(&key, now()).await.unwrap();
        store.fail_attempt(&key, 0, now()).await.unwrap();
        Self { store, _database: database }
    }

    async fn person(&self) -> PersonAccount {
        self.store.person(&address(EMAIL), now()).await.unwrap()
    }

    async fn erase(&self, with_rights: bool) -> AccountErasure {
        self.store.erase(&address(EMAIL), with_rights, now()).await.unwrap()
    }
}

async fn an_account_is_exported_with_sessions_and_failures(database: TestDatabase) {
    let person = Fixture::new(database, true).await.person().await;
    let account = person.account.unwrap();
    assert_eq!((account.email.as_str(), account.role.as_deref()), ("Anna@Example.org", Some("administrator")));
    assert_eq!((person.sessions[0].ip.as_str(), person.sessions[0].agent.as_str()), ("192.0.2.7", "curl/8"));
    let networks: Vec<_> = person.failures.iter().map(|failure| failure.network.as_str()).collect();
    assert_eq!(networks, ["", "192.0.2.0/24"]);
    assert_eq!((person.sign_up_expires_at, person.invitation_expires_at), (None, None));
}

async fn an_account_without_rights_is_erased_with_all_that_belongs_to_it(database: TestDatabase) {
    let fixture = Fixture::new(database, false).await;
    assert_eq!(fixture.erase(false).await, AccountErasure::Deleted);
    let person = fixture.person().await;
    assert_eq!((person.account, person.sessions, person.failures), (None, vec![], vec![]));
    assert_eq!(fixture.store.by_access(&TokenHash::numbered(1), now()).await.unwrap().map(|session| session.id), None);
    assert_eq!(fixture.erase(false).await, AccountErasure::Absent);
}

async fn an_account_with_rights_is_kept_until_it_is_deleted(database: TestDatabase) {
    let fixture = Fixture::new(database, true).await;
    let before = fixture.person().await;
    assert_eq!(fixture.erase(false).await, AccountErasure::Kept);
    assert_eq!(fixture.person().await, before);
    assert_eq!(fixture.erase(true).await, AccountErasure::Deleted);
    assert_eq!(fixture.person().await.account, None);
}

async fn what_is_pending_is_erased(database: TestDatabase) {
    let store = AccountStore::new(database.open().await);
    let expires_at = now() + TimeDelta::days(1);
    let email = address(EMAIL);
    let mail = NewMail::short("invitation", EMAIL);
    let invitation = Invitation { email: &email, role: Role::Editor, token: TokenHash::numbered(1), expires_at, mail };
    assert!(store.invite(invitation, now()).await.unwrap());
    let fixture = Fixture { store, _database: database };
    assert_eq!(fixture.erase(true).await, AccountErasure::Absent);
    assert_eq!(fixture.person().await.invitation_expires_at, Some(expires_at), "only an account was to be deleted");
    assert_eq!(fixture.erase(false).await, AccountErasure::Absent);
    assert_eq!(fixture.person().await.invitation_expires_at, None);
}

async fn two_accounts_of_a_person_are_erased(database: TestDatabase) {
    let open = database.open().await;
    let fixture = Fixture { store: AccountStore::new(open.clone()), _database: database };
    let (typed, ascii) = ("jo@m\u{fc}ller.example", "jo@xn--mller-kva.example");
    // As earlier versions stored them: one with each key.
    let older = fixture.store.create_user(&address(typed), "hash".into(), false, now()).await.unwrap();
    users::Entity::update_many()
        .col_expr(users::Column::EmailKey, Expr::value(typed))
        .filter(users::Column::Id.eq(older.id))
        .exec(open.writer())
        .await
        .unwrap();
    fixture.store.create_user(&address(ascii), "hash".into(), false, now()).await.unwrap();
    let person = fixture.store.person(&address(typed), now()).await.unwrap();
    assert_eq!(person.account.unwrap().email, ascii, "the account that signs in");
    for expected in [AccountErasure::Deleted, AccountErasure::Absent] {
        assert_eq!(fixture.store.erase(&address(ascii), false, now()).await.unwrap(), expected);
    }
    assert_eq!(users::Entity::find().all(open.reader()).await.unwrap(), []);
}
