//! `/api/admin/subscribers`: the newsletter's subscribers.

use std::sync::Arc;

use axum::{extract, response::Response};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::clock::Clock;
use crate::{
    audit::AuditService,
    dates::date_text,
    http::{
        admin::list::{self, ListFormat, Recorder, StaffList},
        csv::Csv,
        errors::HttpError,
        extract::{Administrator, PathText, RecentSession, ValidQuery, path_id},
        paging::Paging,
    },
    newsletter::{
        NewsletterService, State,
        staff_store::{SubscriberFilter, SubscriberRecord},
    },
    site::Site,
};

/// Filters subscribers by state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the states are described at State")]
pub enum SubscriberStatusFilter {
    /// Any state.
    #[default]
    #[serde(alias = "")]
    All,
    Pending,
    Confirmed,
    Unsubscribed,
}

/// Filters and paging of newsletter subscribers.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct SubscriberListQuery {
    /// Case-insensitive substring of the email address.
    pub search: String,
    /// Filters by subscription status. Defaults to `all`.
    #[param(inline)]
    pub status: SubscriberStatusFilter,
    /// Page number, from 1. Defaults to 1.
    #[param(minimum = 1, maximum = 4_294_967_295_u32, format = Int64)]
    pub page: Option<u32>,
    /// Response format: `json` for one page (the default), or `csv` for all matching rows as a file.
    #[param(inline)]
    pub format: ListFormat,
}

impl SubscriberListQuery {
    /// Returns the store's filter.
    fn filter(&self) -> SubscriberFilter {
        SubscriberFilter {
            search: self.search.clone(),
            state: match self.status {
                SubscriberStatusFilter::All => None,
                SubscriberStatusFilter::Pending => Some(State::Pending),
                SubscriberStatusFilter::Confirmed => Some(State::Confirmed),
                SubscriberStatusFilter::Unsubscribed => Some(State::Unsubscribed),
            },
        }
    }
}

/// A newsletter subscriber, with formatted dates.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Subscriber)]
pub struct SubscriberView {
    /// The subscriber.
    #[serde(flatten)]
    pub record: SubscriberRecord,
    /// Date of `created_at`, formatted for display in the site's time zone.
    pub created_text: String,
    /// Date of `confirmed_at`, formatted for display in the site's time zone. Null if never confirmed.
    #[schema(required = true)]
    pub confirmed_text: Option<String>,
}

/// A page of newsletter subscribers.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SubscriberList {
    /// The subscribers on this page, newest first.
    pub subscribers: Vec<SubscriberView>,
    /// The page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// Number of subscribers per page.
const PER_PAGE: u64 = 50;

impl SubscriberView {
    fn new(record: SubscriberRecord, zone: Tz) -> Self {
        Self {
            created_text: date_text(record.created_at, zone),
            confirmed_text: record.confirmed_at.map(|at| date_text(at, zone)),
            record,
        }
    }
}

impl StaffList for SubscriberListQuery {
    type Service = NewsletterService;
    type List = SubscriberList;
    type Record = SubscriberRecord;
    const FILE: &'static str = "subscribers.csv";
    const COLUMNS: &'static [&'static str] =
        &["email", "status", "created_at", "confirmed_at", "unsubscribed_at", "source_page", "consent"];

    fn page(&self) -> Option<u32> {
        self.page
    }

    fn format(&self) -> ListFormat {
        self.format
    }

    async fn list(&self, newsletter: &NewsletterService, zone: Tz, page: u64) -> Result<SubscriberList, HttpError> {
        let (records, total) = newsletter.list(&self.filter(), page, PER_PAGE).await?;
        Ok(SubscriberList {
            subscribers: records.into_iter().map(|record| SubscriberView::new(record, zone)).collect(),
            paging: Paging::new(page, PER_PAGE, total),
        })
    }

    fn pages(list: &SubscriberList) -> u64 {
        list.paging.pages
    }

    async fn batch(
        &self,
        newsletter: &NewsletterService,
        last: Option<&SubscriberRecord>,
        _now: DateTime<Utc>,
    ) -> Result<Vec<SubscriberRecord>, HttpError> {
        Ok(newsletter.batch(&self.filter(), last).await?)
    }

    fn write(record: &SubscriberRecord, file: &mut Csv) {
        let moment = |at: Option<DateTime<Utc>>| at.map(|at| at.to_rfc3339()).unwrap_or_default();
        file.row(&[
            &record.email,
            record.status.as_str(),
            &record.created_at.to_rfc3339(),
            &moment(record.confirmed_at),
            &moment(record.unsubscribed_at),
            &record.source_page,
            &record.consent,
        ]);
    }
}

/// Returns newsletter subscribers, as a page or as a CSV file.
///
/// Newest first. The CSV file contains all matching subscribers. It requires a recent sign-in, and the download is
/// recorded in the audit log.
#[utoipa::path(get, path = "/api/admin/subscribers", tag = "admin", params(SubscriberListQuery),
    responses((status = 200, content((SubscriberList = "application/json"), (String = "text/csv"))),
        (status = 403, description = "`not_admin`, `not_administrator`, or `reauthentication_required` (CSV)")))]
pub async fn list(
    Administrator { actor, .. }: Administrator,
    recent: Result<RecentSession, HttpError>,
    extract::State(newsletter): extract::State<NewsletterService>,
    extract::State(site): extract::State<Arc<Site>>,
    extract::State(audit): extract::State<AuditService>,
    extract::State(clock): extract::State<Arc<dyn Clock>>,
    ValidQuery(query): ValidQuery<SubscriberListQuery>,
) -> Result<Response, HttpError> {
    list::answer(&newsletter, site.time_zone, clock.now(), recent, &query, Recorder { audit: &audit, actor: &actor })
        .await
}

/// Deletes a newsletter subscriber.
///
/// Requires a recent sign-in.
#[utoipa::path(delete, path = "/api/admin/subscribers/{id}", tag = "admin",
    params(("id" = Uuid, Path, description = "The subscriber's id")),
    responses((status = 204),
        (status = 403, description = "`not_admin`, `not_administrator` or `reauthentication_required`")))]
pub async fn erase(
    Administrator { actor, .. }: Administrator,
    _recent: RecentSession,
    extract::State(newsletter): extract::State<NewsletterService>,
    PathText(id): PathText,
) -> Result<StatusCode, HttpError> {
    const MISSING: &str = "Could not find the requested subscriber";
    let erased = newsletter.erase(path_id(&id, MISSING)?, &actor).await?;
    if erased { Ok(StatusCode::NO_CONTENT) } else { Err(HttpError::not_found(MISSING)) }
}
