//! Limits of bookings, and calls that are held until the link in their email is followed.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::site::{Answer, TestDatabase, TestSite, on_both_engines};

on_both_engines![
    an_address_has_three_calls_ahead,
    a_network_has_five_bookings_a_day_and_a_cancelled_one_gives_its_place_back,
    the_wait_for_a_booking_is_rounded_up,
    a_held_call_is_booked_by_following_its_link,
    a_hold_ends_after_ten_minutes,
    a_booking_leaves_other_pages_in_the_cache,
];

/// Returns the time of the `n`th slot of Monday 23 November.
fn time(n: u8) -> String {
    let minutes = 9 * 60 + 30 + u32::from(n) * 30;
    format!("2026-11-23T{:02}:{:02}:00Z", minutes / 60, minutes % 60)
}

impl TestSite {
    /// Books the `n`th slot from the `n`th network.
    async fn book_from(&self, network: u8, n: u8, email: &str) -> Answer {
        let body = json!({"start": time(n), "name": "Anna Example", "email": email, "elapsed_ms": 5_000});
        self.call_from([198, 51, network, n], "/api/bookings", &[], &body).await
    }

    /// Books the first slots from network 1 until the next booking of that network is held.
    async fn use_half_the_budget(&self) {
        for n in 0..3 {
            let booked = self.book_from(1, n, &format!("{n}@example.org")).await.ok(201);
            assert_eq!(booked["held_until"], Value::Null);
        }
        self.mail().await;
    }

    async fn is_free(&self, n: u8) -> bool {
        let slots = self.get("/api/availability").await.ok(200)["slots"].clone();
        slots.as_array().unwrap().iter().any(|slot| slot["start"] == time(n))
    }
}

/// Returns the path of the page behind the link of a booking.
fn path_of(booked: &Value) -> String {
    booked["manage_url"].as_str().unwrap().strip_prefix("https://foundfirst.test").unwrap().to_owned()
}

async fn an_address_has_three_calls_ahead(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for n in 0..3 {
        site.book_from(n, n, "anna@example.org").await.ok(201);
    }
    let refused = site.book_from(9, 9, "Anna@Example.org").await;
    let (status, code, message) = refused.failure();
    assert_eq!((status, code.as_str()), (409, "too_many_open"));
    assert!(message.starts_with("You already have three calls booked with this email address."), "{message}");
    assert_eq!(refused.json()["error"]["fields"]["email"], message);
    let form = format!("type=booking&name=Anna&email=anna%40example.org&start={}", time(9));
    let page = site.submit("/contact", &form).await;
    assert_eq!(page.status, 409);
    assert!(page.text().contains("You already have three calls booked with this email address."), "{}", page.text());
    assert!(site.is_free(9).await);
    site.book_from(9, 9, "bob@example.org").await.ok(201);
}

async fn a_network_has_five_bookings_a_day_and_a_cancelled_one_gives_its_place_back(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let mut paths = Vec::new();
    for n in 0..5 {
        paths.push(path_of(&site.book_from(1, n, &format!("{n}@example.org")).await.ok(201)));
    }
    let refused = site.book_from(1, 5, "6@example.org").await;
    let (status, code, message) = refused.failure();
    assert_eq!((status, code.as_str(), refused.header("retry-after")), (429, "too_many_requests", "86400"));
    assert!(message.contains("Please try again in 24 hours, or write to hello@foundfirst.example."), "{message}");
    site.book_from(2, 5, "6@example.org").await.ok(201);
    assert_eq!(site.call("DELETE", &format!("/api{}", paths[1]), &[], &Value::Null).await.status, 204);
    site.book_from(1, 6, "7@example.org").await.ok(201);
    assert_eq!(site.book_from(1, 7, "8@example.org").await.status, 429);
    // The next day, today's call no longer counts.
    site.advance(24 * 3_600);
    let tomorrow = json!({"start": "2026-11-25T09:30:00Z", "name": "Anna", "email": "8@example.org"});
    site.call_from([198, 51, 1, 1], "/api/bookings", &[], &tomorrow).await.ok(201);
}

async fn the_wait_for_a_booking_is_rounded_up(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for n in 0..5 {
        site.book_from(1, n, &format!("{n}@example.org")).await.ok(201);
    }
    site.clock.advance(TimeDelta::milliseconds(500));
    let refused = site.book_from(1, 5, "6@example.org").await;
    assert_eq!((refused.status, refused.header("retry-after")), (429, "86400"));
}

async fn a_held_call_is_booked_by_following_its_link(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.use_half_the_budget().await;
    let held = site.book_from(1, 3, "anna@example.org").await.ok(201);
    assert_eq!(held["held_until"], "2026-11-21T09:40:00Z");
    let path = path_of(&held);
    assert!(!site.is_free(3).await);
    let mails = site.mail().await;
    let [mail] = &mails[..] else { panic!("{mails:?}") };
    assert!(mail.contains("To: anna@example.org") && mail.contains("held for you until 09:40 UK time"), "{mail}");
    assert!(!mail.contains("invite.ics"), "{mail}");
    // The sender of the form knows the page's address, but not the secret of the link.
    let status = async || site.data(&path, &[]).await.json()["props"]["booking"]["status"].clone();
    assert_eq!(status().await, "held");
    assert_eq!(site.get(&format!("{path}?confirm=guess")).await.status, 200);
    assert_eq!(status().await, "held");
    let moved = site.call("PATCH", &format!("/api{path}"), &[], &json!({"start": time(4)})).await;
    assert_eq!(moved.failure().1, "booking_held");

    let begin = mail.find(&format!("{path}?confirm=")).unwrap_or_else(|| panic!("{mail}"));
    let link = mail[begin..].split_whitespace().next().unwrap();
    assert_eq!(site.call("HEAD", link, &[], &Value::Null).await.status, 200);
    assert_eq!(status().await, "held", "only reading the page follows the link");
    for _ in 0..2 {
        let answer = site.get(link).await;
        assert_eq!((answer.status, answer.header("location")), (303, path.as_str()));
    }
    assert_eq!(status().await, "booked");
    let mails = site.mail().await;
    assert_eq!(mails.len(), 2, "{mails:?}");
    assert!(mails.iter().all(|mail| mail.contains("invite.ics") && mail.contains("SEQUENCE:0")), "{mails:?}");
    site.advance(3_600);
    assert!(!site.is_free(3).await);
}

async fn a_hold_ends_after_ten_minutes(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.use_half_the_budget().await;
    let path = path_of(&site.book_from(1, 3, "anna@example.org").await.ok(201));
    let offered = async || site.get("/contact?tab=schedule").await.text().contains(&time(3));
    assert!(!offered().await);
    site.advance(599);
    assert!(!offered().await);
    site.advance(1);
    assert!(offered().await, "the cached page ends with the hold");
    assert_eq!(site.data(&path, &[]).await.json()["props"]["booking"]["status"], "lapsed");
    let late = site.call("DELETE", &format!("/api{path}"), &[], &Value::Null).await;
    assert_eq!(late.failure().1, "booking_lapsed");
    let other = site.book_from(2, 3, "bob@example.org").await.ok(201);
    assert_eq!(other["held_until"], Value::Null);
}

async fn a_booking_leaves_other_pages_in_the_cache(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let pages = ["/", "/blog", "/contact", "/contact?tab=schedule"];
    for page in pages {
        site.get(page).await;
    }
    let version = site.app.content.version();
    site.book_from(1, 0, "anna@example.org").await.ok(201);
    let before = site.app.cache.stats().misses;
    for page in pages {
        site.get(page).await;
    }
    assert_eq!(site.app.cache.stats().misses, before + 1, "only the page with free times is rendered again");
    assert_eq!(site.app.content.version(), version);
}
