//! The backup file: a tar archive in a zstd frame. It holds the rows of each table in parts of bounded size, then the
//! media files, and last the manifest, which lists every other entry with its length and SHA-256. A truncated file
//! has no manifest.

use std::{
    fs::{self, File},
    io::{self, BufReader, Read, Write},
    path::{Path, PathBuf},
};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{
    encryption::{self, Lock, Output},
    error::BackupError,
    part,
};
use crate::{config::recipients::Recipients, text::hex};

/// Version of the archive format. Archives of this and earlier versions can be read.
pub const FORMAT: u32 = 1;
const PRODUCT: &str = "foundfirst";
const MANIFEST: &str = "manifest.json";
/// zstd's default level: fast, and text shrinks to a quarter.
const LEVEL: i32 = 3;
/// Maximum length of a manifest, in bytes: enough for six million entries.
const LONGEST_MANIFEST: u64 = 1 << 30;

/// The last entry of a backup, which describes all others.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Manifest {
    product: String,
    /// Version of the archive format, see [`FORMAT`].
    pub format: u32,
    /// The program's version.
    pub program: String,
    /// When the backup was made.
    pub made_at: DateTime<Utc>,
    /// The names of the applied migrations, in order: they determine the form of the rows.
    pub migrations: Vec<String>,
    /// The content version at that moment.
    pub content_version: i64,
    /// Every table, each after those that it references.
    pub tables: Vec<Table>,
    /// Files of the media library that the media store did not have.
    pub missing: Vec<String>,
    /// Every other entry, in the archive's order.
    pub entries: Vec<Entry>,
}

/// A table and the order of the values in its rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its number of rows.
    pub rows: u64,
}

/// An entry of the archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// `tables/{table}/{number}.jsonl` or `media/{path}`.
    pub path: String,
    /// Its length in bytes.
    pub bytes: u64,
    /// Its SHA-256 in hexadecimal digits.
    pub sha256: String,
}

/// Returns a manifest without tables and entries.
pub fn manifest(made_at: DateTime<Utc>, migrations: Vec<String>, content_version: i64) -> Manifest {
    Manifest {
        product: PRODUCT.to_owned(),
        format: FORMAT,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        made_at,
        migrations,
        content_version,
        tables: Vec::new(),
        missing: Vec::new(),
        entries: Vec::new(),
    }
}

/// Writes an archive under a temporary name. The file gets its final name once it is complete and synced to disk.
pub struct Writer {
    archive: tar::Builder<zstd::Encoder<'static, Output>>,
    part: PathBuf,
    path: PathBuf,
    made_at: u64,
    entries: Vec<Entry>,
}

impl Writer {
    /// Creates the temporary file beside `path`, encrypted when there are recipients. Fails if `path` is a directory, a
    /// device or a pipe.
    pub fn create(path: &Path, made_at: DateTime<Utc>, recipients: Option<&Recipients>) -> Result<Self, BackupError> {
        // Renaming the temporary file would replace a device by a file.
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            let reason = io::Error::new(io::ErrorKind::InvalidInput, "is not a regular file");
            return Err(BackupError::File { path: path.to_owned(), reason });
        }
        let part = part::path_of(path);
        let begin = || -> io::Result<_> {
            let mut encoder = zstd::Encoder::new(Output::new(part::create(&part)?, recipients)?, LEVEL)?;
            encoder.include_checksum(true)?;
            Ok(tar::Builder::new(encoder))
        };
        let archive = begin().map_err(|reason| BackupError::File { path: part.clone(), reason })?;
        let made_at = made_at.timestamp().unsigned_abs();
        Ok(Self { archive, part, path: path.to_owned(), made_at, entries: Vec::new() })
    }

    /// Adds an entry.
    pub fn add(&mut self, path: String, bytes: &[u8]) -> Result<(), BackupError> {
        self.append(&path, bytes)?;
        self.entries.push(Entry { path, bytes: bytes.len() as u64, sha256: hex(&Sha256::digest(bytes)) });
        Ok(())
    }

    /// Adds the manifest and renames the file. Returns its length in bytes. On an error, the temporary file is deleted.
    pub fn finish(mut self, mut manifest: Manifest) -> Result<u64, BackupError> {
        manifest.entries = std::mem::take(&mut self.entries);
        let text = manifest_text(&manifest, LONGEST_MANIFEST).map_err(|reason| self.failed(reason));
        if let Err(failure) = text.and_then(|text| self.append(MANIFEST, &text)) {
            self.abandon();
            return Err(failure);
        }
        let (part, path) = (self.part.clone(), self.path.clone());
        self.settle().map_err(|reason| {
            let _ = fs::remove_file(&part);
            BackupError::File { path, reason }
        })
    }

    /// Deletes the temporary file.
    pub fn abandon(self) {
        let _ = fs::remove_file(&self.part);
    }

    fn settle(self) -> io::Result<u64> {
        let file = self.archive.into_inner()?.finish()?.finish()?;
        file.sync_all()?;
        let length = file.metadata()?.len();
        fs::rename(&self.part, &self.path)?;
        // A rename is durable once its directory is synced.
        let parent = self.path.parent().filter(|parent| !parent.as_os_str().is_empty());
        File::open(parent.unwrap_or(Path::new(".")))?.sync_all()?;
        Ok(length)
    }

    fn append(&mut self, path: &str, bytes: &[u8]) -> Result<(), BackupError> {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o600);
        header.set_mtime(self.made_at);
        self.archive.append_data(&mut header, path, bytes).map_err(|reason| self.failed(reason))
    }

    fn failed(&self, reason: io::Error) -> BackupError {
        BackupError::File { path: self.part.clone(), reason }
    }
}

/// A complete archive whose entries match its manifest.
pub struct VerifiedBackup {
    file: File,
    path: PathBuf,
    lock: Lock,
    /// Its last entry.
    pub manifest: Manifest,
}

impl VerifiedBackup {
    /// Reads the whole file and compares every entry with the manifest. Fails with [`BackupError::Damaged`] when they
    /// differ. `identity` is the file with the secret keys for an encrypted backup.
    pub fn open(path: &Path, identity: Option<&Path>) -> Result<Self, BackupError> {
        let unreadable = |reason| BackupError::File { path: path.to_owned(), reason };
        let damaged = |reason: &str| BackupError::Damaged { path: path.to_owned(), reason: reason.to_owned() };
        let mut file = File::open(path).map_err(unreadable)?;
        let mut start = Vec::new();
        (&mut file).take(encryption::MAGIC.len() as u64).read_to_end(&mut start).map_err(unreadable)?;
        let lock = if start == encryption::MAGIC {
            Lock::read(path, identity)?
        } else if start.starts_with(&zstd::zstd_safe::MAGICNUMBER.to_le_bytes()) {
            Lock::Open
        } else {
            return Err(BackupError::Foreign(path.to_owned()));
        };
        let content = lock.open(path, file.try_clone().map_err(unreadable)?)?;
        let (entries, manifest) = index_entries(content).map_err(|error| damaged(&error.to_string()))?;
        let Some(manifest) = manifest else { return Err(BackupError::Foreign(path.to_owned())) };
        let manifest = parse_manifest(path, &manifest)?;
        if entries != manifest.entries {
            return Err(damaged("its contents do not match its manifest"));
        }
        Ok(Self { file, path: path.to_owned(), lock, manifest })
    }

    /// Opens the archive from the start. [`Self::read`] compares each entry with the manifest again.
    pub fn archive(&self) -> Result<tar::Archive<impl Read + use<>>, BackupError> {
        let unreadable = |reason| BackupError::File { path: self.path.clone(), reason };
        let content = self.lock.open(&self.path, self.file.try_clone().map_err(unreadable)?)?;
        decoder(content).map_err(unreadable)
    }

    /// Reads a whole entry. Fails when it differs from `expected`, for example because the file has changed since
    /// [`Self::open`].
    pub fn read(&self, expected: &Entry, entry: &mut tar::Entry<impl Read>) -> Result<Vec<u8>, BackupError> {
        let mut bytes = Vec::new();
        let read = entry.take(expected.bytes.saturating_add(1)).read_to_end(&mut bytes);
        read.map_err(|error| self.damaged(error.to_string()))?;
        if bytes.len() as u64 != expected.bytes || hex(&Sha256::digest(&bytes)) != expected.sha256 {
            return Err(self.damaged(format!("{} changed while it was being read", expected.path)));
        }
        Ok(bytes)
    }

    /// Returns the error for a file that is damaged.
    pub fn damaged(&self, reason: impl Into<String>) -> BackupError {
        BackupError::Damaged { path: self.path.clone(), reason: reason.into() }
    }

    /// Returns the error for a file that needs a newer version of the program.
    pub fn newer(&self, reason: impl Into<String>) -> BackupError {
        let program = self.manifest.program.clone();
        BackupError::Newer { path: self.path.clone(), program, reason: reason.into() }
    }
}

/// Decompresses what is read.
type Decompressed = zstd::Decoder<'static, BufReader<Box<dyn Read>>>;

fn decoder(content: Box<dyn Read>) -> io::Result<tar::Archive<Decompressed>> {
    Ok(tar::Archive::new(zstd::Decoder::new(content)?))
}

/// Returns all entries except the manifest, and the manifest's text when it is the last entry.
fn index_entries(content: Box<dyn Read>) -> io::Result<(Vec<Entry>, Option<Vec<u8>>)> {
    let mut archive = decoder(content)?;
    let (mut entries, mut manifest) = (Vec::new(), None);
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path = entry_path(&entry)?;
        if manifest.is_some() {
            return Err(io::Error::other("there is data after its manifest"));
        }
        if path == MANIFEST {
            let mut text = Vec::new();
            entry.take(LONGEST_MANIFEST).read_to_end(&mut text)?;
            manifest = Some(text);
            continue;
        }
        let mut digest = HashingWriter(Sha256::new());
        let bytes = io::copy(&mut entry, &mut digest)?;
        if bytes != entry.size() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        entries.push(Entry { path, bytes, sha256: hex(&digest.0.finalize()) });
    }
    // Reads on to the end of the frame, which holds its checksum.
    io::copy(&mut archive.into_inner(), &mut io::sink())?;
    Ok((entries, manifest))
}

/// Returns an entry's path as text. Fails when it is not UTF-8.
pub fn entry_path(entry: &tar::Entry<impl Read>) -> io::Result<String> {
    let path = entry.path()?;
    path.to_str().map(str::to_owned).ok_or_else(|| io::Error::other("the name of an entry is not valid UTF-8"))
}

/// Returns a manifest as it is written. Fails when it is too long to be read back.
fn manifest_text(manifest: &Manifest, longest: u64) -> io::Result<Vec<u8>> {
    let text = serde_json::to_vec(manifest)?;
    if text.len() as u64 >= longest {
        return Err(io::Error::other(format!(
            "the site has too many files for a backup: its manifest would be {} bytes",
            text.len()
        )));
    }
    Ok(text)
}

fn parse_manifest(path: &Path, text: &[u8]) -> Result<Manifest, BackupError> {
    /// The fields that manifests of every format version have.
    #[derive(Deserialize)]
    struct Head {
        product: String,
        format: u32,
        program: String,
    }
    let foreign = || BackupError::Foreign(path.to_owned());
    let head: Head = serde_json::from_slice(text).map_err(|_| foreign())?;
    if head.product != PRODUCT {
        return Err(foreign());
    }
    if head.format > FORMAT {
        let reason = format!("its format is {}, and the newest that this version knows is {FORMAT}", head.format);
        return Err(BackupError::Newer { path: path.to_owned(), program: head.program, reason });
    }
    serde_json::from_slice(text)
        .map_err(|error| BackupError::Damaged { path: path.to_owned(), reason: format!("its manifest: {error}") })
}

struct HashingWriter(Sha256);

impl Write for HashingWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_very_many_files_is_read_again() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("site.tar.zst");
        // As long as the entries of half a million files.
        let mut manifest = manifest(DateTime::UNIX_EPOCH, Vec::new(), 7);
        manifest.missing.push("x".repeat(80 << 20));
        Writer::create(&path, DateTime::UNIX_EPOCH, None).unwrap().finish(manifest.clone()).unwrap();
        let read = VerifiedBackup::open(&path, None).unwrap().manifest;
        assert!(read.missing == manifest.missing && read.content_version == 7);
    }

    /// A rename would replace /dev/null, when root makes the backup.
    #[test]
    fn what_is_not_a_regular_file_is_not_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("socket");
        let _socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
        let failure = Writer::create(&path, DateTime::UNIX_EPOCH, None).err().unwrap().to_string();
        assert!(failure.contains("socket: is not a regular file"), "{failure}");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "only the socket");
    }

    #[test]
    fn a_list_that_cannot_be_written_leaves_no_file() {
        let directory = tempfile::tempdir().unwrap();
        let mut writer = Writer::create(&directory.path().join("site.tar.zst"), DateTime::UNIX_EPOCH, None).unwrap();
        // Every write fails, as on a full disk.
        let output = Output::new(File::open(&writer.part).unwrap(), None).unwrap();
        writer.archive = tar::Builder::new(zstd::Encoder::new(output, LEVEL).unwrap());
        let mut manifest = manifest(DateTime::UNIX_EPOCH, Vec::new(), 7);
        // Longer than what is buffered, whatever the compression.
        manifest.missing = (0..100_000_u32).map(|number| hex(&Sha256::digest(number.to_le_bytes()))).collect();
        let failure = writer.finish(manifest).unwrap_err().to_string();
        assert!(failure.contains("site.tar.zst.part: "), "{failure}");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_list_that_could_not_be_read_is_not_written() {
        let manifest = manifest(DateTime::UNIX_EPOCH, vec!["0001_content".to_owned()], 7);
        let length = serde_json::to_vec(&manifest).unwrap().len() as u64;
        assert!(manifest_text(&manifest, length + 1).is_ok());
        let refused = manifest_text(&manifest, length).unwrap_err().to_string();
        assert_eq!(refused, format!("the site has too many files for a backup: its manifest would be {length} bytes"));
    }
}
