//! `foundfirst check`

use std::{path::Path, process::ExitCode, time::Duration};

use tempfile::TempDir;

use super::{Failure, public_url, say, store, writable};
use crate::{
    config::{Config, DatabaseUrl},
    error::with_causes,
    http::app::{App, Overrides},
    mail::smtp::SmtpServer,
    storage::Database,
};

/// How long each step of connecting to the mail server may take.
const MAIL_LIMIT: Duration = Duration::from_secs(5);

pub(super) async fn run(config: &Config) -> Result<ExitCode, Failure> {
    let Checked { database, state, scratch: _scratch } = check_database(&config.database).await?;
    let address = public_url(config, config.listen);
    let app = App::new(config.clone(), address.clone(), database, Overrides::default()).await?;
    store(&app).await?;
    if !app.renderer.ready().await {
        return Err(Failure("the page renderer does not respond".to_owned()));
    }
    let state = match state {
        Some(state) => state,
        None => format!("{} posts", app.posts.count().await.map_err(Failure::new)?),
    };
    say(format_args!("listen      {}", config.listen));
    say(format_args!("public url  {address}"));
    say(format_args!("data        {}", config.data_dir.display()));
    say(format_args!("database    {} ({state})", config.database));
    say(format_args!("media       {}", config.media));
    say(format_args!("mail        {}", mail(config).await?));
    match &config.dkim {
        Some(signer) => say(format_args!("dkim        {} TXT \"{}\"", signer.record_name(), signer.record())),
        None => say("dkim        off: mail is not signed by this site"),
    }
    match &config.backup_recipients {
        Some(recipients) => {
            say(format_args!("backups     encrypted, number of recipients: {}", recipients.iter().count()));
        }
        None => say("backups     not encrypted"),
    }
    match &config.breached_passwords {
        Some(list) => say(format_args!("passwords   checked against {}", list.path().display())),
        None => say("passwords   no list of breached passwords"),
    }
    say(format_args!("site        {} ({})", config.site.name, config.site.time_zone));
    if !config.site.demo_values.is_empty() {
        say(format_args!(
            "note        site.toml does not set {}: the demo's values are used",
            config.site.demo_values.join(", ")
        ));
    }
    say("renderer    ready");
    Ok(ExitCode::SUCCESS)
}

/// A database that everything else can be checked with.
struct Checked {
    database: Database,
    /// What the configured database lacks; None when it was opened itself.
    state: Option<String>,
    /// The directory of the empty database that is used instead.
    scratch: Option<TempDir>,
}

/// Opens a database without migrating it, since an older version may be serving it. Opens an empty one instead if
/// `foundfirst serve` has yet to create or migrate it.
async fn check_database(url: &DatabaseUrl) -> Result<Checked, Failure> {
    let state = if let DatabaseUrl::Sqlite(path) = url
        && let Ok(false) = path.try_exists()
    {
        let existing = path.ancestors().skip(1).find(|directory| directory.exists()).unwrap_or(Path::new("."));
        tempfile::tempfile_in(existing)
            .map_err(|error| Failure(format!("database {url}: {} cannot be written: {error}", existing.display())))?;
        "does not exist yet: `foundfirst serve` creates it".to_owned()
    } else {
        let database = Database::open_unchanged(url).await.map_err(Failure::new)?;
        let missing = database.missing_migrations().await.map_err(Failure::new)?;
        if missing == 0 {
            writable(&database, url).await?;
            return Ok(Checked { database, state: None, scratch: None });
        }
        let migratable = database.check_migratable().await;
        migratable.map_err(|error| Failure(format!("database {url}: {}", with_causes(&error))))?;
        match missing {
            1 => "needs 1 migration, which `foundfirst serve` applies".to_owned(),
            _ => format!("needs {missing} migrations, which `foundfirst serve` applies"),
        }
    };
    let scratch = tempfile::tempdir().map_err(Failure::new)?;
    let empty = DatabaseUrl::Sqlite(scratch.path().join("empty.sqlite3"));
    let database = Database::open(&empty).await.map_err(Failure::new)?;
    Ok(Checked { database, state: Some(state), scratch: Some(scratch) })
}

/// Returns the mail server without its password, and why it cannot be used now. That is not a failure: the site works
/// without it, and mail stays in the outbox.
async fn mail(config: &Config) -> Result<String, Failure> {
    let Some(url) = &config.smtp else {
        return Ok(format!("files in {}", config.data_dir.join("mail").display()));
    };
    let name = format!("{}://{}", url.scheme(), url.host_str().unwrap_or_default());
    let server = SmtpServer::new(url, MAIL_LIMIT).map_err(Failure::new)?;
    Ok(match server.check().await {
        Ok(()) => format!("{name} (accepts mail)"),
        Err(error) => format!("{name} (not accepting mail: {error})"),
    })
}
