//! Successful renders, bundles that throw, and state between renders.

use super::*;

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
    assert!(stats.busy_micros > 0);
}

#[tokio::test]
async fn head_comes_first_and_leaves_its_state_to_the_body_of_the_same_page() {
    let pool = RenderPool::start(&bundle(), PoolConfig { workers: 3, ..config() }).unwrap();
    for n in 0..50 {
        let page = json!({ "component": "after_its_head", "text": n }).to_string();
        assert_eq!(pool.document(page.clone()).await.body.unwrap(), page);
    }
}

#[tokio::test]
async fn the_globals_are_those_of_the_readme() {
    let names = ["console", "setTimeout", "clearTimeout", "Intl", "URL", "fetch", "TextEncoder", "MessageChannel"];
    let page = json!({ "component": "globals", "names": names }).to_string();
    assert_eq!(pool().document(page).await.body.unwrap(), "console setTimeout clearTimeout");
}

#[tokio::test]
async fn both_exports_may_return_promises() {
    let pool = pool();
    let rendered = pool.document(json!({ "component": "timers_in_order", "head": "waits" }).to_string()).await;
    assert_eq!(rendered.head.unwrap(), r#""waited""#);
    assert_eq!(rendered.body.unwrap(), "abc");
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
    // The page that is not JSON fails twice: head and body.
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
async fn a_result_that_is_not_text_is_an_error() {
    let pool = pool();
    assert!(threw(&body(&pool, "not_text").await, "no well-formed string"));
    assert!(threw(&body(&pool, "lone_surrogate").await, "no well-formed string"));
    let head = pool.head(json!({ "component": "ok", "head": "is_no_text" }).to_string()).await;
    assert!(threw(&head, "no well-formed string"));
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

#[test]
fn a_bundle_that_cannot_work_is_refused_at_the_start() {
    let start = |source: &str| {
        let limits = Limits { boot: Duration::from_millis(300), ..Limits::default() };
        match Bundle::compile(source).and_then(|bundle| RenderPool::start(&bundle, PoolConfig { limits, ..config() })) {
            Err(RenderError::Bundle(message)) => message,
            other => panic!("{other:?}"),
        }
    };
    assert!(start("export function head( {").contains("bundle.js"));
    assert!(start("throw new Error('at boot')").contains("at boot"));
    assert!(start("await null; throw new Error('after a while')").contains("after a while"));
    assert!(start("for (;;);").contains("too long"));
    assert!(start("for (;;) await null;").contains("too long"));
    assert!(start("const again = () => Promise.resolve().then(again); again();").contains("too long"));
    assert!(start("await new Promise(() => {});").contains("never settles"));
    assert!(start("export const head = () => '';").contains("`render`"));
    assert!(start("import 'react';").contains("react"));
}
