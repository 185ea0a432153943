//! `POST /api/functions/send-contact-email`: messages are stored and emailed, or refused with the specification's
//! messages.

use serde_json::{Value, json};

use super::site::{Answer, TestDatabase, TestSite, each, on_both_engines};

on_both_engines![
    every_kind_of_message_is_accepted_and_emailed,
    errors_name_their_field,
    a_fix_list_is_emailed_to_its_sender,
    a_program_gets_the_same_answer_and_nobody_gets_mail,
    the_same_message_again_makes_no_second_mail,
    a_message_is_emailed_although_the_same_was_spam_before,
    too_many_messages_are_refused_with_the_time_to_wait,
    nothing_typed_becomes_a_header,
    a_newsletter_mail_offers_to_leave_at_once,
];

const SEND: &str = "/api/functions/send-contact-email";

fn message(kind: &str) -> Value {
    json!({"type": kind, "name": "Anna Example", "email": "anna@example.org", "website": "example.org",
        "message": "How long until we are found?", "answers": {"step-1": "traffic"}, "report_type": "keyword-research",
        "nickname": "", "elapsed_ms": 5_000})
}

fn with(kind: &str, changes: &Value) -> Value {
    let mut message = message(kind);
    for (key, value) in changes.as_object().unwrap() {
        message[key] = value.clone();
    }
    message
}

impl TestSite {
    async fn tell(&self, data: &Value) -> Answer {
        self.post(SEND, &json!({"data": data})).await
    }

    /// Sends a message that must be accepted.
    async fn told(&self, data: &Value) {
        assert_eq!(self.tell(data).await.ok(200), json!({"error": null}), "{data}");
    }

    /// Delivers due mail. Returns the recipients.
    async fn recipients(&self) -> Vec<String> {
        let header = |mail: &String| mail.lines().find_map(|line| line.strip_prefix("To: ").map(str::to_owned));
        let mut found: Vec<String> = self.mail().await.iter().filter_map(header).collect();
        found.sort();
        found
    }
}

const COMPANY: &str = "hello@foundfirst.example";
const ANNA: &str = "anna@example.org";

async fn every_kind_of_message_is_accepted_and_emailed(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for (kind, recipients) in [
        ("contact", vec![COMPANY]),
        ("audit", vec![COMPANY]),
        ("footer", vec![COMPANY]),
        ("newsletter", vec![ANNA]),
        ("seo-fix-list", vec![COMPANY]),
        ("quiz-lead", vec![ANNA, COMPANY]),
    ] {
        site.told(&message(kind)).await;
        assert_eq!(site.recipients().await, recipients, "{kind}");
    }
    let least = json!({"type": "newsletter", "email": "bob@example.org"});
    site.told(&least).await;
    assert_eq!(site.recipients().await, ["bob@example.org"]);
}

async fn errors_name_their_field(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for (data, field, text) in [
        (
            with("footer", &json!({"email": "abc", "message": " "})),
            "message",
            "Please enter both your email and your question",
        ),
        (with("footer", &json!({"email": ""})), "email", "Please enter both your email and your question"),
        (with("footer", &json!({"message": " "})), "message", "Please enter both your email and your question"),
        (with("footer", &json!({"email": "anna"})), "email", "Please enter a valid email address"),
        (with("seo-fix-list", &json!({"email": null})), "email", "Please enter your email address"),
        (with("seo-fix-list", &json!({"message": ""})), "message", "No cards saved to send"),
        (with("quiz-lead", &json!({"name": "A"})), "name", "Name must be at least 2 characters"),
        (with("quiz-lead", &json!({"website": "a.b"})), "website", "Website must be at least 5 characters"),
        (with("quiz-lead", &json!({"email": "a@b"})), "email", "Please enter a valid email address"),
        (with("contact", &json!({"message": "x".repeat(5_001)})), "message", "Please use at most 5,000 characters"),
        (with("pigeon", &json!({})), "type", "There is no form of this type"),
    ] {
        let answer = site.tell(&data).await;
        assert_eq!(answer.field(field), text);
        assert_eq!(answer.failure(), (422, "invalid".into(), text.into()));
    }
    assert_eq!(site.tell(&json!({"email": "anna@example.org"})).await.field("type"), "There is no form of this type");
    assert!(site.tell(&with("contact", &json!({"name": 7}))).await.field("data.name").starts_with("invalid type"));
    assert!(site.post(SEND, &json!({})).await.field("body").contains("missing field `data`"));
    assert_eq!(site.get(SEND).await.failure().0, 405);
    assert_eq!(site.recipients().await, Vec::<String>::new());
}

async fn a_fix_list_is_emailed_to_its_sender(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let list = "• Crawl Budget: BAIT\n• Noindex: BAIT\n• Bait: BAIT";
    site.told(&with("seo-fix-list", &json!({"name": "SEO Fix List Request", "message": list}))).await;
    let mails = site.mail().await;
    let mail = mails.iter().find(|mail| mail.contains("\r\nTo: anna@example.org")).unwrap();
    assert!(mail.contains("Subject: Your SEO Fix List") && mail.contains("- Crawl Budget: The number of pages"));
    assert!(mail.contains("- Noindex: ") && !mail.contains("BAIT"), "{mail}");
}

async fn a_program_gets_the_same_answer_and_nobody_gets_mail(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for kind in ["contact", "newsletter", "quiz-lead"] {
        site.told(&with(kind, &json!({"nickname": "Bob"}))).await;
    }
    site.told(&with("contact", &json!({"message": "https://spam.example ".repeat(4)}))).await;
    site.told(&with("contact", &json!({"message": "https://spam.example", "elapsed_ms": 20}))).await;
    assert_eq!(site.recipients().await, Vec::<String>::new());
}

async fn the_same_message_again_makes_no_second_mail(database: TestDatabase) {
    let site = TestSite::new(database).await;
    for _ in 0..3 {
        site.told(&message("contact")).await;
        site.told(&message("newsletter")).await;
        site.advance(60);
    }
    assert_eq!(site.recipients().await, [ANNA, COMPANY]);
    site.advance(600);
    site.told(&message("contact")).await;
    site.told(&message("newsletter")).await;
    assert_eq!(site.recipients().await, [ANNA, COMPANY]);
}

async fn a_message_is_emailed_although_the_same_was_spam_before(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let spam = with("contact", &json!({"nickname": "Bob"}));
    for data in [&spam, &message("contact"), &spam] {
        site.told(data).await;
        site.advance(60);
    }
    assert_eq!(site.recipients().await, [COMPANY]);
    let staff = site.staff().await;
    let list = staff.get("/api/admin/enquiries").await.ok(200);
    assert_eq!(each(&list["enquiries"], "status"), ["new", "spam"]);
    let repeats = |index: usize| &list["enquiries"][index]["repeats"];
    assert_eq!((repeats(0), repeats(1)), (&json!(1), &json!(0)), "spam after a genuine message repeats it");
}

async fn too_many_messages_are_refused_with_the_time_to_wait(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let number = |n: usize| with("contact", &json!({"message": format!("Message {n}")}));
    for n in 0..10 {
        site.told(&number(n)).await;
    }
    site.advance(60);
    let refused = site.tell(&number(10)).await;
    let (status, code, text) = refused.failure();
    assert_eq!((status, code.as_str(), refused.header("retry-after")), (429, "too_many_requests", "540"));
    assert_eq!(
        text,
        "Too many messages have been sent from your network or with this email address. Please try again in 9 minutes, \
         or write to hello@foundfirst.example."
    );
    assert_eq!(refused.json()["error"]["retry_after"], 540);
    let other = with("contact", &json!({"email": "bob@example.org"}));
    site.told(&other).await;
    site.advance(540);
    site.told(&number(10)).await;
    assert_eq!(site.recipients().await.len(), 12, "what was refused was refused, and nothing else is missing");
}

async fn nothing_typed_becomes_a_header(database: TestDatabase) {
    let site = TestSite::new(database).await;
    let attack = "x\r\nBcc: victim@example.org\r\n\r\nHello";
    let data = with("contact", &json!({"name": attack, "company": attack, "phone": attack, "message": attack}));
    site.told(&data).await;
    let mails = site.mail().await;
    let (head, body) = mails[0].split_once("\r\n\r\n").unwrap();
    assert!(!head.lines().any(|line| line.starts_with("Bcc")), "{head}");
    assert!(body.contains("> Bcc: victim@example.org"), "{body}");
    assert!(head.contains("Reply-To: anna@example.org"), "{head}");
    let address = with("contact", &json!({"email": "a@example.org\r\nBcc: victim@example.org"}));
    assert_eq!(site.tell(&address).await.field("email"), "Please enter a valid email address");
}

async fn a_newsletter_mail_offers_to_leave_at_once(database: TestDatabase) {
    let site = TestSite::new(database).await;
    site.told(&message("newsletter")).await;
    let mail = site.mail().await.remove(0);
    assert!(mail.contains("https://foundfirst.test/newsletter/confirm?token="), "{mail}");
    assert!(mail.contains("List-Unsubscribe: <https://foundfirst.test/newsletter/unsubscribe?token="), "{mail}");
    assert!(mail.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{mail}");
}
