//! `/admin/staff`: who may sign in, and invitations.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    super::{Page, PageResult, props::Me},
    Administrator,
};
use crate::{accounts::AccountService, http::admin::staff::StaffLists, site::Site};

/// Props of the staff page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminStaffProps {
    /// The signed-in user.
    pub me: Me,
    /// Staff accounts and pending invitations.
    #[serde(flatten)]
    pub lists: StaffLists,
}

/// `/admin/staff`
pub async fn show(
    Administrator(staff): Administrator,
    State(accounts): State<AccountService>,
    State(site): State<Arc<Site>>,
) -> PageResult {
    let lists = StaffLists::new(accounts.staff_overview().await?, staff.0.user.id, site.time_zone);
    Page::new(&AdminStaffProps { me: staff.me(), lists })
}
