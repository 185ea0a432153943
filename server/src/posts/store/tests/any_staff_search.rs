//! For any text, the search of staff finds what a scan of all texts finds.

use proptest::{
    prelude::*,
    sample::{Index, select},
    strategy::ValueTree,
    test_runner::TestRunner,
};

use super::{staff_search::plain, *};

on_both_engines![any_text_finds_what_reading_finds];

const POSTS: usize = 40;
const CHANGES: usize = 12;
const TEXTS: usize = 400;

/// Texts of few words and signs, so that many contain one another.
fn text(longest: usize) -> impl Strategy<Value = String> {
    let piece = select(vec![
        " ", " ", " ", "  ", "\n", "\u{a0}", "a", "b", "ab", "ba", "abc", "A", "é", "e\u{301}", "Σ", "ς", "σ", "ſ",
        "s", "\"", "\"\"", "'", "*", "-", "^", "\\", "\\u001f", "%", "_", "(", ")", "OR", "NEAR", "🚀", "索", "索引",
        "\u{e000}", "log", "blog", "µ", "+", ":", "{",
    ]);
    prop::collection::vec(piece, 0..longest).prop_map(|pieces| pieces.concat())
}

fn any_post() -> impl Strategy<Value = PostInput> {
    (text(6), text(14), text(30), any::<bool>()).prop_map(|(title, summary, content, published)| PostInput {
        title: format!("T{title}"),
        summary,
        content: format!("<p>{}</p>", content.replace('\\', "\\ ")),
        published,
        ..PostInput::default()
    })
}

fn texts(post: &NewPost) -> [String; 3] {
    [&post.draft.title, &post.draft.summary, &post.draft.text].map(|text| plain(text))
}

async fn any_text_finds_what_reading_finds(database: TestDatabase) {
    let mut runner = TestRunner::deterministic();
    let mut some = |count| prop::collection::vec(any_post(), count).new_tree(&mut runner).unwrap().current();
    let (inputs, changes) = (some(POSTS), some(CHANGES));
    let numbered = |(number, post)| PostInput { slug: format!("p{number:02}"), ..post };
    let mut posts: Vec<NewPost> = inputs.into_iter().enumerate().map(|post| new(&numbered(post))).collect();
    let fixture = Fixture::new(database).await;
    fixture.store.create(&posts, now()).await.unwrap();
    for (turn, change) in changes.into_iter().enumerate() {
        let change = numbered((turn * 3, change));
        fixture.change(posts[turn * 3].id, &change).await;
        posts[turn * 3].draft = draft(&change);
    }
    fixture.store.delete(posts.pop().unwrap().id, now()).await.unwrap();
    fixture.index_follows().await;
    let mut found_any = 0;
    for turn in 0..TEXTS {
        // Every other text is a piece of a post, so that there is much to find.
        let piece = (any::<Index>(), 0..3_usize, any::<Index>(), 1..9_usize);
        let (post, text_of, from, length) = piece.new_tree(&mut runner).unwrap().current();
        let searched = if turn % 2 == 0 {
            text(5).new_tree(&mut runner).unwrap().current()
        } else {
            let text: Vec<char> = texts(post.get(&posts))[text_of].chars().collect();
            text.iter().skip(from.index(text.len() + 1)).take(length).collect()
        };
        let needle = plain(&searched);
        let holds = |post: &&NewPost| texts(post).iter().any(|text| text.contains(&needle));
        let expected: Vec<&str> = posts.iter().filter(holds).map(|post| post.draft.slug.as_str()).collect();
        assert_eq!(fixture.holding(&searched).await, expected, "{searched:?} of {posts:#?}");
        found_any += usize::from(!expected.is_empty() && expected.len() < posts.len());
    }
    assert!(found_any > TEXTS / 3, "{found_any} texts tell posts apart");
}
