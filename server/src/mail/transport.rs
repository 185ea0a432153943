//! Sends a message to a mail server, or writes it to a file for development.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use lettre::address::Envelope;
use tokio::fs;
use url::Url;
use uuid::Uuid;

use super::smtp::{SmtpError, SmtpServer};

/// Where messages are sent: to a mail server if there is one, or else into files.
#[derive(Debug, Clone)]
pub struct Transport {
    /// The directory of `.eml` files. After a mail server was set, it still has those from before.
    directory: PathBuf,
    server: Option<Arc<SmtpServer>>,
}

/// Why a message was not sent.
#[derive(Debug, thiserror::Error)]
pub enum TransportError {
    /// The mail server refused it or does not respond.
    #[error(transparent)]
    Smtp(#[from] SmtpError),
    /// The file could not be written.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The operating system's error.
        reason: std::io::Error,
    },
}

impl TransportError {
    /// Returns whether the mail server has refused this message for good.
    pub fn is_permanent(&self) -> bool {
        matches!(self, Self::Smtp(SmtpError { permanent: true, .. }))
    }

    /// Returns whether every other message would fail too for now.
    pub fn is_down(&self) -> bool {
        match self {
            Self::Smtp(error) => error.is_down,
            Self::File { .. } => true,
        }
    }
}

impl Transport {
    /// Returns the transport into a directory, one `.eml` file for each message.
    pub fn files(directory: PathBuf) -> Self {
        Self { directory, server: None }
    }

    /// Returns the transport to the mail server of a URL, see [`SmtpServer::new`]. Earlier messages may be in
    /// `directory`.
    pub fn smtp(url: &Url, timeout: Duration, directory: PathBuf) -> Result<Self, TransportError> {
        Ok(Self { directory, server: Some(Arc::new(SmtpServer::new(url, timeout)?)) })
    }

    /// Sends a message. `name` is its file name without the extension.
    pub async fn send(&self, name: &str, envelope: &Envelope, message: &[u8]) -> Result<(), TransportError> {
        let Self { directory, server } = self;
        if let Some(server) = server {
            return Ok(server.send(envelope, message).await?);
        }
        let path = directory.join(format!("{name}.eml"));
        let part = directory.join(format!(".{name}.part"));
        let written = async {
            fs::create_dir_all(directory).await?;
            fs::write(&part, message).await?;
            // Renamed when complete: a program that watches the directory never sees a partial message.
            fs::rename(&part, &path).await
        };
        written.await.map_err(|reason| TransportError::File { path, reason })
    }

    /// Closes the connection that is kept open between messages.
    pub async fn close_idle(&self) {
        if let Some(server) = &self.server {
            server.close_idle().await;
        }
    }

    /// Deletes the files of messages to an address, or with replies to it, and those whose id is among `ids`. Returns
    /// their number.
    pub async fn erase(&self, email_key: &str, ids: &[Uuid]) -> Result<u64, TransportError> {
        let directory = &self.directory;
        let failed = |path: &Path, reason| TransportError::File { path: path.to_owned(), reason };
        let mut entries = match fs::read_dir(directory).await {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
            Err(error) => return Err(failed(directory, error)),
        };
        let mut gone = 0;
        while let Some(entry) = entries.next_entry().await.map_err(|error| failed(directory, error))? {
            let path = entry.path();
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
            if path.extension().is_none_or(|extension| extension != "eml") {
                continue;
            }
            let message = fs::read(&path).await.map_err(|error| failed(&path, error))?;
            if ids.iter().any(|id| name.contains(&id.to_string())) || concerns(&message, email_key) {
                fs::remove_file(&path).await.map_err(|error| failed(&path, error))?;
                gone += 1;
            }
        }
        Ok(gone)
    }
}

/// Returns whether a message's headers name an address as recipient or for replies. As in the key, its domain is in ASCII
/// there.
fn concerns(message: &[u8], email_key: &str) -> bool {
    let text = String::from_utf8_lossy(message);
    let head = text.split("\r\n\r\n").next().unwrap_or_default().replace("\r\n ", " ").to_lowercase();
    head.lines()
        .filter_map(|line| line.strip_prefix("to:").or_else(|| line.strip_prefix("reply-to:")))
        .any(|value| value.split([' ', ',', '<', '>']).any(|word| word == email_key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::email_address::address_key;

    #[test]
    fn a_message_concerns_its_recipient_whatever_the_form_of_the_domain() {
        let message = b"From: a@example.org\r\nTo: Anna <Anna@xn--mller-kva.example>\r\n\r\nTo: ben@example.org";
        for address in ["Anna@m\u{fc}ller.example", "anna@xn--mller-kva.example"] {
            assert!(concerns(message, &address_key(address)), "{address}");
        }
        assert!(!concerns(message, "ben@example.org"), "only headers count");
    }
}
