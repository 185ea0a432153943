//! A mail server, and the connection to it, which is kept open between messages.
//!
//! lettre's own pool is not used: see docs/dependencies.md.

use std::{fmt, time::Duration};

use lettre::{
    address::Envelope,
    transport::smtp::{
        Error,
        authentication::{Credentials, DEFAULT_MECHANISMS},
        client::{AsyncSmtpConnection, Certificate, Tls, TlsParameters},
        extension::ClientId,
        response::Code,
    },
};
use tokio::{net::TcpStream, sync::Mutex};
use url::Url;

use crate::{config::is_this_machine as is_here, error::with_causes};

/// Messages per connection: some servers drop a client that sends more.
const MESSAGES_PER_CONNECTION: u32 = 100;
/// How long QUIT may take.
const QUIT_TIMEOUT: Duration = Duration::from_secs(1);

/// A mail server.
pub struct SmtpServer {
    host: String,
    port: u16,
    tls: Tls,
    credentials: Option<Credentials>,
    hello_name: ClientId,
    timeout: Duration,
    idle: Mutex<Option<Connection>>,
}

/// Why the mail server did not accept a message.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct SmtpError {
    /// The server's response, or the connection's error.
    pub reason: String,
    /// The server refused this message with a 5xx code, or lacks an extension that it needs: every further attempt would
    /// fail too.
    pub permanent: bool,
    /// The server is at fault, not the message: every other message would fail too for now.
    pub is_down: bool,
}

struct Connection {
    smtp: AsyncSmtpConnection,
    messages: u32,
}

impl SmtpServer {
    /// Parses the server's URL. `smtp://` requires encryption (STARTTLS), except on this machine, where it encrypts
    /// when the server offers it, with any certificate unless `ca` is given. `?tls=required`, `?tls=opportunistic` and
    /// `?tls=none` override this; `smtps://` is encrypted from the start. `ca` is a PEM file with another authority to
    /// trust. The path is the name for EHLO. `timeout` limits each step of connecting; a message may take three times
    /// as long.
    pub fn new(url: &Url, timeout: Duration) -> Result<Self, SmtpError> {
        let host = url.host_str().map(|host| host.trim_matches(['[', ']'])).filter(|host| !host.is_empty());
        let host = host.ok_or_else(|| unusable("it has no host"))?.to_owned();
        let encryption = encryption(url)?;
        let parameters = || tls_parameters(url, host.clone(), &encryption);
        let (port, tls) = match encryption {
            Encryption::Never => (25, Tls::None),
            Encryption::Offered if is_here(url) && asked(url, "tls").is_none() => {
                (25, Tls::Opportunistic(parameters()?))
            }
            Encryption::Offered => (587, Tls::Opportunistic(parameters()?)),
            Encryption::Required => (587, Tls::Required(parameters()?)),
            Encryption::Always => (465, Tls::Wrapper(parameters()?)),
        };
        let credentials = match url.password() {
            Some(password) => Some(Credentials::new(plain(url.username())?, plain(password)?)),
            None => None,
        };
        let hello_name = match url.path().trim_matches('/') {
            "" => ClientId::default(),
            name => ClientId::Domain(name.to_owned()),
        };
        let port = url.port().unwrap_or(port);
        Ok(Self { host, port, tls, credentials, hello_name, timeout, idle: Mutex::default() })
    }

    /// Returns once the server has accepted the message.
    pub async fn send(&self, envelope: &Envelope, message: &[u8]) -> Result<(), SmtpError> {
        let mut idle = self.idle.lock().await;
        // Taken out, so that the connection is dropped with this future in the middle of a message.
        let mut connection = match self.still_open(idle.take()).await {
            Some(connection) => connection,
            None => Connection { smtp: self.connect().await?, messages: 0 },
        };
        // Servers scan a whole message before they respond.
        let sent = within(self.timeout * 3, connection.smtp.send(envelope, message)).await.map(drop);
        connection.messages += 1;
        if sent.is_ok() && connection.messages < MESSAGES_PER_CONNECTION {
            *idle = Some(connection);
        } else {
            connection.close().await;
        }
        sent
    }

    /// Connects and signs in, without sending anything.
    pub async fn check(&self) -> Result<(), SmtpError> {
        let connection = Connection { smtp: self.connect().await?, messages: 0 };
        connection.close().await;
        Ok(())
    }

    /// Closes the connection that is kept open between messages.
    pub async fn close_idle(&self) {
        if let Some(connection) = self.idle.lock().await.take() {
            connection.close().await;
        }
    }

    /// Returns the connection if the server still responds on it: servers close idle ones at any time.
    async fn still_open(&self, connection: Option<Connection>) -> Option<Connection> {
        let mut connection = connection?;
        let answered = tokio::time::timeout(self.timeout, connection.smtp.test_connected()).await;
        (answered == Ok(true)).then_some(connection)
    }

    /// Connects and signs in. Every failure here is the server's, whatever its code: no message was refused yet.
    async fn connect(&self) -> Result<AsyncSmtpConnection, SmtpError> {
        let connected = async {
            let mut smtp = within(self.timeout, self.greeted()).await?;
            match &self.tls {
                Tls::Opportunistic(parameters) if smtp.can_starttls() => {
                    within(self.timeout, smtp.starttls(parameters.clone(), &self.hello_name)).await?;
                }
                Tls::Required(parameters) => {
                    within(self.timeout, smtp.starttls(parameters.clone(), &self.hello_name)).await?;
                }
                _ => {}
            }
            if let Some(credentials) = &self.credentials {
                within(self.timeout, smtp.auth(DEFAULT_MECHANISMS, credentials)).await?;
            }
            Ok(smtp)
        };
        connected.await.map_err(|error: SmtpError| SmtpError { permanent: false, is_down: true, ..error })
    }

    /// Opens a connection and sends EHLO.
    async fn greeted(&self) -> Result<AsyncSmtpConnection, ConnectError> {
        let address = (self.host.as_str(), self.port);
        if let Tls::Wrapper(parameters) = &self.tls {
            let (limit, tls) = (Some(self.timeout), Some(parameters.clone()));
            return Ok(AsyncSmtpConnection::connect_tokio1(address, limit, &self.hello_name, tls, None).await?);
        }
        let stream = TcpStream::connect(address).await?;
        // lettre writes a message and its end separately: Nagle's algorithm would hold the end back until the server
        // acknowledges the message, which takes 40 ms on Linux.
        stream.set_nodelay(true)?;
        Ok(AsyncSmtpConnection::connect_with_transport(Box::new(stream), &self.hello_name).await?)
    }
}

impl Connection {
    async fn close(mut self) {
        let _ = tokio::time::timeout(QUIT_TIMEOUT, self.smtp.abort()).await;
    }
}

impl fmt::Debug for SmtpServer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without the password.
        write!(formatter, "SmtpServer({}:{})", self.host, self.port)
    }
}

/// Why a connection failed.
#[derive(Debug, thiserror::Error)]
enum ConnectError {
    #[error(transparent)]
    Network(#[from] std::io::Error),
    #[error(transparent)]
    Smtp(#[from] Error),
}

impl From<ConnectError> for SmtpError {
    fn from(error: ConnectError) -> Self {
        match error {
            ConnectError::Network(error) => unusable(&error.to_string()),
            ConnectError::Smtp(error) => error.into(),
        }
    }
}

/// Limits the time of an SMTP command: lettre limits only the TCP connection.
async fn within<T, E: Into<SmtpError>>(
    timeout: Duration,
    step: impl Future<Output = Result<T, E>>,
) -> Result<T, SmtpError> {
    match tokio::time::timeout(timeout, step).await {
        Ok(done) => done.map_err(Into::into),
        Err(_) => Err(unusable("the mail server took too long")),
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Encryption {
    Never,
    Offered,
    Required,
    Always,
}

fn encryption(url: &Url) -> Result<Encryption, SmtpError> {
    let mut seen = Vec::new();
    for (name, _) in url.query_pairs() {
        // A misspelt name would leave the mail unencrypted.
        if !(name == "ca" || name == "tls" && url.scheme() == "smtp") {
            return Err(unusable(&format!("\"{name}\" is not a parameter of {}://", url.scheme())));
        }
        if seen.contains(&name) {
            return Err(unusable(&format!("\"{name}\" must be given once")));
        }
        seen.push(name);
    }
    match (url.scheme(), asked(url, "tls").as_deref()) {
        ("smtps", _) => Ok(Encryption::Always),
        ("smtp", Some("none")) => Ok(Encryption::Never),
        ("smtp", Some("required")) => Ok(Encryption::Required),
        ("smtp", None) if !is_here(url) => Ok(Encryption::Required),
        ("smtp", None | Some("opportunistic")) => Ok(Encryption::Offered),
        ("smtp", Some(other)) => {
            Err(unusable(&format!("tls must be none, opportunistic or required, not \"{other}\"")))
        }
        (scheme, _) => Err(unusable(&format!("\"{scheme}\" is not a supported scheme"))),
    }
}

/// Returns the value of a query parameter.
fn asked(url: &Url, name: &str) -> Option<String> {
    url.query_pairs().find(|(other, _)| other == name).map(|(_, value)| value.into_owned())
}

fn tls_parameters(url: &Url, host: String, encryption: &Encryption) -> Result<TlsParameters, SmtpError> {
    // Many servers have a self-signed certificate. Where mail may also be sent in the clear and does not leave this
    // machine, that is enough.
    let accepts_any = *encryption == Encryption::Offered && is_here(url) && asked(url, "ca").is_none();
    let mut parameters = TlsParameters::builder(host)
        .dangerous_accept_invalid_certs(accepts_any)
        .dangerous_accept_invalid_hostnames(accepts_any);
    if let Some(path) = asked(url, "ca") {
        let failed = |reason: String| unusable(&format!("the certificate {path}: {reason}"));
        let pem = std::fs::read(&path).map_err(|error| failed(error.to_string()))?;
        parameters =
            parameters.add_root_certificate(Certificate::from_pem(&pem).map_err(|error| failed(error.to_string()))?);
    }
    parameters.build_rustls().map_err(|error| unusable(&error.to_string()))
}

fn plain(text: &str) -> Result<String, SmtpError> {
    let decoded = percent_encoding::percent_decode_str(text).decode_utf8();
    Ok(decoded.map_err(|_| unusable("the name or password is not valid UTF-8"))?.into_owned())
}

fn unusable(reason: &str) -> SmtpError {
    SmtpError { reason: reason.to_owned(), permanent: false, is_down: true }
}

impl From<Error> for SmtpError {
    /// Joins the error with its sources: lettre's own text names only the phase.
    fn from(error: Error) -> Self {
        let is_down = match error.status() {
            Some(code) => concerns_server(code),
            // A client error is about this message, every other error about the connection.
            None => !error.is_client(),
        };
        Self {
            reason: with_causes(&error).replace(['\r', '\n'], " "),
            permanent: (error.is_permanent() || error.is_client()) && !is_down,
            is_down,
        }
    }
}

/// Returns whether a code concerns the server (it closes, or requires TLS or another password) rather than the message.
fn concerns_server(code: Code) -> bool {
    matches!(u16::from(code), 421 | 454 | 530 | 534 | 535 | 538)
}

#[cfg(test)]
mod tests;
