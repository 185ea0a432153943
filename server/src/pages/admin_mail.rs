//! `/admin/enquiries` and `/admin/subscribers`.

use axum::extract::State;

use super::{
    Page, PageResult,
    admin::{me, staff},
    props::{AdminEnquiriesProps, AdminSubscribersProps},
};
use crate::{
    app::App,
    enquiries::admin_api::{self as enquiries, EnquiryListQuery},
    error::AppError,
    extract::{CurrentSession, ValidQuery},
    newsletter::admin_api::{self as subscribers, SubscriberListQuery},
};

/// `/admin/enquiries`
pub async fn enquiries(
    State(app): State<App>,
    session: Option<CurrentSession>,
    query: Result<ValidQuery<EnquiryListQuery>, AppError>,
) -> PageResult {
    let admin = match staff(&app, session) {
        Ok(admin) => admin,
        Err(instead) => return instead,
    };
    // A filter that makes no sense shows the whole list.
    let query = query.map(|ValidQuery(query)| query).unwrap_or_default();
    let page = query.page.filter(|page| *page > 0).unwrap_or(1);
    let list = enquiries::page_of(&app, &query, page.into()).await?;
    Page::new(
        "admin/enquiries",
        &AdminEnquiriesProps {
            me: me(&admin),
            enquiries: list.enquiries,
            page: list.page,
            per_page: list.per_page,
            pages: list.pages,
            total: list.total,
            search: query.search,
            status: query.status,
            kind: query.kind,
            retention_months: app.config.site.retention_months,
        },
    )
}

/// `/admin/subscribers`
pub async fn subscribers(
    State(app): State<App>,
    session: Option<CurrentSession>,
    query: Result<ValidQuery<SubscriberListQuery>, AppError>,
) -> PageResult {
    let admin = match staff(&app, session) {
        Ok(admin) => admin,
        Err(instead) => return instead,
    };
    let query = query.map(|ValidQuery(query)| query).unwrap_or_default();
    let page = query.page.filter(|page| *page > 0).unwrap_or(1);
    let list = subscribers::page_of(&app, &query, page.into()).await?;
    Page::new(
        "admin/subscribers",
        &AdminSubscribersProps {
            me: me(&admin),
            subscribers: list.subscribers,
            page: list.page,
            per_page: list.per_page,
            pages: list.pages,
            total: list.total,
            search: query.search,
            status: query.status,
        },
    )
}
