//! AVIF versions of a picture's variants, which take more time than somebody who uploads it should wait.

use image::DynamicImage;
use ravif::{BitDepth, EncodedImage, Encoder, Img, RGBA8};

use crate::{Error, Kind, raster};

/// Quality of an AVIF, 1–100. It looks like a WebP variant: their structural similarity to the picture differs by less
/// than 0.01.
const QUALITY: f32 = 75.0;
/// Speed of the encoder, 1–10. 10 takes a quarter less time for files a tenth larger; 8 takes twice as long to save 4 %.
const SPEED: u8 = 9;
/// Maximum number of pixels, width × height, of an AVIF: encoding takes about a second and 35 MB for each million.
const MAX_PIXELS: u64 = 4_000_000;

/// A picture at the width of one of its variants, which can be encoded as AVIF.
#[derive(Debug, Clone)]
pub struct ScaledPicture {
    pixels: DynamicImage,
}

impl ScaledPicture {
    /// Returns the width in pixels: one of [`VARIANT_WIDTHS`](crate::VARIANT_WIDTHS).
    pub fn width(&self) -> u32 {
        self.pixels.width()
    }

    /// Returns the picture as an AVIF. Takes up to 4 seconds of processor time and 150 MB.
    ///
    /// Fails with [`Error::Encoding`].
    pub fn avif(&self) -> Result<Vec<u8>, Error> {
        let encoder = Encoder::new()
            .with_quality(QUALITY)
            .with_alpha_quality(QUALITY)
            .with_speed(SPEED)
            .with_bit_depth(BitDepth::Eight)
            .with_num_threads(Some(1));
        let (width, height) = (self.pixels.width() as usize, self.pixels.height() as usize);
        // Opaque pictures lose their alpha there. The function for pictures without it is inlined, which would compile
        // the encoder twice.
        let rgba = self.pixels.to_rgba8();
        let pixels: Vec<RGBA8> = rgba.as_chunks().0.iter().map(|&[r, g, b, a]| RGBA8 { r, g, b, a }).collect();
        let avif = encoder.encode_rgba(Img::new(&pixels, width, height));
        avif.map(|EncodedImage { avif_file, .. }| avif_file).map_err(|_| Error::Encoding)
    }
}

/// Scales a published picture to the widths of its variants, the narrowest first. Leaves out those of more than 4
/// million pixels.
///
/// Returns none for drawings, animations and AVIF, and for pictures with a colour profile other than sRGB, which the
/// encoder cannot embed. Fails like [`prepare`](crate::prepare), and takes as much memory for what that has returned.
pub fn scaled(bytes: &[u8]) -> Result<Vec<ScaledPicture>, Error> {
    match Kind::of(bytes).ok_or(Error::UnsupportedKind)? {
        Kind::Svg | Kind::Avif => Ok(Vec::new()),
        kind => raster::scaled(kind, bytes, MAX_PIXELS)
            .map(|pictures| pictures.into_iter().map(|pixels| ScaledPicture { pixels }).collect()),
    }
}
