//! Second factors: what an account signs in with besides its password.

use std::ops::RangeInclusive;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

/// How long a sign-in waits for its second factor, and the registration of a passkey for the browser's response.
pub const CHALLENGE_LIFETIME: TimeDelta = TimeDelta::minutes(5);
/// Length of a passkey's name, in characters.
pub const PASSKEY_NAME: RangeInclusive<usize> = 1..=60;
/// Maximum number of passkeys per account.
pub const MAX_PASSKEYS: usize = 20;

/// A kind of second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Factor {
    /// A code from an authenticator app.
    Totp,
    /// A passkey.
    Passkey,
    /// A recovery code.
    Recovery,
}

impl Factor {
    /// Returns its name in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Totp => "totp",
            Self::Passkey => "passkey",
            Self::Recovery => "recovery",
        }
    }
}

/// The second factors of an account.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Factors {
    /// Whether it has an authenticator app.
    pub has_totp: bool,
    /// Number of its passkeys.
    pub passkeys: usize,
    /// Number of its unused recovery codes.
    pub recovery_codes: usize,
}

impl Factors {
    /// Returns whether signing in takes more than the password. Recovery codes alone do not count.
    pub fn are_set_up(self) -> bool {
        self.has_totp || self.passkeys > 0
    }

    /// Returns the factors that complete a sign-in.
    pub fn accepted(self) -> Vec<Factor> {
        let all = [
            (Factor::Totp, self.has_totp),
            (Factor::Passkey, self.passkeys > 0),
            (Factor::Recovery, self.recovery_codes > 0),
        ];
        all.into_iter().filter(|(_, accepted)| *accepted).map(|(factor, _)| factor).collect()
    }
}

/// The first step of a sign-in.
#[derive(Clone, Copy)]
pub enum FirstFactor<'a> {
    /// Address and password.
    Password {
        /// As typed.
        email: &'a str,
        /// As typed.
        password: &'a str,
    },
    /// The token of a sign-in whose password was right.
    Challenge(&'a str),
}

/// The second step of a sign-in.
pub enum SecondFactor {
    /// A code from the authenticator app, as typed.
    Totp(String),
    /// A recovery code, as typed.
    RecoveryCode(String),
    /// A browser's response for a passkey, as JSON.
    Passkey(Value),
}

impl SecondFactor {
    /// Returns the factor for a field that takes both kinds of codes: six digits are a code from the app.
    pub fn of_code(text: &str) -> Self {
        let symbols: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        if symbols.len() == 6 && symbols.iter().all(char::is_ascii_digit) {
            Self::Totp(text.to_owned())
        } else {
            Self::RecoveryCode(text.to_owned())
        }
    }
}

/// A passkey as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnPasskey {
    /// UUIDv7.
    pub id: Uuid,
    /// The name that its owner gave it.
    pub name: String,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// When it was last used to sign in; None if never.
    pub last_used_at: Option<DateTime<Utc>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recovery_codes_alone_are_no_second_factor() {
        let factors = Factors { recovery_codes: 10, ..Factors::default() };
        assert!(!factors.are_set_up());
        let factors = Factors { passkeys: 1, ..factors };
        assert!(factors.are_set_up());
        assert_eq!(factors.accepted(), [Factor::Passkey, Factor::Recovery]);
    }

    #[test]
    fn six_digits_are_a_code_of_the_app_and_anything_else_a_recovery_code() {
        assert!(matches!(SecondFactor::of_code("123 456"), SecondFactor::Totp(_)));
        for text in ["7k3qf-9xm2b", "12345-67890", ""] {
            assert!(matches!(SecondFactor::of_code(text), SecondFactor::RecoveryCode(_)), "{text}");
        }
    }
}
