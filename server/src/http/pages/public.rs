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
    bookings::{BookingService, service::MOST_DAYS},
    posts::{
        PostPresenter, PostService,
        service::{ListFilter, PostSummary},
    },
    site::Site,
    storage::StorageError,
};

/// The posts that a page shows below its own content.
#[derive(Debug, Clone, Copy)]
pub struct Teaser {
    is_featured: bool,
    section: Option<&'static str>,
    count: u64,
}

const HOME: Teaser = Teaser { is_featured: false, section: None, count: 4 };
const ABOUT: Teaser = Teaser { is_featured: true, section: None, count: 6 };
const SERVICES: Teaser = Teaser { is_featured: false, section: None, count: 3 };
const SEO: Teaser = Teaser { is_featured: false, section: Some("SEO"), count: 6 };

/// The pages with posts, by path.
pub const TEASERS: [(&str, Teaser); 4] = [("/", HOME), ("/about", ABOUT), ("/services", SERVICES), ("/seo", SEO)];

impl Teaser {
    /// Returns the posts, the latest first.
    pub async fn posts(self, posts: &PostService) -> Result<Vec<PostSummary>, StorageError> {
        let section = self.section.map(str::to_owned);
        let (featured, latest) = (self.is_featured, !self.is_featured);
        posts.first(&ListFilter { section, featured, latest, ..ListFilter::default() }, self.count).await
    }
}

/// `/`
pub async fn home(
    State(posts): State<PostService>,
    State(site): State<Arc<Site>>,
    State(presenter): State<PostPresenter>,
) -> PageResult {
    let posts = HOME.posts(&posts).await?;
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
    let posts = ABOUT.posts(&posts).await?;
    Page::new(&AboutProps {
        client_logos: site.client_logos.clone(),
        founder_story: site.founder.story.clone(),
        posts: presenter.cards(posts).await?,
    })
}

/// `/services`
pub async fn services(State(posts): State<PostService>, State(presenter): State<PostPresenter>) -> PageResult {
    let posts = SERVICES.posts(&posts).await?;
    Page::new(&ServicesProps { posts: presenter.cards(posts).await? })
}

/// `/seo`
pub async fn seo(State(posts): State<PostService>, State(presenter): State<PostPresenter>) -> PageResult {
    let posts = SEO.posts(&posts).await?;
    Page::new(&SeoProps { posts: presenter.cards(posts).await? })
}

/// `/contact`. The free times are in the page when their tab is open, so that booking needs no JavaScript.
pub async fn contact(State(bookings): State<BookingService>, State(site): State<Arc<Site>>, uri: Uri) -> PageResult {
    if parameter(uri.query(), "tab") != "schedule" {
        return Page::new(&ContactProps { tab: ContactTab::Message, availability: None });
    }
    let free = bookings.free(None, MOST_DAYS).await?;
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
