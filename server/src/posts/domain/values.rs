//! Validated values of posts.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The public categories of the blog.
pub const CATEGORIES: [&str; 8] = [
    "Technical SEO",
    "Algorithm Updates",
    "Content Strategy",
    "Link Building",
    "Local SEO",
    "Analytics & Data",
    "E-commerce SEO",
    "Mobile SEO",
];

/// The sections of the site that show posts.
pub const SECTION_TAGS: [&str; 10] = [
    "SEO",
    "Services",
    "About",
    "Home",
    "Technical SEO",
    "Content Marketing",
    "Local SEO",
    "E-commerce SEO",
    "Analytics",
    "Case Studies",
];

/// Why text is not a valid value. The messages are shown to editors.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// An unknown section.
    #[error("Unknown section tag \"{0}\". Allowed: {allowed}", allowed = SECTION_TAGS.join(", "))]
    SectionTag(String),
    /// An invalid publish date.
    #[error("Publish date must be a date such as 2026-11-25 or 2026-11-25T09:30")]
    Date,
}

/// One of [`SECTION_TAGS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub struct SectionTag(&'static str);

impl SectionTag {
    /// Parses the name of a section, whatever its case.
    pub fn parse(name: &str) -> Result<Self, ValueError> {
        let known = SECTION_TAGS.into_iter().find(|tag| tag.eq_ignore_ascii_case(name.trim()));
        known.map(Self).ok_or_else(|| ValueError::SectionTag(name.trim().chars().take(100).collect()))
    }

    /// The section's name.
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

impl TryFrom<String> for SectionTag {
    type Error = ValueError;

    fn try_from(name: String) -> Result<Self, ValueError> {
        Self::parse(&name)
    }
}

impl From<SectionTag> for &'static str {
    fn from(tag: SectionTag) -> Self {
        tag.0
    }
}

impl fmt::Display for SectionTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
