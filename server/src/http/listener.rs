//! Accepts connections. Cached pages and files are answered before the router.

mod connection;
mod connections;
mod plain_request;
mod service;
mod stream;

use std::{future::Future, io, net::SocketAddr, time::Duration};

use axum::Router;
use http::header;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
};

use self::{
    connections::{ConnectionLimits, Connections},
    service::ConnectionService,
    stream::{ClientStream, WRITE_TIMEOUT},
};
use super::{
    app::App,
    background, discovery,
    metrics::{Gauges, prometheus_text},
    proxies::{Peer, TrustedProxies},
    router::router,
};

/// How long open requests have to finish after the stop signal.
const GRACE: Duration = Duration::from_secs(10);
/// Timeout for a request's headers.
const HEAD_TIMEOUT: Duration = Duration::from_secs(20);

/// Serves until `stop` resolves, then lets open requests finish.
pub async fn serve(app: App, listener: TcpListener, stop: impl Future<Output = ()>) -> io::Result<()> {
    let router = router(app.clone());
    let background = background::start(&app, &router);
    let upgrades = background::compressor();
    let graceful = GracefulShutdown::new();
    let proxies = TrustedProxies(app.config.trusted_proxies.clone());
    let (open, displaced) = (app.metrics.connections.clone(), app.metrics.connections_displaced.clone());
    let connections = Connections::new(ConnectionLimits::of_process(), proxies, open, displaced);
    let (stopping, stopped) = watch::channel(false);
    let mut stop = std::pin::pin!(stop);
    loop {
        let (stream, address) = tokio::select! {
            accepted = accept(&listener) => accepted,
            () = &mut stop => break,
        };
        let _ = stream.set_nodelay(true);
        let service = ConnectionService {
            app: app.clone(),
            router: router.clone(),
            peer: Peer(address.ip().to_canonical()),
            upgrades: upgrades.clone(),
            replaced: discovery::icons(&app.config.site),
        };
        let guard = connections.register(address.ip());
        let id = guard.id();
        let stream = ClientStream::new(stream, guard.activity(), WRITE_TIMEOUT);
        let (stopped, watcher) = (stopped.clone(), graceful.watcher());
        let task = tokio::spawn(async move {
            let _place = guard;
            connection::serve(service, stream, stopped, watcher).await;
        });
        connections.set_task(address.ip(), id, task.abort_handle());
    }
    drop(listener);
    let _ = stopping.send(true);
    tokio::select! {
        () = graceful.shutdown() => {}
        () = tokio::time::sleep(GRACE) => tracing::warn!("open requests were aborted"),
    }
    background.stop(GRACE).await;
    Ok(())
}

/// Waits for a connection.
async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(error) => {
                // Out of file descriptors, or an aborted connection: neither stops the server.
                tracing::warn!(%error, "could not accept a connection");
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }
}

/// Serves Prometheus text at `/metrics` on a separate address.
pub async fn serve_metrics(app: App, listener: TcpListener) {
    let router = Router::new().route(
        "/metrics",
        axum::routing::get(move |headers: http::HeaderMap| async move { metrics_answer(&app, &headers).await }),
    );
    loop {
        let (stream, _) = accept(&listener).await;
        let service = hyper_util::service::TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut http = hyper::server::conn::http1::Builder::new();
            let http = http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

/// `OpenMetrics` for those that ask for it, such as Prometheus, else Prometheus' older text.
async fn metrics_answer(app: &App, headers: &http::HeaderMap) -> ([(http::HeaderName, &'static str); 1], String) {
    const OPEN: &str = "application/openmetrics-text";
    let text = metrics_text(app).await;
    let asks = headers.get_all(header::ACCEPT).iter().any(|value| value.to_str().is_ok_and(|text| text.contains(OPEN)));
    if asks {
        return ([(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], text);
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], prometheus_text(&text))
}

/// Returns every metric as `OpenMetrics` text.
pub async fn metrics_text(app: &App) -> String {
    app.metrics.text(&Gauges {
        cache: app.cache.stats(),
        pool: app.renderer.stats(),
        content_version: app.content.version(),
        mail: app.outbox.counts().await.ok(),
    })
}
