//! Properties of any input: nothing panics, metadata never passes, sizes stay within limits.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "what is not as expected fails the test")]

use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};
use pictures::{Error, Kind, MAX_PIXELS, VARIANT_WIDTHS, prepare};
use proptest::{collection::vec, prelude::*};

/// A marker for personal data or a script, wherever it is put.
const SECRET: &[u8] = b"SECRET 51.5N 0.1W";

const SIGNATURES: [&[u8]; 7] = [
    &[0xff, 0xd8, 0xff],
    b"\x89PNG\r\n\x1a\n",
    b"GIF89a",
    b"RIFF\x40\0\0\0WEBPVP8 ",
    b"\0\0\0\x14ftypavif\0\0\0\0avif",
    b"\0\0\0\x14ftypavif\0\0\0\0avif\0\0\0\x40meta\0\0\0\0",
    b"<svg xmlns=\"http://www.w3.org/2000/svg\">",
];

fn file(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let image = RgbImage::from_fn(width, height, |x, y| Rgb([low(x), low(y), 90]));
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn low(number: u32) -> u8 {
    number.to_le_bytes()[0]
}

fn format() -> impl Strategy<Value = ImageFormat> {
    prop_oneof![Just(ImageFormat::Jpeg), Just(ImageFormat::Png), Just(ImageFormat::Gif), Just(ImageFormat::WebP)]
}

fn holds(bytes: &[u8], text: &[u8]) -> bool {
    bytes.windows(text.len()).any(|window| window == text)
}

/// Returns the file with a metadata segment, chunk or block that holds `body`, at a place where its format allows one.
fn with_metadata(file: &[u8], format: ImageFormat, which: usize, body: &[u8]) -> Vec<u8> {
    let (at, part) = match format {
        ImageFormat::Jpeg => {
            let (marker, header): (u8, &[u8]) = [
                (0xe0, &b"JFXX\0\x13"[..]),
                (0xe0, &b"JFIF\0\x01\x02\0\0\x01\0\x01\x04\x04"[..]),
                (0xe1, b"Exif\0\0"),
                (0xe1, b"http://ns.adobe.com/xap/1.0/\0"),
                (0xe2, b"MPF\0"),
                (0xed, b"Photoshop 3.0\0"),
                (0xef, b""),
                (0xfe, b""),
            ][which % 8];
            let body = [header, body].concat();
            let length = u16::try_from(body.len() + 2).unwrap().to_be_bytes();
            (2, [&[0xff, marker][..], &length, &body].concat())
        }
        ImageFormat::Png => {
            let name = [b"tEXt", b"zTXt", b"iTXt", b"eXIf", b"tIME", b"caBX"][which % 6];
            let checked = [name, body].concat();
            let length = u32::try_from(body.len()).unwrap().to_be_bytes();
            (33, [&length[..], &checked, &crc(&checked).to_be_bytes()].concat())
        }
        ImageFormat::Gif => {
            let palette = if file[10] & 0x80 == 0 { 0 } else { 3 << ((file[10] & 7) + 1) };
            let header: &[u8] =
                [&b"\x21\xfe"[..], b"\x21\xff\x0bXMP DataXMP", b"\x21\x01\x0c\0\0\0\0\0\0\0\0\0\0\0\0"][which % 3];
            (13 + palette, [header, &[u8::try_from(body.len()).unwrap()], body, &[0]].concat())
        }
        _ => {
            let name = [b"EXIF", b"XMP ", b"note"][which % 3];
            let padding: &[u8] = if body.len() % 2 == 1 { &[0] } else { &[] };
            let length = u32::try_from(body.len()).unwrap().to_le_bytes();
            (file.len(), [name, &length[..], body, padding].concat())
        }
    };
    let mut whole = [&file[..at], &part, &file[at..]].concat();
    if format == ImageFormat::WebP {
        let size = u32::try_from(whole.len() - 8).unwrap().to_le_bytes();
        whole[4..8].copy_from_slice(&size);
    }
    whole
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_behind_any_signature_never_panic(signature in 0..SIGNATURES.len(), rest in vec(any::<u8>(), 0..400)) {
        let _ = prepare(&rest);
        let _ = prepare(&[SIGNATURES[signature], &rest].concat());
    }

    #[test]
    fn a_damaged_file_never_panics(format in format(), end in 0.0..1.0, flips in vec((0.0..1.0, any::<u8>()), 0..6)) {
        let mut bytes = file(24, 16, format);
        let place = |part: f64, length: usize| {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss,
                reason = "a place in a file of a few hundred bytes")]
            { (part * length as f64) as usize }
        };
        for (at, byte) in flips {
            let at = place(at, bytes.len());
            bytes[at] = byte;
        }
        let _ = prepare(&bytes);
        bytes.truncate(place(end, bytes.len()));
        prop_assert!(prepare(&bytes).is_err());
    }

    #[test]
    fn any_markup_never_panics_and_a_cleaned_drawing_stays_as_it_is(
        inner in "(<(g|a|style|script|text|use href|rect on|x:y|!--|!\\[CDATA\\[)|/>|>|</(g|style|script|a|text)>| [a-z]=|['\"&;#]|[a-z(){}:@\\\\]){0,40}",
    ) {
        let text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{inner}</svg>");
        if let Ok(picture) = prepare(text.as_bytes()) {
            prop_assert!(!holds(&picture.bytes, b"<script") && !holds(&picture.bytes, b"<a"));
            prop_assert_eq!(&prepare(&picture.bytes).unwrap().bytes, &picture.bytes);
        }
    }

    #[test]
    fn metadata_never_passes(format in format(), which in 0..24_usize, noise in vec(any::<u8>(), 0..100)) {
        let plain = file(24, 16, format);
        let noted = with_metadata(&plain, format, which, &[&noise, SECRET].concat());
        prop_assert!(holds(&noted, SECRET));
        let picture = prepare(&[&noted, SECRET].concat()).unwrap();
        prop_assert!(!holds(&picture.bytes, SECRET));
        prop_assert_eq!(&prepare(&picture.bytes).unwrap().bytes, &picture.bytes, "stripping twice changes nothing");
        let pixels = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().into_rgb8();
        prop_assert!(pixels(&picture.bytes) == pixels(&plain), "the picture is the same");
    }

    #[test]
    fn an_avif_without_a_sound_size_is_refused(rest in vec(any::<u8>(), 0..200)) {
        let bytes = [b"\0\0\0\x14ftypavif\0\0\0\0avif", &rest[..]].concat();
        if let Ok(picture) = prepare(&bytes) {
            let (width, height) = picture.size.unwrap();
            prop_assert!(u64::from(width) * u64::from(height) <= MAX_PIXELS);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn variants_have_the_stated_widths_and_the_proportions_of_the_picture(
        width in 1..1800_u32, height in 1..120_u32, format in format(),
    ) {
        let picture = prepare(&file(width, height, format)).unwrap();
        prop_assert_eq!(picture.size, Some((width, height)));
        let widths: Vec<u32> = picture.variants.iter().map(|variant| variant.width).collect();
        let fitting: Vec<u32> = VARIANT_WIDTHS.into_iter().filter(|wanted| *wanted <= width).collect();
        prop_assert_eq!(widths, fitting);
        for variant in picture.variants {
            prop_assert_eq!(Kind::of(&variant.bytes), Some(Kind::Webp));
            let opened = image::load_from_memory(&variant.bytes).unwrap();
            prop_assert_eq!(opened.width(), variant.width);
            let exact = f64::from(height) * f64::from(variant.width) / f64::from(width);
            prop_assert!((f64::from(opened.height()) - exact).abs() <= 0.5 || (exact < 1.0 && opened.height() == 1));
        }
    }

    #[test]
    fn a_promise_of_too_many_pixels_is_refused(width in 7_100..60_000_u32, height in 7_100..60_000_u32) {
        let mut bomb = file(1, 1, ImageFormat::Png);
        bomb[16..20].copy_from_slice(&width.to_be_bytes());
        bomb[20..24].copy_from_slice(&height.to_be_bytes());
        let check = crc(&bomb[12..29]);
        bomb[29..33].copy_from_slice(&check.to_be_bytes());
        prop_assert_eq!(prepare(&bomb).unwrap_err(), Error::TooManyPixels);
    }
}
