//! What the search of staff finds, whatever way a text is looked for: what reading through all texts finds.

use std::collections::BTreeSet;

use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, Statement, sea_query::Expr};
use unicode_normalization::UnicodeNormalization;

use super::{super::AdminFilter, *};
use crate::{
    config::DatabaseUrl,
    storage::{Database, Engine, entities::blog_posts_staff_search, migrations},
};

on_both_engines![
    a_piece_of_a_word_is_found_wherever_it_stands,
    a_phrase_may_begin_and_end_within_words,
    every_script_is_searched_alike,
    any_white_space_is_as_good_as_any_other,
    no_phrase_reaches_from_one_text_into_the_next,
    pieces_of_very_many_words_are_found_too,
    words_that_differ_far_from_their_beginning_are_different,
    texts_that_come_without_the_program_are_found,
    the_index_is_one_piece_after_an_import,
];

/// A text as it is searched.
pub(super) fn plain(text: &str) -> String {
    let text = text.nfc().collect::<String>().to_lowercase().replace('ς', "σ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Fixture {
    /// A post of each summary, called p0, p1 and so on.
    async fn of_summaries(database: TestDatabase, summaries: &[&str]) -> Self {
        let fixture = Self::new(database).await;
        let post = |(number, summary): (usize, &&str)| {
            let slug = format!("p{number}");
            new(&PostInput { title: ".".into(), summary: (*summary).into(), ..post(&slug) })
        };
        let posts: Vec<NewPost> = summaries.iter().enumerate().map(post).collect();
        fixture.store.create_all(&posts, now()).await.unwrap();
        fixture
    }

    /// The posts that hold a text, the one that was made first leading.
    pub(super) async fn holding(&self, text: &str) -> Vec<String> {
        let filter = AdminFilter { search: Some(text.into()), ascending: true, ..AdminFilter::default() };
        slugs(self.store.admin_list(&filter, 0, 100).await.unwrap().posts.items)
    }

    async fn finds(&self, expected: &[(&str, &[&str])]) {
        for (text, slugs) in expected {
            assert_eq!(self.holding(text).await, *slugs, "{text:?}");
        }
    }

    /// On SQLite: the index has just the words that the texts have, and each of them is found by its pieces.
    pub(super) async fn index_follows(&self) {
        if self.store.database.engine() == Engine::Postgres {
            return;
        }
        let connection = self.store.database.writer();
        for check in [
            "CREATE VIRTUAL TABLE IF NOT EXISTS terms USING fts5vocab (blog_posts_staff_index, row)",
            "INSERT INTO blog_posts_staff_index (blog_posts_staff_index) VALUES ('integrity-check')",
            "INSERT INTO blog_posts_staff_pieces (blog_posts_staff_pieces, rank) VALUES ('integrity-check', 1)",
        ] {
            connection.execute_unprepared(check).await.expect("the index is whole");
        }
        let column = async |query: &str| -> Vec<String> {
            let rows = connection.query_all_raw(Statement::from_string(connection.get_database_backend(), query));
            rows.await.unwrap().iter().map(|row| row.try_get_by_index(0).unwrap()).collect()
        };
        let texts = column("SELECT text FROM blog_posts_staff_search").await;
        let mut said = BTreeSet::new();
        for text in &texts {
            said.extend(text.split([' ', '\u{1f}']).filter(|word| !word.is_empty()).map(str::to_owned));
        }
        let indexed = column("SELECT term FROM terms WHERE term <> char(160)").await;
        // FTS5 cuts the longest words, all of which are ASCII here.
        let cut = |word: &String| word.chars().take(32_768).collect::<String>();
        let (indexed, cut): (BTreeSet<_>, _) = (indexed.into_iter().collect(), said.iter().map(cut).collect());
        assert!(indexed == cut, "{:?} are not the same", indexed.symmetric_difference(&cut));
        let known: BTreeSet<String> = column("SELECT word FROM blog_posts_staff_words").await.into_iter().collect();
        assert!(said.is_subset(&known), "{:?} can be found", said.difference(&known));
    }
}

async fn a_piece_of_a_word_is_found_wherever_it_stands(database: TestDatabase) {
    let summaries = ["contemplate templates", "(templates), \"quoted\" it's", "a tempest", "x-y 3.5% C:\\dir", "plate"];
    let fixture = Fixture::of_summaries(database, &summaries).await;
    fixture
        .finds(&[
            ("template", &["p0", "p1"]),
            ("TEMPLATES", &["p0", "p1"]),
            ("plate", &["p0", "p1", "p4"]),
            ("plates", &["p0", "p1"]),
            ("temp", &["p0", "p1", "p2"]),
            ("emp", &["p0", "p1", "p2"]),
            ("pl", &["p0", "p1", "p4"]),
            ("te", &["p0", "p1", "p2", "p4"]),
            ("st", &["p2"]),
            ("t", &["p0", "p1", "p2", "p4"]),
            ("x", &["p3"]),
            ("y", &["p3"]),
            ("%", &["p3"]),
            ("\\", &["p3"]),
            ("q", &["p1"]),
            ("\"", &["p1"]),
            ("'s", &["p1"]),
            ("),", &["p1"]),
            ("(temp", &["p1"]),
            ("\"quoted\"", &["p1"]),
            (":\\d", &["p3"]),
            ("-", &["p3"]),
            ("z", &[]),
            ("tz", &[]),
            ("platex", &[]),
            ("tes*", &[]),
        ])
        .await;
}

async fn a_phrase_may_begin_and_end_within_words(database: TestDatabase) {
    let summaries =
        ["The price of baskets", "enterprise of basketry", "price of a basket", "of price basket", "\"a\" OR b"];
    let fixture = Fixture::of_summaries(database, &summaries).await;
    fixture
        .finds(&[
            ("price of basket", &["p0"]),
            ("ice of b", &["p0"]),
            ("e of b", &["p0", "p1"]),
            ("of basket", &["p0", "p1"]),
            ("prise of basketr", &["p1"]),
            ("the price", &["p0"]),
            ("e price of baskets", &["p0"]),
            ("price of baskets x", &[]),
            ("rice o basket", &[]),
            ("pric of", &[]),
            ("of rice", &[]),
            ("basket price", &[]),
            ("of price", &["p3"]),
            ("a\" or b", &["p4"]),
            ("\" or", &["p4"]),
            ("\"a\" OR \"b", &[]),
        ])
        .await;
}

async fn every_script_is_searched_alike(database: TestDatabase) {
    let summaries = [
        "ΛΌΓΟΣ και έργο",
        "検索エンジン最適化。",
        "cafe\u{301} noir",
        "the long ſign of µm",
        "go 🚀🚀 up",
        "the long sign",
    ];
    let fixture = Fixture::of_summaries(database, &summaries).await;
    fixture
        .finds(&[
            ("λόγος", &["p0"]),
            ("λόγοσ", &["p0"]),
            ("ός", &[]),
            ("ος", &["p0"]),
            ("ς και έρ", &["p0"]),
            ("エンジン", &["p1"]),
            ("索", &["p1"]),
            ("化。", &["p1"]),
            ("検 索", &[]),
            ("caf\u{e9}", &["p2"]),
            ("cafe", &[]),
            ("\u{e9} n", &["p2"]),
            ("🚀", &["p4"]),
            ("🚀🚀", &["p4"]),
            ("🚀 up", &["p4"]),
            ("o 🚀", &["p4"]),
            ("🛰", &[]),
            // Letters that FTS5 would take for others.
            ("sign", &["p5"]),
            ("long sign", &["p5"]),
            ("ſign", &["p3"]),
            ("\u{b5}m", &["p3"]),
            ("\u{3bc}m", &[]),
        ])
        .await;
}

async fn any_white_space_is_as_good_as_any_other(database: TestDatabase) {
    let spaces = ["\n", "\t", "  ", "\u{a0}", "\u{2003}\u{a0}", "\u{3000}", "\u{2028}", " \n \u{202f}"];
    let summaries: Vec<String> = spaces.iter().map(|space| format!("one{space}two")).collect();
    let summaries: Vec<&str> = summaries.iter().map(String::as_str).collect();
    let fixture = Fixture::of_summaries(database, &summaries).await;
    let all: Vec<String> = (0..summaries.len()).map(|number| format!("p{number}")).collect();
    for space in spaces.into_iter().chain([" ", "\r\n", "\u{85}", "\u{1}"]) {
        for (first, last) in [("one", "two"), ("e", "t"), ("ne", "tw")] {
            let text = format!("{space}{first}{space}{last}{space}");
            assert_eq!(fixture.holding(&text).await, all, "{text:?}");
        }
    }
    assert_eq!(fixture.holding("\u{a0}").await, all, "nothing but white space is nothing");
    assert!(fixture.holding("onetwo").await.is_empty());
    // Where texts are read, too.
    fixture.add(&PostInput { content: format!("<p>{}</p>", crowd("", "e")), ..post("crowd") }).await;
    assert_eq!(fixture.holding("e\u{a0}\u{a0}t").await, all);
}

async fn no_phrase_reaches_from_one_text_into_the_next(database: TestDatabase) {
    let input = PostInput { title: "alpha beta".into(), summary: "gamma delta".into(), ..post("one") };
    let fixture = Fixture::with(database, &[PostInput { content: "<p>epsilon</p><p>zeta</p>".into(), ..input }]).await;
    fixture
        .finds(&[
            ("alpha beta", &["one"]),
            ("a d", &["one"]),
            ("epsilon zeta", &["one"]),
            ("beta gamma", &[]),
            ("a g", &[]),
            ("delta epsilon", &[]),
            ("beta \u{a0} gamma", &[]),
            ("beta\u{1f}gamma", &[]),
            ("betagamma", &[]),
        ])
        .await;
}

/// More words than are looked for one by one.
fn crowd(beginning: &str, end: &str) -> String {
    words(2_100, beginning, end)
}

fn words(count: usize, beginning: &str, end: &str) -> String {
    (0..count).map(|number| format!("{beginning}{number:04}{end}")).collect::<Vec<_>>().join(" ")
}

async fn pieces_of_very_many_words_are_found_too(database: TestDatabase) {
    let texts = [
        format!("one qx1 {} three", crowd("qx", "vw")),
        format!("two {} kj", words(100, "kj", "gh")),
        "only qx0007vw qx8 kj1 0007gh kj0008gh".to_owned(),
        "gh kj and w q".to_owned(),
    ];
    let fixture = Fixture::new(database).await;
    for (number, text) in texts.iter().enumerate() {
        fixture
            .add(&PostInput { title: ".".into(), content: format!("<p>{text}</p>"), ..post(&format!("p{number}")) })
            .await;
    }
    fixture
        .finds(&[
            ("qx", &["p0", "p2"]),
            ("qx0", &["p0", "p2"]),
            ("vw", &["p0", "p2"]),
            ("q", &["p0", "p2", "p3"]),
            ("vw qx", &["p0", "p2"]),
            ("w q", &["p0", "p2", "p3"]),
            ("one qx", &["p0"]),
            ("only qx", &["p2"]),
            ("two qx", &[]),
            ("vw three", &["p0"]),
            ("vw two", &[]),
            ("vw qx0008vw q", &["p0"]),
            ("vw qx0008vw k", &[]),
            ("gh k", &["p1", "p2", "p3"]),
            ("gh kj0008gh", &["p1", "p2"]),
            ("gh kj0009gh", &["p1"]),
            ("4gh kj0005gh k", &["p1"]),
            ("gh gh", &[]),
            ("absent qx", &[]),
        ])
        .await;
    // The state counts wherever they are looked for.
    for (text, expected) in [("qx", vec!["p2", "p0"]), ("gh k", vec!["p3", "p2", "p1"]), ("onl", vec!["p2"])] {
        let state =
            |published| AdminFilter { search: Some(text.into()), published: Some(published), ..Default::default() };
        let found =
            async |published| slugs(fixture.store.admin_list(&state(published), 0, 9).await.unwrap().posts.items);
        assert_eq!(found(true).await, expected, "{text}");
        assert!(found(false).await.is_empty(), "{text}");
    }
    fixture.index_follows().await;
}

async fn words_that_differ_far_from_their_beginning_are_different(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    for (end, slug) in [("a", "p0"), ("b", "p1")] {
        let content = format!("<p>{}{end} and so on</p>", "x".repeat(40_000));
        fixture.add(&PostInput { content, ..post(slug) }).await;
    }
    fixture
        .finds(&[
            ("xxxx", &["p0", "p1"]),
            ("xa", &["p0"]),
            ("xb", &["p1"]),
            ("xb and", &["p1"]),
            ("xa and so o", &["p0"]),
            ("xc", &[]),
        ])
        .await;
    let long = |first: &str, count, last: &str| format!("{first}{}{last}", "x".repeat(count));
    assert_eq!(fixture.holding(&long("", 40_000, "b")).await, ["p1"]);
    // Far from their end, too.
    fixture.add(&PostInput { content: format!("<p>{} d</p>", long("y", 100, "c")), ..post("p2") }).await;
    for (text, expected) in [
        (long("y", 100, "c"), vec!["p2"]),
        (long("", 90, "c d"), vec!["p2"]),
        (long("z", 100, "c"), vec![]),
        (long("z", 100, "c d"), vec![]),
        (long("y", 99, "c"), vec![]),
    ] {
        assert_eq!(fixture.holding(&text).await, expected, "{text}");
    }
}

/// A restored backup brings rows, not posts that somebody saves.
async fn texts_that_come_without_the_program_are_found(database: TestDatabase) {
    let fixture = Fixture::of_summaries(database, &["here"]).await;
    let (connection, backend) =
        (fixture.store.database.writer(), fixture.store.database.writer().get_database_backend());
    let run = async |sql: &str| {
        connection.execute_raw(Statement::from_string(backend, sql)).await.unwrap();
    };
    run("CREATE TABLE saved AS SELECT * FROM blog_posts_staff_search").await;
    run("DELETE FROM blog_posts_staff_search").await;
    fixture.finds(&[("here", &[])]).await;
    run("INSERT INTO blog_posts_staff_search SELECT number, blog_post_id, 'far \"away\" \\ \\u001f there' FROM saved")
        .await;
    let found: &[&str] = &["p0"];
    fixture
        .finds(&[("here", found), ("here ", found), ("\"away\" \\ \\u", found), ("\\u001f th", found), ("\\ t", &[])])
        .await;
    fixture.index_follows().await;
}

/// Brings a database forward by so many migrations, or all.
async fn migrate(database: &Database, steps: Option<usize>) {
    let transaction = database.begin_write().await.unwrap();
    migrations::up(&transaction, steps).await.unwrap();
    transaction.commit().await.unwrap();
}

async fn posts_of_before_are_found(database: TestDatabase) {
    if let DatabaseUrl::Sqlite(path) = &database.url {
        std::fs::File::create_new(path).unwrap();
    }
    let open = Database::open_unchanged(&database.url).await.unwrap();
    migrate(&open, Some(10)).await;
    let fixture = Fixture { store: PostStore::new(open), database };
    fixture.sign_up(EDITOR, "editor@example.org").await;
    let long = format!("{}tail", "x".repeat(40_000));
    let summaries = ["one two", "one\ntwo", "one\u{a0}\u{2003} two", "one   two \t three", "on  \"etwo\"", "two one"];
    let (mut ids, mut spaced) = (Vec::new(), Vec::new());
    for (number, summary) in summaries.iter().enumerate() {
        let content = format!("<p>{long}{number} end</p>");
        let id = fixture.add(&PostInput { summary: (*summary).into(), content, ..post(&format!("p{number}")) }).await;
        // As it was written down then.
        let text = format!("title of p{number}\u{1f}{summary}\u{1f}{long}{number} end");
        blog_posts_staff_search::Entity::update_many()
            .filter(blog_posts_staff_search::Column::BlogPostId.eq(id))
            .col_expr(blog_posts_staff_search::Column::Text, Expr::value(text.as_str()))
            .exec(fixture.store.database.writer())
            .await
            .unwrap();
        ids.push(id);
        spaced.push(plain(&text.replace('\u{1f}', "\u{1f} ")).replace("\u{1f} ", "\u{1f}"));
    }
    migrate(&fixture.store.database, None).await;
    let mut rows = blog_posts_staff_search::Entity::find().all(fixture.store.database.reader()).await.unwrap();
    rows.sort_by_key(|row| row.number);
    assert!(rows.into_iter().map(|row| row.text).eq(spaced), "texts are spaced as they are today");
    fixture.index_follows().await;
    fixture
        .finds(&[
            ("one two", &["p0", "p1", "p2", "p3"]),
            ("on \"e", &["p4"]),
            ("e  t", &["p0", "p1", "p2", "p3"]),
            ("one", &["p0", "p1", "p2", "p3", "p5"]),
            ("two", &["p0", "p1", "p2", "p3", "p4", "p5"]),
            ("\"e", &["p4"]),
            ("two three", &["p3"]),
            ("f p3", &["p3"]),
            ("p3 one", &[]),
            ("xtail5", &["p5"]),
            ("l4 en", &["p4"]),
        ])
        .await;
    fixture.change(ids[1], &PostInput { summary: "three".into(), ..post("p1") }).await;
    for id in [ids[0], ids[2], ids[4]] {
        fixture.store.delete(id).await.unwrap();
    }
    fixture.index_follows().await;
    fixture.finds(&[("e t", &["p3"]), ("three", &["p1", "p3"]), ("tail4", &[])]).await;
}

#[tokio::test]
async fn posts_of_before_are_found_on_sqlite() {
    posts_of_before_are_found(TestDatabase::sqlite()).await;
}

#[tokio::test]
async fn posts_of_before_are_found_on_postgres() {
    posts_of_before_are_found(TestDatabase::empty_postgres().await).await;
}

async fn the_index_is_one_piece_after_an_import(database: TestDatabase) {
    let fixture = Fixture::with(database, &[post("a"), post("b"), post("c")]).await;
    fixture.store.settle_search().await.unwrap();
    assert_eq!(fixture.holding("title").await, ["a", "b", "c"]);
    fixture.index_follows().await;
    let connection = fixture.store.database.reader();
    if fixture.store.database.engine() == Engine::Sqlite {
        for index in ["blog_posts_staff_index", "blog_posts_staff_pieces"] {
            let pieces = format!("SELECT count(DISTINCT segid) FROM {index}_idx");
            let pieces = Statement::from_string(connection.get_database_backend(), pieces);
            let row = connection.query_one_raw(pieces).await.unwrap().unwrap();
            assert_eq!(row.try_get_by_index::<i64>(0).unwrap(), 1, "{index}");
        }
    }
}
