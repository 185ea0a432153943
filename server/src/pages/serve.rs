//! From a page function's answer to bytes: HTML for a full request, JSON for in-app navigation, from the cache
//! where the page is the same for everybody.

use std::{
    convert::Infallible,
    sync::Arc,
    time::{Duration, SystemTime},
};

use axum::{
    body::Body,
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};

use super::{Outcome, Page, forms, key::page_key, props::SiteProps, shell::Document};
use crate::{
    app::App,
    posts::domain::{CATEGORIES, SECTION_TAGS},
    render::{CachedPage, Made},
    security,
};

/// Where in-app navigation asks for a page's data: this, then the page's own path.
pub const DATA_PREFIX: &str = "/_data";

/// Whether the request wants the page as data. Put into each request by the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A document.
    Html,
    /// JSON for in-app navigation.
    Data,
}

/// A page says the present year and depends on the clock in no other way: an hour is soon enough.
const LONGEST: Duration = Duration::from_hours(1);

/// A failed answer that the waiting ones of a single flight may share.
type Uncached = Box<Response>;

/// Middleware of public pages: the same answer for everybody, from the cache.
pub async fn public(State(app): State<App>, request: Request, next: Next) -> Response {
    let form = form_of(&request);
    let (method, headers) = (request.method().clone(), request.headers().clone());
    if !matches!(method, Method::GET | Method::HEAD) {
        return private(State(app), request, next).await;
    }
    let query = request.uri().query();
    let sent = forms::sent(query);
    let Some(key) = page_key(request.uri().path(), query).map(|key| cache_key(form, &key)) else {
        return private(State(app), request, next).await;
    };
    let address = key.strip_prefix(DATA_PREFIX).unwrap_or(&key).to_owned();
    let (version, now) = (app.content.version(), SystemTime::from(app.clock.now()));
    let made = app
        .cache
        .get_or_make(version, &key, now, || async {
            let response = next.run(request).await;
            match response.extensions().get::<Outcome>().cloned() {
                Some(Outcome::Page(page)) if page.component == "not-found" => {
                    Ok(Made { page: shared_not_found(&app, &page, form, version, now).await, store: false })
                }
                Some(Outcome::Page(page)) => {
                    let page = match &sent {
                        Some(outcome) => page.with_form(StatusCode::OK, outcome),
                        None => page,
                    };
                    Ok(render(&app, &page, &address, form, now).await)
                }
                Some(Outcome::File(file)) => {
                    Ok(finish(&app, StatusCode::OK, file.content_type, file.body, true, now, None))
                }
                Some(Outcome::Redirect(to)) if form == Form::Data => Err(Box::new(redirect_data(&to))),
                _ => Err(Uncached::new(response)),
            }
        })
        .await;
    match made {
        Ok(page) => page.respond(&method, &headers).map(Body::from),
        Err(response) => *response,
    }
}

/// Middleware of pages that depend on who asks: never stored, by nobody.
pub async fn private(State(app): State<App>, request: Request, next: Next) -> Response {
    let form = form_of(&request);
    let (method, headers) = (request.method().clone(), request.headers().clone());
    let address = request.uri().path_and_query().map_or("/", http::uri::PathAndQuery::as_str).to_owned();
    let response = next.run(request).await;
    let Some(outcome) = response.extensions().get::<Outcome>().cloned() else { return response };
    let now = SystemTime::from(app.clock.now());
    let retry_after = response.headers().get(header::RETRY_AFTER).cloned();
    let cookies: Vec<HeaderValue> = response.headers().get_all(header::SET_COOKIE).iter().cloned().collect();
    let mut answer = match outcome {
        Outcome::Page(page) => {
            render(&app, &page, &address, form, now).await.page.respond(&method, &headers).map(Body::from)
        }
        Outcome::File(file) => {
            let made = finish(&app, StatusCode::OK, file.content_type, file.body, true, now, None);
            made.page.respond(&method, &headers).map(Body::from)
        }
        Outcome::Redirect(to) if form == Form::Data => redirect_data(&to),
        Outcome::Redirect(_) => response,
    };
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    answer.headers_mut().remove(header::ETAG);
    if let Some(seconds) = retry_after {
        answer.headers_mut().insert(header::RETRY_AFTER, seconds);
    }
    answer.headers_mut().remove(header::SET_COOKIE);
    for cookie in cookies {
        answer.headers_mut().append(header::SET_COOKIE, cookie);
    }
    answer
}

fn form_of(request: &Request) -> Form {
    request.extensions().get::<Form>().copied().unwrap_or(Form::Html)
}

/// The cache's key of a page in one of its forms.
pub fn cache_key(form: Form, page_key: &str) -> String {
    match form {
        Form::Html => page_key.to_owned(),
        Form::Data => format!("{DATA_PREFIX}{page_key}"),
    }
}

/// One rendered not-found page serves every address that names nothing.
async fn shared_not_found(app: &App, page: &Page, form: Form, version: i64, now: SystemTime) -> Arc<CachedPage> {
    // No path starts with a blank, so no page can be mistaken for it.
    let key = cache_key(form, &format!(" not-found {}", page.props));
    let made = app
        .cache
        .get_or_make(version, &key, now, || async { Ok::<_, Infallible>(render(app, page, "", form, now).await) });
    match made.await {
        Ok(page) => page,
        Err(never) => match never {},
    }
}

async fn render(app: &App, page: &Page, address: &str, form: Form, now: SystemTime) -> Made {
    match form {
        Form::Html => render_document(app, page, address, now).await,
        Form::Data => render_data(app, page, address, now).await,
    }
}

async fn render_document(app: &App, page: &Page, address: &str, now: SystemTime) -> Made {
    let site = serde_json::to_string(&site_props(app)).unwrap_or_else(|_| "{}".to_owned());
    let input = page_json(app, page, &page.props, address, "null", Some(&site));
    if app.config.vite.is_some() {
        return unrendered(app, page, &input, now);
    }
    let rendered = app.renderer.document(input.clone()).await;
    app.metrics.rendered(&rendered);
    for error in [rendered.head.as_ref().err(), rendered.body.as_ref().err()].into_iter().flatten() {
        tracing::error!(component = page.component, address, %error, "page not rendered");
    }
    let complete = rendered.head.is_ok() && rendered.body.is_ok();
    let head = rendered.head.as_deref().ok();
    let data = match &page.hydration {
        Some(props) if rendered.body.is_ok() => page_json(app, page, props, address, "null", Some(&site)),
        _ => input,
    };
    let html = app.shell.document(&Document {
        component: page.component,
        head,
        fallback_title: &app.config.site.name,
        body: rendered.body.as_deref().unwrap_or_default(),
        // Hydration does not read the head again: it stands in the document.
        data: &data,
    });
    finish(app, page.status, "text/html; charset=utf-8", html, complete, now, page.until)
}

/// During development the browser renders, from the sources that Vite serves.
fn unrendered(app: &App, page: &Page, data: &str, now: SystemTime) -> Made {
    let title = &app.config.site.name;
    let parts = Document { component: page.component, head: None, fallback_title: title, body: "", data };
    finish(app, page.status, "text/html; charset=utf-8", app.shell.document(&parts), false, now, None)
}

async fn render_data(app: &App, page: &Page, address: &str, now: SystemTime) -> Made {
    let site = serde_json::to_string(&site_props(app)).unwrap_or_else(|_| "{}".to_owned());
    let head = app.renderer.head(page_json(app, page, &page.props, address, "null", Some(&site))).await;
    if let Err(error) = &head {
        tracing::error!(component = page.component, address, %error, "head not made");
    }
    let complete = head.is_ok();
    let json = page_json(app, page, &page.props, address, head.as_deref().unwrap_or("null"), None);
    finish(app, page.status, "application/json", json, complete, now, page.until)
}

fn finish(
    app: &App,
    status: StatusCode,
    content_type: &'static str,
    body: impl Into<Bytes>,
    complete: bool,
    now: SystemTime,
    until: Option<DateTime<Utc>>,
) -> Made {
    let mut headers = HeaderMap::with_capacity(16);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    let server_error = status.is_server_error();
    let caching = if complete && !server_error { "public, max-age=0, must-revalidate" } else { "no-store" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    if content_type == "application/json" || status == StatusCode::NOT_FOUND {
        headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    }
    if status == StatusCode::SERVICE_UNAVAILABLE {
        headers.insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
    }
    if app.config.vite.is_some() {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(security::DEVELOPMENT_POLICY));
    }
    security::protect(&mut headers, app.https());
    let until = app.content.next_publication().into_iter().chain(until).min().map(SystemTime::from);
    let valid_until = until.map_or(now + LONGEST, |until| until.min(now + LONGEST));
    Made {
        page: Arc::new(CachedPage::new(status, headers, body.into(), Some(valid_until))),
        store: complete && matches!(status, StatusCode::OK | StatusCode::NOT_FOUND),
    }
}

fn redirect_data(to: &str) -> Response {
    let body = serde_json::json!({ "redirect": to, "replace": true });
    ([(header::CACHE_CONTROL, "no-store")], axum::Json(body)).into_response()
}

/// The page as the browser and React get it.
fn page_json(app: &App, page: &Page, props: &str, address: &str, head: &str, site: Option<&str>) -> String {
    let text = |value: &str| serde_json::Value::from(value).to_string();
    let mut json = format!(
        r#"{{"component":{},"props":{props},"url":{},"head":{head},"version":{}"#,
        text(page.component),
        text(address),
        text(app.assets.version()),
    );
    if let Some(form) = &page.form {
        json.push_str(",\"form\":");
        json.push_str(form);
    }
    if let Some(site) = site {
        json.push_str(",\"site\":");
        json.push_str(site);
    }
    json.push('}');
    json
}

fn site_props(app: &App) -> SiteProps {
    use chrono::Datelike;
    let site = &app.config.site;
    SiteProps {
        name: site.name.clone(),
        legal_name: site.legal_name.clone(),
        strapline: site.strapline.clone(),
        founding_year: site.founding_year,
        public_url: app.public_url.clone(),
        contact_email: site.contact_email.clone(),
        year: app.clock.now().with_timezone(&site.time_zone).year(),
        time_zone: site.time_zone.name().to_owned(),
        founder: site.founder.clone(),
        social_profiles: site.social_profiles.clone(),
        categories: CATEGORIES.map(str::to_owned).to_vec(),
        section_tags: SECTION_TAGS.map(str::to_owned).to_vec(),
    }
}
