//! Calls that need a recent sign-in, and `/api/auth/reauthenticate`.

use serde_json::{Value, json};

use super::site::{ADMIN, Answer, PASSWORD, READER, Staff, TestDatabase, TestSite, bearer, on_both_engines};

on_both_engines![
    the_data_of_a_person_needs_a_recent_sign_in,
    a_password_makes_the_sign_in_recent_for_ten_minutes,
    a_second_factor_is_asked_for_as_at_sign_in,
    a_wrong_password_counts_like_one_at_sign_in,
    nobody_confirms_without_a_session,
    a_session_sets_a_new_password_only_after_a_recent_sign_in,
];

const PERSON: &str = "/api/admin/people?email=someone%40foundfirst.test";
const NEEDED: &str = "reauthentication_required";

impl Staff<'_> {
    async fn confirm(&self, password: &str) -> Answer {
        self.call("POST", "/api/auth/reauthenticate", &json!({"password": password})).await
    }
}

async fn the_data_of_a_person_needs_a_recent_sign_in(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.advance(599);
    for method in ["GET", "DELETE"] {
        staff.call(method, PERSON, &Value::Null).await.ok(200);
    }
    site.advance(1);
    for method in ["GET", "DELETE"] {
        let refused = staff.call(method, PERSON, &Value::Null).await.failure();
        assert_eq!((refused.0, refused.1.as_str()), (403, NEEDED));
    }
    // Everything else still works.
    staff.get("/api/admin/enquiries").await.ok(200);
}

async fn a_password_makes_the_sign_in_recent_for_ten_minutes(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let other = site.sign_in(ADMIN).await;
    site.advance(600);
    let confirmed = staff.confirm(PASSWORD).await;
    assert_eq!((confirmed.status, confirmed.body.len()), (204, 0));
    staff.get(PERSON).await.ok(200);
    let elsewhere = site.call("GET", PERSON, &[("authorization", &bearer(&other))], &Value::Null).await;
    assert_eq!(elsewhere.failure().1, NEEDED, "other sessions of the account are not confirmed");
    site.advance(600);
    assert_eq!(staff.get(PERSON).await.failure().1, NEEDED);
}

async fn a_second_factor_is_asked_for_as_at_sign_in(database: TestDatabase) {
    const CALL: &str = "/api/auth/reauthenticate";
    let site = TestSite::new(database).await;
    site.account(READER, false).await;
    let staff = site.staff().await;
    let (_, codes) = staff.set_up_app().await;
    let ask = async || {
        let asked = staff.confirm(PASSWORD).await;
        assert_eq!(asked.failure().1, "second_factor_required");
        assert_eq!(asked.json()["error"]["factors"], json!(["totp", "recovery"]));
        asked.json()["error"]["challenge"].as_str().unwrap().to_owned()
    };
    site.advance(600);
    let challenge = ask().await;
    assert_eq!(staff.get(PERSON).await.failure().1, NEEDED, "the password alone does not do");
    let wrong = staff.call("POST", CALL, &json!({"challenge": challenge, "totp": "000000"})).await;
    assert_eq!(wrong.failure().1, "invalid_second_factor");
    let body = json!({"challenge": challenge, "recovery_code": codes[0]});
    let reader = bearer(&site.sign_in(READER).await);
    let stranger = site.call("POST", CALL, &[("authorization", &reader)], &body).await;
    assert!(!stranger.field("challenge").is_empty(), "another account's");
    assert_eq!(staff.call("POST", CALL, &body).await.status, 204);
    staff.get(PERSON).await.ok(200);
    site.advance(600);
    let again = staff.call("POST", CALL, &json!({"challenge": challenge, "recovery_code": codes[1]})).await;
    assert!(!again.field("challenge").is_empty(), "used");
    let used = staff.call("POST", CALL, &json!({"challenge": ask().await, "recovery_code": codes[0]})).await;
    assert_eq!(used.failure().1, "invalid_second_factor");
    assert_eq!(staff.get(PERSON).await.failure().1, NEEDED);
}

async fn a_wrong_password_counts_like_one_at_sign_in(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.advance(600);
    assert_eq!(staff.confirm("").await.field("password"), "Password is required");
    for _ in 0..4 {
        assert_eq!(staff.confirm("wrong").await.failure().1, "invalid_credentials");
    }
    let locked = staff.confirm("wrong").await;
    assert_eq!((locked.status, locked.failure().1.as_str()), (429, "locked"));
    assert_eq!(staff.confirm(PASSWORD).await.failure().1, "locked");
    let body = json!({"email": ADMIN, "password": PASSWORD});
    assert_eq!(site.post("/api/auth/sign-in", &body).await.failure().1, "locked");
    assert_eq!(staff.get(PERSON).await.failure().1, NEEDED);
    site.advance(60);
    assert_eq!(staff.confirm(PASSWORD).await.status, 204);
    staff.get(PERSON).await.ok(200);
}

async fn nobody_confirms_without_a_session(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.account(READER, false).await;
    let body = json!({"password": PASSWORD});
    assert_eq!(site.post("/api/auth/reauthenticate", &body).await.failure().1, "authentication_required");
    let reader = bearer(&site.sign_in(READER).await);
    let call = async |method, address, body| site.call(method, address, &[("authorization", &reader)], body).await;
    assert_eq!(call("POST", "/api/auth/reauthenticate", &body).await.status, 204);
    assert_eq!(call("GET", PERSON, &Value::Null).await.failure().1, "not_admin");
}

async fn a_session_sets_a_new_password_only_after_a_recent_sign_in(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.advance(600);
    let update =
        async || staff.call("POST", "/api/auth/update-password", &json!({"password": "a better battery staple"})).await;
    assert_eq!(update().await.failure().1, NEEDED);
    site.sign_in(ADMIN).await;
    assert_eq!(staff.confirm(PASSWORD).await.status, 204);
    assert_eq!(update().await.status, 204);
}
