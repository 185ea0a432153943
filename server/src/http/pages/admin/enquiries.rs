//! `/admin/enquiries`: what visitors sent.

use std::sync::Arc;

use axum::extract::State;
use http::Uri;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    super::{PageResult, props::Me},
    Administrator, lists,
};
use crate::{
    enquiries::EnquiryService,
    http::admin::enquiries::{EnquiryList, EnquiryListQuery, EnquiryStatusFilter, EnquiryTypeFilter},
    site::Site,
};

/// Props of the enquiries page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminEnquiriesProps {
    /// The signed-in user.
    pub me: Me,
    /// The page of enquiries.
    #[serde(flatten)]
    pub list: EnquiryList,
    /// The search term.
    pub search: String,
    /// Filter by status.
    pub status: EnquiryStatusFilter,
    /// Filter by form.
    #[serde(rename = "type")]
    pub kind: EnquiryTypeFilter,
    /// Number of months after which enquiries are deleted.
    pub retention_months: u16,
}

/// `/admin/enquiries`
pub async fn show(
    Administrator(staff): Administrator,
    State(enquiries): State<EnquiryService>,
    State(site): State<Arc<Site>>,
    uri: Uri,
    query: lists::Query<EnquiryListQuery>,
) -> PageResult {
    lists::page(&staff, &enquiries, site.time_zone, (uri, query), |me, query, list| AdminEnquiriesProps {
        me,
        list,
        search: query.search,
        status: query.status,
        kind: query.kind,
        retention_months: site.retention_months,
    })
    .await
}
