//! Days without calls, as `site.toml` names them.

use chrono::{Datelike, NaiveDate};

use crate::dates::parse_date;

/// A day without calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DayOff {
    /// That day.
    Once(NaiveDate),
    /// That month and day of every year.
    Yearly(u32, u32),
}

impl DayOff {
    /// Reads `YYYY-MM-DD` or `MM-DD`.
    pub fn parse(text: &str) -> Option<Self> {
        if let Ok(date) = parse_date(text) {
            return Some(Self::Once(date));
        }
        // A leap year has every day that there is.
        let date = parse_date(&format!("2024-{text}")).ok()?;
        Some(Self::Yearly(date.month(), date.day()))
    }

    /// Whether it is this date.
    pub fn is(self, date: NaiveDate) -> bool {
        match self {
            Self::Once(day) => day == date,
            Self::Yearly(month, day) => (date.month(), date.day()) == (month, day),
        }
    }
}
