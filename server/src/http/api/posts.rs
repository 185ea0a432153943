//! `GET /api/posts`, `/api/posts/{slug}`, `/api/tags`: published posts.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    http::{
        errors::HttpError,
        extract::{PathText, ValidQuery, page_number},
        paging::Paging,
    },
    posts::{
        PostPresenter, PostService,
        service::{ListFilter, SlugLookup},
        views::{Card, Post, TagView, author_names},
    },
    storage::search::cut,
};

/// Filters, sorting and paging of published posts.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct PostListQuery {
    /// Only posts with this category as label or tag.
    tag: Option<String>,
    /// Only posts with this section tag.
    section: Option<String>,
    /// Whether to return only trending posts. Defaults to false.
    trending: bool,
    /// Whether to sort by date only, newest first. By default, featured posts come first.
    latest: bool,
    /// Whether to return only featured posts. Defaults to false.
    featured: bool,
    /// Case-insensitive substring of title, summary, author or tags. Only the first 100 characters are used.
    search: Option<String>,
    /// Page number, from 1. Defaults to 1.
    #[param(minimum = 1, maximum = 4_294_967_295_u32, format = Int64)]
    page: Option<u32>,
    /// Number of posts per page, 1 to 50. Defaults to 12.
    #[param(minimum = 1, maximum = 50)]
    per_page: Option<u32>,
}

/// A page of published posts.
#[derive(Debug, Serialize, ToSchema)]
pub struct PostList {
    /// The posts on this page.
    pub posts: Vec<Card>,
    /// The page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// Default number of posts per page.
pub const PER_PAGE: u32 = 12;
const MAX_PER_PAGE: u32 = 50;

/// Returns published posts.
///
/// Featured posts come first, then the newest, unless `latest` is set.
#[utoipa::path(get, path = "/api/posts", tag = "posts", params(PostListQuery),
    responses((status = 200, body = PostList)))]
pub async fn list(
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    ValidQuery(query): ValidQuery<PostListQuery>,
) -> Result<Json<PostList>, HttpError> {
    let page = page_number(query.page)?;
    let per_page = query.per_page.unwrap_or(PER_PAGE);
    if !(1..=MAX_PER_PAGE).contains(&per_page) {
        return Err(HttpError::invalid("per_page", "Must be a number from 1 to 50"));
    }
    // Trimmed and cut like the filters of the page.
    let given = |text: Option<String>| text.map(|text| cut(&text).to_owned()).filter(|text| !text.is_empty());
    let filter = ListFilter {
        tag: given(query.tag),
        section: given(query.section),
        author: None,
        trending: query.trending,
        featured: query.featured,
        latest: query.latest,
        search: given(query.search),
    };
    let found = posts.list(&filter, page, per_page.into()).await?;
    let views = presenter.views_for(author_names(&found.items)).await?;
    Ok(Json(PostList { posts: views.cards(found.items), paging: Paging::new(page, per_page.into(), found.total) }))
}

/// Returns a published post.
///
/// Former slugs of a renamed post work too; `slug` in the response is the current one.
#[utoipa::path(get, path = "/api/posts/{slug}", tag = "posts", params(("slug" = String, Path)),
    responses((status = 200, body = Post)))]
pub async fn get(
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    PathText(slug): PathText,
) -> Result<Json<Post>, HttpError> {
    let mut found = posts.find(&slug).await?;
    if let Some(SlugLookup::Renamed(slug)) = &found {
        found = posts.find(slug).await?;
    }
    let Some(SlugLookup::Post(post)) = found else { return Err(HttpError::not_found("No such post")) };
    let related = posts.related(&post.summary).await?;
    let names = author_names(&related).chain([post.summary.author.as_str()]);
    let views = presenter.views_for(names).await?;
    Ok(Json(views.post(*post, related)))
}

/// Returns the tags of published posts, most used first.
#[utoipa::path(get, path = "/api/tags", tag = "posts", responses((status = 200, body = Vec<TagView>)))]
pub async fn tags(State(posts): State<PostService>) -> Result<Json<Vec<TagView>>, HttpError> {
    Ok(Json(posts.tags().await?.into_iter().map(TagView::from).collect()))
}
