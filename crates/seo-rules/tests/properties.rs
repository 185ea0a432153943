//! Properties of any input.

use proptest::prelude::*;
use seo_rules::{DESCRIPTION_SIZE, Document, Draft, Page, TITLE_SIZE, check_draft, check_page, score, text_width};

fn html() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec![
            "<p>", "</p>", "<h1>", "</h1>", "<h2>", "<h4 id=x>", "</h2>", "<a href=/x>", "</a>", "<a href='https://x.test'>",
            "<img src=/i>", "<img alt='a b'>", "<ul><li>", "</ul>", "<pre>", "<svg>", "</svg>", "<title>", "</title>",
            "<script>", "</script>", "<table><td>", "<br>", "<!-- x -->", "<meta name=robots content=none>", "<template>",
        ]).prop_map(str::to_owned),
        4 => prop::sample::select(vec!["The page was read. ", "However, ", "word ", "é", "検索", "&nbsp;", "!", "e.g. "])
            .prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_draft_gets_a_score(html in html(), title: String, description: String, path: String, keyphrase: String) {
        let body = Document::parse(&html);
        let draft = Draft {
            title: &title,
            heading: &title,
            description: &description,
            site: "https://site.test",
            path: &path,
            keyphrase: &keyphrase,
            body: &body,
            page_starts: &[0],
        };
        let checks = check_draft(&draft);
        prop_assert!(score(&checks) <= 100);
        for check in checks {
            prop_assert!(!check.value.is_empty() && !check.threshold.is_empty(), "{check:?}");
            prop_assert!(check.advice.ends_with(['.', '”']), "{check:?}");
        }
    }

    #[test]
    fn any_page_can_be_checked(html in html(), address: String) {
        let document = Document::parse(&html);
        check_page(&Page { address: &address, document: &document, language: "en-GB" });
    }

    #[test]
    fn words_are_those_of_the_text(words in prop::collection::vec("[a-z]{1,8}", 0..40)) {
        let document = Document::parse(&format!("<p>{}</p>", words.join("<b> </b>")));
        prop_assert_eq!(document.word_count(), words.len());
    }

    #[test]
    fn a_longer_text_is_not_narrower(text: String, more: String) {
        for size in [TITLE_SIZE, DESCRIPTION_SIZE] {
            let longer = [text.as_str(), " ", &more].concat();
            prop_assert!(text_width(&longer, size) >= text_width(&text, size));
        }
    }
}
