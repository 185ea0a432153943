//! The icons of a brand: its first letter in the block of its logo, before the caret. The built-in brand has SVG files,
//! from which its other icons are drawn.

use super::svg::{Font, png};
use crate::colours::{GREEN_900, INK_900, MARK_500, paint};

/// The format of an icon.
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
    /// Whether it has a background whose edges devices may cut off.
    has_ground: bool,
}

/// The built-in brand's icons.
const TILE: &str = include_str!("../../../../web/public/favicon.svg");
const TILE_ON_GROUND: &str = include_str!("../../../../web/public/favicon-maskable.svg");

/// The paths of the icons that are not SVG.
pub(super) const RASTERS: [&str; 5] =
    ["/favicon-32.png", "/favicon.ico", "/apple-touch-icon.png", "/icon-192.png", "/icon-512.png"];

/// The paths of all icons.
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
    /// Returns the icon at a path.
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

    /// Draws the icon of a brand, or of the built-in one. Returns `None` when it cannot be drawn, which no name causes.
    pub(super) fn draw(self, brand: Option<&str>) -> Option<Vec<u8>> {
        let svg = match (brand, self.has_ground) {
            (Some(brand), true) => on_ground(brand)?,
            (Some(brand), false) => alone(brand)?,
            (None, true) => paint(TILE_ON_GROUND),
            (None, false) => paint(TILE),
        };
        match self.form {
            Form::Svg => Some(svg.into_bytes()),
            Form::Png(size) => png(&svg, (size, size)),
            Form::Ico(sizes) => ico(&svg, sizes),
        }
    }
}

fn alone(brand: &str) -> Option<String> {
    let letter = letter(brand, &Room { x: 5.0, y: 7.0, width: 15.0, height: 18.0 })?;
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\">\
         <rect width=\"32\" height=\"32\" rx=\"5\" fill=\"{MARK_500}\"/>{letter}\
         <rect x=\"24\" y=\"4\" width=\"3.5\" height=\"24\" fill=\"{INK_900}\"/></svg>"
    ))
}

fn on_ground(brand: &str) -> Option<String> {
    let letter = letter(brand, &Room { x: 152.0, y: 197.0, width: 145.0, height: 122.0 })?;
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 512 512\">\
         <rect width=\"512\" height=\"512\" fill=\"{GREEN_900}\"/>\
         <rect x=\"121\" y=\"157\" width=\"207\" height=\"198\" rx=\"15\" fill=\"{MARK_500}\"/>{letter}\
         <rect x=\"355\" y=\"130\" width=\"25\" height=\"252\" rx=\"3\" fill=\"{MARK_500}\"/></svg>"
    ))
}

/// The space for a letter.
struct Room {
    x: f32,
    y: f32,
    width: f32,
    height: f32,
}

/// Returns the brand's first letter or digit, as large as possible and centred. Empty when the typeface lacks all of
/// its letters.
fn letter(brand: &str, room: &Room) -> Option<String> {
    let font = Font::display(100.0)?;
    let letters = brand.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_uppercase().to_string());
    let outlines = letters.map(|letter| (font.outline(&letter, 0.0, 0.0), letter));
    let Some((outline, letter)) = outlines.into_iter().find(|(outline, _)| !outline.data.is_empty()) else {
        return Some(String::new());
    };
    let ((left, top), (right, bottom)) = (outline.min, outline.max);
    let scale = (room.width / (right - left)).min(room.height / (bottom - top));
    let x = room.x + (room.width - (left + right) * scale) / 2.0;
    let baseline = room.y + (room.height - (top + bottom) * scale) / 2.0;
    let data = Font::display(font.size * scale)?.outline(&letter, x, baseline).data;
    Some(format!("<path fill=\"{INK_900}\" d=\"{data}\"/>"))
}

/// Returns an ICO file: a directory followed by PNGs.
fn ico(svg: &str, sizes: &[u8]) -> Option<Vec<u8>> {
    let pictures = sizes.iter().map(|size| png(svg, ((*size).into(), (*size).into()))).collect::<Option<Vec<_>>>()?;
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
    use resvg::usvg::{Options, Tree};

    use super::*;

    #[test]
    fn every_address_has_an_icon_of_its_type_and_size() {
        for address in ADDRESSES {
            let icon = Icon::at(address).unwrap();
            for brand in [Some("Acme Search"), None] {
                let body = icon.draw(brand).unwrap();
                match icon.form {
                    Form::Svg => assert!(body.starts_with(b"<svg ") && icon.content_type() == "image/svg+xml"),
                    Form::Png(size) => {
                        let pixels = image::load_from_memory(&body).unwrap();
                        assert_eq!((pixels.width(), pixels.height()), (size.into(), size.into()), "{address}");
                    }
                    Form::Ico(sizes) => {
                        let signatures = body.windows(8).filter(|bytes| bytes == b"\x89PNG\r\n\x1a\n");
                        assert_eq!(signatures.count(), sizes.len());
                    }
                }
                assert_eq!(RASTERS.contains(&address), icon.form != Form::Svg, "{address}");
            }
        }
        assert!(Icon::at("/favicon-16.png").is_none());
    }

    #[test]
    fn the_letter_is_the_brands_and_stays_in_its_room() {
        let svg =
            |brand: &str| String::from_utf8(Icon::at("/favicon.svg").unwrap().draw(Some(brand)).unwrap()).unwrap();
        assert_eq!(svg("Acme Search"), svg("“alpha”"));
        assert_ne!(svg("Acme Search"), svg("Beta"));
        let room = Room { x: 5.0, y: 7.0, width: 15.0, height: 18.0 };
        for brand in ["Wide", "Iota", "Órbita", "Q", "7 Seas", "j"] {
            let path = letter(brand, &room).unwrap();
            let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\">{path}</svg>");
            let bounds = Tree::from_str(&svg, &Options::default()).unwrap().root().abs_bounding_box();
            assert!(bounds.left() > 4.98 && bounds.right() < 20.02, "{brand}: {bounds:?}");
            assert!(bounds.top() > 6.98 && bounds.bottom() < 25.02, "{brand}: {bounds:?}");
        }
        // Without a letter in the typeface, the icon is block and caret.
        for brand in ["", "東京", "🚀 ---"] {
            assert_eq!((svg(brand).matches("<rect").count(), svg(brand).matches("<path").count()), (2, 0), "{brand}");
        }
    }
}
