//! `/api/admin/posts`: editing posts.

use std::fs::File;

use axum::{Json, extract::State};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    detached,
    error::AppError,
    http::{
        errors::HttpError,
        extract::{Admin, JsonFile, PathText, ValidJson, ValidQuery, page_number, path_id},
        paging::Paging,
    },
    posts::{
        PostPresenter, PostService,
        domain::PostInput,
        import_export::{
            self, ImportCheck, ImportReport,
            entry::{ImportFile, ImportFileError},
        },
        service::{AdminFilter, AdminSlice, SortKey, StateCounts, StatusFilter},
        views::{AdminPost, AdminRow},
    },
};

/// The message for an id that no post has.
pub(super) const NO_POST: &str = "Could not find the requested post";

/// The sort direction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SortDirection {
    /// Ascending: A, oldest or smallest first.
    Asc,
    /// Descending: Z, newest or largest first.
    #[default]
    #[serde(alias = "")]
    Desc,
}

/// Filters, sorting and paging of posts.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct AdminPostListQuery {
    /// Case-insensitive substring of title, content or summary.
    pub search: String,
    /// Filters by state. Defaults to `all`, which excludes the trash.
    #[param(inline)]
    pub status: StatusFilter,
    /// Sort order. Defaults to `created_at`.
    #[param(inline)]
    pub sort: SortKey,
    /// Sort direction. Defaults to `desc`.
    #[param(inline)]
    pub dir: SortDirection,
    /// Page number, from 1. Defaults to 1.
    #[param(minimum = 1, maximum = 4_294_967_295_u32, format = Int64)]
    pub page: Option<u32>,
}

impl AdminPostListQuery {
    /// Returns the store's filter.
    pub fn filter(&self) -> AdminFilter {
        AdminFilter {
            search: Some(self.search.clone()),
            status: self.status,
            sort: self.sort,
            ascending: self.dir == SortDirection::Asc,
        }
    }
}

/// A page of posts in any state.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminPostList {
    /// The posts on this page.
    pub posts: Vec<AdminRow>,
    /// The page.
    #[serde(flatten)]
    pub paging: Paging,
    /// Whether a search has more matches than `total`, which counts them up to 200 beyond the page.
    pub more: bool,
    /// Number of posts in each state, whatever the filters.
    pub counts: StateCounts,
}

/// Number of posts per page.
pub const PER_PAGE: u64 = 10;

/// Returns posts in any state.
#[utoipa::path(get, path = "/api/admin/posts", tag = "admin", params(AdminPostListQuery),
    responses((status = 200, body = AdminPostList)))]
pub async fn list(
    _admin: Admin,
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    ValidQuery(query): ValidQuery<AdminPostListQuery>,
) -> Result<Json<AdminPostList>, HttpError> {
    let page = page_number(query.page)?;
    let AdminSlice { posts: found, more } = posts.admin_list(&query.filter(), page, PER_PAGE).await?;
    Ok(Json(AdminPostList {
        posts: presenter.admin_rows(found.items, posts.now()).await?,
        counts: posts.state_counts().await?,
        paging: Paging::new(page, PER_PAGE, found.total),
        more,
    }))
}

/// Creates a post.
#[utoipa::path(post, path = "/api/admin/posts", tag = "admin", request_body = PostInput,
    responses((status = 201, body = AdminPost), (status = 409, description = "`slug_taken`")))]
pub async fn create(
    Admin { actor, .. }: Admin,
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    ValidJson(input): ValidJson<PostInput>,
) -> Result<(StatusCode, Json<AdminPost>), HttpError> {
    let post = posts.create(input, &actor).await?;
    Ok((StatusCode::CREATED, Json(presenter.views().admin_post(post, posts.now()))))
}

/// Returns a post in any state.
#[utoipa::path(get, path = "/api/admin/posts/{id}", tag = "admin",
    params(("id" = Uuid, Path, description = "The post's id")),
    responses((status = 200, body = AdminPost)))]
pub async fn get(
    _admin: Admin,
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    PathText(id): PathText,
) -> Result<Json<AdminPost>, HttpError> {
    let post = posts.get(path_id(&id, NO_POST)?).await?;
    Ok(Json(presenter.views().admin_post(post, posts.now())))
}

/// Updates a post.
///
/// All fields are replaced. `version` is required and must be the current version. Posts in the trash can't be updated.
#[utoipa::path(put, path = "/api/admin/posts/{id}", tag = "admin",
    params(("id" = Uuid, Path, description = "The post's id")),
    request_body = PostInput,
    responses((status = 200, body = AdminPost), (status = 409, description = "`edit_conflict` or `slug_taken`")))]
pub async fn update(
    Admin { session, actor }: Admin,
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    PathText(id): PathText,
    ValidJson(input): ValidJson<PostInput>,
) -> Result<Json<AdminPost>, HttpError> {
    let post = posts.update(path_id(&id, NO_POST)?, input, session.user.id, &actor).await?;
    Ok(Json(presenter.views().admin_post(post, posts.now())))
}

/// Options of a deletion.
#[derive(Debug, Clone, Copy, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct DeleteQuery {
    /// Whether to delete the post permanently instead of moving it to the trash. Defaults to false.
    pub permanent: bool,
}

/// Moves a post to the trash, or deletes it permanently.
///
/// Posts in the trash are deleted permanently after 30 days.
#[utoipa::path(delete, path = "/api/admin/posts/{id}", tag = "admin",
    params(("id" = Uuid, Path, description = "The post's id"), DeleteQuery),
    responses((status = 204)))]
pub async fn delete(
    Admin { actor, .. }: Admin,
    State(posts): State<PostService>,
    PathText(id): PathText,
    ValidQuery(query): ValidQuery<DeleteQuery>,
) -> Result<StatusCode, HttpError> {
    let id = path_id(&id, NO_POST)?;
    if query.permanent {
        posts.delete(id, &actor).await?;
    } else {
        posts.trash(id, &actor).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a post from the trash.
///
/// If another post has taken the slug, a number is appended to it.
#[utoipa::path(post, path = "/api/admin/posts/{id}/restore", tag = "admin",
    params(("id" = Uuid, Path, description = "The post's id")),
    responses((status = 200, body = AdminPost), (status = 409, description = "`edit_conflict` or `slug_taken`")))]
pub async fn restore(
    Admin { actor, .. }: Admin,
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    PathText(id): PathText,
) -> Result<Json<AdminPost>, HttpError> {
    let post = posts.restore(path_id(&id, NO_POST)?, &actor).await?;
    Ok(Json(presenter.views().admin_post(post, posts.now())))
}

/// Imports posts from a JSON document.
///
/// The body is one post or an array of up to 100,000 posts, at most 96 MiB. A rejected post does not affect the others;
/// the response lists both. When the database fails half-way, the last of the rejected posts is the first that was not
/// reached, and its message says so.
#[utoipa::path(post, path = "/api/admin/posts/import", tag = "admin", request_body = serde_json::Value,
    responses((status = 200, body = ImportReport)))]
pub async fn import(
    Admin { actor, .. }: Admin,
    State(posts): State<PostService>,
    JsonFile(file): JsonFile,
) -> Result<Json<ImportReport>, HttpError> {
    let mut file = import_file(file).await?;
    let work = async move {
        let mut report = ImportReport::default();
        match import_export::import(&posts, file.entries()?, &actor, |_| {}, &mut report).await {
            // Sending the file again would create these posts again.
            Err(error) if !report.created.is_empty() => report.stop(&error),
            done => done?,
        }
        Ok::<_, AppError>(report)
    };
    Ok(Json(detached::to_the_end(work).await?))
}

/// Checks an import without creating any posts.
///
/// Returns the posts that would be created, and those that would be rejected with the reason.
#[utoipa::path(post, path = "/api/admin/posts/import/check", tag = "admin", request_body = serde_json::Value,
    responses((status = 200, body = ImportCheck)))]
pub async fn check_import(
    _admin: Admin,
    State(posts): State<PostService>,
    JsonFile(file): JsonFile,
) -> Result<Json<ImportCheck>, HttpError> {
    let mut file = import_file(file).await?;
    Ok(Json(import_export::check(&posts, file.entries()?).await?))
}

/// Reads a file to its end before any of it is imported.
async fn import_file(file: File) -> Result<ImportFile, HttpError> {
    let read = tokio::task::spawn_blocking(|| ImportFile::open(file)).await;
    Ok(read.map_err(|error| HttpError::from(AppError::internal(error)))??)
}

impl From<ImportFileError> for HttpError {
    fn from(error: ImportFileError) -> Self {
        match error {
            ImportFileError::Json { line, column, reason } => Self::BadRequest {
                code: "malformed_json",
                message: format!("The body is not valid JSON: {reason} at line {line} column {column}"),
            },
            ImportFileError::TooManyPosts | ImportFileError::TooLong { .. } => Self::BodyTooLarge,
            other => AppError::from(other).into(),
        }
    }
}

/// Duplicates a post as a draft.
///
/// The copy's title ends in "(copy)" if it fits. It has no publish date, is neither featured nor trending, and gets the
/// next free slug, such as `log-files-copy` or `log-files-copy-2`.
#[utoipa::path(post, path = "/api/admin/posts/{id}/duplicate", tag = "admin",
    params(("id" = Uuid, Path, description = "The post's id")),
    responses((status = 201, body = AdminPost), (status = 409, description = "`slug_taken`")))]
pub async fn duplicate(
    Admin { actor, .. }: Admin,
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    PathText(id): PathText,
) -> Result<(StatusCode, Json<AdminPost>), HttpError> {
    let post = posts.duplicate(path_id(&id, NO_POST)?, &actor).await?;
    Ok((StatusCode::CREATED, Json(presenter.views().admin_post(post, posts.now()))))
}
