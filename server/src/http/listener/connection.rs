//! Serves one connection: plain requests with prepared responses on the fast path, and everything from the first
//! other request on with hyper.

use std::{
    io,
    pin::{Pin, pin},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use bytes::{Buf, Bytes, BytesMut};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::Watcher,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    sync::watch,
    time::{Instant, Sleep, sleep},
};

use super::{HEAD_TIMEOUT, plain_request::PlainRequest, service::ConnectionService, stream::ClientStream};
use crate::http::prepared::PreparedResponse;

/// Size of the read buffer in bytes. Longer headers go to hyper.
const READ_BUFFER: usize = 4096;

/// Maximum number of bytes of a request's line and headers. Browsers send a few hundred; a proxy may add long cookies
/// of other programs on the same host.
const MAX_HEAD: usize = 64 << 10;
/// Maximum number of header lines per request.
const MAX_HEADERS: usize = 100;

/// Serves a connection to its end. `stopping` ends it between two requests; `watcher` is notified when it has ended.
pub async fn serve(
    service: ConnectionService,
    mut stream: ClientStream,
    stopping: watch::Receiver<bool>,
    watcher: Watcher,
) {
    let received = match serve_prepared(&service, &mut stream, stopping).await {
        Ok(Some(received)) => received,
        Ok(None) => return,
        Err(error) => {
            tracing::trace!(%error, "connection ended");
            return;
        }
    };
    stream.give_back(received);
    let stream = TokioIo::new(stream);
    // Without `pipeline_flush`, which keeps hyper from answering malformed requests.
    let mut http = hyper::server::conn::http1::Builder::new();
    http.header_read_timeout(HEAD_TIMEOUT).timer(TokioTimer::new()).max_buf_size(MAX_HEAD).max_headers(MAX_HEADERS);
    if let Err(error) = watcher.watch(http.serve_connection(stream, service)).await {
        tracing::trace!(%error, "connection ended");
    }
}

/// Answers plain requests that have prepared responses. Avoids parsing and writing headers, which is most of the cost
/// of a cached response in hyper. Returns the bytes received of the first other request, or `None` at the connection's
/// end.
async fn serve_prepared(
    service: &ConnectionService,
    stream: &mut ClientStream,
    mut stopping: watch::Receiver<bool>,
) -> io::Result<Option<Bytes>> {
    let mut received = BytesMut::with_capacity(READ_BUFFER);
    let mut date = DateLine::default();
    let mut stop = pin!(stopping.wait_for(|stopping| *stopping));
    let mut idle = IdleTimer::new(HEAD_TIMEOUT);
    loop {
        while let Some(request) = PlainRequest::read(&received) {
            let now = SystemTime::from(service.app.clock.now());
            let bytes = |answer: &PreparedResponse| {
                (answer.head().clone(), if request.is_head { Bytes::new() } else { answer.body().clone() })
            };
            let Some((head, body)) = service.prepared(request.path, request.query, &request.negotiation, now, bytes)
            else {
                return Ok(Some(received.freeze()));
            };
            let length = request.length;
            // Counted before the client gets the response and may read the metrics.
            service.app.metrics.fast_path.inc();
            stream.write_all_buf(&mut head.chain(date.at(now)).chain(body)).await?;
            received.advance(length);
            idle.active = true;
        }
        if !received.is_empty() {
            return Ok(Some(received.freeze()));
        }
        // Reclaims the consumed part of the buffer.
        received.reserve(READ_BUFFER);
        tokio::select! {
            biased;
            read = stream.read_buf(&mut received) => if read? == 0 { return Ok(None) },
            () = idle.expired() => return Ok(None),
            _ = &mut stop => return Ok(None),
        }
    }
}

/// Closes the connection when no request arrives within `timeout`, or within up to twice that after a request, so
/// that the timer is not reset for each one.
struct IdleTimer {
    timeout: Duration,
    alarm: Pin<Box<Sleep>>,
    /// Whether a request arrived since the timer was set.
    active: bool,
}

impl IdleTimer {
    fn new(timeout: Duration) -> Self {
        Self { timeout, alarm: Box::pin(sleep(timeout)), active: false }
    }

    /// Resolves when the time is up. Cancel safe.
    async fn expired(&mut self) {
        loop {
            self.alarm.as_mut().await;
            if !self.active {
                return;
            }
            self.active = false;
            self.alarm.as_mut().reset(Instant::now() + self.timeout);
        }
    }
}

/// The `date` header and the empty line after it, formatted once a second.
#[derive(Default)]
struct DateLine {
    second: u64,
    line: Vec<u8>,
}

impl DateLine {
    fn at(&mut self, now: SystemTime) -> &[u8] {
        let second = now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        if self.second != second || self.line.is_empty() {
            self.second = second;
            self.line = format!("date: {}\r\n\r\n", httpdate::fmt_http_date(now)).into_bytes();
        }
        &self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIME: Duration = Duration::from_millis(100);

    #[tokio::test]
    async fn an_idle_connection_ends_after_the_timeout() {
        let begun = Instant::now();
        let mut idle = IdleTimer::new(TIME);
        tokio::select! {
            () = idle.expired() => panic!("too soon"),
            () = sleep(TIME / 10) => {}
        }
        idle.expired().await;
        assert!(begun.elapsed() >= TIME);
        assert!(!idle.active);
    }

    #[tokio::test]
    async fn a_request_extends_the_timeout() {
        let begun = Instant::now();
        let mut idle = IdleTimer::new(TIME);
        idle.active = true;
        idle.expired().await;
        assert!(begun.elapsed() >= TIME * 2);
    }

    #[test]
    fn a_date_is_that_of_its_second() {
        let mut date = DateLine::default();
        let at = |seconds: f64| UNIX_EPOCH + Duration::from_secs_f64(seconds);
        for (now, line) in [
            (0.0, "date: Thu, 01 Jan 1970 00:00:00 GMT\r\n\r\n"),
            (0.9, "date: Thu, 01 Jan 1970 00:00:00 GMT\r\n\r\n"),
            (1.0, "date: Thu, 01 Jan 1970 00:00:01 GMT\r\n\r\n"),
            (1_795_348_799.5, "date: Sun, 22 Nov 2026 11:59:59 GMT\r\n\r\n"),
        ] {
            assert_eq!(date.at(at(now)), line.as_bytes());
        }
    }
}
