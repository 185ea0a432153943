//! `foundfirst backup FILE` and `foundfirst restore FILE`

use std::{path::Path, process::ExitCode, sync::Arc};

use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};

use super::{Failure, open, say};
use crate::{
    audit::{Action, Actor, AuditService, NewEntry, Object},
    backup::{self, Source, Summary, Target},
    clock::{Clock, SystemClock},
    config::Config,
    media::MediaService,
    storage::{
        Database, StorageError,
        content_state::{ContentState, Versions},
        migrations,
    },
};

/// The migration that creates the audit log.
const AUDIT_LOG: &str = "0018_audit";

pub(super) async fn write(config: Config, file: &Path) -> Result<ExitCode, Failure> {
    // Without migrating: a backup before an update can be made by either version.
    let database = Database::open_unchanged(&config.database).await.map_err(Failure::new)?;
    let clock = Arc::new(SystemClock);
    let source = Source {
        database: &database,
        media: &MediaService::new(
            database.clone(),
            &config.media,
            clock.clone(),
            ContentState::new(Versions::default()),
        ),
        recipients: config.backup_recipients.as_ref(),
        now: clock.now(),
    };
    // Before the backup, which may need the space.
    for part in backup::remove_abandoned(file, clock.now().into()) {
        say(format_args!("removed  {}: left by an interrupted backup", part.display()));
    }
    let bar = bar();
    let summary = backup::write(source, file, &|done, all| step(&bar, done, all)).await;
    bar.finish_and_clear();
    let summary = summary.map_err(Failure::new)?;
    let encrypted = if config.backup_recipients.is_some() { ", encrypted" } else { "" };
    say(format_args!("{}: {}, {}{encrypted}", file.display(), contents(&summary), HumanBytes(summary.bytes)));
    for missing in &summary.missing {
        say(format_args!("missing  {missing}: this file is in the library but not in the media store"));
    }
    if !summary.missing.is_empty() {
        say("If an image was replaced or deleted during the backup, make the backup again.");
    }
    let audit = AuditService::new(database.clone(), clock, config.site.retention_months);
    // The backup is complete even when it is not recorded.
    if let Err(error) = record(&database, &audit, file).await {
        tracing::warn!(%error, "the backup was not recorded in the audit log");
    }
    database.close().await;
    Ok(ExitCode::SUCCESS)
}

/// Records a backup in the audit log. Databases of older versions have no audit log.
async fn record(database: &Database, audit: &AuditService, file: &Path) -> Result<(), StorageError> {
    let transaction = database.begin_write().await?;
    let applied = migrations::applied(&transaction).await?;
    transaction.rollback().await?;
    if !applied.iter().any(|name| name == AUDIT_LOG) {
        return Ok(());
    }
    let entry = NewEntry::new(Action::BackupMade, Object::named("backup", &name_of(file)));
    audit.record(&Actor::command_line(), entry).await
}

pub(super) async fn restore(
    config: Config,
    file: &Path,
    identity: Option<&Path>,
    force: bool,
) -> Result<ExitCode, Failure> {
    let app = open(config).await?;
    let bar = bar();
    let target = Target { database: &app.database, media: &app.media };
    let summary = backup::restore(target, file, identity, force, &|done, all| step(&bar, done, all)).await;
    bar.finish_and_clear();
    let summary = summary.map_err(Failure::new)?;
    let entry = NewEntry::new(Action::BackupRestored, Object::named("backup", &name_of(file)));
    // The site is restored even when this is not recorded.
    if let Err(error) = app.audit.record(&Actor::command_line(), entry).await {
        tracing::warn!(%error, "the restore was not recorded in the audit log");
    }
    say(format_args!("{}: restored {}", file.display(), contents(&summary)));
    for missing in &summary.missing {
        say(format_args!("missing  {missing}: was not in the media store when the backup was made"));
    }
    for table in &summary.foreign {
        say(format_args!("left out  {table}: this table does not belong to the site"));
    }
    say("Sessions are not in a backup: everybody has to sign in again.");
    say("Nor are site.toml and the environment: put the site's own in place before you start it.");
    app.database.clone().close().await;
    Ok(ExitCode::SUCCESS)
}

/// Returns a file's name without its directories.
fn name_of(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {percent} %, {eta} left");
    ProgressBar::new(1).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn step(bar: &ProgressBar, done: u64, all: u64) {
    bar.set_length(all);
    bar.set_position(done);
}

/// Returns a summary with the counts that operators ask about.
fn contents(summary: &Summary) -> String {
    let rows = |name: &str| summary.tables.iter().find(|(table, _)| table == name).map_or(0, |(_, rows)| *rows);
    let named = [("blog_posts", "posts"), ("users", "users"), ("enquiries", "enquiries"), ("bookings", "bookings")];
    let mut parts: Vec<String> =
        named.iter().map(|(table, name)| format!("{} {name}", HumanCount(rows(table)))).collect();
    let all: u64 = summary.tables.iter().map(|(_, rows)| rows).sum();
    parts.push(format!("{} rows in total", HumanCount(all)));
    parts.push(format!("{} media files", HumanCount(summary.files)));
    parts.join(", ")
}
