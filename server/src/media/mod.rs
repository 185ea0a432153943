//! The media library: uploaded images, their variants, and the files themselves.

pub mod admin_api;
mod domain;
mod files;
pub mod pictures;
pub mod serve;
mod service;
mod store;

pub use self::pictures::Pictures;
pub use domain::{Media, MediaUse, UploadContext, Variant};
pub use service::{MediaService, Upload};
pub use store::kept_files;
