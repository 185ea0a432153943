//! The media library: uploaded images, their variants and their files.

mod domain;
mod files;
pub mod pictures;
mod service;
mod store;

pub use self::pictures::Pictures;
pub use domain::{
    FOLDER_LENGTH, FocalPoint, Folder, Media, MediaChange, MediaPage, MediaUse, MediaUses, TEXT_LENGTH, UploadContext,
    Variant, avif_path, url as file_url,
};
pub use service::{MediaService, PER_PAGE, Upload};
pub use store::stored_files;
