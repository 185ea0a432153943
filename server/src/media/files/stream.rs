//! Streams a file's bytes in chunks, so that no file is held in memory as a whole.

use std::{
    future::poll_fn,
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use hyper::body::Incoming;
use tokio::{
    fs::File,
    io::{AsyncRead, AsyncSeekExt, ReadBuf},
    time::Sleep,
};

/// Maximum number of bytes that are read from a file at once.
const CHUNK: usize = 64 << 10;
/// How long a bucket may send nothing while a file is read.
const IDLE_TIMEOUT: Duration = Duration::from_secs(20);

/// A stream of bytes, read on demand. Ends with an error when fewer bytes arrive than announced.
#[derive(Debug)]
pub struct FileStream {
    source: Source,
    /// Number of bytes still to come.
    remaining: u64,
    /// How long the store may send nothing.
    timeout: Duration,
    /// Runs while waiting for bytes from the store. None between reads, so that a slow client does not count against
    /// the store.
    idle: Option<Pin<Box<Sleep>>>,
}

#[derive(Debug)]
enum Source {
    File { file: File, chunk: Box<[u8]> },
    Answer(Incoming),
    Nothing,
}

impl FileStream {
    pub(super) async fn of_file(mut file: File, start: u64, end: u64) -> io::Result<Self> {
        file.seek(io::SeekFrom::Start(start)).await?;
        let remaining = end.saturating_sub(start);
        let chunk = vec![0; CHUNK.min(usize::try_from(remaining).unwrap_or(CHUNK))].into();
        Ok(Self::new(Source::File { file, chunk }, remaining))
    }

    pub(super) fn of_response(body: Incoming, length: u64) -> Self {
        Self::new(Source::Answer(body), length)
    }

    pub(super) fn empty() -> Self {
        Self::new(Source::Nothing, 0)
    }

    /// Returns the number of bytes still to come.
    pub fn remaining(&self) -> u64 {
        self.remaining
    }

    /// Returns all remaining bytes at once.
    pub(super) async fn read_all(mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        while let Some(frame) = poll_fn(|cx| Pin::new(&mut self).poll_frame(cx)).await {
            bytes.extend(frame?.into_data().unwrap_or_default());
        }
        Ok(bytes)
    }

    fn new(source: Source, remaining: u64) -> Self {
        Self { source, remaining, timeout: IDLE_TIMEOUT, idle: None }
    }
}

impl Source {
    /// Returns the next bytes, empty at the end.
    fn poll_bytes(&mut self, cx: &mut Context<'_>, remaining: u64) -> Poll<io::Result<Bytes>> {
        match self {
            Self::File { file, chunk } => {
                let most = chunk.len().min(usize::try_from(remaining).unwrap_or(usize::MAX));
                let mut buffer = ReadBuf::new(chunk.get_mut(..most).unwrap_or_default());
                ready!(Pin::new(file).poll_read(cx, &mut buffer))?;
                Poll::Ready(Ok(Bytes::copy_from_slice(buffer.filled())))
            }
            Self::Nothing => Poll::Ready(Ok(Bytes::new())),
            Self::Answer(body) => loop {
                match ready!(Pin::new(&mut *body).poll_frame(cx)) {
                    None => return Poll::Ready(Ok(Bytes::new())),
                    Some(Err(error)) => return Poll::Ready(Err(io::Error::other(error))),
                    Some(Ok(frame)) => match frame.into_data() {
                        Ok(data) if !data.is_empty() => return Poll::Ready(Ok(data)),
                        _ => {}
                    },
                }
            },
        }
    }
}

impl Body for FileStream {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        let this = &mut *self;
        if this.remaining == 0 {
            return Poll::Ready(None);
        }
        let Poll::Ready(bytes) = this.source.poll_bytes(cx, this.remaining) else {
            let timeout = this.timeout;
            ready!(this.idle.get_or_insert_with(|| Box::pin(tokio::time::sleep(timeout))).as_mut().poll(cx));
            this.remaining = 0;
            return Poll::Ready(Some(Err(io::ErrorKind::TimedOut.into())));
        };
        this.idle = None;
        let bytes = bytes.and_then(|bytes| {
            let more = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
            match this.remaining.checked_sub(more) {
                Some(remaining) if more > 0 => {
                    this.remaining = remaining;
                    Ok(bytes)
                }
                _ => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "a file does not have the announced length")),
            }
        });
        if bytes.is_err() {
            this.remaining = 0;
        }
        Poll::Ready(Some(bytes.map(Frame::data)))
    }

    fn is_end_stream(&self) -> bool {
        self.remaining == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.remaining)
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;
    use tokio::io::AsyncWriteExt;

    use super::*;

    #[tokio::test]
    async fn a_reader_may_be_slower_than_a_store() {
        let mut file = File::from_std(tempfile::tempfile().unwrap());
        let bytes = vec![7; 3 * CHUNK];
        file.write_all(&bytes).await.unwrap();
        file.flush().await.unwrap();
        let mut stream = FileStream::of_file(file, 0, bytes.len() as u64).await.unwrap();
        // Longer than a busy machine takes for a chunk of a file, but shorter than the pause below.
        stream.timeout = Duration::from_millis(800);
        let mut read = 0;
        while let Some(frame) = stream.frame().await {
            read += frame.unwrap().into_data().unwrap().len();
            // The client reads nothing meanwhile.
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        assert_eq!(read, bytes.len());
    }
}
