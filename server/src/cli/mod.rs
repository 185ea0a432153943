//! The command line: `foundfirst serve` and the operator's commands.

mod admin;
mod audit;
mod backup;
mod check;
mod demo;
mod permissions;
mod posts;
mod serve;

use std::{
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
    sync::OnceLock,
    time::Duration,
};

use clap::{Parser, Subcommand};
use tracing_subscriber::{EnvFilter, filter::LevelFilter};

use crate::{
    config::{Config, DatabaseUrl, Settings, SiteUrl},
    error::{AppError, with_causes},
    http::app::{App, Overrides},
    storage::Database,
};

/// The website of a search consultancy, in one binary.
#[derive(Debug, Parser)]
#[command(name = "foundfirst", version, propagate_version = true)]
struct Line {
    #[command(flatten)]
    settings: Settings,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start the site
    Serve,
    /// Fill an empty database with the demo content and a demo administrator
    Demo {
        /// Do nothing, and print nothing, when the database already has content
        #[arg(long)]
        if_empty: bool,
    },
    /// Accounts with rights: create, invite, change, list; and the audit log
    #[command(subcommand)]
    Admin(admin::Command),
    /// Import and export posts as JSON files
    #[command(subcommand)]
    Posts(posts::Command),
    /// Write the database and media to one file, even while the site is running
    Backup {
        /// The file: a .tar.zst, or a .tar.zst.age when it is encrypted
        file: PathBuf,
    },
    /// Restore a backup, made from either kind of database
    Restore {
        /// A file that `backup` wrote
        file: PathBuf,
        /// File with the secret key for an encrypted backup
        #[arg(long, value_name = "FILE")]
        identity: Option<PathBuf>,
        /// Replace all content of the database
        #[arg(long)]
        force: bool,
    },
    /// Validate the configuration and the connections, and print what is in use; the database stays as it is
    Check,
    /// Crawl the running site without JavaScript and report its SEO faults; exits with 1 if there are errors
    Audit(audit::Options),
}

/// Why a command failed: one line for the operator.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Failure(String);

impl Failure {
    fn new(reason: impl std::fmt::Display) -> Self {
        Self(reason.to_string())
    }
}

impl From<AppError> for Failure {
    /// Shows the cause, which visitors are not shown, and leaves out the kind of the error.
    fn from(error: AppError) -> Self {
        match error {
            AppError::Unavailable(cause) | AppError::Internal(cause) => Self(with_causes(&*cause)),
            error => Self::new(error),
        }
    }
}

/// Parses the command line and runs the command. Exit status 0, 1 on failure, 2 for wrong usage.
pub fn run() -> ExitCode {
    react_ssr::release_large_buffers();
    permissions::restrict_new_files();
    let line = Line::parse();
    if let Err(failure) = start_log(&line.settings) {
        return fail(&failure);
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&Failure::new(error)),
    };
    match (runtime.block_on(carry_out(line)), UNPRINTED.get()) {
        (Ok(_), Some(error)) => fail(&Failure(format!("standard output: {error}"))),
        (Ok(code), None) => code,
        (Err(failure), _) => fail(&failure),
    }
}

fn fail(failure: &Failure) -> ExitCode {
    let _ = writeln!(io::stderr(), "foundfirst: {failure}");
    ExitCode::FAILURE
}

async fn carry_out(line: Line) -> Result<ExitCode, Failure> {
    let config = Config::load(&line.settings).map_err(Failure::new)?;
    if !matches!(line.command, Command::Check) {
        permissions::restrict_data(&config);
    }
    match line.command {
        Command::Serve => serve::run(config).await,
        Command::Demo { if_empty } => demo::run(&open(config).await?, if_empty).await.map_err(Failure::new),
        Command::Admin(command) => admin::run(config, command).await,
        Command::Posts(command) => posts::run(config, command).await,
        Command::Backup { file } => backup::write(config, &file).await,
        Command::Restore { file, identity, force } => backup::restore(config, &file, identity.as_deref(), force).await,
        Command::Check => check::run(&config).await,
        Command::Audit(options) => audit::run(&config, options).await,
    }
}

/// Builds the application for commands that do not serve.
async fn open(config: Config) -> Result<App, Failure> {
    let database = Database::open(&config.database).await.map_err(Failure::new)?;
    let public_url = public_url(&config, config.listen);
    Ok(App::new(config, public_url, database, Overrides::default()).await?)
}

/// Fails with the reason when the database cannot be written.
async fn writable(database: &Database, url: &DatabaseUrl) -> Result<(), Failure> {
    database.check_writable().await.map_err(|error| Failure(format!("database {url}: {}", with_causes(&error))))
}

/// How long the media store has to write, read and delete a file. Without this limit, each request to a store that does
/// not respond would be retried until its own timeout.
const STORE_LIMIT: Duration = Duration::from_secs(10);

/// Fails with the reason when the media store does not work.
async fn store(app: &App) -> Result<(), Failure> {
    let media = &app.config.media;
    match tokio::time::timeout(STORE_LIMIT, app.media.check()).await {
        Ok(checked) => checked.map_err(|error| Failure(format!("media store {media}: {error}"))),
        Err(_) => Err(Failure(format!("media store {media}: no response within {} seconds", STORE_LIMIT.as_secs()))),
    }
}

/// Returns the configured public URL, or else the one of the bound address.
fn public_url(config: &Config, bound: std::net::SocketAddr) -> SiteUrl {
    match &config.public_url {
        Some(url) => SiteUrl::new(url.as_str()),
        None => SiteUrl::new(&format!("http://{bound}")),
    }
}

fn start_log(settings: &Settings) -> Result<(), Failure> {
    // The filter would take a misspelt level for the name of a module, and log nothing else.
    let is_known = |part: &str| {
        part.contains('=') || part.starts_with("foundfirst") || !part.is_empty() && part.parse::<LevelFilter>().is_ok()
    };
    if let Some(part) = settings.log.split(',').find(|part| !is_known(part)) {
        let levels = "error, warn, info, debug or trace";
        return Err(Failure(format!("FOUNDFIRST_LOG: \"{part}\" is not a level: {levels}")));
    }
    let filter = EnvFilter::builder()
        .parse(format!("sqlx=warn,sea_orm=warn,sea_orm_migration=warn,webauthn_rs_core=off,{}", settings.log))
        .map_err(|error| Failure(format!("FOUNDFIRST_LOG: {error}")))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    match settings.log_format.as_str() {
        "json" => log.json().init(),
        "text" => {
            use std::io::IsTerminal;
            log.with_ansi(io::stderr().is_terminal()).init();
        }
        other => return Err(Failure(format!("FOUNDFIRST_LOG_FORMAT: \"{other}\" is neither text nor json"))),
    }
    Ok(())
}

/// Why a line could not be printed.
static UNPRINTED: OnceLock<io::Error> = OnceLock::new();

/// Prints a line. A closed pipe is not an error; after any other, the command does its work and then fails.
fn say(line: impl std::fmt::Display) {
    if let Err(error) = writeln!(io::stdout(), "{line}")
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        let _ = UNPRINTED.set(error);
    }
}
