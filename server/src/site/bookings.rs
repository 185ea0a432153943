//! When discovery calls can be booked, as written in `site.toml`.

use chrono::NaiveTime;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// When a discovery call can be booked.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Bookings {
    /// Opening hours by weekday: `HH:MM-HH:MM` in the site's time zone, or empty if closed.
    pub hours: OpeningHours,
    /// URL of the video call. Empty for none.
    pub meeting_link: String,
    /// Length of a call, in minutes.
    pub slot_minutes: u16,
    /// Minimum gap between two calls, in minutes.
    pub buffer_minutes: u16,
    /// Minimum notice before a call, in hours.
    pub lead_hours: u16,
    /// Number of days offered, including today.
    pub days_ahead: u16,
    /// Days without calls: `YYYY-MM-DD` for one date, `MM-DD` for every year.
    pub days_off: Vec<String>,
}

/// Opening hours by weekday: `HH:MM-HH:MM` in the site's time zone, or empty if closed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[expect(missing_docs, reason = "the weekdays say it")]
pub struct OpeningHours {
    pub monday: String,
    pub tuesday: String,
    pub wednesday: String,
    pub thursday: String,
    pub friday: String,
    pub saturday: String,
    pub sunday: String,
}

impl OpeningHours {
    /// Returns the hours of each day under its key, from Monday to Sunday.
    pub fn days(&self) -> [(&'static str, &str); 7] {
        [
            ("bookings.hours.monday", &self.monday),
            ("bookings.hours.tuesday", &self.tuesday),
            ("bookings.hours.wednesday", &self.wednesday),
            ("bookings.hours.thursday", &self.thursday),
            ("bookings.hours.friday", &self.friday),
            ("bookings.hours.saturday", &self.saturday),
            ("bookings.hours.sunday", &self.sunday),
        ]
    }
}

/// Returns opening and closing time of `HH:MM-HH:MM`; None for any other text, including a closed day's empty one.
pub fn parse_hours(value: &str) -> Option<(NaiveTime, NaiveTime)> {
    let time = |text: &str| NaiveTime::parse_from_str(text, "%H:%M").ok();
    let (from, to) = value.split_once('-')?;
    Some((time(from)?, time(to)?)).filter(|(from, to)| from < to)
}
