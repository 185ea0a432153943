//! `/api/admin/bookings`: listing and cancelling calls.

use std::sync::Arc;

use axum::{extract::State, response::Response};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::clock::Clock;
use crate::{
    audit::AuditService,
    bookings::{
        BookingService, REMINDER,
        staff_store::{BookingFilter, BookingRecord, BookingState},
    },
    dates::date_time_text,
    http::{
        admin::list::{self, Delivery, ListFormat, Recorder, StaffList},
        csv::Csv,
        errors::HttpError,
        extract::{Administrator, PathText, RecentSession, ValidQuery, path_id},
        paging::Paging,
    },
    mail::store::{MailRecord, MailState},
    site::Site,
};

/// Filters calls by state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the states are described at BookingState")]
pub enum BookingStatusFilter {
    /// Any state.
    #[default]
    #[serde(alias = "")]
    All,
    Upcoming,
    Past,
    Unconfirmed,
    Cancelled,
    Spam,
}

/// Filters and paging of booked calls.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct BookingListQuery {
    /// Case-insensitive substring of name, email address, website or message.
    pub search: String,
    /// Filters by state: `upcoming`, `past` (begun or over), `unconfirmed` (on hold until the emailed link is followed,
    /// or lapsed), `cancelled`, `spam` (looks automated; the slot stays free) or `all` (the default).
    #[param(inline)]
    pub status: BookingStatusFilter,
    /// Page number, from 1. Defaults to 1.
    #[param(minimum = 1, maximum = 4_294_967_295_u32, format = Int64)]
    pub page: Option<u32>,
    /// Response format: `json` for one page (the default), or `csv` for all matching rows as a file.
    #[param(inline)]
    pub format: ListFormat,
}

/// A booked call, with the delivery status of its emails.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Booking)]
pub struct BookingRow {
    /// The booked call.
    #[serde(flatten)]
    pub record: BookingRecord,
    /// Start date in the site's time zone, `YYYY-MM-DD`.
    pub date: String,
    /// Start time in the site's time zone, `HH:MM`.
    pub time: String,
    /// `created_at`, formatted for display in the site's time zone.
    pub created_text: String,
    /// Combined delivery status of the call's emails, not counting a reminder that is not due yet.
    pub delivery: Delivery,
}

/// A page of booked calls.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BookingList {
    /// The calls on this page: upcoming calls first, soonest first, then all others, latest first.
    pub bookings: Vec<BookingRow>,
    /// The page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// Number of calls per page.
const PER_PAGE: u64 = 20;

impl BookingRow {
    fn new(record: BookingRecord, zone: Tz) -> Self {
        let start = record.start.with_timezone(&zone);
        Self {
            date: start.format("%Y-%m-%d").to_string(),
            time: start.format("%H:%M").to_string(),
            created_text: date_time_text(record.created_at, zone),
            delivery: Delivery::of(record.mails.iter().filter(|mail| !waits_for_its_day(mail))),
            record,
        }
    }
}

fn waits_for_its_day(mail: &MailRecord) -> bool {
    mail.kind == REMINDER && mail.state == MailState::Queued && mail.attempts == 0
}

impl BookingListQuery {
    /// Returns the store's filter.
    fn filter(&self) -> BookingFilter {
        BookingFilter {
            search: self.search.clone(),
            state: match self.status {
                BookingStatusFilter::All => None,
                BookingStatusFilter::Upcoming => Some(BookingState::Upcoming),
                BookingStatusFilter::Past => Some(BookingState::Past),
                BookingStatusFilter::Unconfirmed => Some(BookingState::Unconfirmed),
                BookingStatusFilter::Cancelled => Some(BookingState::Cancelled),
                BookingStatusFilter::Spam => Some(BookingState::Spam),
            },
        }
    }
}

impl StaffList for BookingListQuery {
    type Service = BookingService;
    type List = BookingList;
    type Record = BookingRecord;
    const FILE: &'static str = "bookings.csv";
    const COLUMNS: &'static [&'static str] =
        &["id", "status", "start", "end", "name", "email", "website", "message", "created_at"];

    fn page(&self) -> Option<u32> {
        self.page
    }

    fn format(&self) -> ListFormat {
        self.format
    }

    async fn list(&self, bookings: &BookingService, zone: Tz, page: u64) -> Result<BookingList, HttpError> {
        let (records, total) = bookings.list(&self.filter(), page, PER_PAGE).await?;
        Ok(BookingList {
            bookings: records.into_iter().map(|record| BookingRow::new(record, zone)).collect(),
            paging: Paging::new(page, PER_PAGE, total),
        })
    }

    fn pages(list: &BookingList) -> u64 {
        list.paging.pages
    }

    async fn batch(
        &self,
        bookings: &BookingService,
        last: Option<&BookingRecord>,
        now: DateTime<Utc>,
    ) -> Result<Vec<BookingRecord>, HttpError> {
        Ok(bookings.batch(&self.filter(), last, now).await?)
    }

    fn write(record: &BookingRecord, file: &mut Csv) {
        file.row(&[
            &record.id.to_string(),
            record.status.as_str(),
            &record.start.to_rfc3339(),
            &record.end.to_rfc3339(),
            &record.name,
            &record.email,
            &record.website,
            &record.message,
            &record.created_at.to_rfc3339(),
        ]);
    }
}

/// Returns booked calls, as a page or as a CSV file.
///
/// The CSV file contains all matching calls. It requires a recent sign-in, and the download is recorded in the audit
/// log.
#[utoipa::path(get, path = "/api/admin/bookings", tag = "admin", params(BookingListQuery),
    responses((status = 200, content((BookingList = "application/json"), (String = "text/csv"))),
        (status = 403, description = "`not_admin`, `not_administrator`, or `reauthentication_required` (CSV)")))]
pub async fn list(
    Administrator { actor, .. }: Administrator,
    recent: Result<RecentSession, HttpError>,
    State(bookings): State<BookingService>,
    State(site): State<Arc<Site>>,
    State(audit): State<AuditService>,
    State(clock): State<Arc<dyn Clock>>,
    ValidQuery(query): ValidQuery<BookingListQuery>,
) -> Result<Response, HttpError> {
    list::answer(&bookings, site.time_zone, clock.now(), recent, &query, Recorder { audit: &audit, actor: &actor })
        .await
}

/// Cancels a booked call.
///
/// The visitor receives a cancellation email that removes the call from their calendar, and the slot becomes available
/// again.
#[utoipa::path(delete, path = "/api/admin/bookings/{id}", tag = "admin",
    params(("id" = Uuid, Path, description = "The booking's id")),
    responses((status = 204), (status = 410, description = "`booking_cancelled` or `booking_past`")))]
pub async fn cancel(
    Administrator { actor, .. }: Administrator,
    State(bookings): State<BookingService>,
    PathText(id): PathText,
) -> Result<StatusCode, HttpError> {
    bookings.withdraw(path_id(&id, "Could not find the requested booking")?, &actor).await?;
    Ok(StatusCode::NO_CONTENT)
}
