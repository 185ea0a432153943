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

/// The brand, known to every page.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Site)]
pub struct SiteProps {
    /// The brand's name.
    pub name: String,
    /// The company's registered name.
    pub legal_name: String,
    /// One sentence under the logo in the footer.
    pub strapline: String,
    /// The year the company was founded.
    pub founding_year: u16,
    /// Public URL without a trailing slash.
    pub public_url: String,
    /// Host that pages show, such as in result lines.
    pub shown_host: String,
    /// The address that receives enquiries.
    pub contact_email: String,
    /// The current year in the site's time zone.
    pub year: i32,
    /// IANA name of the site's time zone.
    pub time_zone: String,
    /// The person behind the company.
    pub founder: Founder,
    /// The company's profiles on other sites.
    pub social_profiles: Vec<SocialProfile>,
    /// The eight categories of the blog.
    pub categories: Vec<String>,
    /// The ten section tags.
    pub section_tags: Vec<String>,
}
