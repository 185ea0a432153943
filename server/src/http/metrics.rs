//! Metrics for operators, served as Prometheus text on a separate address.

use std::sync::atomic::AtomicU64;

use prometheus_client::{
    encoding::text::encode,
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};
use react_ssr::{PoolStats, Rendered};

use crate::{http::page_cache::CacheStats, mail::store::OutboxCounts};

/// Counters that are updated while serving.
#[derive(Debug)]
pub struct Metrics {
    requests: Family<[(&'static str, String); 1], Counter>,
    /// Responses before the router: cached pages and files.
    pub fast: Counter,
    /// Of these, the ones that the fast path sent, without hyper.
    pub fast_path: Counter,
    /// Open connections.
    pub connections: Gauge,
    /// Connections that were closed to make room for others.
    pub connections_displaced: Counter,
    /// Reports from browsers about the Content-Security-Policy.
    pub csp_reports: Counter,
    /// Pages that were refused because a network had used up its render budget.
    pub renders_over_budget: Counter,
    /// Images and sitemaps that were refused because too many were being drawn.
    pub drawings_refused: Counter,
    render_seconds: Histogram,
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            requests: Family::default(),
            fast: Counter::default(),
            fast_path: Counter::default(),
            connections: Gauge::default(),
            connections_displaced: Counter::default(),
            csp_reports: Counter::default(),
            renders_over_budget: Counter::default(),
            drawings_refused: Counter::default(),
            render_seconds: Histogram::new([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5]),
        }
    }
}

impl Metrics {
    /// Counts a response of the router.
    pub fn answered(&self, status: http::StatusCode) {
        self.requests.get_or_create(&[("status", status.as_str().to_owned())]).inc();
    }

    /// Counts a render.
    pub fn rendered(&self, rendered: &Rendered) {
        self.render_seconds.observe(rendered.elapsed.as_secs_f64());
    }
}

/// Values that are measured when the metrics are requested.
pub struct Gauges {
    /// The page cache.
    pub cache: CacheStats,
    /// The page renderer.
    pub pool: PoolStats,
    /// The content version.
    pub content_version: i64,
    /// The outbox; None when the database does not respond, which does not affect other metrics.
    pub mail: Option<OutboxCounts>,
}

impl Metrics {
    /// Returns all metrics as `OpenMetrics` text.
    pub fn text(&self, gauges: &Gauges) -> String {
        let mut registry = Registry::with_prefix("foundfirst");
        let counted = |value: u64| {
            let counter: Counter<u64, AtomicU64> = Counter::default();
            counter.inc_by(value);
            counter
        };
        let level = |value: u64| {
            let gauge: Gauge = Gauge::default();
            gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
            gauge
        };
        let Gauges { cache, pool, content_version, mail } = gauges;
        registry.register("http_requests", "Responses of the router by status", self.requests.clone());
        registry.register("http_fast_requests", "Cached pages and files sent before the router", self.fast.clone());
        registry.register("http_fast_path_requests", "Of these, responses of the fast path", self.fast_path.clone());
        registry.register("connections", "Open connections", self.connections.clone());
        for (name, help, counter) in [
            ("connections_displaced", "Connections closed to make room", &self.connections_displaced),
            ("csp_reports", "Reports about the Content-Security-Policy", &self.csp_reports),
            ("renders_over_budget", "Pages refused over a network's budget", &self.renders_over_budget),
            ("drawings_refused", "Images and sitemaps refused at the drawing limit", &self.drawings_refused),
        ] {
            registry.register(name, help, counter.clone());
        }
        registry.register("render_seconds", "Duration of a render", self.render_seconds.clone());
        registry.register("page_cache_hits", "Pages found in the cache", counted(cache.hits));
        registry.register("page_cache_misses", "Cacheable pages not found in the cache", counted(cache.misses));
        registry.register("page_cache_entries", "Pages in the cache", level(cache.entries));
        registry.register("page_cache_bytes", "Bytes of the pages in the cache", level(cache.bytes));
        registry.register("renders", "Renders finished", counted(pool.renders));
        registry.register("render_failures", "Renders that failed", counted(pool.failures));
        registry.register("render_timeouts", "Renders that timed out", counted(pool.timeouts));
        registry.register("renders_rejected", "Renders refused because the queue was full", counted(pool.rejected));
        registry.register("content_version", "Version of the content", level(content_version.unsigned_abs()));
        if let Some(mail) = mail {
            registry.register("outbox_queued", "Emails waiting for delivery", level(mail.due));
            registry.register("outbox_failed", "Emails that failed", level(mail.failed));
        }
        let mut text = String::new();
        if encode(&mut text, &registry).is_err() {
            tracing::warn!("metrics could not be written");
        }
        text
    }
}

/// Turns `OpenMetrics` into version 0.0.4 of Prometheus text, where a counter is described under the name of its sample.
pub fn prometheus_text(text: &str) -> String {
    let counters: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.strip_suffix(" counter")).collect();
    let mut out = String::with_capacity(text.len());
    for line in text.lines().filter(|line| !line.starts_with("# EOF") && !line.starts_with("# UNIT")) {
        let mut words = line.splitn(4, ' ');
        match (words.next(), words.next(), words.next(), words.next()) {
            (Some("#"), Some(kind), Some(name), Some(rest)) if counters.contains(&name) => {
                out.extend(["# ", kind, " ", name, "_total ", rest, "\n"]);
            }
            _ => out.extend([line, "\n"]),
        }
    }
    out
}
