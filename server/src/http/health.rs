//! `/healthz` and `/readyz`: liveness and readiness.

use std::sync::Arc;

use axum::{Json, extract::State, response::IntoResponse};
use http::{StatusCode, header};
use react_ssr::RenderPool;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{mail::Outbox, media::MediaService, storage::Database};

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
}

/// `/healthz`: the process is up.
pub async fn live() -> impl IntoResponse {
    (NO_STORE, "ok\n")
}

/// `/readyz`: 200 when everything that a page needs works, else 503.
pub async fn ready(State(on): State<Dependencies>) -> impl IntoResponse {
    let database = on.database.ping().await.is_ok();
    let media = on.media.ready().await.is_ok();
    let renderer = on.renderer.ready().await;
    let ready = database && media && renderer;
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, NO_STORE, Json(Readiness { ready, database, media, renderer, mail: on.outbox.is_healthy() }))
}
