//! AVIF files: their size in pixels. They are kept as they come; decoding them would cost a decoder.

use super::picture::PictureError;

/// Boxes within boxes: no file that we take has more levels.
const DEPTH: usize = 4;

/// What an AVIF file says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Described {
    pub width: u32,
    pub height: u32,
}

/// Reads the size in pixels. A file whose boxes do not add up is damaged; one with a camera's notes, which
/// may name a place and cannot be taken out without rewriting the file, is refused.
pub fn describe(bytes: &[u8]) -> Result<Described, PictureError> {
    let mut found = None;
    walk(bytes, 0, &mut found)?;
    found.ok_or(PictureError::Damaged)
}

fn walk(mut bytes: &[u8], depth: usize, found: &mut Option<Described>) -> Result<(), PictureError> {
    while !bytes.is_empty() {
        let size = number(bytes, 0)?;
        let name = bytes.get(4..8).ok_or(PictureError::Damaged)?;
        let (head, size) = match size {
            0 => (8, bytes.len()),
            1 => {
                let high = number(bytes, 8)?;
                let low = number(bytes, 12)?;
                if high != 0 {
                    return Err(PictureError::Damaged);
                }
                (16, usize::try_from(low).map_err(|_| PictureError::Damaged)?)
            }
            size => (8, usize::try_from(size).map_err(|_| PictureError::Damaged)?),
        };
        if size < head {
            return Err(PictureError::Damaged);
        }
        let body = bytes.get(head..size).ok_or(PictureError::Damaged)?;
        match name {
            b"meta" if depth < DEPTH => walk(body.get(4..).ok_or(PictureError::Damaged)?, depth + 1, found)?,
            b"iprp" | b"ipco" if depth < DEPTH => walk(body, depth + 1, found)?,
            b"iinf" if has(body, b"infe") && (has(body, b"Exif") || has(body, b"application/rdf+xml")) => {
                return Err(PictureError::Notes);
            }
            b"ispe" => {
                let size = Described { width: number(body, 4)?, height: number(body, 8)? };
                // A picture of tiles has several; the whole is the largest.
                if found.is_none_or(|known| known.width < size.width) {
                    *found = Some(size);
                }
            }
            _ => {}
        }
        bytes = bytes.get(size..).ok_or(PictureError::Damaged)?;
    }
    Ok(())
}

fn number(bytes: &[u8], at: usize) -> Result<u32, PictureError> {
    let four = bytes.get(at..at + 4).and_then(|four| <[u8; 4]>::try_from(four).ok());
    four.map(u32::from_be_bytes).ok_or(PictureError::Damaged)
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
        let ispe = boxed(*b"ispe", &[0, 0, 0, 0, 0, 0, 3, 32, 0, 0, 2, 88]);
        let properties = boxed(*b"iprp", &boxed(*b"ipco", &ispe));
        let mut meta = vec![0; 4];
        meta.extend(boxed(*b"iinf", items));
        meta.extend(properties);
        [boxed(*b"ftyp", b"avif\0\0\0\0"), boxed(*b"meta", &meta), boxed(*b"mdat", b"pixels")].concat()
    }

    #[test]
    fn the_size_is_read_from_the_boxes() {
        assert_eq!(describe(&file(b"infe av01")), Ok(Described { width: 800, height: 600 }));
    }

    #[test]
    fn a_cut_file_is_damaged_wherever_it_is_cut() {
        let whole = file(b"infe av01");
        let ends = [boxed(*b"ftyp", b"avif\0\0\0\0").len()];
        for end in (0..whole.len()).filter(|end| !ends.contains(end)) {
            assert!(describe(&whole[..end]).is_err() || end > whole.len() - 15, "{end}");
        }
        assert_eq!(describe(&whole[..whole.len() - 1]), Err(PictureError::Damaged));
    }

    #[test]
    fn a_cameras_notes_are_refused() {
        assert_eq!(describe(&file(b"infe av01 infe Exif")), Err(PictureError::Notes));
    }
}
