//! The links in newsletter emails: opening one changes nothing, pressing the button does.

use serde_json::{Value, json};

use super::site::{Answer, TestDatabase, TestSite, on_both_engines};

on_both_engines![
    a_subscription_is_confirmed_by_the_button_of_its_link,
    a_link_ends_the_subscription,
    mail_programs_end_it_on_their_own,
    a_link_that_nobody_was_sent_is_not_found,
    pages_with_tokens_are_not_cacheable,
    the_privacy_page_says_how_long_things_are_kept,
];

async fn subscribed(site: &TestSite) -> String {
    let data = json!({"type": "newsletter", "email": "anna@example.org"});
    site.post("/api/functions/send-contact-email", &json!({"data": data})).await.ok(200);
    let mail = site.mail().await.remove(0);
    let (_, rest) = mail.split_once("/newsletter/confirm?token=").unwrap();
    rest.split_whitespace().next().unwrap().to_owned()
}

impl TestSite {
    async fn state(&self, address: &str) -> Value {
        let page = self.data(address, &[]).await;
        page.json()["props"]["state"].clone()
    }
}

fn path(page: &str, token: &str) -> String {
    format!("/newsletter/{page}?token={token}")
}

async fn a_subscription_is_confirmed_by_the_button_of_its_link(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let token = subscribed(&site).await;
    for _ in 0..2 {
        let page = site.data(&path("confirm", &token), &[]).await.ok(200);
        let props = json!({"state": "ask", "token": token, "email": "anna@example.org"});
        assert_eq!((&page["component"], &page["props"]), (&json!("newsletter/confirm"), &props));
    }
    for _ in 0..2 {
        let answer = site.submit("/newsletter/confirm", &format!("token={token}")).await;
        assert_eq!(answer.status, 200);
        assert!(answer.text().contains("anna@example.org"), "{}", answer.text());
        assert_eq!(site.state(&path("confirm", &token)).await, "confirmed");
    }
}

async fn a_link_ends_the_subscription(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let token = subscribed(&site).await;
    site.submit("/newsletter/confirm", &format!("token={token}")).await;
    for _ in 0..2 {
        assert_eq!(site.state(&path("unsubscribe", &token)).await, "ask");
    }
    assert_eq!(site.submit("/newsletter/unsubscribe", &format!("token={token}")).await.status, 200);
    assert_eq!(site.state(&path("unsubscribe", &token)).await, "done");
    assert_eq!(site.state(&path("confirm", &token)).await, "invalid", "an old link brings nobody back");
}

async fn mail_programs_end_it_on_their_own(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let token = subscribed(&site).await;
    let answer = site.submit(&path("unsubscribe", &token), "List-Unsubscribe=One-Click").await;
    assert_eq!(answer.status, 200, "a redirect would be an error to them");
    assert_eq!(site.state(&path("unsubscribe", &token)).await, "done");
}

async fn a_link_that_nobody_was_sent_is_not_found(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for page in ["confirm", "unsubscribe"] {
        for address in [path(page, "x"), path(page, ""), format!("/newsletter/{page}"), path(page, "%00%ff")] {
            let answer = site.data(&address, &[]).await.ok(404);
            let props = json!({"state": "invalid", "token": null, "email": null});
            assert_eq!(answer["props"], props, "{address}");
            assert_eq!(site.get(&address).await.header("x-robots-tag"), "noindex");
            assert_eq!(site.submit(&address, "token=x").await.status, 404);
        }
    }
}

async fn pages_with_tokens_are_not_cacheable(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let token = subscribed(&site).await;
    let entries = site.app.cache.stats().entries;
    let answers: [Answer; 2] = [
        site.get(&path("confirm", &token)).await,
        site.submit("/newsletter/unsubscribe", &format!("token={token}")).await,
    ];
    for answer in answers {
        assert_eq!((answer.status, answer.header("cache-control")), (200, "private, no-store"));
        assert_eq!(answer.header("referrer-policy"), "same-origin");
    }
    assert_eq!(site.app.cache.stats().entries, entries);
}

async fn the_privacy_page_says_how_long_things_are_kept(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let answer = site.get("/privacy").await;
    assert_eq!(answer.status, 200);
    assert!(answer.text().contains("24 months"), "{}", answer.text());
}
