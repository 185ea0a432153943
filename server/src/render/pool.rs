//! Render threads behind a bounded queue.
//!
//! Each worker is an operating-system thread with an engine of its own. A full queue, a failure or a time-out is an
//! answer, never a wait: the caller falls back to the client-rendered shell.

use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::RenderError;
use super::engine::{Limits, compile};
use super::worker::{Job, Shared, work};

/// A thread's stack is at least this large, and four times what JavaScript may use of it.
const MIN_THREAD_STACK: usize = 8 * 1024 * 1024;
/// Whole jobs, waiting for a worker and for a processor included, get this many times the deadline of one call.
const PATIENCE: u32 = 15;

/// Size and limits of a [`RenderPool`].
#[derive(Debug, Clone, Copy)]
pub struct PoolConfig {
    /// Number of threads; at least one is started.
    pub workers: usize,
    /// Jobs that may wait while every worker is at work.
    pub queue: usize,
    /// Heap of one engine, in bytes.
    pub memory_limit: usize,
    /// JavaScript stack of one engine, in bytes (16 MiB at most).
    pub stack: usize,
    /// Time for one call of the bundle. A whole job, waiting included, gets three times as long.
    pub deadline: Duration,
    /// Time for evaluating the bundle in a new engine.
    pub boot_deadline: Duration,
}

impl Default for PoolConfig {
    fn default() -> Self {
        let workers = thread::available_parallelism().map_or(2, usize::from);
        Self {
            workers,
            queue: workers * 16,
            memory_limit: 64 * 1024 * 1024,
            stack: 2 * 1024 * 1024,
            deadline: Duration::from_millis(200),
            boot_deadline: Duration::from_secs(5),
        }
    }
}

/// Totals since the pool was started.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PoolStats {
    /// Jobs a worker has finished, well or badly.
    pub renders: u64,
    /// Calls of the bundle that failed, time-outs included.
    pub failures: u64,
    /// Calls stopped at their deadline, and jobs whose visitor gave up while they waited.
    pub timeouts: u64,
    /// Jobs refused because the queue was full.
    pub rejected: u64,
    /// Time the workers spent in JavaScript, in microseconds.
    pub busy_micros: u64,
}

/// What came of [`RenderPool::document`]. Either half may fail without the other.
#[derive(Debug)]
pub struct Rendered {
    /// JSON of the head.
    pub head: Result<String, RenderError>,
    /// HTML of the body.
    pub body: Result<String, RenderError>,
    /// From the call to the answer, waiting included.
    pub elapsed: Duration,
}

/// Handle to the render threads; clones share them, and they end when the last handle is dropped.
#[derive(Debug, Clone)]
pub struct RenderPool {
    handle: Arc<Handle>,
}

#[derive(Debug)]
struct Handle {
    shared: Arc<Shared>,
    deadline: Duration,
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.shared.close();
    }
}

impl RenderPool {
    /// Compiles the bundle once and boots every worker. Blocks until all of them are ready (a few milliseconds each).
    ///
    /// # Errors
    /// [`RenderError::Bundle`] when the bundle does not parse or evaluate within `boot_deadline`, or when a thread
    /// cannot be started.
    pub fn start(bundle: Arc<str>, config: PoolConfig) -> Result<Self, RenderError> {
        let stack_size = MIN_THREAD_STACK.max(config.stack.saturating_mul(4));
        let spawn = |name: String| thread::Builder::new().name(name).stack_size(stack_size);
        let no_thread = |error: std::io::Error| RenderError::Bundle(format!("no render thread: {error}"));

        // Parsing needs the large stack as well.
        let bytecode = spawn("render-compile".to_owned())
            .spawn(move || compile(&bundle))
            .map_err(no_thread)?
            .join()
            .map_err(|_| RenderError::Bundle("the compiler panicked".to_owned()))??;
        let limits = Limits {
            memory: config.memory_limit,
            stack: config.stack,
            boot: config.boot_deadline,
            call: config.deadline,
        };
        let workers = config.workers.max(1);
        let shared = Arc::new(Shared::new(bytecode, limits, config.queue));
        // From here on an early return closes the queue and so ends the workers that run already.
        let handle = Handle { shared: Arc::clone(&shared), deadline: config.deadline };
        let pool = Self { handle: Arc::new(handle) };

        let (booted, boots) = mpsc::channel();
        for number in 0..workers {
            let shared = Arc::clone(&shared);
            let booted = booted.clone();
            spawn(format!("render-{number}")).spawn(move || work(&shared, &booted)).map_err(no_thread)?;
        }
        drop(booted);
        for _ in 0..workers {
            boots.recv().map_err(|_| RenderError::Bundle("a render thread ended while booting".to_owned()))??;
        }
        Ok(pool)
    }

    /// Renders head and body of one page on one worker.
    pub async fn document(&self, page_json: String) -> Rendered {
        let begun = Instant::now();
        let (head, head_reply) = oneshot::channel();
        let (body, body_reply) = oneshot::channel();
        if let Err(error) = self.handle.shared.submit(Job::Document { page: page_json, head, body }) {
            return Rendered { head: Err(error.clone()), body: Err(error), elapsed: begun.elapsed() };
        }
        let give_up = begun + self.patience();
        // The head arrives first, and stays whatever becomes of the body.
        let head = wait(head_reply, give_up).await;
        let body = wait(body_reply, give_up).await;
        Rendered { head, body, elapsed: begun.elapsed() }
    }

    /// Renders the head alone: what in-app navigation needs.
    ///
    /// # Errors
    /// Any [`RenderError`] but `Bundle`.
    pub async fn head(&self, page_json: String) -> Result<String, RenderError> {
        let give_up = Instant::now() + self.patience();
        let (head, reply) = oneshot::channel();
        self.handle.shared.submit(Job::Head { page: page_json, head })?;
        wait(reply, give_up).await
    }

    /// Whether a worker with a sound engine answers within the time of one job. Asked ahead of the queue.
    pub async fn ready(&self) -> bool {
        let (done, reply) = oneshot::channel();
        self.handle.shared.ping(done);
        matches!(tokio::time::timeout(self.patience(), reply).await, Ok(Ok(())))
    }

    /// Totals since the start.
    pub fn stats(&self) -> PoolStats {
        self.handle.shared.stats()
    }

    fn patience(&self) -> Duration {
        self.handle.deadline * PATIENCE
    }
}

/// Waits for a worker's answer: the outer limit, for native calls that no interrupt reaches and for a long queue.
async fn wait(reply: oneshot::Receiver<Result<String, RenderError>>, give_up: Instant) -> Result<String, RenderError> {
    match tokio::time::timeout_at(give_up.into(), reply).await {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => Err(RenderError::Closed),
        Err(_) => Err(RenderError::Timeout),
    }
}

#[cfg(test)]
#[path = "tests/pool.rs"]
mod tests;
