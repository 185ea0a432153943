//! The same change of many posts.

mod service;
mod store;

pub use service::{BulkAction, BulkResults};
