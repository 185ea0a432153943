//! The search of staff finds what a scan of all texts finds, with and without the index.

use sea_orm::{ConnectionTrait, Statement};
use unicode_normalization::UnicodeNormalization;

use super::{
    super::{AdminFilter, StatusFilter},
    *,
};
use crate::{
    config::DatabaseUrl,
    storage::{Database, Engine, migrations},
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
    only_the_first_hundred_characters_of_a_text_are_searched_for,
    a_deleted_post_leaves_no_rows_of_lists_and_search,
    the_index_is_one_piece_after_an_import,
];

/// Returns a text as it is stored for the search.
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
        fixture.store.create(&posts, now()).await.unwrap();
        fixture
    }

    /// Returns the slugs of the posts that contain a text, in the order of creation.
    pub(super) async fn holding(&self, text: &str) -> Vec<String> {
        let filter = AdminFilter { search: Some(text.into()), ascending: true, ..AdminFilter::default() };
        slugs(self.store.admin_list(&filter, now(), 0, 100).await.unwrap().posts.items)
    }

    async fn finds(&self, expected: &[(&str, &[&str])]) {
        for (text, slugs) in expected {
            assert_eq!(self.holding(text).await, *slugs, "{text:?}");
        }
    }

    /// Asserts that the trigram indexes match their tables, on SQLite.
    pub(super) async fn index_follows(&self) {
        if self.store.database.engine() == Engine::Postgres {
            return;
        }
        for index in ["blog_posts_trigrams", "blog_posts_staff_trigrams"] {
            let check = format!("INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)");
            self.store.database.writer().execute_unprepared(&check).await.expect("the index follows its table");
        }
    }

    /// Returns the number of rows in the list index, the readers' search and the staff's search.
    async fn indexed_rows(&self) -> [i64; 3] {
        let connection = self.store.database.reader();
        let mut counts = [0; 3];
        let tables = ["blog_posts_lists", "blog_posts_search", "blog_posts_staff_search"];
        for (count, table) in counts.iter_mut().zip(tables) {
            let query = format!("SELECT count(*) FROM {table}");
            let query = Statement::from_string(connection.get_database_backend(), query);
            *count = connection.query_one_raw(query).await.unwrap().unwrap().try_get_by_index(0).unwrap();
        }
        counts
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
    // The same in a post with many words.
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

/// Returns 2,100 different words with a common beginning and end.
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
    // The filter by state applies with and without the index.
    for (text, expected) in [("qx", vec!["p2", "p0"]), ("gh k", vec!["p3", "p2", "p1"]), ("onl", vec!["p2"])] {
        let state = |status| AdminFilter { search: Some(text.into()), status, ..Default::default() };
        let found =
            async |status| slugs(fixture.store.admin_list(&state(status), now(), 0, 9).await.unwrap().posts.items);
        assert_eq!(found(StatusFilter::Published).await, expected, "{text}");
        assert!(found(StatusFilter::Draft).await.is_empty(), "{text}");
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
    // Far from their end, too.
    fixture.add(&PostInput { content: format!("<p>{} d</p>", long("y", 100, "c")), ..post("p2") }).await;
    for (text, expected) in [
        (long("y", 100, "c"), vec!["p2"]),
        (long("", 90, "c d"), vec!["p2"]),
        (long("", 97, "c d"), vec!["p2"]),
        (long("z", 100, "c"), vec![]),
        (long("z", 100, "c d"), vec![]),
        (long("y", 98, "c"), vec![]),
    ] {
        assert_eq!(fixture.holding(&text).await, expected, "{text}");
    }
}

async fn only_the_first_hundred_characters_of_a_text_are_searched_for(database: TestDatabase) {
    let hundred = "abcdefghi ".repeat(10);
    let fixture = Fixture::of_summaries(database, &[&format!("{hundred}end"), &hundred[1..]]).await;
    for text in [hundred.trim(), &format!("  {hundred}what else"), &hundred.to_uppercase().repeat(200)] {
        assert_eq!(fixture.holding(text).await, ["p0"], "{text}");
    }
    assert!(fixture.holding(&format!("{}x end", &hundred[..98])).await.is_empty());
}

async fn a_deleted_post_leaves_no_rows_of_lists_and_search(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let before = fixture.indexed_rows().await;
    let id = fixture.add(&PostInput { tags: vec!["tag".into()], trending: true, ..post("a") }).await;
    let indexed = fixture.indexed_rows().await;
    assert!(indexed.iter().zip(before).all(|(now, before)| *now > before), "{indexed:?}");
    fixture.store.delete(id, now()).await.unwrap();
    assert_eq!(fixture.indexed_rows().await, before);
    fixture.index_follows().await;
}

/// Restoring a backup inserts rows without saving posts.
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
    run("INSERT INTO blog_posts_staff_search SELECT id, blog_post_id, 'far \"away\" \\ \\u001f there' FROM saved")
        .await;
    let found: &[&str] = &["p0"];
    fixture
        .finds(&[("here", found), ("here ", found), ("\"away\" \\ \\u", found), ("\\u001f th", found), ("\\ t", &[])])
        .await;
    fixture.index_follows().await;
}

/// Applies the next `steps` migrations, or all.
async fn migrate(database: &Database, steps: Option<usize>) {
    let transaction = database.begin_write().await.unwrap();
    migrations::up(&transaction, steps).await.unwrap();
    transaction.commit().await.unwrap();
}

/// Posts of a database at migration 0011 keep their lists, their order and their search.
async fn posts_of_before_are_found(database: TestDatabase) {
    if let DatabaseUrl::Sqlite(path) = &database.url {
        std::fs::File::create_new(path).unwrap();
    }
    let open = Database::open_unchanged(&database.url).await.unwrap();
    migrate(&open, Some(11)).await;
    let fixture = Fixture { store: PostStore::new(open), database };
    fixture.sign_up(EDITOR, "editor@example.org").await;
    let connection = fixture.store.database.writer();
    let sqlite = fixture.store.database.engine() == Engine::Sqlite;
    let id = |number: usize| {
        let hex = format!("018f000000007000800000000000000{number}");
        if sqlite { format!("x'{hex}'") } else { format!("'{hex}'") }
    };
    // Post 2 is a draft; post 0 is featured; the last one is the newest.
    for number in 0..4_usize {
        let (id, published) = (id(number), number != 2);
        let featured = if number == 0 { "'2026-02-01T00:00:00+00:00'" } else { "NULL" };
        let at = format!("'2026-01-0{}T00:00:00+00:00'", number + 1);
        // As the release with migration 0011 wrote them.
        let place = 64_000_000 * (1_767_225_600 + 86_400 * i64::try_from(number).unwrap());
        let standing = if number == 0 { place + (1 << 62) } else { place };
        let text = format!("old λόγοσ {number}");
        let mut rows = vec![
            format!(
                "INSERT INTO blog_posts (id, title, slug, summary, word_count, author, label, published, trending, \
                 crawl_log, inside_the_index, featured_at, listed_at, meta_title, meta_description, version, \
                 created_at, updated_at, author_bio, schema_markup, headings, content, place) VALUES ({id}, 'Old', \
                 'p{number}', '', 1, 'A', 'Local', {published}, TRUE, FALSE, FALSE, {featured}, {at}, '', '', 1, {at}, \
                 {at}, '', '', '[]', '<p>a</p>', {place})"
            ),
            format!("INSERT INTO blog_posts_staff_search VALUES ({place}, {id}, '{text}')"),
        ];
        if published {
            for list in ["all", "trending", "tag:local"] {
                rows.push(format!(
                    "INSERT INTO blog_posts_lists (list, standing, blog_post_id, place, trending, tagged) \
                     VALUES ('{list}', {standing}, {id}, {place}, TRUE, FALSE)"
                ));
            }
            rows.push(format!(
                "INSERT INTO blog_posts_search (standing, blog_post_id, text) VALUES ({standing}, {id}, '{text}')"
            ));
        }
        for sql in rows {
            connection.execute_unprepared(&sql).await.unwrap();
        }
    }
    migrate(&fixture.store.database, None).await;
    fixture.index_follows().await;
    let list = ["p0", "p3", "p1"];
    let (tag, search) = (Some("LOCAL".to_owned()), Some("ΛΌΓΟΣ".to_owned()));
    for filter in [
        ListFilter::default(),
        ListFilter { trending: true, ..ListFilter::default() },
        ListFilter { tag, ..ListFilter::default() },
        ListFilter { search, ..ListFilter::default() },
    ] {
        assert_eq!(fixture.slugs(filter.clone()).await, list, "{filter:?}");
    }
    fixture
        .finds(&[
            ("λόγος", &["p0", "p1", "p2", "p3"]),
            ("ld", &["p0", "p1", "p2", "p3"]),
            ("σ 2", &["p2"]),
            ("absent", &[]),
        ])
        .await;
    // They can be changed and removed like others.
    let changed = fixture.by_slug("p1").await.summary.id;
    fixture.change(changed, &PostInput { summary: "three".into(), ..post("p1") }).await;
    fixture.store.delete(fixture.by_slug("p3").await.summary.id, now()).await.unwrap();
    fixture.add(&PostInput { summary: "three".into(), ..post("new") }).await;
    fixture.finds(&[("three", &["p1", "new"]), ("σ", &["p0", "p2"])]).await;
    fixture.index_follows().await;
}

#[tokio::test]
async fn posts_of_before_are_found_on_sqlite() {
    posts_of_before_are_found(TestDatabase::empty_sqlite()).await;
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
        for index in ["blog_posts_trigrams", "blog_posts_staff_trigrams"] {
            let pieces = format!("SELECT count(DISTINCT segid) FROM {index}_idx");
            let pieces = Statement::from_string(connection.get_database_backend(), pieces);
            let row = connection.query_one_raw(pieces).await.unwrap().unwrap();
            assert_eq!(row.try_get_by_index::<i64>(0).unwrap(), 1, "{index}");
        }
    }
}
