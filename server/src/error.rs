//! Kinds of failure that services report. `http/errors.rs` maps them to responses.

use std::{collections::BTreeMap, error::Error};

/// A message for each field that broke a rule.
pub type Fields = BTreeMap<String, String>;

/// The cause of a failure, kept for the log.
pub type Cause = Box<dyn Error + Send + Sync>;

/// Why a service failed.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// No valid session.
    #[error("Authentication required")]
    AuthenticationRequired,
    /// Wrong email address or password.
    #[error("Invalid login credentials")]
    InvalidCredentials,
    /// The password was right, and the account has a second factor.
    #[error("Enter the code from your authenticator app, a recovery code, or use a passkey.")]
    SecondFactorRequired {
        /// Names of the factors that the account has.
        factors: Vec<&'static str>,
        /// The token that stands for address and password in the next step.
        challenge: String,
    },
    /// A second factor was wrong. The message says which.
    #[error("{0}")]
    WrongSecondFactor(&'static str),
    /// A session without admin rights.
    #[error("This account has no admin rights")]
    NotAdmin,
    /// A session of staff that needs the rights of an administrator.
    #[error("Only administrators can do this. Ask one of them, or email {contact_email}.")]
    NotAdministrator {
        /// The site's contact address.
        contact_email: String,
    },
    /// The session's owner has to prove who they are again.
    #[error("Please confirm it's you by signing in again")]
    ReauthenticationRequired,
    /// Staff need a second factor, and the session's account has none.
    #[error("Staff need two-step sign-in here. Set it up on your account page first.")]
    NoSecondFactor,
    /// The requested resource does not exist.
    #[error("{0}")]
    NotFound(&'static str),
    /// The change contradicts the current state.
    #[error("{message}")]
    Conflict {
        /// Stable code.
        code: &'static str,
        /// Text for people.
        message: &'static str,
        /// The fields concerned.
        fields: Fields,
    },
    /// The resource can no longer be changed.
    #[error("{message}")]
    Gone {
        /// Stable code.
        code: &'static str,
        /// Text for people.
        message: &'static str,
    },
    /// An uploaded file exceeds its limit. The message says which.
    #[error("{0}")]
    FileTooLarge(&'static str),
    /// The type of an uploaded file is not accepted. The message lists those that are.
    #[error("{0}")]
    FileType(String),
    /// Input broke a rule.
    #[error("{message}")]
    Invalid {
        /// Text for people.
        message: String,
        /// The fields concerned.
        fields: Fields,
    },
    /// Too many failed sign-ins.
    #[error("Please wait {retry_after} seconds before trying again.")]
    Locked {
        /// Seconds until the next attempt is accepted.
        retry_after: u64,
    },
    /// Too many messages.
    #[error("{message}")]
    TooManyRequests {
        /// Text for people.
        message: String,
        /// Seconds until the next message is accepted.
        retry_after: u64,
    },
    /// A dependency (database, media store) does not respond.
    #[error("unavailable: {0}")]
    Unavailable(#[source] Cause),
    /// A bug.
    #[error("internal: {0}")]
    Internal(#[source] Cause),
}

impl AppError {
    /// Returns the error of a single invalid field.
    pub fn invalid(field: &str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self::Invalid { fields: Fields::from([(field.to_owned(), message.clone())]), message }
    }

    /// Returns the error of a change that contradicts the current state.
    pub const fn conflict(code: &'static str, message: &'static str) -> Self {
        Self::Conflict { code, message, fields: Fields::new() }
    }

    /// Returns the error of a single field that contradicts the current state.
    pub fn field_conflict(code: &'static str, field: &str, message: &'static str) -> Self {
        Self::Conflict { code, message, fields: Fields::from([(field.to_owned(), message.to_owned())]) }
    }

    /// Returns the error of a dependency that does not respond.
    pub fn unavailable(cause: impl Into<Cause>) -> Self {
        Self::Unavailable(cause.into())
    }

    /// Returns the error of a bug.
    pub fn internal(cause: impl Into<Cause>) -> Self {
        Self::Internal(cause.into())
    }

    /// Returns the stable code for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Conflict { code, .. } | Self::Gone { code, .. } => code,
            Self::AuthenticationRequired => "authentication_required",
            Self::InvalidCredentials => "invalid_credentials",
            Self::SecondFactorRequired { .. } | Self::NoSecondFactor => "second_factor_required",
            Self::WrongSecondFactor(_) => "invalid_second_factor",
            Self::NotAdmin => "not_admin",
            Self::NotAdministrator { .. } => "not_administrator",
            Self::ReauthenticationRequired => "reauthentication_required",
            Self::NotFound(_) => "not_found",
            Self::FileTooLarge(_) => "too_large",
            Self::FileType(_) => "unsupported_media_type",
            Self::Invalid { .. } => "invalid",
            Self::Locked { .. } => "locked",
            Self::TooManyRequests { .. } => "too_many_requests",
            Self::Unavailable(_) => "unavailable",
            Self::Internal(_) => "internal",
        }
    }

    /// Returns the message for people. For a fault it never contains the cause.
    pub fn public_message(&self) -> String {
        match self {
            Self::Unavailable(_) => "The site is temporarily unavailable. Please try again shortly.".to_owned(),
            Self::Internal(_) => "An unexpected error occurred. Please try again.".to_owned(),
            other => other.to_string(),
        }
    }

    /// Returns whether the server is at fault rather than the client.
    pub fn is_fault(&self) -> bool {
        matches!(self, Self::Unavailable(_) | Self::Internal(_))
    }

    /// Returns the seconds until the next attempt is accepted.
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Self::Locked { retry_after } | Self::TooManyRequests { retry_after, .. } => Some(*retry_after),
            _ => None,
        }
    }

    /// Returns a message for each field that broke a rule.
    pub fn fields(&self) -> Fields {
        match self {
            Self::Invalid { fields, .. } | Self::Conflict { fields, .. } => fields.clone(),
            _ => Fields::new(),
        }
    }
}

/// Returns an error and its causes, outermost first. A cause that the text already contains is omitted.
pub fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    text
}

/// Returns the innermost cause, the most specific one: "connection refused" rather than "client error".
pub fn root_cause(mut error: &dyn Error) -> String {
    while let Some(cause) = error.source() {
        error = cause;
    }
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_names_every_cause_once() {
        let error = AppError::unavailable(std::io::Error::other("disk full"));
        assert_eq!(with_causes(&error), "unavailable: disk full");
        assert_eq!(root_cause(&error), "disk full");
    }

    #[test]
    fn a_fault_keeps_its_cause_and_never_shows_it() {
        for fault in [AppError::internal("secret cause"), AppError::unavailable("secret cause")] {
            assert!(fault.is_fault());
            assert!(!fault.public_message().contains("secret"));
            assert_eq!(fault.source().unwrap().to_string(), "secret cause");
        }
    }
}
