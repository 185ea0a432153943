//! The keys that backups are encrypted to.

use std::str::FromStr;

use age::x25519;

/// Public age keys. A backup that is encrypted to several can be opened with any of their secret keys.
#[derive(Debug, Clone)]
pub struct Recipients(Vec<x25519::Recipient>);

impl Recipients {
    /// Returns the keys as recipients for age.
    pub fn iter(&self) -> impl Iterator<Item = &dyn age::Recipient> {
        self.0.iter().map(|key| key as &dyn age::Recipient)
    }
}

impl FromStr for Recipients {
    type Err = String;

    /// Reads keys that are separated by commas or white space. Fails when there is none: an empty variable that was
    /// meant to hold a key would otherwise leave backups readable by everybody.
    fn from_str(text: &str) -> Result<Self, String> {
        let words = text.split(|letter: char| letter == ',' || letter.is_whitespace()).filter(|word| !word.is_empty());
        let keys = words.map(key).collect::<Result<Vec<_>, _>>()?;
        if keys.is_empty() {
            return Err("contains no key; leave it out for backups that are not encrypted".to_owned());
        }
        Ok(Self(keys))
    }
}

fn key(word: &str) -> Result<x25519::Recipient, String> {
    // An error message must not repeat a secret key.
    if word.to_ascii_uppercase().starts_with("AGE-SECRET-KEY-") {
        return Err("contains a secret key; the public key to use instead begins with age1".to_owned());
    }
    word.parse().map_err(|_| format!("\"{word}\" is not an age public key (age1…)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";

    #[test]
    fn keys_are_separated_by_commas_or_spaces() {
        for (text, count) in [(KEY.to_owned(), 1), (format!("{KEY},{KEY}"), 2), (format!(" {KEY}\n {KEY}, {KEY} "), 3)]
        {
            assert_eq!(text.parse::<Recipients>().unwrap().iter().count(), count, "{text}");
        }
    }

    #[test]
    fn what_is_no_public_key_is_refused_and_secrets_are_not_repeated() {
        for text in ["", " ", ","] {
            assert!(text.parse::<Recipients>().unwrap_err().starts_with("contains no key"), "{text:?}");
        }
        assert!(format!("{KEY},age1x").parse::<Recipients>().unwrap_err().starts_with("\"age1x\" is not"));
        for secret in ["AGE-SECRET-KEY-1ABC", "age-secret-key-1abc"] {
            let error = secret.parse::<Recipients>().unwrap_err();
            assert!(!error.to_lowercase().contains("1abc"), "{error}");
        }
    }
}
