//! How long sessions last, and what is needed for a new password and for downloads.

use axum::body::Body;
use http::Request;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use super::site::{ADMIN, Answer, PASSWORD, Staff, TestDatabase, TestSite, bearer, on_both_engines};

on_both_engines![
    a_session_of_staff_lasts_while_it_is_used,
    asking_for_the_session_is_not_use,
    what_staff_read_waits_for_no_write,
    a_new_password_needs_the_current_one,
    the_plain_form_needs_the_current_password_too,
    guesses_at_the_current_password_lock_the_account,
    lists_are_files_only_after_a_recent_sign_in,
];

/// Less than a write waits for its connection.
const SOON: std::time::Duration = std::time::Duration::from_secs(5);
const MINUTE: i64 = 60;
const NEW: &str = "a better battery staple";
const NEEDED: &str = "reauthentication_required";

async fn change(staff: &Staff<'_>, current: &str, password: &str) -> Answer {
    let body = json!({"current_password": current, "password": password});
    staff.call("PUT", "/api/account/password", &body).await
}

async fn refresh(site: &TestSite, session: &Value, idle: i64) -> Answer {
    let body = json!({"refresh_token": session["refresh_token"], "idle_seconds": idle});
    site.post("/api/auth/refresh", &body).await
}

async fn a_session_of_staff_lasts_while_it_is_used(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.account(ADMIN, true).await;
    let mut session = site.sign_in(ADMIN).await;
    let list = async |session: &Value| {
        site.call("GET", "/api/admin/posts", &[("authorization", &bearer(session))], &Value::Null).await.status
    };
    // A request after 50 minutes keeps the session alive beyond the hour.
    site.advance(50 * MINUTE);
    assert_eq!(list(&session).await, 200);
    session = refresh(&site, &session, 50 * MINUTE).await.ok(200);
    site.advance(59 * MINUTE);
    assert_eq!(list(&session).await, 200);
    session = refresh(&site, &session, 59 * MINUTE).await.ok(200);
    site.advance(60 * MINUTE);
    assert_eq!(list(&session).await, 401);
    assert_eq!(refresh(&site, &session, 0).await.failure().1, "authentication_required");
}

async fn asking_for_the_session_is_not_use(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.account(ADMIN, true).await;
    let session = site.sign_in(ADMIN).await;
    site.advance(55 * MINUTE);
    let shown = site.call("GET", "/api/auth/session", &[("authorization", &bearer(&session))], &Value::Null).await;
    assert_eq!(shown.ok(200)["session"]["expires_in"], 5 * MINUTE);
    let session = refresh(&site, &session, 55 * MINUTE).await.ok(200);
    site.advance(5 * MINUTE);
    let shown = site.call("GET", "/api/auth/session", &[("authorization", &bearer(&session))], &Value::Null).await;
    assert_eq!(shown.ok(200)["session"], Value::Null);
}

async fn what_staff_read_waits_for_no_write(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.advance(2 * MINUTE);
    // A long write, such as a restoration. PostgreSQL locks the rows that it changes.
    let held = site.app.database.begin_write().await.unwrap();
    held.execute_unprepared("UPDATE sessions SET updated_at = updated_at").await.unwrap();
    let Ok(answer) = tokio::time::timeout(SOON, staff.get("/api/admin/enquiries")).await else {
        panic!("the list waited for a write")
    };
    assert_eq!(answer.status, 200);
    held.rollback().await.unwrap();
}

async fn a_new_password_needs_the_current_one(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let other = site.sign_in(ADMIN).await;
    site.advance(30 * MINUTE);
    assert_eq!(change(&staff, "", NEW).await.field("current_password"), "Current password is required");
    assert_eq!(change(&staff, "wrong", NEW).await.field("current_password"), "This is not your current password");
    assert!(change(&staff, PASSWORD, "short").await.field("password").contains("at least 8"));
    assert!(change(&staff, PASSWORD, "password1").await.field("password").contains("too easy"));
    assert!(site.is_live(&other).await);
    let changed = change(&staff, PASSWORD, NEW).await;
    assert_eq!((changed.status, changed.body.len()), (204, 0));
    assert!(!site.is_live(&other).await);
    staff.get("/api/admin/posts").await.ok(200);
    assert!(site.mail().await[0].contains("Your password was changed"));
    site.enter(ADMIN, NEW).await.ok(200);
    let nobody = site.call("PUT", "/api/account/password", &[], &json!({})).await;
    assert_eq!(nobody.failure().1, "authentication_required");
}

async fn the_plain_form_needs_the_current_password_too(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let post = async |current: &str| {
        let body = format!("mode=update_password&current_password={current}&password={}", NEW.replace(' ', "+"));
        let form = Request::post("/auth").header("content-type", "application/x-www-form-urlencoded");
        site.send(form.header("authorization", &staff.bearer).body(Body::from(body)).unwrap()).await
    };
    let refused = post("wrong").await;
    assert_eq!(refused.status, 422);
    assert!(
        refused.text().contains("This is not your current password") && !refused.text().contains("link has expired")
    );
    site.enter(ADMIN, PASSWORD).await.ok(200);
    let changed = post(&PASSWORD.replace(' ', "+")).await;
    assert_eq!((changed.status, changed.header("location")), (303, "/admin/account"));
    site.enter(ADMIN, NEW).await.ok(200);
}

async fn guesses_at_the_current_password_lock_the_account(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    for _ in 0..4 {
        assert_eq!(change(&staff, "wrong", NEW).await.status, 422);
    }
    assert_eq!(change(&staff, "wrong", NEW).await.failure().1, "locked");
    assert_eq!(change(&staff, PASSWORD, NEW).await.failure().1, "locked");
    assert_eq!(site.enter(ADMIN, PASSWORD).await.failure().1, "locked");
}

async fn lists_are_files_only_after_a_recent_sign_in(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let lists = ["enquiries", "bookings", "subscribers"].map(|list| format!("/api/admin/{list}"));
    let check = "/api/auth/reauthenticate";
    assert_eq!(staff.get(check).await.status, 204);
    for list in &lists {
        assert_eq!(staff.get(&format!("{list}?format=csv")).await.status, 200);
    }
    site.advance(10 * MINUTE);
    assert_eq!(staff.get(check).await.failure().1, NEEDED);
    for list in &lists {
        assert_eq!(staff.get(&format!("{list}?format=csv")).await.failure().1, NEEDED);
        staff.get(list).await.ok(200);
    }
    let subscriber = "/api/admin/subscribers/019ab000-0000-7000-8000-000000000000";
    assert_eq!(staff.call("DELETE", subscriber, &Value::Null).await.failure().1, NEEDED);
}
