//! What readers get of prepared content: code with its parts marked, tables and code that the keyboard can scroll.
//! Made when a page is rendered, so that what is stored, edited and exported stays as the editor wrote it.

mod highlight;
pub(super) mod picture;

use std::fmt::Write as _;

use super::finish::{decode, escape};
use crate::media::Pictures;

/// Longer code is shown as it is: thousands of parts cost every reader more than colours are worth.
const MOST: usize = 20_000;

/// One page of prepared HTML as readers get it.
pub(super) fn shown(html: &str, pictures: &Pictures) -> String {
    let mut out = String::with_capacity(html.len() + html.len() / 4);
    let mut rest = html;
    let (mut tables, mut is_first) = (0, true);
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        rest = if let Some(inside) = from.strip_prefix("<table>") {
            tables += 1;
            open_table(&mut out, tables, inside);
            inside
        } else if let Some(behind) = from.strip_prefix("</table>") {
            out.push_str("</table></div>");
            behind
        } else if let Some(inside) = from.strip_prefix("<pre>") {
            out.push_str("<pre tabindex=\"0\">");
            code(&mut out, inside).unwrap_or(inside)
        } else if let Some(inside) = from.strip_prefix("<img ") {
            let before = std::mem::take(&mut is_first).then_some(html.len() - from.len());
            out.push_str("<img ");
            picture::picture(&mut out, inside, before, pictures)
        } else {
            out.push('<');
            from.get(1..).unwrap_or_default()
        };
    }
    out.push_str(rest);
    out
}

/// A region of its own for each table: a wide one scrolls in it. It is named by the table's caption, and numbered since
/// no two regions may have one name.
fn open_table(out: &mut String, number: usize, inside: &str) {
    let caption = inside.strip_prefix("<caption>").and_then(|rest| rest.split_once("</caption>")).map(|(text, _)| text);
    let _ = write!(out, "<div class=\"table-scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Table {number}");
    if let Some(text) = caption.map(text_of).filter(|text| !text.is_empty()) {
        out.push_str(": ");
        escape(out, &text.replace('"', "”"));
    }
    out.push_str("\"><table>");
}

/// The text of well-formed HTML.
fn text_of(html: &str) -> String {
    let text: String = html.split('<').enumerate().fold(String::new(), |mut text, (index, piece)| {
        text.push_str(if index == 0 { piece } else { piece.split_once('>').map_or("", |(_, text)| text) });
        text
    });
    decode(&text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Writes code with its parts marked; what follows it. None, and nothing is written, when it is not to be marked:
/// its language is not known, an editor has marked words in it, or it is too long.
fn code<'a>(out: &mut String, inside: &'a str) -> Option<&'a str> {
    let (language, rest) = inside.strip_prefix("<code class=\"language-")?.split_once("\">")?;
    let (text, behind) = rest.split_once("</code>")?;
    if text.contains('<') || text.len() > MOST {
        return None;
    }
    let marked = highlight::highlight(language, &decode(text))?;
    let _ = write!(out, "<code class=\"language-{language}\">{marked}</code>");
    Some(behind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_scroll_in_a_region_that_has_a_name_of_its_own() {
        let table = |inside: &str| format!("<table>{inside}<tbody><tr><td>1</td></tr></tbody></table>");
        let html = format!("<p>a</p>{}{}<p>b</p>", table("<caption>Crawls &amp; <b>\"hits\"</b></caption>"), table(""));
        let shown = super::shown(&html, &Pictures::default());
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
        let shown = super::shown(html, &Pictures::default());
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
            assert_eq!(shown(html, &Pictures::default()), html.replace("<pre>", "<pre tabindex=\"0\">"));
        }
    }
}
