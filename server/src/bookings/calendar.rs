//! Which times can be booked at all: opening hours on the site's clock, over both of its changes in a year.

use chrono::{DateTime, Datelike, Days, MappedLocalTime, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use serde::Serialize;
use utoipa::ToSchema;

use crate::site::{DayOff, Site, parse_hours};

/// A time for a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Slot {
    /// When it begins, in UTC.
    pub start: DateTime<Utc>,
    /// When it is over, in UTC.
    pub end: DateTime<Utc>,
}

/// The rules of `site.toml`.
#[derive(Debug, Clone)]
pub struct Calendar {
    zone: Tz,
    /// From Monday on; None is a closed day.
    hours: [Option<(NaiveTime, NaiveTime)>; 7],
    length: TimeDelta,
    pause: TimeDelta,
    lead: TimeDelta,
    days_ahead: u64,
    days_off: Vec<DayOff>,
}

impl Slot {
    /// Whether both cannot be, with `pause` between two calls.
    pub fn clashes(self, other: Self, pause: TimeDelta) -> bool {
        self.start < other.end + pause && other.start < self.end + pause
    }
}

impl Calendar {
    /// The rules of a site.
    pub fn new(site: &Site) -> Self {
        let rules = &site.bookings;
        let hours = &rules.hours;
        let week = [
            &hours.monday,
            &hours.tuesday,
            &hours.wednesday,
            &hours.thursday,
            &hours.friday,
            &hours.saturday,
            &hours.sunday,
        ];
        Self {
            zone: site.time_zone,
            hours: week.map(|day| parse_hours(day)),
            length: TimeDelta::minutes(rules.slot_minutes.into()),
            pause: TimeDelta::minutes(rules.buffer_minutes.into()),
            lead: TimeDelta::hours(rules.lead_hours.into()),
            days_ahead: rules.days_ahead.into(),
            days_off: rules.days_off.iter().filter_map(|day| DayOff::parse(day)).collect(),
        }
    }

    /// What is left free after a call.
    pub fn pause(&self) -> TimeDelta {
        self.pause
    }

    /// The present day in the site's zone.
    pub fn today(&self, now: DateTime<Utc>) -> NaiveDate {
        now.with_timezone(&self.zone).date_naive()
    }

    /// Until when what can be booked stays as it is when nobody books: then the first of `slots` is too soon.
    pub fn until(&self, slots: &[Slot]) -> Option<DateTime<Utc>> {
        slots.first().map(|slot| slot.start - self.lead)
    }

    /// Every time that is on offer in the `days` from `from` on, taken or not, in their order.
    pub fn offered(&self, from: NaiveDate, days: u64, now: DateTime<Utc>) -> Vec<Slot> {
        let dates = (0..days).filter_map(|day| from.checked_add_days(Days::new(day)));
        dates
            .filter(|date| self.is_in_reach(*date, now))
            .flat_map(|date| self.day(date))
            .filter(|slot| slot.start >= now + self.lead)
            .collect()
    }

    /// The time on offer that begins then.
    pub fn starting(&self, start: DateTime<Utc>, now: DateTime<Utc>) -> Option<Slot> {
        let date = self.today(start);
        self.offered(date, 1, now).into_iter().find(|slot| slot.start == start)
    }

    fn is_in_reach(&self, date: NaiveDate, now: DateTime<Utc>) -> bool {
        let today = self.today(now);
        today <= date && (date - today).num_days().unsigned_abs() < self.days_ahead
    }

    /// The times of a day, whenever that is.
    fn day(&self, date: NaiveDate) -> Vec<Slot> {
        let weekday = date.weekday().num_days_from_monday() as usize;
        let Some((opens, closes)) = self.hours.get(weekday).copied().flatten() else { return Vec::new() };
        if self.days_off.iter().any(|day| day.is(date)) {
            return Vec::new();
        }
        let step = self.length + self.pause;
        let last = date.and_time(closes) - self.length;
        let times = std::iter::successors(Some(date.and_time(opens)), |time| Some(*time + step));
        times.take_while(|time| *time <= last).filter_map(|time| self.slot(time)).collect()
    }

    /// The slot that begins at this time of the site's clock. None where the clock leaves that time out, or is put
    /// forward or back during the call: a reader of "02:50 to 03:10" would come at the wrong time.
    fn slot(&self, local: chrono::NaiveDateTime) -> Option<Slot> {
        let start = match self.zone.from_local_datetime(&local) {
            MappedLocalTime::Single(start) | MappedLocalTime::Ambiguous(start, _) => start,
            MappedLocalTime::None => return None,
        };
        let end = start + self.length;
        (end.naive_local() == local + self.length).then(|| Slot { start: start.to_utc(), end: end.to_utc() })
    }
}

/// What people call a zone: "UK time", "Paris time".
pub fn zone_name(zone: Tz) -> String {
    if zone == Tz::Europe__London {
        return "UK time".to_owned();
    }
    let city = zone.name().rsplit('/').next().unwrap_or_default().replace('_', " ");
    format!("{city} time")
}

#[cfg(test)]
mod tests;
