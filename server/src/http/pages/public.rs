//! Home, about, services, SEO and contact.

use std::sync::Arc;

use axum::extract::State;
use http::Uri;

use super::{
    Page, PageResult,
    key::parameter,
    props::{AboutProps, Availability, ContactProps, ContactTab, HomeProps, PrivacyProps, SeoProps, ServicesProps},
};
use crate::{
    bookings::{BookingService, service::SHOWN_DAYS},
    posts::{PostPresenter, PostService, service::ListFilter},
    site::Site,
};

/// Number of posts on the home page.
const HOME_POSTS: u64 = 4;
/// Number of posts in a row of cards.
const ROW_POSTS: u64 = 3;
/// Number of posts in a carousel.
const TEASER_POSTS: u64 = 6;

/// `/`
pub async fn home(
    State(posts): State<PostService>,
    State(site): State<Arc<Site>>,
    State(presenter): State<PostPresenter>,
) -> PageResult {
    let posts = posts.first(&ListFilter { latest: true, ..ListFilter::default() }, HOME_POSTS).await?;
    Page::new(&HomeProps {
        client_logos: site.client_logos.clone(),
        evidence: site.evidence.clone(),
        posts: presenter.cards(posts).await?,
    })
}

/// `/about`
pub async fn about(
    State(posts): State<PostService>,
    State(site): State<Arc<Site>>,
    State(presenter): State<PostPresenter>,
) -> PageResult {
    let posts = posts.first(&ListFilter { featured: true, ..ListFilter::default() }, TEASER_POSTS).await?;
    Page::new(&AboutProps {
        client_logos: site.client_logos.clone(),
        founder_story: site.founder.story.clone(),
        posts: presenter.cards(posts).await?,
    })
}

/// `/services`
pub async fn services(State(posts): State<PostService>, State(presenter): State<PostPresenter>) -> PageResult {
    let posts = posts.first(&ListFilter { latest: true, ..ListFilter::default() }, ROW_POSTS).await?;
    Page::new(&ServicesProps { posts: presenter.cards(posts).await? })
}

/// `/seo`
pub async fn seo(State(posts): State<PostService>, State(presenter): State<PostPresenter>) -> PageResult {
    let filter = ListFilter { section: Some("SEO".to_owned()), latest: true, ..ListFilter::default() };
    let posts = posts.first(&filter, TEASER_POSTS).await?;
    Page::new(&SeoProps { posts: presenter.cards(posts).await? })
}

/// `/contact`. The free times are in the page when their tab is open, so that booking needs no JavaScript.
pub async fn contact(State(bookings): State<BookingService>, State(site): State<Arc<Site>>, uri: Uri) -> PageResult {
    if parameter(uri.query(), "tab") != "schedule" {
        return Page::new(&ContactProps { tab: ContactTab::Message, availability: None });
    }
    let free = bookings.free(None, SHOWN_DAYS).await?;
    let availability = Some(Availability::new(&free.slots, site.time_zone));
    let page = Page::new(&ContactProps { tab: ContactTab::Schedule, availability })?;
    Ok(page.true_until(free.until))
}

/// `/privacy`
pub async fn privacy(State(site): State<Arc<Site>>) -> PageResult {
    Page::new(&PrivacyProps::new(site.retention_months))
}

/// `/_styleguide`, in builds for development only.
#[cfg(debug_assertions)]
pub async fn styleguide() -> PageResult {
    Page::new(&super::props::StyleguideProps {})
}
