//! Prepares pictures uploaded by strangers for a public website.
//!
//! [`prepare`] takes the bytes of a file and returns a [`PreparedPicture`]: what kind it is by its content, its size,
//! its bytes upright and without metadata, and smaller [variants](Variant) for `srcset`. The work is bound to the
//! processor and takes up to about 250 MB for the largest picture: call it off the threads of an async runtime, and
//! limit how many calls run at a time. [`scaled`] returns a published picture at the widths of its variants, each of
//! which can be encoded as AVIF.
//!
//! | kind | bytes | variants |
//! |---|---|---|
//! | JPEG, PNG, GIF, WebP | copied without Exif, XMP, IPTC, comments and trailing data; re-encoded only to turn them upright | WebP of each of [`VARIANT_WIDTHS`] that the picture fills; none of animations |
//! | AVIF | unchanged; refused with metadata | none |
//! | SVG | rewritten from a list of harmless elements, attributes and styles | none |
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let drawing = br#"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><script>alert(1)</script></svg>"#;
//! let picture = pictures::prepare(drawing)?;
//! assert_eq!(picture.kind, pictures::Kind::Svg);
//! assert_eq!(picture.size, Some((40, 30)));
//! assert!(!std::str::from_utf8(&picture.bytes)?.contains("script"));
//! assert_eq!(pictures::prepare(b"%PDF-1.7").unwrap_err(), pictures::Error::UnsupportedKind);
//! # Ok(())
//! # }
//! ```

mod avif;
mod drawing;
mod jpeg;
mod kind;
mod metadata;
mod raster;
mod scaled;

pub use kind::Kind;
pub use scaled::{ScaledPicture, scaled};

/// Maximum number of pixels, width × height, of an accepted picture. Transparency, pixels of more than three bytes and
/// progressive JPEG lower the limit (see [`Error::TooManyPixels`]); drawings have none.
pub const MAX_PIXELS: u64 = 50_000_000;

/// Widths of the variants, in pixels, ascending. Each is at most a third wider than the one before, so that a browser
/// loads a variant at most a third wider than it shows.
pub const VARIANT_WIDTHS: [u32; 8] = [320, 400, 480, 640, 768, 960, 1280, 1600];

/// A picture that can be published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreparedPicture {
    /// Its kind, by its content.
    pub kind: Kind,
    /// The file to publish, without metadata.
    pub bytes: Vec<u8>,
    /// Width and height in pixels, upright. `None` for a drawing that states none.
    pub size: Option<(u32, u32)>,
    /// Smaller versions, the narrowest first.
    pub variants: Vec<Variant>,
}

/// A smaller version of a picture, with the same proportions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// Width in pixels: one of [`VARIANT_WIDTHS`].
    pub width: u32,
    /// The file, a WebP.
    pub bytes: Vec<u8>,
}

/// Why a file is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The content is of no supported kind.
    #[error("not a JPEG, PNG, GIF, WebP, AVIF or SVG file")]
    UnsupportedKind,
    /// The file is truncated, malformed, or not what its first bytes promise.
    #[error("the file is damaged or incomplete")]
    Damaged,
    /// More than [`MAX_PIXELS`] pixels, or more than 160 MiB of them when decoded: about 20 megapixels with
    /// transparency. Or more than 224 MiB together with the coefficients of a progressive JPEG: about 39 megapixels
    /// with colours at half the width and height (4:2:0), 26 with colours at full size.
    #[error("the picture has too many pixels")]
    TooManyPixels,
    /// An AVIF with Exif or XMP, which cannot be removed without rewriting the file.
    #[error("the AVIF file carries metadata")]
    Metadata,
    /// The file is sound, but the picture could not be scaled or encoded.
    #[error("the picture could not be encoded")]
    Encoding,
}

/// Prepares a file for publication.
///
/// Fails with [`Error::UnsupportedKind`] for other files, and with the other errors as documented there. Never panics,
/// whatever the bytes.
pub fn prepare(bytes: &[u8]) -> Result<PreparedPicture, Error> {
    let kind = Kind::of(bytes).ok_or(Error::UnsupportedKind)?;
    match kind {
        Kind::Svg => {
            let drawing = drawing::clean(bytes)?;
            Ok(PreparedPicture { kind, bytes: drawing.text.into_bytes(), size: drawing.size, variants: Vec::new() })
        }
        Kind::Avif => {
            let (width, height) = avif::size(bytes)?;
            if u64::from(width) * u64::from(height) > MAX_PIXELS {
                return Err(Error::TooManyPixels);
            }
            Ok(PreparedPicture { kind, bytes: bytes.to_vec(), size: Some((width, height)), variants: Vec::new() })
        }
        Kind::Jpeg | Kind::Png | Kind::Gif | Kind::Webp => raster::prepare(kind, bytes),
    }
}
