//! A limit on the processor time of the current thread.

use std::cell::Cell;
use std::time::Duration;

/// Processor time after which work must stop. Wall-clock time would fail renders that merely wait for a core.
#[derive(Debug, Default)]
pub struct Deadline {
    /// On this thread's processor clock; `None` while no work is limited.
    at: Cell<Option<Duration>>,
    exceeded: Cell<bool>,
}

impl Deadline {
    /// Allows the current thread `limit` from now on.
    pub fn start(&self, limit: Duration) {
        self.exceeded.set(false);
        self.at.set(processor_time().checked_add(limit));
    }

    /// Lifts the limit.
    pub fn clear(&self) {
        self.at.set(None);
    }

    /// Returns whether the deadline has passed, and remembers it if so.
    pub fn check(&self) -> bool {
        let passed = self.at.get().is_some_and(|at| processor_time() >= at);
        if passed {
            self.exceeded.set(true);
        }
        passed
    }

    /// Returns whether a [`check`](Self::check) since the last start found the deadline passed.
    pub fn exceeded(&self) -> bool {
        self.exceeded.get()
    }
}

/// Processor time of the current thread since it was started.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_millis(20);

    fn work_for(time: Duration) {
        let end = processor_time() + time;
        while processor_time() < end {
            std::hint::spin_loop();
        }
    }

    #[test]
    fn time_spent_waiting_does_not_count() {
        let deadline = Deadline::default();
        deadline.start(LIMIT);
        std::thread::spawn(|| work_for(LIMIT * 2)).join().unwrap();
        assert!(!deadline.check());
        work_for(LIMIT);
        assert!(!deadline.exceeded());
        assert!(deadline.check());
        assert!(deadline.exceeded());
    }

    #[test]
    fn a_new_start_forgets_the_last_and_clear_lifts_the_limit() {
        let deadline = Deadline::default();
        assert!(!deadline.check());
        deadline.start(Duration::ZERO);
        assert!(deadline.check());
        deadline.start(Duration::MAX / 2);
        assert!(!deadline.exceeded());
        assert!(!deadline.check());
        deadline.start(Duration::ZERO);
        deadline.clear();
        assert!(!deadline.check());
    }
}
