//! Tests of second factors in the store, each on both engines.

use chrono::TimeDelta;

use super::super::{
    Caller, DateTime, TokenHash,
    attempts::{AttemptKey, Opened, Reservation},
    challenges::{FirstProof, NewChallenge, Proof},
    passkeys::AddedPasskey,
    tests::{address, now, tokens},
    *,
};
use super::*;
use crate::{
    accounts::{factors::Factor, relying_party::Credential},
    limits::Network,
    storage::{
        Database,
        testing::{TestDatabase, on_both_engines},
    },
};

on_both_engines![
    an_unconfirmed_app_is_replaced_and_a_confirmed_one_is_not,
    an_app_counts_from_its_first_code,
    a_code_opens_one_session,
    of_concurrent_uses_of_a_code_one_succeeds,
    a_recovery_code_opens_one_session,
    a_challenge_opens_one_session_and_expires,
    what_a_passkey_is_asked_is_answered_once,
    asking_for_a_factor_neither_counts_nor_clears,
    a_proven_session_clears_the_count_and_not_during_a_lock,
    somebody_elses_factor_proves_nothing,
    a_passkey_belongs_to_one_account,
    a_registration_is_answered_once_and_in_time,
    recovery_codes_go_with_the_last_factor,
    new_recovery_codes_need_a_factor,
    changes_of_factors_follow_one_another,
    a_reset_removes_every_factor_and_session,
    a_changed_password_asks_for_no_second_factor,
    a_proof_beside_a_changed_password_opens_nothing,
    sign_ins_at_once_all_open,
    a_new_password_ends_waiting_sign_ins,
    sweeping_removes_what_nobody_finished,
];

const TOKEN: TokenHash = TokenHash::numbered(7);

struct Fixture {
    store: AccountStore,
    user: User,
    _database: TestDatabase,
}

fn secret(byte: u8) -> TotpSecret {
    TotpSecret::new([byte; TotpSecret::LENGTH])
}

fn caller() -> Caller {
    Caller { ip: [192, 0, 2, 7].into(), agent: "curl/8".into() }
}

fn key() -> AttemptKey {
    AttemptKey { email_key: "anna@example.org".into(), network: Network::of([192, 0, 2, 7].into()) }
}

fn mail() -> NewMail {
    NewMail::short("factors-changed", "anna@example.org")
}

fn hashes() -> Vec<String> {
    vec!["first".into(), "second".into()]
}

fn credential(id: u8) -> Credential {
    Credential { id: vec![id], json: format!("{{\"id\":{id}}}") }
}

impl Fixture {
    async fn new(database: TestDatabase) -> Self {
        let store = AccountStore::new(database.open().await);
        let user = store.create_user(&address("Anna@example.org"), "hash".into(), true, now()).await.unwrap();
        Self { store, user, _database: database }
    }

    /// A fixture whose account has an app, confirmed at step 100, and two recovery codes.
    async fn with_app(database: TestDatabase) -> Self {
        let fixture = Self::new(database).await;
        assert!(fixture.store.begin_totp(fixture.user.id, &secret(1), now()).await.unwrap());
        let confirmed =
            fixture.store.confirm_totp(fixture.user.id, (&secret(1), 100), hashes(), mail(), now()).await.unwrap();
        assert_eq!(confirmed, Some(true));
        fixture
    }

    async fn factors(&self) -> Factors {
        self.store.factors(self.user.id).await.unwrap()
    }

    async fn add_passkey(&self, id: u8, code_hashes: Vec<String>) -> AddedPasskey {
        let added =
            self.store.add_passkey(self.user.id, "Key".into(), credential(id), code_hashes, mail(), now()).await;
        added.unwrap()
    }

    async fn reserve(&self) {
        let reserved = self.store.reserve_attempt(&key(), now()).await.unwrap();
        assert_eq!(reserved, Reservation::Granted(TimeDelta::zero()));
    }

    async fn ask(&self, passkey_state: Option<&str>) {
        assert_eq!(self.ask_with(Some("hash"), passkey_state).await, None);
    }

    /// Asks for a second factor: after a password whose hash was `password_hash`, or again when that is None.
    async fn ask_with(&self, password_hash: Option<&str>, passkey_state: Option<&str>) -> Option<Opened> {
        self.reserve().await;
        let challenge = NewChallenge {
            token: TOKEN,
            password_hash: password_hash.map(Into::into),
            passkey_state: passkey_state.map(str::to_owned),
            expires_at: now() + TimeDelta::minutes(5),
        };
        self.store.ask_second_factor(&key(), self.user.id, challenge, now()).await.unwrap()
    }

    /// Opens a session whose tokens are made of `number`.
    async fn open(&self, number: u8, proof: &Proof, challenge: Option<&TokenHash>) -> Opened {
        let first = challenge.map_or(FirstProof::Password("hash".into()), |token| FirstProof::Challenge(*token));
        self.open_after(number, proof, &first).await
    }

    async fn open_after(&self, number: u8, proof: &Proof, first: &FirstProof) -> Opened {
        let tokens = tokens(number, now());
        let opened =
            self.store.open_proven_session(&key(), self.user.id, (proof, first), tokens, &caller(), now()).await;
        opened.unwrap()
    }

    async fn sessions(&self) -> usize {
        self.store.sessions_of(self.user.id, now()).await.unwrap().len()
    }
}

async fn an_unconfirmed_app_is_replaced_and_a_confirmed_one_is_not(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let (store, user) = (&fixture.store, fixture.user.id);
    assert!(store.begin_totp(user, &secret(1), now()).await.unwrap());
    assert!(store.begin_totp(user, &secret(2), now()).await.unwrap());
    assert_eq!(store.totp(user).await.unwrap().unwrap().secret, secret(2));
    let replaced = store.confirm_totp(user, (&secret(1), 5), hashes(), mail(), now()).await.unwrap();
    assert_eq!(replaced, None, "the code was the replaced secret's");
    store.confirm_totp(user, (&secret(2), 5), hashes(), mail(), now()).await.unwrap().unwrap();
    assert!(!store.begin_totp(user, &secret(3), now()).await.unwrap());
    let stored = store.totp(user).await.unwrap().unwrap();
    assert_eq!((stored.secret, stored.is_confirmed, stored.last_step), (secret(2), true, 5));
    assert_eq!(store.confirm_totp(user, (&secret(2), 6), hashes(), mail(), now()).await.unwrap(), None, "once");
}

async fn an_app_counts_from_its_first_code(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let (store, user) = (&fixture.store, fixture.user.id);
    assert_eq!(store.confirm_totp(user, (&secret(1), 5), hashes(), mail(), now()).await.unwrap(), None);
    store.begin_totp(user, &secret(1), now()).await.unwrap();
    assert_eq!(fixture.factors().await, Factors::default());
    store.confirm_totp(user, (&secret(1), 5), hashes(), mail(), now()).await.unwrap();
    assert_eq!(fixture.factors().await.accepted(), [Factor::Totp, Factor::Recovery]);
    assert_eq!(fixture.open(1, &Proof::Totp { step: 5 }, None).await, Opened::Outdated, "the first code is used");
}

async fn a_code_opens_one_session(database: TestDatabase) {
    let fixture = Fixture::with_app(database).await;
    assert!(matches!(fixture.open(1, &Proof::Totp { step: 101 }, None).await, Opened::Session(_)));
    for step in [101, 100, 99] {
        assert_eq!(fixture.open(2, &Proof::Totp { step }, None).await, Opened::Outdated, "{step}");
    }
    assert!(matches!(fixture.open(3, &Proof::Totp { step: 102 }, None).await, Opened::Session(_)));
}

async fn of_concurrent_uses_of_a_code_one_succeeds(database: TestDatabase) {
    let fixture = std::sync::Arc::new(Fixture::with_app(database).await);
    let mut uses = tokio::task::JoinSet::new();
    for number in 0..8 {
        let fixture = fixture.clone();
        uses.spawn(async move { fixture.open(number, &Proof::Totp { step: 101 }, None).await });
    }
    let opened = uses.join_all().await;
    assert_eq!(opened.iter().filter(|opened| matches!(opened, Opened::Session(_))).count(), 1);
    assert_eq!(fixture.sessions().await, 1);
}

async fn a_recovery_code_opens_one_session(database: TestDatabase) {
    let fixture = Fixture::with_app(database).await;
    let codes = fixture.store.recovery_codes(fixture.user.id).await.unwrap();
    assert_eq!(codes.len(), 2);
    let proof = Proof::RecoveryCode { id: codes[0].id };
    assert!(matches!(fixture.open(1, &proof, None).await, Opened::Session(_)));
    assert_eq!(fixture.open(2, &proof, None).await, Opened::Outdated);
    assert_eq!(fixture.factors().await.recovery_codes, 1);
}

async fn a_challenge_opens_one_session_and_expires(database: TestDatabase) {
    let fixture = Fixture::with_app(database).await;
    fixture.ask(None).await;
    let awaited = fixture.store.challenged(&TOKEN, now() + TimeDelta::seconds(299)).await.unwrap();
    assert_eq!(awaited.as_ref(), Some(&fixture.user));
    assert_eq!(fixture.store.challenged(&TOKEN, now() + TimeDelta::minutes(5)).await.unwrap(), None);
    assert!(matches!(fixture.open(1, &Proof::Totp { step: 101 }, Some(&TOKEN)).await, Opened::Session(_)));
    assert_eq!(fixture.open(2, &Proof::Totp { step: 102 }, Some(&TOKEN)).await, Opened::Outdated);
    assert_eq!(fixture.store.challenged(&TOKEN, now()).await.unwrap(), None);
    // The code of the refused session was not used up.
    assert!(matches!(fixture.open(3, &Proof::Totp { step: 102 }, None).await, Opened::Session(_)));
}

async fn what_a_passkey_is_asked_is_answered_once(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.ask(Some("first")).await;
    fixture.ask(Some("second")).await;
    assert_eq!(fixture.store.take_passkey_state(&TOKEN).await.unwrap().as_deref(), Some("second"));
    assert_eq!(fixture.store.take_passkey_state(&TOKEN).await.unwrap(), None);
    assert_eq!(fixture.store.take_passkey_state(&TokenHash::numbered(9)).await.unwrap(), None);
}

async fn asking_for_a_factor_neither_counts_nor_clears(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for _ in 0..4 {
        fixture.reserve().await;
        assert_eq!(fixture.store.fail_attempt(&key(), 0, now()).await.unwrap(), None);
    }
    for _ in 0..10 {
        fixture.ask(None).await;
    }
    fixture.reserve().await;
    let until = fixture.store.fail_attempt(&key(), 0, now()).await.unwrap();
    assert_eq!(until, Some(now() + TimeDelta::seconds(60)), "the fifth failure");
}

async fn a_proven_session_clears_the_count_and_not_during_a_lock(database: TestDatabase) {
    let fixture = Fixture::with_app(database).await;
    for _ in 0..4 {
        fixture.reserve().await;
        fixture.store.fail_attempt(&key(), 0, now()).await.unwrap();
    }
    fixture.reserve().await;
    assert!(matches!(fixture.open(1, &Proof::Totp { step: 101 }, None).await, Opened::Session(_)));
    for _ in 0..5 {
        fixture.reserve().await;
    }
    let until = fixture.store.fail_attempt(&key(), 0, now()).await.unwrap().unwrap();
    assert_eq!(until, now() + TimeDelta::seconds(60), "counted from the start");
    assert_eq!(fixture.open(2, &Proof::Totp { step: 102 }, None).await, Opened::Locked(until));
}

async fn somebody_elses_factor_proves_nothing(database: TestDatabase) {
    let fixture = Fixture::with_app(database).await;
    let AddedPasskey::Added { id, .. } = fixture.add_passkey(1, Vec::new()).await else { panic!("not added") };
    let codes = fixture.store.recovery_codes(fixture.user.id).await.unwrap();
    let other = fixture.store.create_user(&address("bob@example.org"), "hash".into(), true, now()).await.unwrap();
    for proof in [
        Proof::Totp { step: 101 },
        Proof::RecoveryCode { id: codes[0].id },
        Proof::Passkey { id, credential: "{}".into() },
    ] {
        let shown = (&proof, &FirstProof::Password("hash".into()));
        let opened = fixture
            .store
            .open_proven_session(&key(), other.id, shown, tokens(1, now()), &caller(), now())
            .await
            .unwrap();
        assert_eq!(opened, Opened::Outdated, "{proof:?}");
    }
    let removed = fixture.store.remove_passkey(other.id, id, mail(), now()).await.unwrap();
    assert!(!removed);
    assert_eq!(fixture.factors().await.passkeys, 1);
}

async fn a_passkey_belongs_to_one_account(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let AddedPasskey::Added { id, with_codes: true } = fixture.add_passkey(1, hashes()).await else {
        panic!("not added")
    };
    assert_eq!(fixture.add_passkey(1, hashes()).await, AddedPasskey::Known);
    assert!(matches!(fixture.add_passkey(2, hashes()).await, AddedPasskey::Added { with_codes: false, .. }));
    let proof = Proof::Passkey { id, credential: "{\"counter\":2}".into() };
    assert!(matches!(fixture.open(1, &proof, None).await, Opened::Session(_)));
    let stored = fixture.store.passkeys(fixture.user.id).await.unwrap();
    assert_eq!((stored[0].credential.as_str(), stored[0].own.last_used_at), ("{\"counter\":2}", Some(now())));
    assert_eq!(stored[1].own.last_used_at, None);
    for number in 3..=20 {
        assert!(matches!(fixture.add_passkey(number, Vec::new()).await, AddedPasskey::Added { .. }));
    }
    assert_eq!(fixture.add_passkey(21, Vec::new()).await, AddedPasskey::TooMany);
}

async fn a_registration_is_answered_once_and_in_time(database: TestDatabase) {
    let fixture = Fixture::with_app(database).await;
    let Opened::Session(session) = fixture.open(1, &Proof::Totp { step: 101 }, None).await else { panic!("not open") };
    let end = now() + TimeDelta::minutes(5);
    for state in ["first", "second"] {
        fixture.store.begin_registration(session, state.into(), end).await.unwrap();
    }
    assert_eq!(fixture.store.take_registration(session, now()).await.unwrap().as_deref(), Some("second"));
    assert_eq!(fixture.store.take_registration(session, now()).await.unwrap(), None);
    fixture.store.begin_registration(session, "third".into(), end).await.unwrap();
    assert_eq!(fixture.store.take_registration(session, end).await.unwrap(), None);
}

async fn recovery_codes_go_with_the_last_factor(database: TestDatabase) {
    let fixture = Fixture::with_app(database).await;
    let AddedPasskey::Added { id, .. } = fixture.add_passkey(1, Vec::new()).await else { panic!("not added") };
    assert!(fixture.store.remove_totp(fixture.user.id, mail(), now()).await.unwrap());
    assert!(!fixture.store.remove_totp(fixture.user.id, mail(), now()).await.unwrap());
    assert_eq!(fixture.factors().await.recovery_codes, 2);
    assert!(fixture.store.remove_passkey(fixture.user.id, id, mail(), now()).await.unwrap());
    assert_eq!(fixture.factors().await, Factors::default());
}

async fn new_recovery_codes_need_a_factor(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let replace = |codes: &[&str]| {
        let codes = codes.iter().map(|code| (*code).to_owned()).collect();
        fixture.store.replace_recovery_codes(fixture.user.id, codes, mail(), now())
    };
    assert!(!replace(&["a"]).await.unwrap());
    fixture.add_passkey(1, hashes()).await;
    assert!(replace(&["a", "b", "c"]).await.unwrap());
    let codes = fixture.store.recovery_codes(fixture.user.id).await.unwrap();
    let mut stored: Vec<&str> = codes.iter().map(|code| code.hash.as_str()).collect();
    stored.sort_unstable();
    assert_eq!(stored, ["a", "b", "c"]);
}

/// Otherwise each of two simultaneous changes could miss what the other did.
async fn changes_of_factors_follow_one_another(database: TestDatabase) {
    let fixture = Fixture::with_app(database).await;
    let other = fixture.store.database.begin_write().await.unwrap();
    lock_account(&other, fixture.user.id).await.unwrap();
    let replacing = fixture.store.replace_recovery_codes(fixture.user.id, hashes(), mail(), now());
    tokio::pin!(replacing);
    let waited = tokio::time::timeout(std::time::Duration::from_millis(300), &mut replacing).await;
    assert!(waited.is_err(), "it did not wait");
    other.commit().await.unwrap();
    assert!(replacing.await.unwrap());
}

async fn a_reset_removes_every_factor_and_session(database: TestDatabase) {
    let fixture = Fixture::with_app(database).await;
    fixture.add_passkey(1, Vec::new()).await;
    fixture.open(1, &Proof::Totp { step: 101 }, None).await;
    fixture.ask(None).await;
    let reset = async |email: &str| fixture.store.reset_factors(&address(email), |_| mail(), now()).await.unwrap();
    assert_eq!(reset("nobody@example.org").await, None);
    assert_eq!(fixture.sessions().await, 1);
    assert_eq!(reset("ANNA@example.org").await.as_ref(), Some(&fixture.user));
    assert_eq!((fixture.factors().await, fixture.sessions().await), (Factors::default(), 0));
    assert_eq!(fixture.store.challenged(&TOKEN, now()).await.unwrap(), None);
}

async fn a_changed_password_asks_for_no_second_factor(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    assert_eq!(fixture.ask_with(Some("former"), None).await, Some(Opened::Outdated));
    assert_eq!(fixture.ask_with(None, None).await, Some(Opened::Outdated), "nothing waits");
    fixture.ask(None).await;
    assert_eq!(fixture.ask_with(None, Some("sign this")).await, None);
}

async fn a_proof_beside_a_changed_password_opens_nothing(database: TestDatabase) {
    let fixture = Fixture::with_app(database).await;
    let proof = Proof::Totp { step: 101 };
    let former = FirstProof::Password("former".into());
    assert_eq!(fixture.open_after(1, &proof, &former).await, Opened::Outdated);
    assert_eq!(fixture.sessions().await, 0);
    assert!(matches!(fixture.open(1, &proof, None).await, Opened::Session(_)), "the proof was not used up");
}

/// Sign-ins lock the account and the count of its attempts in the same order, or the engine would abort one of them.
async fn sign_ins_at_once_all_open(database: TestDatabase) {
    let fixture = std::sync::Arc::new(Fixture::new(database).await);
    fixture.reserve().await;
    let mut sign_ins = tokio::task::JoinSet::new();
    for number in 0..8 {
        let fixture = fixture.clone();
        sign_ins.spawn(async move {
            let owner = (fixture.user.id, "hash");
            fixture.store.open_session(&key(), owner, tokens(number, now()), &caller(), now()).await.unwrap()
        });
    }
    let opened = sign_ins.join_all().await;
    assert!(opened.iter().all(|opened| matches!(opened, Opened::Session(_))), "{opened:?}");
    assert_eq!(fixture.sessions().await, 8);
}

async fn a_new_password_ends_waiting_sign_ins(database: TestDatabase) {
    let fixture = Fixture::with_app(database).await;
    let Opened::Session(session) = fixture.open(1, &Proof::Totp { step: 101 }, None).await else { panic!("not open") };
    fixture.ask(None).await;
    let setter = super::super::passwords::Setter::Session { user: fixture.user.id, session };
    fixture.store.set_password(setter, "new".into(), |_| mail(), now()).await.unwrap().unwrap();
    assert_eq!(fixture.store.challenged(&TOKEN, now()).await.unwrap(), None);
    assert!(fixture.factors().await.has_totp, "the second factor stays");
}

async fn sweeping_removes_what_nobody_finished(database: TestDatabase) {
    let fixture = Fixture::with_app(database).await;
    fixture.ask(None).await;
    let waiting =
        async |database: &Database| sign_in_challenges::Entity::find().count(database.reader()).await.unwrap();
    fixture.store.sweep(now()).await.unwrap();
    assert_eq!(waiting(&fixture.store.database).await, 1);
    let later: DateTime<Utc> = now() + TimeDelta::minutes(5);
    fixture.store.sweep(later).await.unwrap();
    assert_eq!(waiting(&fixture.store.database).await, 0);
    assert!(fixture.factors().await.has_totp);
}
