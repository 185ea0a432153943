//! Authors: what readers see of those who write posts. A post names its author by text.

pub mod domain;
pub mod service;
mod store;

pub use domain::{Author, Authors};
pub use service::AuthorService;
