//! The media library: uploaded images, their variants, and the files themselves.

mod avif;
mod domain;
mod files;
mod kind;
mod picture;
pub mod pictures;
mod service;
mod store;
mod strip;
mod svg;

pub use domain::{Media, MediaUse, UploadContext, Variant, url as file_url};
pub use kind::Kind;
pub use pictures::Pictures;
pub use service::{MediaService, PER_PAGE, Upload};
pub use store::kept_files;
