//! The time that a connection has for the head of its next request.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll, ready},
    time::{Duration, Instant},
};

use hyper::rt::{Sleep, Timer};
use tokio::time::sleep_until;

/// hyper's timer for one connection. hyper begins to wait anew with each request, and tokio would take each wait into
/// its wheel and out of it again. Here all of them share one alarm: when it rings it is set to the end of the present
/// wait. No wait may end before an earlier one would have: true of waits of one length.
#[derive(Debug, Clone, Default)]
pub struct HeadTimer {
    alarm: Arc<Mutex<Option<Alarm>>>,
}

type Alarm = Pin<Box<tokio::time::Sleep>>;

impl Timer for HeadTimer {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        self.sleep_until(self.now() + duration)
    }

    fn sleep_until(&self, end: Instant) -> Pin<Box<dyn Sleep>> {
        Box::pin(Wait { alarm: Arc::clone(&self.alarm), end })
    }
}

struct Wait {
    alarm: Arc<Mutex<Option<Alarm>>>,
    end: Instant,
}

impl Sleep for Wait {}

impl Future for Wait {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let end = self.end.into();
        let mut alarm = self.alarm.lock().unwrap_or_else(PoisonError::into_inner);
        let alarm = alarm.get_or_insert_with(|| Box::pin(sleep_until(end)));
        loop {
            ready!(alarm.as_mut().poll(context));
            if end <= alarm.deadline() {
                return Poll::Ready(());
            }
            alarm.as_mut().reset(end);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use http::{Request, Response};
    use hyper::{body::Incoming, server::conn::http1, service::service_fn};
    use hyper_util::rt::TokioIo;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    #[tokio::test]
    async fn the_alarm_of_an_earlier_wait_does_not_end_a_later_one() {
        let timer = HeadTimer::default();
        let begun = Instant::now();
        for milliseconds in [10, 40, 90] {
            let mut wait = timer.sleep(Duration::from_millis(milliseconds));
            std::future::poll_fn(|context| {
                let _ = wait.as_mut().poll(context);
                Poll::Ready(())
            })
            .await;
        }
        timer.sleep(Duration::from_millis(120)).await;
        assert!(begun.elapsed() >= Duration::from_millis(120));
    }

    #[tokio::test]
    async fn a_connection_that_sends_no_whole_head_is_closed() {
        let (mut client, server) = tokio::io::duplex(1024);
        let mut http = http1::Builder::new();
        http.timer(HeadTimer::default()).header_read_timeout(Duration::from_millis(100));
        let empty = async |_: Request<Incoming>| Ok::<_, Infallible>(Response::new(String::new()));
        let connection = tokio::spawn(http.serve_connection(TokioIo::new(server), service_fn(empty)).into_future());
        client.write_all(b"GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n").await.unwrap();
        let mut answers = String::new();
        client.read_to_string(&mut answers).await.unwrap();
        assert_eq!(answers.matches("200 OK").count(), 1, "{answers}");
        assert!(connection.await.unwrap().unwrap_err().is_timeout());
    }
}
