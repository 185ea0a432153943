//! The memory that decoding a JPEG takes beside its pixels, from its headers (ITU-T T.81, annex B).

use crate::Error;

/// Bytes of the coefficients of a block: 64 of two bytes.
const BLOCK_BYTES: u64 = 128;

/// Returns the bytes of the coefficients that are in memory together. These are the coefficients of the whole picture
/// when it is progressive, or when its first scan lacks a component; otherwise a row of blocks, which counts as 0.
///
/// `bytes` is a file without metadata, which has only segments before its first scan. Fails with [`Error::Damaged`] when
/// it has no frame there. Never panics.
pub(crate) fn coefficient_bytes(bytes: &[u8]) -> Result<u64, Error> {
    let (mut rest, mut frame) = (bytes.get(2..).ok_or(Error::Damaged)?, None);
    // Decoders disagree on how to continue at 0xff 0x00, which is not a marker.
    while let Some(&[0xff, marker @ 1..=0xff, high, low]) = rest.first_chunk() {
        let length = usize::from(u16::from_be_bytes([high, low]));
        let (segment, after) = rest.split_at_checked(2 + length).ok_or(Error::Damaged)?;
        let body = segment.get(4..).ok_or(Error::Damaged)?;
        match marker {
            0xc0..=0xc2 => frame = body.split_first_chunk().map(|(header, components)| (marker, header, components)),
            0xda => {
                let (marker, &[_, y1, y0, x1, x0, count], components) = frame.ok_or(Error::Damaged)?;
                if marker != 0xc2 && body.first() == Some(&count) {
                    return Ok(0);
                }
                let (width, height) = (u16::from_be_bytes([x1, x0]), u16::from_be_bytes([y1, y0]));
                return Ok(blocks(width.into(), height.into(), components) * BLOCK_BYTES);
            }
            _ => {}
        }
        rest = after;
    }
    Err(Error::Damaged)
}

/// Returns the number of blocks of all components, each of which has three bytes in the frame header.
fn blocks(width: u64, height: u64, components: &[u8]) -> u64 {
    let (components, _) = components.as_chunks::<3>();
    let factors = components.iter().map(|[_, factors, _]| (u64::from(factors >> 4), u64::from(factors & 15)));
    let (across, down) = factors.clone().fold((1, 1), |most, (across, down)| (most.0.max(across), most.1.max(down)));
    let units = width.div_ceil(8 * across) * height.div_ceil(8 * down);
    units * factors.map(|(across, down)| across * down).sum::<u64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The headers of a picture of three components, the first of which has these sampling factors.
    fn headers(frame: u8, (width, height): (u16, u16), factors: u8, in_first_scan: u8) -> Vec<u8> {
        let mut bytes = vec![0xff, 0xd8, 0xff, 0xdb, 0, 3, 0, 0xff, frame, 0, 17, 8];
        bytes.extend_from_slice(&height.to_be_bytes());
        bytes.extend_from_slice(&width.to_be_bytes());
        bytes.extend_from_slice(&[3, 1, factors, 0, 2, 0x11, 0, 3, 0x11, 0, 0xff, 0xda, 0, 3, in_first_scan]);
        bytes
    }

    #[test]
    fn coefficients_are_counted_by_sampling_factors() {
        let photograph = (6000, 4000);
        for (factors, expected) in [(0x11, 144_000_000), (0x21, 96_000_000), (0x22, 72_000_000)] {
            assert_eq!(coefficient_bytes(&headers(0xc2, photograph, factors, 3)), Ok(expected));
            assert_eq!(coefficient_bytes(&headers(0xc0, photograph, factors, 1)), Ok(expected));
            assert_eq!(coefficient_bytes(&headers(0xc0, photograph, factors, 3)), Ok(0));
            assert_eq!(coefficient_bytes(&headers(0xc1, photograph, factors, 3)), Ok(0));
        }
        assert_eq!(coefficient_bytes(&headers(0xc2, (17, 1), 0x22, 3)), Ok(2 * 6 * BLOCK_BYTES), "blocks are whole");
    }

    #[test]
    fn headers_that_end_early_or_state_no_frame_are_damaged() {
        let whole = headers(0xc2, (u16::MAX, u16::MAX), 0xff, 3);
        for end in 0..whole.len() {
            assert_eq!(coefficient_bytes(&whole[..end]), Err(Error::Damaged), "{end}");
        }
        assert!(coefficient_bytes(&whole).is_ok());
        for frame in [0, 0xc4] {
            assert_eq!(coefficient_bytes(&headers(frame, (8, 8), 0x11, 3)), Err(Error::Damaged));
        }
    }
}
