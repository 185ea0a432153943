//! `/api/admin/people`: exports and erases a person's data on request.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use http::header;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    email_address::EmailAddress,
    http::{
        errors::HttpError,
        extract::{Administrator, RecentSession, ValidQuery},
    },
    privacy::{Erased, PersonData, PrivacyService},
};

/// Identifies a person.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct PersonQuery {
    /// The person's email address, case-insensitive.
    #[param(required = true)]
    pub email: String,
}

/// Exports all data stored about a person, as a JSON file.
///
/// The export is recorded in the audit log. Requires a recent sign-in.
#[utoipa::path(get, path = "/api/admin/people", tag = "admin", params(PersonQuery),
    responses((status = 200, body = PersonData),
        (status = 403, description = "`not_admin`, `not_administrator` or `reauthentication_required`")))]
pub async fn export(
    Administrator { actor, .. }: Administrator,
    _recent: RecentSession,
    State(privacy): State<PrivacyService>,
    ValidQuery(query): ValidQuery<PersonQuery>,
) -> Result<Response, HttpError> {
    let data = privacy.export(&address(&query)?, &actor).await?;
    let headers = [
        (header::CONTENT_DISPOSITION, "attachment; filename=\"personal-data.json\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, Json(data)).into_response())
}

/// Erases all data stored about a person.
///
/// Deletes the account with its sessions and failed sign-ins, enquiries, newsletter subscription, booked calls, and
/// emails including those written to files, and removes the person's name from the audit log. An account with admin
/// rights is kept, together with its sessions and its name in the audit log; `note` explains how to delete it. Requires
/// a recent sign-in.
#[utoipa::path(delete, path = "/api/admin/people", tag = "admin", params(PersonQuery),
    responses((status = 200, body = Erased),
        (status = 403, description = "`not_admin`, `not_administrator` or `reauthentication_required`")))]
pub async fn erase(
    Administrator { actor, .. }: Administrator,
    _recent: RecentSession,
    State(privacy): State<PrivacyService>,
    ValidQuery(query): ValidQuery<PersonQuery>,
) -> Result<Json<Erased>, HttpError> {
    Ok(Json(privacy.erase(&address(&query)?, &actor).await?))
}

fn address(query: &PersonQuery) -> Result<EmailAddress, HttpError> {
    EmailAddress::parse(query.email.trim())
        .map_err(|_| HttpError::invalid("email", "Please enter a valid email address"))
}
