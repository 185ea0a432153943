//! The list of staff: posts of any state.

use super::{
    super::{AdminFilter, AdminSlice, SortKey, StatusFilter, admin_list::COUNTED},
    *,
};

on_both_engines![
    the_last_made_post_comes_first_whatever_its_state,
    status_tells_drafts_from_published_posts,
    search_looks_into_title_content_and_summary,
    staff_search_takes_every_character_for_itself,
    staff_search_follows_changes_and_removals,
    each_column_sorts_both_ways,
    sorted_by_status_posts_of_each_state_stand_together,
    equal_posts_are_always_in_the_same_order,
    slices_tell_the_total,
    a_search_counts_one_step_beyond_the_page_at_most,
    a_search_that_finds_much_keeps_state_and_order,
];

impl Fixture {
    async fn staff(&self, filter: AdminFilter) -> Vec<String> {
        let AdminSlice { posts, more } = self.store.admin_list(&filter, now(), 0, 100).await.unwrap();
        assert_eq!((posts.items.len() as u64, more), (posts.total, false), "{filter:?}");
        slugs(posts.items)
    }

    async fn staff_ids(&self) -> Vec<Uuid> {
        let found = self.store.admin_list(&AdminFilter::default(), now(), 0, 100).await.unwrap();
        found.posts.items.into_iter().map(|post| post.id).collect()
    }

    async fn staff_search(&self, text: &str) -> Vec<String> {
        let mut found = self.staff(AdminFilter { search: Some(text.into()), ..AdminFilter::default() }).await;
        found.sort();
        found
    }

    async fn add_at(&self, at: DateTime<Utc>, input: &PostInput) {
        self.store.create(&[new(input)], at).await.unwrap();
    }
}

fn by(title: &str, author: &str, published: bool, slug: &str) -> PostInput {
    PostInput { title: title.into(), author: author.into(), summary: "A summary".into(), published, ..post(slug) }
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
    let status = |status| AdminFilter { status, ..AdminFilter::default() };
    assert_eq!(fixture.staff(status(StatusFilter::Published)).await, ["three", "one"]);
    assert_eq!(fixture.staff(status(StatusFilter::Draft)).await, ["four", "two"]);
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
    assert_eq!(fixture.staff_search(" needle ").await, ["content", "summary", "title"]);
    assert_eq!(fixture.staff_search("50%").await, ["summary"]);
    assert_eq!(fixture.staff_search("été & hiver").await, ["accents"]);
    assert!(fixture.staff_search("<b>").await.is_empty(), "the text is searched, not its markup");
    assert_eq!(fixture.staff_search("").await.len(), 5);
    let drafts = AdminFilter { search: Some("needle".into()), status: StatusFilter::Draft, ..AdminFilter::default() };
    assert_eq!(fixture.staff(drafts).await, ["content"]);
}

async fn staff_search_takes_every_character_for_itself(database: TestDatabase) {
    let texts = ["100% sure", "snake_case", r"back\slash", r#"say "hi" AND go"#, "emoji 🚀 lift", "ЛОГОСЫ and Straße"];
    let posts: Vec<PostInput> = (0..)
        .zip(texts)
        .map(|(number, text)| PostInput { content: format!("<p>{text}</p>"), ..post(&format!("p{number}")) })
        .collect();
    let fixture = Fixture::with(database, &posts).await;
    for (text, expected) in [
        ("0% s", vec!["p0"]),
        ("%", vec!["p0"]),
        ("e_c", vec!["p1"]),
        ("s%e", vec![]),
        (r"k\s", vec!["p2"]),
        (r#""hi" and"#, vec!["p3"]),
        ("🚀 li", vec!["p4"]),
        ("логосы AND", vec!["p5"]),
        // All their trigrams are there, but not in this order, or not in one text.
        ("sure 100", vec![]),
        ("ca case", vec![]),
        ("\u{1f}", vec![]),
    ] {
        assert_eq!(fixture.staff_search(text).await, expected, "{text}");
    }
    for endless in ["x".repeat(20_000), "\"' OR 1=1 ".repeat(500), "🚀".repeat(3_000)] {
        assert!(fixture.staff_search(&endless).await.is_empty());
    }
}

async fn staff_search_follows_changes_and_removals(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&PostInput { content: "<p>First words</p>".into(), ..post("a") }).await;
    fixture.change(id, &PostInput { content: "<p>Second words</p>".into(), ..post("a") }).await;
    for (text, count) in [("first", 0), ("second", 1), ("nd w", 1)] {
        assert_eq!(fixture.staff_search(text).await.len(), count, "{text}");
    }
    fixture.index_follows().await;
    fixture.store.delete(id, now()).await.unwrap();
    assert!(fixture.staff_search("second").await.is_empty());
    fixture.index_follows().await;
}

async fn each_column_sorts_both_ways(database: TestDatabase) {
    let fixture = four(database).await;
    let ids: Vec<Uuid> = fixture.staff_ids().await;
    let dated = PostInput { published_date: Some("2020-01-01T00:00:00Z".into()), ..by("cherry", "Bob", true, "three") };
    for (hours, id, input) in [
        (8, ids[1], dated),
        (9, ids[0], by("==Date== palms", "carl", false, "four")),
        (10, ids[2], by("Apple", "anna", false, "two")),
    ] {
        let before = fixture.get(id).await;
        let editor = fixture.account(&format!("{hours}@example.org")).await;
        let changed = PostInput { summary: "Changed".into(), ..input };
        fixture.store.update(&before, &draft(&changed), editor, now() + TimeDelta::hours(hours)).await.unwrap();
    }
    for (sort, ascending) in [
        (SortKey::Title, ["two", "one", "three", "four"]),
        (SortKey::Author, ["two", "three", "four", "one"]),
        (SortKey::Status, ["two", "four", "three", "one"]),
        (SortKey::CreatedAt, ["one", "two", "three", "four"]),
        (SortKey::PublishedDate, ["three", "one", "two", "four"]),
        (SortKey::UpdatedAt, ["one", "three", "four", "two"]),
    ] {
        let filter = AdminFilter { sort, ascending: true, ..AdminFilter::default() };
        assert_eq!(fixture.staff(filter.clone()).await, ascending, "{sort:?}");
        let mut descending = ascending;
        descending.reverse();
        assert_eq!(fixture.staff(AdminFilter { ascending: false, ..filter }).await, descending, "{sort:?}");
    }
}

async fn sorted_by_status_posts_of_each_state_stand_together(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let dated = |slug: &str, published: bool, date: &str| PostInput {
        published_date: Some(date.into()),
        ..by("T", "A", published, slug)
    };
    for (number, input) in (0..).zip([
        by("T", "A", true, "live"),
        dated("next-year", true, "2027-12-01T00:00:00Z"),
        by("T", "A", false, "draft"),
        dated("live-since-2020", true, "2020-01-01T00:00:00Z"),
        dated("tomorrow", true, "2026-11-22T09:30:00Z"),
        dated("draft-for-next-year", false, "2027-12-01T00:00:00Z"),
    ]) {
        fixture.add_at(now() - TimeDelta::hours(10 - number), &input).await;
    }
    let by_status = AdminFilter { sort: SortKey::Status, ascending: true, ..AdminFilter::default() };
    let order = ["draft", "draft-for-next-year", "live-since-2020", "live", "tomorrow", "next-year"];
    assert_eq!(fixture.staff(by_status.clone()).await, order);
    let published = AdminFilter { status: StatusFilter::Published, ..by_status.clone() };
    assert_eq!(fixture.staff(published).await, order[2..]);
    let found = AdminFilter { search: Some("summary".into()), ..by_status.clone() };
    assert_eq!(fixture.staff(found).await, order);
    let mut reversed = order;
    reversed.reverse();
    assert_eq!(fixture.staff(AdminFilter { ascending: false, ..by_status }).await, reversed);
}

async fn equal_posts_are_always_in_the_same_order(database: TestDatabase) {
    let posts: Vec<PostInput> = (0..4).map(|number| by("same", "same", true, &format!("p{number}"))).collect();
    let fixture = Fixture::with(database, &posts).await;
    for sort in [
        SortKey::Title,
        SortKey::Author,
        SortKey::Status,
        SortKey::CreatedAt,
        SortKey::PublishedDate,
        SortKey::UpdatedAt,
    ] {
        let filter = AdminFilter { sort, ..AdminFilter::default() };
        assert_eq!(fixture.staff(filter).await, ["p3", "p2", "p1", "p0"], "{sort:?}");
    }
}

async fn slices_tell_the_total(database: TestDatabase) {
    let fixture = four(database).await;
    let found_by_all = AdminFilter { search: Some("summary".into()), ..AdminFilter::default() };
    for filter in [AdminFilter::default(), found_by_all] {
        let posts = fixture.store.admin_list(&filter, now(), 3, 3).await.unwrap().posts;
        assert_eq!((slugs(posts.items), posts.total), (vec!["one".to_owned()], 4), "{filter:?}");
    }
}

/// Posts that all contain "word". Every third is a draft, and their titles sort against the order of creation.
async fn many(database: TestDatabase, count: u64) -> Fixture {
    let fixture = Fixture::new(database).await;
    let post = |number| by(&format!("word {:05}", 90_000 - number), "A", number % 3 != 0, &format!("p{number}"));
    let posts: Vec<NewPost> = (0..count).map(|number| new(&post(number))).collect();
    fixture.store.create(&posts, now()).await.unwrap();
    fixture
}

fn word() -> AdminFilter {
    AdminFilter { search: Some("word".into()), ..AdminFilter::default() }
}

async fn a_search_counts_one_step_beyond_the_page_at_most(database: TestDatabase) {
    let fixture = many(database, 2 * COUNTED).await;
    for sort in [SortKey::CreatedAt, SortKey::Title] {
        let filter = AdminFilter { sort, ..word() };
        for (offset, total, more) in [
            (0, COUNTED, true),
            (COUNTED - 11, COUNTED, true),
            (COUNTED - 10, 2 * COUNTED, false),
            (9 * COUNTED, 2 * COUNTED, false),
        ] {
            let found = fixture.store.admin_list(&filter, now(), offset, 10).await.unwrap();
            assert_eq!((found.posts.total, found.more), (total, more), "{sort:?} from {offset}");
        }
    }
    let all = fixture.store.admin_list(&AdminFilter::default(), now(), 0, 10).await.unwrap();
    assert_eq!((all.posts.total, all.more), (2 * COUNTED, false));
}

async fn a_search_that_finds_much_keeps_state_and_order(database: TestDatabase) {
    let fixture = many(database, 2 * COUNTED).await;
    let page = |filter: AdminFilter, offset| {
        let store = fixture.store.clone();
        async move { store.admin_list(&filter, now(), offset, 4).await.unwrap() }
    };
    let by_title = AdminFilter { sort: SortKey::Title, ..word() };
    let found = page(by_title.clone(), 2).await;
    assert!(found.more);
    assert_eq!(slugs(found.posts.items), ["p2", "p3", "p4", "p5"]);
    let found = page(AdminFilter { ascending: true, status: StatusFilter::Published, ..by_title.clone() }, 0).await;
    assert!(found.more);
    assert_eq!(slugs(found.posts.items), ["p398", "p397", "p395", "p394"]);
    // Few enough to be counted.
    let found = page(AdminFilter { status: StatusFilter::Draft, ..by_title }, 1).await;
    assert_eq!((found.posts.total, found.more), (134, false));
    assert_eq!(slugs(found.posts.items), ["p3", "p6", "p9", "p12"]);
    let found = page(AdminFilter { status: StatusFilter::Published, ..word() }, 3).await;
    assert_eq!((found.posts.total, found.more), (COUNTED, true));
    assert_eq!(slugs(found.posts.items), ["p394", "p392", "p391", "p389"]);
}
