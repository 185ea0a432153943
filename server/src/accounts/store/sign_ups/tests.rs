//! Tests of sign-ups and invitations in the store, each on both engines.

use chrono::TimeDelta;
use sea_orm::QueryOrder;

use super::{
    super::{
        Caller,
        attempts::AttemptKey,
        insert_session,
        tests::{address, now, tokens},
    },
    *,
};
use crate::{
    accounts::User,
    limits::Network,
    storage::{
        entities::{audit_entries, outbox},
        testing::{TestDatabase, on_both_engines},
    },
};

on_both_engines![
    a_sign_up_makes_no_account_before_its_link_was_followed,
    a_link_makes_one_account,
    of_two_with_the_same_link_one_makes_the_account,
    each_link_confirms_the_password_that_was_typed_with_it,
    the_links_of_an_address_are_bounded,
    a_sign_up_with_a_known_address_changes_nothing_and_tells_the_owner,
    a_sign_up_does_not_take_over_an_account_made_meanwhile,
    links_run_out,
    an_invitation_makes_an_account_with_the_role,
    an_address_of_staff_is_not_invited,
    an_account_without_rights_gets_them_by_an_invitation,
    a_sign_up_does_not_replace_an_invitation,
    an_invitation_takes_over_an_account_made_meanwhile,
    an_invitation_never_lowers_an_administrator,
    what_was_guessed_before_an_account_does_not_lock_it,
    sweeping_deletes_what_was_not_confirmed,
];

struct Fixture {
    store: AccountStore,
    _database: TestDatabase,
}

impl Fixture {
    async fn new(database: TestDatabase) -> Self {
        Self { store: AccountStore::new(database.open().await), _database: database }
    }

    async fn sign_up(&self, email: &str, number: u8, password_hash: &str) {
        let email = &address(email);
        let sign_up = SignUp {
            email,
            password_hash: password_hash.to_owned(),
            token: TokenHash::numbered(number),
            expires_at: now() + TimeDelta::hours(24),
            confirmation: NewMail::short("confirmation", email.as_str()),
            known: NewMail::short("known", email.as_str()),
        };
        self.store.sign_up(sign_up, now()).await.unwrap();
    }

    async fn invite(&self, email: &str, number: u8, role: Role) -> bool {
        self.invite_by("invitation", email, number, role).await
    }

    /// Invites an address with an email of this kind.
    async fn invite_by(&self, kind: &'static str, email: &str, number: u8, role: Role) -> bool {
        let email = &address(email);
        let mail = NewMail::short(kind, email.as_str());
        let expires_at = now() + TimeDelta::days(7);
        self.store
            .invite(Invitation { email, role, token: TokenHash::numbered(number), expires_at, mail }, now())
            .await
            .unwrap()
    }

    async fn confirm(&self, number: u8) -> bool {
        self.store.confirm_sign_up(&TokenHash::numbered(number), now()).await.unwrap()
    }

    async fn accept(&self, number: u8, password_hash: &str) -> bool {
        let told = |owner: &str, _: bool| vec![NewMail::short("told", owner)];
        self.store.accept_invitation(&TokenHash::numbered(number), password_hash.to_owned(), told, now()).await.unwrap()
    }

    async fn kind(&self, number: u8, at: DateTime<Utc>) -> Option<PendingKind> {
        self.store.pending(&TokenHash::numbered(number), at).await.unwrap().map(|pending| pending.kind)
    }

    async fn pending_of(&self, email: &str, at: DateTime<Utc>) -> Option<PendingKind> {
        self.store.pending_of(&address(email), at).await.unwrap()
    }

    /// Returns the account with an address, and its password hash.
    async fn account(&self, email: &str) -> Option<(User, String)> {
        self.store.user_with_hash(&address(email)).await.unwrap()
    }

    async fn role(&self, email: &str) -> Option<String> {
        let found = users::Entity::find().filter(users::Column::EmailKey.eq(address(email).key()));
        found.one(self.store.database.reader()).await.unwrap().unwrap().role
    }

    /// Returns kind and recipient of each email in the outbox.
    async fn mails(&self) -> Vec<(String, String)> {
        let rows = outbox::Entity::find().order_by_asc(outbox::Column::Id).all(self.store.database.reader()).await;
        rows.unwrap().into_iter().map(|row| (row.kind, row.recipient)).collect()
    }
}

fn mail(kind: &str, to: &str) -> (String, String) {
    (kind.to_owned(), to.to_owned())
}

async fn a_sign_up_makes_no_account_before_its_link_was_followed(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.sign_up("Bob@example.org", 1, "new").await;
    assert_eq!(fixture.account("bob@example.org").await, None);
    assert!(!fixture.store.grant(&address("bob@example.org"), now()).await.unwrap());
    assert_eq!(fixture.pending_of("bob@EXAMPLE.org", now()).await, Some(PendingKind::SignUp));
    assert_eq!(fixture.pending_of("anna@example.org", now()).await, None);
    let expected = PendingAccount { email: "Bob@example.org".into(), kind: PendingKind::SignUp };
    assert_eq!(fixture.store.pending(&TokenHash::numbered(1), now()).await.unwrap(), Some(expected));
    assert_eq!(fixture.mails().await, [mail("confirmation", "Bob@example.org")]);
    assert!(!fixture.accept(1, "other").await, "no invitation");
    assert!(!fixture.confirm(2).await, "another link");
}

async fn a_link_makes_one_account(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.sign_up("Bob@example.org", 1, "new").await;
    assert!(fixture.confirm(1).await);
    let (user, hash) = fixture.account("bob@example.org").await.unwrap();
    assert_eq!((user.email.as_str(), user.is_admin, hash.as_str()), ("Bob@example.org", false, "new"));
    assert_eq!(fixture.role("bob@example.org").await, None);
    assert_eq!(fixture.kind(1, now()).await, None);
    assert_eq!(fixture.pending_of("bob@example.org", now()).await, None);
    assert!(!fixture.confirm(1).await, "used");
}

async fn of_two_with_the_same_link_one_makes_the_account(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.sign_up("bob@example.org", 1, "new").await;
    let (one, other) = tokio::join!(fixture.confirm(1), fixture.confirm(1));
    assert!(one != other, "{one} {other}");
    fixture.invite("eve@example.org", 2, Role::Editor).await;
    let (one, other) = tokio::join!(fixture.accept(2, "one"), fixture.accept(2, "other"));
    assert!(one != other, "{one} {other}");
    assert_eq!(fixture.account("eve@example.org").await.unwrap().1, if one { "one" } else { "other" });
}

async fn each_link_confirms_the_password_that_was_typed_with_it(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.sign_up("Bob@example.org", 1, "first").await;
    fixture.sign_up("BOB@example.org", 2, "second").await;
    fixture.sign_up("anna@example.org", 3, "third").await;
    assert!(fixture.confirm(1).await);
    assert!(!fixture.confirm(2).await, "void with the first");
    let (user, hash) = fixture.account("bob@example.org").await.unwrap();
    assert_eq!((user.email.as_str(), hash.as_str()), ("Bob@example.org", "first"));
    assert!(fixture.confirm(3).await, "another address");
}

async fn the_links_of_an_address_are_bounded(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.sign_up("anna@example.org", 255, "hash").await;
    let most = u8::try_from(MOST_PENDING).unwrap();
    for number in 1..=most + 1 {
        fixture.sign_up("bob@example.org", number, "hash").await;
    }
    assert_eq!(fixture.kind(1, now()).await, None);
    for number in (2..=most + 1).chain([255]) {
        assert_eq!(fixture.kind(number, now()).await, Some(PendingKind::SignUp), "{number}");
    }
}

async fn a_sign_up_with_a_known_address_changes_nothing_and_tells_the_owner(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.store.create_user(&address("Anna@example.org"), "hash".into(), true, now()).await.unwrap();
    fixture.sign_up("ANNA@example.org", 1, "new").await;
    assert_eq!(fixture.mails().await, [mail("known", "ANNA@example.org")]);
    let (user, hash) = fixture.account("anna@example.org").await.unwrap();
    assert_eq!((user.email.as_str(), user.is_admin, hash.as_str()), ("Anna@example.org", true, "hash"));
}

async fn a_sign_up_does_not_take_over_an_account_made_meanwhile(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.sign_up("anna@example.org", 1, "new").await;
    fixture.store.create_user(&address("anna@example.org"), "hash".into(), true, now()).await.unwrap();
    assert!(!fixture.confirm(1).await);
    let (user, hash) = fixture.account("anna@example.org").await.unwrap();
    assert_eq!((user.is_admin, hash.as_str()), (true, "hash"));
}

async fn links_run_out(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.sign_up("bob@example.org", 1, "new").await;
    let end = now() + TimeDelta::hours(24);
    assert_eq!(fixture.kind(1, end - TimeDelta::seconds(1)).await, Some(PendingKind::SignUp));
    assert_eq!((fixture.kind(1, end).await, fixture.pending_of("bob@example.org", end).await), (None, None));
    assert!(!fixture.store.confirm_sign_up(&TokenHash::numbered(1), end).await.unwrap());

    fixture.invite("eve@example.org", 2, Role::Editor).await;
    let end = now() + TimeDelta::days(7);
    assert_eq!(fixture.kind(2, end - TimeDelta::seconds(1)).await, Some(PendingKind::Invitation));
    assert_eq!((fixture.kind(2, end).await, fixture.pending_of("eve@example.org", end).await), (None, None));
    assert!(
        !fixture.store.accept_invitation(&TokenHash::numbered(2), "late".into(), |_, _| vec![], end).await.unwrap()
    );
}

async fn an_invitation_makes_an_account_with_the_role(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for (number, email, role) in [(1, "anna@example.org", Role::Administrator), (2, "eve@example.org", Role::Editor)] {
        assert!(fixture.invite(email, number, role).await);
        assert_eq!(fixture.pending_of(email, now()).await, Some(PendingKind::Invitation));
        assert!(!fixture.store.grant(&address(email), now()).await.unwrap());
        assert!(!fixture.confirm(number).await, "no sign-up");
        assert!(fixture.accept(number, "chosen").await);
        let (user, hash) = fixture.account(email).await.unwrap();
        assert_eq!((user.email.as_str(), user.is_admin, hash.as_str()), (email, true, "chosen"));
        assert_eq!(fixture.role(email).await.as_deref(), Some(role.as_str()));
        assert!(!fixture.accept(number, "again").await, "used");
    }
    let sent = [mail("invitation", "anna@example.org"), mail("invitation", "eve@example.org")];
    assert_eq!(fixture.mails().await, sent);
    assert!(fixture.store.revoke(&address("eve@example.org"), now()).await.unwrap());
    assert_eq!(fixture.role("eve@example.org").await, None);
    assert!(fixture.store.grant(&address("eve@example.org"), now()).await.unwrap());
    assert_eq!(fixture.role("eve@example.org").await.as_deref(), Some("administrator"));
}

async fn an_account_without_rights_gets_them_by_an_invitation(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let anna = fixture.store.create_user(&address("anna@example.org"), "hash".into(), false, now()).await.unwrap();
    assert!(fixture.invite("ANNA@example.org", 1, Role::Editor).await);
    assert_eq!(fixture.role("anna@example.org").await, None, "nothing changes before the link is followed");
    assert!(fixture.accept(1, "chosen").await);
    let (owner, hash) = fixture.account("anna@example.org").await.unwrap();
    assert_eq!((owner.id, owner.role, hash.as_str()), (anna.id, Some(Role::Editor), "chosen"));
}

async fn an_address_of_staff_is_not_invited(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.store.create_user(&address("anna@example.org"), "hash".into(), true, now()).await.unwrap();
    assert!(!fixture.invite("ANNA@example.org", 1, Role::Administrator).await);
    assert_eq!((fixture.kind(1, now()).await, fixture.mails().await), (None, vec![]));
}

async fn a_sign_up_does_not_replace_an_invitation(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.invite("anna@example.org", 1, Role::Editor).await;
    fixture.sign_up("anna@example.org", 2, "stranger").await;
    assert_eq!(fixture.pending_of("anna@example.org", now()).await, Some(PendingKind::Invitation));
    fixture.invite("anna@example.org", 3, Role::Administrator).await;
    assert!(!fixture.accept(1, "old").await, "the newest invitation replaces the one before");
    assert!(fixture.accept(3, "chosen").await);
    assert!(!fixture.confirm(2).await);
    assert_eq!(fixture.account("anna@example.org").await.unwrap().1, "chosen");
    assert_eq!(fixture.pending_of("anna@example.org", now()).await, None);

    fixture.invite("bob@example.org", 4, Role::Administrator).await;
    assert!(fixture.store.revoke(&address("bob@example.org"), now()).await.unwrap());
    assert!(!fixture.accept(4, "chosen").await, "withdrawn");
    assert!(!fixture.store.revoke(&address("bob@example.org"), now()).await.unwrap());
}

async fn an_invitation_takes_over_an_account_made_meanwhile(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let store = &fixture.store;
    fixture.invite("Anna@example.org", 1, Role::Administrator).await;
    fixture.sign_up("anna@example.org", 2, "stranger").await;
    assert!(fixture.confirm(2).await);
    let (stranger, _) = fixture.account("anna@example.org").await.unwrap();
    let caller = Caller { ip: [192, 0, 2, 1].into(), agent: String::new() };
    insert_session(store.database.writer(), stranger.id, tokens(1, now()), &caller, now()).await.unwrap();
    let reset = NewMail::short(emails::RESET, "anna@example.org");
    store
        .request_reset(&address("anna@example.org"), &TokenHash::numbered(9), now() + TimeDelta::hours(1), reset, now())
        .await
        .unwrap();

    assert!(fixture.accept(1, "chosen").await);
    let (owner, hash) = fixture.account("anna@example.org").await.unwrap();
    assert_eq!((owner.id, owner.is_admin, hash.as_str()), (stranger.id, true, "chosen"));
    assert_eq!(fixture.role("anna@example.org").await.as_deref(), Some("administrator"));
    assert_eq!(store.sessions_of(owner.id, now()).await.unwrap(), []);
    assert_eq!(store.reset_owner(&TokenHash::numbered(9), now()).await.unwrap(), None);
    let mails = fixture.mails().await;
    assert_eq!(mails.last(), Some(&mail("told", "anna@example.org")));
    assert!(!mails.contains(&mail(emails::RESET, "anna@example.org")), "its link is void");
}

async fn an_invitation_never_lowers_an_administrator(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let store = &fixture.store;
    fixture.invite_by(emails::INVITATION, "Anna@example.org", 1, Role::Editor).await;
    store.create_user(&address("anna@example.org"), "hash".into(), true, now()).await.unwrap();
    store.create_user(&address("bob@example.org"), "hash".into(), false, now()).await.unwrap();
    fixture.invite_by(emails::INVITATION, "bob@example.org", 2, Role::Editor).await;
    assert!(store.grant(&address("bob@example.org"), now()).await.unwrap());
    assert_eq!(fixture.mails().await, [], "their links no longer work");
    let entries = audit_entries::Entity::find().all(store.database.reader()).await.unwrap();
    assert_eq!(entries.iter().filter(|entry| entry.action == "account.invitation_withdrawn").count(), 2);
    for (number, email) in [(1, "anna@example.org"), (2, "bob@example.org")] {
        assert!(!fixture.accept(number, "chosen").await, "{email}");
        let (owner, hash) = fixture.account(email).await.unwrap();
        assert_eq!((owner.role, hash.as_str()), (Some(Role::Administrator), "hash"), "{email}");
    }

    // An invitation that an earlier version left open.
    store.create_user(&address("eve@example.org"), "hash".into(), false, now()).await.unwrap();
    fixture.invite("eve@example.org", 3, Role::Editor).await;
    let role = Some(Role::Administrator);
    super::super::set_role(store.database.writer(), &address("eve@example.org"), role, now()).await.unwrap();
    assert!(fixture.accept(3, "chosen").await);
    let (owner, hash) = fixture.account("eve@example.org").await.unwrap();
    assert_eq!((owner.role, hash.as_str()), (role, "chosen"));
}

async fn what_was_guessed_before_an_account_does_not_lock_it(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.sign_up("bob@example.org", 1, "new").await;
    fixture.invite("eve@example.org", 2, Role::Editor).await;
    let keys = ["bob@example.org", "eve@example.org"]
        .map(|email| AttemptKey { email_key: email.into(), network: Network::of([192, 0, 2, 7].into()) });
    for key in keys.iter().cycle().take(8) {
        fixture.store.reserve_attempt(key, now()).await.unwrap();
    }
    assert!(fixture.confirm(1).await && fixture.accept(2, "new").await);
    for key in &keys {
        fixture.store.reserve_attempt(key, now()).await.unwrap();
        assert_eq!(fixture.store.fail_attempt(key, 0, now()).await.unwrap(), None, "{}", key.email_key);
    }
}

async fn sweeping_deletes_what_was_not_confirmed(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.sign_up("bob@example.org", 1, "new").await;
    fixture.invite("eve@example.org", 2, Role::Editor).await;
    let (day, week) = (now() + TimeDelta::hours(24), now() + TimeDelta::days(7));
    // At a time when both would still be open if they had not been deleted.
    for (swept_at, sign_up, invitation) in [
        (day - TimeDelta::seconds(1), Some(PendingKind::SignUp), Some(PendingKind::Invitation)),
        (day, None, Some(PendingKind::Invitation)),
        (week, None, None),
    ] {
        fixture.store.sweep(swept_at).await.unwrap();
        assert_eq!((fixture.kind(1, now()).await, fixture.kind(2, now()).await), (sign_up, invitation), "{swept_at}");
    }
}
