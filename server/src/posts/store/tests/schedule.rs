//! Posts with a publish date in the future.

use super::*;

on_both_engines![
    a_scheduled_post_is_invisible_until_its_moment,
    a_draft_is_invisible_whatever_its_date,
    the_next_publication_is_the_nearest_one_to_come,
];

async fn a_scheduled_post_is_invisible_until_its_moment(database: TestDatabase) {
    let tagged = |slug: &str, age| PostInput { tags: vec!["T".into()], ..aged(slug, age) };
    let fixture = Fixture::with(database, &[tagged("old", 1), tagged("soon", -2)]).await;
    let (store, moment) = (&fixture.store, now() + days(2));
    let everything = ListFilter::default();
    let just_before = moment - TimeDelta::microseconds(1);
    for (at, visible) in [(now(), false), (just_before, false), (moment, true), (moment + days(1), true)] {
        let expected = if visible { vec!["soon", "old"] } else { vec!["old"] };
        let slice = store.list(&everything, at, 0, 10).await.unwrap();
        assert_eq!((slugs(slice.items), slice.total), (to_owned(&expected), expected.len() as u64), "{at}");
        assert_eq!(slugs(store.first(&everything, at, 10).await.unwrap()), expected);
        assert_eq!(store.by_slug("soon", at).await.unwrap().is_some(), visible);
        assert_eq!(store.tag_counts(at).await.unwrap()[0].count, expected.len() as u64);
        let old = store.by_slug("old", at).await.unwrap().unwrap().summary;
        assert_eq!(store.related(&old, at).await.unwrap().len(), usize::from(visible));
        assert_eq!(store.neighbours(&old, at).await.unwrap().1.is_some(), visible);
    }
}

fn to_owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

async fn a_draft_is_invisible_whatever_its_date(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&PostInput { published: false, ..aged("a", 5) }).await;
    assert_eq!(fixture.store.by_slug("a", now() + days(100)).await.unwrap(), None);
    assert_eq!(fixture.store.list(&ListFilter::default(), now(), 0, 10).await.unwrap().total, 0);
    assert_eq!(fixture.get(id).await.summary.slug, "a");
}

async fn the_next_publication_is_the_nearest_one_to_come(database: TestDatabase) {
    let unpublished = PostInput { published: false, ..aged("draft", -1) };
    let fixture = Fixture::with(database, &[aged("past", 1), unpublished, aged("third", -3), aged("second", -2)]).await;
    let next = async |at| fixture.store.next_publication(at).await.unwrap();
    assert_eq!(next(now()).await, Some(now() + days(2)));
    assert_eq!(next(now() + days(2)).await, Some(now() + days(3)));
    assert_eq!(next(now() + days(3)).await, None);
}
