//! The bounded queue between callers and workers.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::RenderError;

/// Receives one half of a job's result.
pub type Reply = oneshot::Sender<Result<String, RenderError>>;

/// A request to a worker.
#[derive(Debug)]
pub enum Job {
    /// Render the head of a page.
    Head { page: String, head: Reply },
    /// Render head, then body, of a page.
    Document { page: String, head: Reply, body: Reply },
    /// Confirm that a worker has a booted engine.
    Ping { done: oneshot::Sender<()> },
}

impl Job {
    /// Returns whether every receiver of the result is gone.
    fn abandoned(&self) -> bool {
        match self {
            Self::Head { head: reply, .. } | Self::Document { body: reply, .. } => reply.is_closed(),
            Self::Ping { done } => done.is_closed(),
        }
    }
}

/// Jobs that no worker has served.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Unserved {
    /// Jobs whose caller gave up while they waited.
    pub abandoned: u64,
    /// Jobs refused because the queue was full.
    pub rejected: u64,
}

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<Job>,
    /// Workers that wait for a job.
    idle: usize,
    closed: bool,
    unserved: Unserved,
}

/// A queue of jobs, first in, first out, except that pings go ahead.
#[derive(Debug)]
pub struct Queue {
    state: Mutex<State>,
    arrived: Condvar,
    capacity: usize,
}

impl Queue {
    /// Returns an open, empty queue for `capacity` waiting jobs.
    pub fn new(capacity: usize) -> Self {
        Self { state: Mutex::default(), arrived: Condvar::new(), capacity }
    }

    /// Adds a job.
    ///
    /// # Errors
    /// [`RenderError::Busy`] when no worker is idle and the queue is full.
    pub fn submit(&self, job: Job) -> Result<(), RenderError> {
        let mut state = self.lock();
        let room = self.capacity + state.idle;
        if state.waiting.len() >= room {
            let before = state.waiting.len();
            state.waiting.retain(|job| !job.abandoned());
            let abandoned = before - state.waiting.len();
            state.unserved.abandoned += u64::try_from(abandoned).unwrap_or(u64::MAX);
        }
        if state.waiting.len() >= room {
            state.unserved.rejected += 1;
            return Err(RenderError::Busy);
        }
        state.waiting.push_back(job);
        drop(state);
        self.arrived.notify_one();
        Ok(())
    }

    /// Adds a ping ahead of all jobs, whether the queue is full or not.
    pub fn ping(&self, done: oneshot::Sender<()>) {
        let mut state = self.lock();
        // Abandoned pings must not pile up while the workers are busy.
        state.waiting.retain(|job| !matches!(job, Job::Ping { .. }) || !job.abandoned());
        state.waiting.push_front(Job::Ping { done });
        drop(state);
        self.arrived.notify_one();
    }

    /// Drops the waiting jobs and lets every worker end after the job at hand.
    pub fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.waiting.clear();
        drop(state);
        self.arrived.notify_all();
    }

    /// Blocks until there is a job that is not abandoned, and returns it; `None` once the queue is closed.
    pub fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            match state.waiting.pop_front() {
                Some(job) if job.abandoned() => state.unserved.abandoned += 1,
                Some(job) => return Some(job),
                None => {
                    state.idle += 1;
                    state = self.arrived.wait(state).unwrap_or_else(PoisonError::into_inner);
                    state.idle -= 1;
                }
            }
        }
    }

    /// Returns the totals since the start.
    pub fn unserved(&self) -> Unserved {
        self.lock().unserved
    }

    /// The state is consistent between any two statements under the lock, so a poisoned lock is harmless.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Answer = oneshot::Receiver<Result<String, RenderError>>;

    fn job(page: &str) -> (Job, Answer) {
        let (head, answer) = oneshot::channel();
        (Job::Head { page: page.to_owned(), head }, answer)
    }

    fn submit(queue: &Queue, page: &str) -> Result<Answer, RenderError> {
        let (job, answer) = job(page);
        queue.submit(job).map(|()| answer)
    }

    fn next_page(queue: &Queue) -> String {
        match queue.next() {
            Some(Job::Head { page, .. }) => page,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_full_queue_refuses_until_a_job_is_taken() {
        let queue = Queue::new(2);
        let _first = submit(&queue, "1").unwrap();
        let _second = submit(&queue, "2").unwrap();
        assert_eq!(submit(&queue, "3").unwrap_err(), RenderError::Busy);
        assert_eq!(next_page(&queue), "1");
        let _fourth = submit(&queue, "4").unwrap();
        assert_eq!(next_page(&queue), "2");
        assert_eq!(next_page(&queue), "4");
        assert_eq!(queue.unserved(), Unserved { abandoned: 0, rejected: 1 });
    }

    #[test]
    fn abandoned_jobs_are_skipped_and_make_room() {
        let queue = Queue::new(2);
        drop(submit(&queue, "1").unwrap());
        let _second = submit(&queue, "2").unwrap();
        // Full except for the abandoned job.
        let third = submit(&queue, "3").unwrap();
        assert_eq!(queue.unserved(), Unserved { abandoned: 1, rejected: 0 });
        drop(third);
        let _fourth = submit(&queue, "4").unwrap();
        assert_eq!(next_page(&queue), "2");
        assert_eq!(next_page(&queue), "4");
        assert_eq!(queue.unserved(), Unserved { abandoned: 2, rejected: 0 });
    }

    #[test]
    fn pings_go_ahead_of_a_full_queue_and_do_not_pile_up() {
        let queue = Queue::new(1);
        let _waiting = submit(&queue, "1").unwrap();
        for _ in 0..100 {
            queue.ping(oneshot::channel().0);
        }
        let (done, _answer) = oneshot::channel();
        queue.ping(done);
        assert_eq!(queue.lock().waiting.len(), 2);
        assert!(matches!(queue.next(), Some(Job::Ping { .. })));
        assert_eq!(next_page(&queue), "1");
    }

    #[test]
    fn an_idle_worker_takes_a_job_even_without_capacity() {
        let queue = Queue::new(0);
        assert_eq!(submit(&queue, "0").unwrap_err(), RenderError::Busy);
        std::thread::scope(|scope| {
            let worker = scope.spawn(|| next_page(&queue));
            let _answer = loop {
                if let Ok(answer) = submit(&queue, "1") {
                    break answer;
                }
                std::thread::yield_now();
            };
            assert_eq!(worker.join().unwrap(), "1");
        });
    }

    #[test]
    fn closing_ends_the_workers_and_drops_what_waits() {
        let queue = Queue::new(1);
        std::thread::scope(|scope| {
            let worker = scope.spawn(|| queue.next().is_none());
            queue.close();
            assert!(worker.join().unwrap());
        });
        let queue = Queue::new(1);
        let answer = submit(&queue, "1").unwrap();
        queue.close();
        assert!(answer.blocking_recv().is_err());
    }
}
