use super::*;
use crate::{Level, score};

const TITLE: &str = "Crawl budget: how to read it in your logs";
const DESCRIPTION: &str = "Crawl budget is the number of pages that a search engine reads in a day. Learn to read it in \
                           your log files and to spend it on what counts.";

/// Text that meets every rule.
fn sound() -> String {
    let paragraph = "<p>Crawl budget tells you what a search engine reads. However, most sites never look at it. Your \
                     logs show it, because every request leaves a line. Count the lines of a day.</p>";
    let more = "<p>For example, a shop may see that robots read the same filter again and again. So the new products \
                wait. That costs money. The log tells you which pages these are. Then you can close them.</p>";
    format!(
        "{paragraph}<h2>What crawl budget is</h2>{}<h2>Where to look</h2>{}<p>Crawl budget has a manual. See <a href=\"/seo\">our SEO work</a> and \
         <a href=\"https://docs.test/\">the engine's own manual</a>.</p><img src=\"/a.png\" alt=\"A log file\">",
        more.repeat(4),
        more.repeat(4)
    )
}

fn checks_of(change: impl FnOnce(&mut String), draft: impl FnOnce(&mut Draft)) -> Vec<Check> {
    let mut html = sound();
    change(&mut html);
    let body = Document::parse(&html);
    let mut given = Draft {
        title: TITLE,
        heading: TITLE,
        description: DESCRIPTION,
        site: "https://site.test",
        path: "/blog/crawl-budget",
        keyphrase: "crawl budget",
        body: &body,
        page_starts: &[0],
    };
    draft(&mut given);
    check_draft(&given)
}

fn not_met(checks: &[Check]) -> Vec<(&'static str, Level)> {
    checks.iter().filter(|check| check.level != Level::Good).map(|check| (check.id, check.level)).collect()
}

#[test]
fn a_sound_draft_meets_every_rule() {
    let checks = checks_of(|_| {}, |_| {});
    assert_eq!(not_met(&checks), [], "{checks:#?}");
    assert_eq!((checks.len(), score(&checks)), (24, 100));
    let ids: std::collections::BTreeSet<_> = checks.iter().map(|check| check.id).collect();
    assert_eq!(ids.len(), checks.len(), "no two checks share an id");
}

#[test]
fn each_broken_rule_of_the_head_is_named() {
    let long: &str = "Crawl budget ".repeat(20).leak();
    for (change, expected) in [
        (
            (|d| d.title = "") as fn(&mut Draft),
            vec![("title_length", Level::Bad), ("title_width", Level::Bad), ("keyphrase_title", Level::Bad)],
        ),
        (|d| d.title = "Crawl budget", vec![("title_length", Level::Warn), ("title_width", Level::Warn)]),
        (|d| d.title = "Crawl budget WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", vec![("title_width", Level::Warn)]),
        (|d| d.title = "The budget that every crawl of a site has", vec![("keyphrase_title", Level::Warn)]),
        (|d| d.heading = " ", vec![("h1", Level::Bad)]),
        (|d| d.path = "/blog/logs", vec![("keyphrase_slug", Level::Bad)]),
        (|d| d.keyphrase = " ", vec![("keyphrase", Level::Warn)]),
    ] {
        assert_eq!(not_met(&checks_of(|_| {}, change)), expected);
    }
    let path: &str = format!("/blog/crawl-budget{}", "-a".repeat(60)).leak();
    assert_eq!(not_met(&checks_of(|_| {}, |d| d.path = path)), [("address_length", Level::Warn)]);
    assert_eq!(not_met(&checks_of(|_| {}, |d| d.heading = long)), [("h1", Level::Warn)]);
    assert_eq!(
        not_met(&checks_of(|_| {}, |d| d.description = long)),
        [("description_length", Level::Warn), ("description_width", Level::Warn)]
    );
}

#[test]
fn a_slug_has_the_keyphrase_without_accents_and_punctuation() {
    for (keyphrase, path, level) in [
        ("R&D tax", "/blog/rd-tax", Level::Good),
        ("R&D tax", "/blog/r-d-tax", Level::Good),
        ("Café SEO", "/blog/cafe-seo", Level::Good),
        ("don’t-panic", "/blog/dont-panic", Level::Good),
        ("R&D tax", "/blog/tax", Level::Bad),
    ] {
        let checks = checks_of(|_| {}, |draft| (draft.keyphrase, draft.path) = (keyphrase, path));
        let check = checks.iter().find(|check| check.id == "keyphrase_slug").unwrap();
        assert_eq!(check.level, level, "{keyphrase} in {path}");
    }
}

#[test]
fn each_broken_rule_of_the_text_is_named() {
    let same = |html: &mut String, from: &str, to: &str| *html = html.replace(from, to);
    let broken = |from: &str, to: &str| not_met(&checks_of(|html| same(html, from, to), |_| {}));
    assert_eq!(broken("<h2>Where", "<h4>Where"), [("heading_order", Level::Bad)]);
    assert_eq!(broken("<h2>Where", "<h1>Where"), [("h1", Level::Bad)]);
    assert_eq!(broken("alt=\"A log file\"", ""), [("images_alt", Level::Bad)]);
    assert_eq!(broken("A log file", &"long ".repeat(21)), [("images_alt_length", Level::Warn)]);
    assert_eq!(broken("our SEO work", "here"), [("link_text", Level::Warn)]);
    assert_eq!(broken("https://docs.test/", "https://site.test/"), [("links_outside", Level::Warn)]);
    assert_eq!(broken("\"/seo\"", "\"https://site.testing/\""), [("links_inside", Level::Warn)]);
    for own in ["/blog/crawl-budget#logs", "https://site.test/blog/crawl-budget/?from=text", "/blog/crawl-budget"] {
        assert_eq!(broken("\"/seo\"", &format!("\"{own}\"")), [("links_inside", Level::Warn)], "{own}");
    }
    assert_eq!(broken("\"/seo\"", "\"/blog/crawl-budget-2\""), []);
    assert_eq!(broken("What crawl budget is", "What it is"), [("keyphrase_headings", Level::Warn)]);
    assert_eq!(broken("<p>Crawl budget tells", "<p>It tells"), [("keyphrase_first_paragraph", Level::Bad)]);
    assert_eq!(broken("That costs money.", "Money was lost and never found."), [("passive_voice", Level::Warn)]);
    let paged = checks_of(|html| same(html, "<h2>Where", "<h3>Where"), |draft| draft.page_starts = &[0, 1]);
    assert_eq!(not_met(&paged), [("heading_order", Level::Bad)]);
    assert_eq!(broken("<h2>Where", "<h3>Where"), []);
    let loose = checks_of(|html| *html = html.replace("So the", "The").replace("Then you", "You"), |_| {});
    assert_eq!(not_met(&loose), [("transitions", Level::Warn)]);
}

#[test]
fn each_broken_length_is_named() {
    let text = |text: String| not_met(&checks_of(|html| *html = text, |draft| draft.keyphrase = ""));
    let has = |found: &[(&str, Level)], id: &str, level| found.contains(&(id, level));
    let long = text(format!("<p>{}</p>", "word ".repeat(700)));
    for id in ["heading_spread", "paragraph_length", "sentence_length"] {
        assert!(has(&long, id, Level::Bad), "{id} {long:?}");
    }
    assert!(has(&text("<p>Too short.</p>".to_owned()), "text_length", Level::Bad));
    let german = text("<p>Dies ist kein englischer Text, sondern einer auf Deutsch.</p>".to_owned());
    assert!(!german.iter().any(|(id, _)| ["passive_voice", "transitions"].contains(id)), "{german:?}");
}

#[test]
fn the_density_of_the_keyphrase_is_bounded_exactly() {
    let density = |uses: usize, words: usize| {
        let html = format!("<p>{}{}</p>", "budget ".repeat(uses), "word ".repeat(words - uses));
        let checks = checks_of(|text| *text = html, |draft| draft.keyphrase = "budget");
        let check = checks.into_iter().find(|check| check.id == "keyphrase_density").unwrap();
        (check.level, check.value)
    };
    for (uses, words, level, value) in [
        (30, 1_000, Level::Good, "3.0% (30 uses)"),
        (25, 810, Level::Bad, "3.1% (25 uses)"),
        (5, 1_000, Level::Good, "0.5% (5 uses)"),
        (5, 1_001, Level::Warn, "0.5% (5 uses)"),
        (0, 1_000, Level::Bad, "0.0% (0 uses)"),
    ] {
        assert_eq!(density(uses, words), (level, value.to_owned()), "{uses} of {words}");
    }
}
