//! `/admin/enquiries`, `/admin/bookings`, `/admin/subscribers`, `/admin/redirects`, `/admin/staff` and `/admin/audit`.

use std::sync::Arc;

use axum::extract::State;
use chrono_tz::Tz;
use http::Uri;

use super::{
    Page, PageError, PageResult,
    admin::{Administrator, Staff},
    props::{
        AdminAuditProps, AdminBookingsProps, AdminEnquiriesProps, AdminRedirectsProps, AdminStaffProps,
        AdminSubscribersProps, Me, PageProps,
    },
};
use crate::{
    accounts::AccountService,
    audit::{Action, AuditService},
    bookings::BookingService,
    enquiries::EnquiryService,
    http::{
        admin::{
            audit::{self, AuditQuery},
            bookings::BookingListQuery,
            enquiries::EnquiryListQuery,
            list::StaffList,
            redirects::{self, RedirectListQuery},
            staff::StaffLists,
            subscribers::SubscriberListQuery,
        },
        errors::HttpError,
        extract::ValidQuery,
    },
    newsletter::NewsletterService,
    redirects::RedirectService,
    site::Site,
};

/// The query of a list, or the error when it cannot be parsed.
type Query<Q> = Result<ValidQuery<Q>, HttpError>;

/// `/admin/enquiries`
pub async fn enquiries(
    Administrator(staff): Administrator,
    State(enquiries): State<EnquiryService>,
    State(site): State<Arc<Site>>,
    uri: Uri,
    query: Query<EnquiryListQuery>,
) -> PageResult {
    page(&staff, &enquiries, site.time_zone, (uri, query), |me, query, list| AdminEnquiriesProps {
        me,
        list,
        search: query.search,
        status: query.status,
        kind: query.kind,
        retention_months: site.retention_months,
    })
    .await
}

/// `/admin/bookings`
pub async fn bookings(
    Administrator(staff): Administrator,
    State(bookings): State<BookingService>,
    State(site): State<Arc<Site>>,
    uri: Uri,
    query: Query<BookingListQuery>,
) -> PageResult {
    page(&staff, &bookings, site.time_zone, (uri, query), |me, query, list| AdminBookingsProps {
        me,
        list,
        search: query.search,
        status: query.status,
    })
    .await
}

/// `/admin/subscribers`
pub async fn subscribers(
    Administrator(staff): Administrator,
    State(newsletter): State<NewsletterService>,
    State(site): State<Arc<Site>>,
    uri: Uri,
    query: Query<SubscriberListQuery>,
) -> PageResult {
    page(&staff, &newsletter, site.time_zone, (uri, query), |me, query, list| AdminSubscribersProps {
        me,
        list,
        search: query.search,
        status: query.status,
    })
    .await
}

/// `/admin/audit`
pub async fn audit(
    Administrator(staff): Administrator,
    State(audit): State<AuditService>,
    State(site): State<Arc<Site>>,
    uri: Uri,
    query: Query<AuditQuery>,
) -> PageResult {
    // An invalid filter shows the whole log.
    let query = query.map(|ValidQuery(query)| query).unwrap_or_default();
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

/// `/admin/redirects`
pub async fn redirects(
    Administrator(staff): Administrator,
    State(service): State<RedirectService>,
    State(site): State<Arc<Site>>,
    query: Query<RedirectListQuery>,
) -> PageResult {
    // An invalid filter shows the whole list.
    let mut query = query.map(|ValidQuery(query)| query).unwrap_or_default();
    query.page = query.page.filter(|page| *page > 0);
    Page::new(&AdminRedirectsProps {
        me: staff.me(),
        list: redirects::page_of(&service, site.time_zone, &query).await?,
        missed: redirects::missed_by(&service, site.time_zone).await?,
        search: query.search,
    })
}

/// `/admin/staff`
pub async fn staff(
    Administrator(staff): Administrator,
    State(accounts): State<AccountService>,
    State(site): State<Arc<Site>>,
) -> PageResult {
    let lists = StaffLists::new(accounts.staff_overview().await?, staff.0.user.id, site.time_zone);
    Page::new(&AdminStaffProps { me: staff.me(), lists })
}

/// Returns a page of a list; the last one for a number beyond it. An invalid query shows the whole list.
async fn page<Q: StaffList + Default, P: PageProps>(
    staff: &Staff,
    service: &Q::Service,
    zone: Tz,
    (uri, query): (Uri, Query<Q>),
    props: impl FnOnce(Me, Q, Q::List) -> P,
) -> PageResult {
    let query = query.map(|ValidQuery(query)| query).unwrap_or_default();
    let number = query.page().filter(|page| *page > 0).unwrap_or(1);
    let list = query.list(service, zone, number.into()).await?;
    PageError::beyond_last(&uri, number.into(), Q::pages(&list))?;
    Page::new(&props(staff.me(), query, list))
}
