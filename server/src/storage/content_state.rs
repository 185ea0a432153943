//! The current content version in this process.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use chrono::{DateTime, Utc};
use tokio::sync::watch;

/// The current content version, shared by services that change content and the page cache.
#[derive(Clone)]
pub struct ContentState(Arc<Inner>);

struct Inner {
    version: watch::Sender<i64>,
    /// Microseconds since 1970; `i64::MAX` when nothing is scheduled.
    next_publication: AtomicI64,
}

impl ContentState {
    /// Returns a state with the database's version.
    pub fn new(version: i64) -> Self {
        Self(Arc::new(Inner { version: watch::Sender::new(version), next_publication: AtomicI64::new(i64::MAX) }))
    }

    /// Returns the current version.
    pub fn version(&self) -> i64 {
        *self.0.version.borrow()
    }

    /// Takes a version that was read or written. Ignores one that is older than the current.
    pub fn advance(&self, version: i64) {
        self.0.version.send_if_modified(|present| {
            let newer = version > *present;
            if newer {
                *present = version;
            }
            newer
        });
    }

    /// Returns a receiver of new versions.
    pub fn subscribe(&self) -> watch::Receiver<i64> {
        self.0.version.subscribe()
    }

    /// Returns when the next scheduled post is published, which changes pages without a new version.
    pub fn next_publication(&self) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp_micros(self.0.next_publication.load(Ordering::Acquire))
            .filter(|_| self.0.next_publication.load(Ordering::Acquire) != i64::MAX)
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
        let state = ContentState::new(5);
        state.advance(7);
        state.advance(6);
        assert_eq!(state.version(), 7);
    }

    #[test]
    fn the_next_publication_can_be_none() {
        let state = ContentState::new(1);
        assert_eq!(state.next_publication(), None);
        let at = DateTime::from_timestamp_micros(1_800_000_000_000_000);
        state.set_next_publication(at);
        assert_eq!(state.next_publication(), at);
        state.set_next_publication(None);
        assert_eq!(state.next_publication(), None);
    }
}
