//! The search of lists: a literal substring, whatever its capitals.

use super::*;

on_both_engines![
    search_looks_into_title_summary_author_and_tags,
    search_does_not_look_into_the_content_or_at_drafts,
    wildcards_and_quotes_are_ordinary_characters,
    capitals_do_not_matter_in_any_alphabet,
    white_space_around_the_text_does_not_matter,
];

async fn search_looks_into_title_summary_author_and_tags(database: TestDatabase) {
    let posts = [
        PostInput { title: "Needle here".into(), ..post("title") },
        PostInput { summary: "a\nneedle\nb".into(), ..post("summary") },
        PostInput { author: "Ned Needleman".into(), ..post("author") },
        PostInput { tags: vec!["hay".into(), "needles".into()], ..post("tag") },
        post("neither"),
    ];
    let fixture = Fixture::with(database, &posts).await;
    assert_eq!(fixture.found("needle").await, ["author", "summary", "tag", "title"]);
    assert!(fixture.found("needless").await.is_empty());
}

async fn search_does_not_look_into_the_content_or_at_drafts(database: TestDatabase) {
    let posts = [
        PostInput { content: "<p>needle</p>".into(), ..post("content") },
        PostInput { title: "needle".into(), published: false, ..post("draft") },
        PostInput { title: "needle".into(), ..aged("later", -1) },
    ];
    let fixture = Fixture::with(database, &posts).await;
    assert!(fixture.found("needle").await.is_empty());
}

async fn wildcards_and_quotes_are_ordinary_characters(database: TestDatabase) {
    let titles =
        ["100% sure", "snake_case", r"back\slash", "it's", r#"say "hi""#, "ends with %", "emoji 🚀 lift", "; --"];
    let posts: Vec<PostInput> = titles
        .iter()
        .enumerate()
        .map(|(number, title)| PostInput { title: (*title).into(), ..post(&format!("p{number}")) })
        .collect();
    let fixture = Fixture::with(database, &posts).await;
    for (text, expected) in [
        ("0%", vec!["p0"]),
        ("%", vec!["p0", "p5"]),
        ("_", vec!["p1"]),
        ("e_c", vec!["p1"]),
        (r"\", vec!["p2"]),
        (r"k\s", vec!["p2"]),
        ("t's", vec!["p3"]),
        ("'", vec!["p3"]),
        (r#""hi""#, vec!["p4"]),
        ("🚀", vec!["p6"]),
        ("🛰", vec![]),
        ("; --", vec!["p7"]),
        ("s%e", vec![]),
        ("1_0", vec![]),
        (r"\%", vec![]),
    ] {
        assert_eq!(fixture.found(text).await, expected, "{text}");
    }
}

async fn capitals_do_not_matter_in_any_alphabet(database: TestDatabase) {
    let posts = [
        PostInput { title: "Éclair AND Straße".into(), ..post("latin") },
        PostInput { summary: "ПОИСК и сайты".into(), ..post("cyrillic") },
        PostInput { tags: vec!["ΑΝΑΖΉΤΗΣΗ".into()], ..post("greek") },
        PostInput { author: "ÅSA ÖBERG".into(), ..post("author") },
    ];
    let fixture = Fixture::with(database, &posts).await;
    for (text, expected) in [
        ("éclair and", "latin"),
        ("ÉCLAIR", "latin"),
        ("straße", "latin"),
        ("поиск И САЙТЫ", "cyrillic"),
        ("αναζήτη", "greek"),
        ("åsa öberg", "author"),
        ("Öb", "author"),
    ] {
        assert_eq!(fixture.found(text).await, [expected], "{text}");
    }
}

async fn white_space_around_the_text_does_not_matter(database: TestDatabase) {
    let fixture = Fixture::with(database, &[post("a"), post("b")]).await;
    assert_eq!(fixture.found("  of A ").await, ["a"]);
    assert_eq!(fixture.found("   ").await, ["a", "b"]);
    assert_eq!(fixture.found("").await, ["a", "b"]);
}
