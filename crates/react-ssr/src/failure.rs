//! Converts failures of JavaScript into a [`RenderError`].

use rquickjs::{CaughtError, Ctx};

use crate::{RenderError, deadline::Deadline};

/// Maximum length of a message or console line that is passed on, in bytes.
const MESSAGE_LIMIT: usize = 2_000;
/// Stack lines kept with an error's message.
const STACK_LINES: usize = 6;

/// Why a call ended early, before the exception is taken out of the context.
#[derive(Debug)]
pub enum Failure {
    /// The deadline passed.
    Expired,
    /// A promise is pending, with no job and no timer left to settle it.
    NeverSettles,
    /// The bundle returned no string, or one with lone surrogates.
    NotText,
    /// The bundle exports no function of this name.
    MissingExport(&'static str),
    /// The engine reported an error, or JavaScript threw.
    Engine(rquickjs::Error),
}

impl From<rquickjs::Error> for Failure {
    fn from(error: rquickjs::Error) -> Self {
        Self::Engine(error)
    }
}

impl Failure {
    /// Returns the error to report, and clears the exception that is pending in the context.
    pub fn into_error(self, ctx: &Ctx<'_>, deadline: &Deadline) -> RenderError {
        let threw = |message: &str| RenderError::Threw(message.to_owned());
        // An expired deadline takes precedence: its exception may have been lost in a promise.
        if deadline.exceeded() {
            drop(ctx.catch());
            return RenderError::Timeout;
        }
        match self {
            Self::Expired => RenderError::Timeout,
            Self::NeverSettles => threw("the promise never settles: no job and no timer is left"),
            Self::NotText => threw("the bundle returned no well-formed string"),
            Self::MissingExport(name) => RenderError::Threw(format!("the bundle exports no function `{name}`")),
            Self::Engine(rquickjs::Error::Allocation) => RenderError::Memory,
            Self::Engine(error) => {
                let caught = CaughtError::from_error(ctx, error);
                if is_out_of_memory(&caught) { RenderError::Memory } else { RenderError::Threw(describe(&caught)) }
            }
        }
    }
}

/// Returns whether the engine ran out of memory. Without room even for the error, it throws `null` instead.
fn is_out_of_memory(error: &CaughtError<'_>) -> bool {
    match error {
        CaughtError::Exception(exception) => exception.message().as_deref() == Some("out of memory"),
        CaughtError::Value(value) => value.is_null(),
        CaughtError::Error(_) => false,
    }
}

/// Returns the message and first stack lines, for the log.
pub fn describe(error: &CaughtError<'_>) -> String {
    let text = match error {
        CaughtError::Error(error) => error.to_string(),
        CaughtError::Exception(exception) => {
            let mut text = exception.message().unwrap_or_else(|| "an error without a message".to_owned());
            for line in exception.stack().unwrap_or_default().lines().take(STACK_LINES) {
                text.push('\n');
                text.push_str(line);
            }
            text
        }
        CaughtError::Value(value) => match value.as_string().and_then(|text| text.to_string().ok()) {
            Some(text) => format!("thrown: {text}"),
            None => format!("thrown: a value of type {}", value.type_name()),
        },
    };
    shorten(text)
}

/// Cuts text to 2,000 bytes, at a character boundary.
pub fn shorten(mut text: String) -> String {
    text.truncate(text.floor_char_boundary(MESSAGE_LIMIT));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_messages_are_cut_between_characters() {
        assert_eq!(shorten("short".to_owned()), "short");
        assert_eq!(shorten("→".repeat(1_000)), "→".repeat(666));
    }
}
