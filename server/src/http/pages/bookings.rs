//! `/bookings/{token}`: a booked call, behind the secret link of its confirmation; and the plain booking form.

use std::sync::Arc;
use std::{collections::BTreeMap, net::IpAddr};

use axum::{
    Form,
    extract::{State, rejection::FormRejection},
    response::{IntoResponse, Response},
};
use http::{Method, StatusCode, Uri};

use super::{
    Page, PageError, PageResult,
    forms::{self, BOOKING_FORM, FormOutcome, FormStatus, ReadablePages},
    key::{SENT, parameter},
    props::{Availability, BookingProps, BookingView, CallStatus, PageSlot},
};
use crate::{
    bookings::{
        BookingInput, BookingService, BookingStatus, Slot,
        service::{CONFIRM, MOST_DAYS},
    },
    error::{AppError, Fields},
    http::{
        errors::HttpError,
        extract::{ClientIp, PathText},
    },
    site::Site,
};
use chrono_tz::Tz;

/// The code of the error for a time that is already booked.
const TAKEN: &str = "slot_taken";

/// The messages when a call could not be booked or changed because of a fault.
const BOOK_FAILURE: &str = "Failed to book your call. Please try again.";
const CANCEL_FAILURE: &str = "We couldn't cancel your call. Please try again.";
const MOVE_FAILURE: &str = "We couldn't move your call. Please try again.";

/// The value of `sent` after a call was moved: `?sent=moved`.
const MOVED: &str = "moved";

/// `GET /bookings/{token}`, with `confirm` when the link of a held call is followed. Opening that link confirms the
/// call. A program that opens the links in a mailbox may do so too, but that only confirms a time requested shortly
/// before.
pub async fn show(
    State(bookings): State<BookingService>,
    State(site): State<Arc<Site>>,
    ClientIp(ip): ClientIp,
    token: Result<PathText, HttpError>,
    method: Method,
    uri: Uri,
) -> PageResult {
    let confirmation = parameter(uri.query(), CONFIRM);
    if let Ok(PathText(token)) = &token
        && !confirmation.is_empty()
        && method == Method::GET
    {
        match bookings.confirm(token, &confirmation, ip).await {
            Ok(()) => return Err(PageError::see_other(format!("/bookings/{token}"))),
            Err(error) if error.is_fault() || error.retry_after().is_some() => {
                return Err(HttpError::from(error).into());
            }
            // The page shows the state of the call.
            Err(_) => {}
        }
    }
    let page = page(&bookings, site.time_zone, token).await?;
    if page.status != StatusCode::OK || parameter(uri.query(), SENT) != MOVED {
        return Ok(page);
    }
    let outcome = FormOutcome {
        form: BOOKING_FORM.to_owned(),
        status: FormStatus::Sent,
        message: "Your call has been moved.".to_owned(),
        values: BTreeMap::new(),
        errors: Fields::new(),
    };
    Ok(page.with_form(StatusCode::OK, &outcome))
}

/// `POST /bookings/{token}` with `action=cancel`, or with `action=reschedule` and `start`.
pub async fn submit(
    State(bookings): State<BookingService>,
    ClientIp(ip): ClientIp,
    State(site): State<Arc<Site>>,
    token: Result<PathText, HttpError>,
    form: Result<Form<Vec<(String, String)>>, FormRejection>,
) -> PageResult {
    let Form(fields) = form.map_err(|rejection| forms::refused(&rejection))?;
    let typed = forms::first_values(fields);
    let field = |name: &str| typed.get(name).map(String::as_str).unwrap_or_default();
    let done = match &token {
        Err(_) => Ok(None),
        Ok(PathText(token)) if field("action") == "cancel" => {
            bookings.cancel(token, ip).await.map(|()| Some(format!("/bookings/{token}")))
        }
        Ok(PathText(token)) => {
            let moved = bookings.reschedule(token, field("start"), ip).await;
            moved.map(|_| Some(format!("/bookings/{token}?{SENT}={MOVED}")))
        }
    };
    match done {
        Ok(Some(to)) => Err(PageError::see_other(to)),
        Ok(None) | Err(AppError::NotFound(_)) => page(&bookings, site.time_zone, token).await,
        Err(error) => {
            let error = HttpError::from(error);
            error.log();
            let failure = if field("action") == "cancel" { CANCEL_FAILURE } else { MOVE_FAILURE };
            let page = page(&bookings, site.time_zone, token).await?;
            Ok(page.with_form(error.status(), &outcome(failure, typed, &error)).after(&error))
        }
    }
}

/// Handles the booking form of the contact page.
pub(super) async fn book(
    bookings: &BookingService,
    pages: ReadablePages,
    ip: IpAddr,
    uri: &Uri,
    typed: BTreeMap<String, String>,
) -> Response {
    let field = |name: &str| typed.get(name).cloned().unwrap_or_default();
    let input = BookingInput {
        start: field("start"),
        name: field("name"),
        email: field("email"),
        website: field("website"),
        message: field("message"),
        nickname: field("nickname"),
        elapsed_ms: field("elapsed_ms").parse().ok(),
    };
    match bookings.book(&input, ip).await {
        Ok(booked) => PageError::see_other(format!("/bookings/{}", booked.token)).into_response(),
        Err(error) => {
            // The form posts to the page's path; its tab has another URL.
            let schedule = Uri::from_static("/contact?tab=schedule");
            let uri = if uri.path() == "/contact" { &schedule } else { uri };
            let error = HttpError::from(error);
            forms::again(pages, uri, &outcome(BOOK_FAILURE, typed, &error), &error).await
        }
    }
}

/// Returns the outcome of a rejected form. A time that is taken is an error and no longer selected.
fn outcome(failure: &str, typed: BTreeMap<String, String>, error: &HttpError) -> FormOutcome {
    let mut outcome = forms::outcome(BOOKING_FORM.to_owned(), Some(failure), typed, error);
    if error.code() == TAKEN {
        outcome.errors.insert("start".to_owned(), error.public_message());
        outcome.status = FormStatus::Invalid;
    }
    if outcome.errors.contains_key("start") {
        outcome.values.remove("start");
    }
    outcome
}

/// Returns the page with the booking's current state.
async fn page(bookings: &BookingService, zone: Tz, token: Result<PathText, HttpError>) -> PageResult {
    let token = token.map(|PathText(token)| token).unwrap_or_default();
    let booking = bookings.shown(&token).await?;
    let status = if booking.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let view = booking.map(|booking| BookingView {
        status: match booking.status {
            BookingStatus::Cancelled => CallStatus::Cancelled,
            BookingStatus::Held | BookingStatus::Lapsed if bookings.is_lapsed(&booking) => CallStatus::Lapsed,
            BookingStatus::Lapsed => CallStatus::Lapsed,
            BookingStatus::Booked | BookingStatus::Held if bookings.is_past(&booking) => CallStatus::Past,
            BookingStatus::Held => CallStatus::Held,
            BookingStatus::Booked => CallStatus::Booked,
        },
        id: booking.id.to_string(),
        slot: PageSlot::new(booking.slot, zone),
        name: booking.name,
        time_zone: zone.name(),
        token,
    });
    let is_open = view.as_ref().is_some_and(|view| view.status == CallStatus::Booked);
    let free = if is_open { bookings.free(None, MOST_DAYS).await?.slots } else { Vec::new() };
    let props = BookingProps { booking: view, availability: Availability::new(&free, zone) };
    Page::with_status(status, &props)
}

impl Availability {
    /// Returns the free times, with local times in the site's time zone.
    pub fn new(free: &[Slot], zone: Tz) -> Self {
        Self { time_zone: zone.name(), slots: free.iter().map(|free| PageSlot::new(*free, zone)).collect() }
    }
}

impl PageSlot {
    fn new(Slot { start, end }: Slot, zone: Tz) -> Self {
        let local = start.with_timezone(&zone);
        Self { start, end, date: local.format("%Y-%m-%d").to_string(), time: local.format("%H:%M").to_string() }
    }
}
