//! Code shared by the pages with lists.

use chrono_tz::Tz;
use http::Uri;

use super::{
    super::{Page, PageError, PageResult, props::Me, schemas::PageProps},
    Staff,
};
use crate::http::{admin::list::StaffList, errors::HttpError, extract::ValidQuery};

/// The query of a list, or the error when it cannot be parsed.
pub type Query<Q> = Result<ValidQuery<Q>, HttpError>;

/// Returns a page of a list; the last one for a number beyond it. An invalid query shows the whole list.
pub async fn page<Q: StaffList + Default, P: PageProps>(
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
