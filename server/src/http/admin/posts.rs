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
    },
    posts::{
        PostPresenter, PostService,
        domain::PostInput,
        import_export::{
            self, ImportCheck, ImportReport,
            entry::{ImportFile, ImportFileError},
        },
        service::{AdminFilter, AdminPage, SortKey, StateCounts, StatusFilter},
        views::{AdminPost, AdminRow},
    },
};

/// The message for an id that no post has.
pub(super) const NO_POST: &str = "Could not find the requested post";

/// The sort direction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SortDirection {
    /// Smallest, oldest or A first.
    Asc,
    /// Largest, newest or Z first.
    #[default]
    #[serde(alias = "")]
    Desc,
}

/// Query of the admin list.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct AdminPostListQuery {
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
    /// Number of posts in each state, whatever the filter.
    pub counts: PostCounts,
}

/// The number of posts in each state.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[expect(missing_docs, reason = "each is the number of posts in the state of its name")]
pub struct PostCounts {
    pub draft: u64,
    pub scheduled: u64,
    pub live: u64,
    pub trash: u64,
}

impl From<StateCounts> for PostCounts {
    fn from(StateCounts { draft, scheduled, live, trash }: StateCounts) -> Self {
        Self { draft, scheduled, live, trash }
    }
}

/// Number of posts per page.
pub const PER_PAGE: u64 = 10;

/// Lists posts in any state, a page at a time.
#[utoipa::path(get, path = "/api/admin/posts", tag = "admin", params(AdminPostListQuery),
    responses((status = 200, body = AdminPostList)))]
pub async fn list(
    _admin: Admin,
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    ValidQuery(query): ValidQuery<AdminPostListQuery>,
) -> Result<Json<AdminPostList>, HttpError> {
    let page = page_number(query.page)?;
    let AdminPage { posts: found, more } = posts.admin_list(&query.filter(), page, PER_PAGE).await?;
    Ok(Json(AdminPostList {
        posts: presenter.admin_rows(found.items, posts.now()).await?,
        counts: posts.state_counts().await?.into(),
        page: found.page,
        per_page: found.per_page,
        total: found.total,
        pages: found.pages,
        more,
    }))
}

/// Creates a post.
#[utoipa::path(post, path = "/api/admin/posts", tag = "admin", request_body = PostInput,
    responses((status = 201, body = AdminPost), (status = 409, description = "slug_taken")))]
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
#[utoipa::path(get, path = "/api/admin/posts/{id}", tag = "admin", params(("id" = Uuid, Path)),
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

/// Replaces a post. `version` is the version that was edited.
#[utoipa::path(put, path = "/api/admin/posts/{id}", tag = "admin", params(("id" = Uuid, Path)),
    request_body = PostInput,
    responses((status = 200, body = AdminPost), (status = 409, description = "edit_conflict or slug_taken")))]
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

/// Query of a deletion.
#[derive(Debug, Clone, Copy, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct DeleteQuery {
    /// For good, without the trash.
    pub permanent: bool,
}

/// Moves a post to the trash, where it stays for 30 days, or removes it for good.
#[utoipa::path(delete, path = "/api/admin/posts/{id}", tag = "admin", params(("id" = Uuid, Path), DeleteQuery),
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

/// Takes a post out of the trash, at the next free address when another post has taken its own.
#[utoipa::path(post, path = "/api/admin/posts/{id}/restore", tag = "admin", params(("id" = Uuid, Path)),
    responses((status = 200, body = AdminPost), (status = 409, description = "slug_taken")))]
pub async fn restore(
    Admin { actor, .. }: Admin,
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    PathText(id): PathText,
) -> Result<Json<AdminPost>, HttpError> {
    let post = posts.restore(path_id(&id, NO_POST)?, &actor).await?;
    Ok(Json(presenter.views().admin_post(post, posts.now())))
}

/// Imports one post or an array of posts in the format of an import file. An invalid post does not stop the others.
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
        import_export::import(&posts, file.entries()?, &actor, |_| {}, &mut report).await?;
        Ok::<_, AppError>(report)
    };
    Ok(Json(detached::to_the_end(work).await?))
}

/// Tells what an import of these posts would come to, and creates none.
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

/// Makes a draft of what a post says, with the next free slug: "log-files-copy", "log-files-copy-2".
#[utoipa::path(post, path = "/api/admin/posts/{id}/duplicate", tag = "admin", params(("id" = Uuid, Path)),
    responses((status = 201, body = AdminPost), (status = 409, description = "slug_taken")))]
pub async fn duplicate(
    Admin { actor, .. }: Admin,
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    PathText(id): PathText,
) -> Result<(StatusCode, Json<AdminPost>), HttpError> {
    let post = posts.duplicate(path_id(&id, NO_POST)?, &actor).await?;
    Ok((StatusCode::CREATED, Json(presenter.views().admin_post(post, posts.now()))))
}
