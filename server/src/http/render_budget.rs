//! Limits rendering, so that no network can occupy all renderers and only a few images are drawn at once.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use chrono::{DateTime, Utc};
use http::HeaderMap;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{
    metrics::Metrics,
    proxies::{Peer, TrustedProxies},
};
use crate::{error::AppError, limits::Network};

/// Maximum number of pages that a network may have rendered, in tokens: a token is a page that is not in the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RenderLimits {
    /// Tokens of a network that has not used any.
    pub burst: u32,
    /// Tokens that a network gains in a second.
    pub per_second: u32,
    /// Maximum number of pages rendered at once for one network.
    pub at_once: usize,
    /// Maximum number of requests per network that wait to render.
    pub waiting: usize,
    /// Maximum number of images and sitemaps drawn at once.
    pub drawings: usize,
    /// How long a drawing waits for a permit.
    pub drawing_wait: Duration,
}

impl RenderLimits {
    /// Returns the limits for a number of render threads. A page takes 3 to 10 ms of one (docs/performance.md): a
    /// network gets a fifth to three fifths of a thread in the long run. A crawler with up to 60 pages a second is
    /// never refused; a faster one has a burst of 3,000 pages beyond that.
    pub fn for_workers(workers: usize) -> Self {
        Self {
            burst: 3_000,
            per_second: 60,
            at_once: workers.saturating_sub(1).max(1),
            waiting: 64,
            drawings: workers.div_ceil(2).max(1),
            drawing_wait: Duration::from_secs(2),
        }
    }
}

/// Seconds after which a refused request may be sent again.
const RETRY_AFTER: u64 = 1;
/// Maximum number of networks that are counted. At this number idle ones are removed, and if none is idle, new ones are
/// refused.
const NETWORKS: usize = 10_000;

/// Counts the renders of each network. Cheap to clone.
#[derive(Debug, Clone)]
pub struct RenderBudget(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    limits: RenderLimits,
    proxies: TrustedProxies,
    networks: Mutex<HashMap<Network, Account>>,
    drawings: Arc<Semaphore>,
    metrics: Arc<Metrics>,
}

#[derive(Debug)]
struct Account {
    /// In thousandths.
    tokens: i64,
    at: DateTime<Utc>,
    turns: Arc<Turns>,
}

#[derive(Debug)]
struct Turns {
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// The right to render a page, or to draw an image, until it is dropped.
#[derive(Debug)]
pub struct RenderPermit {
    _permit: OwnedSemaphorePermit,
}

/// A token that was taken for a render that has not begun.
#[derive(Debug)]
pub struct CountedRender {
    turns: Arc<Turns>,
    network: Network,
}

impl RenderBudget {
    /// Returns an unused budget. Refusals are counted in `metrics`.
    pub fn new(limits: RenderLimits, proxies: TrustedProxies, metrics: Arc<Metrics>) -> Self {
        let drawings = Arc::new(Semaphore::new(limits.drawings));
        Self(Arc::new(Inner { limits, proxies, networks: Mutex::default(), drawings, metrics }))
    }

    /// Returns the network of a request.
    pub fn network_of(&self, peer: Option<Peer>, headers: &HeaderMap) -> Network {
        let peer = peer.map_or(IpAddr::from([127, 0, 0, 1]), |peer| peer.0);
        Network::of(self.0.proxies.client_ip(peer, headers))
    }

    /// Takes a token of a network and waits for a permit to render. Fails when the network has no token left, or when
    /// too many of its requests are waiting.
    pub async fn take(&self, network: Network, now: DateTime<Utc>) -> Result<RenderPermit, AppError> {
        let counted = self.count(network, now)?;
        self.wait(counted).await
    }

    /// Takes a token of a network. Fails when it has none left.
    pub fn count(&self, network: Network, now: DateTime<Utc>) -> Result<CountedRender, AppError> {
        self.turns(network, now).map(|turns| CountedRender { turns, network }).inspect_err(|_| self.refused())
    }

    /// Waits for the permit of a render. Fails when too many requests of its network are waiting.
    pub async fn wait(&self, counted: CountedRender) -> Result<RenderPermit, AppError> {
        let CountedRender { turns, network } = counted;
        if let Ok(permit) = turns.permits.clone().try_acquire_owned() {
            return Ok(RenderPermit { _permit: permit });
        }
        let most = self.0.limits.waiting * network.factor();
        let _waiting = Waiting::begin(&turns, most).inspect_err(|_| self.refused())?;
        let permit = turns.permits.clone().acquire_owned().await.map_err(AppError::internal)?;
        Ok(RenderPermit { _permit: permit })
    }

    fn refused(&self) {
        self.0.metrics.renders_over_budget.inc();
    }

    /// Waits for the permit of a drawing. Fails when there is none in time.
    pub async fn draw(&self) -> Result<RenderPermit, AppError> {
        let turn = tokio::time::timeout(self.0.limits.drawing_wait, self.0.drawings.clone().acquire_owned()).await;
        let permit = turn.map_err(|_| {
            self.0.metrics.drawings_refused.inc();
            AppError::unavailable("too many images are being drawn at once")
        })?;
        Ok(RenderPermit { _permit: permit.map_err(AppError::internal)? })
    }

    fn turns(&self, network: Network, now: DateTime<Utc>) -> Result<Arc<Turns>, AppError> {
        let limits = self.0.limits;
        let factor = i64::try_from(network.factor()).unwrap_or(1);
        let full = i64::from(limits.burst) * 1_000 * factor;
        // Per millisecond, a network gains as many thousandths of a token as it gains tokens per second.
        let gain = i64::from(limits.per_second) * factor;
        let gained = |since: DateTime<Utc>| (now - since).num_milliseconds().max(0).saturating_mul(gain);
        let mut networks = self.0.networks.lock().unwrap_or_else(PoisonError::into_inner);
        if networks.len() >= NETWORKS && !networks.contains_key(&network) {
            networks.retain(|_, account| account.tokens.saturating_add(gained(account.at)) < full || account.is_busy());
            if networks.len() >= NETWORKS {
                return Err(too_many());
            }
        }
        let account = networks.entry(network).or_insert_with(|| Account {
            tokens: full,
            at: now,
            turns: Arc::new(Turns {
                permits: Arc::new(Semaphore::new(limits.at_once * network.factor())),
                waiting: AtomicUsize::new(0),
            }),
        });
        account.tokens = account.tokens.saturating_add(gained(account.at)).min(full);
        account.at = now;
        if account.tokens < 1_000 {
            return Err(too_many());
        }
        account.tokens -= 1_000;
        Ok(account.turns.clone())
    }
}

impl Account {
    fn is_busy(&self) -> bool {
        Arc::strong_count(&self.turns) > 1 || Arc::strong_count(&self.turns.permits) > 1
    }
}

/// Counts a request that waits for a permit.
struct Waiting<'a>(&'a Turns);

impl<'a> Waiting<'a> {
    fn begin(turns: &'a Turns, most: usize) -> Result<Self, AppError> {
        let waiting = Self(turns);
        if turns.waiting.fetch_add(1, Ordering::Relaxed) >= most {
            return Err(too_many());
        }
        Ok(waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

fn too_many() -> AppError {
    AppError::TooManyRequests {
        message: "Your network has requested too many pages at once. Please try again in a second.".to_owned(),
        retry_after: RETRY_AFTER,
    }
}

#[cfg(test)]
mod tests {
    use chrono::{TimeDelta, TimeZone};

    use super::*;

    const LIMITS: RenderLimits = RenderLimits {
        burst: 10,
        per_second: 5,
        at_once: 2,
        waiting: 3,
        drawings: 1,
        drawing_wait: Duration::from_millis(20),
    };

    fn budget(limits: RenderLimits) -> RenderBudget {
        RenderBudget::new(limits, TrustedProxies(Arc::from([])), Arc::default())
    }

    fn at(milliseconds: i64) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap() + TimeDelta::milliseconds(milliseconds)
    }

    fn network(number: u8) -> Network {
        Network::of([198, 51, number, 1].into())
    }

    #[tokio::test]
    async fn a_network_has_a_burst_and_then_its_rate() {
        let budget = budget(LIMITS);
        for _ in 0..10 {
            budget.take(network(1), at(0)).await.unwrap();
        }
        assert_eq!(budget.take(network(1), at(199)).await.unwrap_err().retry_after(), Some(1));
        budget.take(network(1), at(200)).await.unwrap();
        assert!(budget.take(network(1), at(200)).await.is_err());
        budget.take(network(2), at(200)).await.unwrap();
        for _ in 0..10 {
            budget.take(network(1), at(60_000)).await.unwrap();
        }
        assert!(budget.take(network(1), at(60_000)).await.is_err(), "no more than a burst");
    }

    #[tokio::test]
    async fn a_crawler_with_fifty_pages_a_second_is_never_refused() {
        let budget = budget(RenderLimits::for_workers(2));
        for page in 0..30_000 {
            budget.take(network(1), at(page * 20)).await.unwrap();
        }
    }

    #[tokio::test]
    async fn a_network_renders_some_pages_at_once_and_others_wait() {
        let budget = budget(LIMITS);
        let first = budget.take(network(1), at(0)).await.unwrap();
        let _second = budget.take(network(1), at(0)).await.unwrap();
        let waiting: Vec<_> = (0..3)
            .map(|_| {
                let budget = budget.clone();
                tokio::spawn(async move { budget.take(network(1), at(0)).await.map(drop) })
            })
            .collect();
        tokio::task::yield_now().await;
        assert!(budget.take(network(1), at(0)).await.is_err(), "three wait already");
        budget.take(network(2), at(0)).await.unwrap();
        drop(first);
        for one in waiting {
            one.await.unwrap().unwrap();
        }
        budget.take(network(1), at(0)).await.unwrap();
    }

    #[tokio::test]
    async fn memory_is_bounded() {
        let budget = budget(LIMITS);
        for number in 0..NETWORKS {
            let [a, b] = u16::try_from(number).unwrap().to_be_bytes();
            budget.take(Network::of([20, a, b, 1].into()), at(0)).await.unwrap();
        }
        assert!(budget.take(network(1), at(0)).await.is_err());
        budget.take(network(1), at(200)).await.unwrap();
        assert_eq!(budget.0.networks.lock().unwrap().len(), 1, "idle networks are forgotten");
    }

    #[tokio::test]
    async fn a_drawing_waits_for_its_turn_and_is_refused_after_a_while() {
        let budget = budget(LIMITS);
        let first = budget.draw().await.unwrap();
        assert!(matches!(budget.draw().await, Err(AppError::Unavailable(_))));
        drop(first);
        budget.draw().await.unwrap();
    }
}
