//! Random bytes, and the secret tokens of links and sessions. The database stores only the tokens' hashes, so that a
//! leaked copy of it grants no access.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

use crate::error::AppError;

/// Number of random bytes in a token: nobody can guess 256 bits, so a fast hash without salt is enough.
const LENGTH: usize = 32;

/// Returns cryptographically secure random bytes. Fails when the operating system has none.
pub fn random<const N: usize>() -> Result<[u8; N], AppError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|error| AppError::internal(format!("the operating system gave no random bytes: {error}")))?;
    Ok(bytes)
}

/// Returns a new token: 32 random bytes in URL-safe Base64.
pub fn new_token() -> Result<String, AppError> {
    Ok(URL_SAFE_NO_PAD.encode(random::<LENGTH>()?))
}

/// Returns whether text has the form of a token.
pub fn is_token(text: &str) -> bool {
    URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == LENGTH)
}

/// The SHA-256 of a token, as stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// Returns the hash of text that may be a token.
    pub fn of(token: &str) -> Self {
        Self(Sha256::digest(token.as_bytes()).into())
    }

    /// Returns the bytes of the column.
    pub fn to_vec(self) -> Vec<u8> {
        self.0.to_vec()
    }

    /// Returns a hash that belongs to no known token. These hashes sort by `number`.
    #[cfg(test)]
    pub const fn numbered(number: u8) -> Self {
        Self([number; 32])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_told_from_other_texts_and_never_the_same() {
        let (one, other) = (new_token().unwrap(), new_token().unwrap());
        assert_ne!(one, other);
        assert!(is_token(&one) && is_token(&other), "{one} {other}");
        for text in ["", "token", "..", &one[1..], &format!("{one}A"), &format!("{one}=")] {
            assert!(!is_token(text), "{text}");
        }
    }

    #[test]
    fn the_hash_is_the_sha_256_of_the_text() {
        // The example of FIPS 180-4. Stored hashes must stay valid, so that links that were emailed before an update
        // still work.
        let hash = TokenHash::of("abc").to_vec();
        assert_eq!(hash[..4], [0xba, 0x78, 0x16, 0xbf]);
        assert_eq!(hash.len(), 32);
    }
}
