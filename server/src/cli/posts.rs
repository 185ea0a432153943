//! `foundfirst posts import|export`

use std::{
    fs,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};

use super::{Failure, open, say};
use crate::{
    audit::{Action, Actor, NewEntry, Object},
    config::Config,
    http::app::App,
    posts::import_export::{
        self, ImportReport,
        entry::{ImportFile, ImportFileError},
    },
    storage::StorageError,
};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Import posts from JSON files; prints one line per post, exits with 1 if any failed
    Import {
        /// Files with one post or an array of posts
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Write every post as one JSON array that `posts import` accepts
    Export {
        /// Output file [default: standard output]
        file: Option<PathBuf>,
    },
}

pub(super) async fn run(config: Config, command: Command) -> Result<ExitCode, Failure> {
    let app = open(config).await?;
    match command {
        Command::Import { files } => {
            // First, since a post imported into an empty site would otherwise create a menu category in its own
            // spelling.
            app.categories.add_fixed().await.map_err(Failure::new)?;
            let mut failed = false;
            for file in files {
                failed |= !import_file(&app, &file).await?;
            }
            app.posts.settle_search().await.map_err(Failure::new)?;
            Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
        }
        Command::Export { file } => {
            let written = match &file {
                Some(path) => export_to(&app, path).await,
                None => export(&app, io::stdout().lock()).await,
            };
            match written {
                Ok(()) => Ok(ExitCode::SUCCESS),
                // The pipe's reader has closed it.
                Err(ExportError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
                Err(error) => Err(match file {
                    Some(path) => Failure(format!("{}: {error}", path.display())),
                    None => Failure::new(error),
                }),
            }
        }
    }
}

/// Writes every post to a file. An existing file is replaced only when the new one is complete.
async fn export_to(app: &App, path: &Path) -> Result<(), ExportError> {
    // Replaces the file that a symbolic link points to, not the link.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let earlier = fs::metadata(&path).ok();
    if earlier.as_ref().is_some_and(|found| !found.is_file()) {
        // A pipe or a device.
        return export(app, fs::File::options().write(true).open(&path)?).await;
    }
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let part = tempfile::NamedTempFile::new_in(folder)?;
    if let Some(earlier) = earlier {
        part.as_file().set_permissions(earlier.permissions())?;
    }
    export(app, &part).await?;
    part.as_file().sync_all()?;
    part.persist(&path).map_err(|error| error.error)?;
    Ok(())
}

/// Why an export ended early.
#[derive(Debug, thiserror::Error)]
enum ExportError {
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Records an export and writes every post as one JSON array, one post at a time.
async fn export(app: &App, out: impl Write) -> Result<(), ExportError> {
    let entry = NewEntry::new(Action::ListExported, Object::named("list", "posts"));
    app.audit.record(&Actor::command_line(), entry).await?;
    let mut out = BufWriter::new(out);
    let mut separator = "[\n  ";
    import_export::export(&app.posts, |post| {
        let json = serde_json::to_string_pretty(&post).map_err(io::Error::from)?;
        // Only the formatting has line breaks: those in texts are escaped.
        write!(out, "{separator}{}", json.replace('\n', "\n  "))?;
        separator = ",\n  ";
        Ok::<_, ExportError>(())
    })
    .await?;
    out.write_all(if separator.starts_with('[') { b"[]\n" } else { b"\n]\n" })?;
    Ok(out.flush()?)
}

/// Imports one file. Returns false when any post failed. An unreadable file does not stop the import of the next. If
/// the database fails, the posts created before are printed first.
async fn import_file(app: &App, path: &Path) -> Result<bool, Failure> {
    let name = path.display();
    let file = open_file(path).map_err(ImportFileError::from).and_then(ImportFile::open_unlimited);
    let mut file = match file {
        Ok(file) => file,
        Err(reason) => {
            let _ = writeln!(io::stderr(), "failed   {name}: {reason}");
            return Ok(false);
        }
    };
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} posts, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(file.len as u64).with_style(style);
    let (by, progress) = (Actor::command_line(), |done| bar.set_position(done as u64));
    let mut report = ImportReport::default();
    let entries = file.entries().map_err(Failure::new)?;
    let imported = import_export::import(&app.posts, entries, &by, progress, &mut report).await;
    bar.finish_and_clear();
    for post in &report.created {
        say(format_args!("created  /blog/{}  {}", post.slug, post.title));
        for warning in &post.warnings {
            say(format_args!("warning  {name}[{}] {}: {warning}", post.index, post.title));
        }
    }
    for post in &report.failed {
        say(format_args!("failed   {name}[{}] {}: {}", post.index, post.title, post.message));
    }
    say(format_args!("{name}: {} created, {} failed", report.created.len(), report.failed.len()));
    imported?;
    Ok(report.failed.is_empty())
}

/// Opens a file for reading it twice: the content of a pipe is copied first.
fn open_file(path: &std::path::Path) -> io::Result<fs::File> {
    let mut file = fs::File::open(path)?;
    if file.metadata()?.is_file() {
        return Ok(file);
    }
    let mut copy = tempfile::tempfile()?;
    io::copy(&mut file, &mut copy)?;
    Ok(copy)
}
