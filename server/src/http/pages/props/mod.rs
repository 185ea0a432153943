//! The props of each page: explicit types, from which the front end's TypeScript types are generated.

mod accounts;
mod blog;
mod public;

use serde::Serialize;
use utoipa::{ToSchema, openapi::ObjectBuilder};

pub use self::{accounts::*, blog::*, public::*};
use super::schemas::Schemas;
use crate::site::{Founder, SocialProfile};

/// Adds the schemas of all props of this module, and the names of their pages to the map.
pub(super) fn describe(schemas: &mut Schemas, map: ObjectBuilder) -> ObjectBuilder {
    [public::describe, blog::describe, accounts::describe].into_iter().fold(map, |map, add| add(schemas, map))
}

/// Details of the site, available on every page.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Site)]
pub struct SiteProps {
    /// Name of the brand.
    pub name: String,
    /// Registered name of the company.
    pub legal_name: String,
    /// Sentence under the logo in the footer.
    pub strapline: String,
    /// Year the company was founded.
    pub founding_year: u16,
    /// Public URL of the site, without a trailing slash.
    pub public_url: String,
    /// Host name for display, such as in search result previews.
    pub shown_host: String,
    /// Email address that receives enquiries.
    pub contact_email: String,
    /// Current year in the site's time zone.
    pub year: i32,
    /// The site's time zone, as an IANA name.
    pub time_zone: String,
    /// The founder of the company.
    pub founder: Founder,
    /// The company's profiles on other sites.
    pub social_profiles: Vec<SocialProfile>,
    /// Names of the eight fixed categories.
    pub categories: Vec<String>,
    /// Names of the ten section tags.
    pub section_tags: Vec<String>,
}
