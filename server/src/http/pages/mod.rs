//! One function per page, from a URL to props, without HTML. [`serve`] turns them into responses.

#[macro_use]
pub mod schemas;

pub mod admin;
pub mod auth;
pub mod authors;
pub mod blog;
pub mod bookings;
pub mod forms;
pub mod key;
pub mod link_tokens;
mod listing;
pub mod newsletter;
pub mod props;
pub mod public;
pub mod render;
pub mod serve;
pub mod shell;
pub mod submit;

use std::borrow::Cow;

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use http::{HeaderValue, StatusCode, Uri, header};
use utoipa::openapi::{Components, ComponentsBuilder, ObjectBuilder};

use crate::{error::AppError, http::errors::HttpError, storage::StorageError};
use forms::FormOutcome;
use props::{ErrorProps, NotFoundProps};
use schemas::PageProps;

/// Returns the schemas of all props, and the schema `PageProps`: an object with the props of each page by its name.
pub fn schemas() -> Components {
    let (mut schemas, mut map) = (schemas::Schemas::new(), ObjectBuilder::new());
    for add in [props::describe, admin::describe] {
        map = add(&mut schemas, map);
    }
    let map = map.description(Some("The props of each page by its name."));
    ComponentsBuilder::new().schemas_from_iter(schemas).schema("PageProps", map).build()
}

/// A page: a component and its props.
#[derive(Debug, Clone)]
pub struct Page {
    /// HTTP status.
    pub status: StatusCode,
    /// Path under `web/src/pages` without the extension.
    pub component: &'static str,
    /// The props as JSON.
    pub props: String,
    /// Smaller props for hydration, when the document already contains what they omit.
    pub hydration: Option<String>,
    /// The outcome of a form posted to the page, as JSON.
    pub form: Option<String>,
    /// Seconds until a form may be posted again.
    pub retry_after: Option<u64>,
    /// Until when the props are valid, if time alone changes them.
    pub until: Option<DateTime<Utc>>,
    /// Whether a rendered page may be stored in the cache.
    pub is_kept: bool,
    /// The origins of frames that the document may contain: the players of its videos.
    pub frames: Vec<String>,
}

/// What a page function returns instead of a page.
#[derive(Debug)]
pub enum PageError {
    /// A redirect.
    Redirect {
        /// Root-relative URL.
        to: String,
        /// 301 or 303.
        status: StatusCode,
    },
    /// There is no such page. A browser may be told to replace the URL with another.
    NotFound {
        /// That URL.
        replace_with: Option<Cow<'static, str>>,
    },
    /// Something failed.
    Failed(HttpError),
}

/// Returns whether a path is a page for staff.
pub fn is_for_staff(path: &str) -> bool {
    path == "/blog-post-manager" || path == "/admin" || path.starts_with("/admin/")
}

/// The result of a page function.
pub type PageResult = Result<Page, PageError>;

/// A resource made from the content of pages that is not a page and is the same for everybody.
#[derive(Debug, Clone)]
pub struct MachineFile {
    /// Media type with charset.
    pub content_type: &'static str,
    /// The complete body.
    pub body: Bytes,
}

/// The result of a route, passed from its function to [`serve`] in the response's extensions.
#[derive(Debug, Clone)]
enum RouteResult {
    Page(Page),
    File(MachineFile),
    Redirect(String),
}

impl Page {
    /// Returns a page with status 200.
    pub fn new<P: PageProps>(props: &P) -> PageResult {
        Self::with_status(StatusCode::OK, props)
    }

    /// Returns a page with another status.
    pub fn with_status<P: PageProps>(status: StatusCode, props: &P) -> PageResult {
        let props = json_of(props)?;
        Ok(Self {
            status,
            component: P::COMPONENT,
            props,
            hydration: None,
            form: None,
            retry_after: None,
            until: None,
            is_kept: true,
            frames: Vec::new(),
        })
    }

    /// Returns the page with smaller props for hydration, without what the document already contains.
    pub fn hydrated_with<P: PageProps>(self, props: &P) -> PageResult {
        Ok(Self { hydration: Some(json_of(props)?), ..self })
    }

    /// Returns the not-found page.
    pub fn not_found(replace_with: Option<Cow<'static, str>>) -> Self {
        let props = NotFoundProps { replace_with: replace_with.map(Cow::into_owned) };
        Self::with_status(StatusCode::NOT_FOUND, &props).unwrap_or_else(|_| Self::bare(StatusCode::NOT_FOUND))
    }

    /// Returns the error page, and logs the error.
    pub fn failure(error: &HttpError) -> Self {
        error.log();
        let status = error.status();
        let props = ErrorProps { status: status.as_u16(), message: error.public_message() };
        Self::with_status(status, &props).unwrap_or_else(|_| Self::bare(status)).after(error)
    }

    /// Returns the page with the outcome of a posted form.
    #[must_use]
    pub fn with_form(self, status: StatusCode, outcome: &FormOutcome) -> Self {
        Self { status, form: serde_json::to_string(outcome).ok(), ..self }
    }

    /// Returns the page with the error's `Retry-After`, if any.
    #[must_use]
    pub fn after(self, error: &HttpError) -> Self {
        Self { retry_after: error.retry_after(), ..self }
    }

    /// Returns the page with the end of its props' validity.
    #[must_use]
    pub fn true_until(self, until: Option<DateTime<Utc>>) -> Self {
        Self { until, ..self }
    }

    fn bare(status: StatusCode) -> Self {
        Self {
            status,
            component: ErrorProps::COMPONENT,
            props: format!(r#"{{"status":{},"message":""}}"#, status.as_u16()),
            hydration: None,
            form: None,
            retry_after: None,
            until: None,
            is_kept: true,
            frames: Vec::new(),
        }
    }
}

fn json_of<P: PageProps>(props: &P) -> Result<String, PageError> {
    serde_json::to_string(props)
        .map_err(|error| AppError::internal(format!("props of {} do not serialise: {error}", P::COMPONENT)).into())
}

impl IntoResponse for Page {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(RouteResult::Page(self));
        response
    }
}

impl IntoResponse for MachineFile {
    fn into_response(self) -> Response {
        let mut response = StatusCode::OK.into_response();
        response.extensions_mut().insert(RouteResult::File(self));
        response
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        match self {
            Self::NotFound { replace_with } => Page::not_found(replace_with).into_response(),
            Self::Failed(error) => Page::failure(&error).into_response(),
            Self::Redirect { to, status } => {
                // Browsers treat a backslash as a slash: `/\evil.example` would be another site.
                let to = to.replace('\\', "%5C");
                let mut response = status.into_response();
                if status == StatusCode::MOVED_PERMANENTLY {
                    // Browsers would otherwise cache it for ever, whatever staff change, and loop after a slug is
                    // renamed back.
                    let always_asked = HeaderValue::from_static("public, max-age=0, must-revalidate");
                    response.headers_mut().insert(header::CACHE_CONTROL, always_asked);
                }
                if let Ok(value) = HeaderValue::from_str(&to) {
                    response.headers_mut().insert(header::LOCATION, value);
                }
                response.extensions_mut().insert(RouteResult::Redirect(to));
                response
            }
        }
    }
}

impl PageError {
    /// Returns a temporary redirect: 303.
    pub fn see_other(to: impl Into<String>) -> Self {
        Self::Redirect { to: to.into(), status: StatusCode::SEE_OTHER }
    }

    /// Redirects to the last of a list's `pages` when the requested one is beyond it.
    pub fn beyond_last(uri: &Uri, page: u64, pages: u64) -> Result<(), Self> {
        if page <= pages {
            return Ok(());
        }
        let others = uri.query().unwrap_or_default().split('&');
        let others = others.filter(|pair| !pair.is_empty() && *pair != "page" && !pair.starts_with("page="));
        let last = (pages > 1).then(|| format!("page={pages}"));
        let query = others.chain(last.as_deref()).collect::<Vec<_>>().join("&");
        let separator = if query.is_empty() { "" } else { "?" };
        Err(Self::see_other(format!("{}{separator}{query}", uri.path())))
    }

    /// Returns the redirect from an address with a trailing slash to the one without. None when it has no such slash.
    pub fn without_slash(uri: &Uri) -> Option<Self> {
        let trimmed = uri.path().trim_end_matches('/');
        let has_slash = trimmed.len() < uri.path().len() && !trimmed.is_empty() && !trimmed.starts_with("//");
        let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        has_slash.then(|| Self::moved(format!("{trimmed}{query}")))
    }

    /// Returns a permanent redirect: 301.
    pub fn moved(to: impl Into<String>) -> Self {
        Self::Redirect { to: to.into(), status: StatusCode::MOVED_PERMANENTLY }
    }
}

impl From<HttpError> for PageError {
    fn from(error: HttpError) -> Self {
        Self::Failed(error)
    }
}

impl From<AppError> for PageError {
    fn from(error: AppError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<StorageError> for PageError {
    fn from(error: StorageError) -> Self {
        Self::Failed(error.into())
    }
}
