//! What each page gets: explicit types, which become the TypeScript types of the front end.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{Components, ComponentsBuilder, ObjectBuilder, Ref},
};

use crate::{
    http::{
        admin::{
            bookings::{BookingList, BookingStatusFilter},
            enquiries::{EnquiryList, EnquiryStatusFilter, EnquiryTypeFilter},
            media::MediaList,
            posts::{SortDirection, SortKey, StatusFilter},
            subscribers::{SubscriberList, SubscriberStatusFilter},
        },
        api::sessions::OwnSessionView,
    },
    posts::views::{AdminPost, AdminRow, Card, PostLinkView, PostView},
    site::{ClientLogo, Founder, SocialProfile},
};

/// The props of one page.
pub trait PageProps: Serialize + ToSchema {
    /// The page's name: the path of its component under `web/src/pages`, without the extension.
    const COMPONENT: &'static str;
}

/// Names the pages: implements [`PageProps`] for the props of each and describes the map from names to props.
macro_rules! pages {
    ($($name:literal => $props:ident,)+) => {
        $(impl PageProps for $props {
            const COMPONENT: &'static str = $name;
        })+

        /// Returns the schemas of all props, and the schema `PageProps`: an object with the props of each page by its
        /// name.
        pub fn schemas() -> Components {
            let (mut schemas, mut map) = (Vec::new(), ObjectBuilder::new());
            $(
                $props::schemas(&mut schemas);
                schemas.push(($props::name().into(), $props::schema()));
                map = map.property($name, Ref::from_schema_name($props::name())).required($name);
            )+
            let map = map.description(Some("The props of each page by its name."));
            ComponentsBuilder::new().schemas_from_iter(schemas).schema("PageProps", map).build()
        }
    };
}

pages! {
    "home" => HomeProps,
    "about" => AboutProps,
    "services" => ServicesProps,
    "seo" => SeoProps,
    "contact" => ContactProps,
    "booking" => BookingProps,
    "blog/index" => BlogIndexProps,
    "blog/post" => BlogPostProps,
    "newsletter/confirm" => NewsletterConfirmProps,
    "newsletter/unsubscribe" => NewsletterUnsubscribeProps,
    "privacy" => PrivacyProps,
    "not-found" => NotFoundProps,
    "error" => ErrorProps,
    "styleguide" => StyleguideProps,
    "auth" => AuthProps,
    "admin/posts/list" => AdminPostsListProps,
    "admin/posts/edit" => AdminPostEditProps,
    "admin/media" => AdminMediaProps,
    "admin/enquiries" => AdminEnquiriesProps,
    "admin/bookings" => AdminBookingsProps,
    "admin/subscribers" => AdminSubscribersProps,
    "admin/account" => AdminAccountProps,
    "admin/forbidden" => AdminForbiddenProps,
}

/// The brand, as every page knows it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Site)]
pub struct SiteProps {
    /// The brand's name.
    pub name: String,
    /// The company's registered name.
    pub legal_name: String,
    /// One sentence under the logo in the footer.
    pub strapline: String,
    /// The year the company was founded.
    pub founding_year: u16,
    /// Public address without a trailing slash.
    pub public_url: String,
    /// The address that receives enquiries.
    pub contact_email: String,
    /// The present year in the site's zone.
    pub year: i32,
    /// IANA name of the site's zone.
    pub time_zone: String,
    /// The person behind the company.
    pub founder: Founder,
    /// Profiles of the company elsewhere.
    pub social_profiles: Vec<SocialProfile>,
    /// The eight categories of the blog.
    pub categories: Vec<String>,
    /// The ten section tags.
    pub section_tags: Vec<String>,
}

/// Home.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct HomeProps {
    /// Logos of clients, in the order shown.
    pub client_logos: Vec<ClientLogo>,
    /// The latest posts.
    pub posts: Vec<Card>,
}

/// About.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AboutProps {
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
    /// Which tab is open at first.
    pub tab: ContactTab,
    /// What can be booked, where that tab is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub availability: Option<Availability>,
}

/// What can be booked, soonest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Availability {
    /// IANA name of the site's zone.
    pub time_zone: &'static str,
    /// The free times.
    pub slots: Vec<PageSlot>,
}

/// A time for a call, with what the site's clock shows then: the engine that renders pages knows no time zones.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PageSlot {
    /// When it begins, in UTC.
    pub start: DateTime<Utc>,
    /// When it is over, in UTC.
    pub end: DateTime<Utc>,
    /// The day that it begins on: 2026-11-25.
    pub date: String,
    /// The time that it begins at: 14:00.
    pub time: String,
}

/// A booked call, behind the secret link of its confirmation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BookingProps {
    /// Null where the link belongs to no booking.
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
    /// When it is.
    #[serde(flatten)]
    pub slot: PageSlot,
    /// The visitor's name.
    pub name: String,
    /// Where it stands.
    pub status: CallStatus,
    /// IANA name of the site's zone.
    pub time_zone: &'static str,
    /// The secret of its link.
    pub token: String,
}

/// Where a booked call stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CallStatus {
    /// It takes place.
    Booked,
    /// It does not.
    Cancelled,
    /// It is over, or has begun.
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

/// What the link of a mail that asks for confirmation leads to.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NewsletterConfirmProps {
    /// What there is to do.
    pub state: ConfirmState,
    /// Of the link; null where the link is no good.
    #[schema(required = true)]
    pub token: Option<String>,
    /// The subscriber's address; null where the link is no good.
    #[schema(required = true)]
    pub email: Option<String>,
}

/// What there is to do for a subscription to be confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConfirmState {
    /// The button.
    Ask,
    /// Nothing: it is.
    Confirmed,
    /// Nothing: the link is no good.
    Invalid,
}

/// What the link out of the newsletter leads to.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NewsletterUnsubscribeProps {
    /// What there is to do.
    pub state: UnsubscribeState,
    /// Of the link; null where the link is no good.
    #[schema(required = true)]
    pub token: Option<String>,
    /// The subscriber's address; null where the link is no good.
    #[schema(required = true)]
    pub email: Option<String>,
}

/// What there is to do for a subscription to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnsubscribeState {
    /// The button.
    Ask,
    /// Nothing: it has.
    Done,
    /// Nothing: the link is no good.
    Invalid,
}

/// The privacy notice.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PrivacyProps {
    /// For how many months messages are kept.
    pub retention_months: u16,
}

/// The one filter that a listing has, and the search beside it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct BlogFilter {
    /// A category.
    #[schema(required = true)]
    pub tag: Option<String>,
    /// A section tag.
    #[schema(required = true)]
    pub section: Option<String>,
    /// Only trending posts.
    pub trending: bool,
    /// By date alone.
    pub latest: bool,
    /// A substring of title, summary, author or a tag.
    #[schema(required = true)]
    pub search: Option<String>,
}

/// The listing of the blog.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BlogIndexProps {
    /// Which posts.
    pub filter: BlogFilter,
    /// The posts of this page.
    pub posts: Vec<Card>,
    /// Its number, from 1.
    pub page: u64,
    /// How many a full page has.
    pub per_page: u64,
    /// How many pages there are.
    pub pages: u64,
    /// How many posts there are on all pages.
    pub total: u64,
}

/// One post.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BlogPostProps {
    /// The post's page that is read.
    pub post: PostView,
    /// Up to three posts that share a tag.
    pub related: Vec<Card>,
    /// The older neighbour.
    #[schema(required = true)]
    pub previous: Option<PostLinkView>,
    /// The newer neighbour.
    #[schema(required = true)]
    pub next: Option<PostLinkView>,
}

/// The not-found page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NotFoundProps {
    /// What the browser puts in the address's place without a word.
    #[schema(required = true)]
    pub replace_with: Option<String>,
}

/// A failure of ours.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ErrorProps {
    /// The HTTP status.
    pub status: u16,
    /// What a person is told.
    pub message: String,
}

/// The style guide.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StyleguideProps {}

/// What the sign-in page is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuthMode {
    /// Signing in.
    #[default]
    Login,
    /// Making an account.
    Signup,
    /// Asking for a link that sets a new password.
    Reset,
    /// Setting a new password.
    UpdatePassword,
}

/// What was done just before, without scripts: the page says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuthNotice {
    /// An account was made.
    SignedUp,
    /// A link was asked for.
    ResetSent,
    /// A new password is set.
    PasswordUpdated,
}

/// The sign-in page.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct AuthProps {
    /// What it is for.
    pub mode: AuthMode,
    /// What was done just before.
    #[schema(required = true)]
    pub notice: Option<AuthNotice>,
    /// The token of a mail's link, where it can set a new password.
    #[schema(required = true)]
    pub token: Option<String>,
    /// The address as it was typed, kept after a failed try.
    pub email: String,
    /// Why the last try failed.
    #[schema(required = true)]
    pub message: Option<String>,
    /// A message for each field.
    pub errors: std::collections::BTreeMap<String, String>,
    /// Seconds until the next try is heard.
    #[schema(required = true)]
    pub retry_after: Option<u64>,
}

/// Who is signed in.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Me {
    /// The account's address.
    pub email: String,
}

/// One's own account.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminAccountProps {
    /// Who is signed in.
    pub me: Me,
    /// One's own sessions, this one first.
    pub sessions: Vec<SessionRow>,
}

/// A row of the user's sessions.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SessionRow {
    /// What is known of it.
    #[serde(flatten)]
    pub session: OwnSessionView,
    /// When somebody signed in, as people read it.
    pub created_text: String,
    /// When it was last renewed, as people read it.
    pub last_used_text: String,
}

/// The admin list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminPostsListProps {
    /// Who is signed in.
    pub me: Me,
    /// The posts of this page.
    pub posts: Vec<AdminRow>,
    /// Its number, from 1.
    pub page: u64,
    /// How many a full page has.
    pub per_page: u64,
    /// How many pages there are.
    pub pages: u64,
    /// How many posts there are on all pages. A search counts 200 posts beyond the page at most.
    pub total: u64,
    /// Whether a search finds more posts than it counted.
    pub more: bool,
    /// A substring of title, content or summary.
    pub search: String,
    /// Which posts.
    pub status: StatusFilter,
    /// Sorted by what.
    pub sort: SortKey,
    /// In which direction.
    pub dir: SortDirection,
    /// The address that the list stands at: it has two.
    pub path: String,
}

/// The library of images.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminMediaProps {
    /// Who is signed in.
    pub me: Me,
    /// The images of this page.
    pub list: MediaList,
    /// A substring of the file's name or the text.
    pub search: String,
}

/// The page that makes or changes a post.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminPostEditProps {
    /// Who is signed in.
    pub me: Me,
    /// The post to change; null makes a new one.
    #[schema(required = true)]
    pub post: Option<AdminPost>,
    /// The eight categories of the blog.
    pub categories: Vec<String>,
    /// The ten section tags.
    pub section_tags: Vec<String>,
    /// Tags in use, the most used first.
    pub tag_suggestions: Vec<String>,
}

/// What visitors sent.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminEnquiriesProps {
    /// Who is signed in.
    pub me: Me,
    /// A page of it.
    #[serde(flatten)]
    pub list: EnquiryList,
    /// What is searched for.
    pub search: String,
    /// Of which state.
    pub status: EnquiryStatusFilter,
    /// Of which form.
    #[serde(rename = "type")]
    pub kind: EnquiryTypeFilter,
    /// After how many months enquiries are forgotten.
    pub retention_months: u16,
}

/// Who has booked a call.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminBookingsProps {
    /// Who is signed in.
    pub me: Me,
    /// A page of them.
    #[serde(flatten)]
    pub list: BookingList,
    /// What is searched for.
    pub search: String,
    /// Of which state.
    #[schema(inline)]
    pub status: BookingStatusFilter,
}

/// Who gets the newsletter.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminSubscribersProps {
    /// Who is signed in.
    pub me: Me,
    /// A page of them.
    #[serde(flatten)]
    pub list: SubscriberList,
    /// What is searched for.
    pub search: String,
    /// Of which state.
    pub status: SubscriberStatusFilter,
}

/// What an account without admin rights sees.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminForbiddenProps {
    /// The account's address.
    pub email: String,
    /// The contact who grants rights.
    pub contact_email: String,
}
