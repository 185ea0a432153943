//! Listens, and answers what it can before the router: pages from the cache and files, from prepared bytes.

mod connection;
mod front;
mod patience;
mod plain_request;

use std::{future::Future, io, net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, body::Body};
use chrono::TimeDelta;
use http::{Request, header};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use tokio::{
    net::TcpListener,
    sync::{mpsc, watch},
};
use tower::ServiceExt;

use self::front::{Front, with_form};
use crate::{
    app::App,
    discovery,
    extract::Peer,
    metrics,
    render::CachedPage,
    router::router,
    storage::content_version::{self, Announcements},
};

/// How long open connections may finish their answers after the signal to stop.
const GRACE: Duration = Duration::from_secs(10);
/// How long a client may take to send a request's head.
const HEAD_TIMEOUT: Duration = Duration::from_secs(20);
/// How long mail that was delivered or given up stays in the outbox.
const MAIL_KEPT: TimeDelta = TimeDelta::days(30);
/// How many of the most read pages are rendered again after a change.
const WARMED: usize = 16;

/// Serves until `stop` resolves, then lets open requests finish.
pub async fn serve(app: App, listener: TcpListener, stop: impl Future<Output = ()>) -> io::Result<()> {
    let router = router(app.clone());
    let background = [
        tokio::spawn(follow_content(app.clone())),
        // Holds a connection until it is ended: the database is closed after that.
        tokio::spawn(listen_for_content(app.clone())),
        tokio::spawn(keep_warm(app.clone(), router.clone())),
        tokio::spawn(sweep(app.clone())),
    ];
    let (stop_mail, mail_stopped) = watch::channel(false);
    let outbox = app.outbox.clone();
    let mail = tokio::spawn(async move { outbox.run(mail_stopped).await });
    let upgrades = upgrader();
    let graceful = GracefulShutdown::new();
    let (stopping, stopped) = watch::channel(false);
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
        tokio::spawn(connection::serve(front, stream, stopped.clone(), graceful.watcher()));
    }
    drop(listener);
    let _ = stopping.send(true);
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

/// Takes versions as PostgreSQL announces them; ends at once on SQLite.
async fn listen_for_content(app: App) {
    let mut announcements = match Announcements::listen(&app.database).await {
        Ok(Some(announcements)) => announcements,
        Ok(None) => return,
        Err(error) => {
            tracing::warn!(%error, "not listening for content changes; they are read once a second");
            return;
        }
    };
    loop {
        match announcements.recv().await {
            Ok(version) => take_version(&app, version).await,
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
            let http = http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

async fn metrics_answer(app: &App) -> ([(http::HeaderName, &'static str); 1], String) {
    const TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, TYPE)], metrics::text(app).await)
}
