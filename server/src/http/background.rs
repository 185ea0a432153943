//! Background tasks: following the content version, warming the page cache, deleting expired data, delivering email, writing counts,
//! checking the site.

use std::{sync::Arc, time::Duration};

use axum::{Router, body::Body};
use http::{Request, header};
use tokio::{
    sync::{mpsc, watch},
    task::JoinHandle,
};
use tower::ServiceExt;

use super::{
    app::App, page_cache::CachedPage, pages::serve::with_representation, proxies::Peer, site_fetch::SiteFetch,
};
use crate::{
    mail::MAIL_RETENTION,
    site_health::service::PACE,
    storage::{
        content_state::Versions,
        content_version::{self, Announced, Announcements},
    },
};

/// Number of most requested pages that are rendered again after a change.
const WARMED_PAGES: usize = 16;

/// Handles of the running tasks.
pub struct Background {
    app: App,
    tasks: [JoinHandle<()>; 6],
    mail: JoinHandle<()>,
    stop_mail: watch::Sender<bool>,
}

/// Starts every task.
pub fn start(app: &App, router: &Router) -> Background {
    let tasks = [
        tokio::spawn(follow_content(app.clone())),
        // Holds a connection until it is stopped: the database is closed after that.
        tokio::spawn(listen_for_content(app.clone())),
        tokio::spawn(warm_cache(app.clone(), router.clone())),
        tokio::spawn(sweep(app.clone())),
        tokio::spawn(write_counts(app.clone())),
        tokio::spawn(check_site(app.clone(), router.clone())),
    ];
    let (stop_mail, mail_stopped) = watch::channel(false);
    let outbox = app.outbox.clone();
    let mail = tokio::spawn(async move { outbox.run(mail_stopped).await });
    Background { app: app.clone(), tasks, mail, stop_mail }
}

impl Background {
    /// Stops every task. An email that is being sent gets `grace` to finish.
    pub async fn stop(self, grace: Duration) {
        let _ = self.stop_mail.send(true);
        if tokio::time::timeout(grace, self.mail).await.is_err() {
            // Its lease expires, and it is sent again after the next start.
            tracing::warn!("the delivery of a mail was aborted");
        }
        for task in self.tasks {
            task.abort();
        }
        if let Err(error) = self.app.redirects.flush().await {
            tracing::warn!(%error, "hits and misses not written");
        }
    }
}

/// Returns a queue of pages that are compressed to the best level, one at a time.
pub fn compressor() -> mpsc::Sender<Arc<CachedPage>> {
    let (sender, mut receiver) = mpsc::channel::<Arc<CachedPage>>(64);
    tokio::spawn(async move {
        while let Some(page) = receiver.recv().await {
            if let Err(error) = tokio::task::spawn_blocking(move || page.upgrade()).await {
                tracing::warn!(%error, "a page could not be compressed further");
            }
        }
    });
    sender
}

/// Follows the content version. PostgreSQL announces it; reading it once a second covers other processes, such as the
/// command line, and lost notifications.
async fn follow_content(app: App) {
    let mut tick = tokio::time::interval(Duration::from_secs(1));
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        match content_version::read_all(app.database.reader()).await {
            Ok(Versions { content, availability }) => {
                take_version(&app, content).await;
                app.content.advance_availability(availability);
            }
            Err(error) => tracing::debug!(%error, "content version not read"),
        }
        let due = app.content.next_publication().is_some_and(|at| at <= app.clock.now());
        if due && let Err(error) = app.posts.refresh_schedule().await {
            tracing::debug!(%error, "schedule not read");
        }
    }
}

/// Takes versions from PostgreSQL's notifications. Returns at once on SQLite.
async fn listen_for_content(app: App) {
    let mut announcements = match Announcements::listen(&app.database).await {
        Ok(Some(announcements)) => announcements,
        Ok(None) => return,
        Err(error) => {
            tracing::warn!(%error, "not listening for content changes; they are read once a second");
            return;
        }
    };
    loop {
        match announcements.recv().await {
            Ok(Announced::Content(version)) => take_version(&app, version).await,
            Ok(Announced::Availability(version)) => app.content.advance_availability(version),
            Err(error) => {
                tracing::debug!(%error, "waiting for content changes");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

async fn take_version(app: &App, version: i64) {
    if version > app.content.version() {
        if let Err(error) = app.posts.refresh_schedule().await {
            tracing::debug!(%error, "schedule not read");
        }
        if let Err(error) = app.settings.refresh().await {
            tracing::debug!(%error, "settings not read");
        }
        app.content.advance(version);
    }
}

/// After a change, drops stale pages and renders the most requested ones again.
async fn warm_cache(app: App, router: Router) {
    let mut versions = app.content.subscribe();
    while versions.changed().await.is_ok() {
        let present = *versions.borrow_and_update();
        let hottest = app.cache.hottest_outdated(present, WARMED_PAGES);
        app.cache.drop_outdated(present);
        for address in hottest {
            if app.content.versions() != present {
                break;
            }
            let request = Request::builder().uri(&address).header(header::ACCEPT_ENCODING, "br").body(Body::empty());
            if let Ok(request) = request {
                let _ = router.clone().oneshot(with_representation(request, Peer([127, 0, 0, 1].into()))).await;
            }
        }
    }
}

/// Writes what was counted of redirects and missed addresses.
async fn write_counts(app: App) {
    let mut tick = tokio::time::interval(Duration::from_secs(10));
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        if let Err(error) = app.redirects.flush().await {
            tracing::debug!(%error, "hits and misses not written");
        }
    }
}

/// Checks the site after changes, and when staff ask for it.
async fn check_site(app: App, router: Router) {
    let health = &app.site_health;
    if let Err(error) = health.resume().await {
        tracing::debug!(%error, "the last check of the site not read");
    }
    let mut versions = app.content.subscribe();
    let mut content = app.content.version();
    let mut tick = tokio::time::interval(Duration::from_secs(1));
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = tick.tick() => {}
            () = health.asked() => {}
            changed = versions.changed() => {
                if changed.is_err() {
                    return;
                }
                let present = versions.borrow_and_update().content;
                // Bookings change no link.
                if present != content {
                    content = present;
                    health.changed();
                }
            }
        }
        let checked = match health.due().await {
            Ok(Some(check)) => health.run(check, SiteFetch::new(router.clone(), app.assets), PACE).await,
            Ok(None) => continue,
            Err(error) => Err(error.into()),
        };
        if let Err(error) = checked {
            tracing::warn!(%error, "the site was not checked");
        }
    }
}

/// Deletes expired data once an hour: sessions and locks, old enquiries and bookings, finished email, abandoned
/// autosaves, posts in the trash, names in old entries of the audit log.
async fn sweep(app: App) {
    let mut tick = tokio::time::interval(Duration::from_hours(1));
    loop {
        tick.tick().await;
        if let Err(error) = app.accounts.sweep().await {
            tracing::warn!(%error, "old sessions not removed");
        }
        for swept in [
            app.enquiries.sweep().await,
            app.newsletter.sweep().await,
            app.bookings.sweep().await,
            app.outbox.forget(MAIL_RETENTION).await,
            app.unsaved.sweep().await,
            app.posts.empty_trash().await,
            app.audit.sweep().await,
        ] {
            if let Err(error) = swept {
                tracing::warn!(%error, "old enquiries, bookings, mail, drafts and names not removed");
            }
        }
    }
}
