//! `/api/admin/enquiries`, `/subscribers` and `/people`: what staff do with visitors' data.

use foundfirst::email_address::EmailAddress;
use foundfirst::storage::entities::newsletter_subscribers;
use sea_orm::{EntityTrait, IntoActiveModel};
use serde_json::{Value, json};
use uuid::Uuid;

use super::site::{READER, TestDatabase, TestSite, bearer, each, id, on_both_engines, sign_in_before};

on_both_engines![
    only_administrators_see_what_visitors_sent,
    enquiries_are_listed_searched_and_filtered,
    the_status_and_note_of_an_enquiry_are_changed,
    a_note_is_not_written_over_one_that_was_not_seen,
    csv_cells_are_never_formulas,
    a_csv_of_many_batches_has_every_row_once,
    a_mail_that_was_delivered_is_not_sent_twice,
    subscribers_are_listed_and_erased,
    a_persons_data_is_exported_and_erased,
    both_forms_of_a_domain_are_one_person,
    erasure_includes_bookings_and_emails,
    erasure_includes_earlier_files,
    data_older_than_the_retention_period_is_deleted,
    staff_see_the_pages,
];

const ENQUIRIES: &str = "/api/admin/enquiries";
const SUBSCRIBERS: &str = "/api/admin/subscribers";
const NOBODY: &str = "019ab000-0000-7000-8000-000000000000";

impl TestSite {
    async fn receive(&self, kind: &str, name: &str, email: &str, message: &str) {
        let data = json!({"type": kind, "name": name, "email": email, "message": message, "website": "example.org",
            "elapsed_ms": 5_000});
        self.post("/api/functions/send-contact-email", &json!({"data": data})).await.ok(200);
        self.advance(1);
    }
}

async fn only_administrators_see_what_visitors_sent(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.receive("contact", "Anna Example", "anna@example.org", "How long does it take?").await;
    site.account(READER, false).await;
    let reader = bearer(&site.sign_in(READER).await);
    let one = format!("{ENQUIRIES}/{NOBODY}");
    let subscriber = format!("{SUBSCRIBERS}/{NOBODY}");
    let mail = format!("/api/admin/outbox/{NOBODY}/retry");
    for (method, address, body) in [
        ("GET", ENQUIRIES, Value::Null),
        ("GET", "/api/admin/enquiries?format=csv", Value::Null),
        ("PATCH", &one, json!({"status": "done"})),
        ("POST", &mail, Value::Null),
        ("GET", SUBSCRIBERS, Value::Null),
        ("GET", "/api/admin/subscribers?format=csv", Value::Null),
        ("DELETE", &subscriber, Value::Null),
        ("GET", "/api/admin/people?email=anna@example.org", Value::Null),
        ("DELETE", "/api/admin/people?email=anna@example.org", Value::Null),
    ] {
        let answer = site.call(method, address, &[], &body).await;
        assert_eq!(answer.failure().1, "authentication_required", "{method} {address}");
        let answer = site.call(method, address, &[("authorization", &reader)], &body).await;
        assert_eq!(answer.failure().1, "not_admin", "{method} {address}");
    }
    assert_eq!(staff.get(ENQUIRIES).await.ok(200)["total"], 1, "nothing was changed");
}

async fn enquiries_are_listed_searched_and_filtered(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.receive("contact", "Anna Example", "anna@example.org", "How long does it take?").await;
    site.receive("audit", "Bob Example", "bob@example.org", "Please look at 100% of our pages").await;
    let all = staff.get(ENQUIRIES).await.ok(200);
    assert_eq!(each(&all["enquiries"], "name"), ["Bob Example", "Anna Example"]);
    assert_eq!(
        (&all["page"], &all["per_page"], &all["total"], &all["pages"]),
        (&json!(1), &json!(20), &json!(2), &json!(1))
    );
    let first = &all["enquiries"][0];
    assert_eq!(
        (&first["type"], &first["status"], &first["delivery"]),
        (&json!("audit"), &json!("new"), &json!("queued"))
    );
    assert_eq!(first["created_text"], "21 Nov 2026, 09:30");
    for (query, names) in [
        ("search=BOB", vec!["Bob Example"]),
        ("search=how%20LONG", vec!["Anna Example"]),
        ("search=100%25", vec!["Bob Example"]),
        ("search=%25", vec!["Bob Example"]),
        ("search=%00", vec![]),
        ("type=contact", vec!["Anna Example"]),
        ("type=contact&status=done", vec![]),
        ("type=&status=&search=", vec!["Bob Example", "Anna Example"]),
        ("page=2", vec![]),
    ] {
        let found = staff.get(&format!("{ENQUIRIES}?{query}")).await.ok(200);
        assert_eq!(each(&found["enquiries"], "name"), names, "{query}");
    }
    for query in ["status=lost", "type=letter", "page=0", "format=pdf"] {
        assert_eq!(staff.get(&format!("{ENQUIRIES}?{query}")).await.failure().0, 422, "{query}");
    }
    site.mail().await;
    assert_eq!(staff.get(ENQUIRIES).await.ok(200)["enquiries"][0]["delivery"], "sent");
}

async fn the_status_and_note_of_an_enquiry_are_changed(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.receive("contact", "Anna Example", "anna@example.org", "How long does it take?").await;
    let address = format!("{ENQUIRIES}/{}", id(&staff.get(ENQUIRIES).await.ok(200)["enquiries"][0]));
    let marked = staff.call("PATCH", &address, &json!({"status": "open", "note": "Called back"})).await.ok(200);
    assert_eq!((&marked["status"], &marked["note"]), (&json!("open"), &json!("Called back")));
    let marked = staff.call("PATCH", &address, &json!({"status": "done"})).await.ok(200);
    assert_eq!((&marked["status"], &marked["note"]), (&json!("done"), &json!("Called back")));
    assert_eq!(staff.get("/api/admin/enquiries?status=done").await.ok(200)["total"], 1);
    let wrong = staff.call("PATCH", &address, &json!({"status": "lost"})).await;
    assert_eq!(wrong.failure().0, 422);
    let long = staff.call("PATCH", &address, &json!({"note": "x".repeat(5_001)})).await;
    assert_eq!(long.field("note"), "The note must be at most 5,000 characters");
    for nobody in [NOBODY, "nonsense"] {
        let answer = staff.call("PATCH", &format!("{ENQUIRIES}/{nobody}"), &json!({"status": "done"})).await;
        assert_eq!(answer.failure().2, "Could not find the requested enquiry");
    }
}

async fn a_note_is_not_written_over_one_that_was_not_seen(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.receive("contact", "Anna Example", "anna@example.org", "How long does it take?").await;
    let address = format!("{ENQUIRIES}/{}", id(&staff.get(ENQUIRIES).await.ok(200)["enquiries"][0]));
    let write = async |change: Value| staff.call("PATCH", &address, &change).await;
    let mine = json!({"note": "Called back", "note_before": ""});
    // The same change may be sent twice.
    for _ in 0..2 {
        assert_eq!(write(mine.clone()).await.ok(200)["note"], "Called back");
    }
    let refused = write(json!({"status": "done", "note": "Wrote to her", "note_before": ""})).await.failure();
    assert_eq!((refused.0, refused.1.as_str()), (409, "edit_conflict"));
    assert!(refused.2.starts_with("Somebody else has changed this note"), "{}", refused.2);
    let kept = &staff.get(ENQUIRIES).await.ok(200)["enquiries"][0];
    assert_eq!((&kept["status"], &kept["note"]), (&json!("new"), &json!("Called back")));
    // A change of the status ignores the note.
    assert_eq!(write(json!({"status": "done", "note_before": "x"})).await.ok(200)["status"], "done");
    assert_eq!(write(json!({"note": "", "note_before": "Called back"})).await.ok(200)["note"], "");
}

async fn csv_cells_are_never_formulas(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.receive("contact", "Anna Example", "anna@example.org", "=HYPERLINK(\"https://evil.test\")").await;
    site.receive("audit", "Bob Example", "bob@example.org", "Two\nlines, one comma").await;
    let answer = staff.get("/api/admin/enquiries?format=csv").await;
    assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"enquiries.csv\"");
    assert!(
        answer.text().starts_with("\u{feff}\"id\",\"created_at\",\"type\",\"status\",\"name\""),
        "{}",
        answer.text()
    );
    assert!(answer.text().contains("\"'=HYPERLINK(\"\"https://evil.test\"\")\""), "{}", answer.text());
    assert!(answer.text().contains("\"Two\nlines, one comma\""));
    let some = staff.get("/api/admin/enquiries?format=csv&type=audit").await;
    assert!(some.text().contains("Bob Example") && !some.text().contains("Anna Example"));
}

async fn a_mail_that_was_delivered_is_not_sent_twice(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.receive("contact", "Anna Example", "anna@example.org", "How long does it take?").await;
    let list = staff.get(ENQUIRIES).await.ok(200);
    let retry = format!("/api/admin/outbox/{}/retry", id(&list["enquiries"][0]["mails"][0]));
    assert_eq!(staff.call("POST", &retry, &Value::Null).await.ok(200)["state"], "queued");
    assert_eq!(site.mail().await.len(), 1);
    assert_eq!(staff.call("POST", &retry, &Value::Null).await.ok(200)["state"], "sent");
    assert_eq!(site.mail().await.len(), 0);
    let nobody = staff.call("POST", &format!("/api/admin/outbox/{NOBODY}/retry"), &Value::Null).await;
    assert_eq!(nobody.failure().0, 404);
}

async fn subscribers_are_listed_and_erased(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.receive("newsletter", "", "Anna@Example.org", "").await;
    site.receive("newsletter", "", "bob@example.org", "").await;
    let all = staff.get(SUBSCRIBERS).await.ok(200);
    assert_eq!(each(&all["subscribers"], "email"), ["bob@example.org", "Anna@Example.org"]);
    assert_eq!((&all["subscribers"][0]["status"], &all["per_page"]), (&json!("pending"), &json!(50)));
    let found = staff.get("/api/admin/subscribers?search=ANNA&status=pending").await.ok(200);
    assert_eq!(each(&found["subscribers"], "email"), ["Anna@Example.org"]);
    assert_eq!(staff.get("/api/admin/subscribers?status=confirmed").await.ok(200)["total"], 0);
    let file = staff.get("/api/admin/subscribers?format=csv").await;
    assert!(
        file.text().starts_with("\u{feff}\"email\",\"status\"")
            && file.text().contains("\"bob@example.org\",\"pending\"")
    );
    let address = format!("{SUBSCRIBERS}/{}", id(&found["subscribers"][0]));
    assert_eq!(staff.call("DELETE", &address, &Value::Null).await.status, 204);
    assert_eq!(staff.call("DELETE", &address, &Value::Null).await.failure().0, 404);
    let mails = site.mail().await;
    assert_eq!(mails.len(), 1, "no confirmation goes to somebody who was erased");
    assert!(mails[0].contains("To: bob@example.org"), "{}", mails[0]);
    assert_eq!(each(&staff.get(SUBSCRIBERS).await.ok(200)["subscribers"], "email"), ["bob@example.org"]);
}

async fn a_persons_data_is_exported_and_erased(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.receive("contact", "Anna Example", "Anna@example.org", "How long does it take?").await;
    site.receive("newsletter", "", "anna@example.org", "").await;
    site.receive("audit", "Bob Example", "bob@example.org", "Please look at our pages").await;
    let address = "/api/admin/people?email=ANNA@example.org";
    let data = staff.get(address).await.ok(200);
    assert_eq!(each(&data["enquiries"], "name"), ["Anna Example"]);
    assert_eq!(data["subscription"]["status"], "pending");
    assert_eq!(each(&data["mails"], "recipient"), ["anna@example.org"]);
    let erased = staff.call("DELETE", address, &Value::Null).await.ok(200);
    let expected = json!({"accounts": 0, "enquiries": 1, "subscriptions": 1, "bookings": 0, "mails": 1, "files": 0,
        "names": 1, "note": null});
    assert_eq!(erased, expected);
    let data = staff.get(address).await.ok(200);
    assert_eq!((&data["enquiries"], &data["subscription"], &data["mails"]), (&json!([]), &Value::Null, &json!([])));
    assert_eq!(each(&staff.get(ENQUIRIES).await.ok(200)["enquiries"], "name"), ["Bob Example"]);
    assert_eq!(site.mail().await.len(), 1, "only the mail about Bob is left");
    let wrong = staff.call("DELETE", "/api/admin/people?email=nobody", &Value::Null).await;
    assert_eq!(wrong.field("email"), "Please enter a valid email address");
}

async fn both_forms_of_a_domain_are_one_person(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    for (written, asked) in
        [("Jo@m\u{fc}ller.example", "jo@xn--mller-kva.example"), ("jo@xn--mller-kva.example", "Jo@m%C3%BCller.example")]
    {
        site.receive("contact", "Jo Example", written, "How long does it take?").await;
        site.receive("newsletter", "", written, "").await;
        let address = format!("/api/admin/people?email={asked}");
        let data = staff.get(&address).await.ok(200);
        assert_eq!(each(&data["enquiries"], "email"), [written]);
        assert_eq!(data["subscription"]["email"], written);
        assert_eq!(each(&data["mails"], "recipient"), [written]);
        let erased = staff.call("DELETE", &address, &Value::Null).await.ok(200);
        let expected = json!({"accounts": 0, "enquiries": 1, "subscriptions": 1, "bookings": 0, "mails": 1, "files": 0,
            "names": 1, "note": null});
        assert_eq!(erased, expected, "{written}");
    }
}

async fn erasure_includes_bookings_and_emails(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let free = site.get("/api/availability").await.ok(200)["slots"].clone();
    let book = async |slot: usize, email: &str| {
        let wish = json!({"start": free[slot]["start"], "name": "Somebody", "email": email, "website": "",
            "message": "About their site", "elapsed_ms": 5_000});
        site.post("/api/bookings", &wish).await.ok(201);
    };
    book(0, "Anna@Example.org").await;
    book(4, "bob@example.org").await;
    site.receive("contact", "Anna Example", "anna@example.org", "How long does it take?").await;
    site.receive("contact", "Joanna Example", "joanna@example.org", "How long does it take?").await;
    site.app.outbox.deliver_due().await.unwrap();
    let address = "/api/admin/people?email=anna@example.org";
    let data = staff.get(address).await.ok(200);
    assert_eq!(each(&data["bookings"], "email"), ["Anna@Example.org"]);
    assert_eq!(data["bookings"][0]["start"], free[0]["start"]);
    assert_eq!(data["bookings"][0]["message"], "About their site");
    assert_eq!(data["bookings"][0]["status"], "upcoming");
    assert_eq!(each(&data["bookings"][0]["mails"], "recipient").len(), 3, "{data}");
    let before = site.written_mail();
    let (theirs, others): (Vec<String>, Vec<String>) = before.into_iter().partition(|mail| {
        let mail = mail.to_lowercase();
        mail.contains("<anna@example.org>") || mail.contains(" anna@example.org")
    });
    assert!(theirs.len() >= 3 && others.len() >= 3, "{} and {}", theirs.len(), others.len());
    let erased = staff.call("DELETE", address, &Value::Null).await.ok(200);
    assert_eq!(
        (&erased["bookings"], &erased["enquiries"], &erased["files"]),
        (&json!(1), &json!(1), &json!(theirs.len()))
    );
    assert_eq!(site.written_mail(), others, "nobody else's mail went");
    let data = staff.get(address).await.ok(200);
    assert_eq!((&data["bookings"], &data["mails"]), (&json!([]), &json!([])));
    let free_now = site.get("/api/availability").await.ok(200)["slots"].clone();
    assert_eq!(free_now[0], free[0], "the time is free again");
    site.advance(40 * 86_400);
    site.app.outbox.deliver_due().await.unwrap();
    assert!(!site.written_mail().iter().any(|mail| mail.to_lowercase().contains("to: anna@")), "no reminder follows");
}

/// Before a mail server was set, its emails were saved as files.
async fn erasure_includes_earlier_files(database: TestDatabase) {
    let site = TestSite::with(database, |config, _| config.smtp = Some("smtp://127.0.0.1:9".parse().unwrap())).await;
    let directory = site.data.path().join("mail");
    std::fs::create_dir(&directory).unwrap();
    for name in ["anna", "bob"] {
        let mail = format!("To: hello@foundfirst.example\r\nReply-To: {name}@example.org\r\n\r\nHello");
        std::fs::write(directory.join(format!("{name}.eml")), mail).unwrap();
    }
    let address = "/api/admin/people?email=anna@example.org";
    assert_eq!(site.staff().await.call("DELETE", address, &Value::Null).await.ok(200)["files"], 1);
    let left: Vec<_> = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["bob.eml"]);
}

async fn data_older_than_the_retention_period_is_deleted(database: TestDatabase) {
    let site =
        TestSite::with(database, |config, _| std::sync::Arc::make_mut(&mut config.site).retention_months = 2).await;
    site.receive("contact", "Anna Example", "anna@example.org", "How long does it take?").await;
    let anna = EmailAddress::parse("anna@example.org").unwrap();
    let kept = async || {
        site.app.enquiries.sweep().await.unwrap();
        site.app.enquiries.sent_by(&anna).await.unwrap().len()
    };
    // Two months from 21 November; the clock has advanced by a second since the message.
    site.advance(61 * 86_400 - 2);
    assert_eq!(kept().await, 1);
    site.advance(2);
    assert_eq!(kept().await, 0);
    assert_eq!(site.app.outbox.counts().await.unwrap().queued, 0, "its emails are deleted with it");
}

async fn staff_see_the_pages(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.receive("contact", "Anna Example", "anna@example.org", "How <b>long</b> does it take?").await;
    for (address, text) in [
        ("/admin/enquiries", "How &lt;b&gt;long&lt;/b&gt; does it take?"),
        ("/admin/enquiries?status=nonsense", "Anna Example"),
        ("/admin/enquiries?search=zzz", "No enquiries found."),
        ("/admin/subscribers", "No subscribers found."),
    ] {
        let page = staff.get(address).await;
        assert!(page.status == 200 && page.text().contains(text), "{address}: {}", page.text());
        let answer = site.call("GET", address, &[], &Value::Null).await;
        assert_eq!((answer.status, answer.header("location")), (303, sign_in_before(address).as_str()), "{address}");
    }
}

async fn a_csv_of_many_batches_has_every_row_once(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let now = site.app.clock.now();
    let rows = (0..450_u128).map(|number| newsletter_subscribers::Model {
        id: Uuid::from_u128(number),
        email: format!("a{number}@example.org"),
        email_key: format!("a{number}@example.org"),
        state: "confirmed".into(),
        source_page: String::new(),
        consent: String::new(),
        search_text: String::new(),
        asked_at: now,
        confirmed_at: None,
        unsubscribed_at: None,
        created_at: now,
        updated_at: now,
    });
    newsletter_subscribers::Entity::insert_many(rows.map(IntoActiveModel::into_active_model))
        .exec_without_returning(site.app.database.writer())
        .await
        .unwrap();
    let answer = staff.get("/api/admin/subscribers?format=csv").await;
    let lines: Vec<&str> = answer.text().lines().collect();
    assert_eq!((lines.len(), answer.text().matches('\u{feff}').count()), (451, 1));
    for (number, line) in (0..450).rev().zip(&lines[1..]) {
        assert!(line.starts_with(&format!("\"a{number}@example.org\"")), "{line}");
    }
}
