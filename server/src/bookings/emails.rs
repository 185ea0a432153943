//! The emails about a call: to the visitor and to the company, each with a calendar invitation. An email to a visitor
//! never repeats what was typed in the form, because anybody's address can be entered there.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

use super::{
    calendar::{Slot, zone_name},
    invitation::{Invitation, Method},
    store::{Booking, HELD_MAIL, REMINDER},
};
use crate::mail::{Block, Brand, EmailBody, NewMail};

/// How long before a call its reminder is sent.
const REMINDED_BEFORE: TimeDelta = TimeDelta::days(1);

/// The location of a call when `site.toml` has no meeting link.
const LINK_FOLLOWS: &str = "A video call. We'll send you the link beforehand.";

/// Advice for the owner of an address that somebody else has entered.
const NOT_YOU: &str = " If that wasn't you, cancel it or reply to this email.";

/// What all emails about calls share.
#[derive(Debug, Clone, Copy)]
pub struct EmailContext<'a> {
    /// The sender.
    pub brand: Brand<'a>,
    /// The company's address, which receives its emails.
    pub contact_email: &'a str,
    /// The meeting link of all calls; empty when each call gets a separate one.
    pub meeting_link: &'a str,
    /// Makes the invitations' identifiers globally unique.
    pub host: &'a str,
    /// The time zone of the times in the text.
    pub zone: Tz,
    /// The current time.
    pub now: DateTime<Utc>,
}

/// What happened to a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CallEvent {
    Booked,
    /// It was moved from this time.
    Moved(Slot),
    /// The visitor cancelled it.
    Cancelled,
    /// Staff cancelled it.
    Withdrawn,
}

impl CallEvent {
    /// Returns whether the call takes place.
    fn takes_place(self) -> bool {
        matches!(self, Self::Booked | Self::Moved(_))
    }
}

impl EmailContext<'_> {
    /// Returns the emails of a new booking. At `manage_url` the visitor can move or cancel the call.
    pub fn booked(self, booking: &Booking, manage_url: &str) -> Vec<NewMail> {
        self.changed(booking, CallEvent::Booked, manage_url)
    }

    /// Returns the email that asks the visitor to confirm a held call, by the link to `url`.
    pub fn held(self, booking: &Booking, held_until: DateTime<Utc>, url: &str) -> NewMail {
        let subject = format!("Please confirm your discovery call: {}", self.short(booking.slot));
        let until = held_until.with_timezone(&self.zone).format("%H:%M");
        let zone = zone_name(self.zone);
        let blocks = vec![
            Block::Heading(subject.clone()),
            Block::Paragraph(format!(
                "This time is held for you until {until} {zone}. Confirm the call by then to book it."
            )),
            self.facts(booking.slot),
            Block::Action { label: "Confirm this call".to_owned(), url: url.to_owned() },
        ];
        let reason = format!(
            "You're receiving this because someone asked for this call with your address on {}. If that wasn't you, \
             ignore this email: no call is booked, and the time is released at {until}.",
            self.brand.public_url
        );
        NewMail { expires_at: Some(held_until), ..self.mail_to_visitor(HELD_MAIL, booking, subject, blocks, reason) }
    }

    /// Returns the emails of a call that was moved from the time `before`.
    pub fn moved(self, booking: &Booking, before: Slot, manage_url: &str) -> Vec<NewMail> {
        self.changed(booking, CallEvent::Moved(before), manage_url)
    }

    /// Returns the emails of a call that the visitor cancelled.
    pub fn cancelled(self, booking: &Booking) -> Vec<NewMail> {
        self.changed(booking, CallEvent::Cancelled, "")
    }

    /// Returns the emails of a call that staff cancelled.
    pub fn withdrawn(self, booking: &Booking) -> Vec<NewMail> {
        self.changed(booking, CallEvent::Withdrawn, "")
    }

    fn changed(self, booking: &Booking, event: CallEvent, manage_url: &str) -> Vec<NewMail> {
        let own_link = format!("Move or cancel: {manage_url}");
        let visitor = NewMail {
            calendar: Some(self.invitation(booking, event, self.brand.name, &own_link)),
            // Nobody is invited to a call that has begun.
            expires_at: event.takes_place().then_some(booking.slot.start),
            ..self.to_visitor(booking, event, manage_url)
        };
        // Without the visitor's link, which cancels and moves the call in the visitor's name.
        let staff_link = format!("Bookings: {}/admin/bookings", self.brand.public_url);
        let company = NewMail {
            calendar: Some(self.invitation(booking, event, &booking.name, &staff_link)),
            ..self.to_company(booking, event)
        };
        let reminder = if event.takes_place() { self.reminder(booking, manage_url) } else { None };
        [visitor, company].into_iter().chain(reminder).collect()
    }

    fn to_visitor(self, booking: &Booking, event: CallEvent, manage_url: &str) -> NewMail {
        let when = self.when(booking.slot);
        let (kind, subject, first) = match event {
            CallEvent::Booked => (
                "visitor-booking",
                format!("Your discovery call: {}", self.short(booking.slot)),
                "You're booked. The call is free, by video, and with the person who would do the work.".to_owned(),
            ),
            CallEvent::Moved(before) => (
                "visitor-booking-moved",
                format!("Your discovery call has moved: {}", self.short(booking.slot)),
                format!("Your call is no longer on {}. Here is the new time.", self.when(before)),
            ),
            CallEvent::Cancelled => (
                "visitor-booking-cancelled",
                "Your discovery call is cancelled".to_owned(),
                format!("Your call on {when} is cancelled, and we won't be expecting you."),
            ),
            CallEvent::Withdrawn => (
                "visitor-booking-cancelled",
                "We have to cancel your discovery call".to_owned(),
                format!(
                    "We're sorry: we can't make your call on {when}. Please choose another time, or reply to this email."
                ),
            ),
        };
        let mut blocks = vec![Block::Heading(subject.clone()), Block::Paragraph(first)];
        if event.takes_place() {
            blocks.push(self.facts(booking.slot));
            blocks.push(Block::Paragraph(
                "The attached invitation adds the call to your calendar, in your own time zone.".to_owned(),
            ));
            blocks.push(Block::Action { label: "Move or cancel this call".to_owned(), url: manage_url.to_owned() });
        } else {
            let url = format!("{}/contact?tab=schedule", self.brand.public_url);
            blocks.push(Block::Action { label: "Book another time".to_owned(), url });
        }
        let advice = if event.takes_place() { NOT_YOU } else { "" };
        self.mail_to_visitor(kind, booking, subject, blocks, self.was_booked(advice))
    }

    fn reminder(self, booking: &Booking, manage_url: &str) -> Option<NewMail> {
        let due = booking.slot.start - REMINDED_BEFORE;
        // A visitor who books for tomorrow has just read the confirmation.
        if due <= self.now {
            return None;
        }
        // Not "tomorrow": an email that is delayed by its server may arrive on the day itself.
        let subject = format!("Reminder: your discovery call, {}", self.short(booking.slot));
        let blocks = vec![
            Block::Heading(subject.clone()),
            Block::Paragraph(
                "There's nothing to prepare. If there's a page you'd like to ask about, have its address ready.".into(),
            ),
            self.facts(booking.slot),
            Block::Action { label: "Move or cancel this call".to_owned(), url: manage_url.to_owned() },
        ];
        Some(NewMail {
            due: Some(due),
            expires_at: Some(booking.slot.start),
            ..self.mail_to_visitor(REMINDER, booking, subject, blocks, self.was_booked(NOT_YOU))
        })
    }

    /// Returns the reason why a visitor gets an email, with advice for somebody else.
    fn was_booked(self, advice: &str) -> String {
        let site = self.brand.public_url;
        format!("You're receiving this because a call was booked with your address on {site}.{advice}")
    }

    fn mail_to_visitor(
        self,
        kind: &'static str,
        booking: &Booking,
        subject: String,
        blocks: Vec<Block>,
        reason: String,
    ) -> NewMail {
        let headers = vec![
            ("Reply-To".to_owned(), self.contact_email.to_owned()),
            // Keeps out-of-office replies from being sent.
            ("Auto-Submitted".to_owned(), "auto-generated".to_owned()),
        ];
        EmailBody { blocks, reason }.mail(kind, &booking.email, subject, headers, self.brand)
    }

    fn to_company(self, booking: &Booking, event: CallEvent) -> NewMail {
        let (kind, what) = match event {
            CallEvent::Booked => ("company-booking", "Call booked by"),
            CallEvent::Moved(_) => ("company-booking-moved", "Call moved by"),
            CallEvent::Cancelled => ("company-booking-cancelled", "Call cancelled by"),
            CallEvent::Withdrawn => ("company-booking-cancelled", "You cancelled the call with"),
        };
        let subject = format!("{what} {}: {}", booking.name, self.short(booking.slot));
        let before = if let CallEvent::Moved(before) = event { self.when(before) } else { String::new() };
        let facts = [
            ("When", self.when(booking.slot)),
            ("Previously", before),
            ("Name", booking.name.clone()),
            ("Email", booking.email.clone()),
            ("Website", booking.website.clone()),
        ];
        let facts = facts.into_iter().filter(|(_, value)| !value.is_empty());
        let facts = facts.map(|(name, value)| (name.to_owned(), value)).collect();
        let mut blocks = vec![Block::Heading(subject.clone()), Block::Facts(facts)];
        if !booking.message.is_empty() {
            blocks.push(Block::Quote(booking.message.clone()));
        }
        blocks.push(Block::how_to_answer(&booking.email));
        let reason = format!("Sent from the calendar on {}.", self.brand.public_url);
        let headers = vec![("Reply-To".to_owned(), booking.email.clone())];
        EmailBody { blocks, reason }.mail(kind, self.contact_email, subject, headers, self.brand)
    }

    fn facts(self, slot: Slot) -> Block {
        let place = if self.meeting_link.is_empty() { LINK_FOLLOWS } else { self.meeting_link };
        let facts = [("When", self.when(slot)), ("Where", place.to_owned())];
        Block::Facts(facts.map(|(name, value)| (name.to_owned(), value)).to_vec())
    }

    /// Returns the invitation for one of the two: `other` is the name of the other, `link` the last line of the
    /// description.
    fn invitation(self, booking: &Booking, event: CallEvent, other: &str, link: &str) -> String {
        let summary = format!("Discovery call with {other}");
        let description = match event {
            CallEvent::Cancelled | CallEvent::Withdrawn => "This call has been cancelled.".to_owned(),
            CallEvent::Booked | CallEvent::Moved(_) => {
                let join = match self.meeting_link {
                    "" => LINK_FOLLOWS.to_owned(),
                    url => format!("Join: {url}"),
                };
                format!("{join}\n{link}")
            }
        };
        Invitation {
            id: booking.id,
            host: self.host,
            sequence: booking.sequence,
            made: self.now,
            slot: booking.slot,
            method: if event.takes_place() { Method::Request } else { Method::Cancel },
            summary: &summary,
            description: &description,
            link: self.meeting_link,
            organiser: (self.brand.name, self.contact_email),
            guest: &booking.email,
        }
        .text()
    }

    /// Returns "Wednesday 25 November 2026, 14:00 to 14:20 UK time (UTC+00:00)".
    fn when(self, slot: Slot) -> String {
        let (start, end) = (slot.start.with_timezone(&self.zone), slot.end.with_timezone(&self.zone));
        format!(
            "{} to {} {} (UTC{})",
            start.format("%A %-d %B %Y, %H:%M"),
            end.format("%H:%M"),
            zone_name(self.zone),
            start.format("%:z"),
        )
    }

    /// Returns "Wednesday 25 November, 14:00 UK time".
    fn short(self, slot: Slot) -> String {
        let start = slot.start.with_timezone(&self.zone);
        format!("{} {}", start.format("%A %-d %B, %H:%M"), zone_name(self.zone))
    }
}

#[cfg(test)]
mod tests;
