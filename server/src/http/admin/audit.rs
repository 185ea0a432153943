//! `/api/admin/audit`: the audit log.

use std::sync::Arc;

use axum::{Json, extract::State};
use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Deserializer, Serialize, de::Error};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    audit::{
        AuditService,
        store::{AuditFilter, AuditRecord},
    },
    dates::{date_time_text, parse_date},
    http::{
        admin::list,
        errors::HttpError,
        extract::{Administrator, ValidQuery, page_number},
    },
    site::Site,
};

/// A day in the site's time zone, or a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeBound {
    /// A whole day.
    Day(NaiveDate),
    /// A moment.
    Moment(DateTime<Utc>),
}

/// The last second of the year 9999: SQLite compares moments as texts, and later years have more digits.
const LAST: DateTime<Utc> = DateTime::from_timestamp(253_402_300_799, 0).expect("a year of four digits");

impl TimeBound {
    /// Returns when it begins.
    fn begin(self, zone: Tz) -> DateTime<Utc> {
        match self {
            Self::Moment(moment) => moment.min(LAST),
            Self::Day(day) => {
                let midnight = day.and_time(NaiveTime::MIN);
                // Where the clocks skip midnight, the day begins an hour later.
                let begin = |hours| zone.from_local_datetime(&(midnight + TimeDelta::hours(hours))).earliest();
                begin(0).or_else(|| begin(1)).map_or(midnight.and_utc(), |begin| begin.to_utc())
            }
        }
    }

    /// Returns the first moment after it.
    fn end(self, zone: Tz) -> DateTime<Utc> {
        match self {
            Self::Moment(moment) => moment.min(LAST),
            Self::Day(day) => day.succ_opt().map_or(LAST, |next| Self::Day(next).begin(zone).min(LAST)),
        }
    }

    /// Returns the text that a date field shows; empty for a moment.
    fn day_text(self) -> String {
        match self {
            Self::Day(day) => day.to_string(),
            Self::Moment(_) => String::new(),
        }
    }
}

fn time_bound<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<TimeBound>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let day = parse_date(text).ok().map(TimeBound::Day);
    let found = day.or_else(|| DateTime::parse_from_rfc3339(text).ok().map(|at| TimeBound::Moment(at.to_utc())));
    found.map(Some).ok_or_else(|| D::Error::custom("Please enter a date such as 2026-11-21"))
}

/// Query of the log.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// A part of the actor's address, "command line" or "program".
    pub actor: String,
    /// An action such as `post.changed`, or a group of actions such as `post`.
    pub action: String,
    /// A part of the object: its kind, its id or its address.
    pub object: String,
    /// A date in the site's time zone, or a moment (RFC 3339).
    #[serde(deserialize_with = "time_bound")]
    #[param(value_type = Option<String>)]
    pub since: Option<TimeBound>,
    /// A date in the site's time zone, which is included, or a moment (RFC 3339), which is not.
    #[serde(deserialize_with = "time_bound")]
    #[param(value_type = Option<String>)]
    pub until: Option<TimeBound>,
    /// From 1.
    #[param(minimum = 1, maximum = 4_294_967_295_u32, format = Int64)]
    pub page: Option<u32>,
}

impl AuditQuery {
    /// Returns the store's filter.
    fn filter(&self, zone: Tz) -> AuditFilter {
        AuditFilter {
            actor: self.actor.clone(),
            action: self.action.clone(),
            object: self.object.clone(),
            since: self.since.map(|since| since.begin(zone)),
            until: self.until.map(|until| until.end(zone)),
        }
    }

    /// Returns the dates of the filter, as date fields show them.
    pub fn days(&self) -> (String, String) {
        let text = |bound: Option<TimeBound>| bound.map(TimeBound::day_text).unwrap_or_default();
        (text(self.since), text(self.until))
    }
}

/// An entry of the log.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditEntry {
    /// UUIDv7.
    pub id: Uuid,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// When it happened, formatted in the site's time zone.
    pub at_text: String,
    /// The account's address, "command line", "program", "erased" when the address was erased, or null for visitors.
    #[schema(required = true)]
    pub actor: Option<String>,
    /// What was done: `post.changed`.
    pub action: String,
    /// What it was done to: its kind, and its id or address.
    pub object: String,
    /// The actor's network: an IPv4 /24 or an IPv6 /64.
    #[schema(required = true)]
    pub address: Option<String>,
    /// The changed fields as they were. Of long texts, length and digest.
    #[schema(required = true, value_type = Option<std::collections::BTreeMap<String, Value>>)]
    pub before: Option<Value>,
    /// The changed fields as they are since.
    #[schema(required = true, value_type = Option<std::collections::BTreeMap<String, Value>>)]
    pub after: Option<Value>,
}

/// A page of the log.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditList {
    /// The entries on this page, newest first.
    pub entries: Vec<AuditEntry>,
    /// Page number, from 1.
    pub page: u64,
    /// Number of entries on a full page: 50.
    pub per_page: u64,
    /// Number of entries on all pages.
    pub total: u64,
    /// Number of pages.
    pub pages: u64,
}

/// Number of entries per page.
const PER_PAGE: u64 = 50;

impl AuditEntry {
    fn new(record: AuditRecord, zone: Tz) -> Self {
        let AuditRecord { id, at, actor, action, object, address, before, after, .. } = record;
        Self { id, at, at_text: date_time_text(at, zone), actor, action, object, address, before, after }
    }
}

/// Returns a page of the log.
pub async fn read(audit: &AuditService, query: &AuditQuery, page: u64, zone: Tz) -> Result<AuditList, HttpError> {
    let (records, total) = audit.list(&query.filter(zone), page, PER_PAGE).await?;
    Ok(AuditList {
        entries: records.into_iter().map(|record| AuditEntry::new(record, zone)).collect(),
        page,
        per_page: PER_PAGE,
        total,
        pages: list::pages(total, PER_PAGE),
    })
}

/// Lists entries of the audit log, newest first, a page at a time.
#[utoipa::path(get, path = "/api/admin/audit", tag = "admin", params(AuditQuery),
    responses((status = 200, body = AuditList)))]
pub async fn list(
    _administrator: Administrator,
    State(audit): State<AuditService>,
    State(site): State<Arc<Site>>,
    ValidQuery(query): ValidQuery<AuditQuery>,
) -> Result<Json<AuditList>, HttpError> {
    Ok(Json(read(&audit, &query, page_number(query.page)?, site.time_zone).await?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(year: i32, month: u32, day: u32) -> TimeBound {
        TimeBound::Day(NaiveDate::from_ymd_opt(year, month, day).unwrap())
    }

    #[test]
    fn a_day_lasts_from_midnight_to_midnight_in_the_sites_zone() {
        let summer = day(2026, 6, 30);
        assert_eq!(summer.begin(Tz::Europe__London).to_rfc3339(), "2026-06-29T23:00:00+00:00");
        assert_eq!(summer.end(Tz::Europe__London).to_rfc3339(), "2026-06-30T23:00:00+00:00");
    }

    #[test]
    fn a_day_without_midnight_has_a_begin() {
        // In Beirut, clocks went from midnight to one.
        let begin = day(2026, 3, 29).begin(Tz::Asia__Beirut);
        assert_eq!(begin.with_timezone(&Tz::Asia__Beirut).to_rfc3339(), "2026-03-29T01:00:00+03:00");
    }
}
