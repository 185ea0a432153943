//! Categories: the tags of posts, with their descriptions and former names.

pub mod domain;
pub mod service;
mod store;

pub use service::CategoryService;
