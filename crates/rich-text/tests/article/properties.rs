//! Properties of any input.

use proptest::prelude::*;

use crate::{attacks::ATTACKS, check::check_all};

fn piece() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec![
        "p",
        "b",
        "i",
        "a",
        "a href=/x",
        "a href='https://x.example'",
        "ul",
        "ol",
        "li",
        "dl",
        "dt",
        "dd",
        "table",
        "thead",
        "tbody",
        "tr",
        "td",
        "th",
        "caption",
        "h1",
        "h2",
        "h3 id=x",
        "pre",
        "code",
        "div",
        "span",
        "blockquote",
        "aside",
        "figure",
        "figure class=wide",
        "figure class='a wide b'",
        "figure class='wide video'",
        "sup",
        "sup class=note",
        "iframe src=https://youtu.be/x title=t",
        "a href=https://vimeo.com/1",
        "figcaption",
        "details",
        "summary",
        "br",
        "hr",
        "img src=/i",
        "img",
        "svg",
        "math",
        "template",
        "script",
        "style",
        "section",
        "strong",
        "unknown",
        "page-break",
        "code class=language-x",
        "time datetime=1",
    ]);
    prop_oneof![
        5 => name.clone().prop_map(|name| format!("<{name}>")),
        4 => name.prop_map(|name| format!("</{}>", name.split(' ').next().unwrap_or(name))),
        3 => prop::sample::select(vec!["a", " ", "\n", "b c", "&nbsp;", "&#32;", "&#10;", "&lt;", "&amp;amp;", "&#1;", "&am", "p;", "é", "\r"]).prop_map(str::to_owned),
        1 => prop::sample::select(vec!["<!--pagebreak-->", "<!-- nextpage -->", "<!-- x -->", "<", ">", "</", "<!", "\"", "'", "="]).prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn whatever_the_markup_it_settles_at_once_safe_and_well_formed(pieces in prop::collection::vec(piece(), 0..60)) {
        let input = pieces.concat();
        prop_assert_eq!(check_all(&input), Ok(()), "{}", input);
    }

    #[test]
    fn whatever_the_text_it_settles_at_once_safe_and_well_formed(input in "[ -~\\n\\tàß日\u{0}\u{1}]{0,200}") {
        prop_assert_eq!(check_all(&input), Ok(()), "{}", input);
    }

    #[test]
    fn whatever_surrounds_an_attack_it_is_safe(
        before in prop::collection::vec(piece(), 0..10),
        attack in prop::sample::select(ATTACKS.to_vec()),
        after in prop::collection::vec(piece(), 0..10),
    ) {
        let input = format!("{}{attack}{}", before.concat(), after.concat());
        prop_assert_eq!(check_all(&input), Ok(()), "{}", input);
    }
}
