//! What the sitemap and the feed read.

use super::*;

on_both_engines![
    posts_are_canonical_unless_they_name_another_address,
    a_change_is_dated_by_the_edit_or_by_the_moment_of_publication,
];

async fn posts_are_canonical_unless_they_name_another_address(database: TestDatabase) {
    let posts = [
        aged("plain", 2),
        PostInput { content: "<p>a</p><!-- pagebreak --><p>b</p><!--nextpage--><p>c</p>".into(), ..aged("paged", 1) },
        PostInput { canonical_url: Some("https://elsewhere.test/x".into()), ..post("syndicated") },
        PostInput { canonical_url: Some("https://own.test/blog/own".into()), ..aged("own", 3) },
        PostInput { canonical_url: Some("https://own.test/blog/plain".into()), ..aged("other", 4) },
        PostInput { published: false, ..post("draft") },
        aged("later", -1),
    ];
    let fixture = Fixture::with(database, &posts).await;
    let canonical = async |at| {
        let found = fixture.store.canonical("https://own.test/blog/", at).await.unwrap();
        found.into_iter().map(|post| (post.slug, post.pages)).collect::<Vec<_>>()
    };
    assert_eq!(canonical(now()).await, [("paged".to_owned(), 3), ("plain".to_owned(), 1), ("own".to_owned(), 1)]);
    assert_eq!(canonical(now() + days(1)).await[0], ("later".to_owned(), 1));
}

async fn a_change_is_dated_by_the_edit_or_by_the_moment_of_publication(database: TestDatabase) {
    let fixture = Fixture::with(database, &[aged("old", 30), aged("later", -2)]).await;
    let extent = async |at| fixture.store.stats(&ListFilter::default(), at).await.unwrap();
    let before = extent(now()).await;
    assert_eq!((before.total, before.changed_at), (1, Some(now())), "it was written today, whatever its date");
    let after = extent(now() + days(3)).await;
    assert_eq!((after.total, after.changed_at), (2, Some(now() + days(2))), "the site changed when it appeared");
    let none = ListFilter { tag: Some("nothing".into()), ..ListFilter::default() };
    let none = fixture.store.stats(&none, now()).await.unwrap();
    assert_eq!((none.total, none.changed_at), (0, None));
}
