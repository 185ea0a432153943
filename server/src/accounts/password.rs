//! Passwords: their length, and which ones are refused.

use std::{collections::HashSet, fmt, io, ops::RangeInclusive};

use crate::{
    config::{breached_passwords::BreachedPasswords, host_of},
    site::Site,
};

/// A password of at least 8 characters. `Debug` never shows it.
#[derive(Clone)]
pub struct Password(String);

/// Why text cannot be a password.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// Fewer than 8 characters.
    #[error("Password must be at least 8 characters long")]
    TooShort,
    /// More than 1,000 characters: hashing it would only waste time.
    #[error("Password must be at most 1,000 characters long")]
    TooLong,
    /// Among the first guesses of an attacker.
    #[error("This password is too easy to guess. Please choose a longer or less common one.")]
    Guessable,
    /// In the list of breached passwords.
    #[error("This password has appeared in a data breach. Please choose another.")]
    Breached,
    /// The list of breached passwords cannot be read.
    #[error("the list of breached passwords cannot be read: {0}")]
    Unreadable(#[from] io::Error),
}

/// The lowest accepted zxcvbn score, of 0 to 4: below it, about a million guesses suffice.
const MIN_STRENGTH: zxcvbn::Score = zxcvbn::Score::Two;
/// Number of characters that are scored, since scoring takes longer the longer the password is. A password whose
/// beginning is strong is strong as a whole.
const SCORED_CHARACTERS: usize = 64;
/// Maximum number of parts of a name that are tried together.
const PARTS: usize = 8;

impl Password {
    /// Length of a password, in characters.
    pub const LENGTH: RangeInclusive<usize> = 8..=1_000;

    /// Checks the length of a password.
    pub fn parse(text: &str) -> Result<Self, PasswordError> {
        match text.chars().count() {
            count if count < *Self::LENGTH.start() => Err(PasswordError::TooShort),
            count if Self::LENGTH.contains(&count) => Ok(Self(text.to_owned())),
            _ => Err(PasswordError::TooLong),
        }
    }

    /// Returns the text, for hashing only.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

/// What a new password of an account is checked against.
#[derive(Debug, Clone)]
pub struct PasswordRules {
    /// What an attacker who knows account and site tries first.
    words: Vec<String>,
    /// Passwords that are known from breaches, when the operator has a list of them.
    breached: Option<BreachedPasswords>,
}

impl PasswordRules {
    /// Returns the rules for the account with an address. The words are the names of the company and its founder, the
    /// domains of the site and that address: each as a whole, its parts, and neighbouring parts together.
    pub fn new(email: &str, site: &Site, public_url: &str, breached: Option<BreachedPasswords>) -> Self {
        let domain = site.domain.as_deref().unwrap_or_default();
        let mut words = Vec::new();
        // The likeliest first: zxcvbn treats the order as a ranking.
        for name in [&site.name, email, host_of(public_url), domain, &site.legal_name, &site.founder.name] {
            let name = name.to_lowercase();
            let parts: Vec<&str> = name.split(|char: char| !char.is_alphanumeric()).take(PARTS).collect();
            words.push(name.clone());
            for count in (1..=parts.len()).rev() {
                for run in parts.windows(count) {
                    words.extend(["", " ", "-"].map(|between| run.join(between)));
                }
            }
        }
        let mut known = HashSet::new();
        // Shorter words are guessed quickly anyway.
        words.retain(|word| word.len() > 2 && known.insert(word.clone()));
        Self { words, breached }
    }

    /// Checks a password that somebody chose: its length, and that it is neither common, nor made of the words, nor
    /// known from a breach. Scores it and reads a file: call it on a blocking thread.
    pub fn check(&self, text: &str) -> Result<Password, PasswordError> {
        let password = Password::parse(text)?;
        let scored: String = text.chars().take(SCORED_CHARACTERS).collect();
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        if zxcvbn::zxcvbn(&scored, &words).score() < MIN_STRENGTH {
            return Err(PasswordError::Guessable);
        }
        if let Some(list) = &self.breached
            && list.contains(text)?
        {
            return Err(PasswordError::Breached);
        }
        Ok(password)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMAIL: &str = "anna.fairweather@example.org";

    fn check(text: &str) -> Result<Password, PasswordError> {
        let site = Site {
            name: "Harbour Lamp".into(),
            legal_name: "Harbour Lamp Consulting Ltd".into(),
            domain: Some("harbourlamp.example".into()),
            ..Site::default()
        };
        PasswordRules::new(EMAIL, &site, "https://lampworks.example:8443", None).check(text)
    }

    #[test]
    fn passwords_have_eight_characters_at_least_and_stay_out_of_logs() {
        assert!(matches!(Password::parse("1234567"), Err(PasswordError::TooShort)));
        assert!(Password::parse("pässwörd").is_ok());
        assert!(matches!(Password::parse(&"x".repeat(1001)), Err(PasswordError::TooLong)));
        assert!(!format!("{:?}", Password::parse("hunter2hunter2").unwrap()).contains("hunter"));
    }

    #[test]
    fn easily_guessed_passwords_are_refused() {
        for guessable in ["password", "Password1", "12345678", "qwertyuiop", "aaaaaaaaaaaa", "fairweather", EMAIL] {
            assert!(matches!(check(guessable), Err(PasswordError::Guessable)), "{guessable}");
        }
        for good in ["correct horse battery", "tugboat-lantern-42", "Zx9!kq2#"] {
            assert!(check(good).is_ok(), "{good}");
        }
        assert!(matches!(check("short"), Err(PasswordError::TooShort)));
        assert!(check(&"x7_".repeat(300)).is_err(), "a long repetition is judged, and quickly");
    }

    #[test]
    fn passwords_of_the_company_are_refused() {
        for guessable in [
            "HarbourLamp2026",
            "harbour lamp 1",
            "harbour-lamp",
            "harbourlamp.example",
            "Harbour-Lamp-Consulting",
            "harbourlampconsulting1",
            "h4rbourl4mp",
            "lampworks2026",
            "RowanHale1",
        ] {
            assert!(matches!(check(guessable), Err(PasswordError::Guessable)), "{guessable}");
        }
        assert!(check("harbour tugboat lantern").is_ok(), "a word of the name among others");
    }
}
