//! The types of bookings: for callers, and as rows of the database.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{
    bookings::{calendar::Slot, domain::Visitor},
    enquiries::Verdict,
    limits::Network,
    storage::entities::bookings,
    token::TokenHash,
};

/// The kind of the reminder, which is deleted when the call moves.
pub const REMINDER: &str = "visitor-booking-reminder";
/// The kind of the email that asks to confirm a held call.
pub const HELD_MAIL: &str = "visitor-booking-held";

/// The state of a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BookingStatus {
    /// The call takes place.
    Booked,
    /// The time is held until the link in the email is followed.
    Held,
    /// The link was not followed in time.
    Lapsed,
    /// It was cancelled.
    Cancelled,
}

impl BookingStatus {
    /// Returns its name in the database.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Booked => BOOKED,
            Self::Held => HELD,
            Self::Lapsed => LAPSED,
            Self::Cancelled => CANCELLED,
        }
    }
}

/// A booked call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Booking {
    /// `UUIDv7`.
    pub id: Uuid,
    /// Its state.
    pub status: BookingStatus,
    /// When the call is.
    pub slot: Slot,
    /// The visitor's name.
    pub name: String,
    /// The visitor's address.
    pub email: String,
    /// The visitor's site; empty when not given.
    pub website: String,
    /// What the visitor wants to talk about; may be empty.
    pub message: String,
    /// Number of changes, the iCalendar sequence number.
    pub sequence: i32,
    /// When the hold ends; None for a call that is not held.
    pub held_until: Option<DateTime<Utc>>,
}

/// Identifies the booking to change.
#[derive(Debug, Clone, Copy)]
pub enum Key<'a> {
    /// By the token of the visitor's link.
    Link(&'a TokenHash),
    /// By its id, as staff do.
    Id(Uuid),
}

/// A booking to store.
#[derive(Debug, Clone)]
pub struct NewBooking<'a> {
    pub id: Uuid,
    pub slot: Slot,
    pub visitor: &'a Visitor,
    pub verdict: Verdict,
    /// Whether it is held, however many calls the network has booked.
    pub is_doubtful: bool,
    pub token: TokenHash,
    /// Where the booking comes from.
    pub network: Network,
    /// The hash of the secret that confirms a held call.
    pub confirmation: TokenHash,
}

impl NewBooking<'_> {
    /// Returns the booking, for its emails.
    pub fn booking(&self) -> Booking {
        Booking {
            id: self.id,
            status: BookingStatus::Booked,
            slot: self.slot,
            name: self.visitor.name.clone(),
            email: self.visitor.email.as_str().to_owned(),
            website: self.visitor.website.clone(),
            message: self.visitor.message.clone(),
            sequence: 0,
            held_until: None,
        }
    }
}

/// The outcome of a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Booked {
    /// It was stored. Comes with the new version of the free times, and with the end of the hold if it is held.
    Made { version: i64, held_until: Option<DateTime<Utc>> },
    /// The time is taken.
    Taken,
    /// The same visitor has booked it, perhaps without getting the response.
    Repeated,
    /// The address has reached its limit of open calls.
    TooManyOpen,
    /// The network or the address has used up its budget, and can book again at this time.
    Refused(DateTime<Utc>),
}

/// The outcome of a change. A stored change comes with the new version of the free times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// It was stored.
    Made(Booking, i64),
    /// There was nothing to change.
    Unchanged(Booking),
    /// The key belongs to no booking.
    Unknown,
    /// The call was cancelled before.
    Cancelled,
    /// The call is only held.
    Held,
    /// The hold has ended.
    Lapsed,
    /// The call is over, or has begun.
    Past,
    /// The new time is taken.
    Taken,
    /// The call has been changed too often.
    TooOften,
}

// The states in the database. Spam is not a `BookingStatus`: only staff see it.
pub const BOOKED: &str = "booked";
pub const HELD: &str = "held";
pub const LAPSED: &str = "lapsed";
pub const CANCELLED: &str = "cancelled";
pub const SPAM: &str = "spam";

/// Returns the time of a row.
pub(super) fn slot(row: &bookings::Model) -> Slot {
    Slot { start: row.start_at, end: row.end_at }
}

/// Returns the booking of a row.
pub(super) fn booking(row: bookings::Model) -> Booking {
    Booking {
        id: row.id,
        status: match row.status.as_str() {
            BOOKED | SPAM => BookingStatus::Booked,
            HELD => BookingStatus::Held,
            LAPSED => BookingStatus::Lapsed,
            _ => BookingStatus::Cancelled,
        },
        slot: slot(&row),
        name: row.name,
        email: row.email,
        website: row.website,
        message: row.message,
        sequence: row.sequence,
        held_until: row.held_until,
    }
}
