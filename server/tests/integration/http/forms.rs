//! Plain forms, posted to the URLs of their pages.

use serde_json::{Value, json};

use super::site::{READER, TestDatabase, TestSite, on_both_engines, on_one_engine};

on_both_engines![
    an_accepted_form_redirects_to_its_page,
    an_accepted_form_redirects_to_its_section,
    a_rejected_form_comes_back_with_its_values,
    every_public_page_takes_forms,
    a_missing_post_accepts_no_form,
    a_form_over_the_limit_says_so,
    a_form_that_could_not_be_stored_says_so,
    nothing_about_one_visitors_form_reaches_another,
];

on_one_engine![
    a_form_of_no_known_type_is_refused,
    a_form_without_a_type_is_the_usual_one_of_its_page,
    other_media_types_are_refused,
    the_sign_in_form_is_read_like_the_others,
];

const FORM: &str = "type=contact&name=Anna&email=anna%40example.org&message=Hello+there&nickname=";

impl TestSite {
    /// Returns status and outcome of a posted form, from the page's data.
    async fn outcome(&self, address: &str, fields: &str) -> (u16, Value) {
        let answer = self.submit(address, fields).await;
        let text = answer.text();
        let (_, rest) = text.split_once(r#"<script type="application/json""#).unwrap();
        let (_, rest) = rest.split_once('>').unwrap();
        let (json, _) = rest.split_once("</script>").unwrap();
        let page: Value = serde_json::from_str(json).unwrap();
        (answer.status, page["form"].clone())
    }
}

async fn an_accepted_form_redirects_to_its_page(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let answer = site.submit("/contact", FORM).await;
    assert_eq!((answer.status, answer.header("location")), (303, "/contact?sent=contact#contact-form"));
    assert_eq!(answer.header("cache-control"), "private, no-store");
    let mail = site.mail().await.remove(0);
    assert!(mail.contains("> Hello there") && mail.contains("Sent from: /contact"), "{mail}");
    let page = site.data("/contact?sent=contact", &[]).await.ok(200);
    let message = "Your message has been sent! We'll get back to you soon.";
    let outcome = json!({"form": "contact", "status": "sent", "message": message, "values": {}, "errors": {}});
    assert_eq!(page["form"], outcome);
    assert_eq!(site.data("/contact?sent=pigeon", &[]).await.ok(200)["form"], Value::Null);
    assert_eq!(site.data("/contact", &[]).await.ok(200)["form"], Value::Null);
}

async fn an_accepted_form_redirects_to_its_section(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.staff().await.publish("post").await;
    let question = "type=footer&email=anna%40example.org&message=Why%3F";
    let newsletter = "type=newsletter&name=Newsletter+Subscriber&email=anna%40example.org";
    let list = "type=seo-fix-list&name=SEO+Fix+List+Request&email=anna%40example.org&message=A+list";
    for (address, fields, section) in [
        ("/services", question, "faq"),
        ("/seo", question, "seo-faq"),
        ("/blog", question, "question"),
        ("/seo", list, "seo-engine-room"),
        ("/blog", newsletter, "newsletter"),
        ("/blog/post", newsletter, "newsletter"),
    ] {
        let answer = site.submit(address, fields).await;
        let location = answer.header("location");
        assert_eq!(answer.status, 303, "{address} {fields}");
        assert_eq!(location.split_once('#').map(|(_, section)| section), Some(section), "{location}");
        assert!(site.get(address).await.text().contains(&format!("id=\"{section}\"")), "{address}");
    }
    let long = "%C3%A9".repeat(100);
    for (address, page) in [
        ("/blog?tag=Local%20SEO&page=3&utm_source=x", "/blog?tag=Local%20SEO&page=3&sent=newsletter"),
        ("/blog/post?page=2&sent=contact", "/blog/post?page=2&sent=newsletter"),
        (&*format!("/blog?search={long}"), "/blog?sent=newsletter"),
    ] {
        let answer = site.submit(address, newsletter).await;
        assert_eq!(answer.header("location"), format!("{page}#newsletter"));
    }
    let message = "type=contact&name=Anna&email=anna%40example.org&message=Hello";
    let answer = site.submit("/contact?tab=schedule", message).await;
    assert_eq!(answer.header("location"), "/contact?sent=contact#contact-form", "the tab would hide the result");
}

async fn a_rejected_form_comes_back_with_its_values(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let fields = "type=contact&name=A&email=anna&message=%3Cb%3EHello%3C%2Fb%3E&company=&nickname=&elapsed_ms=9";
    let (status, outcome) = site.outcome("/contact?tab=schedule", fields).await;
    let errors = json!({
        "name": "Name must be at least 2 characters",
        "email": "Please enter a valid email address",
    });
    let values = json!({"name": "A", "email": "anna", "message": "<b>Hello</b>", "company": ""});
    assert_eq!(status, 422);
    assert_eq!(
        outcome,
        json!({"form": "contact", "status": "invalid", "message": errors["name"], "values": values, "errors": errors})
    );
    assert_eq!(site.mail().await, Vec::<String>::new());
}

async fn every_public_page_takes_forms(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.staff().await.publish("post").await;
    for (n, address) in ["/", "/about", "/services", "/seo", "/contact", "/blog", "/blog/post"].iter().enumerate() {
        let question = format!("type=footer&email=anna{n}%40example.org&message=Why%3F");
        let taken = site.submit(address, &question).await;
        assert_eq!(taken.status, 303, "{address}");
        let location = taken.header("location").to_owned();
        assert!(location.starts_with(&format!("{address}?sent=footer")), "{location}");
        let there = site.data(location.split('#').next().unwrap(), &[]).await.ok(200);
        assert_eq!(there["form"]["message"], "Your question has been sent! We'll get back to you soon.");
        let (status, outcome) = site.outcome(address, "type=footer&email=x&message=Why%3F").await;
        assert_eq!((status, &outcome["errors"]["email"]), (422, &json!("Please enter a valid email address")));
        assert_eq!(site.call("PUT", address, &[], &Value::Null).await.status, 405, "{address}");
    }
}

async fn a_missing_post_accepts_no_form(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let answer = site.submit("/blog/nothing", "type=newsletter&email=").await;
    assert_eq!(answer.status, 404);
}

async fn a_form_of_no_known_type_is_refused(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let pigeon = "type=pigeon&email=anna%40example.org";
    for (address, fields) in [("/about", ""), ("/", "name=Anna"), ("/contact", pigeon), ("/contact", "type=")] {
        let (status, outcome) = site.outcome(address, fields).await;
        assert_eq!((status, &outcome["status"]), (422, &json!("invalid")), "{address} {fields}");
        assert_eq!(outcome["errors"]["type"], "There is no form of this type");
    }
}

async fn a_form_without_a_type_is_the_usual_one_of_its_page(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.staff().await.publish("post").await;
    for (address, kind) in [
        ("/contact", "contact"),
        ("/services", "footer"),
        ("/seo", "footer"),
        ("/blog", "newsletter"),
        ("/blog/post", "newsletter"),
    ] {
        let fields = "name=Anna&email=anna%40example.org&message=Hello";
        let taken = site.submit(address, fields).await;
        assert!(taken.header("location").starts_with(&format!("{address}?sent={kind}")), "{address}");
        let (status, outcome) = site.outcome(address, "name=Anna&email=anna&message=Hello").await;
        assert_eq!((status, &outcome["form"], &outcome["values"]["email"]), (422, &json!(kind), &json!("anna")));
    }
}

async fn other_media_types_are_refused(database: TestDatabase) {
    let site = TestSite::new(database).await;
    assert_eq!(site.post("/contact", &json!({"type": "contact"})).await.status, 415);
    assert_eq!(site.submit("/contact", &"x".repeat(70_000)).await.status, 413);
    let cross = [("sec-fetch-site", "cross-site")];
    assert_eq!(site.call("POST", "/contact", &cross, &json!({})).await.status, 403);
}

async fn the_sign_in_form_is_read_like_the_others(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.account(READER, false).await;
    // Of a repeated field, the first value counts.
    let fields =
        "email=reader%40foundfirst.test&password=correct+horse+battery&email=x&password=y&mode=login&mode=reset";
    let answer = site.submit("/auth", fields).await;
    assert_eq!((answer.status, answer.header("location")), (303, "/blog-post-manager"), "{}", answer.text());
    let (other, long) = (site.post("/auth", &json!({"mode": "login"})).await, "x".repeat(70_000));
    for (answer, status) in [(other, 415), (site.submit("/auth", &long).await, 413)] {
        assert_eq!((answer.status, answer.header("content-type")), (status, "text/html; charset=utf-8"));
        assert_eq!(answer.header("cache-control"), "private, no-store");
    }
}

async fn a_form_over_the_limit_says_so(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for n in 0..10 {
        assert_eq!(site.submit("/contact", &format!("{FORM}&company={n}")).await.status, 303);
    }
    site.advance(1);
    assert_eq!(site.submit("/contact", FORM).await.header("retry-after"), "599");
    let (status, outcome) = site.outcome("/contact", FORM).await;
    assert_eq!((status, &outcome["status"]), (429, &json!("failed")));
    assert!(outcome["message"].as_str().unwrap().starts_with("Too many messages have been sent"));
    assert_eq!(outcome["values"]["message"], "Hello there");
}

async fn a_form_that_could_not_be_stored_says_so(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.app.database.clone().close().await;
    let (status, outcome) = site.outcome("/contact", FORM).await;
    assert_eq!((status, &outcome["status"]), (503, &json!("failed")));
    assert_eq!(outcome["message"], "Failed to send your message. Please try again.");
    assert_eq!(outcome["values"]["message"], "Hello there");
}

async fn nothing_about_one_visitors_form_reaches_another(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let wrong = site.submit("/contact", "type=contact&name=Anna+Secret&email=x&message=y").await;
    assert_eq!((wrong.status, wrong.header("cache-control"), wrong.header("etag")), (422, "private, no-store", ""));
    assert!(wrong.text().contains("Anna Secret"));
    let page = site.get("/contact").await;
    assert!(!page.text().contains("Anna Secret"));
    assert_eq!(site.app.cache.stats().entries, 1);
}
