//! Validated values that several features share: slugs and addresses.

use std::fmt;

use rich_text::slugify;
use serde::{Deserialize, Deserializer, Serialize};
use url::Url;

/// Maximum length of an image's address, in characters.
const IMAGE_URL_LENGTH: usize = 5_000;

/// Maximum length of a canonical address, in characters.
const PUBLIC_URL_LENGTH: usize = 2_000;

/// Why text is not a valid value. The messages are shown to editors.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// An empty slug, or one with other characters.
    #[error("Slug must be lowercase and can only contain letters, numbers and hyphens.")]
    Slug,
    /// A slug of more than 200 characters.
    #[error("Slug must be at most 200 characters.")]
    SlugLength,
    /// A `data:` URL, or an address of more than 5,000 characters.
    #[error("Invalid image URL - Please use a proper URL instead of embedded image data")]
    EmbeddedImage,
    /// An address of an image with another scheme.
    #[error("Invalid image URL - Please use an address that starts with http://, https:// or /")]
    ImageUrl,
    /// An address that is not a full web address.
    #[error("Canonical URL must be a full URL that starts with http:// or https://")]
    PublicUrl,
    /// An address of more than 2,000 characters.
    #[error("Canonical URL must be at most 2,000 characters")]
    PublicUrlLength,
}

/// Deserialises null as the default value, like an absent key.
pub fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(deserializer: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// The last part of an address: 1 to 200 of a–z, 0–9 and hyphens.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Slug(String);

impl Slug {
    /// Maximum number of characters.
    pub const MAX: usize = 200;

    /// Parses a slug.
    pub fn parse(text: &str) -> Result<Self, ValueError> {
        let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        match text.len() {
            0 => Err(ValueError::Slug),
            _ if !text.bytes().all(fits) => Err(ValueError::Slug),
            1..=Self::MAX => Ok(Self(text.to_owned())),
            _ => Err(ValueError::SlugLength),
        }
    }

    /// Derives a slug from a title. None if the title has no letter or digit that a slug can have.
    pub fn from_title(title: &str) -> Option<Self> {
        Self::parse(&slugify(title, Self::MAX)).ok()
    }

    /// Returns the slug as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Slug {
    type Error = ValueError;

    fn try_from(text: String) -> Result<Self, ValueError> {
        Self::parse(&text)
    }
}

impl From<Slug> for String {
    fn from(slug: Slug) -> Self {
        slug.0
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The address of an image: a full `http(s)` address or a path from the site's root.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct ImageUrl(String);

impl ImageUrl {
    /// Parses an address. None for empty text.
    pub fn parse(text: &str) -> Result<Option<Self>, ValueError> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(None);
        }
        let embedded = text.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"));
        if embedded || text.chars().count() > IMAGE_URL_LENGTH {
            return Err(ValueError::EmbeddedImage);
        }
        let is_path = text.starts_with('/') && !text.starts_with("//");
        if is_clean(text) && (is_path || is_web_address(text)) {
            Ok(Some(Self(text.to_owned())))
        } else {
            Err(ValueError::ImageUrl)
        }
    }

    /// Returns the address as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<ImageUrl> for String {
    fn from(url: ImageUrl) -> Self {
        url.0
    }
}

/// A full `http(s)` address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// Parses an address. None for empty text.
    pub fn parse(text: &str) -> Result<Option<Self>, ValueError> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(None);
        }
        if text.chars().count() > PUBLIC_URL_LENGTH {
            return Err(ValueError::PublicUrlLength);
        }
        if is_clean(text) && is_web_address(text) {
            Ok(Some(Self(text.to_owned())))
        } else {
            Err(ValueError::PublicUrl)
        }
    }

    /// Returns the address as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<PublicUrl> for String {
    fn from(url: PublicUrl) -> Self {
        url.0
    }
}

/// Returns whether an address is free of characters that browsers drop, or that end an address elsewhere.
fn is_clean(address: &str) -> bool {
    !address.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '\\' | '"' | '<' | '>' | '`'))
}

fn is_web_address(address: &str) -> bool {
    let after_scheme = ["http://", "https://"].iter().find_map(|scheme| {
        Some(address.split_at_checked(scheme.len())?).filter(|(s, _)| s.eq_ignore_ascii_case(scheme))
    });
    after_scheme.is_some_and(|(_, rest)| !rest.starts_with('/')) && Url::parse(address).is_ok_and(|url| url.has_host())
}
