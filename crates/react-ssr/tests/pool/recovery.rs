//! Properties: after any input and any mix of failures, the next good render succeeds.

use std::sync::LazyLock;

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;
use tokio::runtime::Runtime;

use super::*;

/// One pool for all cases, so that state left by one case would affect the next.
struct Host {
    runtime: Runtime,
    pool: RenderPool,
}

static HOST: LazyLock<Host> = LazyLock::new(|| {
    let limits = Limits { memory: 4 * 1024 * 1024, ..calls_of(30) };
    let config = PoolConfig { workers: 2, queue: 64, limits, ..config() };
    Host { runtime: Runtime::new().unwrap(), pool: RenderPool::start(&bundle(), config).unwrap() }
});

impl Host {
    /// Renders all pages concurrently, and returns when all are done.
    fn render(&'static self, pages: Vec<String>) -> Vec<Result<String, RenderError>> {
        self.runtime.block_on(async {
            let tasks: Vec<_> =
                pages.into_iter().map(|page| tokio::spawn(async { self.pool.document(page).await.body })).collect();
            let mut bodies = Vec::new();
            for task in tasks {
                bodies.push(task.await.unwrap());
            }
            bodies
        })
    }

    /// Checks that both workers return their input.
    fn assert_good(&'static self, value: &Value) {
        let page = json!({ "component": "echo", "value": value }).to_string();
        for body in self.render(vec![page; 6]) {
            assert_eq!(&serde_json::from_str::<Value>(&body.unwrap()).unwrap(), value);
        }
    }
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        ".*".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            vec((".*", inner), 0..6).prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

fn any_page() -> impl Strategy<Value = String> {
    let components = prop::sample::select(vec![
        "ok",
        "throws",
        "throws_text",
        "rejects",
        "loops",
        "loops_in_jobs",
        "loops_in_timers",
        "loops_after_its_answer",
        "regex",
        "hungry",
        "hungry_buffers",
        "hungry_text",
        "hungry_promises",
        "hungry_and_caught",
        "deep",
        "never",
        "not_text",
        "lone_surrogate",
        "leaks",
        "leaves_a_timer",
        "logs",
        "keeps_a_promise",
        "no_such_page",
    ]);
    let heads = prop::sample::select(vec!["good", "good", "good", "throws", "loops", "is_no_text"]);
    (components, heads).prop_map(|(component, head)| json!({ "component": component, "head": head }).to_string())
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn after_any_mix_of_renders_a_good_one_succeeds(pages in vec(any_page(), 1..10)) {
        HOST.render(pages);
        HOST.assert_good(&json!({ "after": "the mix" }));
    }
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn any_json_reaches_the_bundle_unchanged(value in any_json()) {
        HOST.assert_good(&value);
    }

    #[test]
    fn any_text_is_an_answer_or_an_error(texts in vec(".*", 1..4), value in any_json()) {
        let pages = texts.into_iter().chain([value.to_string()]).collect();
        HOST.render(pages);
        HOST.assert_good(&Value::Null);
    }
}
