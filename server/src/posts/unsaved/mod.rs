//! What editors have typed and not saved: autosaves, and links that show it to others. None of it touches a post.

mod domain;
mod service;
mod store;

pub use domain::{Autosave, AutosaveOwner, PreviewLink};
pub use service::UnsavedService;
