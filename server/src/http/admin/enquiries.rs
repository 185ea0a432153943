//! `/api/admin/enquiries`: listing and editing enquiries.

use std::sync::Arc;

use axum::{Json, extract::State, response::Response};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::clock::Clock;
use crate::{
    audit::AuditService,
    dates::date_time_text,
    enquiries::{
        EnquiryService,
        domain::EnquiryType,
        staff_store::{EnquiryChange, EnquiryFilter, EnquiryRecord, EnquiryStatus},
    },
    error::AppError,
    http::{
        admin::list::{self, Delivery, ListFormat, Recorder, StaffList},
        csv::Csv,
        errors::HttpError,
        extract::{Administrator, PathText, RecentSession, ValidJson, ValidQuery, path_id},
        paging::Paging,
    },
    mail::{
        Outbox,
        store::{MailRecord, MailState},
    },
    site::Site,
};

/// Filters enquiries by status.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the states are described at EnquiryStatus")]
pub enum EnquiryStatusFilter {
    /// Any status.
    #[default]
    #[serde(alias = "")]
    All,
    New,
    Open,
    Done,
    Spam,
}

/// Filters enquiries by form.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the forms are described at EnquiryType")]
pub enum EnquiryTypeFilter {
    /// Any form.
    #[default]
    #[serde(alias = "")]
    All,
    Contact,
    Audit,
    Footer,
    Newsletter,
    SeoFixList,
    QuizLead,
}

/// Filters and paging of enquiries.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct EnquiryListQuery {
    /// Case-insensitive substring of name, email address, company, website, telephone number, message or note.
    pub search: String,
    /// Filters by status. Defaults to `all`.
    #[param(inline)]
    pub status: EnquiryStatusFilter,
    /// Filters by the form that was sent. Defaults to `all`.
    #[param(inline)]
    #[serde(rename = "type")]
    pub kind: EnquiryTypeFilter,
    /// Page number, from 1. Defaults to 1.
    #[param(minimum = 1, maximum = 4_294_967_295_u32, format = Int64)]
    pub page: Option<u32>,
    /// Response format: `json` for one page (the default), or `csv` for all matching rows as a file.
    #[param(inline)]
    pub format: ListFormat,
}

impl EnquiryListQuery {
    /// Returns the store's filter.
    fn filter(&self) -> EnquiryFilter {
        EnquiryFilter {
            search: self.search.clone(),
            status: match self.status {
                EnquiryStatusFilter::All => None,
                EnquiryStatusFilter::New => Some(EnquiryStatus::New),
                EnquiryStatusFilter::Open => Some(EnquiryStatus::Open),
                EnquiryStatusFilter::Done => Some(EnquiryStatus::Done),
                EnquiryStatusFilter::Spam => Some(EnquiryStatus::Spam),
            },
            kind: match self.kind {
                EnquiryTypeFilter::All => None,
                EnquiryTypeFilter::Contact => Some(EnquiryType::Contact),
                EnquiryTypeFilter::Audit => Some(EnquiryType::Audit),
                EnquiryTypeFilter::Footer => Some(EnquiryType::Footer),
                EnquiryTypeFilter::Newsletter => Some(EnquiryType::Newsletter),
                EnquiryTypeFilter::SeoFixList => Some(EnquiryType::SeoFixList),
                EnquiryTypeFilter::QuizLead => Some(EnquiryType::QuizLead),
            },
        }
    }
}

/// An enquiry, with the delivery status of its emails.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Enquiry)]
pub struct EnquiryView {
    /// The enquiry.
    #[serde(flatten)]
    pub record: EnquiryRecord,
    /// `created_at`, formatted for display in the site's time zone.
    pub created_text: String,
    /// Combined delivery status of the enquiry's emails.
    pub delivery: Delivery,
}

/// A page of enquiries.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EnquiryList {
    /// The enquiries on this page, newest first.
    pub enquiries: Vec<EnquiryView>,
    /// The page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// Number of enquiries per page.
const PER_PAGE: u64 = 20;

impl EnquiryView {
    /// Returns the view of an enquiry for readers in a time zone.
    fn new(record: EnquiryRecord, zone: Tz) -> Self {
        let created_text = date_time_text(record.created_at, zone);
        Self { created_text, delivery: Delivery::of(record.mails.iter()), record }
    }
}

impl StaffList for EnquiryListQuery {
    type Service = EnquiryService;
    type List = EnquiryList;
    type Record = EnquiryRecord;
    const FILE: &'static str = "enquiries.csv";
    const COLUMNS: &'static [&'static str] = &[
        "id",
        "created_at",
        "type",
        "status",
        "name",
        "email",
        "website",
        "company",
        "phone",
        "message",
        "report_type",
        "answers",
        "source_page",
        "note",
    ];

    fn page(&self) -> Option<u32> {
        self.page
    }

    fn format(&self) -> ListFormat {
        self.format
    }

    async fn list(&self, enquiries: &EnquiryService, zone: Tz, page: u64) -> Result<EnquiryList, HttpError> {
        let (records, total) = enquiries.list(&self.filter(), page, PER_PAGE).await?;
        Ok(EnquiryList {
            enquiries: records.into_iter().map(|record| EnquiryView::new(record, zone)).collect(),
            paging: Paging::new(page, PER_PAGE, total),
        })
    }

    fn pages(list: &EnquiryList) -> u64 {
        list.paging.pages
    }

    async fn batch(
        &self,
        enquiries: &EnquiryService,
        last: Option<&EnquiryRecord>,
        _now: DateTime<Utc>,
    ) -> Result<Vec<EnquiryRecord>, HttpError> {
        Ok(enquiries.batch(&self.filter(), last).await?)
    }

    fn write(record: &EnquiryRecord, file: &mut Csv) {
        let answers: Vec<String> =
            record.answers.iter().map(|(question, answer)| format!("{question}: {answer}")).collect();
        file.row(&[
            &record.id.to_string(),
            &record.created_at.to_rfc3339(),
            &record.kind,
            record.status.as_str(),
            &record.name,
            &record.email,
            &record.website,
            &record.company,
            &record.phone,
            &record.message,
            &record.report_type,
            &answers.join("; "),
            &record.source_page,
            &record.note,
        ]);
    }
}

/// Returns enquiries, as a page or as a CSV file.
///
/// Newest first. The CSV file contains all matching enquiries. It requires a recent sign-in, and the download is
/// recorded in the audit log.
#[utoipa::path(get, path = "/api/admin/enquiries", tag = "admin", params(EnquiryListQuery),
    responses((status = 200, content((EnquiryList = "application/json"), (String = "text/csv"))),
        (status = 403, description = "`not_admin`, `not_administrator`, or `reauthentication_required` (CSV)")))]
pub async fn list(
    Administrator { actor, .. }: Administrator,
    recent: Result<RecentSession, HttpError>,
    State(enquiries): State<EnquiryService>,
    State(site): State<Arc<Site>>,
    State(audit): State<AuditService>,
    State(clock): State<Arc<dyn Clock>>,
    ValidQuery(query): ValidQuery<EnquiryListQuery>,
) -> Result<Response, HttpError> {
    list::answer(&enquiries, site.time_zone, clock.now(), recent, &query, Recorder { audit: &audit, actor: &actor })
        .await
}

/// Updates an enquiry's status or note.
///
/// Omitted fields stay unchanged.
#[utoipa::path(patch, path = "/api/admin/enquiries/{id}", tag = "admin",
    params(("id" = Uuid, Path, description = "The enquiry's id")),
    request_body = EnquiryChange,
    responses((status = 200, body = EnquiryView), (status = 409, description = "`edit_conflict`")))]
pub async fn update(
    Administrator { actor, .. }: Administrator,
    State(enquiries): State<EnquiryService>,
    State(site): State<Arc<Site>>,
    PathText(id): PathText,
    ValidJson(change): ValidJson<EnquiryChange>,
) -> Result<Json<EnquiryView>, HttpError> {
    let id = path_id(&id, "Could not find the requested enquiry")?;
    let record = enquiries.change(id, &change, &actor).await?;
    Ok(Json(EnquiryView::new(record, site.time_zone)))
}

/// Retries the delivery of an email immediately.
///
/// Applies to emails that are queued or have failed. One to the company goes to the current contact address. An email
/// that was sent is returned unchanged.
#[utoipa::path(post, path = "/api/admin/outbox/{id}/retry", tag = "admin",
    params(("id" = Uuid, Path, description = "The email's id")),
    responses((status = 200, body = MailRecord), (status = 409, description = "`no_use`")))]
pub async fn retry(
    Administrator { actor, .. }: Administrator,
    State(outbox): State<Outbox>,
    State(site): State<Arc<Site>>,
    PathText(id): PathText,
) -> Result<Json<MailRecord>, HttpError> {
    const MISSING: &str = "Could not find the requested email";
    let mail = outbox.retry(path_id(&id, MISSING)?, &site.contact_email, &actor).await?;
    let mail = mail.ok_or_else(|| HttpError::not_found(MISSING))?;
    if mail.state == MailState::Failed {
        return Err(AppError::conflict("no_use", "This email is no longer needed, so it was not sent").into());
    }
    Ok(Json(mail))
}
