//! A response body that is produced while it is sent, so that only a few chunks are in memory.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use axum::body::Body;
use bytes::Bytes;
use http_body::Frame;
use tokio::sync::mpsc;

use super::errors::HttpError;

/// The client has closed the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the client has disconnected")]
pub struct ClientGone;

/// Sends the chunks of a file.
#[derive(Debug, Clone)]
pub struct ChunkSender(mpsc::Sender<Result<Bytes, HttpError>>);

impl ChunkSender {
    /// Sends a chunk. Waits until the previous one is being sent.
    pub async fn send(&self, piece: impl Into<Bytes>) -> Result<(), ClientGone> {
        self.0.send(Ok(piece.into())).await.map_err(|_| ClientGone)
    }
}

struct FileBody {
    first: Option<Bytes>,
    rest: mpsc::Receiver<Result<Bytes, HttpError>>,
}

impl http_body::Body for FileBody {
    type Data = Bytes;
    type Error = HttpError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, HttpError>>> {
        match self.first.take() {
            Some(first) => Poll::Ready(Some(Ok(Frame::data(first)))),
            None => self
                .rest
                .poll_recv(context)
                .map(|piece| piece.map(|piece| piece.map(Frame::data).inspect_err(HttpError::log))),
        }
    }
}

/// Returns a body of the chunks that `write` sends. Fails when `write` fails before its first chunk; later failures
/// abort the connection, so that a partial file is not taken for a complete one.
pub async fn file_body<F>(write: impl FnOnce(ChunkSender) -> F) -> Result<Body, HttpError>
where
    F: Future<Output = Result<(), HttpError>> + Send + 'static,
{
    let (sender, mut rest) = mpsc::channel(1);
    let writing = write(ChunkSender(sender.clone()));
    tokio::spawn(async move {
        if let Err(error) = writing.await {
            // Nobody receives the error when the client has disconnected.
            let _ = sender.send(Err(error)).await;
        }
    });
    let first = rest.recv().await.transpose()?;
    Ok(Body::new(FileBody { first, rest }))
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use http_body_util::BodyExt;

    use super::*;
    use crate::error::AppError;

    const CHUNKS: usize = 50;

    #[tokio::test]
    async fn pieces_are_made_as_they_are_read() {
        let made = Arc::new(AtomicUsize::new(0));
        let counted = made.clone();
        let body = file_body(|pieces| async move {
            for _ in 0..CHUNKS {
                counted.fetch_add(1, Ordering::Relaxed);
                pieces.send("ab").await.map_err(AppError::internal)?;
            }
            Ok(())
        });
        let mut body = body.await.unwrap();
        for read in 0..10 {
            // On a single thread, the writer runs until it waits.
            tokio::task::yield_now().await;
            let made = made.load(Ordering::Relaxed);
            assert!(made <= read + 3, "{made} pieces were made when {read} were read");
            body.frame().await.unwrap().unwrap();
        }
        assert_eq!(body.collect().await.unwrap().to_bytes().len(), 2 * (CHUNKS - 10));
        assert_eq!(made.load(Ordering::Relaxed), CHUNKS);
    }

    #[tokio::test]
    async fn a_failure_is_an_answer_at_first_and_a_broken_body_later() {
        let fail = || HttpError::from(AppError::unavailable("gone"));
        assert_eq!(file_body(|_| async move { Err(fail()) }).await.unwrap_err().status(), 503);
        let broken = file_body(|pieces| async move {
            pieces.send("ab").await.map_err(AppError::internal)?;
            Err(fail())
        });
        assert!(broken.await.unwrap().collect().await.is_err());
    }

    #[tokio::test]
    async fn a_writer_learns_that_the_client_has_gone() {
        let (told, learns) = tokio::sync::oneshot::channel();
        let body = file_body(|pieces| async move {
            while pieces.send("ab").await.is_ok() {}
            told.send(()).map_err(|()| HttpError::from(AppError::internal("nobody waits")))
        });
        drop(body.await.unwrap());
        learns.await.unwrap();
    }
}
