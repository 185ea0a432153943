//! The icons of a brand: its first letter in the block of its logo, before the caret. The built-in brand has drawn ones.

use tiny_skia::{FillRule, Paint, Path, PathBuilder, PathSegment, Pixmap, Rect, Transform};

use super::card::{GREEN, INK, MARK, Pen, rgb};

/// How an icon is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Svg,
    /// Width and height, px.
    Png(u16),
    /// PNGs of these widths in one file.
    Ico(&'static [u8]),
}

/// An icon of the site.
#[derive(Debug, Clone, Copy)]
pub(super) struct Icon {
    form: Form,
    /// On a ground of its own, of which a device may cut off the edges.
    has_ground: bool,
}

/// Every address of an icon.
pub(super) const ADDRESSES: [&str; 7] = [
    "/favicon.svg",
    "/favicon-32.png",
    "/favicon.ico",
    "/apple-touch-icon.png",
    "/icon-192.png",
    "/icon-512.png",
    "/favicon-maskable.svg",
];

impl Icon {
    /// The icon at an address.
    pub(super) fn at(address: &str) -> Option<Self> {
        let (form, has_ground) = match address {
            "/favicon.svg" => (Form::Svg, false),
            "/favicon-32.png" => (Form::Png(32), false),
            "/favicon.ico" => (Form::Ico(&[16, 32]), false),
            "/apple-touch-icon.png" => (Form::Png(180), true),
            "/icon-192.png" => (Form::Png(192), true),
            "/icon-512.png" => (Form::Png(512), true),
            "/favicon-maskable.svg" => (Form::Svg, true),
            _ => return None,
        };
        Some(Self { form, has_ground })
    }

    pub(super) fn content_type(self) -> &'static str {
        match self.form {
            Form::Svg => "image/svg+xml",
            Form::Png(_) => "image/png",
            Form::Ico(_) => "image/x-icon",
        }
    }

    /// The icon of a brand. None when it cannot be drawn, which no name brings about.
    pub(super) fn draw(self, brand: &str) -> Option<Vec<u8>> {
        let figure = if self.has_ground { Figure::on_ground(brand) } else { Figure::alone(brand) }?;
        match self.form {
            Form::Svg => Some(figure.svg().into_bytes()),
            Form::Png(size) => figure.png(size),
            Form::Ico(sizes) => ico(&figure, sizes),
        }
    }
}

/// Filled shapes on a square.
struct Figure {
    /// Width and height of the square.
    size: f32,
    shapes: Vec<(Path, u32)>,
}

impl Figure {
    fn alone(brand: &str) -> Option<Self> {
        let mut shapes = vec![(block(0.0, 0.0, 32.0, 32.0, 6.0)?, MARK)];
        shapes.extend(letter(brand, Rect::from_xywh(5.0, 7.0, 15.0, 18.0)?).map(|letter| (letter, INK)));
        shapes.push((block(24.0, 4.0, 3.5, 24.0, 0.0)?, INK));
        Some(Self { size: 32.0, shapes })
    }

    fn on_ground(brand: &str) -> Option<Self> {
        let mut shapes =
            vec![(block(0.0, 0.0, 512.0, 512.0, 0.0)?, GREEN), (block(121.0, 157.0, 207.0, 198.0, 18.0)?, MARK)];
        shapes.extend(letter(brand, Rect::from_xywh(152.0, 197.0, 145.0, 122.0)?).map(|letter| (letter, INK)));
        shapes.push((block(355.0, 130.0, 25.0, 252.0, 4.0)?, MARK));
        Some(Self { size: 512.0, shapes })
    }

    fn png(&self, size: u16) -> Option<Vec<u8>> {
        let mut pixels = Pixmap::new(size.into(), size.into())?;
        let scale = f32::from(size) / self.size;
        for (path, colour) in &self.shapes {
            let mut paint = Paint { anti_alias: true, ..Paint::default() };
            paint.set_color(rgb(*colour));
            pixels.fill_path(path, &paint, FillRule::Winding, Transform::from_scale(scale, scale), None);
        }
        pixels.encode_png().ok()
    }

    fn svg(&self) -> String {
        let paths =
            self.shapes.iter().map(|(path, colour)| format!("<path fill=\"#{colour:06X}\" d=\"{}\"/>", data(path)));
        let paths = paths.collect::<Vec<_>>().concat();
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {0}\">{paths}</svg>", self.size)
    }
}

/// A rectangle with round corners.
fn block(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Option<Path> {
    let (right, bottom) = (x + width, y + height);
    let mut path = PathBuilder::new();
    path.move_to(x + radius, y);
    path.line_to(right - radius, y);
    path.quad_to(right, y, right, y + radius);
    path.line_to(right, bottom - radius);
    path.quad_to(right, bottom, right - radius, bottom);
    path.line_to(x + radius, bottom);
    path.quad_to(x, bottom, x, bottom - radius);
    path.line_to(x, y + radius);
    path.quad_to(x, y, x + radius, y);
    path.close();
    path.finish()
}

/// The brand's first letter or figure, as large as a room allows. None when the typeface has none of its letters.
fn letter(brand: &str, room: Rect) -> Option<Path> {
    let pen = Pen::display(100.0)?;
    let outline = brand
        .chars()
        .filter(|c| c.is_alphanumeric())
        .find_map(|c| pen.outline(&c.to_uppercase().to_string(), 0.0, 0.0))?;
    let bounds = outline.bounds();
    let scale = (room.width() / bounds.width()).min(room.height() / bounds.height());
    let (centre, middle) = (room.left() + room.width() / 2.0, room.top() + room.height() / 2.0);
    let (from_centre, from_middle) = (bounds.left() + bounds.width() / 2.0, bounds.top() + bounds.height() / 2.0);
    outline.transform(Transform::from_row(
        scale,
        0.0,
        0.0,
        scale,
        centre - from_centre * scale,
        middle - from_middle * scale,
    ))
}

/// A path as SVG writes it.
fn data(path: &Path) -> String {
    let parts = path.segments().map(|segment| match segment {
        PathSegment::MoveTo(to) => format!("M{:.2} {:.2}", to.x, to.y),
        PathSegment::LineTo(to) => format!("L{:.2} {:.2}", to.x, to.y),
        PathSegment::QuadTo(by, to) => format!("Q{:.2} {:.2} {:.2} {:.2}", by.x, by.y, to.x, to.y),
        PathSegment::CubicTo(one, two, to) => {
            format!("C{:.2} {:.2} {:.2} {:.2} {:.2} {:.2}", one.x, one.y, two.x, two.y, to.x, to.y)
        }
        PathSegment::Close => "Z".to_owned(),
    });
    parts.collect::<Vec<_>>().concat()
}

/// The file that browsers ask for unbidden: a directory of PNGs, then these.
fn ico(figure: &Figure, sizes: &[u8]) -> Option<Vec<u8>> {
    let pictures = sizes.iter().map(|size| figure.png((*size).into())).collect::<Option<Vec<_>>>()?;
    let mut file = vec![0, 0, 1, 0];
    file.extend(u16::try_from(sizes.len()).ok()?.to_le_bytes());
    let mut offset = 6 + 16 * u32::try_from(sizes.len()).ok()?;
    for (size, picture) in sizes.iter().zip(&pictures) {
        let length = u32::try_from(picture.len()).ok()?;
        // Width, height, no palette, one plane, 32 bits a pixel.
        file.extend([*size, *size, 0, 0, 1, 0, 32, 0]);
        file.extend(length.to_le_bytes());
        file.extend(offset.to_le_bytes());
        offset += length;
    }
    file.extend(pictures.concat());
    Some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_has_an_icon_of_its_type_and_size() {
        for address in ADDRESSES {
            let icon = Icon::at(address).unwrap();
            let body = icon.draw("Acme Search").unwrap();
            match icon.form {
                Form::Svg => assert!(body.starts_with(b"<svg ") && icon.content_type() == "image/svg+xml"),
                Form::Png(size) => {
                    let pixels = Pixmap::decode_png(&body).unwrap();
                    assert_eq!((pixels.width(), pixels.height()), (size.into(), size.into()), "{address}");
                }
                Form::Ico(sizes) => {
                    let signatures = body.windows(8).filter(|bytes| bytes == b"\x89PNG\r\n\x1a\n");
                    assert_eq!(signatures.count(), sizes.len());
                }
            }
        }
        assert!(Icon::at("/favicon-16.png").is_none());
    }

    #[test]
    fn the_letter_is_the_brands_and_stays_in_its_room() {
        let svg = |brand: &str| String::from_utf8(Icon::at("/favicon.svg").unwrap().draw(brand).unwrap()).unwrap();
        assert_eq!(svg("Acme Search"), svg("“alpha”"));
        assert_ne!(svg("Acme Search"), svg("Beta"));
        let room = Rect::from_xywh(5.0, 7.0, 15.0, 18.0).unwrap();
        for brand in ["Wide", "Iota", "Órbita", "Q", "7 Seas", "j"] {
            let bounds = letter(brand, room).unwrap().bounds();
            let slack = 0.01;
            assert!(bounds.left() > room.left() - slack && bounds.right() < room.right() + slack, "{brand}");
            assert!(bounds.top() > room.top() - slack && bounds.bottom() < room.bottom() + slack, "{brand}");
        }
        // Without a letter that the typeface has, the block and the caret are the icon.
        for brand in ["", "東京", "🚀 ---"] {
            assert_eq!(svg(brand).matches("<path").count(), 2, "{brand}");
        }
    }
}
