//! The results of [`pictures::prepare`]: kinds, sizes, metadata, variants, errors.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "what is not as expected fails the test")]

use std::io::Cursor;

use base64::{Engine as _, prelude::BASE64_STANDARD};
use image::{
    AnimationDecoder, DynamicImage, ImageDecoder as _, ImageEncoder, Rgb, RgbImage,
    codecs::{
        gif::GifEncoder,
        jpeg::JpegEncoder,
        png::PngEncoder,
        webp::{WebPDecoder, WebPEncoder},
    },
};
use pictures::{Error, Kind, PreparedPicture, prepare};

/// A picture whose left half is red and whose right half is blue.
fn halves(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| if x < width / 2 { Rgb([255, 0, 0]) } else { Rgb([0, 0, 255]) })
}

fn file(image: &RgbImage, format: image::ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn jpeg(width: u32, height: u32) -> Vec<u8> {
    file(&halves(width, height), image::ImageFormat::Jpeg)
}

/// Inserts Exif behind the first two bytes: the orientation, and a place.
fn with_exif(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
    exif.extend_from_slice(&[orientation, 0, 0, 0, 0, 0, 0, 0]);
    exif.extend_from_slice(b"GPS 51.5N 0.1W");
    let mut bytes = jpeg[..2].to_vec();
    bytes.extend_from_slice(&[0xff, 0xe1]);
    bytes.extend_from_slice(&u16::try_from(exif.len() + 2).unwrap().to_be_bytes());
    bytes.extend_from_slice(&exif);
    bytes.extend_from_slice(&jpeg[2..]);
    bytes
}

/// Inserts a chunk behind the header of a PNG.
fn with_chunk(png: &[u8], name: &[u8], body: &[u8]) -> Vec<u8> {
    let (head, rest) = png.split_at(33);
    let length = u32::try_from(body.len()).unwrap().to_be_bytes();
    let checksum = checksum(&[name, body].concat()).to_be_bytes();
    [head, &length, name, body, &checksum, rest].concat()
}

/// CRC-32 as PNG uses it.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 })
    })
}

fn holds(bytes: &[u8], text: &[u8]) -> bool {
    bytes.windows(text.len()).any(|window| window == text)
}

fn error(bytes: &[u8]) -> Error {
    prepare(bytes).unwrap_err()
}

#[test]
fn a_large_picture_has_every_variant_and_a_small_one_those_it_fills() {
    let widths = |width| -> Vec<u32> {
        prepare(&jpeg(width, 40)).unwrap().variants.iter().map(|variant| variant.width).collect()
    };
    assert_eq!(widths(2000), [320, 400, 480, 640, 768, 960, 1280, 1600]);
    assert_eq!(widths(960), [320, 400, 480, 640, 768, 960]);
    assert_eq!(widths(479), [320, 400]);
    assert_eq!(widths(319), [0; 0]);
    let picture = prepare(&jpeg(2000, 1000)).unwrap();
    assert_eq!((picture.kind, picture.size), (Kind::Jpeg, Some((2000, 1000))));
    for variant in picture.variants {
        let opened = image::load_from_memory_with_format(&variant.bytes, image::ImageFormat::WebP).unwrap();
        assert_eq!((opened.width(), opened.height()), (variant.width, variant.width / 2));
    }
}

#[test]
fn metadata_is_removed_without_encoding_again() {
    let plain = jpeg(600, 400);
    let picture = prepare(&with_exif(&plain, 1)).unwrap();
    assert!(picture.bytes == plain);
}

#[test]
fn a_rotated_picture_is_turned_upright_and_loses_its_metadata() {
    let picture = prepare(&with_exif(&jpeg(600, 400), 6)).unwrap();
    assert_eq!(picture.size, Some((400, 600)));
    assert!(!holds(&picture.bytes, b"Exif") && !holds(&picture.bytes, b"GPS"));
    let upright = image::load_from_memory(&picture.bytes).unwrap().into_rgb8();
    assert_eq!(upright.dimensions(), (400, 600));
    let (top, bottom) = (upright.get_pixel(200, 50), upright.get_pixel(200, 550));
    assert!(top[0] > 200 && bottom[2] > 200, "{top:?} {bottom:?}");
}

#[test]
fn a_very_large_rotated_picture_is_scaled_first() {
    let picture = prepare(&with_exif(&jpeg(5000, 1000), 8)).unwrap();
    assert_eq!(picture.size, Some((512, 2560)));
}

/// A colour profile of an odd length, for pixels of this colour model.
fn profile(colour_model: [u8; 4], name: &str) -> Vec<u8> {
    let mut profile = vec![7; 201];
    profile[16..20].copy_from_slice(&colour_model);
    // In the encoding of profiles of the fourth version.
    profile.splice(40..40, name.encode_utf16().flat_map(u16::to_be_bytes));
    profile
}

fn with_profile(image: &DynamicImage, mut encoder: impl ImageEncoder, profile: &[u8]) {
    encoder.set_icc_profile(profile.to_vec()).unwrap();
    encoder.write_image(image.as_bytes(), image.width(), image.height(), image.color().into()).unwrap();
}

/// Returns the size and the colour profile of a WebP.
fn read_webp(bytes: &[u8]) -> ((u32, u32), Option<Vec<u8>>) {
    image::load_from_memory_with_format(bytes, image::ImageFormat::WebP).unwrap();
    let mut decoder = WebPDecoder::new(Cursor::new(bytes)).unwrap();
    (decoder.dimensions(), decoder.icc_profile().unwrap())
}

fn variants_profile(picture: &PreparedPicture) -> Option<Vec<u8>> {
    let profiles = picture.variants.iter().map(|variant| {
        let (size, profile) = read_webp(&variant.bytes);
        assert_eq!(size, (variant.width, variant.width / 2));
        profile
    });
    profiles.reduce(|one, other| if one == other { one } else { panic!("they differ") }).unwrap()
}

#[test]
fn variants_have_the_colours_of_the_picture() {
    let opaque = DynamicImage::from(halves(640, 320));
    let mut clear = opaque.to_rgba8();
    clear.put_pixel(0, 0, image::Rgba([0, 0, 0, 9]));
    let wide = profile(*b"RGB ", "Display P3");
    let (mut jpeg, mut png) = (Vec::new(), Vec::new());
    with_profile(&opaque, JpegEncoder::new(&mut jpeg), &wide);
    with_profile(&clear.into(), PngEncoder::new(&mut png), &wide);
    for bytes in [jpeg, png] {
        let picture = prepare(&bytes).unwrap();
        assert_eq!(picture.variants.len(), 4);
        assert_eq!(variants_profile(&picture).as_ref(), Some(&wide));
        let smallest = image::load_from_memory(&picture.variants[0].bytes).unwrap();
        assert_eq!(smallest.color().has_alpha(), picture.kind == Kind::Png);
    }
}

#[test]
fn variants_have_no_profile_that_is_long_or_says_nothing() {
    let image = DynamicImage::from(halves(320, 160));
    let mut long = profile(*b"RGB ", "");
    long.resize(9_000, 0);
    for profile in [long, profile(*b"RGB ", "sRGB IEC61966-2.1"), profile(*b"CMYK", "")] {
        let mut bytes = Vec::new();
        with_profile(&image, JpegEncoder::new(&mut bytes), &profile);
        assert_eq!(variants_profile(&prepare(&bytes).unwrap()), None);
    }
}

#[test]
fn a_rotated_picture_keeps_a_profile_that_fits_its_pixels() {
    let wide = profile(*b"RGB ", "Display P3");
    let image = DynamicImage::from(halves(60, 40));
    let mut bytes = Vec::new();
    let mut encoder = WebPEncoder::new_lossless(&mut bytes);
    encoder.set_exif_metadata(b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0".to_vec()).unwrap();
    with_profile(&image, encoder, &wide);
    assert_eq!(read_webp(&prepare(&bytes).unwrap().bytes), ((40, 60), Some(wide.clone())));
    for (image, profile, expected) in [
        (image.clone(), wide.clone(), Some(wide)),
        (image.into_luma8().into(), profile(*b"GRAY", "Dot gain 20%"), None),
    ] {
        let mut bytes = Vec::new();
        with_profile(&image, JpegEncoder::new(&mut bytes), &profile);
        let upright = prepare(&with_exif(&bytes, 6)).unwrap().bytes;
        let mut decoder = image::codecs::jpeg::JpegDecoder::new(Cursor::new(upright)).unwrap();
        assert_eq!(decoder.icc_profile().unwrap(), expected);
    }
}

#[test]
fn png_gif_and_webp_are_copied_without_metadata_and_trailing_data() {
    let image = halves(40, 30);
    for (format, kind) in [
        (image::ImageFormat::Png, Kind::Png),
        (image::ImageFormat::Gif, Kind::Gif),
        (image::ImageFormat::WebP, Kind::Webp),
    ] {
        let plain = file(&image, format);
        let mut tailed = plain.clone();
        tailed.extend_from_slice(b"<script>alert(1)</script>");
        let picture = prepare(&tailed).unwrap();
        assert_eq!((picture.kind, picture.size), (kind, Some((40, 30))));
        assert!(picture.bytes == plain, "{kind:?}");
    }
    let plain = file(&image, image::ImageFormat::Png);
    let mut noted = plain[..33].to_vec();
    noted.extend_from_slice(b"\0\0\0\x05tEXtx\0GPS");
    noted.extend_from_slice(&crc(b"tEXtx\0GPS").to_be_bytes());
    noted.extend_from_slice(&plain[33..]);
    assert!(prepare(&noted).unwrap().bytes == plain);
}

#[test]
fn an_animation_keeps_its_frames_and_has_no_variants() {
    let mut bytes = Vec::new();
    {
        let mut encoder = GifEncoder::new(&mut bytes);
        for shade in [0, 255] {
            let frame = image::RgbaImage::from_pixel(500, 20, image::Rgba([shade, 0, 0, 255]));
            encoder.encode_frame(image::Frame::new(frame)).unwrap();
        }
    }
    let picture = prepare(&bytes).unwrap();
    assert!(picture.variants.is_empty());
    let frames = image::codecs::gif::GifDecoder::new(Cursor::new(picture.bytes)).unwrap().into_frames();
    assert_eq!(frames.count(), 2);
}

#[test]
fn a_gif_that_is_also_a_script_loses_the_script() {
    let plain = file(&halves(40, 30), image::ImageFormat::Gif);
    let at = 13 + if plain[10] & 0x80 == 0 { 0 } else { 3 << ((plain[10] & 7) + 1) };
    let mut both = plain[..at].to_vec();
    both.extend_from_slice(b"\x21\xfe\x0d*/alert(1);//\0");
    both.extend_from_slice(&plain[at..]);
    let picture = prepare(&both).unwrap();
    assert!(!holds(&picture.bytes, b"alert"));
}

#[test]
fn a_truncated_file_is_damaged() {
    let image = halves(200, 100);
    for format in [image::ImageFormat::Jpeg, image::ImageFormat::Png, image::ImageFormat::Gif, image::ImageFormat::WebP]
    {
        let whole = file(&image, format);
        for end in [16, whole.len() / 2, whole.len() - 1] {
            assert_eq!(error(&whole[..end]), Error::Damaged, "{format:?} {end}");
        }
    }
}

#[test]
fn a_decompression_bomb_is_refused_before_it_is_decoded() {
    // The head of a PNG that promises 30,000 × 30,000 pixels.
    let mut bomb = file(&halves(1, 1), image::ImageFormat::Png);
    let side = 30_000_u32.to_be_bytes();
    bomb[16..20].copy_from_slice(&side);
    bomb[20..24].copy_from_slice(&side);
    let check = crc(&bomb[12..29]);
    bomb[29..33].copy_from_slice(&check.to_be_bytes());
    assert_eq!(error(&bomb), Error::TooManyPixels);
}

fn segment(marker: u8, body: &[u8]) -> Vec<u8> {
    let length = u16::try_from(body.len() + 2).unwrap().to_be_bytes();
    [&[0xff, marker], &length[..], body].concat()
}

const BASELINE: u8 = 0xc0;
const PROGRESSIVE: u8 = 0xc2;

/// A grey JPEG of three components, in scans of these. The first component has these sampling factors.
fn grey_jpeg(frame: u8, (width, height): (u16, u16), factors: u8, scans: &[&[u8]]) -> Vec<u8> {
    // Each of the two tables has a single code, 0: no difference in brightness, and no further coefficients.
    let table = |class: u8| segment(0xc4, &[&[class, 1][..], &[0; 16]].concat());
    let (h, w) = (height.to_be_bytes(), width.to_be_bytes());
    let header = [8, h[0], h[1], w[0], w[1], 3, 1, factors, 0, 2, 0x11, 0, 3, 0x11, 0];
    let quantities = segment(0xdb, &[&[0][..], &[1; 64]].concat());
    let mut bytes = [&[0xff, 0xd8][..], &quantities, &table(0), &table(0x10), &segment(frame, &header)].concat();
    let units = usize::from(width.div_ceil(8 * u16::from(factors >> 4)))
        * usize::from(height.div_ceil(8 * u16::from(factors & 15)));
    let (last, codes) = if frame == PROGRESSIVE { (0, 1) } else { (63, 2) };
    for scan in scans {
        let components: Vec<u8> = scan.iter().flat_map(|id| [*id, 0]).collect();
        bytes.extend(segment(0xda, &[&[u8::try_from(scan.len()).unwrap()][..], &components, &[0, last, 0]].concat()));
        let blocks = |id: &u8| if *id == 1 { usize::from((factors >> 4) * (factors & 15)) } else { 1 };
        bytes.resize(bytes.len() + (units * scan.iter().map(blocks).sum::<usize>() * codes).div_ceil(8), 0);
    }
    [&bytes[..], &[0xff, 0xd9]].concat()
}

const TOGETHER: &[&[u8]] = &[&[1, 2, 3]];
const ONE_BY_ONE: &[&[u8]] = &[&[1], &[2], &[3]];

#[test]
fn a_progressive_photograph_is_prepared() {
    // As many pixels as 6000 × 4000, without variants, which take long in tests.
    let picture = prepare(&grey_jpeg(PROGRESSIVE, (400, 60_000), 0x22, TOGETHER)).unwrap();
    assert_eq!((picture.size, picture.variants.len()), (Some((400, 60_000)), 0));
    for (frame, scans) in [(BASELINE, TOGETHER), (BASELINE, ONE_BY_ONE), (PROGRESSIVE, ONE_BY_ONE)] {
        let picture = prepare(&grey_jpeg(frame, (400, 300), 0x11, scans)).unwrap();
        let upright = image::load_from_memory(&picture.bytes).unwrap().into_rgb8();
        assert_eq!((upright.dimensions(), upright.get_pixel(399, 299)), ((400, 300), &Rgb([128; 3])));
    }
}

#[test]
fn a_jpeg_whose_coefficients_would_fill_the_memory_is_refused() {
    for (frame, size, factors, scans) in [
        (PROGRESSIVE, (8000, 6000), 0x22, TOGETHER),
        (PROGRESSIVE, (6400, 4200), 0x11, TOGETHER),
        (BASELINE, (6400, 4200), 0x11, ONE_BY_ONE),
    ] {
        assert_eq!(error(&grey_jpeg(frame, size, factors, scans)), Error::TooManyPixels, "{frame:x} {size:?}");
    }
    assert!(prepare(&grey_jpeg(BASELINE, (448, 60_000), 0x11, TOGETHER)).is_ok(), "its coefficients take a row");
}

/// Some decoders read a length behind a restart marker, and skip as many bytes.
#[test]
fn a_picture_in_a_comment_is_not_decoded() {
    let plain = jpeg(400, 300);
    let filler = [vec![0; 65_526].as_slice(), &[0xff, 0xe5, 0, 6]].concat();
    let hidden = grey_jpeg(BASELINE, (80, 60), 0x11, TOGETHER);
    let comments = [segment(0xfe, &[]), segment(0xfe, &filler), segment(0xfe, &hidden[2..])].concat();
    let bytes = [&plain[..2], &[0xff, 0xd0], &comments, &plain[2..]].concat();
    assert_eq!(image::load_from_memory(&bytes).unwrap().width(), 80, "it is found by decoding the original");
    let picture = prepare(&bytes).unwrap();
    assert!(picture.bytes == plain);
    assert_eq!((picture.size, picture.variants.len()), (Some((400, 300)), 2));
}

#[test]
fn other_files_are_unsupported() {
    for bytes in [&b"%PDF-1.7"[..], b"", b"GIF", b"<html></html>", b"\0\0\0\x18ftypheic"] {
        assert_eq!(error(bytes), Error::UnsupportedKind);
    }
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

#[test]
fn a_png_with_other_colours_than_srgb_has_no_variants() {
    let png = file(&halves(400, 40), image::ImageFormat::Png);
    let srgb = 45_455_u32.to_be_bytes();
    let linear = 100_000_u32.to_be_bytes();
    for (name, body, expected) in [
        (b"gAMA", &srgb[..], 2),
        (b"gAMA", &linear[..], 0),
        (b"cICP", &[1, 13, 0, 1][..], 2),
        (b"cICP", &[12, 13, 0, 1][..], 0),
    ] {
        let picture = prepare(&with_chunk(&png, name, body)).unwrap();
        assert_eq!(picture.variants.len(), expected, "{body:?}");
        assert!(holds(&picture.bytes, name), "{body:?}");
    }
    let named = with_chunk(&with_chunk(&png, b"gAMA", &linear), b"sRGB", &[0]);
    assert_eq!(prepare(&named).unwrap().variants.len(), 2, "the name counts more");
}

/// Returns the picture in a drawing; None if it was left out.
fn embedded(drawing: &str) -> Option<Vec<u8>> {
    let text = String::from_utf8(prepare(drawing.as_bytes()).unwrap().bytes).unwrap();
    assert_eq!(prepare(text.as_bytes()).unwrap().bytes, text.as_bytes(), "prepared again, it is the same");
    let (_, data) = text.split_once(";base64,")?;
    Some(BASE64_STANDARD.decode(data.split('"').next()?).unwrap())
}

#[test]
fn pictures_in_a_drawing_are_prepared_too() {
    let drawing = |kind: &str, bytes: &[u8]| {
        let data = BASE64_STANDARD.encode(bytes);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">\
             <image href=\"data:image/{kind};base64,{data}\"/></svg>"
        )
    };
    let photograph = with_exif(&jpeg(60, 40), 6);
    let kept = embedded(&drawing("jpeg", &photograph)).unwrap();
    assert!(!holds(&kept, b"Exif") && !holds(&kept, b"GPS"));
    assert_eq!(prepare(&kept).unwrap().size, Some((40, 60)), "it is upright");
    assert_eq!(embedded(&drawing("png", b"no picture")), None);
    assert_eq!(embedded(&drawing("svg+xml", b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>")), None);
    assert_eq!(embedded("<svg><image href=\"data:text/html,x\"/></svg>"), None);
    // The bytes say what it is.
    assert!(embedded(&drawing("png", &jpeg(60, 40))).is_some());
}
