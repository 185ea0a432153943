//! Raster pictures: decoded within limits, turned upright, scaled to the variants' widths.

use std::io::Cursor;

use fast_image_resize::{
    PixelTrait, ResizeOptions, Resizer,
    images::{TypedImage, TypedImageRef},
    pixels::{U8x3, U8x4},
};
use image::{
    ColorType, DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageFormat, ImageReader, Limits,
    codecs::{jpeg::JpegEncoder, png::PngEncoder},
    metadata::Orientation,
};

use crate::{Error, Kind, MAX_PIXELS, PreparedPicture, VARIANT_WIDTHS, Variant, jpeg, metadata};

/// Maximum number of bytes of decoded pixels, including the copies made of them on the way to the variants.
const MAX_PIXEL_BYTES: u64 = 160 << 20;
/// Maximum number of bytes that a decoder may allocate, including the pixels.
const MAX_DECODER_BYTES: u64 = 224 << 20;
/// Longer side of a picture that is re-encoded to turn it upright, in pixels: no page shows more of it.
const MAX_ROTATED_SIDE: u32 = 2560;
/// Quality of a picture that is re-encoded, 1–100.
const ROTATED_QUALITY: u8 = 90;
/// Quality of the variants, 1–100.
const VARIANT_QUALITY: f32 = 80.0;
/// The longest side that WebP can store, in pixels.
const MAX_WEBP_SIDE: u32 = 16_383;
/// The bit of the extended header of a WebP that announces a colour profile.
const WEBP_PROFILE_FLAG: u8 = 0x20;
/// The name of sRGB profiles.
const SRGB: &[u8] = b"sRGB IEC61966-2.1";
/// Maximum length in bytes of a colour profile that is repeated in every variant. Those of cameras and screens are
/// shorter.
const MAX_VARIANT_PROFILE: usize = 8 << 10;

/// A picture without metadata.
pub(crate) struct Upright {
    pub bytes: Vec<u8>,
    pub pixels: DynamicImage,
    profile: Option<Vec<u8>>,
    /// Whether smaller variants would look the same.
    can_be_scaled: bool,
}

pub(crate) fn prepare(kind: Kind, bytes: &[u8]) -> Result<PreparedPicture, Error> {
    let Upright { bytes, pixels, profile, can_be_scaled } = upright(kind, bytes)?;
    let profile = profile.filter(|profile| is_repeated(profile));
    let variants = if can_be_scaled { variants(&pixels, profile.as_deref())? } else { Vec::new() };
    Ok(PreparedPicture { kind, bytes, size: Some((pixels.width(), pixels.height())), variants })
}

/// Removes a picture's metadata, and turns it upright.
pub(crate) fn upright(kind: Kind, bytes: &[u8]) -> Result<Upright, Error> {
    let mut original = decoder(kind, bytes)?;
    let orientation = original.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = rgb_profile(&mut original);
    drop(original);
    let stripped = metadata::strip(kind, bytes)?;
    // The variants are made of what is published: in the original, a decoder may take other bytes for the picture.
    let decoder = decoder(kind, &stripped.bytes)?;
    // `image` does not apply its limit to JPEG.
    if kind == Kind::Jpeg && decoder.total_bytes() + jpeg::coefficient_bytes(&stripped.bytes)? > MAX_DECODER_BYTES {
        return Err(Error::TooManyPixels);
    }
    let mut pixels = decoded(decoder)?;
    let mut bytes = stripped.bytes;
    if orientation != Orientation::NoTransforms && !stripped.animated {
        let (width, height) = (pixels.width(), pixels.height());
        let longer = width.max(height);
        if longer > MAX_ROTATED_SIDE {
            let side = |side| scaled_side(side, MAX_ROTATED_SIDE, longer);
            pixels = scale(&pixels, side(width), side(height))?;
        }
        pixels.apply_orientation(orientation);
        bytes = encode(kind, &pixels, profile.clone())?;
    }
    Ok(Upright { bytes, pixels, profile, can_be_scaled: !stripped.animated && !stripped.has_other_colours })
}

/// Returns a decoder whose picture is within the limits; no pixel has been decoded yet.
fn decoder(kind: Kind, bytes: &[u8]) -> Result<impl ImageDecoder, Error> {
    let format = match kind {
        Kind::Jpeg => ImageFormat::Jpeg,
        Kind::Png => ImageFormat::Png,
        Kind::Gif => ImageFormat::Gif,
        _ => ImageFormat::WebP,
    };
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_DECODER_BYTES);
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(|_| Error::Damaged)?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    // A second copy is made to convert pixels to eight bits a channel, and to scale transparent ones.
    let copied = match decoder.color_type() {
        ColorType::Rgb8 => 0,
        other => pixels * if other.has_alpha() { 4 } else { 3 },
    };
    if pixels > MAX_PIXELS || decoder.total_bytes() + copied > MAX_PIXEL_BYTES {
        return Err(Error::TooManyPixels);
    }
    if pixels == 0 { Err(Error::Damaged) } else { Ok(decoder) }
}

/// Returns the pixels as RGB or RGBA with eight bits a channel.
fn decoded(decoder: impl ImageDecoder) -> Result<DynamicImage, Error> {
    Ok(match DynamicImage::from_decoder(decoder).map_err(|_| Error::Damaged)? {
        image @ (DynamicImage::ImageRgb8(_) | DynamicImage::ImageRgba8(_)) => image,
        image if image.color().has_alpha() => DynamicImage::ImageRgba8(image.into_rgba8()),
        image => DynamicImage::ImageRgb8(image.into_rgb8()),
    })
}

/// Returns the colour profile of a picture. None if it is for another colour model, which does not fit pixels that are
/// converted to RGB.
fn rgb_profile(decoder: &mut impl ImageDecoder) -> Option<Vec<u8>> {
    decoder.icc_profile().ok().flatten().filter(|profile| colour_model(profile) == Some(b"RGB "))
}

/// Returns whether the variants of a picture repeat its colour profile.
fn is_repeated(profile: &[u8]) -> bool {
    profile.len() <= MAX_VARIANT_PROFILE && !is_srgb(profile)
}

/// Returns the colour model whose pixels a colour profile describes, four letters.
fn colour_model(profile: &[u8]) -> Option<&[u8; 4]> {
    profile.get(16..)?.first_chunk()
}

/// Returns whether a colour profile describes sRGB, which browsers assume anyway.
fn is_srgb(profile: &[u8]) -> bool {
    // Its name is in ASCII or in UTF-16.
    let text: Vec<u8> = profile.iter().copied().filter(|byte| *byte != 0).collect();
    text.windows(SRGB.len()).any(|name| name == SRGB)
}

fn variants(pixels: &DynamicImage, profile: Option<&[u8]>) -> Result<Vec<Variant>, Error> {
    variant_sizes(pixels)
        .map(|(width, height)| {
            Ok(Variant { width, bytes: encode_webp(&scale(pixels, width, height)?, VARIANT_QUALITY, profile)? })
        })
        .collect()
}

/// Returns the pixels of a published picture at the sizes of its variants that have at most `max_pixels`. None if it is
/// animated, or its colours are not those of sRGB.
pub(crate) fn scaled(kind: Kind, bytes: &[u8], max_pixels: u64) -> Result<Vec<DynamicImage>, Error> {
    let mut decoder = decoder(kind, bytes)?;
    let profile = rgb_profile(&mut decoder);
    let stripped = metadata::strip(kind, bytes)?;
    if profile.is_some_and(|profile| is_repeated(&profile)) || stripped.animated || stripped.has_other_colours {
        return Ok(Vec::new());
    }
    let pixels = decoded(decoder)?;
    variant_sizes(&pixels)
        .filter(|(width, height)| u64::from(*width) * u64::from(*height) <= max_pixels)
        .map(|(width, height)| scale(&pixels, width, height))
        .collect()
}

/// Returns width and height of each variant of a picture.
fn variant_sizes(pixels: &DynamicImage) -> impl Iterator<Item = (u32, u32)> {
    let (own_width, own_height) = (pixels.width(), pixels.height());
    VARIANT_WIDTHS
        .into_iter()
        .filter(move |width| *width <= own_width)
        .map(move |width| (width, scaled_side(own_height, width, own_width)))
        .filter(|(_, height)| *height <= MAX_WEBP_SIDE)
}

/// Returns `side` × `target` / `source`, rounded, at least 1.
fn scaled_side(side: u32, target: u32, source: u32) -> u32 {
    let source = u64::from(source.max(1));
    u32::try_from((u64::from(side) * u64::from(target) + source / 2) / source).unwrap_or(u32::MAX).max(1)
}

fn scale(pixels: &DynamicImage, width: u32, height: u32) -> Result<DynamicImage, Error> {
    let image = if pixels.color() == ColorType::Rgba8 {
        let bytes = resized::<U8x4>(pixels, width, height)?;
        image::RgbaImage::from_raw(width, height, bytes).map(DynamicImage::ImageRgba8)
    } else {
        let bytes = resized::<U8x3>(pixels, width, height)?;
        image::RgbImage::from_raw(width, height, bytes).map(DynamicImage::ImageRgb8)
    };
    image.ok_or(Error::Encoding)
}

/// Returns the bytes of a picture at another size. `P` is its type of pixels: the resizer that is told at runtime is
/// compiled for all thirteen, four megabytes of code.
fn resized<P: PixelTrait>(pixels: &DynamicImage, width: u32, height: u32) -> Result<Vec<u8>, Error> {
    let source = TypedImageRef::<P>::from_buffer(pixels.width(), pixels.height(), pixels.as_bytes());
    let mut bytes = vec![0; width as usize * height as usize * P::size()];
    let mut target = TypedImage::<P>::from_buffer(width, height, &mut bytes).map_err(|_| Error::Encoding)?;
    Resizer::new()
        .resize_typed(&source.map_err(|_| Error::Encoding)?, &mut target, &ResizeOptions::new())
        .map_err(|_| Error::Encoding)?;
    Ok(bytes)
}

fn encode_webp(pixels: &DynamicImage, quality: f32, profile: Option<&[u8]>) -> Result<Vec<u8>, Error> {
    let (width, height) = (pixels.width(), pixels.height());
    let encoder = if pixels.color() == ColorType::Rgba8 {
        webp::Encoder::from_rgba(pixels.as_bytes(), width, height)
    } else {
        webp::Encoder::from_rgb(pixels.as_bytes(), width, height)
    };
    let webp = encoder.encode_simple(false, quality).map_err(|_| Error::Encoding)?;
    match profile {
        Some(profile) => with_profile(&webp, (width, height), profile),
        None => Ok(webp.to_vec()),
    }
}

/// Adds a colour profile to a WebP: libwebp's encoder writes none.
fn with_profile(webp: &[u8], (width, height): (u32, u32), profile: &[u8]) -> Result<Vec<u8>, Error> {
    let length = |bytes: usize| u32::try_from(bytes).map(u32::to_le_bytes).map_err(|_| Error::Encoding);
    // After the container's 12 bytes, one with transparency already has the extended header, of 18.
    let extended = webp.get(12..30).filter(|header| header.starts_with(b"VP8X"));
    let flags = extended.and_then(|header| header.get(8)).copied().unwrap_or_default();
    let chunks = webp.get(if extended.is_some() { 30 } else { 12 }..).ok_or(Error::Encoding)?;
    let mut header = [flags | WEBP_PROFILE_FLAG, 0, 0, 0].to_vec();
    for side in [width, height] {
        header.extend_from_slice(side.saturating_sub(1).to_le_bytes().get(..3).unwrap_or_default());
    }
    let padding: &[u8] = if profile.len() % 2 == 1 { &[0] } else { &[] };
    let (header_length, profile_length) = (length(header.len())?, length(profile.len())?);
    let body = [&b"WEBPVP8X"[..], &header_length, &header, b"ICCP", &profile_length, profile, padding, chunks].concat();
    Ok([&b"RIFF"[..], &length(body.len())?, &body].concat())
}

/// Encodes a rotated picture in its original format, with its colour profile.
fn encode(kind: Kind, pixels: &DynamicImage, profile: Option<Vec<u8>>) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    match kind {
        Kind::Webp => return encode_webp(pixels, f32::from(ROTATED_QUALITY), profile.as_deref()),
        Kind::Jpeg => {
            write(JpegEncoder::new_with_quality(&mut bytes, ROTATED_QUALITY), pixels, ColorType::Rgb8.into(), profile)
        }
        _ => write(PngEncoder::new(&mut bytes), pixels, pixels.color().into(), profile),
    }?;
    Ok(bytes)
}

fn write(
    mut encoder: impl ImageEncoder,
    pixels: &DynamicImage,
    colour: ExtendedColorType,
    profile: Option<Vec<u8>>,
) -> Result<(), Error> {
    if let Some(profile) = profile {
        // An encoder without support for profiles writes the picture without.
        let _ = encoder.set_icc_profile(profile);
    }
    encoder.write_image(pixels.as_bytes(), pixels.width(), pixels.height(), colour).map_err(|_| Error::Encoding)
}
