//! Listens, and answers what it can before the router: pages from the cache and files, from prepared bytes.

mod head_timer;
mod patience;

use std::{
    future::{Future, Ready, ready},
    io,
    net::SocketAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::{Duration, SystemTime},
};

use axum::{Router, body::Body};
use bytes::Bytes;
use chrono::TimeDelta;
use http::{Method, Request, Response, Uri, header};
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use hyper_util::{rt::TokioIo, server::graceful::GracefulShutdown};
use tokio::{
    net::TcpListener,
    sync::{mpsc, watch},
};
use tower::ServiceExt;

use self::{
    head_timer::HeadTimer,
    patience::{Awaited, PATIENCE},
};
use crate::{
    app::App,
    discovery,
    extract::Peer,
    metrics,
    pages::{
        key::page_key,
        serve::{DATA_PREFIX, Form},
    },
    render::CachedPage,
    router::router,
    storage::{Engine, content_version},
};

/// How long open connections may finish their answers after the signal to stop.
const GRACE: Duration = Duration::from_secs(10);
/// How long a client may take to send a request's head.
const HEAD_TIMEOUT: Duration = Duration::from_secs(20);
/// How long mail that was delivered or given up stays in the outbox.
const MAIL_KEPT: TimeDelta = TimeDelta::days(30);
/// After so many hits a page is worth the best compression.
const WORTH_COMPRESSING: u32 = 3;
/// How many of the most read pages are rendered again after a change.
const WARMED: usize = 16;

/// Answers requests; one for each connection.
#[derive(Clone)]
struct Front {
    app: App,
    router: Router,
    peer: Peer,
    upgrades: mpsc::Sender<Arc<CachedPage>>,
    /// Files of the built-in brand in whose place the router answers for another one.
    replaced: &'static [&'static str],
}

/// Serves until `stop` resolves, then lets open requests finish.
pub async fn serve(app: App, listener: TcpListener, stop: impl Future<Output = ()>) -> io::Result<()> {
    let router = router(app.clone());
    let mut background = vec![
        tokio::spawn(follow_content(app.clone())),
        tokio::spawn(keep_warm(app.clone(), router.clone())),
        tokio::spawn(sweep(app.clone())),
    ];
    if app.database.engine() == Engine::Postgres {
        // Holds a connection until it is ended: the database is closed after that.
        background.push(tokio::spawn(listen_for_content(app.clone())));
    }
    let (stop_mail, mail_stopped) = watch::channel(false);
    let outbox = app.outbox.clone();
    let mail = tokio::spawn(async move { outbox.run(mail_stopped).await });
    let upgrades = upgrader();
    let graceful = GracefulShutdown::new();
    // Without `pipeline_flush`: with it hyper never sends its answer to a head that it cannot read.
    let mut http = hyper::server::conn::http1::Builder::new();
    http.header_read_timeout(HEAD_TIMEOUT);
    let mut stop = std::pin::pin!(stop);
    loop {
        let (stream, address) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of file descriptors, or a connection that went away: neither ends the server.
                    tracing::warn!(%error, "connection not accepted");
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        let _ = stream.set_nodelay(true);
        let front = Front {
            app: app.clone(),
            router: router.clone(),
            peer: Peer(address.ip().to_canonical()),
            upgrades: upgrades.clone(),
            replaced: discovery::icons(&app.config.site),
        };
        http.timer(HeadTimer::default());
        let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), front));
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::trace!(%error, "connection ended");
            }
        });
    }
    drop(listener);
    tokio::select! {
        () = graceful.shutdown() => {}
        () = tokio::time::sleep(GRACE) => tracing::warn!("open requests were cut off"),
    }
    let _ = stop_mail.send(true);
    if tokio::time::timeout(GRACE, mail).await.is_err() {
        // Its lease runs out, and whoever runs then sends it.
        tracing::warn!("a mail on its way was cut off");
    }
    for task in background {
        task.abort();
    }
    Ok(())
}

impl hyper::service::Service<Request<Incoming>> for Front {
    type Response = Response<Answer>;
    type Error = std::convert::Infallible;
    type Future = Answering;

    fn call(&self, request: Request<Incoming>) -> Answering {
        if let Some(response) = self.prepared(&request) {
            self.app.metrics.fast.inc();
            return Answering::Prepared(ready(Ok(response.map(|bytes| Answer::Prepared(Some(bytes))))));
        }
        let router = self.router.clone();
        let request = with_form(request.map(|body| Body::new(Awaited::new(body, PATIENCE))), self.peer);
        Answering::Routed(Box::pin(async move {
            router.oneshot(request).await.map(|response| response.map(Answer::Routed))
        }))
    }
}

impl Front {
    /// The answer, when it lies ready.
    fn prepared(&self, request: &Request<Incoming>) -> Option<Response<Bytes>> {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return None;
        }
        let path = request.uri().path();
        let key = page_key(path, request.uri().query())?;
        let now = SystemTime::from(self.app.clock.now());
        if let Some(page) = self.app.cache.get(self.app.content.version(), &key, now) {
            if page.hits() == WORTH_COMPRESSING {
                // A full queue means that better pages are being compressed already.
                let _ = self.upgrades.try_send(page.clone());
            }
            return Some(page.respond(request.method(), request.headers()));
        }
        if self.replaced.contains(&path) {
            return None;
        }
        self.app.assets.respond(request.method(), path, request.headers())
    }
}

/// Takes `/_data` off the path and notes that data is wanted, so that one route serves both forms of a page.
fn with_form(mut request: Request<Body>, peer: Peer) -> Request<Body> {
    request.extensions_mut().insert(peer);
    let rest = request.uri().path_and_query().and_then(|address| address.as_str().strip_prefix(DATA_PREFIX));
    let page = match rest {
        Some("") => Some("/".to_owned()),
        Some(rest) if rest.starts_with('/') => Some(rest.to_owned()),
        Some(rest) if rest.starts_with('?') => Some(format!("/{rest}")),
        _ => None,
    };
    let form = match page.and_then(|page| page.parse::<Uri>().ok()) {
        Some(uri) => {
            *request.uri_mut() = uri;
            Form::Data
        }
        None => Form::Html,
    };
    request.extensions_mut().insert(form);
    request
}

/// An answer on its way.
enum Answering {
    Prepared(Ready<Result<Response<Answer>, std::convert::Infallible>>),
    Routed(Pin<Box<dyn Future<Output = Result<Response<Answer>, std::convert::Infallible>> + Send>>),
}

impl Future for Answering {
    type Output = Result<Response<Answer>, std::convert::Infallible>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.get_mut() {
            Self::Prepared(answer) => Pin::new(answer).poll(context),
            Self::Routed(answer) => answer.as_mut().poll(context),
        }
    }
}

/// The body of an answer: bytes that lay ready, or what the router makes.
enum Answer {
    Prepared(Option<Bytes>),
    Routed(Body),
}

impl http_body::Body for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        match self.get_mut() {
            Self::Prepared(bytes) => {
                Poll::Ready(bytes.take().filter(|bytes| !bytes.is_empty()).map(|bytes| Ok(Frame::data(bytes))))
            }
            Self::Routed(body) => Pin::new(body).poll_frame(context),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Self::Prepared(bytes) => bytes.as_ref().is_none_or(Bytes::is_empty),
            Self::Routed(body) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Prepared(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64)),
            Self::Routed(body) => body.size_hint(),
        }
    }
}

/// Compresses much-read pages as well as can be, one at a time, beside the requests.
fn upgrader() -> mpsc::Sender<Arc<CachedPage>> {
    let (sender, mut receiver) = mpsc::channel::<Arc<CachedPage>>(64);
    tokio::spawn(async move {
        while let Some(page) = receiver.recv().await {
            if let Err(error) = tokio::task::spawn_blocking(move || page.upgrade()).await {
                tracing::warn!(%error, "a page could not be compressed better");
            }
        }
    });
    sender
}

/// Follows the content version: announced by PostgreSQL, and read once a second in case another process
/// changed it (the command line beside a running server) or an announcement was lost.
async fn follow_content(app: App) {
    let mut tick = tokio::time::interval(Duration::from_secs(1));
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        match content_version::read(app.database.reader()).await {
            Ok(version) => take_version(&app, version).await,
            Err(error) => tracing::debug!(%error, "content version not read"),
        }
        let due = app.content.next_publication().is_some_and(|at| at <= app.clock.now());
        if due && let Err(error) = app.posts.refresh_schedule().await {
            tracing::debug!(%error, "schedule not read");
        }
    }
}

async fn listen_for_content(app: App) {
    let pool = app.database.reader().get_postgres_connection_pool().clone();
    let mut listener = match sea_orm::sqlx::postgres::PgListener::connect_with(&pool).await {
        Ok(listener) => listener,
        Err(error) => {
            tracing::warn!(%error, "not listening for content changes; they are read once a second");
            return;
        }
    };
    if let Err(error) = listener.listen(content_version::CHANNEL).await {
        tracing::warn!(%error, "not listening for content changes; they are read once a second");
        return;
    }
    // `recv` reconnects by itself after a lost connection.
    loop {
        match listener.recv().await {
            Ok(notice) => {
                if let Ok(version) = notice.payload().parse() {
                    take_version(&app, version).await;
                }
            }
            Err(error) => {
                tracing::debug!(%error, "waiting for content changes");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

async fn take_version(app: &App, version: i64) {
    if version > app.content.version() {
        if let Err(error) = app.posts.refresh_schedule().await {
            tracing::debug!(%error, "schedule not read");
        }
        app.content.advance(version);
    }
}

/// After a change: drops what is older and renders the most read pages again before somebody asks.
async fn keep_warm(app: App, router: Router) {
    let mut versions = app.content.subscribe();
    let mut present = *versions.borrow_and_update();
    while versions.changed().await.is_ok() {
        let hottest = app.cache.hottest(present, WARMED);
        present = *versions.borrow_and_update();
        app.cache.forget_other_versions(present);
        for address in hottest {
            if app.content.version() != present {
                break;
            }
            let request = Request::builder().uri(&address).header(header::ACCEPT_ENCODING, "br").body(Body::empty());
            if let Ok(request) = request {
                let _ = router.clone().oneshot(with_form(request, Peer([127, 0, 0, 1].into()))).await;
            }
        }
    }
}

/// Removes what has run out, once an hour: sessions and locks, enquiries past their time, mail that is done with, drafts
/// that nobody came back to.
async fn sweep(app: App) {
    let mut tick = tokio::time::interval(Duration::from_hours(1));
    loop {
        tick.tick().await;
        if let Err(error) = app.accounts.sweep().await {
            tracing::warn!(%error, "old sessions not removed");
        }
        for swept in [
            app.enquiries.sweep().await,
            app.newsletter.sweep().await,
            app.bookings.sweep().await,
            app.outbox.forget(MAIL_KEPT).await,
            app.posts.sweep().await,
        ] {
            if let Err(error) = swept {
                tracing::warn!(%error, "old enquiries, bookings, mail and drafts not removed");
            }
        }
    }
}

/// Serves Prometheus text at `/metrics` on an address of its own.
pub async fn serve_metrics(app: App, listener: TcpListener) -> io::Result<()> {
    let router = Router::new().route("/metrics", axum::routing::get(move || async move { metrics_answer(&app).await }));
    loop {
        let (stream, _): (_, SocketAddr) = listener.accept().await?;
        let service = hyper_util::service::TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut http = hyper::server::conn::http1::Builder::new();
            let http = http.timer(HeadTimer::default()).header_read_timeout(HEAD_TIMEOUT);
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

async fn metrics_answer(app: &App) -> ([(http::HeaderName, &'static str); 1], String) {
    const TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, TYPE)], metrics::text(app).await)
}
