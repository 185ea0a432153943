//! The blog: posts, their tags and their addresses.

pub mod admin_api;
pub mod api;
pub mod bulk;
pub mod cover;
pub mod domain;
pub mod draft_api;
pub mod history;
pub mod history_api;
pub mod import;
pub mod service;
mod store;
pub mod views;

pub use service::PostService;
