//! Pictures within an article: room for them before they are there, and the form that fits the reader's screen.

use std::fmt::Write as _;

use super::super::finish::write_attribute;
use crate::media::Pictures;

/// A page's first picture is loaded at once when it begins within so many characters of the page's HTML: it may be in
/// sight, under the cover, when the page opens. Every other picture of the library waits until the reader comes near.
const NEAR_THE_TOP: usize = 600;
/// The widest that text and pictures of an article are, px.
const MEASURE: u32 = 680;
/// How wide a picture is that fills the measure: the article's column has the page's margins, a sidebar from 48 rem on.
const FULL: &str = "(min-width: 72rem) 42.5rem, (min-width: 48rem) calc(83vw - 12rem), calc(100vw - 2.5rem)";

/// The addresses of a page's pictures.
pub(in super::super) fn addresses(html: &str) -> impl Iterator<Item = &str> {
    html.split("<img ").skip(1).filter_map(|tag| value(tag.split_once('>')?.0, "src"))
}

/// Writes a picture's attributes and the end of its tag; what follows it. `attributes` are in the form in which they are
/// stored; `before` is how much HTML of the page stands before the tag, where it is the page's first picture.
pub(super) fn picture<'a>(out: &mut String, inside: &'a str, before: Option<usize>, pictures: &Pictures) -> &'a str {
    let (attributes, behind) = inside.split_once('>').unwrap_or((inside, ""));
    out.push_str(attributes);
    if let Some(known) = value(attributes, "src").and_then(|address| pictures.get(address)) {
        if value(attributes, "alt").is_none() {
            write_attribute(out, "alt", &known.alt_text);
        }
        let own = &known.picture;
        let given = |name| value(attributes, name).and_then(|side| side.parse::<u32>().ok()).filter(|side| *side > 0);
        // What the editor says goes first; the other side follows from it.
        let (width, height) = match (given("width"), given("height")) {
            (Some(width), Some(height)) => (width, height),
            (Some(width), None) => (width, share(width, own.height, own.width)),
            (None, Some(height)) => (share(height, own.width, own.height), height),
            (None, None) => (own.width, own.height),
        };
        for (name, side) in [("width", width), ("height", height)] {
            if given(name).is_none() {
                let _ = write!(out, " {name}=\"{side}\"");
            }
        }
        if let Some(forms) = &own.srcset {
            let _ = write!(out, " srcset=\"{forms}\"");
            if width < MEASURE {
                let _ = write!(out, " sizes=\"(min-width: {}px) {width}px, calc(100vw - 2.5rem)\"", width + 40);
            } else {
                let _ = write!(out, " sizes=\"{FULL}\"");
            }
        }
        if value(attributes, "loading").is_none() && before.is_none_or(|before| before > NEAR_THE_TOP) {
            out.push_str(" loading=\"lazy\"");
        }
        if value(attributes, "decoding").is_none() {
            out.push_str(" decoding=\"async\"");
        }
    }
    out.push('>');
    behind
}

/// `side` × `part` / `whole`, at least 1.
fn share(side: u32, part: u32, whole: u32) -> u32 {
    let sides = u64::from(side) * u64::from(part);
    u32::try_from(sides / u64::from(whole.max(1))).unwrap_or(u32::MAX).max(1)
}

/// The value of an attribute as it is written: stored HTML has them all in double quotes, with none inside.
fn value<'a>(attributes: &'a str, name: &str) -> Option<&'a str> {
    let mut parts = attributes.split('"');
    while let (Some(given), Some(value)) = (parts.next(), parts.next()) {
        if given.trim().strip_suffix('=') == Some(name) {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;

    use super::*;
    use crate::{
        media::{Media, Variant},
        posts::content,
    };

    /// A library of one picture, 1200 × 900, with two smaller forms.
    fn library() -> Pictures {
        let form = |width: u32| Variant { width, format: "webp".into(), file_path: format!("images/1-a-{width}.webp") };
        let media = Media {
            id: Uuid::now_v7(),
            file_name: "a.jpg".into(),
            file_path: "images/1-a.jpg".into(),
            mime_type: "image/jpeg".into(),
            size: 1,
            width: Some(1200),
            height: Some(900),
            alt_text: "A \"chart\"".into(),
            variants: vec![form(480), form(960)],
            created_at: DateTime::UNIX_EPOCH,
        };
        [media].into_iter().collect()
    }

    fn shown(html: &str) -> String {
        let html = content::prepare(html).html;
        content::shown(&html, &library())
    }

    const FORMS: &str = "srcset=\"/media/images/1-a-480.webp 480w, /media/images/1-a-960.webp 960w, \
                         /media/images/1-a.jpg 1200w\"";

    #[test]
    fn a_picture_of_the_library_has_its_size_and_its_forms() {
        let expected = format!(
            "<p>x</p><img src=\"/media/images/1-a.jpg\" alt=\"Mine\" width=\"1200\" height=\"900\" {FORMS} \
             sizes=\"{FULL}\" decoding=\"async\"><p>y</p>"
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
    fn the_bodys_own_words_and_sizes_win() {
        let html = shown("<img src=/media/images/1-a.jpg alt='' width=400>");
        assert!(
            html.starts_with("<img src=\"/media/images/1-a.jpg\" alt=\"\" width=\"400\" height=\"300\" "),
            "{html}"
        );
        assert!(html.contains("sizes=\"(min-width: 440px) 400px, calc(100vw - 2.5rem)\""), "{html}");
        let html = shown("<img src=/media/images/1-a.jpg height=90>");
        assert!(html.contains(" height=\"90\" alt=\"A &quot;chart&quot;\" width=\"120\" "), "{html}");
        let html = shown("<img src=/media/images/1-a.jpg width=90 height=90>");
        assert_eq!((html.matches("width=\"").count(), html.matches("height=\"").count()), (1, 1), "{html}");
    }

    #[test]
    fn all_pictures_wait_but_the_first_near_the_top() {
        let picture = "<img src=/media/images/1-a.jpg>";
        let lazy =
            |html: &str| html.split("<img").skip(1).map(|tag| tag.contains("loading=\"lazy\"")).collect::<Vec<_>>();
        let text = |length| format!("<p>{}</p>", "x".repeat(length));
        assert_eq!(lazy(&shown(&format!("{}{picture}{picture}", text(500)))), [false, true]);
        assert_eq!(lazy(&shown(&format!("{}{picture}", text(700)))), [true]);
        assert_eq!(lazy(&shown(&format!("<img src=/x.png>{picture}"))), [false, true], "stored so");
    }

    #[test]
    fn addresses_are_those_of_pictures() {
        let html =
            "<p>src=\"/no\"</p><img src=\"/a\" alt=\"src=\"><pre>x</pre><img alt=\"y\" src=\"/b\"><img src=\"/c\"";
        assert_eq!(addresses(html).collect::<Vec<_>>(), ["/a", "/b"]);
    }
}
