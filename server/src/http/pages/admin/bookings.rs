//! `/admin/bookings`: the booked calls.

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
    bookings::BookingService,
    http::admin::bookings::{BookingList, BookingListQuery, BookingStatusFilter},
    site::Site,
};

/// Props of the bookings page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminBookingsProps {
    /// The signed-in user.
    pub me: Me,
    /// The page of booked calls.
    #[serde(flatten)]
    pub list: BookingList,
    /// The search term.
    pub search: String,
    /// Filter by state.
    #[schema(inline)]
    pub status: BookingStatusFilter,
}

/// `/admin/bookings`
pub async fn show(
    Administrator(staff): Administrator,
    State(bookings): State<BookingService>,
    State(site): State<Arc<Site>>,
    uri: Uri,
    query: lists::Query<BookingListQuery>,
) -> PageResult {
    lists::page(&staff, &bookings, site.time_zone, (uri, query), |me, query, list| AdminBookingsProps {
        me,
        list,
        search: query.search,
        status: query.status,
    })
    .await
}
