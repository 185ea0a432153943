//! A client's connection: bytes that were read ahead come first, all activity is recorded, and a client that stops
//! reading is disconnected.

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use bytes::Bytes;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Instant, Sleep, sleep},
};

use super::connections::Activity;

/// How long a client may leave a response unread.
pub const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// A client's connection.
pub struct ClientStream<S = TcpStream> {
    stream: S,
    read_ahead: Bytes,
    activity: Arc<Activity>,
    write_timeout: Duration,
    /// Runs while the client does not read.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl<S> ClientStream<S> {
    /// Wraps a connection whose reads and writes are recorded in `activity`. Writing fails when the client reads no
    /// byte within `write_timeout`.
    pub fn new(stream: S, activity: Arc<Activity>, write_timeout: Duration) -> Self {
        Self { stream, read_ahead: Bytes::new(), activity, write_timeout, stalled: None }
    }

    /// Puts back bytes that were read: the next read returns them first.
    pub fn give_back(&mut self, bytes: Bytes) {
        self.read_ahead = bytes;
    }

    /// Passes on the outcome of a write. Fails when writing has been pending for the timeout.
    fn written<T>(&mut self, context: &mut Context<'_>, outcome: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if outcome.is_ready() {
            self.stalled = None;
            self.activity.note();
            return outcome;
        }
        let timeout = self.write_timeout;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(timeout)));
        ready!(stalled.as_mut().poll(context));
        // A later poll must wait for a full timeout rather than find an expired timer.
        stalled.as_mut().reset(Instant::now() + timeout);
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client has stopped reading")))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for ClientStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.read_ahead.is_empty() {
            let length = self.read_ahead.len().min(buffer.remaining());
            buffer.put_slice(&self.read_ahead.split_to(length));
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        if buffer.filled().len() > before {
            self.activity.note();
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ClientStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(context, outcome)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.written(context, outcome)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    const TIME: Duration = Duration::from_millis(100);

    #[tokio::test]
    async fn bytes_that_were_read_ahead_come_first() {
        let (near, mut far) = duplex(64);
        let mut stream = ClientStream::new(near, Arc::default(), TIME);
        stream.give_back(Bytes::from_static(b"first "));
        far.write_all(b"second").await.unwrap();
        let mut bytes = [0; 12];
        stream.read_exact(&mut bytes).await.unwrap();
        assert_eq!(&bytes, b"first second");
    }

    #[tokio::test]
    async fn a_client_that_stops_reading_is_given_up() {
        let (near, _far) = duplex(64);
        let mut stream = ClientStream::new(near, Arc::default(), TIME);
        let begun = Instant::now();
        let error = stream.write_all(&[0; 1_000]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!(begun.elapsed() >= TIME);
    }

    #[tokio::test]
    async fn a_client_that_reads_slowly_gets_everything() {
        let (near, mut far) = duplex(64);
        let mut stream = ClientStream::new(near, Arc::default(), TIME);
        let reader = tokio::spawn(async move {
            let mut bytes = [0; 50];
            for _ in 0..6 {
                sleep(TIME / 2).await;
                far.read_exact(&mut bytes).await.unwrap();
            }
        });
        stream.write_all(&[0; 300]).await.unwrap();
        reader.await.unwrap();
    }
}
