//! Tests of the emails' text.

use uuid::Uuid;

use super::*;
use crate::bookings::store::BookingStatus;

const URL: &str = "https://foundfirst.example/bookings/secret";

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn slot(start: &str) -> Slot {
    Slot { start: at(start), end: at(start) + TimeDelta::minutes(20) }
}

fn head<'a>() -> EmailContext<'a> {
    EmailContext {
        brand: Brand { name: "Found First", legal_name: "Found First Ltd", public_url: "https://foundfirst.example" },
        contact_email: "hello@foundfirst.example",
        meeting_link: "https://meet.example/call",
        host: "foundfirst.example",
        zone: Tz::Europe__London,
        now: at("2026-11-21T09:30:00Z"),
    }
}

fn booking() -> Booking {
    Booking {
        id: Uuid::nil(),
        status: BookingStatus::Booked,
        slot: slot("2026-11-25T14:00:00Z"),
        name: "BAIT <b>Anna</b>".into(),
        email: "anna@example.org".into(),
        website: "bait.example".into(),
        message: "BAIT\nbuy now".into(),
        sequence: 0,
        held_until: None,
    }
}

fn calendar(mail: &NewMail) -> String {
    mail.calendar.clone().unwrap().replace("\r\n ", "")
}

#[test]
fn a_held_call_asks_for_confirmation_and_repeats_nothing_typed() {
    let mail =
        head().held(&booking(), head().now + TimeDelta::minutes(10), "https://foundfirst.test/bookings/x?confirm=y");
    for text in
        ["Please confirm your discovery call", "held for you until", "https://foundfirst.test/bookings/x?confirm=y"]
    {
        assert!(mail.text.contains(text), "{}", mail.text);
    }
    assert!(!mail.text.contains("BAIT") && !mail.subject.contains("BAIT"));
    let reason = "If that wasn't you, ignore this email: no call is booked, and the time is released at 09:40.";
    assert!(mail.text.contains(reason), "{}", mail.text);
    assert_eq!(mail.calendar, None);
}

#[test]
fn an_international_address_is_written_as_emails_need_it() {
    let booking = Booking { email: "j\u{f6}rg@m\u{fc}ller.example".into(), ..booking() };
    let mails = head().booked(&booking, URL);
    assert!(mails[1].text.contains("Write to j\u{f6}rg@m\u{fc}ller.example to answer the visitor."));
    let calendar = mails[0].calendar.as_ref().unwrap().replace("\r\n ", "");
    assert!(calendar.contains("mailto:j\u{f6}rg@xn--mller-kva.example"), "{calendar}");
}

#[test]
fn a_booking_sends_confirmation_notice_and_reminder() {
    let mails = head().booked(&booking(), URL);
    let [visitor, company, reminder] = &mails[..] else { panic!("{mails:?}") };
    assert_eq!(visitor.text, "Your discovery call: Wednesday 25 November, 14:00 UK time

You're booked. The call is free, by video, and with the person who would do the work.

When: Wednesday 25 November 2026, 14:00 to 14:20 UK time (UTC+00:00)
Where: https://meet.example/call

The attached invitation adds the call to your calendar, in your own time zone.

Move or cancel this call:
https://foundfirst.example/bookings/secret

--
Found First, https://foundfirst.example
You're receiving this because a call was booked with your address on https://foundfirst.example. If that wasn't you, cancel it or reply to this email.
Found First Ltd
");
    assert_eq!((visitor.to.as_str(), visitor.due), ("anna@example.org", None));
    assert_eq!((visitor.expires_at, company.expires_at), (Some(booking().slot.start), None));
    assert_eq!(company.subject, "Call booked by BAIT <b>Anna</b>: Wednesday 25 November, 14:00 UK time");
    assert!(company.text.contains("Website: bait.example") && company.text.contains("> BAIT\n> buy now"));
    assert!(!company.text.contains("Before:") && !company.html.contains("<b>Anna"), "{}", company.html);
    assert!(!company.text.contains(URL) && company.to == "hello@foundfirst.example");
    assert_eq!(company.headers, [("Reply-To".to_owned(), "anna@example.org".to_owned())]);
    assert_eq!((reminder.kind, reminder.due, &reminder.calendar), (REMINDER, Some(at("2026-11-24T14:00:00Z")), &None));
    assert_eq!(reminder.expires_at, Some(at("2026-11-25T14:00:00Z")));
    assert_eq!(reminder.subject, "Reminder: your discovery call, Wednesday 25 November, 14:00 UK time");
    for mail in [visitor, reminder] {
        assert!(!format!("{mail:?}").contains("BAIT") && !format!("{mail:?}").contains("bait"), "{mail:?}");
    }
}

#[test]
fn the_invitation_is_the_same_call_in_all_its_versions() {
    let booked = calendar(&head().booked(&booking(), URL)[0]);
    let mut later = booking();
    (later.slot, later.sequence) = (slot("2026-07-01T08:30:00Z"), 1);
    let mails = head().moved(&later, booking().slot, URL);
    let moved = calendar(&mails[1]);
    later.sequence = 2;
    let cancelled = calendar(&head().cancelled(&later)[0]);
    let uid = "UID:00000000-0000-0000-0000-000000000000@foundfirst.example\r\n";
    for (text, method, sequence, start) in [
        (&booked, "REQUEST", 0, "20261125T140000Z"),
        (&moved, "REQUEST", 1, "20260701T083000Z"),
        (&cancelled, "CANCEL", 2, "20260701T083000Z"),
    ] {
        for line in [
            uid.to_owned(),
            format!("METHOD:{method}\r\n"),
            format!("SEQUENCE:{sequence}\r\n"),
            format!("DTSTART:{start}\r\n"),
        ] {
            assert!(text.contains(&line), "{line} in {text}");
        }
    }
    assert!(booked.contains(
        "DESCRIPTION:Join: https://meet.example/call\\nMove or cancel: https://foundfirst.example/bookings/secret\r\n"
    ));
}

#[test]
fn the_company_s_entry_names_the_visitor_and_keeps_their_link_secret() {
    let mails = head().booked(&booking(), URL);
    let (visitor, company) = (calendar(&mails[0]), calendar(&mails[1]));
    assert!(visitor.contains("SUMMARY:Discovery call with Found First\r\n"), "{visitor}");
    assert!(company.contains("SUMMARY:Discovery call with BAIT <b>Anna</b>\r\n"), "{company}");
    assert!(company.contains("\\nBookings: https://foundfirst.example/admin/bookings\r\n"), "{company}");
    assert!(!company.contains(URL) && !visitor.contains("BAIT"));
}

#[test]
fn without_a_meeting_link_the_invitation_promises_one() {
    let mails = EmailContext { meeting_link: "", ..head() }.booked(&booking(), URL);
    let text = calendar(&mails[0]);
    assert!(
        text.contains("DESCRIPTION:A video call. We'll send you the link beforehand.\\nMove or cancel: "),
        "{text}"
    );
}

#[test]
fn a_change_says_both_times_each_with_its_offset() {
    let mut later = booking();
    later.slot = slot("2027-07-01T08:30:00Z");
    let mails = head().moved(&later, booking().slot, URL);
    let text = &mails[0].text;
    assert!(text.contains("Your call is no longer on Wednesday 25 November 2026, 14:00 to 14:20 UK time (UTC+00:00)."));
    assert!(text.contains("When: Thursday 1 July 2027, 09:30 to 09:50 UK time (UTC+01:00)\n"), "{text}");
    assert!(mails[1].text.contains("Previously: Wednesday 25 November 2026, 14:00"), "{}", mails[1].text);
}

#[test]
fn a_cancelled_call_has_no_reminder_and_links_to_a_new_booking() {
    let mails = head().cancelled(&booking());
    assert_eq!(mails.len(), 2);
    assert_eq!(mails[0].subject, "Your discovery call is cancelled");
    assert!(mails[0].text.contains("Book another time:\nhttps://foundfirst.example/contact?tab=schedule\n"));
    assert!(!mails[0].text.contains("If that wasn't you"), "there is nothing left to cancel");
}

#[test]
fn a_booking_for_tomorrow_gets_no_reminder() {
    let soon = Booking { slot: slot("2026-11-22T09:30:00Z"), ..booking() };
    assert_eq!(head().booked(&soon, URL).len(), 2);
    let later = Booking { slot: slot("2026-11-22T09:31:00Z"), ..booking() };
    assert_eq!(head().booked(&later, URL).len(), 3);
}

/// Parses an invitation with the parser of the crate that wrote it. `invitation.rs` checks the lines independently.
fn read_by_others(mail: &NewMail) -> (icalendar::Calendar, icalendar::Event) {
    let text = mail.calendar.clone().unwrap();
    assert!(text.split_terminator("\r\n").all(|line| line.len() <= 75 && !line.contains(['\r', '\n'])), "{text}");
    let calendar: icalendar::Calendar = text.parse().unwrap();
    let [icalendar::CalendarComponent::Event(event)] = &calendar.components[..] else { panic!("{calendar:?}") };
    let event = event.clone();
    (calendar, event)
}

#[test]
fn another_parser_reads_the_same_call_in_every_version() {
    use icalendar::{CalendarDateTime, Component, DatePerhapsTime, EventLike, EventStatus};
    let mut later = booking();
    let booked = read_by_others(&head().booked(&later, URL)[0]);
    (later.slot, later.sequence) = (slot("2026-07-01T08:30:00Z"), 1);
    let moved = read_by_others(&head().moved(&later, booking().slot, URL)[1]);
    later.sequence = 2;
    let cancelled = read_by_others(&head().cancelled(&later)[0]);
    let versions = [
        (&booked, "REQUEST", 0, "2026-11-25T14:00:00Z", EventStatus::Confirmed),
        (&moved, "REQUEST", 1, "2026-07-01T08:30:00Z", EventStatus::Confirmed),
        (&cancelled, "CANCEL", 2, "2026-07-01T08:30:00Z", EventStatus::Cancelled),
    ];
    for ((calendar, event), method, sequence, start, status) in versions {
        assert_eq!(
            (calendar.property_value("METHOD"), calendar.property_value("VERSION")),
            (Some(method), Some("2.0"))
        );
        assert_eq!(event.get_uid(), booked.1.get_uid(), "one call");
        assert_eq!(event.get_sequence(), Some(sequence), "each version is newer than the one before");
        assert_eq!(event.get_status(), Some(status));
        let time = |time: Option<DatePerhapsTime>| match time.unwrap() {
            DatePerhapsTime::DateTime(CalendarDateTime::Utc(time)) => time,
            other => panic!("{other:?}"),
        };
        assert_eq!((time(event.get_start()), time(event.get_end())), (slot(start).start, slot(start).end));
        assert_eq!(event.get_timestamp(), Some(head().now));
        let person = |name: &str| event.property_value(name).unwrap_or_default().to_lowercase();
        assert_eq!(person("ORGANIZER"), "mailto:hello@foundfirst.example");
    }
    let (_, event) = &booked;
    assert_eq!(
        event.get_description(),
        Some("Join: https://meet.example/call\nMove or cancel: https://foundfirst.example/bookings/secret")
    );
    assert_eq!(
        (event.get_location(), event.get_url()),
        (Some("https://meet.example/call"), Some("https://meet.example/call"))
    );
}

/// A brand name with every character that is special in iCalendar.
#[test]
fn nothing_in_a_name_breaks_an_invitation() {
    use icalendar::{Component, EventLike};
    let name =
        "Föund; \"First\", \\Söhne: Ünïcode that is a good deal longer than a line of seventy-five octets may be 🚀";
    let mut head = head();
    head.brand.name = name;
    let (_, event) = read_by_others(&head.booked(&booking(), URL)[0]);
    assert!(event.get_summary().unwrap().contains(name), "{:?}", event.get_summary());
    assert_eq!(event.get_location(), Some("https://meet.example/call"));
}

#[test]
fn a_call_cancelled_by_staff_is_withdrawn_with_an_apology() {
    let mails = head().withdrawn(&booking());
    let [visitor, company] = &mails[..] else { panic!("{mails:?}") };
    assert!(visitor.text.starts_with(
        "We have to cancel your discovery call

We're sorry: we can't make your call on Wednesday 25 November 2026, 14:00 to 14:20 UK time (UTC+00:00). Please choose another time, or reply to this email.

Book another time:
https://foundfirst.example/contact?tab=schedule
"
    ), "{}", visitor.text);
    assert!(!visitor.text.contains("BAIT") && !visitor.html.contains("BAIT"), "{}", visitor.text);
    assert_eq!(company.subject, "You cancelled the call with BAIT <b>Anna</b>: Wednesday 25 November, 14:00 UK time");
    for mail in &mails {
        assert!(calendar(mail).contains("METHOD:CANCEL"), "{mail:?}");
    }
}
