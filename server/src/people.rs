//! `/api/admin/people`: what is kept of one person, to be handed over or forgotten when that person asks.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use http::header;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    app::App,
    bookings::staff_store::BookingRecord,
    email_address::EmailAddress,
    enquiries::staff_store::EnquiryRecord,
    error::{AppError, ErrorBody},
    extract::{Admin, ValidQuery},
    mail::store::MailRecord,
    newsletter::staff_store::SubscriberRecord,
};

/// Who it is about.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct PersonQuery {
    /// The person's address, whatever its capitals.
    #[param(required = true)]
    pub email: String,
}

/// Everything that is kept of a person.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonData {
    /// The address that was asked for.
    pub email: String,
    /// What the person sent.
    pub enquiries: Vec<EnquiryRecord>,
    /// The newsletter.
    #[schema(required = true)]
    pub subscription: Option<SubscriberRecord>,
    /// Calls that the person has booked.
    pub bookings: Vec<BookingRecord>,
    /// Mails to the person, as far as they are still kept.
    pub mails: Vec<MailRecord>,
}

/// How much was forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Erased {
    /// Enquiries, with the mails that they caused.
    pub enquiries: u64,
    /// The newsletter's subscription: 0 or 1.
    pub subscriptions: u64,
    /// Booked calls, with the mails that they caused. Their times are free again.
    pub bookings: u64,
    /// Other mails to the person.
    pub mails: u64,
    /// Mails by or to the person that were written into files.
    pub files: u64,
}

/// What is kept of a person.
pub async fn data_of(app: &App, email: &EmailAddress) -> Result<PersonData, AppError> {
    Ok(PersonData {
        email: email.to_string(),
        enquiries: app.enquiries.sent_by(email).await?,
        subscription: app.newsletter.by_email(email).await?,
        bookings: app.bookings.booked_by(email).await?,
        mails: app.outbox.to(&email.key()).await?,
    })
}

/// Forgets a person.
pub async fn forget(app: &App, email: &EmailAddress) -> Result<Erased, AppError> {
    // Files first, while the rows still say which mails were about the person.
    let mut ids: Vec<Uuid> = app.outbox.to(&email.key()).await?.into_iter().map(|mail| mail.id).collect();
    let sent = app.enquiries.sent_by(email).await?;
    ids.extend(sent.iter().flat_map(|enquiry| &enquiry.mails).map(|mail| mail.id));
    let files = app.outbox.erase_files(&email.key(), &ids).await?;
    let enquiries = app.enquiries.erase_sent_by(email).await?;
    let bookings = app.bookings.erase_booked_by(email).await?;
    let subscriptions = match app.newsletter.by_email(email).await? {
        Some(subscriber) => u64::from(app.newsletter.erase(subscriber.id).await?),
        None => 0,
    };
    let mails = app.outbox.erase_to(&email.key()).await?;
    tracing::info!(enquiries, subscriptions, bookings, mails, files, "a person was forgotten");
    Ok(Erased { enquiries, subscriptions, bookings, mails, files })
}

/// Everything that is kept of a person, as a file.
#[utoipa::path(get, path = "/api/admin/people", tag = "admin", params(PersonQuery), security(("bearer" = []), ("cookie" = [])),
    responses((status = 200, body = PersonData), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn export(
    _admin: Admin,
    State(app): State<App>,
    ValidQuery(query): ValidQuery<PersonQuery>,
) -> Result<Response, AppError> {
    let data = data_of(&app, &address(&query)?).await?;
    let headers = [
        (header::CONTENT_DISPOSITION, "attachment; filename=\"personal-data.json\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, Json(data)).into_response())
}

/// Forgets a person: enquiries, the newsletter's subscription, booked calls and mails, those in files too.
#[utoipa::path(delete, path = "/api/admin/people", tag = "admin", params(PersonQuery), security(("bearer" = []), ("cookie" = [])),
    responses((status = 200, body = Erased), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn erase(
    _admin: Admin,
    State(app): State<App>,
    ValidQuery(query): ValidQuery<PersonQuery>,
) -> Result<Json<Erased>, AppError> {
    Ok(Json(forget(&app, &address(&query)?).await?))
}

fn address(query: &PersonQuery) -> Result<EmailAddress, AppError> {
    EmailAddress::parse(query.email.trim())
        .map_err(|_| AppError::invalid("email", "Please enter a valid email address"))
}
