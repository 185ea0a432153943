//! Tests of the rules.

use super::*;
use crate::error::AppError;

fn input(kind: EnquiryType) -> EnquiryInput {
    EnquiryInput {
        kind: kind.as_str().into(),
        name: "Anna Example".into(),
        email: "anna@example.org".into(),
        message: "How long until we are found?".into(),
        website: "example.org".into(),
        ..EnquiryInput::default()
    }
}

/// Returns message and fields of the error.
fn refusal(input: &EnquiryInput) -> (String, Vec<(String, String)>) {
    match check(input).unwrap_err() {
        AppError::Invalid { message, fields } => (message, fields.into_iter().collect()),
        other => panic!("{other:?}"),
    }
}

fn field(input: &EnquiryInput) -> (String, String) {
    let (message, fields) = refusal(input);
    assert_eq!(fields.len(), 1, "{fields:?}");
    assert_eq!(message, fields[0].1);
    fields[0].clone()
}

fn says(field: &str, message: &str) -> (String, String) {
    (field.to_owned(), message.to_owned())
}

#[test]
fn every_kind_is_accepted_and_no_other() {
    for kind in EnquiryType::ALL {
        assert_eq!(check(&input(kind)).unwrap().kind, kind);
    }
    for kind in ["", "Contact", "booking", "spam"] {
        let wrong = field(&EnquiryInput { kind: kind.into(), ..input(EnquiryType::Contact) });
        assert_eq!(wrong, says("type", "There is no form of this type"));
    }
}

#[test]
fn a_name_has_two_to_a_hundred_characters_unless_the_form_asks_for_none() {
    for kind in EnquiryType::ALL {
        let named = |name: &str| EnquiryInput { name: name.into(), ..input(kind) };
        assert_eq!(field(&named("A")), says("name", "Name must be at least 2 characters"));
        assert_eq!(field(&named(&"é".repeat(101))), says("name", "Please use at most 100 characters"));
        assert!(check(&named("Jo")).is_ok() && check(&named(&"é".repeat(100))).is_ok());
        match kind.fixed_name() {
            Some(fixed) => assert_eq!(check(&named(" ")).unwrap().name, fixed),
            None => assert_eq!(field(&named(" ")), says("name", "Name must be at least 2 characters")),
        }
    }
}

#[test]
fn what_cannot_be_seen_is_no_name_and_no_message() {
    for nothing in ["\u{200b}\u{200b}\u{200b}", " \u{feff}\n\u{2060} ", "\u{ad}\u{200e}"] {
        let contact = input(EnquiryType::Contact);
        let named = EnquiryInput { name: nothing.into(), ..contact.clone() };
        assert_eq!(field(&named), says("name", "Name must be at least 2 characters"));
        assert_eq!(field(&EnquiryInput { name: format!("A{nothing}"), ..contact.clone() }), field(&named));
        let silent = EnquiryInput { message: nothing.into(), ..contact };
        assert_eq!(field(&silent), says("message", "Please enter your message"));
        let footer = EnquiryInput { name: nothing.into(), ..input(EnquiryType::Footer) };
        assert_eq!(Some(check(&footer).unwrap().name.as_str()), EnquiryType::Footer.fixed_name());
    }
    let joined = "\u{1f469}\u{200d}\u{1f4bb} at work";
    assert_eq!(check(&EnquiryInput { message: joined.into(), ..input(EnquiryType::Contact) }).unwrap().message, joined);
}

#[test]
fn each_form_has_its_messages_for_missing_addresses_and_questions() {
    let both = "Please enter both your email and your question";
    for (kind, blank) in [
        (EnquiryType::Contact, "Please enter a valid email address"),
        (EnquiryType::Audit, "Please enter a valid email address"),
        (EnquiryType::Footer, both),
        (EnquiryType::Newsletter, "Please enter a valid email address"),
        (EnquiryType::SeoFixList, "Please enter your email address"),
        (EnquiryType::QuizLead, "Please enter a valid email address"),
    ] {
        let from = |email: &str| EnquiryInput { email: email.into(), ..input(kind) };
        assert_eq!(field(&from(" ")), says("email", blank), "{kind:?}");
        for bad in ["anna", "anna@example", "a b@example.org", "a@b.co\r\nBcc: c@d.co"] {
            assert_eq!(field(&from(bad)), says("email", "Please enter a valid email address"), "{kind:?}");
        }
        let long = format!("{}@{}.org", "a".repeat(60), "b".repeat(190));
        assert_eq!(long.len(), 255);
        assert_eq!(field(&from(&long)).0, "email");
    }
    let blank = EnquiryInput { email: String::new(), message: " \n".into(), ..input(EnquiryType::Footer) };
    assert_eq!(refusal(&blank).1, [says("email", both), says("message", both)]);
}

#[test]
fn the_subject_of_each_form_is_required() {
    let empty = |kind| EnquiryInput { message: "\r\n ".into(), website: String::new(), ..input(kind) };
    assert_eq!(field(&empty(EnquiryType::Contact)), says("message", "Please enter your message"));
    assert_eq!(field(&empty(EnquiryType::Audit)), says("message", "Please enter your message"));
    assert_eq!(field(&empty(EnquiryType::SeoFixList)), says("message", "No cards saved to send"));
    assert_eq!(field(&empty(EnquiryType::QuizLead)), says("website", "Website must be at least 5 characters"));
    assert!(check(&empty(EnquiryType::Newsletter)).is_ok());
    let audit = EnquiryInput { website: "example.org".into(), ..empty(EnquiryType::Audit) };
    assert!(check(&audit).is_ok(), "the website is enough");
}

#[test]
fn a_website_is_an_address_or_has_five_characters_at_least() {
    for kind in EnquiryType::ALL {
        let on = |website: &str| EnquiryInput { website: website.into(), ..input(kind) };
        assert_eq!(field(&on("a.b")), says("website", "Website must be at least 5 characters"));
        assert!(check(&on("a.com")).is_ok() && check(&on("x:y")).is_ok());
        assert_eq!(field(&on(&"w".repeat(201))), says("website", "Please use at most 200 characters"));
    }
}

#[test]
fn long_texts_are_refused_and_never_cut() {
    for (kind, longest, words) in [(EnquiryType::Contact, 5_000, "5,000"), (EnquiryType::SeoFixList, 20_000, "20,000")]
    {
        let saying = |length| EnquiryInput { message: "é".repeat(length), ..input(kind) };
        assert_eq!(check(&saying(longest)).unwrap().message.chars().count(), longest);
        assert_eq!(field(&saying(longest + 1)), says("message", &format!("Please use at most {words} characters")));
    }
    let phone = EnquiryInput { phone: "1".repeat(51), ..input(EnquiryType::Contact) };
    assert_eq!(field(&phone), says("phone", "Please use at most 50 characters"));
    let answers = (0..21).map(|n| (n.to_string(), "x".to_owned())).collect();
    let quiz = EnquiryInput { answers, ..input(EnquiryType::QuizLead) };
    assert_eq!(field(&quiz).0, "answers");
}

#[test]
fn control_characters_go_and_line_breaks_stay_in_messages_only() {
    let checked = check(&EnquiryInput {
        name: "Anna\r\nBcc: x@y.z\0".into(),
        message: " one\r\ntwo\rthree\u{7}\0\u{1b}[0m\tend ".into(),
        company: "A\u{85}B".into(),
        ..input(EnquiryType::Contact)
    })
    .unwrap();
    assert_eq!(checked.name, "Anna  Bcc: x@y.z");
    assert_eq!(checked.message, "one\ntwo\nthree[0m\tend");
    assert_eq!(checked.company, "A B");
}

#[test]
fn spam_is_recognised() {
    let verdict = |change: fn(&mut EnquiryInput)| {
        let mut input = input(EnquiryType::Contact);
        change(&mut input);
        judge(&check(&input).unwrap(), &input)
    };
    assert_eq!(verdict(|_| {}), Verdict::Genuine);
    assert_eq!(verdict(|input| input.nickname = "Bob".into()), Verdict::Spam);
    assert_eq!(verdict(|input| input.elapsed_ms = Some(100)), Verdict::Genuine, "speed alone proves nothing");
    let hurried = |input: &mut EnquiryInput, elapsed| {
        input.message = "See https://spam.example".into();
        input.elapsed_ms = Some(elapsed);
    };
    let mut fast = input(EnquiryType::Contact);
    hurried(&mut fast, 799);
    assert_eq!(judge(&check(&fast).unwrap(), &fast), Verdict::Spam);
    hurried(&mut fast, 800);
    assert_eq!(judge(&check(&fast).unwrap(), &fast), Verdict::Genuine);
    assert_eq!(verdict(|input| input.message = "https://a.example ".repeat(3)), Verdict::Genuine);
    assert_eq!(verdict(|input| input.message = "HTTP://a.example ".repeat(4)), Verdict::Spam);
}

#[test]
fn a_fingerprint_tells_messages_apart() {
    let of = |change: fn(&mut EnquiryInput)| {
        let mut input = input(EnquiryType::Contact);
        change(&mut input);
        check(&input).unwrap().fingerprint()
    };
    let same = of(|_| {});
    assert_eq!(of(|input| input.email = "ANNA@example.org".into()), same);
    assert_eq!(of(|input| input.elapsed_ms = Some(5_000)), same);
    assert_ne!(of(|input| input.message.push('!')), same);
    assert_ne!(of(|input| input.kind = "audit".into()), same);
    assert_ne!(of(|input| input.answers = [("a".into(), "b".into())].into()), same);
    let shifted = |input: &mut EnquiryInput, website: &str, company: &str| {
        input.website = website.into();
        input.company = company.into();
    };
    let (mut one, mut other) = (input(EnquiryType::Contact), input(EnquiryType::Contact));
    shifted(&mut one, "example.orgA", "B");
    shifted(&mut other, "example.org", "AB");
    assert_ne!(check(&one).unwrap().fingerprint(), check(&other).unwrap().fingerprint());
}
