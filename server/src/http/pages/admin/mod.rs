//! `/admin/…`: pages for staff. Each function requires a session itself, so that no page can be opened without one.

mod access;
pub mod account;
pub mod audit;
pub mod authors;
pub mod bookings;
pub mod categories;
pub mod enquiries;
pub mod health;
mod lists;
pub mod media;
pub mod posts;
pub mod redirects;
mod sections;
pub mod settings;
pub mod staff;
pub mod subscribers;

use http::Uri;

pub use access::{AdminForbiddenProps, AdminRestrictedProps, Administrator, Staff};

use self::sections::{Section, for_administrators, for_staff};
use super::PageError;

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

/// The sections of the navigation bar, in order.
const SECTIONS: &[Section] = &[
    Section::Page(for_staff("/admin/blog", "Blog Posts")),
    Section::Page(for_staff("/admin/media", "Media")),
    Section::Page(for_administrators("/admin/enquiries", "Enquiries")),
    Section::Page(for_administrators("/admin/bookings", "Bookings")),
    Section::Page(for_administrators("/admin/subscribers", "Subscribers")),
    Section::Pages(
        "Settings",
        &[
            for_administrators("/admin/settings", "Site details"),
            for_staff("/admin/categories", "Categories"),
            for_staff("/admin/authors", "Authors"),
            for_administrators("/admin/redirects", "Redirects"),
            for_staff("/admin/health", "Site health"),
            for_administrators("/admin/staff", "Staff"),
            for_administrators("/admin/audit", "Audit log"),
        ],
    ),
    Section::Page(for_staff("/admin/account", "Account")),
];

/// `/admin`
pub async fn home(_staff: Staff) -> PageError {
    PageError::see_other("/admin/blog")
}

/// An unknown path under `/admin`: staff get the not-found page or a redirect to the path without a trailing slash,
/// others a redirect to sign-in.
pub async fn not_found(_staff: Staff, uri: Uri) -> PageError {
    PageError::without_slash(&uri).unwrap_or(PageError::NotFound { replace_with: None })
}
