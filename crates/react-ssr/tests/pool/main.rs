//! The guarantees of a pool, tested on a bundle with a page for every failure.
#![expect(clippy::unwrap_used, reason = "what is not as expected fails the test")]

mod limits;
mod recovery;
mod rendering;

use std::time::Duration;

use react_ssr::{Bundle, Limits, PoolConfig, RenderError, RenderPool};
use serde_json::json;

const BUNDLE: &str = include_str!("bundle.js");

fn config() -> PoolConfig {
    // Longer than the default, for machines that are busy with other tests.
    PoolConfig { workers: 1, queue: 4, timeout: Duration::from_mins(1), limits: calls_of(500) }
}

/// Limits with this processor time for a call, in milliseconds.
fn calls_of(millis: u64) -> Limits {
    Limits { call: Duration::from_millis(millis), ..Limits::default() }
}

fn bundle() -> Bundle {
    Bundle::compile(BUNDLE).unwrap()
}

fn pool() -> RenderPool {
    RenderPool::start(&bundle(), config()).unwrap()
}

fn page(component: &str) -> String {
    json!({ "component": component }).to_string()
}

async fn body(pool: &RenderPool, component: &str) -> Result<String, RenderError> {
    pool.document(page(component)).await.body
}

fn threw(result: &Result<String, RenderError>, part: &str) -> bool {
    matches!(result, Err(RenderError::Threw(message)) if message.contains(part))
}

/// Checks that fifty renders succeed after a failure.
async fn assert_recovered(pool: &RenderPool) {
    for n in 0..50 {
        let text = format!("page {n}");
        let rendered = pool.document(json!({ "component": "ok", "text": text }).to_string()).await;
        assert_eq!(rendered.head.unwrap(), format!(r#"{{"title":"{text}"}}"#));
        assert_eq!(rendered.body.unwrap(), format!("<main>{text}</main>"));
    }
}
