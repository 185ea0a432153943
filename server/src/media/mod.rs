//! The media library: uploaded images, their variants, and the files themselves.

pub mod admin_api;
mod avif;
mod domain;
mod files;
mod kind;
mod picture;
pub mod pictures;
pub mod serve;
mod service;
mod store;
mod strip;
mod svg;

pub use domain::{Media, MediaUse, UploadContext, Variant};
pub use pictures::Pictures;
pub use service::{MediaService, Upload};
pub use store::kept_files;
