//! `/api/admin/health`: the results of checks of the site.

use std::sync::Arc;

use axum::{Json, extract::State};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use http::StatusCode;
use serde::Serialize;
use url::{Position, Url};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    dates::date_time_text,
    http::{errors::HttpError, extract::Admin},
    posts::PostService,
    site::Site,
    site_health::{
        SiteHealthService,
        domain::{CheckSummary, RuleTrend, SiteCheck, SiteFinding},
    },
};

/// Prefix of the addresses of posts.
const POSTS: &str = "/blog/";

/// A broken rule on a page, with a link to fix it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = SiteFindingRow)]
pub struct SiteFindingView {
    /// The broken rule.
    #[serde(flatten)]
    pub finding: SiteFinding,
    /// Root-relative URL of the page.
    pub url: String,
    /// Id of the post on the page. Null for other pages.
    #[schema(required = true)]
    pub post_id: Option<Uuid>,
}

/// A site check with its findings.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = SiteCheck)]
pub struct SiteCheckView {
    /// The totals of the check.
    #[serde(flatten)]
    pub summary: CheckSummary,
    /// `checked_at`, formatted for display in the site's time zone.
    pub checked_text: String,
    /// At most 200 findings, errors first.
    pub findings: Vec<SiteFindingView>,
}

/// The totals of one site check.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TrendPoint {
    /// When the check finished.
    pub checked_at: DateTime<Utc>,
    /// `checked_at`, formatted for display in the site's time zone.
    pub checked_text: String,
    /// Number of errors.
    pub errors: u32,
    /// Number of warnings.
    pub warnings: u32,
}

/// The result of the latest site check, and the trend.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SiteHealth {
    /// Whether a check is running.
    pub is_running: bool,
    /// Why the last check failed. Null if it succeeded.
    #[schema(required = true)]
    pub failure: Option<String>,
    /// The latest check. Null if there is none yet.
    #[schema(required = true)]
    pub newest: Option<SiteCheckView>,
    /// Totals of the newest 90 checks, oldest first.
    pub trend: Vec<TrendPoint>,
    /// Errors and warnings per rule in the checks of `trend`, for each rule that was broken in at least one of them.
    pub rules: Vec<RuleTrend>,
}

/// Returns the health of the site, with times in `zone`.
pub async fn health_of(health: &SiteHealthService, posts: &PostService, zone: Tz) -> Result<SiteHealth, HttpError> {
    let overview = health.overview().await?;
    let newest = match overview.newest {
        Some(check) => Some(view(check, posts, zone).await?),
        None => None,
    };
    let point = |CheckSummary { checked_at, errors, warnings, .. }: CheckSummary| TrendPoint {
        checked_at,
        checked_text: date_time_text(checked_at, zone),
        errors,
        warnings,
    };
    Ok(SiteHealth {
        is_running: overview.is_running,
        failure: Some(overview.failure).filter(|reason| !reason.is_empty()),
        newest,
        rules: RuleTrend::of(&overview.trend),
        trend: overview.trend.into_iter().map(point).collect(),
    })
}

async fn view(check: SiteCheck, posts: &PostService, zone: Tz) -> Result<SiteCheckView, HttpError> {
    let SiteCheck { summary, findings } = check;
    let urls: Vec<String> = findings.iter().map(|finding| relative(&finding.address)).collect();
    let slugs: Vec<String> = urls.iter().filter_map(|url| slug(url)).map(str::to_owned).collect();
    let ids = posts.ids_of(&slugs).await?;
    let views = findings.into_iter().zip(urls).map(|(finding, url)| SiteFindingView {
        finding,
        post_id: slug(&url).and_then(|slug| ids.get(slug).copied()),
        url,
    });
    let (findings, checked_text) = (views.collect(), date_time_text(summary.checked_at, zone));
    Ok(SiteCheckView { summary, checked_text, findings })
}

/// Returns the slug in the root-relative address of a post, or of one of its pages.
fn slug(url: &str) -> Option<&str> {
    url.strip_prefix(POSTS)?.split('?').next()
}

fn relative(address: &str) -> String {
    Url::parse(address).map_or_else(|_| address.to_owned(), |url| url[Position::BeforePath..].to_owned())
}

/// Returns the result of the latest site check, and the trend.
#[utoipa::path(get, path = "/api/admin/health", tag = "admin", responses((status = 200, body = SiteHealth)))]
pub async fn get(
    _admin: Admin,
    State(health): State<SiteHealthService>,
    State(posts): State<PostService>,
    State(site): State<Arc<Site>>,
) -> Result<Json<SiteHealth>, HttpError> {
    Ok(Json(health_of(&health, &posts, site.time_zone).await?))
}

/// Starts a site check.
///
/// Does nothing if a check is already running.
#[utoipa::path(post, path = "/api/admin/health", tag = "admin",
    responses((status = 202, description = "A check is running.")))]
pub async fn check(_admin: Admin, State(health): State<SiteHealthService>) -> Result<StatusCode, HttpError> {
    health.ask().await?;
    Ok(StatusCode::ACCEPTED)
}
