//! Tests of the booking rules, across clock changes.

use std::collections::HashSet;

use proptest::prelude::*;

use super::*;
use crate::dates::parse_date;

fn date(text: &str) -> NaiveDate {
    parse_date(text).unwrap()
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

/// Returns a calendar that is open every day, for any future date.
fn always(hours: &str, zone: Tz) -> Calendar {
    let mut site = Site { time_zone: zone, ..Site::default() };
    let week = &mut site.bookings.hours;
    for day in [
        &mut week.monday,
        &mut week.tuesday,
        &mut week.wednesday,
        &mut week.thursday,
        &mut week.friday,
        &mut week.saturday,
        &mut week.sunday,
    ] {
        hours.clone_into(day);
    }
    site.bookings.days_ahead = u16::MAX;
    site.bookings.lead_hours = 0;
    site.bookings.days_off.clear();
    Calendar::new(&site)
}

fn starts(slots: &[Slot]) -> Vec<String> {
    slots.iter().map(|slot| slot.start.format("%m-%dT%H:%MZ").to_string()).collect()
}

#[test]
fn a_working_day_has_a_slot_every_half_hour_until_it_closes() {
    let calendar = Calendar::new(&Site::default());
    let day = calendar.offered(date("2026-11-23"), 1, at("2026-11-21T09:30:00Z"));
    assert_eq!((day.len(), day[0].start, day[0].end), (15, at("2026-11-23T09:30:00Z"), at("2026-11-23T09:50:00Z")));
    assert_eq!(day[14].start, at("2026-11-23T16:30:00Z"));
    assert_eq!(calendar.offered(date("2026-11-21"), 2, at("2026-11-21T00:00:00Z")), [], "a weekend");
    let summer = calendar.offered(date("2026-07-01"), 1, at("2026-06-30T00:00:00Z"));
    assert_eq!(summer[0].start, at("2026-07-01T08:30:00Z"));
}

#[test]
fn the_list_changes_when_its_first_time_is_too_soon_and_when_a_day_begins() {
    let calendar = Calendar::new(&Site::default());
    let until = |now: &str| calendar.until(&calendar.offered(date("2026-11-23"), 14, at(now)), at(now));
    assert_eq!(until("2026-11-21T09:30:00Z"), Some(at("2026-11-22T00:00:00Z")), "a day is added at its end");
    assert_eq!(until("2026-11-22T09:30:00Z"), Some(at("2026-11-22T21:30:00Z")), "Monday's first time is too soon");
    assert_eq!(calendar.until(&[], at("2026-07-01T09:30:00Z")), Some(at("2026-07-01T23:00:00Z")), "in UK time");
}

#[test]
fn what_is_too_soon_or_too_far_away_is_not_on_offer() {
    let calendar = Calendar::new(&Site::default());
    let monday = |now: &str| calendar.offered(date("2026-11-23"), 1, at(now)).len();
    assert_eq!(monday("2026-11-22T21:30:00Z"), 15, "twelve hours ahead");
    assert_eq!(monday("2026-11-22T21:30:01Z"), 14);
    assert_eq!(monday("2026-11-24T00:00:00Z"), 0, "over");
    assert_eq!(monday("2026-11-10T00:00:00Z"), 15, "the fourteenth day");
    assert_eq!(monday("2026-11-09T23:59:59Z"), 0, "the fifteenth");
    assert_eq!(calendar.offered(NaiveDate::MAX, 31, at("2026-11-09T23:59:59Z")), []);
}

#[test]
fn days_off_have_no_slots() {
    let mut site = Site::default();
    site.bookings.days_off = vec!["12-25".into(), "2026-12-28".into()];
    site.bookings.days_ahead = 31;
    let calendar = Calendar::new(&site);
    let open = |day: &str, now: &str| !calendar.offered(date(day), 1, at(now)).is_empty();
    assert!(!open("2026-12-25", "2026-12-20T00:00:00Z") && !open("2029-12-25", "2029-12-20T00:00:00Z"));
    assert!(!open("2026-12-28", "2026-12-20T00:00:00Z") && open("2027-12-28", "2027-12-20T00:00:00Z"));
    for text in ["", "25-12", "13-01", "2026-02-29", "2026-2-3", "+2026-02-03", " 12-25"] {
        assert_eq!(DayOff::parse(text), None, "{text}");
    }
    assert_eq!(DayOff::parse("02-29"), Some(DayOff::Yearly(2, 29)));
}

#[test]
fn a_skipped_hour_has_no_slots_and_a_repeated_one_has_them_once() {
    let calendar = always("00:30-03:30", Tz::Europe__London);
    let night = |day: &str| starts(&calendar.offered(date(day), 1, at("2026-01-01T00:00:00Z")));
    assert_eq!(night("2026-03-29"), ["03-29T00:30Z", "03-29T01:00Z", "03-29T01:30Z", "03-29T02:00Z"]);
    assert_eq!(
        night("2026-10-25"),
        ["10-24T23:30Z", "10-25T00:00Z", "10-25T00:30Z", "10-25T02:00Z", "10-25T02:30Z", "10-25T03:00Z"]
    );
}

#[test]
fn a_slot_is_found_by_its_start_and_by_nothing_near_it() {
    let calendar = Calendar::new(&Site::default());
    let now = at("2026-11-21T09:30:00Z");
    let start = at("2026-11-23T10:00:00Z");
    assert_eq!(calendar.starting(start, now), Some(Slot { start, end: at("2026-11-23T10:20:00Z") }));
    for wrong in ["2026-11-23T10:00:01Z", "2026-11-23T10:20:00Z", "2026-11-23T17:00:00Z", "2026-11-22T10:00:00Z"] {
        assert_eq!(calendar.starting(at(wrong), now), None, "{wrong}");
    }
}

#[test]
fn calls_that_would_run_into_each_other_clash() {
    let slot = |from: &str, to: &str| Slot { start: at(from), end: at(to) };
    let ten = slot("2026-11-23T10:00:00Z", "2026-11-23T10:20:00Z");
    let pause = TimeDelta::minutes(10);
    assert!(ten.clashes(ten, pause));
    assert!(!ten.clashes(slot("2026-11-23T10:30:00Z", "2026-11-23T10:50:00Z"), pause));
    assert!(ten.clashes(slot("2026-11-23T10:29:00Z", "2026-11-23T10:49:00Z"), pause));
    assert!(slot("2026-11-23T10:29:00Z", "2026-11-23T10:49:00Z").clashes(ten, pause));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn over_ten_years_every_slot_is_within_opening_hours_on_the_clock_and_none_comes_twice(
        opens in 0_u32..23 * 60,
        open_for in 1_u32..12 * 60,
        length in 5_u16..90,
        pause in 0_u16..60,
    ) {
        let closes = (opens + open_for).min(23 * 60 + 59);
        let clock = |minutes: u32| NaiveTime::from_hms_opt(minutes / 60, minutes % 60, 0).unwrap();
        let hours = format!("{}-{}", clock(opens).format("%H:%M"), clock(closes).format("%H:%M"));
        let mut calendar = always(&hours, Tz::Europe__London);
        calendar.length = TimeDelta::minutes(length.into());
        calendar.pause = TimeDelta::minutes(pause.into());
        let slots = calendar.offered(date("2026-01-01"), 3_653, at("2026-01-01T00:00:00Z") - TimeDelta::days(1));
        let mut seen = HashSet::new();
        for pair in slots.windows(2) {
            prop_assert!(pair[0].end <= pair[1].start, "{pair:?}");
        }
        for slot in slots {
            let (start, end) = (slot.start.with_timezone(&calendar.zone), slot.end.with_timezone(&calendar.zone));
            prop_assert!(seen.insert(slot.start), "twice: {start}");
            prop_assert_eq!(slot.end - slot.start, calendar.length);
            prop_assert_eq!(start.date_naive(), end.date_naive());
            prop_assert!(start.time() >= clock(opens) && end.time() <= clock(closes), "{start} to {end}");
            // A local time that does not exist would be shifted off the grid.
            let grid = (start.time() - clock(opens)).num_minutes() % i64::from(length + pause);
            prop_assert_eq!(grid, 0);
            prop_assert_eq!(end.naive_local() - start.naive_local(), calendar.length);
        }
    }
}
