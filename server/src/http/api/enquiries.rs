//! `POST /api/functions/send-contact-email`: messages from visitors.

use std::collections::BTreeMap;

use axum::{Json, extract::State};
use http::{HeaderMap, Uri, header};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::{
    enquiries::{
        EnquiryService,
        domain::{EnquiryInput, EnquiryType, check::MESSAGE},
        service::Sender,
    },
    http::{
        errors::HttpError,
        extract::{ClientIp, ValidJson, object},
        form_pages,
    },
};

/// A message, wrapped in `data`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SendBody {
    /// The message.
    #[serde(deserialize_with = "object")]
    pub data: SendData,
}

/// A message from a form. Required fields depend on `type`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SendData {
    /// Form that the message comes from.
    #[serde(rename = "type")]
    #[schema(required = true, value_type = EnquiryType)]
    kind: Option<String>,
    /// The visitor's name, 2 to 100 characters. Optional for forms that do not ask for it.
    #[schema(max_length = 100)]
    name: Option<String>,
    /// The visitor's email address, to which the reply is sent.
    #[schema(required = true, max_length = 254)]
    email: Option<String>,
    /// The message, at most 5,000 characters, or 20,000 for `seo-fix-list`.
    #[schema(max_length = 20_000, extensions(("x-max-length" = json!(MESSAGE))))]
    message: Option<String>,
    /// The visitor's website: a URL, or any text of at least five characters. Required for `quiz-lead`.
    #[schema(max_length = 200)]
    website: Option<String>,
    /// Name of the visitor's company.
    #[schema(max_length = 200)]
    company: Option<String>,
    /// The visitor's telephone number.
    #[schema(max_length = 50)]
    phone: Option<String>,
    /// Report recommended by the quiz.
    #[schema(max_length = 200)]
    report_type: Option<String>,
    /// Answers of the quiz by question.
    #[schema(value_type = Option<BTreeMap<String, String>>)]
    answers: Option<BTreeMap<String, Value>>,
    /// Honeypot field that people don't see. Leave empty: a value marks the message as spam.
    nickname: Option<String>,
    /// Time that the form was visible, in milliseconds.
    elapsed_ms: Option<i64>,
}

/// Confirmation of an accepted message.
#[derive(Debug, Serialize, ToSchema)]
pub struct SendAnswer {
    /// Always null. Errors are returned in the format of `ApiError`.
    #[schema(required = true, value_type = Option<String>)]
    error: Option<&'static str>,
}

impl From<SendData> for EnquiryInput {
    fn from(data: SendData) -> Self {
        let answer = |value: Value| match value {
            Value::String(text) => text,
            other => other.to_string(),
        };
        Self {
            kind: data.kind.unwrap_or_default(),
            name: data.name.unwrap_or_default(),
            email: data.email.unwrap_or_default(),
            message: data.message.unwrap_or_default(),
            website: data.website.unwrap_or_default(),
            company: data.company.unwrap_or_default(),
            phone: data.phone.unwrap_or_default(),
            report_type: data.report_type.unwrap_or_default(),
            answers: data
                .answers
                .unwrap_or_default()
                .into_iter()
                .map(|(question, value)| (question, answer(value)))
                .collect(),
            nickname: data.nickname.unwrap_or_default(),
            elapsed_ms: data.elapsed_ms,
        }
    }
}

/// Sends a message from a visitor.
///
/// The message is stored before the response is sent. Emails follow afterwards.
#[utoipa::path(post, path = "/api/functions/send-contact-email", tag = "enquiries", request_body = SendBody,
    responses((status = 200, body = SendAnswer), (status = 429, description = "`too_many_requests`")))]
pub async fn send(
    State(enquiries): State<EnquiryService>,
    ClientIp(ip): ClientIp,
    headers: HeaderMap,
    ValidJson(body): ValidJson<SendBody>,
) -> Result<Json<SendAnswer>, HttpError> {
    let sender = Sender { ip, source_page: source_page(&headers) };
    enquiries.submit(&body.data.into(), &sender).await?;
    Ok(Json(SendAnswer { error: None }))
}

/// Returns the path of the page that sent the request, from its `Referer`; empty unless that page has a form.
fn source_page(headers: &HeaderMap) -> String {
    let referer = headers.get(header::REFERER).and_then(|value| value.to_str().ok());
    let path = referer.and_then(|referer| referer.parse::<Uri>().ok()).map(|uri| uri.path().to_owned());
    path.map(|path| form_pages::source_page(&path)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_source_page_is_a_page_of_the_site_that_has_a_form() {
        for (referer, path) in [
            ("https://foundfirst.example/contact?tab=schedule#x", "/contact"),
            ("https://foundfirst.example", "/"),
            ("https://foundfirst.example/blog/a-post", "/blog/a-post"),
            ("https://foundfirst.example/blog/A%20post", ""),
            ("https://foundfirst.example/bookings/secret-token", ""),
            ("https://foundfirst.example/contact/secret", ""),
            ("https://other.example/my/private/page", ""),
            ("nonsense here", ""),
        ] {
            let headers = HeaderMap::from_iter([(header::REFERER, referer.parse().unwrap())]);
            assert_eq!(source_page(&headers), path, "{referer}");
        }
        assert_eq!(source_page(&HeaderMap::new()), "");
    }
}
