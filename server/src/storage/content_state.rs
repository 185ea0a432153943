//! The current versions of content and free times in this process.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use chrono::{DateTime, Utc};
use tokio::sync::watch;

/// The versions that a cached page was rendered from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Versions {
    /// The content version.
    pub content: i64,
    /// The version of the free times; 0 for a page that does not show them.
    pub availability: i64,
    /// How often this process has reloaded settings saved by another, or a schedule with an earlier publication; 0 in
    /// the database.
    pub reloads: u64,
}

impl Versions {
    /// Returns whether a page with the versions `self` is out of date when the current versions are `present`.
    pub fn is_outdated(self, present: Self) -> bool {
        self.content != present.content
            || self.reloads != present.reloads
            || (self.availability != 0 && self.availability != present.availability)
    }
}

/// The current versions, shared by services that change content and the page cache.
#[derive(Clone)]
pub struct ContentState(Arc<Inner>);

struct Inner {
    versions: watch::Sender<Versions>,
    /// The last content version that was read from the database together with the schedule and the settings.
    followed: AtomicI64,
    /// Microseconds since 1970; `i64::MAX` when nothing is scheduled.
    next_publication: AtomicI64,
}

impl ContentState {
    /// Returns a state with the database's versions.
    pub fn new(versions: Versions) -> Self {
        Self(Arc::new(Inner {
            versions: watch::Sender::new(versions),
            followed: AtomicI64::new(versions.content),
            next_publication: AtomicI64::new(i64::MAX),
        }))
    }

    /// Returns the current content version.
    pub fn version(&self) -> i64 {
        self.versions().content
    }

    /// Returns the current versions.
    pub fn versions(&self) -> Versions {
        *self.0.versions.borrow()
    }

    /// Returns the last content version that was passed to [`ContentState::follow`], or the first one. It may be older
    /// than the current one, which this process's own writes can raise past versions written by others.
    pub fn followed(&self) -> i64 {
        self.0.followed.load(Ordering::Acquire)
    }

    /// Records a content version whose schedule and settings this process has read.
    pub fn follow(&self, version: i64) {
        self.0.followed.fetch_max(version, Ordering::AcqRel);
        self.advance(version);
    }

    /// Records a content version that was read or written. Ignores versions older than the current one.
    pub fn advance(&self, version: i64) {
        self.take(version, |versions| &mut versions.content);
    }

    /// Records a version of the free times. Ignores versions older than the current one.
    pub fn advance_availability(&self, version: i64) {
        self.take(version, |versions| &mut versions.availability);
    }

    fn take(&self, version: i64, part: impl Fn(&mut Versions) -> &mut i64) {
        self.0.versions.send_if_modified(|versions| {
            let present = part(versions);
            let newer = version > *present;
            if newer {
                *present = version;
            }
            newer
        });
    }

    /// Counts that this process has reloaded settings saved by another, or a schedule whose next publication is earlier
    /// than before. Pages of the current content version may have been rendered without them: this process's own writes
    /// raise that version before it has read them.
    pub fn count_reload(&self) {
        self.0.versions.send_modify(|versions| versions.reloads += 1);
    }

    /// Returns a receiver of new versions.
    pub fn subscribe(&self) -> watch::Receiver<Versions> {
        self.0.versions.subscribe()
    }

    /// Returns when the next scheduled post is published, which changes pages without a new version.
    pub fn next_publication(&self) -> Option<DateTime<Utc>> {
        let at = self.0.next_publication.load(Ordering::Acquire);
        if at == i64::MAX { None } else { DateTime::from_timestamp_micros(at) }
    }

    /// Sets when the next scheduled post is published.
    pub fn set_next_publication(&self, at: Option<DateTime<Utc>>) {
        self.0.next_publication.store(at.map_or(i64::MAX, |at| at.timestamp_micros()), Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_only_grow() {
        let state = ContentState::new(Versions { content: 5, availability: 2, ..Versions::default() });
        state.advance(7);
        state.advance(6);
        state.advance_availability(3);
        state.advance_availability(1);
        assert_eq!(state.versions(), Versions { content: 7, availability: 3, ..Versions::default() });
    }

    #[test]
    fn what_is_written_here_hides_no_version_of_others() {
        let state = ContentState::new(Versions { content: 5, ..Versions::default() });
        state.advance(7);
        assert_eq!((state.version(), state.followed()), (7, 5));
        state.follow(6);
        assert_eq!((state.version(), state.followed()), (7, 6));
        state.follow(8);
        assert_eq!((state.version(), state.followed()), (8, 8));
    }

    #[test]
    fn only_pages_with_free_times_are_outdated_by_a_booking() {
        let page = |availability| Versions { content: 7, availability, ..Versions::default() };
        assert!(!page(3).is_outdated(page(3)));
        assert!(page(2).is_outdated(page(3)));
        assert!(!page(0).is_outdated(page(3)));
        assert!(page(0).is_outdated(Versions { content: 8, ..page(3) }));
    }

    #[test]
    fn the_next_publication_can_be_none() {
        let state = ContentState::new(Versions::default());
        assert_eq!(state.next_publication(), None);
        let at = DateTime::from_timestamp_micros(1_800_000_000_000_000);
        state.set_next_publication(at);
        assert_eq!(state.next_publication(), at);
        state.set_next_publication(None);
        assert_eq!(state.next_publication(), None);
    }
}
