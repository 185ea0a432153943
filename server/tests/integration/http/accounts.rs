//! `/api/auth/…`: sessions and the transport of their tokens.

use serde_json::{Value, json};

use super::site::{ADMIN, Answer, PASSWORD, READER, TestDatabase, TestSite, bearer, on_both_engines, on_one_engine};

on_both_engines![
    a_bearer_session_is_in_the_body,
    a_cookie_session_keeps_its_tokens_out_of_the_body,
    cookies_are_secure_where_visitors_use_https,
    wrong_credentials_do_not_tell_which_part_is_wrong,
    both_forms_of_a_domain_sign_in,
    a_session_lasts_an_hour,
    a_refresh_token_is_exchanged_once,
    a_refresh_token_lasts_thirty_days,
    cookies_are_exchanged_without_a_body,
    signing_out_ends_the_session_and_takes_the_cookies,
    a_session_in_cookies_serves_like_a_bearer_token,
];

on_one_engine![missing_credentials_are_named,];

async fn site(database: TestDatabase) -> TestSite {
    let site = TestSite::new(database).await;
    site.account(ADMIN, true).await;
    site.account(READER, false).await;
    site
}

fn credentials(email: &str, transport: &str) -> Value {
    json!({"email": email, "password": PASSWORD, "transport": transport})
}

/// Returns the `Cookie` header that a browser would send after a response.
fn cookie_header(answer: &Answer) -> String {
    answer.cookies().iter().map(|cookie| cookie.split(';').next().unwrap()).collect::<Vec<_>>().join("; ")
}

async fn session_of(site: &TestSite, name: &str, value: &str) -> Value {
    site.call("GET", "/api/auth/session", &[(name, value)], &Value::Null).await.ok(200)["session"].clone()
}

async fn a_bearer_session_is_in_the_body(database: TestDatabase) {
    let site = site(database).await;
    let answer =
        site.post("/api/auth/sign-in", &json!({"email": " READER@foundfirst.test", "password": PASSWORD})).await;
    let session = answer.ok(200);
    assert!(answer.cookies().is_empty());
    assert_eq!(answer.header("cache-control"), "no-store");
    for token in ["access_token", "refresh_token"] {
        assert_eq!(session[token].as_str().unwrap().len(), 43, "256 bits");
    }
    assert_ne!(session["access_token"], session["refresh_token"]);
    assert_eq!((&session["token_type"], &session["expires_in"]), (&json!("bearer"), &json!(3600)));
    assert_eq!(session["expires_at"], "2026-11-21T10:30:00Z");
    assert_eq!((&session["user"]["email"], &session["user"]["is_admin"]), (&json!(READER), &json!(false)));
    let shown = session_of(&site, "authorization", &bearer(&session)).await;
    assert_eq!((&shown["user"], &shown["expires_in"]), (&session["user"], &json!(3600)));
    assert!(shown.get("access_token").is_none() && shown.get("refresh_token").is_none());
    assert_eq!(site.get("/api/auth/session").await.ok(200), json!({"session": null}));
}

async fn a_cookie_session_keeps_its_tokens_out_of_the_body(database: TestDatabase) {
    let site = site(database).await;
    let answer = site.post("/api/auth/sign-in", &credentials(ADMIN, "cookie")).await;
    let session = answer.ok(200);
    assert!(session.get("access_token").is_none() && session.get("refresh_token").is_none());
    assert_eq!(session["user"]["is_admin"], true);
    let cookies = answer.cookies();
    assert_eq!(cookies.len(), 2);
    let expected = [("__Host-ff_access", "/", 3600), ("__Secure-ff_refresh", "/api/auth", 2_592_000)];
    for (cookie, (name, path, age)) in cookies.iter().zip(expected) {
        let (pair, attributes) = cookie.split_once("; ").unwrap();
        let (found, token) = pair.split_once('=').unwrap();
        assert_eq!((found, token.len()), (name, 43));
        assert_eq!(attributes, format!("Path={path}; Max-Age={age}; HttpOnly; SameSite=Lax; Secure"));
        assert!(!answer.text().contains(token));
    }
    let other = site.post("/api/auth/sign-in", &credentials(ADMIN, "pigeon")).await;
    assert!(other.field("transport").contains("unknown variant"));
}

async fn cookies_are_secure_where_visitors_use_https(database: TestDatabase) {
    let site = TestSite::at(database, "http://127.0.0.1:8080").await;
    site.account(READER, false).await;
    let body = credentials(READER, "cookie");
    let secure = |answer: &Answer| {
        answer.ok(200);
        answer.cookies().iter().filter(|cookie| cookie.ends_with("; Secure")).count()
    };
    let forwarded = [("x-forwarded-proto", "https")];
    assert_eq!(secure(&site.post("/api/auth/sign-in", &body).await), 0);
    assert_eq!(secure(&site.call_from([10, 0, 0, 1], "/api/auth/sign-in", &forwarded, &body).await), 2);
    let listed = [("x-forwarded-proto", "https, http")];
    assert_eq!(secure(&site.call_from([10, 0, 0, 1], "/api/auth/sign-in", &listed, &body).await), 2);
    assert_eq!(secure(&site.call_from([192, 0, 2, 1], "/api/auth/sign-in", &forwarded, &body).await), 0);
    // On http, browsers refuse the names of the cookies for https.
    let plain = site.post("/api/auth/sign-in", &body).await;
    let cookies = cookie_header(&plain);
    assert!(cookies.starts_with("ff_access=") && cookies.contains("; ff_refresh="), "{cookies}");
    assert_eq!(session_of(&site, "cookie", &cookies).await["user"]["email"], READER);
}

async fn wrong_credentials_do_not_tell_which_part_is_wrong(database: TestDatabase) {
    let site = site(database).await;
    let expected = (401, "invalid_credentials".to_owned(), "Invalid login credentials".to_owned());
    for (email, password) in
        [(READER, "wrong password"), ("nobody@foundfirst.test", PASSWORD), ("no address", PASSWORD)]
    {
        let answer = site.post("/api/auth/sign-in", &json!({"email": email, "password": password})).await;
        assert_eq!(answer.failure(), expected);
        assert!(answer.cookies().is_empty());
    }
    let strange = format!("{}\0@x.test", "x".repeat(9_000));
    let answer = site.post("/api/auth/sign-in", &json!({"email": strange, "password": "\0"})).await;
    assert_eq!(answer.failure(), expected);
}

async fn missing_credentials_are_named(database: TestDatabase) {
    let site = site(database).await;
    let nothing = json!({"email": null, "password": null});
    for body in [json!({}), nothing.clone()] {
        let answer = site.post("/api/auth/sign-in", &body).await;
        assert_eq!(answer.failure(), (422, "invalid".into(), "Email and password are required".into()));
        assert_eq!(answer.json()["error"]["fields"].as_object().unwrap().len(), 2);
    }
    for part in ["sign-up", "confirm", "reset-password", "update-password"] {
        let address = format!("/api/auth/{part}");
        let (absent, null) = (site.post(&address, &json!({})).await, site.post(&address, &nothing).await);
        assert_eq!(null.failure(), absent.failure(), "{part}");
    }
    let answer = site.post("/api/auth/sign-in", &json!({"email": READER, "password": ""})).await;
    assert_eq!(answer.field("password"), "Email and password are required");
    assert!(answer.json()["error"]["fields"].get("email").is_none());
}

async fn both_forms_of_a_domain_sign_in(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let forms = ["Jo@m\u{fc}ller.example", "jo@xn--mller-kva.example"];
    site.account(forms[0], false).await;
    for form in forms {
        assert_eq!(site.sign_in(form).await["user"]["email"], forms[0], "{form}");
    }
    site.post("/api/auth/reset-password", &json!({"email": forms[1]})).await.ok(200);
    assert_eq!(site.mail().await.len(), 1, "the link to a new password");
}

async fn a_session_lasts_an_hour(database: TestDatabase) {
    let site = site(database).await;
    let token = bearer(&site.sign_in(ADMIN).await);
    site.advance(3599);
    assert_eq!(session_of(&site, "authorization", &token).await["expires_in"], 1);
    site.advance(1);
    assert_eq!(session_of(&site, "authorization", &token).await, Value::Null);
    let answer = site.call("GET", "/api/admin/posts", &[("authorization", &token)], &Value::Null).await;
    assert_eq!(answer.failure().1, "authentication_required");
}

async fn a_refresh_token_is_exchanged_once(database: TestDatabase) {
    let site = site(database).await;
    let first = site.sign_in(READER).await;
    let exchange = async |session: &Value| {
        site.post("/api/auth/refresh", &json!({"refresh_token": session["refresh_token"]})).await
    };
    site.advance(60);
    let second = exchange(&first).await.ok(200);
    assert_ne!(first["access_token"], second["access_token"]);
    assert_ne!(first["refresh_token"], second["refresh_token"]);
    assert_eq!(second["expires_at"], "2026-11-21T10:31:00Z");
    assert_eq!(session_of(&site, "authorization", &bearer(&first)).await, Value::Null);
    assert_eq!(session_of(&site, "authorization", &bearer(&second)).await["user"]["email"], READER);
    // A used token may be a stolen copy, so the session ends for both holders.
    assert_eq!(exchange(&first).await.failure().1, "authentication_required");
    assert_eq!(session_of(&site, "authorization", &bearer(&second)).await, Value::Null);
    assert_eq!(exchange(&second).await.failure().0, 401);
    assert_eq!(exchange(&json!({"refresh_token": "nonsense"})).await.failure().0, 401);
    assert_eq!(exchange(&json!({"refresh_token": null})).await.failure().0, 401);
}

async fn a_refresh_token_lasts_thirty_days(database: TestDatabase) {
    let site = site(database).await;
    let (in_time, too_late) = (site.sign_in(READER).await, site.sign_in(READER).await);
    let exchange = async |session: &Value| {
        site.post("/api/auth/refresh", &json!({"refresh_token": session["refresh_token"]})).await.status
    };
    site.advance(30 * 86_400 - 1);
    assert_eq!(exchange(&in_time).await, 200);
    site.advance(1);
    assert_eq!(exchange(&too_late).await, 401);
}

async fn cookies_are_exchanged_without_a_body(database: TestDatabase) {
    let site = site(database).await;
    let signed_in = site.post("/api/auth/sign-in", &credentials(READER, "cookie")).await;
    let cookies = cookie_header(&signed_in);
    let answer = site.call("POST", "/api/auth/refresh", &[("cookie", &cookies)], &Value::Null).await;
    assert!(answer.ok(200).get("refresh_token").is_none());
    let renewed = cookie_header(&answer);
    assert_ne!(renewed, cookies);
    assert_eq!(session_of(&site, "cookie", &renewed).await["user"]["email"], READER);
    assert_eq!(session_of(&site, "cookie", &cookies).await, Value::Null);
    assert_eq!(site.call("POST", "/api/auth/refresh", &[], &Value::Null).await.failure().0, 401);
}

async fn signing_out_ends_the_session_and_takes_the_cookies(database: TestDatabase) {
    let site = site(database).await;
    let signed_in = site.post("/api/auth/sign-in", &credentials(READER, "cookie")).await;
    let cookies = cookie_header(&signed_in);
    let out = site.call("POST", "/api/auth/sign-out", &[("cookie", &cookies)], &Value::Null).await;
    assert_eq!((out.status, out.body.len()), (204, 0));
    for (cookie, name) in
        out.cookies().iter().zip(["__Host-ff_access=; Path=/", "__Secure-ff_refresh=; Path=/api/auth"])
    {
        assert!(cookie.starts_with(&format!("{name}; Max-Age=0;")), "{cookie}");
    }
    assert_eq!(session_of(&site, "cookie", &cookies).await, Value::Null);
    let refreshed = site.call("POST", "/api/auth/refresh", &[("cookie", &cookies)], &Value::Null).await;
    assert_eq!(refreshed.status, 401);

    let session = site.sign_in(READER).await;
    let token = bearer(&session);
    let out = site.call("POST", "/api/auth/sign-out", &[("authorization", &token)], &Value::Null).await;
    assert_eq!((out.status, out.cookies().len()), (204, 0));
    assert_eq!(session_of(&site, "authorization", &token).await, Value::Null);
    assert_eq!(site.call("POST", "/api/auth/sign-out", &[], &Value::Null).await.status, 204);
}

async fn a_session_in_cookies_serves_like_a_bearer_token(database: TestDatabase) {
    let site = site(database).await;
    let cookies = cookie_header(&site.post("/api/auth/sign-in", &credentials(ADMIN, "cookie")).await);
    let input = json!({"title": "T", "slug": "t"});
    let own = [("cookie", cookies.as_str()), ("sec-fetch-site", "same-origin")];
    assert_eq!(site.call("POST", "/api/admin/posts", &own, &input).await.status, 201);
    let foreign = [("cookie", cookies.as_str()), ("sec-fetch-site", "cross-site")];
    assert_eq!(site.call("POST", "/api/admin/posts", &foreign, &input).await.failure().1, "cross_site");
}
