//! Signing in with a second factor, and its management on the account page.

use std::sync::Arc;

use foundfirst::{
    audit::Actor,
    clock::Clock,
    email_address::EmailAddress,
    site::{Security, Site},
};
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use super::{
    authenticator::Authenticator,
    site::{ADMIN, Answer, PASSWORD, READER, Staff, TestDatabase, TestSite, bearer, on_both_engines, on_one_engine},
};

on_both_engines![
    an_app_is_set_up_and_asked_for,
    a_code_counts_once,
    a_recovery_code_replaces_the_app_once,
    new_recovery_codes_void_the_earlier_ones,
    wrong_codes_lock_like_wrong_passwords,
    the_password_alone_clears_no_lock,
    a_challenge_stands_for_the_password,
    a_challenge_ends_after_five_minutes,
    factors_are_removed_and_their_owner_is_told,
    an_app_that_was_not_confirmed_is_removed_without_alarm,
    staff_without_a_required_factor_reach_their_account_page_only,
    an_operator_resets_a_lost_factor,
    the_plain_form_takes_codes_and_never_shows_the_password,
];

on_one_engine![the_calls_need_a_session, names_and_codes_are_checked, secrets_are_not_listed,];

pub const HOST: &str = "foundfirst.test";
const FACTORS: &str = "/api/account/recovery-codes";

impl TestSite {
    pub async fn step(&self, fields: &[(&str, &str)]) -> Answer {
        let body: serde_json::Map<_, _> = fields.iter().map(|(key, value)| ((*key).to_owned(), json!(value))).collect();
        self.post("/api/auth/sign-in", &Value::Object(body)).await
    }

    /// Signs in with the password and another field.
    async fn sign_in_with(&self, field: &str, value: &str) -> Answer {
        self.step(&[("email", ADMIN), ("password", PASSWORD), (field, value)]).await
    }

    /// Signs in with the password alone. Returns the challenge.
    pub async fn challenge(&self) -> String {
        let answer = self.step(&[("email", ADMIN), ("password", PASSWORD)]).await;
        assert_eq!(answer.failure().1, "second_factor_required");
        answer.json()["error"]["challenge"].as_str().unwrap().to_owned()
    }

    /// Returns the code that an app with this secret shows.
    fn code(&self, secret: &str) -> String {
        let secret = Secret::try_from_base32(secret).unwrap();
        let totp = Builder::new().with_secret(secret).with_account_name("a").build().unwrap();
        totp.generate(self.clock.now().timestamp().cast_unsigned()).to_string()
    }
}

impl Staff<'_> {
    /// Sets up an authenticator app. Returns its secret and the recovery codes.
    pub async fn set_up_app(&self) -> (String, Vec<String>) {
        let setup = self.call("POST", "/api/account/totp", &Value::Null).await.ok(201);
        let secret = setup["secret"].as_str().unwrap().to_owned();
        let body = json!({"code": self.site.code(&secret)});
        let confirmed = self.call("POST", "/api/account/totp/confirm", &body).await.ok(200);
        let codes = confirmed["recovery_codes"].as_array().unwrap();
        let codes = codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect();
        // The code that confirmed the app cannot be used again.
        self.site.advance(30);
        (secret, codes)
    }

    /// Adds a passkey. Returns the response of finish.
    pub async fn add_passkey(&self, authenticator: &mut Authenticator, name: &str) -> Answer {
        let begun = self.call("POST", "/api/account/passkeys/begin", &Value::Null).await.ok(200);
        let credential = authenticator.create(&begun["options"]);
        self.call("POST", "/api/account/passkeys/finish", &json!({"name": name, "credential": credential})).await
    }
}

#[track_caller]
pub fn assert_wrong(answer: &Answer) {
    let (status, code, _) = answer.failure();
    assert_eq!((status, code.as_str()), (401, "invalid_second_factor"));
}

async fn an_app_is_set_up_and_asked_for(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let begun = staff.call("POST", "/api/account/totp", &Value::Null).await;
    assert_eq!(begun.header("cache-control"), "no-store");
    let setup = begun.ok(201);
    assert!(setup["url"].as_str().unwrap().starts_with("otpauth://totp/Found%20First:admin%40foundfirst.test?secret="));
    assert!(setup["qr_svg"].as_str().unwrap().starts_with("<svg "));
    // Until it is confirmed, the password is enough.
    site.sign_in(ADMIN).await;
    let wrong = staff.call("POST", "/api/account/totp/confirm", &json!({"code": "000000"})).await;
    assert!(wrong.field("code").contains("wrong"));

    let (secret, codes) = staff.set_up_app().await;
    assert_eq!(codes.len(), 10);
    assert!(codes.iter().all(|code| code.len() == 11), "{codes:?}");
    assert_eq!(staff.get(FACTORS).await.ok(200), json!({"left": 10}));
    let asked = site.step(&[("email", ADMIN), ("password", PASSWORD)]).await;
    assert_eq!((asked.status, asked.failure().1.as_str()), (401, "second_factor_required"));
    assert_eq!(asked.json()["error"]["factors"], json!(["totp", "recovery"]));
    assert_eq!(asked.json()["factors"], json!(["totp", "recovery"]));
    assert!(asked.cookies().is_empty());
    let session = site.sign_in_with("totp", &site.code(&secret)).await.ok(200);
    assert_eq!(session["user"]["email"], ADMIN);
    // A wrong password reveals nothing about the factor.
    let answer = site.step(&[("email", ADMIN), ("password", "wrong"), ("totp", &site.code(&secret))]).await;
    assert_eq!(answer.failure().1, "invalid_credentials");
    // A second app can be set up only after the first was removed.
    let again = staff.call("POST", "/api/account/totp", &Value::Null).await;
    assert_eq!(again.failure().1, "totp_set_up");
}

async fn a_code_counts_once(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let (secret, _) = site.staff().await.set_up_app().await;
    let code = site.code(&secret);
    site.sign_in_with("totp", &code).await.ok(200);
    assert_wrong(&site.sign_in_with("totp", &code).await);
    site.advance(30);
    let late = site.code(&secret);
    site.advance(30);
    site.sign_in_with("totp", &late).await.ok(200);
    site.advance(90);
    assert_wrong(&site.sign_in_with("totp", &late).await);
}

async fn a_recovery_code_replaces_the_app_once(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let (_, codes) = staff.set_up_app().await;
    site.sign_in_with("recovery_code", &codes[3].to_uppercase().replace('-', " ")).await.ok(200);
    assert_wrong(&site.sign_in_with("recovery_code", &codes[3]).await);
    assert_wrong(&site.sign_in_with("recovery_code", "").await);
    assert_eq!(staff.get(FACTORS).await.ok(200), json!({"left": 9}));
}

async fn new_recovery_codes_void_the_earlier_ones(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let none = staff.call("POST", FACTORS, &Value::Null).await;
    assert_eq!(none.failure().1, "no_second_factor");
    let (_, old) = staff.set_up_app().await;
    let new = staff.call("POST", FACTORS, &Value::Null).await.ok(201);
    assert_eq!(new["recovery_codes"].as_array().unwrap().len(), 10);
    assert_wrong(&site.sign_in_with("recovery_code", &old[0]).await);
    site.sign_in_with("recovery_code", new["recovery_codes"][0].as_str().unwrap()).await.ok(200);
}

async fn wrong_codes_lock_like_wrong_passwords(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let (secret, codes) = site.staff().await.set_up_app().await;
    for _ in 0..2 {
        assert_wrong(&site.sign_in_with("totp", "000000").await);
        assert_wrong(&site.sign_in_with("recovery_code", "00000-00000").await);
    }
    let locked = site.step(&[("email", ADMIN), ("password", "wrong")]).await;
    assert_eq!(locked.failure(), (429, "locked".into(), "Please wait 60 seconds before trying again.".into()));
    for (field, code) in [("totp", site.code(&secret)), ("recovery_code", codes[0].clone())] {
        assert_eq!(site.sign_in_with(field, &code).await.status, 429);
    }
    site.advance(60);
    site.sign_in_with("totp", &site.code(&secret)).await.ok(200);
    assert_wrong(&site.sign_in_with("totp", "000000").await);
}

async fn the_password_alone_clears_no_lock(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.staff().await.set_up_app().await;
    for _ in 0..4 {
        site.challenge().await;
        assert_wrong(&site.sign_in_with("totp", "000000").await);
        site.challenge().await;
    }
    assert_eq!(site.sign_in_with("totp", "000000").await.failure().1, "locked");
    assert_eq!(site.step(&[("email", ADMIN), ("password", PASSWORD)]).await.status, 429);
}

async fn a_challenge_stands_for_the_password(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let (secret, codes) = site.staff().await.set_up_app().await;
    let challenge = site.challenge().await;
    assert_eq!(challenge.len(), 43, "256 bits");
    assert_wrong(&site.step(&[("challenge", &challenge), ("totp", "000000")]).await);
    site.step(&[("challenge", &challenge), ("totp", &site.code(&secret))]).await.ok(200);
    let used = site.step(&[("challenge", &challenge), ("recovery_code", &codes[0])]).await;
    assert!(used.field("challenge").contains("expired"));
    // Wrong codes with a challenge count too.
    let challenge = site.challenge().await;
    for _ in 0..4 {
        assert_wrong(&site.step(&[("challenge", &challenge), ("totp", "000000")]).await);
    }
    assert_eq!(site.step(&[("challenge", &challenge), ("totp", "000000")]).await.failure().1, "locked");
    assert_eq!(site.step(&[("challenge", &challenge), ("recovery_code", &codes[0])]).await.status, 429);
}

async fn a_challenge_ends_after_five_minutes(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let (_, codes) = site.staff().await.set_up_app().await;
    let challenge = site.challenge().await;
    site.advance(300);
    let late = site.step(&[("challenge", &challenge), ("recovery_code", &codes[0])]).await;
    assert!(late.field("challenge").contains("expired"));
    let nonsense = site.step(&[("challenge", "nonsense"), ("recovery_code", &codes[0])]).await;
    assert_eq!(nonsense.status, 422);
}

async fn factors_are_removed_and_their_owner_is_told(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    staff.set_up_app().await;
    let added = staff.add_passkey(&mut Authenticator::at(HOST), "Key").await.ok(201);
    assert_eq!(added["recovery_codes"], Value::Null, "there are some");
    staff.call("POST", FACTORS, &Value::Null).await.ok(201);
    let passkey = format!("/api/account/passkeys/{}", added["id"].as_str().unwrap());
    for address in ["/api/account/totp", &passkey] {
        assert_eq!(staff.call("DELETE", address, &Value::Null).await.status, 204);
        assert_eq!(staff.call("DELETE", address, &Value::Null).await.status, 404);
    }
    assert_eq!(staff.call("DELETE", "/api/account/passkeys/x", &Value::Null).await.status, 404);
    assert_eq!(staff.get(FACTORS).await.ok(200), json!({"left": 0}));
    site.sign_in(ADMIN).await;
    let mails = site.mail().await;
    for (mail, change) in mails.iter().zip([
        "An authenticator app was added.",
        "A passkey was added: Key.",
        "New recovery codes were created",
        "The authenticator app was removed.",
        "A passkey was removed.",
    ]) {
        assert!(mail.contains("two-step sign-in") && mail.contains(change), "{change}: {mail}");
    }
    assert_eq!(mails.len(), 5);
}

async fn an_app_that_was_not_confirmed_is_removed_without_alarm(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    staff.call("POST", "/api/account/totp", &Value::Null).await.ok(201);
    for status in [204, 404] {
        assert_eq!(staff.call("DELETE", "/api/account/totp", &Value::Null).await.status, status);
    }
    assert_eq!(site.mail().await, Vec::<String>::new());
    assert!(!staff.get("/api/admin/audit").await.text().contains("account.factor_removed"));
}

async fn staff_without_a_required_factor_reach_their_account_page_only(database: TestDatabase) {
    let site = TestSite::with(database, |config, _| {
        config.site = Arc::new(Site { security: Security { require_second_factor: true }, ..Site::default() });
    })
    .await;
    let staff = site.staff().await;
    for address in ["/admin", "/admin/blog", "/blog-post-manager", "/admin/media?page=2", "/admin/nothing"] {
        let answer = staff.get(address).await;
        assert_eq!((answer.status, answer.header("location")), (303, "/admin/account"), "{address}");
    }
    let page = site.data("/admin/account", &[("authorization", &staff.bearer)]).await.ok(200);
    assert_eq!(page["props"]["second_factor"]["is_required"], true);
    let (status, code, message) = staff.get("/api/admin/posts").await.failure();
    assert_eq!((status, code.as_str()), (403, "second_factor_required"));
    assert!(message.contains("account page"), "{message}");

    staff.set_up_app().await;
    staff.get("/api/admin/posts").await.ok(200);
    assert_eq!(staff.get("/admin/blog").await.status, 200);
    let page = site.data("/admin/account", &[("authorization", &staff.bearer)]).await.ok(200);
    assert_eq!(page["props"]["second_factor"]["has_totp"], true);
    assert_eq!(page["props"]["second_factor"]["recovery_codes"], 10);
    // Accounts without rights do not need one.
    site.account(READER, false).await;
    let reader = bearer(&site.sign_in(READER).await);
    let answer = site.call("GET", "/admin/blog", &[("authorization", &reader)], &Value::Null).await;
    assert_eq!(answer.status, 403);
}

async fn an_operator_resets_a_lost_factor(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    staff.set_up_app().await;
    let reset = async |email: &str| {
        site.app.accounts.reset_factors(&EmailAddress::parse(email).unwrap(), &Actor::command_line()).await.unwrap()
    };
    assert!(reset(ADMIN).await);
    assert_eq!(staff.get(FACTORS).await.status, 401, "its sessions have ended");
    site.sign_in(ADMIN).await;
    assert!(!reset(READER).await);
    let mails = site.mail().await;
    assert!(mails.iter().any(|mail| mail.contains("We turned off two-step sign-in")));
}

async fn the_plain_form_takes_codes_and_never_shows_the_password(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let (secret, codes) = site.staff().await.set_up_app().await;
    let password = PASSWORD.replace(' ', "+");
    let asked = site.submit("/auth", &format!("email={ADMIN}&password={password}&next=%2Fadmin%2Fmedia")).await;
    assert_eq!(asked.status, 200);
    assert!(asked.cookies().is_empty());
    assert!(asked.text().contains("name=\"code\"") && asked.text().contains(ADMIN));
    assert!(!asked.text().contains(PASSWORD) && !asked.text().contains("Invalid"));
    assert_eq!(asked.header("cache-control"), "private, no-store");
    let challenge = asked.text().split("name=\"challenge\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    let form = |code: &str| format!("email={ADMIN}&challenge={challenge}&code={code}&next=%2Fadmin%2Fmedia");

    let empty = site.submit("/auth", &form("")).await;
    assert_eq!(empty.status, 422);
    let wrong = site.submit("/auth", &form("000000")).await;
    assert_eq!(wrong.status, 422);
    assert!(wrong.text().contains("This code is wrong") && wrong.text().contains(challenge));
    let signed_in = site.submit("/auth", &form(&site.code(&secret))).await;
    assert_eq!((signed_in.status, signed_in.header("location")), (303, "/admin/media"));
    assert_eq!(signed_in.cookies().len(), 2);
    // After a used challenge, the form asks for address and password again.
    let used = site.submit("/auth", &form(&codes[0])).await;
    assert_eq!(used.status, 422);
    assert!(used.text().contains("name=\"password\"") && used.text().contains("expired"));
}

async fn the_calls_need_a_session(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for (method, address) in [
        ("POST", "/api/account/totp"),
        ("POST", "/api/account/totp/confirm"),
        ("DELETE", "/api/account/totp"),
        ("GET", FACTORS),
        ("POST", FACTORS),
        ("GET", "/api/account/passkeys"),
        ("POST", "/api/account/passkeys/begin"),
        ("POST", "/api/account/passkeys/finish"),
        ("DELETE", "/api/account/passkeys/019ab000-0000-7000-8000-000000000000"),
    ] {
        let body = if method == "POST" { json!({}) } else { Value::Null };
        let answer = site.call(method, address, &[], &body).await;
        assert_eq!(answer.failure().1, "authentication_required", "{method} {address}");
    }
}

async fn names_and_codes_are_checked(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let mut authenticator = Authenticator::at(HOST);
    for name in [" ", "a\0b", &"x".repeat(61)] {
        assert!(staff.add_passkey(&mut authenticator, name).await.field("name").contains("60 characters"));
    }
    let body = json!({"name": "Key", "credential": {}});
    assert!(staff.call("POST", "/api/account/passkeys/finish", &body).await.field("credential").contains("again"));
    let unasked = staff.call("POST", "/api/account/totp/confirm", &json!({"code": "123456"})).await;
    assert_eq!(unasked.failure().1, "no_totp");
    let begun = staff.call("POST", "/api/account/passkeys/begin", &Value::Null).await.ok(200);
    site.advance(300);
    let body = json!({"name": "Key", "credential": authenticator.create(&begun["options"])});
    let late = staff.call("POST", "/api/account/passkeys/finish", &body).await;
    assert!(late.field("credential").contains("too long"));
}

async fn secrets_are_not_listed(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let (secret, codes) = staff.set_up_app().await;
    let page = site.data("/admin/account", &[("authorization", &staff.bearer)]).await;
    assert!(!page.text().contains(&secret));
    assert!(codes.iter().all(|code| !page.text().contains(code)));
}
