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
        errors::HttpError,
        extract::{Administrator, ValidQuery, page_number},
        paging::Paging,
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

/// The last second of the year 9999: SQLite compares timestamps as text, and later years have more digits.
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

/// Filters and paging of the audit log.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// Part of the actor's email address (case-insensitive), or the whole value `command line` or `program`.
    pub actor: String,
    /// An action such as `post.changed`, or a group of actions such as `post`.
    pub action: String,
    /// The kind of object, or part of its id or name (case-insensitive). Both can be combined, as in `post 018f`.
    pub object: String,
    /// Only entries from this time on: an RFC 3339 timestamp, or a date (`YYYY-MM-DD`) in the site's time zone.
    #[serde(deserialize_with = "time_bound")]
    #[param(value_type = Option<String>)]
    pub since: Option<TimeBound>,
    /// Only entries before this RFC 3339 timestamp, or up to and including this date (`YYYY-MM-DD`) in the site's time
    /// zone.
    #[serde(deserialize_with = "time_bound")]
    #[param(value_type = Option<String>)]
    pub until: Option<TimeBound>,
    /// Page number, from 1. Defaults to 1.
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

/// An entry in the audit log.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditEntry {
    /// Unique identifier (UUIDv7).
    pub id: Uuid,
    /// When the action was performed.
    pub at: DateTime<Utc>,
    /// `at`, formatted for display in the site's time zone.
    pub at_text: String,
    /// Who performed the action: the account's email address, `command line`, `program`, or `erased` if the address has
    /// been erased. Null for visitors.
    #[schema(required = true)]
    pub actor: Option<String>,
    /// The action, such as `post.changed`.
    pub action: String,
    /// The object of the action: its kind, followed by its id or name.
    pub object: String,
    /// The actor's network: an IPv4 /24 or an IPv6 /64. Null if not recorded.
    #[schema(required = true)]
    pub address: Option<String>,
    /// The changed fields before the action. Long texts are reduced to length and digest. Null if not recorded.
    #[schema(required = true, value_type = Option<std::collections::BTreeMap<String, Value>>)]
    pub before: Option<Value>,
    /// The changed fields after the action. Long texts are reduced to length and digest. Null if not recorded.
    #[schema(required = true, value_type = Option<std::collections::BTreeMap<String, Value>>)]
    pub after: Option<Value>,
}

/// A page of the audit log.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuditList {
    /// The entries on this page, newest first.
    pub entries: Vec<AuditEntry>,
    /// The page.
    #[serde(flatten)]
    pub paging: Paging,
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
        paging: Paging::new(page, PER_PAGE, total),
    })
}

/// Returns the audit log, newest entries first.
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
