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

/// An author, as staff see them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminAuthor {
    /// The author.
    #[serde(flatten)]
    pub author: Author,
    /// Root-relative address of the page.
    pub url: String,
    /// Address of the picture that readers see.
    pub avatar: String,
    /// Number of posts outside the trash that carry the name.
    pub posts: u64,
}

impl From<CountedAuthor> for AdminAuthor {
    fn from(CountedAuthor { author, posts }: CountedAuthor) -> Self {
        Self { url: author_url(&author.slug), avatar: author.avatar().to_owned(), posts, author }
    }
}

/// Every author.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuthorList {
    /// The authors, by name.
    pub authors: Vec<AdminAuthor>,
}

/// Lists authors, by name.
#[utoipa::path(get, path = "/api/admin/authors", tag = "admin", responses((status = 200, body = AuthorList)))]
pub async fn list(_admin: Admin, State(authors): State<AuthorService>) -> Result<Json<AuthorList>, HttpError> {
    let authors = authors.counted().await?.into_iter().map(AdminAuthor::from).collect();
    Ok(Json(AuthorList { authors }))
}

/// Adds an author.
#[utoipa::path(post, path = "/api/admin/authors", tag = "admin", request_body = AuthorInput,
    responses((status = 201, body = AdminAuthor), (status = 409, description = "name_taken or slug_taken")))]
pub async fn create(
    Admin { actor, .. }: Admin,
    State(authors): State<AuthorService>,
    ValidJson(input): ValidJson<AuthorInput>,
) -> Result<(StatusCode, Json<AdminAuthor>), HttpError> {
    Ok((StatusCode::CREATED, Json(authors.create(&input, &actor).await?.into())))
}

/// Returns an author.
#[utoipa::path(get, path = "/api/admin/authors/{id}", tag = "admin", params(("id" = Uuid, Path)),
    responses((status = 200, body = AdminAuthor)))]
pub async fn get(
    _admin: Admin,
    State(authors): State<AuthorService>,
    PathText(id): PathText,
) -> Result<Json<AdminAuthor>, HttpError> {
    Ok(Json(authors.get(path_id(&id, MISSING)?).await?.into()))
}

/// Replaces an author. `version` is the version that was edited. A new name goes into the author's posts.
#[utoipa::path(put, path = "/api/admin/authors/{id}", tag = "admin", params(("id" = Uuid, Path)),
    request_body = AuthorInput,
    responses((status = 200, body = AdminAuthor),
        (status = 409, description = "edit_conflict, name_taken or slug_taken")))]
pub async fn update(
    Admin { actor, .. }: Admin,
    State(authors): State<AuthorService>,
    PathText(id): PathText,
    ValidJson(input): ValidJson<AuthorInput>,
) -> Result<Json<AdminAuthor>, HttpError> {
    Ok(Json(authors.update(path_id(&id, MISSING)?, &input, &actor).await?.into()))
}

/// Deletes an author. The posts keep the name.
#[utoipa::path(delete, path = "/api/admin/authors/{id}", tag = "admin", params(("id" = Uuid, Path)),
    responses((status = 204)))]
pub async fn delete(
    Admin { actor, .. }: Admin,
    State(authors): State<AuthorService>,
    PathText(id): PathText,
) -> Result<StatusCode, HttpError> {
    authors.delete(path_id(&id, MISSING)?, &actor).await?;
    Ok(StatusCode::NO_CONTENT)
}
