//! Maps failures to responses: status, body and headers of each kind.

use std::collections::BTreeMap;

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    accounts::factors::Factor,
    error::{AppError, Fields, with_causes},
    posts::service::PostWriteError as WriteError,
    storage::StorageError,
};

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// A service failed.
    #[error(transparent)]
    App(#[from] AppError),
    /// The request is malformed: 400.
    #[error("{message}")]
    BadRequest {
        /// Stable code.
        code: &'static str,
        /// Text for people.
        message: String,
    },
    /// The request came from another site's page: 403.
    #[error("This request did not come from this site")]
    CrossSite,
    /// The path does not support the method: 405. The router adds `Allow`.
    #[error("This method is not allowed here")]
    MethodNotAllowed,
    /// The body exceeds its limit: 413.
    #[error("The request is too large")]
    BodyTooLarge,
    /// The body has an unsupported media type: 415.
    #[error("This endpoint accepts only {0}")]
    UnsupportedMediaType(&'static str),
}

/// The body of all error responses.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ApiError)]
pub struct ErrorBody {
    /// The error.
    pub error: ErrorDetail,
    /// Same as `error.factors`, for clients that expect it at the top level.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Factor>>)]
    pub factors: Option<Vec<&'static str>>,
}

/// An error.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorDetail {
    /// Machine-readable error code, such as `slug_taken`. Codes do not change.
    pub code: &'static str,
    /// Message for people.
    pub message: String,
    /// Messages for invalid fields, by field name. Omitted if there are none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: Fields,
    /// Seconds to wait before retrying.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
    /// Second factors that can complete the sign-in. Set for `second_factor_required`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Factor>>)]
    pub factors: Option<Vec<&'static str>>,
    /// Replaces email address and password in the call that sends the second factor. Valid for five minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenge: Option<String>,
}

impl HttpError {
    /// Returns the error of a single invalid field: 422.
    pub fn invalid(field: &str, message: impl Into<String>) -> Self {
        AppError::invalid(field, message).into()
    }

    /// Returns the error for a missing resource: 404.
    pub fn not_found(message: &'static str) -> Self {
        AppError::NotFound(message).into()
    }

    /// Returns the status of the response.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::App(error) => status_of(error),
            Self::BadRequest { .. } => StatusCode::BAD_REQUEST,
            Self::CrossSite => StatusCode::FORBIDDEN,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        }
    }

    /// Returns the stable code for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::App(error) => error.code(),
            Self::BadRequest { code, .. } => code,
            Self::CrossSite => "cross_site",
            Self::MethodNotAllowed => "method_not_allowed",
            Self::BodyTooLarge => "too_large",
            Self::UnsupportedMediaType(_) => "unsupported_media_type",
        }
    }

    /// Returns the message for people. For a fault it never contains the cause.
    pub fn public_message(&self) -> String {
        match self {
            Self::App(error) => error.public_message(),
            other => other.to_string(),
        }
    }

    /// Returns a message for each field that broke a rule.
    pub fn fields(&self) -> Fields {
        match self {
            Self::App(error) => error.fields(),
            _ => Fields::new(),
        }
    }

    /// Returns the seconds until the next attempt is accepted.
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Self::App(error) => error.retry_after(),
            _ => None,
        }
    }

    /// Returns the factors and the token that complete a sign-in whose password was right.
    pub fn second_step(&self) -> Option<(&[&'static str], &str)> {
        match self {
            Self::App(AppError::SecondFactorRequired { factors, challenge }) => Some((factors, challenge)),
            _ => None,
        }
    }

    /// Logs a fault with its causes. Called once, where the error becomes a response.
    pub fn log(&self) {
        if let Self::App(error) = self
            && error.is_fault()
        {
            tracing::error!(code = error.code(), cause = %with_causes(error), "request failed");
        }
    }
}

/// Returns the status for a service's failure.
fn status_of(error: &AppError) -> StatusCode {
    match error {
        AppError::AuthenticationRequired
        | AppError::InvalidCredentials
        | AppError::SecondFactorRequired { .. }
        | AppError::WrongSecondFactor(_) => StatusCode::UNAUTHORIZED,
        AppError::NotAdmin
        | AppError::NotAdministrator { .. }
        | AppError::ReauthenticationRequired
        | AppError::NoSecondFactor => StatusCode::FORBIDDEN,
        AppError::NotFound(_) => StatusCode::NOT_FOUND,
        AppError::Conflict { .. } => StatusCode::CONFLICT,
        AppError::Gone { .. } => StatusCode::GONE,
        AppError::FileTooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
        AppError::FileType(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        AppError::Invalid { .. } => StatusCode::UNPROCESSABLE_ENTITY,
        AppError::Locked { .. } | AppError::TooManyRequests { .. } => StatusCode::TOO_MANY_REQUESTS,
        AppError::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
        AppError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl From<WriteError> for HttpError {
    fn from(error: WriteError) -> Self {
        Self::App(error.into())
    }
}

impl From<StorageError> for HttpError {
    fn from(error: StorageError) -> Self {
        Self::App(error.into())
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        self.log();
        let step = self.second_step().map(|(factors, challenge)| (factors.to_vec(), challenge.to_owned()));
        let (factors, challenge) = step.unzip();
        let body = ErrorBody {
            error: ErrorDetail {
                code: self.code(),
                message: self.public_message(),
                fields: self.fields(),
                retry_after: self.retry_after(),
                factors: factors.clone(),
                challenge,
            },
            factors,
        };
        let mut response = (self.status(), Json(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after() {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        match &self {
            Self::App(AppError::Unavailable(_)) => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
            }
            _ if self.status() == StatusCode::UNAUTHORIZED => {
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
    fn a_fault_never_shows_its_cause() {
        for fault in [AppError::internal("secret cause"), AppError::unavailable("secret cause")] {
            let error = HttpError::from(fault);
            assert!(!error.public_message().contains("secret"));
            assert!(error.status().is_server_error());
        }
    }

    #[test]
    fn a_lock_has_retry_after() {
        let response = HttpError::from(AppError::Locked { retry_after: 60 }).into_response();
        assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(response.headers()[header::RETRY_AFTER], "60");
    }
}
