//! The rules of a booking, the same for the API and for plain forms.

use chrono::{DateTime, TimeDelta, Utc};

use crate::{
    email_address::EmailAddress,
    enquiries::{
        Verdict,
        rules::{EMAIL_MESSAGE, FieldErrors, MESSAGE, judge_texts, many_lines, name_rule, too_long, website_rule},
    },
    error::AppError,
};

/// Message for a visitor without a chosen time.
const NO_START: &str = "Please choose a time";
/// Message for a visitor whose time is not offered.
pub const NOT_OFFERED: &str = "This time isn't available. Please choose another.";

/// Maximum number of changes of one call by its visitor: each sends an email to an address that may be somebody else's.
pub const MOST_CHANGES: i32 = 10;

/// Limits of what one visitor can book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookingLimits {
    /// Maximum number of future calls booked with one email address.
    pub open_per_email: usize,
    /// Maximum number of bookings with one email address within 24 hours, cancelled ones included, for the same
    /// reason as [`MOST_CHANGES`].
    pub daily_per_email: usize,
    /// Maximum number of bookings from one network within 24 hours, not counting cancelled ones. Once a network has
    /// used more than half of them, its bookings are held until the link in the email is followed.
    pub per_network: usize,
    /// How long a time is held.
    pub hold: TimeDelta,
}

impl Default for BookingLimits {
    fn default() -> Self {
        Self { open_per_email: 3, daily_per_email: 20, per_network: 5, hold: TimeDelta::minutes(10) }
    }
}

/// An unchecked booking. Missing fields are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the form")]
pub struct BookingInput {
    /// RFC 3339.
    pub start: String,
    pub name: String,
    pub email: String,
    pub website: String,
    pub message: String,
    /// Honeypot: a field that people do not see.
    pub nickname: String,
    /// How long the form was on the screen, in milliseconds.
    pub elapsed_ms: Option<i64>,
}

/// A visitor's details. Only the message has line breaks, and none has control characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visitor {
    pub name: String,
    pub email: EmailAddress,
    pub website: String,
    pub message: String,
}

/// A checked booking. Only the store knows whether its time is free.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValidBooking {
    /// When the call begins.
    pub start: DateTime<Utc>,
    /// The visitor's details.
    pub visitor: Visitor,
    /// Whether a program sent it.
    pub verdict: Verdict,
    /// Whether it contains as many links as advertising. It is then held until the link in the email is followed: a
    /// visitor with many links gets the call, a program does not.
    pub is_doubtful: bool,
}

/// Checks a booking; `is_offered` returns whether a time can be booked. The error's message is that of the first wrong
/// field, in the form's order.
pub fn check(input: &BookingInput, is_offered: impl Fn(DateTime<Utc>) -> bool) -> Result<ValidBooking, AppError> {
    let mut errors = FieldErrors::default();
    let start = match start(&input.start) {
        Ok(start) if is_offered(start) => Some(start),
        Ok(_) => {
            errors.add("start", NOT_OFFERED);
            None
        }
        Err(reason) => {
            errors.add("start", reason);
            None
        }
    };
    let name = name_rule(&input.name, &mut errors);
    let email = EmailAddress::parse(input.email.trim()).ok();
    if email.is_none() {
        errors.add("email", EMAIL_MESSAGE);
    }
    let website = website_rule(&input.website, false, &mut errors);
    let message = many_lines(&input.message);
    if message.chars().count() > MESSAGE {
        errors.add("message", too_long(MESSAGE));
    }
    match (start, email) {
        (Some(start), Some(email)) if errors.0.is_empty() => {
            let is_trapped = !input.nickname.trim().is_empty();
            let verdict = if is_trapped { Verdict::Spam } else { Verdict::Genuine };
            let is_doubtful = judge_texts(&[&message, &name], "", input.elapsed_ms) == Verdict::Spam;
            Ok(ValidBooking { start, visitor: Visitor { name, email, website, message }, verdict, is_doubtful })
        }
        _ => Err(errors.into()),
    }
}

/// Parses the chosen time. Fails with the message for the visitor.
pub fn start(text: &str) -> Result<DateTime<Utc>, &'static str> {
    match text.trim() {
        "" => Err(NO_START),
        text => DateTime::parse_from_rfc3339(text).map(|start| start.to_utc()).map_err(|_| NOT_OFFERED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input() -> BookingInput {
        BookingInput {
            start: "2026-11-25T14:00:00Z".into(),
            name: "Anna".into(),
            email: "anna@example.org".into(),
            ..BookingInput::default()
        }
    }

    fn wrong(input: &BookingInput) -> Vec<(String, String)> {
        check(input, |_| true).unwrap_err().fields().into_iter().collect()
    }

    #[test]
    fn only_time_name_and_address_are_needed() {
        let valid = check(&input(), |_| true).unwrap();
        assert_eq!(valid.start.to_rfc3339(), "2026-11-25T14:00:00+00:00");
        assert_eq!((valid.visitor.website.as_str(), valid.verdict), ("", Verdict::Genuine));
        let same = BookingInput { start: " 2026-11-25T15:00:00+01:00 ".into(), ..input() };
        assert_eq!(check(&same, |_| true).unwrap(), valid);
    }

    #[test]
    fn each_wrong_field_is_named_and_the_first_of_the_form_is_the_message() {
        let bad = BookingInput {
            name: "A".into(),
            email: "anna@".into(),
            website: "a.b".into(),
            message: "x".repeat(5_001),
            ..BookingInput::default()
        };
        let expected = [
            ("email", "Please enter a valid email address"),
            ("message", "Please use at most 5,000 characters"),
            ("name", "Name must be at least 2 characters"),
            ("start", "Please choose a time"),
            ("website", "Website must be at least 5 characters"),
        ];
        assert_eq!(wrong(&bad), expected.map(|(field, text)| (field.to_owned(), text.to_owned())));
        assert_eq!(check(&bad, |_| true).unwrap_err().public_message(), "Please choose a time");
    }

    #[test]
    fn a_time_that_is_not_on_offer_or_no_time_at_all_is_refused() {
        for start in ["tomorrow", "2026-11-25", "2026-11-25T14:00:00", "2026-02-30T14:00:00Z"] {
            assert_eq!(wrong(&BookingInput { start: start.into(), ..input() })[0].1, NOT_OFFERED, "{start}");
        }
        assert_eq!(check(&input(), |_| false).unwrap_err().fields()["start"], NOT_OFFERED);
    }

    #[test]
    fn a_filled_honeypot_marks_spam_and_many_links_a_doubt() {
        let trapped = BookingInput { nickname: "x".into(), ..input() };
        assert_eq!(check(&trapped, |_| true).unwrap().verdict, Verdict::Spam);
        for (links, is_doubtful) in [(3, false), (4, true)] {
            let linked = BookingInput { message: "https://example.org/page ".repeat(links), ..input() };
            let valid = check(&linked, |_| true).unwrap();
            assert_eq!((valid.verdict, valid.is_doubtful), (Verdict::Genuine, is_doubtful), "{links} links");
        }
    }
}
