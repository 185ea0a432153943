//! The search of lists: a literal substring, in any case.

use super::{super::AdminFilter, *};

on_both_engines![
    search_looks_into_title_summary_author_and_tags,
    search_does_not_look_into_the_content_or_at_drafts,
    a_title_is_found_as_readers_see_it,
    wildcards_and_quotes_are_ordinary_characters,
    capitals_do_not_matter_in_any_alphabet,
    white_space_around_the_text_does_not_matter,
    words_are_found_across_lines_and_spaces,
    accents_are_the_same_however_they_are_written,
    a_match_does_not_reach_from_one_field_into_the_next,
    search_follows_changes_and_removals,
    search_finds_the_same_when_its_index_is_one_piece,
    an_endless_text_finds_nothing_and_breaks_nothing,
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

async fn a_title_is_found_as_readers_see_it(database: TestDatabase) {
    let marked = PostInput { title: "Seven ==robots.txt== mistakes".into(), ..post("marked") };
    let fixture = Fixture::with(database, &[marked]).await;
    assert_eq!(fixture.found("seven robots.txt mistakes").await, ["marked"]);
    assert!(fixture.found("==").await.is_empty());
    let filter = AdminFilter { search: Some("robots.txt mistakes".into()), ..Default::default() };
    assert_eq!(fixture.store.admin_list(&filter, now(), 0, 10).await.unwrap().posts.total, 1);
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

async fn words_are_found_across_lines_and_spaces(database: TestDatabase) {
    let lines = PostInput { summary: "A zebra\ncrossing, and  more".into(), ..post("lines") };
    let fixture = Fixture::with(database, &[lines]).await;
    for text in ["zebra crossing", "zebra  crossing", "zebra\ncrossing", "and more", "and  more"] {
        assert_eq!(fixture.found(text).await, ["lines"], "{text:?}");
    }
}

async fn accents_are_the_same_however_they_are_written(database: TestDatabase) {
    let posts = [
        PostInput { title: "Caf\u{e9} au lait".into(), ..post("whole") },
        PostInput { title: "Cafe\u{301} noir".into(), ..post("pieces") },
        PostInput { title: "ΛΌΓΟΣ".into(), ..post("greek") },
    ];
    let fixture = Fixture::with(database, &posts).await;
    for text in ["CAF\u{c9}", "cafe\u{301}", "f\u{e9}", "\u{e9}"] {
        assert_eq!(fixture.found(text).await, ["pieces", "whole"], "{text}");
    }
    for text in ["λόγος", "λόγοσ", "ΛΌΓΟΣ", "ς"] {
        assert_eq!(fixture.found(text).await, ["greek"], "{text}");
    }
}

async fn a_match_does_not_reach_from_one_field_into_the_next(database: TestDatabase) {
    let posts = [PostInput {
        title: "alpha".into(),
        summary: "beta".into(),
        author: "gamma".into(),
        tags: vec!["delta".into(), "epsilon".into()],
        ..post("one")
    }];
    let fixture = Fixture::with(database, &posts).await;
    for text in ["alphabeta", "pha\u{1f}bet", "\u{1f}", "gammadelta", "alpha beta", "\0", "alpha\0"] {
        assert!(fixture.found(text).await.is_empty(), "{text:?}");
    }
}

async fn search_follows_changes_and_removals(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&PostInput { title: "First words".into(), tags: vec!["old tag".into()], ..post("a") }).await;
    fixture.change(id, &PostInput { title: "Second words".into(), tags: vec!["new tag".into()], ..post("a") }).await;
    for (text, count) in [("first", 0), ("second", 1), ("old tag", 0), ("new tag", 1), ("ds", 1)] {
        assert_eq!(fixture.found(text).await.len(), count, "{text}");
    }
    fixture.store.delete(id, now()).await.unwrap();
    for text in ["second", "ds"] {
        assert!(fixture.found(text).await.is_empty(), "{text}");
    }
    let database = &fixture.store.database;
    if database.engine() == crate::storage::Engine::Sqlite {
        use sea_orm::ConnectionTrait;
        let check = "INSERT INTO blog_posts_trigrams (blog_posts_trigrams, rank) VALUES ('integrity-check', 1)";
        database.writer().execute_unprepared(check).await.expect("the index says what the table says");
    }
}

async fn search_finds_the_same_when_its_index_is_one_piece(database: TestDatabase) {
    let posts: Vec<PostInput> = (0..20).map(|number| post(&format!("needle-{number}"))).collect();
    let fixture = Fixture::with(database, &posts).await;
    let before = fixture.found("needle").await;
    fixture.store.settle_search().await.unwrap();
    assert_eq!((fixture.found("needle").await, before.len()), (before, 20));
    let database = &fixture.store.database;
    if database.engine() == crate::storage::Engine::Sqlite {
        use sea_orm::{ConnectionTrait, DbBackend, Statement};
        let pieces = "SELECT count(DISTINCT segid) FROM blog_posts_trigrams_idx";
        let row = database.reader().query_one_raw(Statement::from_string(DbBackend::Sqlite, pieces)).await.unwrap();
        assert_eq!(row.unwrap().try_get_by_index::<i64>(0).unwrap(), 1);
    }
}

async fn an_endless_text_finds_nothing_and_breaks_nothing(database: TestDatabase) {
    let fixture = Fixture::with(database, &[post("a")]).await;
    for text in ["x".repeat(20_000), "\"' OR 1=1 ".repeat(500), "🚀".repeat(3_000), "NEAR(a b) AND NOT c*".into()] {
        assert!(fixture.found(&text).await.is_empty());
    }
}
