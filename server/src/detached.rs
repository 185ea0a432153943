//! Work that goes on when the request that began it goes away.

use std::time::Duration;

use tokio::time::timeout;
use tracing::Instrument;

use crate::error::AppError;

/// How long [`briefly`] waits.
const WAIT: Duration = Duration::from_millis(250);

/// Does work to its end, even when the returned future is dropped before. Fails as the work does, or when it panics.
pub async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, AppError>> + Send + 'static,
) -> Result<T, AppError> {
    let done = tokio::spawn(work.in_current_span()).await;
    done.map_err(|error| AppError::internal(format!("work ended early: {error}")))?
}

/// Does work on which no answer depends, and waits for it for a quarter of a second at most.
pub async fn briefly(work: impl Future<Output = ()> + Send + 'static) {
    let _ = timeout(WAIT, tokio::spawn(work.in_current_span())).await;
}
