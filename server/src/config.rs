//! Configuration from flags, environment variables and defaults, in this order of precedence.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::{
    Args,
    builder::{OsStringValueParser, TypedValueParser},
};
use ipnet::IpNet;
use url::Url;

use crate::{
    dkim::{DkimError, Signer},
    site::{Site, SiteError},
};

pub mod breached_passwords;
pub mod media;
pub mod recipients;
mod site_url;

use breached_passwords::BreachedPasswords;
use media::MediaUrl;
use recipients::Recipients;
pub use site_url::{SiteUrl, host_of};

/// The settings as given on the command line or in the environment, unchecked.
#[derive(Debug, Clone, Args)]
pub struct Settings {
    /// Address to listen on; port 0 picks a free one
    #[arg(long, global = true, env = "FOUNDFIRST_LISTEN", default_value = "127.0.0.1:8080", value_name = "HOST:PORT")]
    pub listen: String,
    /// Public address of the site, used in canonical URLs, email links and feeds [default: http://<listen>]
    #[arg(long, global = true, env = "FOUNDFIRST_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,
    /// Directory for the database, uploads and emails saved as files
    #[arg(
        long,
        global = true,
        env = "FOUNDFIRST_DATA_DIR",
        default_value = "./data",
        value_name = "DIR",
        value_parser = any_path()
    )]
    pub data_dir: PathBuf,
    /// Database: `sqlite://FILE` or `postgres://…` [default: a file in the data directory]
    #[arg(long, global = true, env = "FOUNDFIRST_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// Media store: a directory, or `s3://BUCKET/PREFIX` [default: a directory in the data directory]
    #[arg(long, global = true, env = "FOUNDFIRST_MEDIA_URL", value_name = "URL", hide_env_values = true)]
    pub media_url: Option<String>,
    /// Mail server: smtp:// or smtps:// [default: messages are written to the data directory]
    #[arg(long, global = true, env = "FOUNDFIRST_SMTP_URL", value_name = "URL", hide_env_values = true)]
    pub smtp_url: Option<String>,
    /// PEM file with the private key that signs mail (DKIM) [default: mail is not signed by this site]
    #[arg(long, global = true, env = "FOUNDFIRST_DKIM_KEY_FILE", value_name = "FILE", value_parser = any_path())]
    pub dkim_key_file: Option<PathBuf>,
    /// DKIM selector: the name of that key in the DNS
    #[arg(long, global = true, env = "FOUNDFIRST_DKIM_SELECTOR", default_value = "foundfirst", value_name = "NAME")]
    pub dkim_selector: String,
    /// DKIM domain [default: the domain of the sender's address]
    #[arg(long, global = true, env = "FOUNDFIRST_DKIM_DOMAIN", value_name = "DOMAIN")]
    pub dkim_domain: Option<String>,
    /// Public age keys that backups are encrypted to, separated by commas [default: backups are not encrypted]
    #[arg(long, global = true, env = "FOUNDFIRST_BACKUP_RECIPIENTS", value_name = "KEYS")]
    pub backup_recipients: Option<String>,
    /// File of breached passwords, which are refused: SHA-1 digests in ascending order, one per line [default: none]
    #[arg(long, global = true, env = "FOUNDFIRST_BREACHED_PASSWORDS", value_name = "FILE", value_parser = any_path())]
    pub breached_passwords: Option<PathBuf>,
    /// Brand file [default: ./site.toml when it exists]
    #[arg(long, global = true, env = "FOUNDFIRST_SITE", value_name = "FILE", value_parser = any_path())]
    pub site: Option<PathBuf>,
    /// Address that serves Prometheus metrics at /metrics
    #[arg(long, global = true, env = "FOUNDFIRST_METRICS_LISTEN", value_name = "HOST:PORT")]
    pub metrics_listen: Option<String>,
    /// Log level: error, warn, info, debug, trace, or directives such as foundfirst=debug
    #[arg(long, global = true, env = "FOUNDFIRST_LOG", default_value = "info", value_name = "FILTER")]
    pub log: String,
    /// Log format: "text", one readable line per event, or "json", one object per event
    #[arg(long, global = true, env = "FOUNDFIRST_LOG_FORMAT", default_value = "text", value_name = "FORMAT")]
    pub log_format: String,
    /// Networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted, separated by commas
    #[arg(long, global = true, env = "FOUNDFIRST_TRUSTED_PROXIES", default_value = "", value_name = "CIDRS")]
    pub trusted_proxies: String,
    /// Address of a Vite development server that serves the front end instead of the built one
    #[cfg(debug_assertions)]
    #[arg(long, global = true, env = "FOUNDFIRST_VITE", value_name = "URL")]
    pub vite: Option<String>,
}

/// Checked configuration.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Public URL without a trailing slash; None derives it from the bound address.
    pub public_url: Option<Url>,
    /// Directory of the database, uploads and emails saved as files.
    pub data_dir: PathBuf,
    /// The database.
    pub database: DatabaseUrl,
    /// The media store.
    pub media: MediaUrl,
    /// The mail server; None writes messages to the data directory.
    pub smtp: Option<Url>,
    /// Signs mail; None leaves that to the mail server.
    pub dkim: Option<Arc<Signer>>,
    /// What backups are encrypted to; None leaves them readable.
    pub backup_recipients: Option<Recipients>,
    /// Passwords that are refused; None refuses only those that are easy to guess.
    pub breached_passwords: Option<BreachedPasswords>,
    /// The brand.
    pub site: Arc<Site>,
    /// Whether the brand was read from a file; otherwise it is the demo.
    pub has_site_file: bool,
    /// The address that serves metrics, if any.
    pub metrics_listen: Option<SocketAddr>,
    /// Networks whose forwarding headers are trusted.
    pub trusted_proxies: Arc<[IpNet]>,
    /// URL of Vite's development server, in debug builds only.
    pub vite: Option<String>,
}

/// The database that holds the content.
#[derive(Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// A file, created when absent.
    Sqlite(PathBuf),
    /// A server's URL. It may contain a password and is never printed whole.
    Postgres(Url),
}

impl std::fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

impl std::fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "sqlite file {}", path.display()),
            Self::Postgres(url) => {
                let database = url.path().trim_start_matches('/');
                let given = url.query_pairs().filter(|(name, _)| name == "host").map(|(_, host)| host).last();
                let host = given.unwrap_or_else(|| {
                    percent_encoding::percent_decode_str(url.host_str().unwrap_or("localhost")).decode_utf8_lossy()
                });
                // The directory of a Unix socket.
                if host.starts_with('/') {
                    return write!(f, "PostgreSQL in {host}, database {database}");
                }
                write!(f, "PostgreSQL at {host}:{}, database {database}", url.port().unwrap_or(5432))
            }
        }
    }
}

/// Why a setting is invalid. The message is one line that names the variable.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A variable's value is invalid.
    #[error("{variable}: {reason}")]
    Variable {
        /// The environment variable's name.
        variable: &'static str,
        /// What is wrong with the value.
        reason: String,
    },
    /// `site.toml` is invalid.
    #[error(transparent)]
    Site(#[from] SiteError),
}

fn wrong(variable: &'static str, reason: impl Into<String>) -> ConfigError {
    ConfigError::Variable { variable, reason: reason.into() }
}

/// Takes an empty path too, which clap would refuse without naming its variable.
fn any_path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

impl Config {
    /// Checks the settings, reads `site.toml` and the DKIM key, and opens the list of breached passwords.
    pub fn load(settings: &Settings) -> Result<Self, ConfigError> {
        for (variable, path) in [
            ("FOUNDFIRST_DATA_DIR", Some(&settings.data_dir)),
            ("FOUNDFIRST_DKIM_KEY_FILE", settings.dkim_key_file.as_ref()),
            ("FOUNDFIRST_BREACHED_PASSWORDS", settings.breached_passwords.as_ref()),
            ("FOUNDFIRST_SITE", settings.site.as_ref()),
        ] {
            if path.is_some_and(|path| path.as_os_str().is_empty()) {
                return Err(wrong(variable, "must not be empty"));
            }
        }
        let site_file = settings.site.as_deref().unwrap_or(Path::new("site.toml"));
        let site = Site::load(site_file, settings.site.is_some())?;
        if settings.data_dir.exists() && !settings.data_dir.is_dir() {
            return Err(wrong("FOUNDFIRST_DATA_DIR", format!("{} is not a directory", settings.data_dir.display())));
        }
        Ok(Self {
            listen: address("FOUNDFIRST_LISTEN", &settings.listen)?,
            public_url: settings.public_url.as_deref().map(public_url).transpose()?,
            data_dir: settings.data_dir.clone(),
            database: database(settings.database_url.as_deref(), &settings.data_dir)?,
            media: media::parse(settings.media_url.as_deref(), &settings.data_dir, |name| std::env::var(name).ok())?,
            smtp: settings.smtp_url.as_deref().map(smtp).transpose()?,
            dkim: dkim(settings, &site)?,
            backup_recipients: settings
                .backup_recipients
                .as_deref()
                .map(|text| text.parse().map_err(|reason: String| wrong("FOUNDFIRST_BACKUP_RECIPIENTS", reason)))
                .transpose()?,
            breached_passwords: settings
                .breached_passwords
                .as_deref()
                .map(|path| {
                    BreachedPasswords::open(path).map_err(|reason| wrong("FOUNDFIRST_BREACHED_PASSWORDS", reason))
                })
                .transpose()?,
            site: Arc::new(site),
            has_site_file: site_file.exists(),
            metrics_listen: settings
                .metrics_listen
                .as_deref()
                .map(|text| address("FOUNDFIRST_METRICS_LISTEN", text))
                .transpose()?,
            trusted_proxies: networks(&settings.trusted_proxies)?.into(),
            #[cfg(debug_assertions)]
            vite: settings.vite.clone(),
            #[cfg(not(debug_assertions))]
            vite: None,
        })
    }
}

fn address(variable: &'static str, text: &str) -> Result<SocketAddr, ConfigError> {
    use std::net::ToSocketAddrs;
    text.to_socket_addrs().ok().and_then(|mut found| found.next()).ok_or_else(|| {
        wrong(variable, format!("\"{text}\" is not an address of the form HOST:PORT, or its host is unknown"))
    })
}

fn public_url(text: &str) -> Result<Url, ConfigError> {
    const NAME: &str = "FOUNDFIRST_PUBLIC_URL";
    let url = Url::parse(text).map_err(|error| wrong(NAME, format!("\"{text}\" is not a URL: {error}")))?;
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        return Err(wrong(NAME, format!("\"{text}\" must start with http:// or https://")));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(wrong(NAME, "it must not contain a user name or password: pages show it"));
    }
    if url.path() != "/" || url.query().is_some() || url.fragment().is_some() {
        return Err(wrong(NAME, format!("\"{text}\" must be a host without a path or query")));
    }
    Ok(url)
}

/// The usual reason why a URL with the right beginning cannot be parsed.
const UNREADABLE: &str =
    "cannot be read: in a name or password write %2F for /, %23 for #, %3F for ?, %40 for @ and %25 for %";

fn database(text: Option<&str>, data_dir: &Path) -> Result<DatabaseUrl, ConfigError> {
    const NAME: &str = "FOUNDFIRST_DATABASE_URL";
    let Some(text) = text else {
        return Ok(DatabaseUrl::Sqlite(data_dir.join("foundfirst.sqlite3")));
    };
    if let Some(path) = text.strip_prefix("sqlite://").or_else(|| text.strip_prefix("sqlite:")) {
        // Each connection would see a separate database in memory.
        if path.is_empty() || path == ":memory:" || path.contains('?') {
            return Err(wrong(NAME, "sqlite:// must be followed by a file's path"));
        }
        return Ok(DatabaseUrl::Sqlite(PathBuf::from(path)));
    }
    match Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "postgres" | "postgresql") => Ok(DatabaseUrl::Postgres(encrypted(url))),
        Err(_) if text.starts_with("postgres") && text.contains("://") => Err(wrong(NAME, UNREADABLE)),
        _ => Err(wrong(NAME, "must start with sqlite:// or postgres://")),
    }
}

/// Returns the URL of a PostgreSQL server with `sslmode=require`, unless it sets another mode or the server is on this
/// machine. Without that, the server or an attacker in between could make the connection fall back to plain text.
fn encrypted(mut url: Url) -> Url {
    let says = url.query_pairs().any(|(name, _)| matches!(&*name, "sslmode" | "ssl-mode"));
    let hosts = url.query_pairs().filter(|(name, _)| matches!(&**name, "host" | "hostaddr")).map(|(_, host)| host);
    let host = hosts.last().map(std::borrow::Cow::into_owned);
    let is_here = match host.as_deref() {
        // The directory of a Unix socket.
        Some(host) if host.starts_with('/') => true,
        Some(host) => is_loopback(host),
        None => is_this_machine(&url) || url.host_str().is_none_or(|host| host.is_empty() || host.starts_with("%2F")),
    };
    if !says && !is_here {
        url.query_pairs_mut().append_pair("sslmode", "require");
    }
    url
}

/// Returns whether the host of a URL is this machine.
pub fn is_this_machine(url: &Url) -> bool {
    url.host_str().is_some_and(is_loopback)
}

fn is_loopback(host: &str) -> bool {
    let ip = host.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
    host == "localhost" || ip.is_ok_and(|ip| ip.to_canonical().is_loopback())
}

fn smtp(text: &str) -> Result<Url, ConfigError> {
    const NAME: &str = "FOUNDFIRST_SMTP_URL";
    match Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "smtp" | "smtps") && url.host().is_some() => Ok(url),
        Err(_) if text.starts_with("smtp") && text.contains("://") => Err(wrong(NAME, UNREADABLE)),
        _ => Err(wrong(NAME, "must be of the form smtp://user:pass@host:port or smtps://…")),
    }
}

fn dkim(settings: &Settings, site: &Site) -> Result<Option<Arc<Signer>>, ConfigError> {
    let Some(file) = &settings.dkim_key_file else { return Ok(None) };
    let sender = site.mail_from();
    let own = sender.rsplit_once('@').map_or("", |(_, domain)| domain);
    let domain = settings.dkim_domain.as_deref().unwrap_or(own);
    let signer = Signer::load(file, domain, &settings.dkim_selector);
    let variable = |error: &DkimError| match error {
        DkimError::File(_) | DkimError::Key(_) => "FOUNDFIRST_DKIM_KEY_FILE",
        DkimError::Domain(_) => "FOUNDFIRST_DKIM_DOMAIN",
        DkimError::Selector(_) => "FOUNDFIRST_DKIM_SELECTOR",
    };
    Ok(Some(Arc::new(signer.map_err(|error| wrong(variable(&error), error.to_string()))?)))
}

fn networks(text: &str) -> Result<Vec<IpNet>, ConfigError> {
    text.split([',', ' '])
        .filter(|part| !part.is_empty())
        .map(|part| {
            part.parse::<IpNet>().or_else(|_| part.parse::<std::net::IpAddr>().map(IpNet::from)).map_err(|_| {
                wrong("FOUNDFIRST_TRUSTED_PROXIES", format!("\"{part}\" is not a network such as 10.0.0.0/8"))
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        settings: Settings,
    }

    fn load(arguments: &[&str]) -> Result<Config, ConfigError> {
        let line = std::iter::once("test").chain(arguments.iter().copied());
        Config::load(&Line::parse_from(line).settings)
    }

    fn refusal(arguments: &[&str]) -> String {
        load(arguments).unwrap_err().to_string()
    }

    #[test]
    fn defaults_are_local_files() {
        let config = load(&[]).unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(config.database, DatabaseUrl::Sqlite("./data/foundfirst.sqlite3".into()));
        assert_eq!(config.media.to_string(), "./data/media");
        assert!(config.public_url.is_none() && config.smtp.is_none() && config.metrics_listen.is_none());
    }

    #[test]
    fn a_database_on_another_machine_is_reached_encrypted_unless_asked() {
        for (url, mode) in [
            ("postgres://u@db.example/site", Some("require")),
            ("postgresql://u@192.168.1.5:5433/site?application_name=x", Some("require")),
            ("postgres://u@db.example/site?sslmode=disable", Some("disable")),
            ("postgres://u@db.example/site?ssl-mode=verify-full", None),
            ("postgres://u@localhost/site?host=db.example", Some("require")),
            ("postgres://u@localhost/site", None),
            ("postgres://u@127.0.0.1:5433/site", None),
            ("postgres://u@[::1]/site", None),
            ("postgres://u@localhost/site?host=%2Fvar%2Frun%2Fpostgresql", None),
            ("postgres:///site?host=/var/run/postgresql", None),
            ("postgres://u@%2Fvar%2Frun%2Fpostgresql/site", None),
        ] {
            let config = load(&["--database-url", url]).unwrap();
            let DatabaseUrl::Postgres(read) = config.database else { panic!("{url}") };
            let found = read.query_pairs().find(|(name, _)| name == "sslmode").map(|(_, value)| value.into_owned());
            assert_eq!(found.as_deref(), mode, "{url}");
        }
    }

    #[test]
    fn every_wrong_value_is_one_line_that_names_its_variable() {
        for (arguments, start) in [
            (["--listen", "nowhere"], "FOUNDFIRST_LISTEN: \"nowhere\""),
            (["--public-url", "example.com"], "FOUNDFIRST_PUBLIC_URL: "),
            (["--public-url", "ftp://example.com"], "FOUNDFIRST_PUBLIC_URL: "),
            (["--public-url", "https://example.com/sub"], "FOUNDFIRST_PUBLIC_URL: "),
            (["--public-url", "https://me:secret@example.com"], "FOUNDFIRST_PUBLIC_URL: it must not contain"),
            (["--database-url", "mysql://localhost/x"], "FOUNDFIRST_DATABASE_URL: "),
            (["--database-url", "sqlite://"], "FOUNDFIRST_DATABASE_URL: "),
            (["--database-url", "sqlite::memory:"], "FOUNDFIRST_DATABASE_URL: "),
            (["--media-url", "ftp://x"], "FOUNDFIRST_MEDIA_URL: "),
            (["--smtp-url", "mail.example.com"], "FOUNDFIRST_SMTP_URL: must be of the form "),
            (["--smtp-url", "smtp://me:a/b@mail.example.com"], "FOUNDFIRST_SMTP_URL: cannot be read: in a name or "),
            (["--database-url", "postgres://ff:a/b@db.example/site"], "FOUNDFIRST_DATABASE_URL: cannot be read: in a "),
            (["--metrics-listen", "x"], "FOUNDFIRST_METRICS_LISTEN: "),
            (["--trusted-proxies", "10.0.0.0/99"], "FOUNDFIRST_TRUSTED_PROXIES: \"10.0.0.0/99\""),
            (["--backup-recipients", ""], "FOUNDFIRST_BACKUP_RECIPIENTS: contains no key"),
            (["--backup-recipients", "age1nonsense"], "FOUNDFIRST_BACKUP_RECIPIENTS: \"age1nonsense\" is not"),
            (["--breached-passwords", "/nonexistent.txt"], "FOUNDFIRST_BREACHED_PASSWORDS: /nonexistent.txt: "),
            (
                ["--breached-passwords", "Cargo.toml"],
                "FOUNDFIRST_BREACHED_PASSWORDS: Cargo.toml: expected a list of SHA-1",
            ),
            (["--dkim-key-file", "/nonexistent.pem"], "FOUNDFIRST_DKIM_KEY_FILE: /nonexistent.pem: "),
            (["--site", "/nonexistent.toml"], "/nonexistent.toml: "),
        ] {
            let text = refusal(&arguments);
            assert!(text.starts_with(start), "{arguments:?}: {text}");
            assert!(!text.contains('\n'), "{text}");
        }
    }

    #[test]
    fn a_database_password_is_never_printed() {
        let config = load(&["--database-url", "postgres://ff:secret@db.example:5433/site"]).unwrap();
        let text = format!("{config:?} {}", config.database);
        assert!(!text.contains("secret"), "{text}");
        assert!(text.contains("PostgreSQL at db.example:5433, database site"), "{text}");
    }

    #[test]
    fn a_database_on_a_unix_socket_is_named_by_its_directory() {
        for url in ["postgres://ff@localhost/site?host=/run/postgresql", "postgres://ff@%2Frun%2Fpostgresql/site"] {
            let config = load(&["--database-url", url]).unwrap();
            assert_eq!(config.database.to_string(), "PostgreSQL in /run/postgresql, database site");
        }
    }

    #[test]
    fn proxies_may_be_networks_or_single_addresses() {
        let config = load(&["--trusted-proxies", "10.0.0.0/8, 192.0.2.1,::1"]).unwrap();
        assert_eq!(config.trusted_proxies.len(), 3);
    }
}
