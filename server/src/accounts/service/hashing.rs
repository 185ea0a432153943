//! Argon2 on blocking threads, at most one per processor at a time.

use std::{num::NonZero, sync::Arc, thread::available_parallelism};

use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use tokio::{sync::Semaphore, task::spawn_blocking};

use crate::error::AppError;

/// Maximum number of waiting jobs: a few seconds' work.
const QUEUE: usize = 100;

/// Runs hashing jobs, each of which takes 19 MiB. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Hashing {
    /// Permits for jobs that wait or run.
    admitted: Arc<Semaphore>,
    /// Permits for jobs that run.
    running: Arc<Semaphore>,
}

impl Default for Hashing {
    fn default() -> Self {
        Self::new(available_parallelism().map_or(2, NonZero::get), QUEUE)
    }
}

impl Hashing {
    /// Runs at most `running` jobs at once, while at most `queue` others wait.
    fn new(running: usize, queue: usize) -> Self {
        Self { admitted: Arc::new(Semaphore::new(running + queue)), running: Arc::new(Semaphore::new(running)) }
    }

    /// Runs `job` on a blocking thread once a permit is free. Fails as unavailable when too many wait. The job keeps
    /// its permit until it ends: a request that is cancelled meanwhile frees none, since a blocking thread cannot be
    /// stopped.
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> Result<T, AppError> + Send + 'static,
    ) -> Result<T, AppError> {
        let admitted = self
            .admitted
            .clone()
            .try_acquire_owned()
            .map_err(|_| AppError::unavailable("too many passwords waiting"))?;
        let running = self.running.clone().acquire_owned().await.map_err(AppError::internal)?;
        let job = spawn_blocking(move || {
            let _permits = (admitted, running);
            job()
        });
        job.await.map_err(AppError::internal)?
    }
}

/// Returns the hash of a password in PHC format.
pub fn hash(password: &str) -> Result<String, AppError> {
    Argon2::default()
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
        .map_err(|error| AppError::internal(format!("the password could not be hashed: {error}")))
}

/// Returns whether `stored`, in PHC format, is a hash of `password`.
pub fn verify(password: &str, stored: &str) -> bool {
    PasswordHash::new(stored).is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn a_cancelled_request_frees_its_permit_only_when_the_job_has_ended() {
        let hashing = Hashing::new(1, 1);
        let ((started, has_started), (finish, may_finish)) = (oneshot::channel(), mpsc::channel::<()>());
        let request = tokio::spawn({
            let hashing = hashing.clone();
            async move {
                let job = move || {
                    started.send(()).unwrap();
                    may_finish.recv().unwrap();
                    Ok(())
                };
                hashing.run(job).await
            }
        });
        has_started.await.unwrap();
        request.abort();
        assert!(request.await.unwrap_err().is_cancelled());
        assert_eq!(hashing.running.available_permits(), 0, "the job still runs");
        finish.send(()).unwrap();
        hashing.run(|| Ok(())).await.unwrap();
        assert_eq!(hashing.running.available_permits(), 1);
    }

    #[tokio::test]
    async fn a_job_is_refused_when_the_queue_is_full() {
        let hashing = Hashing::new(1, 1);
        let running = hashing.running.clone().acquire_owned().await.unwrap();
        let waiting = hashing.admitted.clone().acquire_many_owned(2).await.unwrap();
        let refused = hashing.run(|| Ok(())).await.unwrap_err();
        assert!(matches!(refused, AppError::Unavailable(_)), "{refused}");
        drop((running, waiting));
        hashing.run(|| Ok(())).await.unwrap();
    }

    #[tokio::test]
    async fn a_job_that_panics_frees_its_permit() {
        let hashing = Hashing::new(1, 1);
        assert!(hashing.run(|| -> Result<(), AppError> { panic!("on purpose") }).await.is_err());
        hashing.run(|| Ok(())).await.unwrap();
    }
}
