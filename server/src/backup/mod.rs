//! The whole site in one file: rows as JSON lines and the files of the media library, in a form that either database
//! takes back. A backup of the embedded file restored into a server is how a site moves from one to the other.

mod archive;
mod schema;
mod service;
mod store;

pub use archive::BackupError;
pub use service::{Progress, Source, Summary, Target, restore, write};
