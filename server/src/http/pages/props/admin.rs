//! Props of the pages of staff.

use serde::Serialize;
use utoipa::ToSchema;

use super::accounts::Me;
use crate::{
    http::admin::{
        audit::AuditList,
        authors::AdminAuthor,
        bookings::{BookingList, BookingStatusFilter},
        categories::AdminCategory,
        enquiries::{EnquiryList, EnquiryStatusFilter, EnquiryTypeFilter},
        media::MediaList,
        posts::{PostCounts, SortDirection},
        redirects::{MissedAddressList, RedirectList},
        settings::VersionedSettings,
        site_health::SiteHealth,
        staff::StaffLists,
        subscribers::{SubscriberList, SubscriberStatusFilter},
    },
    posts::{
        service::{SortKey, StatusFilter},
        views::{AdminPost, AdminRow},
    },
};

pages! {
    "admin/posts/list" => AdminPostsListProps,
    "admin/posts/edit" => AdminPostEditProps,
    "admin/media" => AdminMediaProps,
    "admin/enquiries" => AdminEnquiriesProps,
    "admin/bookings" => AdminBookingsProps,
    "admin/subscribers" => AdminSubscribersProps,
    "admin/categories" => AdminCategoriesProps,
    "admin/authors" => AdminAuthorsProps,
    "admin/health" => AdminHealthProps,
    "admin/settings" => AdminSettingsProps,
    "admin/audit" => AdminAuditProps,
    "admin/staff" => AdminStaffProps,
    "admin/redirects" => AdminRedirectsProps,
    "admin/forbidden" => AdminForbiddenProps,
    "admin/restricted" => AdminRestrictedProps,
}

/// The list of posts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminPostsListProps {
    /// The signed-in user.
    pub me: Me,
    /// The posts on this page.
    pub posts: Vec<AdminRow>,
    /// Page number, from 1.
    pub page: u64,
    /// Number of posts on a full page.
    pub per_page: u64,
    /// Number of pages.
    pub pages: u64,
    /// Number of posts on all pages. A search counts at most 200 posts beyond the page.
    pub total: u64,
    /// Whether a search matches more posts than were counted.
    pub more: bool,
    /// A substring of title, content or summary.
    pub search: String,
    /// The state filter.
    pub status: StatusFilter,
    /// The sort order.
    pub sort: SortKey,
    /// The sort direction.
    pub dir: SortDirection,
    /// The path of the list, which has two.
    pub path: String,
    /// Number of posts in each state.
    pub counts: PostCounts,
}

/// The media library.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminMediaProps {
    /// The signed-in user.
    pub me: Me,
    /// The images on this page.
    pub list: MediaList,
    /// A substring of file name or alternative text.
    pub search: String,
    /// The folder that is shown; empty for all.
    pub folder: String,
}

/// The post editor.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminPostEditProps {
    /// The signed-in user.
    pub me: Me,
    /// The post to edit; null creates one.
    #[schema(required = true)]
    pub post: Option<AdminPost>,
    /// The eight categories of the blog.
    pub categories: Vec<String>,
    /// The ten section tags.
    pub section_tags: Vec<String>,
    /// Tags in use, the most used first.
    pub tag_suggestions: Vec<String>,
}

/// The list of enquiries.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminEnquiriesProps {
    /// The signed-in user.
    pub me: Me,
    /// The page of the list.
    #[serde(flatten)]
    pub list: EnquiryList,
    /// The search term.
    pub search: String,
    /// The status filter.
    pub status: EnquiryStatusFilter,
    /// The form filter.
    #[serde(rename = "type")]
    pub kind: EnquiryTypeFilter,
    /// Number of months after which enquiries are deleted.
    pub retention_months: u16,
}

/// The list of booked calls.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminBookingsProps {
    /// The signed-in user.
    pub me: Me,
    /// The page of the list.
    #[serde(flatten)]
    pub list: BookingList,
    /// The search term.
    pub search: String,
    /// The state filter.
    #[schema(inline)]
    pub status: BookingStatusFilter,
}

/// The list of subscribers.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminSubscribersProps {
    /// The signed-in user.
    pub me: Me,
    /// The page of the list.
    #[serde(flatten)]
    pub list: SubscriberList,
    /// The search term.
    pub search: String,
    /// The state filter.
    pub status: SubscriberStatusFilter,
}

/// The health of the site.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminHealthProps {
    /// The signed-in user.
    pub me: Me,
    /// The newest check, those before, and whether one runs.
    #[serde(flatten)]
    pub health: SiteHealth,
}

/// The settings of the site.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminSettingsProps {
    /// The signed-in user.
    pub me: Me,
    /// The settings that hold now.
    pub current: VersionedSettings,
    /// The saved versions, newest first.
    pub versions: Vec<SettingsVersionRow>,
}

/// A saved version of the settings.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SettingsVersionRow {
    /// Its number, from 1.
    pub version: i64,
    /// When it was saved, formatted.
    pub created_text: String,
}

/// The categories of posts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminCategoriesProps {
    /// The signed-in user.
    pub me: Me,
    /// Every category, by name.
    pub categories: Vec<AdminCategory>,
}

/// The authors.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminAuthorsProps {
    /// The signed-in user.
    pub me: Me,
    /// Every author, by name.
    pub authors: Vec<AdminAuthor>,
}

/// The redirects, and the addresses that readers missed.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminRedirectsProps {
    /// The signed-in user.
    pub me: Me,
    /// The page of the list.
    #[serde(flatten)]
    pub list: RedirectList,
    /// The addresses that readers missed most.
    pub missed: MissedAddressList,
    /// The search term.
    pub search: String,
}

/// The audit log.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminAuditProps {
    /// The signed-in user.
    pub me: Me,
    /// The page of the log.
    #[serde(flatten)]
    pub list: AuditList,
    /// The filter by actor.
    pub actor: String,
    /// The filter by action, or group of actions.
    pub action: String,
    /// The filter by object.
    pub object: String,
    /// The first day, YYYY-MM-DD, or empty.
    pub since: String,
    /// The last day, YYYY-MM-DD, or empty.
    pub until: String,
    /// Every action.
    pub actions: Vec<String>,
}

/// The list of staff.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminStaffProps {
    /// The signed-in user.
    pub me: Me,
    /// Staff and invitations.
    #[serde(flatten)]
    pub lists: StaffLists,
}

/// The page for an editor where an administrator is needed.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminRestrictedProps {
    /// The signed-in user.
    pub me: Me,
    /// The contact address for asking.
    pub contact_email: String,
}

/// The page for an account without admin rights.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminForbiddenProps {
    /// The account's address.
    pub email: String,
    /// The contact address for requesting rights.
    pub contact_email: String,
}
