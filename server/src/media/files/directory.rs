//! Files in a local directory.

use std::{io, path::PathBuf};

use tokio::{fs, io::AsyncWriteExt};

use super::{Source, StoredFile};

/// A directory of files.
#[derive(Debug)]
pub struct Directory {
    root: PathBuf,
}

impl Directory {
    /// Returns the files in `root`, which is created with the first file.
    pub fn new(root: PathBuf) -> Self {
        Self { root }
    }

    pub async fn check(&self) -> io::Result<()> {
        fs::create_dir_all(&self.root).await?;
        let probe = self.root.join(format!(".probe-{}", uuid::Uuid::now_v7()));
        fs::write(&probe, b"").await?;
        fs::remove_file(&probe).await
    }

    pub async fn write(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let target = self.root.join(path);
        let folder = target.parent().unwrap_or(&self.root);
        fs::create_dir_all(folder).await?;
        // Reserves the name, or fails when it exists. The name is not published before the file is written.
        fs::OpenOptions::new().write(true).create_new(true).open(&target).await?;
        let part = target.with_extension("part");
        let written = async {
            let mut file = fs::File::create(&part).await?;
            file.write_all(bytes).await?;
            file.sync_all().await?;
            fs::rename(&part, &target).await?;
            // Otherwise a power cut may leave an empty file under the reserved name.
            fs::File::open(folder).await?.sync_all().await
        }
        .await;
        if written.is_err() {
            let _ = fs::remove_file(&part).await;
            let _ = fs::remove_file(&target).await;
        }
        written
    }

    pub async fn replace(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let target = self.root.join(path);
        let folder = target.parent().unwrap_or(&self.root);
        fs::create_dir_all(folder).await?;
        // Of this call alone: another process may be writing the same file.
        let part = folder.join(format!(".{}.part", uuid::Uuid::now_v7()));
        let written = async {
            let mut file = fs::File::create(&part).await?;
            file.write_all(bytes).await?;
            file.sync_all().await?;
            fs::rename(&part, &target).await?;
            // Otherwise a power cut may undo the change of the name.
            fs::File::open(folder).await?.sync_all().await
        }
        .await;
        if written.is_err() {
            let _ = fs::remove_file(&part).await;
        }
        written
    }

    pub async fn open(&self, path: &str) -> io::Result<Option<StoredFile>> {
        match fs::File::open(self.root.join(path)).await {
            Ok(file) => {
                let about = file.metadata().await?;
                Ok(about.is_file().then_some(StoredFile { source: Source::File(file), length: about.len() }))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub async fn remove(&self, path: &str) -> io::Result<()> {
        match fs::remove_file(self.root.join(path)).await {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}
