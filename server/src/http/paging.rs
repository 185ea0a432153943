//! The page numbers of a list's response.

use serde::Serialize;
use utoipa::ToSchema;

/// Which page of a list a response has, out of how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Paging {
    /// Page number, from 1.
    pub page: u64,
    /// Number of items on a full page.
    pub per_page: u64,
    /// Number of matching items on all pages.
    pub total: u64,
    /// Number of pages, at least 1.
    pub pages: u64,
}

impl Paging {
    /// Returns the page numbers of a list of `total` items.
    pub fn new(page: u64, per_page: u64, total: u64) -> Self {
        Self { page, per_page, total, pages: total.div_ceil(per_page).max(1) }
    }
}
