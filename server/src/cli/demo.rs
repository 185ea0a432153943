//! The demo content: articles and an administrator for an empty database.

use std::{collections::HashMap, process::ExitCode};

use chrono::TimeDelta;
use rust_embed::RustEmbed;
use serde_json::Value;

use super::say;
use crate::{
    accounts::{AccountService, CreateUserError, Password},
    audit::Actor,
    email_address::EmailAddress,
    error::AppError,
    http::app::App,
    posts::import_export::{self, ImportReport},
};

#[derive(RustEmbed)]
#[folder = "demo/"]
struct Files;

/// The demo administrator's address.
pub const ADMINISTRATOR: &str = "admin@foundfirst.example";

/// Why the demo content was not written.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The database has content, which the demo must not be mixed with.
    #[error("the database already has content; the demo is for an empty one")]
    NotEmpty,
    /// A demo file is invalid.
    #[error("demo content: {0}")]
    Content(String),
    /// The administrator was not created.
    #[error(transparent)]
    Administrator(#[from] CreateUserError),
    /// Another failure.
    #[error("{0}")]
    App(#[from] AppError),
}

impl From<crate::storage::StorageError> for DemoError {
    fn from(error: crate::storage::StorageError) -> Self {
        Self::App(error.into())
    }
}

/// Fills an empty database and prints the administrator's generated password, which is stored only as a hash.
pub async fn run(app: &App, if_empty: bool) -> Result<ExitCode, DemoError> {
    let filled = app.posts.count().await? > 0 || !app.accounts.admins().await?.is_empty();
    if filled {
        return if if_empty { Ok(ExitCode::SUCCESS) } else { Err(DemoError::NotEmpty) };
    }
    app.authors.import(&app.config.site.authors, &Actor::command_line()).await?;
    let mut report = ImportReport::default();
    import_export::import(
        &app.posts,
        articles(app)?.into_iter().map(|post| Ok::<_, AppError>(post.into())),
        &Actor::command_line(),
        |_| {},
        &mut report,
    )
    .await?;
    if let Some(failed) = report.failed.first() {
        return Err(DemoError::Content(format!("{}: {}", failed.title, failed.message)));
    }
    let password = AccountService::random_password()?;
    let email = EmailAddress::parse(ADMINISTRATOR).map_err(|error| DemoError::Content(error.to_string()))?;
    let parsed = Password::parse(&password).map_err(|error| DemoError::Content(error.to_string()))?;
    let by = Actor::command_line();
    app.accounts.create_user(&email, &parsed, true, &by).await?;
    say(format_args!(
        "Demo content: {} articles. Sign in at {}/auth\n  email     {ADMINISTRATOR}\n  password  {password}",
        report.created.len(),
        app.url,
    ));
    Ok(ExitCode::SUCCESS)
}

/// Returns the articles as entries of an import file, with dates relative to now.
fn articles(app: &App) -> Result<Vec<Value>, DemoError> {
    let broken = |reason: String| DemoError::Content(reason);
    let text = |name: &str| -> Result<String, DemoError> {
        let file = Files::get(name).ok_or_else(|| broken(format!("{name} is missing")))?;
        String::from_utf8(file.data.into_owned()).map_err(|error| broken(format!("{name}: {error}")))
    };
    let list: Vec<HashMap<String, Value>> =
        serde_json::from_str(&text("posts.json")?).map_err(|error| broken(format!("posts.json: {error}")))?;
    let now = app.clock.now();
    list.into_iter()
        .map(|mut post| {
            let slug = post.get("slug").and_then(Value::as_str).unwrap_or_default().to_owned();
            let days = post.remove("days_before").and_then(|days| days.as_i64()).unwrap_or(0);
            post.insert("content".into(), text(&format!("posts/{slug}.html"))?.into());
            post.insert("published_date".into(), (now - TimeDelta::days(days)).to_rfc3339().into());
            serde_json::to_value(post).map_err(|error| broken(format!("{slug}: {error}")))
        })
        .collect()
}
