//! Bodies that come too slowly are not waited for: a request that never ends would hold its connection for good.

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use http_body::{Body, Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};

/// How long a body is waited for.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// For its next bytes.
    pub pause: Duration,
    /// For all of it.
    pub whole: Duration,
}

/// A phone in a tunnel comes back within the first, the largest upload over a slow line within the second.
pub const PATIENCE: Patience = Patience { pause: Duration::from_secs(20), whole: Duration::from_mins(10) };

/// The client sent nothing for too long.
#[derive(Debug, thiserror::Error)]
#[error("the body came too slowly")]
pub struct TooSlow;

/// A body that fails when it comes too slowly.
pub struct Awaited<B> {
    body: B,
    patience: Patience,
    since: Instant,
    /// Until when the next bytes are waited for; none while they come by themselves.
    wait: Option<Pin<Box<Sleep>>>,
}

impl<B> Awaited<B> {
    /// Waits for `body` from now on.
    pub fn new(body: B, patience: Patience) -> Self {
        Self { body, patience, since: Instant::now(), wait: None }
    }
}

impl<B: Body<Error: Into<axum::BoxError>> + Unpin> Body for Awaited<B> {
    type Data = B::Data;
    type Error = axum::BoxError;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let this = self.get_mut();
        if let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(context) {
            this.wait = None;
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        let until = (Instant::now() + this.patience.pause).min(this.since + this.patience.whole);
        ready!(this.wait.get_or_insert_with(|| Box::pin(sleep_until(until))).as_mut().poll(context));
        Poll::Ready(Some(Err(TooSlow.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use bytes::Bytes;
    use http_body_util::BodyExt;

    use super::*;

    /// Gives a byte at a time, after a pause each, and then nothing for ever.
    struct Trickle {
        pauses: VecDeque<Duration>,
        now: Option<Pin<Box<Sleep>>>,
    }

    impl Body for Trickle {
        type Data = Bytes;
        type Error = std::convert::Infallible;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            context: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
            if self.now.is_none() {
                let Some(pause) = self.pauses.pop_front() else { return Poll::Pending };
                self.now = Some(Box::pin(tokio::time::sleep(pause)));
            }
            ready!(self.now.as_mut().unwrap().as_mut().poll(context));
            self.now = None;
            Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(b"x")))))
        }
    }

    const NEVER: Duration = Duration::from_hours(1);
    const SOON: Duration = Duration::from_millis(1);

    async fn received(pauses: &[Duration], patience: Patience) -> usize {
        let body = Trickle { pauses: pauses.iter().copied().collect(), now: None };
        let mut body = Awaited::new(body, patience);
        let mut received = 0;
        loop {
            match body.frame().await.unwrap() {
                Ok(_) => received += 1,
                Err(error) => {
                    assert!(error.is::<TooSlow>(), "{error}");
                    return received;
                }
            }
        }
    }

    #[tokio::test]
    async fn a_body_that_stops_is_given_up() {
        let patience = Patience { pause: Duration::from_millis(200), whole: NEVER };
        assert_eq!(received(&[SOON, SOON, NEVER], patience).await, 2);
    }

    #[tokio::test]
    async fn a_body_that_trickles_is_given_up() {
        let patience = Patience { pause: NEVER, whole: Duration::from_millis(50) };
        assert!(received(&[Duration::from_millis(5); 1000], patience).await < 1000);
    }
}
