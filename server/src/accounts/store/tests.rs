//! Tests of the account store, each on both engines.

mod sessions;

use chrono::{TimeDelta, TimeZone};

use super::{
    super::domain::{ACCESS_LIFETIME, REFRESH_LIFETIME},
    attempts::{AttemptKey, Opened, Reservation, blocked_until},
    passwords::Setter,
    tokens::Rotation,
    *,
};
use crate::{
    limits::Network,
    mail::NewMail,
    storage::testing::{TestDatabase, on_both_engines},
};

on_both_engines![
    an_account_is_found_whatever_the_capitals_of_its_address,
    one_address_has_one_account,
    rights_are_granted_and_revoked,
    granted_rights_end_every_session_of_the_account,
    failures_count_up_and_lock_from_the_fifth,
    a_lock_ends_by_itself,
    old_failures_are_not_counted,
    success_clears_the_count_of_its_network,
    a_session_is_not_opened_once_the_lock_has_begun,
    a_session_is_not_opened_once_the_password_has_changed,
    accounts_and_networks_are_counted_apart,
    concurrent_attempts_are_all_counted,
    attempts_that_may_still_succeed_start_no_lock,
    the_longer_of_two_locks_stays,
    an_account_attacked_from_many_networks_is_paced,
    a_network_with_a_session_never_waits_for_a_turn,
    a_new_password_clears_all_attempts,
];

pub(super) fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap()
}

fn seconds(number: i64) -> TimeDelta {
    TimeDelta::seconds(number)
}

pub(super) fn address(text: &str) -> EmailAddress {
    EmailAddress::parse(text).unwrap()
}

/// Returns tokens whose hashes are made of one number, valid from `at`.
pub(super) fn tokens(number: u8, at: DateTime<Utc>) -> SessionTokens {
    SessionTokens {
        access_hash: access(number),
        access_expires_at: at + ACCESS_LIFETIME,
        refresh_hash: refresh(number),
        refresh_expires_at: at + REFRESH_LIFETIME,
    }
}

fn caller() -> Caller {
    Caller { ip: [192, 0, 2, 7].into(), agent: "curl/8".into() }
}

fn access(number: u8) -> TokenHash {
    TokenHash::numbered(number)
}

fn refresh(number: u8) -> TokenHash {
    TokenHash::numbered(number | 128)
}

struct Fixture {
    store: AccountStore,
    user: User,
    _database: TestDatabase,
}

impl Fixture {
    async fn new(database: TestDatabase) -> Self {
        let store = AccountStore::new(database.open().await);
        let user = store.create_user(&address("Anna@Example.org"), "hash".into(), false, now()).await.unwrap();
        Self { store, user, _database: database }
    }

    /// Opens a session whose tokens are made of one number.
    async fn session(&self, number: u8) {
        self.open(self.user.id, number, now()).await;
    }

    /// Opens such a session for any account and returns its id.
    async fn open(&self, user: Uuid, number: u8, at: DateTime<Utc>) -> Uuid {
        insert_session(self.store.database.writer(), user, tokens(number, at), &caller(), at).await.unwrap()
    }

    async fn sessions(&self, user: Uuid) -> Vec<Uuid> {
        self.store.sessions_of(user, now()).await.unwrap().into_iter().map(|session| session.id).collect()
    }

    async fn is_live(&self, number: u8) -> bool {
        self.store.by_access(&access(number), now()).await.unwrap().is_some()
    }

    /// Reserves an attempt of Anna's from the first network and lets it fail. Returns the seconds of the lock.
    async fn fail(&self, at: DateTime<Utc>) -> Option<i64> {
        self.fail_with(&anna_from(1), at).await
    }

    async fn fail_with(&self, key: &AttemptKey, at: DateTime<Utc>) -> Option<i64> {
        let reserved = self.store.reserve_attempt(key, at).await.unwrap();
        assert_eq!(reserved, Reservation::Granted(TimeDelta::zero()));
        self.store.fail_attempt(key, 0, at).await.unwrap().map(|until| (until - at).num_seconds())
    }

    /// Opens a session after a reserved attempt of Anna's.
    async fn succeed(&self, key: &AttemptKey, at: DateTime<Utc>) -> Opened {
        self.store.open_session(key, (self.user.id, "hash"), tokens(1, at), &caller(), at).await.unwrap()
    }

    /// Returns the end of Anna's lock for a network.
    async fn locked_until(&self, key: &AttemptKey, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
        blocked_until(&self.store.database.begin_write().await.unwrap(), key, at).await.unwrap()
    }
}

fn attempt(email_key: &str, network: u8) -> AttemptKey {
    AttemptKey { email_key: email_key.into(), network: Network::of([192, 0, network, 7].into()) }
}

fn anna_from(network: u8) -> AttemptKey {
    attempt("anna@example.org", network)
}

async fn an_account_is_found_whatever_the_capitals_of_its_address(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let (found, hash) = fixture.store.user_with_hash(&address("anna@EXAMPLE.org")).await.unwrap().unwrap();
    assert_eq!((found, hash.as_str()), (fixture.user.clone(), "hash"));
    assert_eq!(fixture.user.email, "Anna@Example.org");
    assert!(fixture.store.user_with_hash(&address("bob@example.org")).await.unwrap().is_none());
}

async fn one_address_has_one_account(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let error = fixture.store.create_user(&address("ANNA@example.org"), "other".into(), true, now()).await.unwrap_err();
    assert!(matches!(error, CreateUserError::Exists), "{error:?}");
    let (found, hash) = fixture.store.user_with_hash(&address("anna@example.org")).await.unwrap().unwrap();
    assert_eq!((found.is_admin, hash.as_str()), (false, "hash"));
}

async fn rights_are_granted_and_revoked(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let anna = address("anna@example.org");
    fixture.store.create_user(&address("aa@example.org"), "h".into(), true, now()).await.unwrap();
    assert!(fixture.store.grant(&anna, now()).await.unwrap());
    let emails: Vec<String> = fixture.store.admins().await.unwrap().into_iter().map(|user| user.email).collect();
    assert_eq!(emails, ["aa@example.org", "Anna@Example.org"]);
    assert!(fixture.store.revoke(&anna, now()).await.unwrap());
    assert_eq!(fixture.store.admins().await.unwrap().len(), 1);
    assert!(!fixture.store.revoke(&anna, now()).await.unwrap(), "it has no rights");
    let nobody = address("nobody@example.org");
    assert!(!fixture.store.grant(&nobody, now()).await.unwrap());
    assert!(!fixture.store.revoke(&nobody, now()).await.unwrap());
}

async fn granted_rights_end_every_session_of_the_account(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let bob = fixture.store.create_user(&address("bob@example.org"), "hash".into(), false, now()).await.unwrap();
    fixture.session(1).await;
    fixture.session(2).await;
    fixture.open(bob.id, 3, now()).await;
    assert!(fixture.store.grant(&address("anna@example.org"), now()).await.unwrap());
    assert!(!fixture.is_live(1).await && !fixture.is_live(2).await);
    assert!(fixture.is_live(3).await, "somebody else's goes on");
}

async fn failures_count_up_and_lock_from_the_fifth(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let mut locks = Vec::new();
    let mut at = now();
    for _ in 0..10 {
        let lock = fixture.fail(at).await.unwrap_or(0);
        locks.push(lock);
        at += seconds(lock);
    }
    assert_eq!(locks, [0, 0, 0, 0, 60, 120, 240, 480, 600, 600]);
}

async fn a_lock_ends_by_itself(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for _ in 0..5 {
        fixture.fail(now()).await;
    }
    let end = now() + seconds(60);
    for at in [now(), end - TimeDelta::microseconds(1)] {
        assert_eq!(fixture.store.reserve_attempt(&anna_from(1), at).await.unwrap(), Reservation::Refused(end));
    }
    // The count continues; refused attempts were not counted.
    assert_eq!(fixture.fail(end).await, Some(120));
}

async fn old_failures_are_not_counted(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for _ in 0..5 {
        fixture.fail(now()).await;
    }
    assert_eq!(fixture.fail(now() + FAILURE_MEMORY - seconds(1)).await, Some(120));
    let much_later = now() + FAILURE_MEMORY * 2;
    for _ in 0..4 {
        assert_eq!(fixture.fail(much_later).await, None);
    }
    assert_eq!(fixture.fail(much_later).await, Some(60));
}

async fn success_clears_the_count_of_its_network(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for network in [1, 2] {
        for _ in 0..4 {
            fixture.fail_with(&anna_from(network), now()).await;
        }
    }
    fixture.store.reserve_attempt(&anna_from(1), now()).await.unwrap();
    assert!(matches!(fixture.succeed(&anna_from(1), now()).await, Opened::Session(_)));
    assert!(fixture.is_live(1).await);
    assert_eq!(fixture.fail(now()).await, None);
    assert_eq!(fixture.fail_with(&anna_from(2), now()).await, Some(60));
}

async fn a_session_is_not_opened_once_the_lock_has_begun(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for _ in 0..6 {
        fixture.store.reserve_attempt(&anna_from(1), now()).await.unwrap();
    }
    let until = fixture.store.fail_attempt(&anna_from(1), 0, now()).await.unwrap().unwrap();
    assert_eq!(fixture.succeed(&anna_from(1), now()).await, Opened::Locked(until));
    assert!(!fixture.is_live(1).await);
    assert!(matches!(fixture.succeed(&anna_from(1), until).await, Opened::Session(_)));
}

async fn a_session_is_not_opened_once_the_password_has_changed(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.store.reserve_attempt(&anna_from(1), now()).await.unwrap();
    let changed = users::Entity::update_many().col_expr(users::Column::PasswordHash, Expr::value("another"));
    changed.exec(fixture.store.database.writer()).await.unwrap();
    assert_eq!(fixture.succeed(&anna_from(1), now()).await, Opened::Outdated);
    assert!(!fixture.is_live(1).await);
}

async fn accounts_and_networks_are_counted_apart(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for _ in 0..5 {
        fixture.fail(now()).await;
    }
    assert!(fixture.locked_until(&anna_from(1), now()).await.is_some());
    assert_eq!(fixture.fail_with(&anna_from(2), now()).await, None);
    assert_eq!(fixture.fail_with(&attempt("bob@example.org", 1), now()).await, None);
}

async fn concurrent_attempts_are_all_counted(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let (one, two) = (anna_from(1), anna_from(2));
    let mut attempts = tokio::task::JoinSet::new();
    for key in [&one, &two].repeat(8) {
        let (store, key) = (fixture.store.clone(), key.clone());
        attempts.spawn(async move { store.reserve_attempt(&key, now()).await });
    }
    for reserved in attempts.join_all().await {
        assert_eq!(reserved.unwrap(), Reservation::Granted(TimeDelta::zero()));
    }
    // Eight attempts of each network were counted, so this failure starts the lock of the ninth.
    assert_eq!(fixture.fail_with(&one, now()).await, Some(600));
    assert_eq!(fixture.fail_with(&two, now()).await, Some(600));
}

async fn attempts_that_may_still_succeed_start_no_lock(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for _ in 0..6 {
        fixture.store.reserve_attempt(&anna_from(1), now()).await.unwrap();
    }
    assert_eq!(fixture.store.fail_attempt(&anna_from(1), 5, now()).await.unwrap(), None, "the first failure");
    assert_eq!(fixture.store.fail_attempt(&anna_from(1), 2, now()).await.unwrap(), None, "the fourth");
    let until = fixture.store.fail_attempt(&anna_from(1), 1, now()).await.unwrap();
    assert_eq!(until, Some(now() + seconds(60)), "the fifth");
}

async fn the_longer_of_two_locks_stays(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for _ in 0..7 {
        fixture.store.reserve_attempt(&anna_from(1), now()).await.unwrap();
    }
    let end = Some(now() + seconds(240));
    assert_eq!(fixture.store.fail_attempt(&anna_from(1), 0, now()).await.unwrap(), end, "the seventh failure");
    assert_eq!(fixture.store.fail_attempt(&anna_from(1), 2, now()).await.unwrap(), end, "the fifth");
    assert_eq!(fixture.locked_until(&anna_from(1), now()).await, end);
}

/// Fails the attempts that an account has before they are paced, each from another network.
async fn attack(fixture: &Fixture) {
    for network in 0..20 {
        fixture.fail_with(&anna_from(100 + network), now()).await;
    }
}

async fn an_account_attacked_from_many_networks_is_paced(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    attack(&fixture).await;
    let mut pauses = Vec::new();
    for network in 0..6 {
        match fixture.store.reserve_attempt(&anna_from(network), now()).await.unwrap() {
            Reservation::Granted(pause) => pauses.push(pause.num_seconds()),
            Reservation::Refused(until) => panic!("refused until {until}"),
        }
    }
    assert_eq!(pauses, [0, 2, 4, 6, 8, 10]);
    let refused = fixture.store.reserve_attempt(&anna_from(6), now()).await.unwrap();
    assert_eq!(refused, Reservation::Refused(now() + seconds(12)));
    let later = fixture.store.reserve_attempt(&anna_from(6), now() + seconds(12)).await.unwrap();
    assert_eq!(later, Reservation::Granted(TimeDelta::zero()));
    assert_eq!(fixture.fail_with(&attempt("bob@example.org", 1), now()).await, None, "other accounts do not wait");
}

async fn a_network_with_a_session_never_waits_for_a_turn(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.session(1).await;
    attack(&fixture).await;
    let home = AttemptKey { network: Network::of(caller().ip), ..anna_from(1) };
    for _ in 0..4 {
        assert_eq!(fixture.fail_with(&home, now()).await, None);
    }
    assert_eq!(fixture.fail_with(&home, now()).await, Some(60), "its own failures lock it as ever");
}

async fn a_new_password_clears_all_attempts(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    attack(&fixture).await;
    for _ in 0..5 {
        fixture.store.reserve_attempt(&anna_from(1), now()).await.unwrap();
    }
    let session = fixture.open(fixture.user.id, 9, now()).await;
    let setter = Setter::Session { user: fixture.user.id, session };
    let mail = |email: &str| NewMail::short("password-changed", email);
    fixture.store.set_password(setter, "new".into(), mail, now()).await.unwrap().unwrap();
    assert_eq!(fixture.fail(now()).await, None);
}
