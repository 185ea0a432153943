//! Footnotes of articles.

use rich_text::{Picture, render_html, sanitize};

fn html(input: &str) -> String {
    sanitize(input, &[]).html
}

fn shown(html: &str) -> String {
    render_html(html, |_| None)
}

#[test]
fn a_note_is_stored_where_it_belongs() {
    for stored in [
        "<p>a<sup class=\"note\">b <a href=\"/x\">c</a></sup>, d</p>",
        "<ul><li>a<sup class=\"note\"><em>b</em></sup></li></ul>",
        "<p>a<sup class=\"note\">10<sup>6</sup></sup></p>",
        "<p>a<sup>2<sup class=\"note\">b</sup></sup></p>",
    ] {
        assert_eq!(html(stored), stored);
    }
    assert_eq!(
        html("<p>a<sup class=\"x note\" id=\"fn-1\">b</sup><sup class=x>c</sup>"),
        "<p>a<sup class=\"note\">b</sup><sup>c</sup></p>"
    );
}

#[test]
fn readers_get_numbers_that_lead_to_the_notes_and_back() {
    let page = shown("<p>a<sup class=\"note\">b <a href=\"/x\">c</a></sup></p><p>d<sup class=\"note\">e</sup></p>");
    let marker = |number: u8| {
        format!(
            "<sup class=\"note\"><a href=\"#fn-{number}\" id=\"fnref-{number}\" role=\"doc-noteref\" aria-label=\"Note {number}\">{number}</a></sup>"
        )
    };
    let note = |number: u8, words: &str| {
        format!(
            "<li id=\"fn-{number}\">{words}&nbsp;<a href=\"#fnref-{number}\" role=\"doc-backlink\" \
             aria-label=\"Back to note {number} in the text\">↩</a></li>"
        )
    };
    assert_eq!(
        page,
        format!(
            "<p>a{}</p><p>d{}</p><div class=\"notes\" role=\"doc-endnotes\" aria-label=\"Notes\"><ol>{}{}</ol></div>",
            marker(1),
            marker(2),
            note(1, "b <a href=\"/x\">c</a>"),
            note(2, "e"),
        )
    );
    assert_eq!(shown(&page), page);
}

#[test]
fn a_note_within_a_link_stays_in_it() {
    let link = "<p><a href=\"/x\">a<sup class=\"note\">b</sup></a></p>";
    assert_eq!(shown(link), link);
}

#[test]
fn words_of_notes_follow_the_text_and_join_no_word() {
    let article = sanitize("<h2>A<sup class=note>x</sup></h2><p>b<sup class=note>y <b>z</b></sup>, c</p>", &[]);
    assert_eq!((article.text.as_str(), article.word_count), ("A b, c x y z", 6));
    let heading = &article.headings[0];
    assert_eq!((heading.text.as_str(), heading.id.as_str()), ("A", "a"));
    assert_eq!(sanitize("<h2><sup class=note>x</sup></h2>", &[]).headings, []);
}

#[test]
fn no_heading_has_the_id_of_a_note() {
    assert_eq!(
        html("<h2 id=\"fn-1\">A</h2><h2>Fn 2</h2><h2>fnref-3</h2>"),
        "<h2 id=\"a\">A</h2><h2 id=\"fn-2-2\">Fn 2</h2><h2 id=\"fnref-3-2\">fnref-3</h2>"
    );
}

#[test]
fn a_picture_in_a_note_is_never_the_first_of_its_page() {
    let stored = html(
        "<p>a<sup class=\"note\"><img src=\"/n.png\"></sup></p><p><img src=\"/a.png\"></p><p><img src=\"/b.png\"></p>",
    );
    let is_lazy = |html: &str, name: &str| {
        html.split("<img ")
            .find(|tag| tag.starts_with(&format!("src=\"/{name}.png\"")))
            .unwrap()
            .contains("loading=\"lazy\"")
    };
    let picture = |_: &str| Some(Picture { replaced_by: None, size: Some((9, 9)), srcset: None, alt: "" });
    let rendered = render_html(&stored, picture);
    assert_eq!(render_html(&rendered, picture), rendered);
    for html in [stored, rendered] {
        assert_eq!(["n", "a", "b"].map(|name| is_lazy(&html, name)), [true, false, true], "{html}");
    }
}

#[test]
fn words_of_a_note_stand_at_the_end_and_before_no_picture() {
    let note = format!("<sup class=\"note\">{}</sup>", "word ".repeat(200));
    let picture = |_: &str| Some(Picture { replaced_by: None, size: Some((9, 9)), srcset: None, alt: "" });
    let rendered = render_html(&format!("<p>a{note}</p><p><img src=\"/a.png\"></p>"), picture);
    assert!(!rendered.contains("lazy"), "{rendered}");
    assert_eq!(render_html(&rendered, picture), rendered);
}
