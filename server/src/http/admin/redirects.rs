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
        admin::list,
        errors::HttpError,
        extract::{Admin, Administrator, PathText, ValidJson, ValidQuery, page_number, path_id},
    },
    redirects::{MissedAddress, PER_PAGE, RedirectId, RedirectRecord, RedirectService},
    site::Site,
};

/// Query of the list.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct RedirectListQuery {
    /// A substring of source or target, in any case.
    pub search: String,
    /// From 1.
    #[param(minimum = 1, maximum = 4_294_967_295_u32, format = Int64)]
    pub page: Option<u32>,
}

/// A redirect in the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Redirect)]
pub struct RedirectView {
    /// The redirect.
    #[serde(flatten)]
    pub record: RedirectRecord,
    /// The date of the last hit, formatted.
    #[schema(required = true)]
    pub last_hit_text: Option<String>,
}

impl RedirectView {
    fn new(record: RedirectRecord, zone: Tz) -> Self {
        Self { last_hit_text: record.last_hit_at.map(|at| date_text(at, zone)), record }
    }
}

/// A page of the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RedirectList {
    /// The redirects on this page: those made by hand first, each kind newest first.
    pub redirects: Vec<RedirectView>,
    /// Page number, from 1.
    pub page: u64,
    /// Number of redirects on a full page: 50.
    pub per_page: u64,
    /// Number of redirects on all pages.
    pub total: u64,
    /// Number of pages.
    pub pages: u64,
}

/// A missed address in the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = MissedAddressRow)]
pub struct MissedAddressView {
    /// The address.
    #[serde(flatten)]
    pub record: MissedAddress,
    /// The date when it was last asked for, formatted.
    pub last_seen_text: String,
}

/// The addresses that readers missed most.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MissedAddressList {
    /// At most 50, those that were asked for most first.
    pub addresses: Vec<MissedAddressView>,
    /// Number of all: at most 1,000.
    pub total: u64,
}

/// A redirect to make or change.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RedirectInput {
    /// The path to redirect; stored in lower case, without query and final slash.
    #[schema(max_length = 500)]
    pub source: String,
    /// A path of this site, or an https address.
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
        page,
        per_page: PER_PAGE,
        total,
        pages: list::pages(total, PER_PAGE),
    })
}

/// Returns the addresses that readers missed most.
pub async fn missed_by(redirects: &RedirectService, zone: Tz) -> Result<MissedAddressList, HttpError> {
    let (records, total) = redirects.missed_addresses().await?;
    let view =
        |record: MissedAddress| MissedAddressView { last_seen_text: date_text(record.last_seen_at, zone), record };
    Ok(MissedAddressList { addresses: records.into_iter().map(view).collect(), total })
}

/// Lists redirects, a page at a time.
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

/// Query of where the address of a post leads.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PostAddressQuery {
    /// The slug that the post would have.
    pub slug: String,
}

/// Where the address of a post leads before a post has it.
#[derive(Debug, Serialize, ToSchema)]
pub struct PostAddress {
    /// The target of the redirect that a post with this slug would end; null when there is none.
    #[schema(required = true)]
    pub redirects_to: Option<String>,
}

/// Says which redirect a post would end that takes an address: for those who write posts.
#[utoipa::path(get, path = "/api/admin/post-address", tag = "admin", params(PostAddressQuery),
    responses((status = 200, body = PostAddress)))]
pub async fn post_address(
    _staff: Admin,
    State(redirects): State<RedirectService>,
    ValidQuery(query): ValidQuery<PostAddressQuery>,
) -> Result<Json<PostAddress>, HttpError> {
    Ok(Json(PostAddress { redirects_to: redirects.target_of_post(&query.slug).await? }))
}

/// Makes a redirect.
#[utoipa::path(post, path = "/api/admin/redirects", tag = "admin", request_body = RedirectInput,
    responses((status = 201, body = RedirectView), (status = 409, description = "source_taken")))]
pub async fn create(
    Administrator { actor, .. }: Administrator,
    State(redirects): State<RedirectService>,
    State(site): State<Arc<Site>>,
    ValidJson(input): ValidJson<RedirectInput>,
) -> Result<(StatusCode, Json<RedirectView>), HttpError> {
    let record = redirects.create(&input.source, &input.target, &actor).await?;
    Ok((StatusCode::CREATED, Json(RedirectView::new(record, site.time_zone))))
}

/// Changes a redirect that was made by hand.
#[utoipa::path(put, path = "/api/admin/redirects/{id}", tag = "admin", params(("id" = String, Path)),
    request_body = RedirectInput,
    responses((status = 200, body = RedirectView), (status = 409, description = "source_taken")))]
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
#[utoipa::path(delete, path = "/api/admin/redirects/{id}", tag = "admin", params(("id" = String, Path)),
    responses((status = 204)))]
pub async fn delete(
    Administrator { actor, .. }: Administrator,
    State(redirects): State<RedirectService>,
    PathText(id): PathText,
) -> Result<StatusCode, HttpError> {
    let id = RedirectId::parse(&id).ok_or_else(no_redirect)?;
    if redirects.delete(&id, &actor).await? { Ok(StatusCode::NO_CONTENT) } else { Err(no_redirect()) }
}

/// Lists the addresses that readers missed most.
#[utoipa::path(get, path = "/api/admin/missed-addresses", tag = "admin",
    responses((status = 200, body = MissedAddressList)))]
pub async fn missed(
    _administrator: Administrator,
    State(redirects): State<RedirectService>,
    State(site): State<Arc<Site>>,
) -> Result<Json<MissedAddressList>, HttpError> {
    Ok(Json(missed_by(&redirects, site.time_zone).await?))
}

/// Forgets a missed address.
#[utoipa::path(delete, path = "/api/admin/missed-addresses/{id}", tag = "admin", params(("id" = Uuid, Path)),
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
