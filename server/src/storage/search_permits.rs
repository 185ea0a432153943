//! Permits for readers' searches, the only statements of readers whose cost grows with the number of posts.

use std::{sync::Arc, time::Duration};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::StorageError;

/// How long a search waits for a permit: far longer than an uncached search takes.
const WAIT: Duration = Duration::from_secs(1);

/// The permits of a database.
#[derive(Debug, Clone)]
pub(super) struct SearchPermits(Arc<Semaphore>);

/// The permission to search, returned when dropped.
#[derive(Debug)]
pub struct SearchPermit {
    _permit: OwnedSemaphorePermit,
}

impl SearchPermits {
    /// Returns permits for `count` searches at a time.
    pub(super) fn new(count: u32) -> Self {
        Self(Arc::new(Semaphore::new(count as usize)))
    }

    /// Waits for a permit.
    pub(super) async fn acquire(&self) -> Result<SearchPermit, StorageError> {
        match tokio::time::timeout(WAIT, self.0.clone().acquire_owned()).await {
            Ok(Ok(permit)) => Ok(SearchPermit { _permit: permit }),
            _ => Err(StorageError::busy("too many searches at once")),
        }
    }
}
