//! From a row of the outbox to a message as it travels.

use std::time::SystemTime;

use lettre::{
    Address, Message,
    address::AddressError,
    message::{
        Mailbox, MultiPart,
        header::{HeaderName, HeaderValue},
    },
};

use super::store::LeasedMail;

/// Why a mail can never be sent.
#[derive(Debug, thiserror::Error)]
pub enum MessageError {
    /// The recipient's address is none that mail servers take.
    #[error("{0}: {1}")]
    Address(String, AddressError),
    /// A header's name is none.
    #[error("\"{0}\" is no header's name")]
    Header(String),
    /// The message could not be put together.
    #[error(transparent)]
    Parts(#[from] lettre::error::Error),
}

/// Puts the message together. Its id follows from the row's: a repetition is the same message.
pub fn build(mail: &LeasedMail, from: &Mailbox, host: &str) -> Result<Message, MessageError> {
    let mut message = Message::builder()
        .from(from.clone())
        .to(Mailbox::new(None, address(&mail.to)?))
        .subject(&mail.subject)
        .date(SystemTime::from(mail.created_at))
        .message_id(Some(format!("<{}@{host}>", mail.id)));
    for (name, value) in &mail.headers {
        if name == "Reply-To" {
            // What a visitor typed may be no address that programs take. The letter itself says it too.
            if let Ok(address) = address(value) {
                message = message.reply_to(Mailbox::new(None, address));
            }
            continue;
        }
        let name = HeaderName::new_from_ascii(name.clone()).map_err(|_| MessageError::Header(name.clone()))?;
        message = message.raw_header(HeaderValue::new(name, value.clone()));
    }
    Ok(message.multipart(MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone()))?)
}

fn address(text: &str) -> Result<Address, MessageError> {
    text.parse().map_err(|error| MessageError::Address(text.to_owned(), error))
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
            attempts: 1,
            created_at: Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap(),
        }
    }

    fn built(mail: &LeasedMail) -> Result<String, MessageError> {
        let from = Mailbox::new(Some("Found First".into()), "hello@foundfirst.example".parse().unwrap());
        build(mail, &from, "foundfirst.example").map(|message| String::from_utf8(message.formatted()).unwrap())
    }

    #[test]
    fn a_repetition_is_the_same_message_of_the_same_moment() {
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
        assert!(!head.contains("Reply-To"), "what is no address is left out: {head}");
    }

    #[test]
    fn what_is_no_address_is_never_tried() {
        let error = built(&LeasedMail { to: "nobody".into(), ..mail() }).unwrap_err();
        assert!(error.to_string().starts_with("nobody: "), "{error}");
    }
}
