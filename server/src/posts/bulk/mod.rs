//! Makes the same change to many posts.

mod service;
mod store;

pub use service::{BulkAction, BulkResults};
