//! Keeps the data from other users of the machine.

use crate::config::Config;

/// Sets the umask: new files can be read by the process's user only, new directories entered by that user only.
pub(super) fn restrict_new_files() {
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
}

/// Restricts the data directory, and the files of this program in it, to the process's user: older versions and other
/// programs may have created them with more permissions. A directory that also contains other files is left alone,
/// since others may need it. Files of another user stay as they are, with a warning.
pub(super) fn restrict_data(config: &Config) {
    #[cfg(unix)]
    {
        use std::fs::Metadata;
        let directory = &config.data_dir;
        if holds_only_own(directory) {
            restrict(directory, Metadata::is_dir, 0o700);
        }
        for name in ["media", "mail"] {
            restrict(&directory.join(name), Metadata::is_dir, 0o700);
        }
        if let crate::config::DatabaseUrl::Sqlite(file) = &config.database {
            for suffix in ["", "-wal", "-shm"] {
                let mut name = file.clone().into_os_string();
                name.push(suffix);
                restrict(std::path::Path::new(&name), Metadata::is_file, 0o600);
            }
        }
    }
}

/// Returns whether a directory contains only what this program puts there.
#[cfg(unix)]
fn holds_only_own(directory: &std::path::Path) -> bool {
    let Ok(mut entries) = std::fs::read_dir(directory) else { return false };
    entries.all(|entry| {
        let name = entry.map(|entry| entry.file_name()).unwrap_or_default();
        // The database's other files begin with its name.
        name == "media" || name == "mail" || name.as_encoded_bytes().starts_with(b"foundfirst.sqlite3")
    })
}

/// Removes every permission that is not in `mode` from a file or directory of the expected kind.
#[cfg(unix)]
fn restrict(path: &std::path::Path, is_expected: fn(&std::fs::Metadata) -> bool, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    let Some(metadata) = std::fs::symlink_metadata(path).ok().filter(is_expected) else { return };
    let mut permissions = metadata.permissions();
    if permissions.mode() & 0o777 & !mode == 0 {
        return;
    }
    permissions.set_mode(permissions.mode() & !0o777 | mode);
    if let Err(error) = std::fs::set_permissions(path, permissions) {
        tracing::warn!(path = %path.display(), %error, "other users of this machine may be able to read this");
    }
}
