//! Props of pages: the page's name and the schema, from which the front end's types are generated.

use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{RefOr, Schema},
};

/// The props of one page.
pub trait PageProps: Serialize + ToSchema {
    /// The page's name: the path of its component under `web/src/pages`, without the extension.
    const COMPONENT: &'static str;
}

/// Names the pages of a module: implements [`PageProps`] for the props of each and describes the map from names to
/// props.
macro_rules! pages {
    ($($name:literal => $props:path,)+) => {
        $(impl $crate::http::pages::schemas::PageProps for $props {
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
