//! Invitations for calendars: iCalendar (RFC 5545), sent as RFC 5546 wants it.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::calendar::Slot;

/// What an invitation says.
#[derive(Debug, Clone, Copy)]
pub struct Invitation<'a> {
    /// Names the call for ever, in all its versions.
    pub id: Uuid,
    /// Makes the name unique in the world.
    pub host: &'a str,
    /// Grows with every change.
    pub sequence: i32,
    /// When this version was made.
    pub made: DateTime<Utc>,
    /// When the call is.
    pub slot: Slot,
    /// Whether it takes place.
    pub method: Method,
    /// One line.
    pub summary: &'a str,
    /// As many as wanted.
    pub description: &'a str,
    /// Where the call happens.
    pub link: &'a str,
    /// Who invites: name and address.
    pub organiser: (&'a str, &'a str),
    /// Who is invited.
    pub guest: &'a str,
}

/// What the invitation does to a calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Puts the call there, or moves it.
    Request,
    /// Takes it out.
    Cancel,
}

/// Octets of a line without its end.
const LINE: usize = 75;

impl Invitation<'_> {
    /// The file's text.
    pub fn text(&self) -> String {
        let (method, status) = match self.method {
            Method::Request => ("REQUEST", "CONFIRMED"),
            Method::Cancel => ("CANCEL", "CANCELLED"),
        };
        let (name, address) = self.organiser;
        let where_known = |line| if self.link.is_empty() { String::new() } else { line };
        let lines = [
            "BEGIN:VCALENDAR".to_owned(),
            "VERSION:2.0".to_owned(),
            "PRODID:-//Found First//Bookings//EN".to_owned(),
            "CALSCALE:GREGORIAN".to_owned(),
            format!("METHOD:{method}"),
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}@{}", self.id, self.host),
            format!("SEQUENCE:{}", self.sequence),
            format!("DTSTAMP:{}", utc(self.made)),
            format!("DTSTART:{}", utc(self.slot.start)),
            format!("DTEND:{}", utc(self.slot.end)),
            format!("SUMMARY:{}", escaped(self.summary)),
            format!("DESCRIPTION:{}", escaped(self.description)),
            where_known(format!("LOCATION:{}", escaped(self.link))),
            where_known(format!("URL:{}", one_line(self.link))),
            format!("ORGANIZER;CN={}:mailto:{}", quoted(name), one_line(address)),
            format!("ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=FALSE:mailto:{}", one_line(self.guest)),
            format!("STATUS:{status}"),
            "TRANSP:OPAQUE".to_owned(),
            "END:VEVENT".to_owned(),
            "END:VCALENDAR".to_owned(),
        ];
        lines.iter().filter(|line| !line.is_empty()).fold(String::new(), |text, line| text + &folded(line) + "\r\n")
    }
}

/// `20261125T140000Z`
fn utc(time: DateTime<Utc>) -> String {
    time.format("%Y%m%dT%H%M%SZ").to_string()
}

/// A value of type TEXT.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | ';' | ',' => safe.extend(['\\', c]),
            '\n' => safe.push_str("\\n"),
            c if c.is_control() => {}
            c => safe.push(c),
        }
    }
    safe
}

/// A parameter's value, which can be quoted but has no way to write a quotation mark.
fn quoted(text: &str) -> String {
    format!("\"{}\"", one_line(text).replace('"', "'"))
}

fn one_line(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// A line cut into pieces of 75 octets, between characters; a blank begins each further one.
fn folded(line: &str) -> String {
    let mut text = String::with_capacity(line.len() + line.len() / LINE * 3);
    let mut length = 0;
    for c in line.chars() {
        if length + c.len_utf8() > LINE {
            text.push_str("\r\n ");
            length = 1;
        }
        text.push(c);
        length += c.len_utf8();
    }
    text
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

    /// Name (with its parameters) and value of each line, as a calendar reads them.
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
    fn a_calendar_reads_what_was_meant() {
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
    fn nothing_typed_makes_a_line_of_its_own_and_long_lines_are_cut_between_characters() {
        let attack = "x\r\nATTENDEE:mailto:victim@example.org\n\\;,".to_owned() + &"ünïcödé ".repeat(40);
        let text = invitation(&attack, &attack).text();
        assert_eq!(read(&text).iter().filter(|(name, _)| name.starts_with("ATTENDEE")).count(), 1, "{text}");
        let expected = attack.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,");
        assert_eq!(value(&text, "SUMMARY"), expected.replace('\r', "").replace('\n', "\\n"));
    }
}
