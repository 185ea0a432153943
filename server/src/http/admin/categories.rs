//! `/api/admin/categories`: the categories of posts.

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::{
        errors::HttpError,
        extract::{Admin, PathText, ValidJson, path_id},
    },
    posts::categories::{
        CategoryService,
        domain::{Category, CategoryInput, MergeInput, category_url},
        service::CountedCategory,
    },
};

const MISSING: &str = "There is no such category";

/// A category, with the number of its posts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminCategory {
    /// The category.
    #[serde(flatten)]
    pub category: Category,
    /// Root-relative URL of the list of posts in the category.
    pub url: String,
    /// Number of posts in the category, excluding the trash.
    pub posts: u64,
    /// Whether the site's menus link to the category. Such a category can't be renamed or merged into another one.
    pub is_fixed: bool,
}

impl From<CountedCategory> for AdminCategory {
    fn from(CountedCategory { category, posts }: CountedCategory) -> Self {
        Self { url: category_url(&category.name), is_fixed: category.is_fixed(), posts, category }
    }
}

/// The categories that have posts, have a description, or are linked from the site's menus.
#[derive(Debug, Serialize, ToSchema)]
pub struct CategoryList {
    /// The categories, sorted by name.
    pub categories: Vec<AdminCategory>,
}

/// Returns the categories, sorted by name.
///
/// Includes categories that have posts, have a description, or are linked from the site's menus.
#[utoipa::path(get, path = "/api/admin/categories", tag = "admin", responses((status = 200, body = CategoryList)))]
pub async fn list(_admin: Admin, State(categories): State<CategoryService>) -> Result<Json<CategoryList>, HttpError> {
    let categories = categories.counted().await?.into_iter().map(AdminCategory::from).collect();
    Ok(Json(CategoryList { categories }))
}

/// Updates a category's name and description.
///
/// `version` must be the current version. If the name changes, the category's posts are updated, and the old URL
/// redirects to the new one. Categories with `is_fixed` can't be renamed.
#[utoipa::path(put, path = "/api/admin/categories/{id}", tag = "admin",
    params(("id" = Uuid, Path, description = "The category's id")),
    request_body = CategoryInput,
    responses((status = 200, body = AdminCategory), (status = 409, description = "`edit_conflict` or `name_taken`")))]
pub async fn update(
    Admin { actor, .. }: Admin,
    State(categories): State<CategoryService>,
    PathText(id): PathText,
    ValidJson(input): ValidJson<CategoryInput>,
) -> Result<Json<AdminCategory>, HttpError> {
    Ok(Json(categories.update(path_id(&id, MISSING)?, &input, &actor).await?.into()))
}

/// Merges a category into another one.
///
/// Moves all posts to the category in `into` and deletes this one; its URL redirects to the other category. Returns the
/// remaining category. Categories with `is_fixed` can't be merged into another one.
#[utoipa::path(post, path = "/api/admin/categories/{id}/merge", tag = "admin",
    params(("id" = Uuid, Path, description = "The category's id")),
    request_body = MergeInput,
    responses((status = 200, body = AdminCategory), (status = 409, description = "`edit_conflict`")))]
pub async fn merge(
    Admin { actor, .. }: Admin,
    State(categories): State<CategoryService>,
    PathText(id): PathText,
    ValidJson(input): ValidJson<MergeInput>,
) -> Result<Json<AdminCategory>, HttpError> {
    Ok(Json(categories.merge(path_id(&id, MISSING)?, &input, &actor).await?.into()))
}
