//! Requests that are refused for lack of rights: who, when, from where, which method and route.

use std::{sync::Arc, time::Duration};

use foundfirst::{
    audit::{
        Action, Actor, NewEntry, Object, Refusal,
        store::{AuditFilter, Verification, record},
    },
    site::{Security, Site},
};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use super::{
    site::{ADMIN, READER, Staff, TestDatabase, TestSite, bearer, on_both_engines, start},
    staff::EDITOR,
};

on_both_engines![
    refused_calls_and_pages_are_recorded,
    a_refusal_is_recorded_once_a_minute,
    refusals_of_a_network_are_capped_in_the_log,
    staff_without_a_required_second_factor_are_recorded,
    a_refusal_is_answered_whatever_becomes_of_its_entry,
];

/// An id in a path, which is not recorded.
const ID: &str = "019ab000-0000-7000-8000-00000000beef";

/// Returns actor, method, object, reason and network of the recorded refusals, oldest first, once there are `count`:
/// responses do not wait for a slow database.
async fn refusals(site: &TestSite, count: usize) -> Vec<[String; 5]> {
    let filter = AuditFilter { action: "access.refused".into(), ..AuditFilter::default() };
    for _ in 0..1_000 {
        let (records, _) = site.app.audit.list(&filter, 1, 100).await.unwrap();
        if records.len() >= count {
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let rows = records.into_iter().rev().map(|one| {
                let after = one.after.unwrap();
                let [method, reason] = ["method", "reason"].map(|name| text(&after[name]));
                [one.actor.unwrap(), method, one.object, reason, one.address.unwrap()]
            });
            return rows.collect();
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("fewer than {count} refusals are recorded");
}

async fn reader(site: &TestSite) -> Staff<'_> {
    site.account(READER, false).await;
    Staff { site, bearer: bearer(&site.sign_in(READER).await) }
}

async fn refused_calls_and_pages_are_recorded(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let (staff, editor, reader) = (site.staff().await, site.editor(EDITOR).await, reader(&site).await);
    for (address, status) in [("/api/admin/audit", 401), ("/admin/audit", 303)] {
        assert_eq!(site.get(address).await.status, status, "nobody is signed in");
    }
    let (mut count, network) = (0, "127.0.0.0/24");
    for (who, email, method, path, route, reason) in [
        (&reader, READER, "GET", format!("/api/admin/posts/{ID}?q={ID}"), "/api/admin/posts/{id}", "not_admin"),
        (&reader, READER, "DELETE", "/api/admin/people".into(), "/api/admin/people", "not_admin"),
        (&reader, READER, "GET", format!("/admin/blog/edit/{ID}"), "/admin/blog/edit/{id}", "not_admin"),
        (&reader, READER, "GET", format!("/admin/{ID}"), "/admin/{*rest}", "not_admin"),
        (&editor, EDITOR, "GET", "/api/admin/audit".into(), "/api/admin/audit", "not_administrator"),
        (&editor, EDITOR, "PATCH", format!("/api/admin/staff/{ID}"), "/api/admin/staff/{id}", "not_administrator"),
        (&editor, EDITOR, "GET", "/admin/audit".into(), "/admin/audit", "not_administrator"),
    ] {
        assert_eq!(who.call(method, &path, &json!({})).await.status, 403, "{method} {path}");
        count += 1;
        let found = refusals(&site, count).await;
        let expected = [email, method, &format!("route {route}"), reason, network];
        assert_eq!((found.len(), found.last().unwrap().each_ref().map(String::as_str)), (count, expected));
    }
    // Rights are sufficient here; at most a recent sign-in is missing.
    site.advance(11 * 60);
    let old = staff.call("DELETE", "/api/admin/people?email=a@b.co", &Value::Null).await.failure();
    assert_eq!((old.0, old.1.as_str()), (403, "reauthentication_required"));
    editor.get("/api/admin/posts").await.ok(200);
    let log = staff.get("/api/admin/audit?action=access").await;
    assert_eq!(log.ok(200)["total"], count);
    assert_eq!(log.json()["entries"][0]["at"], json!(start()));
    assert!(!log.text().contains(ID), "{}", log.text());
    assert!(staff.get("/admin/audit").await.text().contains("Access refused"));
    assert!(matches!(site.app.audit.verify().await.unwrap(), Verification::Intact { .. }));
}

async fn a_refusal_is_recorded_once_a_minute(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let (reader, editor) = (reader(&site).await, site.editor(EDITOR).await);
    for _ in 0..5 {
        assert_eq!(reader.get("/api/admin/audit").await.failure().1, "not_admin");
    }
    // Other accounts, methods and routes are counted separately.
    editor.get("/api/admin/audit").await;
    reader.call("DELETE", "/api/admin/people", &Value::Null).await;
    reader.get("/api/admin/people").await;
    assert_eq!(refusals(&site, 4).await.len(), 4);
    site.advance(59);
    reader.get("/api/admin/audit").await;
    site.advance(1);
    reader.get("/api/admin/audit").await;
    assert_eq!(refusals(&site, 5).await.len(), 5);
}

async fn refusals_of_a_network_are_capped_in_the_log(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let refuse = async |ip: [u8; 4], email: &str| {
        let refusal = Refusal { email, ip: ip.into(), method: "GET", route: "/admin", reason: "not_admin" };
        site.app.audit.record_refusal(refusal).await;
    };
    for number in 0..70 {
        refuse([198, 51, 100, number], &format!("reader{number}@example.org")).await;
    }
    refuse([192, 0, 2, 1], "last@example.org").await;
    let found = refusals(&site, 61).await;
    assert_eq!(found.len(), 61);
    assert!(found.iter().any(|[actor, ..]| actor == "last@example.org"), "other networks are still recorded");
}

async fn staff_without_a_required_second_factor_are_recorded(database: TestDatabase) {
    let site = TestSite::with(database, |config, _| {
        config.site = Arc::new(Site { security: Security { require_second_factor: true }, ..Site::default() });
    })
    .await;
    let staff = site.staff().await;
    assert_eq!(staff.get("/admin/blog").await.status, 303, "a page leads to the account page");
    assert_eq!(staff.get("/api/admin/posts").await.failure().1, "second_factor_required");
    let expected = [ADMIN, "GET", "route /api/admin/posts", "second_factor_required", "127.0.0.0/24"];
    assert_eq!(refusals(&site, 1).await, [expected.map(str::to_owned)]);
}

async fn a_refusal_is_answered_whatever_becomes_of_its_entry(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let reader = reader(&site).await;
    // The end of the chain is locked, as by a change that is not committed yet.
    let held = site.app.database.begin_write().await.unwrap();
    let entry = NewEntry::new(Action::BackupMade, Object::named("list", "held"));
    record(&held, &Actor::program().at(start()), &[entry]).await.unwrap();
    assert_eq!(reader.get("/api/admin/audit").await.failure().1, "not_admin");
    held.commit().await.unwrap();
    // If the response had waited for the lock, the entry would have been given up.
    assert_eq!(refusals(&site, 1).await.len(), 1);

    let run = async |sql: &str| site.app.database.writer().execute_unprepared(sql).await.unwrap();
    run("ALTER TABLE audit_head RENAME TO absent").await;
    assert_eq!(reader.get("/api/admin/people").await.failure().1, "not_admin");
    assert_eq!(reader.get("/admin/audit").await.status, 403);
    run("ALTER TABLE absent RENAME TO audit_head").await;
    assert_eq!(refusals(&site, 1).await.len(), 1);
    assert!(matches!(site.app.audit.verify().await.unwrap(), Verification::Intact { .. }));
}
