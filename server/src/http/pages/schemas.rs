//! The names of the pages, and the schemas of their props, from which the front end's types are generated.

use utoipa::openapi::{Components, ComponentsBuilder, ObjectBuilder, RefOr, Schema};

use super::{admin, props};

/// Names the pages of a module: implements [`PageProps`] for the props of each and describes the map from names to props.
macro_rules! pages {
    ($($name:literal => $props:path,)+) => {
        $(impl $crate::http::pages::props::PageProps for $props {
            const COMPONENT: &'static str = $name;
        })+

        /// Adds the schemas of the module's props, and its names to the map.
        pub(super) fn describe(schemas: &mut $crate::http::pages::schemas::Schemas, mut map: utoipa::openapi::ObjectBuilder) -> utoipa::openapi::ObjectBuilder {
            use utoipa::{PartialSchema, ToSchema, openapi::Ref};
            $(
                <$props>::schemas(schemas);
                schemas.push((<$props>::name().into(), <$props>::schema()));
                map = map.property($name, Ref::from_schema_name(<$props>::name())).required($name);
            )+
            map
        }
    };
}

/// Schemas with their names.
pub type Schemas = Vec<(String, RefOr<Schema>)>;

/// Returns the schemas of all props, and the schema `PageProps`: an object with the props of each page by its name.
pub fn all() -> Components {
    let (mut schemas, mut map) = (Schemas::new(), ObjectBuilder::new());
    for add in [props::describe, admin::describe] {
        map = add(&mut schemas, map);
    }
    let map = map.description(Some("The props of each page by its name."));
    ComponentsBuilder::new().schemas_from_iter(schemas).schema("PageProps", map).build()
}
