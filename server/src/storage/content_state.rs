//! Which version of the content is the present one, in this process.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use chrono::{DateTime, Utc};
use tokio::sync::watch;

/// Shared by the services that change content and the cache that depends on it.
#[derive(Clone)]
pub struct ContentState(Arc<Inner>);

struct Inner {
    version: watch::Sender<i64>,
    /// Microseconds since 1970; `i64::MAX` when nothing is scheduled.
    next_publication: AtomicI64,
}

impl ContentState {
    /// Starts at the database's version.
    pub fn new(version: i64) -> Self {
        Self(Arc::new(Inner { version: watch::Sender::new(version), next_publication: AtomicI64::new(i64::MAX) }))
    }

    /// The present version.
    pub fn version(&self) -> i64 {
        *self.0.version.borrow()
    }

    /// Takes a version that was read or written; an older one than the present is ignored.
    pub fn advance(&self, version: i64) {
        self.0.version.send_if_modified(|present| {
            let newer = version > *present;
            if newer {
                *present = version;
            }
            newer
        });
    }

    /// Hears of every new version.
    pub fn subscribe(&self) -> watch::Receiver<i64> {
        self.0.version.subscribe()
    }

    /// When the next scheduled post appears, which changes pages without a change of content.
    pub fn next_publication(&self) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp_micros(self.0.next_publication.load(Ordering::Acquire))
            .filter(|_| self.0.next_publication.load(Ordering::Acquire) != i64::MAX)
    }

    /// Notes when it does.
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
