//! The props of each page: explicit types, from which the front end's TypeScript types are generated.

/// Names the pages of a module: implements [`PageProps`] for the props of each and describes the map from names to props.
macro_rules! pages {
    ($($name:literal => $props:ident,)+) => {
        $(impl super::PageProps for $props {
            const COMPONENT: &'static str = $name;
        })+

        /// Adds the schemas of the module's props, and its names to the map.
        pub(super) fn describe(schemas: &mut super::Schemas, mut map: utoipa::openapi::ObjectBuilder) -> utoipa::openapi::ObjectBuilder {
            use utoipa::{PartialSchema, ToSchema, openapi::Ref};
            $(
                $props::schemas(schemas);
                schemas.push(($props::name().into(), $props::schema()));
                map = map.property($name, Ref::from_schema_name($props::name())).required($name);
            )+
            map
        }
    };
}

mod accounts;
mod admin;
mod blog;
mod public;

use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{Components, ComponentsBuilder, ObjectBuilder, RefOr, Schema},
};

pub use self::{accounts::*, admin::*, blog::*, public::*};
use crate::site::{Founder, SocialProfile};

/// The props of one page.
pub trait PageProps: Serialize + ToSchema {
    /// The page's name: the path of its component under `web/src/pages`, without the extension.
    const COMPONENT: &'static str;
}

/// Schemas with their names.
type Schemas = Vec<(String, RefOr<Schema>)>;

/// Returns the schemas of all props, and the schema `PageProps`: an object with the props of each page by its name.
pub fn schemas() -> Components {
    let (mut schemas, mut map) = (Schemas::new(), ObjectBuilder::new());
    for add in [public::describe, blog::describe, accounts::describe, admin::describe] {
        map = add(&mut schemas, map);
    }
    let map = map.description(Some("The props of each page by its name."));
    ComponentsBuilder::new().schemas_from_iter(schemas).schema("PageProps", map).build()
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
