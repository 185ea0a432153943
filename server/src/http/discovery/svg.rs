//! Text as SVG paths in the site's typefaces, and SVG as PNG.

use std::fmt::Write as _;

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree},
};
use ttf_parser::{Face, GlyphId, OutlineBuilder};
use unicode_normalization::UnicodeNormalization;

static DISPLAY: &[u8] = include_bytes!("../../../fonts/bricolage-720.ttf");
static MONO: &[u8] = include_bytes!("../../../fonts/plexmono-400.ttf");

/// Renders an SVG as a PNG of `width` × `height` px. `None` if the SVG is invalid.
pub(super) fn png(svg: &str, (width, height): (u16, u16)) -> Option<Vec<u8>> {
    let tree = Tree::from_str(svg, &Options::default()).ok()?;
    let mut pixels = Pixmap::new(width.into(), height.into())?;
    let size = tree.size();
    let scale = Transform::from_scale(f32::from(width) / size.width(), f32::from(height) / size.height());
    resvg::render(&tree, scale, &mut pixels.as_mut());
    pixels.encode_png().ok()
}

/// A typeface at a size.
pub(super) struct Font {
    face: Face<'static>,
    /// In px.
    pub size: f32,
    /// Letter spacing, relative to the size.
    tracking: f32,
}

impl Font {
    pub(super) fn display(size: f32) -> Option<Self> {
        Some(Self { face: Face::parse(DISPLAY, 0).ok()?, size, tracking: -0.014 })
    }

    pub(super) fn mono(size: f32) -> Option<Self> {
        Some(Self { face: Face::parse(MONO, 0).ok()?, size, tracking: 0.0 })
    }

    fn scale(&self) -> f32 {
        self.size / f32::from(self.face.units_per_em())
    }

    /// Returns the glyphs of text. Letters that are not in the typeface lose their accents or are skipped.
    fn glyphs(&self, text: &str) -> impl Iterator<Item = GlyphId> {
        text.nfc()
            .filter_map(|c| self.face.glyph_index(c).or_else(|| self.face.glyph_index([c].into_iter().nfd().next()?)))
    }

    /// Returns the width of text, in px.
    pub(super) fn width(&self, text: &str) -> f32 {
        self.glyphs(text).map(|glyph| self.advance(glyph)).sum()
    }

    fn advance(&self, glyph: GlyphId) -> f32 {
        f32::from(self.face.glyph_hor_advance(glyph).unwrap_or(0)) * self.scale() + self.tracking * self.size
    }

    /// Returns the outline of text that starts at `x` on a baseline. Empty if no glyph has one.
    pub(super) fn outline(&self, text: &str, x: f32, baseline: f32) -> Outline {
        let mut outline = Outline::new(x, baseline, self.scale());
        for glyph in self.glyphs(text) {
            self.face.outline_glyph(glyph, &mut outline);
            outline.x += self.advance(glyph);
        }
        outline
    }
}

/// The outline of text.
pub(super) struct Outline {
    /// Value of the `d` attribute of a path.
    pub data: String,
    /// The smallest and the largest x and y of its points.
    pub min: (f32, f32),
    pub max: (f32, f32),
    x: f32,
    baseline: f32,
    scale: f32,
}

impl Outline {
    fn new(x: f32, baseline: f32, scale: f32) -> Self {
        let (min, max) = ((f32::INFINITY, f32::INFINITY), (f32::NEG_INFINITY, f32::NEG_INFINITY));
        Self { data: String::new(), min, max, x, baseline, scale }
    }

    /// Writes a command and its points, which are in font units with y upwards.
    fn command(&mut self, command: char, points: &[(f32, f32)]) {
        self.data.push(command);
        for (x, y) in points {
            let (x, y) = (self.x + x * self.scale, self.baseline - y * self.scale);
            self.min = (self.min.0.min(x), self.min.1.min(y));
            self.max = (self.max.0.max(x), self.max.1.max(y));
            let _ = write!(self.data, "{x:.2} {y:.2} ");
        }
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.command('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.command('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.command('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.command('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.command('Z', &[]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_lies_on_its_baseline_and_is_as_wide_as_its_text() {
        let font = Font::display(100.0).unwrap();
        let outline = font.outline("HE", 20.0, 90.0);
        assert!((outline.max.1 - 90.0).abs() < 0.5 && outline.min.1 > 10.0, "letters without descenders");
        assert!(outline.min.0 > 20.0 && outline.max.0 < 20.0 + font.width("HE") + 2.6);
        assert_eq!(font.outline("É", 0.0, 0.0).data, font.outline("E\u{301}", 0.0, 0.0).data);
        assert!(font.outline(" 東京🚀", 0.0, 0.0).data.is_empty());
    }

    #[test]
    fn an_svg_becomes_a_png_of_the_wanted_size() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 2 1\"><path fill=\"#f00\" d=\"M1 0h1v1h-1z\"/></svg>";
        let pixels = Pixmap::decode_png(&png(svg, (40, 20)).unwrap()).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (40, 20));
        let alpha = |x| pixels.pixel(x, 10).unwrap().alpha();
        assert_eq!((alpha(5), alpha(35)), (0, 255));
        assert!(png("<p>", (1, 1)).is_none());
    }
}
