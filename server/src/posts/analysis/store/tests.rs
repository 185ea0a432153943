//! Other posts with the same title or slug, and slugs that lead somewhere.

use crate::{
    posts::{domain::PostInput, testing::*},
    storage::testing::{TestDatabase, on_both_engines},
};

on_both_engines![
    a_title_or_slug_in_use_is_found,
    a_phrase_in_a_title_is_found_among_many_posts_that_mention_it,
    slugs_that_lead_to_a_post_are_told_from_others
];

async fn a_title_or_slug_in_use_is_found(database: TestDatabase) {
    let one = PostInput {
        title: "==Crawl== Budget".into(),
        meta_title: "The budget of a crawler".into(),
        published: false,
        ..post("one")
    };
    let fixture = Fixture::with(database, &[post("two")]).await;
    let id = fixture.add(&one).await;
    let store = &fixture.store;
    for same in ["CRAWL budget", "Crawl ==budget==", "The budget of a crawler"] {
        assert_eq!(store.with_title(&["Other", same], None).await.unwrap().unwrap().slug, "one", "{same}");
    }
    assert_eq!(store.with_title(&["Crawl Budget"], Some(id)).await.unwrap(), None);
    for other in [&["Crawl"][..], &[]] {
        assert_eq!(store.with_title(other, None).await.unwrap(), None, "{other:?}");
    }
    assert_eq!(store.with_slug("two", Some(id)).await.unwrap().unwrap().title, "Title of two");
    assert_eq!(store.with_slug("one", Some(id)).await.unwrap(), None);
    assert_eq!(store.with_slug("none", None).await.unwrap(), None);
}

async fn a_phrase_in_a_title_is_found_among_many_posts_that_mention_it(database: TestDatabase) {
    let mention = |number| PostInput { summary: "Crawl budget".into(), ..aged(&format!("mention-{number}"), number) };
    let mut posts: Vec<PostInput> = (1..=30).map(mention).collect();
    posts.push(PostInput { title: "A ==crawl== Budget".into(), ..aged("titled", 31) });
    posts.push(PostInput { title: "Crawl budget".into(), published: false, ..post("hidden") });
    let fixture = Fixture::with(database, &posts).await;
    let found = fixture.store.titled_with("crawl BUDGET", now(), 20).await.unwrap();
    assert_eq!(found.iter().map(|post| post.slug.as_str()).collect::<Vec<_>>(), ["titled"]);
    for nothing in ["crawl budgets", "", "\0"] {
        assert_eq!(fixture.store.titled_with(nothing, now(), 20).await.unwrap(), [], "{nothing:?}");
    }
}

async fn slugs_that_lead_to_a_post_are_told_from_others(database: TestDatabase) {
    let hidden = PostInput { published: false, ..post("hidden") };
    let fixture = Fixture::with(database, &[hidden, aged("later", -1)]).await;
    let id = fixture.add(&post("old")).await;
    fixture.change(id, &post("new")).await;
    let many = (0..1_100).map(|number| format!("missing-{number}"));
    let slugs: Vec<String> = many.chain(["old", "new", "hidden", "later"].map(str::to_owned)).collect();
    let found = fixture.store.reachable_slugs(&slugs, now()).await.unwrap();
    assert_eq!(found, ["old", "new"].map(str::to_owned).into());
}
