//! Settings of the site that administrators change.

use foundfirst::http::app::{App, Overrides};
use serde_json::{Value, json};

use super::site::{READER, Staff, TestDatabase, TestSite, bearer, on_both_engines};

on_both_engines![
    a_change_holds_at_once_everywhere,
    a_change_of_hours_changes_the_free_times,
    a_change_outlives_the_process_and_reaches_others,
    a_change_by_another_process_is_not_missed_for_an_own_one,
    settings_that_go_back_with_a_restored_backup_hold,
    what_was_changed_meanwhile_is_not_overwritten,
    faults_are_named_at_their_fields,
    earlier_versions_can_be_read,
    settings_belong_to_staff,
    saved_settings_that_break_the_rules_give_way_to_the_file,
];

const SETTINGS: &str = "/api/admin/settings";

/// Saves the current settings with changes, each under the JSON pointer of its key.
async fn save(staff: &Staff<'_>, changes: &[(&str, Value)]) -> Value {
    let mut body = staff.get(SETTINGS).await.ok(200);
    for (pointer, value) in changes {
        *body.pointer_mut(&format!("/settings/{pointer}")).unwrap() = value.clone();
    }
    staff.call("PUT", SETTINGS, &body).await.ok(200)
}

async fn a_change_holds_at_once_everywhere(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    assert!(site.get("/contact").await.text().contains("hello@foundfirst.example"));
    let saved = save(
        &staff,
        &[
            ("strapline", json!("  Found before lunch.  ")),
            ("legal_name", json!("Found First Holdings Ltd")),
            ("contact_email", json!("post@foundfirst.example")),
            ("social_profiles", json!([{ "label": "Mastodon", "url": "https://social.example/@found" }])),
        ],
    )
    .await;
    assert_eq!((&saved["version"], &saved["settings"]["strapline"]), (&json!(1), &json!("Found before lunch.")));
    assert_eq!(staff.get(SETTINGS).await.ok(200), saved);
    let contact = site.get("/contact").await;
    for text in
        ["Found before lunch.", "Found First Holdings Ltd", "post@foundfirst.example", "https://social.example/@found"]
    {
        assert!(contact.text().contains(text), "{text}");
    }
    assert!(!contact.text().contains("hello@foundfirst.example"));
    assert!(site.get("/.well-known/security.txt").await.text().contains("mailto:post@foundfirst.example"));
    let data = json!({ "data": { "name": "Ada", "email": "ada@example.org", "message": "Hello", "type": "contact" } });
    site.post("/api/functions/send-contact-email", &data).await.ok(200);
    assert!(site.mail().await.iter().any(|mail| mail.contains("To: post@foundfirst.example")));
    let log = staff.get("/api/admin/audit?action=settings.changed").await.ok(200);
    assert_eq!(log["entries"][0]["before"]["legal_name"], "Found First Ltd");
    assert_eq!(log["entries"][0]["after"]["legal_name"], "Found First Holdings Ltd");
    assert_eq!(log["entries"][0]["after"].get("bookings"), None);
}

async fn a_change_of_hours_changes_the_free_times(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let first = async || site.get("/api/availability").await.ok(200)["slots"][0]["start"].clone();
    assert_eq!(first().await, "2026-11-23T09:30:00Z");
    save(&staff, &[("bookings/hours/monday", json!("")), ("bookings/days_off", json!(["2026-11-24", ""]))]).await;
    assert_eq!(first().await, "2026-11-25T09:30:00Z");
    let monday = json!({ "start": "2026-11-23T09:30:00Z", "name": "Ada", "email": "ada@example.org", "website": "", "message": "" });
    assert_eq!(site.post("/api/bookings", &monday).await.failure().0, 422);
    assert!(!site.get("/contact?tab=schedule").await.text().contains("2026-12-17"));
    save(&staff, &[("bookings/days_ahead", json!(28))]).await;
    assert!(site.get("/contact?tab=schedule").await.text().contains("2026-12-17"));
}

async fn a_change_outlives_the_process_and_reaches_others(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let other = async || {
        let (config, url) = ((*site.app.config).clone(), site.app.url.clone());
        App::new(config, url, site.app.database.clone(), Overrides::default()).await.unwrap()
    };
    let running = other().await;
    save(&staff, &[("strapline", json!("Another"))]).await;
    assert_eq!(other().await.site.get().strapline, "Another");
    assert_ne!(running.site.get().strapline, "Another");
    running.settings.refresh().await.unwrap();
    assert_eq!(running.site.get().strapline, "Another");
}

async fn a_change_by_another_process_is_not_missed_for_an_own_one(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let (config, url) = ((*site.app.config).clone(), site.app.url.clone());
    let other = App::new(config, url, site.app.database.clone(), Overrides::default()).await.unwrap();
    save(&staff, &[("strapline", json!("Another"))]).await;
    let version = site.app.content.version() + 1;
    // The other process has written this before it read what this one wrote.
    other.content.advance(version);
    let before = other.content.versions();
    other.take_version(version).await.unwrap();
    assert_eq!(other.site.get().strapline, "Another");
    assert!(before.is_outdated(other.content.versions()), "pages without the change are kept");
    let after = other.content.versions();
    other.settings.refresh().await.unwrap();
    assert!(!after.is_outdated(other.content.versions()), "pages are dropped without a change");
}

async fn settings_that_go_back_with_a_restored_backup_hold(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    for strapline in ["First", "Second", "Third"] {
        save(&staff, &[("strapline", json!(strapline))]).await;
    }
    // As when an older backup is restored under a running site.
    let restored = "DELETE FROM site_settings WHERE version > 1";
    sea_orm::ConnectionTrait::execute_unprepared(site.app.database.writer(), restored).await.unwrap();
    site.app.settings.refresh().await.unwrap();
    assert_eq!(site.app.site.get().strapline, "First");
    save(&staff, &[("strapline", json!("Later"))]).await;
    assert_eq!(site.app.site.get().strapline, "Later");
}

async fn what_was_changed_meanwhile_is_not_overwritten(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let stale = staff.get(SETTINGS).await.ok(200);
    save(&staff, &[("strapline", json!("First"))]).await;
    let mut mine = stale.clone();
    mine["settings"]["strapline"] = json!("Second");
    let (status, code, _) = staff.call("PUT", SETTINGS, &mine).await.failure();
    assert_eq!((status, code.as_str()), (409, "edit_conflict"));
    assert_eq!(staff.get(SETTINGS).await.ok(200)["settings"]["strapline"], "First");
    // Saving without changes makes no version.
    let present = staff.get(SETTINGS).await.ok(200);
    assert_eq!(staff.call("PUT", SETTINGS, &present).await.ok(200), present);
}

async fn faults_are_named_at_their_fields(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let mut body = staff.get(SETTINGS).await.ok(200);
    body["settings"]["contact_email"] = json!("nobody");
    body["settings"]["bookings"]["hours"]["monday"] = json!("9 to 5");
    body["settings"]["social_profiles"] = json!([{ "label": "X", "url": "javascript:alert(1)" }]);
    let answer = staff.call("PUT", SETTINGS, &body).await;
    assert_eq!(answer.field("contact_email"), "\"nobody\" is not an email address");
    assert_eq!(answer.field("bookings.hours.monday"), "\"9 to 5\" must be HH:MM-HH:MM, with the end after the start");
    assert_eq!(answer.field("social_profiles.0.url"), "Enter a full address (https://…)");
    assert_eq!(staff.get(SETTINGS).await.ok(200)["version"], 0);
    body["settings"]["colour"] = json!("red");
    assert_eq!(staff.call("PUT", SETTINGS, &body).await.failure().0, 422);
}

async fn earlier_versions_can_be_read(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let original = staff.get(SETTINGS).await.ok(200);
    for number in 1..=52 {
        site.advance(60);
        save(&staff, &[("strapline", json!(format!("Strapline {number}")))]).await;
    }
    let versions = staff.get(&format!("{SETTINGS}/versions")).await.ok(200);
    let numbers: Vec<i64> = versions.as_array().unwrap().iter().map(|v| v["version"].as_i64().unwrap()).collect();
    assert_eq!(numbers, (3..=52).rev().collect::<Vec<_>>());
    let earlier = staff.get(&format!("{SETTINGS}/versions/7")).await.ok(200);
    assert_eq!(earlier["settings"]["strapline"], "Strapline 7");
    let file = staff.get(&format!("{SETTINGS}/versions/0")).await.ok(200);
    assert_eq!((&file["version"], &file["settings"]["strapline"]), (&json!(0), &original["settings"]["strapline"]));
    for gone in ["2", "99", "first"] {
        assert_eq!(staff.get(&format!("{SETTINGS}/versions/{gone}")).await.failure().0, 404, "{gone}");
    }
}

async fn settings_belong_to_staff(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.account(READER, false).await;
    let reader = bearer(&site.sign_in(READER).await);
    for (method, address) in [("GET", SETTINGS), ("PUT", SETTINGS), ("GET", "/api/admin/settings/versions")] {
        assert_eq!(site.call(method, address, &[], &json!({})).await.failure().0, 401, "{method} {address}");
        let call = site.call(method, address, &[("authorization", &reader)], &json!({})).await;
        assert_eq!(call.failure().1, "not_admin", "{method} {address}");
    }
    assert_eq!(site.get("/admin/settings").await.status, 303);
}

async fn saved_settings_that_break_the_rules_give_way_to_the_file(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    save(&staff, &[("strapline", json!("Saved"))]).await;
    let broken = "UPDATE site_settings SET changed = '{\"strapline\":\"Saved\",\"contact_email\":\"nobody\"}'";
    sea_orm::ConnectionTrait::execute_unprepared(site.app.database.writer(), broken).await.unwrap();
    site.app.settings.refresh().await.unwrap();
    assert_ne!(site.app.site.get().strapline, "Saved");
    let present = staff.get(SETTINGS).await.ok(200);
    assert_eq!(
        (&present["version"], &present["settings"]["contact_email"]),
        (&json!(1), &json!("hello@foundfirst.example"))
    );
    assert_eq!(save(&staff, &[("strapline", json!("Again"))]).await["version"], 2);
}
