//! Authors: the profiles of those who write posts. A post refers to its author by name.

pub mod domain;
pub mod service;
mod store;

pub use domain::{Author, Authors};
pub use service::AuthorService;
