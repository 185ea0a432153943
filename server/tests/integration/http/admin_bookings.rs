//! `/api/admin/bookings` and its page: listing and cancelling calls.

use serde_json::{Value, json};

use super::site::{ADMIN, READER, Staff, TestDatabase, TestSite, bearer, each, id, on_both_engines, sign_in_before};

on_both_engines![
    only_administrators_see_who_has_booked,
    calls_are_listed_searched_and_filtered,
    a_call_is_cancelled_by_staff_and_its_time_is_free_again,
    past_and_unknown_calls_are_not_cancelled,
    csv_cells_are_never_formulas,
    staff_see_the_page_and_no_secret,
];

const BOOKINGS: &str = "/api/admin/bookings";
const NOBODY: &str = "/api/admin/bookings/019ab000-0000-7000-8000-000000000000";
const FIRST: &str = "2026-11-23T09:30:00Z";
const SECOND: &str = "2026-11-23T10:00:00Z";

impl TestSite {
    /// Books a call. Returns the token of its link.
    async fn book(&self, start: &str, name: &str, message: &str) -> String {
        let body = json!({"start": start, "name": name, "email": format!("{}@example.org", name.replace(' ', ".")),
            "website": "example.org", "message": message, "nickname": "", "elapsed_ms": 5_000});
        let answer = self.post("/api/bookings", &body).await.ok(201);
        answer["manage_url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned()
    }

    async fn next_free(&self) -> Value {
        self.get("/api/availability").await.ok(200)["slots"][0]["start"].clone()
    }
}

/// Two days later, during the first call. The session has expired, so this signs in again.
async fn later(site: &TestSite) -> Staff<'_> {
    site.advance(2 * 24 * 3_600 + 10 * 60);
    Staff { site, bearer: bearer(&site.sign_in(ADMIN).await) }
}

async fn only_administrators_see_who_has_booked(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.book(FIRST, "Anna Example", "").await;
    site.account(READER, false).await;
    let reader = bearer(&site.sign_in(READER).await);
    let one = format!("{BOOKINGS}/{}", id(&staff.get(BOOKINGS).await.ok(200)["bookings"][0]));
    for (method, address) in [("GET", BOOKINGS), ("GET", "/api/admin/bookings?format=csv"), ("DELETE", &one)] {
        let answer = site.call(method, address, &[], &Value::Null).await;
        assert_eq!(answer.failure().1, "authentication_required", "{method} {address}");
        let answer = site.call(method, address, &[("authorization", &reader)], &Value::Null).await;
        assert_eq!(answer.failure().1, "not_admin", "{method} {address}");
    }
    assert_eq!(site.next_free().await, SECOND, "nothing was changed");
}

async fn calls_are_listed_searched_and_filtered(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.book(SECOND, "Bob Example", "100% of our pages").await;
    site.book(FIRST, "Anna Example", "The move in June").await;
    let all = staff.get(BOOKINGS).await.ok(200);
    assert_eq!(each(&all["bookings"], "name"), ["Anna Example", "Bob Example"], "what comes next is first");
    let numbers = ["page", "per_page", "total", "pages"].map(|name| all[name].as_u64().unwrap());
    assert_eq!(numbers, [1, 20, 2, 1]);
    let first = &all["bookings"][0];
    for (field, value) in [
        ("status", "upcoming"),
        ("start", FIRST),
        ("end", "2026-11-23T09:50:00Z"),
        ("date", "2026-11-23"),
        ("time", "09:30"),
        ("email", "Anna.Example@example.org"),
        ("website", "example.org"),
        ("message", "The move in June"),
        ("created_text", "21 Nov 2026, 09:30"),
        ("delivery", "queued"),
    ] {
        assert_eq!(first[field], value, "{field}");
    }
    assert_eq!(first["mails"].as_array().unwrap().len(), 3, "two and a reminder");
    site.mail().await;
    let sent = staff.get(BOOKINGS).await.ok(200);
    assert_eq!(each(&sent["bookings"], "delivery"), ["sent", "sent"], "a reminder that is not due yet is not overdue");
    for (query, names) in [
        ("search=BOB", vec!["Bob Example"]),
        ("search=MOVE%20in", vec!["Anna Example"]),
        ("search=%25", vec!["Bob Example"]),
        ("search=%00", vec![]),
        ("status=upcoming", vec!["Anna Example", "Bob Example"]),
        ("status=past", vec![]),
        ("status=cancelled", vec![]),
        ("status=spam", vec![]),
        ("status=all&search=", vec!["Anna Example", "Bob Example"]),
        ("status=&page=1", vec!["Anna Example", "Bob Example"]),
        ("page=2", vec![]),
    ] {
        let found = staff.get(&format!("{BOOKINGS}?{query}")).await.ok(200);
        assert_eq!(each(&found["bookings"], "name"), names, "{query}");
    }
    for query in ["status=lost", "page=0", "format=pdf"] {
        assert_eq!(staff.get(&format!("{BOOKINGS}?{query}")).await.failure().0, 422, "{query}");
    }
    let staff = later(&site).await;
    let past = staff.get(&format!("{BOOKINGS}?status=past")).await.ok(200);
    assert_eq!(each(&past["bookings"], "name"), ["Anna Example"]);
}

async fn a_call_is_cancelled_by_staff_and_its_time_is_free_again(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let token = site.book(FIRST, "Anna Example", "").await;
    site.mail().await;
    let address = format!("{BOOKINGS}/{}", id(&staff.get(BOOKINGS).await.ok(200)["bookings"][0]));
    assert_eq!(site.next_free().await, SECOND);
    assert_eq!(staff.call("DELETE", &address, &Value::Null).await.status, 204);
    assert_eq!(site.next_free().await, FIRST);
    assert_eq!(site.data(&format!("/bookings/{token}"), &[]).await.json()["props"]["booking"]["status"], "cancelled");
    let mails = site.mail().await;
    let to = |address: &str| mails.iter().find(|mail| mail.contains(&format!("\r\nTo: {address}\r\n"))).unwrap();
    let (visitor, company) = (to("Anna.Example@example.org"), to("hello@foundfirst.example"));
    for mail in [visitor, company] {
        assert!(mail.contains("method=CANCEL") && mail.contains("SEQUENCE:1"), "{mail}");
    }
    assert!(visitor.contains("Subject: We have to cancel your discovery call"), "{visitor}");
    assert!(visitor.contains("https://foundfirst.test/contact?tab=3Dschedule") || visitor.contains("tab=schedule"));
    assert!(company.contains("You cancelled the call with Anna Example"), "{company}");
    assert_eq!((mails.len(), site.app.outbox.counts().await.unwrap().queued), (2, 0), "the reminder is gone");
    let list = staff.get("/api/admin/bookings?status=cancelled").await.ok(200);
    assert_eq!((each(&list["bookings"], "delivery"), &list["bookings"][0]["changes"]), (vec!["sent"], &json!(1)));
    let (status, code, _) = staff.call("DELETE", &address, &Value::Null).await.failure();
    assert_eq!((status, code.as_str()), (410, "booking_cancelled"));
    assert_eq!(site.mail().await, Vec::<String>::new());
}

async fn past_and_unknown_calls_are_not_cancelled(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.book(FIRST, "Anna Example", "").await;
    let address = format!("{BOOKINGS}/{}", id(&staff.get(BOOKINGS).await.ok(200)["bookings"][0]));
    let staff = later(&site).await;
    let (status, code, _) = staff.call("DELETE", &address, &Value::Null).await.failure();
    assert_eq!((status, code.as_str()), (410, "booking_past"));
    for unknown in [NOBODY, "/api/admin/bookings/nonsense"] {
        let answer = staff.call("DELETE", unknown, &Value::Null).await;
        assert_eq!(answer.failure(), (404, "not_found".into(), "Could not find the requested booking".into()));
    }
    assert_eq!(site.call("PATCH", &address, &[], &json!({})).await.status, 405);
}

async fn csv_cells_are_never_formulas(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    site.book(FIRST, "Anna Example", "=HYPERLINK(\"https://evil.test\")").await;
    site.book(SECOND, "Bob Example", "Two\nlines, one comma").await;
    let answer = staff.get("/api/admin/bookings?format=csv").await;
    assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"bookings.csv\"");
    let text = answer.text();
    assert!(text.starts_with("\u{feff}\"id\",\"status\",\"start\",\"end\",\"name\",\"email\""), "{text}");
    assert!(text.contains("\"upcoming\",\"2026-11-23T09:30:00+00:00\",\"2026-11-23T09:50:00+00:00\",\"Anna"), "{text}");
    assert!(text.contains("\"'=HYPERLINK(\"\"https://evil.test\"\")\""), "{text}");
    assert!(text.contains("\"Two\nlines, one comma\""), "{text}");
    let some = staff.get("/api/admin/bookings?format=csv&search=bob").await;
    assert!(some.text().contains("Bob Example") && !some.text().contains("Anna Example"));
}

async fn staff_see_the_page_and_no_secret(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let staff = site.staff().await;
    let token = site.book(FIRST, "Anna Example", "About <b>June</b>").await;
    for (address, text) in [
        ("/admin/bookings", "About &lt;b&gt;June&lt;/b&gt;"),
        ("/admin/bookings?status=nonsense", "Anna Example"),
        ("/admin/bookings?status=past", "No bookings found."),
    ] {
        let page = staff.get(address).await;
        assert!(page.status == 200 && page.text().contains(text), "{address}: {}", page.text());
        assert!(!page.text().contains(&token), "{address}");
        let answer = site.call("GET", address, &[], &Value::Null).await;
        assert_eq!((answer.status, answer.header("location")), (303, sign_in_before(address).as_str()), "{address}");
    }
    assert!(!staff.get(BOOKINGS).await.text().contains(&token));
}
