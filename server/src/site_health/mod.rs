//! The health of the site: the crawl that follows its links as search engines do. What fetches the pages is passed in.

mod addresses;
pub mod crawl;
mod fetch;
pub mod report;

pub use fetch::{Fetch, Fetched};
