//! `/admin/blog`: the list of posts, and the editor.

use axum::extract::State;
use http::Uri;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    super::{Page, PageError, PageResult, props::Me},
    Staff,
};
use crate::{
    error::AppError,
    http::{
        admin::posts::{AdminPostListQuery, PER_PAGE, SortDirection},
        errors::HttpError,
        extract::{PathText, ValidQuery},
        paging::Paging,
    },
    posts::{
        PostPresenter, PostService,
        domain::{CATEGORIES, SECTION_TAGS},
        service::{AdminSlice, SortKey, StateCounts, StatusFilter},
        views::{AdminPost, AdminRow},
    },
};

/// Props of the post list page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminPostsListProps {
    /// The signed-in user.
    pub me: Me,
    /// The posts on this page.
    pub posts: Vec<AdminRow>,
    /// The page.
    #[serde(flatten)]
    pub paging: Paging,
    /// Whether a search has more matches than `total`, which counts them up to 200 beyond the page.
    pub more: bool,
    /// The search term.
    pub search: String,
    /// Filter by state.
    pub status: StatusFilter,
    /// The sort order.
    pub sort: SortKey,
    /// The sort direction.
    pub dir: SortDirection,
    /// Path of the page, which is available at two.
    pub path: String,
    /// Number of posts in each state, whatever the filters.
    pub counts: StateCounts,
}

/// Props of the post editor.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminPostEditProps {
    /// The signed-in user.
    pub me: Me,
    /// The post to edit. Null for a new post.
    #[schema(required = true)]
    pub post: Option<AdminPost>,
    /// Names of the eight fixed categories.
    pub categories: Vec<String>,
    /// Names of the ten section tags.
    pub section_tags: Vec<String>,
    /// Tags in use, most used first.
    pub tag_suggestions: Vec<String>,
}

/// `/admin/blog` and `/blog-post-manager`
pub async fn list(
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    staff: Staff,
    uri: Uri,
    query: Result<ValidQuery<AdminPostListQuery>, HttpError>,
) -> PageResult {
    // An invalid filter shows the whole list.
    let query = query.map(|ValidQuery(query)| query).unwrap_or_default();
    let page = query.page.filter(|page| *page > 0).unwrap_or(1);
    let AdminSlice { posts: found, more } = posts.admin_list(&query.filter(), page.into(), PER_PAGE).await?;
    let paging = Paging::new(page.into(), PER_PAGE, found.total);
    PageError::beyond_last(&uri, paging.page, paging.pages)?;
    let second = uri.path().contains("blog-post-manager");
    Page::new(&AdminPostsListProps {
        me: staff.me(),
        posts: presenter.admin_rows(found.items, posts.now()).await?,
        counts: posts.state_counts().await?,
        paging,
        more,
        search: query.search,
        status: query.status,
        sort: query.sort,
        dir: query.dir,
        path: if second { "/blog-post-manager" } else { "/admin/blog" }.to_owned(),
    })
}

/// `/admin/blog/new`
pub async fn create(staff: Staff, State(posts): State<PostService>) -> PageResult {
    edit_page(&posts, &staff, None).await
}

/// `/admin/blog/edit/{id}`
pub async fn edit(
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    staff: Staff,
    id: Result<PathText, HttpError>,
) -> PageResult {
    let Some(id) = id.ok().and_then(|PathText(id)| id.parse().ok()) else {
        return Err(PageError::NotFound { replace_with: Some("/admin/blog".into()) });
    };
    match posts.get(id).await {
        Ok(post) if post.summary.trashed_at.is_some() => {
            Err(PageError::NotFound { replace_with: Some("/admin/blog".into()) })
        }
        Ok(post) => edit_page(&posts, &staff, Some(presenter.views().admin_post(post, posts.now()))).await,
        Err(AppError::NotFound(_)) => Err(PageError::NotFound { replace_with: Some("/admin/blog".into()) }),
        Err(error) => Err(HttpError::from(error).into()),
    }
}

async fn edit_page(posts: &PostService, staff: &Staff, post: Option<AdminPost>) -> PageResult {
    let tags = posts.tags().await?;
    Page::new(&AdminPostEditProps {
        me: staff.me(),
        post,
        categories: CATEGORIES.map(str::to_owned).to_vec(),
        section_tags: SECTION_TAGS.map(str::to_owned).to_vec(),
        tag_suggestions: tags.into_iter().map(|tag| tag.name).take(50).collect(),
    })
}
