//! Passkeys as a second factor.

use serde_json::{Value, json};

use super::{
    authenticator::Authenticator,
    second_factor::{HOST, assert_wrong},
    site::{ADMIN, Answer, PASSWORD, TestDatabase, TestSite, each, on_both_engines, on_one_engine},
};

on_both_engines![a_passkey_signs_in_after_the_password, a_passkey_of_another_site_or_with_an_old_counter_is_refused,];

on_one_engine![an_address_without_a_host_name_has_no_passkeys,];

/// Signs in with the password and a passkey.
async fn passkey_sign_in(site: &TestSite, authenticator: &mut Authenticator) -> Answer {
    let body = json!({"email": ADMIN, "password": PASSWORD});
    let begun = site.post("/api/auth/passkey/begin", &body).await.ok(200);
    let credential = authenticator.get(&begun["options"]);
    site.post("/api/auth/passkey/finish", &json!({"challenge": begun["challenge"], "credential": credential})).await
}

async fn a_passkey_signs_in_after_the_password(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let mut authenticator = Authenticator::at(HOST);
    let added = staff.add_passkey(&mut authenticator, " Anna's laptop ").await.ok(201);
    assert_eq!(added["recovery_codes"].as_array().unwrap().len(), 10);
    assert_eq!(staff.add_passkey(&mut authenticator, "Again").await.status, 422, "browsers are told not to");
    let asked = site.step(&[("email", ADMIN), ("password", PASSWORD)]).await;
    assert_eq!(asked.json()["error"]["factors"], json!(["passkey", "recovery"]));

    let session = passkey_sign_in(&site, &mut authenticator).await.ok(200);
    assert!(session["access_token"].is_string());
    // With the challenge of a sign-in, and cookies for the tokens.
    let begun = site.post("/api/auth/passkey/begin", &json!({"challenge": site.challenge().await})).await.ok(200);
    let body = json!({"challenge": begun["challenge"], "credential": authenticator.get(&begun["options"]), "transport": "cookie"});
    let answer = site.post("/api/auth/passkey/finish", &body).await;
    answer.ok(200);
    assert_eq!(answer.cookies().len(), 2);
    let again = site.post("/api/auth/passkey/finish", &body).await;
    assert!(again.field("challenge").contains("expired"));
    let listed = staff.get("/api/account/passkeys").await.ok(200)["passkeys"].clone();
    assert_eq!(each(&listed, "name"), ["Anna's laptop"]);
    assert_eq!(listed[0]["last_used_at"], "2026-11-21T09:30:00Z");
    // With a wrong password, no passkey is requested.
    let body = json!({"email": ADMIN, "password": "wrong"});
    assert_eq!(site.post("/api/auth/passkey/begin", &body).await.failure().1, "invalid_credentials");
}

async fn a_passkey_of_another_site_or_with_an_old_counter_is_refused(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let mut authenticator = Authenticator::at(HOST);
    let mut phished = Authenticator::at("evil.example");
    assert_eq!(staff.add_passkey(&mut phished, "Evil").await.status, 422);
    staff.add_passkey(&mut authenticator, "Key").await.ok(201);
    passkey_sign_in(&site, &mut authenticator).await.ok(200);

    authenticator.counter = 0;
    assert_wrong(&passkey_sign_in(&site, &mut authenticator).await);
    authenticator.counter = 5;
    authenticator.origin = "https://evil.example".into();
    assert_wrong(&passkey_sign_in(&site, &mut authenticator).await);
    authenticator.origin = format!("https://{HOST}");
    assert_wrong(&passkey_sign_in(&site, &mut Authenticator::at(HOST)).await);
    // A challenge whose response was refused cannot be used again, and every attempt counted.
    let begun = site.post("/api/auth/passkey/begin", &json!({"email": ADMIN, "password": PASSWORD})).await.ok(200);
    let wrong = json!({"challenge": begun["challenge"], "credential": {}});
    assert_wrong(&site.post("/api/auth/passkey/finish", &wrong).await);
    let right = json!({"challenge": begun["challenge"], "credential": authenticator.get(&begun["options"])});
    assert_eq!(site.post("/api/auth/passkey/finish", &right).await.failure().1, "locked");
    site.advance(60);
    passkey_sign_in(&site, &mut authenticator).await.ok(200);
}

async fn an_address_without_a_host_name_has_no_passkeys(database: TestDatabase) {
    let site = TestSite::at(database, "http://127.0.0.1:8080").await;
    let staff = site.staff().await;
    let answer = staff.call("POST", "/api/account/passkeys/begin", &Value::Null).await;
    assert_eq!((answer.status, answer.failure().1.as_str()), (409, "passkeys_unavailable"));
    let page = site.data("/admin/account", &[("authorization", &staff.bearer)]).await.ok(200);
    assert_eq!(page["props"]["second_factor"]["has_passkeys"], false);
    let body = json!({"email": ADMIN, "password": PASSWORD});
    assert_eq!(
        site.post("/api/auth/passkey/begin", &body).await.field("passkey"),
        "This account has no passkey for this site"
    );
}
