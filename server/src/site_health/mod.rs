//! The health of the site: checks that follow its links as search engines do, and what they found. What fetches the
//! pages is passed in.

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
