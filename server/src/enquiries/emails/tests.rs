//! Tests of the emails' text.

use super::{
    super::domain::{EnquiryInput, check},
    *,
};

const HEAD: EmailContext<'_> = EmailContext {
    brand: Brand { name: "Found First", legal_name: "Found First Ltd", public_url: "https://foundfirst.example" },
    contact_email: "hello@foundfirst.example",
};

fn input(kind: &str) -> EnquiryInput {
    EnquiryInput {
        kind: kind.into(),
        name: "Anna <b>Example</b>".into(),
        email: "anna@example.org".into(),
        message: "How long until we are found?\nAsking for a <friend>.".into(),
        website: "https://example.org".into(),
        company: "Example & Sons".into(),
        phone: "020 7946 0000".into(),
        ..EnquiryInput::default()
    }
}

fn emails_for(input: &EnquiryInput) -> Vec<NewMail> {
    emails(&check(input).unwrap(), "/contact", HEAD)
}

fn kinds(mails: &[NewMail]) -> Vec<(&str, &str)> {
    mails.iter().map(|mail| (mail.kind, mail.to.as_str())).collect()
}

/// Returns the emails as text, without the style of the HTML.
fn written(mails: &[NewMail]) -> String {
    let written = mails.iter().map(|mail| {
        let headers: Vec<String> = mail.headers.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        let (_, body) = mail.html.split_once("<body>").unwrap();
        format!("To: {}\nSubject: {}\n{}\n\n{}\n<body>{body}", mail.to, mail.subject, headers.join("\n"), mail.text)
    });
    written.collect::<Vec<_>>().join("\n==========\n")
}

#[test]
fn the_company_hears_of_every_message_and_can_reply() {
    for kind in EnquiryType::ALL {
        let mail = emails_for(&input(kind.as_str())).remove(0);
        assert_eq!(mail.to, "hello@foundfirst.example");
        assert_eq!(mail.headers, [("Reply-To".to_owned(), "anna@example.org".to_owned())]);
        assert!(mail.text.contains("> Asking for a <friend>."), "{}", mail.text);
    }
}

#[test]
fn visitors_get_what_their_form_promises_and_nothing_else() {
    for kind in ["contact", "audit", "footer", "newsletter"] {
        assert_eq!(emails_for(&input(kind)).len(), 1, "{kind}");
    }
    assert_eq!(emails_for(&input("seo-fix-list")).len(), 1, "no known card");
    let list = EnquiryInput { message: "• Noindex: x".into(), ..input("seo-fix-list") };
    assert_eq!(kinds(&emails_for(&list))[1], ("visitor-seo-fix-list", "anna@example.org"));
    for (report, kind) in [
        ("keyword-research", "visitor-quiz-report"),
        ("site-health-check", "visitor-quiz-report"),
        ("competitor-analysis", "visitor-quiz-report"),
        ("discovery-call", "visitor-quiz-call"),
        ("", "visitor-quiz-call"),
    ] {
        let quiz = EnquiryInput { report_type: report.into(), ..input("quiz-lead") };
        assert_eq!(kinds(&emails_for(&quiz))[1], (kind, "anna@example.org"));
    }
}

#[test]
fn emails_to_visitors_repeat_nothing_that_was_typed() {
    let bait = "BUY-AT-EVIL.EXAMPLE";
    let message = format!("• Noindex: {bait}\n• {bait}: {bait}");
    for report in ["keyword-research", "discovery-call", bait] {
        for kind in ["seo-fix-list", "quiz-lead"] {
            let input = EnquiryInput {
                name: bait.into(),
                message: message.clone(),
                website: bait.into(),
                company: bait.into(),
                phone: bait.into(),
                report_type: report.into(),
                answers: [(bait.into(), bait.into())].into(),
                ..input(kind)
            };
            let mails = emails_for(&input);
            assert_eq!(mails.len(), 2);
            assert!(!format!("{:?}", mails[1]).contains(bait), "{:?}", mails[1]);
        }
    }
}

#[test]
fn a_message_to_the_company() {
    insta::assert_snapshot!(written(&emails_for(&input("contact"))));
}

#[test]
fn a_fix_list() {
    let message = "• Crawl Budget: x\n• Noindex: y".into();
    insta::assert_snapshot!(written(&emails_for(&EnquiryInput { message, ..input("seo-fix-list") })));
}

#[test]
fn a_quiz_result() {
    let quiz = EnquiryInput {
        message: String::new(),
        report_type: "site-health-check".into(),
        answers: [("step-1".into(), "fixing".into()), ("fixing-concerns".into(), "slow".into())].into(),
        ..input("quiz-lead")
    };
    insta::assert_snapshot!(written(&emails_for(&quiz)));
}
