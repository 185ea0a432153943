//! Content encodings: negotiation and compression.

use std::io::Write;

use brotli::enc::BrotliEncoderParams;
use bytes::Bytes;
use http::HeaderValue;

/// A supported content encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// No encoding.
    Identity,
    /// RFC 1952.
    Gzip,
    /// RFC 8878.
    Zstd,
    /// RFC 7932.
    Brotli,
}

impl Encoding {
    /// Returns the value of `Content-Encoding`; None for [`Self::Identity`].
    pub const fn header(self) -> Option<HeaderValue> {
        match self {
            Self::Identity => None,
            Self::Gzip => Some(HeaderValue::from_static("gzip")),
            Self::Zstd => Some(HeaderValue::from_static("zstd")),
            Self::Brotli => Some(HeaderValue::from_static("br")),
        }
    }
}

/// Chooses the encoding for an `Accept-Encoding` value (RFC 9110, 12.5.3). The highest weight wins; among equals,
/// Brotli before Zstandard before gzip before none. A client that refuses everything gets the uncompressed bytes.
pub fn negotiate(accept_encoding: Option<&str>) -> Encoding {
    match accept_encoding {
        None | Some("" | "identity") => Encoding::Identity,
        // The values that browsers send.
        Some("gzip, deflate, br, zstd" | "gzip, deflate, br") => Encoding::Brotli,
        Some("gzip, deflate" | "gzip") => Encoding::Gzip,
        Some(value) => weigh(value),
    }
}

/// Weights in thousandths; `None` for encodings that the header does not name.
#[derive(Default)]
struct Weights {
    brotli: Option<u16>,
    zstd: Option<u16>,
    gzip: Option<u16>,
    identity: Option<u16>,
    any: Option<u16>,
}

fn weigh(value: &str) -> Encoding {
    let mut weights = Weights::default();
    for item in value.split(',') {
        let mut parts = item.split(';');
        let name = parts.next().unwrap_or_default().trim();
        let Some(weight) = parts.try_fold(1_000, |weight, part| parameter(part, weight)) else {
            continue;
        };
        let slot = match name {
            "*" => &mut weights.any,
            _ if name.eq_ignore_ascii_case("br") => &mut weights.brotli,
            _ if name.eq_ignore_ascii_case("zstd") => &mut weights.zstd,
            _ if name.eq_ignore_ascii_case("gzip") || name.eq_ignore_ascii_case("x-gzip") => &mut weights.gzip,
            _ if name.eq_ignore_ascii_case("identity") => &mut weights.identity,
            _ => continue,
        };
        *slot = Some(weight);
    }
    let offered = |weight: Option<u16>| weight.or(weights.any).unwrap_or(0);
    // Identity is acceptable unless refused, but encodings named in the header come first.
    let mut best = (Encoding::Identity, weights.identity.unwrap_or(0));
    for (encoding, weight) in
        [(Encoding::Gzip, weights.gzip), (Encoding::Zstd, weights.zstd), (Encoding::Brotli, weights.brotli)]
    {
        let weight = offered(weight);
        if weight > 0 && weight >= best.1 {
            best = (encoding, weight);
        }
    }
    best.0
}

/// Parses a parameter of an item. Returns its weight, the old weight for another parameter, and `None` for an invalid
/// weight.
fn parameter(part: &str, weight: u16) -> Option<u16> {
    let Some((name, value)) = part.split_once('=') else {
        return Some(weight);
    };
    if name.trim().eq_ignore_ascii_case("q") { thousandths(value.trim()) } else { Some(weight) }
}

/// Parses a qvalue: 0 to 1 with up to three decimals.
fn thousandths(value: &str) -> Option<u16> {
    let (whole, decimals) = value.split_once('.').unwrap_or((value, ""));
    if decimals.len() > 3 || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let fraction = decimals.bytes().chain(std::iter::repeat(b'0')).take(3);
    let fraction = fraction.fold(0, |sum, digit| sum * 10 + u16::from(digit - b'0'));
    match (whole, fraction) {
        ("0", _) => Some(fraction),
        ("1", 0) => Some(1_000),
        _ => None,
    }
}

/// Compresses while a client waits: one or two milliseconds for a page of 100 kB.
pub fn fast(encoding: Encoding, bytes: &[u8]) -> Bytes {
    match encoding {
        Encoding::Identity => Bytes::copy_from_slice(bytes),
        Encoding::Gzip => gzip(bytes, 6),
        Encoding::Zstd => zstd(bytes, 3),
        Encoding::Brotli => brotli(bytes, 5),
    }
}

/// Compresses to the best level: tens of milliseconds for a page of 100 kB.
pub fn best(encoding: Encoding, bytes: &[u8]) -> Bytes {
    match encoding {
        Encoding::Identity => Bytes::copy_from_slice(bytes),
        Encoding::Gzip => gzip(bytes, 9),
        Encoding::Zstd => zstd(bytes, 19),
        Encoding::Brotli => brotli(bytes, 11),
    }
}

#[expect(clippy::expect_used, reason = "a Vec takes every write")]
fn gzip(bytes: &[u8], level: u32) -> Bytes {
    let out = Vec::with_capacity(bytes.len() / 4);
    let mut encoder = flate2::write::GzEncoder::new(out, flate2::Compression::new(level));
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("gzip into memory").into()
}

#[expect(clippy::expect_used, reason = "fails only when the allocator does")]
fn zstd(bytes: &[u8], level: i32) -> Bytes {
    zstd::bulk::compress(bytes, level).expect("zstd into memory").into()
}

/// Returns the smallest window, in bits, that contains the whole input. The default window of 4 MiB would stay in every
/// thread's heap. At least 18: up to 16 the encoder allocates tables of 24 MiB for each page, and a page of 50 kB takes
/// 7 ms instead of 0.7.
fn window(length: usize) -> i32 {
    let bits = usize::BITS - length.leading_zeros();
    i32::try_from(bits).unwrap_or(22).clamp(18, 22)
}

#[expect(clippy::expect_used, reason = "a Vec takes every write")]
fn brotli(bytes: &[u8], quality: i32) -> Bytes {
    let params = BrotliEncoderParams {
        quality,
        lgwin: window(bytes.len()),
        size_hint: bytes.len(),
        ..BrotliEncoderParams::default()
    };
    let mut out = Vec::with_capacity(bytes.len() / 4);
    brotli::BrotliCompress(&mut &*bytes, &mut out, &params).expect("brotli into memory");
    out.into()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn the_highest_weight_wins_and_brotli_among_equals() {
        use Encoding::{Brotli, Gzip, Identity, Zstd};
        let table = [
            (None, Identity),
            (Some(""), Identity),
            (Some("identity"), Identity),
            (Some("gzip, deflate, br, zstd"), Brotli),
            (Some("gzip, deflate, br"), Brotli),
            (Some("gzip, deflate"), Gzip),
            (Some("gzip"), Gzip),
            (Some("zstd, gzip"), Zstd),
            (Some("GZIP"), Gzip),
            (Some("x-gzip"), Gzip),
            (Some("deflate"), Identity),
            (Some("compress, nonsense"), Identity),
            (Some("br;q=0.5, gzip;q=0.8"), Gzip),
            (Some("br;q=0.8, gzip;q=0.8"), Brotli),
            (Some("br; q=0.801 , gzip ; q = 0.8"), Brotli),
            (Some("br;q=0, gzip"), Gzip),
            (Some("br;q=0.000, zstd;q=0"), Identity),
            (Some("*"), Brotli),
            (Some("*;q=0.1, gzip"), Gzip),
            (Some("br;q=0, *"), Zstd),
            (Some("*;q=0"), Identity),
            (Some("gzip;q=0.5, *;q=0"), Gzip),
            (Some("identity, gzip;q=0.5"), Identity),
            (Some("identity;q=0.5, gzip;q=0.5"), Gzip),
            (Some("identity;q=0"), Identity),
            (Some("br;q=1.5, gzip;q=0.1"), Gzip),
            (Some("br;q=abc, gzip"), Gzip),
            (Some("br;q=, gzip"), Gzip),
            (Some("br;q=0.1234, gzip;q=1.000"), Gzip),
            (Some(",,;q=1,;;;,gzip,"), Gzip),
            (Some("br;level=4"), Brotli),
        ];
        for (header, expected) in table {
            assert_eq!(negotiate(header), expected, "{header:?}");
        }
    }

    fn decode(encoding: Encoding, bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        match encoding {
            Encoding::Identity => out.extend_from_slice(bytes),
            Encoding::Gzip => drop(flate2::read::GzDecoder::new(bytes).read_to_end(&mut out).unwrap()),
            Encoding::Zstd => out = zstd::stream::decode_all(bytes).unwrap(),
            Encoding::Brotli => brotli::BrotliDecompress(&mut &*bytes, &mut out).unwrap(),
        }
        out
    }

    #[test]
    fn every_level_of_every_encoding_gives_the_text_back() {
        let page = "<li class=\"card\">Über uns — 東京 🦊</li>\n".repeat(900);
        for text in ["", "a", &page] {
            for encoding in [Encoding::Identity, Encoding::Gzip, Encoding::Zstd, Encoding::Brotli] {
                for bytes in [fast(encoding, text.as_bytes()), best(encoding, text.as_bytes())] {
                    assert_eq!(decode(encoding, &bytes), text.as_bytes(), "{encoding:?}");
                    if text.len() > 1_000 && encoding != Encoding::Identity {
                        assert!(bytes.len() < text.len() / 10, "{encoding:?} gives {} bytes", bytes.len());
                    }
                }
            }
        }
    }
}
