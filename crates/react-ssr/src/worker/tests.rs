use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::thread::JoinHandle;

use tokio::sync::oneshot;

use super::*;
use crate::Limits;
use crate::bundle::Bundle;

const BUNDLE: &str = "
    const kept = [];
    export const head = (json) => json;
    export const render = (json) => {
        if (json === 'throw') throw new Error('asked for');
        if (json === 'keep') kept.push('x'.repeat(10_000) + kept.length);
        return String(kept.length);
    };
";

struct Worker {
    shared: Arc<Shared>,
    boots: Arc<AtomicUsize>,
    thread: JoinHandle<()>,
}

/// Starts a worker. `boot` gets the number of each boot, from 0, and returns its result.
fn start(boot: impl Fn(usize) -> Result<(), RenderError> + Send + Sync + 'static) -> Result<Worker, RenderError> {
    let bundle = Bundle::compile(BUNDLE).unwrap();
    let boots = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&boots);
    let shared = Arc::new(Shared {
        queue: Queue::new(16),
        counters: Counters::default(),
        boot: Box::new(move || {
            boot(counted.fetch_add(1, Ordering::Relaxed))?;
            Engine::boot(&bundle, Limits { stack: 256 * 1024, ..Limits::default() })
        }),
        heap_limit: 4 * 1024 * 1024,
    });
    let (booted, boot) = mpsc::channel();
    let thread = std::thread::spawn({
        let shared = Arc::clone(&shared);
        move || work(&shared, &booted)
    });
    boot.recv().unwrap()?;
    Ok(Worker { shared, boots, thread })
}

impl Worker {
    /// Returns the body, or `None` when the worker dropped the job.
    fn body(&self, page: &str) -> Option<Result<String, RenderError>> {
        let (head, _head) = oneshot::channel();
        let (body, answer) = oneshot::channel();
        self.shared.queue.submit(Job::Document { page: page.to_owned(), head, body }).unwrap();
        answer.blocking_recv().ok()
    }

    fn end(self) -> (u64, usize) {
        self.shared.queue.close();
        self.thread.join().unwrap();
        (self.shared.counters.failures.load(Ordering::Relaxed), self.boots.load(Ordering::Relaxed))
    }
}

#[test]
fn a_panic_costs_the_job_at_hand_and_nothing_more() {
    let worker = start(|boot| if boot == 1 || boot == 2 { panic!("caused by the test") } else { Ok(()) }).unwrap();
    assert!(matches!(worker.body("throw"), Some(Err(RenderError::Threw(_)))));
    // The first panic came right after that result, the second comes with this job.
    assert_eq!(worker.body("ok"), None);
    for _ in 0..10 {
        assert_eq!(worker.body("ok"), Some(Ok("0".to_owned())));
    }
    assert_eq!(worker.end(), (3, 4));
}

#[test]
fn an_engine_that_cannot_be_replaced_is_an_answer_and_is_tried_again() {
    let unusable = || Err(RenderError::Bundle("caused by the test".to_owned()));
    let worker = start(move |boot| if (1..4).contains(&boot) { unusable() } else { Ok(()) }).unwrap();
    assert!(matches!(worker.body("throw"), Some(Err(RenderError::Threw(_)))));
    assert!(matches!(worker.body("ok"), Some(Err(RenderError::Bundle(_)))));
    assert_eq!(worker.body("ok"), Some(Ok("0".to_owned())));
    worker.end();
}

#[test]
fn a_first_boot_that_fails_or_panics_is_reported() {
    let unusable = || RenderError::Bundle("caused by the test".to_owned());
    assert_eq!(start(move |_| Err(unusable())).err(), Some(unusable()));
    let panicked = start(|_| panic!("caused by the test")).err();
    assert!(matches!(panicked, Some(RenderError::Bundle(message)) if message.contains("panicked")));
}

#[test]
fn state_is_kept_until_the_heap_is_too_large() {
    let worker = start(|_| Ok(())).unwrap();
    let kept: Vec<usize> = (0..600).map(|_| worker.body("keep").unwrap().unwrap().parse().unwrap()).collect();
    // 512 × 10 kB are more than the limit, 256 are not.
    assert_eq!(kept.iter().max(), Some(&512));
    assert_eq!(kept.last(), Some(&(600 - 512)));
    assert_eq!(worker.end(), (0, 2));
}

#[test]
fn a_job_whose_caller_is_gone_costs_no_render() {
    let worker = start(|_| Ok(())).unwrap();
    let (head, gone) = oneshot::channel();
    drop(gone);
    let (body, answer) = oneshot::channel();
    worker.shared.queue.submit(Job::Document { page: "ok".to_owned(), head, body }).unwrap();
    assert_eq!(answer.blocking_recv().unwrap(), Ok("0".to_owned()));
    let (head, gone) = oneshot::channel();
    drop(gone);
    worker.shared.queue.submit(Job::Head { page: "throw".to_owned(), head }).unwrap();
    assert!(worker.body("ok").is_some());
    let shared = Arc::clone(&worker.shared);
    assert_eq!(worker.end(), (0, 1));
    // Two documents; the head that would have thrown is not among them.
    assert_eq!(shared.counters.renders.load(Ordering::Relaxed), 2);
    assert_eq!(shared.queue.unserved().abandoned, 1);
}
