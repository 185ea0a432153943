//! `/admin/…`: pages for staff. Each function requires the session itself, so that none is reachable without.

mod access;
mod account;
mod audit;
mod authors;
mod bookings;
mod categories;
mod enquiries;
mod health;
mod lists;
mod media;
mod posts;
mod redirects;
mod settings;
mod staff;
mod subscribers;

use std::sync::Arc;

use axum::{Router, extract::FromRef, routing::get};

pub use access::{AdminForbiddenProps, AdminRestrictedProps, Administrator, Staff};

use super::PageError;
use crate::{
    accounts::AccountService,
    audit::AuditService,
    authors::AuthorService,
    bookings::BookingService,
    config::SiteUrl,
    enquiries::EnquiryService,
    http::proxies::TrustedProxies,
    media::MediaService,
    newsletter::NewsletterService,
    posts::{CategoryService, PostPresenter, PostService},
    redirects::RedirectService,
    settings::SettingsService,
    site::Site,
    site_health::SiteHealthService,
};

pages! {
    "admin/posts/list" => posts::AdminPostsListProps,
    "admin/posts/edit" => posts::AdminPostEditProps,
    "admin/media" => media::AdminMediaProps,
    "admin/enquiries" => enquiries::AdminEnquiriesProps,
    "admin/bookings" => bookings::AdminBookingsProps,
    "admin/subscribers" => subscribers::AdminSubscribersProps,
    "admin/categories" => categories::AdminCategoriesProps,
    "admin/authors" => authors::AdminAuthorsProps,
    "admin/health" => health::AdminHealthProps,
    "admin/settings" => settings::AdminSettingsProps,
    "admin/audit" => audit::AdminAuditProps,
    "admin/staff" => staff::AdminStaffProps,
    "admin/redirects" => redirects::AdminRedirectsProps,
    "admin/account" => account::AdminAccountProps,
    "admin/forbidden" => AdminForbiddenProps,
    "admin/restricted" => AdminRestrictedProps,
}

/// The pages by their paths, for a state with what they take.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S>
where
    AccountService: FromRef<S>,
    Arc<Site>: FromRef<S>,
    AuditService: FromRef<S>,
    AuthorService: FromRef<S>,
    BookingService: FromRef<S>,
    CategoryService: FromRef<S>,
    EnquiryService: FromRef<S>,
    MediaService: FromRef<S>,
    NewsletterService: FromRef<S>,
    PostPresenter: FromRef<S>,
    PostService: FromRef<S>,
    RedirectService: FromRef<S>,
    SettingsService: FromRef<S>,
    SiteHealthService: FromRef<S>,
    SiteUrl: FromRef<S>,
    TrustedProxies: FromRef<S>,
{
    Router::new()
        .route("/admin", get(home))
        .route("/admin/blog", get(posts::list))
        .route("/admin/blog/new", get(posts::create))
        .route("/admin/blog/edit/{id}", get(posts::edit))
        .route("/admin/account", get(account::show))
        .route("/admin/media", get(media::show))
        .route("/admin/enquiries", get(enquiries::show))
        .route("/admin/bookings", get(bookings::show))
        .route("/admin/subscribers", get(subscribers::show))
        .route("/admin/settings", get(settings::show))
        .route("/admin/categories", get(categories::show))
        .route("/admin/authors", get(authors::show))
        .route("/admin/health", get(health::show))
        .route("/admin/audit", get(audit::show))
        .route("/admin/redirects", get(redirects::show))
        .route("/admin/staff", get(staff::show))
        .route("/admin/{*rest}", get(not_found))
        .route("/blog-post-manager", get(posts::list))
}

/// `/admin`
pub async fn home(_staff: Staff) -> PageError {
    PageError::see_other("/admin/blog")
}

/// An unknown path under `/admin`: staff get the not-found page, others are redirected to sign-in.
pub async fn not_found(_staff: Staff) -> PageError {
    PageError::NotFound { replace_with: None }
}
