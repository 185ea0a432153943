//! `/blog`, `/blog/{slug}` and `/preview/{token}`.

use std::{borrow::Cow, sync::Arc};

use axum::extract::State;
use http::Uri;

use super::{
    Page, PageError, PageResult,
    key::{page_number, parameter},
    listing::moved_listing,
    props::{BlogFilter, BlogIndexProps, BlogPostProps, CategoryWords, PostPreviewProps},
    schemas::PageProps,
    serve::IsVisit,
};
use crate::{
    dates::date_time_text,
    http::{api::posts::PER_PAGE, errors::HttpError, extract::PathText, paging::Paging},
    posts::{
        CategoryService, PostPresenter, PostService, UnsavedService,
        categories::domain::Category,
        service::{PostRecord, SlugLookup},
        views::{PostView, author_names, card_pictures, post_url},
    },
    redirects::RedirectService,
    site::Site,
};

/// `/blog`, and `/blog/`, which redirects to it in one hop even when the category was renamed.
pub async fn index(
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    State(categories): State<CategoryService>,
    uri: Uri,
) -> PageResult {
    if let Some(address) = moved_listing(&posts, &categories, &uri).await? {
        return Err(PageError::moved(address));
    }
    if uri.path().ends_with('/') {
        return Err(moved_with_query("/blog".to_owned(), &uri));
    }
    let Some(page) = page_number(&parameter(uri.query(), "page")) else {
        return Err(PageError::NotFound { replace_with: None });
    };
    let filter = BlogFilter::of(&uri);
    let found = posts.list(&filter.clone().into(), page.into(), PER_PAGE.into()).await?;
    let category = category_of(&categories, &filter).await?;
    let paging = Paging::new(page.into(), PER_PAGE.into(), found.total);
    if paging.page > paging.pages {
        return Err(PageError::NotFound { replace_with: None });
    }
    // Anybody can make up filters that find nothing, and their pages would fill the cache.
    let is_kept = found.total > 0 || !filter.is_made_up();
    let category = category.filter(|category| !category.description.is_empty());
    let page = Page::new(&BlogIndexProps {
        category: category.map(|Category { name, description, .. }| CategoryWords { name, description }),
        filter,
        posts: presenter.cards(found.items).await?,
        paging,
    })?;
    Ok(Page { is_kept, ..page })
}

/// Returns the category of a filter that selects nothing else.
async fn category_of(categories: &CategoryService, filter: &BlogFilter) -> Result<Option<Category>, PageError> {
    let BlogFilter { tag: Some(tag), search: None, featured: false, .. } = filter else { return Ok(None) };
    Ok(categories.named(tag).await?)
}

/// Returns a permanent redirect that keeps the query of a request, such as a page number or campaign parameters.
pub(super) fn moved_with_query(address: String, uri: &Uri) -> PageError {
    PageError::moved(match uri.query().filter(|query| !query.is_empty()) {
        Some(query) => format!("{address}?{query}"),
        None => address,
    })
}

/// There is no such post: browsers go back to the listing, programs get a 404.
const GONE: PageError = PageError::NotFound { replace_with: Some(Cow::Borrowed("/blog")) };

/// `/blog/{slug}`, and `/blog/{slug}/`, which redirects to it in one hop even when the post was renamed.
pub async fn post(
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    State(redirects): State<RedirectService>,
    IsVisit(is_visit): IsVisit,
    slug: Result<PathText, HttpError>,
    uri: Uri,
) -> PageResult {
    let Ok(PathText(slug)) = slug else { return Err(GONE) };
    // Links may be written with capitals, which no slug has, or end with a slash.
    let lower = slug.to_ascii_lowercase();
    let is_misspelt = lower != slug || uri.path().ends_with('/');
    let record = match posts.find(&lower).await? {
        Some(SlugLookup::Post(_)) if is_misspelt => return Err(moved_with_query(post_url(&lower), &uri)),
        Some(SlugLookup::Post(record)) => *record,
        Some(SlugLookup::Renamed(present)) => {
            if is_visit {
                redirects.followed_slug(&lower);
            }
            return Err(moved_with_query(post_url(&present), &uri));
        }
        None => return Err(GONE),
    };
    // Browsers go to the first page when there are no longer as many.
    let no_page = || PageError::NotFound { replace_with: Some(post_url(&lower).into()) };
    let number = page_number(&parameter(uri.query(), "page")).ok_or_else(no_page)?;
    let props = props_of(&posts, &presenter, record, number, post_url(&lower)).await?;
    let mut props = props.ok_or_else(no_page)?;
    let page = page_of(&props, &props.post)?;
    // The browser takes the article from the document, which does not contain it twice.
    props.post.content.clear();
    page.hydrated_with(&props)
}

/// `/preview/{token}`
pub async fn preview(
    State(posts): State<PostService>,
    State(unsaved): State<UnsavedService>,
    State(presenter): State<PostPresenter>,
    State(site): State<Arc<Site>>,
    token: Result<PathText, HttpError>,
    uri: Uri,
) -> PageResult {
    const GONE: PageError = PageError::NotFound { replace_with: None };
    let Ok(PathText(token)) = token else { return Err(GONE) };
    let (record, expires_at) = unsaved.preview(&token).await?.ok_or(GONE)?;
    let number = page_number(&parameter(uri.query(), "page")).ok_or(GONE)?;
    // Its other pages are previews too.
    let address = format!("/preview/{token}");
    let article = props_of(&posts, &presenter, record, number, address).await?.ok_or(GONE)?;
    let expires_text = date_time_text(expires_at, site.time_zone);
    let props = PostPreviewProps { article, expires_text };
    page_of(&props, &props.article.post)
}

/// Returns the page of a post, whose document may embed the players of its videos.
fn page_of<P: PageProps>(props: &P, post: &PostView) -> PageResult {
    let frames = rich_text::player_origins(&post.content).into_iter().map(str::to_owned).collect();
    Ok(Page { frames, ..Page::new(props)? })
}

/// Returns the props of page `number` of a post at `address`. None when it has no such page.
async fn props_of(
    posts: &PostService,
    presenter: &PostPresenter,
    record: PostRecord,
    number: u32,
    address: String,
) -> Result<Option<BlogPostProps>, PageError> {
    let Some(shown) = rich_text::page_html(&record.post.content, number) else { return Ok(None) };
    let related = posts.related(&record.summary).await?;
    let (older, newer) = posts.neighbours(&record.summary).await?;
    let pictures = rich_text::picture_addresses(shown)
        .chain(record.summary.featured_image.as_deref())
        .chain(card_pictures(std::slice::from_ref(&record.summary)))
        .chain(card_pictures(&related));
    let names = author_names(&related).chain([record.summary.author.as_str()]);
    let views = presenter.views_of(names, pictures).await?;
    let Some(post) = views.post_page(record, number, address) else { return Ok(None) };
    Ok(Some(BlogPostProps {
        post,
        related: views.cards(related),
        previous: older.map(Into::into),
        next: newer.map(Into::into),
    }))
}
