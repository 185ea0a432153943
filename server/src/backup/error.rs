//! Why a backup fails.

use std::{io, path::PathBuf};

use crate::{
    error::AppError,
    storage::{StorageError, migrations::NewerDatabase},
};

/// Why a backup was not written or not restored. Each message is one line for the operator.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// A file cannot be read or written.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The operating system's error.
        reason: io::Error,
    },
    /// The file is not a backup.
    #[error("{} is not a backup of foundfirst", .0.display())]
    Foreign(PathBuf),
    /// The file is encrypted, and no key was given.
    #[error("{} is encrypted: pass the file with the secret key as --identity FILE", .0.display())]
    Locked(PathBuf),
    /// The file is encrypted to other keys.
    #[error("{} is encrypted to keys other than those in {}", path.display(), identity.display())]
    WrongIdentity {
        /// The file.
        path: PathBuf,
        /// The file with the keys.
        identity: PathBuf,
    },
    /// The file differs from what its manifest lists.
    #[error("{} is damaged or incomplete: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file needs a newer version of the program.
    #[error("{} was made by a newer foundfirst ({program}): {reason}", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version that wrote it.
        program: String,
        /// What this version does not know.
        reason: String,
    },
    /// Restoring would replace existing content.
    #[error("the database already has content; --force replaces all of it")]
    NotEmpty,
    /// The database holds nothing to back up.
    #[error("the database is empty: there is nothing to back up")]
    Empty,
    /// The database needs a newer version of the program.
    #[error(transparent)]
    Ahead(#[from] NewerDatabase),
    /// A statement failed.
    #[error("{0}")]
    Storage(#[from] StorageError),
    /// The media store failed.
    #[error("{0}")]
    App(#[from] AppError),
}

impl From<sea_orm::DbErr> for BackupError {
    fn from(error: sea_orm::DbErr) -> Self {
        Self::Storage(error.into())
    }
}
