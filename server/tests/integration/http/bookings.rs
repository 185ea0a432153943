//! Discovery calls: free times, booking, moving and cancelling, with the API and with plain forms.

use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use super::site::{Answer, TestDatabase, TestSite, on_both_engines, on_one_engine};

on_both_engines![
    two_weeks_of_opening_hours_are_free,
    invalid_parameters_are_refused,
    a_booked_time_is_free_for_nobody_else,
    of_fifty_concurrent_bookings_one_succeeds,
    errors_name_their_field,
    a_call_is_moved_and_cancelled_by_its_link,
    a_link_that_nobody_was_sent_is_not_found,
    a_call_that_is_over_is_left_alone,
    emails_carry_invitations_reminders_and_cancellations,
    a_reminder_is_not_sent_once_the_call_has_begun,
    a_program_gets_the_same_answer_and_no_time,
    many_links_need_a_confirmation,
    pages_never_offer_what_is_booked,
    a_call_is_booked_without_scripts,
    a_call_is_moved_and_cancelled_without_scripts,
    a_page_with_a_secret_is_not_cacheable,
];

on_one_engine![a_fault_is_told_apart_from_a_booking_that_failed];

/// The first free time after the tests' start, a Saturday in winter.
const FIRST: &str = "2026-11-23T09:30:00Z";
const SECOND: &str = "2026-11-23T10:00:00Z";
const TAKEN: &str = "That time has just been taken. Please choose another.";
const REPEATED: &str = "You've already booked this time. Please check your email.";

fn wish(start: &str) -> Value {
    json!({"start": start, "name": "Anna Example", "email": "anna@example.org", "website": "", "message": "Hello",
        "nickname": "", "elapsed_ms": 5_000})
}

fn starts(availability: &Value) -> Vec<String> {
    let slots = availability["slots"].as_array().unwrap();
    slots.iter().map(|slot| slot["start"].as_str().unwrap().to_owned()).collect()
}

impl TestSite {
    async fn free(&self, query: &str) -> Vec<String> {
        starts(&self.get(&format!("/api/availability{query}")).await.ok(200))
    }

    /// Books a call. Returns the token of its link.
    async fn booked(&self, start: &str) -> String {
        let answer = self.post("/api/bookings", &wish(start)).await.ok(201);
        let url = answer["manage_url"].as_str().unwrap();
        url.strip_prefix("https://foundfirst.test/bookings/").unwrap().to_owned()
    }

    async fn reschedule(&self, token: &str, start: &str) -> Answer {
        self.call("PATCH", &format!("/api/bookings/{token}"), &[], &json!({"start": start})).await
    }

    async fn cancel(&self, token: &str) -> Answer {
        self.call("DELETE", &format!("/api/bookings/{token}"), &[], &Value::Null).await
    }

    async fn props(&self, address: &str) -> Value {
        self.data(address, &[]).await.json()["props"].clone()
    }
}

async fn two_weeks_of_opening_hours_are_free(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let answer = site.get("/api/availability").await;
    let all = answer.ok(200);
    assert_eq!(all["time_zone"], "Europe/London");
    assert_eq!(all["slots"][0], json!({"start": FIRST, "end": "2026-11-23T09:50:00Z"}));
    assert_eq!(starts(&all).len(), 10 * 15);
    assert_eq!(site.free("?from=2026-11-24&days=1").await.len(), 15);
    assert_eq!(site.free("?from=2026-11-21&days=2").await.len(), 0, "a weekend");
    assert_eq!(site.free("?from=2026-11-21&days=31").await.len(), 10 * 15, "two weeks ahead, whatever is asked");
    assert_eq!(site.free("?from=2020-01-01&days=31").await.len(), 0);
    assert_eq!(site.free("?from=9999-12-31&days=31").await.len(), 0);
}

async fn invalid_parameters_are_refused(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for from in ["", "x", "2026-02-30", "2026-2-3", "2026-11-23T00:00:00Z", "%2B2026-11-23"] {
        let answer = site.get(&format!("/api/availability?from={from}")).await;
        assert_eq!(answer.field("from"), "Must be a date of the form YYYY-MM-DD", "{from}");
    }
    for days in ["", "0", "32", "-1", "x", "1.5", "99999999999999999999"] {
        let answer = site.get(&format!("/api/availability?days={days}")).await;
        assert_eq!(answer.field("days"), "Must be a number from 1 to 31", "{days}");
    }
    assert_eq!(site.post("/api/availability", &json!({})).await.failure().0, 405);
}

async fn a_booked_time_is_free_for_nobody_else(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let answer = site.post("/api/bookings", &wish(FIRST)).await.ok(201);
    assert_eq!((&answer["start"], &answer["end"]), (&json!(FIRST), &json!("2026-11-23T09:50:00Z")));
    assert_eq!(answer["id"].as_str().unwrap().len(), 36);
    assert_eq!(site.free("").await[0], SECOND);
    let mut other = wish(FIRST);
    other["email"] = json!("ben@example.org");
    let refused = site.post("/api/bookings", &other).await;
    assert_eq!(refused.failure(), (409, "slot_taken".into(), TAKEN.into()));
    let repeated = site.post("/api/bookings", &wish(FIRST)).await;
    assert_eq!(repeated.failure(), (409, "slot_taken".into(), REPEATED.into()));
    assert_eq!(repeated.json()["error"]["fields"]["start"], REPEATED);
    assert!(
        site.post("/api/bookings", &wish("2026-11-23T11:00:00+01:00")).await.status == 201,
        "the second, elsewhere"
    );
}

async fn of_fifty_concurrent_bookings_one_succeeds(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let body = wish(FIRST);
    let tries = (0..50).map(|_| site.post("/api/bookings", &body));
    let statuses = at_once(tries.collect()).await;
    let count = |status: u16| statuses.iter().filter(|one| **one == status).count();
    assert_eq!((count(201), count(409)), (1, 49), "{statuses:?}");
    assert_eq!(site.mail().await.len(), 2);
}

/// Polls all futures concurrently, in this task. Returns the statuses.
async fn at_once<F: Future<Output = Answer>>(tries: Vec<F>) -> Vec<u16> {
    let mut tries: Vec<_> = tries.into_iter().map(Box::pin).map(Some).collect();
    let mut statuses = Vec::new();
    std::future::poll_fn(move |context| {
        for slot in &mut tries {
            let Some(attempt) = slot else { continue };
            if let std::task::Poll::Ready(answer) = attempt.as_mut().poll(context) {
                statuses.push(answer.status);
                *slot = None;
            }
        }
        if tries.iter().all(Option::is_none) {
            std::task::Poll::Ready(std::mem::take(&mut statuses))
        } else {
            std::task::Poll::Pending
        }
    })
    .await
}

async fn errors_name_their_field(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for (field, value, text) in [
        ("start", json!(""), "Please choose a time"),
        ("start", Value::Null, "Please choose a time"),
        ("start", json!("2026-11-23T09:31:00Z"), "This time isn't available. Please choose another."),
        ("start", json!("2026-11-21T09:30:00Z"), "This time isn't available. Please choose another."),
        ("name", json!("A"), "Name must be at least 2 characters"),
        ("email", json!("anna@"), "Please enter a valid email address"),
        ("website", json!("a.b"), "Website must be at least 5 characters"),
    ] {
        let mut body = wish(FIRST);
        body[field] = value;
        let answer = site.post("/api/bookings", &body).await;
        assert_eq!(answer.field(field), text);
        assert_eq!(answer.failure(), (422, "invalid".into(), text.into()));
    }
    assert_eq!(site.free("").await[0], FIRST);
    assert_eq!(site.mail().await, Vec::<String>::new());
}

async fn a_call_is_moved_and_cancelled_by_its_link(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let token = site.booked(FIRST).await;
    site.booked(SECOND).await;
    assert_eq!(site.reschedule(&token, SECOND).await.failure(), (409, "slot_taken".into(), TAKEN.into()));
    assert_eq!(site.reschedule(&token, "").await.field("start"), "Please choose a time");
    let moved = site.reschedule(&token, "2026-11-24T09:30:00Z").await.ok(200);
    assert_eq!(moved["start"], "2026-11-24T09:30:00Z");
    assert_eq!(moved["manage_url"], format!("https://foundfirst.test/bookings/{token}"));
    assert_eq!(site.free("").await[0], FIRST, "free again");
    assert_eq!(site.cancel(&token).await.status, 204);
    assert!(site.free("").await.contains(&"2026-11-24T09:30:00Z".to_owned()));
    for answer in [site.cancel(&token).await, site.reschedule(&token, FIRST).await] {
        let text = "This call has been cancelled. Please book another.";
        assert_eq!(answer.failure(), (410, "booking_cancelled".into(), text.into()));
    }
}

async fn a_link_that_nobody_was_sent_is_not_found(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for token in ["x", "%00", "%ff"] {
        assert_eq!(site.cancel(token).await.failure().0, 404);
        assert_eq!(site.reschedule(token, FIRST).await.failure().0, 404);
        let page = site.data(&format!("/bookings/{token}"), &[]).await.ok(404);
        assert_eq!((&page["component"], &page["props"]["booking"]), (&json!("booking"), &Value::Null));
        assert_eq!(site.submit(&format!("/bookings/{token}"), "action=cancel").await.status, 404);
    }
}

async fn a_call_that_is_over_is_left_alone(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let token = site.booked(FIRST).await;
    site.advance(48 * 3_600);
    for answer in [site.cancel(&token).await, site.reschedule(&token, "2026-11-25T09:30:00Z").await] {
        let (status, code, text) = answer.failure();
        assert_eq!((status, code.as_str()), (410, "booking_past"));
        assert_eq!(text, "This call has started or is over, so it can no longer be changed.");
    }
    assert_eq!(site.props(&format!("/bookings/{token}")).await["booking"]["status"], "past");
}

async fn emails_carry_invitations_reminders_and_cancellations(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let token = site.booked("2026-11-25T14:00:00Z").await;
    let manage_url = format!("https://foundfirst.test/bookings/{token}");
    let to = |mails: &[String], address: &str| {
        let line = format!("\r\nTo: {address}\r\n");
        mails.iter().find(|mail| mail.contains(&line)).unwrap_or_else(|| panic!("{mails:?}")).clone()
    };
    let mails = site.mail().await;
    assert_eq!(mails.len(), 2);
    let (visitor, company) = (to(&mails, "anna@example.org"), to(&mails, "hello@foundfirst.example"));
    for mail in [&visitor, &company] {
        assert!(mail.contains("method=REQUEST") && mail.contains("filename=\"invite.ics\""), "{mail}");
        assert!(mail.contains("DTSTART:20261125T140000Z") && mail.contains("SEQUENCE:0"), "{mail}");
    }
    assert!(visitor.contains("Wednesday 25 November 2026, 14:00 to 14:20 UK time (UTC+00:00)"), "{visitor}");
    assert!(
        visitor.contains(&manage_url) && visitor.contains("https://meet.foundfirst.example/discovery"),
        "{visitor}"
    );
    assert!(company.contains("Reply-To: anna@example.org") && company.contains("> Hello"), "{company}");

    site.reschedule(&token, "2026-11-26T14:00:00Z").await.ok(200);
    let mails = site.mail().await;
    assert_eq!(mails.len(), 2);
    assert!(to(&mails, "anna@example.org").contains("SEQUENCE:1"));

    site.advance(4 * 24 * 3_600 + 4 * 3_600);
    assert_eq!(site.mail().await, Vec::<String>::new(), "the reminder of the old time is gone, the new one is not due");
    site.advance(3_600);
    let mails = site.mail().await;
    assert_eq!(mails.len(), 1);
    assert!(to(&mails, "anna@example.org").contains("Reminder: your discovery call"), "{mails:?}");

    assert_eq!(site.cancel(&token).await.status, 204);
    let mails = site.mail().await;
    let mail = to(&mails, "anna@example.org");
    assert!(
        mail.contains("method=CANCEL") && mail.contains("SEQUENCE:2") && mail.contains("STATUS:CANCELLED"),
        "{mail}"
    );
    assert_eq!(site.app.outbox.counts().await.unwrap().queued, 0);
}

async fn a_reminder_is_not_sent_once_the_call_has_begun(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.booked("2026-11-25T14:00:00Z").await;
    assert_eq!(site.mail().await.len(), 2);
    // Nothing has been delivered since before the reminder was due.
    site.advance(5 * 24 * 3_600);
    assert_eq!(site.mail().await, Vec::<String>::new());
    let counts = site.app.outbox.counts().await.unwrap();
    assert_eq!((counts.queued, counts.failed), (0, 1));
}

async fn a_program_gets_the_same_answer_and_no_time(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let mut body = wish(FIRST);
    body["nickname"] = json!("Bob");
    site.post("/api/bookings", &body).await.ok(201);
    assert_eq!(site.free("").await[0], FIRST);
    assert_eq!(site.mail().await, Vec::<String>::new());
    let plain = site.submit("/contact", &format!("{FORM}Bob&start={SECOND}")).await;
    assert_eq!(plain.status, 303);
    let page = site.props(plain.header("location")).await;
    assert_eq!((&page["booking"]["start"], &page["booking"]["status"]), (&json!(SECOND), &json!("booked")));
    assert_eq!(site.free("").await[1], SECOND);
}

async fn many_links_need_a_confirmation(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let mut body = wish(FIRST);
    body["message"] = json!("https://example.org/page ".repeat(4));
    let held = site.post("/api/bookings", &body).await.ok(201);
    assert!(held["held_until"].is_string(), "{held}");
    assert_eq!(site.free("").await[0], SECOND);
    let mails = site.mail().await;
    assert!(mails.len() == 1 && mails[0].contains("Please confirm your discovery call"), "{mails:?}");
}

async fn a_fault_is_told_apart_from_a_booking_that_failed(database: TestDatabase) {
    let engine = database.open().await;
    let site = TestSite::new(database).await;
    let page = format!("/bookings/{}", site.booked(FIRST).await);
    let full = "CREATE TRIGGER full BEFORE UPDATE ON bookings BEGIN SELECT RAISE(ABORT, 'disk full'); END";
    engine.writer().execute_unprepared(full).await.unwrap();
    for (form, text) in [
        ("action=cancel".to_owned(), "t cancel your call. Please try again."),
        (format!("action=reschedule&start={SECOND}"), "t move your call. Please try again."),
    ] {
        let answer = site.submit(&page, &form).await;
        assert!(answer.status >= 500 && answer.text().contains(text), "{} {}", answer.status, answer.text());
    }
    assert_eq!(site.props(&page).await["booking"]["status"], "booked");
}

async fn pages_never_offer_what_is_booked(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let first = async || site.props("/contact?tab=schedule").await["availability"]["slots"][0].clone();
    let expected = json!({"start": FIRST, "end": "2026-11-23T09:50:00Z", "date": "2026-11-23", "time": "09:30"});
    assert_eq!((first().await, first().await), (expected.clone(), expected));
    let token = site.booked(FIRST).await;
    assert_eq!(first().await["start"], SECOND);
    assert!(!site.get("/contact?tab=schedule").await.text().contains(FIRST));
    site.cancel(&token).await;
    assert_eq!(first().await["start"], FIRST);
    // A time is no longer offered twelve hours before, however new the cached page is.
    site.advance(36 * 3_600 - 60);
    assert_eq!(first().await["start"], FIRST);
    site.advance(61);
    assert_eq!(first().await["start"], SECOND);
    assert_eq!(site.props("/contact").await, json!({"tab": "message"}));
}

const FORM: &str = "type=booking&name=Anna&email=anna%40example.org&website=&message=Hello&nickname=";

async fn a_call_is_booked_without_scripts(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let wrong = site.submit("/contact", "type=booking&name=A&email=x&message=Hello+there").await;
    assert_eq!(wrong.status, 422);
    for text in ["Please choose a time", "Name must be at least 2 characters", "Hello there", FIRST] {
        assert!(wrong.text().contains(text), "{text} in {}", wrong.text());
    }
    let form = format!("{FORM}&start={FIRST}");
    let taken = site.submit("/contact", &form).await;
    assert_eq!((taken.status, taken.header("cache-control")), (303, "private, no-store"));
    let page = site.props(taken.header("location")).await;
    assert_eq!((&page["booking"]["start"], &page["booking"]["status"]), (&json!(FIRST), &json!("booked")));
    let late = site.submit("/contact", &form).await;
    assert_eq!(late.status, 409);
    let repeated = REPEATED.replace('\'', "&#x27;");
    assert!(late.text().contains(&repeated) && late.text().contains(SECOND), "{}", late.text());
    // One element takes the focus: the first free time.
    assert_eq!(late.text().matches("autofocus").count(), 1, "{}", late.text());
}

async fn a_call_is_moved_and_cancelled_without_scripts(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let page = format!("/bookings/{}", site.booked(FIRST).await);
    site.booked(SECOND).await;
    for (form, status, text) in [
        ("action=reschedule".to_owned(), 422, "Please choose a time"),
        (format!("action=reschedule&start={SECOND}"), 409, TAKEN),
    ] {
        let answer = site.submit(&page, &form).await;
        assert_eq!(answer.status, status);
        assert!(answer.text().contains(text), "{}", answer.text());
    }
    let moved = site.submit(&page, "action=reschedule&start=2026-11-24T09:30:00Z").await;
    assert_eq!(moved.status, 303);
    let there = site.data(moved.header("location"), &[]).await.ok(200);
    assert_eq!(there["props"]["booking"]["time"], "09:30");
    assert_eq!(there["form"]["message"], "Your call has been moved.");
    // Of a repeated field, the first counts.
    let cancelled = site.submit(&page, "action=cancel&action=reschedule").await;
    assert_eq!((cancelled.status, cancelled.header("location")), (303, page.as_str()));
    assert_eq!(site.props(&page).await["booking"]["status"], "cancelled");
    assert_eq!(site.submit(&page, "action=cancel").await.status, 410);
}

async fn a_page_with_a_secret_is_not_cacheable(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let page = format!("/bookings/{}", site.booked(FIRST).await);
    let entries = site.app.cache.stats().entries;
    let answer = site.get(&page).await;
    assert_eq!((answer.status, answer.header("cache-control"), answer.header("etag")), (200, "private, no-store", ""));
    assert!(answer.text().contains("noindex"), "{}", answer.text());
    assert_eq!(site.app.cache.stats().entries, entries);
}
