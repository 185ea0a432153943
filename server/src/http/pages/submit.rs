//! `POST` of a public page: plain forms.

use std::{borrow::Cow, collections::BTreeMap};

use axum::{
    Extension, Form,
    extract::{State, rejection::FormRejection},
    response::{IntoResponse, Response},
};
use http::Uri;

use super::{
    PageError, bookings,
    forms::{BOOKING_FORM, ReadablePages, again, first_values, outcome, refused},
    key::{SENT, page_key},
};
use crate::{
    bookings::BookingService,
    enquiries::{EnquiryInput, EnquiryService, EnquiryType, service::Sender},
    http::{errors::HttpError, extract::ClientIp, form_pages::source_page},
};

/// `POST` of a public page.
pub async fn submit(
    State(enquiries): State<EnquiryService>,
    State(bookings): State<BookingService>,
    Extension(pages): Extension<ReadablePages>,
    ClientIp(ip): ClientIp,
    uri: Uri,
    form: Result<Form<Vec<(String, String)>>, FormRejection>,
) -> Response {
    let mut typed = match form {
        Ok(Form(fields)) => first_values(fields),
        Err(rejection) => return PageError::Failed(refused(&rejection)).into_response(),
    };
    let kind = typed.entry("type".to_owned()).or_insert_with(|| usual_form(uri.path()).to_owned()).clone();
    if kind == BOOKING_FORM {
        return bookings::book(&bookings, pages, ip, &uri, typed).await;
    }
    let sender = Sender { ip, source_page: source_page(uri.path()) };
    match enquiries.submit(&input(&typed), &sender).await {
        Ok(kind) => {
            let section = section(kind, uri.path()).map(|id| format!("#{id}")).unwrap_or_default();
            PageError::see_other(format!("{}{section}", sent_url(&uri, kind))).into_response()
        }
        Err(error) => {
            let error = HttpError::from(error);
            let failure = EnquiryType::parse(&kind).map(EnquiryType::failure);
            again(pages, &uri, &outcome(kind, failure, typed, &error), &error).await
        }
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

/// Returns the type of a form that names none: the form that the page is known for. Empty if there is no such form.
fn usual_form(path: &str) -> &'static str {
    match path {
        "/contact" => EnquiryType::Contact.as_str(),
        "/services" | "/seo" => EnquiryType::Footer.as_str(),
        path if path.starts_with("/blog") => EnquiryType::Newsletter.as_str(),
        _ => "",
    }
}

/// Returns the page of an accepted form. On the blog, it is the same page of the same list or article.
fn sent_url(uri: &Uri, kind: EnquiryType) -> String {
    let (path, sent) = (uri.path(), format!("{SENT}={}", kind.as_str()));
    let query = uri.query().filter(|_| path.starts_with("/blog")).unwrap_or_default();
    let same = page_key(path, Some(&format!("{sent}&{query}"))).map(Cow::into_owned);
    same.unwrap_or_else(|| format!("{path}?{sent}"))
}

/// Returns the id of the section with the form, which the browser scrolls to.
fn section(kind: EnquiryType, path: &str) -> Option<&'static str> {
    match (kind, path) {
        (EnquiryType::Contact, "/contact") => Some("contact-form"),
        (EnquiryType::Footer, "/services") => Some("faq"),
        (EnquiryType::Footer, "/seo") => Some("seo-faq"),
        (EnquiryType::Footer, "/blog") => Some("question"),
        (EnquiryType::SeoFixList, "/seo") => Some("seo-engine-room"),
        (EnquiryType::Newsletter, path) if path.starts_with("/blog") => Some("newsletter"),
        _ => None,
    }
}
