//! Backup of the whole site in one file: rows as JSON lines, and the files of the media library. Either engine can
//! restore it: a backup of SQLite restored into PostgreSQL is how a site moves from one to the other.

mod archive;
mod encryption;
mod error;
mod part;
mod schema;
mod service;
mod store;

pub use error::BackupError;
pub use part::remove_abandoned;
pub use service::{Progress, Source, Summary, Target, restore, write};
