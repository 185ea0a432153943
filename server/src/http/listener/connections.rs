//! The open connections: how many there are, and which one is closed when there are too many.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, LazyLock, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use prometheus_client::metrics::{counter::Counter, gauge::Gauge};
use tokio::task::AbortHandle;

use crate::{http::proxies::TrustedProxies, limits::Network};

/// Maximum number of open connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Of all clients.
    pub total: usize,
    /// Of one client: an IPv4 address, or an IPv6 /64. Declared proxies have no such limit.
    pub per_peer: usize,
}

impl Default for ConnectionLimits {
    /// Browsers open six connections; an office or a mobile network with hundreds of people may share an address. Ten
    /// thousand idle connections take about a hundred megabytes.
    fn default() -> Self {
        Self { total: 8_192, per_peer: 512 }
    }
}

/// File descriptors for everything but connections: the database, media, mail, the listener.
const OTHER_FILES: usize = 200;

impl ConnectionLimits {
    /// Returns the limits, lowered to what the process's limit of open files allows.
    pub fn of_process() -> Self {
        let limits = Self::default();
        let files = std::fs::read_to_string("/proc/self/limits").ok();
        let files = files.as_deref().and_then(open_files).unwrap_or(usize::MAX);
        let total = limits.total.min(files.saturating_sub(OTHER_FILES).max(files / 2));
        if total < limits.total {
            tracing::warn!(files, connections = total, "the limit of open files is low: raise it (ulimit -n)");
        }
        Self { total, per_peer: limits.per_peer.min(total) }
    }
}

/// Reads the soft limit of open files from the text of `/proc/self/limits`.
fn open_files(limits: &str) -> Option<usize> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// When a connection last sent or received a byte.
#[derive(Debug, Default)]
pub struct Activity(AtomicU64);

impl Activity {
    /// Records that the connection sent or received a byte.
    pub fn note(&self) {
        static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
        self.0.store(u64::try_from(BEGIN.elapsed().as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    fn last(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The open connections. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Connections(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    limits: ConnectionLimits,
    proxies: TrustedProxies,
    open: Mutex<Open>,
    /// Number of open connections.
    gauge: Gauge,
    /// Number of connections that were closed to make room for others.
    displaced: Counter,
}

#[derive(Debug, Default)]
struct Open {
    next: u64,
    peers: HashMap<IpAddr, HashMap<u64, Entry>>,
    total: usize,
}

#[derive(Debug)]
struct Entry {
    activity: Arc<Activity>,
    /// Ends the connection; None until its task runs.
    task: Option<AbortHandle>,
}

/// Registers an open connection until it is dropped.
#[derive(Debug)]
pub struct ConnectionGuard {
    connections: Connections,
    peer: IpAddr,
    id: u64,
    activity: Arc<Activity>,
}

impl Connections {
    /// Returns an empty register. `gauge` and `displaced` are metrics.
    pub fn new(limits: ConnectionLimits, proxies: TrustedProxies, gauge: Gauge, displaced: Counter) -> Self {
        Self(Arc::new(Inner { limits, proxies, open: Mutex::default(), gauge, displaced }))
    }

    /// Registers a new connection. At a limit, the connection that has been idle for longest is closed: of the same
    /// client when that has too many, else of all.
    pub fn register(&self, peer: IpAddr) -> ConnectionGuard {
        let key = client_of(peer);
        let Inner { limits, proxies, gauge, .. } = &*self.0;
        let mut open = self.lock();
        if !proxies.contains(peer) && open.peers.get(&key).is_some_and(|own| own.len() >= limits.per_peer) {
            self.displace(&mut open, Some(key));
        }
        if open.total >= limits.total {
            self.displace(&mut open, None);
        }
        let activity = Arc::new(Activity::default());
        activity.note();
        open.next += 1;
        let id = open.next;
        open.peers.entry(key).or_default().insert(id, Entry { activity: activity.clone(), task: None });
        open.total += 1;
        gauge.inc();
        ConnectionGuard { connections: self.clone(), peer: key, id, activity }
    }

    /// Sets the task of a connection. Does nothing when the connection has ended.
    pub fn set_task(&self, peer: IpAddr, id: u64, task: AbortHandle) {
        if let Some(entry) = self.lock().peers.get_mut(&client_of(peer)).and_then(|own| own.get_mut(&id)) {
            entry.task = Some(task);
        }
    }

    fn displace(&self, open: &mut Open, of: Option<IpAddr>) {
        let all = open.peers.iter().filter(|(peer, _)| of.is_none_or(|of| of == **peer));
        let all = all.flat_map(|(peer, own)| own.iter().map(|(id, entry)| (*peer, *id, entry)));
        let running = all.filter_map(|(peer, id, entry)| Some((entry.activity.last(), id, peer, entry.task.as_ref()?)));
        let Some((_, id, peer, task)) = running.min_by_key(|(last, id, ..)| (*last, *id)) else { return };
        task.abort();
        self.0.displaced.inc();
        self.remove(open, peer, id);
    }

    fn remove(&self, open: &mut Open, peer: IpAddr, id: u64) {
        let Some(own) = open.peers.get_mut(&peer) else { return };
        if own.remove(&id).is_some() {
            open.total -= 1;
            self.0.gauge.dec();
        }
        if own.is_empty() {
            open.peers.remove(&peer);
        }
    }

    /// The register is consistent between any two statements under the lock, so a poisoned lock is harmless.
    fn lock(&self) -> MutexGuard<'_, Open> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionGuard {
    /// Returns the number of the connection.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Returns the record of when it last sent or received a byte.
    pub fn activity(&self) -> Arc<Activity> {
        self.activity.clone()
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        self.connections.remove(&mut self.connections.lock(), self.peer, self.id);
    }
}

/// Returns the address by which an address's connections are counted.
fn client_of(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V4(ip) => ip.into(),
        ip @ IpAddr::V6(_) => Network::of(ip).base(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn connections(total: usize, per_peer: usize) -> Connections {
        let proxies = TrustedProxies(Arc::from(["10.0.0.0/8".parse().unwrap()]));
        let limits = ConnectionLimits { total, per_peer };
        Connections::new(limits, proxies, Gauge::default(), Counter::default())
    }

    /// Opens a connection whose task ends only when it is closed. Returns its activity and task.
    async fn open(connections: &Connections, peer: &str) -> (Arc<Activity>, AbortHandle) {
        let peer = peer.parse().unwrap();
        let guard = connections.register(peer);
        let (id, activity) = (guard.id(), guard.activity());
        let task = tokio::spawn(async move {
            let _guard = guard;
            std::future::pending::<()>().await;
        });
        connections.set_task(peer, id, task.abort_handle());
        // Later than the one before.
        tokio::time::sleep(Duration::from_millis(2)).await;
        (activity, task.abort_handle())
    }

    async fn is_closed(task: &AbortHandle) -> bool {
        tokio::time::sleep(Duration::from_millis(5)).await;
        task.is_finished()
    }

    #[tokio::test]
    async fn the_longest_silent_connection_of_a_client_gives_way() {
        let connections = connections(100, 3);
        let first = open(&connections, "198.51.100.1").await;
        let second = open(&connections, "198.51.100.1").await;
        let third = open(&connections, "198.51.100.1").await;
        let other = open(&connections, "198.51.100.2").await;
        first.0.note();
        let _fourth = open(&connections, "198.51.100.1").await;
        assert!(is_closed(&second.1).await);
        assert!(!is_closed(&first.1).await && !is_closed(&third.1).await && !is_closed(&other.1).await);
        assert_eq!((connections.lock().total, connections.0.gauge.get(), connections.0.displaced.get()), (4, 4, 1));
    }

    #[tokio::test]
    async fn the_longest_silent_connection_of_all_gives_way_at_the_limit() {
        let connections = connections(2, 2);
        let first = open(&connections, "198.51.100.1").await;
        let second = open(&connections, "203.0.113.1").await;
        let _third = open(&connections, "192.0.2.1").await;
        assert!(is_closed(&first.1).await && !is_closed(&second.1).await);
        assert_eq!(connections.lock().total, 2);
    }

    #[tokio::test]
    async fn a_declared_proxy_has_the_limit_of_all() {
        let connections = connections(100, 2);
        let first = open(&connections, "10.0.0.1").await;
        for _ in 0..5 {
            open(&connections, "10.0.0.1").await;
        }
        assert!(!is_closed(&first.1).await);
    }

    #[tokio::test]
    async fn a_network_of_ipv6_is_one_client() {
        let connections = connections(100, 1);
        let first = open(&connections, "2001:db8::1").await;
        open(&connections, "2001:db8::2").await;
        assert!(is_closed(&first.1).await);
        let other = open(&connections, "2001:db8:0:1::1").await;
        assert!(!is_closed(&other.1).await);
    }

    #[tokio::test]
    async fn a_connection_that_ends_leaves_nothing_behind() {
        let connections = connections(100, 3);
        let (_, task) = open(&connections, "198.51.100.1").await;
        task.abort();
        assert!(is_closed(&task).await);
        let open = connections.lock();
        assert_eq!((open.total, open.peers.len()), (0, 0));
    }

    #[test]
    fn the_limit_of_files_is_read() {
        let text = "Limit                     Soft Limit           Hard Limit           Units\n\
            Max open files            1024                 524288               files\n";
        assert_eq!(open_files(text), Some(1024));
        assert_eq!(open_files("Max open files            unlimited            unlimited            files\n"), None);
    }
}
