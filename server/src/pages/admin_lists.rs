//! `/admin/enquiries`, `/admin/bookings` and `/admin/subscribers`: lists of what visitors have left with us.

use axum::extract::State;
use serde::Serialize;

use super::{
    Page, PageResult,
    admin::{me, staff},
    props::{AdminBookingsProps, AdminEnquiriesProps, AdminSubscribersProps, Me},
};
use crate::{
    app::App,
    bookings::admin_api::BookingListQuery,
    enquiries::admin_api::EnquiryListQuery,
    error::AppError,
    extract::{CurrentSession, ValidQuery},
    newsletter::admin_api::SubscriberListQuery,
    staff_list::ListQuery,
};

/// What was asked of a list, and whether it can be read.
type Asked<Q> = Result<ValidQuery<Q>, AppError>;

/// `/admin/enquiries`
pub async fn enquiries(
    State(app): State<App>,
    session: Option<CurrentSession>,
    query: Asked<EnquiryListQuery>,
) -> PageResult {
    let retention_months = app.config.site.retention_months;
    page(&app, session, query, "admin/enquiries", |me, query, list| AdminEnquiriesProps {
        me,
        list,
        search: query.search,
        status: query.status,
        kind: query.kind,
        retention_months,
    })
    .await
}

/// `/admin/bookings`
pub async fn bookings(
    State(app): State<App>,
    session: Option<CurrentSession>,
    query: Asked<BookingListQuery>,
) -> PageResult {
    page(&app, session, query, "admin/bookings", |me, query, list| AdminBookingsProps {
        me,
        list,
        search: query.search,
        status: query.status,
    })
    .await
}

/// `/admin/subscribers`
pub async fn subscribers(
    State(app): State<App>,
    session: Option<CurrentSession>,
    query: Asked<SubscriberListQuery>,
) -> PageResult {
    page(&app, session, query, "admin/subscribers", |me, query, list| AdminSubscribersProps {
        me,
        list,
        search: query.search,
        status: query.status,
    })
    .await
}

/// A page of a list, for staff. A filter that makes no sense shows the whole list.
async fn page<Q: ListQuery + Default, P: Serialize>(
    app: &App,
    session: Option<CurrentSession>,
    query: Asked<Q>,
    component: &'static str,
    props: impl FnOnce(Me, Q, Q::List) -> P,
) -> PageResult {
    let admin = match staff(app, session) {
        Ok(admin) => admin,
        Err(instead) => return instead,
    };
    let query = query.map(|ValidQuery(query)| query).unwrap_or_default();
    let number = query.page().filter(|page| *page > 0).unwrap_or(1);
    let list = query.list(app, number.into()).await?;
    Page::new(component, &props(me(&admin), query, list))
}
