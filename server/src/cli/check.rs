//! `foundfirst check`

use std::process::ExitCode;

use super::{Failure, public_url, say, store};
use crate::{
    config::Config,
    http::app::{App, Overrides},
    storage::Database,
};

pub(super) async fn run(config: &Config) -> Result<ExitCode, Failure> {
    let database = Database::open(&config.database).await.map_err(Failure::new)?;
    database.ping().await.map_err(Failure::new)?;
    let address = public_url(config, config.listen);
    let app = App::new(config.clone(), address.clone(), database, Overrides::default()).await.map_err(Failure::new)?;
    store(&app).await?;
    if !app.renderer.ready().await {
        return Err(Failure("the page renderer does not answer".to_owned()));
    }
    let posts = app.posts.count().await.map_err(Failure::new)?;
    say(format_args!("listen      {}", config.listen));
    say(format_args!("public url  {address}"));
    say(format_args!("data        {}", config.data_dir.display()));
    say(format_args!("database    {} ({posts} posts)", config.database));
    say(format_args!("media       {}", config.media));
    say(format_args!("mail        {}", mail(config)));
    match &config.dkim {
        Some(signer) => say(format_args!("dkim        {} TXT \"{}\"", signer.record_name(), signer.record())),
        None => say("dkim        mail is not signed here"),
    }
    match &config.backup_recipients {
        Some(recipients) => {
            say(format_args!("backups     encrypted, keys that open them: {}", recipients.iter().count()));
        }
        None => say("backups     not encrypted"),
    }
    match &config.breached_passwords {
        Some(list) => say(format_args!("passwords   not those of {}", list.path().display())),
        None => say("passwords   no list of breached ones"),
    }
    say(format_args!("site        {} ({})", config.site.name, config.site.time_zone));
    if !config.site.demo_values.is_empty() {
        say(format_args!(
            "note        the site's file leaves out {}: the demo's are shown",
            config.site.demo_values.join(", ")
        ));
    }
    say("renderer    ready");
    Ok(ExitCode::SUCCESS)
}

/// The mail server without its password.
fn mail(config: &Config) -> String {
    match &config.smtp {
        Some(url) => format!("{}://{}", url.scheme(), url.host_str().unwrap_or_default()),
        None => format!("files in {}", config.data_dir.join("mail").display()),
    }
}
