//! Categories: the tags of posts, with their descriptions and former names.

pub mod domain;
pub mod service;
pub(super) mod store;

pub use service::CategoryService;
