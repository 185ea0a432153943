//! The props of each page: explicit types, from which the front end's TypeScript types are generated.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{Components, ComponentsBuilder, ObjectBuilder, Ref},
};
use uuid::Uuid;

use crate::{
    accounts::{
        Role,
        domain::{FAILURE_MEMORY, REFRESH_LIFETIME, SIGN_UP_LIFETIME},
        factors::{Factor, OwnPasskey},
        service::FactorOverview,
    },
    authors::{
        Author,
        domain::{AuthorLink, author_url},
    },
    http::{
        admin::{
            audit::AuditList,
            authors::AdminAuthor,
            bookings::{BookingList, BookingStatusFilter},
            categories::AdminCategory,
            enquiries::{EnquiryList, EnquiryStatusFilter, EnquiryTypeFilter},
            media::MediaList,
            posts::{PostCounts, SortDirection, SortKey, StatusFilter},
            redirects::{MissedAddressList, RedirectList},
            settings::VersionedSettings,
            staff::StaffLists,
            subscribers::{SubscriberList, SubscriberStatusFilter},
        },
        api::sessions::OwnSessionView,
    },
    mail::MAIL_RETENTION,
    media::pictures::Picture,
    newsletter::service::PENDING_LIFETIME,
    posts::views::{AdminPost, AdminRow, Card, PostLinkView, PostView},
    site::{ClientLogo, Evidence, Founder, SocialProfile},
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
    "author" => AuthorPageProps,
    "preview" => PostPreviewProps,
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
    "admin/categories" => AdminCategoriesProps,
    "admin/authors" => AdminAuthorsProps,
    "admin/settings" => AdminSettingsProps,
    "admin/audit" => AdminAuditProps,
    "admin/staff" => AdminStaffProps,
    "admin/redirects" => AdminRedirectsProps,
    "admin/account" => AdminAccountProps,
    "admin/forbidden" => AdminForbiddenProps,
    "admin/restricted" => AdminRestrictedProps,
}

/// The brand, known to every page.
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
    /// Public URL without a trailing slash.
    pub public_url: String,
    /// Host that pages show, such as in result lines.
    pub shown_host: String,
    /// The address that receives enquiries.
    pub contact_email: String,
    /// The current year in the site's time zone.
    pub year: i32,
    /// IANA name of the site's time zone.
    pub time_zone: String,
    /// The person behind the company.
    pub founder: Founder,
    /// The company's profiles on other sites.
    pub social_profiles: Vec<SocialProfile>,
    /// The eight categories of the blog.
    pub categories: Vec<String>,
    /// The ten section tags.
    pub section_tags: Vec<String>,
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

/// The filter of a listing, at most one besides the search and featured.
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
    /// Sorted by date only.
    pub latest: bool,
    /// Only featured posts.
    pub featured: bool,
    /// A substring of title, summary, author or a tag.
    #[schema(required = true)]
    pub search: Option<String>,
}

/// What the page of a category says of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CategoryWords {
    /// The name as stored, whatever the capitals of the filter.
    pub name: String,
    /// Plain text.
    pub description: String,
}

/// The blog listing.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BlogIndexProps {
    /// The filter.
    pub filter: BlogFilter,
    /// The category that it is the page of, when somebody has described it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<CategoryWords>,
    /// The posts on this page.
    pub posts: Vec<Card>,
    /// Page number, from 1.
    pub page: u64,
    /// Number of posts on a full page.
    pub per_page: u64,
    /// Number of pages.
    pub pages: u64,
    /// Number of posts on all pages.
    pub total: u64,
}

/// One post.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BlogPostProps {
    /// The requested page of the post.
    pub post: PostView,
    /// Up to three posts that share a tag.
    pub related: Vec<Card>,
    /// The next older post.
    #[schema(required = true)]
    pub previous: Option<PostLinkView>,
    /// The next newer post.
    #[schema(required = true)]
    pub next: Option<PostLinkView>,
}

/// An author and a page of their posts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuthorPageProps {
    /// The author.
    pub author: AuthorView,
    /// The posts on this page.
    pub posts: Vec<Card>,
    /// Page number, from 1.
    pub page: u64,
    /// Number of posts on a full page.
    pub per_page: u64,
    /// Number of pages.
    pub pages: u64,
    /// Number of posts on all pages.
    pub total: u64,
}

/// An author, as readers see them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuthorView {
    /// Root-relative address of the page.
    pub url: String,
    /// Name.
    pub name: String,
    /// Job title; may be empty.
    pub job_title: String,
    /// Biography, plain text; may be empty.
    pub bio: String,
    /// Address of a square picture.
    pub portrait: String,
    /// Whether that is the author's own and not the silhouette.
    pub has_portrait: bool,
    /// Size and forms of the portrait, where it is the library's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub portrait_picture: Option<Picture>,
    /// Profiles on other sites.
    pub links: Vec<AuthorLink>,
    /// Years of experience.
    #[schema(required = true)]
    pub years_of_experience: Option<u16>,
    /// When the author was added.
    pub created_at: DateTime<Utc>,
    /// When the author was last changed.
    pub updated_at: DateTime<Utc>,
}

impl AuthorView {
    /// Returns an author with what the library knows of the portrait.
    pub fn new(author: Author, portrait_picture: Option<Picture>) -> Self {
        Self {
            url: author_url(&author.slug),
            portrait: author.avatar().to_owned(),
            has_portrait: author.portrait.is_some(),
            portrait_picture,
            name: author.name,
            job_title: author.job_title,
            bio: author.bio,
            links: author.links,
            years_of_experience: author.years_of_experience,
            created_at: author.created_at,
            updated_at: author.updated_at,
        }
    }
}

/// A post that need not be published, for those who have a link to it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PostPreviewProps {
    /// What readers would see.
    pub article: BlogPostProps,
    /// When the link ends, for display.
    pub expires_text: String,
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

/// The mode of the sign-in page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuthMode {
    /// Signing in.
    #[default]
    Login,
    /// Asking for an account.
    Signup,
    /// Following the emailed link that creates the account.
    Confirm,
    /// Requesting a link that sets a new password.
    Reset,
    /// Setting a new password.
    UpdatePassword,
}

/// What a plain form did just before: the page says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuthNotice {
    /// An account was asked for.
    SignedUp,
    /// The account was created.
    Confirmed,
    /// A link was requested.
    ResetSent,
    /// A new password was set.
    PasswordUpdated,
}

/// The sign-in page.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct AuthProps {
    /// The mode.
    pub mode: AuthMode,
    /// What a plain form did just before.
    #[schema(required = true)]
    pub notice: Option<AuthNotice>,
    /// The token of an emailed link that can still be used.
    #[schema(required = true)]
    pub token: Option<String>,
    /// Whether the link is an invitation: its account gets a password here.
    pub is_invitation: bool,
    /// The page for which the user signs in, when it is not the usual one.
    #[schema(required = true)]
    pub next: Option<String>,
    /// The typed address, kept after a failed attempt; with a link that creates an account, the account's.
    pub email: String,
    /// Why the last attempt failed.
    #[schema(required = true)]
    pub message: Option<String>,
    /// A message for each field.
    pub errors: std::collections::BTreeMap<String, String>,
    /// Seconds until the next attempt is accepted.
    #[schema(required = true)]
    pub retry_after: Option<u64>,
    /// The second step of a sign-in whose password was right.
    #[schema(required = true)]
    pub second_step: Option<SecondStep>,
}

/// The second step of a sign-in whose password was right.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SecondStep {
    /// Stands for address and password.
    pub challenge: String,
    /// The factors that the account has.
    pub factors: Vec<Factor>,
}

/// The signed-in user.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Me {
    /// The account's address.
    pub email: String,
    /// What it may do: the admin area shows only that.
    pub role: Role,
}

/// The account page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminAccountProps {
    /// The signed-in user.
    pub me: Me,
    /// The account's sessions, the current one first.
    pub sessions: Vec<SessionRow>,
    /// What it signs in with besides the password.
    pub second_factor: SecondFactorProps,
}

/// The second factors of the account page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SecondFactorProps {
    /// Whether the site requires one of staff.
    pub is_required: bool,
    /// Whether there is an authenticator app.
    pub has_totp: bool,
    /// Oldest first.
    pub passkeys: Vec<PasskeyRow>,
    /// Whether the site can have passkeys: not when it is reached by an IP address.
    pub has_passkeys: bool,
    /// Number of unused recovery codes.
    pub recovery_codes: usize,
}

/// A row of the account's passkeys.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PasskeyRow {
    /// UUIDv7.
    pub id: Uuid,
    /// As its owner called it.
    pub name: String,
    /// When it was added, formatted.
    pub created_text: String,
    /// When it last signed in, formatted; null before the first time.
    #[schema(required = true)]
    pub last_used_text: Option<String>,
}

impl SecondFactorProps {
    /// Returns the factors with times formatted by `text`.
    pub fn new(overview: FactorOverview, text: impl Fn(DateTime<Utc>) -> String) -> Self {
        let FactorOverview { factors, passkeys, has_passkeys, is_required } = overview;
        let row = |passkey: OwnPasskey| PasskeyRow {
            id: passkey.id,
            name: passkey.name,
            created_text: text(passkey.created_at),
            last_used_text: passkey.last_used_at.map(&text),
        };
        Self {
            is_required,
            has_totp: factors.has_totp,
            passkeys: passkeys.into_iter().map(row).collect(),
            has_passkeys,
            recovery_codes: factors.recovery_codes,
        }
    }
}

/// A row of the account's sessions.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SessionRow {
    /// The session.
    #[serde(flatten)]
    pub session: OwnSessionView,
    /// When it was opened, formatted.
    pub created_text: String,
    /// When it was last used, formatted.
    pub last_used_text: String,
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
