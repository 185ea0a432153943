//! Categories: the tags of posts, with what readers see of them and the names that they had.

pub mod domain;
pub mod service;
pub(super) mod store;

pub use service::CategoryService;
