//! Publish dates of editors and import files.

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, NaiveTime, SubsecRound, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

use super::values::ValueError;

/// Forms of a local time, with `T` or a space between date and time.
const LOCAL_FORMATS: [&str; 4] = ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%d %H:%M"];

/// Forms of ISO 8601 with an offset that RFC 3339 does not have: without seconds, or with `+0000`.
const OFFSET_FORMATS: [&str; 2] = ["%Y-%m-%dT%H:%M:%S%.f%#z", "%Y-%m-%dT%H:%M%#z"];

/// Parses a point in time, to the microsecond. None for empty text. Without an offset it is a time in `zone`: the first
/// of two when the clocks go back, an hour later when the clocks skip it. A date is the first moment that has it both in
/// `zone` and in UTC, in which times are stored: east of Greenwich, midnight is still the day before in UTC.
pub(super) fn parse(text: &str, zone: Tz) -> Result<Option<DateTime<Utc>>, ValueError> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let time = with_offset(text).or_else(|| day(text, zone)).or_else(|| in_zone(local(text)?, zone));
    // Stored times sort as text only while years have four digits.
    let time = time.filter(|time| (1900..=9998).contains(&time.year())).ok_or(ValueError::Date)?;
    Ok(Some(time.trunc_subsecs(6)))
}

fn with_offset(text: &str) -> Option<DateTime<Utc>> {
    let others = || OFFSET_FORMATS.iter().find_map(|format| DateTime::parse_from_str(text, format).ok());
    DateTime::parse_from_rfc3339(text).ok().or_else(others).map(|time| time.to_utc())
}

fn day(text: &str, zone: Tz) -> Option<DateTime<Utc>> {
    let midnight = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?.and_time(NaiveTime::MIN);
    Some(in_zone(midnight, zone)?.max(midnight.and_utc()))
}

fn local(text: &str) -> Option<NaiveDateTime> {
    LOCAL_FORMATS.iter().find_map(|format| NaiveDateTime::parse_from_str(text, format).ok())
}

fn in_zone(local: NaiveDateTime, zone: Tz) -> Option<DateTime<Utc>> {
    let found = zone.from_local_datetime(&local).earliest();
    let time =
        found.or_else(|| zone.from_local_datetime(&local.checked_add_signed(TimeDelta::hours(1))?).earliest())?;
    Some(time.to_utc())
}
