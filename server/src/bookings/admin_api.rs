//! `/api/admin/bookings`: what staff do with booked calls.

use axum::{extract::State, response::Response};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{
    staff_store::{BookingFilter, BookingRecord, BookingState},
    store::REMINDER,
};
use crate::{
    app::App,
    csv::Csv,
    error::{AppError, ErrorBody},
    extract::{Admin, PathText, ValidQuery},
    mail::store::{MailRecord, MailState},
    staff_list::{self, Delivery, ListFormat, ListQuery, moment_text},
};

/// Calls of which state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the states are described at BookingState")]
pub enum BookingStatusFilter {
    /// Of any.
    #[default]
    #[serde(alias = "")]
    All,
    Upcoming,
    Past,
    Cancelled,
    Spam,
}

/// Query of the list.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct BookingListQuery {
    /// A substring of name, address, website or message, whatever its capitals.
    pub search: String,
    /// Of which state: `upcoming` (it will take place), `past` (its time has begun or is over), `cancelled`, `spam` (a
    /// program has asked for it; it takes no time) or `all`.
    #[param(inline)]
    pub status: BookingStatusFilter,
    /// From 1.
    #[param(minimum = 1, maximum = 4_294_967_295_u32, format = Int64)]
    pub page: Option<u32>,
    /// JSON or CSV.
    #[param(inline)]
    pub format: ListFormat,
}

/// A call in the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Booking)]
pub struct BookingRow {
    /// What is kept of it.
    #[serde(flatten)]
    pub record: BookingRecord,
    /// Its day in the site's zone, YYYY-MM-DD.
    pub date: String,
    /// Its time in the site's zone, HH:MM.
    pub time: String,
    /// When it was booked, as people read it: day and time in the site's zone.
    pub created_text: String,
    /// What became of its mails; a reminder that waits for its day is not counted.
    pub delivery: Delivery,
}

/// A page of the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BookingList {
    /// The calls on it: first what is still to come, soonest first; then the others, latest first.
    pub bookings: Vec<BookingRow>,
    /// Its number, from 1.
    pub page: u64,
    /// How many a full page has: 20.
    pub per_page: u64,
    /// How many there are on all pages.
    pub total: u64,
    /// How many pages there are.
    pub pages: u64,
}

/// How many calls a page of the list has.
const PER_PAGE: u64 = 20;

impl BookingRow {
    fn new(record: BookingRecord, zone: Tz) -> Self {
        let start = record.start.with_timezone(&zone);
        Self {
            date: start.format("%Y-%m-%d").to_string(),
            time: start.format("%H:%M").to_string(),
            created_text: moment_text(record.created_at, zone),
            delivery: Delivery::of(record.mails.iter().filter(|mail| !waits_for_its_day(mail))),
            record,
        }
    }
}

fn waits_for_its_day(mail: &MailRecord) -> bool {
    mail.kind == REMINDER && mail.state == MailState::Queued && mail.attempts == 0
}

impl BookingListQuery {
    /// The same in the store's terms.
    fn filter(&self) -> BookingFilter {
        BookingFilter {
            search: self.search.clone(),
            state: match self.status {
                BookingStatusFilter::All => None,
                BookingStatusFilter::Upcoming => Some(BookingState::Upcoming),
                BookingStatusFilter::Past => Some(BookingState::Past),
                BookingStatusFilter::Cancelled => Some(BookingState::Cancelled),
                BookingStatusFilter::Spam => Some(BookingState::Spam),
            },
        }
    }
}

impl ListQuery for BookingListQuery {
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

    async fn list(&self, app: &App, page: u64) -> Result<BookingList, AppError> {
        let (records, total) = app.bookings.list(&self.filter(), page, PER_PAGE).await?;
        let zone = app.config.site.time_zone;
        Ok(BookingList {
            bookings: records.into_iter().map(|record| BookingRow::new(record, zone)).collect(),
            page,
            per_page: PER_PAGE,
            total,
            pages: staff_list::pages(total, PER_PAGE),
        })
    }

    async fn batch(
        &self,
        app: &App,
        last: Option<&BookingRecord>,
        now: DateTime<Utc>,
    ) -> Result<Vec<BookingRecord>, AppError> {
        Ok(app.bookings.batch(&self.filter(), last, now).await?)
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

/// Who has booked a call, a page at a time, or all of them as a file.
#[utoipa::path(get, path = "/api/admin/bookings", tag = "admin", params(BookingListQuery), security(("bearer" = []), ("cookie" = [])),
    responses((status = 200, content((BookingList = "application/json"), (String = "text/csv"))), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn list(
    _admin: Admin,
    State(app): State<App>,
    ValidQuery(query): ValidQuery<BookingListQuery>,
) -> Result<Response, AppError> {
    staff_list::answer(&app, &query).await
}

/// Cancels a visitor's call: the visitor is told by mail, calendars take it out, and its time can be booked again.
#[utoipa::path(delete, path = "/api/admin/bookings/{id}", tag = "admin", params(("id" = Uuid, Path)), security(("bearer" = []), ("cookie" = [])),
    responses((status = 204), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 410, description = "booking_cancelled, booking_past", body = ErrorBody)))]
pub async fn cancel(_admin: Admin, State(app): State<App>, PathText(id): PathText) -> Result<StatusCode, AppError> {
    let id: Uuid = id.parse().map_err(|_| AppError::NotFound("Could not find the requested booking"))?;
    app.bookings.withdraw(id).await?;
    Ok(StatusCode::NO_CONTENT)
}
