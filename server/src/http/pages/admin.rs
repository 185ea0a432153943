//! `/admin/…`: pages for staff. Each function requires the session itself, so that none is reachable without.

use std::sync::Arc;

use axum::{extract::State, response::Response};
use chrono::{DateTime, Utc};
use http::{StatusCode, Uri};

use super::{
    Page, PageError, PageResult,
    auth::sign_in_before,
    props::{
        AdminAccountProps, AdminAuthorsProps, AdminCategoriesProps, AdminForbiddenProps, AdminHealthProps,
        AdminMediaProps, AdminPostEditProps, AdminPostsListProps, AdminRestrictedProps, AdminSettingsProps, Me,
        SecondFactorProps, SessionRow, SettingsVersionRow,
    },
};
use crate::{
    accounts::{AccountService, Role, service},
    authors::AuthorService,
    config::SiteUrl,
    dates::date_time_text,
    error::AppError,
    http::{
        admin::{
            authors::AdminAuthor,
            categories::AdminCategory,
            media::{MediaList, MediaListQuery},
            posts::{AdminPostListQuery, PER_PAGE},
            site_health::health_of,
        },
        api::sessions::OwnSessionView,
        errors::HttpError,
        extract::{CurrentSession, PathText, ValidQuery},
        proxies::TrustedProxies,
    },
    media::MediaService,
    posts::{
        CategoryService, PostPresenter, PostService,
        domain::{CATEGORIES, SECTION_TAGS},
        service::AdminPage,
        views::AdminPost,
    },
    settings::SettingsService,
    site::Site,
    site_health::SiteHealthService,
};
use axum::extract::{FromRef, FromRequestParts, OptionalFromRequestParts};
use axum::response::IntoResponse;
use http::request::Parts;

/// The page where staff set up their second factor.
const ACCOUNT: &str = "/admin/account";

/// A session with admin rights, an editor's or an administrator's. Otherwise responds with a redirect to sign-in (303) or the page that says why (403).
/// Staff who lack a second factor that the site requires are redirected to their account page.
pub struct Staff(pub service::CurrentSession);

impl Staff {
    /// Returns the signed-in user for the page's props.
    pub fn me(&self) -> Me {
        let user = &self.0.user;
        Me { email: user.email.clone(), role: user.role.unwrap_or(Role::Editor) }
    }
}

impl<S: Sync> FromRequestParts<S> for Staff
where
    AccountService: FromRef<S>,
    TrustedProxies: FromRef<S>,
    SiteUrl: FromRef<S>,
    Arc<Site>: FromRef<S>,
{
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Response> {
        let session = <CurrentSession as OptionalFromRequestParts<S>>::from_request_parts(parts, state).await;
        match session.map_err(IntoResponse::into_response)? {
            None => Err(PageError::see_other(sign_in_before(&parts.uri)).into_response()),
            Some(CurrentSession(session)) if session.user.is_admin => {
                let lacks_factor = AccountService::from_ref(state).lacks_second_factor(&session).await;
                if lacks_factor.map_err(|error| HttpError::from(error).into_response())? && parts.uri.path() != ACCOUNT
                {
                    return Err(PageError::see_other(ACCOUNT).into_response());
                }
                Ok(Self(session))
            }
            Some(CurrentSession(session)) => {
                let contact_email = Arc::<Site>::from_ref(state).contact_email.clone();
                let props = AdminForbiddenProps { email: session.user.email, contact_email };
                Err(Page::with_status(StatusCode::FORBIDDEN, &props).into_response())
            }
        }
    }
}

/// A session of an administrator. Editors get the page that says whom to ask (403), others the answers of [`Staff`].
pub struct Administrator(pub Staff);

impl<S: Sync> FromRequestParts<S> for Administrator
where
    AccountService: FromRef<S>,
    TrustedProxies: FromRef<S>,
    SiteUrl: FromRef<S>,
    Arc<Site>: FromRef<S>,
{
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Response> {
        let staff = Staff::from_request_parts(parts, state).await?;
        if staff.0.user.is_administrator() {
            return Ok(Self(staff));
        }
        let contact_email = Arc::<Site>::from_ref(state).contact_email.clone();
        let props = AdminRestrictedProps { me: staff.me(), contact_email };
        Err(Page::with_status(StatusCode::FORBIDDEN, &props).into_response())
    }
}

/// `/admin`
pub async fn home(_staff: Staff) -> PageError {
    PageError::see_other("/admin/blog")
}

/// `/admin/blog` and `/blog-post-manager`
pub async fn posts(
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    staff: Staff,
    uri: Uri,
    query: Result<ValidQuery<AdminPostListQuery>, HttpError>,
) -> PageResult {
    // An invalid filter shows the whole list.
    let query = query.map(|ValidQuery(query)| query).unwrap_or_default();
    let page = query.page.filter(|page| *page > 0).unwrap_or(1);
    let AdminPage { posts: found, more } = posts.admin_list(&query.filter(), page.into(), PER_PAGE).await?;
    PageError::beyond_last(&uri, page.into(), found.pages)?;
    let (views, now) = (presenter.views(), posts.now());
    let second = uri.path().contains("blog-post-manager");
    Page::new(&AdminPostsListProps {
        me: staff.me(),
        posts: found.items.into_iter().map(|post| views.admin_row(post, now)).collect(),
        counts: posts.state_counts().await?.into(),
        page: found.page,
        per_page: found.per_page,
        pages: found.pages,
        total: found.total,
        more,
        search: query.search,
        status: query.status,
        sort: query.sort,
        dir: query.dir,
        path: if second { "/blog-post-manager" } else { "/admin/blog" }.to_owned(),
    })
}

/// `/admin/blog/new`
pub async fn new_post(staff: Staff, State(posts): State<PostService>) -> PageResult {
    edit_page(&posts, &staff, None).await
}

/// `/admin/blog/edit/{id}`
pub async fn edit_post(
    State(posts): State<PostService>,
    State(presenter): State<PostPresenter>,
    staff: Staff,
    id: Result<PathText, HttpError>,
) -> PageResult {
    let Some(id) = id.ok().and_then(|PathText(id)| id.parse().ok()) else {
        return Err(PageError::NotFound { replace_with: Some("/admin/blog") });
    };
    match posts.get(id).await {
        Ok(post) if post.summary.trashed_at.is_some() => Err(PageError::NotFound { replace_with: Some("/admin/blog") }),
        Ok(post) => edit_page(&posts, &staff, Some(presenter.views().admin_post(post, posts.now()))).await,
        Err(AppError::NotFound(_)) => Err(PageError::NotFound { replace_with: Some("/admin/blog") }),
        Err(error) => Err(HttpError::from(error).into()),
    }
}

async fn edit_page(posts: &PostService, staff: &Staff, post: Option<AdminPost>) -> PageResult {
    let tags = posts.tags().await?;
    Page::new(&AdminPostEditProps {
        me: staff.me(),
        post,
        categories: CATEGORIES.map(str::to_owned).to_vec(),
        section_tags: SECTION_TAGS.map(str::to_owned).to_vec(),
        tag_suggestions: tags.into_iter().map(|tag| tag.name).take(50).collect(),
    })
}

/// `/admin/account`
pub async fn account(
    staff: Staff,
    State(site): State<Arc<Site>>,
    State(accounts): State<AccountService>,
) -> PageResult {
    let zone = site.time_zone;
    let text = |at: DateTime<Utc>| date_time_text(at, zone);
    let found = accounts.own_sessions(&staff.0).await?;
    let mut sessions: Vec<SessionRow> = found
        .into_iter()
        .map(|session| SessionRow {
            created_text: text(session.created_at),
            last_used_text: text(session.last_used_at),
            session: OwnSessionView::new(session, staff.0.id),
        })
        .collect();
    sessions.sort_by_key(|row| !row.session.is_current);
    let overview = accounts.factor_overview(&staff.0).await?;
    Page::new(&AdminAccountProps { me: staff.me(), sessions, second_factor: SecondFactorProps::new(overview, text) })
}

/// `/admin/media`
pub async fn media(
    State(media): State<MediaService>,
    staff: Staff,
    uri: Uri,
    query: Result<ValidQuery<MediaListQuery>, HttpError>,
) -> PageResult {
    // An invalid filter shows the whole library.
    let query = query.map(|ValidQuery(query)| query).unwrap_or_default();
    let page = u64::from(query.page.filter(|page| *page > 0).unwrap_or(1));
    let list = MediaList::new(media.list(&query.search, &query.folder, page).await?, page);
    PageError::beyond_last(&uri, page, list.pages)?;
    Page::new(&AdminMediaProps { me: staff.me(), list, search: query.search, folder: query.folder })
}

/// `/admin/settings`
pub async fn settings(
    Administrator(staff): Administrator,
    State(settings): State<SettingsService>,
    State(site): State<Arc<Site>>,
) -> PageResult {
    let versions = settings
        .versions()
        .await?
        .into_iter()
        .map(|(version, at)| SettingsVersionRow { version, created_text: date_time_text(at, site.time_zone) });
    let current = settings.get().await?.into();
    Page::new(&AdminSettingsProps { me: staff.me(), current, versions: versions.collect() })
}

/// `/admin/authors`
pub async fn authors(staff: Staff, State(authors): State<AuthorService>) -> PageResult {
    let authors = authors.counted().await?.into_iter().map(AdminAuthor::from).collect();
    Page::new(&AdminAuthorsProps { me: staff.me(), authors })
}

/// `/admin/categories`
pub async fn categories(staff: Staff, State(categories): State<CategoryService>) -> PageResult {
    let categories = categories.counted().await?.into_iter().map(AdminCategory::from).collect();
    Page::new(&AdminCategoriesProps { me: staff.me(), categories })
}

/// `/admin/health`
pub async fn health(
    staff: Staff,
    State(health): State<SiteHealthService>,
    State(posts): State<PostService>,
    State(site): State<Arc<Site>>,
) -> PageResult {
    let health = health_of(&health, &posts, site.time_zone).await?;
    Page::new(&AdminHealthProps { me: staff.me(), health })
}

/// An unknown path under `/admin`: staff get the not-found page, others are redirected to sign-in.
pub async fn not_found(_staff: Staff) -> PageError {
    PageError::NotFound { replace_with: None }
}
