//! Keeps the data from other users of the machine.

use crate::config::Config;

/// Sets the umask: new files can be read by the process's user only, new directories entered by that user only.
pub(super) fn restrict_new_files() {
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
}

/// Restricts the data directory and the database's files in it to the process's user, as older versions and other
/// programs may have made them. What belongs to another user stays as it is, with a warning.
pub(super) fn restrict_data(config: &Config) {
    #[cfg(unix)]
    {
        restrict(&config.data_dir, 0o700);
        if let crate::config::DatabaseUrl::Sqlite(file) = &config.database {
            for suffix in ["", "-wal", "-shm"] {
                let mut name = file.clone().into_os_string();
                name.push(suffix);
                restrict(std::path::Path::new(&name), 0o600);
            }
        }
    }
}

/// Takes every permission from a file or directory that is not in `mode`.
#[cfg(unix)]
fn restrict(path: &std::path::Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(metadata) = std::fs::metadata(path) else { return };
    let mut permissions = metadata.permissions();
    if permissions.mode() & 0o777 & !mode == 0 {
        return;
    }
    permissions.set_mode(permissions.mode() & !0o777 | mode);
    if let Err(error) = std::fs::set_permissions(path, permissions) {
        tracing::warn!(path = %path.display(), %error, "other users of this machine may read this");
    }
}
