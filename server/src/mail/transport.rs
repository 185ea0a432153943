//! How a message leaves: to a mail server, or into a file for development and trials.

use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor, address::Envelope};
use tokio::fs;
use url::Url;
use uuid::Uuid;

/// Where messages go.
#[derive(Debug, Clone)]
pub enum Transport {
    /// Into this directory, one `.eml` file each.
    Files(PathBuf),
    /// To a mail server.
    Smtp(Box<AsyncSmtpTransport<Tokio1Executor>>),
}

/// Why a message did not leave.
#[derive(Debug, thiserror::Error)]
pub enum TransportError {
    /// The mail server did not take it, or does not answer.
    #[error("{0}")]
    Smtp(String),
    /// The file could not be written.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        reason: std::io::Error,
    },
}

impl Transport {
    /// A mail server by its URL. `smtp://` encrypts when the server offers it, and insists on it where a password
    /// would travel to another machine; `?tls=required` insists always, `?tls=none` never encrypts; `smtps://` is
    /// encrypted from the start. `patience` is how long the server may take for one answer.
    pub fn smtp(url: &Url, patience: Duration) -> Result<Self, TransportError> {
        let url = with_encryption(url);
        let builder =
            AsyncSmtpTransport::<Tokio1Executor>::from_url(url.as_str()).map_err(|error| smtp_error(&error))?;
        Ok(Self::Smtp(Box::new(builder.timeout(Some(patience)).build())))
    }

    /// Sends the message. `name` is what its file is called, without the extension.
    pub async fn send(&self, name: &str, envelope: &Envelope, message: &[u8]) -> Result<(), TransportError> {
        match self {
            Self::Smtp(server) => {
                server.send_raw(envelope, message).await.map_err(|error| smtp_error(&error))?;
                Ok(())
            }
            Self::Files(directory) => {
                let path = directory.join(format!("{name}.eml"));
                let part = directory.join(format!(".{name}.part"));
                let written = async {
                    fs::create_dir_all(directory).await?;
                    fs::write(&part, message).await?;
                    // Whoever watches the directory sees whole messages only.
                    fs::rename(&part, &path).await
                };
                written.await.map_err(|reason| TransportError::File { path, reason })
            }
        }
    }

    /// Removes written messages that are to an address, or are answered to it, or whose id is among `ids`. How many.
    pub async fn erase(&self, email_key: &str, ids: &[Uuid]) -> Result<u64, TransportError> {
        let Self::Files(directory) = self else { return Ok(0) };
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

/// Whether the head of a message names an address as the one that it goes to, or that answers go to.
fn concerns(message: &[u8], email_key: &str) -> bool {
    let text = String::from_utf8_lossy(message);
    let head = text.split("\r\n\r\n").next().unwrap_or_default().replace("\r\n ", " ").to_lowercase();
    head.lines()
        .filter_map(|line| line.strip_prefix("to:").or_else(|| line.strip_prefix("reply-to:")))
        .any(|value| value.split([' ', ',', '<', '>']).any(|word| word == email_key))
}

fn with_encryption(url: &Url) -> Url {
    let mut url = url.clone();
    if url.scheme() != "smtp" {
        return url;
    }
    let asked = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value.into_owned());
    let here = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
    match asked.as_deref() {
        Some("none") => url.set_query(None),
        Some(_) => {}
        None => {
            // The library's default port depends on the encryption; ours is the one of the scheme.
            let port = url.port().unwrap_or(if here { 25 } else { 587 });
            let _ = url.set_port(Some(port));
            let insist = url.password().is_some() && !here;
            url.set_query(Some(if insist { "tls=required" } else { "tls=opportunistic" }));
        }
    }
    url
}

/// The error with what caused it: the library's own text says only which phase it was.
fn smtp_error(error: &lettre::transport::smtp::Error) -> TransportError {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        let inner_text = inner.to_string();
        if !text.contains(&inner_text) {
            text = format!("{text}: {inner_text}");
        }
        cause = inner.source();
    }
    TransportError::Smtp(text.replace(['\r', '\n'], " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(20);

    #[test]
    fn a_password_never_travels_in_the_clear_to_another_machine() {
        for (given, used) in [
            ("smtp://mail.example", "smtp://mail.example:587?tls=opportunistic"),
            ("smtp://u:p@mail.example:2525", "smtp://u:p@mail.example:2525?tls=required"),
            ("smtp://u:p@127.0.0.1:2525", "smtp://u:p@127.0.0.1:2525?tls=opportunistic"),
            ("smtp://localhost", "smtp://localhost:25?tls=opportunistic"),
            ("smtp://mail.example?tls=required", "smtp://mail.example?tls=required"),
            ("smtp://mail.example?tls=none", "smtp://mail.example"),
            ("smtps://u:p@mail.example", "smtps://u:p@mail.example"),
        ] {
            assert_eq!(with_encryption(&Url::parse(given).unwrap()).as_str(), used, "{given}");
            assert!(Transport::smtp(&Url::parse(given).unwrap(), PATIENCE).is_ok(), "{given}");
        }
        assert!(Transport::smtp(&Url::parse("smtp://mail.example?tls=perhaps").unwrap(), PATIENCE).is_err());
    }
}
