//! Which times can be booked: opening hours in the site's time zone, across changes to and from summer time.

use chrono::{DateTime, Datelike, Days, MappedLocalTime, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use serde::Serialize;
use utoipa::ToSchema;

use crate::site::{DayOff, Site, parse_hours};

/// A time slot for a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Slot {
    /// Start of the slot, in UTC.
    pub start: DateTime<Utc>,
    /// End of the slot, in UTC.
    pub end: DateTime<Utc>,
}

/// The booking rules of `site.toml`.
#[derive(Debug, Clone)]
pub struct Calendar {
    zone: Tz,
    /// Opening hours from Monday to Sunday; None is a closed day.
    hours: [Option<(NaiveTime, NaiveTime)>; 7],
    length: TimeDelta,
    pause: TimeDelta,
    lead: TimeDelta,
    days_ahead: u64,
    days_off: Vec<DayOff>,
}

impl Slot {
    /// Returns whether two calls are less than `pause` apart.
    pub fn clashes(self, other: Self, pause: TimeDelta) -> bool {
        self.start < other.end + pause && other.start < self.end + pause
    }
}

impl Calendar {
    /// Reads the rules from the site's settings.
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

    /// Returns the time that stays free after a call.
    pub fn pause(&self) -> TimeDelta {
        self.pause
    }

    /// Returns the current date in the site's time zone.
    pub fn today(&self, now: DateTime<Utc>) -> NaiveDate {
        now.with_timezone(&self.zone).date_naive()
    }

    /// Returns when the first of `slots` is no longer offered, or another day is. Until then, only bookings change the
    /// list.
    pub fn until(&self, slots: &[Slot], now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let midnight = self.today(now).checked_add_days(Days::new(1))?.and_time(NaiveTime::MIN);
        let tomorrow = self.zone.from_local_datetime(&midnight).earliest().map(|time| time.to_utc());
        let first = slots.first().map(|slot| slot.start - self.lead);
        [tomorrow, first].into_iter().flatten().min()
    }

    /// Returns every slot of `days` days from `from` on, in order, whether taken or not.
    pub fn offered(&self, from: NaiveDate, days: u64, now: DateTime<Utc>) -> Vec<Slot> {
        let dates = (0..days).filter_map(|day| from.checked_add_days(Days::new(day)));
        dates
            .filter(|date| self.is_in_reach(*date, now))
            .flat_map(|date| self.day(date))
            .filter(|slot| slot.start >= now + self.lead)
            .collect()
    }

    /// Returns the offered slot that begins at `start`.
    pub fn starting(&self, start: DateTime<Utc>, now: DateTime<Utc>) -> Option<Slot> {
        let date = self.today(start);
        self.offered(date, 1, now).into_iter().find(|slot| slot.start == start)
    }

    fn is_in_reach(&self, date: NaiveDate, now: DateTime<Utc>) -> bool {
        let today = self.today(now);
        today <= date && (date - today).num_days().unsigned_abs() < self.days_ahead
    }

    /// Returns all slots of a date, however near or far it is.
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

    /// Returns the slot that begins at a local time. None when the local time does not exist, or when the clocks change
    /// during the call: "02:50 to 03:10" would mislead the visitor.
    fn slot(&self, local: chrono::NaiveDateTime) -> Option<Slot> {
        let start = match self.zone.from_local_datetime(&local) {
            MappedLocalTime::Single(start) | MappedLocalTime::Ambiguous(start, _) => start,
            MappedLocalTime::None => return None,
        };
        let end = start + self.length;
        (end.naive_local() == local + self.length).then(|| Slot { start: start.to_utc(), end: end.to_utc() })
    }
}

/// Returns the usual name of a time zone: "UK time", "Paris time".
pub fn zone_name(zone: Tz) -> String {
    if zone == Tz::Europe__London {
        return "UK time".to_owned();
    }
    let city = zone.name().rsplit('/').next().unwrap_or_default().replace('_', " ");
    format!("{city} time")
}

#[cfg(test)]
mod tests;
