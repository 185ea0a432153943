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

/// A category, as staff see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminCategory {
    /// The category.
    #[serde(flatten)]
    pub category: Category,
    /// Root-relative address of its list.
    pub url: String,
    /// Number of posts outside the trash that carry it.
    pub posts: u64,
    /// Whether the menus of the site link to it: it keeps its name.
    pub is_fixed: bool,
}

impl From<CountedCategory> for AdminCategory {
    fn from(CountedCategory { category, posts }: CountedCategory) -> Self {
        Self { url: category_url(&category.name), is_fixed: category.is_fixed(), posts, category }
    }
}

/// Every category.
#[derive(Debug, Serialize, ToSchema)]
pub struct CategoryList {
    /// The categories, by name.
    pub categories: Vec<AdminCategory>,
}

/// Lists categories, by name.
#[utoipa::path(get, path = "/api/admin/categories", tag = "admin", responses((status = 200, body = CategoryList)))]
pub async fn list(_admin: Admin, State(categories): State<CategoryService>) -> Result<Json<CategoryList>, HttpError> {
    let categories = categories.counted().await?.into_iter().map(AdminCategory::from).collect();
    Ok(Json(CategoryList { categories }))
}

/// Changes name and description. `version` is the version that was edited. A new name goes into the posts, and the
/// address of the old one leads to it.
#[utoipa::path(put, path = "/api/admin/categories/{id}", tag = "admin", params(("id" = Uuid, Path)),
    request_body = CategoryInput,
    responses((status = 200, body = AdminCategory), (status = 409, description = "edit_conflict or name_taken")))]
pub async fn update(
    Admin { actor, .. }: Admin,
    State(categories): State<CategoryService>,
    PathText(id): PathText,
    ValidJson(input): ValidJson<CategoryInput>,
) -> Result<Json<AdminCategory>, HttpError> {
    Ok(Json(categories.update(path_id(&id, MISSING)?, &input, &actor).await?.into()))
}

/// Puts the posts of a category into another one and removes it; its address leads to the other one. Returns the other
/// one.
#[utoipa::path(post, path = "/api/admin/categories/{id}/merge", tag = "admin", params(("id" = Uuid, Path)),
    request_body = MergeInput,
    responses((status = 200, body = AdminCategory), (status = 409, description = "edit_conflict")))]
pub async fn merge(
    Admin { actor, .. }: Admin,
    State(categories): State<CategoryService>,
    PathText(id): PathText,
    ValidJson(input): ValidJson<MergeInput>,
) -> Result<Json<AdminCategory>, HttpError> {
    Ok(Json(categories.merge(path_id(&id, MISSING)?, &input, &actor).await?.into()))
}
