//! A post's picture for social networks and search engines: its title in the manner of its cover, as PNG. Drawn when
//! it is asked for and kept like a page.

use tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Transform};
use ttf_parser::{Face, OutlineBuilder};
use unicode_normalization::UnicodeNormalization;

use crate::posts::cover::marked_words;

static DISPLAY: &[u8] = include_bytes!("../../../fonts/bricolage-720.ttf");
static MONO: &[u8] = include_bytes!("../../../fonts/plexmono-400.ttf");

pub(super) const INK: u32 = 0x0C_1512;
pub(super) const GREEN: u32 = 0x0A_2A1E;
pub(super) const MARK: u32 = 0xEA_FF4F;

/// The margin around everything, px.
const MARGIN: f32 = 72.0;
/// Sizes that a title may have, px; the largest that fits is taken.
const SIZES: [u16; 7] = [112, 98, 86, 74, 62, 52, 44];
/// Space that the lines above and below the title take, px.
const AROUND: f32 = 260.0;

/// What a card says.
pub(super) struct Words<'a> {
    /// The brand's name.
    pub brand: &'a str,
    /// Host of the site.
    pub host: &'a str,
    /// One of the eight categories.
    pub category: &'a str,
    /// The post's title, with the signs of its mark.
    pub title: &'a str,
    /// The post's slug, which tells what the title is about.
    pub slug: &'a str,
}

/// Width and height of a card by its name in the address, px.
pub(super) fn size_of(shape: &str) -> Option<(u16, u16)> {
    match shape {
        "social" => Some((1200, 630)),
        "16x9" => Some((1200, 675)),
        "4x3" => Some((1200, 900)),
        "1x1" => Some((1200, 1200)),
        _ => None,
    }
}

/// The colours of a category, as its cover has them.
struct Palette {
    ground: u32,
    pattern: u32,
    text: u32,
    mark: u32,
    marked: u32,
}

fn palette(category: &str) -> Palette {
    const DEEP: u32 = 0x06_150F;
    const PAPER: u32 = 0xF7_F6F0;
    let dark = |ground, pattern| Palette { ground, pattern, text: PAPER, mark: MARK, marked: INK };
    let light = |ground, pattern| Palette { ground, pattern, text: INK, mark: MARK, marked: INK };
    let vivid = |ground, pattern, ink| Palette { ground, pattern, text: ink, mark: ink, marked: MARK };
    match category {
        "Algorithm Updates" => dark(INK, 0x18_231E),
        "Content Strategy" => light(0xEF_EDE3, 0xE6_E3D6),
        "Link Building" => vivid(0xC5_DFD1, 0xBA_D7C8, DEEP),
        "Local SEO" => dark(0x1D_6549, 0x22_6C4F),
        "Analytics & Data" => vivid(MARK, 0xE0_F542, INK),
        "E-commerce SEO" => light(0xE2_DFD0, 0xD9_D5C4),
        "Mobile SEO" => vivid(0x97_C6AF, 0x8C_BDA5, DEEP),
        _ => dark(GREEN, 0x0F_3325),
    }
}

/// A typeface at a size, with its tracking as a part of the size.
pub(super) struct Pen<'a> {
    face: Face<'a>,
    size: f32,
    tracking: f32,
}

impl Pen<'_> {
    pub(super) fn display(size: f32) -> Option<Self> {
        Some(Pen { face: Face::parse(DISPLAY, 0).ok()?, size, tracking: -0.026 })
    }

    fn mono(size: f32) -> Option<Self> {
        Some(Pen { face: Face::parse(MONO, 0).ok()?, size, tracking: 0.0 })
    }

    fn scale(&self) -> f32 {
        self.size / f32::from(self.face.units_per_em())
    }

    /// The glyphs of a text. A letter that the face lacks is shown without its accents, or left out.
    fn glyphs(&self, text: &str) -> impl Iterator<Item = ttf_parser::GlyphId> {
        text.nfc()
            .filter_map(|c| self.face.glyph_index(c).or_else(|| self.face.glyph_index([c].into_iter().nfd().next()?)))
    }

    fn width(&self, text: &str) -> f32 {
        self.glyphs(text).map(|glyph| self.advance(glyph)).sum()
    }

    fn advance(&self, glyph: ttf_parser::GlyphId) -> f32 {
        f32::from(self.face.glyph_hor_advance(glyph).unwrap_or(0)) * self.scale() + self.tracking * self.size
    }

    pub(super) fn outline(&self, text: &str, x: f32, baseline: f32) -> Option<Path> {
        let mut outline = Outline { path: PathBuilder::new(), x, baseline, scale: self.scale() };
        for glyph in self.glyphs(text) {
            self.face.outline_glyph(glyph, &mut outline);
            outline.x += self.advance(glyph);
        }
        outline.path.finish()
    }
}

/// Takes a glyph's outline into a path on the card.
struct Outline {
    path: PathBuilder,
    x: f32,
    baseline: f32,
    scale: f32,
}

impl Outline {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.baseline - y * self.scale)
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

/// A run of words on one line that are all marked or all not.
struct Run {
    text: String,
    marked: bool,
}

/// Breaks words into lines of at most `room` px; a word that is longer has a line to itself.
fn lines_of(words: &[(String, bool)], pen: &Pen<'_>, room: f32) -> Vec<Vec<Run>> {
    let space = pen.width(" ");
    let mut lines: Vec<Vec<Run>> = Vec::new();
    let mut used = f32::INFINITY;
    for (word, marked) in words {
        let width = pen.width(word) + if *marked { pad(pen) } else { 0.0 };
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

/// What the mark of a run adds to its width.
fn pad(pen: &Pen<'_>) -> f32 {
    pen.size * 0.24
}

/// Draws on a card.
struct Canvas {
    pixels: Pixmap,
}

impl Canvas {
    fn fill(&mut self, path: Option<Path>, colour: u32) {
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color(rgb(colour));
        if let Some(path) = path {
            self.pixels.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
        }
    }

    fn block(&mut self, x: f32, y: f32, width: f32, height: f32, colour: u32) {
        self.fill(Rect::from_xywh(x, y, width, height).map(PathBuilder::from_rect), colour);
    }

    /// Lines of words behind everything, as on a page that is being searched.
    fn pattern(&mut self, colour: u32, seed: &str) {
        let (width, height) = (self.pixels.width(), self.pixels.height());
        let mut state =
            seed.bytes().fold(2_166_136_261_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(16_777_619));
        for row in (18..height).step_by(30) {
            let mut x = 0;
            while x < width {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let word = 28 + (state >> 16) % 122;
                self.block(small(x), small(row), small(word), 9.0, colour);
                x += word + 12;
            }
        }
    }

    /// The brand as its logo has it: the first word in a block, the others behind it.
    fn brand(&mut self, name: &str, colours: &Palette) -> Option<()> {
        let pen = Pen::display(44.0)?;
        let (first, rest) = name.split_once(' ').unwrap_or((name, ""));
        let width = pen.width(first) + 20.0;
        let rest_width = if rest.is_empty() { 0.0 } else { pen.width(rest) + 12.0 };
        let x = small(self.pixels.width()) - MARGIN - width - rest_width;
        self.block(x, 62.0, width, 52.0, colours.mark);
        self.fill(pen.outline(first, x + 10.0, 103.0), colours.marked);
        self.fill(pen.outline(rest, x + width + 12.0, 103.0), colours.text);
        Some(())
    }

    fn title(&mut self, words: &[(String, bool)], colours: &Palette) -> Option<()> {
        let (width, height) = (small(self.pixels.width()), small(self.pixels.height()));
        let room = width - 2.0 * MARGIN;
        let fits = |pen: &Pen<'_>, lines: &[Vec<Run>]| {
            small(u32::try_from(lines.len()).unwrap_or(u32::MAX)) * pen.size * LEADING <= height - AROUND
                && words.iter().all(|(word, _)| pen.width(word) + pad(pen) <= room)
        };
        let mut chosen = None;
        for size in SIZES {
            let pen = Pen::display(f32::from(size))?;
            let lines = lines_of(words, &pen, room);
            let done = fits(&pen, &lines);
            chosen = Some((pen, lines));
            if done {
                break;
            }
        }
        let (pen, lines) = chosen?;
        let mut baseline = height - 128.0;
        for _ in 1..lines.len() {
            baseline -= pen.size * LEADING;
        }
        for line in &lines {
            let mut x = MARGIN;
            for run in line {
                let text = pen.width(&run.text);
                let inset = if run.marked { pad(&pen) / 2.0 } else { 0.0 };
                if run.marked {
                    self.block(x, baseline - pen.size * 0.86, text + 2.0 * inset, pen.size * 1.1, colours.mark);
                }
                let colour = if run.marked { colours.marked } else { colours.text };
                self.fill(pen.outline(&run.text, x + inset, baseline), colour);
                x += text + 2.0 * inset + pen.width(" ");
            }
            baseline += pen.size * LEADING;
        }
        Some(())
    }
}

/// From one line to the next, as a part of the size.
const LEADING: f32 = 1.16;

/// A number of pixels. Cards have few enough that none is lost.
fn small(number: u32) -> f32 {
    u16::try_from(number).map_or(f32::from(u16::MAX), f32::from)
}

pub(super) fn rgb(colour: u32) -> Color {
    let [_, red, green, blue] = colour.to_be_bytes();
    Color::from_rgba8(red, green, blue, 255)
}

/// The card as PNG. None when it cannot be drawn, which no text brings about.
pub(super) fn draw(words: &Words<'_>, (width, height): (u16, u16)) -> Option<Vec<u8>> {
    let colours = palette(words.category);
    let mut canvas = Canvas { pixels: Pixmap::new(width.into(), height.into())? };
    canvas.pixels.fill(rgb(colours.ground));
    canvas.pattern(colours.pattern, words.title);
    let label = Pen::mono(28.0)?;
    canvas.fill(label.outline(words.category, MARGIN, 98.0), colours.text);
    canvas.brand(words.brand, &colours)?;
    canvas.title(&marked_words(words.title, words.slug), &colours)?;
    let host = Pen::mono(24.0)?;
    canvas.fill(host.outline(words.host, MARGIN, f32::from(height) - 52.0), colours.text);
    canvas.pixels.encode_png().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words<'a>(title: &'a str, category: &'a str) -> Words<'a> {
        Words { brand: "Found First", host: "foundfirst.test", category, title, slug: "log-files" }
    }

    #[test]
    fn a_card_is_a_png_of_its_shape() {
        for (shape, ratio) in [("social", 1200.0 / 630.0), ("16x9", 16.0 / 9.0), ("4x3", 4.0 / 3.0), ("1x1", 1.0)] {
            let (width, height) = size_of(shape).unwrap();
            assert!((f64::from(width) / f64::from(height) - ratio).abs() < 0.01, "{shape}");
            let png = draw(&words("What log files know", "Technical SEO"), (width, height)).unwrap();
            let pixels = Pixmap::decode_png(&png).unwrap();
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
    fn lines_hold_every_word_once_and_are_no_wider_than_the_room() {
        let pen = Pen::display(98.0).unwrap();
        let title = marked_words("What log files know that your crawler does not", "log-files");
        let lines = lines_of(&title, &pen, 1056.0);
        let text: Vec<&str> = lines.iter().flatten().map(|run| run.text.as_str()).collect();
        assert_eq!(text.join(" "), "What log files know that your crawler does not");
        let marked: Vec<&str> = lines.iter().flatten().filter(|run| run.marked).map(|run| run.text.as_str()).collect();
        assert_eq!(marked, ["log files"]);
        for line in &lines {
            let width: f32 =
                line.iter().map(|run| pen.width(&run.text) + if run.marked { pad(&pen) } else { 0.0 }).sum();
            assert!(width <= 1056.0);
        }
    }
}
