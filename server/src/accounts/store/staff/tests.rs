//! Tests of staff in the store, each on both engines.

use chrono::TimeDelta;

use super::{
    super::{
        Caller, insert_session,
        sign_ups::Invitation,
        tests::{address, now, tokens},
    },
    *,
};
use crate::{
    accounts::{User, emails},
    audit::store::{AuditFilter, AuditRecord, AuditStore},
    mail::NewMail,
    storage::{
        entities::outbox,
        testing::{TestDatabase, on_both_engines},
    },
    token::TokenHash,
};

on_both_engines![
    staff_are_listed_with_their_factors_sessions_and_last_sign_in,
    a_change_of_role_ends_sessions_and_is_recorded,
    rights_are_removed_with_their_sessions,
    the_last_administrator_stays,
    of_two_administrators_who_remove_each_other_one_stays,
    sessions_of_staff_are_ended,
    invitations_are_listed_until_they_expire_and_withdrawn,
    revoking_an_invitation_records_its_role,
    another_invitation_voids_the_one_before,
];

struct Fixture {
    store: AccountStore,
    audit: AuditStore,
    _database: TestDatabase,
}

impl Fixture {
    async fn new(database: TestDatabase) -> Self {
        let opened = database.open().await;
        let (store, audit) = (AccountStore::new(opened.clone()), AuditStore::new(opened));
        Self { store, audit, _database: database }
    }

    async fn administrator(&self, email: &str) -> User {
        self.store.create_user(&address(email), "hash".into(), true, now()).await.unwrap()
    }

    async fn editor(&self, email: &str) -> User {
        let user = self.administrator(email).await;
        assert_eq!(self.set(&user, Some(Role::Editor)).await, StaffChange::Done);
        user
    }

    async fn set(&self, user: &User, role: Option<Role>) -> StaffChange {
        self.store.set_staff_role(user.id, role, now()).await.unwrap()
    }

    async fn sign_in(&self, user: &User, number: u8, at: DateTime<Utc>) {
        let caller = Caller { ip: [192, 0, 2, 7].into(), agent: String::new() };
        insert_session(self.store.database.writer(), user.id, tokens(number, at), &caller, at).await.unwrap();
    }

    async fn sessions(&self, user: &User) -> usize {
        self.store.sessions_of(user.id, now()).await.unwrap().len()
    }

    async fn invite(&self, email: &str, number: u8, role: Role) {
        let email = &address(email);
        let mail = NewMail::short(emails::INVITATION, email.as_str());
        let expires_at = now() + TimeDelta::days(7);
        let invitation = Invitation { email, role, token: TokenHash::numbered(number), expires_at, mail };
        assert!(self.store.invite(invitation, now()).await.unwrap());
    }

    async fn mails(&self) -> usize {
        outbox::Entity::find().all(self.store.database.reader()).await.unwrap().len()
    }

    /// Returns the newest entry of the audit log.
    async fn newest(&self) -> AuditRecord {
        self.audit.list(&AuditFilter::default(), 0, 1).await.unwrap().remove(0)
    }
}

/// Roles by address.
fn roles(staff: &[StaffRecord]) -> Vec<(&str, Role)> {
    staff.iter().map(|record| (record.email.as_str(), record.role)).collect()
}

async fn staff_are_listed_with_their_factors_sessions_and_last_sign_in(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let zoe = fixture.administrator("zoe@example.org").await;
    let anna = fixture.editor("Anna@example.org").await;
    fixture.store.create_user(&address("reader@example.org"), "hash".into(), false, now()).await.unwrap();
    let earlier = now() - TimeDelta::minutes(30);
    fixture.sign_in(&anna, 1, now() - TimeDelta::hours(13)).await;
    fixture.sign_in(&anna, 2, earlier).await;
    fixture.sign_in(&anna, 3, earlier).await;
    totp_secrets::Entity::insert(totp_secrets::ActiveModel {
        user_id: sea_orm::ActiveValue::Set(zoe.id),
        secret: sea_orm::ActiveValue::Set(vec![0; 20]),
        confirmed_at: sea_orm::ActiveValue::Set(Some(now())),
        last_step: sea_orm::ActiveValue::Set(0),
        created_at: sea_orm::ActiveValue::Set(now()),
    })
    .exec_without_returning(fixture.store.database.writer())
    .await
    .unwrap();
    let staff = fixture.store.staff(now()).await.unwrap();
    assert_eq!(
        roles(&staff),
        [("Anna@example.org", Role::Editor), ("zoe@example.org", Role::Administrator)],
        "in the order of addresses, without readers"
    );
    let seen: Vec<_> =
        staff.iter().map(|record| (record.has_second_factor, record.last_sign_in_at, record.sessions)).collect();
    assert_eq!(seen, [(false, Some(earlier), 2), (true, None, 0)], "sessions that are over are not counted");
}

async fn a_change_of_role_ends_sessions_and_is_recorded(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let zoe = fixture.administrator("zoe@example.org").await;
    let anna = fixture.administrator("anna@example.org").await;
    fixture.sign_in(&zoe, 1, now()).await;
    fixture.sign_in(&anna, 2, now()).await;
    assert_eq!(fixture.set(&anna, Some(Role::Administrator)).await, StaffChange::Done);
    assert_eq!(fixture.sessions(&anna).await, 1, "the same role changes nothing");
    assert_eq!(fixture.newest().await.action, "account.created");
    assert_eq!(fixture.set(&anna, Some(Role::Editor)).await, StaffChange::Done);
    assert_eq!((fixture.sessions(&anna).await, fixture.sessions(&zoe).await), (0, 1));
    let staff = fixture.store.staff(now()).await.unwrap();
    assert_eq!(roles(&staff)[0], ("anna@example.org", Role::Editor));
    let entry = fixture.newest().await;
    assert_eq!(entry.action, "account.role_changed");
    let states = (entry.before, entry.after);
    assert_eq!(states, (Some(json!({"role": "administrator"})), Some(json!({"role": "editor"}))));
}

async fn rights_are_removed_with_their_sessions(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.administrator("zoe@example.org").await;
    let anna = fixture.editor("anna@example.org").await;
    fixture.sign_in(&anna, 1, now()).await;
    assert_eq!(fixture.set(&anna, None).await, StaffChange::Done);
    assert_eq!((fixture.sessions(&anna).await, fixture.store.staff(now()).await.unwrap().len()), (0, 1));
    let entry = fixture.newest().await;
    assert_eq!((entry.action.as_str(), entry.before), ("account.role_revoked", Some(json!({"role": "editor"}))));
    assert_eq!(fixture.set(&anna, Some(Role::Editor)).await, StaffChange::Unknown, "rights are not given to others");
    let (owner, _) = fixture.store.user_with_hash(&address("anna@example.org")).await.unwrap().unwrap();
    assert_eq!((owner.is_admin, owner.role), (false, None), "the account stays");
}

async fn the_last_administrator_stays(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let zoe = fixture.administrator("zoe@example.org").await;
    fixture.editor("anna@example.org").await;
    fixture.sign_in(&zoe, 1, now()).await;
    for role in [Some(Role::Editor), None] {
        assert_eq!(fixture.set(&zoe, role).await, StaffChange::LastAdministrator);
    }
    assert_eq!(fixture.sessions(&zoe).await, 1);
    assert_eq!(fixture.store.staff(now()).await.unwrap()[1].role, Role::Administrator);
}

async fn of_two_administrators_who_remove_each_other_one_stays(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let zoe = fixture.administrator("zoe@example.org").await;
    let anna = fixture.administrator("anna@example.org").await;
    let (one, other) = tokio::join!(fixture.set(&zoe, None), fixture.set(&anna, Some(Role::Editor)));
    let mut outcomes = [one, other];
    outcomes.sort_by_key(|outcome| *outcome != StaffChange::Done);
    assert_eq!(outcomes, [StaffChange::Done, StaffChange::LastAdministrator]);
    let staff = fixture.store.staff(now()).await.unwrap();
    assert_eq!(staff.iter().filter(|record| record.role == Role::Administrator).count(), 1);
}

async fn sessions_of_staff_are_ended(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let anna = fixture.administrator("anna@example.org").await;
    let reader = fixture.store.create_user(&address("r@example.org"), "hash".into(), false, now()).await.unwrap();
    fixture.sign_in(&anna, 1, now()).await;
    fixture.sign_in(&anna, 2, now()).await;
    fixture.sign_in(&reader, 3, now()).await;
    assert!(fixture.store.end_staff_sessions(anna.id, now()).await.unwrap());
    let entry = fixture.newest().await;
    assert_eq!(entry.action, "account.sessions_ended");
    assert_eq!((entry.before, entry.after), (Some(json!({"sessions": 2})), Some(json!({"sessions": 0}))));
    assert!(!fixture.store.end_staff_sessions(reader.id, now()).await.unwrap());
    assert_eq!((fixture.sessions(&anna).await, fixture.sessions(&reader).await), (0, 1));
}

async fn invitations_are_listed_until_they_expire_and_withdrawn(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.invite("Zoe@example.org", 1, Role::Administrator).await;
    fixture.invite("anna@example.org", 2, Role::Editor).await;
    let listed = fixture.store.invitations(now()).await.unwrap();
    let seen: Vec<_> = listed.iter().map(|record| (record.email.as_str(), record.role)).collect();
    assert_eq!(seen, [("anna@example.org", Role::Editor), ("Zoe@example.org", Role::Administrator)]);
    assert_eq!(fixture.store.invitations(now() + TimeDelta::days(7)).await.unwrap(), []);

    assert!(fixture.store.withdraw_invitation(&address("ANNA@example.org"), now()).await.unwrap());
    let entry = fixture.newest().await;
    assert_eq!(entry.action, "account.invitation_withdrawn");
    assert_eq!(entry.before, Some(json!({"role": "editor"})));
    assert!(!fixture.store.withdraw_invitation(&address("anna@example.org"), now()).await.unwrap());
    assert!(
        !fixture.store.accept_invitation(&TokenHash::numbered(2), "chosen".into(), |_, _| vec![], now()).await.unwrap()
    );
    assert_eq!(fixture.mails().await, 1, "the email that was not delivered is dropped");
}

async fn revoking_an_invitation_records_its_role(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.store.create_user(&address("reader@example.org"), "hash".into(), false, now()).await.unwrap();
    for (number, email) in [(1, "Anna@example.org"), (2, "reader@example.org")] {
        fixture.invite(email, number, Role::Editor).await;
        assert!(fixture.store.revoke(&address(&email.to_lowercase()), now()).await.unwrap());
        let entry = fixture.newest().await;
        assert_eq!(entry.action, "account.invitation_withdrawn");
        assert_eq!(entry.object, format!("account {}", email.to_lowercase()));
        let states = (entry.before, entry.after);
        assert_eq!(states, (Some(json!({"role": "editor"})), Some(json!({"role": null}))));
    }
}

async fn another_invitation_voids_the_one_before(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    fixture.invite("anna@example.org", 1, Role::Editor).await;
    fixture.invite("anna@example.org", 2, Role::Administrator).await;
    let entry = fixture.newest().await;
    let states = (entry.before, entry.after);
    assert_eq!(states, (Some(json!({"role": "editor"})), Some(json!({"role": "administrator"}))));
    assert_eq!(fixture.mails().await, 1);
    assert!(
        !fixture.store.accept_invitation(&TokenHash::numbered(1), "chosen".into(), |_, _| vec![], now()).await.unwrap()
    );
    assert!(
        fixture.store.accept_invitation(&TokenHash::numbered(2), "chosen".into(), |_, _| vec![], now()).await.unwrap()
    );
}
