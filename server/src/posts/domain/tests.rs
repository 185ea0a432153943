use chrono_tz::Europe::London;
use proptest::prelude::*;

use super::*;

fn input() -> PostInput {
    PostInput { title: "A title".into(), slug: "a-title".into(), ..PostInput::default() }
}

fn draft(input: PostInput) -> ValidPost {
    ValidPost::from_input(input, London).unwrap().0
}

fn error(input: PostInput, field: &str) -> String {
    let errors = ValidPost::from_input(input, London).unwrap_err();
    assert_eq!(errors.0.len(), 1, "{errors:?}");
    errors.0[field].clone()
}

#[test]
fn title_and_slug_are_required_and_each_missing_one_says_so() {
    let errors = ValidPost::from_input(PostInput::default(), London).unwrap_err();
    let expected = "Title and slug are required";
    assert_eq!(errors.0, BTreeMap::from([("slug".into(), expected.into()), ("title".into(), expected.into())]));
    for nothing in [" \n", "\u{200b}", "\u{feff} \u{ad}"] {
        assert_eq!(error(PostInput { title: nothing.into(), ..input() }, "title"), expected, "{nothing:?}");
    }
    assert_eq!(error(PostInput { slug: " ".into(), ..input() }, "slug"), expected);
    let both = PostInput { title: String::new(), author: "x".repeat(201), ..input() };
    assert_eq!(ValidPost::from_input(both, London).unwrap_err().message(), expected);
}

#[test]
fn a_slug_holds_lower_case_letters_digits_and_hyphens_only() {
    let wrong = "Slug must be lowercase and can only contain letters, numbers and hyphens.";
    for slug in ["Upper", "a b", "a_b", "é", "a/b", "a.b"] {
        assert_eq!(error(PostInput { slug: slug.into(), ..input() }, "slug"), wrong, "{slug}");
    }
    assert_eq!(draft(PostInput { slug: " a-1 ".into(), ..input() }).slug.as_str(), "a-1");
    assert!(Slug::parse(&"a".repeat(200)).is_ok());
    assert_eq!(error(PostInput { slug: "a".repeat(201), ..input() }, "slug"), "Slug must be at most 200 characters.");
    assert!(serde_json::from_str::<Slug>("\"A\"").is_err());
}

#[test]
fn a_slug_is_made_of_a_title() {
    for (title, slug) in [
        ("Hello, World!", "hello-world"),
        ("  What log files know -- that your_crawler  does not ", "what-log-files-know-that-your-crawler-does-not"),
        ("Crème brûlée: l’été à Łódź", "creme-brulee-lete-a-lodz"),
        ("Straße & Søren", "strasse-soren"),
        ("AI & SEO – 2026", "ai-seo-2026"),
        ("don't", "dont"),
    ] {
        assert_eq!(Slug::from_title(title).unwrap().as_str(), slug);
    }
    assert_eq!(Slug::from_title("日本 !?"), None);
    let long = Slug::from_title(&"word ".repeat(100)).unwrap();
    assert!(long.as_str().len() <= 200 && long.as_str().ends_with("-word"), "{long}");
}

#[test]
fn an_image_is_an_address_and_never_the_picture_itself() {
    let embedded = "Invalid image URL - Please use a proper URL instead of embedded image data";
    for url in ["data:image/png;base64,AA", " DATA:x", &format!("https://example.org/{}", "x".repeat(5_000))] {
        assert_eq!(error(PostInput { featured_image: Some(url.into()), ..input() }, "featured_image"), embedded);
        assert_eq!(error(PostInput { thumbnail_image: Some(url.into()), ..input() }, "thumbnail_image"), embedded);
    }
    for url in [
        "javascript:alert(1)",
        "ftp://a/b",
        "//a/b",
        "a.png",
        "https://",
        "http:///a",
        "/a b",
        "/\\a",
        "https://a/\"",
        "/a\nb",
    ] {
        let message = error(PostInput { featured_image: Some(url.into()), ..input() }, "featured_image");
        assert!(message.starts_with("Invalid image URL - Please use an address"), "{url}: {message}");
    }
    for url in ["https://example.org/a.png?b=1", "HTTP://example.org", "/media/images/1-a.webp"] {
        let image = draft(PostInput { featured_image: Some(format!(" {url} ")), ..input() }).featured_image;
        assert_eq!(image.as_ref().map(ImageUrl::as_str), Some(url));
    }
    assert_eq!(draft(PostInput { featured_image: Some(" ".into()), ..input() }).featured_image, None);
}

#[test]
fn a_canonical_url_is_a_full_web_address() {
    for url in ["/blog/a", "example.org", "mailto:a@example.org", "https://"] {
        let message = error(PostInput { canonical_url: Some(url.into()), ..input() }, "canonical_url");
        assert!(message.contains("must be a full URL"), "{url}: {message}");
    }
    let long = format!("https://example.org/{}", "x".repeat(2_000));
    assert!(error(PostInput { canonical_url: Some(long), ..input() }, "canonical_url").contains("2,000"));
    let url = draft(PostInput { canonical_url: Some("https://example.org/a".into()), ..input() }).canonical_url;
    assert_eq!(url.as_ref().map(PublicUrl::as_str), Some("https://example.org/a"));
    assert_eq!(draft(PostInput { canonical_url: Some(String::new()), ..input() }).canonical_url, None);
}

#[test]
fn categories_are_trimmed_and_none_stands_twice() {
    let tags = [" Local SEO", "", "local seo", "AI\nsearch", "  ", "LOCAL SEO", "\u{200b}Local SEO\u{ad}", "\u{feff}"];
    let tags = tags.map(str::to_owned).to_vec();
    assert_eq!(draft(PostInput { tags, ..input() }).tags, ["Local SEO", "AI search"]);
    let composed = vec!["Café".to_owned(), "CAFE\u{301}".to_owned()];
    assert_eq!(draft(PostInput { tags: composed.clone(), ..input() }).tags, ["Café"]);
    let decomposed = composed.into_iter().rev().collect();
    assert_eq!(draft(PostInput { tags: decomposed, ..input() }).tags, ["CAFÉ"]);
    assert!(error(PostInput { tags: vec!["x".repeat(65)], ..input() }, "tags").contains("64"));
    let many = (0..51).map(|n| n.to_string()).collect();
    assert!(error(PostInput { tags: many, ..input() }, "tags").contains("50"));
}

#[test]
fn only_the_ten_section_tags_are_known() {
    let tags = ["SEO", "case studies", "SEO", " "].map(str::to_owned).to_vec();
    let sections = draft(PostInput { section_tags: tags, ..input() }).section_tags;
    assert_eq!(sections.into_iter().map(SectionTag::as_str).collect::<Vec<_>>(), ["SEO", "Case Studies"]);
    assert_eq!(
        error(PostInput { section_tags: vec!["News".into()], ..input() }, "section_tags"),
        "Unknown section tag \"News\". Allowed: SEO, Services, About, Home, Technical SEO, Content Marketing, Local SEO, \
         E-commerce SEO, Analytics, Case Studies"
    );
}

#[test]
fn a_date_without_a_zone_is_the_sites_time() {
    let date = |text: &str| {
        draft(PostInput { published_date: Some(text.into()), ..input() }).published_date.map(|at| at.to_rfc3339())
    };
    for (text, utc) in [
        ("2026-11-25", "2026-11-25T00:00:00+00:00"),
        // In UTC, midnight in London is the day before.
        ("2026-07-25", "2026-07-25T00:00:00+00:00"),
        ("2026-07-25T09:30", "2026-07-25T08:30:00+00:00"),
        ("2026-07-25T09:30:15", "2026-07-25T08:30:15+00:00"),
        ("2026-07-25T09:30:15+02:00", "2026-07-25T07:30:15+00:00"),
        ("2026-07-25T09:30:15.1234567Z", "2026-07-25T09:30:15.123456+00:00"),
        ("2026-07-25T09:30Z", "2026-07-25T09:30:00+00:00"),
        ("2026-07-25T09:30+02", "2026-07-25T07:30:00+00:00"),
        ("2026-07-25T09:30:15+0200", "2026-07-25T07:30:15+00:00"),
        // Clocks go back: the first of the two. Clocks go forward: an hour later.
        ("2026-10-25T01:30", "2026-10-25T00:30:00+00:00"),
        ("2026-03-29T01:30", "2026-03-29T01:30:00+00:00"),
    ] {
        assert_eq!(date(text).as_deref(), Some(utc), "{text}");
    }
    assert_eq!(date(" "), None);
    let new_york = date::parse("2026-07-25", chrono_tz::America::New_York).unwrap().unwrap();
    assert_eq!(new_york.to_rfc3339(), "2026-07-25T04:00:00+00:00");
    for text in ["yesterday", "25/11/2026", "2026-13-01", "2026-02-30", "12026-01-01", "0001-01-01"] {
        assert!(
            error(PostInput { published_date: Some(text.into()), ..input() }, "published_date").contains("date"),
            "{text}"
        );
    }
}

#[test]
fn schema_markup_is_json_ld_or_nothing() {
    for schema in ["{", "5", "\"x\"", "[1]", "<script>{}</script>"] {
        let message = error(PostInput { schema: schema.into(), ..input() }, "schema");
        assert_eq!(message, "Schema markup must be valid JSON-LD", "{schema}");
    }
    for schema in ["", "{\"@type\":\"Article\"}", "[{}]"] {
        assert_eq!(draft(PostInput { schema: format!(" {schema}\n"), ..input() }).schema, schema);
    }
}

#[test]
fn long_texts_are_refused_and_long_content_is_warned_of() {
    assert!(error(PostInput { title: "é".repeat(301), ..input() }, "title").contains("300"));
    assert_eq!(draft(PostInput { title: "é".repeat(300), ..input() }).title.chars().count(), 300);
    assert_eq!(
        error(PostInput { summary: "x".repeat(2_001), ..input() }, "summary"),
        "Summary must be at most 2,000 characters"
    );
    assert!(error(PostInput { content: "x".repeat(5_000_001), ..input() }, "content").contains("5,000,000"));
    let schema = |length: usize| format!("{{\"a\":\"{}\"}}", "é".repeat(length - 8));
    assert_eq!(
        error(PostInput { schema: schema(100_001), ..input() }, "schema"),
        "Schema markup must be at most 100,000 characters"
    );
    assert_eq!(draft(PostInput { schema: schema(100_000), ..input() }).schema.chars().count(), 100_000);
    let (_, none) = ValidPost::from_input(PostInput { content: "x".repeat(1_000_000), ..input() }, London).unwrap();
    assert_eq!(none, []);
    let (long, warnings) =
        ValidPost::from_input(PostInput { content: "x".repeat(1_000_001), ..input() }, London).unwrap();
    assert_eq!(warnings[0].field, "content");
    assert_eq!(long.content.len(), 1_000_001);
}

#[test]
fn content_is_safe_and_read() {
    let post = draft(PostInput { content: "<h2>One</h2><p onclick=x>two three</p>".into(), ..input() });
    assert_eq!(post.content, "<h2 id=\"one\">One</h2><p>two three</p>");
    assert_eq!((post.text.as_str(), post.word_count), ("One two three", 3));
    assert_eq!(post.headings, [Heading { level: 2, id: "one".into(), text: "One".into(), page: 1 }]);
}

#[test]
fn what_defaults_to_another_field_is_stored_empty() {
    let bare = PostInput { summary: "A\nsummary".into(), thumbnail_image: Some("/t.webp".into()), ..input() };
    let post = draft(bare);
    assert_eq!(
        (post.meta_title.as_str(), post.meta_description.as_str(), post.featured_image.is_none()),
        ("", "", true)
    );
    assert_eq!(post.author, "Admin");
}

#[test]
fn a_post_is_labelled_by_meta_title_then_tag_then_seo() {
    let tags = ["AI search".to_owned()];
    assert_eq!(label("Own", "Title", &tags), "Own");
    assert_eq!(label(" Title ", "Title", &tags), "AI search");
    assert_eq!(label("", "Title", &tags), "AI search");
    assert_eq!(label("", "Title", &[]), "SEO");
}

#[test]
fn a_post_always_has_one_of_the_eight_categories() {
    let tags = ["AI search", "local seo", "Mobile SEO"].map(str::to_owned);
    assert_eq!(category(&tags, "Link Building"), "Local SEO");
    assert_eq!(category(&tags[..1], "Link Building"), "Link Building");
    assert_eq!(category(&[], "SEO"), "Technical SEO");
}

#[test]
fn reading_takes_a_minute_for_200_words_or_less() {
    for (words, minutes) in [(0, 1), (1, 1), (200, 1), (201, 2), (1_000, 5), (u32::MAX, 21_474_837)] {
        assert_eq!(reading_minutes(words), minutes, "{words}");
    }
}

#[test]
fn keys_may_be_absent_null_or_unknown() {
    let post: PostInput = serde_json::from_str("{\"title\":\"a\",\"tags\":null,\"published\":null,\"id\":1}").unwrap();
    assert_eq!(post, PostInput { title: "a".into(), ..PostInput::default() });
    assert!(serde_json::from_str::<PostInput>("{\"published\":\"yes\"}").is_err());
}

#[test]
fn content_that_is_too_long_once_it_is_clean_is_refused() {
    let content = "& ".repeat(CONTENT_LIMIT / 4);
    assert_eq!(error(PostInput { content, ..input() }, "content"), "Content must be at most 5,000,000 characters");
}

#[test]
fn what_a_draft_keeps_passes_again_unchanged() {
    let first = draft(PostInput {
        content: "<h1>a</h1><p>b<!--nextpage-->c".into(),
        summary: " s\r\nt ".into(),
        tags: vec!["x".into()],
        ..input()
    });
    let again = draft(PostInput {
        content: first.content.clone(),
        summary: first.summary.clone(),
        tags: first.tags.clone(),
        ..input()
    });
    assert_eq!(again, first);
}

proptest! {
    #[test]
    fn a_slug_made_of_any_title_is_valid(title in "\\PC{0,300}|[ a-z_-]{0,400}") {
        if let Some(slug) = Slug::from_title(&title) {
            let text = slug.as_str();
            prop_assert!(Slug::parse(text).is_ok());
            prop_assert!(!text.starts_with('-') && !text.ends_with('-') && !text.contains("--"), "{}", text);
            prop_assert_eq!(Slug::from_title(text), Some(slug.clone()));
        }
    }

    #[test]
    fn a_slug_fits_whatever_room_there_is(title in "[ a-z]{0,60}", most in 1_usize..40) {
        let slug = slugify(&title, most);
        prop_assert!(slug.len() <= most && !slug.ends_with('-'), "{}", slug);
    }
}

#[test]
fn ids_of_the_page_around_a_post_are_reserved() {
    let web = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src");
    let folders = ["features/public/blog", "features/public/newsletter", "layout/site"];
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(web.join(folder)).unwrap());
    let paths = files.map(|file| file.unwrap().path()).filter(|path| path.to_string_lossy().ends_with(".tsx"));
    let mut found = 0;
    for path in paths.filter(|path| !path.to_string_lossy().ends_with(".test.tsx")) {
        let source = std::fs::read_to_string(&path).unwrap();
        for id in source.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(PAGE_IDS.contains(&id), "{id} of {}", path.display());
            found += 1;
        }
    }
    assert!(found > 5, "{found}");
}
