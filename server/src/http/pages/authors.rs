//! `/authors/{slug}`.

use axum::extract::State;
use http::Uri;

use super::{
    Page, PageError, PageResult,
    blog::moved_with_query,
    key::{page_number, parameter},
    props::{AuthorPageProps, AuthorView},
};
use crate::{
    authors::AuthorService,
    http::{api::posts::PER_PAGE, errors::HttpError, extract::PathText, paging::Paging},
    media::MediaService,
    posts::{PostPresenter, PostService, service::ListFilter},
};

/// `/authors/{slug}`, and `/authors/{slug}/`, which redirects to it.
pub async fn show(
    State(authors): State<AuthorService>,
    State(posts): State<PostService>,
    State(media): State<MediaService>,
    State(presenter): State<PostPresenter>,
    slug: Result<PathText, HttpError>,
    uri: Uri,
) -> PageResult {
    const MISSING: PageError = PageError::NotFound { replace_with: None };
    let Ok(PathText(slug)) = slug else { return Err(MISSING) };
    let number = page_number(&parameter(uri.query(), "page")).ok_or(MISSING)?;
    // Links may be written with capitals, which no slug has, or end with a slash.
    let lower = slug.to_ascii_lowercase();
    let author = authors.by_slug(&lower).await?.ok_or(MISSING)?;
    if lower != slug || uri.path().ends_with('/') {
        return Err(moved_with_query(format!("/authors/{lower}"), &uri));
    }
    let filter = ListFilter { author: Some(author.name.clone()), latest: true, ..ListFilter::default() };
    let found = posts.list(&filter, number.into(), PER_PAGE.into()).await?;
    let paging = Paging::new(number.into(), PER_PAGE.into(), found.total);
    if paging.page > paging.pages {
        return Err(MISSING);
    }
    let pictures = media.pictures(author.portrait.as_deref()).await?;
    Page::new(&AuthorPageProps {
        author: AuthorView::new(author, &pictures),
        posts: presenter.cards(found.items).await?,
        paging,
    })
}
