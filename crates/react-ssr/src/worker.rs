//! The loop of a render thread: takes jobs from the queue, one at a time, and replaces its engine when it must.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use crate::RenderError;
use crate::engine::Engine;
use crate::queue::{Job, Queue, Reply};

/// Number of jobs between two checks of a worker's heap.
const HEAP_CHECK_EVERY: u32 = 256;

/// Totals of all workers of a pool.
#[derive(Debug, Default)]
pub struct Counters {
    /// Jobs finished, successfully or not.
    pub renders: AtomicU64,
    /// Calls of the bundle that failed, and panics.
    pub failures: AtomicU64,
    /// Calls stopped at their deadline.
    pub timeouts: AtomicU64,
    /// Time spent in JavaScript, in microseconds.
    pub busy_micros: AtomicU64,
}

impl Counters {
    /// Counts one call of the bundle.
    fn count(&self, result: &Result<String, RenderError>, begun: Instant) {
        let micros = u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.busy_micros.fetch_add(micros, Ordering::Relaxed);
        if let Err(error) = result {
            self.failures.fetch_add(1, Ordering::Relaxed);
            if *error == RenderError::Timeout {
                self.timeouts.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}

/// Creates a new engine.
type Boot = dyn Fn() -> Result<Engine, RenderError> + Send + Sync;

/// What the workers of a pool share with its handle.
pub struct Shared {
    /// The jobs.
    pub queue: Queue,
    /// The totals.
    pub counters: Counters,
    /// Creates the engine of a worker, at the start and after each failure.
    pub boot: Box<Boot>,
    /// A worker whose heap remains larger than this many bytes gets a new engine.
    pub heap_limit: usize,
}

/// Runs one worker until the queue is closed, after reporting its first boot to `booted`.
///
/// A panic, which only a bug in the engine's binding could cause, fails only the current job: the thread continues
/// with a new engine.
pub fn work(shared: &Shared, booted: &mpsc::Sender<Result<(), RenderError>>) {
    let first = catch_unwind(AssertUnwindSafe(|| (shared.boot)()))
        .unwrap_or_else(|_| Err(RenderError::Bundle("the engine panicked while booting".to_owned())));
    let mut engine = match first {
        Ok(engine) => Some(engine),
        Err(error) => return drop(booted.send(Err(error))),
    };
    // The receiver is gone only when another worker's boot has failed.
    drop(booted.send(Ok(())));
    while catch_unwind(AssertUnwindSafe(|| serve(shared, engine.take()))).is_err() {
        shared.counters.failures.fetch_add(1, Ordering::Relaxed);
        tracing::error!("a render thread panicked; continuing with a new engine");
    }
}

/// Serves jobs until the queue is closed.
fn serve(shared: &Shared, mut engine: Option<Engine>) {
    let mut jobs: u32 = 0;
    while let Some(job) = shared.queue.next() {
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
                    // The caller may have gone, which is harmless.
                    let _gone = done.send(());
                }
            }
        }
        jobs = jobs.wrapping_add(1);
        if jobs.is_multiple_of(HEAP_CHECK_EVERY)
            && engine.as_ref().is_some_and(|engine| engine.heap() > shared.heap_limit)
        {
            tracing::warn!("the bundle retains memory between renders; replacing its engine");
            engine = None;
        }
        // The next job should not wait for the boot.
        if let Err(error) = ensure(shared, &mut engine) {
            tracing::error!(%error, "a render thread has no engine");
        }
    }
}

/// Returns the worker's engine, booted again when it is missing.
fn ensure<'a>(shared: &Shared, engine: &'a mut Option<Engine>) -> Result<&'a mut Engine, RenderError> {
    match engine {
        Some(engine) => Ok(engine),
        missing => Ok(missing.insert((shared.boot)()?)),
    }
}

/// Makes one call unless its receiver is gone, sends the result, and drops the engine when it is not reusable.
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
    shared.counters.count(&result, begun);
    // The caller may have gone meanwhile.
    drop(reply.send(result));
    if !engine.as_ref().is_some_and(Engine::reusable) {
        *engine = None;
    }
}

#[cfg(test)]
mod tests;
