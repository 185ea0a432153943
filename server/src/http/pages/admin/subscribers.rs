//! `/admin/subscribers`: the newsletter's subscribers.

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
    http::admin::subscribers::{SubscriberList, SubscriberListQuery, SubscriberStatusFilter},
    newsletter::NewsletterService,
    site::Site,
};

/// Props of the subscribers page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminSubscribersProps {
    /// The signed-in user.
    pub me: Me,
    /// The page of subscribers.
    #[serde(flatten)]
    pub list: SubscriberList,
    /// The search term.
    pub search: String,
    /// Filter by state.
    pub status: SubscriberStatusFilter,
}

/// `/admin/subscribers`
pub async fn show(
    Administrator(staff): Administrator,
    State(newsletter): State<NewsletterService>,
    State(site): State<Arc<Site>>,
    uri: Uri,
    query: lists::Query<SubscriberListQuery>,
) -> PageResult {
    lists::page(&staff, &newsletter, site.time_zone, (uri, query), |me, query, list| AdminSubscribersProps {
        me,
        list,
        search: query.search,
        status: query.status,
    })
    .await
}
