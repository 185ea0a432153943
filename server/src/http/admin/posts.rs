//! `/api/admin/posts`: editing posts.

use axum::{Json, extract::State};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::AppError,
    http::{
        errors::{ErrorBody, HttpError},
        extract::{Admin, AnyJson, PathText, ValidJson, ValidQuery},
    },
    posts::{
        PostPresenter, PostService,
        bulk::{self, ImportReport},
        domain::PostInput,
        import,
        service::{AdminFilter, AdminPage, AdminSort},
        views::{AdminPost, AdminRow},
    },
};

/// Filters the admin list by state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatusFilter {
    /// All posts.
    #[default]
    All,
    /// Published posts.
    Published,
    /// Unpublished posts.
    Draft,
}

/// The sort order of the admin list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SortKey {
    /// The title.
    Title,
    /// The author's name.
    Author,
    /// Whether it is published.
    Status,
    /// When it was created.
    #[default]
    CreatedAt,
}

/// The sort direction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SortDirection {
    /// Smallest, oldest or A first.
    Asc,
    /// Largest, newest or Z first.
    #[default]
    Desc,
}

/// Query of the admin list.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct AdminListQuery {
    /// A substring of title, content or summary, in any case.
    pub search: String,
    /// The state.
    #[param(inline)]
    pub status: StatusFilter,
    /// The sort order.
    #[param(inline)]
    pub sort: SortKey,
    /// The sort direction.
    #[param(inline)]
    pub dir: SortDirection,
    /// From 1.
    #[param(minimum = 1, maximum = 4_294_967_295_u32, format = Int64)]
    pub page: Option<u32>,
}

impl AdminListQuery {
    /// Returns the store's filter.
    pub fn filter(&self) -> AdminFilter {
        AdminFilter {
            search: Some(self.search.clone()),
            published: match self.status {
                StatusFilter::All => None,
                StatusFilter::Published => Some(true),
                StatusFilter::Draft => Some(false),
            },
            sort: match self.sort {
                SortKey::Title => AdminSort::Title,
                SortKey::Author => AdminSort::Author,
                SortKey::Status => AdminSort::Status,
                SortKey::CreatedAt => AdminSort::CreatedAt,
            },
            ascending: self.dir == SortDirection::Asc,
        }
    }
}

/// A page of the admin list.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminPostList {
    /// The posts on this page.
    pub posts: Vec<AdminRow>,
    /// Page number, from 1.
    pub page: u64,
    /// Number of posts on a full page: 10.
    pub per_page: u64,
    /// Number of posts on all pages. A search counts at most 200 posts beyond the page.
    pub total: u64,
    /// Number of pages.
    pub pages: u64,
    /// Whether a search matches more posts than were counted.
    pub more: bool,
}

/// Number of posts per page.
pub const PER_PAGE: u64 = 10;

/// Lists posts in any state, a page at a time.
#[utoipa::path(get, path = "/api/admin/posts", tag = "admin", params(AdminListQuery), security(("bearer" = []), ("cookie" = [])),
    responses((status = 200, body = AdminPostList), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn list(
    _admin: Admin,
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    ValidQuery(query): ValidQuery<AdminListQuery>,
) -> Result<Json<AdminPostList>, HttpError> {
    let page = query.page.unwrap_or(1);
    if page == 0 {
        return Err(HttpError::invalid("page", "Pages are counted from 1"));
    }
    let AdminPage { posts: found, more } = posts.admin_list(&query.filter(), page.into(), PER_PAGE).await?;
    let views = presenter.views();
    Ok(Json(AdminPostList {
        posts: found.items.into_iter().map(|post| views.admin_row(post)).collect(),
        page: found.page,
        per_page: found.per_page,
        total: found.total,
        pages: found.pages,
        more,
    }))
}

/// Creates a post.
#[utoipa::path(post, path = "/api/admin/posts", tag = "admin", request_body = PostInput, security(("bearer" = []), ("cookie" = [])),
    responses((status = 201, body = AdminPost), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 409, description = "slug_taken", body = ErrorBody), (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn create(
    Admin { actor, .. }: Admin,
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    ValidJson(input): ValidJson<PostInput>,
) -> Result<(StatusCode, Json<AdminPost>), HttpError> {
    let post = posts.create(input, &actor).await?;
    Ok((StatusCode::CREATED, Json(presenter.views().admin_post(post))))
}

/// Returns a post in any state.
#[utoipa::path(get, path = "/api/admin/posts/{id}", tag = "admin", params(("id" = Uuid, Path)), security(("bearer" = []), ("cookie" = [])),
    responses((status = 200, body = AdminPost), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn get(
    _admin: Admin,
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    PathText(id): PathText,
) -> Result<Json<AdminPost>, HttpError> {
    let post = posts.get(post_id(&id)?).await?;
    Ok(Json(presenter.views().admin_post(post)))
}

/// Replaces a post. `version` is the version that was edited.
#[utoipa::path(put, path = "/api/admin/posts/{id}", tag = "admin", params(("id" = Uuid, Path)), request_body = PostInput, security(("bearer" = []), ("cookie" = [])),
    responses((status = 200, body = AdminPost), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "edit_conflict or slug_taken", body = ErrorBody), (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn update(
    Admin { session, actor }: Admin,
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    PathText(id): PathText,
    ValidJson(input): ValidJson<PostInput>,
) -> Result<Json<AdminPost>, HttpError> {
    let post = posts.update(post_id(&id)?, input, session.user.id, &actor).await?;
    Ok(Json(presenter.views().admin_post(post)))
}

/// Deletes a post.
#[utoipa::path(delete, path = "/api/admin/posts/{id}", tag = "admin", params(("id" = Uuid, Path)), security(("bearer" = []), ("cookie" = [])),
    responses((status = 204), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn delete(
    Admin { actor, .. }: Admin,
    State(posts): State<PostService>,
    PathText(id): PathText,
) -> Result<StatusCode, HttpError> {
    posts.delete(post_id(&id)?, &actor).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Imports one post or an array of posts in the format of an import file. An invalid post does not stop the others.
#[utoipa::path(post, path = "/api/admin/posts/import", tag = "admin", request_body = serde_json::Value, security(("bearer" = []), ("cookie" = [])),
    responses((status = 200, body = ImportReport), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn import(
    Admin { actor, .. }: Admin,
    State(posts): State<PostService>,
    AnyJson(file): AnyJson,
) -> Result<Json<ImportReport>, HttpError> {
    let values = import::values(file)
        .map_err(|error| AppError::Invalid { message: error.to_string(), fields: crate::error::Fields::new() })?;
    Ok(Json(bulk::import(&posts, &values, &actor, |_| {}).await?))
}

/// Parses an id. Fails with `NotFound`, since an invalid id belongs to no post.
pub(super) fn post_id(text: &str) -> Result<Uuid, HttpError> {
    text.parse().map_err(|_| HttpError::not_found("Could not find the requested post"))
}
