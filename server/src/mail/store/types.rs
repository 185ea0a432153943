//! The mails of the outbox, as their writers, the delivery and staff see them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A mail to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMail {
    /// The kind of mail, for staff.
    pub kind: &'static str,
    /// The recipient's address.
    pub to: String,
    /// One line.
    pub subject: String,
    /// The plain form.
    pub text: String,
    /// The HTML form.
    pub html: String,
    /// Further header lines, `Reply-To` among them.
    pub headers: Vec<(String, String)>,
    /// An attached invitation: iCalendar text.
    pub calendar: Option<String>,
    /// The earliest delivery; tries and date count from here. None is delivered at once.
    pub due: Option<DateTime<Utc>>,
}

#[cfg(test)]
impl NewMail {
    /// A minimal mail.
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
        }
    }
}

/// What a mail belongs to, and is deleted with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// A visitor's message.
    Enquiry(Uuid),
    /// A booked call.
    Booking(Uuid),
    /// Nothing that is deleted before the mail.
    Other,
}

/// A mail that is being delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeasedMail {
    /// UUIDv7.
    pub id: Uuid,
    /// What is to be sent.
    pub kind: String,
    /// The recipient's address.
    pub to: String,
    /// One line.
    pub subject: String,
    /// The plain form.
    pub text: String,
    /// The HTML form.
    pub html: String,
    /// Further header lines.
    pub headers: Vec<(String, String)>,
    /// An attached invitation: iCalendar text.
    pub calendar: Option<String>,
    /// Number of tries, this one included.
    pub attempts: u32,
    /// When it was written.
    pub created_at: DateTime<Utc>,
}

/// A mail that the mail server has accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delivered {
    /// Which one.
    pub id: Uuid,
    /// When.
    pub at: DateTime<Utc>,
}

/// Where a mail stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MailState {
    /// Waits for its next try.
    Queued,
    /// The mail server has taken it.
    Sent,
    /// Given up.
    Failed,
}

/// A mail as staff see it, without its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MailRecord {
    /// UUIDv7.
    pub id: Uuid,
    /// What sort of mail.
    pub kind: String,
    /// The recipient's address.
    pub recipient: String,
    /// Its subject.
    pub subject: String,
    /// Where it stands.
    pub state: MailState,
    /// How many tries there were.
    pub attempts: u32,
    /// Why the last try failed.
    #[schema(required = true)]
    pub last_error: Option<String>,
    /// When it is tried next, while it waits.
    pub next_attempt_at: DateTime<Utc>,
    /// When it was written.
    pub created_at: DateTime<Utc>,
    /// When the mail server took it.
    #[schema(required = true)]
    pub sent_at: Option<DateTime<Utc>>,
}

/// Number of mails by state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OutboxCounts {
    /// Still to be delivered.
    pub queued: u64,
    /// Delivered, as far as they are still kept.
    pub sent: u64,
    /// Given up.
    pub failed: u64,
}
