//! The media store: a directory or a bucket. Paths are generated here.

mod bucket;
mod directory;
mod stream;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use std::io;

pub use stream::FileStream;

use self::{bucket::Bucket, directory::Directory};
use crate::config::media::{BucketUrl, MediaUrl};

/// How often a file is read whose connection breaks.
const MAX_READS: u32 = 3;

/// A media store.
#[derive(Debug)]
pub enum Files {
    /// On this machine.
    Directory(Directory),
    /// In an S3 bucket, which several replicas can share.
    Bucket(Bucket),
}

/// An open file, of which any range can be read.
#[derive(Debug)]
pub struct StoredFile {
    source: Source,
    /// Length in bytes.
    pub length: u64,
}

#[derive(Debug)]
enum Source {
    File(tokio::fs::File),
    Object { bucket: Bucket, path: String },
}

impl Files {
    /// Returns the store at `place`.
    pub fn new(place: &MediaUrl) -> Self {
        match place {
            MediaUrl::Directory(root) => Self::Directory(Directory::new(root.clone())),
            MediaUrl::Bucket(url) => Self::Bucket(Bucket::new(BucketUrl::clone(url))),
        }
    }

    /// Checks that files can be written, read and deleted, by doing so.
    pub async fn check(&self) -> io::Result<()> {
        match self {
            Self::Directory(directory) => directory.check().await,
            Self::Bucket(bucket) => bucket.check().await,
        }
    }

    /// Checks that the store responds. Cheap enough to run every few seconds.
    pub async fn ready(&self) -> io::Result<()> {
        match self {
            Self::Directory(directory) => directory.check().await,
            Self::Bucket(bucket) => bucket.ready().await,
        }
    }

    /// Writes a new file. Fails when it exists. Its path must not be published before.
    pub async fn write(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        check_path(path)?;
        match self {
            Self::Directory(directory) => directory.write(path, bytes).await,
            Self::Bucket(bucket) => bucket.write(path, bytes).await,
        }
    }

    /// Writes a file, or replaces it. Readers get the whole file before or the whole file after, even when this is
    /// interrupted.
    pub async fn replace(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        check_path(path)?;
        match self {
            Self::Directory(directory) => directory.replace(path, bytes).await,
            Self::Bucket(bucket) => bucket.replace(path, bytes).await,
        }
    }

    /// Opens a file; None when it does not exist.
    pub async fn open(&self, path: &str) -> io::Result<Option<StoredFile>> {
        if check_path(path).is_err() {
            return Ok(None);
        }
        match self {
            Self::Directory(directory) => directory.open(path).await,
            Self::Bucket(bucket) => bucket.open(path).await,
        }
    }

    /// Streams a whole file; None when it does not exist. A bucket needs one request for this, and two for
    /// [`Files::open`] and [`StoredFile::read`].
    pub async fn read(&self, path: &str) -> io::Result<Option<FileStream>> {
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

    /// Reads a whole file at once; None when it does not exist. If the connection to the store breaks, it is read again
    /// from the start.
    pub async fn read_whole(&self, path: &str) -> io::Result<Option<Vec<u8>>> {
        let mut tries = 1;
        loop {
            let Some(file) = self.read(path).await? else { return Ok(None) };
            match file.read_all().await {
                Err(_) if tries < MAX_READS => tries += 1,
                read => return read.map(Some),
            }
        }
    }

    /// Deletes a file if it exists.
    pub async fn remove(&self, path: &str) -> io::Result<()> {
        check_path(path)?;
        match self {
            Self::Directory(directory) => directory.remove(path).await,
            Self::Bucket(bucket) => bucket.remove(path).await,
        }
    }
}

impl StoredFile {
    /// Streams the bytes from `start` up to but excluding `end`. The store has found them when this returns.
    pub async fn read(self, start: u64, end: u64) -> io::Result<FileStream> {
        match self.source {
            Source::File(file) => FileStream::of_file(file, start, end).await,
            Source::Object { bucket, path } => bucket.read_part(&path, start, end).await,
        }
    }
}

/// Checks that a path consists of plain names and cannot leave the store.
fn check_path(path: &str) -> io::Result<()> {
    let plain = |name: &str| {
        !name.is_empty()
            && !name.starts_with('.')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
    };
    if path.split('/').all(plain) {
        Ok(())
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "not the path of a stored file"))
    }
}
