//! AVIF versions: [`pictures::scaled`] and what it returns.
#![expect(clippy::unwrap_used, reason = "what is not as expected fails the test")]

use std::io::Cursor;

use image::{DynamicImage, ImageEncoder, ImageFormat, RgbImage, Rgba, codecs::png::PngEncoder};
use pictures::{Kind, prepare, scaled};
use proptest::prelude::*;

/// A picture with edges and gradients, as photographs have.
fn photograph(width: u32, height: u32) -> DynamicImage {
    let wave = |at: u32, length: u32| (f64::from(at) / f64::from(length)).sin().mul_add(60.0, 120.0);
    RgbImage::from_fn(width, height, |x, y| {
        let [red, green, blue] = [wave(x + y, 9), wave(x * 2 + y, 23), wave(x, 41) + wave(y, 5) - 90.0];
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 210")]
        image::Rgb([red, green, blue].map(|value| value as u8))
    })
    .into()
}

fn file(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// Returns width, height and bytes of each AVIF.
fn avif(bytes: &[u8]) -> Vec<(u32, u32, Vec<u8>)> {
    let avif = |picture: pictures::ScaledPicture| {
        let opened = prepare(&picture.avif().unwrap()).unwrap();
        assert_eq!(opened.kind, Kind::Avif);
        let (width, height) = opened.size.unwrap();
        assert_eq!(width, picture.width());
        (width, height, opened.bytes)
    };
    scaled(bytes).unwrap().into_iter().map(avif).collect()
}

#[test]
fn each_variant_has_an_avif_of_its_size() {
    let opaque = photograph(800, 400);
    let mut clear = opaque.to_rgba8();
    clear.put_pixel(0, 0, Rgba([0, 0, 0, 9]));
    for bytes in [
        file(&opaque, ImageFormat::Jpeg),
        file(&opaque, ImageFormat::WebP),
        file(&clear.into(), ImageFormat::Png),
        file(&opaque.grayscale(), ImageFormat::Png),
    ] {
        let sizes: Vec<(u32, u32)> = avif(&bytes).iter().map(|(width, height, _)| (*width, *height)).collect();
        assert_eq!(sizes, [(320, 160), (400, 200), (480, 240), (640, 320), (768, 384)]);
    }
}

#[test]
fn an_avif_of_a_photograph_is_smaller_than_its_webp() {
    let bytes = file(&photograph(640, 480), ImageFormat::Jpeg);
    let variants = prepare(&bytes).unwrap().variants;
    for ((width, _, avif), webp) in avif(&bytes).into_iter().zip(variants) {
        assert_eq!(width, webp.width);
        assert!(avif.len() * 100 < webp.bytes.len() * 85, "{width}: {} of {}", avif.len(), webp.bytes.len());
    }
}

#[test]
fn drawings_avif_and_animations_have_none() {
    let drawing = br#"<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><path d="M0 0h9"/></svg>"#;
    assert!(avif(drawing).is_empty());
    let (_, _, smallest) = avif(&file(&photograph(320, 20), ImageFormat::Png)).remove(0);
    assert!(avif(&smallest).is_empty());
    let frame = || image::Frame::new(photograph(400, 20).into_rgba8());
    let mut bytes = Vec::new();
    image::codecs::gif::GifEncoder::new(&mut bytes).encode_frames([frame(), frame()]).unwrap();
    assert!(avif(&bytes).is_empty());
    assert!(!avif(&file(&photograph(400, 20), ImageFormat::Gif)).is_empty(), "one frame is no animation");
}

#[test]
fn pictures_with_a_profile_that_is_not_embedded_have_none() {
    for (name, sizes) in [("Display P3", 0), ("sRGB IEC61966-2.1", 1)] {
        let mut profile = vec![7; 128];
        profile[16..20].copy_from_slice(b"RGB ");
        profile.extend_from_slice(name.as_bytes());
        let (image, mut bytes) = (photograph(320, 20), Vec::new());
        let mut encoder = PngEncoder::new(&mut bytes);
        encoder.set_icc_profile(profile).unwrap();
        encoder.write_image(image.as_bytes(), 320, 20, image.color().into()).unwrap();
        assert_eq!(avif(&bytes).len(), sizes, "{name}");
    }
}

#[test]
fn versions_that_would_take_too_long_are_left_out() {
    let bytes = file(&RgbImage::new(1600, 2501).into(), ImageFormat::Png);
    let widths: Vec<u32> = scaled(&bytes).unwrap().iter().map(pictures::ScaledPicture::width).collect();
    assert_eq!(widths, [320, 400, 480, 640, 768, 960, 1280]);
}

#[test]
fn what_cannot_be_read_is_refused() {
    assert_eq!(scaled(b"%PDF-1.7").unwrap_err(), pictures::Error::UnsupportedKind);
    let whole = file(&photograph(320, 20), ImageFormat::Png);
    assert_eq!(scaled(&whole[..whole.len() / 2]).unwrap_err(), pictures::Error::Damaged);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn every_shape_can_be_encoded(width in 320..480_u32, height in 1..80_u32, transparent in any::<bool>()) {
        let image = photograph(width, height);
        let image = if transparent { image.into_rgba8().into() } else { image };
        for (_, encoded_height, _) in avif(&file(&image, ImageFormat::Png)) {
            prop_assert!(encoded_height >= 1);
        }
    }
}
