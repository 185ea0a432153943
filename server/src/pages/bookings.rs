//! `/bookings/{token}`: a booked call, behind the secret link of its confirmation; and the booking form without
//! JavaScript.

use std::{collections::BTreeMap, net::IpAddr};

use axum::{
    Form,
    extract::{State, rejection::FormRejection},
    response::{IntoResponse, Response},
};
use http::{StatusCode, Uri};

use super::{
    Page, PageError, PageResult,
    forms::{self, FormOutcome, FormStatus, SENT},
    key::parameter,
    props::{Availability, BookingProps, BookingView, CallStatus, PageSlot},
};
use crate::{
    app::App,
    bookings::{Booking, BookingInput, BookingStatus, Slot, service::SHOWN_DAYS},
    error::{AppError, Fields},
    extract::{ClientIp, PathText},
};

/// The `type` that the form posts.
pub const FORM: &str = "booking";
/// What the visitor reads when a booking could not be kept.
pub const FAILURE: &str = "Failed to book your call. Please try again.";
/// How the address says that a call was moved: `?sent=moved`.
const MOVED: &str = "moved";

/// `GET /bookings/{token}`
pub async fn show(State(app): State<App>, token: Result<PathText, AppError>, uri: Uri) -> PageResult {
    let page = page(&app, token).await?;
    if page.status != StatusCode::OK || parameter(uri.query(), SENT) != MOVED {
        return Ok(page);
    }
    let outcome = FormOutcome {
        form: FORM.to_owned(),
        status: FormStatus::Sent,
        message: "Your call has been moved.".to_owned(),
        values: BTreeMap::new(),
        errors: Fields::new(),
    };
    Ok(page.with_form(StatusCode::OK, &outcome))
}

/// `POST /bookings/{token}` with `action=cancel`, or with `action=reschedule` and `start`.
pub async fn submit(
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    token: Result<PathText, AppError>,
    form: Result<Form<Vec<(String, String)>>, FormRejection>,
) -> PageResult {
    let Form(fields) = form.map_err(|rejection| forms::refused(&rejection))?;
    let typed: BTreeMap<String, String> = fields.into_iter().collect();
    let field = |name: &str| typed.get(name).map(String::as_str).unwrap_or_default();
    let done = match &token {
        Err(_) => Ok(None),
        Ok(PathText(token)) if field("action") == "cancel" => {
            app.bookings.cancel(token, ip).await.map(|()| Some(format!("/bookings/{token}")))
        }
        Ok(PathText(token)) => {
            let moved = app.bookings.reschedule(token, field("start"), ip).await;
            moved.map(|_| Some(format!("/bookings/{token}?{SENT}={MOVED}")))
        }
    };
    match done {
        Ok(Some(to)) => Err(PageError::see_other(to)),
        Ok(None) | Err(AppError::NotFound(_)) => page(&app, token).await,
        Err(error) => {
            error.log();
            let page = page(&app, token).await?;
            Ok(page.with_form(error.status(), &outcome(typed, &error)).after(&error))
        }
    }
}

/// The booking form of the contact page.
pub(super) async fn book(app: App, ip: IpAddr, uri: &Uri, typed: BTreeMap<String, String>) -> Response {
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
    match app.bookings.book(&input, ip).await {
        Ok(booked) => PageError::see_other(format!("/bookings/{}", booked.token)).into_response(),
        Err(error) => {
            // The form posts to the page's path; it stands in the tab that another address opens.
            let schedule = Uri::from_static("/contact?tab=schedule");
            let uri = if uri.path() == "/contact" { &schedule } else { uri };
            forms::again(app, uri, &outcome(typed, &error), &error).await
        }
    }
}

/// What to say of a form that was not taken. A time that somebody else has is wrong, and not chosen any longer.
fn outcome(typed: BTreeMap<String, String>, error: &AppError) -> FormOutcome {
    let mut outcome = forms::outcome(FORM.to_owned(), typed, error);
    if matches!(error, AppError::Conflict { .. }) {
        outcome.errors.insert("start".to_owned(), error.public_message());
    }
    if outcome.errors.contains_key("start") {
        outcome.values.remove("start");
    }
    outcome
}

/// The page as it is now.
async fn page(app: &App, token: Result<PathText, AppError>) -> PageResult {
    let token = token.map(|PathText(token)| token).unwrap_or_default();
    let booking = app.bookings.by_token(&token).await?;
    let status = if booking.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let view = booking.map(|booking| view(app, booking, token));
    let is_open = view.as_ref().is_some_and(|view| view.status == CallStatus::Booked);
    let free = if is_open { app.bookings.free(None, SHOWN_DAYS).await? } else { Vec::new() };
    let props = BookingProps { booking: view, availability: availability(app, &free) };
    Page::with_status(status, "booking", &props)
}

fn view(app: &App, booking: Booking, token: String) -> BookingView {
    let status = match booking.status {
        BookingStatus::Cancelled => CallStatus::Cancelled,
        BookingStatus::Booked if app.bookings.is_past(&booking) => CallStatus::Past,
        BookingStatus::Booked => CallStatus::Booked,
    };
    BookingView {
        id: booking.id.to_string(),
        slot: slot(app, booking.slot),
        name: booking.name,
        status,
        time_zone: app.config.site.time_zone.name(),
        token,
    }
}

/// What can be booked, as pages show it.
pub fn availability(app: &App, free: &[Slot]) -> Availability {
    Availability {
        time_zone: app.config.site.time_zone.name(),
        slots: free.iter().map(|free| slot(app, *free)).collect(),
    }
}

fn slot(app: &App, Slot { start, end }: Slot) -> PageSlot {
    let local = start.with_timezone(&app.config.site.time_zone);
    PageSlot { start, end, date: local.format("%Y-%m-%d").to_string(), time: local.format("%H:%M").to_string() }
}
