//! The one error of handlers: what went wrong in terms of HTTP, with a stable code and a text for people.

use std::collections::BTreeMap;

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;
use utoipa::ToSchema;

/// A message for each field that broke a rule.
pub type Fields = BTreeMap<String, String>;

/// What a handler answers instead of a result.
///
/// A failure of ours (5xx) keeps its cause for the log; the visitor sees only that something failed.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// The request is malformed: 400.
    #[error("{message}")]
    BadRequest {
        /// Stable code.
        code: &'static str,
        /// Text for people.
        message: String,
    },
    /// No valid session: 401.
    #[error("Authentication required")]
    AuthenticationRequired,
    /// Wrong e-mail address or password: 401.
    #[error("Invalid login credentials")]
    InvalidCredentials,
    /// A session without admin rights: 403.
    #[error("This account has no admin rights")]
    NotAdmin,
    /// The request came from another site's page: 403.
    #[error("This request did not come from this site")]
    CrossSite,
    /// No such thing: 404.
    #[error("{0}")]
    NotFound(&'static str),
    /// The method does not fit the path: 405. The router adds the ones that do.
    #[error("This method is not allowed here")]
    MethodNotAllowed,
    /// The request contradicts the present state: 409.
    #[error("{message}")]
    Conflict {
        /// Stable code.
        code: &'static str,
        /// Text for people.
        message: &'static str,
        /// The fields concerned.
        fields: Fields,
    },
    /// What the request is about is over: 410.
    #[error("{message}")]
    Gone {
        /// Stable code.
        code: &'static str,
        /// Text for people.
        message: &'static str,
    },
    /// The body is over its limit: 413.
    #[error("The request is too large")]
    TooLarge,
    /// An uploaded file is over its limit: 413. Says which.
    #[error("{0}")]
    FileTooLarge(&'static str),
    /// An uploaded file is of no type that is taken: 415. Says which are.
    #[error("{0}")]
    FileType(String),
    /// The body is not of the type the call takes: 415. Names that type.
    #[error("This call takes {0}")]
    UnsupportedMediaType(&'static str),
    /// A rule is broken: 422.
    #[error("{message}")]
    Invalid {
        /// Text for people.
        message: String,
        /// The fields concerned.
        fields: Fields,
    },
    /// Too many tries: 429.
    #[error("Please wait {retry_after} seconds before trying again.")]
    Locked {
        /// Seconds until the next try is heard.
        retry_after: u64,
    },
    /// Too many messages: 429.
    #[error("{message}")]
    TooManyRequests {
        /// Text for people.
        message: String,
        /// Seconds until the next one is taken.
        retry_after: u64,
    },
    /// Something the program depends on does not answer: 503.
    #[error("unavailable: {0}")]
    Unavailable(String),
    /// A fault of the program: 500.
    #[error("internal: {0}")]
    Internal(String),
}

/// The body of every failed call.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ApiError)]
pub struct ErrorBody {
    /// What went wrong.
    pub error: ErrorDetail,
}

/// What went wrong with a call.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorDetail {
    /// Stable code for programs.
    pub code: &'static str,
    /// Text for people.
    pub message: String,
    /// A message for each field that broke a rule.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: Fields,
    /// Seconds until the call may be tried again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
}

impl AppError {
    /// A broken rule of one field.
    pub fn invalid(field: &str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self::Invalid { fields: Fields::from([(field.to_owned(), message.clone())]), message }
    }

    /// The status that it is answered with.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::BadRequest { .. } => StatusCode::BAD_REQUEST,
            Self::AuthenticationRequired | Self::InvalidCredentials => StatusCode::UNAUTHORIZED,
            Self::NotAdmin | Self::CrossSite => StatusCode::FORBIDDEN,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::Conflict { .. } => StatusCode::CONFLICT,
            Self::Gone { .. } => StatusCode::GONE,
            Self::TooLarge | Self::FileTooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType(_) | Self::FileType(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Invalid { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Locked { .. } | Self::TooManyRequests { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The stable code that programs read.
    pub fn code(&self) -> &'static str {
        match self {
            Self::BadRequest { code, .. } | Self::Conflict { code, .. } | Self::Gone { code, .. } => code,
            Self::AuthenticationRequired => "authentication_required",
            Self::InvalidCredentials => "invalid_credentials",
            Self::NotAdmin => "not_admin",
            Self::CrossSite => "cross_site",
            Self::NotFound(_) => "not_found",
            Self::MethodNotAllowed => "method_not_allowed",
            Self::TooLarge | Self::FileTooLarge(_) => "too_large",
            Self::UnsupportedMediaType(_) | Self::FileType(_) => "unsupported_media_type",
            Self::Invalid { .. } => "invalid",
            Self::Locked { .. } => "locked",
            Self::TooManyRequests { .. } => "too_many_requests",
            Self::Unavailable(_) => "unavailable",
            Self::Internal(_) => "internal",
        }
    }

    /// What a person is told. A failure of ours never shows its cause.
    pub fn public_message(&self) -> String {
        match self {
            Self::Unavailable(_) => "The site cannot answer this just now. Please try again shortly.".to_owned(),
            Self::Internal(_) => "An unexpected error occurred. Please try again.".to_owned(),
            other => other.to_string(),
        }
    }

    /// Seconds until the next try, where that is the matter.
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Self::Locked { retry_after } | Self::TooManyRequests { retry_after, .. } => Some(*retry_after),
            _ => None,
        }
    }

    /// Writes a failure of ours to the log. Called once, where the error becomes an answer.
    pub fn log(&self) {
        if self.status().is_server_error() {
            tracing::error!(code = self.code(), cause = %self, "request failed");
        }
    }

    /// A message for each field that broke a rule.
    pub fn fields(&self) -> Fields {
        match self {
            Self::Invalid { fields, .. } | Self::Conflict { fields, .. } => fields.clone(),
            _ => Fields::new(),
        }
    }
}

impl IntoResponse for AppError {
    fn into_response(self) -> Response {
        self.log();
        let body = ErrorBody {
            error: ErrorDetail {
                code: self.code(),
                message: self.public_message(),
                fields: self.fields(),
                retry_after: self.retry_after(),
            },
        };
        let mut response = (self.status(), Json(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after() {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        match &self {
            Self::Unavailable(_) => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
            }
            Self::AuthenticationRequired | Self::InvalidCredentials => {
                headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            _ => {}
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_of_ours_never_shows_its_cause() {
        for error in [AppError::Internal("secret cause".into()), AppError::Unavailable("secret cause".into())] {
            assert!(!error.public_message().contains("secret"));
            assert!(error.status().is_server_error());
        }
    }

    #[test]
    fn a_lock_says_when_to_come_back() {
        let response = AppError::Locked { retry_after: 60 }.into_response();
        assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(response.headers()[header::RETRY_AFTER], "60");
    }
}
