//! Tests of the account store, each on both engines.

use chrono::{TimeDelta, TimeZone};

use super::{
    super::domain::{ACCESS_LIFETIME, REFRESH_LIFETIME},
    *,
};
use crate::storage::testing::{TestDatabase, on_both_engines};

on_both_engines![
    an_account_is_found_whatever_the_capitals_of_its_address,
    one_address_has_one_account,
    rights_are_granted_and_revoked,
    failures_count_up_and_lock_from_the_fifth,
    a_lock_ends_by_itself,
    old_failures_are_not_counted,
    success_clears_the_count,
    subjects_are_counted_apart_and_the_longest_lock_counts,
    concurrent_failures_are_all_counted,
    a_session_is_found_by_its_access_token_until_it_runs_out,
    a_session_shows_the_rights_of_the_moment,
    a_rotation_voids_both_old_tokens,
    a_spent_refresh_token_ends_its_session,
    a_refresh_token_runs_out,
    of_concurrent_rotations_one_succeeds,
    either_token_ends_a_session,
    sweeping_removes_what_has_run_out_and_nothing_else,
    sessions_are_listed_with_the_latest_used_first,
    somebody_elses_session_cannot_be_ended,
];

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap()
}

fn seconds(number: i64) -> TimeDelta {
    TimeDelta::seconds(number)
}

fn address(text: &str) -> EmailAddress {
    EmailAddress::parse(text).unwrap()
}

/// Tokens whose hashes are made of one number, valid from `at`.
fn tokens(number: u8, at: DateTime<Utc>) -> SessionTokens {
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
    [number; 32]
}

fn refresh(number: u8) -> TokenHash {
    [number | 128; 32]
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
        self.store.create_session(user, tokens(number, at), &caller(), at).await.unwrap()
    }

    async fn sessions(&self, user: Uuid) -> Vec<Uuid> {
        self.store.sessions_of(user, now()).await.unwrap().into_iter().map(|session| session.id).collect()
    }

    async fn is_live(&self, number: u8) -> bool {
        self.store.by_access(&access(number), now()).await.unwrap().is_some()
    }

    /// Returns the seconds of the lock that this failure begins.
    async fn fail(&self, at: DateTime<Utc>) -> Option<i64> {
        self.store.count_failure(&subjects(), at).await.unwrap().map(|until| (until - at).num_seconds())
    }

    async fn locked_until(&self, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.store.locked_until(&subjects(), at).await.unwrap()
    }
}

fn subjects() -> Vec<String> {
    vec!["account:anna@example.org".into(), "address:192.0.2.1".into()]
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
    assert!(fixture.store.set_admin(&anna, true, now()).await.unwrap());
    let emails: Vec<String> = fixture.store.admins().await.unwrap().into_iter().map(|user| user.email).collect();
    assert_eq!(emails, ["aa@example.org", "Anna@Example.org"]);
    assert!(fixture.store.set_admin(&anna, false, now()).await.unwrap());
    assert_eq!(fixture.store.admins().await.unwrap().len(), 1);
    assert!(!fixture.store.set_admin(&address("nobody@example.org"), true, now()).await.unwrap());
}

async fn failures_count_up_and_lock_from_the_fifth(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let mut locks = Vec::new();
    for _ in 0..10 {
        locks.push(fixture.fail(now()).await.unwrap_or(0));
    }
    assert_eq!(locks, [0, 0, 0, 0, 60, 120, 240, 480, 600, 600]);
}

async fn a_lock_ends_by_itself(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    assert_eq!(fixture.locked_until(now()).await, None);
    for _ in 0..5 {
        fixture.fail(now()).await;
    }
    let end = now() + seconds(60);
    assert_eq!(fixture.locked_until(now()).await, Some(end));
    assert_eq!(fixture.locked_until(end - TimeDelta::microseconds(1)).await, Some(end));
    assert_eq!(fixture.locked_until(end).await, None);
    // The count continues.
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

async fn success_clears_the_count(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for _ in 0..5 {
        fixture.fail(now()).await;
    }
    fixture.store.clear_failures(&subjects()).await.unwrap();
    assert_eq!(fixture.locked_until(now()).await, None);
    assert_eq!(fixture.fail(now()).await, None);
}

async fn subjects_are_counted_apart_and_the_longest_lock_counts(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let only = |subject: &str| vec![subject.to_owned()];
    for _ in 0..6 {
        fixture.store.count_failure(&only("account:anna@example.org"), now()).await.unwrap();
    }
    for _ in 0..5 {
        fixture.store.count_failure(&only("address:192.0.2.1"), now()).await.unwrap();
    }
    assert_eq!(fixture.locked_until(now()).await, Some(now() + seconds(120)));
    let other = fixture.store.locked_until(&only("address:192.0.2.2"), now()).await.unwrap();
    assert_eq!(other, None);
    assert_eq!(fixture.fail(now()).await, Some(240));
}

async fn concurrent_failures_are_all_counted(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    // Concurrent transactions name the subjects in different orders and must not deadlock.
    let (forth, mut back) = (subjects(), subjects());
    back.reverse();
    let fail = |subjects| fixture.store.count_failure(subjects, now());
    let results = tokio::join!(
        fail(&forth),
        fail(&back),
        fail(&forth),
        fail(&back),
        fail(&forth),
        fail(&back),
        fail(&forth),
        fail(&back),
    );
    let results = [results.0, results.1, results.2, results.3, results.4, results.5, results.6, results.7];
    for result in results {
        result.unwrap();
    }
    // Eight were counted, so this is the ninth.
    assert_eq!(fixture.fail(now()).await, Some(600));
}

async fn a_session_is_found_by_its_access_token_until_it_runs_out(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.session(1).await;
    let end = now() + ACCESS_LIFETIME;
    let found = fixture.store.by_access(&access(1), end - TimeDelta::microseconds(1)).await.unwrap().unwrap();
    assert_eq!((found.user, found.access_expires_at), (fixture.user.clone(), end));
    assert_eq!(found.refresh_expires_at, now() + REFRESH_LIFETIME);
    assert!(fixture.store.by_access(&access(1), end).await.unwrap().is_none());
    assert!(fixture.store.by_access(&access(2), now()).await.unwrap().is_none());
    // A refresh token is not an access token.
    assert!(fixture.store.by_access(&refresh(1), now()).await.unwrap().is_none());
}

async fn a_session_shows_the_rights_of_the_moment(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.session(1).await;
    let is_admin = async || fixture.store.by_access(&access(1), now()).await.unwrap().unwrap().user.is_admin;
    assert!(!is_admin().await);
    fixture.store.set_admin(&address("anna@example.org"), true, now()).await.unwrap();
    assert!(is_admin().await);
    fixture.store.set_admin(&address("anna@example.org"), false, now()).await.unwrap();
    assert!(!is_admin().await);
}

async fn a_rotation_voids_both_old_tokens(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.session(1).await;
    let later = now() + seconds(60);
    let Rotation::Renewed(renewed) = fixture.store.rotate(&refresh(1), tokens(2, later), later).await.unwrap() else {
        panic!("the token was live");
    };
    assert_eq!(renewed.access_expires_at, later + ACCESS_LIFETIME);
    assert_eq!(renewed.refresh_expires_at, later + REFRESH_LIFETIME);
    assert!(!fixture.is_live(1).await);
    assert!(fixture.is_live(2).await);
}

async fn a_spent_refresh_token_ends_its_session(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.session(1).await;
    fixture.session(9).await;
    fixture.store.rotate(&refresh(1), tokens(2, now()), now()).await.unwrap();
    let again = fixture.store.rotate(&refresh(1), tokens(3, now()), now()).await.unwrap();
    assert!(matches!(again, Rotation::Reused), "{again:?}");
    assert!(!fixture.is_live(2).await && !fixture.is_live(3).await);
    let latest = fixture.store.rotate(&refresh(2), tokens(4, now()), now()).await.unwrap();
    assert!(matches!(latest, Rotation::Unknown), "{latest:?}");
    assert!(fixture.is_live(9).await, "another session of the same person goes on");
}

async fn a_refresh_token_runs_out(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.session(1).await;
    let end = now() + REFRESH_LIFETIME;
    let late = fixture.store.rotate(&refresh(1), tokens(2, end), end).await.unwrap();
    assert!(matches!(late, Rotation::Unknown), "{late:?}");
    let access_token = fixture.store.rotate(&access(1), tokens(2, now()), now()).await.unwrap();
    assert!(matches!(access_token, Rotation::Unknown), "{access_token:?}");
    let in_time = fixture.store.rotate(&refresh(1), tokens(2, now()), end - seconds(1)).await.unwrap();
    assert!(matches!(in_time, Rotation::Renewed(_)), "{in_time:?}");
}

async fn of_concurrent_rotations_one_succeeds(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.session(1).await;
    let rotate = |number| {
        let store = &fixture.store;
        async move { store.rotate(&refresh(1), tokens(number, now()), now()).await.unwrap() }
    };
    let results = tokio::join!(rotate(2), rotate(3), rotate(4), rotate(5));
    let results = [results.0, results.1, results.2, results.3];
    let won = results.iter().filter(|result| matches!(result, Rotation::Renewed(_))).count();
    assert_eq!(won, 1, "{results:?}");
    let mut live = 0;
    for number in 1..=5 {
        live += u32::from(fixture.is_live(number).await);
    }
    // None when a loser was late enough to show an exchanged token.
    assert!(live <= 1, "{live} sessions are live");
}

async fn either_token_ends_a_session(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for number in 1..=3 {
        fixture.session(number).await;
    }
    fixture.store.end_session(&[access(1)]).await.unwrap();
    fixture.store.end_session(&[refresh(2), [0; 32]]).await.unwrap();
    fixture.store.end_session(&[[7; 32]]).await.unwrap();
    assert!(!fixture.is_live(1).await && !fixture.is_live(2).await && fixture.is_live(3).await);
}

async fn sweeping_removes_what_has_run_out_and_nothing_else(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.session(1).await;
    let later = now() + TimeDelta::days(1);
    fixture.open(fixture.user.id, 2, later).await;
    for _ in 0..5 {
        fixture.fail(now()).await;
    }
    let recent = vec!["address:192.0.2.9".to_owned()];
    let end = now() + REFRESH_LIFETIME;
    for _ in 0..5 {
        fixture.store.count_failure(&recent, end).await.unwrap();
    }
    fixture.store.sweep(end).await.unwrap();
    // As of a moment when both would be live, had they not been deleted.
    assert!(!fixture.is_live(1).await && fixture.is_live(2).await);
    assert_eq!(fixture.locked_until(now()).await, None);
    assert!(fixture.store.locked_until(&recent, end).await.unwrap().is_some());
}

async fn sessions_are_listed_with_the_latest_used_first(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let user = fixture.user.id;
    let early = fixture.open(user, 1, now() - TimeDelta::days(2)).await;
    let late = fixture.open(user, 2, now() - TimeDelta::days(1)).await;
    fixture.open(user, 3, now() - REFRESH_LIFETIME).await;
    let listed = fixture.store.sessions_of(user, now()).await.unwrap();
    assert_eq!(listed.iter().map(|session| session.id).collect::<Vec<_>>(), [late, early], "one has run out");
    let first = &listed[0];
    assert_eq!((first.ip.as_str(), first.agent.as_str()), ("192.0.2.7", "curl/8"));
    assert_eq!((first.created_at, first.last_used_at), (now() - TimeDelta::days(1), now() - TimeDelta::days(1)));
    assert!(fixture.store.end_one(user, early).await.unwrap());
    assert!(!fixture.store.end_one(user, early).await.unwrap());
    assert_eq!(fixture.sessions(user).await, [late]);
}

async fn somebody_elses_session_cannot_be_ended(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let bob = fixture.store.create_user(&address("bob@example.org"), "hash".into(), false, now()).await.unwrap();
    let (annas, other) = (fixture.open(fixture.user.id, 1, now()).await, fixture.open(fixture.user.id, 2, now()).await);
    let bobs = fixture.open(bob.id, 3, now()).await;
    assert!(!fixture.store.end_one(fixture.user.id, bobs).await.unwrap());
    fixture.store.end_all(fixture.user.id, Some(annas)).await.unwrap();
    assert_eq!((fixture.sessions(fixture.user.id).await, fixture.sessions(bob.id).await), (vec![annas], vec![bobs]));
    assert_ne!(annas, other);
    fixture.store.end_all(fixture.user.id, None).await.unwrap();
    assert_eq!((fixture.sessions(fixture.user.id).await, fixture.sessions(bob.id).await), (vec![], vec![bobs]));
}
