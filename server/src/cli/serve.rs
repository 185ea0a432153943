//! `foundfirst serve`

use std::process::ExitCode;

use tokio::{net::TcpListener, signal};

use super::{Failure, public_url, say, store, writable};
use crate::{
    audit::Actor,
    config::Config,
    http::{
        app::{App, Overrides},
        listener,
    },
    storage::Database,
};

pub(super) async fn run(config: Config) -> Result<ExitCode, Failure> {
    let listener = bind(config.listen).await?;
    let bound = listener.local_addr().map_err(Failure::new)?;
    let metrics = match config.metrics_listen {
        Some(address) => Some(bind(address).await?),
        None => None,
    };
    let database = Database::open(&config.database).await.map_err(Failure::new)?;
    writable(&database, &config.database).await?;
    let public_url = public_url(&config, bound);
    let app = App::new(config, public_url, database.clone(), Overrides::default()).await?;
    store(&app).await?;
    let lacks_site_file = app.url.is_https() && !app.config.has_site_file;
    // The file may just be somewhere else, and the demo's authors would stay in the database for good.
    if !lacks_site_file {
        app.authors.import(&app.config.site.authors, &Actor::program()).await?;
    }
    app.categories.add_fixed().await.map_err(Failure::new)?;
    if let Some(listener) = metrics {
        tracing::info!(address = %listener.local_addr().map_err(Failure::new)?, "serving metrics");
        tokio::spawn(listener::serve_metrics(app.clone(), listener));
    }
    let version = env!("CARGO_PKG_VERSION");
    let migrations_applied = database.migrations_applied();
    tracing::info!(
        version, address = %bound, public_url = %app.url, database = %app.config.database, migrations_applied, "listening"
    );
    app.proxies.report_start();
    if app.url.is_https() && app.config.smtp.is_none() {
        tracing::warn!(
            directory = %app.config.data_dir.join("mail").display(),
            "no mail server is set, but the public URL is https: mail is written to files and reaches nobody until \
             FOUNDFIRST_SMTP_URL is set"
        );
    }
    if lacks_site_file {
        tracing::warn!(
            "no site.toml here, but the public URL is https: the demo's brand, contact address and rules are in use, such as \
             deleting messages after {} months",
            app.config.site.retention_months
        );
    }
    say(format_args!("Listening on http://{bound}"));
    listener::serve(app, listener, stopped()).await.map_err(Failure::new)?;
    database.close().await;
    tracing::info!("stopped");
    Ok(ExitCode::SUCCESS)
}

async fn bind(address: std::net::SocketAddr) -> Result<TcpListener, Failure> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => Failure(format!("{address} is already in use by another program")),
        _ => Failure(format!("cannot listen on {address}: {error}")),
    })
}

/// Resolves on Ctrl-C or SIGTERM.
async fn stopped() {
    #[cfg(unix)]
    {
        let Ok(mut term) = signal::unix::signal(signal::unix::SignalKind::terminate()) else {
            let _ = signal::ctrl_c().await;
            return;
        };
        tokio::select! {
            _ = signal::ctrl_c() => {}
            _ = term.recv() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = signal::ctrl_c().await;
}
