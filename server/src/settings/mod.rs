//! Settings of `site.toml` that administrators change in the admin area: they take precedence over the file.

pub mod domain;
pub mod service;
mod store;

pub use domain::SiteSettings;
pub use service::SettingsService;
