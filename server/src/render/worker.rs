//! What a render thread does: takes jobs from the queue, one at a time, and keeps its engine sound.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Instant;

use tokio::sync::oneshot;

use super::RenderError;
use super::engine::{Bytecode, Engine, Limits};
use super::pool::PoolStats;

/// After so many jobs a worker looks whether its heap has grown beyond half of the limit.
const HEAP_CHECK_EVERY: u32 = 256;

/// Where one half of a job's answer goes.
pub type Reply = oneshot::Sender<Result<String, RenderError>>;

/// What a worker can be asked for.
#[derive(Debug)]
pub enum Job {
    /// The head of a page.
    Head { page: String, head: Reply },
    /// Head, then body, of a page.
    Document { page: String, head: Reply, body: Reply },
    /// A sign of life.
    Ping { done: oneshot::Sender<()> },
    #[cfg(test)]
    Panic,
}

impl Job {
    /// Whether nobody waits for the answer any longer.
    fn abandoned(&self) -> bool {
        match self {
            Self::Head { head: reply, .. } | Self::Document { body: reply, .. } => reply.is_closed(),
            Self::Ping { done } => done.is_closed(),
            #[cfg(test)]
            Self::Panic => false,
        }
    }
}

#[derive(Debug, Default)]
struct Queue {
    waiting: VecDeque<Job>,
    idle: usize,
    closed: bool,
}

#[derive(Debug, Default)]
struct Counters {
    renders: AtomicU64,
    failures: AtomicU64,
    timeouts: AtomicU64,
    rejected: AtomicU64,
    busy_micros: AtomicU64,
}

/// What the handle and the workers of a pool have in common.
#[derive(Debug)]
pub struct Shared {
    queue: Mutex<Queue>,
    arrived: Condvar,
    counters: Counters,
    bytecode: Bytecode,
    limits: Limits,
    capacity: usize,
}

impl Shared {
    /// An open, empty queue for `capacity` waiting jobs.
    pub fn new(bytecode: Bytecode, limits: Limits, capacity: usize) -> Self {
        Self {
            queue: Mutex::default(),
            arrived: Condvar::new(),
            counters: Counters::default(),
            bytecode,
            limits,
            capacity,
        }
    }

    /// Hands a job to the workers.
    ///
    /// # Errors
    /// [`RenderError::Busy`] when no worker is idle and the queue is full.
    pub fn submit(&self, job: Job) -> Result<(), RenderError> {
        let mut queue = self.lock();
        let room = self.capacity + queue.idle;
        if queue.waiting.len() >= room {
            let before = queue.waiting.len();
            queue.waiting.retain(|job| !job.abandoned());
            let given_up = u64::try_from(before - queue.waiting.len()).unwrap_or(u64::MAX);
            self.counters.timeouts.fetch_add(given_up, Ordering::Relaxed);
        }
        if queue.waiting.len() >= room {
            self.counters.rejected.fetch_add(1, Ordering::Relaxed);
            return Err(RenderError::Busy);
        }
        queue.waiting.push_back(job);
        drop(queue);
        self.arrived.notify_one();
        Ok(())
    }

    /// Asks for a sign of life, ahead of the queue and whether it is full or not.
    pub fn ping(&self, done: oneshot::Sender<()>) {
        let mut queue = self.lock();
        // Questions that nobody waits for any more must not pile up before busy workers.
        queue.waiting.retain(|job| !matches!(job, Job::Ping { .. }) || !job.abandoned());
        queue.waiting.push_front(Job::Ping { done });
        drop(queue);
        self.arrived.notify_one();
    }

    /// Lets every worker end after the job at hand.
    pub fn close(&self) {
        let mut queue = self.lock();
        queue.closed = true;
        queue.waiting.clear();
        drop(queue);
        self.arrived.notify_all();
    }

    /// Totals since the start.
    pub fn stats(&self) -> PoolStats {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        PoolStats {
            renders: read(&self.counters.renders),
            failures: read(&self.counters.failures),
            timeouts: read(&self.counters.timeouts),
            rejected: read(&self.counters.rejected),
            busy_micros: read(&self.counters.busy_micros),
        }
    }

    /// The queue is consistent between any two statements under the lock, so a poisoned lock is as good as any.
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job that somebody still waits for; `None` when the pool is closed.
    fn next(&self) -> Option<Job> {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                return None;
            }
            match queue.waiting.pop_front() {
                Some(job) if job.abandoned() => {
                    self.counters.timeouts.fetch_add(1, Ordering::Relaxed);
                }
                Some(job) => return Some(job),
                None => {
                    queue.idle += 1;
                    queue = self.arrived.wait(queue).unwrap_or_else(PoisonError::into_inner);
                    queue.idle -= 1;
                }
            }
        }
    }

    fn boot(&self) -> Result<Engine, RenderError> {
        Engine::boot(&self.bytecode, self.limits)
    }

    /// Counts one call of the bundle.
    fn count(&self, result: &Result<String, RenderError>, begun: Instant) {
        let counters = &self.counters;
        let micros = u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX);
        counters.busy_micros.fetch_add(micros, Ordering::Relaxed);
        if let Err(error) = result {
            counters.failures.fetch_add(1, Ordering::Relaxed);
            if *error == RenderError::Timeout {
                counters.timeouts.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}

/// The life of one render thread. A panic, which only a fault in the engine's binding could cause, costs the job at hand
/// and nothing more: the thread goes on with a new engine.
pub fn work(shared: &Shared, booted: &mpsc::Sender<Result<(), RenderError>>) {
    let first = catch_unwind(AssertUnwindSafe(|| shared.boot()));
    let mut engine = match first {
        Ok(Ok(engine)) => {
            // The receiver is gone only when another worker's boot has failed.
            drop(booted.send(Ok(())));
            Some(engine)
        }
        Ok(Err(error)) => return drop(booted.send(Err(error))),
        Err(_) => {
            return drop(booted.send(Err(RenderError::Bundle("the engine panicked while booting".to_owned()))));
        }
    };
    while catch_unwind(AssertUnwindSafe(|| serve(shared, engine.take()))).is_err() {
        shared.counters.failures.fetch_add(1, Ordering::Relaxed);
        tracing::error!("a render thread panicked; it goes on with a new engine");
    }
}

/// Serves jobs until the pool is closed.
fn serve(shared: &Shared, mut engine: Option<Engine>) {
    let mut jobs: u32 = 0;
    while let Some(job) = shared.next() {
        match job {
            Job::Head { page, head } => {
                answer(shared, &mut engine, head, |engine| engine.head(&page));
                shared.counters.renders.fetch_add(1, Ordering::Relaxed);
            }
            Job::Document { page, head, body } => {
                answer(shared, &mut engine, head, |engine| engine.head(&page));
                answer(shared, &mut engine, body, |engine| engine.render(&page));
                shared.counters.renders.fetch_add(1, Ordering::Relaxed);
            }
            Job::Ping { done } => {
                if ensure(shared, &mut engine).is_ok() {
                    // Whoever asked may have gone: nothing is lost then.
                    let _gone = done.send(());
                }
            }
            #[cfg(test)]
            Job::Panic => panic!("asked for by a test"),
        }
        jobs = jobs.wrapping_add(1);
        if jobs.is_multiple_of(HEAP_CHECK_EVERY)
            && engine.as_ref().is_some_and(|engine| engine.heap() > shared.limits.memory / 2)
        {
            tracing::warn!("the page bundle keeps memory between renders; its engine is replaced");
            engine = None;
        }
        // The next visitor should not wait for the boot.
        if let Err(error) = ensure(shared, &mut engine) {
            tracing::error!(%error, "a render thread has no engine");
        }
    }
}

/// The worker's engine, booted again when it is missing.
fn ensure<'a>(shared: &Shared, engine: &'a mut Option<Engine>) -> Result<&'a mut Engine, RenderError> {
    match engine {
        Some(engine) => Ok(engine),
        missing => Ok(missing.insert(shared.boot()?)),
    }
}

/// Makes one call if somebody still waits for it, answers, and drops the engine when it is no longer sound.
fn answer(
    shared: &Shared,
    engine: &mut Option<Engine>,
    reply: Reply,
    call: impl FnOnce(&mut Engine) -> Result<String, RenderError>,
) {
    if reply.is_closed() {
        return;
    }
    let begun = Instant::now();
    let result = ensure(shared, engine).and_then(call);
    shared.count(&result, begun);
    // Whoever asked may have gone meanwhile.
    drop(reply.send(result));
    if !engine.as_ref().is_some_and(Engine::sound) {
        *engine = None;
    }
}
