//! Tags and section tags.

use super::*;

on_both_engines![
    tags_keep_the_editors_order,
    tags_are_shared_whatever_their_capitals,
    a_label_is_spelt_as_the_tag_that_it_is_taken_from,
    many_posts_with_a_new_tag_at_once_share_it,
    tag_counts_are_of_visible_posts_the_most_used_first,
];

fn tagged(slug: &str, tags: &[&str]) -> PostInput {
    PostInput { tags: tags.iter().map(|tag| (*tag).to_owned()).collect(), ..post(slug) }
}

async fn tags_keep_the_editors_order(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&tagged("a", &["zebra", "apple", "Mango"])).await;
    assert_eq!(fixture.get(id).await.summary.tags, ["zebra", "apple", "Mango"]);
    fixture.change(id, &tagged("a", &["Mango", "kiwi", "zebra"])).await;
    let read = fixture.get(id).await.summary;
    assert_eq!((read.tags, read.label.as_str()), (["Mango", "kiwi", "zebra"].map(str::to_owned).to_vec(), "Mango"));
    let sections = PostInput { section_tags: vec!["SEO".into(), "About".into(), "Home".into()], ..post("b") };
    let id = fixture.add(&sections).await;
    assert_eq!(fixture.get(id).await.summary.section_tags, ["SEO", "About", "Home"]);
}

async fn tags_are_shared_whatever_their_capitals(database: TestDatabase) {
    let fixture =
        Fixture::with(database, &[tagged("a", &["Über SEO"]), tagged("b", &["über seo"]), tagged("c", &["ÜBER SEO"])])
            .await;
    // The first spelling stays.
    assert_eq!(fixture.by_slug("c").await.summary.tags, ["Über SEO"]);
    let counts = fixture.store.tag_counts(now()).await.unwrap();
    assert_eq!(counts.len(), 1);
    assert_eq!((counts[0].name.as_str(), counts[0].count), ("Über SEO", 3));
}

async fn a_label_is_spelt_as_the_tag_that_it_is_taken_from(database: TestDatabase) {
    let fixture = Fixture::with(database, &[tagged("a", &["Technical SEO"])]).await;
    let id = fixture.add(&tagged("b", &["technical seo"])).await;
    let read = fixture.get(id).await.summary;
    assert_eq!((read.tags[0].as_str(), read.label.as_str()), ("Technical SEO", "Technical SEO"));
    fixture.change(id, &tagged("b", &["TECHNICAL SEO", "b"])).await;
    assert_eq!(fixture.get(id).await.summary.label, "Technical SEO");
    fixture.change(id, &PostInput { meta_title: "technical seo".into(), ..tagged("b", &["technical seo"]) }).await;
    assert_eq!(fixture.get(id).await.summary.label, "technical seo", "a meta title stays as typed");
}

async fn many_posts_with_a_new_tag_at_once_share_it(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    // In either order, so that writers could deadlock.
    let orders = [["new", "other"], ["other", "new"]];
    let mut creations = tokio::task::JoinSet::new();
    for number in 0..6 {
        let (store, post) = (fixture.store.clone(), new(&tagged(&format!("p{number}"), &orders[number % 2])));
        creations.spawn(async move { store.create(&[post], now()).await });
    }
    for result in creations.join_all().await {
        result.unwrap();
    }
    let counts: Vec<u64> = fixture.store.tag_counts(now()).await.unwrap().iter().map(|tag| tag.count).collect();
    assert_eq!(counts, [6, 6]);
}

async fn tag_counts_are_of_visible_posts_the_most_used_first(database: TestDatabase) {
    let hidden = PostInput { published: false, ..tagged("d", &["apple", "only in a draft"]) };
    let posts = [tagged("a", &["pear", "apple"]), tagged("b", &["pear", "Beta"]), tagged("c", &["pear"]), hidden];
    let fixture = Fixture::with(database, &posts).await;
    let counts = fixture.store.tag_counts(now()).await.unwrap();
    let counts: Vec<_> = counts.iter().map(|tag| (tag.name.as_str(), tag.count)).collect();
    assert_eq!(counts[0], ("pear", 3));
    let mut rest = counts[1..].to_vec();
    rest.sort_unstable();
    assert_eq!(rest, [("Beta", 1), ("apple", 1)]);
}
