//! `/healthz` and `/readyz`: liveness and readiness.

use std::sync::Arc;

use axum::{Json, extract::State, response::IntoResponse};
use chrono::{DateTime, TimeDelta, Utc};
use http::{StatusCode, header};
use react_ssr::RenderPool;
use serde::Serialize;
use tokio::sync::Mutex;
use utoipa::ToSchema;

use crate::{clock::Clock, http::proxies::ProxyWatch, mail::Outbox, media::MediaService, storage::Database};

const NO_STORE: [(header::HeaderName, &str); 1] = [(header::CACHE_CONTROL, "no-store")];

/// What `/readyz` checks.
#[derive(Clone)]
pub struct Dependencies {
    /// The database.
    pub database: Database,
    /// The media store.
    pub media: MediaService,
    /// The page renderer.
    pub renderer: Arc<RenderPool>,
    /// The delivery of email.
    pub outbox: Outbox,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Mistakes in the setup of proxies.
    pub proxies: ProxyWatch,
    /// The last result.
    pub probes: Probes,
}

/// How long the result of the probes is used. They write to the media store, and anybody may ask.
const FRESH: TimeDelta = TimeDelta::seconds(1);

/// The last result of the probes. Concurrent requests wait for one round of probes.
#[derive(Debug, Clone, Default)]
pub struct Probes(Arc<Mutex<Option<Probed>>>);

#[derive(Debug, Clone, Copy)]
struct Probed {
    at: DateTime<Utc>,
    database: bool,
    media: bool,
    renderer: bool,
}

/// The parts that are ready.
#[derive(Debug, Serialize, ToSchema)]
pub struct Readiness {
    /// Whether pages can be served: database, media and renderer.
    pub ready: bool,
    /// The database answers.
    pub database: bool,
    /// Images can be stored.
    pub media: bool,
    /// A page can be rendered.
    pub renderer: bool,
    /// Email is being delivered. Not part of `ready`, as pages do not need it.
    pub mail: bool,
    /// The IP address of a peer that forwards requests without being declared in `FOUNDFIRST_TRUSTED_PROXIES`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undeclared_proxy: Option<String>,
}

impl Dependencies {
    /// Probes each part, unless that was done within the last second.
    async fn probe(&self) -> Probed {
        let mut last = self.probes.0.lock().await;
        let now = self.clock.now();
        if let Some(probed) = *last
            && (now - probed.at).abs() < FRESH
        {
            return probed;
        }
        let probed = Probed {
            at: now,
            database: self.database.ping().await.is_ok(),
            media: self.media.ready().await.is_ok(),
            renderer: self.renderer.ready().await,
        };
        *last = Some(probed);
        probed
    }
}

/// `/healthz`: the process is up.
pub async fn live() -> impl IntoResponse {
    (NO_STORE, "ok\n")
}

/// `/readyz`: 200 when everything that a page needs works, else 503.
pub async fn ready(State(on): State<Dependencies>) -> impl IntoResponse {
    let Probed { database, media, renderer, .. } = on.probe().await;
    let ready = database && media && renderer;
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let mail = on.outbox.is_healthy();
    let undeclared_proxy = on.proxies.undeclared().map(|ip| ip.to_string());
    (status, NO_STORE, Json(Readiness { ready, database, media, renderer, mail, undeclared_proxy }))
}
