//! The types of the outbox: for callers, for delivery and for staff.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// An email to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMail {
    /// The kind of email, for staff.
    pub kind: &'static str,
    /// The recipient's address.
    pub to: String,
    /// One line.
    pub subject: String,
    /// Plain text body.
    pub text: String,
    /// HTML body.
    pub html: String,
    /// Further header lines, `Reply-To` among them.
    pub headers: Vec<(String, String)>,
    /// An attached invitation: iCalendar text.
    pub calendar: Option<String>,
    /// The earliest delivery, from which attempts and date count. If `None`, it is delivered immediately.
    pub due: Option<DateTime<Utc>>,
    /// When it expires and is given up. If `None`, it is tried for as long as any other.
    pub expires_at: Option<DateTime<Utc>>,
}

#[cfg(test)]
impl NewMail {
    /// Returns a minimal email, for tests.
    pub fn short(kind: &'static str, to: impl Into<String>) -> Self {
        Self {
            kind,
            to: to.into(),
            subject: "S".into(),
            text: "T".into(),
            html: "H".into(),
            headers: Vec::new(),
            calendar: None,
            due: None,
            expires_at: None,
        }
    }
}

/// What an email belongs to. They are deleted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// A visitor's message.
    Enquiry(Uuid),
    /// A booked call.
    Booking(Uuid),
    /// Nothing that is deleted before the email.
    Other,
}

/// An email that is being delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeasedMail {
    /// UUIDv7.
    pub id: Uuid,
    /// The kind of email, for staff.
    pub kind: String,
    /// The recipient's address.
    pub to: String,
    /// One line.
    pub subject: String,
    /// Plain text body.
    pub text: String,
    /// HTML body.
    pub html: String,
    /// Further header lines.
    pub headers: Vec<(String, String)>,
    /// An attached invitation: iCalendar text.
    pub calendar: Option<String>,
    /// Number of attempts that count, including this one. Attempts during an outage of the mail server do not count.
    pub attempts: u32,
    /// The end of the lease, which distinguishes it from earlier and later ones of the same email.
    pub leased_until: DateTime<Utc>,
    /// When it was written.
    pub created_at: DateTime<Utc>,
    /// When it expires.
    pub expires_at: Option<DateTime<Utc>>,
}

/// An email that the mail server accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delivered {
    /// The email's id.
    pub id: Uuid,
    /// When it was accepted.
    pub at: DateTime<Utc>,
}

/// The delivery state of an email.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MailState {
    /// Waits for the next delivery attempt.
    Queued,
    /// Accepted by the mail server.
    Sent,
    /// Given up after failed attempts.
    Failed,
}

/// An email, without its body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MailRecord {
    /// Unique identifier (UUIDv7).
    pub id: Uuid,
    /// Kind of the email.
    pub kind: String,
    /// Email address of the recipient.
    pub recipient: String,
    /// Subject line.
    pub subject: String,
    /// Delivery state.
    pub state: MailState,
    /// Number of delivery attempts so far.
    pub attempts: u32,
    /// Why the last attempt failed. Null if none has.
    #[schema(required = true)]
    pub last_error: Option<String>,
    /// When the next attempt is due, if the email is queued.
    pub next_attempt_at: DateTime<Utc>,
    /// When delivery was first due, such as the creation of the email or the time of a reminder. Reset when a failed
    /// email is retried.
    pub created_at: DateTime<Utc>,
    /// When the mail server accepted the email. Null if not sent.
    #[schema(required = true)]
    pub sent_at: Option<DateTime<Utc>>,
}

/// Number of emails by state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OutboxCounts {
    /// Waiting for delivery, or for the time when it is to be sent.
    pub queued: u64,
    /// Of these, the ones that are not delivered although their time has come.
    pub due: u64,
    /// Delivered, and not deleted yet.
    pub sent: u64,
    /// Given up.
    pub failed: u64,
}
