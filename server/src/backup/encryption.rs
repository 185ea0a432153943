//! Encryption of backup files with age: to public keys, so that the machine that makes backups cannot read them.
//! <https://age-encryption.org/v1> describes the format, which the program `age` reads as well.

use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read, Seek, Write},
    path::{Path, PathBuf},
};

use age::{DecryptError, Decryptor, Encryptor, Identity, IdentityFile, stream::StreamWriter};

use super::error::BackupError;
use crate::config::recipients::Recipients;

/// The first bytes of every age file.
pub const MAGIC: &[u8] = b"age-encryption.org/";

/// A file that is written as it is, or encrypted.
pub enum Output {
    /// As it is.
    Plain(BufWriter<File>),
    /// Encrypted in chunks of 64 KiB.
    Encrypted(Box<StreamWriter<BufWriter<File>>>),
}

impl Output {
    /// Writes to `file`, encrypted when there are recipients.
    pub fn new(file: File, recipients: Option<&Recipients>) -> io::Result<Self> {
        let file = BufWriter::new(file);
        let Some(recipients) = recipients else { return Ok(Self::Plain(file)) };
        let encryptor = Encryptor::with_recipients(recipients.iter()).map_err(io::Error::other)?;
        Ok(Self::Encrypted(Box::new(encryptor.wrap_output(file)?)))
    }

    /// Writes what is buffered, and the final chunk without which a file counts as truncated.
    pub fn finish(self) -> io::Result<File> {
        let file = match self {
            Self::Plain(file) => file,
            Self::Encrypted(stream) => stream.finish()?,
        };
        file.into_inner().map_err(io::IntoInnerError::into_error)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.write(bytes),
            Self::Encrypted(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.flush(),
            Self::Encrypted(stream) => stream.flush(),
        }
    }
}

/// What opens a file: nothing for a plain file, secret keys for an encrypted one.
pub enum Lock {
    /// Not encrypted.
    Open,
    /// Encrypted, and the keys that the operator has.
    Encrypted {
        /// The file that the keys come from.
        file: PathBuf,
        /// The secret keys.
        identities: Vec<Box<dyn Identity>>,
    },
}

impl Lock {
    /// Reads secret keys. Fails when the key file is missing, has another format or contains none.
    pub fn read(backup: &Path, identity: Option<&Path>) -> Result<Self, BackupError> {
        let Some(file) = identity else { return Err(BackupError::Locked(backup.to_owned())) };
        let failed = |reason| BackupError::File { path: file.to_owned(), reason };
        let content = BufReader::new(File::open(file).map_err(failed)?);
        // The parser's errors name a line and never quote it.
        let keys = IdentityFile::from_buffer(content).map_err(failed)?;
        let identities = keys.into_identities().map_err(|error| failed(io::Error::other(error)))?;
        if identities.is_empty() {
            return Err(failed(io::Error::other("it contains no age secret key (AGE-SECRET-KEY-1…)")));
        }
        Ok(Self::Encrypted { file: file.to_owned(), identities })
    }

    /// Returns the file's content from its start, decrypted.
    pub fn open(&self, path: &Path, mut file: File) -> Result<Box<dyn Read>, BackupError> {
        file.rewind().map_err(|reason| BackupError::File { path: path.to_owned(), reason })?;
        let Self::Encrypted { file: identity, identities } = self else { return Ok(Box::new(file)) };
        let opened = Decryptor::new_buffered(BufReader::new(file))
            .and_then(|decryptor| decryptor.decrypt(identities.iter().map(AsRef::as_ref)));
        match opened {
            Ok(content) => Ok(Box::new(content)),
            Err(DecryptError::NoMatchingKeys) => {
                Err(BackupError::WrongIdentity { path: path.to_owned(), identity: identity.clone() })
            }
            Err(DecryptError::Io(error)) if error.kind() != io::ErrorKind::UnexpectedEof => {
                Err(BackupError::File { path: path.to_owned(), reason: error })
            }
            Err(_) => {
                let reason = "the start of its encryption was cut off or altered".to_owned();
                Err(BackupError::Damaged { path: path.to_owned(), reason })
            }
        }
    }
}
