//! The blog: posts, their tags and their addresses.

pub mod analysis;
pub mod bulk;
pub mod categories;
pub mod cover;
pub mod domain;
pub mod history;
pub mod import;
mod presenter;
pub mod service;
mod store;
pub mod views;

pub use analysis::PostAnalyser;
pub use categories::CategoryService;
pub use presenter::PostPresenter;
pub use service::PostService;
