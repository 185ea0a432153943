//! Where files are kept: a directory. Names are ours, and a file is never written twice.

use std::{
    io,
    path::{Path, PathBuf},
};

use bytes::Bytes;
use tokio::{
    fs,
    io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt},
};

/// A directory of files.
#[derive(Debug, Clone)]
pub struct Files {
    root: PathBuf,
}

/// A kept file, of which any part can be read.
#[derive(Debug)]
pub struct Kept {
    file: fs::File,
    /// In bytes.
    pub length: u64,
}

impl Files {
    /// The files in `root`, which is made when the first one is written.
    pub fn new(root: PathBuf) -> Self {
        Self { root }
    }

    /// Whether files can be written.
    pub async fn check(&self) -> io::Result<()> {
        fs::create_dir_all(&self.root).await?;
        let probe = self.root.join(format!(".probe-{}", uuid::Uuid::now_v7()));
        fs::write(&probe, b"").await?;
        fs::remove_file(&probe).await
    }

    /// Writes a file that is whole when it can be seen, whatever happens meanwhile.
    pub async fn write(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let target = self.place(path)?;
        let folder = target.parent().unwrap_or(&self.root);
        fs::create_dir_all(folder).await?;
        // Takes the name, or fails when it is taken. Nobody knows it before it has been written.
        fs::OpenOptions::new().write(true).create_new(true).open(&target).await?;
        let part = target.with_extension("part");
        let written = async {
            let mut file = fs::File::create(&part).await?;
            file.write_all(bytes).await?;
            file.sync_all().await?;
            fs::rename(&part, &target).await
        }
        .await;
        if written.is_err() {
            let _ = fs::remove_file(&part).await;
            let _ = fs::remove_file(&target).await;
        }
        written
    }

    /// Opens a file; None when there is none.
    pub async fn open(&self, path: &str) -> io::Result<Option<Kept>> {
        let Ok(place) = self.place(path) else { return Ok(None) };
        match fs::File::open(place).await {
            Ok(file) => {
                let about = file.metadata().await?;
                Ok(about.is_file().then_some(Kept { file, length: about.len() }))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Removes a file, if it is there.
    pub async fn remove(&self, path: &str) -> io::Result<()> {
        match fs::remove_file(self.place(path)?).await {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// A path of ours within the root: plain names, one below the other.
    fn place(&self, path: &str) -> io::Result<PathBuf> {
        let plain = |name: &str| {
            !name.is_empty()
                && !name.starts_with('.')
                && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
        };
        if path.split('/').all(plain) {
            Ok(self.root.join(Path::new(path)))
        } else {
            Err(io::Error::new(io::ErrorKind::InvalidInput, "not a path of a kept file"))
        }
    }
}

impl Kept {
    /// Reads the bytes from `start` up to and without `end`.
    pub async fn read(mut self, start: u64, end: u64) -> io::Result<Bytes> {
        self.file.seek(io::SeekFrom::Start(start)).await?;
        let mut bytes = Vec::new();
        self.file.take(end.saturating_sub(start)).read_to_end(&mut bytes).await?;
        Ok(bytes.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_file_is_written_once_read_in_parts_and_removed() {
        let directory = tempfile::tempdir().unwrap();
        let files = Files::new(directory.path().join("media"));
        files.check().await.unwrap();
        files.write("images/1-a.png", b"0123456789").await.unwrap();
        assert!(files.write("images/1-a.png", b"other").await.is_err(), "a file is never replaced");
        let kept = files.open("images/1-a.png").await.unwrap().unwrap();
        assert_eq!(kept.length, 10);
        assert_eq!(&kept.read(2, 5).await.unwrap()[..], b"234");
        files.remove("images/1-a.png").await.unwrap();
        files.remove("images/1-a.png").await.unwrap();
        assert!(files.open("images/1-a.png").await.unwrap().is_none());
        let left = std::fs::read_dir(directory.path().join("media/images")).unwrap().count();
        assert_eq!(left, 0, "nothing half-written stays");
    }

    #[tokio::test]
    async fn no_path_leads_out_of_the_directory() {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("secret"), b"x").unwrap();
        let files = Files::new(directory.path().join("media"));
        files.check().await.unwrap();
        for path in ["../secret", "images/../../secret", "/etc/passwd", "", "images", ".probe", "a\\b", "images//a"] {
            assert!(files.open(path).await.unwrap().is_none(), "{path}");
        }
        assert!(files.write("../secret", b"y").await.is_err());
    }
}
