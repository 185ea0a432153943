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

/// Home.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct HomeProps {
    /// What clients gained.
    pub evidence: Evidence,
    /// Logos of clients, in the order shown.
    pub client_logos: Vec<ClientLogo>,
    /// The latest posts.
    pub posts: Vec<Card>,
}

/// About.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AboutProps {
    /// The founder's story, plain text; empty when there is none.
    pub founder_story: String,
    /// Logos of clients, in the order shown.
    pub client_logos: Vec<ClientLogo>,
    /// Featured posts.
    pub posts: Vec<Card>,
}

/// Services.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ServicesProps {
    /// The latest posts.
    pub posts: Vec<Card>,
}

/// SEO.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SeoProps {
    /// Posts of the section SEO.
    pub posts: Vec<Card>,
}

/// Contact.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ContactProps {
    /// The tab that is open at first.
    pub tab: ContactTab,
    /// The free times, if the tab with them is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub availability: Option<Availability>,
}

/// Free times, soonest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Availability {
    /// IANA name of the site's time zone.
    pub time_zone: &'static str,
    /// The free times.
    pub slots: Vec<PageSlot>,
}

/// A free time, with its local date and time: the engine that renders pages has no time zones.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PageSlot {
    /// When it begins, in UTC.
    pub start: DateTime<Utc>,
    /// When it ends, in UTC.
    pub end: DateTime<Utc>,
    /// Its local date: 2026-11-25.
    pub date: String,
    /// Its local time: 14:00.
    pub time: String,
}

/// A booked call, behind the secret link of its confirmation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BookingProps {
    /// Null when the link belongs to no booking.
    #[schema(required = true)]
    pub booking: Option<BookingView>,
    /// Other times for it.
    pub availability: Availability,
}

/// A booked call.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BookingView {
    /// The booking's id.
    pub id: String,
    /// When the call is.
    #[serde(flatten)]
    pub slot: PageSlot,
    /// The visitor's name.
    pub name: String,
    /// Its state.
    pub status: CallStatus,
    /// IANA name of the site's time zone.
    pub time_zone: &'static str,
    /// The secret token of its link.
    pub token: String,
}

/// The state of a booked call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CallStatus {
    /// It takes place.
    Booked,
    /// Its time is held until the link in the email is followed.
    Held,
    /// That link was not followed in time.
    Lapsed,
    /// It was cancelled.
    Cancelled,
    /// It has begun or is over.
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

/// The page of the link in a confirmation email.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NewsletterConfirmProps {
    /// The state of the subscription.
    pub state: ConfirmState,
    /// The link's token; null when the link is invalid.
    #[schema(required = true)]
    pub token: Option<String>,
    /// The subscriber's address; null when the link is invalid.
    #[schema(required = true)]
    pub email: Option<String>,
}

/// The state of a subscription that can be confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConfirmState {
    /// Not confirmed: the page shows the button.
    Ask,
    /// Confirmed.
    Confirmed,
    /// The link is invalid.
    Invalid,
}

/// The page of the unsubscribe link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NewsletterUnsubscribeProps {
    /// The state of the subscription.
    pub state: UnsubscribeState,
    /// The link's token; null when the link is invalid.
    #[schema(required = true)]
    pub token: Option<String>,
    /// The subscriber's address; null when the link is invalid.
    #[schema(required = true)]
    pub email: Option<String>,
}

/// The state of a subscription that can be ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnsubscribeState {
    /// Active: the page shows the button.
    Ask,
    /// Ended.
    Done,
    /// The link is invalid.
    Invalid,
}

/// The privacy notice.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PrivacyProps {
    /// Number of months that messages, calls and names in the audit log are stored.
    pub retention_months: u16,
    /// Number of hours that an unconfirmed sign-up is stored.
    pub sign_up_hours: i64,
    /// Number of days that an unconfirmed subscription is stored.
    pub subscription_days: i64,
    /// Number of hours that failed sign-ins are counted.
    pub failure_hours: i64,
    /// Number of days that an unused session is stored.
    pub session_days: i64,
    /// Number of days that the record of an email is stored.
    pub mail_days: i64,
}

impl PrivacyProps {
    /// Returns the periods that the program keeps to, with the site's own.
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

/// The not-found page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NotFoundProps {
    /// The URL that silently replaces the browser's.
    #[schema(required = true)]
    pub replace_with: Option<String>,
}

/// The error page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ErrorProps {
    /// The HTTP status.
    pub status: u16,
    /// The message for people.
    pub message: String,
}

/// The style guide.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StyleguideProps {}
