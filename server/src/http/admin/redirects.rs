//! `/api/admin/redirects` and `/api/admin/missed-addresses`.

use std::sync::Arc;

use axum::{Json, extract::State};
use chrono_tz::Tz;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    dates::date_text,
    http::{
        errors::HttpError,
        extract::{Admin, Administrator, PathText, ValidJson, ValidQuery, page_number, path_id},
        paging::Paging,
    },
    redirects::{MissedAddress, PER_PAGE, RedirectId, RedirectRecord, RedirectService},
    site::Site,
};

/// Filter and paging of redirects.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct RedirectListQuery {
    /// Case-insensitive substring of the source or target.
    pub search: String,
    /// Page number, from 1. Defaults to 1.
    #[param(minimum = 1, maximum = 4_294_967_295_u32, format = Int64)]
    pub page: Option<u32>,
}

/// A redirect, with the date of its last hit.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Redirect)]
pub struct RedirectView {
    /// The redirect.
    #[serde(flatten)]
    pub record: RedirectRecord,
    /// Date of `last_hit_at`, formatted for display in the site's time zone. Null if never followed.
    #[schema(required = true)]
    pub last_hit_text: Option<String>,
}

impl RedirectView {
    fn new(record: RedirectRecord, zone: Tz) -> Self {
        Self { last_hit_text: record.last_hit_at.map(|at| date_text(at, zone)), record }
    }
}

/// A page of redirects.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RedirectList {
    /// The redirects on this page: those created by staff first, then those of renamed posts, each newest first.
    pub redirects: Vec<RedirectView>,
    /// The page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// A requested URL that does not exist, with the date of the last request.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = MissedAddressRow)]
pub struct MissedAddressView {
    /// The requested URL.
    #[serde(flatten)]
    pub record: MissedAddress,
    /// Date of `last_seen_at`, formatted for display in the site's time zone.
    pub last_seen_text: String,
}

/// The most requested URLs that do not exist.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MissedAddressList {
    /// At most 50 URLs, the most requested first.
    pub addresses: Vec<MissedAddressView>,
    /// Number of recorded URLs, at most 1,000.
    pub total: u64,
}

/// A redirect to create or update.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RedirectInput {
    /// Path to redirect. Stored in lower case, without query, fragment or trailing slash.
    #[schema(max_length = 500)]
    pub source: String,
    /// Destination: a path on this site, or an absolute `https` URL.
    #[schema(max_length = 500)]
    pub target: String,
}

/// Returns a page of the list.
pub async fn page_of(
    redirects: &RedirectService,
    zone: Tz,
    search: &str,
    page: u64,
) -> Result<RedirectList, HttpError> {
    let (records, total) = redirects.list(search, page).await?;
    Ok(RedirectList {
        redirects: records.into_iter().map(|record| RedirectView::new(record, zone)).collect(),
        paging: Paging::new(page, PER_PAGE, total),
    })
}

/// Returns the missed addresses that were requested most.
pub async fn missed_by(redirects: &RedirectService, zone: Tz) -> Result<MissedAddressList, HttpError> {
    let (records, total) = redirects.missed_addresses().await?;
    let view =
        |record: MissedAddress| MissedAddressView { last_seen_text: date_text(record.last_seen_at, zone), record };
    Ok(MissedAddressList { addresses: records.into_iter().map(view).collect(), total })
}

/// Returns the redirects of the site.
#[utoipa::path(get, path = "/api/admin/redirects", tag = "admin", params(RedirectListQuery),
    responses((status = 200, body = RedirectList)))]
pub async fn list(
    _administrator: Administrator,
    State(redirects): State<RedirectService>,
    State(site): State<Arc<Site>>,
    ValidQuery(query): ValidQuery<RedirectListQuery>,
) -> Result<Json<RedirectList>, HttpError> {
    Ok(Json(page_of(&redirects, site.time_zone, &query.search, page_number(query.page)?).await?))
}

/// Identifies a post's URL by its slug.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PostAddressQuery {
    /// Slug of the post's URL.
    pub slug: String,
}

/// The redirect at a post's URL.
#[derive(Debug, Serialize, ToSchema)]
pub struct PostAddress {
    /// Target of the redirect that ends when a post takes this slug. Null if there is none.
    #[schema(required = true)]
    pub redirects_to: Option<String>,
}

/// Returns the redirect at the URL that a post with a given slug would have.
///
/// The redirect ends when a post takes the slug.
#[utoipa::path(get, path = "/api/admin/post-address", tag = "admin", params(PostAddressQuery),
    responses((status = 200, body = PostAddress)))]
pub async fn post_address(
    _staff: Admin,
    State(redirects): State<RedirectService>,
    ValidQuery(query): ValidQuery<PostAddressQuery>,
) -> Result<Json<PostAddress>, HttpError> {
    Ok(Json(PostAddress { redirects_to: redirects.target_of_post(&query.slug).await? }))
}

/// Creates a redirect.
#[utoipa::path(post, path = "/api/admin/redirects", tag = "admin", request_body = RedirectInput,
    responses((status = 201, body = RedirectView), (status = 409, description = "`source_taken`")))]
pub async fn create(
    Administrator { actor, .. }: Administrator,
    State(redirects): State<RedirectService>,
    State(site): State<Arc<Site>>,
    ValidJson(input): ValidJson<RedirectInput>,
) -> Result<(StatusCode, Json<RedirectView>), HttpError> {
    let record = redirects.create(&input.source, &input.target, &actor).await?;
    Ok((StatusCode::CREATED, Json(RedirectView::new(record, site.time_zone))))
}

/// Updates a redirect.
///
/// Only redirects created by staff can be updated.
#[utoipa::path(put, path = "/api/admin/redirects/{id}", tag = "admin",
    params(("id" = String, Path, description = "The redirect's id")),
    request_body = RedirectInput,
    responses((status = 200, body = RedirectView), (status = 409, description = "`source_taken`")))]
pub async fn update(
    Administrator { actor, .. }: Administrator,
    State(redirects): State<RedirectService>,
    State(site): State<Arc<Site>>,
    PathText(id): PathText,
    ValidJson(input): ValidJson<RedirectInput>,
) -> Result<Json<RedirectView>, HttpError> {
    let id = RedirectId::parse(&id).ok_or_else(no_redirect)?;
    let record = redirects.update(&id, &input.source, &input.target, &actor).await?;
    Ok(Json(RedirectView::new(record, site.time_zone)))
}

/// Deletes a redirect.
#[utoipa::path(delete, path = "/api/admin/redirects/{id}", tag = "admin",
    params(("id" = String, Path, description = "The redirect's id")),
    responses((status = 204)))]
pub async fn delete(
    Administrator { actor, .. }: Administrator,
    State(redirects): State<RedirectService>,
    PathText(id): PathText,
) -> Result<StatusCode, HttpError> {
    let id = RedirectId::parse(&id).ok_or_else(no_redirect)?;
    if redirects.delete(&id, &actor).await? { Ok(StatusCode::NO_CONTENT) } else { Err(no_redirect()) }
}

/// Returns the most requested URLs that do not exist.
#[utoipa::path(get, path = "/api/admin/missed-addresses", tag = "admin",
    responses((status = 200, body = MissedAddressList)))]
pub async fn missed(
    _administrator: Administrator,
    State(redirects): State<RedirectService>,
    State(site): State<Arc<Site>>,
) -> Result<Json<MissedAddressList>, HttpError> {
    Ok(Json(missed_by(&redirects, site.time_zone).await?))
}

/// Removes a URL from the list of requested URLs that do not exist.
#[utoipa::path(delete, path = "/api/admin/missed-addresses/{id}", tag = "admin",
    params(("id" = Uuid, Path, description = "The missed address's id")),
    responses((status = 204)))]
pub async fn forget(
    Administrator { actor, .. }: Administrator,
    State(redirects): State<RedirectService>,
    PathText(id): PathText,
) -> Result<StatusCode, HttpError> {
    const MISSING: &str = "Could not find the requested address";
    let forgotten = redirects.forget(path_id(&id, MISSING)?, &actor).await?;
    if forgotten { Ok(StatusCode::NO_CONTENT) } else { Err(HttpError::not_found(MISSING)) }
}

fn no_redirect() -> HttpError {
    HttpError::not_found("Could not find the requested redirect")
}
