//! `foundfirst admin audit`

use std::{fmt::Write as _, process::ExitCode};

use super::{Failure, say};
use crate::{
    audit::store::{AuditFilter, AuditRecord, Verification},
    http::app::App,
    text::hex,
};

/// Number of entries that the list shows.
const SHOWN: u64 = 50;

/// Prints the newest entries, one per line.
pub(super) async fn list(app: &App) -> Result<ExitCode, Failure> {
    let (entries, total) = app.audit.list(&AuditFilter::default(), 1, SHOWN).await.map_err(Failure::new)?;
    let shown = entries.len();
    for entry in entries {
        say(line(&entry));
    }
    say(format_args!("{shown} of {total} entries"));
    Ok(ExitCode::SUCCESS)
}

/// Verifies the log's hash chain. Fails with the first entry that was altered.
pub(super) async fn verify(app: &App) -> Result<ExitCode, Failure> {
    match app.audit.verify().await.map_err(Failure::new)? {
        Verification::Intact { entries, hash } => {
            say(format_args!("{entries} entries, the chain is intact; it ends with {}", hex(&hash)));
            Ok(ExitCode::SUCCESS)
        }
        Verification::Broken(broken) => Err(Failure(format!("the audit log was altered: {broken}"))),
    }
}

fn line(entry: &AuditRecord) -> String {
    let AuditRecord { at, actor, action, object, address, before, after, .. } = entry;
    let mut line =
        format!("{}  {}  {action}  {object}", at.format("%Y-%m-%dT%H:%M:%SZ"), actor.as_deref().unwrap_or("-"));
    if let Some(address) = address {
        let _ = write!(line, "  from {address}");
    }
    for (name, fields) in [("before", before), ("after", after)] {
        if let Some(fields) = fields {
            let _ = write!(line, "  {name} {fields}");
        }
    }
    line
}
