//! Every route of the site.

use std::{sync::Arc, time::Duration};

use axum::{
    Extension, Router,
    extract::{DefaultBodyLimit, MatchedPath, Request, State},
    handler::Handler,
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{MethodRouter, delete, get, patch, post, put},
};
use http::{HeaderValue, Method, StatusCode, header};
use tower_http::timeout::{RequestBodyTimeoutLayer, TimeoutLayer};

use super::{
    admin::{
        analysis, audit, authors as admin_authors, autosaves, bookings as admin_bookings, bulk_posts, categories,
        enquiries as admin_enquiries, history, media as admin_media, posts as admin_posts, previews, privacy,
        redirects, settings, site_health, staff, subscribers,
    },
    api::{accounts, bookings, csp_reports, enquiries, factors, passkey_sign_in, passwords, posts, sessions},
    app::App,
    discovery,
    errors::HttpError,
    form_pages::FORM_PAGES,
    health, media,
    metrics::Metrics,
    openapi,
    pages::{
        PageError, admin, auth, authors, blog, bookings as booking_pages, forms::ReadablePages, link_tokens,
        newsletter, public, serve, submit,
    },
    proxies, security,
};

/// Default limit of a call's body, in bytes.
const SMALL_BODY: usize = 64 << 10;
/// A post's content may have 5,000,000 characters.
const POST_BODY: usize = 24 << 20;
/// An import file may contain thousands of posts.
const IMPORT_BODY: usize = 96 << 20;
/// Far more than the limit of an image: browsers show the response to an upload only when all of it was read.
const MEDIA_BODY: usize = 64 << 20;

/// Timeout between chunks of a body: long enough for a phone in a tunnel.
const BODY_PAUSE: Duration = Duration::from_secs(20);
/// Timeout for a whole request: long enough for the largest upload over a slow line.
const REQUEST_TIMEOUT: Duration = Duration::from_mins(10);

/// Builds the router.
pub fn router(app: App) -> Router {
    let routes = Router::new()
        .merge(public_pages(&app))
        .merge(private_pages(&app))
        .nest("/api", api())
        .route("/media/images/{name}", get(media::image))
        .route("/healthz", get(health::live))
        .route("/readyz", get(health::ready))
        .fallback_service(unknown(&app))
        .layer(middleware::from_fn_with_state(app.clone(), security::same_site_only))
        .layer(middleware::from_fn_with_state(app.clone(), proxies::watch))
        .layer(middleware::from_fn_with_state(app.clone(), observe))
        .with_state(app.clone());
    // Outermost, because the timeout responds to requests that take too long.
    with_timeouts(routes, BODY_PAUSE, REQUEST_TIMEOUT)
        .layer(middleware::from_fn_with_state(app, security::protect_answers))
}

/// Aborts requests whose body pauses for longer than `pause`, or that take longer than `whole`, since they would hold
/// their connection forever.
fn with_timeouts(routes: Router, pause: Duration, whole: Duration) -> Router {
    routes
        .layer(RequestBodyTimeoutLayer::new(pause))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, whole))
}

/// Pages that are the same for everybody: rendered once, then cached. Plain forms post to them.
fn public_pages(app: &App) -> Router<App> {
    let pages = readable_pages().with_state(app.clone());
    let forms = FORM_PAGES.into_iter();
    let forms = forms.fold(Router::new(), |forms, page| forms.route(page, post(submit::submit)));
    readable_pages()
        .merge(machine_files())
        .merge(icons(app))
        .merge(forms.layer(DefaultBodyLimit::max(SMALL_BODY)).layer(Extension(ReadablePages(pages))))
        .method_not_allowed_fallback(page_method_not_allowed)
        .layer(middleware::from_fn_with_state(app.clone(), serve::public))
}

/// The same pages without the middleware that renders them.
fn readable_pages() -> Router<App> {
    let pages = Router::new()
        .route("/", get(public::home))
        .route("/about", get(public::about))
        .route("/services", get(public::services))
        .route("/seo", get(public::seo))
        .route("/contact", get(public::contact))
        .route("/privacy", get(public::privacy))
        .route("/blog", get(blog::index))
        .route("/blog/", get(blog::index))
        .route("/blog/{slug}", get(blog::post))
        .route("/blog/{slug}/", get(blog::post))
        .route("/authors/{slug}", get(authors::show))
        .route("/authors/{slug}/", get(authors::show));
    #[cfg(debug_assertions)]
    let pages = pages.route("/_styleguide", get(public::styleguide));
    pages
}

/// Resources for crawlers and feed readers, made from the pages' content.
fn machine_files() -> Router<App> {
    Router::new()
        .route("/sitemap.xml", get(discovery::sitemap))
        .route("/sitemap-{part}", get(discovery::sitemap_part))
        .route("/cards/page/{name}", get(discovery::page_card))
        .route("/cards/{shape}/{name}", get(discovery::card))
        .route("/images/og-default.png", get(discovery::site_card))
        .route("/site.webmanifest", get(discovery::manifest))
        .route("/robots.txt", get(discovery::robots))
        .route("/feed.xml", get(discovery::feed))
        .route("/llms.txt", get(discovery::llms))
        .route("/.well-known/security.txt", get(discovery::security))
}

/// The icons that are drawn.
fn icons(app: &App) -> Router<App> {
    let addresses = discovery::icons(&app.config.site);
    addresses.iter().fold(Router::new(), |router, address| router.route(address, get(discovery::icon)))
}

/// Pages that depend on the user.
fn private_pages(app: &App) -> Router<App> {
    Router::new()
        .merge(link_pages(app))
        .merge(admin_pages())
        .route("/preview/{token}", get(blog::preview))
        .route(
            "/bookings/{token}",
            get(booking_pages::show).post(booking_pages::submit).layer(DefaultBodyLimit::max(SMALL_BODY)),
        )
        .method_not_allowed_fallback(page_method_not_allowed)
        .layer(middleware::from_fn_with_state(app.clone(), serve::private))
}

/// Pages for staff.
fn admin_pages() -> Router<App> {
    Router::new()
        .route("/admin", get(admin::home))
        .route("/admin/blog", get(admin::posts::list))
        .route("/admin/blog/new", get(admin::posts::create))
        .route("/admin/blog/edit/{id}", get(admin::posts::edit))
        .route("/admin/account", get(admin::account::show))
        .route("/admin/media", get(admin::media::show))
        .route("/admin/enquiries", get(admin::enquiries::show))
        .route("/admin/bookings", get(admin::bookings::show))
        .route("/admin/subscribers", get(admin::subscribers::show))
        .route("/admin/settings", get(admin::settings::show))
        .route("/admin/categories", get(admin::categories::show))
        .route("/admin/authors", get(admin::authors::show))
        .route("/admin/health", get(admin::health::show))
        .route("/admin/audit", get(admin::audit::show))
        .route("/admin/redirects", get(admin::redirects::show))
        .route("/admin/staff", get(admin::staff::show))
        .route("/admin/{*rest}", get(admin::not_found))
        .route("/blog-post-manager", get(admin::posts::list))
}

/// Pages that emailed links open with a token in the query.
fn link_pages(app: &App) -> Router<App> {
    Router::new()
        .route("/auth", get(auth::show).post(auth::submit).layer(DefaultBodyLimit::max(SMALL_BODY)))
        .route("/newsletter/confirm", get(newsletter::confirm).post(newsletter::confirmed))
        .route("/newsletter/unsubscribe", get(newsletter::unsubscribe).post(newsletter::unsubscribed))
        .route_layer(middleware::from_fn_with_state(app.clone(), link_tokens::exchange))
}

fn api() -> Router<App> {
    Router::new()
        .route("/posts", call(get(posts::list)))
        .route("/posts/{slug}", call(get(posts::get)))
        .route("/tags", call(get(posts::tags)))
        .route("/functions/send-contact-email", call(post(enquiries::send)))
        .route("/csp-reports", call(post(csp_reports::receive)).layer(DefaultBodyLimit::max(csp_reports::REPORT_BODY)))
        .route("/auth/sign-up", call(post(accounts::sign_up)))
        .route("/auth/confirm", call(post(accounts::confirm)))
        .route("/availability", call(get(bookings::availability)))
        .route("/bookings", call(post(bookings::book)))
        .route("/bookings/{token}", call(patch(bookings::reschedule).delete(bookings::cancel)))
        .route("/auth/sign-in", call(post(accounts::sign_in)))
        .route("/auth/passkey/begin", call(post(passkey_sign_in::begin)))
        .route("/auth/passkey/finish", call(post(passkey_sign_in::finish)))
        .route("/account/totp", call(post(factors::begin_totp).delete(factors::remove_totp)))
        .route("/account/totp/confirm", call(post(factors::confirm_totp)))
        .route("/account/recovery-codes", call(get(factors::recovery_codes).post(factors::new_recovery_codes)))
        .route("/account/passkeys", call(get(factors::passkeys)))
        .route("/account/passkeys/begin", call(post(factors::begin_passkey)))
        .route("/account/passkeys/finish", call(post(factors::finish_passkey)))
        .route("/account/passkeys/{id}", call(delete(factors::remove_passkey)))
        .route("/auth/refresh", call(post(accounts::refresh)))
        .route("/auth/sign-out", call(post(accounts::sign_out)))
        .route("/auth/session", call(get(accounts::session)))
        .route("/auth/reset-password", call(post(accounts::reset_password)))
        .route("/auth/update-password", call(post(accounts::update_password)))
        .route("/auth/reauthenticate", call(get(sessions::is_recent).post(sessions::reauthenticate)))
        .route("/account/password", call(put(passwords::change)))
        .route("/account/sessions", call(get(sessions::list).delete(sessions::end_all)))
        .route("/account/sessions/{id}", call(delete(sessions::end_one)))
        .route(
            "/admin/posts",
            call(get(admin_posts::list).post(admin_posts::create)).layer(DefaultBodyLimit::max(POST_BODY)),
        )
        .route(
            "/admin/posts/{id}",
            call(get(admin_posts::get).put(admin_posts::update).delete(admin_posts::delete))
                .layer(DefaultBodyLimit::max(POST_BODY)),
        )
        .route("/admin/posts/{id}/restore", call(post(admin_posts::restore)))
        .route(
            "/admin/posts/{id}/preview",
            call(post(previews::create).delete(previews::end)).layer(DefaultBodyLimit::max(POST_BODY)),
        )
        .route("/admin/posts/{id}/revisions", call(get(history::list)))
        .route("/admin/posts/{id}/revisions/{revision}", call(get(history::get)))
        .route("/admin/posts/{id}/drafts", call(get(autosaves::list)))
        .route(
            "/admin/posts/{id}/drafts/{key}",
            call(put(autosaves::save).delete(autosaves::delete)).layer(DefaultBodyLimit::max(POST_BODY)),
        )
        .route("/admin/analysis", call(post(analysis::create)).layer(DefaultBodyLimit::max(POST_BODY)))
        .route("/admin/posts/import", call(post(admin_posts::import)).layer(DefaultBodyLimit::max(IMPORT_BODY)))
        .route(
            "/admin/posts/import/check",
            call(post(admin_posts::check_import)).layer(DefaultBodyLimit::max(IMPORT_BODY)),
        )
        .route("/admin/posts/bulk", call(post(bulk_posts::change)))
        .route("/admin/posts/{id}/duplicate", call(post(admin_posts::duplicate)))
        .route("/admin/media", image_call(get(admin_media::list).post(admin_media::create)))
        .route("/admin/media/{id}", call(patch(admin_media::update).delete(admin_media::delete)))
        .route("/admin/media/{id}/file", image_call(put(admin_media::replace)))
        .route("/admin/media/{id}/uses", call(get(admin_media::uses)))
        .route("/admin/enquiries", call(get(admin_enquiries::list)))
        .route("/admin/enquiries/{id}", call(patch(admin_enquiries::update)))
        .route("/admin/outbox/{id}/retry", call(post(admin_enquiries::retry)))
        .route("/admin/bookings", call(get(admin_bookings::list)))
        .route("/admin/bookings/{id}", call(delete(admin_bookings::cancel)))
        .route("/admin/subscribers", call(get(subscribers::list)))
        .route("/admin/subscribers/{id}", call(delete(subscribers::erase)))
        .route("/admin/authors", call(get(admin_authors::list).post(admin_authors::create)))
        .route(
            "/admin/authors/{id}",
            call(get(admin_authors::get).put(admin_authors::update).delete(admin_authors::delete)),
        )
        .route("/admin/categories", call(get(categories::list)))
        .route("/admin/categories/{id}", call(put(categories::update)))
        .route("/admin/categories/{id}/merge", call(post(categories::merge)))
        .route("/admin/audit", call(get(audit::list)))
        .route("/admin/redirects", call(get(redirects::list).post(redirects::create)))
        .route("/admin/post-address", call(get(redirects::post_address)))
        .route("/admin/redirects/{id}", call(put(redirects::update).delete(redirects::delete)))
        .route("/admin/missed-addresses", call(get(redirects::missed)))
        .route("/admin/missed-addresses/{id}", call(delete(redirects::forget)))
        .route("/admin/health", call(get(site_health::get).post(site_health::check)))
        .route("/admin/settings", call(get(settings::get).put(settings::update)))
        .route("/admin/settings/versions", call(get(settings::versions)))
        .route("/admin/settings/versions/{version}", call(get(settings::version)))
        .route("/admin/staff", call(get(staff::list)))
        .route("/admin/staff/invitations", call(post(staff::invite).delete(staff::withdraw)))
        .route("/admin/staff/{id}", call(patch(staff::change_role).delete(staff::remove)))
        .route("/admin/staff/{id}/sessions", call(delete(staff::end_sessions)))
        .route("/admin/people", call(get(privacy::export).delete(privacy::erase)))
        .route("/openapi.json", call(get(openapi::show)))
        .route("/docs", call(get(openapi::docs)))
        .fallback(no_such_call)
        .layer(DefaultBodyLimit::max(SMALL_BODY))
        .layer(middleware::from_fn(api_answers))
}

/// A call that takes an image.
fn image_call(route: MethodRouter<App>) -> MethodRouter<App> {
    call(route).layer(DefaultBodyLimit::max(MEDIA_BODY))
}

/// A call of the API. Other methods get a JSON 405.
fn call(route: MethodRouter<App>) -> MethodRouter<App> {
    route.fallback(|| async { StatusCode::METHOD_NOT_ALLOWED })
}

/// Gives axum's own errors the format of all others, and forbids caches from storing responses without `Cache-Control`:
/// the next one may differ, and some are private.
async fn api_answers(request: Request, next: Next) -> Response {
    let mut response = unify_errors(next.run(request).await);
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn unify_errors(response: Response) -> Response {
    let is_json = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|value| value.as_bytes().starts_with(b"application/json"));
    if is_json {
        return response;
    }
    match response.status() {
        StatusCode::METHOD_NOT_ALLOWED => HttpError::MethodNotAllowed.into_response(),
        StatusCode::PAYLOAD_TOO_LARGE => HttpError::BodyTooLarge.into_response(),
        _ => response,
    }
}

async fn no_such_call() -> HttpError {
    HttpError::not_found("This API endpoint does not exist")
}

async fn page_method_not_allowed() -> Response {
    (StatusCode::METHOD_NOT_ALLOWED, "Method not allowed here. The Allow header lists the methods that are.\n")
        .into_response()
}

/// Responds to unknown paths: those with a trailing slash are redirected, others are not found.
fn unknown(
    app: &App,
) -> impl tower::Service<Request, Response = Response, Error = std::convert::Infallible, Future: Send> + Clone + Sync + 'static
{
    async fn answer(request: Request) -> Response {
        if request.uri().path() == "/api/" {
            return no_such_call().await.into_response();
        }
        let reads = matches!(*request.method(), Method::GET | Method::HEAD);
        let moved = PageError::without_slash(request.uri()).filter(|_| reads);
        moved.unwrap_or(PageError::NotFound { replace_with: None }).into_response()
    }
    answer.layer(middleware::from_fn_with_state(app.clone(), serve::public)).with_state(())
}

/// Counts and logs every response of the router, and gives each request an id. The log has the route and never the
/// path, which may contain the token of a link.
async fn observe(
    State(metrics): State<Arc<Metrics>>,
    route: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    use tracing::Instrument;
    let id = uuid::Uuid::now_v7();
    let (method, route) = (request.method().clone(), route.as_ref().map_or("none", MatchedPath::as_str).to_owned());
    let span = tracing::info_span!("request", %id, %method, route);
    let begun = std::time::Instant::now();
    async {
        let mut response = next.run(request).await;
        metrics.answered(response.status());
        tracing::debug!(status = response.status().as_u16(), micros = begun.elapsed().as_micros(), "answered");
        if let Ok(value) = http::HeaderValue::from_str(&id.to_string()) {
            response.headers_mut().insert("x-request-id", value);
        }
        response
    }
    .instrument(span)
    .await
}

#[cfg(test)]
mod tests {
    use std::{
        pin::Pin,
        task::{Context, Poll},
    };

    use axum::body::{Body, Bytes};
    use tokio::sync::mpsc;
    use tower::ServiceExt;

    use super::*;

    const LONG: Duration = Duration::from_hours(1);

    /// A body that sends `bytes` single bytes with a pause after each, and then never ends.
    fn slow(bytes: usize, pause: Duration) -> Body {
        let (sender, receiver) = mpsc::channel::<Bytes>(1);
        tokio::spawn(async move {
            for _ in 0..bytes {
                if sender.send(Bytes::from_static(b"x")).await.is_err() {
                    return;
                }
                tokio::time::sleep(pause).await;
            }
            sender.closed().await;
        });
        Body::new(Received(receiver))
    }

    struct Received(mpsc::Receiver<Bytes>);

    impl http_body::Body for Received {
        type Data = Bytes;
        type Error = std::convert::Infallible;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            context: &mut Context<'_>,
        ) -> Poll<Option<Result<http_body::Frame<Bytes>, Self::Error>>> {
            self.0.poll_recv(context).map(|bytes| bytes.map(|bytes| Ok(http_body::Frame::data(bytes))))
        }
    }

    async fn status(body: Body, pause: Duration, whole: Duration) -> StatusCode {
        let routes = Router::new().route("/", post(|body: Bytes| async move { body.len().to_string() }));
        let request = Request::post("/").body(body).unwrap();
        with_timeouts(routes, pause, whole).oneshot(request).await.unwrap().status()
    }

    #[tokio::test]
    async fn a_body_that_stops_is_given_up() {
        let pause = Duration::from_millis(200);
        assert_eq!(status(slow(2, Duration::from_millis(1)), pause, LONG).await, StatusCode::BAD_REQUEST);
    }

    #[tokio::test]
    async fn a_body_that_trickles_is_given_up() {
        let (trickle, whole) = (Duration::from_millis(5), Duration::from_millis(100));
        assert_eq!(status(slow(100_000, trickle), LONG, whole).await, StatusCode::REQUEST_TIMEOUT);
    }

    #[tokio::test]
    async fn a_body_in_time_is_read() {
        assert_eq!(status(Body::from("xx"), LONG, LONG).await, StatusCode::OK);
    }
}
