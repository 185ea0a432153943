//! For any filter, a list has the posts that a scan of all posts finds.

use proptest::{
    prelude::*,
    sample::{select, subsequence},
    strategy::ValueTree,
    test_runner::TestRunner,
};
use unicode_normalization::UnicodeNormalization;

use super::*;
use crate::posts::domain::label;

on_both_engines![any_combination_of_filters_finds_what_a_naive_filter_finds];

const POSTS: usize = 60;
const CHANGES: usize = 25;
const FILTERS: usize = 150;
const TAGS: [&str; 6] = ["Local SEO", "LOCAL seo", "Éclairs & Co", "100%", "a_b", "🚀 lift"];
const SECTIONS: [&str; 3] = ["SEO", "Technical SEO", "Home"];

/// Texts of few letters, so that they find one another: accents in one piece and in two, signs that mean something to
/// one of the engines, and words.
fn text() -> impl Strategy<Value = String> {
    let piece = select(vec![
        "a", "B", "b", "é", "É", "e\u{301}", "Σ", "ς", "%", "_", "\\", "\"", "'", "*", "🚀", "ß", " ", "-", "log",
        "SEO",
    ]);
    prop::collection::vec(piece, 0..7).prop_map(|pieces| pieces.concat())
}

fn any_post() -> impl Strategy<Value = PostInput> {
    let tags = subsequence(TAGS.to_vec(), 0..4);
    let switches = (any::<bool>(), any::<bool>(), prop::bool::weighted(0.8), -3..40_i64);
    (text(), text(), text(), tags, subsequence(SECTIONS.to_vec(), 0..3), switches, prop::option::of(select(&TAGS[..])))
        .prop_map(|(title, summary, author, tags, sections, (featured, trending, published, age), meta_title)| {
            PostInput {
                title: format!("T{title}"),
                summary,
                author,
                tags: tags.into_iter().map(str::to_owned).collect(),
                section_tags: sections.into_iter().map(str::to_owned).collect(),
                featured,
                trending,
                published,
                meta_title: meta_title.unwrap_or_default().to_owned(),
                ..aged("", age)
            }
        })
}

fn any_filter() -> impl Strategy<Value = ListFilter> {
    let some_tag = prop::option::weighted(0.4, prop_oneof![select(&TAGS[..]).prop_map(str::to_owned), text()]);
    let section = prop::option::weighted(0.3, select(&SECTIONS[..]).prop_map(str::to_owned));
    (some_tag, section, any::<(bool, bool, bool)>(), prop::option::weighted(0.7, text())).prop_map(
        |(tag, section, (trending, featured, latest), search)| ListFilter {
            tag,
            section,
            author: None,
            trending: trending && !featured,
            featured,
            latest,
            search,
        },
    )
}

fn folded(text: &str) -> String {
    text.nfc().collect::<String>().to_lowercase().replace('ς', "σ")
}

fn fits(post: &ValidPost, filter: &ListFilter) -> bool {
    let same = |a: &str, b: &str| a.to_lowercase() == b.to_lowercase();
    let label = label(&post.meta_title, &post.title, &post.tags);
    let fields = [&post.title, &post.summary, &post.author];
    let search = filter.search.as_deref().map(|text| folded(text.trim())).unwrap_or_default();
    post.published
        && post.published_date.is_some_and(|at| at <= now())
        && filter.tag.as_ref().is_none_or(|tag| same(&label, tag) || post.tags.iter().any(|own| same(own, tag)))
        && filter.section.as_ref().is_none_or(|section| post.section_tags.iter().any(|own| own.as_str() == section))
        && (!filter.trending || post.trending)
        && (!filter.featured || post.featured)
        && (search.is_empty() || fields.into_iter().chain(&post.tags).any(|text| folded(text).contains(&search)))
}

/// Newest first: by date, then by the order of creation.
type Order = (Option<DateTime<Utc>>, usize);

async fn any_combination_of_filters_finds_what_a_naive_filter_finds(database: TestDatabase) {
    let mut runner = TestRunner::default();
    let mut any = |count| prop::collection::vec(any_post(), count).new_tree(&mut runner).unwrap().current();
    let (inputs, changes) = (any(POSTS), any(CHANGES));
    let numbered = |(number, post)| PostInput { slug: format!("p{number}"), ..post };
    let mut posts: Vec<NewPost> = inputs.into_iter().enumerate().map(|post| new(&numbered(post))).collect();
    let fixture = Fixture::new(database).await;
    fixture.store.create(&posts, now()).await.unwrap();
    let mut order: Vec<Order> = posts.iter().zip(0..).map(|(post, turn)| (post.draft.published_date, turn)).collect();
    // Replaces the fields of every other post, and deletes the last post.
    for (turn, change) in changes.into_iter().enumerate() {
        let number = turn * 2;
        let change = numbered((number, change));
        fixture.change(posts[number].id, &change).await;
        posts[number].draft = draft(&change);
        order[number].0 = posts[number].draft.published_date;
    }
    fixture.store.delete(posts.pop().unwrap().id, now()).await.unwrap();
    for _ in 0..FILTERS {
        let filter = any_filter().new_tree(&mut runner).unwrap().current();
        let mut naive: Vec<(&NewPost, Order)> =
            posts.iter().zip(order.iter().copied()).filter(|(post, _)| fits(&post.draft, &filter)).collect();
        naive.sort_by_key(|(post, order)| (post.draft.featured && !filter.latest, *order));
        let expected: Vec<&str> = naive.iter().rev().map(|(post, _)| post.draft.slug.as_str()).collect();
        let found = fixture.store.list(&filter, now(), 0, 100).await.unwrap();
        assert_eq!(slugs(found.items), expected, "{filter:?} of {posts:#?}");
        assert_eq!(found.total, u64::try_from(expected.len()).unwrap(), "{filter:?}");
        let second = fixture.store.list(&filter, now(), 5, 5).await.unwrap();
        assert_eq!(slugs(second.items), expected.iter().skip(5).take(5).copied().collect::<Vec<_>>(), "{filter:?}");
        let first = fixture.store.first(&filter, now(), 5).await.unwrap();
        assert_eq!(slugs(first), expected.iter().take(5).copied().collect::<Vec<_>>(), "{filter:?}");
        let extent = fixture.store.stats(&filter, now()).await.unwrap();
        assert_eq!(extent.total, found.total, "{filter:?}");
    }
}
