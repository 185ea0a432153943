//! Size and limits of a pool.

use std::thread;
use std::time::Duration;

/// Size and limits of a [`RenderPool`](crate::RenderPool).
#[derive(Debug, Clone, Copy)]
pub struct PoolConfig {
    /// Number of threads, each with an engine; at least one is started. Default: one per core.
    pub workers: usize,
    /// Jobs that may wait while every worker is busy. Default: 16 per worker.
    pub queue: usize,
    /// Wall-clock time for a whole job, waiting included. It also covers long native calls, which the engine cannot
    /// interrupt. Default: 3 s.
    pub timeout: Duration,
    /// What one engine may use.
    pub limits: Limits,
}

impl Default for PoolConfig {
    fn default() -> Self {
        let workers = thread::available_parallelism().map_or(2, usize::from);
        Self { workers, queue: workers * 16, timeout: Duration::from_secs(3), limits: Limits::default() }
    }
}

/// What one engine may use.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Heap, in bytes. Default: 64 MiB.
    pub memory: usize,
    /// JavaScript stack, in bytes. The thread's own stack is four times as large, 8 MiB at least. Default: 2 MiB.
    pub stack: usize,
    /// Processor time of one call of `head` or `render`. Time spent waiting for a core does not count, so a busy
    /// machine fails no render. Default: 200 ms.
    pub call: Duration,
    /// Processor time for evaluating the bundle in a new engine. Default: 5 s.
    pub boot: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: 64 * 1024 * 1024,
            stack: 2 * 1024 * 1024,
            call: Duration::from_millis(200),
            boot: Duration::from_secs(5),
        }
    }
}
