//! Props of public pages outside the blog.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    accounts::domain::{FAILURE_MEMORY, REFRESH_LIFETIME, SIGN_UP_LIFETIME},
    mail::MAIL_RETENTION,
    newsletter::service::PENDING_LIFETIME,
    posts::views::Card,
    site::{ClientLogo, Evidence},
};

pages! {
    "home" => HomeProps,
    "about" => AboutProps,
    "services" => ServicesProps,
    "seo" => SeoProps,
    "contact" => ContactProps,
    "booking" => BookingProps,
    "newsletter/confirm" => NewsletterConfirmProps,
    "newsletter/unsubscribe" => NewsletterUnsubscribeProps,
    "privacy" => PrivacyProps,
    "not-found" => NotFoundProps,
    "error" => ErrorProps,
    "styleguide" => StyleguideProps,
}

/// Props of the home page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct HomeProps {
    /// Results for clients.
    pub evidence: Evidence,
    /// Logos of clients, in the order shown.
    pub client_logos: Vec<ClientLogo>,
    /// The latest posts.
    pub posts: Vec<Card>,
}

/// Props of the about page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AboutProps {
    /// The founder's story in plain text. Empty if none.
    pub founder_story: String,
    /// Logos of clients, in the order shown.
    pub client_logos: Vec<ClientLogo>,
    /// Featured posts.
    pub posts: Vec<Card>,
}

/// Props of the services page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ServicesProps {
    /// The latest posts.
    pub posts: Vec<Card>,
}

/// Props of the SEO page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SeoProps {
    /// Posts with the section tag "SEO".
    pub posts: Vec<Card>,
}

/// Props of the contact page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ContactProps {
    /// Tab that is open initially.
    pub tab: ContactTab,
    /// Available slots. Omitted unless the booking tab is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub availability: Option<Availability>,
}

/// Available slots for calls.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Availability {
    /// The site's time zone, as an IANA name.
    pub time_zone: &'static str,
    /// Available slots, soonest first.
    pub slots: Vec<PageSlot>,
}

/// A time slot with its local date and time, since the page renderer has no time zone data.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PageSlot {
    /// Start of the slot, in UTC.
    pub start: DateTime<Utc>,
    /// End of the slot, in UTC.
    pub end: DateTime<Utc>,
    /// Start date in the site's time zone, such as 2026-11-25.
    pub date: String,
    /// Start time in the site's time zone, such as 14:00.
    pub time: String,
}

/// Props of the page for managing a booked call.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BookingProps {
    /// The booked call. Null if the link is invalid.
    #[schema(required = true)]
    pub booking: Option<BookingView>,
    /// Available slots to move the call to.
    pub availability: Availability,
}

/// A booked call.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BookingView {
    /// Unique identifier of the booking.
    pub id: String,
    /// Time of the call.
    #[serde(flatten)]
    pub slot: PageSlot,
    /// The visitor's name.
    pub name: String,
    /// State of the call.
    pub status: CallStatus,
    /// The site's time zone, as an IANA name.
    pub time_zone: &'static str,
    /// Secret token of the link.
    pub token: String,
}

/// The state of a booked call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CallStatus {
    /// Confirmed.
    Booked,
    /// On hold until the visitor follows the emailed link.
    Held,
    /// Released because the visitor did not follow the link in time.
    Lapsed,
    /// Cancelled.
    Cancelled,
    /// Has begun or is over.
    Past,
}

/// The tabs of the contact page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContactTab {
    /// Send Message.
    Message,
    /// Book Video Call.
    Schedule,
}

/// Props of the newsletter confirmation page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NewsletterConfirmProps {
    /// What the page shows.
    pub state: ConfirmState,
    /// Token of the link. Null if the link is invalid.
    #[schema(required = true)]
    pub token: Option<String>,
    /// Email address of the subscriber. Null if the link is invalid.
    #[schema(required = true)]
    pub email: Option<String>,
}

/// The state of the newsletter confirmation page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConfirmState {
    /// Not confirmed yet: the page shows the button.
    Ask,
    /// Confirmed.
    Confirmed,
    /// The link is invalid.
    Invalid,
}

/// Props of the newsletter unsubscribe page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NewsletterUnsubscribeProps {
    /// What the page shows.
    pub state: UnsubscribeState,
    /// Token of the link. Null if the link is invalid.
    #[schema(required = true)]
    pub token: Option<String>,
    /// Email address of the subscriber. Null if the link is invalid.
    #[schema(required = true)]
    pub email: Option<String>,
}

/// The state of the newsletter unsubscribe page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnsubscribeState {
    /// Still subscribed: the page shows the button.
    Ask,
    /// Unsubscribed.
    Done,
    /// The link is invalid.
    Invalid,
}

/// Props of the privacy notice.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PrivacyProps {
    /// Number of months that enquiries, calls and names in the audit log are stored.
    pub retention_months: u16,
    /// Number of hours that an unconfirmed sign-up is stored.
    pub sign_up_hours: i64,
    /// Number of days that an unconfirmed subscription is stored.
    pub subscription_days: i64,
    /// Number of hours that failed sign-ins are counted.
    pub failure_hours: i64,
    /// Number of days that an unused session is stored.
    pub session_days: i64,
    /// Number of days that an email's record is stored.
    pub mail_days: i64,
}

impl PrivacyProps {
    /// Returns the retention periods of the program and of the site.
    pub fn new(retention_months: u16) -> Self {
        Self {
            retention_months,
            sign_up_hours: SIGN_UP_LIFETIME.num_hours(),
            subscription_days: PENDING_LIFETIME.num_days(),
            failure_hours: FAILURE_MEMORY.num_hours(),
            session_days: REFRESH_LIFETIME.num_days(),
            mail_days: MAIL_RETENTION.num_days(),
        }
    }
}

/// Props of the not-found page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NotFoundProps {
    /// URL that replaces the current one in the browser's history. Null for none.
    #[schema(required = true)]
    pub replace_with: Option<String>,
}

/// Props of the error page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ErrorProps {
    /// HTTP status code.
    pub status: u16,
    /// Message for people.
    pub message: String,
}

/// Props of the style guide.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StyleguideProps {}
