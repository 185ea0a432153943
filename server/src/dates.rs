//! Parses and formats dates.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use chrono_tz::Tz;

/// The text is not a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidDate;

/// Parses exactly `YYYY-MM-DD`.
pub fn parse_date(text: &str) -> Result<NaiveDate, InvalidDate> {
    let shape = text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().filter(|_| shape).ok_or(InvalidDate)
}

/// Returns day, short month and year in `zone`: "5 Nov 2026".
pub fn date_text(at: DateTime<Utc>, zone: Tz) -> String {
    let at = at.with_timezone(&zone);
    // As browsers abbreviate it in British English; chrono's name is "Sep".
    let format = if at.month() == 9 { "%-d Sept %Y" } else { "%-d %b %Y" };
    at.format(format).to_string()
}

/// Returns date and time as people read them, such as "3 Nov 2026, 14:35".
pub fn date_time_text(at: DateTime<Utc>, zone: Tz) -> String {
    format!("{}, {}", date_text(at, zone), at.with_timezone(&zone).format("%H:%M"))
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::*;

    #[test]
    fn dates_are_read_in_the_sites_zone() {
        let late = Utc.with_ymd_and_hms(2026, 6, 30, 23, 30, 0).unwrap();
        assert_eq!(date_text(late, Tz::Europe__London), "1 Jul 2026");
        assert_eq!(date_text(late, Tz::UTC), "30 Jun 2026");
    }

    #[test]
    fn months_are_abbreviated_as_in_british_english() {
        let at = |month| Utc.with_ymd_and_hms(2026, month, 5, 8, 7, 0).unwrap();
        assert_eq!(date_text(at(9), Tz::UTC), "5 Sept 2026");
        assert_eq!(date_time_text(at(9), Tz::UTC), "5 Sept 2026, 08:07");
        assert_eq!(date_text(at(10), Tz::UTC), "5 Oct 2026");
    }
}
