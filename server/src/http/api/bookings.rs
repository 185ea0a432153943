//! `/api/availability` and `/api/bookings`.

use std::sync::Arc;

use axum::{Json, extract::State};
use chrono::{DateTime, Utc};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    bookings::{
        BookingInput, BookingService, Slot,
        service::{Booked, MOST_DAYS},
    },
    dates::parse_date,
    http::{
        errors::HttpError,
        extract::{ClientIp, PathText, ValidJson, ValidQuery},
    },
    site::Site,
};

/// Number of days of a call that names none.
const DEFAULT_DAYS: u64 = 14;

/// The days of the request.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct AvailabilityQuery {
    /// The first day, YYYY-MM-DD in the site's time zone; today if omitted.
    from: Option<String>,
    /// Number of days, 1 to 31; 14 if omitted.
    #[param(value_type = Option<u64>)]
    days: Option<String>,
}

/// The free times, soonest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct FreeTimes {
    /// IANA name of the site's time zone.
    time_zone: &'static str,
    /// The free times.
    slots: Vec<Slot>,
}

/// A booking, as the form sends it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct BookBody {
    /// RFC 3339: the start of a free time.
    #[schema(required = true)]
    start: Option<String>,
    /// The visitor's name.
    #[schema(required = true, min_length = 2, max_length = 100)]
    name: Option<String>,
    /// The address for the confirmation.
    #[schema(required = true, max_length = 254)]
    email: Option<String>,
    /// A URL, or at least five characters.
    #[schema(max_length = 200)]
    website: Option<String>,
    /// What the call should be about.
    #[schema(max_length = 5_000)]
    message: Option<String>,
    /// Honeypot, hidden from people: a value marks the sender as a program.
    nickname: Option<String>,
    /// Milliseconds that the form was on the screen.
    elapsed_ms: Option<i64>,
}

/// A new time for a call.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct MoveBody {
    /// RFC 3339: the start of a free time.
    #[schema(required = true)]
    start: Option<String>,
}

/// A booked call.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookedCall {
    id: Uuid,
    /// When it begins, in UTC.
    start: DateTime<Utc>,
    /// When it ends, in UTC.
    end: DateTime<Utc>,
    /// The page on which it can be moved or cancelled. Its URL is the only authorisation.
    manage_url: String,
    /// When the hold ends, in UTC: the call is booked once the link in the email is followed. Absent when it is booked
    /// already.
    #[serde(skip_serializing_if = "Option::is_none")]
    held_until: Option<DateTime<Utc>>,
}

impl From<BookBody> for BookingInput {
    fn from(body: BookBody) -> Self {
        Self {
            start: body.start.unwrap_or_default(),
            name: body.name.unwrap_or_default(),
            email: body.email.unwrap_or_default(),
            website: body.website.unwrap_or_default(),
            message: body.message.unwrap_or_default(),
            nickname: body.nickname.unwrap_or_default(),
            elapsed_ms: body.elapsed_ms,
        }
    }
}

/// Returns the free times.
#[utoipa::path(get, path = "/api/availability", tag = "bookings", params(AvailabilityQuery),
    responses((status = 200, body = FreeTimes)))]
pub async fn availability(
    State(bookings): State<BookingService>,
    State(site): State<Arc<Site>>,
    ValidQuery(query): ValidQuery<AvailabilityQuery>,
) -> Result<Json<FreeTimes>, HttpError> {
    let from = query.from.map(|text| parse_date(&text)).transpose();
    let from = from.map_err(|_| HttpError::invalid("from", "Must be a date of the form YYYY-MM-DD"))?;
    let days = query.days.map_or(Some(DEFAULT_DAYS), |text| text.parse().ok());
    let days = days.filter(|days| (1..=MOST_DAYS).contains(days));
    let days = days.ok_or_else(|| HttpError::invalid("days", "Must be a number from 1 to 31"))?;
    let slots = bookings.free(from, days).await?.slots;
    Ok(Json(FreeTimes { time_zone: site.time_zone.name(), slots }))
}

/// Books a call. It is stored before the response; the confirmation follows by email. An address has three calls ahead
/// at most (409 `too_many_open`), a network five bookings in 24 hours, less those that were cancelled (429). From the
/// fourth on a network's bookings are held for ten minutes, until the link in the email is followed.
#[utoipa::path(post, path = "/api/bookings", tag = "bookings", request_body = BookBody,
    responses((status = 201, body = BookedCall), (status = 409, description = "slot_taken, too_many_open"),
        (status = 429, description = "too_many_requests")))]
pub async fn book(
    State(bookings): State<BookingService>,
    ClientIp(ip): ClientIp,
    ValidJson(body): ValidJson<BookBody>,
) -> Result<(StatusCode, Json<BookedCall>), HttpError> {
    let booked = bookings.book(&body.into(), ip).await?;
    Ok((StatusCode::CREATED, Json(BookedCall::new(&bookings, booked))))
}

/// Moves a call to another time.
#[utoipa::path(patch, path = "/api/bookings/{token}", tag = "bookings", request_body = MoveBody,
    params(("token" = String, Path, description = "The secret of the confirmation's link")),
    responses((status = 200, body = BookedCall), (status = 409, description = "slot_taken, booking_held"),
        (status = 410, description = "booking_cancelled, booking_lapsed, booking_past"),
        (status = 429, description = "too_many_requests")))]
pub async fn reschedule(
    State(bookings): State<BookingService>,
    ClientIp(ip): ClientIp,
    PathText(token): PathText,
    ValidJson(body): ValidJson<MoveBody>,
) -> Result<Json<BookedCall>, HttpError> {
    let booked = bookings.reschedule(&token, &body.start.unwrap_or_default(), ip).await?;
    Ok(Json(BookedCall::new(&bookings, booked)))
}

/// Cancels a call.
#[utoipa::path(delete, path = "/api/bookings/{token}", tag = "bookings",
    params(("token" = String, Path, description = "The secret of the confirmation's link")),
    responses((status = 204), (status = 410, description = "booking_cancelled, booking_lapsed, booking_past"),
        (status = 429, description = "too_many_requests")))]
pub async fn cancel(
    State(bookings): State<BookingService>,
    ClientIp(ip): ClientIp,
    PathText(token): PathText,
) -> Result<StatusCode, HttpError> {
    bookings.cancel(&token, ip).await?;
    Ok(StatusCode::NO_CONTENT)
}

impl BookedCall {
    fn new(bookings: &BookingService, Booked { id, slot, token, held_until }: Booked) -> Self {
        Self { id, start: slot.start, end: slot.end, manage_url: bookings.manage_url(&token), held_until }
    }
}
