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

#[test]
fn a_file_holds_one_post_or_a_list() {
    assert_eq!(parse_file("{\"title\":\"a\"}").unwrap(), [json!({"title": "a"})]);
    assert_eq!(parse_file("\u{feff}[{}, {}]").unwrap().len(), 2);
    assert_eq!(parse_file("[]").unwrap(), Vec::<Value>::new());
    for other in ["1", "null", "\"a\"", "true"] {
        assert_eq!(parse_file(other), Err(ImportFileError::Shape));
    }
}

#[test]
fn broken_json_is_refused_with_its_place() {
    let error = parse_file("[\n  {\"title\": \"a\",}\n]").unwrap_err();
    assert_eq!(error, ImportFileError::Json { line: 2, column: 17, reason: "trailing comma".into() });
    assert_eq!(error.to_string(), "Invalid JSON at line 2, column 17: trailing comma");
    assert!(matches!(parse_file(""), Err(ImportFileError::Json { .. })));
    assert!(matches!(parse_file(&"[".repeat(100_000)), Err(ImportFileError::Json { .. })));
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
    let ImportedInput { post, warnings } = read(json!({"categories": ["News", "SEO", "Cooking"]}));
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
        (json!({"tags": {}}), "\"tags\" must be a list of texts"),
        (json!({"tags": ["a", 1]}), "\"tags\" must be a list of texts"),
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
