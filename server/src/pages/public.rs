//! Home, about, services, SEO and contact.

use axum::extract::State;
use http::Uri;

use super::{
    Page, PageResult, bookings,
    key::parameter,
    props::{AboutProps, ContactProps, ContactTab, HomeProps, PrivacyProps, SeoProps, ServicesProps},
};
use crate::{app::App, bookings::service::SHOWN_DAYS, posts::service::ListFilter};

/// How many posts the home page shows.
const HOME_POSTS: u64 = 4;
/// How many posts a row of cards shows.
const ROW_POSTS: u64 = 3;
/// How many posts a teaser with a carousel holds.
const TEASER_POSTS: u64 = 6;

/// `/`
pub async fn home(State(app): State<App>) -> PageResult {
    let posts = app.posts.first(&ListFilter { latest: true, ..ListFilter::default() }, HOME_POSTS).await?;
    Page::new("home", &HomeProps { client_logos: app.config.site.client_logos.clone(), posts: app.cards(posts).await? })
}

/// `/about`
pub async fn about(State(app): State<App>) -> PageResult {
    let posts = app.posts.first(&ListFilter { featured: true, ..ListFilter::default() }, TEASER_POSTS).await?;
    Page::new(
        "about",
        &AboutProps { client_logos: app.config.site.client_logos.clone(), posts: app.cards(posts).await? },
    )
}

/// `/services`
pub async fn services(State(app): State<App>) -> PageResult {
    let posts = app.posts.first(&ListFilter { latest: true, ..ListFilter::default() }, ROW_POSTS).await?;
    Page::new("services", &ServicesProps { posts: app.cards(posts).await? })
}

/// `/seo`
pub async fn seo(State(app): State<App>) -> PageResult {
    let filter = ListFilter { section: Some("SEO".to_owned()), latest: true, ..ListFilter::default() };
    let posts = app.posts.first(&filter, TEASER_POSTS).await?;
    Page::new("seo", &SeoProps { posts: app.cards(posts).await? })
}

/// `/contact`. What can be booked is in the page where its tab is open, so that booking needs no JavaScript.
pub async fn contact(State(app): State<App>, uri: Uri) -> PageResult {
    if parameter(uri.query(), "tab") != "schedule" {
        return Page::new("contact", &ContactProps { tab: ContactTab::Message, availability: None });
    }
    let free = app.bookings.free(None, SHOWN_DAYS).await?;
    let availability = Some(bookings::availability(&app, &free));
    let page = Page::new("contact", &ContactProps { tab: ContactTab::Schedule, availability })?;
    Ok(page.true_until(app.bookings.calendar().until(&free)))
}

/// `/privacy`
pub async fn privacy(State(app): State<App>) -> PageResult {
    Page::new("privacy", &PrivacyProps { retention_months: app.config.site.retention_months })
}

/// `/_styleguide`, in builds for development only.
#[cfg(debug_assertions)]
pub async fn styleguide() -> PageResult {
    Page::new("styleguide", &serde_json::Value::Object(serde_json::Map::new()))
}
