//! `/admin/categories`: the categories of posts.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    super::{Page, PageResult, props::Me},
    Staff,
};
use crate::{http::admin::categories::AdminCategory, posts::CategoryService};

/// Props of the categories page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminCategoriesProps {
    /// The signed-in user.
    pub me: Me,
    /// The categories, sorted by name.
    pub categories: Vec<AdminCategory>,
}

/// `/admin/categories`
pub async fn show(staff: Staff, State(categories): State<CategoryService>) -> PageResult {
    let categories = categories.counted().await?.into_iter().map(AdminCategory::from).collect();
    Page::new(&AdminCategoriesProps { me: staff.me(), categories })
}
