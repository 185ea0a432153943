//! The file: a tar archive in a zstd frame. Rows stand in parts of bounded size, pictures as they are, and last of all
//! the manifest, which names every other entry with its length and SHA-256. A file without its end has none.

use std::{
    fmt::Write as _,
    fs::{self, File},
    io::{self, BufReader, BufWriter, Read, Seek, Write},
    path::{Path, PathBuf},
};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{error::AppError, storage::StorageError};

/// The form of the archive. A program reads its own and older ones.
pub const FORMAT: u32 = 1;
const PRODUCT: &str = "foundfirst";
const MANIFEST: &str = "manifest.json";
/// zstd's own default: fast, and text shrinks to a quarter.
const LEVEL: i32 = 3;
/// The longest manifest that is read: room for two hundred thousand entries.
const LONGEST_MANIFEST: u64 = 64 << 20;

/// Why a backup was not written or not taken. One line for the operator.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// A file cannot be read or written.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        reason: io::Error,
    },
    /// The file is something else.
    #[error("{} is not a backup of foundfirst", .0.display())]
    Foreign(PathBuf),
    /// The file is not what was written.
    #[error("{} is damaged or incomplete: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        reason: String,
    },
    /// The file needs a newer program.
    #[error("{} was made by a newer foundfirst ({program}): {reason}", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version that made it.
        program: String,
        /// What this program does not know.
        reason: String,
    },
    /// There is something that would be replaced.
    #[error("the database holds content already; --force replaces all of it")]
    NotEmpty,
    /// There is nothing that could be lost.
    #[error("the database is empty: there is nothing to keep")]
    Empty,
    /// The database needs a newer program.
    #[error("the database was prepared by a newer foundfirst: it is at {0}")]
    Ahead(String),
    /// The database did not do its part.
    #[error("{0}")]
    Storage(#[from] StorageError),
    /// The media store did not do its part.
    #[error("{0}")]
    App(#[from] AppError),
}

impl From<sea_orm::DbErr> for BackupError {
    fn from(error: sea_orm::DbErr) -> Self {
        Self::Storage(error.into())
    }
}

/// What a backup says of itself.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Manifest {
    product: String,
    /// The form of the archive.
    pub format: u32,
    /// The program's version.
    pub program: String,
    /// When it was made.
    pub made_at: DateTime<Utc>,
    /// The migrations of the database, in their order: the form of the rows.
    pub migrations: Vec<String>,
    /// Of the content at that moment.
    pub content_version: i64,
    /// In the order in which they can be filled.
    pub tables: Vec<Table>,
    /// Files that the library names and the media store did not have.
    pub missing: Vec<String>,
    /// Everything else in the archive, in its order.
    pub entries: Vec<Entry>,
}

/// A table's columns, in the order in which its rows have them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Their names.
    pub columns: Vec<String>,
    /// How many rows there are.
    pub rows: u64,
}

/// An entry of the archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// `tables/{table}/{number}.jsonl` or `media/{path}`.
    pub path: String,
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256 in hexadecimal digits.
    pub sha256: String,
}

/// A manifest without entries.
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

/// Writes an archive. Nothing has the file's name before it is whole and on the disk.
pub struct Writer {
    archive: tar::Builder<zstd::Encoder<'static, BufWriter<File>>>,
    part: PathBuf,
    path: PathBuf,
    made_at: u64,
    entries: Vec<Entry>,
}

impl Writer {
    /// Begins `path`, beside it at first.
    pub fn create(path: &Path, made_at: DateTime<Utc>) -> Result<Self, BackupError> {
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let begin = || -> io::Result<_> {
            let mut encoder = zstd::Encoder::new(BufWriter::new(create(&part)?), LEVEL)?;
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
        self.entries.push(Entry { path, bytes: bytes.len() as u64, sha256: hexadecimal(&Sha256::digest(bytes)) });
        Ok(())
    }

    /// Adds the manifest and gives the file its name. Its length.
    pub fn finish(mut self, mut manifest: Manifest) -> Result<u64, BackupError> {
        manifest.entries = std::mem::take(&mut self.entries);
        let text = serde_json::to_vec(&manifest).map_err(|error| self.failed(error.into()))?;
        self.append(MANIFEST, &text)?;
        let (part, path) = (self.part.clone(), self.path.clone());
        self.settle().map_err(|reason| {
            let _ = fs::remove_file(&part);
            BackupError::File { path, reason }
        })
    }

    /// Removes what was written so far.
    pub fn abandon(self) {
        let _ = fs::remove_file(&self.part);
    }

    fn settle(self) -> io::Result<u64> {
        let file = self.archive.into_inner()?.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        let length = file.metadata()?.len();
        fs::rename(&self.part, &self.path)?;
        // The name is on the disk when its directory is.
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

/// For its owner's eyes only: there are password hashes and people's addresses in it.
fn create(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    // What a backup left that was cut off is of no use.
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    File::options().write(true).create_new(true).mode(0o600).open(path)
}

/// An archive that was read to its end and is what its manifest says.
pub struct Checked {
    file: File,
    path: PathBuf,
    /// What it says of itself.
    pub manifest: Manifest,
}

impl Checked {
    /// Reads the whole file, and compares.
    pub fn open(path: &Path) -> Result<Self, BackupError> {
        let unreadable = |reason| BackupError::File { path: path.to_owned(), reason };
        let damaged = |reason: &str| BackupError::Damaged { path: path.to_owned(), reason: reason.to_owned() };
        let mut file = File::open(path).map_err(unreadable)?;
        let mut magic = [0; 4];
        let length = file.read(&mut magic).map_err(unreadable)?;
        if length < magic.len() || u32::from_le_bytes(magic) != zstd::zstd_safe::MAGICNUMBER {
            return Err(BackupError::Foreign(path.to_owned()));
        }
        let (entries, manifest) = survey(&file).map_err(|error| damaged(&error.to_string()))?;
        let Some(manifest) = manifest else { return Err(BackupError::Foreign(path.to_owned())) };
        let manifest = understood(path, &manifest)?;
        if entries != manifest.entries {
            return Err(damaged("its contents are not those that its manifest names"));
        }
        Ok(Self { file, path: path.to_owned(), manifest })
    }

    /// Goes through it again. What is in it is given out only as the manifest has it.
    pub fn archive(&self) -> Result<tar::Archive<impl Read + use<>>, BackupError> {
        let open = || self.file.try_clone().and_then(decoder);
        open().map_err(|reason| BackupError::File { path: self.path.clone(), reason })
    }

    /// Reads an entry in whole, which the first reading has seen before.
    pub fn read(&self, expected: &Entry, entry: &mut tar::Entry<impl Read>) -> Result<Vec<u8>, BackupError> {
        let mut bytes = Vec::new();
        let read = entry.take(expected.bytes.saturating_add(1)).read_to_end(&mut bytes);
        read.map_err(|error| self.damaged(error.to_string()))?;
        if bytes.len() as u64 != expected.bytes || hexadecimal(&Sha256::digest(&bytes)) != expected.sha256 {
            return Err(self.damaged(format!("{} has changed while it was read", expected.path)));
        }
        Ok(bytes)
    }

    /// Something in it does not fit.
    pub fn damaged(&self, reason: impl Into<String>) -> BackupError {
        BackupError::Damaged { path: self.path.clone(), reason: reason.into() }
    }

    /// It needs a newer program.
    pub fn newer(&self, reason: impl Into<String>) -> BackupError {
        let program = self.manifest.program.clone();
        BackupError::Newer { path: self.path.clone(), program, reason: reason.into() }
    }
}

fn decoder(mut file: File) -> io::Result<tar::Archive<zstd::Decoder<'static, BufReader<File>>>> {
    file.rewind()?;
    Ok(tar::Archive::new(zstd::Decoder::new(file)?))
}

/// Everything but the manifest, and the manifest's text if it is the last.
fn survey(file: &File) -> io::Result<(Vec<Entry>, Option<Vec<u8>>)> {
    let mut archive = decoder(file.try_clone()?)?;
    let (mut entries, mut manifest) = (Vec::new(), None);
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path = entry_path(&entry)?;
        if manifest.is_some() {
            return Err(io::Error::other("something follows its manifest"));
        }
        if path == MANIFEST {
            let mut text = Vec::new();
            entry.take(LONGEST_MANIFEST).read_to_end(&mut text)?;
            manifest = Some(text);
            continue;
        }
        let mut digest = Digesting(Sha256::new());
        let bytes = io::copy(&mut entry, &mut digest)?;
        if bytes != entry.size() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        entries.push(Entry { path, bytes, sha256: hexadecimal(&digest.0.finalize()) });
    }
    // The archive ends before the frame does, whose checksum stands at its very end.
    io::copy(&mut archive.into_inner(), &mut io::sink())?;
    Ok((entries, manifest))
}

/// An entry's path as text.
pub fn entry_path(entry: &tar::Entry<impl Read>) -> io::Result<String> {
    let path = entry.path()?;
    path.to_str().map(str::to_owned).ok_or_else(|| io::Error::other("an entry's name is no text"))
}

fn understood(path: &Path, text: &[u8]) -> Result<Manifest, BackupError> {
    /// What a manifest of every form has.
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
        let reason = format!("its format is {}, the newest known here is {FORMAT}", head.format);
        return Err(BackupError::Newer { path: path.to_owned(), program: head.program, reason });
    }
    serde_json::from_slice(text)
        .map_err(|error| BackupError::Damaged { path: path.to_owned(), reason: format!("its manifest: {error}") })
}

struct Digesting(Sha256);

impl Write for Digesting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
