use super::*;

const BUNDLE: &str = include_str!("bundle.js");

fn config() -> PoolConfig {
    // More patient than the default, for machines that are busy with other tests.
    PoolConfig { workers: 1, queue: 4, deadline: Duration::from_millis(500), ..PoolConfig::default() }
}

fn pool() -> RenderPool {
    RenderPool::start(BUNDLE.into(), config()).unwrap()
}

fn page(component: &str) -> String {
    serde_json::json!({ "component": component }).to_string()
}

async fn body(pool: &RenderPool, component: &str) -> Result<String, RenderError> {
    pool.document(page(component)).await.body
}

fn threw(result: &Result<String, RenderError>, part: &str) -> bool {
    matches!(result, Err(RenderError::Threw(message)) if message.contains(part))
}

/// The rule behind every failure: the next fifty visitors see nothing of it.
async fn assert_recovered(pool: &RenderPool) {
    for n in 0..50 {
        let text = format!("page {n}");
        let rendered = pool.document(serde_json::json!({ "component": "ok", "text": text }).to_string()).await;
        assert_eq!(rendered.head.unwrap(), format!(r#"{{"title":"{text}"}}"#));
        assert_eq!(rendered.body.unwrap(), format!("<main>{text}</main>"));
    }
}

#[tokio::test]
async fn a_page_gives_head_and_body() {
    let pool = pool();
    let rendered = pool.document(page("ok")).await;
    assert_eq!(rendered.head.unwrap(), r#"{"title":"ok"}"#);
    assert_eq!(rendered.body.unwrap(), "<main>hello</main>");
    assert!(rendered.elapsed > Duration::ZERO);
    assert_eq!(pool.head(page("ok")).await.unwrap(), r#"{"title":"ok"}"#);
    assert!(pool.ready().await);
    let stats = pool.stats();
    assert_eq!((stats.renders, stats.failures, stats.timeouts, stats.rejected), (2, 0, 0, 0));
}

#[tokio::test]
async fn a_page_that_throws_gives_its_message_and_the_pool_goes_on() {
    let pool = pool();
    assert!(threw(&body(&pool, "throws").await, "no such thing"));
    assert!(threw(&body(&pool, "throws_text").await, "just text"));
    assert!(threw(&body(&pool, "rejects").await, "later"));
    assert!(threw(&body(&pool, "no_such_page").await, "not a function"));
    assert!(threw(&pool.document("{".to_owned()).await.body, "JSON"));
    assert_recovered(&pool).await;
    // The page that is no JSON fails twice: head and body.
    assert_eq!(pool.stats().failures, 6);
}

#[tokio::test]
async fn the_head_survives_a_body_that_fails() {
    let pool = pool();
    for component in ["throws", "rejects", "loops", "hungry", "deep", "never"] {
        let rendered = pool.document(page(component)).await;
        assert_eq!(rendered.head.unwrap(), format!(r#"{{"title":"{component}"}}"#));
        assert!(rendered.body.is_err(), "{component}");
    }
}

#[tokio::test]
async fn the_body_survives_a_head_that_fails() {
    let pool = pool();
    for (head, error) in [("throws", None), ("loops", Some(RenderError::Timeout))] {
        let rendered = pool.document(format!(r#"{{"component":"ok","head":"{head}"}}"#)).await;
        assert_eq!(rendered.body.unwrap(), "<main>hello</main>");
        assert!(rendered.head.is_err());
        if let Some(error) = error {
            assert_eq!(rendered.head.unwrap_err(), error);
        }
    }
}

#[tokio::test]
async fn endless_work_is_stopped_at_the_deadline() {
    let pool = pool();
    for component in ["loops", "loops_in_jobs", "loops_in_timers", "regex"] {
        let rendered = pool.document(page(component)).await;
        assert_eq!(rendered.body, Err(RenderError::Timeout), "{component}");
        let elapsed = rendered.elapsed.as_millis();
        assert!((500..15_000).contains(&elapsed), "{component} took {elapsed} ms");
    }
    assert_eq!(pool.stats().timeouts, 4);
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
    let pool = RenderPool::start(
        BUNDLE.into(),
        // Time enough to reach the limit on a slow machine.
        PoolConfig { deadline: Duration::from_secs(5), ..config() },
    )
    .unwrap();
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
        let config = PoolConfig { memory_limit: 400_000 + step * 7_919, deadline: Duration::from_secs(2), ..config() };
        if let Ok(pool) = RenderPool::start(BUNDLE.into(), config) {
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
async fn a_promise_that_never_settles_is_an_error_at_once() {
    let pool = pool();
    let rendered = pool.document(page("never")).await;
    assert!(threw(&rendered.body, "never settles"));
    assert!(rendered.elapsed < Duration::from_millis(500));
    assert_recovered(&pool).await;
}

#[tokio::test]
async fn an_answer_that_is_no_text_is_an_error() {
    let pool = pool();
    assert!(threw(&body(&pool, "not_text").await, "no well-formed string"));
    assert!(threw(&body(&pool, "lone_surrogate").await, "no well-formed string"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_queue_is_refused_at_once() {
    let pool = RenderPool::start(BUNDLE.into(), PoolConfig { queue: 2, ..config() }).unwrap();
    let mut waiting = Vec::new();
    for _ in 0..3 {
        let pool = pool.clone();
        waiting.push(tokio::spawn(async move { body(&pool, "loops").await }));
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let begun = Instant::now();
    let refused = pool.document(page("ok")).await;
    assert!(begun.elapsed() < Duration::from_millis(250));
    assert_eq!(refused.head, Err(RenderError::Busy));
    assert_eq!(refused.body, Err(RenderError::Busy));
    assert_eq!(pool.head(page("ok")).await, Err(RenderError::Busy));
    assert_eq!(pool.stats().rejected, 2);
    for task in waiting {
        assert_eq!(task.await.unwrap(), Err(RenderError::Timeout));
    }
    assert_recovered(&pool).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_native_call_that_no_interrupt_reaches_keeps_nobody_waiting() {
    let config = PoolConfig { deadline: Duration::from_millis(20), ..config() };
    let pool = RenderPool::start(BUNDLE.into(), config).unwrap();
    let (rendered, queued) = tokio::join!(pool.document(page("native")), pool.document(page("ok")));
    assert_eq!(queued.body, Err(RenderError::Timeout));
    assert!(queued.elapsed < Duration::from_millis(350), "{:?}", queued.elapsed);
    assert_eq!(rendered.head.unwrap(), r#"{"title":"native"}"#);
    assert_eq!(rendered.body, Err(RenderError::Timeout));
    assert!(rendered.elapsed < Duration::from_millis(350), "{:?}", rendered.elapsed);
    while !pool.ready().await {}
    // The job that waited behind it in vain was skipped.
    assert_eq!(pool.stats().renders, 1);
    assert_recovered(&pool).await;
}

#[tokio::test]
async fn timers_run_by_due_time_and_none_is_left_to_the_next_page() {
    let pool = pool();
    assert_eq!(body(&pool, "timers_in_order").await.unwrap(), "abc");
    for _ in 0..20 {
        assert_eq!(body(&pool, "leaves_a_timer").await.unwrap(), "left");
    }
    assert_eq!(body(&pool, "counts_timers").await.unwrap(), "0");
}

#[tokio::test]
async fn text_of_any_script_is_whole_and_the_console_takes_anything() {
    let pool = pool();
    assert_eq!(body(&pool, "wide").await.unwrap(), "a→東京🦊ü".repeat(400));
    assert_eq!(body(&pool, "logs").await.unwrap(), "logged");
}

#[tokio::test]
async fn a_bundle_that_keeps_memory_gets_a_new_engine_before_the_limit() {
    let pool = pool();
    for n in 0..1_000 {
        assert_eq!(body(&pool, "leaks").await.as_deref(), Ok("leaked"), "render {n}");
    }
    assert_eq!(pool.stats().failures, 0);
}

#[tokio::test]
async fn a_panicking_thread_is_replaced() {
    let pool = pool();
    pool.handle.shared.submit(Job::Panic).unwrap();
    assert!(pool.ready().await);
    assert_recovered(&pool).await;
    assert_eq!(pool.stats().failures, 1);
}

#[test]
fn a_bundle_that_cannot_work_is_refused_at_the_start() {
    let start = |bundle: &str| {
        let config = PoolConfig { boot_deadline: Duration::from_millis(300), ..config() };
        match RenderPool::start(bundle.into(), config) {
            Err(RenderError::Bundle(message)) => message,
            other => panic!("{other:?}"),
        }
    };
    assert!(start("export function head( {").contains("bundle.js"));
    assert!(start("throw new Error('at boot')").contains("at boot"));
    assert!(start("await null; throw new Error('after a while')").contains("after a while"));
    assert!(start("for (;;);").contains("too long"));
    assert!(start("for (;;) await null;").contains("too long"));
    assert!(start("await new Promise(() => {});").contains("never settles"));
    assert!(start("export const head = () => '';").contains("`render`"));
    assert!(start("import 'react';").contains("react"));
}

#[tokio::test]
async fn the_threads_end_with_the_last_handle() {
    let pool = pool();
    let shared = Arc::downgrade(&pool.handle.shared);
    let clone = pool.clone();
    drop(pool);
    assert!(clone.ready().await);
    drop(clone);
    for _ in 0..200 {
        if shared.strong_count() == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("a render thread is still alive");
}
