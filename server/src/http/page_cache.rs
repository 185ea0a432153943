//! Rendered pages by version and path. Concurrent requests for a missing page share one render.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, Equivalent, OptionsBuilder, Weighter};
use tokio::sync::watch;

pub use super::cached_page::CachedPage;
use crate::storage::content_state::Versions;

/// Estimate for sizing the cache's tables, in bytes per page.
const TYPICAL_WEIGHT: u64 = 64 * 1024;

/// The result of a render for [`PageCache::get_or_render`].
#[derive(Debug)]
pub struct RenderedPage {
    /// The page.
    pub page: Arc<CachedPage>,
    /// Whether it may be stored and shared.
    pub store: bool,
}

/// Totals since the start, and current size.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CacheStats {
    /// Requests answered by a stored page, or by another request's render.
    pub hits: u64,
    /// Requests that rendered a page which may be stored.
    pub misses: u64,
    /// Number of stored pages.
    pub entries: u64,
    /// Total weight of the stored pages, in bytes.
    pub bytes: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Key {
    version: Versions,
    path: Box<str>,
}

/// A borrowed [`Key`], so that a lookup allocates nothing. Both have the same hash.
struct Lookup<'a> {
    version: Versions,
    path: &'a str,
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Lookup { version: self.version, path: &self.path }.hash(state);
    }
}

impl Hash for Lookup<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.version.hash(state);
        self.path.hash(state);
    }
}

impl Equivalent<Key> for Lookup<'_> {
    fn equivalent(&self, key: &Key) -> bool {
        self.version == key.version && *self.path == *key.path
    }
}

impl Lookup<'_> {
    fn to_key(&self) -> Key {
        Key { version: self.version, path: self.path.into() }
    }
}

#[derive(Debug, Clone, Copy)]
struct ByWeight;

impl Weighter<Key, Arc<CachedPage>> for ByWeight {
    fn weight(&self, key: &Key, page: &Arc<CachedPage>) -> u64 {
        page.weight().saturating_add(u64::try_from(key.path.len()).unwrap_or(u64::MAX))
    }
}

/// The result of a render, sent to the requests that are waiting for it. Nothing is sent when the render was cancelled.
#[derive(Debug, Clone)]
enum RenderResult {
    Stored(Arc<CachedPage>),
    /// It failed or may not be shared: every request renders separately.
    Unshared,
}

type Flight = watch::Receiver<Option<RenderResult>>;
type Flights = Mutex<HashMap<Key, Flight>>;

/// The cache. Evicts the least used pages when `max_bytes` is reached.
#[derive(Debug)]
pub struct PageCache {
    pages: Cache<Key, Arc<CachedPage>, ByWeight>,
    flights: Flights,
    /// Pages of older content versions are no longer stored.
    oldest_wanted: AtomicI64,
    hits: AtomicU64,
    misses: AtomicU64,
}

impl PageCache {
    /// Returns an empty cache for pages of `max_bytes` in all, by [`CachedPage::weight`].
    pub fn new(max_bytes: u64) -> Self {
        let items = usize::try_from(max_bytes / TYPICAL_WEIGHT).unwrap_or(usize::MAX).clamp(32, 100_000);
        // A shard stores nothing larger than itself, so a large page or sitemap needs a single one.
        let options =
            OptionsBuilder::new().estimated_items_capacity(items).weight_capacity(max_bytes).shards(1).build();
        let options = options.unwrap_or_else(|_| unreachable!("capacities are set"));
        Self {
            pages: Cache::with_options(options, ByWeight, DefaultHashBuilder::default(), DefaultLifecycle::default()),
            flights: Mutex::default(),
            oldest_wanted: AtomicI64::new(i64::MIN),
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        }
    }

    /// Returns the page if it is stored and valid at `now`. Allocates nothing.
    pub fn get(&self, version: Versions, key: &str, now: SystemTime) -> Option<Arc<CachedPage>> {
        self.find(&Lookup { version, path: key }, now).inspect(|_| {
            self.hits.fetch_add(1, Ordering::Relaxed);
        })
    }

    /// Returns the page, and renders it when it is missing. Of concurrent requests one renders and the others wait.
    /// When the render fails or may not be stored, the others render separately and concurrently. When it is cancelled,
    /// the next one takes over.
    ///
    /// # Errors
    /// Those of `maker`.
    pub async fn get_or_render<F, Fut, E>(
        &self,
        version: Versions,
        key: &str,
        now: SystemTime,
        maker: F,
    ) -> Result<Arc<CachedPage>, E>
    where
        F: FnOnce() -> Fut,
        Fut: Future<Output = Result<RenderedPage, E>>,
    {
        let lookup = Lookup { version, path: key };
        loop {
            if let Some(page) = self.find(&lookup, now) {
                self.hits.fetch_add(1, Ordering::Relaxed);
                return Ok(page);
            }
            match self.join(&lookup, now) {
                Turn::Found(page) => {
                    self.hits.fetch_add(1, Ordering::Relaxed);
                    return Ok(page);
                }
                Turn::Lead(lead) => {
                    let result = self.make(&lookup, maker).await;
                    lead.land(match &result {
                        Ok(RenderedPage { page, store: true }) => RenderResult::Stored(Arc::clone(page)),
                        _ => RenderResult::Unshared,
                    });
                    return result.map(|made| made.page);
                }
                Turn::Wait(mut flight) => {
                    let landed = flight.wait_for(Option::is_some).await.ok().and_then(|outcome| outcome.clone());
                    match landed {
                        Some(RenderResult::Stored(page)) => {
                            self.hits.fetch_add(1, Ordering::Relaxed);
                            return Ok(page);
                        }
                        Some(RenderResult::Unshared) => {
                            return self.make(&lookup, maker).await.map(|made| made.page);
                        }
                        None => {}
                    }
                }
            }
        }
    }

    /// Returns the paths of the `n` most requested pages that are outdated, most requested first.
    pub fn hottest_outdated(&self, present: Versions, n: usize) -> Vec<String> {
        let outdated = self.pages.iter().filter(|(key, _)| key.version.is_outdated(present));
        let mut pages: Vec<(u32, Key)> = outdated.map(|(key, page)| (page.hits(), key)).collect();
        pages.sort_by(|(a, left), (b, right)| b.cmp(a).then_with(|| left.path.cmp(&right.path)));
        pages.into_iter().take(n).map(|(_, key)| key.path.into()).collect()
    }

    /// Drops outdated pages. Pages of older content versions are not stored from now on.
    pub fn drop_outdated(&self, present: Versions) {
        self.oldest_wanted.fetch_max(present.content, Ordering::Relaxed);
        self.pages.retain(|key, _| !key.version.is_outdated(present));
    }

    /// Returns totals and current size.
    pub fn stats(&self) -> CacheStats {
        CacheStats {
            hits: self.hits.load(Ordering::Relaxed),
            misses: self.misses.load(Ordering::Relaxed),
            entries: u64::try_from(self.pages.len()).unwrap_or(u64::MAX),
            bytes: self.pages.weight(),
        }
    }

    fn find(&self, lookup: &Lookup<'_>, now: SystemTime) -> Option<Arc<CachedPage>> {
        self.pages.get(lookup).filter(|page| page.is_valid(now))
    }

    async fn make<F, Fut, E>(&self, lookup: &Lookup<'_>, maker: F) -> Result<RenderedPage, E>
    where
        F: FnOnce() -> Fut,
        Fut: Future<Output = Result<RenderedPage, E>>,
    {
        let made = maker().await?;
        if made.store {
            self.misses.fetch_add(1, Ordering::Relaxed);
        }
        if made.store && lookup.version.content >= self.oldest_wanted.load(Ordering::Relaxed) {
            self.pages.insert(lookup.to_key(), Arc::clone(&made.page));
        }
        Ok(made)
    }

    fn join(&self, lookup: &Lookup<'_>, now: SystemTime) -> Turn<'_> {
        let mut flights = lock(&self.flights);
        // A page is stored before its flight ends, so a request that missed both finds it here.
        if let Some(page) = self.find(lookup, now) {
            return Turn::Found(page);
        }
        let key = lookup.to_key();
        if let Some(flight) = flights.get(&key) {
            return Turn::Wait(flight.clone());
        }
        let (teller, flight) = watch::channel(None);
        flights.insert(key.clone(), flight);
        Turn::Lead(Lead { flights: &self.flights, key, teller })
    }
}

/// What a request for a missing page has to do.
enum Turn<'a> {
    Found(Arc<CachedPage>),
    Lead(Lead<'a>),
    Wait(Flight),
}

/// The right and duty to render a page. Dropping it wakes the requests that are waiting.
struct Lead<'a> {
    flights: &'a Flights,
    key: Key,
    teller: watch::Sender<Option<RenderResult>>,
}

impl Lead<'_> {
    fn land(self, outcome: RenderResult) {
        self.teller.send_replace(Some(outcome));
    }
}

impl Drop for Lead<'_> {
    fn drop(&mut self) {
        lock(self.flights).remove(&self.key);
    }
}

/// The map is consistent between any two statements under the lock, so a poisoned lock is harmless.
fn lock(flights: &Flights) -> MutexGuard<'_, HashMap<Key, Flight>> {
    flights.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
