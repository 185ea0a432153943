//! Where files are kept: a directory or a bucket. Names are ours, and a file is never written twice.

mod bucket;
mod directory;
mod reading;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use std::io;

pub use reading::Reading;

use self::{bucket::Bucket, directory::Directory};
use crate::config::media::{BucketUrl, MediaUrl};

/// A place for files.
#[derive(Debug)]
pub enum Files {
    /// On this machine.
    Directory(Directory),
    /// On another, for as many as like to share it.
    Bucket(Bucket),
}

/// A kept file, of which any part can be read.
#[derive(Debug)]
pub struct Kept {
    source: Source,
    /// In bytes.
    pub length: u64,
}

#[derive(Debug)]
enum Source {
    File(tokio::fs::File),
    Object { bucket: Bucket, path: String },
}

impl Files {
    /// The files at `place`.
    pub fn new(place: &MediaUrl) -> Self {
        match place {
            MediaUrl::Directory(root) => Self::Directory(Directory::new(root.clone())),
            MediaUrl::Bucket(url) => Self::Bucket(Bucket::new(BucketUrl::clone(url))),
        }
    }

    /// Whether files can be written, read and removed: does all of it.
    pub async fn check(&self) -> io::Result<()> {
        match self {
            Self::Directory(directory) => directory.check().await,
            Self::Bucket(bucket) => bucket.check().await,
        }
    }

    /// Whether the place answers. Cheap enough to be asked every few seconds.
    pub async fn ready(&self) -> io::Result<()> {
        match self {
            Self::Directory(directory) => directory.check().await,
            Self::Bucket(bucket) => bucket.ready().await,
        }
    }

    /// Writes a file that is whole when it can be seen, whatever happens meanwhile.
    pub async fn write(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        check_path(path)?;
        match self {
            Self::Directory(directory) => directory.write(path, bytes).await,
            Self::Bucket(bucket) => bucket.write(path, bytes).await,
        }
    }

    /// Opens a file; None when there is none.
    pub async fn open(&self, path: &str) -> io::Result<Option<Kept>> {
        if check_path(path).is_err() {
            return Ok(None);
        }
        match self {
            Self::Directory(directory) => directory.open(path).await,
            Self::Bucket(bucket) => bucket.open(path).await,
        }
    }

    /// All of a file, as it comes; None when there is none. Where files are far away this asks once, and
    /// [`Files::open`] with [`Kept::read`] twice.
    pub async fn read(&self, path: &str) -> io::Result<Option<Reading>> {
        if check_path(path).is_err() {
            return Ok(None);
        }
        match self {
            Self::Directory(directory) => match directory.open(path).await? {
                Some(kept) => {
                    let length = kept.length;
                    kept.read(0, length).await.map(Some)
                }
                None => Ok(None),
            },
            Self::Bucket(bucket) => bucket.read(path).await,
        }
    }

    /// Removes a file, if it is there.
    pub async fn remove(&self, path: &str) -> io::Result<()> {
        check_path(path)?;
        match self {
            Self::Directory(directory) => directory.remove(path).await,
            Self::Bucket(bucket) => bucket.remove(path).await,
        }
    }
}

impl Kept {
    /// The bytes from `start` up to and without `end`, as they come. The place has found them when this returns.
    pub async fn read(self, start: u64, end: u64) -> io::Result<Reading> {
        match self.source {
            Source::File(file) => Reading::of_file(file, start, end).await,
            Source::Object { bucket, path } => bucket.read_part(&path, start, end).await,
        }
    }
}

/// A path of ours: plain names, one below the other.
fn check_path(path: &str) -> io::Result<()> {
    let plain = |name: &str| {
        !name.is_empty()
            && !name.starts_with('.')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
    };
    if path.split('/').all(plain) {
        Ok(())
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "not a path of a kept file"))
    }
}
