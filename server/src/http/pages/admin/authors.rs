//! `/admin/authors`: the authors of posts.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    super::{Page, PageResult, props::Me},
    Staff,
};
use crate::{authors::AuthorService, http::admin::authors::AdminAuthor};

/// Props of the authors page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminAuthorsProps {
    /// The signed-in user.
    pub me: Me,
    /// All authors, sorted by name.
    pub authors: Vec<AdminAuthor>,
}

/// `/admin/authors`
pub async fn show(staff: Staff, State(authors): State<AuthorService>) -> PageResult {
    let authors = authors.counted().await?.into_iter().map(AdminAuthor::from).collect();
    Page::new(&AdminAuthorsProps { me: staff.me(), authors })
}
