//! Takes out of a file what is no picture: a camera's notes, comments, whatever follows the end. What remains is
//! copied as it is, so nothing of the picture's quality is lost.

use super::{kind::Kind, picture::PictureError};

const DAMAGED: PictureError = PictureError::Damaged;

/// The file without notes, and whether it moves.
#[derive(Debug, PartialEq, Eq)]
pub struct Stripped {
    pub bytes: Vec<u8>,
    pub moves: bool,
}

/// Strips a raster file. One that ends before its end is damaged.
pub fn strip(kind: Kind, bytes: &[u8]) -> Result<Stripped, PictureError> {
    let mut rest = Rest(bytes);
    let mut kept = Vec::with_capacity(bytes.len());
    let moves = match kind {
        Kind::Jpeg => jpeg(&mut rest, &mut kept).map(|()| false),
        Kind::Png => png(&mut rest, &mut kept),
        Kind::Gif => gif(&mut rest, &mut kept),
        Kind::Webp => webp(&mut rest, &mut kept),
        Kind::Avif | Kind::Svg => Err(DAMAGED),
    }?;
    Ok(Stripped { bytes: kept, moves })
}

/// What of a file has not been read yet.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], PictureError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(DAMAGED)?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, PictureError> {
        self.take(1)?.first().copied().ok_or(DAMAGED)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], PictureError> {
        self.take(N)?.try_into().map_err(|_| DAMAGED)
    }
}

/// Segments that make the picture: all but application data and comments, of which the colour profile, JFIF's and
/// Adobe's mark of the colour model are needed too.
fn jpeg(rest: &mut Rest<'_>, kept: &mut Vec<u8>) -> Result<(), PictureError> {
    kept.extend_from_slice(rest.take(2)?);
    loop {
        if rest.byte()? != 0xff {
            return Err(DAMAGED);
        }
        let mut marker = rest.byte()?;
        while marker == 0xff {
            marker = rest.byte()?;
        }
        match marker {
            0xd9 => {
                kept.extend_from_slice(&[0xff, 0xd9]);
                return Ok(());
            }
            0x01 | 0xd0..=0xd8 => continue,
            _ => {}
        }
        let length = rest.array::<2>()?;
        let body = rest.take(usize::from(u16::from_be_bytes(length)).checked_sub(2).ok_or(DAMAGED)?)?;
        let wanted = match marker {
            0xe2 => body.starts_with(b"ICC_PROFILE\0"),
            0xe1 | 0xe3..=0xed | 0xef | 0xfe => false,
            _ => true,
        };
        if wanted {
            kept.extend_from_slice(&[0xff, marker]);
            kept.extend_from_slice(&length);
            kept.extend_from_slice(body);
        }
        if marker == 0xda {
            scan(rest, kept)?;
        }
    }
}

/// Copies coded pixels up to the next marker that is no restart.
fn scan(rest: &mut Rest<'_>, kept: &mut Vec<u8>) -> Result<(), PictureError> {
    let mut at = 0;
    loop {
        match rest.0.get(at..at + 2) {
            Some([0xff, 0x00 | 0xd0..=0xd7]) => at += 2,
            Some([0xff, 0xff]) => at += 1,
            Some([0xff, _]) => break,
            Some(_) => at += 1,
            None => return Err(DAMAGED),
        }
    }
    kept.extend_from_slice(rest.take(at)?);
    Ok(())
}

/// Chunks that change what is seen.
const PNG_CHUNKS: [&[u8]; 14] = [
    b"IHDR", b"PLTE", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"cICP", b"sBIT", b"acTL", b"fcTL", b"fdAT",
    b"IDAT", b"IEND",
];

fn png(rest: &mut Rest<'_>, kept: &mut Vec<u8>) -> Result<bool, PictureError> {
    kept.extend_from_slice(rest.take(8)?);
    let mut moves = false;
    loop {
        let length = rest.array::<4>()?;
        let name = rest.take(4)?;
        let body = rest.take(usize::try_from(u32::from_be_bytes(length)).map_err(|_| DAMAGED)?)?;
        let check = rest.take(4)?;
        moves |= name == b"acTL";
        if PNG_CHUNKS.contains(&name) {
            for part in [&length[..], name, body, check] {
                kept.extend_from_slice(part);
            }
        }
        if name == b"IEND" {
            return Ok(moves);
        }
    }
}

fn gif(rest: &mut Rest<'_>, kept: &mut Vec<u8>) -> Result<bool, PictureError> {
    kept.extend_from_slice(rest.take(6)?);
    let screen = rest.take(7)?;
    kept.extend_from_slice(screen);
    kept.extend_from_slice(rest.take(colours(screen.get(4)))?);
    let mut frames = 0;
    loop {
        match rest.byte()? {
            0x3b => {
                kept.push(0x3b);
                return if frames == 0 { Err(DAMAGED) } else { Ok(frames > 1) };
            }
            0x2c => {
                frames += 1;
                kept.push(0x2c);
                let frame = rest.take(9)?;
                kept.extend_from_slice(frame);
                kept.extend_from_slice(rest.take(colours(frame.get(8)))?);
                kept.push(rest.byte()?);
                blocks(rest, Some(kept))?;
            }
            0x21 => {
                let label = rest.byte()?;
                // How long a frame stands, and how often all are repeated; comments and other data are not kept.
                let repeats = rest.0.get(1..12).is_some_and(|name| name == b"NETSCAPE2.0" || name == b"ANIMEXTS1.0");
                if label == 0xf9 || (label == 0xff && repeats) {
                    kept.extend_from_slice(&[0x21, label]);
                    blocks(rest, Some(kept))?;
                } else {
                    blocks(rest, None)?;
                }
            }
            _ => return Err(DAMAGED),
        }
    }
}

/// How many bytes of colours follow a descriptor whose flags are these.
fn colours(flags: Option<&u8>) -> usize {
    flags.filter(|flags| **flags & 0x80 != 0).map_or(0, |flags| 3 << ((flags & 7) + 1))
}

/// Reads a chain of GIF's blocks, each led by its length, and keeps it where wanted.
fn blocks(rest: &mut Rest<'_>, mut kept: Option<&mut Vec<u8>>) -> Result<(), PictureError> {
    loop {
        let length = rest.byte()?;
        let body = rest.take(usize::from(length))?;
        if let Some(kept) = kept.as_deref_mut() {
            kept.push(length);
            kept.extend_from_slice(body);
        }
        if length == 0 {
            return Ok(());
        }
    }
}

/// Bits of the extended header that promise Exif and XMP chunks.
const WEBP_NOTES: u8 = 0x08 | 0x04;

fn webp(rest: &mut Rest<'_>, kept: &mut Vec<u8>) -> Result<bool, PictureError> {
    rest.take(4)?;
    let size = usize::try_from(u32::from_le_bytes(rest.array()?)).map_err(|_| DAMAGED)?;
    // What follows the container's own end is not part of it.
    let mut body = Rest(rest.take(size)?);
    body.take(4)?;
    kept.extend_from_slice(b"RIFF\0\0\0\0WEBP");
    let (mut moves, mut pixels) = (false, false);
    while !body.0.is_empty() {
        let name = body.take(4)?;
        let length = body.array::<4>()?;
        let size = usize::try_from(u32::from_le_bytes(length)).map_err(|_| DAMAGED)?;
        let data = body.take(size)?;
        if size % 2 == 1 {
            body.take(1)?;
        }
        moves |= name == b"ANIM";
        pixels |= matches!(name, b"VP8 " | b"VP8L" | b"ANMF");
        if !matches!(name, b"VP8X" | b"VP8 " | b"VP8L" | b"ALPH" | b"ANIM" | b"ANMF" | b"ICCP") {
            continue;
        }
        kept.extend_from_slice(name);
        kept.extend_from_slice(&length);
        match (name, data.split_first()) {
            (b"VP8X", Some((flags, others))) => {
                kept.push(flags & !WEBP_NOTES);
                kept.extend_from_slice(others);
            }
            _ => kept.extend_from_slice(data),
        }
        if size % 2 == 1 {
            kept.push(0);
        }
    }
    let size = u32::try_from(kept.len() - 8).map_err(|_| DAMAGED)?;
    for (place, byte) in kept.iter_mut().skip(4).zip(size.to_le_bytes()) {
        *place = byte;
    }
    if pixels { Ok(moves) } else { Err(DAMAGED) }
}
