//! Builds a MIME message from a row of the outbox.

use std::time::SystemTime;

use lettre::{
    Address, Message,
    address::AddressError,
    message::{
        Attachment, Mailbox, MultiPart, SinglePart,
        header::{ContentType, ContentTypeErr, HeaderName, HeaderValue},
    },
};

use super::store::LeasedMail;
use crate::email_address::with_ascii_domain;

/// Why an email can never be sent.
#[derive(Debug, thiserror::Error)]
pub enum MessageError {
    /// The recipient's address is invalid.
    #[error("{0}: {1}")]
    Address(String, AddressError),
    /// A header's name is invalid.
    #[error("\"{0}\" is not a header name")]
    Header(String),
    /// The invitation's method is invalid.
    #[error("{0}")]
    Calendar(#[from] ContentTypeErr),
    /// The message could not be built.
    #[error(transparent)]
    Parts(#[from] lettre::error::Error),
}

/// Builds the message. Its id is derived from the row's: a second try sends the same message.
pub fn build(mail: &LeasedMail, from: &Mailbox, host: &str) -> Result<Message, MessageError> {
    let mut message = Message::builder()
        .from(from.clone())
        .to(Mailbox::new(None, address(&mail.to)?))
        .subject(&mail.subject)
        .date(SystemTime::from(mail.created_at))
        .message_id(Some(format!("<{}@{host}>", mail.id)));
    for (name, value) in &mail.headers {
        if name == "Reply-To" {
            // A visitor may have typed an address that is invalid in a header, or that some servers do not forward. The
            // body repeats it.
            if let Some(address) = address(value).ok().filter(|address| address.user().is_ascii()) {
                message = message.reply_to(Mailbox::new(None, address));
            }
            continue;
        }
        let name = HeaderName::new_from_ascii(name.clone()).map_err(|_| MessageError::Header(name.clone()))?;
        message = message.raw_header(HeaderValue::new(name, value.clone()));
    }
    let words = MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone());
    Ok(message.multipart(match &mail.calendar {
        None => words,
        Some(calendar) => invited(words, calendar)?,
    })?)
}

/// Adds an invitation in the two forms that email programs support: as an alternative body, which some show with
/// buttons, and as an attachment for the others.
fn invited(words: MultiPart, calendar: &str) -> Result<MultiPart, MessageError> {
    let method = calendar.lines().find_map(|line| line.strip_prefix("METHOD:")).unwrap_or("PUBLISH");
    let kind = ContentType::parse(&format!("text/calendar; charset=utf-8; method={method}"))?;
    let form = SinglePart::builder().header(kind).body(calendar.to_owned());
    let file = ContentType::parse("application/ics")?;
    let file = Attachment::new("invite.ics".to_owned()).body(calendar.to_owned(), file);
    Ok(MultiPart::mixed().multipart(words.singlepart(form)).singlepart(file))
}

/// Parses an address. Its domain is converted to ASCII: few servers accept other characters.
fn address(text: &str) -> Result<Address, MessageError> {
    with_ascii_domain(text).parse().map_err(|error| MessageError::Address(text.to_owned(), error))
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};
    use uuid::Uuid;

    use super::*;

    fn mail() -> LeasedMail {
        LeasedMail {
            id: Uuid::nil(),
            kind: "test".into(),
            to: "anna@example.org".into(),
            subject: "Hello".into(),
            text: "Grüße".into(),
            html: "<p>Grüße</p>".into(),
            headers: vec![],
            calendar: None,
            attempts: 1,
            leased_until: Utc.with_ymd_and_hms(2026, 11, 21, 9, 32, 0).unwrap(),
            created_at: Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap(),
            expires_at: None,
        }
    }

    fn built(mail: &LeasedMail) -> Result<String, MessageError> {
        let from = Mailbox::new(Some("Found First".into()), "hello@foundfirst.example".parse().unwrap());
        build(mail, &from, "foundfirst.example").map(|message| String::from_utf8(message.formatted()).unwrap())
    }

    #[test]
    fn a_second_try_sends_the_same_message() {
        let text = built(&mail()).unwrap();
        assert!(text.contains("Message-ID: <00000000-0000-0000-0000-000000000000@foundfirst.example>\r\n"), "{text}");
        assert!(text.contains("Date: Sat, 21 Nov 2026 09:30:00 +0000\r\n"), "{text}");
        assert!(text.contains("From: \"Found First\" <hello@foundfirst.example>\r\n"), "{text}");
    }

    #[test]
    fn no_line_break_reaches_the_headers() {
        let mut mail = mail();
        mail.subject = "Hello\r\nBcc: victim@example.org".into();
        mail.headers = vec![
            ("Reply-To".into(), "a@b.example\r\nBcc: victim@example.org".into()),
            ("List-Unsubscribe".into(), "<https://x>\r\nBcc: victim@example.org".into()),
        ];
        let text = built(&mail).unwrap();
        let head = text.split("\r\n\r\n").next().unwrap();
        assert!(!head.lines().any(|line| line.starts_with("Bcc")), "{head}");
        assert!(!head.contains("Reply-To"), "what is not an address is left out: {head}");
    }

    #[test]
    fn headers_are_ascii_whatever_the_addresses() {
        let reply_to = |value: &str| vec![("Reply-To".to_owned(), value.to_owned())];
        let anna = "anna@müller.example";
        let text = built(&LeasedMail { to: anna.into(), headers: reply_to(anna), ..mail() }).unwrap();
        let head = text.split("\r\n\r\n").next().unwrap();
        for header in ["To: anna@xn--mller-kva.example", "Reply-To: anna@xn--mller-kva.example"] {
            assert!(head.lines().any(|line| line == header), "{head}");
        }
        let text = built(&LeasedMail { headers: reply_to("jörg@müller.example"), ..mail() }).unwrap();
        assert!(!text.contains("Reply-To"), "{text}");
        assert!(text.split("\r\n\r\n").next().unwrap().is_ascii(), "{text}");
    }

    #[test]
    fn an_invitation_is_an_alternative_and_an_attachment() {
        let calendar = "BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n";
        let text = built(&LeasedMail { calendar: Some(calendar.into()), ..mail() }).unwrap();
        assert!(text.contains("Content-Type: text/calendar; charset=utf-8; method=CANCEL\r\n"), "{text}");
        assert!(text.contains("Content-Disposition: attachment; filename=\"invite.ics\"\r\n"), "{text}");
        assert_eq!(text.matches(calendar.trim_end()).count(), 2, "{text}");
        let (mixed, alternative) = (text.find("multipart/mixed").unwrap(), text.find("multipart/alternative").unwrap());
        assert!(mixed < alternative, "{text}");
    }

    #[test]
    fn mail_to_an_invalid_address_is_never_tried() {
        let error = built(&LeasedMail { to: "nobody".into(), ..mail() }).unwrap_err();
        assert!(error.to_string().starts_with("nobody: "), "{error}");
    }
}
