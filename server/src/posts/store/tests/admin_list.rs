//! The list of staff: posts of any state.

use super::{
    super::{AdminFilter, AdminSort},
    *,
};

on_both_engines![
    the_last_made_post_comes_first_whatever_its_state,
    status_tells_drafts_from_published_posts,
    search_looks_into_title_content_and_summary,
    each_column_sorts_both_ways,
    equal_posts_are_always_in_the_same_order,
    slices_tell_the_total,
];

impl Fixture {
    async fn staff(&self, filter: AdminFilter) -> Vec<String> {
        slugs(self.store.admin_list(&filter, 0, 100).await.unwrap().items)
    }

    async fn add_at(&self, at: DateTime<Utc>, input: &PostInput) {
        self.store.create(&new(input), at).await.unwrap();
    }
}

fn by(title: &str, author: &str, published: bool, slug: &str) -> PostInput {
    PostInput { title: title.into(), author: author.into(), published, ..post(slug) }
}

/// Four posts, made an hour apart.
async fn four(database: TestDatabase) -> Fixture {
    let fixture = Fixture::new(database).await;
    let posts = [
        by("banana", "Zoe", true, "one"),
        by("Apple", "anna", false, "two"),
        by("cherry", "Bob", true, "three"),
        by("Date", "carl", false, "four"),
    ];
    for (hours, input) in (0..).zip(&posts) {
        fixture.add_at(now() + TimeDelta::hours(hours), input).await;
    }
    fixture
}

async fn the_last_made_post_comes_first_whatever_its_state(database: TestDatabase) {
    let fixture = four(database).await;
    fixture.add_at(now() - days(1), &aged("scheduled", -9)).await;
    assert_eq!(fixture.staff(AdminFilter::default()).await, ["four", "three", "two", "one", "scheduled"]);
}

async fn status_tells_drafts_from_published_posts(database: TestDatabase) {
    let fixture = four(database).await;
    let status = |published| AdminFilter { published: Some(published), ..AdminFilter::default() };
    assert_eq!(fixture.staff(status(true)).await, ["three", "one"]);
    assert_eq!(fixture.staff(status(false)).await, ["four", "two"]);
}

async fn search_looks_into_title_content_and_summary(database: TestDatabase) {
    let posts = [
        PostInput { title: "A NEEDLE".into(), ..post("title") },
        PostInput { content: "<p>one Needle</p>".into(), published: false, ..post("content") },
        PostInput { summary: "needle 50%".into(), ..post("summary") },
        PostInput { author: "Needle".into(), tags: vec!["needle".into()], ..post("author-and-tag") },
        PostInput { content: "<p>ÉTÉ &amp; <b>h</b>iver</p>".into(), ..post("accents") },
    ];
    let fixture = Fixture::with(database, &posts).await;
    let found = async |text: &str| {
        let mut found = fixture.staff(AdminFilter { search: Some(text.into()), ..AdminFilter::default() }).await;
        found.sort();
        found
    };
    assert_eq!(found(" needle ").await, ["content", "summary", "title"]);
    assert_eq!(found("50%").await, ["summary"]);
    assert_eq!(found("été & hiver").await, ["accents"]);
    assert!(found("<b>").await.is_empty(), "the text is searched, not its markup");
    assert_eq!(found("").await.len(), 5);
    let drafts = AdminFilter { search: Some("needle".into()), published: Some(false), ..AdminFilter::default() };
    assert_eq!(fixture.staff(drafts).await, ["content"]);
}

async fn each_column_sorts_both_ways(database: TestDatabase) {
    let fixture = four(database).await;
    for (sort, ascending) in [
        (AdminSort::Title, ["two", "one", "three", "four"]),
        (AdminSort::Author, ["two", "three", "four", "one"]),
        (AdminSort::Status, ["two", "four", "one", "three"]),
        (AdminSort::CreatedAt, ["one", "two", "three", "four"]),
    ] {
        let filter = AdminFilter { sort, ascending: true, ..AdminFilter::default() };
        assert_eq!(fixture.staff(filter.clone()).await, ascending, "{sort:?}");
        let mut descending = ascending;
        descending.reverse();
        assert_eq!(fixture.staff(AdminFilter { ascending: false, ..filter }).await, descending, "{sort:?}");
    }
}

async fn equal_posts_are_always_in_the_same_order(database: TestDatabase) {
    let posts: Vec<PostInput> = (0..4).map(|number| by("same", "same", true, &format!("p{number}"))).collect();
    let fixture = Fixture::with(database, &posts).await;
    for sort in [AdminSort::Title, AdminSort::Author, AdminSort::Status, AdminSort::CreatedAt] {
        let filter = AdminFilter { sort, ..AdminFilter::default() };
        assert_eq!(fixture.staff(filter).await, ["p3", "p2", "p1", "p0"], "{sort:?}");
    }
}

async fn slices_tell_the_total(database: TestDatabase) {
    let fixture = four(database).await;
    let slice = fixture.store.admin_list(&AdminFilter::default(), 3, 3).await.unwrap();
    assert_eq!((slugs(slice.items), slice.total), (vec!["one".to_owned()], 4));
}
