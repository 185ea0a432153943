//! `/admin/…`: pages for staff. Each function asks for the session itself, so that none is reachable without.

use axum::{
    extract::{OriginalUri, State},
    response::Response,
};
use chrono::{DateTime, Utc};
use http::StatusCode;

use super::{
    Page, PageError, PageResult,
    props::{
        AdminAccountProps, AdminForbiddenProps, AdminMediaProps, AdminPostEditProps, AdminPostsListProps, Me,
        SessionRow,
    },
};
use crate::{
    accounts::session_api::OwnSessionView,
    app::App,
    error::AppError,
    extract::{Admin, CurrentSession, PathText, ValidQuery},
    media::admin_api::{MediaList, MediaListQuery},
    posts::{
        admin_api::{AdminListQuery, PER_PAGE},
        domain::{CATEGORIES, SECTION_TAGS},
        service::AdminPage,
    },
};

/// Somebody with admin rights, or the page to show instead.
pub(super) fn staff(app: &App, session: Option<CurrentSession>) -> Result<Admin, PageResult> {
    match session {
        None => Err(Err(PageError::see_other("/auth"))),
        Some(CurrentSession(session)) if session.user.is_admin => Ok(Admin(session)),
        Some(CurrentSession(session)) => Err(Page::with_status(
            StatusCode::FORBIDDEN,
            "admin/forbidden",
            &AdminForbiddenProps { email: session.user.email, contact_email: app.config.site.contact_email.clone() },
        )),
    }
}

pub(super) fn me(admin: &Admin) -> Me {
    Me { email: admin.0.user.email.clone() }
}

/// `/admin`
pub async fn home(State(app): State<App>, session: Option<CurrentSession>) -> PageResult {
    match staff(&app, session) {
        Ok(_) => Err(PageError::see_other("/admin/blog")),
        Err(instead) => instead,
    }
}

/// `/admin/blog` and `/blog-post-manager`
pub async fn posts(
    State(app): State<App>,
    session: Option<CurrentSession>,
    OriginalUri(uri): OriginalUri,
    query: Result<ValidQuery<AdminListQuery>, AppError>,
) -> PageResult {
    let admin = match staff(&app, session) {
        Ok(admin) => admin,
        Err(instead) => return instead,
    };
    // A filter that makes no sense shows the whole list.
    let query = query.map(|ValidQuery(query)| query).unwrap_or_default();
    let page = query.page.filter(|page| *page > 0).unwrap_or(1);
    let AdminPage { posts: found, more } = app.posts.admin_list(&query.filter(), page.into(), PER_PAGE).await?;
    let views = app.views();
    let second = uri.path().contains("blog-post-manager");
    Page::new(
        "admin/posts/list",
        &AdminPostsListProps {
            me: me(&admin),
            posts: found.items.into_iter().map(|post| views.admin_row(post)).collect(),
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
        },
    )
}

/// `/admin/blog/new`
pub async fn new_post(State(app): State<App>, session: Option<CurrentSession>) -> PageResult {
    match staff(&app, session) {
        Ok(admin) => edit_page(&app, &admin, None).await,
        Err(instead) => instead,
    }
}

/// `/admin/blog/edit/{id}`
pub async fn edit_post(
    State(app): State<App>,
    session: Option<CurrentSession>,
    id: Result<PathText, AppError>,
) -> PageResult {
    let admin = match staff(&app, session) {
        Ok(admin) => admin,
        Err(instead) => return instead,
    };
    let Some(id) = id.ok().and_then(|PathText(id)| id.parse().ok()) else {
        return Err(PageError::NotFound { replace_with: Some("/admin/blog") });
    };
    match app.posts.get(id).await {
        Ok(post) => edit_page(&app, &admin, Some(app.views().admin_post(post))).await,
        Err(AppError::NotFound(_)) => Err(PageError::NotFound { replace_with: Some("/admin/blog") }),
        Err(error) => Err(error.into()),
    }
}

async fn edit_page(app: &App, admin: &Admin, post: Option<crate::posts::views::AdminPost>) -> PageResult {
    let tags = app.posts.tags().await?;
    Page::new(
        "admin/posts/edit",
        &AdminPostEditProps {
            me: me(admin),
            post,
            categories: CATEGORIES.map(str::to_owned).to_vec(),
            section_tags: SECTION_TAGS.map(str::to_owned).to_vec(),
            tag_suggestions: tags.into_iter().map(|tag| tag.name).take(50).collect(),
        },
    )
}

/// `/admin/account`
pub async fn account(State(app): State<App>, session: Option<CurrentSession>) -> PageResult {
    let admin = match staff(&app, session) {
        Ok(admin) => admin,
        Err(instead) => return instead,
    };
    let zone = app.config.site.time_zone;
    let text = |at: DateTime<Utc>| at.with_timezone(&zone).format("%-d %b %Y, %H:%M").to_string();
    let found = app.accounts.own_sessions(&admin.0).await?;
    let mut sessions: Vec<SessionRow> = found
        .into_iter()
        .map(|session| SessionRow {
            created_text: text(session.created_at),
            last_used_text: text(session.last_used_at),
            session: OwnSessionView::new(session, admin.0.id),
        })
        .collect();
    sessions.sort_by_key(|row| !row.session.is_current);
    Page::new("admin/account", &AdminAccountProps { me: me(&admin), sessions })
}

/// `/admin/media`
pub async fn media(
    State(app): State<App>,
    session: Option<CurrentSession>,
    query: Result<ValidQuery<MediaListQuery>, AppError>,
) -> PageResult {
    let admin = match staff(&app, session) {
        Ok(admin) => admin,
        Err(instead) => return instead,
    };
    // A filter that makes no sense shows the whole library.
    let query = query.map(|ValidQuery(query)| query).unwrap_or_default();
    let page = u64::from(query.page.filter(|page| *page > 0).unwrap_or(1));
    let found = app.media.list(&query.search, page).await?;
    Page::new(
        "admin/media",
        &AdminMediaProps { me: me(&admin), list: MediaList::new(found, page), search: query.search },
    )
}

/// An address under `/admin` that names nothing: staff see so, others are asked to sign in.
pub async fn not_found(State(app): State<App>, session: Option<CurrentSession>) -> Response {
    use axum::response::IntoResponse;
    match staff(&app, session) {
        Ok(_) => PageError::NotFound { replace_with: None }.into_response(),
        Err(instead) => instead.into_response(),
    }
}
