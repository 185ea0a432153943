//! Rendering: scroll regions, highlighted code, responsive images.

use rich_text::{Picture, picture_addresses, render_html, render_page, sanitize};

const FORMS: &str = "srcset=\"/media/images/1-a-480.webp 480w, /media/images/1-a-960.webp 960w, \
                     /media/images/1-a.jpg 1200w\"";
const FULL: &str = "sizes=\"(min-width: 72rem) 42.5rem, (min-width: 48rem) calc(83vw - 12rem), calc(100vw - 2.5rem)\"";

/// Renders with a library of one image, 1200 × 900, with two smaller versions.
fn shown(html: &str) -> String {
    let srcset = FORMS.strip_prefix("srcset=\"").and_then(|forms| forms.strip_suffix('"'));
    render_html(&sanitize(html, &[]).html, |address| {
        (address == "/media/images/1-a.jpg").then_some(Picture {
            replaced_by: None,
            size: Some((1200, 900)),
            srcset,
            alt: "A \"chart\"",
        })
    })
}

fn plain(html: &str) -> String {
    render_html(html, |_| None)
}

#[test]
fn a_picture_of_the_library_has_its_size_and_its_forms() {
    let expected = format!(
        "<p>x</p><img src=\"/media/images/1-a.jpg\" alt=\"Mine\" width=\"1200\" height=\"900\" {FORMS} \
         {FULL} decoding=\"async\"><p>y</p>"
    );
    assert_eq!(shown("<p>x</p><img src='/media/images/1-a.jpg' alt=Mine><p>y</p>"), expected);
}

#[test]
fn other_pictures_stay_as_they_are() {
    for html in [
        "<img src=\"/media/images/2-b.jpg\" alt=\"x\">",
        "<img src=\"https://elsewhere.test/media/images/1-a.jpg\">",
        "<img src=\"/images/x.svg\" alt=\"a &gt; b\" width=\"3\">",
    ] {
        assert_eq!(shown(html), html);
    }
}

#[test]
fn the_authors_alternative_text_and_size_have_priority() {
    let html = shown("<img src=/media/images/1-a.jpg alt='' width=400>");
    assert!(html.starts_with("<img src=\"/media/images/1-a.jpg\" alt=\"\" width=\"400\" height=\"300\" "), "{html}");
    assert!(html.contains("sizes=\"(min-width: 440px) 400px, calc(100vw - 2.5rem)\""), "{html}");
    let html = shown("<img src=/media/images/1-a.jpg height=90>");
    assert!(html.contains(" alt=\"A &quot;chart&quot;\" width=\"120\" height=\"90\" "), "{html}");
    let html = shown("<img src=/media/images/1-a.jpg width=90 height=90>");
    assert_eq!((html.matches("width=\"").count(), html.matches("height=\"").count()), (1, 1), "{html}");
}

#[test]
fn a_picture_whose_file_was_replaced_is_shown_as_the_new_one() {
    let shown = |html: &str, size| {
        let replaced_by = Some("/media/images/2-b.webp");
        render_html(html, |_| Some(Picture { replaced_by, size, srcset: None, alt: "" }))
    };
    for (given, expected) in [
        ("", "width=\"1200\" height=\"900\""),
        // The height was that of the former file.
        (" width=\"400\" height=\"400\"", "width=\"400\" height=\"300\""),
    ] {
        let html = shown(&format!("<img src=\"/media/images/1-a.jpg\" alt=\"x\"{given}>"), Some((1200, 900)));
        let start = format!("<img src=\"/media/images/2-b.webp\" alt=\"x\" {expected}");
        assert!(html.starts_with(&start), "{html}");
    }
    let html = shown("<img src=\"/media/images/1-a.svg\" alt=\"x\">", None);
    assert_eq!(html, "<img src=\"/media/images/2-b.webp\" alt=\"x\">");
}

#[test]
fn a_picture_in_a_wide_figure_is_as_wide_as_the_cover() {
    let sizes = |most: u32, width: u32| {
        format!(
            "sizes=\"(min-width: 64rem) min(83.1vw - 15.6rem, {most}px), (min-width: 48rem) \
             min(83.1vw - 12.6rem, {most}px), min(100vw, {width}px)\""
        )
    };
    let figure = |attributes: &str| format!("<figure class=wide><img src=/media/images/1-a.jpg {attributes}></figure>");
    let html = shown(&figure(""));
    assert!(html.starts_with("<figure class=\"wide\"><img ") && html.contains(&sizes(984, 1200)), "{html}");
    assert!(shown(&figure("width=800")).contains(&sizes(800, 800)));
    let linked = shown("<figure class=wide><a href=/x><img src=/media/images/1-a.jpg></a></figure>");
    assert!(linked.contains(&sizes(984, 1200)), "{linked}");
    for narrow in [figure("").replace(" class=wide", ""), format!("<blockquote>{}</blockquote>", figure(""))] {
        assert!(shown(&narrow).contains(FULL), "{narrow}");
    }
}

#[test]
fn all_pictures_wait_but_the_first_near_the_top() {
    let picture = "<img src=/media/images/1-a.jpg>";
    let lazy = |html: &str| html.split("<img").skip(1).map(|tag| tag.contains("loading=\"lazy\"")).collect::<Vec<_>>();
    let text = |length| format!("<p>{}</p>", "x".repeat(length));
    assert_eq!(lazy(&shown(&format!("{}{picture}{picture}", text(500)))), [false, true]);
    assert_eq!(lazy(&shown(&format!("{}{picture}", text(700)))), [true]);
    assert_eq!(lazy(&shown(&format!("<img src=/x.png>{picture}"))), [false, true], "stored so");
}

#[test]
fn addresses_are_those_of_pictures() {
    let html = "<p>src=\"/no\"</p><img src=\"/a\" alt=\"src=\"><pre>x</pre><img alt=\"y\" src=\"/b\"><img src=\"/c\"";
    assert_eq!(picture_addresses(html).collect::<Vec<_>>(), ["/a", "/b"]);
}

#[test]
fn a_link_to_another_page_of_the_article_leads_there() {
    let place = |id: &str| (id == "b").then(|| "/a?page=2#b".to_owned());
    let html = "<p><a href=\"#a\">a</a> <a href=\"#b\">b</a> <a href=\"/#b\">c</a></p>";
    let shown = render_page(html, |_| None, place);
    assert_eq!(shown, html.replacen("#b", "/a?page=2#b", 1));
    assert_eq!(render_page(&shown, |_| None, place), shown);
}

#[test]
fn tables_scroll_in_a_region_with_a_unique_name() {
    let table = |inside: &str| format!("<table>{inside}<tbody><tr><td>1</td></tr></tbody></table>");
    let html = format!("<p>a</p>{}{}<p>b</p>", table("<caption>Crawls &amp; <b>\"hits\"</b></caption>"), table(""));
    let shown = plain(&html);
    let region = |name: &str| {
        format!("<div class=\"table-scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{name}\"><table>")
    };
    assert!(shown.contains(&region("Table 1: Crawls &amp; ”hits”")), "{shown}");
    assert!(shown.contains(&region("Table 2")), "{shown}");
    assert_eq!(shown.matches("</table></div>").count(), 2);
    assert!(shown.starts_with("<p>a</p>") && shown.ends_with("<p>b</p>"));
}

#[test]
fn code_can_be_scrolled_and_is_marked_where_its_language_is_known() {
    let html = "<pre><code class=\"language-json\">{\"a\": 1}</code></pre><pre><code>{\"a\": 1}</code></pre>";
    let shown = plain(html);
    assert_eq!(shown.matches("<pre tabindex=\"0\">").count(), 2);
    assert!(shown.contains("<span class=\"hl-p\">\"a\"</span>: <span class=\"hl-n\">1</span>"), "{shown}");
    assert!(shown.ends_with("<pre tabindex=\"0\"><code>{\"a\": 1}</code></pre>"));
}

#[test]
fn what_an_editor_marked_stays_as_it_is() {
    for html in [
        "<pre><code class=\"language-json\">{<mark>\"a\": 1</mark>}</code></pre>",
        "<pre><code class=\"language-text\">a &lt; b // c</code></pre>",
        "<pre><code class=\"language-klingon\">if (1)</code></pre>",
        "<pre>plain</pre>",
    ] {
        assert_eq!(plain(html), html.replace("<pre>", "<pre tabindex=\"0\">"));
    }
}
