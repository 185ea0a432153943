//! The scheme of the URLs that a visitor uses.

/// http or https.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UrlScheme {
    /// Plain.
    Http,
    /// Encrypted.
    Https,
}

impl UrlScheme {
    /// Returns whether it is https.
    pub fn is_secure(self) -> bool {
        self == Self::Https
    }
}
