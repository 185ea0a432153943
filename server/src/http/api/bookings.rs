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

/// Number of days when the query has none.
const DEFAULT_DAYS: u64 = 14;

/// Range of days.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct AvailabilityQuery {
    /// First day, `YYYY-MM-DD` in the site's time zone. Defaults to today.
    from: Option<String>,
    /// Number of days, 1 to 31. Defaults to 14.
    #[param(value_type = Option<u64>)]
    days: Option<String>,
}

/// Available slots.
#[derive(Debug, Serialize, ToSchema)]
pub struct FreeTimes {
    /// The site's time zone, as an IANA name.
    time_zone: &'static str,
    /// Available slots, soonest first.
    slots: Vec<Slot>,
}

/// A call to book.
#[derive(Debug, Deserialize, ToSchema)]
pub struct BookBody {
    /// Start of an available slot, as an RFC 3339 timestamp.
    #[schema(required = true)]
    start: Option<String>,
    /// The visitor's name, 2 to 100 characters.
    #[schema(required = true, min_length = 2, max_length = 100)]
    name: Option<String>,
    /// Email address for the confirmation.
    #[schema(required = true, max_length = 254)]
    email: Option<String>,
    /// The visitor's website: a URL, or any text of at least five characters.
    #[schema(max_length = 200)]
    website: Option<String>,
    /// Topic of the call, at most 5,000 characters.
    #[schema(max_length = 5_000)]
    message: Option<String>,
    /// Honeypot field that people don't see. Leave empty: a value marks the booking as spam.
    nickname: Option<String>,
    /// Time that the form was visible, in milliseconds.
    elapsed_ms: Option<i64>,
}

/// A new time for a booked call.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct MoveBody {
    /// Start of an available slot, as an RFC 3339 timestamp.
    #[schema(required = true)]
    start: Option<String>,
}

/// A booked call.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookedCall {
    id: Uuid,
    /// Start of the call, in UTC.
    start: DateTime<Utc>,
    /// End of the call, in UTC.
    end: DateTime<Utc>,
    /// URL of the page to move or cancel the call. It contains the secret token; anyone with it can do so.
    manage_url: String,
    /// When the hold on the slot ends, in UTC. The call is booked once the visitor follows the emailed link. Omitted if
    /// the call is already booked.
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

/// Returns the available slots for calls.
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

/// Books a call.
///
/// The confirmation is sent by email. An email address can have three upcoming calls (`too_many_open`), and a network
/// can make five bookings in 24 hours, not counting cancelled ones (`too_many_requests`). From its fourth booking on, a
/// network's slots are held for ten minutes, until the link in the email is followed.
#[utoipa::path(post, path = "/api/bookings", tag = "bookings", request_body = BookBody,
    responses((status = 201, body = BookedCall), (status = 409, description = "`slot_taken` or `too_many_open`"),
        (status = 429, description = "`too_many_requests`")))]
pub async fn book(
    State(bookings): State<BookingService>,
    ClientIp(ip): ClientIp,
    ValidJson(body): ValidJson<BookBody>,
) -> Result<(StatusCode, Json<BookedCall>), HttpError> {
    let booked = bookings.book(&body.into(), ip).await?;
    Ok((StatusCode::CREATED, Json(BookedCall::new(&bookings, booked))))
}

/// Moves a booked call to another slot.
///
/// Fails with `booking_held` until the visitor has confirmed the call with the link in the email.
#[utoipa::path(patch, path = "/api/bookings/{token}", tag = "bookings", request_body = MoveBody,
    params(("token" = String, Path, description = "The secret of the confirmation's link")),
    responses((status = 200, body = BookedCall), (status = 409, description = "`slot_taken` or `booking_held`"),
        (status = 410, description = "`booking_cancelled`, `booking_lapsed` or `booking_past`"),
        (status = 429, description = "`too_many_requests`")))]
pub async fn reschedule(
    State(bookings): State<BookingService>,
    ClientIp(ip): ClientIp,
    PathText(token): PathText,
    ValidJson(body): ValidJson<MoveBody>,
) -> Result<Json<BookedCall>, HttpError> {
    let booked = bookings.reschedule(&token, &body.start.unwrap_or_default(), ip).await?;
    Ok(Json(BookedCall::new(&bookings, booked)))
}

/// Cancels a booked call.
#[utoipa::path(delete, path = "/api/bookings/{token}", tag = "bookings",
    params(("token" = String, Path, description = "The secret of the confirmation's link")),
    responses((status = 204), (status = 410, description = "`booking_cancelled`, `booking_lapsed` or `booking_past`"),
        (status = 429, description = "`too_many_requests`")))]
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
