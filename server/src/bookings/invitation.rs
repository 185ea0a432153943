//! Calendar invitations: iCalendar (RFC 5545) with the methods of iTIP (RFC 5546).

use chrono::{DateTime, Utc};
use icalendar::{Attendee, Calendar, Component, Event, EventLike, EventStatus, PartStat, Property, Role};
use uuid::Uuid;

use super::calendar::Slot;
use crate::email_address::with_ascii_domain;

/// One version of the invitation to a call.
#[derive(Debug, Clone, Copy)]
pub struct Invitation<'a> {
    /// Identifies the call in all its versions.
    pub id: Uuid,
    /// Makes the identifier globally unique.
    pub host: &'a str,
    /// Incremented by every change.
    pub sequence: i32,
    /// When this version was made.
    pub made: DateTime<Utc>,
    /// When the call is.
    pub slot: Slot,
    /// Whether the call takes place.
    pub method: Method,
    /// One line.
    pub summary: &'a str,
    /// Any number of lines.
    pub description: &'a str,
    /// The location of the call; empty while it is unknown.
    pub link: &'a str,
    /// Name and address of the organiser.
    pub organiser: (&'a str, &'a str),
    /// The guest's address.
    pub guest: &'a str,
}

/// What the invitation does to a calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Adds or moves the call.
    Request,
    /// Removes the call.
    Cancel,
}

impl Invitation<'_> {
    /// Returns the content of the `.ics` file: folded lines that end with CRLF.
    pub fn text(&self) -> String {
        let (method, status) = match self.method {
            Method::Request => ("REQUEST", EventStatus::Confirmed),
            Method::Cancel => ("CANCEL", EventStatus::Cancelled),
        };
        let (name, address) = self.organiser;
        let mut organiser = Property::new("ORGANIZER", mail_uri(address));
        organiser.add_parameter("CN", &quoted(name));
        let guest =
            Attendee::new(mail_uri(self.guest)).role(Role::ReqParticipant).partstat(PartStat::NeedsAction).rsvp(false);
        let mut event = Event::with_uid(&format!("{}@{}", self.id, self.host));
        event
            .sequence(self.sequence.unsigned_abs())
            .timestamp(self.made)
            .starts(self.slot.start)
            .ends(self.slot.end)
            .summary(&lines(self.summary))
            .description(&lines(self.description))
            .status(status)
            .append_property(organiser)
            .attendee(guest)
            .add_property("TRANSP", "OPAQUE");
        if !self.link.is_empty() {
            event.location(&lines(self.link)).url(&one_line(self.link));
        }
        let mut calendar = Calendar::empty();
        for (name, value) in [
            ("VERSION", "2.0"),
            ("PRODID", "-//Found First//Bookings//EN"),
            ("CALSCALE", "GREGORIAN"),
            ("METHOD", method),
        ] {
            calendar.append_property((name, value));
        }
        calendar.push(event);
        calendar.to_string()
    }
}

/// Returns the URI of an address, as its emails are addressed.
fn mail_uri(address: &str) -> String {
    format!("mailto:{}", with_ascii_domain(&one_line(address)))
}

/// Returns a parameter's value in quotation marks. Quotation marks within it cannot be escaped in this format.
fn quoted(text: &str) -> String {
    format!("\"{}\"", one_line(text).replace('"', "'"))
}

/// Removes all control characters: icalendar escapes line feeds in values of type TEXT only.
fn one_line(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// Removes control characters except line feeds, for values of type TEXT.
fn lines(text: &str) -> String {
    text.chars().filter(|c| *c == '\n' || !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn invitation<'a>(summary: &'a str, description: &'a str) -> Invitation<'a> {
        let at = |text: &str| text.parse().unwrap();
        Invitation {
            id: Uuid::nil(),
            host: "foundfirst.example",
            sequence: 2,
            made: at("2026-11-21T09:30:00Z"),
            slot: Slot { start: at("2026-11-25T14:00:00Z"), end: at("2026-11-25T14:20:00Z") },
            method: Method::Request,
            summary,
            description,
            link: "https://meet.example/a;b,c",
            organiser: ("Found \"First\", Ltd", "hello@foundfirst.example"),
            guest: "anna@example.org",
        }
    }

    /// Returns name (with parameters) and value of each unfolded line.
    fn read(text: &str) -> Vec<(String, String)> {
        assert!(text.ends_with("\r\n") && !text.replace("\r\n", "").contains(['\r', '\n']), "{text:?}");
        assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
        let whole = text.replace("\r\n ", "");
        let split = |line: &str| {
            let mut quoted = false;
            let colon = line.find(|c: char| {
                quoted ^= c == '"';
                c == ':' && !quoted
            });
            let (name, value) = line.split_at(colon.unwrap());
            (name.to_owned(), value[1..].to_owned())
        };
        whole.trim_end().split("\r\n").map(split).collect()
    }

    fn value(text: &str, name: &str) -> String {
        let found: Vec<_> = read(text).into_iter().filter(|(key, _)| key.split(';').next() == Some(name)).collect();
        assert_eq!(found.len(), 1, "{name} in {text}");
        found[0].1.clone()
    }

    #[test]
    fn a_parser_reads_back_every_field() {
        let text = invitation("Call", "One\nTwo").text();
        for (name, expected) in [
            ("METHOD", "REQUEST"),
            ("UID", "00000000-0000-0000-0000-000000000000@foundfirst.example"),
            ("SEQUENCE", "2"),
            ("DTSTAMP", "20261121T093000Z"),
            ("DTSTART", "20261125T140000Z"),
            ("DTEND", "20261125T142000Z"),
            ("SUMMARY", "Call"),
            ("DESCRIPTION", "One\\nTwo"),
            ("LOCATION", "https://meet.example/a\\;b\\,c"),
            ("URL", "https://meet.example/a;b,c"),
            ("ORGANIZER", "mailto:hello@foundfirst.example"),
            ("ATTENDEE", "mailto:anna@example.org"),
            ("STATUS", "CONFIRMED"),
        ] {
            assert_eq!(value(&text, name), expected);
        }
        assert!(text.contains("ORGANIZER;CN=\"Found 'First', Ltd\":"), "{text}");
        let lines = read(&text);
        let ends = (lines.first().unwrap().clone(), lines.last().unwrap().clone());
        assert_eq!(ends, (("BEGIN".into(), "VCALENDAR".into()), ("END".into(), "VCALENDAR".into())));
    }

    #[test]
    fn a_cancellation_says_so_twice() {
        let text = Invitation { method: Method::Cancel, ..invitation("Call", "") }.text();
        assert_eq!((value(&text, "METHOD"), value(&text, "STATUS")), ("CANCEL".into(), "CANCELLED".into()));
    }

    #[test]
    fn input_cannot_inject_lines_and_long_lines_fold_between_characters() {
        let attack = "x\r\nATTENDEE:mailto:victim@example.org\n\\;,".to_owned() + &"ünïcödé ".repeat(40);
        let text = invitation(&attack, &attack).text();
        assert_eq!(read(&text).iter().filter(|(name, _)| name.starts_with("ATTENDEE")).count(), 1, "{text}");
        let expected = attack.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,");
        assert_eq!(value(&text, "SUMMARY"), expected.replace('\r', "").replace('\n', "\\n"));
    }
}
