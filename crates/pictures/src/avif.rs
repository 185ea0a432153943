//! The size of AVIF files, from their boxes (ISO/IEC 14496-12). The images themselves are not decoded.

use crate::Error;

/// Maximum depth of boxes that are entered: a `meta` box has its sizes on the third.
const MAX_DEPTH: usize = 4;

/// What is known of the picture from the boxes so far.
#[derive(Default)]
struct Found {
    /// Width and height as encoded.
    size: Option<(u32, u32)>,
    /// Whether it is shown turned by 90° or 270°.
    is_turned: bool,
}

/// Returns width and height in pixels, upright. Fails with [`Error::Damaged`] when the boxes are inconsistent, and with
/// [`Error::Metadata`] when the file has Exif or XMP, since removing these would change positions in the file.
pub(crate) fn size(bytes: &[u8]) -> Result<(u32, u32), Error> {
    let mut found = Found::default();
    walk(bytes, 0, &mut found)?;
    let (width, height) = found.size.ok_or(Error::Damaged)?;
    Ok(if found.is_turned { (height, width) } else { (width, height) })
}

fn walk(mut bytes: &[u8], depth: usize, found: &mut Found) -> Result<(), Error> {
    while !bytes.is_empty() {
        let size = number(bytes, 0)?;
        let name = bytes.get(4..8).ok_or(Error::Damaged)?;
        let (header, size) = match size {
            0 => (8, bytes.len()),
            1 => {
                let high = number(bytes, 8)?;
                let low = number(bytes, 12)?;
                if high != 0 {
                    return Err(Error::Damaged);
                }
                (16, usize::try_from(low).map_err(|_| Error::Damaged)?)
            }
            size => (8, usize::try_from(size).map_err(|_| Error::Damaged)?),
        };
        if size < header {
            return Err(Error::Damaged);
        }
        let body = bytes.get(header..size).ok_or(Error::Damaged)?;
        match name {
            b"meta" if depth < MAX_DEPTH => walk(body.get(4..).ok_or(Error::Damaged)?, depth + 1, found)?,
            b"iprp" | b"ipco" if depth < MAX_DEPTH => walk(body, depth + 1, found)?,
            b"iinf" if has(body, b"infe") && (has(body, b"Exif") || has(body, b"application/rdf+xml")) => {
                return Err(Error::Metadata);
            }
            b"ispe" => {
                let size = (number(body, 4)?, number(body, 8)?);
                // A grid also states the size of its tiles; the largest size is that of the whole.
                if found.size.is_none_or(|known| known.0 < size.0) {
                    found.size = Some(size);
                }
            }
            // The last two bits are a number of quarter turns. The alpha plane is turned as the picture is.
            b"irot" => found.is_turned |= body.first().ok_or(Error::Damaged)? & 1 == 1,
            _ => {}
        }
        bytes = bytes.get(size..).ok_or(Error::Damaged)?;
    }
    Ok(())
}

/// Returns the big-endian number at an offset.
fn number(bytes: &[u8], at: usize) -> Result<u32, Error> {
    let four = bytes.get(at..at + 4).and_then(|four| <[u8; 4]>::try_from(four).ok());
    four.map(u32::from_be_bytes).ok_or(Error::Damaged)
}

fn has(bytes: &[u8], text: &[u8]) -> bool {
    bytes.windows(text.len()).any(|window| window == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxed(name: [u8; 4], body: &[u8]) -> Vec<u8> {
        let mut whole = u32::try_from(body.len() + 8).unwrap().to_be_bytes().to_vec();
        whole.extend_from_slice(&name);
        whole.extend_from_slice(body);
        whole
    }

    fn file(items: &[u8]) -> Vec<u8> {
        file_with(items, &[])
    }

    /// A file of 800 × 600 pixels with further properties.
    fn file_with(items: &[u8], properties: &[u8]) -> Vec<u8> {
        let ispe = boxed(*b"ispe", &[0, 0, 0, 0, 0, 0, 3, 32, 0, 0, 2, 88]);
        let properties = boxed(*b"iprp", &boxed(*b"ipco", &[&ispe, properties].concat()));
        let mut meta = vec![0; 4];
        meta.extend(boxed(*b"iinf", items));
        meta.extend(properties);
        [boxed(*b"ftyp", b"avif\0\0\0\0"), boxed(*b"meta", &meta), boxed(*b"mdat", b"pixels")].concat()
    }

    #[test]
    fn the_size_is_read_from_the_boxes() {
        assert_eq!(size(&file(b"infe av01")), Ok((800, 600)));
    }

    #[test]
    fn a_quarter_turn_swaps_width_and_height() {
        let sizes = [0, 1, 2, 3].map(|turns| size(&file_with(b"infe av01", &boxed(*b"irot", &[turns]))));
        assert_eq!(sizes, [Ok((800, 600)), Ok((600, 800)), Ok((800, 600)), Ok((600, 800))]);
        assert_eq!(size(&file_with(b"infe av01", &boxed(*b"irot", &[]))), Err(Error::Damaged));
    }

    #[test]
    fn a_truncated_file_is_damaged() {
        let whole = file(b"infe av01");
        let ends = [boxed(*b"ftyp", b"avif\0\0\0\0").len()];
        for end in (0..whole.len()).filter(|end| !ends.contains(end)) {
            assert!(size(&whole[..end]).is_err() || end > whole.len() - 15, "{end}");
        }
        assert_eq!(size(&whole[..whole.len() - 1]), Err(Error::Damaged));
    }

    #[test]
    fn metadata_is_refused() {
        assert_eq!(size(&file(b"infe av01 infe Exif")), Err(Error::Metadata));
        assert_eq!(size(&file(b"infe mime application/rdf+xml")), Err(Error::Metadata));
    }
}
