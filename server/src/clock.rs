//! Time and randomness as things that are passed in, so that locks, sessions and schedules are tested
//! without waiting.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};

/// Tells the time in UTC, to the microsecond: the finest step that both databases keep.
pub trait Clock: Send + Sync {
    /// The present moment.
    fn now(&self) -> DateTime<Utc>;
}

/// The machine's clock.
#[derive(Debug, Default, Clone, Copy)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> DateTime<Utc> {
        #[expect(clippy::disallowed_methods, reason = "this is where the time comes from")]
        let now = Utc::now();
        now.trunc_subsecs(6)
    }
}

/// A clock that moves only when told to. For tests and benchmarks.
#[derive(Debug, Clone)]
pub struct ManualClock(Arc<Mutex<DateTime<Utc>>>);

impl ManualClock {
    /// A clock that stands at `start`.
    pub fn new(start: DateTime<Utc>) -> Self {
        Self(Arc::new(Mutex::new(start)))
    }

    /// Moves the clock on by `step`.
    pub fn advance(&self, step: TimeDelta) {
        let mut now = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *now += step;
    }
}

impl Clock for ManualClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A source of unguessable bytes.
pub trait Random: Send + Sync {
    /// Fills `bytes`. Errors when the operating system has no randomness to give.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError>;
}

/// The operating system could not give random bytes.
#[derive(Debug, thiserror::Error)]
#[error("the operating system gave no random bytes: {0}")]
pub struct RandomError(String);

/// The operating system's generator.
#[derive(Debug, Default, Clone, Copy)]
pub struct SystemRandom;

impl Random for SystemRandom {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError> {
        getrandom::fill(bytes).map_err(|error| RandomError(error.to_string()))
    }
}
