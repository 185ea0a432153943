//! Posts beside a post: its neighbours by date, and the related ones.

use super::*;

on_both_engines![
    neighbours_are_the_next_older_and_newer_visible_posts,
    posts_of_one_moment_are_neighbours_in_the_order_of_creation,
    related_posts_share_a_tag_trending_ones_first,
    a_post_without_tags_has_no_related_posts,
];

impl Fixture {
    async fn neighbours(&self, slug: &str) -> (Option<String>, Option<String>) {
        let (older, newer) = self.store.neighbours(&self.by_slug(slug).await.summary, now()).await.unwrap();
        (older.map(|link| link.slug), newer.map(|link| link.slug))
    }

    async fn related(&self, slug: &str) -> Vec<String> {
        slugs(self.store.related(&self.by_slug(slug).await.summary, now()).await.unwrap())
    }
}

fn pair(older: Option<&str>, newer: Option<&str>) -> (Option<String>, Option<String>) {
    (older.map(str::to_owned), newer.map(str::to_owned))
}

async fn neighbours_are_the_next_older_and_newer_visible_posts(database: TestDatabase) {
    let hidden = PostInput { published: false, ..aged("draft", 3) };
    // Featured posts come first in lists, which does not make them newer.
    let featured = PostInput { featured: true, ..aged("oldest", 9) };
    let posts = [aged("new", 1), aged("middle", 4), hidden, featured, aged("later", -1)];
    let fixture = Fixture::with(database, &posts).await;
    assert_eq!(fixture.neighbours("new").await, pair(Some("middle"), None));
    assert_eq!(fixture.neighbours("middle").await, pair(Some("oldest"), Some("new")));
    assert_eq!(fixture.neighbours("oldest").await, pair(None, Some("middle")));
}

async fn posts_of_one_moment_are_neighbours_in_the_order_of_creation(database: TestDatabase) {
    let fixture = Fixture::with(database, &[aged("a", 1), aged("b", 1), aged("c", 1)]).await;
    assert_eq!(fixture.neighbours("a").await, pair(None, Some("b")));
    assert_eq!(fixture.neighbours("b").await, pair(Some("a"), Some("c")));
    assert_eq!(fixture.neighbours("c").await, pair(Some("b"), None));
}

async fn related_posts_share_a_tag_trending_ones_first(database: TestDatabase) {
    let tagged = |slug: &str, age, tags: &[&str], trending| PostInput {
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        trending,
        ..aged(slug, age)
    };
    let posts = [
        tagged("self", 1, &["x", "y"], true),
        tagged("plain-new", 2, &["x"], false),
        tagged("both", 3, &["Y", "X"], false),
        tagged("trending-old", 9, &["y"], true),
        tagged("plain-old", 8, &["y"], false),
        tagged("other", 1, &["z"], true),
        PostInput { published: false, ..tagged("draft", 1, &["x"], true) },
        tagged("later", -1, &["x"], true),
    ];
    let fixture = Fixture::with(database, &posts).await;
    assert_eq!(fixture.related("self").await, ["trending-old", "plain-new", "both"]);
    assert_eq!(fixture.related("both").await, ["self", "trending-old", "plain-new"]);
    assert!(fixture.related("other").await.is_empty());
}

async fn a_post_without_tags_has_no_related_posts(database: TestDatabase) {
    let fixture = Fixture::with(database, &[post("a"), post("b")]).await;
    assert!(fixture.related("a").await.is_empty());
}
