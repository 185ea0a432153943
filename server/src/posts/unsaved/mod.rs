//! Unsaved work of editors: autosaves, and links that show it to others. None of it changes a post.

mod domain;
mod service;
mod store;

pub use domain::{Autosave, AutosaveOwner, PreviewLink};
pub use service::UnsavedService;
