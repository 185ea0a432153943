//! A mail server, and the conversation with it: one connection, which carries mail after mail for as long as there is
//! any.

use std::{fmt, time::Duration};

use lettre::{
    address::Envelope,
    transport::smtp::{
        Error,
        authentication::{Credentials, DEFAULT_MECHANISMS},
        client::{AsyncSmtpConnection, Tls, TlsParameters},
        commands::{Data, Mail, Rcpt},
        extension::{ClientId, Extension, MailBodyParameter, MailParameter},
        response::Code,
    },
};
use tokio::sync::Mutex;
use url::Url;

/// How many mails a connection carries: some servers hang up on whoever brings more at a time.
const MAILS: u32 = 100;
/// How long a goodbye may take.
const GOODBYE: Duration = Duration::from_secs(1);

/// A mail server.
pub struct SmtpServer {
    host: String,
    port: u16,
    tls: Tls,
    credentials: Option<Credentials>,
    name: ClientId,
    patience: Duration,
    open: Mutex<Option<Conversation>>,
}

/// Why the mail server has not taken a message.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct SmtpError {
    /// What it said, or what became of the connection.
    pub reason: String,
    /// The server is at fault, not the message: the next one would fare no better.
    pub is_down: bool,
}

/// A message as it travels, with its end: what begins with a dot begins with two.
struct Body<'a>(&'a str);

impl fmt::Display for Body<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.0.strip_suffix("\r\n").unwrap_or(self.0).split("\r\n") {
            write!(formatter, "{}{line}\r\n", if line.starts_with('.') { "." } else { "" })?;
        }
        formatter.write_str(".\r\n")
    }
}

/// Why a message was not taken.
enum Failure {
    /// What the server said, or what became of the connection.
    Server(Error),
    /// Nothing was asked of the server.
    Message(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Server(error)
    }
}

struct Conversation {
    connection: AsyncSmtpConnection,
    mails: u32,
}

impl SmtpServer {
    /// The server of a URL. `smtp://` encrypts when the server offers it, and insists on it where a password would
    /// travel to another machine; `?tls=required` insists always, `?tls=none` never encrypts; `smtps://` is encrypted
    /// from the start. A path is the name to greet with. `patience` is how long the server may take to let us in, and
    /// a third of how long it may take for a message.
    pub fn new(url: &Url, patience: Duration) -> Result<Self, SmtpError> {
        let host = url.host_str().map(|host| host.trim_matches(['[', ']'])).filter(|host| !host.is_empty());
        let host = host.ok_or_else(|| unusable("it names no host"))?.to_owned();
        let parameters = || TlsParameters::new(host.clone()).map_err(|error| unusable(&error.to_string()));
        let (port, tls) = match encryption(url)? {
            Encryption::Never => (25, Tls::None),
            Encryption::Offered if is_here(url) && url.query().is_none() => (25, Tls::Opportunistic(parameters()?)),
            Encryption::Offered => (587, Tls::Opportunistic(parameters()?)),
            Encryption::Required => (587, Tls::Required(parameters()?)),
            Encryption::Always => (465, Tls::Wrapper(parameters()?)),
        };
        let credentials = match url.password() {
            Some(password) => Some(Credentials::new(plain(url.username())?, plain(password)?)),
            None => None,
        };
        let name = match url.path().trim_matches('/') {
            "" => ClientId::default(),
            name => ClientId::Domain(name.to_owned()),
        };
        let port = url.port().unwrap_or(port);
        Ok(Self { host, port, tls, credentials, name, patience, open: Mutex::default() })
    }

    /// Has the server take a message.
    pub async fn send(&self, envelope: &Envelope, message: &[u8]) -> Result<(), SmtpError> {
        let mut open = self.open.lock().await;
        // Taken out: a conversation that is broken off in the middle, by whatever, is never gone on with.
        let mut conversation = match self.still_heard(open.take()).await {
            Some(conversation) => conversation,
            None => Conversation { connection: self.connect().await?, mails: 0 },
        };
        // The server looks through a whole message before it answers: it gets more time than for a word.
        let sent = within(self.patience * 3, conversation.send(envelope, message)).await;
        conversation.mails += 1;
        if sent.is_ok() && conversation.mails < MAILS {
            *open = Some(conversation);
        } else {
            conversation.end().await;
        }
        sent
    }

    /// Says goodbye: there is no more mail for now.
    pub async fn rest(&self) {
        if let Some(conversation) = self.open.lock().await.take() {
            conversation.end().await;
        }
    }

    /// The conversation, when the server goes on with it. Servers hang up between two mails as they like.
    async fn still_heard(&self, conversation: Option<Conversation>) -> Option<Conversation> {
        let mut conversation = conversation?;
        let heard = tokio::time::timeout(self.patience, conversation.connection.test_connected()).await;
        (heard == Ok(true)).then_some(conversation)
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, SmtpError> {
        let wrapped = if let Tls::Wrapper(parameters) = &self.tls { Some(parameters.clone()) } else { None };
        let server = (self.host.as_str(), self.port);
        let connect = AsyncSmtpConnection::connect_tokio1(server, Some(self.patience), &self.name, wrapped, None);
        let mut connection = within(self.patience, connect).await?;
        match &self.tls {
            Tls::Opportunistic(parameters) if connection.can_starttls() => {
                within(self.patience, connection.starttls(parameters.clone(), &self.name)).await?;
            }
            Tls::Required(parameters) => {
                within(self.patience, connection.starttls(parameters.clone(), &self.name)).await?;
            }
            _ => {}
        }
        if let Some(credentials) = &self.credentials {
            within(self.patience, connection.auth(DEFAULT_MECHANISMS, credentials)).await?;
        }
        Ok(connection)
    }
}

impl Conversation {
    /// As the library's own, but for the message, which leaves with its end in one piece: in two, the second waits until
    /// the first is acknowledged, which takes the other side 40 ms.
    async fn send(&mut self, envelope: &Envelope, message: &[u8]) -> Result<(), Failure> {
        let mut addresses = envelope.to().iter().chain(envelope.from());
        let foreign = addresses.any(|address| !AsRef::<str>::as_ref(address).is_ascii());
        let mut parameters = Vec::new();
        for (needed, feature, parameter) in [
            (foreign, Extension::SmtpUtfEight, MailParameter::SmtpUtfEight),
            (!message.is_ascii(), Extension::EightBitMime, MailParameter::Body(MailBodyParameter::EightBitMime)),
        ] {
            if needed && !self.connection.server_info().supports_feature(feature) {
                return Err(Failure::Message(format!("the mail server has no {feature}")));
            }
            if needed {
                parameters.push(parameter);
            }
        }
        let message = std::str::from_utf8(message).map_err(|error| Failure::Message(error.to_string()))?;
        self.connection.command(Mail::new(envelope.from().cloned(), parameters)).await?;
        for to in envelope.to() {
            self.connection.command(Rcpt::new(to.clone(), Vec::new())).await?;
        }
        self.connection.command(Data).await?;
        self.connection.command(Body(message)).await?;
        Ok(())
    }

    async fn end(mut self) {
        let _ = tokio::time::timeout(GOODBYE, self.connection.abort()).await;
    }
}

impl fmt::Debug for SmtpServer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The password stays here.
        write!(formatter, "SmtpServer({}:{})", self.host, self.port)
    }
}

/// The library waits for an answer as long as it takes: its own limit is one for the connection alone.
async fn within<T, E: Into<Failure>>(
    patience: Duration,
    step: impl Future<Output = Result<T, E>>,
) -> Result<T, SmtpError> {
    match tokio::time::timeout(patience, step).await {
        Ok(done) => done.map_err(|error| match error.into() {
            Failure::Server(error) => smtp_error(&error),
            Failure::Message(reason) => SmtpError { reason, is_down: false },
        }),
        Err(_) => Err(SmtpError { reason: "the mail server took too long".to_owned(), is_down: true }),
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
    let asked = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value.into_owned());
    match (url.scheme(), asked.as_deref()) {
        ("smtps", _) => Ok(Encryption::Always),
        ("smtp", Some("none")) => Ok(Encryption::Never),
        ("smtp", Some("required")) => Ok(Encryption::Required),
        ("smtp", None) if url.password().is_some() && !is_here(url) => Ok(Encryption::Required),
        ("smtp", None | Some("opportunistic")) => Ok(Encryption::Offered),
        ("smtp", Some(other)) => Err(unusable(&format!("tls is none, opportunistic or required, not \"{other}\""))),
        (scheme, _) => Err(unusable(&format!("\"{scheme}\" is no way to send mail"))),
    }
}

/// Whether the server is on this machine.
fn is_here(url: &Url) -> bool {
    matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"))
}

fn plain(text: &str) -> Result<String, SmtpError> {
    let decoded = percent_encoding::percent_decode_str(text).decode_utf8();
    Ok(decoded.map_err(|_| unusable("name or password are no text"))?.into_owned())
}

fn unusable(reason: &str) -> SmtpError {
    SmtpError { reason: reason.to_owned(), is_down: true }
}

/// The error with what caused it: the library's own text says only which phase it was.
fn smtp_error(error: &Error) -> SmtpError {
    let mut reason = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        let text = inner.to_string();
        if !reason.contains(&text) {
            reason = format!("{reason}: {text}");
        }
        cause = inner.source();
    }
    let is_down = match error.status() {
        Some(code) => closes(code),
        // What the client found out about this message; everything else became of the connection.
        None => !error.is_client(),
    };
    SmtpError { reason: reason.replace(['\r', '\n'], " "), is_down }
}

/// Whether an answer is about the server (it closes, or does not let us in) and not about the mail.
fn closes(code: Code) -> bool {
    matches!(u16::from(code), 421 | 454 | 530 | 534 | 535 | 538)
}

#[cfg(test)]
#[path = "smtp_tests.rs"]
mod tests;
