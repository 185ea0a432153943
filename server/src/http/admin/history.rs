//! `/api/admin/posts/{id}/revisions`: the history of a post.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    http::{
        admin::posts::NO_POST,
        errors::HttpError,
        extract::{Admin, PathText, PathTexts, ValidQuery, page_number, path_id},
        paging::Paging,
    },
    posts::{
        PostPresenter, PostService,
        history::{RevisionRecord, RevisionSummary},
    },
};

/// Number of revisions per page.
pub const PER_PAGE: u64 = 10;

/// Paging of a post's revisions.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct RevisionsQuery {
    /// Page number, from 1. Defaults to 1.
    #[param(minimum = 1, maximum = 4_294_967_295_u32, format = Int64)]
    pub page: Option<u32>,
}

/// A page of a post's revisions.
#[derive(Debug, Serialize, ToSchema)]
pub struct RevisionList {
    /// The revisions on this page, newest first.
    pub revisions: Vec<RevisionSummary>,
    /// The page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// Returns the revisions of a post, newest first.
///
/// Each revision lists the fields that one save changed. Saves without changes create no revision. The newest 50 are
/// kept.
#[utoipa::path(get, path = "/api/admin/posts/{id}/revisions", tag = "admin",
    params(("id" = Uuid, Path, description = "The post's id"), RevisionsQuery),
    responses((status = 200, body = RevisionList)))]
pub async fn list(
    _admin: Admin,
    State(posts): State<PostService>,
    PathText(id): PathText,
    ValidQuery(query): ValidQuery<RevisionsQuery>,
) -> Result<Json<RevisionList>, HttpError> {
    let page = page_number(query.page)?;
    let found = posts.revisions(path_id(&id, NO_POST)?, page, PER_PAGE).await?;
    Ok(Json(RevisionList { revisions: found.items, paging: Paging::new(page, PER_PAGE, found.total) }))
}

/// Returns a revision, with the post as it was before that save.
#[utoipa::path(get, path = "/api/admin/posts/{id}/revisions/{revision}", tag = "admin",
    params(("id" = Uuid, Path, description = "The post's id"),
        ("revision" = Uuid, Path, description = "The revision's id")),
    responses((status = 200, body = RevisionRecord)))]
pub async fn get(
    _admin: Admin,
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    PathTexts(id, revision): PathTexts,
) -> Result<Json<RevisionRecord>, HttpError> {
    let revision = path_id(&revision, "Could not find the requested version")?;
    let found = posts.revision(path_id(&id, NO_POST)?, revision).await?;
    Ok(Json(RevisionRecord { post: presenter.views().filled(found.post), ..found }))
}
