//! Plain forms, each posted to the URL of its page. An accepted form redirects to the page, which confirms it; a
//! rejected one is shown again with its values and errors.

use std::collections::BTreeMap;

use axum::{
    Router,
    body::Body,
    extract::{Request, rejection::FormRejection},
    response::{IntoResponse, Response},
};
use http::{Method, StatusCode, Uri};
use serde::Serialize;
use tower::ServiceExt;
use utoipa::ToSchema;

use super::{
    Page, RouteResult,
    key::{SENT, parameter},
};
use crate::{
    enquiries::EnquiryType,
    error::{AppError, Fields},
    http::errors::HttpError,
};

/// The `type` that the booking form posts.
pub const BOOKING_FORM: &str = "booking";

/// The result of a form submitted without JavaScript, shown on the form's page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FormOutcome {
    /// Which form was submitted: its `type` field.
    pub form: String,
    /// Whether the submission succeeded.
    pub status: FormStatus,
    /// Message for the visitor.
    pub message: String,
    /// Submitted values by field name. Empty if the submission succeeded.
    pub values: BTreeMap<String, String>,
    /// Messages for invalid fields, by field name.
    pub errors: Fields,
}

/// The status of a form submitted without JavaScript.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FormStatus {
    /// Accepted.
    Sent,
    /// Rejected because of an invalid field.
    Invalid,
    /// Failed for another reason.
    Failed,
}

/// The pages with forms, without the middleware that renders them: a rejected form is shown on its page again.
#[derive(Clone)]
pub struct ReadablePages(pub Router);

/// Fields that visitors do not fill in.
const HIDDEN_FIELDS: [&str; 3] = ["type", "nickname", "elapsed_ms"];

/// Returns the outcome from the URL of an accepted form, `?sent=contact`. Other values are ignored.
pub fn sent(query: Option<&str>) -> Option<FormOutcome> {
    let kind = EnquiryType::parse(&parameter(query, SENT))?;
    Some(FormOutcome {
        form: kind.as_str().to_owned(),
        status: FormStatus::Sent,
        message: kind.success().to_owned(),
        values: BTreeMap::new(),
        errors: Fields::new(),
    })
}

/// Returns the page with the values and errors of a rejected form.
pub(super) async fn again(pages: ReadablePages, uri: &Uri, outcome: &FormOutcome, error: &HttpError) -> Response {
    error.log();
    match page(pages, uri).await {
        Ok(page) => page.with_form(error.status(), outcome).after(error).into_response(),
        Err(response) => response,
    }
}

/// Returns the outcome of a rejected form. `failure` is the message for a fault of the server.
pub(super) fn outcome(
    form: String,
    failure: Option<&str>,
    mut typed: BTreeMap<String, String>,
    error: &HttpError,
) -> FormOutcome {
    let failure = failure.filter(|_| error.status().is_server_error());
    let status = if matches!(error, HttpError::App(AppError::Invalid { .. })) {
        FormStatus::Invalid
    } else {
        FormStatus::Failed
    };
    typed.retain(|name, _| !HIDDEN_FIELDS.contains(&name.as_str()));
    FormOutcome {
        form,
        status,
        message: failure.map_or_else(|| error.public_message(), str::to_owned),
        values: typed,
        errors: error.fields(),
    }
}

/// Returns the page at a URL, or the response if that is not a page.
async fn page(ReadablePages(pages): ReadablePages, uri: &Uri) -> Result<Page, Response> {
    let mut request = Request::new(Body::empty());
    *request.method_mut() = Method::GET;
    *request.uri_mut() = uri.clone();
    let Ok(response) = pages.oneshot(request).await;
    match response.extensions().get::<RouteResult>() {
        Some(RouteResult::Page(page)) if page.status == StatusCode::OK => Ok(page.clone()),
        _ => Err(response),
    }
}

/// Returns the first value of each field, as pages do with repeated parameters of a query.
pub(super) fn first_values(fields: Vec<(String, String)>) -> BTreeMap<String, String> {
    let mut values = BTreeMap::new();
    for (name, value) in fields {
        values.entry(name).or_insert(value);
    }
    values
}

/// Returns the error of a form that could not be read.
pub(super) fn refused(rejection: &FormRejection) -> HttpError {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => HttpError::BodyTooLarge,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => HttpError::UnsupportedMediaType("application/x-www-form-urlencoded"),
        _ => HttpError::BadRequest { code: "malformed_form", message: "The form could not be read".to_owned() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_forms_that_exist_can_have_been_sent() {
        for kind in EnquiryType::ALL {
            let outcome = sent(Some(&format!("sent={}", kind.as_str()))).unwrap();
            assert_eq!((outcome.form.as_str(), outcome.status), (kind.as_str(), FormStatus::Sent));
            assert_eq!(outcome.message, kind.success());
        }
        for query in [None, Some(""), Some("sent="), Some("sent=x"), Some("sent=Contact"), Some("tag=contact")] {
            assert_eq!(sent(query), None, "{query:?}");
        }
    }
}
