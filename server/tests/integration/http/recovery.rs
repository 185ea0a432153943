//! `/api/auth/…` and `/auth`: new passwords, the account's sessions.

use serde_json::{Value, json};

use super::site::{
    ADMIN, Answer, PASSWORD, READER, TestDatabase, TestSite, bearer, each, id, on_both_engines, on_one_engine,
};

on_both_engines![
    a_reset_mail_leads_to_a_new_password,
    a_link_is_not_mailed_once_it_has_expired,
    responses_do_not_reveal_whether_an_address_has_an_account,
    a_void_link_is_refused_and_a_weak_password_does_not_use_it_up,
    a_new_password_ends_the_other_sessions,
    a_new_password_lifts_the_lock_of_the_account,
    too_many_requests_have_to_wait,
    own_sessions_are_listed_and_ended,
    other_peoples_sessions_are_not_found,
    forms_without_scripts_do_the_same,
];

on_one_engine![calls_for_accounts_take_json_only,];

const NEW: &str = "a better battery staple";

async fn site(database: TestDatabase) -> TestSite {
    let site = TestSite::new(database).await;
    site.account(READER, false).await;
    site
}

impl TestSite {
    pub(super) async fn enter(&self, email: &str, password: &str) -> Answer {
        self.post("/api/auth/sign-in", &json!({"email": email, "password": password})).await
    }

    async fn update(&self, body: &Value) -> Answer {
        self.post("/api/auth/update-password", body).await
    }

    /// Asks for a reset link. Returns its token from the email.
    async fn reset_token(&self, email: &str) -> String {
        self.post("/api/auth/reset-password", &json!({"email": email})).await.ok(200);
        let mails = self.mail().await;
        let (_, rest) = mails[0].split_once("/auth?mode=update_password&token=").unwrap();
        rest.split_whitespace().next().unwrap().to_owned()
    }

    pub(super) async fn is_live(&self, session: &Value) -> bool {
        let answer = self.call("GET", "/api/auth/session", &[("authorization", &bearer(session))], &Value::Null).await;
        !answer.ok(200)["session"].is_null()
    }
}

async fn a_reset_mail_leads_to_a_new_password(database: TestDatabase) {
    let site = site(database).await;
    let before = site.sign_in(READER).await;
    let token = site.reset_token(READER).await;
    let page = site.data(&format!("/auth?mode=update_password&token={token}"), &[]).await.ok(200);
    assert_eq!((&page["props"]["mode"], &page["props"]["token"]), (&json!("update_password"), &json!(token)));
    assert_eq!(site.update(&json!({"password": NEW, "token": token})).await.status, 204);
    assert!(!site.is_live(&before).await);
    assert_eq!(site.enter(READER, PASSWORD).await.status, 401);
    site.enter(READER, NEW).await.ok(200);
    assert!(site.mail().await[0].contains("Your password was changed"));
    let again = site.update(&json!({"password": "yet another battery", "token": token})).await;
    assert!(again.field("token").contains("expired or has already been used"));
    let page = site.data(&format!("/auth?mode=update_password&token={token}"), &[]).await.ok(200);
    assert_eq!(page["props"]["token"], Value::Null);
}

async fn a_link_is_not_mailed_once_it_has_expired(database: TestDatabase) {
    let site = site(database).await;
    site.post("/api/auth/reset-password", &json!({"email": READER})).await.ok(200);
    site.advance(3_600);
    assert_eq!(site.mail().await, Vec::<String>::new());
    let body = json!({"email": "new@foundfirst.test", "password": PASSWORD});
    site.post("/api/auth/sign-up", &body).await.ok(202);
    site.advance(24 * 3_600);
    assert_eq!(site.mail().await, Vec::<String>::new());
}

async fn responses_do_not_reveal_whether_an_address_has_an_account(database: TestDatabase) {
    let site = site(database).await;
    for email in [READER, "nobody@foundfirst.test"] {
        let answer = site.post("/api/auth/reset-password", &json!({"email": email})).await;
        assert_eq!((answer.ok(200), answer.header("cache-control")), (json!({}), "no-store"));
    }
    let mails = site.mail().await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains(&format!("To: {READER}")));
    for blank in [json!({}), json!({"email": " "})] {
        assert_eq!(site.post("/api/auth/reset-password", &blank).await.field("email"), "Email is required");
    }
    let broken = site.post("/api/auth/reset-password", &json!({"email": "no address"})).await;
    assert_eq!(broken.field("email"), "Please enter a valid email address");
}

async fn a_void_link_is_refused_and_a_weak_password_does_not_use_it_up(database: TestDatabase) {
    let site = site(database).await;
    let token = site.reset_token(READER).await;
    for (password, part) in [("short", "at least 8"), ("", "at least 8"), ("password", "too easy")] {
        let answer = site.update(&json!({"password": password, "token": token})).await;
        assert!(answer.field("password").contains(part), "{password}");
    }
    for void in ["", "nonsense"] {
        assert!(site.update(&json!({"password": NEW, "token": void})).await.field("token").contains("expired"));
    }
    site.advance(3_600);
    assert!(site.update(&json!({"password": NEW, "token": token})).await.field("token").contains("expired"));
    site.sign_in(READER).await;
    let nobody = site.update(&json!({"password": NEW})).await;
    assert_eq!(nobody.failure().1, "authentication_required");
}

async fn a_new_password_ends_the_other_sessions(database: TestDatabase) {
    let site = site(database).await;
    let (mine, other) = (site.sign_in(READER).await, site.sign_in(READER).await);
    let headers = [("authorization", bearer(&mine))];
    let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
    let answer = site.call("POST", "/api/auth/update-password", &headers, &json!({"password": NEW})).await;
    assert_eq!((answer.status, answer.body.len()), (204, 0));
    assert!(site.is_live(&mine).await && !site.is_live(&other).await);
    site.enter(READER, NEW).await.ok(200);
}

async fn a_new_password_lifts_the_lock_of_the_account(database: TestDatabase) {
    let site = site(database).await;
    for _ in 0..5 {
        site.enter(READER, "wrong").await;
    }
    assert_eq!(site.enter(READER, PASSWORD).await.status, 429);
    let token = site.reset_token(READER).await;
    assert_eq!(site.update(&json!({"password": NEW, "token": token})).await.status, 204);
    site.enter(READER, NEW).await.ok(200);
}

async fn too_many_requests_have_to_wait(database: TestDatabase) {
    let site = site(database).await;
    let body = json!({"email": "nobody@foundfirst.test"});
    let ask = async |ip: [u8; 4], body: &Value| site.call_from(ip, "/api/auth/reset-password", &[], body).await;
    for part in 1..=5 {
        assert_eq!(ask([198, 51, part, 1], &body).await.status, 200);
    }
    let refused = ask([203, 0, 113, 1], &body).await;
    let message = "Please wait 900 seconds before trying again.".to_owned();
    assert_eq!(refused.failure(), (429, "too_many_requests".into(), message));
    assert_eq!(refused.header("retry-after"), "900");
    site.advance(900);
    assert_eq!(ask([203, 0, 113, 1], &body).await.status, 200);
    for number in 0..29 {
        assert_eq!(ask([203, 0, 113, 1], &json!({"email": format!("n{number}@foundfirst.test")})).await.status, 200);
    }
    assert_eq!(ask([203, 0, 113, 2], &json!({"email": READER})).await.status, 429);
}

async fn own_sessions_are_listed_and_ended(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.advance(60);
    let agent = [("user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0")];
    let body = json!({"email": ADMIN, "password": PASSWORD});
    let other = site.call_from([198, 51, 100, 7], "/api/auth/sign-in", &agent, &body).await.ok(200);
    let listed = staff.get("/api/account/sessions").await.ok(200)["sessions"].clone();
    assert_eq!(each(&listed, "device"), ["Firefox on Linux", "Unknown program"]);
    assert_eq!((&listed[0]["ip"], &listed[0]["is_current"]), (&json!("198.51.100.7"), &json!(false)));
    assert_eq!((&listed[0]["created_at"], &listed[1]["is_current"]), (&json!("2026-11-21T09:31:00Z"), &json!(true)));

    let page = site.data("/admin/account", &[("authorization", &staff.bearer)]).await.ok(200);
    let rows = &page["props"]["sessions"];
    assert_eq!((&page["component"], &rows[0]["is_current"]), (&json!("admin/account"), &json!(true)));
    assert_eq!(
        (&rows[1]["device"], &rows[1]["created_text"]),
        (&json!("Firefox on Linux"), &json!("21 Nov 2026, 09:31"))
    );

    let address = format!("/api/account/sessions/{}", id(&listed[0]));
    assert_eq!(staff.call("DELETE", &address, &Value::Null).await.status, 204);
    assert!(!site.is_live(&other).await);
    assert_eq!(staff.call("DELETE", &address, &Value::Null).await.failure().0, 404);

    let other = site.sign_in(ADMIN).await;
    assert_eq!(staff.call("DELETE", "/api/account/sessions", &Value::Null).await.status, 204);
    assert!(!site.is_live(&other).await);
    assert_eq!(staff.get("/api/account/sessions").await.ok(200)["sessions"].as_array().unwrap().len(), 1);
    let everywhere = staff.call("DELETE", "/api/account/sessions?everywhere=true", &Value::Null).await;
    assert_eq!((everywhere.status, everywhere.cookies().len()), (204, 2));
    assert_eq!(staff.get("/api/account/sessions").await.failure().1, "authentication_required");
}

async fn other_peoples_sessions_are_not_found(database: TestDatabase) {
    let site = site(database).await;
    let staff = site.staff().await;
    let reader = site.sign_in(READER).await;
    let headers = [("authorization", bearer(&reader))];
    let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
    let own = site.call("GET", "/api/account/sessions", &headers, &Value::Null).await.ok(200)["sessions"].clone();
    for address in [format!("/api/account/sessions/{}", id(&own[0])), "/api/account/sessions/nonsense".to_owned()] {
        assert_eq!(staff.call("DELETE", &address, &Value::Null).await.failure().1, "not_found");
        assert_eq!(site.call("DELETE", &address, &[], &Value::Null).await.failure().0, 401);
    }
    assert!(site.is_live(&reader).await);
    let page = site.call("GET", "/admin/account", &headers, &Value::Null).await;
    assert_eq!(page.status, 403);
    assert_eq!(site.get("/admin/account").await.header("location"), "/auth?next=/admin/account");
}

async fn forms_without_scripts_do_the_same(database: TestDatabase) {
    let site = site(database).await;
    let asked = site.submit("/auth", "mode=reset&email=reader%40foundfirst.test").await;
    assert_eq!((asked.status, asked.header("location")), (303, "/auth?mode=reset&done=reset_sent"));
    let mails = site.mail().await;
    let (_, rest) = mails[0].split_once("&token=").unwrap();
    let token = rest.split_whitespace().next().unwrap();
    assert_eq!(site.submit("/auth", "mode=reset").await.status, 422);
    let form = format!("mode=update_password&token={token}&password=");
    let short = site.submit("/auth", &format!("{form}short")).await;
    assert!(short.status == 422 && short.text().contains(token), "the link stays in the form");
    let set = site.submit("/auth", &format!("{form}a+better+battery+staple")).await;
    assert_eq!((set.status, set.header("location")), (303, "/auth?done=password_updated"));
    site.enter(READER, NEW).await.ok(200);
    let void = site.submit("/auth", &format!("{form}a+better+battery+staple")).await;
    assert!(void.status == 422 && void.text().contains("expired or has already been used"));
}

async fn calls_for_accounts_take_json_only(database: TestDatabase) {
    let site = site(database).await;
    for call in ["sign-up", "confirm", "reset-password", "update-password"] {
        let address = format!("/api/auth/{call}");
        assert_eq!(site.submit(&address, "email=a%40b.co").await.failure().0, 415);
        assert_eq!(site.get(&address).await.failure().0, 405);
        let foreign = [("sec-fetch-site", "cross-site")];
        assert_eq!(site.call("POST", &address, &foreign, &json!({})).await.failure().1, "cross_site");
        assert_eq!(site.post(&address, &json!({"email": 1, "password": 1})).await.status, 422);
    }
}
