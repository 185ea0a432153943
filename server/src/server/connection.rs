//! A connection: prompt answers from what lies ready, and hyper from the first request that needs more.

use std::{
    io::{self, Cursor},
    pin::{Pin, pin},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use bytes::{Buf, Bytes, BytesMut};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::Watcher,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, join},
    net::TcpStream,
    sync::watch,
    time::{Instant, Sleep, sleep},
};

use super::{HEAD_TIMEOUT, front::Front, plain_request::PlainRequest};
use crate::prepared::Prepared;

/// For what a client sends at a time, in bytes: longer heads are hyper's.
const ROOM: usize = 4096;

/// Serves a connection to its end. `stopping` ends it between two requests, `watcher` is told when it has ended.
pub async fn serve(front: Front, mut stream: TcpStream, stopping: watch::Receiver<bool>, watcher: Watcher) {
    let received = match answer_promptly(&front, &mut stream, stopping).await {
        Ok(Some(received)) => received,
        Ok(None) => return,
        Err(error) => {
            tracing::trace!(%error, "connection ended");
            return;
        }
    };
    let (reader, writer) = stream.into_split();
    let stream = TokioIo::new(join(AsyncReadExt::chain(Cursor::new(received), reader), writer));
    // Without `pipeline_flush`: with it hyper never sends its answer to a head that it cannot read.
    let mut http = hyper::server::conn::http1::Builder::new();
    http.header_read_timeout(HEAD_TIMEOUT).timer(TokioTimer::new());
    if let Err(error) = watcher.watch(http.serve_connection(stream, front)).await {
        tracing::trace!(%error, "connection ended");
    }
}

/// Answers plain requests as long as their answers lie ready: no header is taken apart or put together for them, which
/// is most of what a cached answer costs in hyper. Gives what was received of a request that needs more, or nothing at
/// the connection's end.
async fn answer_promptly(
    front: &Front,
    stream: &mut TcpStream,
    mut stopping: watch::Receiver<bool>,
) -> io::Result<Option<Bytes>> {
    let mut received = BytesMut::with_capacity(ROOM);
    let mut date = DateLine::default();
    let mut stop = pin!(stopping.wait_for(|stopping| *stopping));
    let mut silence = Silence::new(HEAD_TIMEOUT);
    loop {
        while let Some(request) = PlainRequest::read(&received) {
            let now = SystemTime::from(front.app.clock.now());
            let bytes = |answer: &Prepared| {
                (answer.head().clone(), if request.is_head { Bytes::new() } else { answer.body().clone() })
            };
            let Some((head, body)) = front.prepared(request.path, request.query, &request.wants, now, bytes) else {
                return Ok(Some(received.freeze()));
            };
            let length = request.length;
            stream.write_all_buf(&mut head.chain(date.at(now)).chain(body)).await?;
            received.advance(length);
            front.app.metrics.prompt.inc();
            silence.heard = true;
        }
        if !received.is_empty() {
            return Ok(Some(received.freeze()));
        }
        // What was advanced over is room again.
        received.reserve(ROOM);
        tokio::select! {
            biased;
            read = stream.read_buf(&mut received) => if read? == 0 { return Ok(None) },
            () = silence.is_over() => return Ok(None),
            _ = &mut stop => return Ok(None),
        }
    }
}

/// How long a client is waited for that says nothing: for one time, or for up to two of them after it said something.
/// The alarm need not be set anew after each request then.
struct Silence {
    time: Duration,
    alarm: Pin<Box<Sleep>>,
    /// Whether something was said since the alarm was set.
    heard: bool,
}

impl Silence {
    fn new(time: Duration) -> Self {
        Self { time, alarm: Box::pin(sleep(time)), heard: false }
    }

    /// Resolves when it has lasted too long. May be dropped before, and asked again.
    async fn is_over(&mut self) {
        loop {
            self.alarm.as_mut().await;
            if !self.heard {
                return;
            }
            self.heard = false;
            self.alarm.as_mut().reset(Instant::now() + self.time);
        }
    }
}

/// The date of an answer and the end of its head, written anew each second.
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
    async fn a_client_that_says_nothing_is_waited_for_once() {
        let begun = Instant::now();
        let mut silence = Silence::new(TIME);
        tokio::select! {
            () = silence.is_over() => panic!("too soon"),
            () = sleep(TIME / 10) => {}
        }
        silence.is_over().await;
        assert!(begun.elapsed() >= TIME);
        assert!(!silence.heard);
    }

    #[tokio::test]
    async fn a_client_that_said_something_is_waited_for_again() {
        let begun = Instant::now();
        let mut silence = Silence::new(TIME);
        silence.heard = true;
        silence.is_over().await;
        assert!(begun.elapsed() >= TIME * 2);
    }

    #[test]
    fn a_date_is_of_its_second() {
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
