//! `GET /api/posts`, `/api/posts/{slug}`, `/api/tags`: published posts.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    http::{
        errors::HttpError,
        extract::{PathText, ValidQuery, page_number},
    },
    posts::{
        PostPresenter, PostService,
        service::{ListFilter, SlugLookup},
        views::{Card, Post, TagView, author_names},
    },
    storage::search::cut,
};

/// Query of the list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct PostListQuery {
    /// A category: matches a post's label or tags.
    tag: Option<String>,
    /// A section tag.
    section: Option<String>,
    /// Only trending posts.
    trending: bool,
    /// Sorted by date only; otherwise featured posts come first.
    latest: bool,
    /// Only featured posts.
    featured: bool,
    /// A substring of title, summary, author or a tag, in any case.
    search: Option<String>,
    /// From 1.
    #[param(minimum = 1, maximum = 4_294_967_295_u32, format = Int64)]
    page: Option<u32>,
    /// At most 50; 12 by default.
    #[param(minimum = 1, maximum = 50)]
    per_page: Option<u32>,
}

/// A page of published posts.
#[derive(Debug, Serialize, ToSchema)]
pub struct PostList {
    /// The posts on this page.
    pub posts: Vec<Card>,
    /// Page number, from 1.
    pub page: u64,
    /// Number of posts on a full page.
    pub per_page: u64,
    /// Number of posts on all pages.
    pub total: u64,
    /// Number of pages.
    pub pages: u64,
}

/// Default number of posts per page.
pub const PER_PAGE: u32 = 12;
const MAX_PER_PAGE: u32 = 50;

/// Lists published posts, a page at a time.
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
        return Err(HttpError::invalid("per_page", "A page holds 1 to 50 posts"));
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
    Ok(Json(PostList {
        posts: views.cards(found.items),
        page: found.page,
        per_page: found.per_page,
        total: found.total,
        pages: found.pages,
    }))
}

/// Returns a published post. It is found by its former slugs too; `slug` is the current one.
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

/// Lists the tags of published posts, most used first.
#[utoipa::path(get, path = "/api/tags", tag = "posts", responses((status = 200, body = Vec<TagView>)))]
pub async fn tags(State(posts): State<PostService>) -> Result<Json<Vec<TagView>>, HttpError> {
    Ok(Json(posts.tags().await?.into_iter().map(TagView::from).collect()))
}
