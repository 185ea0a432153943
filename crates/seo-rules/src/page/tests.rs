use super::*;

const ADDRESS_OF_PAGE: &str = "https://site.test/about";

/// A page without a fault.
const SOUND: &str = r#"<!doctype html><html lang="en-GB"><head><title>About the consultancy | Site of tests</title>
<meta name="description" content="Who works here, since when, and how we think about search: what we measure, what we leave alone, and why we say so first.">
<link rel="canonical" href="https://site.test/about"><link rel="stylesheet" href="/style.css">
<meta property="og:title" content="About"><meta property="og:description" content="Who"><meta property="og:type" content="website">
<meta property="og:url" content="https://site.test/about"><meta property="og:image" content="https://site.test/og.png">
<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image"></head>
<body><h1>About us</h1><h2>People</h2><h3>Founder</h3><h2>History</h2><p>Text and <a href="/seo">our SEO work</a>.</p>
<img src="/a.png" alt="" width="1" height="1"><script src="/main.js"></script><svg><title>x</title></svg></body></html>"#;

fn found(html: &str) -> Vec<(&'static str, Level)> {
    let document = Document::parse(html);
    let page = Page { address: ADDRESS_OF_PAGE, document: &document, language: "en-GB" };
    check_page(&page).into_iter().map(|check| (check.id, check.level)).collect()
}

#[test]
fn a_sound_page_has_no_findings() {
    assert_eq!(found(SOUND), []);
    let larger = SOUND.replace("content=\"1200\"", "content=\"1800\"").replace("content=\"630\"", "content=\"1200\"");
    assert_eq!(found(&larger), [], "social networks crop it");
}

#[test]
fn each_fault_of_a_page_is_named() {
    for (from, to, id, level) in [
        ("en-GB", "en", "language", Level::Bad),
        ("<h1>About us</h1>", "<h1></h1>", "h1", Level::Bad),
        ("<h2>People", "<h1>Second</h1><h2>People", "h1", Level::Bad),
        ("<h2>People</h2>", "", "heading_order", Level::Bad),
        ("alt=\"\" ", "", "images_alt", Level::Bad),
        ("width=\"1\"", "", "images_size", Level::Warn),
        (">our SEO work<", ">Click here!<", "link_text", Level::Warn),
        ("src=\"/main.js\"", "src=\"https://cdn.test/main.js\"", "third_parties", Level::Warn),
        ("href=\"/style.css\"", "href=\"//cdn.test/style.css\"", "third_parties", Level::Warn),
        ("| Site of tests", "WW", "title_length", Level::Warn),
        ("<title>About the consultancy | Site of tests</title>", "", "title_length", Level::Bad),
        ("Who works here, since when, and", "See", "description_length", Level::Warn),
        ("canonical\" href=\"https://site.test/about", "canonical\" href=\"/about", "canonical", Level::Bad),
        (
            "canonical\" href=\"https://site.test/about",
            "canonical\" href=\"https://else.test/",
            "canonical",
            Level::Warn,
        ),
        ("og:image\"", "og:picture\"", "social", Level::Bad),
        ("630", "600", "social_image", Level::Warn),
    ] {
        assert!(SOUND.contains(from), "{from}");
        assert_eq!(found(&SOUND.replace(from, to)), [(id, level)], "{from}");
    }
    let wide = SOUND.replace("About the consultancy | Site of tests", &"W".repeat(40));
    assert_eq!(found(&wide), [("title_width", Level::Warn)]);
}

#[test]
fn a_page_that_is_not_listed_needs_no_head() {
    let html = "<html lang=en-GB><meta name=robots content='noindex, follow'><h1>Search</h1>";
    assert_eq!(found(html), []);
}

#[test]
fn a_variant_may_name_the_page_that_it_is_a_variant_of() {
    let document = Document::parse(SOUND);
    let checks = |address| check_page(&Page { address, document: &document, language: "en-GB" });
    assert_eq!(checks("https://site.test/about?tab=team"), []);
    assert_eq!(checks("https://site.test/about-us")[0].id, "canonical");
}

#[test]
fn a_percent_encoded_address_has_no_capitals() {
    let (document, address) = (Document::parse(SOUND), "https://site.test/caf%C3%A9s");
    let checks = check_page(&Page { address, document: &document, language: "en-GB" });
    assert!(!checks.iter().any(|check| check.id == "address"), "{checks:?}");
    let checks = check_page(&Page { address: "https://site.test/caf%C3%A9S", document: &document, language: "en-GB" });
    assert!(checks.iter().any(|check| check.id == "address"), "{checks:?}");
}

#[test]
fn a_long_address_or_one_with_capitals_is_named() {
    let document = Document::parse(SOUND);
    for address in [format!("https://site.test/{}", "a".repeat(100)), "https://site.test/About".to_owned()] {
        let page = Page { address: &address, document: &document, language: "en-GB" };
        let checks = check_page(&page);
        assert!(checks.iter().any(|check| check.id == "address"), "{checks:?}");
    }
}
