use std::io::Write;

use chrono::TimeZone;
use chrono_tz::Europe::London;
use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::posts::domain::ValidPost;

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap()
}

fn input(value: &Value) -> PostInput {
    to_input(value, now(), 0).unwrap().post
}

fn error(value: &Value) -> String {
    to_input(value, now(), 0).unwrap_err()
}

/// Writes a file and reads it back.
fn opened(text: &[u8]) -> Result<ImportFile, ImportFileError> {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(text).unwrap();
    ImportFile::open(file)
}

fn read(text: &[u8]) -> Result<Vec<Entry>, ImportFileError> {
    let mut file = opened(text)?;
    let entries: Vec<Entry> = file.entries()?.collect::<Result<_, _>>()?;
    assert_eq!(entries.len(), file.len);
    Ok(entries)
}

fn parse(text: &str) -> Result<Vec<Value>, ImportFileError> {
    Ok(read(text.as_bytes())?.into_iter().map(|entry| entry.value.unwrap()).collect())
}

#[test]
fn a_file_holds_one_post_or_a_list() {
    assert_eq!(parse("{\"title\":\"a\"}").unwrap(), [json!({"title": "a"})]);
    assert_eq!(parse("\u{feff}[{}, {}]").unwrap().len(), 2);
    assert_eq!(parse("[]").unwrap(), Vec::<Value>::new());
    for other in ["1", "null", "\"a\"", "true"] {
        assert_eq!(parse(other), Err(ImportFileError::Shape));
    }
}

#[test]
fn broken_json_is_refused_with_its_place() {
    let error = parse("[\n  {\"title\": \"a\",}\n]").unwrap_err();
    assert_eq!(error, ImportFileError::Json { line: 2, column: 17, reason: "trailing comma".into() });
    assert_eq!(error.to_string(), "Invalid JSON at line 2, column 17: trailing comma");
    assert!(matches!(parse(""), Err(ImportFileError::Json { .. })));
    assert!(matches!(parse(&"[".repeat(100_000)), Err(ImportFileError::Json { .. })));
}

/// Reading in pieces gives the same values as `serde_json`, and fails in the same cases.
#[test]
fn a_file_is_read_as_serde_json_reads_it() {
    let long = format!("[\"{}\", 1234567]", "é".repeat(70_000));
    let spaced = format!("[{}1 ,{}2\n]{}", " ".repeat(70_000), "\n".repeat(70_000), " ".repeat(70_000));
    let numbers = format!("[{}12345]", "12345,".repeat(30_000));
    for text in ["[]", " [ ] ", "[1,-2.5e3,\"x\",null,true,[],{\"a\":[{}]}]", &long, &spaced, &numbers] {
        assert_eq!(Value::Array(parse(text).unwrap()), serde_json::from_str::<Value>(text).unwrap());
    }
    for text in [
        "",
        "  ",
        "[",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[1]]",
        "[1] x",
        "{} {}",
        "{\"a\":}",
        "[{\"a\":1]",
        "\n[\n  1,\n  tru\n]",
        "[\"\\x\"]",
        "x",
        &format!("[\"{}", "x".repeat(200_000)),
        &format!("[{}\n!]", "\"a\",\n".repeat(50_000)),
    ] {
        let Err(ImportFileError::Json { line, .. }) = read(text.as_bytes()) else { panic!("{text:.40}") };
        assert_eq!(line, serde_json::from_str::<Value>(text).unwrap_err().line().max(1), "{text:.40}");
    }
    assert!(matches!(read(b"[\"\xff\"]"), Err(ImportFileError::Json { .. })));
}

/// A few bytes of JSON must not become gigabytes: `[[],[],…` takes fifty times as much memory as in a file.
#[test]
fn what_would_fill_the_memory_is_refused() {
    let many = format!("[{}0]", "0,".repeat(entries::MAX_POSTS));
    assert_eq!(opened(many.as_bytes()).unwrap_err(), ImportFileError::TooManyPosts);
    assert_eq!(
        opened(format!("[{}0]", "0,".repeat(entries::MAX_POSTS - 1)).as_bytes()).unwrap().len,
        entries::MAX_POSTS
    );
    let post = format!("[{{}},\n{{\"tags\": [{}[]]}}, {{}}]", "[],".repeat(20_000));
    let values: Vec<_> = read(post.as_bytes()).unwrap().into_iter().map(|entry| entry.value).collect();
    let refused = Err("A post may have at most 10000 values".to_owned());
    assert_eq!(values, [Ok(json!({})), refused, Ok(json!({}))]);
    let deep = format!("[{}{}]", "[".repeat(200), "]".repeat(200));
    assert!(read(deep.as_bytes()).unwrap()[0].value.as_ref().unwrap_err().starts_with("recursion limit exceeded"));
}

#[test]
fn the_command_line_reads_any_number_of_posts() {
    let mut file = tempfile::tempfile().unwrap();
    write!(file, "[{}0]", "0,".repeat(entries::MAX_POSTS)).unwrap();
    let mut opened = ImportFile::open_unlimited(file).unwrap();
    assert_eq!(opened.len, entries::MAX_POSTS + 1);
    assert_eq!(opened.entries().unwrap().map(Result::unwrap).count(), opened.len);
}

/// Only the post that is being read is in memory.
#[test]
fn a_post_longer_than_any_that_could_be_saved_is_not_read() {
    let long = [b"[{},\n\"".to_vec(), vec![b'x'; 2 * entries::MAX_POST], b"\"]".to_vec()].concat();
    assert_eq!(opened(&long).unwrap_err(), ImportFileError::TooLong { line: 2 });
    // As long as a post can be: five million characters, each written as an escape.
    let longest = format!("{{\"content\": \"{}\"}}", "\\u00e9".repeat(5_000_000));
    assert_eq!(opened(longest.as_bytes()).unwrap().len, 1);
}

#[test]
fn an_empty_post_gets_every_default() {
    assert_eq!(
        input(&json!({})),
        PostInput {
            title: "Untitled Post 2026-11-21 09:30:00".into(),
            slug: format!("post-{}", now().timestamp_millis()),
            author: "Admin".into(),
            published: true,
            published_date: Some("2026-11-21T09:30:00Z".into()),
            ..PostInput::default()
        }
    );
}

#[test]
fn a_title_that_nobody_sees_counts_as_none() {
    let post = input(&json!({"title": "\u{200b}", "author": "\u{feff} "}));
    assert_eq!((post.title.as_str(), post.author.as_str()), ("Untitled Post 2026-11-21 09:30:00", "Admin"));
}

#[test]
fn every_alias_is_read() {
    let full = json!({
        "title": "T", "slug": "s", "content": "<p>c</p>", "summary": "e", "author": "A", "author_bio": "b",
        "tags": ["x", "y"], "section_tags": ["SEO"], "published": false, "featured": true, "trending": true,
        "crawl_log": true, "inside_the_index": true, "published_date": "2026-01-02", "featured_image": "/f",
        "thumbnail_image": "/t", "meta_title": "m", "meta_description": "d", "canonical_url": "https://example.org/",
        "schema": "{\"a\":1}",
    });
    let expected = input(&full);
    assert_eq!(expected.tags, ["x", "y"]);
    assert_eq!(expected.published_date.as_deref(), Some("2026-01-02"));
    let aliases: &[(&str, &[&str])] = &[
        ("summary", &["excerpt"]),
        ("author_bio", &["authorBio", "bio"]),
        ("section_tags", &["sectionTags", "categories"]),
        ("crawl_log", &["crawlLog"]),
        ("inside_the_index", &["insideTheIndex"]),
        ("published_date", &["publishedDate", "publishDate", "publish_date", "date"]),
        ("featured_image", &["featuredImage", "heroImage", "hero_image", "image"]),
        ("thumbnail_image", &["thumbnailImage"]),
        ("meta_title", &["metaTitle", "seo.pageTitle"]),
        ("meta_description", &["metaDescription", "seo.metaDescription"]),
        ("canonical_url", &["canonicalUrl", "canonical", "seo.canonicalUrl"]),
        ("schema", &["schemaMarkup", "seo.schemaMarkup"]),
        ("featured", &["published_at"]),
    ];
    for (name, others) in aliases {
        for other in *others {
            let mut post = full.clone();
            let object = post.as_object_mut().unwrap();
            let value = object.remove(*name).unwrap();
            match other.split_once('.') {
                Some((seo, key)) => object.insert(seo.to_owned(), json!({ key: value })),
                None => object.insert((*other).to_owned(), value),
            };
            assert_eq!(input(&post), expected, "{other} for {name}");
        }
    }
}

#[test]
fn an_empty_field_does_not_hide_its_other_names() {
    let post = input(&json!({
        "summary": "", "excerpt": "Real text", "featured_image": " ", "heroImage": null, "image": "/i.webp",
        "author_bio": "", "bio": "B", "section_tags": [], "categories": ["SEO"], "published_date": "",
        "date": "2026-01-02", "meta_title": "", "seo": {"pageTitle": "", "metaTitle": "M"}, "published_at": "",
    }));
    assert_eq!((post.summary.as_str(), post.author_bio.as_str(), post.meta_title.as_str()), ("Real text", "B", "M"));
    assert_eq!((post.featured_image.as_deref(), post.section_tags), (Some("/i.webp"), vec!["SEO".to_owned()]));
    assert_eq!((post.published_date.as_deref(), post.featured), (Some("2026-01-02"), false));
    assert_eq!(error(&json!({"published": ""})), "\"published\" must be true or false");
}

#[test]
fn tags_may_be_one_text_with_commas() {
    assert_eq!(input(&json!({"tags": " a, b ,,c"})).tags, ["a", "b", "c"]);
    assert_eq!(input(&json!({"categories": "SEO, home"})).section_tags, ["SEO", "Home"]);
}

#[test]
fn schema_may_be_given_as_json() {
    assert_eq!(input(&json!({"schema": {"@type": "Article"}})).schema, "{\"@type\":\"Article\"}");
    assert_eq!(input(&json!({"schema": "", "seo": {"schemaMarkup": [{"a": 1}]}})).schema, "[{\"a\":1}]");
}

#[test]
fn a_post_is_published_unless_the_file_says_no() {
    assert!(input(&json!({"published": null})).published);
    assert!(input(&json!({"published": true})).published);
    assert!(!input(&json!({"published": false})).published);
}

#[test]
fn the_old_featured_date_makes_a_post_featured() {
    assert!(input(&json!({"published_at": "2024-01-01T00:00:00Z"})).featured);
    assert!(!input(&json!({"published_at": null})).featured);
    assert!(!input(&json!({"published_at": "2024-01-01", "featured": false})).featured);
}

#[test]
fn a_made_slug_holds_the_title_and_the_time_and_an_own_slug_stays() {
    let millis = now().timestamp_millis();
    assert_eq!(input(&json!({"title": "Crawl budget, again!"})).slug, format!("crawl-budget-again-{millis}"));
    assert_eq!(input(&json!({"title": "日本", "slug": " "})).slug, format!("post-{millis}"));
    assert_eq!(input(&json!({"title": "a", "slug": "Kept As Is"})).slug, "Kept As Is");
    let long = input(&json!({"title": "word ".repeat(100).trim()}));
    assert!(long.slug.len() <= 200 && long.slug.ends_with(&format!("-word-{millis}")), "{}", long.slug);
}

#[test]
fn posts_of_one_moment_do_not_share_a_slug() {
    let slugs: std::collections::HashSet<String> =
        (0..100).map(|index| to_input(&json!({"title": "Same"}), now(), index).unwrap().post.slug).collect();
    assert_eq!(slugs.len(), 100);
}

#[test]
fn unknown_section_tags_are_left_out_with_a_warning() {
    let read = |value: Value| to_input(&value, now(), 0).unwrap();
    let ImportedInput { post, warnings, .. } = read(json!({"categories": ["News", "SEO", "Cooking"]}));
    assert_eq!(post.section_tags, ["SEO"]);
    assert_eq!(warnings, ["Unknown section tags left out: News, Cooking"]);
    assert!(read(json!({"categories": ["SEO"]})).warnings.is_empty());
}

#[test]
fn a_wrong_type_is_refused_with_its_key() {
    for (post, message) in [
        (json!([]), "A post must be a JSON object"),
        (json!({"title": 5}), "\"title\" must be text"),
        (json!({"excerpt": []}), "\"excerpt\" must be text"),
        (json!({"published": "false"}), "\"published\" must be true or false"),
        (json!({"crawlLog": 1}), "\"crawlLog\" must be true or false"),
        (json!({"tags": {}}), "\"tags\" must be a list of strings"),
        (json!({"tags": ["a", 1]}), "\"tags\" must be a list of strings"),
        (json!({"seo": "x"}), "\"seo\" must be an object"),
        (json!({"seo": {"pageTitle": 1}}), "\"pageTitle\" must be text"),
        (json!({"schema": 1}), "\"schema\" must be JSON-LD, as an object or as text"),
    ] {
        assert_eq!(error(&post), message);
    }
}

#[test]
fn what_is_exported_comes_back_unchanged() {
    let dated = PostInput {
        title: "T".into(),
        slug: "t".into(),
        content: "<p>c</p>".into(),
        author: "A".into(),
        tags: vec!["x".into()],
        section_tags: vec!["SEO".into()],
        published_date: Some("2026-01-02T03:04:05Z".into()),
        featured_image: Some("/f".into()),
        canonical_url: Some("https://example.org/".into()),
        schema: "{}".into(),
        ..PostInput::default()
    };
    let undated = PostInput { published_date: None, canonical_url: None, ..dated.clone() };
    for post in [dated, undated] {
        let mut exported = serde_json::to_value(&post).unwrap();
        let object = exported.as_object_mut().unwrap();
        object.insert("id".into(), json!("0190"));
        object.insert("version".into(), json!(7));
        object.insert("created_at".into(), json!("2026-01-01T00:00:00Z"));
        assert_eq!(input(&exported), post);
    }
}

proptest! {
    #[test]
    fn whatever_the_title_the_post_is_accepted(title in "\\PC{0,120}", index in 0_usize..2_000) {
        let post = to_input(&json!({ "title": title }), now(), index).unwrap().post;
        prop_assert!(ValidPost::from_input(post, London).is_ok());
    }
}
