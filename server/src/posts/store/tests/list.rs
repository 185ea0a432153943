//! Lists of visible posts: order, slices, filters.

use sea_orm::{ConnectionTrait, DbBackend, QueryTrait, Statement};

use super::*;
use crate::{
    posts::store::{lists::ListQuery, read::of_slice},
    storage::entities::blog_posts_lists,
};

on_both_engines![
    featured_posts_come_first_each_group_newest_first,
    the_latest_first_regardless_of_featured_ones,
    a_post_without_a_date_is_listed_by_its_creation,
    slices_follow_one_another_and_tell_the_total,
    more_posts_of_one_moment_than_it_has_places_keep_their_order,
    a_category_matches_the_label_or_a_tag,
    a_section_matches_posts_that_carry_it,
    trending_and_featured_filters_combine_with_others,
];

fn featured(slug: &str, age: i64) -> PostInput {
    PostInput { featured: true, ..aged(slug, age) }
}

async fn featured_posts_come_first_each_group_newest_first(database: TestDatabase) {
    let posts = [aged("b", 2), featured("f", 9), aged("a", 1), featured("e", 5), aged("c", 7)];
    let fixture = Fixture::with(database, &posts).await;
    assert_eq!(fixture.slugs(ListFilter::default()).await, ["e", "f", "a", "b", "c"]);
}

async fn the_latest_first_regardless_of_featured_ones(database: TestDatabase) {
    let posts = [aged("b", 2), featured("f", 9), aged("a", 1), featured("e", 5)];
    let fixture = Fixture::with(database, &posts).await;
    let latest = ListFilter { latest: true, ..ListFilter::default() };
    assert_eq!(fixture.slugs(latest.clone()).await, ["a", "b", "e", "f"]);
    assert_eq!(slugs(fixture.store.first(&latest, now(), 2).await.unwrap()), ["a", "b"]);
}

async fn a_post_without_a_date_is_listed_by_its_creation(database: TestDatabase) {
    let fixture = Fixture::with(database, &[aged("older", 1), post("now"), aged("oldest", 2)]).await;
    assert_eq!(fixture.slugs(ListFilter::default()).await, ["now", "older", "oldest"]);
}

async fn slices_follow_one_another_and_tell_the_total(database: TestDatabase) {
    // Of posts with the same date, the one that was created last comes first.
    let posts: Vec<PostInput> = (0..5).map(|number| aged(&format!("p{number}"), 1)).collect();
    let fixture = Fixture::with(database, &posts).await;
    let slice = async |offset| fixture.store.list(&ListFilter::default(), now(), offset, 2).await.unwrap();
    let mut all = Vec::new();
    for offset in [0, 2, 4] {
        let found = slice(offset).await;
        assert_eq!(found.total, 5);
        all.extend(slugs(found.items));
    }
    assert_eq!(all, ["p4", "p3", "p2", "p1", "p0"]);
    let beyond = slice(6).await;
    assert_eq!((beyond.items.len(), beyond.total), (0, 5));
}

async fn more_posts_of_one_moment_than_it_has_places_keep_their_order(database: TestDatabase) {
    let posts: Vec<NewPost> = (0..200).map(|number| new(&aged(&format!("p{number}"), 1))).collect();
    let fixture = Fixture::with(database, &[aged("newer", 0)]).await;
    fixture.store.create(&posts, now()).await.unwrap();
    fixture.add(&aged("last", 1)).await;
    let newest_first = (0..200).rev().map(|number| format!("p{number}"));
    let expected: Vec<String> = ["newer", "last"].map(str::to_owned).into_iter().chain(newest_first).collect();
    let found = fixture.store.list(&ListFilter::default(), now(), 0, 300).await.unwrap();
    assert_eq!(slugs(found.items), expected);
}

async fn a_category_matches_the_label_or_a_tag(database: TestDatabase) {
    let labelled = PostInput { meta_title: "Local SEO".into(), ..aged("by-label", 1) };
    let tagged = PostInput { tags: vec!["first".into(), "Local SEO".into()], ..aged("by-tag", 2) };
    let fixture = Fixture::with(database, &[labelled, tagged, aged("neither", 3)]).await;
    let by = async |tag: &str| fixture.slugs(ListFilter { tag: Some(tag.into()), ..ListFilter::default() }).await;
    assert_eq!(by("Local SEO").await, ["by-label", "by-tag"]);
    assert_eq!(by("local seo").await, ["by-label", "by-tag"]);
    // The fallback label of a post without tags.
    assert_eq!(by("SEO").await, ["neither"]);
    assert!(by("Local").await.is_empty());
    assert!(by("").await.is_empty());
}

async fn a_section_matches_posts_that_carry_it(database: TestDatabase) {
    let in_sections = |slug: &str, age, sections: &[&str]| PostInput {
        section_tags: sections.iter().map(|tag| (*tag).to_owned()).collect(),
        ..aged(slug, age)
    };
    let posts = [in_sections("a", 1, &["Home", "SEO"]), in_sections("b", 2, &["About"]), aged("c", 3)];
    let fixture = Fixture::with(database, &posts).await;
    let by = async |section: &str| {
        fixture.slugs(ListFilter { section: Some(section.into()), ..ListFilter::default() }).await
    };
    assert_eq!(by("SEO").await, ["a"]);
    assert_eq!(by("About").await, ["b"]);
    assert!(by("Services").await.is_empty());
}

async fn trending_and_featured_filters_combine_with_others(database: TestDatabase) {
    let marked = |slug: &str, age, trending, featured| PostInput {
        trending,
        featured,
        tags: vec![if age < 3 { "new".into() } else { "old".into() }],
        ..aged(slug, age)
    };
    let posts = [marked("a", 1, true, false), marked("b", 2, false, true), marked("c", 3, true, true)];
    let fixture = Fixture::with(database, &posts).await;
    let filter = ListFilter::default;
    assert_eq!(fixture.slugs(ListFilter { trending: true, ..filter() }).await, ["c", "a"]);
    assert_eq!(fixture.slugs(ListFilter { featured: true, ..filter() }).await, ["b", "c"]);
    assert_eq!(fixture.slugs(ListFilter { featured: true, trending: true, ..filter() }).await, ["c"]);
    let trending_new = ListFilter { trending: true, tag: Some("new".into()), ..filter() };
    assert_eq!(fixture.slugs(trending_new).await, ["a"]);
    let searched = ListFilter { trending: true, search: Some("title of C".into()), ..filter() };
    assert_eq!(fixture.slugs(searched).await, ["c"]);
}

#[tokio::test]
async fn a_slice_is_read_by_its_ids_after_statistics_of_few_posts() {
    let posts: Vec<PostInput> = (0..24).map(|number| aged(&format!("p{number}"), number)).collect();
    let fixture = Fixture::with(TestDatabase::sqlite().await, &posts).await;
    let database = &fixture.store.database;
    database.writer().execute_unprepared("ANALYZE").await.unwrap();
    let slice = ListQuery::new(&ListFilter::default(), database.engine(), now()).unwrap().slice(0, 12);
    let posts = of_slice(slice, blog_posts_lists::Column::BlogPostId).build(DbBackend::Sqlite);
    let plan = Statement { sql: format!("EXPLAIN QUERY PLAN {}", posts.sql), ..posts };
    let plan = database.writer().query_all_raw(plan).await.unwrap();
    let steps: Vec<String> = plan.iter().map(|row| row.try_get("", "detail").unwrap()).collect();
    assert!(steps.iter().any(|step| step.starts_with("SEARCH blog_posts USING")), "{steps:#?}");
}
