//! Background tasks: following the content version, warming the page cache, deleting expired data, delivering email,
//! writing counts, checking the site, encoding images and removing their files.

use std::{sync::Arc, time::Duration};

use axum::{Router, body::Body};
use http::{Request, header};
use tokio::{
    sync::{mpsc, watch},
    task::{JoinHandle, JoinSet},
    time::Instant,
};
use tower::ServiceExt;

use super::{
    app::App, page_cache::CachedPage, pages::serve::with_representation, proxies::Peer, site_fetch::SiteFetch,
};
use crate::{
    mail::MAIL_RETENTION,
    site_health::service::PACE,
    storage::{
        StorageError,
        content_state::Versions,
        content_version::{self, Announced, Announcements},
    },
};

/// Number of most requested pages that are rendered again after a change.
const WARMED_PAGES: usize = 16;
/// How long an email that is being sent may take once the tasks are stopped.
const MAIL_GRACE: Duration = Duration::from_secs(8);
/// How often images are looked for that were uploaded elsewhere, or could not be encoded, and files that could not be
/// removed.
const IMAGES_INTERVAL: Duration = Duration::from_mins(1);
/// The pause before a background task is restarted after a panic.
const RESTART_PAUSE: Duration = Duration::from_secs(1);

/// Handles of the running tasks.
pub struct Background {
    app: App,
    tasks: [JoinHandle<()>; 7],
    mail: JoinHandle<()>,
    stop_mail: watch::Sender<bool>,
}

/// Starts every task.
pub fn start(app: &App, router: &Router) -> Background {
    let of_app = || app.clone();
    let of_both = || (app.clone(), router.clone());
    let tasks = [
        supervised("content", of_app(), follow_content),
        // It holds a database connection until it is stopped, so the database is closed after that.
        supervised("announcements", of_app(), listen_for_content),
        supervised("warming", of_both(), |(app, router)| warm_cache(app, router)),
        supervised("sweep", of_app(), sweep),
        supervised("counts", of_app(), write_counts),
        supervised("site check", of_both(), |(app, router)| check_site(app, router)),
        supervised("images", of_app(), tend_images),
    ];
    let (stop_mail, mail_stopped) = watch::channel(false);
    let outbox = app.outbox.clone();
    let mail = tokio::spawn(async move { outbox.run(mail_stopped, MAIL_GRACE).await });
    Background { app: app.clone(), tasks, mail, stop_mail }
}

impl Background {
    /// Stops every task. An email that is being sent has `grace` to finish and to be recorded.
    pub async fn stop(self, grace: Duration) {
        let _ = self.stop_mail.send(true);
        if tokio::time::timeout(grace, self.mail).await.is_err() {
            // The database does not respond. Once the lease has expired, the email is sent again.
            tracing::warn!("the delivery of an email was aborted");
        }
        for task in self.tasks {
            task.abort();
        }
        if let Err(error) = self.app.redirects.flush().await {
            tracing::warn!(%error, "could not write hits and misses");
        }
    }
}

/// Runs a task until it returns. After a panic it is restarted after a pause, since the site relies on its work.
fn supervised<T, F>(name: &'static str, with: T, task: impl Fn(T) -> F + Send + 'static) -> JoinHandle<()>
where
    T: Clone + Send + 'static,
    F: Future<Output = ()> + Send + 'static,
{
    tokio::spawn(async move {
        loop {
            // Aborted when this future is dropped, unlike a spawned task.
            let mut running = JoinSet::new();
            running.spawn(task(with.clone()));
            let Some(Err(error)) = running.join_next().await else { return };
            tracing::error!(task = name, %error, "a background task panicked; restarting it");
            tokio::time::sleep(RESTART_PAUSE).await;
        }
    })
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
    let mut is_failing = false;
    loop {
        tick.tick().await;
        let followed = follow_once(&app).await;
        // Logged once per outage, not every second.
        if let Err(error) = &followed
            && !is_failing
        {
            tracing::warn!(%error, "could not read content changes; trying again every second");
        }
        is_failing = followed.is_err();
    }
}

async fn follow_once(app: &App) -> Result<(), StorageError> {
    let Versions { content, availability, .. } = content_version::read_all(app.database.reader()).await?;
    app.take_version(content).await?;
    app.content.advance_availability(availability);
    if app.content.next_publication().is_some_and(|at| at <= app.clock.now()) {
        app.posts.refresh_schedule().await?;
    }
    Ok(())
}

/// Applies the versions in PostgreSQL's notifications. Returns at once on SQLite.
async fn listen_for_content(app: App) {
    let mut announcements = match Announcements::listen(&app.database).await {
        Ok(Some(announcements)) => announcements,
        Ok(None) => return,
        Err(error) => {
            tracing::warn!(%error, "not listening for content changes; reading them once a second");
            return;
        }
    };
    loop {
        match announcements.recv().await {
            Ok(Announced::Content(version)) => {
                if let Err(error) = app.take_version(version).await {
                    tracing::warn!(%error, "could not read a content change; trying again within a second");
                }
            }
            Ok(Announced::Availability(version)) => app.content.advance_availability(version),
            Err(error) => {
                tracing::debug!(%error, "waiting for content changes");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
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
            let request = Request::builder()
                .uri(&address)
                .header(header::ACCEPT_ENCODING, "br")
                // Not a reader's request.
                .header("sec-purpose", "prefetch")
                .body(Body::empty());
            if let Ok(request) = request {
                let _ = router.clone().oneshot(with_representation(request, Peer([127, 0, 0, 1].into()))).await;
            }
        }
    }
}

/// Writes the counts of redirects and missed addresses.
async fn write_counts(app: App) {
    let mut tick = tokio::time::interval(Duration::from_secs(10));
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        if let Err(error) = app.redirects.flush().await {
            tracing::warn!(%error, "could not write hits and misses");
        }
    }
}

/// Checks the site after changes, and when staff ask for it.
async fn check_site(app: App, router: Router) {
    let health = &app.site_health;
    if let Err(error) = health.resume().await {
        tracing::debug!(%error, "could not read the last check of the site");
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
                // Bookings do not change links.
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

/// Encodes the AVIF versions of images, one image after another, with as long a pause between them: readers have half of
/// a core more. Looks once a minute for those that other processes have uploaded, and for files of deleted images that
/// could not be removed.
async fn tend_images(app: App) {
    let mut failed = Vec::new();
    let mut next_removal = Instant::now();
    loop {
        if next_removal <= Instant::now() {
            next_removal = Instant::now() + IMAGES_INTERVAL;
            if let Err(error) = app.media.remove_left_files().await {
                tracing::warn!(%error, "could not remove a file of a deleted image; trying again later");
            }
        }
        let began = Instant::now();
        match app.media.encode_next(&mut failed).await {
            Ok(true) => {
                tokio::time::sleep(began.elapsed()).await;
                continue;
            }
            Ok(false) => failed.clear(),
            Err(error) => tracing::warn!(%error, "could not encode an image; trying again later"),
        }
        let _ = tokio::time::timeout(IMAGES_INTERVAL, app.media.uploaded()).await;
    }
}

/// Deletes expired data once an hour: sessions and locks, old enquiries and bookings, finished email, abandoned
/// autosaves, posts in the trash, names in old entries of the audit log.
async fn sweep(app: App) {
    let mut tick = tokio::time::interval(Duration::from_hours(1));
    loop {
        tick.tick().await;
        for (what, swept) in [
            ("sessions", app.accounts.sweep().await),
            ("enquiries", app.enquiries.sweep().await),
            ("sign-ups", app.newsletter.sweep().await),
            ("bookings", app.bookings.sweep().await),
            ("mail", app.outbox.forget(MAIL_RETENTION).await),
            ("autosaves", app.unsaved.sweep().await),
            ("trash", app.posts.empty_trash().await),
            ("audit log", app.audit.sweep().await),
        ] {
            if let Err(error) = swept {
                tracing::warn!(what, %error, "could not remove expired data");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test]
    async fn a_task_that_panics_is_started_again_until_it_ends() {
        let starts = Arc::new(AtomicU32::new(0));
        let task = supervised("test", starts.clone(), |starts| async move {
            assert_eq!(starts.fetch_add(1, Ordering::Relaxed), 2, "panics twice");
        });
        task.await.unwrap();
        assert_eq!(starts.load(Ordering::Relaxed), 3);
    }

    #[tokio::test]
    async fn a_task_ends_with_its_supervisor() {
        let (sender, mut receiver) = mpsc::channel::<()>(1);
        let task = supervised("test", sender, |sender| async move {
            sender.closed().await;
        });
        tokio::task::yield_now().await;
        task.abort();
        assert_eq!(receiver.recv().await, None);
    }
}
