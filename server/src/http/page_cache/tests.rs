use std::convert::Infallible;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, Method, StatusCode};
use tokio::task::JoinSet;

use super::*;

const NOW: SystemTime = SystemTime::UNIX_EPOCH;
const V1: Versions = Versions { content: 1, availability: 0, reloads: 0 };
const V2: Versions = Versions { content: 2, ..V1 };

fn page(body: &str) -> Arc<CachedPage> {
    Arc::new(CachedPage::new(StatusCode::OK, HeaderMap::new(), Bytes::from(body.to_owned()), None))
}

fn made(body: &str) -> std::future::Ready<Result<RenderedPage, Infallible>> {
    std::future::ready(Ok(RenderedPage { page: page(body), store: true }))
}

async fn put(cache: &PageCache, version: Versions, key: &str) -> Arc<CachedPage> {
    cache.get_or_render(version, key, NOW, || made(key)).await.unwrap()
}

#[tokio::test]
async fn a_stored_page_is_found() {
    let cache = PageCache::new(1 << 20);
    assert!(cache.get(V1, "/", NOW).is_none());
    let page = put(&cache, V1, "/").await;
    assert!(Arc::ptr_eq(&cache.get(V1, "/", NOW).unwrap(), &page));
    assert!(cache.get(V1, "/about", NOW).is_none());
    assert_eq!(cache.stats(), CacheStats { hits: 1, misses: 1, entries: 1, bytes: page.weight() + 1 });
}

#[tokio::test]
async fn another_version_is_a_miss_and_can_be_forgotten() {
    let cache = PageCache::new(1 << 20);
    put(&cache, V1, "/").await;
    assert!(cache.get(V2, "/", NOW).is_none());
    put(&cache, V2, "/").await;
    cache.drop_outdated(V2);
    assert!(cache.get(V1, "/", NOW).is_none());
    assert!(cache.get(V2, "/", NOW).is_some());
    put(&cache, V1, "/late").await;
    assert!(cache.get(V1, "/late", NOW).is_none(), "a page of a forgotten version came in");
}

#[tokio::test]
async fn a_page_past_its_time_is_made_again() {
    let cache = PageCache::new(1 << 20);
    let until = NOW + Duration::from_mins(1);
    let timed = Arc::new(CachedPage::new(StatusCode::OK, HeaderMap::new(), Bytes::new(), Some(until)));
    let make = || async { Ok::<_, Infallible>(RenderedPage { page: Arc::clone(&timed), store: true }) };
    cache.get_or_render(V1, "/", NOW, make).await.unwrap();
    assert!(cache.get(V1, "/", until - Duration::from_secs(1)).is_some());
    assert!(cache.get(V1, "/", until).is_none());
    let fresh = cache.get_or_render(V1, "/", until, || made("new")).await.unwrap();
    assert_eq!(fresh.body(), "new");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_concurrent_misses_render_once() {
    let cache = Arc::new(PageCache::new(1 << 20));
    let makes = Arc::new(AtomicUsize::new(0));
    let mut tasks = JoinSet::new();
    for _ in 0..50 {
        let (cache, makes) = (Arc::clone(&cache), Arc::clone(&makes));
        tasks.spawn(async move {
            cache
                .get_or_render(V1, "/", NOW, || async {
                    makes.fetch_add(1, Ordering::Relaxed);
                    tokio::time::sleep(Duration::from_millis(30)).await;
                    made("body").await
                })
                .await
                .unwrap()
        });
    }
    let pages = tasks.join_all().await;
    assert_eq!(makes.load(Ordering::Relaxed), 1);
    assert!(pages.iter().all(|page| Arc::ptr_eq(page, &pages[0])));
    assert_eq!((cache.stats().hits, cache.stats().misses), (49, 1));
    assert!(lock(&cache.flights).is_empty());
}

#[tokio::test]
async fn waiters_for_an_unshared_page_render_concurrently() {
    for fails in [true, false] {
        let cache = Arc::new(PageCache::new(1 << 20));
        let begun = std::time::Instant::now();
        let mut tasks = JoinSet::new();
        for _ in 0..20 {
            let cache = Arc::clone(&cache);
            tasks.spawn(async move {
                cache
                    .get_or_render(V1, "/", NOW, || async {
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        if fails { Err("no") } else { Ok(RenderedPage { page: page("own"), store: false }) }
                    })
                    .await
            });
        }
        let results = tasks.join_all().await;
        assert!(results.iter().all(|result| result.is_err() == fails));
        // One after another would take a second.
        assert!(begun.elapsed() < Duration::from_millis(500), "{:?}", begun.elapsed());
        assert_eq!(cache.stats().entries, 0);
        assert_eq!(cache.stats().misses, 0, "what may not be stored cannot be missing");
    }
}

#[tokio::test]
async fn a_cancelled_render_hands_over_to_a_waiter() {
    let cache = Arc::new(PageCache::new(1 << 20));
    let makes = Arc::new(AtomicUsize::new(0));
    let ask = |time: u64| {
        let (cache, makes) = (Arc::clone(&cache), Arc::clone(&makes));
        tokio::spawn(async move {
            cache
                .get_or_render(V1, "/", NOW, || async {
                    makes.fetch_add(1, Ordering::Relaxed);
                    tokio::time::sleep(Duration::from_millis(time)).await;
                    made("body").await
                })
                .await
                .unwrap()
        })
    };
    let first = ask(60_000);
    tokio::time::sleep(Duration::from_millis(10)).await;
    let others: Vec<_> = (0..10).map(|_| ask(20)).collect();
    tokio::time::sleep(Duration::from_millis(10)).await;
    first.abort();
    for other in others {
        assert_eq!(other.await.unwrap().body(), "body");
    }
    assert_eq!(makes.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn the_cache_stays_below_its_limit() {
    let limit = 2 << 20;
    let cache = PageCache::new(limit);
    let body = "x".repeat(20_000);
    for n in 0..1_000 {
        cache.get_or_render(V1, &format!("/{n}"), NOW, || made(&body)).await.unwrap();
        assert!(cache.stats().bytes <= limit);
    }
    let entries = cache.stats().entries;
    assert!((20..=100).contains(&entries), "{entries} entries");
}

#[tokio::test]
async fn a_large_page_is_stored() {
    let cache = PageCache::new(16 << 20);
    let body = "x".repeat(4 << 20);
    cache.get_or_render(V1, "/sitemap.xml", NOW, || made(&body)).await.unwrap();
    assert!(cache.get(V1, "/sitemap.xml", NOW).is_some());
}

#[tokio::test]
async fn the_hottest_pages_come_first() {
    let cache = PageCache::new(1 << 20);
    for (key, times) in [("/cold", 1), ("/hot", 9), ("/warm", 5)] {
        let page = put(&cache, V1, key).await;
        for _ in 0..times {
            page.respond(&Method::GET, &HeaderMap::new());
        }
    }
    put(&cache, V2, "/other").await;
    assert_eq!(cache.hottest_outdated(V2, 2), ["/hot", "/warm"]);
}

#[tokio::test]
async fn other_free_times_leave_other_pages_in_the_cache() {
    let cache = PageCache::new(1 << 20);
    let with_times = |availability| Versions { availability, ..V1 };
    put(&cache, V1, "/").await;
    put(&cache, with_times(5), "/contact").await;
    assert!(cache.get(with_times(6), "/contact", NOW).is_none());
    assert_eq!(cache.hottest_outdated(with_times(6), 9), ["/contact"]);
    cache.drop_outdated(with_times(6));
    assert!(cache.get(V1, "/", NOW).is_some());
    assert_eq!(cache.stats().entries, 1);
}
