//! `/healthz` and `/readyz`: liveness and readiness.

use std::{sync::Arc, time::Duration};

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
    /// Errors in the proxy configuration.
    pub proxies: ProxyWatch,
    /// The last result.
    pub probes: Probes,
}

/// How long the result of the probes is reused. The probes write to the media store, and anybody may request them.
const FRESH: TimeDelta = TimeDelta::seconds(1);

/// Timeout for each probe. Shorter than the usual timeouts of monitors, which need to see what has failed.
const PROBE_TIMEOUT: Duration = Duration::from_secs(2);

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

/// The state of each component.
#[derive(Debug, Serialize, ToSchema)]
pub struct Readiness {
    /// Whether pages can be served: `database`, `media` and `renderer` are all true.
    pub ready: bool,
    /// Whether the database responds.
    pub database: bool,
    /// Whether images can be stored.
    pub media: bool,
    /// Whether pages can be rendered.
    pub renderer: bool,
    /// Whether email is being delivered. Not part of `ready`, as pages do not need it.
    pub mail: bool,
    /// IP address of a peer that forwards requests but is not declared in `FOUNDFIRST_TRUSTED_PROXIES`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undeclared_proxy: Option<String>,
}

impl Dependencies {
    /// Probes each part, unless that was done within the last second.
    async fn probe(&self) -> Probed {
        let mut last = self.probes.0.lock().await;
        if let Some(probed) = *last
            && (self.clock.now() - probed.at).abs() < FRESH
        {
            return probed;
        }
        let database = async { self.database.ping().await.is_ok() };
        let media = async { self.media.ready().await.is_ok() };
        let (database, media, renderer) =
            tokio::join!(in_time(database), in_time(media), in_time(self.renderer.ready()));
        // The time after the probes: requests that waited for them find a fresh result, and do not probe again.
        let probed = Probed { at: self.clock.now(), database, media, renderer };
        *last = Some(probed);
        probed
    }
}

/// Returns whether a probe succeeds in time.
async fn in_time(answers: impl Future<Output = bool>) -> bool {
    tokio::time::timeout(PROBE_TIMEOUT, answers).await.unwrap_or(false)
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
