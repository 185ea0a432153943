//! Compression, and the cache of finished pages.
//!
//! [`cache::PageCache`] keeps answers; [`compress`] chooses and makes their encodings.

pub mod cache;
mod cached_page;
pub mod compress;

pub use cache::{CacheStats, CachedPage, Made, PageCache};
pub use compress::Encoding;
