//! Turns a page function's result into a response: HTML for a document request, JSON for in-app navigation, from the
//! cache when the page is the same for everybody.

use std::{convert::Infallible, sync::Arc};

use axum::{
    body::Body,
    extract::{FromRequestParts, Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header, request, uri::PathAndQuery};

use super::{
    Page, PageError, RouteResult, forms, is_for_staff,
    key::{DATA_PREFIX, page_key, versions_of},
    listing,
    render::{Moment, PageRenderer, Representation},
};
use crate::http::{
    errors::HttpError,
    page_cache::{CachedPage, RenderedPage},
    proxies::Peer,
};

/// A response that concurrent requests do not share.
type Uncached = Box<Response>;

/// Removes `/_data` from the path and records the representation, so that one route serves both. Also records the
/// peer.
pub fn with_representation(mut request: Request, peer: Peer) -> Request {
    request.extensions_mut().insert(peer);
    let rest = request.uri().path_and_query().and_then(|address| address.as_str().strip_prefix(DATA_PREFIX));
    let page = match rest {
        Some("") => Some("/".to_owned()),
        Some(rest) if rest.starts_with('/') => Some(rest.to_owned()),
        Some(rest) if rest.starts_with('?') => Some(format!("/{rest}")),
        _ => None,
    };
    let representation = match page.and_then(|page| page.parse::<Uri>().ok()) {
        Some(uri) => {
            *request.uri_mut() = uri;
            Representation::Data
        }
        None => Representation::Html,
    };
    request.extensions_mut().insert(representation);
    request
}

/// Middleware of public pages, which are the same for everybody and cached.
pub async fn public(State(pages): State<PageRenderer>, request: Request, next: Next) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return private(State(pages), request, next).await;
    }
    let representation = representation_of(&request);
    let (method, headers) = (request.method().clone(), request.headers().clone());
    let asked = request.uri().clone();
    let query = request.uri().query();
    let Some(key) = page_key(request.uri().path(), query).map(|key| cache_key(representation, &key)) else {
        return private(State(pages), request, next).await;
    };
    let address = key.strip_prefix(DATA_PREFIX).unwrap_or(&key).to_owned();
    // From the key, so that a page without forms is never stored with the outcome of one.
    let sent = forms::sent(address.split_once('?').map(|(_, query)| query));
    // Taken before the content is read, so that a publication in between ends the page's validity.
    let moment = pages.now();
    let network = pages.budget.network_of(request.extensions().get().copied(), &headers);
    let made = pages
        .cache
        .get_or_render(versions_of(&key, moment.versions), &key, moment.now, || async {
            let _permit = match pages.budget.take(network, pages.clock.now()).await {
                Ok(permit) => permit,
                Err(refused) => return Err(Box::new(refuse(refused.into(), representation))),
            };
            let mut response = next.run(request).await;
            if is_unknown(&response, asked.path())
                && let Some(moved) = redirected(&pages, &asked, is_visit(representation, &headers)).await
            {
                response = moved;
            }
            match response.extensions().get::<RouteResult>().cloned() {
                Some(RouteResult::Page(page)) if page.component == "not-found" => {
                    if method == Method::GET
                        && representation == Representation::Html
                        && is_visit(representation, &headers)
                    {
                        count_missed(&pages, &address);
                    }
                    let page = shared_not_found(&pages, &page, representation, moment).await;
                    Ok(RenderedPage { page, store: false })
                }
                Some(RouteResult::Page(page)) => {
                    let page = match &sent {
                        Some(outcome) if page.status == StatusCode::OK => page.with_form(StatusCode::OK, outcome),
                        _ => page,
                    };
                    Ok(pages.render(&page, &address, representation, moment).await)
                }
                Some(RouteResult::File(file)) => Ok(pages.file(file, moment)),
                Some(RouteResult::Redirect(to)) if representation == Representation::Data => {
                    Err(Box::new(redirect_data(&to)))
                }
                _ => Err(Uncached::new(response)),
            }
        })
        .await;
    match made {
        Ok(page) => page.respond(&method, &headers).map(Body::from),
        Err(response) => *response,
    }
}

/// Middleware of pages that depend on the user, which are never stored. Like public pages they use up the render budget
/// of the visitor's network, except for pages that staff work on.
pub async fn private(State(pages): State<PageRenderer>, request: Request, next: Next) -> Response {
    let representation = representation_of(&request);
    let (method, headers) = (request.method().clone(), request.headers().clone());
    let asked = request.uri().clone();
    let address = asked.path_and_query().map_or("/", PathAndQuery::as_str).to_owned();
    let moment = pages.now();
    let network = pages.budget.network_of(request.extensions().get().copied(), &headers);
    let is_for_staff = is_for_staff(asked.path());
    // Counted before a form changes anything. Only the page waits for its turn, since a form may be waiting for other
    // things.
    let mut counted = if is_for_staff { None } else { Some(pages.budget.count(network, pages.clock.now())) };
    if let Some(Err(refused)) = counted {
        return refuse(refused.into(), representation);
    }
    let mut response = next.run(request).await;
    // Addresses that are too long for the cache end up here too.
    if !is_for_staff
        && matches!(method, Method::GET | Method::HEAD)
        && is_unknown(&response, asked.path())
        && let Some(moved) = redirected(&pages, &asked, is_visit(representation, &headers)).await
    {
        response = moved;
    }
    let Some(outcome) = response.extensions().get::<RouteResult>().cloned() else { return response };
    let retry_after = response.headers().get(header::RETRY_AFTER).cloned();
    // Anybody can have an account without rights.
    if matches!(&outcome, RouteResult::Page(page) if is_for_staff && page.status == StatusCode::FORBIDDEN) {
        counted = Some(pages.budget.count(network, pages.clock.now()));
    }
    let turn = match (counted, &outcome) {
        (Some(Ok(counted)), RouteResult::Page(_)) => Some(pages.budget.wait(counted).await),
        (Some(Err(refused)), _) => Some(Err(refused)),
        _ => None,
    };
    let _permit = match turn.transpose() {
        Ok(permit) => permit,
        Err(refused) => return refuse(refused.into(), representation),
    };
    let cookies: Vec<HeaderValue> = response.headers().get_all(header::SET_COOKIE).iter().cloned().collect();
    let mut answer = match outcome {
        RouteResult::Page(page) => {
            pages.render(&page, &address, representation, moment).await.page.respond(&method, &headers).map(Body::from)
        }
        RouteResult::File(file) => pages.file(file, moment).page.respond(&method, &headers).map(Body::from),
        RouteResult::Redirect(to) if representation == Representation::Data => redirect_data(&to),
        RouteResult::Redirect(_) => response,
    };
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    // Addresses of private pages may contain the token of a link, which other sites must not learn. With `no-referrer`,
    // browsers would send `Origin: null` with the page's own forms too, and those without `Sec-Fetch-Site` would be
    // refused.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.remove(header::ETAG);
    if let Some(seconds) = retry_after {
        headers.insert(header::RETRY_AFTER, seconds);
    }
    headers.remove(header::SET_COOKIE);
    for cookie in cookies {
        headers.append(header::SET_COOKIE, cookie);
    }
    answer
}

/// Returns whether a response says that no page has the path. A path with a trailing slash is looked up before it
/// redirects to the one without, so that one hop is enough.
fn is_unknown(response: &Response, path: &str) -> bool {
    match response.extensions().get::<RouteResult>() {
        Some(RouteResult::Page(page)) => page.component == "not-found",
        Some(RouteResult::Redirect(_)) => path.ends_with('/'),
        Some(RouteResult::File(_)) | None => false,
    }
}

/// Returns staff's redirect from an address. None when the database fails: the not-found page needs no database.
async fn redirected(pages: &PageRenderer, asked: &Uri, is_visit: bool) -> Option<Response> {
    let found = pages.redirects.follow(asked.path(), is_visit).await;
    let target = found.inspect_err(|error| tracing::warn!(%error, "could not look up a redirect")).ok()??;
    // A category may have been renamed since.
    let moved = match target.parse() {
        Ok(uri) => listing::moved_listing(&pages.posts, &pages.categories, &uri).await,
        Err(_) => Ok(None),
    };
    let moved = moved.inspect_err(|error| tracing::warn!(%error, "could not look up a category")).ok().flatten();
    let target = moved.unwrap_or(target);
    // Tracking parameters are kept, unless the target has a query or a fragment.
    let query = asked.query().filter(|query| !query.is_empty() && !target.contains(['?', '#']));
    Some(PageError::moved(query.map_or(target.clone(), |query| format!("{target}?{query}"))).into_response())
}

/// Counts an address that no page has. Addresses with parameters of pages are left out, since staff cannot redirect
/// them.
fn count_missed(pages: &PageRenderer, address: &str) {
    if !address.contains('?') {
        pages.redirects.missed(address);
    }
}

/// Returns whether a request may be for a document: browsers name other purposes.
fn is_document(headers: &HeaderMap) -> bool {
    headers.get("sec-fetch-dest").is_none_or(|purpose| purpose == "document")
}

/// Whether a reader requests a page, from the app or as a document. Site checks and prefetches are not visits.
pub struct IsVisit(pub bool);

impl<S: Sync> FromRequestParts<S> for IsVisit {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut request::Parts, _state: &S) -> Result<Self, Infallible> {
        let representation = parts.extensions.get::<Representation>().copied().unwrap_or(Representation::Html);
        Ok(Self(is_visit(representation, &parts.headers)))
    }
}

fn is_visit(representation: Representation, headers: &HeaderMap) -> bool {
    !headers.contains_key("sec-purpose") && (representation == Representation::Data || is_document(headers))
}

fn representation_of(request: &Request) -> Representation {
    request.extensions().get::<Representation>().copied().unwrap_or(Representation::Html)
}

/// Returns the cache key of a page in one representation.
fn cache_key(representation: Representation, page_key: &str) -> String {
    match representation {
        Representation::Html => page_key.to_owned(),
        Representation::Data => format!("{DATA_PREFIX}{page_key}"),
    }
}

/// Returns the not-found page, which is rendered once for all unknown URLs.
async fn shared_not_found(
    pages: &PageRenderer,
    page: &Page,
    representation: Representation,
    moment: Moment,
) -> Arc<CachedPage> {
    // No path starts with a space, so no page has this key.
    let key = cache_key(representation, &format!(" not-found {}", page.props));
    let made = pages.cache.get_or_render(versions_of(&key, moment.versions), &key, moment.now, || async {
        Ok::<_, Infallible>(pages.render(page, "", representation, moment).await)
    });
    match made.await {
        Ok(page) => page,
        Err(never) => match never {},
    }
}

/// Returns the response to a request whose page may not be rendered now: plain text, since an error page would have to
/// be rendered too.
fn refuse(error: HttpError, representation: Representation) -> Response {
    if representation == Representation::Data {
        return error.into_response();
    }
    let mut response = (error.status(), format!("{}\n", error.public_message())).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(seconds) = error.retry_after() {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

fn redirect_data(to: &str) -> Response {
    let body = serde_json::json!({ "redirect": to, "replace": true });
    ([(header::CACHE_CONTROL, "no-store")], axum::Json(body)).into_response()
}
