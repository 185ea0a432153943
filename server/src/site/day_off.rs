//! Days without calls, as written in `site.toml`.

use chrono::{Datelike, NaiveDate};

use crate::dates::parse_date;

/// A day without calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DayOff {
    /// A single date.
    Once(NaiveDate),
    /// Month and day of every year.
    Yearly(u32, u32),
}

impl DayOff {
    /// Parses `YYYY-MM-DD` or `MM-DD`.
    pub fn parse(text: &str) -> Option<Self> {
        if let Ok(date) = parse_date(text) {
            return Some(Self::Once(date));
        }
        // A leap year has every valid month and day.
        let date = parse_date(&format!("2024-{text}")).ok()?;
        Some(Self::Yearly(date.month(), date.day()))
    }

    /// Returns whether this is the day off.
    pub fn is(self, date: NaiveDate) -> bool {
        match self {
            Self::Once(day) => day == date,
            Self::Yearly(month, day) => (date.month(), date.day()) == (month, day),
        }
    }
}
