//! `/api/admin/audit` and its page: who did what, when, from where and to what.

use std::time::Duration;

use foundfirst::{
    accounts::domain::Role,
    audit::{
        Actor,
        store::{AuditFilter, Verification},
    },
    email_address::EmailAddress,
};
use serde_json::{Value, json};

use super::{
    authenticator::Authenticator,
    second_factor::HOST,
    site::{ADMIN, PASSWORD, READER, Staff, TestDatabase, TestSite, bearer, each, id, on_both_engines, sign_in_before},
};

on_both_engines![
    only_administrators_read_the_log,
    sign_ins_failures_and_locks_are_recorded,
    roles_passwords_and_accounts_are_recorded,
    changes_of_posts_are_recorded_without_their_text,
    imported_posts_and_failed_changes,
    second_factors_and_ended_sessions_are_recorded,
    an_invitation_that_takes_over_an_account_is_recorded_as_that,
    work_on_images_enquiries_bookings_and_subscribers_is_recorded,
    downloads_are_recorded,
    entries_are_filtered_by_actor_action_object_and_time,
    an_erased_person_is_named_nowhere,
    an_erasure_is_finished_when_its_caller_goes_away,
    an_account_with_rights_is_not_erased_by_a_colleague,
    staff_see_the_page,
];

const AUDIT: &str = "/api/admin/audit";

/// Returns actor, action, object and network of the entries of a query, oldest first.
async fn entries(staff: &Staff<'_>, query: &str) -> Vec<[String; 4]> {
    let list = staff.get(&format!("{AUDIT}?{query}")).await.ok(200);
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let entries = list["entries"].as_array().unwrap().iter().rev();
    entries
        .map(|one| [text(&one["actor"]), text(&one["action"]), text(&one["object"]), text(&one["address"])])
        .collect()
}

/// Returns the actions of a query, oldest first.
async fn actions(staff: &Staff<'_>, query: &str) -> Vec<String> {
    entries(staff, query).await.into_iter().map(|[_, action, ..]| action).collect()
}

/// Returns the newest entry of a query.
async fn newest(staff: &Staff<'_>, query: &str) -> Value {
    staff.get(&format!("{AUDIT}?{query}")).await.ok(200)["entries"][0].clone()
}

async fn assert_whole(site: &TestSite) {
    let found = site.app.audit.verify().await.unwrap();
    assert!(matches!(found, Verification::Intact { .. }), "{found:?}");
}

async fn only_administrators_read_the_log(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.account(READER, false).await;
    let reader = bearer(&site.sign_in(READER).await);
    assert_eq!(site.get(AUDIT).await.failure().1, "authentication_required");
    assert_eq!(site.call("GET", AUDIT, &[("authorization", &reader)], &Value::Null).await.failure().1, "not_admin");
}

async fn sign_ins_failures_and_locks_are_recorded(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    for (ip, email, password) in [
        ([192, 0, 2, 7], "Admin@foundfirst.test", PASSWORD),
        ([198, 51, 100, 7], ADMIN, "wrong"),
        ([198, 51, 100, 8], "nobody@example.org", "wrong"),
    ] {
        site.call_from(ip, "/api/auth/sign-in", &[], &json!({"email": email, "password": password})).await;
    }
    let account = format!("account {ADMIN}");
    let found = entries(&staff, "action=account").await;
    let expected = [
        ["command line", "account.created", account.as_str(), "-"],
        [ADMIN, "account.signed_in", &account, "127.0.0.0/24"],
        [ADMIN, "account.signed_in", &account, "192.0.2.0/24"],
        ["-", "account.sign_in_failed", &account, "198.51.100.0/24"],
        ["-", "account.sign_in_failed", "account nobody@example.org", "198.51.100.0/24"],
    ];
    assert_eq!(found, expected);
    for _ in 0..4 {
        let body = json!({"email": ADMIN, "password": "wrong"});
        site.call_from([198, 51, 100, 7], "/api/auth/sign-in", &[], &body).await;
    }
    let lock = newest(&staff, "action=account.locked").await;
    assert_eq!((&lock["object"], &lock["address"]), (&json!(account), &json!("198.51.100.0/24")));
    assert_eq!(lock["after"], json!({"failures": 5, "until": "2026-11-21T09:31:00Z"}));
    let text = staff.get(AUDIT).await.text().to_owned();
    assert!(!text.contains("wrong") && !text.contains(PASSWORD), "no password is recorded");
    assert_whole(&site).await;
}

async fn roles_passwords_and_accounts_are_recorded(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.account(READER, false).await;
    let (reader, operator) = (EmailAddress::parse(READER).unwrap(), Actor::command_line());
    let accounts = &site.app.accounts;
    assert!(accounts.grant(&reader, &operator).await.unwrap());
    assert!(accounts.revoke(&reader, &operator).await.unwrap());
    let session = bearer(&site.sign_in(READER).await);
    let body = json!({"password": "tugboat-lantern-42"});
    let changed = site.call("POST", "/api/auth/update-password", &[("authorization", &session)], &body).await;
    assert_eq!(changed.status, 204, "{}", changed.text());
    assert!(accounts.delete(&reader, &operator).await.unwrap());
    let about = format!("object=account {READER}").replace(' ', "%20");
    assert_eq!(
        actions(&staff, &about).await,
        [
            "account.created",
            "account.role_granted",
            "account.role_revoked",
            "account.signed_in",
            "account.password_changed",
            "account.deleted"
        ]
    );
    let granted = newest(&staff, "action=account.role_granted").await;
    assert_eq!((&granted["actor"], &granted["address"]), (&json!("command line"), &Value::Null));
    assert_eq!((&granted["before"], &granted["after"]), (&json!({"role": null}), &json!({"role": "administrator"})));
    assert_eq!(newest(&staff, "action=account.password_changed").await["actor"], READER);
}

async fn an_invitation_that_takes_over_an_account_is_recorded_as_that(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.account(READER, false).await;
    let reader = EmailAddress::parse(READER).unwrap();
    Staff { site: &site, bearer: bearer(&site.sign_in(READER).await) }.set_up_app().await;
    site.mail().await;
    assert!(site.app.accounts.invite(&reader, Role::Editor, &Actor::command_line()).await.unwrap());
    let mail = site.mail().await.pop().unwrap();
    let (_, token) = mail.split_once("mode=confirm&token=").unwrap();
    let token = token.split_whitespace().next().unwrap();
    let accepted = site.post("/api/auth/confirm", &json!({"token": token, "password": "tulip-anchor-47"})).await;
    assert_eq!(accepted.status, 204, "{}", accepted.text());
    let found = actions(&staff, &format!("object={READER}")).await;
    let expected = ["account.invited", "account.role_granted", "account.password_changed", "account.factors_reset"];
    assert_eq!(found[found.len() - 4..], expected, "{found:?}");
    let told = site.mail().await.join("\n");
    assert!(told.contains("Your password was changed"), "{told}");
    assert!(told.contains("which removed every second factor"), "{told}");
    let granted = newest(&staff, &format!("action=account.role_granted&object={READER}")).await;
    assert_eq!((&granted["before"], &granted["after"]), (&json!({"role": null}), &json!({"role": "editor"})));
    assert_whole(&site).await;
}

async fn second_factors_and_ended_sessions_are_recorded(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    staff.set_up_app().await;
    let key = staff.add_passkey(&mut Authenticator::at(HOST), "Laptop").await.ok(201);
    let added = newest(&staff, "action=account.factor_added").await;
    assert_eq!(added["after"], json!({"factor": "passkey"}), "a name that somebody chose cannot be erased from it");
    staff.call("POST", "/api/account/recovery-codes", &Value::Null).await.ok(201);
    let removed = staff.call("DELETE", &format!("/api/account/passkeys/{}", id(&key)), &Value::Null).await;
    assert_eq!((removed.status, staff.call("DELETE", "/api/account/totp", &Value::Null).await.status), (204, 204));
    let address = EmailAddress::parse(ADMIN).unwrap();
    let second = bearer(&site.sign_in(ADMIN).await);
    let ended = site.call("DELETE", "/api/account/sessions", &[("authorization", &second)], &Value::Null).await;
    assert_eq!(ended.status, 204);
    let staff = Staff { site: &site, bearer: second };
    assert_eq!(newest(&staff, "action=account.sessions_ended").await["after"]["sessions"], 1);
    assert_eq!(staff.call("DELETE", "/api/account/sessions", &Value::Null).await.status, 204, "nothing to end");
    assert_eq!(staff.call("POST", "/api/auth/sign-out", &Value::Null).await.status, 204);
    assert_eq!(site.post("/api/auth/sign-out", &Value::Null).await.status, 204, "nothing to end");
    assert!(site.app.accounts.reset_factors(&address, &Actor::command_line()).await.unwrap());
    let staff = Staff { site: &site, bearer: bearer(&site.sign_in(ADMIN).await) };
    let found: Vec<[String; 2]> =
        entries(&staff, "action=account").await.into_iter().map(|[actor, action, ..]| [actor, action]).collect();
    let by = |actor: &str, action: &str| [actor.to_owned(), format!("account.{action}")];
    let expected = [
        by("command line", "created"),
        by(ADMIN, "signed_in"),
        by(ADMIN, "factor_added"),
        by(ADMIN, "recovery_codes_made"),
        by(ADMIN, "factor_added"),
        by(ADMIN, "recovery_codes_made"),
        by(ADMIN, "factor_removed"),
        by(ADMIN, "factor_removed"),
        by(ADMIN, "signed_in"),
        by(ADMIN, "sessions_ended"),
        by(ADMIN, "signed_out"),
        by("command line", "factors_reset"),
        by(ADMIN, "signed_in"),
    ];
    assert_eq!(found, expected);
    assert_whole(&site).await;
}

async fn changes_of_posts_are_recorded_without_their_text(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let post = staff.publish("first").await;
    let changed = staff.change(&post, json!({"title": "New title", "content": "<p>Secret plan</p>"})).await.ok(200);
    let address = format!("/api/admin/posts/{}", id(&post));
    assert_eq!(staff.call("DELETE", &address, &Value::Null).await.status, 204);
    let object = format!("post {}", id(&post));
    let expected = ["created", "changed", "trashed"];
    let expected = expected.map(|done| [ADMIN.into(), format!("post.{done}"), object.clone(), "127.0.0.0/24".into()]);
    assert_eq!(entries(&staff, "object=post").await, expected);
    let list = staff.get(&format!("{AUDIT}?object={}", id(&changed))).await.ok(200);
    let [deleted, changed, created] = &list["entries"].as_array().unwrap()[..] else { panic!("{list}") };
    assert_eq!(created["after"], json!({"title": "Title of first", "slug": "first", "published": true}));
    assert_eq!(changed["before"]["title"], "Title of first");
    assert_eq!((&changed["after"]["title"], &changed["after"]["content"]["length"]), (&json!("New title"), &json!(18)));
    assert_eq!(changed["after"]["slug"], Value::Null, "what stays is not repeated");
    assert_eq!(deleted["before"]["slug"], "first");
    assert!(!list.to_string().contains("Secret plan"));
    assert_whole(&site).await;
}

async fn imported_posts_and_failed_changes(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let file = json!([{"title": "One", "slug": "one"}, {"title": "Two", "slug": "two"},
        {"title": "Three", "slug": "two"}]);
    staff.call("POST", "/api/admin/posts/import", &file).await.ok(200);
    assert_eq!(actions(&staff, "object=post").await, ["post.created", "post.created"]);
    let stale = json!({"title": "A", "slug": "one", "version": 7});
    let one = newest(&staff, "object=post").await["object"].as_str().unwrap().replace("post ", "");
    assert_eq!(staff.call("PUT", &format!("/api/admin/posts/{one}"), &stale).await.status, 409);
    assert_eq!(actions(&staff, "object=post").await.len(), 2, "what was not done is not recorded");
}

async fn work_on_images_enquiries_bookings_and_subscribers_is_recorded(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    for kind in ["contact", "newsletter"] {
        let data = json!({"type": kind, "name": "Anna Example", "email": "anna@example.org", "message": "How long?",
            "elapsed_ms": 5_000});
        site.post("/api/functions/send-contact-email", &json!({"data": data})).await.ok(200);
    }
    let first = async |list: &str, name: &str| {
        let found = staff.get(&format!("/api/admin/{list}")).await.ok(200);
        id(&found[name][0]).to_owned()
    };
    let enquiry = format!("/api/admin/enquiries/{}", first("enquiries", "enquiries").await);
    staff.call("PATCH", &enquiry, &json!({"status": "done", "note": "Secret note"})).await.ok(200);
    let subscriber = format!("/api/admin/subscribers/{}", first("subscribers", "subscribers").await);
    assert_eq!(staff.call("DELETE", &subscriber, &Value::Null).await.status, 204);
    let free = site.get("/api/availability").await.ok(200)["slots"].clone();
    let wish = json!({"start": free[0]["start"], "name": "Anna Example", "email": "anna@example.org", "website": "",
        "message": "", "elapsed_ms": 5_000});
    let booked = site.post("/api/bookings", &wish).await.ok(201);
    let link = format!("/api/bookings/{}", booked["manage_url"].as_str().unwrap().rsplit('/').next().unwrap());
    site.call("PATCH", &link, &[], &json!({"start": free[4]["start"]})).await.ok(200);
    let booking = format!("/api/admin/bookings/{}", id(&booked));
    assert_eq!(staff.call("DELETE", &booking, &Value::Null).await.status, 204);
    let found: Vec<_> =
        entries(&staff, "").await.into_iter().skip(2).map(|[actor, action, ..]| (actor, action)).collect();
    let expected = [
        (ADMIN, "enquiry.changed"),
        (ADMIN, "subscriber.erased"),
        ("-", "booking.created"),
        ("-", "booking.moved"),
        (ADMIN, "booking.cancelled"),
    ];
    assert_eq!(found, expected.map(|(actor, action)| (actor.to_owned(), action.to_owned())));
    let changed = newest(&staff, "action=enquiry").await;
    assert_eq!(changed["before"], json!({"status": "new", "note_length": 0}));
    assert_eq!(changed["after"], json!({"status": "done", "note_length": 11}));
    let moved = newest(&staff, "action=booking.moved").await;
    assert_eq!((&moved["before"]["start"], &moved["after"]["start"]), (&free[0]["start"], &free[4]["start"]));
    assert_eq!(moved["address"], "127.0.0.0/24");
    assert_whole(&site).await;
}

async fn downloads_are_recorded(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    for list in ["enquiries", "bookings", "subscribers"] {
        assert_eq!(staff.get(&format!("/api/admin/{list}?format=csv")).await.status, 200);
        assert_eq!(staff.get(&format!("/api/admin/{list}")).await.status, 200);
    }
    staff.get("/api/admin/people?email=anna@example.org").await.ok(200);
    let found: Vec<_> =
        entries(&staff, "").await.into_iter().skip(2).map(|[_, action, object, _]| (action, object)).collect();
    let expected = [
        ("list.exported", "list enquiries"),
        ("list.exported", "list bookings"),
        ("list.exported", "list subscribers"),
        ("person.exported", "person anna@example.org"),
    ];
    assert_eq!(found, expected.map(|(action, object)| (action.to_owned(), object.to_owned())));
}

async fn entries_are_filtered_by_actor_action_object_and_time(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.advance(3_000);
    let post = staff.publish("first").await;
    for (query, found) in [
        (String::new(), 3),
        ("actor=ADMIN@".into(), 2),
        ("actor=command%20line".into(), 1),
        ("actor=Command%20line".into(), 1),
        ("action=post".into(), 1),
        ("action=post.deleted".into(), 0),
        ("action=%00".into(), 0),
        (format!("object=post%20{}", id(&post)), 1),
        ("object=account".into(), 2),
        ("object=Account".into(), 2),
        (format!("object=Post%20{}", id(&post)), 1),
        ("since=2026-11-21T10:00:00Z".into(), 1),
        ("until=2026-11-21T10:00:00Z".into(), 2),
        ("since=2026-11-21&until=2026-11-21".into(), 3),
        ("since=2026-11-22".into(), 0),
        ("until=9999-12-31".into(), 3),
        ("until=9999-12-31T23:59:59-01:00".into(), 3),
        ("since=9999-12-31T23:59:59-01:00".into(), 0),
        ("since=&until=&actor=&action=&object=&page=1".into(), 3),
    ] {
        let list = staff.get(&format!("{AUDIT}?{query}")).await.ok(200);
        assert_eq!((&list["total"], list["entries"].as_array().unwrap().len()), (&json!(found), found), "{query}");
        assert_eq!((&list["page"], &list["per_page"], &list["pages"]), (&json!(1), &json!(50), &json!(1)));
    }
    for (query, field) in [("since=yesterday", "since"), ("until=2026-13-01", "until"), ("page=0", "page")] {
        staff.get(&format!("{AUDIT}?{query}")).await.field(field);
    }
    assert_eq!(each(&staff.get(&format!("{AUDIT}?page=2")).await.ok(200)["entries"], "id"), [""; 0]);
}

async fn an_erased_person_is_named_nowhere(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.account(READER, false).await;
    let session = bearer(&site.sign_in(READER).await);
    site.call_from([198, 51, 100, 7], "/api/auth/sign-in", &[], &json!({"email": READER, "password": "wrong"})).await;
    let address = format!("/api/admin/people?email={READER}");
    let data = staff.get(&address).await.ok(200);
    assert_eq!((&data["account"]["email"], &data["account"]["role"]), (&json!(READER), &Value::Null));
    assert_eq!((each(&data["sessions"], "ip"), each(&data["failures"], "network").len()), (vec!["127.0.0.1"], 2));
    assert_eq!(each(&data["audit"], "action"), ["account.created", "account.signed_in", "account.sign_in_failed"]);
    let text = data.to_string();
    assert!(!text.contains("argon2") && !text.contains("hash"), "no secret: {text}");
    let erased = staff.call("DELETE", &address, &Value::Null).await.ok(200);
    // Six names: as the actor of the sign-in and as the object of five entries; and the network of the failed sign-in.
    assert_eq!((&erased["accounts"], &erased["names"], &erased["note"]), (&json!(1), &json!(7), &Value::Null));
    assert_eq!(
        site.call("GET", "/api/auth/session", &[("authorization", &session)], &Value::Null).await.ok(200)["session"],
        Value::Null
    );
    let log = staff.get(AUDIT).await;
    assert!(!log.text().contains(READER) && !log.text().contains("198.51.100"), "{}", log.text());
    assert_eq!(log.json()["entries"][0]["action"], "person.erased");
    assert_eq!(log.json()["entries"][0]["actor"], ADMIN);
    assert_whole(&site).await;
    let again = staff.get(&address).await.ok(200);
    assert_eq!((&again["account"], &again["failures"], &again["audit"]), (&Value::Null, &json!([]), &json!([])));
}

async fn an_erasure_is_finished_when_its_caller_goes_away(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.account(READER, false).await;
    let email = EmailAddress::parse(READER).unwrap();
    let operator = Actor::command_line();
    let erasing = site.app.privacy.erase(&email, &operator);
    // Polled once, then dropped.
    let _ = tokio::time::timeout(Duration::ZERO, erasing).await;
    let filter = AuditFilter { action: "person.erased".into(), ..AuditFilter::default() };
    for _ in 0..1_000 {
        if !site.app.audit.list(&filter, 1, 10).await.unwrap().0.is_empty() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the erasure was not finished");
}

async fn an_account_with_rights_is_not_erased_by_a_colleague(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let colleague = "colleague@foundfirst.test";
    site.account(colleague, true).await;
    let session = bearer(&site.sign_in(colleague).await);
    let address = format!("/api/admin/people?email={colleague}");
    let erased = staff.call("DELETE", &address, &Value::Null).await.ok(200);
    assert_eq!((&erased["accounts"], &erased["names"]), (&json!(0), &json!(0)));
    let note = erased["note"].as_str().unwrap();
    assert!(note.contains("`foundfirst admin delete colleague@foundfirst.test`"), "{note}");
    assert_eq!(site.call("GET", AUDIT, &[("authorization", &session)], &Value::Null).await.status, 200);
    let operator = Actor::command_line();
    assert!(site.app.accounts.delete(&EmailAddress::parse(colleague).unwrap(), &operator).await.unwrap());
    assert_eq!(site.call("GET", AUDIT, &[("authorization", &session)], &Value::Null).await.status, 401);
    staff.call("DELETE", &address, &Value::Null).await.ok(200);
    assert!(!staff.get(AUDIT).await.text().contains(colleague));
}

async fn staff_see_the_page(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    staff.publish("first").await;
    for (address, text) in [
        ("/admin/audit", "Post created"),
        ("/admin/audit?since=nonsense", "Post created"),
        ("/admin/audit?action=post&since=2026-11-21", "2026-11-21"),
        ("/admin/audit?actor=zzz", "No entries found."),
    ] {
        let page = staff.get(address).await;
        assert!(page.status == 200 && page.text().contains(text), "{address}: {}", page.text());
        let answer = site.call("GET", address, &[], &Value::Null).await;
        assert_eq!(
            (answer.status, answer.header("location")),
            (303, sign_in_before(address).replace('&', "%26").as_str())
        );
    }
}
