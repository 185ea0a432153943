//! `/admin/audit`: what was done, by whom.

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
    audit::{Action, AuditService},
    http::admin::audit::{self, AuditList, AuditQuery},
    site::Site,
};

/// Props of the audit log page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminAuditProps {
    /// The signed-in user.
    pub me: Me,
    /// The page of the audit log.
    #[serde(flatten)]
    pub list: AuditList,
    /// Filter by actor.
    pub actor: String,
    /// Filter by action or group of actions.
    pub action: String,
    /// Filter by object.
    pub object: String,
    /// First day of the filter, `YYYY-MM-DD`. Empty if none, or if the filter is a timestamp.
    pub since: String,
    /// Last day of the filter, `YYYY-MM-DD`. Empty if none, or if the filter is a timestamp.
    pub until: String,
    /// Names of all actions.
    pub actions: Vec<String>,
}

/// `/admin/audit`
pub async fn show(
    Administrator(staff): Administrator,
    State(audit): State<AuditService>,
    State(site): State<Arc<Site>>,
    uri: Uri,
    query: lists::Query<AuditQuery>,
) -> PageResult {
    // An invalid filter shows the whole log.
    let query = query.map(|query| query.0).unwrap_or_default();
    let page = query.page.filter(|page| *page > 0).unwrap_or(1);
    let list = audit::read(&audit, &query, page.into(), site.time_zone).await?;
    PageError::beyond_last(&uri, page.into(), list.paging.pages)?;
    let (since, until) = query.days();
    Page::new(&AdminAuditProps {
        me: staff.me(),
        list,
        actor: query.actor,
        action: query.action,
        object: query.object,
        since,
        until,
        actions: Action::ALL.iter().map(|action| action.as_str().to_owned()).collect(),
    })
}
