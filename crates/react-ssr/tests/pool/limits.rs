//! Processor time, memory, stack and queue.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use super::*;

#[tokio::test]
async fn endless_work_is_stopped_at_the_deadline() {
    let pool = pool();
    for component in ["loops", "loops_in_jobs", "loops_in_timers", "regex"] {
        let rendered = pool.document(page(component)).await;
        assert_eq!(rendered.body, Err(RenderError::Timeout), "{component}");
        assert!(rendered.elapsed >= Duration::from_millis(500), "{component}: {:?}", rendered.elapsed);
    }
    // Stopped in the engine, by processor time: no caller timed out, and the worker is free.
    assert!(pool.ready().await);
    assert_eq!(pool.stats().timeouts, 4);
    assert_eq!(pool.stats().renders, 4);
    assert_recovered(&pool).await;
}

#[tokio::test]
async fn jobs_that_go_on_after_the_answer_are_stopped_and_gone() {
    let pool = pool();
    assert_eq!(body(&pool, "loops_after_its_answer").await.unwrap(), "early");
    assert_recovered(&pool).await;
}

#[tokio::test]
async fn a_page_that_takes_all_memory_is_refused() {
    // Time enough to reach the limit on a slow machine.
    let pool = RenderPool::start(&bundle(), PoolConfig { limits: calls_of(5_000), ..config() }).unwrap();
    for component in ["hungry", "hungry_buffers", "hungry_promises"] {
        assert_eq!(body(&pool, component).await, Err(RenderError::Memory), "{component}");
    }
    // The longest string an engine allows may come before the memory limit.
    assert!(body(&pool, "hungry_text").await.is_err());
    assert_eq!(body(&pool, "hungry_and_caught").await.unwrap(), "survived");
    assert_recovered(&pool).await;
}

#[tokio::test]
async fn running_out_of_memory_anywhere_never_ends_the_process() {
    // The limit falls at another instruction of boot or render each time.
    for step in 0..60 {
        let limits = Limits { memory: 400_000 + step * 7_919, ..calls_of(2_000) };
        if let Ok(pool) = RenderPool::start(&bundle(), PoolConfig { limits, ..config() }) {
            for component in ["hungry_and_caught", "hungry", "hungry_promises", "wide", "ok"] {
                drop(body(&pool, component).await);
            }
        }
    }
}

#[tokio::test]
async fn deep_recursion_is_an_error() {
    let pool = pool();
    assert!(threw(&body(&pool, "deep").await, "call stack"));
    assert_recovered(&pool).await;
}

#[tokio::test]
async fn a_promise_that_never_settles_is_an_error_and_not_waited_for() {
    let pool = pool();
    assert!(threw(&body(&pool, "never").await, "never settles"));
    assert_eq!(pool.stats().timeouts, 0);
    assert_recovered(&pool).await;
}

#[tokio::test]
async fn a_full_queue_is_refused_at_once() {
    let pool = RenderPool::start(&bundle(), PoolConfig { queue: 2, ..config() }).unwrap();
    let mut busy = pin!(pool.document(page("loops")));
    let mut first = pin!(pool.document(page("ok")));
    let mut second = pin!(pool.document(page("ok")));
    let mut polls = Context::from_waker(Waker::noop());
    assert!(busy.as_mut().poll(&mut polls).is_pending());
    assert!(first.as_mut().poll(&mut polls).is_pending());
    // Refused while the worker has not yet taken the first job.
    while second.as_mut().poll(&mut polls).is_ready() {
        second.set(pool.document(page("ok")));
        tokio::task::yield_now().await;
    }
    let rejected = pool.stats().rejected;

    let mut refused = pin!(pool.document(page("ok")));
    let Poll::Ready(refused) = refused.as_mut().poll(&mut polls) else { panic!("a job waits beyond the queue") };
    assert_eq!(refused.head, Err(RenderError::Busy));
    assert_eq!(refused.body, Err(RenderError::Busy));
    let head = pin!(pool.head(page("ok"))).poll(&mut polls);
    assert_eq!(head, Poll::Ready(Err(RenderError::Busy)));
    assert_eq!(pool.stats().rejected, rejected + 2);

    assert_eq!(busy.await.body, Err(RenderError::Timeout));
    assert!(first.await.body.is_ok());
    assert!(second.await.body.is_ok());
    assert_recovered(&pool).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_native_call_that_no_interrupt_reaches_times_out() {
    let config = PoolConfig { timeout: Duration::from_millis(300), limits: calls_of(20), ..config() };
    let pool = RenderPool::start(&bundle(), config).unwrap();
    let (rendered, queued) = tokio::join!(pool.document(page("native")), pool.document(page("ok")));
    // Both callers got an error while the call continued.
    assert_eq!(pool.stats().renders, 0);
    assert_eq!(rendered.head.unwrap(), r#"{"title":"native"}"#);
    assert_eq!(rendered.body, Err(RenderError::Timeout));
    assert_eq!(queued.body, Err(RenderError::Timeout));
    while !pool.ready().await {}
    // The job that waited behind it was skipped.
    assert_eq!(pool.stats().renders, 1);
    let pool_is_free = pool.document(page("ok")).await;
    assert_eq!(pool_is_free.body.unwrap(), "<main>hello</main>");
}
