//! `/healthz` and `/readyz`: whether the process is up, and whether it can answer.

use axum::{Json, extract::State, response::IntoResponse};
use http::{StatusCode, header};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;

/// The next answer may be another.
const NOT_KEPT: [(header::HeaderName, &str); 1] = [(header::CACHE_CONTROL, "no-store")];

/// Which parts work.
#[derive(Debug, Serialize, ToSchema)]
pub struct Readiness {
    /// Whether all of them do.
    pub ready: bool,
    /// The database answers.
    pub database: bool,
    /// Images can be kept.
    pub media: bool,
    /// A page can be rendered.
    pub renderer: bool,
    /// The delivery of mail runs.
    pub mail: bool,
}

/// The process is up.
pub async fn live() -> impl IntoResponse {
    (NOT_KEPT, "ok\n")
}

/// Returns 200 when every part works, otherwise 503.
pub async fn ready(State(app): State<App>) -> impl IntoResponse {
    let database = app.database.ping().await.is_ok();
    let media = app.media.ready().await.is_ok();
    let renderer = app.renderer.ready().await;
    let mail = app.outbox.is_healthy();
    let ready = database && media && renderer && mail;
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, NOT_KEPT, Json(Readiness { ready, database, media, renderer, mail }))
}
