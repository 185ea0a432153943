//! `/admin/redirects`: redirects, and the addresses that readers missed.

use std::sync::Arc;

use axum::extract::State;
use http::Uri;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    super::{Page, PageError, PageResult, props::Me},
    Administrator, lists,
};
use crate::{
    http::admin::redirects::{self, MissedAddressList, RedirectList, RedirectListQuery},
    redirects::RedirectService,
    site::Site,
};

/// Props of the redirects page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminRedirectsProps {
    /// The signed-in user.
    pub me: Me,
    /// The page of redirects.
    #[serde(flatten)]
    pub list: RedirectList,
    /// The most requested URLs that do not exist.
    pub missed: MissedAddressList,
    /// The search term.
    pub search: String,
}

/// `/admin/redirects`
pub async fn show(
    Administrator(staff): Administrator,
    State(service): State<RedirectService>,
    State(site): State<Arc<Site>>,
    uri: Uri,
    query: lists::Query<RedirectListQuery>,
) -> PageResult {
    // An invalid filter shows the whole list.
    let query = query.map(|query| query.0).unwrap_or_default();
    let page = u64::from(query.page.filter(|page| *page > 0).unwrap_or(1));
    let list = redirects::page_of(&service, site.time_zone, &query.search, page).await?;
    PageError::beyond_last(&uri, page, list.paging.pages)?;
    Page::new(&AdminRedirectsProps {
        me: staff.me(),
        list,
        missed: redirects::missed_by(&service, site.time_zone).await?,
        search: query.search,
    })
}
