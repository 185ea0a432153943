//! Counts hits and misses in memory. A request takes a lock for a moment and never waits for the database.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use chrono::{DateTime, Utc};

use super::domain::RedirectId;

/// Maximum number of new addresses between two writes, which bounds the memory that a flood of requests takes.
const MOST: usize = 1000;

/// How often something happened, and when it last did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// How often.
    pub times: i64,
    /// When it last happened.
    pub last: DateTime<Utc>,
}

/// What was counted since the last write. The maps are ordered, so that two processes that write the same rows lock
/// them in the same order.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Batch {
    /// Redirects that were followed.
    pub hits: BTreeMap<RedirectId, Count>,
    /// Addresses that were missed.
    pub misses: BTreeMap<String, Count>,
}

impl Batch {
    /// Returns whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.hits.is_empty() && self.misses.is_empty()
    }
}

/// The counters.
#[derive(Debug, Default)]
pub struct Counts(Mutex<Batch>);

impl Counts {
    /// Counts a redirect that was followed.
    pub fn hit(&self, id: RedirectId, now: DateTime<Utc>) {
        add(&mut self.lock().hits, id, Count { times: 1, last: now });
    }

    /// Counts an address that was missed.
    pub fn miss(&self, path: &str, now: DateTime<Utc>) {
        add(&mut self.lock().misses, path.to_owned(), Count { times: 1, last: now });
    }

    /// Takes the counts, to write them.
    pub fn take(&self) -> TakenBatch<'_> {
        TakenBatch { counts: self, batch: std::mem::take(&mut *self.lock()) }
    }

    fn lock(&self) -> MutexGuard<'_, Batch> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts that are being written. Dropped before [`Self::written`], because of an error or a cancelled request, they
/// are added to the counters again.
#[derive(Debug)]
pub struct TakenBatch<'a> {
    counts: &'a Counts,
    /// What was counted.
    pub batch: Batch,
}

impl TakenBatch<'_> {
    /// Discards the counts after they were written.
    pub fn written(mut self) {
        self.batch = Batch::default();
    }
}

impl Drop for TakenBatch<'_> {
    fn drop(&mut self) {
        let Batch { hits, misses } = std::mem::take(&mut self.batch);
        let mut held = self.counts.lock();
        for (id, count) in hits {
            add(&mut held.hits, id, count);
        }
        for (path, count) in misses {
            add(&mut held.misses, path, count);
        }
    }
}

fn add<K: Ord>(counts: &mut BTreeMap<K, Count>, key: K, count: Count) {
    if let Some(held) = counts.get_mut(&key) {
        held.times += count.times;
        held.last = held.last.max(count.last);
    } else if counts.len() < MOST {
        counts.insert(key, count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_addresses_takes_bounded_memory() {
        let counts = Counts::default();
        for number in 0..2 * MOST {
            counts.miss(&format!("/{number}"), DateTime::UNIX_EPOCH);
            counts.miss("/0", DateTime::UNIX_EPOCH);
        }
        let taken = counts.take();
        assert_eq!((taken.batch.misses.len(), taken.batch.misses["/0"].times), (MOST, 2 * 1000 + 1));
        taken.written();
        assert!(counts.take().batch.is_empty());
    }

    #[test]
    fn what_was_not_written_joins_what_came_meanwhile() {
        let counts = Counts::default();
        counts.hit(RedirectId::RenamedPost("a".into()), DateTime::UNIX_EPOCH);
        let taken = counts.take();
        counts.hit(RedirectId::RenamedPost("a".into()), DateTime::UNIX_EPOCH);
        drop(taken);
        assert_eq!(counts.take().batch.hits[&RedirectId::RenamedPost("a".into())].times, 2);
    }
}
