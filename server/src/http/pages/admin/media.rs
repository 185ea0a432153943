//! `/admin/media`: the media library.

use axum::extract::State;
use http::Uri;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    super::{Page, PageError, PageResult, props::Me},
    Staff,
};
use crate::{
    http::{
        admin::media::{MediaList, MediaListQuery},
        errors::HttpError,
        extract::ValidQuery,
    },
    media::MediaService,
};

/// Props of the media library page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminMediaProps {
    /// The signed-in user.
    pub me: Me,
    /// The page of the media library.
    pub list: MediaList,
    /// The search term.
    pub search: String,
    /// Filter by folder. Empty for all.
    pub folder: String,
}

/// `/admin/media`
pub async fn show(
    State(media): State<MediaService>,
    staff: Staff,
    uri: Uri,
    query: Result<ValidQuery<MediaListQuery>, HttpError>,
) -> PageResult {
    // An invalid filter shows the whole library.
    let query = query.map(|ValidQuery(query)| query).unwrap_or_default();
    let page = u64::from(query.page.filter(|page| *page > 0).unwrap_or(1));
    let list = MediaList::new(media.list(&query.search, &query.folder, page).await?, page);
    PageError::beyond_last(&uri, page, list.paging.pages)?;
    Page::new(&AdminMediaProps { me: staff.me(), list, search: query.search, folder: query.folder })
}
