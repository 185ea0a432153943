//! Writes and restores backups. Both run in a command's process without other tasks, so files are read and written
//! with blocking calls.

use std::path::Path;

use chrono::{DateTime, Utc};

use super::{
    archive::{self, Entry, Table, VerifiedBackup, Writer},
    error::BackupError,
    schema::TableSchema,
    store::{self, Restoration, Snapshot},
};
use crate::{
    config::recipients::Recipients,
    media::MediaService,
    storage::{
        Database,
        migrations::{self, NewerDatabase},
    },
};

/// Size in bytes at which a part of a table is full.
const PART_BYTES: usize = 512 << 10;
const MEDIA: &str = "media/";
const TABLES: &str = "tables/";

/// Reports progress: entries done, and entries in total.
pub type Progress<'a> = &'a dyn Fn(u64, u64);

/// The contents of a backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The tables with rows, and their number of rows.
    pub tables: Vec<(String, u64)>,
    /// Number of files of the media library, variants included.
    pub files: u64,
    /// Files of the media library that the media store did not have at the time.
    pub missing: Vec<String>,
    /// Tables of the operator that a restore leaves out. Earlier versions backed them up.
    pub foreign: Vec<String>,
    /// The backup's length in bytes.
    pub bytes: u64,
}

/// What a backup is made from. The database may belong to an older version of the program: it is not migrated.
pub struct Source<'a> {
    /// The rows.
    pub database: &'a Database,
    /// The files.
    pub media: &'a MediaService,
    /// What the file is encrypted to, if anything.
    pub recipients: Option<&'a Recipients>,
    /// The current time.
    pub now: DateTime<Utc>,
}

/// Writes a backup to `path`. The site may be in use meanwhile: later changes are not in the file.
pub async fn write(source: Source<'_>, path: &Path, progress: Progress<'_>) -> Result<Summary, BackupError> {
    let mut writer = Writer::create(path, source.now, source.recipients)?;
    match fill(source, &mut writer, progress).await {
        Ok((manifest, mut summary)) => {
            summary.bytes = writer.finish(manifest)?;
            Ok(summary)
        }
        Err(error) => {
            writer.abandon();
            Err(error)
        }
    }
}

async fn fill(
    source: Source<'_>,
    writer: &mut Writer,
    progress: Progress<'_>,
) -> Result<(archive::Manifest, Summary), BackupError> {
    // An empty database usually means a wrong directory.
    let snapshot = Snapshot::take(source.database).await?.ok_or(BackupError::Empty)?;
    // This version cannot know which tables of a newer one to leave out.
    if !migrations::names().starts_with(&snapshot.migrations) {
        return Err(NewerDatabase(snapshot.migrations.last().cloned().unwrap_or_default()).into());
    }
    let mut manifest = archive::manifest(source.now, snapshot.migrations.clone(), snapshot.content_version);
    let files = snapshot.files().await?;
    let all = snapshot.rows + files.len() as u64;
    let mut done = 0;
    for schema in &snapshot.schemas {
        let rows = table(&snapshot, schema, writer, &mut |rows| progress(done + rows, all)).await?;
        done += rows;
        manifest.tables.push(Table { name: schema.name.clone(), columns: schema.columns(), rows });
    }
    // Reading files takes long, and an open transaction keeps PostgreSQL from vacuuming.
    drop(snapshot);
    let mut kept = 0;
    for file in files {
        // Deleted since, or missing before. The rest is still worth backing up.
        match source.media.read_whole(&file).await? {
            Some(bytes) => {
                writer.add(format!("{MEDIA}{file}"), &bytes)?;
                kept += 1;
            }
            None => manifest.missing.push(file),
        }
        done += 1;
        progress(done, all);
    }
    let summary = summary(&manifest, kept);
    Ok((manifest, summary))
}

/// Writes a table in parts of bounded size. Returns its number of rows.
async fn table(
    snapshot: &Snapshot,
    schema: &TableSchema,
    writer: &mut Writer,
    progress: &mut dyn FnMut(u64),
) -> Result<u64, BackupError> {
    let (mut part, mut number, mut rows) = (String::new(), 0_u32, 0_u64);
    let mut put = |part: &mut String| {
        number += 1;
        let added = writer.add(format!("{TABLES}{}/{number:06}.jsonl", schema.name), part.as_bytes());
        part.clear();
        added
    };
    snapshot
        .each(schema, |lines| {
            for line in lines {
                part.push_str(&line);
                part.push('\n');
                rows += 1;
                if part.len() >= PART_BYTES {
                    put(&mut part)?;
                }
            }
            progress(rows);
            Ok::<(), BackupError>(())
        })
        .await?;
    if !part.is_empty() {
        put(&mut part)?;
    }
    Ok(rows)
}

fn summary(manifest: &archive::Manifest, files: u64) -> Summary {
    let filled = manifest.tables.iter().filter(|table| table.rows > 0);
    Summary {
        tables: filled.map(|table| (table.name.clone(), table.rows)).collect(),
        files,
        missing: manifest.missing.clone(),
        foreign: Vec::new(),
        bytes: 0,
    }
}

/// Where a backup is restored to.
#[derive(Clone, Copy)]
pub struct Target<'a> {
    /// The database.
    pub database: &'a Database,
    /// The media store.
    pub media: &'a MediaService,
}

/// Restores a backup, all or nothing. Fails when the database has content, unless `force` allows replacing it.
/// `identity` is the file with the keys for a backup that is encrypted.
pub async fn restore(
    target: Target<'_>,
    path: &Path,
    identity: Option<&Path>,
    force: bool,
    progress: Progress<'_>,
) -> Result<Summary, BackupError> {
    let mut backup = VerifiedBackup::open(path, identity)?;
    let known = migrations::names();
    if !known.starts_with(&backup.manifest.migrations) {
        let last = backup.manifest.migrations.last().map_or("", String::as_str);
        return Err(backup.newer(format!("its database is at {last}")));
    }
    let own = migrations::tables();
    let foreign: Vec<Table> =
        backup.manifest.tables.extract_if(.., |table| !own.contains(table.name.as_str())).collect();
    let mut restored = Vec::new();
    let replaced = replace(target, &backup, &foreign, force, &mut restored, progress).await;
    if replaced.is_err() {
        for file in restored {
            target.media.discard_file(&file).await;
        }
    }
    let (restoration, files) = replaced?;
    // When the connection fails during the commit, its outcome is unknown. The restored files stay: without rows they
    // are never shown.
    restoration.finish(backup.manifest.content_version).await?;
    let foreign = foreign.into_iter().map(|table| table.name).collect();
    Ok(Summary { foreign, ..summary(&backup.manifest, files) })
}

/// Restores the files, and then the rows in the transaction that it returns with the number of files. Adds the files that
/// did not exist before to `restored`.
async fn replace(
    Target { database, media }: Target<'_>,
    backup: &VerifiedBackup,
    foreign: &[Table],
    force: bool,
    restored: &mut Vec<String>,
    progress: Progress<'_>,
) -> Result<(Restoration, u64), BackupError> {
    if !force && !store::is_empty(database.long_reader(), database.engine()).await? {
        return Err(BackupError::NotEmpty);
    }
    media.postpone_removals().await?;
    let (mut files, mut done, all) = (0, 0, backup.manifest.entries.len() as u64);
    let is_file = |path: &str| path.starts_with(MEDIA);
    each_entry(backup, is_file, async |entry, bytes| {
        let Some(file) = entry.path.strip_prefix(MEDIA) else { return Ok(()) };
        if media.restore_file(file, &bytes).await? {
            restored.push(file.to_owned());
        }
        files += 1;
        progress(files, all);
        Ok(())
    })
    .await?;
    // Writers wait for the transaction, so what takes longest comes before it.
    let restoration = Restoration::begin(database).await?;
    if !force && !restoration.is_empty().await? {
        return Err(BackupError::NotEmpty);
    }
    let tables = &backup.manifest.tables;
    let schemas = restoration.clear(backup.manifest.migrations.len()).await?;
    let mut found: Vec<u64> = vec![0; tables.len()];
    each_entry(
        backup,
        |path| !is_file(path),
        async |entry, bytes| {
            done += 1;
            progress(files + done, all);
            if table_of(entry, foreign).is_some() {
                return Ok(());
            }
            let index = table_of(entry, tables).ok_or_else(|| mismatch(backup, entry))?;
            let rows = rows(&restoration, &schemas, tables.get(index), &bytes).await?;
            let rows = rows.ok_or_else(|| mismatch(backup, entry))?;
            if let Some(count) = found.get_mut(index) {
                *count += rows;
            }
            Ok(())
        },
    )
    .await?;
    if tables.iter().map(|table| table.rows).ne(found) {
        return Err(backup.damaged("its rows do not match its manifest"));
    }
    Ok((restoration, files))
}

/// Reads the entries whose path is `wanted`, in the archive's order, and passes them to `take`.
async fn each_entry(
    backup: &VerifiedBackup,
    wanted: impl Fn(&str) -> bool,
    mut take: impl AsyncFnMut(&Entry, Vec<u8>) -> Result<(), BackupError>,
) -> Result<(), BackupError> {
    let unreadable = |error: std::io::Error| backup.damaged(error.to_string());
    let mut archive = backup.archive()?;
    // The last entry is the manifest, which was read before.
    for (listed, entry) in backup.manifest.entries.iter().zip(archive.entries().map_err(unreadable)?) {
        let mut entry = entry.map_err(unreadable)?;
        if archive::entry_path(&entry).map_err(unreadable)? != listed.path {
            return Err(backup.damaged(format!("{} changed while it was being read", listed.path)));
        }
        if wanted(&listed.path) {
            let bytes = backup.read(listed, &mut entry)?;
            take(listed, bytes).await?;
        }
    }
    Ok(())
}

async fn rows(
    restoration: &Restoration,
    schemas: &[TableSchema],
    table: Option<&Table>,
    bytes: &[u8],
) -> Result<Option<u64>, BackupError> {
    let Some(insertion) = table.and_then(|table| restoration.insertion(schemas, table)) else { return Ok(None) };
    let Ok(lines) = std::str::from_utf8(bytes) else { return Ok(None) };
    Ok(Some(restoration.fill(&insertion, lines).await?))
}

/// Returns the index of the table that an entry is a part of.
fn table_of(entry: &Entry, tables: &[Table]) -> Option<usize> {
    let (name, _) = entry.path.strip_prefix(TABLES)?.split_once('/')?;
    tables.iter().position(|table| table.name == name)
}

fn mismatch(backup: &VerifiedBackup, entry: &Entry) -> BackupError {
    backup.damaged(format!("{} does not match this version's tables", entry.path))
}
