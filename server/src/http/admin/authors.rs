//! `/api/admin/authors`: the authors of posts.

use axum::{Json, extract::State};
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    authors::{
        Author, AuthorService,
        domain::{AuthorInput, author_url},
        service::CountedAuthor,
    },
    http::{
        errors::HttpError,
        extract::{Admin, PathText, ValidJson, path_id},
    },
};

const MISSING: &str = "There is no such author";

/// An author, with the number of their posts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminAuthor {
    /// The author.
    #[serde(flatten)]
    pub author: Author,
    /// Root-relative URL of the author's page.
    pub url: String,
    /// URL of the image shown with the author's posts: the portrait, or a default image if there is none.
    pub avatar: String,
    /// Number of posts with this author, excluding the trash.
    pub posts: u64,
}

impl From<CountedAuthor> for AdminAuthor {
    fn from(CountedAuthor { author, posts }: CountedAuthor) -> Self {
        Self { url: author_url(&author.slug), avatar: author.avatar().to_owned(), posts, author }
    }
}

/// All authors.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuthorList {
    /// The authors, sorted by name.
    pub authors: Vec<AdminAuthor>,
}

/// Returns all authors, sorted by name.
#[utoipa::path(get, path = "/api/admin/authors", tag = "admin", responses((status = 200, body = AuthorList)))]
pub async fn list(_admin: Admin, State(authors): State<AuthorService>) -> Result<Json<AuthorList>, HttpError> {
    let authors = authors.counted().await?.into_iter().map(AdminAuthor::from).collect();
    Ok(Json(AuthorList { authors }))
}

/// Creates an author.
#[utoipa::path(post, path = "/api/admin/authors", tag = "admin", request_body = AuthorInput,
    responses((status = 201, body = AdminAuthor), (status = 409, description = "`name_taken` or `slug_taken`")))]
pub async fn create(
    Admin { actor, .. }: Admin,
    State(authors): State<AuthorService>,
    ValidJson(input): ValidJson<AuthorInput>,
) -> Result<(StatusCode, Json<AdminAuthor>), HttpError> {
    Ok((StatusCode::CREATED, Json(authors.create(&input, &actor).await?.into())))
}

/// Returns an author.
#[utoipa::path(get, path = "/api/admin/authors/{id}", tag = "admin",
    params(("id" = Uuid, Path, description = "The author's id")),
    responses((status = 200, body = AdminAuthor)))]
pub async fn get(
    _admin: Admin,
    State(authors): State<AuthorService>,
    PathText(id): PathText,
) -> Result<Json<AdminAuthor>, HttpError> {
    Ok(Json(authors.get(path_id(&id, MISSING)?).await?.into()))
}

/// Updates an author.
///
/// All fields are replaced. `version` must be the current version. If the name changes, the author's posts are updated
/// with the new name.
#[utoipa::path(put, path = "/api/admin/authors/{id}", tag = "admin",
    params(("id" = Uuid, Path, description = "The author's id")),
    request_body = AuthorInput,
    responses((status = 200, body = AdminAuthor),
        (status = 409, description = "`edit_conflict`, `name_taken` or `slug_taken`")))]
pub async fn update(
    Admin { actor, .. }: Admin,
    State(authors): State<AuthorService>,
    PathText(id): PathText,
    ValidJson(input): ValidJson<AuthorInput>,
) -> Result<Json<AdminAuthor>, HttpError> {
    Ok(Json(authors.update(path_id(&id, MISSING)?, &input, &actor).await?.into()))
}

/// Deletes an author.
///
/// Posts by the author keep the name.
#[utoipa::path(delete, path = "/api/admin/authors/{id}", tag = "admin",
    params(("id" = Uuid, Path, description = "The author's id")),
    responses((status = 204)))]
pub async fn delete(
    Admin { actor, .. }: Admin,
    State(authors): State<AuthorService>,
    PathText(id): PathText,
) -> Result<StatusCode, HttpError> {
    authors.delete(path_id(&id, MISSING)?, &actor).await?;
    Ok(StatusCode::NO_CONTENT)
}
