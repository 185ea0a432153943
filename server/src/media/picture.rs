//! From an uploaded file to what is kept of it: the picture upright, without a camera's notes, and smaller forms.
//! All of it is work for a processor, and is done off the async threads.

use std::io::Cursor;

use fast_image_resize::{PixelType, ResizeOptions, Resizer, images::Image, images::ImageRef};
use image::{
    ColorType, DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageReader, Limits,
    codecs::{jpeg::JpegEncoder, png::PngEncoder},
    metadata::Orientation,
};

use super::{avif, kind::Kind, strip, svg};

/// Most pixels of a picture that is opened.
pub const MOST_PIXELS: u64 = 50_000_000;
/// Most bytes that a picture's pixels may take, with what is copied of them on the way to smaller forms.
const MOST_MEMORY: u64 = 160 << 20;
/// Most bytes that a decoder may take.
const MOST_DECODED: u64 = 224 << 20;
/// Widths of the smaller forms.
const WIDTHS: [u32; 3] = [480, 960, 1600];
/// A picture that has to be turned is coded again, at most this long: nobody sees more of it here.
const TURNED_SIDE: u32 = 2560;
/// Quality of a picture that is coded again, and of smaller forms.
const JPEG_QUALITY: u8 = 90;
const WEBP_QUALITY: f32 = 80.0;
/// WebP knows no longer side.
const WEBP_SIDE: u32 = 16_383;

/// What is kept of an uploaded picture.
#[derive(Debug)]
pub struct Picture {
    pub kind: Kind,
    pub bytes: Vec<u8>,
    /// Width and height in pixels, where the file says so.
    pub size: Option<(u32, u32)>,
    /// Smaller forms in WebP, the smallest first.
    pub variants: Vec<Smaller>,
}

/// A smaller form.
#[derive(Debug)]
pub struct Smaller {
    pub width: u32,
    pub bytes: Vec<u8>,
}

/// Why a file is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// Not of a type that is taken.
    #[error("File type not supported. Please upload JPG, PNG, GIF, WEBP, or SVG")]
    Type,
    /// Incomplete, or not what it says it is.
    #[error("This image is damaged or incomplete")]
    Damaged,
    /// More pixels than are opened.
    #[error("This image has too many pixels. Please upload one of at most 50 megapixels, or 20 with transparency")]
    Pixels,
    /// An AVIF with a camera's notes.
    #[error("This AVIF image carries camera metadata. Please save it without, or as a JPG")]
    Notes,
    /// Nothing is wrong with the file: we could not code it.
    #[error("the image could not be coded")]
    Coding,
}

/// Makes what is kept of a file.
pub fn prepare(bytes: &[u8]) -> Result<Picture, PictureError> {
    let kind = Kind::of(bytes).ok_or(PictureError::Type)?;
    match kind {
        Kind::Svg => {
            let drawing = svg::clean(bytes)?;
            Ok(Picture { kind, bytes: drawing.text.into_bytes(), size: drawing.size, variants: Vec::new() })
        }
        Kind::Avif => {
            let avif::Described { width, height } = avif::describe(bytes)?;
            if u64::from(width) * u64::from(height) > MOST_PIXELS {
                return Err(PictureError::Pixels);
            }
            Ok(Picture { kind, bytes: bytes.to_vec(), size: Some((width, height)), variants: Vec::new() })
        }
        Kind::Jpeg | Kind::Png | Kind::Gif | Kind::Webp => raster(kind, bytes),
    }
}

fn raster(kind: Kind, bytes: &[u8]) -> Result<Picture, PictureError> {
    let format = match kind {
        Kind::Jpeg => image::ImageFormat::Jpeg,
        Kind::Png => image::ImageFormat::Png,
        Kind::Gif => image::ImageFormat::Gif,
        _ => image::ImageFormat::WebP,
    };
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_DECODED);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|_| PictureError::Damaged)?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    // Other forms of pixels are there a second time while they are made plain, transparent ones while they are made smaller.
    let again = match decoder.color_type() {
        ColorType::Rgb8 => 0,
        other => pixels * if other.has_alpha() { 4 } else { 3 },
    };
    if pixels > MOST_PIXELS || decoder.total_bytes() + again > MOST_MEMORY {
        return Err(PictureError::Pixels);
    }
    if width == 0 || height == 0 {
        return Err(PictureError::Damaged);
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().ok().flatten();
    let stripped = strip::strip(kind, bytes)?;
    let mut pixels = plain(DynamicImage::from_decoder(decoder).map_err(|_| PictureError::Damaged)?);
    let mut kept = stripped.bytes;
    if orientation != Orientation::NoTransforms && !stripped.moves {
        let longer = width.max(height);
        if longer > TURNED_SIDE {
            pixels = scaled(&pixels, share(width, TURNED_SIDE, longer), share(height, TURNED_SIDE, longer))?;
        }
        pixels.apply_orientation(orientation);
        kept = coded(kind, &pixels, profile)?;
    }
    let (width, height) = (pixels.width(), pixels.height());
    let variants = if stripped.moves { Vec::new() } else { smaller(&pixels)? };
    Ok(Picture { kind, bytes: kept, size: Some((width, height)), variants })
}

/// Pixels of three or four bytes.
fn plain(image: DynamicImage) -> DynamicImage {
    match image {
        image @ (DynamicImage::ImageRgb8(_) | DynamicImage::ImageRgba8(_)) => image,
        image if image.color().has_alpha() => DynamicImage::ImageRgba8(image.into_rgba8()),
        image => DynamicImage::ImageRgb8(image.into_rgb8()),
    }
}

/// The smaller forms: of the given widths, those that the picture has.
fn smaller(pixels: &DynamicImage) -> Result<Vec<Smaller>, PictureError> {
    let (width, height) = (pixels.width(), pixels.height());
    WIDTHS
        .into_iter()
        .filter(|wanted| *wanted <= width)
        .map(|wanted| (wanted, share(height, wanted, width)))
        .filter(|(_, height)| *height <= WEBP_SIDE)
        .map(|(width, height)| {
            let small = scaled(pixels, width, height)?;
            Ok(Smaller { width, bytes: webp_of(&small, WEBP_QUALITY)? })
        })
        .collect()
}

/// `side` × `part` / `whole`, rounded, at least 1.
fn share(side: u32, part: u32, whole: u32) -> u32 {
    let whole = u64::from(whole.max(1));
    u32::try_from((u64::from(side) * u64::from(part) + whole / 2) / whole).unwrap_or(u32::MAX).max(1)
}

fn scaled(pixels: &DynamicImage, width: u32, height: u32) -> Result<DynamicImage, PictureError> {
    let kind = if pixels.color() == ColorType::Rgba8 { PixelType::U8x4 } else { PixelType::U8x3 };
    let source = ImageRef::new(pixels.width(), pixels.height(), pixels.as_bytes(), kind);
    let source = source.map_err(|_| PictureError::Coding)?;
    let mut target = Image::new(width, height, kind);
    Resizer::new().resize(&source, &mut target, &ResizeOptions::new()).map_err(|_| PictureError::Coding)?;
    let bytes = target.into_vec();
    let image = if kind == PixelType::U8x4 {
        image::RgbaImage::from_raw(width, height, bytes).map(DynamicImage::ImageRgba8)
    } else {
        image::RgbImage::from_raw(width, height, bytes).map(DynamicImage::ImageRgb8)
    };
    image.ok_or(PictureError::Coding)
}

fn webp_of(pixels: &DynamicImage, quality: f32) -> Result<Vec<u8>, PictureError> {
    let (width, height) = (pixels.width(), pixels.height());
    let encoder = if pixels.color() == ColorType::Rgba8 {
        webp::Encoder::from_rgba(pixels.as_bytes(), width, height)
    } else {
        webp::Encoder::from_rgb(pixels.as_bytes(), width, height)
    };
    encoder.encode_simple(false, quality).map(|coded| coded.to_vec()).map_err(|_| PictureError::Coding)
}

/// Codes a turned picture in the form that it came in.
fn coded(kind: Kind, pixels: &DynamicImage, profile: Option<Vec<u8>>) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    let (width, height) = (pixels.width(), pixels.height());
    match kind {
        Kind::Jpeg => {
            let mut encoder = JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY);
            let _ = profile.map(|profile| encoder.set_icc_profile(profile));
            encoder
                .write_image(pixels.as_bytes(), width, height, ExtendedColorType::Rgb8)
                .map_err(|_| PictureError::Coding)?;
        }
        Kind::Webp => bytes = webp_of(pixels, f32::from(JPEG_QUALITY))?,
        _ => {
            let mut encoder = PngEncoder::new(&mut bytes);
            let _ = profile.map(|profile| encoder.set_icc_profile(profile));
            encoder
                .write_image(pixels.as_bytes(), width, height, pixels.color().into())
                .map_err(|_| PictureError::Coding)?;
        }
    }
    Ok(bytes)
}

#[cfg(test)]
#[path = "picture_tests.rs"]
mod tests;
