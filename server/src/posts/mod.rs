//! The blog: posts, their tags and their addresses.

pub mod analysis;
pub mod bulk;
pub mod categories;
pub mod cover;
pub mod domain;
pub mod history;
pub mod import_export;
mod presenter;
pub mod service;
mod store;
#[cfg(test)]
mod testing;
pub mod trash;
pub mod unsaved;
pub mod views;

pub use analysis::PostAnalyser;
pub use categories::CategoryService;
pub use presenter::PostPresenter;
pub use service::PostService;
pub use unsaved::UnsavedService;
