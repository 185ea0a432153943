//! `/admin/health`: what the last check of the site found.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    super::{Page, PageResult, props::Me},
    Staff,
};
use crate::{
    http::admin::site_health::{SiteHealth, health_of},
    posts::PostService,
    site::Site,
    site_health::SiteHealthService,
};

/// Props of the site health page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminHealthProps {
    /// The signed-in user.
    pub me: Me,
    /// The latest check and the trend.
    #[serde(flatten)]
    pub health: SiteHealth,
}

/// `/admin/health`
pub async fn show(
    staff: Staff,
    State(health): State<SiteHealthService>,
    State(posts): State<PostService>,
    State(site): State<Arc<Site>>,
) -> PageResult {
    let health = health_of(&health, &posts, site.time_zone).await?;
    Page::new(&AdminHealthProps { me: staff.me(), health })
}
