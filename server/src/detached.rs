//! Work that continues when the request that started it is cancelled.

use std::time::Duration;

use tokio::time::timeout;
use tracing::Instrument;

use crate::error::AppError;

/// How long [`briefly`] waits.
const WAIT: Duration = Duration::from_millis(250);

/// Runs work to completion, even when the returned future is dropped earlier. Fails when the work fails or panics.
pub async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, AppError>> + Send + 'static,
) -> Result<T, AppError> {
    let done = tokio::spawn(work.in_current_span()).await;
    done.map_err(|error| AppError::internal(format!("work ended early: {error}")))?
}

/// Runs work that no response depends on, and waits for it for at most a quarter of a second.
pub async fn briefly(work: impl Future<Output = ()> + Send + 'static) {
    let _ = timeout(WAIT, tokio::spawn(work.in_current_span())).await;
}
