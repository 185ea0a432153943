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

/// The audit log.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminAuditProps {
    /// The signed-in user.
    pub me: Me,
    /// The page of the log.
    #[serde(flatten)]
    pub list: AuditList,
    /// The filter by actor.
    pub actor: String,
    /// The filter by action, or group of actions.
    pub action: String,
    /// The filter by object.
    pub object: String,
    /// The first day, YYYY-MM-DD, or empty.
    pub since: String,
    /// The last day, YYYY-MM-DD, or empty.
    pub until: String,
    /// Every action.
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
    PageError::beyond_last(&uri, page.into(), list.pages)?;
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
