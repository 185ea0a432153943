//! Sign-in attempts that are being checked. The database counts them as failed already, so that an attempt that is
//! never finished counts too.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use super::AttemptKey;

/// The number of attempts in this process that may still succeed, by account and network. Those of other processes
/// count as failed while they are checked, which can only begin a lock too early.
#[derive(Debug, Clone, Default)]
pub struct PendingAttempts(Arc<Mutex<HashMap<AttemptKey, u32>>>);

/// An attempt that may still succeed, until it is settled or dropped.
#[derive(Debug)]
pub struct PendingAttempt {
    pub key: AttemptKey,
    is_settled: AtomicBool,
    all: PendingAttempts,
}

impl PendingAttempts {
    /// Adds an attempt that the database has counted. In this order, a failure meanwhile takes it for failed, and no
    /// guess is left out.
    pub fn add(&self, key: AttemptKey) -> PendingAttempt {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(key.clone()).or_default() += 1;
        PendingAttempt { key, is_settled: AtomicBool::new(false), all: self.clone() }
    }
}

impl PendingAttempt {
    /// Removes the attempt. Returns how many others on its account from its network may still succeed.
    pub fn settle(&self) -> u32 {
        let mut all = self.all.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(pending) = all.get_mut(&self.key) else { return 0 };
        if !self.is_settled.swap(true, Ordering::Relaxed) {
            *pending -= 1;
        }
        let others = *pending;
        if others == 0 {
            all.remove(&self.key);
        }
        others
    }
}

impl Drop for PendingAttempt {
    fn drop(&mut self) {
        self.settle();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Network;

    fn key(email_key: &str, network: u8) -> AttemptKey {
        AttemptKey { email_key: email_key.into(), network: Network::of([192, 0, network, 7].into()) }
    }

    #[test]
    fn each_attempt_that_settles_leaves_one_less() {
        let pending = PendingAttempts::default();
        let attempts = [(); 3].map(|()| pending.add(key("anna", 1)));
        let others = [("anna", 2), ("bob", 1)].map(|(email_key, network)| pending.add(key(email_key, network)));
        assert_eq!(attempts.each_ref().map(PendingAttempt::settle), [2, 1, 0]);
        assert_eq!(others.each_ref().map(PendingAttempt::settle), [0, 0]);
        assert!(pending.0.lock().unwrap().is_empty());
    }

    #[test]
    fn an_attempt_settles_once() {
        let pending = PendingAttempts::default();
        let [settled, dropped, last] = [(); 3].map(|()| pending.add(key("anna", 1)));
        assert_eq!((settled.settle(), settled.settle()), (2, 2));
        drop(settled);
        drop(dropped);
        assert_eq!(last.settle(), 0);
    }
}
