//! Tests of the URL of a mail server, and of encryption with a real server with TLS.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use rustls::{
    ServerConfig, ServerConnection, StreamOwned,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};

use super::*;
use crate::storage::tests::encryption::self_signed;

fn server(url: &str) -> Result<SmtpServer, SmtpError> {
    SmtpServer::new(&Url::parse(url).unwrap(), Duration::from_secs(20))
}

#[test]
fn mail_is_never_sent_unencrypted_to_another_machine_unless_asked() {
    for (url, port, used) in [
        ("smtp://mail.example", 587, Encryption::Required),
        ("smtp://mail.example?tls=opportunistic", 587, Encryption::Offered),
        ("smtp://192.168.1.5:1025", 1025, Encryption::Required),
        ("smtp://127.0.0.2", 25, Encryption::Offered),
        ("smtp://u:p@mail.example:2525", 2525, Encryption::Required),
        ("smtp://u:p@127.0.0.1:2525", 2525, Encryption::Offered),
        ("smtp://localhost", 25, Encryption::Offered),
        ("smtp://localhost?tls=required", 587, Encryption::Required),
        ("smtp://mail.example?tls=required", 587, Encryption::Required),
        ("smtp://mail.example?tls=none", 25, Encryption::Never),
        ("smtps://u:p@mail.example", 465, Encryption::Always),
    ] {
        let server = server(url).unwrap();
        assert_eq!(server.port, port, "{url}");
        let tls = match server.tls {
            Tls::None => Encryption::Never,
            Tls::Opportunistic(_) => Encryption::Offered,
            Tls::Required(_) => Encryption::Required,
            Tls::Wrapper(_) => Encryption::Always,
        };
        assert_eq!(tls, used, "{url}");
    }
    for url in [
        "smtp://mail.example?tls=perhaps",
        "smtp://localhost?tsl=required",
        "smtp://localhost?TLS=required",
        "smtp://localhost?tls=none&tls=required",
        "smtps://mail.example?tls=none",
        "http://mail.example",
        "smtp:mail.example",
        "smtp://mail.example?ca=/no/such/file",
    ] {
        assert!(server(url).is_err(), "{url}");
    }
}

#[test]
fn name_and_password_may_have_any_character() {
    let server = server("smtp://anna%40example.org:p%25%2F%3A@[::1]/shop.example").unwrap();
    assert_eq!(server.credentials, Some(Credentials::new("anna@example.org".into(), "p%/:".into())));
    assert_eq!((server.host.as_str(), server.port), ("::1", 25));
    assert_eq!(server.hello_name, ClientId::Domain("shop.example".into()));
    assert!(!format!("{server:?}").contains("p%/:"));
}

/// A mail server, with or without STARTTLS.
struct MailServer {
    port: u16,
    /// Number of messages that arrived over an encrypted connection, and over a plain one.
    encrypted: Arc<AtomicUsize>,
    plain: Arc<AtomicUsize>,
}

impl MailServer {
    fn start(tls: Option<Arc<ServerConfig>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = Self { port, encrypted: Arc::default(), plain: Arc::default() };
        let (encrypted, plain) = (server.encrypted.clone(), server.plain.clone());
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let _ = serve(stream, tls.clone(), &encrypted, &plain);
            }
        });
        server
    }

    async fn send(&self, query: &str) -> Result<(), SmtpError> {
        let url = Url::parse(&format!("smtp://localhost:{}{query}", self.port)).unwrap();
        let server = SmtpServer::new(&url, Duration::from_secs(5))?;
        let address = |text: &str| text.parse().unwrap();
        let envelope = Envelope::new(Some(address("a@example.org")), vec![address("b@example.org")]).unwrap();
        server.send(&envelope, b"Subject: x\r\n\r\nx\r\n").await
    }

    fn messages(&self) -> (usize, usize) {
        (self.encrypted.load(Ordering::SeqCst), self.plain.load(Ordering::SeqCst))
    }
}

fn serve(
    mut stream: TcpStream,
    tls: Option<Arc<ServerConfig>>,
    encrypted: &AtomicUsize,
    plain: &AtomicUsize,
) -> std::io::Result<()> {
    stream.write_all(b"220 test server\r\n")?;
    let Some(config) = tls else { return converse(&mut stream, false, plain).map(drop) };
    if converse(&mut stream, true, plain)? {
        let connection = ServerConnection::new(config).map_err(std::io::Error::other)?;
        converse(&mut StreamOwned::new(connection, stream), false, encrypted)?;
    }
    Ok(())
}

/// Serves a connection until the client leaves. Returns true when the client asks for STARTTLS.
fn converse<S: Read + Write>(stream: &mut S, offers: bool, taken: &AtomicUsize) -> std::io::Result<bool> {
    let mut lines = BufReader::new(stream);
    let mut line = String::new();
    let mut in_message = false;
    loop {
        line.clear();
        if lines.read_line(&mut line)? == 0 {
            return Ok(false);
        }
        let word = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
        let answer = match word.as_str() {
            "." if in_message => {
                in_message = false;
                taken.fetch_add(1, Ordering::SeqCst);
                "250 taken"
            }
            _ if in_message => continue,
            "EHLO" if offers => "250-test server\r\n250 STARTTLS",
            "STARTTLS" if offers => {
                lines.get_mut().write_all(b"220 go on\r\n")?;
                return Ok(true);
            }
            "DATA" => {
                in_message = true;
                "354 go on"
            }
            "QUIT" => "221 bye",
            _ => "250 ok",
        };
        lines.get_mut().write_all(format!("{answer}\r\n").as_bytes())?;
    }
}

fn tls_config(certificate: &Path, key: &Path) -> Arc<ServerConfig> {
    let chain = vec![CertificateDer::from_pem_file(certificate).unwrap()];
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let key = PrivateKeyDer::from_pem_file(key).unwrap();
    Arc::new(config.with_no_client_auth().with_single_cert(chain, key).unwrap())
}

#[tokio::test]
async fn mail_that_requires_encryption_is_sent_with_it_or_not_at_all() {
    let directory = tempfile::tempdir().unwrap();
    let (certificate, key) = self_signed(directory.path());
    let trusting = format!("&ca={}", certificate.display());
    let encrypted = MailServer::start(Some(tls_config(&certificate, &key)));
    encrypted.send(&format!("?tls=required{trusting}")).await.unwrap();
    assert_eq!(encrypted.messages(), (1, 0));
    let error = encrypted.send("?tls=required").await.unwrap_err().to_string();
    assert!(error.contains("certificate"), "it is not trusted: {error}");
    assert_eq!(encrypted.messages(), (1, 0));

    let plain = MailServer::start(None);
    let error = plain.send("?tls=required").await.unwrap_err();
    assert!(error.is_down && !error.permanent, "{error}");
    assert_eq!(plain.messages(), (0, 0));
    plain.send("?tls=opportunistic").await.unwrap();
    assert_eq!(plain.messages(), (0, 1));

    // A server of this machine with the certificate that its system made.
    encrypted.send("").await.unwrap();
    assert_eq!(encrypted.messages(), (2, 0));
    let elsewhere = tempfile::tempdir().unwrap();
    let (other, _) = self_signed(elsewhere.path());
    let error = encrypted.send(&format!("?ca={}", other.display())).await.unwrap_err().to_string();
    assert!(error.contains("certificate"), "with `ca`, the certificate is checked: {error}");
    assert_eq!(encrypted.messages(), (2, 0));
}
