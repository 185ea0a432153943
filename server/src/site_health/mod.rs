//! The health of the site: checks that follow its links as search engines do, and their results. The caller passes in
//! what fetches the pages.

mod addresses;
pub mod crawl;
pub mod domain;
mod fetch;
pub mod report;
mod robots;
pub mod service;
mod store;

pub use fetch::{Fetch, Fetched};
pub use service::SiteHealthService;
