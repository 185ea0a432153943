//! Links in emails, opened as browsers do: the token is removed from the address immediately.

use http::Request;
use serde_json::{Value, json};

use super::site::{Answer, TestDatabase, TestSite, on_both_engines};

on_both_engines![
    a_link_is_exchanged_for_a_cookie_and_a_clean_address,
    a_browser_without_cookies_gets_the_page_at_the_links_own_address,
    programs_and_in_app_navigation_are_not_sent_on,
    the_latest_link_counts,
    nothing_but_a_token_gets_into_a_cookie,
    on_https_the_cookie_is_secure,
];

const LINKS: [(&str, &str, &str); 3] = [
    ("/auth?mode=confirm&token=", "/auth", "/auth?mode=confirm"),
    ("/newsletter/confirm?token=", "/newsletter/confirm", "/newsletter/confirm"),
    ("/newsletter/unsubscribe?token=", "/newsletter/unsubscribe", "/newsletter/unsubscribe"),
];

/// Opens an address as browsers do when a link in an email is followed.
async fn open(site: &TestSite, address: &str, cookie: &str) -> Answer {
    let headers = [("sec-fetch-dest", "document"), ("sec-fetch-site", "cross-site"), ("cookie", cookie)];
    site.call("GET", address, &headers, &Value::Null).await
}

fn cookies(answer: &Answer) -> Vec<&str> {
    answer.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap()).collect()
}

/// Returns the token of the link of this form in the only email.
async fn mailed(site: &TestSite, link: &str, address: &str) -> String {
    if link.starts_with("/auth") {
        let who = json!({"email": address, "password": "a better battery staple"});
        site.post("/api/auth/sign-up", &who).await.ok(202);
    } else {
        let data = json!({"type": "newsletter", "email": address});
        site.post("/api/functions/send-contact-email", &json!({"data": data})).await.ok(200);
    }
    let mail = site.mail().await.remove(0);
    let (_, rest) = mail.split_once(link).unwrap();
    rest.split(|letter: char| letter.is_whitespace() || letter == '>').next().unwrap().to_owned()
}

async fn a_link_is_exchanged_for_a_cookie_and_a_clean_address(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for (number, (link, path, clean)) in LINKS.into_iter().enumerate() {
        let address = format!("anna{number}@example.org");
        let token = mailed(&site, link, &address).await;
        let first = open(&site, &format!("{link}{token}"), "").await;
        assert_eq!((first.status, first.header("cache-control")), (303, "private, no-store"));
        assert_eq!(first.header("referrer-policy"), "same-origin");
        let expected = [path.to_owned(), format!("/_data{path}")]
            .map(|path| format!("__Secure-ff_link={token}; Path={path}; Max-Age=3600; HttpOnly; SameSite=Lax; Secure"));
        assert_eq!(cookies(&first), expected);
        let cookie = format!("__Secure-ff_link={token}");
        let second = open(&site, first.header("location"), &cookie).await;
        assert_eq!((second.status, second.header("location"), cookies(&second).len()), (303, clean, 0));
        // Opened, reloaded, and reached again within the site.
        for _ in 0..2 {
            let page = open(&site, clean, &cookie).await;
            assert_eq!(page.status, 200, "{clean}");
            assert!(page.text().contains(&address), "{clean}");
            assert_eq!(page.header("referrer-policy"), "same-origin");
        }
        let data = site.data(clean, &[("cookie", &cookie)]).await.ok(200);
        assert_eq!(data["props"]["token"], json!(token));
        assert!(!data["url"].as_str().unwrap_or_default().contains("token"), "{data}");
        // Without the cookie, the address alone does not work.
        assert!(!open(&site, clean, "").await.text().contains(&address), "{clean}");
        // Opening the same link again redirects immediately.
        assert_eq!(open(&site, &format!("{link}{token}"), &cookie).await.header("location"), clean);
    }
}

async fn a_browser_without_cookies_gets_the_page_at_the_links_own_address(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for (number, (link, ..)) in LINKS.into_iter().enumerate() {
        let address = format!("anna{number}@example.org");
        let token = mailed(&site, link, &address).await;
        let first = open(&site, &format!("{link}{token}"), "").await;
        assert_eq!(first.status, 303);
        let page = open(&site, first.header("location"), "").await;
        assert_eq!(page.status, 200);
        assert!(page.text().contains(&address));
    }
}

async fn programs_and_in_app_navigation_are_not_sent_on(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let (link, ..) = LINKS[2];
    let address = format!("{link}{}", mailed(&site, link, "anna@example.org").await);
    for headers in [&[][..], &[("sec-fetch-dest", "empty")]] {
        let page = site.call("GET", &address, headers, &Value::Null).await;
        assert_eq!((page.status, cookies(&page).len()), (200, 0));
    }
    let data = site.data(&address, &[("sec-fetch-dest", "document")]).await;
    assert_eq!((data.status, cookies(&data).len()), (200, 0));
    // A redirect would be an error for programs that unsubscribe automatically.
    let one_click = Request::post(&address).header("content-type", "application/x-www-form-urlencoded");
    let one_click = one_click.header("sec-fetch-dest", "document").header("sec-fetch-site", "none");
    let answer = site.send(one_click.body("List-Unsubscribe=One-Click".into()).unwrap()).await;
    assert_eq!((answer.status, cookies(&answer).len()), (200, 0));
}

async fn the_latest_link_counts(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let (link, _, clean) = LINKS[0];
    let token = mailed(&site, link, "anna@example.org").await;
    let first = open(&site, &format!("{link}{token}"), "__Secure-ff_link=of-another-link").await;
    assert!(cookies(&first)[0].starts_with(&format!("__Secure-ff_link={token};")));
    let second = open(&site, first.header("location"), &format!("__Secure-ff_link={token}")).await;
    assert_eq!(second.header("location"), clean);
}

async fn nothing_but_a_token_gets_into_a_cookie(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let long = "a".repeat(129);
    for token in ["x;%20Path=/", "x%3B+Domain%3Devil.example", "a%0D%0ASet-Cookie:%20b", "%C3%A9", "a%22b", &long] {
        for (link, ..) in LINKS {
            let page = open(&site, &format!("{link}{token}"), "").await;
            assert!(matches!(page.status, 200 | 404), "{link}{token} {}", page.status);
            assert_eq!(cookies(&page).len(), 0, "{link}{token}");
        }
    }
    // Other parameters are kept as they are, and redirect nowhere else.
    let answer = open(&site, "/auth?token=abc&mode=confirm&next=//evil.example&token=def&cookie=", "").await;
    assert_eq!(answer.header("location"), "/auth?mode=confirm&next=//evil.example&token=abc&cookie=asked");
}

async fn on_https_the_cookie_is_secure(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let answer = open(&site, "/newsletter/confirm?token=abc", "").await;
    for cookie in cookies(&answer) {
        assert!(cookie.starts_with("__Secure-ff_link=abc; ") && cookie.ends_with("; Secure"), "{cookie}");
    }
    // A cookie that was set over http is ignored.
    let page = open(&site, answer.header("location"), "ff_link=abc").await;
    assert_eq!(page.header("location"), "");
}
