//! Forms that browsers post without JavaScript, each to the address of its own page. What is taken leads back to the
//! page, which then says so; what is not comes back with what was typed and what is wrong with it.

use std::collections::BTreeMap;

use axum::{
    Form,
    body::Body,
    extract::{Request, State, rejection::FormRejection},
    response::{IntoResponse, Response},
};
use http::{Method, StatusCode, Uri};
use serde::Serialize;
use tower::ServiceExt;
use utoipa::ToSchema;

use super::{Outcome, Page, PageError, bookings, key::parameter};
use crate::{
    app::App,
    enquiries::{EnquiryInput, EnquiryType, service::Sender},
    error::{AppError, Fields},
    extract::ClientIp,
    router::readable_pages,
};

/// The parameter that leads back to the page after a form was taken.
pub const SENT: &str = "sent";

/// What became of a form that was posted without JavaScript; the page around it shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FormOutcome {
    /// Which form: the `type` that it posted.
    pub form: String,
    /// What became of it.
    pub status: FormStatus,
    /// The text of the error catalogue.
    pub message: String,
    /// What was typed, by field name; empty once it was sent.
    pub values: BTreeMap<String, String>,
    /// A message for each field that is wrong.
    pub errors: Fields,
}

/// What became of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FormStatus {
    /// It was taken.
    Sent,
    /// A field is wrong.
    Invalid,
    /// Something else stood in the way.
    Failed,
}

/// Fields that no visitor has typed.
const UNTYPED: [&str; 3] = ["type", "nickname", "elapsed_ms"];

/// What an address says about a form that was taken: `?sent=contact`. Anything else there means nothing.
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

/// `POST` of a public page.
pub async fn submit(
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    uri: Uri,
    form: Result<Form<Vec<(String, String)>>, FormRejection>,
) -> Response {
    let fields = match form {
        Ok(Form(fields)) => fields,
        Err(rejection) => return PageError::App(refused(&rejection)).into_response(),
    };
    let mut typed = BTreeMap::new();
    for (name, value) in fields {
        typed.entry(name).or_insert(value);
    }
    let kind = typed.get("type").cloned().unwrap_or_default();
    if kind == bookings::FORM {
        return bookings::book(app, ip, &uri, typed).await;
    }
    let sender = Sender { ip, source_page: uri.path().to_owned() };
    match app.enquiries.submit(&input(&typed), &sender).await {
        Ok(kind) => {
            let section = section(kind, uri.path()).map(|id| format!("#{id}")).unwrap_or_default();
            PageError::see_other(format!("{}?{SENT}={}{section}", uri.path(), kind.as_str())).into_response()
        }
        Err(error) => again(app, &uri, &outcome(kind, typed, &error), &error).await,
    }
}

/// The page once more, with what was typed and what is wrong with it.
pub(super) async fn again(app: App, uri: &Uri, outcome: &FormOutcome, error: &AppError) -> Response {
    error.log();
    match page(app, uri).await {
        Ok(page) => page.with_form(error.status(), outcome).after(error).into_response(),
        Err(response) => response,
    }
}

/// What to say of a form that was not taken.
pub(super) fn outcome(form: String, mut typed: BTreeMap<String, String>, error: &AppError) -> FormOutcome {
    let failure = match form.as_str() {
        bookings::FORM => Some(bookings::FAILURE),
        form => EnquiryType::parse(form).map(EnquiryType::failure),
    };
    let failure = failure.filter(|_| error.status().is_server_error());
    let status = if matches!(error, AppError::Invalid { .. }) { FormStatus::Invalid } else { FormStatus::Failed };
    typed.retain(|name, _| !UNTYPED.contains(&name.as_str()));
    FormOutcome {
        form,
        status,
        message: failure.map_or_else(|| error.public_message(), str::to_owned),
        values: typed,
        errors: error.fields(),
    }
}

/// The page that stands at an address; the answer itself where that is none.
async fn page(app: App, uri: &Uri) -> Result<Page, Response> {
    let mut request = Request::new(Body::empty());
    *request.method_mut() = Method::GET;
    *request.uri_mut() = uri.clone();
    let Ok(response) = readable_pages().with_state(app).oneshot(request).await;
    match response.extensions().get::<Outcome>() {
        Some(Outcome::Page(page)) if page.status == StatusCode::OK => Ok(page.clone()),
        _ => Err(response),
    }
}

fn input(typed: &BTreeMap<String, String>) -> EnquiryInput {
    let field = |name: &str| typed.get(name).cloned().unwrap_or_default();
    let answers =
        typed.iter().filter_map(|(name, value)| Some((name.strip_prefix("answers.")?.to_owned(), value.clone())));
    EnquiryInput {
        kind: field("type"),
        name: field("name"),
        email: field("email"),
        message: field("message"),
        website: field("website"),
        company: field("company"),
        phone: field("phone"),
        report_type: field("report_type"),
        answers: answers.collect(),
        nickname: field("nickname"),
        elapsed_ms: field("elapsed_ms").parse().ok(),
    }
}

/// The id of the section in which a page has the form: the browser goes there.
fn section(kind: EnquiryType, path: &str) -> Option<&'static str> {
    match (kind, path) {
        (EnquiryType::Contact, "/contact") => Some("contact-form"),
        (EnquiryType::Footer, "/services") => Some("faq"),
        (EnquiryType::Footer, "/seo") => Some("seo-faq"),
        (EnquiryType::SeoFixList, "/seo") => Some("seo-engine-room"),
        (EnquiryType::Newsletter, path) if path.starts_with("/blog") => Some("newsletter"),
        _ => None,
    }
}

pub(super) fn refused(rejection: &FormRejection) -> AppError {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => AppError::TooLarge,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => AppError::UnsupportedMediaType("application/x-www-form-urlencoded"),
        _ => AppError::BadRequest { code: "malformed_form", message: "The form could not be read".to_owned() },
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
