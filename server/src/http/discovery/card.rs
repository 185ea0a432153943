//! A post's image for social networks and search engines: its title in the style of its cover, as PNG. Drawn on request
//! and cached like a page.

use std::fmt::Write as _;

use super::svg::{Font, png};
use crate::{
    colours::{
        GREEN_200, GREEN_300, GREEN_600, GREEN_900, GREEN_950, INK_900, MARK_500, PAPER_50, PAPER_100, PAPER_200,
    },
    posts::cover::marked_words,
};

/// The margin around everything, px.
const MARGIN: f32 = 72.0;
/// Font sizes of a title, px. The largest that fits is used.
const SIZES: [u16; 7] = [112, 98, 86, 74, 62, 52, 44];
/// Height of the lines above and below the title, px.
const AROUND: f32 = 260.0;
/// Line height of the title, relative to its font size.
const LEADING: f32 = 1.16;

/// The text of a card.
pub(super) struct CardText<'a> {
    /// The brand's name.
    pub brand: &'a str,
    /// Host of the site.
    pub host: &'a str,
    /// One of the eight categories.
    pub category: &'a str,
    /// The post's title, with its highlight markup.
    pub title: &'a str,
    /// The post's slug, which decides what is highlighted.
    pub slug: &'a str,
}

/// Returns the section and title of a public page's card by the page's name in the URL. The title has its highlight
/// markup.
pub(super) fn page_words(name: &str) -> Option<(&'static str, &'static str)> {
    match name {
        "home" => Some(("UK SEO consultancy", "In a World of Answers, Get ==Found First==")),
        "about" => Some(("About", "Developing the ==Brands of Tomorrow==")),
        "services" => Some(("Services", "Built For ==Search==")),
        "seo" => Some(("SEO", "SEO That ==Performs==")),
        "contact" => Some(("Contact", "Let's ==Connect==")),
        "blog" => Some(("Blog", "The ==Crawl Log==")),
        "privacy" => Some(("Privacy", "What we ==keep==")),
        _ => None,
    }
}

/// Returns the width and height of a card in px, by its name in the URL.
pub(super) fn size_of(shape: &str) -> Option<(u16, u16)> {
    match shape {
        "social" => Some((1200, 630)),
        "16x9" => Some((1200, 675)),
        "4x3" => Some((1200, 900)),
        "1x1" => Some((1200, 1200)),
        _ => None,
    }
}

/// The colours of a category, as on its cover.
struct Palette {
    ground: &'static str,
    text: &'static str,
    /// Background of highlighted words.
    mark: &'static str,
    /// Colour of highlighted words.
    marked: &'static str,
}

fn palette(category: &str) -> Palette {
    let dark = |ground| Palette { ground, text: PAPER_50, mark: MARK_500, marked: INK_900 };
    let light = |ground| Palette { ground, text: INK_900, mark: MARK_500, marked: INK_900 };
    let vivid = |ground, ink| Palette { ground, text: ink, mark: ink, marked: MARK_500 };
    match category {
        "Algorithm Updates" => dark(INK_900),
        "Content Strategy" => light(PAPER_100),
        "Link Building" => vivid(GREEN_200, GREEN_950),
        "Local SEO" => dark(GREEN_600),
        "Analytics & Data" => vivid(MARK_500, INK_900),
        "E-commerce SEO" => light(PAPER_200),
        "Mobile SEO" => vivid(GREEN_300, GREEN_950),
        _ => dark(GREEN_900),
    }
}

/// Draws a card as PNG. Returns `None` when it cannot be drawn, which no text causes.
pub(super) fn draw(words: &CardText<'_>, (width, height): (u16, u16)) -> Option<Vec<u8>> {
    png(&svg(words, (width, height))?, (width, height))
}

/// Returns a card as SVG, with text as paths.
fn svg(words: &CardText<'_>, (width, height): (u16, u16)) -> Option<String> {
    let colours = palette(words.category);
    let category = Font::mono(28.0)?.outline(words.category, MARGIN, 98.0).data;
    let host = Font::mono(24.0)?.outline(words.host, MARGIN, f32::from(height) - 52.0).data;
    let Palette { ground, text, .. } = colours;
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\
         <rect width=\"100%\" height=\"100%\" fill=\"{ground}\"/>\
         <path fill=\"{text}\" fill-opacity=\".05\" d=\"{}\"/><path fill=\"{text}\" d=\"{category}\"/>{}{}\
         <path fill=\"{text}\" d=\"{host}\"/></svg>",
        pattern_of(words.title, width, height),
        brand(words.brand, f32::from(width), &colours)?,
        title(&marked_words(words.title, words.slug), (width.into(), height.into()), &colours)?,
    ))
}

/// Returns lines of word-like blocks that fill a card. The seed determines their widths.
fn pattern_of(seed: &str, width: u16, height: u16) -> String {
    let mut state =
        seed.bytes().fold(2_166_136_261_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(16_777_619));
    let mut data = String::new();
    for y in (18..height).step_by(30) {
        let mut x = 0;
        while x < u32::from(width) {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let word = 28 + (state >> 16) % 122;
            let _ = write!(data, "M{x} {y}h{word}v9h-{word}z");
            x += word + 12;
        }
    }
    data
}

/// Draws the brand as in its logo: the first word in a block, the rest after it.
fn brand(name: &str, card_width: f32, colours: &Palette) -> Option<String> {
    let font = Font::display(44.0)?;
    let (first, rest) = name.split_once(' ').unwrap_or((name, ""));
    let width = font.width(first) + 20.0;
    let rest_width = if rest.is_empty() { 0.0 } else { font.width(rest) + 12.0 };
    let x = card_width - MARGIN - width - rest_width;
    let mut out = String::new();
    marked_text(&mut out, &font, first, (x + 10.0, 103.0), &Block { x, y: 62.0, width, height: 52.0 }, colours);
    plain_text(&mut out, &font, rest, (x + width + 12.0, 103.0), colours);
    Some(out)
}

fn title(words: &[(String, bool)], (width, height): (f32, f32), colours: &Palette) -> Option<String> {
    let (font, lines) = fitting(words, width - 2.0 * MARGIN, height - AROUND)?;
    let mut baseline = height - 128.0;
    for _ in 1..lines.len() {
        baseline -= font.size * LEADING;
    }
    let mut out = String::new();
    for line in &lines {
        let mut x = MARGIN;
        for run in line {
            let mut width = font.width(&run.text);
            if run.marked {
                let inset = pad(&font) / 2.0;
                width += 2.0 * inset;
                let block = Block { x, y: baseline - font.size * 0.86, width, height: font.size * 1.1 };
                marked_text(&mut out, &font, &run.text, (x + inset, baseline), &block, colours);
            } else {
                plain_text(&mut out, &font, &run.text, (x, baseline), colours);
            }
            x += width + font.width(" ");
        }
        baseline += font.size * LEADING;
    }
    Some(out)
}

/// Returns the lines of a title in the largest size that fits, or in the smallest.
fn fitting(words: &[(String, bool)], width: f32, height: f32) -> Option<(Font, Vec<Vec<Run>>)> {
    let mut chosen = None;
    for size in SIZES {
        let font = Font::display(f32::from(size))?;
        let lines = lines_of(words, &font, width);
        let rows = u16::try_from(lines.len()).map_or(f32::INFINITY, f32::from);
        let fits = rows * font.size * LEADING <= height
            && words.iter().all(|(word, _)| font.width(word) + pad(&font) <= width);
        chosen = Some((font, lines));
        if fits {
            break;
        }
    }
    chosen
}

/// A rectangle, px.
struct Block {
    x: f32,
    y: f32,
    width: f32,
    height: f32,
}

fn plain_text(out: &mut String, font: &Font, text: &str, (x, baseline): (f32, f32), colours: &Palette) {
    let _ = write!(out, "<path fill=\"{}\" d=\"{}\"/>", colours.text, font.outline(text, x, baseline).data);
}

fn marked_text(
    out: &mut String,
    font: &Font,
    text: &str,
    (left, baseline): (f32, f32),
    Block { x, y, width, height }: &Block,
    Palette { mark, marked, .. }: &Palette,
) {
    let _ = write!(
        out,
        "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{mark}\"/>\
         <path fill=\"{marked}\" d=\"{}\"/>",
        font.outline(text, left, baseline).data
    );
}

/// Words on one line that are either all highlighted or all not.
struct Run {
    text: String,
    marked: bool,
}

/// Breaks words into lines of at most `room` px. A longer word gets a line to itself.
fn lines_of(words: &[(String, bool)], font: &Font, room: f32) -> Vec<Vec<Run>> {
    let space = font.width(" ");
    let mut lines: Vec<Vec<Run>> = Vec::new();
    let mut used = f32::INFINITY;
    for (word, marked) in words {
        let width = font.width(word) + if *marked { pad(font) } else { 0.0 };
        if used + space + width > room {
            lines.push(Vec::new());
            used = 0.0;
        }
        used += width + space;
        let Some(line) = lines.last_mut() else { continue };
        match line.last_mut() {
            Some(run) if run.marked == *marked => {
                run.text.push(' ');
                run.text.push_str(word);
            }
            _ => line.push(Run { text: word.clone(), marked: *marked }),
        }
    }
    lines
}

/// Returns what a run's highlight adds to its width, px.
fn pad(font: &Font) -> f32 {
    font.size * 0.24
}

#[cfg(test)]
mod tests {
    use resvg::usvg::{Node, Options, Tree};

    use super::*;

    fn words<'a>(title: &'a str, category: &'a str) -> CardText<'a> {
        CardText { brand: "Found First", host: "foundfirst.test", category, title, slug: "log-files" }
    }

    #[test]
    fn a_card_is_a_png_of_its_shape() {
        for (shape, ratio) in [("social", 1200.0 / 630.0), ("16x9", 16.0 / 9.0), ("4x3", 4.0 / 3.0), ("1x1", 1.0)] {
            let (width, height) = size_of(shape).unwrap();
            assert!((f64::from(width) / f64::from(height) - ratio).abs() < 0.01, "{shape}");
            let png = draw(&words("What log files know", "Technical SEO"), (width, height)).unwrap();
            let pixels = image::load_from_memory(&png).unwrap();
            assert_eq!((pixels.width(), pixels.height()), (width.into(), height.into()));
        }
        assert_eq!(size_of("2x1"), None);
    }

    #[test]
    fn every_title_can_be_drawn_and_stays_on_the_card() {
        let long = "an unbroken word of ".repeat(14);
        let titles = ["", "==x==", "🚀", "Ünïcödé ŁŽ ΑΒΓ", &long, &"w".repeat(300), "A & B", "C"];
        for (title, category) in titles.into_iter().zip(crate::posts::domain::CATEGORIES) {
            let png = draw(&words(title, category), (1200, 630)).unwrap();
            assert!(png.len() < 400_000, "{title} {category}: {}", png.len());
        }
    }

    #[test]
    fn marked_words_keep_off_the_edges_of_their_mark() {
        let card = svg(&words("What ==log files== know", "Technical SEO"), (1200, 630)).unwrap();
        let tree = Tree::from_str(&card, &Options::default()).unwrap();
        let boxes: Vec<_> = tree.root().children().iter().map(Node::abs_bounding_box).collect();
        // Background, pattern and category; the brand's block, first word and rest; text before the highlight, the
        // highlight, its text and the text after it; host.
        assert_eq!(boxes.len(), 11);
        for (mark, text) in [(boxes[3], boxes[4]), (boxes[7], boxes[8])] {
            assert!(text.left() - mark.left() > 8.0 && mark.right() - text.right() > 8.0, "{text:?} in {mark:?}");
            assert!(text.top() > mark.top() && text.bottom() < mark.bottom(), "{text:?} in {mark:?}");
        }
        assert!(boxes.iter().skip(2).all(|part| part.left() >= 71.0 && part.right() <= 1129.0), "in the margins");
    }

    #[test]
    fn lines_hold_every_word_once_and_are_no_wider_than_the_room() {
        let font = Font::display(98.0).unwrap();
        let title = marked_words("What log files know that your crawler does not", "log-files");
        let lines = lines_of(&title, &font, 1056.0);
        let text: Vec<&str> = lines.iter().flatten().map(|run| run.text.as_str()).collect();
        assert_eq!(text.join(" "), "What log files know that your crawler does not");
        let marked: Vec<&str> = lines.iter().flatten().filter(|run| run.marked).map(|run| run.text.as_str()).collect();
        assert_eq!(marked, ["log files"]);
        for line in &lines {
            let width: f32 =
                line.iter().map(|run| font.width(&run.text) + if run.marked { pad(&font) } else { 0.0 }).sum();
            assert!(width <= 1056.0);
        }
    }
}
