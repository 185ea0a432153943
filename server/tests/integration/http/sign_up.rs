//! `/api/auth/sign-up`, `/api/auth/confirm` and their forms: an account is created only when the link in the email is
//! followed.

use foundfirst::{
    accounts::{PendingKind, Role},
    audit::Actor,
    email_address::EmailAddress,
};
use serde_json::{Value, json};

use super::site::{Answer, PASSWORD, READER, TestDatabase, TestSite, on_both_engines};

on_both_engines![
    a_confirmed_account_can_sign_in_and_has_no_rights,
    nobody_signs_in_before_the_address_is_confirmed,
    an_unconfirmed_account_locks_like_an_unknown_one,
    no_reset_link_goes_to_an_unconfirmed_address,
    sign_up_answers_alike_whatever_exists,
    a_page_alone_makes_no_account,
    a_void_link_is_refused,
    sign_up_errors_name_their_field,
    sign_ups_are_limited,
    rights_are_granted_to_confirmed_accounts_only,
    granted_rights_end_earlier_sessions,
    an_invited_person_chooses_a_password,
    an_invitation_lasts_seven_days,
    a_confirmed_password_is_not_locked_by_earlier_failures,
    forms_without_scripts_do_the_same,
];

const NEW: &str = "new@foundfirst.test";
const CHOSEN: &str = "a better battery staple";

fn address(text: &str) -> EmailAddress {
    EmailAddress::parse(text).unwrap()
}

/// Returns the token of the link in an email.
fn token(mail: &str) -> String {
    let (_, rest) = mail.split_once("/auth?mode=confirm&token=").unwrap();
    rest.split_whitespace().next().unwrap().to_owned()
}

impl TestSite {
    async fn sign_up(&self, email: &str, password: &str) -> Answer {
        self.post("/api/auth/sign-up", &json!({"email": email, "password": password})).await
    }

    /// Signs up with an address that has no account. Returns the token from the email.
    async fn sign_up_token(&self, email: &str) -> String {
        self.sign_up(email, PASSWORD).await.ok(202);
        token(&self.mail().await[0])
    }

    /// Invites an address. Returns the token from the email.
    async fn invitation_token(&self, email: &str, role: Role) -> String {
        assert!(self.app.accounts.invite(&address(email), role, &Actor::command_line()).await.unwrap());
        token(&self.mail().await[0])
    }

    async fn confirm(&self, body: &Value) -> Answer {
        self.post("/api/auth/confirm", body).await
    }

    async fn confirm_page(&self, token: &str) -> Value {
        self.data(&format!("/auth?mode=confirm&token={token}"), &[]).await.ok(200)["props"].clone()
    }
}

async fn a_confirmed_account_can_sign_in_and_has_no_rights(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let answer = site.sign_up(" New@foundfirst.test ", PASSWORD).await;
    assert_eq!((answer.ok(202), answer.header("cache-control")), (json!({}), "no-store"));
    assert!(answer.cookies().is_empty());
    let mails = site.mail().await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains("To: New@foundfirst.test") && mails[0].contains("granted manually"), "{}", mails[0]);
    assert_eq!(site.confirm(&json!({"token": token(&mails[0])})).await.status, 204);
    let user = site.enter(NEW, PASSWORD).await.ok(200)["user"].clone();
    assert_eq!((&user["email"], &user["is_admin"]), (&json!("New@foundfirst.test"), &json!(false)));
}

async fn nobody_signs_in_before_the_address_is_confirmed(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.sign_up(NEW, PASSWORD).await.ok(202);
    let unconfirmed = site.enter(NEW, PASSWORD).await;
    assert_eq!(unconfirmed.failure(), (401, "invalid_credentials".into(), "Invalid login credentials".into()));
    assert_eq!(unconfirmed.json(), site.enter("nobody@foundfirst.test", PASSWORD).await.json());
}

async fn an_unconfirmed_account_locks_like_an_unknown_one(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.sign_up(NEW, PASSWORD).await.ok(202);
    for email in [NEW, "nobody@foundfirst.test"] {
        for _ in 1..5 {
            assert_eq!(site.enter(email, PASSWORD).await.status, 401, "{email}");
        }
        assert_eq!(site.enter(email, PASSWORD).await.failure().1, "locked", "{email}");
    }
}

async fn no_reset_link_goes_to_an_unconfirmed_address(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.sign_up(NEW, PASSWORD).await.ok(202);
    site.mail().await;
    for email in [NEW, "nobody@foundfirst.test"] {
        let answer = site.post("/api/auth/reset-password", &json!({"email": email})).await;
        assert_eq!(answer.ok(200), json!({}));
    }
    assert_eq!(site.mail().await, Vec::<String>::new());
}

async fn sign_up_answers_alike_whatever_exists(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.account(READER, false).await;
    // Addresses with nothing, a sign-up, an account and an invitation.
    site.invitation_token("invited@foundfirst.test", Role::Editor).await;
    let mut answers = Vec::new();
    for email in [NEW, NEW, READER, "invited@foundfirst.test"] {
        let answer = site.sign_up(email, CHOSEN).await;
        answers.push((answer.status, answer.text().to_owned(), answer.headers.clone()));
    }
    assert_eq!((answers[0].0, answers[0].1.as_str()), (202, "{}"));
    for answer in &answers {
        assert_eq!((answer.0, &answer.1), (answers[0].0, &answers[0].1));
        let names = |headers: &http::HeaderMap| headers.keys().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(names(&answer.2), names(&answers[0].2));
    }
    let mails = site.mail().await;
    assert_eq!(mails.len(), 4);
    let to_reader = mails.iter().find(|mail| mail.contains(&format!("To: {READER}"))).unwrap();
    assert!(to_reader.contains("already have an account") && to_reader.contains("/auth?mode=reset"), "{to_reader}");
    assert!(!to_reader.contains("token="), "{to_reader}");
    assert_eq!(site.enter(READER, CHOSEN).await.status, 401);
    site.sign_in(READER).await;
}

async fn a_page_alone_makes_no_account(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let token = site.sign_up_token(NEW).await;
    for _ in 0..2 {
        let props = site.confirm_page(&token).await;
        assert_eq!((&props["mode"], &props["token"]), (&json!("confirm"), &json!(token)));
        assert_eq!((&props["email"], &props["is_invitation"]), (&json!(NEW), &json!(false)));
    }
    let page = site.get(&format!("/auth?mode=confirm&token={token}")).await;
    assert_eq!((page.status, page.header("cache-control")), (200, "private, no-store"));
    assert_eq!(site.enter(NEW, PASSWORD).await.status, 401);
    for void in ["", "nonsense"] {
        let props = site.confirm_page(void).await;
        assert_eq!((&props["mode"], &props["token"], &props["email"]), (&json!("confirm"), &Value::Null, &json!("")));
    }
}

async fn a_void_link_is_refused(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let refused =
        async |body: &Value| site.confirm(body).await.field("token").contains("expired or has already been used");
    for void in [json!({}), json!({"token": ""}), json!({"token": "nonsense"})] {
        assert!(refused(&void).await);
    }
    let mine = site.sign_up_token(NEW).await;
    site.sign_up(NEW, CHOSEN).await.ok(202);
    let mails = site.mail().await;
    assert!(mails[0].contains("with this address on 21 Nov 2026, 09:30 GMT"), "{}", mails[0]);
    let strangers = token(&mails[0]);
    assert_eq!(site.confirm(&json!({"token": mine})).await.status, 204);
    assert!(refused(&json!({"token": mine})).await, "used");
    assert!(refused(&json!({"token": strangers})).await, "void with the first");
    assert_eq!(site.confirm_page(&mine).await["token"], Value::Null);
    assert_eq!(site.enter(NEW, CHOSEN).await.status, 401, "the password of the other link");
    site.sign_in(NEW).await;

    let late = site.sign_up_token("late@foundfirst.test").await;
    site.advance(24 * 3_600);
    assert!(refused(&json!({"token": late})).await, "expired");
    assert_eq!(site.confirm_page(&late).await["token"], Value::Null);
    assert_eq!(site.enter("late@foundfirst.test", PASSWORD).await.status, 401);
}

async fn sign_up_errors_name_their_field(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let empty = site.sign_up("", "").await;
    assert_eq!(empty.failure(), (422, "invalid".into(), "Email and password are required".into()));
    assert_eq!(empty.json()["error"]["fields"].as_object().unwrap().len(), 2);
    assert_eq!(site.sign_up("no address", PASSWORD).await.field("email"), "Please enter a valid email address");
    assert_eq!(site.sign_up(NEW, "1234567").await.field("password"), "Password must be at least 8 characters long");
    assert!(site.sign_up(NEW, "password1").await.field("password").contains("too easy to guess"));
    assert!(site.sign_up(NEW, &"x".repeat(1001)).await.field("password").contains("at most"));
    assert_eq!(site.mail().await.len(), 0);
    assert_eq!(site.app.accounts.pending_of(&address(NEW)).await.unwrap(), None);
}

async fn sign_ups_are_limited(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.account(READER, false).await;
    for email in [NEW, READER] {
        for _ in 0..5 {
            site.sign_up(email, CHOSEN).await.ok(202);
        }
        assert_eq!(site.sign_up(email, CHOSEN).await.failure().1, "too_many_requests", "{email}");
    }
}

async fn rights_are_granted_to_confirmed_accounts_only(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let (accounts, new) = (&site.app.accounts, address(NEW));
    assert!(!accounts.grant(&new, &Actor::command_line()).await.unwrap());
    assert_eq!(accounts.pending_of(&new).await.unwrap(), None);
    let token = site.sign_up_token(NEW).await;
    assert!(!accounts.grant(&new, &Actor::command_line()).await.unwrap());
    assert_eq!(accounts.pending_of(&new).await.unwrap(), Some(PendingKind::SignUp));
    site.confirm(&json!({"token": token})).await;
    assert!(!site.sign_in(NEW).await["user"]["is_admin"].as_bool().unwrap(), "nothing was kept for later");
    assert!(accounts.grant(&new, &Actor::command_line()).await.unwrap());
    assert!(site.sign_in(NEW).await["user"]["is_admin"].as_bool().unwrap());
}

async fn granted_rights_end_earlier_sessions(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.account(READER, false).await;
    let earlier = site.sign_in(READER).await;
    assert!(site.is_live(&earlier).await);
    assert!(site.app.accounts.grant(&address(READER), &Actor::command_line()).await.unwrap());
    assert!(!site.is_live(&earlier).await);
    let refreshed = site.post("/api/auth/refresh", &json!({"refresh_token": earlier["refresh_token"]})).await;
    assert_eq!(refreshed.failure().1, "authentication_required");
}

async fn an_invited_person_chooses_a_password(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let token = site.invitation_token("Eve@foundfirst.test", Role::Editor).await;
    let props = site.confirm_page(&token).await;
    assert_eq!((&props["token"], &props["is_invitation"]), (&json!(token), &json!(true)));
    assert_eq!(props["email"], "Eve@foundfirst.test");
    for (password, part) in [("", "at least 8"), ("password1", "too easy")] {
        let answer = site.confirm(&json!({"token": token, "password": password})).await;
        assert!(answer.field("password").contains(part), "{part}");
    }
    assert!(site.confirm(&json!({"token": token})).await.field("password").contains("at least 8"));
    assert_eq!(site.enter("eve@foundfirst.test", CHOSEN).await.status, 401);
    // Somebody else uses up what the address is allowed, which the link does not depend on.
    while site.post("/api/auth/reset-password", &json!({"email": "eve@foundfirst.test"})).await.status != 429 {}
    assert_eq!(site.confirm(&json!({"token": token, "password": CHOSEN})).await.status, 204);
    let user = site.enter("eve@foundfirst.test", CHOSEN).await.ok(200)["user"].clone();
    assert_eq!((&user["email"], &user["is_admin"]), (&json!("Eve@foundfirst.test"), &json!(true)));
    let again = site.confirm(&json!({"token": token, "password": PASSWORD})).await;
    assert!(again.field("token").contains("expired or has already been used"));
    assert!(
        !site.app.accounts.invite(&address("eve@foundfirst.test"), Role::Editor, &Actor::command_line()).await.unwrap()
    );
}

async fn an_invitation_lasts_seven_days(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let token = site.invitation_token(NEW, Role::Administrator).await;
    site.advance(7 * 24 * 3_600 - 1);
    assert_eq!(site.confirm_page(&token).await["token"], json!(token));
    site.advance(1);
    assert_eq!(site.confirm_page(&token).await["token"], Value::Null);
    let late = site.confirm(&json!({"token": token, "password": CHOSEN})).await;
    assert!(late.field("token").contains("expired or has already been used"));
}

async fn a_confirmed_password_is_not_locked_by_earlier_failures(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let invited = "eve@foundfirst.test";
    let (sign_up, invitation) = (site.sign_up_token(NEW).await, site.invitation_token(invited, Role::Editor).await);
    for email in [NEW, invited] {
        for _ in 0..5 {
            site.enter(email, "wrong").await;
        }
        assert_eq!(site.enter(email, CHOSEN).await.failure().1, "locked", "{email}");
    }
    assert_eq!(site.confirm(&json!({"token": sign_up})).await.status, 204);
    assert_eq!(site.confirm(&json!({"token": invitation, "password": CHOSEN})).await.status, 204);
    site.enter(NEW, PASSWORD).await.ok(200);
    site.enter(invited, CHOSEN).await.ok(200);
}

async fn forms_without_scripts_do_the_same(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let asked = site.submit("/auth", "mode=signup&email=new%40foundfirst.test&password=correct+horse+battery").await;
    assert_eq!((asked.status, asked.header("location")), (303, "/auth?done=signed_up"));
    let props = site.data("/auth?done=signed_up", &[]).await.ok(200)["props"].clone();
    assert_eq!((&props["mode"], &props["notice"]), (&json!("login"), &json!("signed_up")));
    let weak = site.submit("/auth", "mode=signup&email=other%40foundfirst.test&password=short").await;
    assert_eq!(weak.status, 422);
    assert!(weak.text().contains("Password must be at least 8 characters long") && !weak.text().contains("short\""));
    assert!(weak.text().contains("other@foundfirst.test"));

    let form = format!("mode=confirm&token={}", token(&site.mail().await[0]));
    let confirmed = site.submit("/auth", &form).await;
    assert_eq!((confirmed.status, confirmed.header("location")), (303, "/auth?done=confirmed"));
    let props = site.data("/auth?done=confirmed", &[]).await.ok(200)["props"].clone();
    assert_eq!((&props["mode"], &props["notice"]), (&json!("login"), &json!("confirmed")));
    site.sign_in(NEW).await;
    let void = site.submit("/auth", &form).await;
    assert!(void.status == 422 && void.text().contains("expired or has already been used"));

    let token = site.invitation_token("eve@foundfirst.test", Role::Editor).await;
    let form = format!("mode=confirm&token={token}&email=eve%40foundfirst.test&password=");
    let short = site.submit("/auth", &format!("{form}short")).await;
    assert!(short.status == 422 && short.text().contains(&token), "the link stays in the form");
    assert!(short.text().contains("name=\"password\"") && short.text().contains("eve@foundfirst.test"));
    let set = site.submit("/auth", &format!("{form}a+better+battery+staple")).await;
    assert_eq!((set.status, set.header("location")), (303, "/auth?done=confirmed"));
    site.enter("eve@foundfirst.test", CHOSEN).await.ok(200);
}
