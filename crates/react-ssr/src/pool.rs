//! Render threads behind a bounded queue.
//!
//! Each worker is an operating-system thread with its own engine. A full queue, a failure or a time-out is an error,
//! never an endless wait: the caller falls back to rendering in the browser.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::RenderError;
use crate::bundle::Bundle;
use crate::config::PoolConfig;
use crate::engine::Engine;
use crate::queue::{Job, Queue};
use crate::worker::{Counters, Shared, work};

/// A thread's stack is at least this large, in bytes, and four times what JavaScript may use of it.
const MIN_THREAD_STACK: usize = 8 * 1024 * 1024;

/// Totals since the pool was started.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PoolStats {
    /// Jobs that a worker has finished, successfully or not.
    pub renders: u64,
    /// Calls of the bundle that failed, time-outs included.
    pub failures: u64,
    /// Calls stopped at their deadline, and jobs whose caller gave up while they waited.
    pub timeouts: u64,
    /// Jobs refused because the queue was full.
    pub rejected: u64,
    /// Time the workers spent in JavaScript, in microseconds.
    pub busy_micros: u64,
}

/// The result of [`RenderPool::document`]. Either half may fail without the other.
#[derive(Debug)]
pub struct Rendered {
    /// The return value of the bundle's `head`: JSON, by convention.
    pub head: Result<String, RenderError>,
    /// The return value of the bundle's `render`: HTML.
    pub body: Result<String, RenderError>,
    /// Time from the call to the result, waiting included.
    pub elapsed: Duration,
}

/// A handle to the render threads. Clones share them; they end when the last handle is dropped.
#[derive(Debug, Clone)]
pub struct RenderPool {
    handle: Arc<Handle>,
}

struct Handle {
    shared: Arc<Shared>,
    timeout: Duration,
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle").field("queue", &self.shared.queue).finish_non_exhaustive()
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.shared.queue.close();
    }
}

impl RenderPool {
    /// Boots every worker. Blocks until all of them are ready: a few milliseconds each, and as long as the bundle needs
    /// to evaluate.
    ///
    /// # Errors
    /// [`RenderError::Bundle`] when the bundle does not evaluate within its limits or lacks an export, or when a thread
    /// cannot be started.
    pub fn start(bundle: &Bundle, config: PoolConfig) -> Result<Self, RenderError> {
        let PoolConfig { workers, queue, timeout, limits } = config;
        let stack_size = MIN_THREAD_STACK.max(limits.stack.saturating_mul(4));
        let bundle = bundle.clone();
        let shared = Arc::new(Shared {
            queue: Queue::new(queue),
            counters: Counters::default(),
            boot: Box::new(move || Engine::boot(&bundle, limits)),
            heap_limit: limits.memory / 2,
        });
        // From here on, an early return closes the queue and thereby ends the running workers.
        let pool = Self { handle: Arc::new(Handle { shared: Arc::clone(&shared), timeout }) };

        let workers = workers.max(1);
        let (booted, boots) = mpsc::channel();
        for number in 0..workers {
            let shared = Arc::clone(&shared);
            let booted = booted.clone();
            thread::Builder::new()
                .name(format!("render-{number}"))
                .stack_size(stack_size)
                .spawn(move || work(&shared, &booted))
                .map_err(|error| RenderError::Bundle(format!("no render thread: {error}")))?;
        }
        drop(booted);
        for _ in 0..workers {
            boots.recv().map_err(|_| RenderError::Bundle("a render thread ended while booting".to_owned()))??;
        }
        Ok(pool)
    }

    /// Renders head and body of one page on one worker. `page_json` reaches the bundle unchanged. Must be called
    /// within a tokio runtime whose timers are enabled. Dropping the future abandons the job.
    pub async fn document(&self, page_json: String) -> Rendered {
        let begun = Instant::now();
        let (head, head_reply) = oneshot::channel();
        let (body, body_reply) = oneshot::channel();
        if let Err(error) = self.handle.shared.queue.submit(Job::Document { page: page_json, head, body }) {
            return Rendered { head: Err(error.clone()), body: Err(error), elapsed: begun.elapsed() };
        }
        let give_up = begun + self.handle.timeout;
        // The head arrives first, and is kept whatever happens to the body.
        let head = wait(head_reply, give_up).await;
        let body = wait(body_reply, give_up).await;
        Rendered { head, body, elapsed: begun.elapsed() }
    }

    /// Renders the head alone; otherwise as [`document`](Self::document).
    ///
    /// # Errors
    /// Any [`RenderError`]; `Bundle` only when a failed engine could not be replaced.
    pub async fn head(&self, page_json: String) -> Result<String, RenderError> {
        let give_up = Instant::now() + self.handle.timeout;
        let (head, reply) = oneshot::channel();
        self.handle.shared.queue.submit(Job::Head { page: page_json, head })?;
        wait(reply, give_up).await
    }

    /// Returns whether a worker with a booted engine responds within `timeout`. The request skips the queue.
    pub async fn ready(&self) -> bool {
        let (done, reply) = oneshot::channel();
        self.handle.shared.queue.ping(done);
        matches!(tokio::time::timeout(self.handle.timeout, reply).await, Ok(Ok(())))
    }

    /// Returns the totals since the start.
    pub fn stats(&self) -> PoolStats {
        let Shared { queue, counters, .. } = &*self.handle.shared;
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let unserved = queue.unserved();
        PoolStats {
            renders: read(&counters.renders),
            failures: read(&counters.failures),
            timeouts: read(&counters.timeouts) + unserved.abandoned,
            rejected: unserved.rejected,
            busy_micros: read(&counters.busy_micros),
        }
    }
}

/// Waits for a worker's result until `give_up`: covers native calls that no interrupt reaches, and a long queue.
async fn wait(reply: oneshot::Receiver<Result<String, RenderError>>, give_up: Instant) -> Result<String, RenderError> {
    match tokio::time::timeout_at(give_up.into(), reply).await {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => Err(RenderError::Closed),
        Err(_) => Err(RenderError::Timeout),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_threads_end_with_the_last_handle() {
        let bundle = Bundle::compile("export const head = String; export const render = String;").unwrap();
        let pool = RenderPool::start(&bundle, PoolConfig { workers: 2, ..PoolConfig::default() }).unwrap();
        let shared = Arc::downgrade(&pool.handle.shared);
        let clone = pool.clone();
        drop(pool);
        assert!(clone.ready().await);
        drop(clone);
        let begun = Instant::now();
        while shared.strong_count() > 0 {
            assert!(begun.elapsed() < Duration::from_secs(30), "a render thread is still alive");
            thread::yield_now();
        }
    }
}
