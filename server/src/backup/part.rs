//! The temporary file of a backup: `FILE.part`, locked while it is written. A process that is killed leaves it behind,
//! without the lock.

use std::{
    ffi::OsStr,
    fs::{self, File, TryLockError},
    io,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// How long after the last write a file counts as abandoned. Without a lock, it may be written by an earlier version,
/// or be on a file system without locks.
const ABANDONED_AFTER: Duration = Duration::from_hours(1);

/// Returns the path of the temporary file beside `path`.
pub fn path_of(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    part.into()
}

/// Creates a temporary file that only its owner can read: it holds password hashes and people's addresses. Replaces one
/// that was left behind, and fails while another process writes it.
pub fn create(part: &Path) -> io::Result<File> {
    // Kept open, and so locked, until the new file is.
    let _left = left_behind(part)?;
    match fs::remove_file(part) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let file = File::options().write(true).create_new(true).mode(0o600).open(part)?;
    lock(&file)?;
    Ok(file)
}

/// Opens and locks a temporary file that already exists. Fails while another process writes it.
fn left_behind(part: &Path) -> io::Result<Option<File>> {
    if !is_file(part) {
        return Ok(None);
    }
    // A file that cannot be read can still be removed.
    let Ok(file) = File::open(part) else { return Ok(None) };
    lock(&file)?;
    Ok(Some(file))
}

/// Locks a file until it is closed. Has no effect on file systems without locks.
fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(io::Error::other("another process is writing this backup")),
        Err(TryLockError::Error(_)) | Ok(()) => Ok(()),
    }
}

/// Removes temporary files that were left beside `path` by backups whose names differ only in numbers, such as those of
/// earlier days. Returns their paths. Files that cannot be removed are only logged.
pub fn remove_abandoned(path: &Path, now: SystemTime) -> Vec<PathBuf> {
    let mut removed = Vec::new();
    let Some(own) = path.file_name().and_then(shape) else { return removed };
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(entries) = fs::read_dir(parent) else { return removed };
    for part in entries.flatten().map(|entry| entry.path()) {
        let is_alike = part.extension().is_some_and(|extension| extension == "part")
            && part.file_stem().and_then(shape).is_some_and(|shape| shape == own);
        // Locked until it is removed.
        if is_alike && let Some(_abandoned) = abandoned(&part, now) {
            match fs::remove_file(&part) {
                Ok(()) => removed.push(part),
                Err(error) => {
                    tracing::warn!(file = %part.display(), %error, "could not remove what an interrupted backup left");
                }
            }
        }
    }
    removed
}

/// Returns a name with each number in it as a single zero.
fn shape(name: &OsStr) -> Option<String> {
    let mut shape = String::new();
    let mut in_number = false;
    for character in name.to_str()?.chars() {
        let is_digit = character.is_ascii_digit();
        if !is_digit {
            shape.push(character);
        } else if !in_number {
            shape.push('0');
        }
        in_number = is_digit;
    }
    Some(shape)
}

/// Opens and locks a file that nobody is writing: it was not locked, and not written to for an hour.
fn abandoned(part: &Path, now: SystemTime) -> Option<File> {
    if !is_file(part) {
        return None;
    }
    let file = File::open(part).ok()?;
    let age = now.duration_since(file.metadata().ok()?.modified().ok()?).ok()?;
    (age >= ABANDONED_AFTER && file.try_lock().is_ok()).then_some(file)
}

/// Returns whether a path is a file, and not a link to one.
fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_file())
}
