//! Removes metadata from raster files: only the parts that make up the picture are copied, byte for byte, so that its
//! quality is unchanged.

use crate::{Error, Kind};

const DAMAGED: Error = Error::Damaged;

/// A file without metadata.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Stripped {
    pub bytes: Vec<u8>,
    /// Whether it is an animation.
    pub animated: bool,
    /// Whether it is a PNG that declares colours other than those of sRGB without a colour profile. WebP has no such
    /// declaration.
    pub has_other_colours: bool,
}

/// Strips a raster file. Fails with [`Error::Damaged`] when it ends early.
pub(crate) fn strip(kind: Kind, bytes: &[u8]) -> Result<Stripped, Error> {
    let mut input = Input(bytes);
    let mut out = Vec::with_capacity(bytes.len());
    let (animated, has_other_colours) = match kind {
        Kind::Jpeg => jpeg(&mut input, &mut out).map(|()| (false, false)),
        Kind::Png => png(&mut input, &mut out),
        Kind::Gif => gif(&mut input, &mut out).map(|animated| (animated, false)),
        Kind::Webp => webp(&mut input, &mut out).map(|animated| (animated, false)),
        Kind::Avif | Kind::Svg => Err(DAMAGED),
    }?;
    Ok(Stripped { bytes: out, animated, has_other_colours })
}

/// The part of a file that has not been read yet.
struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Error> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(DAMAGED)?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, Error> {
        self.take(1)?.first().copied().ok_or(DAMAGED)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        self.take(N)?.try_into().map_err(|_| DAMAGED)
    }
}

/// Copies the segments that a decoder needs. Of application data these are the colour profile, and JFIF's and Adobe's
/// mark of the colour model without thumbnails.
fn jpeg(input: &mut Input<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
    out.extend_from_slice(input.take(2)?);
    loop {
        if input.byte()? != 0xff {
            return Err(DAMAGED);
        }
        let mut marker = input.byte()?;
        while marker == 0xff {
            marker = input.byte()?;
        }
        match marker {
            0xd9 => {
                out.extend_from_slice(&[0xff, 0xd9]);
                return Ok(());
            }
            0x01 | 0xd0..=0xd8 => continue,
            _ => {}
        }
        let length = u16::from_be_bytes(input.array()?);
        let body = input.take(usize::from(length).checked_sub(2).ok_or(DAMAGED)?)?;
        match marker {
            0xe0 if body.starts_with(b"JFIF\0") => {
                // Version, unit and density; then the width and height of a thumbnail, here none.
                let header = body.get(..12).ok_or(DAMAGED)?;
                jpeg_segment(out, marker, &[header, &[0, 0]].concat())?;
            }
            0xee if body.starts_with(b"Adobe") => jpeg_segment(out, marker, body.get(..12).ok_or(DAMAGED)?)?,
            0xe2 if body.starts_with(b"ICC_PROFILE\0") => jpeg_segment(out, marker, body)?,
            0xe0..=0xef | 0xfe => {}
            _ => jpeg_segment(out, marker, body)?,
        }
        if marker == 0xda {
            jpeg_scan(input, out)?;
        }
    }
}

fn jpeg_segment(out: &mut Vec<u8>, marker: u8, body: &[u8]) -> Result<(), Error> {
    out.extend_from_slice(&[0xff, marker]);
    out.extend_from_slice(&u16::try_from(body.len() + 2).map_err(|_| DAMAGED)?.to_be_bytes());
    out.extend_from_slice(body);
    Ok(())
}

/// Copies entropy-coded data up to the next marker other than a restart.
fn jpeg_scan(input: &mut Input<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
    let mut length = 0;
    loop {
        match input.0.get(length..length + 2) {
            Some([0xff, 0x00 | 0xd0..=0xd7]) => length += 2,
            Some([0xff, 0xff]) => length += 1,
            Some([0xff, _]) => break,
            Some(_) => length += 1,
            None => return Err(DAMAGED),
        }
    }
    out.extend_from_slice(input.take(length)?);
    Ok(())
}

/// Chunks that affect how the picture looks.
const PNG_CHUNKS: [&[u8]; 14] = [
    b"IHDR", b"PLTE", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"cICP", b"sBIT", b"acTL", b"fcTL", b"fdAT",
    b"IDAT", b"IEND",
];

/// The `cICP` chunk of sRGB.
const PNG_SRGB: &[u8] = &[1, 13, 0, 1];
/// The `gAMA` chunk of sRGB: 1/2.2 times 100,000.
const PNG_GAMMA: u32 = 45_455;

/// Returns whether it is an animation, and whether it has other colours.
fn png(input: &mut Input<'_>, out: &mut Vec<u8>) -> Result<(bool, bool), Error> {
    out.extend_from_slice(input.take(8)?);
    let mut animated = false;
    let (mut code_points, mut gamma, mut is_named) = (None, None, false);
    loop {
        let length = input.array::<4>()?;
        let name = input.take(4)?;
        let body = input.take(usize::try_from(u32::from_be_bytes(length)).map_err(|_| DAMAGED)?)?;
        let checksum = input.take(4)?;
        match name {
            b"acTL" => animated = true,
            b"cICP" => code_points = Some(body != PNG_SRGB),
            b"gAMA" => gamma = Some(body != PNG_GAMMA.to_be_bytes()),
            b"iCCP" | b"sRGB" => is_named = true,
            _ => {}
        }
        if PNG_CHUNKS.contains(&name) {
            for part in [&length[..], name, body, checksum] {
                out.extend_from_slice(part);
            }
        }
        if name == b"IEND" {
            // In the order in which browsers follow them.
            return Ok((animated, code_points.unwrap_or(!is_named && gamma.unwrap_or(false))));
        }
    }
}

fn gif(input: &mut Input<'_>, out: &mut Vec<u8>) -> Result<bool, Error> {
    out.extend_from_slice(input.take(6)?);
    let screen = input.take(7)?;
    out.extend_from_slice(screen);
    out.extend_from_slice(input.take(gif_palette_length(screen.get(4)))?);
    let mut frames = 0;
    loop {
        match input.byte()? {
            0x3b => {
                out.push(0x3b);
                return if frames == 0 { Err(DAMAGED) } else { Ok(frames > 1) };
            }
            0x2c => {
                frames += 1;
                out.push(0x2c);
                let frame = input.take(9)?;
                out.extend_from_slice(frame);
                out.extend_from_slice(input.take(gif_palette_length(frame.get(8)))?);
                out.push(input.byte()?);
                gif_blocks(input, Some(out))?;
            }
            0x21 => {
                let label = input.byte()?;
                // Frame delays and the number of repetitions; comments and other data are skipped.
                let repeats = input.0.get(1..12).is_some_and(|name| name == b"NETSCAPE2.0" || name == b"ANIMEXTS1.0");
                if label == 0xf9 || (label == 0xff && repeats) {
                    out.extend_from_slice(&[0x21, label]);
                    gif_blocks(input, Some(out))?;
                } else {
                    gif_blocks(input, None)?;
                }
            }
            _ => return Err(DAMAGED),
        }
    }
}

/// Returns the length of the palette that follows a descriptor with these flags, in bytes.
fn gif_palette_length(flags: Option<&u8>) -> usize {
    flags.filter(|flags| **flags & 0x80 != 0).map_or(0, |flags| 3 << ((flags & 7) + 1))
}

/// Reads a chain of blocks, each preceded by its length, and copies it to `out` if given.
fn gif_blocks(input: &mut Input<'_>, mut out: Option<&mut Vec<u8>>) -> Result<(), Error> {
    loop {
        let length = input.byte()?;
        let body = input.take(usize::from(length))?;
        if let Some(out) = out.as_deref_mut() {
            out.push(length);
            out.extend_from_slice(body);
        }
        if length == 0 {
            return Ok(());
        }
    }
}

/// Bits of the extended header that announce Exif and XMP chunks.
const WEBP_METADATA_FLAGS: u8 = 0x08 | 0x04;

fn webp(input: &mut Input<'_>, out: &mut Vec<u8>) -> Result<bool, Error> {
    input.take(4)?;
    let size = usize::try_from(u32::from_le_bytes(input.array()?)).map_err(|_| DAMAGED)?;
    // Data after the container's end is not part of the picture.
    let mut body = Input(input.take(size)?);
    body.take(4)?;
    out.extend_from_slice(b"RIFF\0\0\0\0WEBP");
    let (mut animated, mut has_pixels) = (false, false);
    while !body.0.is_empty() {
        let name = body.take(4)?;
        let length = body.array::<4>()?;
        let size = usize::try_from(u32::from_le_bytes(length)).map_err(|_| DAMAGED)?;
        let data = body.take(size)?;
        if size % 2 == 1 {
            body.take(1)?;
        }
        animated |= name == b"ANIM";
        has_pixels |= matches!(name, b"VP8 " | b"VP8L" | b"ANMF");
        if !matches!(name, b"VP8X" | b"VP8 " | b"VP8L" | b"ALPH" | b"ANIM" | b"ANMF" | b"ICCP") {
            continue;
        }
        out.extend_from_slice(name);
        out.extend_from_slice(&length);
        match (name, data.split_first()) {
            (b"VP8X", Some((flags, others))) => {
                out.push(flags & !WEBP_METADATA_FLAGS);
                out.extend_from_slice(others);
            }
            _ => out.extend_from_slice(data),
        }
        if size % 2 == 1 {
            out.push(0);
        }
    }
    let size = u32::try_from(out.len() - 8).map_err(|_| DAMAGED)?;
    for (place, byte) in out.iter_mut().skip(4).zip(size.to_le_bytes()) {
        *place = byte;
    }
    if has_pixels { Ok(animated) } else { Err(DAMAGED) }
}
