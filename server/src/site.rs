//! The brand: the contents of `site.toml`. Every key has a default, so that an empty or absent file is valid: the
//! demo.
//!
//! A file with another brand's name inherits only defaults that fit every consultancy, such as opening hours. People,
//! profiles, clients and links that it omits do not appear on the site ([`Site::without_demo`]).

mod bookings;
mod check;
mod current;
mod day_off;
mod demo;
mod evidence;
mod file;

use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use bookings::{Bookings, OpeningHours, parse_hours};
pub use check::FOUNDING_YEARS;
pub use current::CurrentSite;
pub use day_off::DayOff;
pub use evidence::{CaseStudy, Evidence, Figure, Measure};
pub use file::SiteError;

use crate::email_address::with_ascii_domain;

/// The contents of `site.toml`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Site {
    /// The brand's name as visitors read it. Its first word is in the logo's block.
    pub name: String,
    /// The company's registered name.
    pub legal_name: String,
    /// The domain that addresses on pages show while the public address is this machine's.
    pub domain: Option<String>,
    /// The year the company was founded.
    pub founding_year: u16,
    /// One sentence under the logo in the footer.
    pub strapline: String,
    /// The address that receives enquiries.
    pub contact_email: String,
    /// The address that mail is sent from; the contact address when omitted.
    pub mail_from: Option<String>,
    /// Number of months that enquiries are stored.
    pub retention_months: u16,
    /// IANA name of the time zone of dates and opening hours.
    pub time_zone: Tz,
    /// The founder of the company.
    pub founder: Founder,
    /// The company's profiles on other sites.
    pub social_profiles: Vec<SocialProfile>,
    /// Authors whose posts carry a profile. They are imported into the database once.
    pub authors: Vec<Author>,
    /// Logos of clients, in the order shown.
    pub client_logos: Vec<ClientLogo>,
    /// Results for clients.
    pub evidence: Evidence,
    /// When calls can be booked.
    pub bookings: Bookings,
    /// How staff sign in.
    pub security: Security,
    /// Keys that another brand's file omits, so that their demo values are in use. For the operator.
    #[serde(skip)]
    pub demo_values: Vec<&'static str>,
}

/// The founder of the company.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Founder {
    /// Full name.
    pub name: String,
    /// Job title.
    pub title: String,
    /// Biography in one sentence of plain text.
    pub bio: String,
    /// The founder's story, plain text, for the about page.
    #[serde(skip_serializing)]
    #[schema(ignore)]
    pub story: String,
    /// Email address.
    pub email: String,
    /// URL of a profile on a professional network.
    pub network_url: String,
    /// URL of a profile on a social network.
    pub social_url: String,
    /// Root-relative path or `https` URL of a portrait. Null shows a tile with the site's mark.
    pub photo: Option<String>,
}

/// A profile of the company on another site.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SocialProfile {
    /// Link text.
    pub label: String,
    /// Absolute URL of the profile.
    pub url: String,
}

/// A known author of posts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Author {
    /// The name that posts carry.
    pub name: String,
    /// Root-relative path or https URL of a square image.
    #[serde(default = "default_avatar")]
    pub avatar: String,
    /// One or two sentences.
    #[serde(default)]
    pub bio: String,
    /// Job title.
    #[serde(default)]
    pub job_title: Option<String>,
    /// Years of experience.
    #[serde(default)]
    pub years_of_experience: Option<u16>,
    /// A profile of the author on another site.
    #[serde(default)]
    pub url: Option<String>,
}

/// A client's logo.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClientLogo {
    /// Name of the client, also used as the alternative text.
    pub name: String,
    /// Root-relative path or `https` URL of the image.
    pub image: String,
    /// Intrinsic width in pixels.
    #[serde(default = "default_logo_width")]
    pub width: u16,
    /// Intrinsic height in pixels.
    #[serde(default = "default_logo_height")]
    pub height: u16,
}

/// How staff sign in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Security {
    /// Whether staff need a second factor: an authenticator app or a passkey.
    pub require_second_factor: bool,
}

/// The image of an author who has none.
pub const DEFAULT_AVATAR: &str = "/images/avatar-default.svg";

fn default_logo_width() -> u16 {
    200
}

fn default_logo_height() -> u16 {
    56
}

fn default_avatar() -> String {
    DEFAULT_AVATAR.to_owned()
}

impl Site {
    /// Returns the address that email is sent from. Its domain is in ASCII, since few mail servers accept other letters.
    pub fn mail_from(&self) -> String {
        with_ascii_domain(self.mail_from.as_ref().unwrap_or(&self.contact_email).trim())
    }

    /// Returns whether this is the built-in demo brand.
    pub fn is_demo(&self) -> bool {
        self.name == Self::default().name
    }
}
